/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_NTRACE_REPEAT_H
#define RVT_NTRACE_REPEAT_H

/*
 * Golden model of rtl/ntrace/rvt_ntrace_repeat.sv: branch messages that are the same once more are
 * counted, not sent. docs/units/repeat.md. The functional encoder takes the same decisions, without
 * clocks: a record is loaded, then what rvt_ntrace_repeat_act() says is done until nothing is left.
 */

#include "rvt/ntrace.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/** The RTL's registers of the same names, but for `have_q` and `same_q`: the RTL has their parts,
 * and joins them in the clock after the load. */
struct rvt_ntrace_repeat {
  uint32_t count_max; /* largest B-CNT, 2^18 - 1 in an encoder (NT:RPT-06) */
  bool valid_q;       /* `rec_q` is here, neither sent nor counted; it stays when it has left */
  bool have_q;        /* ... and is one that is counted against */
  bool same_q;        /* it is the one before it once more */
  struct rvt_ntrace_record rec_q;
  uint32_t count_q;
  uint64_t time_q;    /* of what was counted last (NT:TSP-11) */
  bool new_q, wait_q; /* another base of time: now; when the record before it has left */
};

/** What is done with the record that is held. */
enum rvt_repeat_act {
  RVT_REPEAT_NONE,  /* there is none */
  RVT_REPEAT_PASS,  /* it is sent */
  RVT_REPEAT_MERGE, /* it is counted */
  RVT_REPEAT_SEND   /* the count is sent first, and the record stays */
};

/** Inputs of one clock. */
struct rvt_ntrace_repeat_in {
  bool clr;
  bool en; /* branches are counted against what comes from now on */
  bool rec_valid;
  bool time_new; /* the record and what follows have another base of time */
  bool out_ready;
  struct rvt_ntrace_record rec; /* defined while `rec_valid` */
};

/** Outputs of one clock. */
struct rvt_ntrace_repeat_out {
  bool rec_ready;
  bool out_valid;
  bool time_new;                /* `time_new` of what is offered */
  bool held;                    /* a record is held */
  bool busy;                    /* a count is held */
  struct rvt_ntrace_record rec; /* defined while `out_valid` */
};

/** State after reset; `count_bits` of B-CNT, 1..18. */
void rvt_ntrace_repeat_init(struct rvt_ntrace_repeat *s, unsigned count_bits);
/** The synchronous clear. */
static inline void rvt_ntrace_repeat_clear(struct rvt_ntrace_repeat *s) {
  s->valid_q = s->have_q = s->new_q = s->wait_q = false;
  s->count_q = 0;
}
static inline bool rvt_ntrace_repeat_busy(const struct rvt_ntrace_repeat *s) {
  return s->count_q != 0;
}
/** Take `rec` while none is held; `en` as in the clock. */
void rvt_ntrace_repeat_load(struct rvt_ntrace_repeat *s, const struct rvt_ntrace_record *rec,
                            bool en);
/** What is done next. Pure. */
enum rvt_repeat_act rvt_ntrace_repeat_act(const struct rvt_ntrace_repeat *s);
/** What goes out with RVT_REPEAT_PASS or RVT_REPEAT_SEND. Pure. */
struct rvt_ntrace_record rvt_ntrace_repeat_record(const struct rvt_ntrace_repeat *s,
                                                  enum rvt_repeat_act act);
/** Do what rvt_ntrace_repeat_act() said of the same state; not RVT_REPEAT_NONE. */
void rvt_ntrace_repeat_apply(struct rvt_ntrace_repeat *s, enum rvt_repeat_act act);

/** Of the inputs only `out_ready` is looked at. */
void rvt_ntrace_repeat_outputs(const struct rvt_ntrace_repeat *s, bool out_ready,
                               struct rvt_ntrace_repeat_out *out);
/** One rising clock edge. */
void rvt_ntrace_repeat_tick(struct rvt_ntrace_repeat *s, const struct rvt_ntrace_repeat_in *in);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
