/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_TB_FLOW_COVER_H
#define RVT_TB_FLOW_COVER_H

/* Which line of the flow table (docs/design.md, "Flow") a step takes, and in which mode. */

#include "rvt/ntrace_flow.h"

enum tb_flow_cover {
  TB_FLOW_GAP,
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
  TB_FLOW_COVERS
};
#define TB_FLOW_COVER_NAMES                                                                        \
  "f_gap", "f_stop_held", "f_stop_branch", "f_stop_btm", "f_stop_htm", "f_stop_match",             \
      "f_stop_pending", "f_start", "f_hist_later", "f_held_unknown", "f_held_sync",                \
      "f_held_plain", "f_branch_btm", "f_branch_empty", "f_branch_hist", "f_branch_mismatch",      \
      "f_branch_plain_sync", "f_branch_sync_btm", "f_branch_sync_empty", "f_branch_sync_hist",     \
      "f_linear", "f_linear_hist", "f_linear_match", "f_match_full", "f_count", "f_count_match",   \
      "f_count_replace", "f_transfer", "f_transfer_full", "f_pop", "f_pop_empty", "f_hold",        \
      "f_direct", "f_direct_full", "f_icnt_btm", "f_icnt_htm", "f_hist", "f_both"

/** Whether this step counts a block's half-words and outcome; `head` is a BLOCK or a START. */
bool tb_flow_counts(const struct rvt_ntrace_flow *s, const struct rvt_ntrace_head *head,
                    const struct rvt_ntrace_flow_step *step);

/** Count a step that is taken, with the state before it. */
void tb_flow_cover(const struct rvt_ntrace_flow *s, const struct rvt_ntrace_config *cfg,
                   const struct rvt_ntrace_head *head, const struct rvt_ntrace_flow_step *step,
                   uint64_t cover[TB_FLOW_COVERS]);

#endif
