/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "apb_bus.h"

#include "harness/bench.h"

enum { RARE = 16, LONGEST_WAIT = 1000 };

void tb_apb_init(struct tb_apb *b, struct tb *tb, unsigned addr_bits,
                 const struct tb_apb_word *words, size_t word_count) {
  *b = (struct tb_apb){.words = words,
                       .word_count = word_count,
                       .addr_mask = (uint16_t)((1u << addr_bits) - 1),
                       .elsewhere = 24,
                       .every = (uint16_t)tb_option_in(tb, "bus", 12, 0, 60000)};
  for (size_t i = 0; i < word_count; i++) b->weights += words[i].weight;
}

void tb_apb_reset(struct tb_apb *b) {
  b->pins = (struct rvt_apb){.psel = false};
  b->phase = TB_APB_IDLE;
  b->head = b->queued = 0;
  b->pausing = false;
  b->pause_left = b->storm_left = 0;
}

bool tb_apb_queue(struct tb_apb *b, const struct tb_apb_access *access) {
  if (b->queued == TB_APB_QUEUE) return false;
  b->queue[(b->head + b->queued++) % TB_APB_QUEUE] = *access;
  return true;
}

bool tb_apb_write(struct tb_apb *b, uint16_t paddr, uint32_t data) {
  const struct tb_apb_access a = {.write = true, .paddr = paddr, .data = data, .strb = 0xF};
  return tb_apb_queue(b, &a);
}

bool tb_apb_read(struct tb_apb *b, uint16_t paddr, uint32_t tag) {
  const struct tb_apb_access a = {.paddr = paddr, .tag = tag};
  return tb_apb_queue(b, &a);
}

bool tb_apb_idle(const struct tb_apb *b) {
  return b->queued == 0 && (b->phase == TB_APB_IDLE || !b->asked);
}

static uint8_t any_strobes(struct tb_rng *rng) {
  static const uint8_t narrow[] = {1, 2, 4, 8, 3, 12, 1, 2};
  const uint32_t r = tb_rng_below(rng, 16);
  if (r < 8) return 0xF;
  if (r < 13) return narrow[tb_rng_below(rng, sizeof narrow)];
  return (uint8_t)tb_rng_below(rng, 16); /* overflows between bytes, or no byte at all */
}

/* Also what software does most: the word as it was, with a few bits changed. */
static uint32_t any_data(struct tb_apb *b, struct tb_rng *rng, const struct tb_apb_word *w) {
  const uint64_t r = tb_rng_next(rng);
  uint32_t data = (uint32_t)r;
  switch (tb_rng_below(rng, 8)) {
  case 0: data = 0; break;
  case 1: data = ~(uint32_t)0; break;
  case 2:
  case 3: data &= (uint32_t)(r >> 32); break;
  case 4:
  case 5: data = b->last ^ (uint32_t)1 << (r & 31) ^ (uint32_t)1 << (r >> 5 & 31); break;
  default: break;
  }
  if (w != NULL && !tb_rng_one_in(rng, w->rare != 0 ? w->rare : RARE))
    data = (data | w->likely) & ~w->unlikely;
  return b->last = data;
}

static const struct tb_apb_word *any_word(const struct tb_apb *b, struct tb_rng *rng) {
  if (b->weights == 0 || tb_rng_below(rng, 256) < b->elsewhere) return NULL;
  uint32_t at = tb_rng_below(rng, b->weights);
  const struct tb_apb_word *w = b->words;
  while (at >= w->weight) at -= w++->weight;
  return w;
}

static struct tb_apb_access by_chance(struct tb_apb *b, struct tb_rng *rng) {
  const struct tb_apb_word *w = any_word(b, rng);
  struct tb_apb_access a = {.write = tb_rng_below(rng, 5) < 3, .strb = any_strobes(rng)};
  uint32_t paddr = (uint32_t)tb_rng_next(rng);
  if (w != NULL) {
    a.strb = (uint8_t)(a.strb & ~w->fixed);
    paddr = w->offset | (paddr & 3u);
    if (w->repeat > 1) paddr += w->stride * tb_rng_below(rng, w->repeat);
  }
  a.paddr = (uint16_t)(paddr & b->addr_mask);
  a.data = any_data(b, rng, w);
  return a;
}

