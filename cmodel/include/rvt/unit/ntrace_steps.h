/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_NTRACE_STEPS_H
#define RVT_NTRACE_STEPS_H

/*
 * Flow without clocks: blocks become records, one block after the other. docs/units/flow.md.
 *
 * A *head* is a block, a stop or an overflow. One *step* is what is done with a head at once: at
 * most one record, and whether the head is done. The functional encoder takes steps until it is.
 * rvt/unit/ntrace_flow.h, the model of the RTL, has the same records in the same order, made of
 * other state and written apart from this.
 */

#include "rvt/ntrace.h"
#include "rvt/unit/head.h"
#include "rvt/unit/ret_stack.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/** Reasons for a sync that wait for the next address, beside the period's. */
enum rvt_ntrace_request {
  RVT_REQUEST_RESET = 1,    /* SYNC 1; as RVT_BEFORE_RESET */
  RVT_REQUEST_EXTERNAL = 2, /* SYNC 0; as RVT_BEFORE_NOTIFY */
  RVT_REQUEST_EVENT = 4     /* SYNC 6 */
};

/** What is remembered between steps. */
struct rvt_ntrace_steps {
  struct rvt_params p;
  uint32_t icnt_q;   /* half-words counted and not reported */
  uint32_t hist_q;   /* outcomes with their stop bit; 1: none (NT:HIST-01) */
  uint64_t ref_q;    /* last address sent, >> 1 (NT:ADR-04) */
  uint32_t period_q; /* units since the last sync message (NT:CTL-08), 20 bits */
  bool due_q; /* a period of clocks is over, or a sync asked for. Who has no clock sets it (D-24) */
  bool served_q;        /* a message that serves the request has been recorded (D-34) */
  uint8_t req_q;        /* set of enum rvt_ntrace_request: reasons for a sync (D-21, D-22) */
  bool pend_q;          /* a transfer waits for its target */
  bool held_q;          /* ... and is a taken branch of BTM that waits for a sync (D-07) */
  uint8_t pend_btype_q; /* B-TYPE of the waiting transfer */
  uint64_t pend_time_q; /* its time */
  bool pop_q;           /* ... and is a return for which the stack had an entry */
  uint64_t pop_addr_q;  /* that entry, >> 1 */
  bool straight_q;      /* the program goes on after the last block that was counted (D-21) ... */
  uint64_t end_q;       /* ... here, >> 1; in the RTL with Events only */
  uint8_t own_q;        /* Ownership messages that are to come before the head is counted */
  uint64_t own_time_q;  /* time of the last record */
  bool started_q;       /* a step of the head has been taken: its start message, its `sub` */
  bool counted_q;       /* the head has been counted; only RCODE 1 remains to be sent */
  struct rvt_ret_stack stack;
};

/** What one step does; `what` is the model's own affair. */
struct rvt_ntrace_step {
  uint8_t what;
  bool rec_valid; /* a record is offered; the step is taken only when the packer takes it */
  bool done;      /* the head is done with this step */
  struct rvt_ntrace_record rec; /* defined while `rec_valid` */
};

void rvt_ntrace_steps_init(struct rvt_ntrace_steps *s, const struct rvt_params *p);
/** The synchronous clear: component inactive. */
void rvt_ntrace_steps_clear(struct rvt_ntrace_steps *s);
/** The next step for the head. Pure. */
void rvt_ntrace_steps_decide(const struct rvt_ntrace_steps *s, const struct rvt_config *cfg,
                             const struct rvt_head *head, struct rvt_ntrace_step *step);
/** Take the step that rvt_ntrace_steps_decide() gave for the same state, configuration and head. */
void rvt_ntrace_steps_apply(struct rvt_ntrace_steps *s, const struct rvt_config *cfg,
                            const struct rvt_head *head, const struct rvt_ntrace_step *step);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
