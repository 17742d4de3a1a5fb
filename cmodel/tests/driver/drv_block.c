/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "drv_block.h"
#include "tests/support/test.h"

struct block drv_block[BLOCKS];
struct access drv_written[ACCESSES];
size_t drv_writes;

static uint32_t shift_of(uint32_t mask) {
  uint32_t shift = 0;
  while ((mask >> shift & 1) == 0) shift++;
  return shift;
}

static struct block *block_at(uint64_t address) {
  assert_int_equal(address % 4, 0);
  for (size_t i = 0; i < BLOCKS; i++)
    if (drv_block[i].count != 0 && address - drv_block[i].base < 4 * WORDS) return &drv_block[i];
  fail_msg("an access beside the components");
  return NULL;
}

static uint32_t becomes(const struct field *f, uint32_t old, uint32_t value) {
  switch (f->kind) {
  case BITS: return value & f->arg;
  case MOST: return value < f->arg ? value : f->arg;
  case ONE_OF: return (f->arg >> value & 1) != 0 ? value : old;
  case FIXED:
  default: return f->arg;
  }
}

void drv_block_reset(struct block *p) {
  memset(p->word, 0, sizeof p->word);
  for (size_t i = 0; i < p->count; i++) {
    const struct field *f = &p->field[i];
    const uint32_t value = f->kind == FIXED ? f->arg : f->reset;
    p->word[f->offset / 4] |= value << shift_of(f->mask);
  }
}

static bool bus_read(void *context, uint64_t address, uint32_t *value) {
  struct block *p = block_at(address);
  (void)context;
  p->reads[(address - p->base) / 4]++;
  *value = p->word[(address - p->base) / 4];
  return true;
}

static bool bus_write(void *context, uint64_t address, uint32_t value) {
  struct block *p = block_at(address);
  const uint32_t offset = (uint32_t)(address - p->base);
  (void)context;
  assert_true(drv_writes < ACCESSES);
  drv_written[drv_writes++] = (struct access){address, value};
  if (offset == CONTROL && (value & ACTIVE) == 0) {
    drv_block_reset(p);
    return true;
  }
  if ((p->word[CONTROL] & ACTIVE) == 0) { /* nothing else is taken (TCI:CTRL-05) */
    p->word[CONTROL] |= offset == CONTROL ? ACTIVE : 0;
    return true;
  }
  uint32_t *word = &p->word[offset / 4];
  for (size_t i = 0; i < p->count; i++) {
    const struct field *f = &p->field[i];
    if (f->offset != offset) continue;
    const uint32_t shift = shift_of(f->mask), old = (*word & f->mask) >> shift;
    *word = (*word & ~f->mask) | becomes(f, old, (value & f->mask) >> shift) << shift;
  }
  return true;
}

static const struct rvt_drv_bus bus = {.read32 = bus_read, .write32 = bus_write};

void drv_block_put(struct block *p, struct field f) {
  assert_true(p->count < FIELDS);
  p->field[p->count++] = f;
  drv_block_reset(p);
}
/** An empty bus with one component on it, of version 1.2, and a driver of that bus. */
struct block *drv_block_begin(struct rvt_drv *drv, enum rvt_drv_type type) {
  memset(drv_block, 0, sizeof drv_block);
  drv_writes = 0;
  *drv = (struct rvt_drv){.bus = &bus, .timeout = 9};
  drv_block[0].base = UINT64_C(0x700004000);
  PUT(&drv_block[0], CONTROL, 3, BITS, 3);
  PUT(&drv_block[0], CONTROL, EMPTY, FIXED, 1);
  PUT(&drv_block[0], IMPL, 0xFFF, FIXED, (uint32_t)type << 8 | 0x21);
  return &drv_block[0];
}

void drv_ok(const struct rvt_drv *drv, enum rvt_drv_status status) {
  char text[256];
  rvt_drv_error_text(&drv->error, text, sizeof text);
  if (status != RVT_DRV_OK) fail_msg("%s", text);
}

void drv_fails(const struct rvt_drv *drv, enum rvt_drv_status status, enum rvt_drv_status expected,
               const char *text) {
  char found[256];
  assert_int_equal(status, expected);
  assert_int_equal(drv->error.status, expected);
  rvt_drv_error_text(&drv->error, found, sizeof found);
  assert_string_equal(found, text);
}
