/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_TB_FLOW_COVER_H
#define RVT_TB_FLOW_COVER_H

/* Which line of the flow table (docs/units/flow.md) a step takes, and in which mode. */

#include "rvt/unit/ntrace_steps.h"

enum tb_flow_cover {
  TB_FLOW_OVERFLOW,
  TB_FLOW_STOP_HELD,
  TB_FLOW_STOP_BRANCH,
  TB_FLOW_STOP_BTM,
  TB_FLOW_STOP_HTM,
  TB_FLOW_STOP_MATCH,   /* Correlation although a transfer waits: it is an implicit return */
  TB_FLOW_STOP_PENDING, /* Correlation ends on the transfer: the stop has no address */
  TB_FLOW_START,
  TB_FLOW_HIST_LATER, /* counted_q */
  TB_FLOW_HELD_UNKNOWN,
  TB_FLOW_HELD_SYNC,
  TB_FLOW_HELD_PLAIN,
  TB_FLOW_BRANCH_BTM,
  TB_FLOW_BRANCH_EMPTY, /* HTM, HIST 1 */
  TB_FLOW_BRANCH_HIST,
  TB_FLOW_BRANCH_MISMATCH,
  TB_FLOW_BRANCH_PLAIN_SYNC, /* due, but plain_sync */
  TB_FLOW_BRANCH_SYNC_BTM,
  TB_FLOW_BRANCH_SYNC_EMPTY,
  TB_FLOW_BRANCH_SYNC_HIST,
  TB_FLOW_LINEAR,
  TB_FLOW_LINEAR_HIST,
  TB_FLOW_LINEAR_MATCH,
  TB_FLOW_MATCH_FULL,
  TB_FLOW_COUNT,
  TB_FLOW_COUNT_MATCH,   /* an implicit return is resolved without a message */
  TB_FLOW_COUNT_REPLACE, /* a pending transfer is replaced (NT:SEQ-16) */
  TB_FLOW_TRANSFER,
  TB_FLOW_TRANSFER_FULL, /* I-CNT is full: the transfer's message carries it */
  TB_FLOW_POP,
  TB_FLOW_POP_EMPTY,
  TB_FLOW_HOLD,
  TB_FLOW_DIRECT,
  TB_FLOW_DIRECT_FULL,
  TB_FLOW_ICNT_BTM,
  TB_FLOW_ICNT_HTM,
  TB_FLOW_HIST,
  TB_FLOW_BOTH,
  TB_FLOW_STOP_PLAIN,  /* a transfer goes out at a stop, and the request is dropped */
  TB_FLOW_STOP_LINEAR, /* a request goes out at a stop */
  TB_FLOW_STOP_DROPS,  /* a request and no address */
  TB_FLOW_RESET,       /* syncs by their reason */
  TB_FLOW_EVENT,
  TB_FLOW_EXTERNAL,
  TB_FLOW_CLOCKS,       /* periodic, in clocks */
  TB_FLOW_RESET_FIRST,  /* SYNC 1 where another was raised, too */
  TB_FLOW_RESET_MATCH,  /* the waiting return would have been implicit */
  TB_FLOW_EVENT_FIRST,  /* SYNC 6 before SYNC 0 */
  TB_FLOW_HELD_REQUEST, /* DirectBranchSync by a request */
  TB_FLOW_HOLD_NOTIFY,  /* a taken branch waits since its block is notified */
  TB_FLOW_UNKNOWN_REQ,  /* a request waits on after a block without address */
  TB_FLOW_PLAIN_REQ,    /* plain_sync: the transfer goes out plain */
  TB_FLOW_PLAIN_RESET,  /* plain_sync: a reset's sync takes the place of the transfer's message */
  TB_FLOW_STOP_RESET,   /* a stop has no address since a reset waits */
  TB_FLOW_SEQ_WITHIN,
  TB_FLOW_SEQ_BEHIND,
  TB_FLOW_SEQ_EXPLICIT, /* nothing counted before the jump: a transfer */
  TB_FLOW_SEQ_SWAP,     /* pops without comparison */
  TB_FLOW_SEQ_FULL,     /* RCODE 0 by a sequential jump */
  TB_FLOW_MATCH_COUNT,  /* return mode 1: implicit, although the address is another */
  TB_FLOW_MATCH_LOW,    /* return mode 2: the same, in the upper bits */
  TB_FLOW_MISMATCH_LOW, /* return mode 2: explicit */
  TB_FLOW_OWN_STOP,     /* Ownership behind the linear sync of a stop */
  TB_FLOW_OWN_DROPPED,  /* one that waits is dropped by a stop ... */
  TB_FLOW_OWN_LOST,     /* ... by an overflow */
  TB_FLOW_OWN_WAITS,    /* a block is counted before it, since a transfer has no address yet */
  TB_FLOW_OWN_FULL,     /* a full I-CNT goes first, at an implicit return (D-11) */
  TB_FLOW_OWN_PERIOD,   /* it is the message that reaches the period (D-05) */
  TB_FLOW_OWN_BETWEEN,  /* a sync is asked for between hcontext and scontext */
  TB_FLOW_COVERS
};
#define TB_FLOW_COVER_NAMES                                                                        \
  "f_overflow", "f_stop_held", "f_stop_branch", "f_stop_btm", "f_stop_htm", "f_stop_match",        \
      "f_stop_pending", "f_start", "f_hist_later", "f_held_unknown", "f_held_sync",                \
      "f_held_plain", "f_branch_btm", "f_branch_empty", "f_branch_hist", "f_branch_mismatch",      \
      "f_branch_plain_sync", "f_branch_sync_btm", "f_branch_sync_empty", "f_branch_sync_hist",     \
      "f_linear", "f_linear_hist", "f_linear_match", "f_match_full", "f_count", "f_count_match",   \
      "f_count_replace", "f_transfer", "f_transfer_full", "f_pop", "f_pop_empty", "f_hold",        \
      "f_direct", "f_direct_full", "f_icnt_btm", "f_icnt_htm", "f_hist", "f_both", "e_stop_plain", \
      "e_stop_linear", "e_stop_drops", "e_reset", "e_event", "e_external", "e_clocks",             \
      "e_reset_first", "e_reset_match", "e_event_first", "e_held_request", "e_hold_notify",        \
      "e_unknown_req", "e_plain_req", "e_plain_reset", "e_stop_reset", "s_within", "s_behind",     \
      "s_explicit", "s_swap", "s_full", "r_match_count", "r_match_low", "r_mismatch_low",          \
      "o_stop", "o_dropped", "o_lost", "o_waits", "o_full", "o_period", "o_between"

