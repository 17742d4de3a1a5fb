/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_NTRACE_FLOW_H
#define RVT_NTRACE_FLOW_H

/*
 * Golden model of rtl/ntrace/rvt_ntrace_flow.sv: entries become records. docs/design.md, "Flow".
 *
 * One *step* is what flow does with the queue's head in one clock: at most one record, and whether
 * the entry is done. The cycle model takes a step when its record is taken; the functional encoder
 * takes steps until the entry is done. Both call the same two functions.
 */

#include "rvt/ntrace_head.h"
#include "rvt/ntrace_ret_stack.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The RTL's registers of the same names. */
struct rvt_ntrace_flow {
  struct rvt_ntrace_params p;
  uint32_t icnt_q;      /* half-words counted and not reported */
  uint32_t hist_q;      /* outcomes with their stop bit; 1: none (NT:HIST-01) */
  uint64_t ref_q;       /* last address sent, >> 1 (NT:ADR-04) */
  uint32_t period_q;    /* units since the last sync message (NT:CTL-08), 20 bits */
  bool pend_q;          /* a transfer waits for its target */
  bool held_q;          /* ... and is a taken branch of BTM that waits for a sync (D-07) */
  uint8_t pend_btype_q; /* B-TYPE of the waiting transfer */
  uint64_t pend_time_q; /* its time */
  bool pop_q;           /* ... and is a return for which the stack had an entry */
  uint64_t pop_addr_q;  /* that entry, >> 1 */
  bool started_q;       /* the head's start message has been sent */
  bool counted_q;       /* the head has been counted; only RCODE 1 remains to be sent */
  struct rvt_ntrace_ret_stack stack;
};

/** What one step does; `what` is the model's own affair, the rest are the unit's outputs. */
struct rvt_ntrace_flow_step {
  uint8_t what;
  bool rec_valid; /* a record is offered; the step is taken only when the packer takes it */
  bool done;      /* the entry leaves the queue with this step */
  struct rvt_ntrace_record rec; /* defined while `rec_valid` */
};

void rvt_ntrace_flow_init(struct rvt_ntrace_flow *s, const struct rvt_ntrace_params *p);
/** The synchronous clear: component inactive. */
void rvt_ntrace_flow_clear(struct rvt_ntrace_flow *s);
/** The next step for the entry at the queue's head. Pure. */
void rvt_ntrace_flow_decide(const struct rvt_ntrace_flow *s, const struct rvt_ntrace_config *cfg,
                            const struct rvt_ntrace_head *head, struct rvt_ntrace_flow_step *step);
/** Take the step that rvt_ntrace_flow_decide() gave for the same state, configuration and head. */
void rvt_ntrace_flow_apply(struct rvt_ntrace_flow *s, const struct rvt_ntrace_config *cfg,
                           const struct rvt_ntrace_head *head,
                           const struct rvt_ntrace_flow_step *step);

#ifdef __cplusplus
}
#endif
#endif
