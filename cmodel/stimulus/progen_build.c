/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <assert.h>

#include "progen_asm.h"
#include "progen_program.h"

/* Layout: five regions, what stands where, and the targets of calls and known jumps. */

enum { LOW_ADDRESS = 0x100, PAGE = 4096 };
enum { LOW = 0, SECOND = 1, MAIN = 2, HIGH = 3, TOP = 4 };

static void fill(struct rvt_progen *g, uint32_t region) {
  struct rvt_progen_code *c = &g->code[region];
  const uint32_t end = c->room - RVT_PROGEN_SLACK;
  while (c->used < end) rvt_progen_add_function(g, region, end);
  rvt_progen_add_last(g, region);
}

static uint64_t random_pages(struct rvt_progen *g, uint64_t pages) {
  const uint64_t r = rvt_progen_next(g);
  return g->params.base_offset ? r % pages * PAGE : 0;
}

/* RV64 addresses are canonical in `va_bits`; both ends of the address space are used. */
static void place_regions(struct rvt_progen *g) {
  const bool wide = g->params.xlen == 64;
  const bool far = (rvt_progen_next(g) & 1) != 0;
  const unsigned narrow = g->params.va_bits < 39 ? 39 - g->params.va_bits : 0;
  g->code[LOW].address = LOW_ADDRESS;
  g->code[SECOND].address = UINT64_C(0x00400000) + random_pages(g, 0x3f000);
  g->code[MAIN].address =
      wide && far ? (UINT64_C(1) << (g->params.va_bits - 2)) + random_pages(g, 0x1f00000 >> narrow)
                  : UINT64_C(0x80000000) + random_pages(g, 0x10000);
  g->code[HIGH].address =
      wide ? -(UINT64_C(1) << (g->params.va_bits - 1)) + random_pages(g, 0x3000000 >> narrow)
           : UINT64_C(0xc0000000) + random_pages(g, 0x20000);
  /* The last instruction ends before the address space does. */
  g->code[TOP].address =
      (rvt_progen_mask(g) - 2 * (uint64_t)g->code[TOP].used - 16) & ~UINT64_C(15);
}

struct rvt_progen_place rvt_progen_anywhere(struct rvt_progen *g) {
  const uint32_t region = rvt_progen_below(g, RVT_PROGEN_REGIONS);
  const struct rvt_progen_code *c = &g->code[region];
  return (struct rvt_progen_place){region, rvt_progen_begin(c, rvt_progen_below(g, c->used))};
}

struct rvt_progen_place rvt_progen_function(struct rvt_progen *g) {
  const uint32_t region = rvt_progen_below(g, RVT_PROGEN_REGIONS);
  const struct rvt_progen_code *c = &g->code[region];
  return (struct rvt_progen_place){region, c->entry[rvt_progen_below(g, c->entries)]};
}