/** Whether the head has an address; a stop after a reset has none (D-22). */
bool tb_flow_known(const struct rvt_ntrace_steps *s, const struct rvt_head *head);
/** Whether the head is where the popped entry says, as far as the return mode compares. */
bool tb_flow_agrees(const struct rvt_ntrace_steps *s, const struct rvt_config *cfg,
                    const struct rvt_head *head);
/** ... and no reset has to be told: the return needs no message. */
bool tb_flow_implicit(const struct rvt_ntrace_steps *s, const struct rvt_config *cfg,
                      const struct rvt_head *head);
/** Whether a block's jump is an inferable one. */
bool tb_flow_sequential(const struct rvt_ntrace_steps *s, const struct rvt_head *head);
/** Whether the settings make the block's direct jump a taken branch (NT:AJM-02). */
bool tb_flow_jump(const struct rvt_ntrace_steps *s, const struct rvt_config *cfg,
                  const struct rvt_head *head);
/** Whether this step counts a block's half-words and outcome; `head` is a BLOCK or a START. */
bool tb_flow_counts(const struct rvt_ntrace_steps *s, const struct rvt_config *cfg,
                    const struct rvt_head *head, const struct rvt_ntrace_step *step);

/** Count a step that is taken, with the state before it. */
void tb_flow_cover(const struct rvt_ntrace_steps *s, const struct rvt_config *cfg,
                   const struct rvt_head *head, const struct rvt_ntrace_step *step,
                   uint64_t cover[TB_FLOW_COVERS]);

#endif
