/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */

/*
 * The driver over hostile registers: the input chooses the calls, and what each read shows. What
 * the input leaves open is a plain register file that keeps what is written, so that a short input
 * comes far. Every call must end after a bounded number of accesses, all within its components,
 * with a whole error or a whole result; a failure leaves results as they were.
 */

#include <string.h>

#include "fuzz.h"
#include "rvt/drv.h"

enum { UNITS = 3, UNIT_WORDS = 0x1000 / 4, CALLS_MAX = 40, ACCESSES_MAX = 6000 };
enum { CONTROL = 0, IMPL = 4, ACTIVE = 1, EMPTY = 8, LOST = 0x1000 };
enum { LOOKS = 2 };

static const uint64_t bases[UNITS] = {0x40000000, 0xFFFFFFFFFFFFE000u, 0x2000};

struct device {
  const uint8_t *data;
  size_t left;
  uint32_t word[UNITS][UNIT_WORDS];
  unsigned unit_mask; /* units that the call has to do with */
  uint64_t reads, writes, time;
  bool may_clear; /* the call may write a 1 to trTeInstStallOrOverflow */
  enum rvt_drv_type
      believed;   /* 0: not known yet; what the driver holds unit 0 for, while it looks at it */
  unsigned looks; /* at tr..Impl of unit 0, whose type the driver takes from the first LOOKS */
};

static uint8_t next(struct device *d) {
  if (d->left == 0) return 0;
  d->left--;
  return *d->data++;
}

static uint32_t next_word(struct device *d) {
  uint32_t value = 0;
  for (unsigned i = 0; i < 4; i++) value = value << 8 | next(d);
  return value;
}

static uint32_t *find(struct device *d, uint64_t address, unsigned *unit, uint32_t *offset) {
  FUZZ_CHECK(d->reads + d->writes < ACCESSES_MAX);
  FUZZ_CHECK(address % 4 == 0);
  unsigned u = 0;
  while (u < UNITS && address - bases[u] >= 4 * UNIT_WORDS) u++;
  FUZZ_CHECK(u < UNITS && (d->unit_mask >> u & 1) != 0);
  *unit = u;
  *offset = (uint32_t)(address - bases[u]);
  return &d->word[u][*offset / 4];
}

/** Whether the access succeeds, and what it shows; half of all bytes leave the register alone. */
static bool hostile(struct device *d, uint32_t *value) {
  const uint8_t c = next(d);
  switch (c & 15) {
  case 8: *value = 0; break;
  case 9: *value = UINT32_MAX; break;
  case 10: *value = next_word(d); break;
  case 11: *value ^= 1u << (c >> 4); break;
  case 12: *value ^= 0x10000u << (c >> 4); break;
  case 13: *value ^= EMPTY; break;
  case 14: *value = (*value & ~0xFFu) | next(d); break;
  case 15: return c >> 4 < 14;
  default: break;
  }
  return true;
}

static bool hostile_read(void *context, uint64_t address, uint32_t *value) {
  struct device *d = context;
  unsigned unit;
  uint32_t offset;
  uint32_t shown = *find(d, address, &unit, &offset);
  d->reads++;
  if (!hostile(d, &shown)) return false;
  if (unit == 0 && offset == IMPL && d->looks++ < LOOKS)
    d->believed = (enum rvt_drv_type)(shown >> 8 & 0xF);
  *value = shown;
  return true;
}

static bool hostile_write(void *context, uint64_t address, uint32_t value) {
  struct device *d = context;
  unsigned unit;
  uint32_t offset;
  uint32_t *word = find(d, address, &unit, &offset);
  d->writes++;
  if (unit == 0 && offset == CONTROL && d->believed == RVT_DRV_ENCODER)
    FUZZ_CHECK(d->may_clear || (value & LOST) == 0); /* TCI:SW-02 */
  if (offset == IMPL) return true;
  *word = offset == CONTROL ? value | EMPTY : value;
  return true;
}

static uint64_t hostile_now(void *context) {
  struct device *d = context;
  return d->time += 1 + (d->reads & 3);
}

static void pass(void *context) { ((struct device *)context)->time += 2; }

/** The error of a call is whole. */
static void check_error(const struct rvt_drv *drv, enum rvt_drv_status status) {
  char text[256];
  const size_t length = rvt_drv_error_text(&drv->error, text, sizeof text);
  FUZZ_CHECK(length < sizeof text && strlen(text) == length);
  FUZZ_CHECK(strcmp(rvt_drv_status_text(status), "no such status") != 0);
  if (status == RVT_DRV_OK) return;
  FUZZ_CHECK(drv->error.status == status && drv->error.field != NULL);
  FUZZ_CHECK((memcmp(text, "tr", 2) == 0 || memcmp(text, "rvt", 3) == 0) &&
             strstr(text, " at 0x") != NULL);
  FUZZ_CHECK(status == RVT_DRV_ERR_BUS || drv->error.expected != drv->error.found ||
             status == RVT_DRV_ERR_STATE || status == RVT_DRV_ERR_ARG);
  FUZZ_CHECK(rvt_drv_error_text(&drv->error, text, 5) == length && strlen(text) == 4);
}

