/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_TB_TIME_BASE_H
#define RVT_TB_TIME_BASE_H

/*
 * trTsControl as software has written it, and which clocks begin a new base of time (TCI:TS-16), in
 * words of the table of registers: neither RTL nor model is asked.
 */

#include "rvt/regs.h"

struct tb_time_base {
  uint32_t control; /* as it reads, without trTsWidth */
  bool fresh;       /* from this clock on time has another base */
};

static inline uint32_t tb_time_mode(const struct tb_time_base *t) {
  return RVT_FIELD(t->control, RVT_TR_TS_MODE);
}

/** Whether time is that of the unit's own counter. */
static inline bool tb_time_internal(const struct tb_time_base *t) {
  return tb_time_mode(t) == 2 || tb_time_mode(t) == 3;
}

/** The edge after a clock; `lanes`: bits of trTsControl that are written in it. */
static inline void tb_time_base_tick(struct tb_time_base *t, bool works, uint32_t data,
                                     uint32_t lanes) {
  enum { MODES = 5, BASE = RVT_TR_TS_ACTIVE_MASK | RVT_TR_TS_MODE_MASK | RVT_TR_TS_PRESCALE_MASK };
  const struct tb_time_base before = *t;
  *t = (struct tb_time_base){0};
  if (!works) return;
  t->control = ((before.control & ~lanes) | (data & lanes)) & RVT_TR_TS_CONTROL_WRITABLE;
  if (tb_time_mode(t) >= MODES)
    t->control = RVT_WITH_FIELD(t->control, RVT_TR_TS_MODE, tb_time_mode(&before));
  const bool reset = (data & lanes & RVT_TR_TS_RESET_MASK) != 0 && tb_time_internal(t);
  t->fresh = reset || ((t->control ^ before.control) & BASE) != 0;
}

#endif
