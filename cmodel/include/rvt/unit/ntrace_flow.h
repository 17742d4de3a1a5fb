/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_NTRACE_FLOW_H
#define RVT_NTRACE_FLOW_H

/*
 * Golden model of rtl/ntrace/rvt_ntrace_flow.sv: entries become records. docs/units/flow.md.
 *
 * A *head* is the next block of the queue's oldest entry, or a stop or overflow. One *step* is what
 * flow does with a head at once: at most one record, and whether the head is done. The cycle model
 * takes steps until one has a record; the functional encoder takes them until the head is done.
 * Both call the same two functions.
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

/** The RTL's registers of the same names. */
struct rvt_ntrace_flow {
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
  bool started_q;       /* a step of the head has been taken: its start message, its `sub` */
  bool counted_q;       /* the head has been counted; only RCODE 1 remains to be sent */
  struct rvt_ret_stack stack;
};

/** What one step does; `what` is the model's own affair. */
struct rvt_ntrace_flow_step {
  uint8_t what;
  bool rec_valid; /* a record is offered; the step is taken only when the packer takes it */
  bool done;      /* the head is done with this step */
  struct rvt_ntrace_record rec; /* defined while `rec_valid` */
};

/** Inputs of one clock. */
struct rvt_ntrace_flow_in {
  const struct rvt_config *cfg;
  bool sync_req;                /* a sync is asked for, whatever the period (D-34) */
  const struct rvt_head *heads; /* next blocks of one entry, the oldest first */
  uint8_t count;  /* of `heads`, 0..flow_blocks; all but the first are plain blocks, `sub` 0 */
  bool rec_ready; /* the packer takes a record */
};

/** Outputs of one clock. */
struct rvt_ntrace_flow_out {
  uint8_t done; /* so many heads leave at the clock's edge */
  bool rec_valid;
  struct rvt_ntrace_record rec; /* defined while `rec_valid` */
};

void rvt_ntrace_flow_init(struct rvt_ntrace_flow *s, const struct rvt_params *p);
/** The synchronous clear: component inactive. */
void rvt_ntrace_flow_clear(struct rvt_ntrace_flow *s);
/** The next step for the head. Pure. */
void rvt_ntrace_flow_decide(const struct rvt_ntrace_flow *s, const struct rvt_config *cfg,
                            const struct rvt_head *head, struct rvt_ntrace_flow_step *step);
/** Take the step that rvt_ntrace_flow_decide() gave for the same state, configuration and head. */
void rvt_ntrace_flow_apply(struct rvt_ntrace_flow *s, const struct rvt_config *cfg,
                           const struct rvt_head *head, const struct rvt_ntrace_flow_step *step);
/**
 * One clock of the unit, outputs and rising edge: steps until one has a record or the heads are
 * used up. `rec` of `out` does not depend on `rec_ready`. To be called in every clock, with or
 * without heads.
 */
void rvt_ntrace_flow_clock(struct rvt_ntrace_flow *s, const struct rvt_ntrace_flow_in *in,
                           struct rvt_ntrace_flow_out *out);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
