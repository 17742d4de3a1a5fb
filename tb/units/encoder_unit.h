/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_TB_ENCODER_UNIT_H
#define RVT_TB_ENCODER_UNIT_H

/* The encoder's model with its coverage, for every bench that has an encoder at its front. */

#include "agents/ingress.h"
#include "cover/etrace_cover.h"
#include "cover/te_cross.h"
#include "harness/bench.h"
#include "rvt/encoder.h"
#include "rvt/unit/encode.h"

enum tb_encoder_cover {
  TB_ENC_TCODES, /* one counter per TCODE and mode: first BTM, then HTM */
  TB_ENC_SYNC_ENABLE = 24,
  TB_ENC_SYNC_DEBUG,
  TB_ENC_SYNC_OVERRUN,
  TB_ENC_SYNC_PERIODIC,
  TB_ENC_SYNC_EXTERNAL,
  TB_ENC_SYNC_RESET,
  TB_ENC_SYNC_EVENT,
  TB_ENC_SYNC_POWER,
  TB_ENC_EV_DEBUG,
  TB_ENC_EV_DISABLED,
  TB_ENC_EV_POWER,
  TB_ENC_OVERFLOW_SESSION,
  TB_ENC_OVERFLOW_NO_SESSION,
  TB_ENC_OVERFLOW_END_RUNNING,
  TB_ENC_OVERFLOW_END_STOPPED,
  TB_ENC_STOP_FULL,
  TB_ENC_STOP_FULL_OVERFLOW,
  TB_ENC_STALL,
  TB_ENC_STALL_OBEYED,
  TB_ENC_QUEUE_FULL,
  TB_ENC_FIFO_FULL,
  TB_ENC_INACTIVE_BUSY,
  TB_ENC_EMPTY,
  TB_ENC_FLUSH_ACK,
  TB_ENC_BOTH_FULL,
  TB_ENC_HELD,
  TB_ENC_IMPLICIT,
  TB_ENC_BLOCKS,
  TB_ENC_SEVERAL,       /* clocks in which more than one block is accepted */
  TB_ENC_BOTH_TRIGGERS, /* trace-on and trace-off in one clock, tracing off before */
  TB_ENC_OFF_THEN_ON,   /* trace-off, trace-on in the next clock: the session goes on */
  TB_ENC_RESET_PENDING, /* reset while a transfer waits */
  TB_ENC_SEQ_WITHIN,
  TB_ENC_SEQ_BEHIND,
  TB_ENC_SYNC_CLOCKS, /* periodic sync in mode 2 */
  TB_ENC_IMPLICIT_1,  /* implicit returns in mode 1 */
  TB_ENC_IMPLICIT_2,
  TB_ENC_RUN_SEVERAL,     /* flow begins a run of several blocks */
  TB_ENC_RET_OTHER,       /* returns to another address than the stack's */
  TB_ENC_RET_LOW,         /* ... which differs in bits 12..1 only */
  TB_ENC_RET_HIGH,        /* ... which differs above bit 12 only */
  TB_ENC_LOST_OPEN,       /* losses after the encoder that open an overflow: in a session ... */
  TB_ENC_LOST_STOP,       /* ... that would stop in this clock */
  TB_ENC_LOST_END,        /* ... that has stopped */
  TB_ENC_ASKED,           /* syncs on request, without a period */
  TB_ENC_REPEAT_MOST,     /* RepeatBranch with the largest B-CNT */
  TB_ENC_REPEAT_ALONE,    /* clocks in which a count of branches is all that is held */
  TB_ENC_REPEAT_OVERFLOW, /* an overflow opens while one is held */
  TB_ENC_REPEAT_INACTIVE, /* ... the encoder becomes inactive */
  TB_ENC_HREPEAT,         /* outcomes that are counted; with the largest count; flushes of them */
  TB_ENC_HREPEAT_MOST,
  TB_ENC_HISTORY_FLUSH,
  TB_ENC_EXTEND_HIGH, /* addresses of which upper ones are left out */
  TB_ENC_EXTEND_ZERO, /* ... that have a byte of zeros for their top bit */
  TB_ENC_EXTEND_ALL,  /* ... of which nothing can be left out */
  TB_ENC_CROSS,
  TB_ENC_ETRACE = TB_ENC_CROSS + TB_ENC_CROSSES,
  TB_ENC_COVERS = TB_ENC_ETRACE + TB_ET_COVERS
};
#define TB_ENC_COVER_NAMES                                                                         \
  "btm_ownership", "btm_direct", "btm_indirect", "btm_error", "btm_sync", "btm_direct_sync",       \
      "btm_indirect_sync", "btm_resource_full", "btm_hist", "btm_hist_sync", "btm_repeat",         \
      "btm_correlation", "htm_ownership", "htm_direct", "htm_indirect", "htm_error", "htm_sync",   \
      "htm_direct_sync", "htm_indirect_sync", "htm_resource_full", "htm_hist", "htm_hist_sync",    \
      "htm_repeat", "htm_correlation", "sync_enable", "sync_debug", "sync_overrun",                \
      "sync_periodic", "sync_external", "sync_reset", "sync_event", "sync_power", "ev_debug",      \
      "ev_disabled", "ev_power", "overflow_session", "overflow_no_session",                        \
      "overflow_end_running", "overflow_end_stopped", "stop_full", "stop_full_overflow", "stall",  \
      "stall_obeyed", "queue_full", "fifo_full", "inactive_busy", "empty", "flush_ack",            \
      "both_full", "held", "implicit", "blocks", "several", "both_triggers", "off_then_on",        \
      "reset_pending", "seq_within", "seq_behind", "sync_clocks", "implicit_mode_1",               \
      "implicit_mode_2", "run_several", "ret_other", "ret_low", "ret_high", "lost_open",           \
      "lost_stop", "lost_end", "asked", "repeat_most", "repeat_alone", "repeat_overflow",          \
      "repeat_inactive", "hrepeat", "hrepeat_most", "history_flush", "extend_high", "extend_zero", \
      "extend_all", TB_ENC_CROSS_NAMES, TB_ETRACE_COVER_NAMES

