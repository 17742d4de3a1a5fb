/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_TB_TIME_BASE_H
#define RVT_TB_TIME_BASE_H

/*
 * The time of a timestamp unit, in words of the specification: trTsControl as software has written
 * it, the clocks that count, and which clocks begin a new base (TCI:TS-16, TS-22). Neither RTL nor
 * model is asked.
 */

#include "harness/bench.h"
#include "rvt/regs.h"

struct tb_time_base {
  uint32_t control; /* as it reads, without trTsWidth */
  uint64_t counted; /* clocks that were counted with this prescaler ... */
  uint64_t since;   /* ... with this reading at their begin */
  bool fresh;       /* from this clock on time has another base, or TSTAMP is on */
};

static inline uint32_t tb_time_mode(const struct tb_time_base *t) {
  return RVT_FIELD(t->control, RVT_TR_TS_MODE);
}

static inline bool tb_time_active(const struct tb_time_base *t) {
  return RVT_FIELD(t->control, RVT_TR_TS_ACTIVE) != 0;
}

/** Whether time is that of the unit's own counter. */
static inline bool tb_time_internal(const struct tb_time_base *t) {
  return tb_time_mode(t) == 2 || tb_time_mode(t) == 3;
}

/** Binary logarithm of the clocks of a count (TCI:TS-06). */
static inline unsigned tb_time_shift(const struct tb_time_base *t) {
  return 2 * RVT_FIELD(t->control, RVT_TR_TS_PRESCALE);
}

/** The time of this clock, of `width` bits, with this one outside (TCI:TS-03). */
static inline uint64_t tb_time_now(const struct tb_time_base *t, uint64_t outside, unsigned width) {
  uint64_t now = 0;
  if (tb_time_internal(t))
    now = t->since + (t->counted >> tb_time_shift(t));
  else if (tb_time_mode(t) != 0)
    now = outside;
  return tb_time_active(t) ? now & tb_ones(width) : 0;
}

/** Whether the counter runs, and only debug mode may keep it. */
static inline bool tb_time_may(const struct tb_time_base *t) {
  return tb_time_active(t) && RVT_FIELD(t->control, RVT_TR_TS_COUNT) != 0 && tb_time_internal(t);
}

/** Whether a hart in debug mode keeps it (TCI:TS-07). */
static inline bool tb_time_frozen(const struct tb_time_base *t, bool halted) {
  return tb_time_mode(t) == 3 && halted && RVT_FIELD(t->control, RVT_TR_TS_RUN_IN_DEBUG) == 0;
}

/** The edge after a clock; `lanes`: bits of trTsControl that are written in it. */
static inline void tb_time_tick(struct tb_time_base *t, bool works, bool halted, uint32_t data,
                                uint32_t lanes) {
  enum { MODES = 5, BASE = RVT_TR_TS_ACTIVE_MASK | RVT_TR_TS_MODE_MASK | RVT_TR_TS_PRESCALE_MASK };
  const struct tb_time_base before = *t;
  *t = (struct tb_time_base){0};
  if (!works) return;
  t->control = ((before.control & ~lanes) | (data & lanes)) & RVT_TR_TS_CONTROL_WRITABLE;
  if (tb_time_mode(t) >= MODES)
    t->control = RVT_WITH_FIELD(t->control, RVT_TR_TS_MODE, tb_time_mode(&before));
  const bool reset = (data & lanes & RVT_TR_TS_RESET_MASK) != 0 && tb_time_internal(t);
  t->fresh = reset || ((t->control ^ before.control) & BASE) != 0 ||
             (t->control & ~before.control & RVT_TR_TS_ENABLE_MASK) != 0; /* TCI:TS-22 */
  if (reset || !tb_time_active(t)) return;
  t->counted = before.counted + (tb_time_may(&before) && !tb_time_frozen(&before, halted));
  t->since = before.since;
  if (tb_time_shift(t) == tb_time_shift(&before)) return;
  /* What it has counted stays; the clocks of the period under way count in the new one. */
  t->since += (t->counted >> tb_time_shift(&before)) - (t->counted % 64 >> tb_time_shift(t));
  t->counted %= 64;
}

#endif