static enum rvt_drv_status find_out(struct rvt_drv *drv, struct device *d, unsigned unit,
                                    bool attach, struct rvt_drv_component *c) {
  struct rvt_drv_component found, before;
  memset(&found, 0x5A, sizeof found);
  memset(&before, 0x5A, sizeof before);
  d->believed = (enum rvt_drv_type)0;
  d->looks = 0;
  d->unit_mask = 1u << unit;
  const uint64_t writes = d->writes;
  const enum rvt_drv_status status = attach ? rvt_drv_attach(drv, bases[unit], &found)
                                            : rvt_drv_discover(drv, bases[unit], &found);
  d->believed = c[0].type;
  d->looks = LOOKS;
  FUZZ_CHECK(!attach || d->writes == writes);
  if (status != RVT_DRV_OK) {
    FUZZ_CHECK(memcmp(&found, &before, sizeof found) == 0);
    return status;
  }
  FUZZ_CHECK(found.base == bases[unit] && found.major == 1 && found.probed == !attach);
  FUZZ_CHECK(strcmp(rvt_drv_type_text(found.type), "component") != 0);
  if (found.type == RVT_DRV_RAM && found.probed)
    FUZZ_CHECK(!found.caps.ram.data || found.caps.ram.has_sram);
  c[unit] = found;
  d->believed = c[0].type;
  return status;
}

/** A component that the caller says to know, with what was found of it. */
static enum rvt_drv_status assume(struct rvt_drv *drv, struct device *d,
                                  struct rvt_drv_component *c) {
  struct rvt_drv_component known = *c;
  const enum rvt_drv_status status = rvt_drv_assume(drv, &known);
  FUZZ_CHECK(known.type == c->type && known.base == c->base && known.probed == c->probed);
  FUZZ_CHECK(memcmp(&known.caps, &c->caps, sizeof known.caps) == 0);
  FUZZ_CHECK(d->writes <= 2);
  if (status == RVT_DRV_OK) *c = known;
  return status;
}

static enum rvt_drv_status configure(struct rvt_drv *drv, struct device *d,
                                     const struct rvt_drv_component *c) {
  const uint32_t w = next_word(d);
  const struct rvt_drv_encoder_config te = {.mode = (uint8_t)(w & 7),
                                            .sync_mode = (uint8_t)(w >> 3 & 3),
                                            .sync_max = (uint8_t)(w >> 5 & 15),
                                            .src_bits = (uint8_t)(w >> 9 & 15),
                                            .implicit_return = (uint8_t)(w >> 13 & 7),
                                            .triggers = (w >> 16 & 1) != 0,
                                            .stall = (w >> 17 & 1) != 0,
                                            .repeat_branch = (w >> 18 & 3) == 3,
                                            .ts_mode = (uint8_t)(w >> 20 & 7),
                                            .ts_prescale = (uint8_t)(w >> 23 & 7),
                                            .ts_suppress = (uint8_t)(w >> 26),
                                            .src_id = (uint16_t)(w >> 18)};
  const struct rvt_drv_ram_config ram = {.smem = (w & 8) != 0,
                                         .bytes = w >> 16,
                                         .start = w >> 4 & 0xFFF,
                                         .stop_on_wrap = (w & 4) != 0};
  const struct rvt_drv_pib_config pib = {.mode = (uint8_t)(w >> 2 & 31),
                                         .divider = (uint16_t)(w >> 7),
                                         .async_freq = (uint8_t)(w >> 23 & 7),
                                         .clk_center = (w >> 26 & 1) != 0};
  switch (w & 3) {
  case 0: return rvt_drv_encoder_configure(drv, &c[0], &te);
  case 1: return rvt_drv_ram_configure(drv, &c[1], &ram);
  case 2: return rvt_drv_pib_configure(drv, &c[2], &pib);
  default: return rvt_drv_pib_calibrate(drv, &c[2], (w & 4) != 0);
  }
}

static enum rvt_drv_status look(struct rvt_drv *drv, const struct device *d,
                                const struct rvt_drv_component *c) {
  struct rvt_drv_state s, before;
  const uint64_t writes = d->writes;
  memset(&s, 0x5A, sizeof s);
  memset(&before, 0x5A, sizeof before);
  const enum rvt_drv_status status = rvt_drv_get_state(drv, c, &s);
  FUZZ_CHECK(d->writes == writes); /* TCI:CTRL-24 */
  if (status != RVT_DRV_OK) {
    FUZZ_CHECK(memcmp(&s, &before, sizeof s) == 0);
    return status;
  }
  FUZZ_CHECK((s.start | s.limit | s.wp) % 4 == 0);
  FUZZ_CHECK(!s.stopped || (s.active && !s.enabled && s.wrapped && s.wp == s.start));
  return status;
}