/* Storms without a pause between two accesses, and times in which little happens. */
static bool wants_one(struct tb_apb *b, struct tb_rng *rng) {
  if (b->every == 0) return false;
  if (b->storm_left == 0) {
    static const uint16_t faster[] = {1, 1, 4, 2};
    b->storm_left = 1 + tb_rng_below(rng, 40u * b->every);
    const uint32_t kind = tb_rng_below(rng, 6);
    b->pace = kind == 0 ? 1 : kind < 5 ? b->every / faster[kind - 1] : 8u * b->every;
    if (b->pace == 0) b->pace = 1;
  }
  b->storm_left--;
  return tb_rng_one_in(rng, b->pace);
}

/** @return whether an access begins in this clock */
static bool begin(struct tb_apb *b, struct tb_rng *rng) {
  b->asked = b->queued != 0;
  if (b->asked) {
    const struct tb_apb_access *a = &b->queue[b->head];
    if (!b->pausing) b->pause_left = a->pause;
    b->pausing = true;
    if (b->pause_left != 0) {
      b->pause_left--;
      return false;
    }
    b->now = *a;
    b->head = (b->head + 1) % TB_APB_QUEUE;
    b->queued--;
    b->pausing = false;
    return true;
  }
  if (!wants_one(b, rng)) return false;
  b->now = by_chance(b, rng);
  return true;
}

void tb_apb_next(struct tb_apb *b, struct tb_rng *rng) {
  if (b->phase == TB_APB_ACCESS) return; /* waits */
  if (b->phase == TB_APB_SETUP) {
    b->phase = TB_APB_ACCESS;
    b->pins.penable = true;
    b->waits = 0;
    return;
  }
  const uint64_t r = tb_rng_next(rng);
  if (begin(b, rng)) {
    b->phase = TB_APB_SETUP;
    b->pins = (struct rvt_apb){.psel = true,
                               .pwrite = b->now.write,
                               .paddr = b->now.paddr,
                               .pwdata = b->now.write ? b->now.data : (uint32_t)r,
                               .pstrb = b->now.write ? b->now.strb : (uint8_t)(r >> 32 & 15)};
    return;
  }
  b->pins = (struct rvt_apb){.penable = (r >> 40 & 1) != 0,
                             .pwrite = (r >> 41 & 1) != 0,
                             .paddr = (uint16_t)(r >> 48 & b->addr_mask),
                             .pwdata = (uint32_t)r,
                             .pstrb = (uint8_t)(r >> 32 & 15)};
}

void tb_apb_clock(struct tb_apb *b, struct tb *tb, bool pready, uint32_t prdata, bool pslverr) {
  const bool reads = b->phase == TB_APB_ACCESS && !b->now.write;
  if (pslverr) tb_fail(tb, "bus: pslverr is 1 (TCI:BUS-01)");
  if (prdata != 0 && !reads)
    tb_fail(tb, "bus: prdata is 0x%08x outside the access phase of a read", prdata);
  if (b->phase != TB_APB_ACCESS) return;
  if (!pready) {
    if (++b->waits > LONGEST_WAIT) tb_fail(tb, "bus: pready stays 0 for %d clocks", LONGEST_WAIT);
    return;
  }
  b->phase = TB_APB_IDLE;
  b->reads += reads;
  b->writes += b->now.write;
  b->waited = b->waited || b->waits != 0;
  b->strobed = b->strobed || (b->now.write && b->pins.pstrb != 0 && b->pins.pstrb != 15);
  b->read_strobed = b->read_strobed || (reads && b->pins.pstrb != 0);
  if (b->waited && b->strobed && b->read_strobed && tb->error[0] == 0) PROVED("TCI:BUS-05");
  if (b->done != NULL) b->done(b->context, &b->now, reads ? prdata : 0);
}