/* Number of function entries below a parcel. */
static uint32_t entries_below(const struct rvt_progen_code *c, uint32_t parcel) {
  uint32_t low = 0, high = c->entries;
  while (low < high) {
    const uint32_t middle = low + (high - low) / 2;
    if (c->entry[middle] < parcel)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

/* A function in reach, or any instruction if there is none; forward unless a branch leads around.
 */
static void link_site(struct rvt_progen *g, const struct rvt_progen_site *site) {
  const struct rvt_progen_code *c = &g->code[site->at.region];
  const uint32_t from = site->at.parcel;
  const struct rvt_progen_parcel *s = &c->parcel[from];
  const uint32_t reach = (uint32_t)rvt_progen_reach(s) / 2;
  const uint32_t next = from + s->size;
  const uint32_t least = !site->guarded ? next : from > reach ? from - reach : 0;
  const uint32_t end = c->used - from > reach ? from + reach : c->used;
  const uint32_t first = entries_below(c, least), last = entries_below(c, end);
  uint32_t target;
  if (last > first) {
    target = c->entry[first + rvt_progen_below(g, last - first)];
  } else {
    target = rvt_progen_begin(c, least + rvt_progen_below(g, end - least));
    if (target < least) target = next;
  }
  rvt_progen_set_target(g, site->at.region, from, target);
}

static bool in_imm12(uint64_t address, uint64_t mask) {
  return ((address + 0x800) & mask) < 0x1000;
}

/* JALR with rs1 = x0 reaches 2 KiB at either end of the address space. */
static void link_zero(struct rvt_progen *g, struct rvt_progen_pair *pair) {
  const uint32_t region = rvt_progen_below(g, 2) == 0 ? LOW : TOP;
  const struct rvt_progen_code *c = &g->code[region];
  const uint32_t near = region == LOW ? (0x800 - LOW_ADDRESS) / 2 : 1000;
  const uint32_t count = near < c->used ? near : c->used;
  const uint32_t first = region == LOW ? 0 : c->used - count;
  uint32_t parcel = first + rvt_progen_below(g, count);
  const uint32_t entries = entries_below(c, first + count), below = entries_below(c, first);
  if (entries > below && rvt_progen_below(g, 2) == 0)
    parcel = c->entry[below + rvt_progen_below(g, entries - below)];
  pair->target = (struct rvt_progen_place){region, rvt_progen_begin(c, parcel)};
  if (!in_imm12(rvt_progen_address(g, pair->target), rvt_progen_mask(g)))
    pair->target.parcel = c->entry[c->entries - 1];
  const uint64_t address = rvt_progen_address(g, pair->target);
  struct rvt_progen_parcel *s = rvt_progen_at(g, pair->jump);
  s->word |= rvt_asm_jalr(0, 0, (int32_t)(uint32_t)address);
}

/* The constant that LUI or AUIPC must make; false if it cannot. */
static bool upper_part(const struct rvt_progen *g, const struct rvt_progen_pair *pair,
                       bool pc_relative, bool small, uint32_t *upper) {
  uint64_t value = rvt_progen_address(g, pair->target);
  if (pc_relative) value -= rvt_progen_address(g, pair->upper);
  const uint64_t high = (value + 0x800) & ~UINT64_C(0xfff);
  *upper = (uint32_t)high;
  if (small) {
    const uint64_t mask = rvt_progen_mask(g);
    return (high & mask) != 0 && ((high + 0x20000) & mask) < 0x40000;
  }
  return g->params.xlen == 32 || high + UINT64_C(0x80000000) < UINT64_C(0x100000000);
}

static void link_sequential(struct rvt_progen *g, struct rvt_progen_pair *pair) {
  struct rvt_progen_parcel *upper = rvt_progen_at(g, pair->upper);
  struct rvt_progen_parcel *jump = rvt_progen_at(g, pair->jump);
  const bool small = upper->size == 1, pc_relative = !small && (upper->word & 0x7f) == 0x17;
  uint32_t high = 0;
  for (unsigned tries = 0;; tries++) {
    pair->target = (tries & 1) == 0 ? rvt_progen_function(g) : rvt_progen_anywhere(g);
    if (upper_part(g, pair, pc_relative, small, &high)) break;
    /* C.LUI and LUI reach the low region from 0x800 on, AUIPC its own region. */
    if (tries < 16) continue;
    const uint32_t region = pc_relative ? pair->upper.region : LOW;
    const struct rvt_progen_code *c = &g->code[region];
    const uint32_t parcel = rvt_progen_below(g, c->used);
    pair->target = (struct rvt_progen_place){region, rvt_progen_begin(c, parcel)};
    if (upper_part(g, pair, pc_relative, small, &high)) break;
  }
  uint64_t low = rvt_progen_address(g, pair->target) - high;
  if (pc_relative) low -= rvt_progen_address(g, pair->upper);
  upper->word |= small ? rvt_asm_c_lui(0, high) : (uint64_t)(high & 0xfffff000);
  jump->word |= rvt_asm_jalr(0, 0, (int32_t)(uint32_t)low);
}

void rvt_progen_link(struct rvt_progen *g) {
  for (uint32_t i = 0; i < g->sites; i++) link_site(g, &g->site[i]);
  for (uint32_t i = 0; i < g->pairs; i++) {
    if ((rvt_progen_at(g, g->pair[i].jump)->flags & RVT_FLAG_ZERO) != 0)
      link_zero(g, &g->pair[i]);
    else
      link_sequential(g, &g->pair[i]);
  }
}

static void write_bytes(struct rvt_progen_code *c) {
  for (uint32_t parcel = 0; parcel < c->used; parcel += c->parcel[parcel].size)
    for (uint32_t i = 0; i < 2u * c->parcel[parcel].size; i++)
      c->bytes[2 * parcel + i] = (uint8_t)(c->parcel[parcel].word >> (8 * i));
}

void rvt_progen_build(struct rvt_progen *g) {
  g->entry = (struct rvt_progen_place){MAIN, 0};
  rvt_progen_sampler(g, MAIN);
  if (g->params.traps) {
    rvt_progen_add_handlers(g, MAIN, &g->to_m, true);
    rvt_progen_add_handlers(g, HIGH, &g->to_s, false);
  }
  for (uint32_t region = 0; region < RVT_PROGEN_REGIONS; region++) fill(g, region);
  place_regions(g);
  rvt_progen_link(g);
  for (uint32_t region = 0; region < RVT_PROGEN_REGIONS; region++) write_bytes(&g->code[region]);
}
