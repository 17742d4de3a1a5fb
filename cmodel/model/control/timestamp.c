/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "rvt/unit/timestamp.h"

#include "rvt/regs.h"

enum { CLOCKS_MASK = 0x3F, HIGH_BITS = 32, SUPPRESS_MOST = 15 };

static bool is_internal(uint8_t mode) { return mode == RVT_TS_SYSTEM || mode == RVT_TS_CORE; }

static uint64_t cut(const struct rvt_timestamp *s, uint64_t time) {
  return s->width == 0 ? 0 : time & UINT64_MAX >> (64 - s->width);
}

uint64_t rvt_timestamp_now(const struct rvt_timestamp *s, uint64_t time) {
  if (!s->active_q || s->mode_q == RVT_TS_NONE) return 0;
  return is_internal(s->mode_q) ? s->counter_q : cut(s, time);
}

#define PUT(word, field, value) RVT_WITH_FIELD(word, field, (uint32_t)(value))

uint32_t rvt_timestamp_control(const struct rvt_timestamp *s) {
  uint32_t w = 0;
  w = PUT(w, RVT_TR_TS_ACTIVE, s->active_q);
  w = PUT(w, RVT_TR_TS_COUNT, s->count_q);
  w = PUT(w, RVT_TR_TS_RUN_IN_DEBUG, s->run_in_debug_q);
  w = PUT(w, RVT_TR_TS_MODE, s->mode_q);
  w = PUT(w, RVT_TR_TS_PRESCALE, s->prescale_q);
  w = PUT(w, RVT_TR_TS_ENABLE, s->enable_q);
  w = PUT(w, RVT_RVT_TS_SUPPRESS, s->suppress_q);
  return PUT(w, RVT_TR_TS_WIDTH, s->width);
}

/** Whether the counter moves on in this clock but for the prescaler. */
static bool runs(const struct rvt_timestamp *s, bool halted) {
  if (!s->active_q || !s->count_q || !is_internal(s->mode_q)) return false;
  return s->mode_q == RVT_TS_SYSTEM || s->run_in_debug_q || !halted; /* TCI:TS-07 */
}

static void count(struct rvt_timestamp *d) {
  const unsigned period = 1u << (2 * d->prescale_q); /* TCI:TS-06 */
  d->clocks_q = (uint8_t)((d->clocks_q + 1) & CLOCKS_MASK);
  if (d->clocks_q % period == 0) d->counter_q = cut(d, d->counter_q + 1); /* TCI:TS-08 */
}

static void write(struct rvt_timestamp *d, uint32_t w) {
  const uint32_t mode = RVT_FIELD(w, RVT_TR_TS_MODE);
  d->active_q = RVT_FIELD(w, RVT_TR_TS_ACTIVE) != 0;
  d->count_q = RVT_FIELD(w, RVT_TR_TS_COUNT) != 0;
  d->run_in_debug_q = RVT_FIELD(w, RVT_TR_TS_RUN_IN_DEBUG) != 0;
  if (mode <= RVT_TS_SHARED) d->mode_q = (uint8_t)mode;
  d->prescale_q = (uint8_t)RVT_FIELD(w, RVT_TR_TS_PRESCALE);
  d->enable_q = RVT_FIELD(w, RVT_TR_TS_ENABLE) != 0;
  d->suppress_q = (uint8_t)(RVT_FIELD(w, RVT_RVT_TS_SUPPRESS) & SUPPRESS_MOST);
}

void rvt_timestamp_tick(struct rvt_timestamp *s, const struct rvt_timestamp_in *in) {
  struct rvt_timestamp d = {.width = s->width};
  if (!in->works || s->width == 0) {
    *s = d;
    return;
  }
  d = *s;
  if (in->read_low) d.high_q = (uint32_t)(rvt_timestamp_now(s, in->time) >> HIGH_BITS);
  if (runs(s, in->halted)) count(&d);
  bool clear = false;
  if (in->write) {
    write(&d, (rvt_timestamp_control(s) & ~in->lanes) | (in->data & in->lanes));
    clear = (in->data & in->lanes & RVT_TR_TS_RESET_MASK) != 0 && is_internal(d.mode_q);
  }
  d.new_q = clear || d.active_q != s->active_q || d.mode_q != s->mode_q ||
            d.prescale_q != s->prescale_q || (d.enable_q && !s->enable_q); /* TCI:TS-16, TS-22 */
  if (clear || !d.active_q) d.counter_q = d.clocks_q = 0;
  if (!d.active_q) d.high_q = 0;
  *s = d;
}
