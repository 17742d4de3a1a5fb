/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_NTRACE_REPEAT_H
#define RVT_NTRACE_REPEAT_H

/*
 * Golden model of rtl/ntrace/rvt_ntrace_repeat.sv: branch messages that are the same once more are
 * counted, not sent. docs/units/repeat.md. The functional encoder takes the same three decisions,
 * without clocks.
 */

#include "rvt/ntrace.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/** The RTL's registers of the same names; `rec_q` stands for key_q. */
struct rvt_ntrace_repeat {
  uint32_t count_max; /* largest B-CNT, 2^18 - 1 in an encoder (NT:RPT-06) */
  bool have_q;        /* the message sent last is one that is counted against: `rec_q` */
  struct rvt_ntrace_record rec_q;
  uint32_t count_q;
  uint64_t time_q; /* of what was counted last (NT:TSP-11) */
};

/** What is done with a record. */
enum rvt_repeat_act {
  RVT_REPEAT_PASS,  /* it is sent */
  RVT_REPEAT_MERGE, /* it is counted */
  RVT_REPEAT_SEND   /* the count is sent first, and the record stays */
};

/** Inputs of one clock. */
struct rvt_ntrace_repeat_in {
  bool clr;
  bool en; /* branches are counted against what is sent from now on */
  bool rec_valid;
  bool out_ready;
  struct rvt_ntrace_record rec; /* defined while `rec_valid` */
};

/** Outputs of one clock. */
struct rvt_ntrace_repeat_out {
  bool rec_ready;
  bool out_valid;
  bool busy;                    /* a count is held */
  struct rvt_ntrace_record rec; /* defined while `out_valid` */
};

/** State after reset; `count_bits` of B-CNT, 1..18. */
void rvt_ntrace_repeat_init(struct rvt_ntrace_repeat *s, unsigned count_bits);
/** The synchronous clear. */
static inline void rvt_ntrace_repeat_clear(struct rvt_ntrace_repeat *s) {
  s->have_q = false;
  s->count_q = 0;
}
static inline bool rvt_ntrace_repeat_busy(const struct rvt_ntrace_repeat *s) {
  return s->count_q != 0;
}
/** What is done with `rec`. Pure. */
enum rvt_repeat_act rvt_ntrace_repeat_act(const struct rvt_ntrace_repeat *s,
                                          const struct rvt_ntrace_record *rec);
/** RepeatBranch with the count that is held. Pure. */
struct rvt_ntrace_record rvt_ntrace_repeat_record(const struct rvt_ntrace_repeat *s);
/** Do what rvt_ntrace_repeat_act() said of the same state and record; `en` as in the clock. */
void rvt_ntrace_repeat_apply(struct rvt_ntrace_repeat *s, enum rvt_repeat_act act,
                             const struct rvt_ntrace_record *rec, bool en);

void rvt_ntrace_repeat_outputs(const struct rvt_ntrace_repeat *s,
                               const struct rvt_ntrace_repeat_in *in,
                               struct rvt_ntrace_repeat_out *out);
/** One rising clock edge. */
void rvt_ntrace_repeat_tick(struct rvt_ntrace_repeat *s, const struct rvt_ntrace_repeat_in *in);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