/** Begin to read and read some. */
static enum rvt_drv_status read_out(struct rvt_drv *drv, struct device *d,
                                    const struct rvt_drv_component *ram, bool resumed) {
  uint8_t bytes[64];
  struct rvt_drv_readout r = {.left = 77};
  enum rvt_drv_status status =
      resumed ? rvt_drv_readout_resumed(drv, ram, &r) : rvt_drv_readout_begin(drv, ram, &r);
  if (status != RVT_DRV_OK) {
    FUZZ_CHECK(r.left == 77);
    return status;
  }
  FUZZ_CHECK(r.left % 4 == 0);
  const size_t size = next(d) % (sizeof bytes + 1);
  for (unsigned i = 0; i < 3; i++) {
    const struct rvt_drv_readout before = r;
    const uint64_t reads = d->reads;
    size_t count = 99;
    status = rvt_drv_readout_next(drv, ram, &r, bytes, size, &count);
    FUZZ_CHECK(d->reads - reads <= size / 4 && r.left <= before.left);
    if (status != RVT_DRV_OK) {
      FUZZ_CHECK(count == 99 && (size < 4 ? r.left == before.left : true));
      return status;
    }
    const uint64_t most = size / 4 * 4;
    FUZZ_CHECK(count == (before.left < most ? before.left : most));
    FUZZ_CHECK(r.left == before.left - count);
  }
  return status;
}

static enum rvt_drv_status call(struct rvt_drv *drv, struct device *d,
                                struct rvt_drv_component *c) {
  const uint8_t op = next(d), unit = (uint8_t)((op >> 5) % UNITS);
  const struct rvt_drv_path path = {
      .encoder = &c[0], .sink = {&c[1], &c[2]}, .sinks = (size_t)(op >> 5) % 4};
  d->unit_mask = 7;
  d->may_clear = false;
  d->reads = d->writes = 0;
  if (path.sinks == 3) return rvt_drv_start(drv, &(struct rvt_drv_path){&c[0], {NULL}, 0}, true);
  switch (op & 31) {
  case 0:
  case 1: return find_out(drv, d, unit, false, c);
  case 2: return find_out(drv, d, unit, true, c);
  case 3: return rvt_drv_reset(drv, &c[unit]);
  case 4: return rvt_drv_release(drv, &c[unit]);
  case 5: return rvt_drv_init(drv, &c[unit]);
  case 6:
  case 7: return configure(drv, d, c);
  case 8:
  case 9: return rvt_drv_start(drv, &path, (op & 1) != 0);
  case 10:
  case 11: return rvt_drv_stop(drv, &path);
  case 12: return rvt_drv_abandon(drv, &path);
  case 13: return rvt_drv_flush(drv, &path);
  case 14: return look(drv, d, &c[unit]);
  case 15: d->may_clear = true; return rvt_drv_clear_lost(drv, &c[unit]);
  case 16: return rvt_drv_resume(drv, &c[1]);
  case 17:
  case 18: return read_out(drv, d, &c[unit], (op & 1) != 0);
  case 20: return assume(drv, d, &c[unit]);
  default: return rvt_drv_ram_rewind(drv, &c[1]);
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static struct device d;
  const uint8_t head = size == 0 ? 0 : data[0];
  memset(&d, 0, sizeof d);
  d.data = data + (size != 0);
  d.left = size - (size != 0);
  d.believed = RVT_DRV_ENCODER;
  d.looks = LOOKS;
  const struct rvt_drv_bus bus = {.context = &d,
                                  .read32 = hostile_read,
                                  .write32 = hostile_write,
                                  .pause = (head & 1) != 0 ? pass : NULL,
                                  .now = (head & 2) != 0 ? hostile_now : NULL};
  struct rvt_drv drv = {.bus = &bus, .timeout = head >> 2 & 7};
  static const enum rvt_drv_type types[UNITS] = {RVT_DRV_ENCODER, RVT_DRV_RAM, RVT_DRV_PIB};
  struct rvt_drv_component c[UNITS];
  for (unsigned u = 0; u < UNITS; u++) {
    c[u] = (struct rvt_drv_component){.base = bases[u], .type = types[u], .major = 1};
    d.word[u][CONTROL] = ACTIVE | EMPTY;
    d.word[u][IMPL / 4] = (uint32_t)types[u] << 8 | 1 | (u == 1 ? 1u << 12 : 0);
  }
  for (unsigned i = 0; i < CALLS_MAX && d.left != 0; i++) check_error(&drv, call(&drv, &d, c));
  return 0;
}
