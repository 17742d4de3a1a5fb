/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_TB_FLOW_COVER_H
#define RVT_TB_FLOW_COVER_H

#include "agents/records.h"
#include "rvt/unit/ntrace_steps.h"

/* Which line of the flow table (docs/units/flow.md) a step takes, and in which mode. */

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

/*
 * Which situations flow's decisions met: the cross points of docs/reference/coverage.tsv. Counters
 * exist for codes that no ingress stage sends yet, too, so that a new reason needs a line there
 * only.
 */

/** What a sync message or a stop finds waiting. */
enum tb_flow_waits {
  TB_WAITS_START,    /* no session is open: a start */
  TB_WAITS_NOTHING,  /* ... and the message is tied to no transfer */
  TB_WAITS_KNOWN,    /* a transfer, and the head's address is its target */
  TB_WAITS_UNKNOWN,  /* a transfer, and the head has no address */
  TB_WAITS_MATCH,    /* a return that was predicted, rightly */
  TB_WAITS_MISMATCH, /* ... wrongly */
  TB_WAITS_HELD,     /* a taken branch of BTM */
  TB_WAITS
};

/** The stack when a return pops it. */
enum tb_flow_stack {
  TB_STACK_EMPTY,
  TB_STACK_PARTLY,
  TB_STACK_FULL,
  TB_STACK_WRAPPED, /* an entry has been lost since it was empty last */
  TB_STACKS
};

/** What a block ends in. */
enum tb_flow_kind {
  TB_KIND_OTHER, /* no transfer and no branch */
  TB_KIND_TRANSFER,
  TB_KIND_NOT_TAKEN,
  TB_KIND_TAKEN,
  TB_KIND_SEQ, /* a jump that the decoder infers */
  TB_KINDS
};

/** What a direct jump that is a taken branch meets (NT:AJM-02). */
enum tb_flow_jump {
  TB_JUMP_DIRECT, /* in BTM: its DirectBranch */
  TB_JUMP_HELD,   /* ... it waits for a sync */
  TB_JUMP_HIST,   /* its outcome fills HIST */
  TB_JUMP_CALL,   /* it pushes (NT:AJM-03) */
  TB_JUMP_LATER,  /* it is the second or a later block of its clock */
  TB_JUMP_TRAP,   /* nothing is retired behind it, and a trap is taken */
  TB_JUMP_STOP,   /* it is a session's last block */
  TB_JUMP_PAIR,   /* the next block is one, too */
  TB_JUMPS
};

enum {
  TB_CROSS_SYNCS = 10, /* SYNC 0 to 9 */
  TB_CROSS_EVS = 3,    /* EVCODE 0, 1, 4 */
  TB_CROSS_ITYPES = 16,
  TB_CROSS_SYNC = 0,                                         /* [SYNC][waits] */
  TB_CROSS_STOP = TB_CROSS_SYNC + TB_CROSS_SYNCS * TB_WAITS, /* [EVCODE][waits] */
  TB_CROSS_FULL = TB_CROSS_STOP + TB_CROSS_EVS * TB_WAITS,   /* [mode][kind][I-CNT, HIST] */
  TB_CROSS_RET = TB_CROSS_FULL + 2 * TB_KINDS * 4,           /* [return mode][stack][message] */
  TB_CROSS_ITYPE = TB_CROSS_RET + 3 * TB_STACKS * 2,         /* [mode][itype] */
  TB_CROSS_DUE = TB_CROSS_ITYPE + 2 * TB_CROSS_ITYPES,       /* [sync mode] */
  TB_CROSS_LATER = TB_CROSS_DUE + 4,                         /* [mode][TCODE] of a later block */
  TB_CROSS_PAIR = TB_CROSS_LATER + 2 * TB_TCODES,            /* [mode][kind][kind]: both leave */
  TB_CROSS_LATE = TB_CROSS_PAIR + 2 * TB_KINDS * TB_KINDS,   /* [sync mode - 1][SyncMax] */
  TB_CROSS_RESTART = TB_CROSS_LATE + 3 * 16,                 /* [sync mode - 1][SYNC] */
  TB_CROSS_LOWERED = TB_CROSS_RESTART + 3 * TB_CROSS_SYNCS,  /* [sync mode - 1][SyncMax, mode] */
  TB_CROSS_JUMP = TB_CROSS_LOWERED + 3 * 2,                  /* [enum tb_flow_jump] */
  TB_FLOW_CROSSES = TB_CROSS_JUMP + TB_JUMPS
};

#define TB_CROSS_WAITS_(p)                                                                         \
  p "_start", p "_nothing", p "_known", p "_unknown", p "_match", p "_mismatch", p "_held"
#define TB_CROSS_FULLS_(p) p "_none", p "_icnt", p "_hist", p "_both"
#define TB_CROSS_KINDS_(p)                                                                         \
  TB_CROSS_FULLS_(p "_other"), TB_CROSS_FULLS_(p "_transfer"), TB_CROSS_FULLS_(p "_not_taken"),    \
      TB_CROSS_FULLS_(p "_taken"), TB_CROSS_FULLS_(p "_seq")
#define TB_CROSS_ITYPES_(p)                                                                        \
  p "_0", p "_1", p "_2", p "_3", p "_4", p "_5", p "_6", p "_7", p "_8", p "_9", p "_10",         \
      p "_11", p "_12", p "_13", p "_14", p "_15"
