/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_NTRACE_FLOW_H
#define RVT_NTRACE_FLOW_H

/*
 * Golden model of rtl/ntrace/rvt_ntrace_flow.sv: entries become records. docs/units/flow.md.
 *
 * rvt/unit/ntrace_steps.h says the same of one block after the other, without clocks.
 */

#include "rvt/ntrace.h"
#include "rvt/unit/ntrace_run.h"
#include "rvt/unit/ret_stack.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/** The RTL's registers of the same names. */
struct rvt_ntrace_flow {
  struct rvt_params p;
  struct rvt_ntrace_runs runs;
  uint32_t icnt_q;      /* half-words counted and not reported */
  uint64_t hist_q;      /* outcomes with their stop bit; 1: none (NT:HIST-01) */
  uint64_t ref_q;       /* last address sent, >> 1 (NT:ADR-04) */
  bool none_q;          /* it is 0 for the sync that comes */
  uint32_t ahead_q;     /* units since the last sync message, with the run's (NT:CTL-08), 20 bits */
  uint32_t coming_q;    /* with all on its way, a clock before */
  bool due_q;           /* a sync is due before the run ... */
  bool due_next_q;      /* ... behind it */
  bool message_q;       /* as many messages as the period asks for have been recorded (mode 1) */
  bool asked_q;         /* a sync has been asked for and not been recorded */
  bool served_q;        /* a message that serves the request has been recorded (D-34) */
  uint8_t req_q;        /* set of enum rvt_ntrace_request: reasons for a sync (D-21, D-22) */
  bool pend_q;          /* a transfer waits for its target */
  bool held_q;          /* ... and is a taken branch of BTM that waits for a sync (D-07) */
  uint8_t pend_btype_q; /* B-TYPE of the waiting transfer */
  uint64_t pend_time_q; /* time of the last block that was counted */
  bool pop_q;           /* ... and is a return for which the stack had an entry */
  uint64_t pop_addr_q;  /* that entry, >> 1 */
  bool straight_q;      /* the program goes on after the last block that was counted (D-21) ... */
  uint64_t end_q;       /* ... here, >> 1; in the RTL with Events only */
  uint8_t own_q;        /* Ownership messages that are to come before the run is counted */
  uint64_t own_time_q;  /* their time: of the run's message before them, else of the run */
  bool started_q;       /* a step of the run has been taken: its start message, its `sub` */
  struct rvt_ret_stack stack;
};

/** Inputs of one clock. */
struct rvt_ntrace_flow_in {
  const struct rvt_config *cfg;
  bool sync_req;                 /* a sync is asked for, whatever the period (D-34) */
  const struct rvt_entry *entry; /* the queue's oldest, NULL: none */
  bool rec_ready;                /* a record is taken */
};

/** Outputs of one clock. */
struct rvt_ntrace_flow_out {
  bool taken; /* the entry leaves the queue at the clock's edge */
  bool rec_valid;
  bool load;     /* a run comes with the clock's edge */
  bool time_new; /* the record and what follows have another base of time (TCI:TS-16) */
  struct rvt_ntrace_record rec; /* defined while `rec_valid` */
};

void rvt_ntrace_flow_init(struct rvt_ntrace_flow *s, const struct rvt_params *p);
/** Whether I-CNT is full and has to be sent, with or without a run. */
static inline bool rvt_ntrace_flow_counted(const struct rvt_ntrace_flow *s) {
  return !s->pend_q && s->icnt_q >> (s->p.icnt_width - 1) != 0;
}
/** Whether HIST is full: its ResourceFull is on offer, if that of I-CNT is not. */
static inline bool rvt_ntrace_flow_words(const struct rvt_ntrace_flow *s) {
  return s->hist_q >> (s->p.hist_width - 1) != 0 && !rvt_ntrace_flow_counted(s);
}
/** Whether a counter is full and has to be sent, with or without a run. */
static inline bool rvt_ntrace_flow_drains(const struct rvt_ntrace_flow *s) {
  return rvt_ntrace_flow_counted(s) || rvt_ntrace_flow_words(s);
}
/** Whether no block is held and no counter waits to be sent. */
static inline bool rvt_ntrace_flow_empty(const struct rvt_ntrace_flow *s) {
  return rvt_ntrace_runs_empty(&s->runs) && !rvt_ntrace_flow_drains(s);
}
/**
 * One clock of the unit, outputs and rising edge. `rec` of `out` does not depend on `rec_ready`. To
 * be called in every clock, with or without an entry.
 */
void rvt_ntrace_flow_clock(struct rvt_ntrace_flow *s, const struct rvt_ntrace_flow_in *in,
                           struct rvt_ntrace_flow_out *out);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