/** The few registers of which coverage is made, before the edge. */
struct tb_encoder_before {
  bool open, overflow;
  uint8_t level, wptr;
  bool lost;
  /* of N-Trace: */
  bool takes; /* the packer takes a record if there is one */
  bool held, pop;
  uint64_t pop_addr;
  uint32_t repeats; /* the count of branches that is held */
};

struct tb_encoder_unit {
  struct rvt_params p;
  struct rvt_encoder own;
  struct rvt_encoder *model; /* `own`, or that of a subsystem, which has its edges there */
  struct tb_encoder_before before;
  struct rvt_encoder_in in;
  struct tb_ports ports; /* the slots of `in` */
  struct rvt_encoder_out out;
  uint8_t all_bits; /* mask of an output of a byte: ones */
  bool on_before, enabled_before, was_empty, was_settled, want_before;
  bool off_before;    /* a trace-off trigger, in a clock with tracing */
  enum rvt_loss loss; /* of the last clock */
  struct {
    bool begun;     /* a run came to flow at the edge, not a stop or overflow ... */
    uint8_t blocks; /* ... with so many blocks */
    bool synced;    /* flow recorded at the edge what synchronizes ... */
    bool restarted; /* ... or what says that a session has ended, or trace was lost */
    /* Of N-Trace: */
    bool recorded;             /* a record left flow at the edge */
    bool flushed;              /* outcomes that are held begin to be flushed */
    struct rvt_ntrace_run run; /* of flow before the edge ... */
    bool valid;                /* ... if there was one */
  } took;
  struct {
    uint8_t kind,
        count; /* of the entry written at the edge: enum rvt_entry_kind; heads, 0 for none */
  } put;
  bool flush_before;              /* a flush finds nothing before what holds outcomes */
  struct tb_etrace_cover packets; /* of E-Trace */
};

/** With `model` of a subsystem, or NULL. @return false after tb_fail() */
bool tb_encoder_unit_init(struct tb_encoder_unit *u, struct tb *tb);
void tb_encoder_unit_reset(struct tb_encoder_unit *u, struct tb *tb);
/** One edge: counts, ticks, and tells by `loss` whether the clock lies in an overflow. */
void tb_encoder_unit_tick(struct tb_encoder_unit *u, uint64_t cover[TB_ENC_COVERS]);
/** The same around the edge of a subsystem's encoder. */
void tb_encoder_unit_before(struct tb_encoder_unit *u, uint64_t cover[TB_ENC_COVERS]);
void tb_encoder_unit_after(struct tb_encoder_unit *u, uint64_t cover[TB_ENC_COVERS]);

/** Whether a flush finds nothing before what holds outcomes (D-43). */
static inline bool tb_encoder_flushes(const struct rvt_encoder *m, bool flush_req) {
  return flush_req && m->queue.level_q == 0 && rvt_ntrace_flow_empty(&m->messages.ntrace.flow) &&
         !m->messages.ntrace.history.flush_q;
}

/** With trace off, nothing is held: whatever must be stable may change. */
static inline bool tb_encoder_unit_idle(const struct tb_encoder_unit *u) {
  return u->was_empty && !u->on_before;
}
/** Whether the configuration may be another one: what is left has taken what it needs of it. */
static inline bool tb_encoder_unit_settled(const struct tb_encoder_unit *u) {
  return u->was_settled && !u->on_before;
}

#endif