#define TB_CROSS_RETS_(p)                                                                          \
  p "_empty_implicit", p "_empty_message", p "_partly_implicit", p "_partly_message",              \
      p "_full_implicit", p "_full_message", p "_wrapped_implicit", p "_wrapped_message"
#define TB_CROSS_TCODES_(p)                                                                        \
  p "_ownership", p "_direct", p "_indirect", p "_error", p "_sync", p "_direct_sync",             \
      p "_indirect_sync", p "_resource_full", p "_hist", p "_hist_sync", p "_repeat",              \
      p "_correlation"
#define TB_CROSS_ENDS_(p) p "_other", p "_transfer", p "_not_taken", p "_taken", p "_seq"
#define TB_CROSS_PAIRS_(p)                                                                         \
  TB_CROSS_ENDS_(p "_other"), TB_CROSS_ENDS_(p "_transfer"), TB_CROSS_ENDS_(p "_not_taken"),       \
      TB_CROSS_ENDS_(p "_taken"), TB_CROSS_ENDS_(p "_seq")
#define TB_CROSS_SYNCS_(p)                                                                         \
  p "_external", p "_reset", p "_periodic", p "_debug", p "_icnt_full", p "_enable", p "_event",   \
      p "_overrun", p "_8", p "_power"
#define TB_CROSS_LOWERED_(p) p "_max", p "_mode"
#define TB_FLOW_CROSS_NAMES                                                                        \
  TB_CROSS_WAITS_("x_sync_external"), TB_CROSS_WAITS_("x_sync_reset"),                             \
      TB_CROSS_WAITS_("x_sync_periodic"), TB_CROSS_WAITS_("x_sync_debug"),                         \
      TB_CROSS_WAITS_("x_sync_icnt_full"), TB_CROSS_WAITS_("x_sync_enable"),                       \
      TB_CROSS_WAITS_("x_sync_event"), TB_CROSS_WAITS_("x_sync_overrun"),                          \
      TB_CROSS_WAITS_("x_sync_8"), TB_CROSS_WAITS_("x_sync_power"),                                \
      TB_CROSS_WAITS_("x_stop_debug"), TB_CROSS_WAITS_("x_stop_power"),                            \
      TB_CROSS_WAITS_("x_stop_disabled"), TB_CROSS_KINDS_("x_full_btm"),                           \
      TB_CROSS_KINDS_("x_full_htm"), TB_CROSS_RETS_("x_ret1"), TB_CROSS_RETS_("x_ret2"),           \
      TB_CROSS_RETS_("x_ret3"), TB_CROSS_ITYPES_("x_itype_btm"), TB_CROSS_ITYPES_("x_itype_htm"),  \
      "x_due_off", "x_due_messages", "x_due_clocks", "x_due_halfwords",                            \
      TB_CROSS_TCODES_("x_later_btm"), TB_CROSS_TCODES_("x_later_htm"),                            \
      TB_CROSS_PAIRS_("x_pair_btm"), TB_CROSS_PAIRS_("x_pair_htm"),                                \
      TB_CROSS_ITYPES_("x_late_messages"), TB_CROSS_ITYPES_("x_late_clocks"),                      \
      TB_CROSS_ITYPES_("x_late_halfwords"), TB_CROSS_SYNCS_("x_restart_messages"),                 \
      TB_CROSS_SYNCS_("x_restart_clocks"), TB_CROSS_SYNCS_("x_restart_halfwords"),                 \
      TB_CROSS_LOWERED_("x_lowered_messages"), TB_CROSS_LOWERED_("x_lowered_clocks"),              \
      TB_CROSS_LOWERED_("x_lowered_halfwords"), "j_direct", "j_held", "j_hist", "j_call",          \
      "j_later", "j_trap", "j_stop", "j_pair"

/** What the next steps have to be judged by. */
struct tb_flow_cross {
  /* Why a periodic sync without a counter is no fault: somebody asks for syncs (D-34), the mode has
   * counted clocks since the last sync, and what is over stays due (D-05), or time has another base
   * since then (TCI:TS-22). */
  bool asks, clocks, based;
  bool stopping; /* the head is a stop that has been counted */
  bool wrapped;
  bool returned; /* a return waits that found the stack as `stack` says */
  enum tb_flow_stack stack;
  uint8_t mode; /* the return mode then */
  bool later;   /* a block has left in this clock, and ended as `before` says */
  enum tb_flow_kind before;
  uint8_t sync_mode, sync_max; /* at the step before */
  bool jumped; /* the last block that was counted is a direct jump that is a taken branch */
};

/** A clock begins. */
static inline void tb_flow_cross_clock(struct tb_flow_cross *c, const struct rvt_config *cfg) {
  c->later = false;
  c->clocks = c->clocks || cfg->sync_mode == RVT_PERIOD_CLOCKS;
}

/** Count a step that is taken, with the state before it. `*c` starts as zeros, also at a clear. */
void tb_flow_cross(struct tb_flow_cross *c, const struct rvt_ntrace_steps *s,
                   const struct rvt_config *cfg, const struct rvt_head *head,
                   const struct rvt_ntrace_step *step, uint64_t cover[TB_FLOW_CROSSES]);

#endif
