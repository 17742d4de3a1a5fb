/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_TIMESTAMP_H
#define RVT_TIMESTAMP_H

/* Golden model of rtl/control/rvt_timestamp.sv. docs/units/timestamp.md. Plain data throughout. */

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

enum { RVT_TS_WIDTH_MOST = 63 }; /* so that trTsWidth can say it (TCI:TS-09) */

/** trTsMode (TCI:TS-02). */
enum rvt_ts_mode {
  RVT_TS_NONE = 0,
  RVT_TS_EXTERNAL = 1, /* the time of outside */
  RVT_TS_SYSTEM = 2,   /* the counter */
  RVT_TS_CORE = 3,     /* the counter, which rests while the hart is in debug mode */
  RVT_TS_SHARED = 4    /* the time of outside */
};

/** Registers, all zeros after reset; `width` is the build's, 0: there is no unit. */
struct rvt_timestamp {
  uint8_t width;
  bool active_q, count_q, run_in_debug_q, enable_q;
  uint8_t mode_q, prescale_q, suppress_q;
  uint64_t counter_q;
  uint8_t clocks_q; /* since the last count, 6 bits */
  uint32_t high_q;  /* bits 63:32 of time as trTsCounterLow was read (TCI:BUS-12) */
  bool new_q;       /* time has another base from this clock on (TCI:TS-16) */
};

struct rvt_timestamp_in {
  bool works;     /* the component is not in reset */
  bool write;     /* trTsControl is written ... */
  uint32_t data;  /* ... with this ... */
  uint32_t lanes; /* ... in these bits */
  bool read_low;  /* trTsCounterLow is read */
  bool halted;    /* the hart is in debug mode */
  uint64_t time;  /* of outside */
};

/** The time that counts, of `time` outside: `width` bits. */
uint64_t rvt_timestamp_now(const struct rvt_timestamp *s, uint64_t time);
/** What trTsControl reads. */
uint32_t rvt_timestamp_control(const struct rvt_timestamp *s);
/** Whether messages carry TSTAMP (TCI:TS-17). */
static inline bool rvt_timestamp_on(const struct rvt_timestamp *s) {
  return s->active_q && s->enable_q && s->mode_q != RVT_TS_NONE;
}
/** One rising clock edge with reset released. */
void rvt_timestamp_tick(struct rvt_timestamp *s, const struct rvt_timestamp_in *in);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
