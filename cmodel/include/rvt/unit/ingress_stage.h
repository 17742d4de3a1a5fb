/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_INGRESS_STAGE_H
#define RVT_INGRESS_STAGE_H

/* Golden model of rtl/ingress/rvt_ingress_stage.sv. docs/units/ingress.md. */

#include "rvt/unit/head.h"
#include "rvt/unit/slot.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/** Bits of `trigger` and `ext_trigger` (NT:ING-21, ING-30); notify of block i is bit 2 + i. */
enum { RVT_TRIGGER_ON = 1, RVT_TRIGGER_OFF = 2, RVT_TRIGGER_NOTIFY = 4 };

/** One entry of the queue: what a clock means to flow. */
struct rvt_entry {
  uint8_t blocks; /* heads, 1..RVT_BLOCKS_MAX; 1 in a stop and an overflow */
  /** Oldest first. Kind and `sub` of the entry are those of head 0; the others are BLOCK with `sub`
   * 0. All have the entry's time. */
  struct rvt_head head[RVT_BLOCKS_MAX];
};

/** The RTL's registers of the same names. */
struct rvt_ingress_stage {
  struct rvt_params p;
  bool open_q;      /* a session is open: a block of it has been accepted */
  uint8_t reason_q; /* SYNC of the next start */
  bool away_q;      /* the hart was in debug mode or low power in the clock before */
  bool rst_q;       /* the hart was reset in this session after its last entry */
  bool ext_q;       /* an external notify trigger came in this session after its last entry */
  bool overflow_q;  /* an overflow is open */
  bool lost_q;      /* `lost` came in the clock before: an overflow opens (D-33) */
  uint8_t priv_q;   /* privilege of the last clock with blocks, accepted or refused */
  bool told_q;      /* context has been reported after it, in a session or an overflow */
  bool lost_own_q;  /* a change of privilege or context has been lost in the overflow */
  uint64_t overflow_time_q;
  bool time_new_q; /* the base of time has changed since the last entry */
  /* E-Trace alone: */
  bool enable_new_q; /* trTeEnable was 0 since the last entry (ETR:DC-07) */
  uint8_t ctype_q;   /* how a context was reported after the last clock with blocks */
  uint8_t trap_q;    /* itype of the trap that the last slot ends in, traced or not (ETR AMB-4) */
  uint8_t cause_q;   /* ... its cause ... */
  uint64_t tval_q;   /* ... and value */
};

struct rvt_ingress_stage_in {
  const struct rvt_config *cfg;
  const struct rvt_ingress *ingress;
  uint8_t queue_level; /* entries held in this clock, up to queue_depth, with a stop one more */
  bool resume;         /* of the message FIFO */
  bool lost;           /* some of what has left is lost */
};

struct rvt_ingress_stage_out {
  bool
      valid; /* `entry` is written at this clock's edge; a stop always, blocks when there is room */
  struct rvt_entry entry; /* defined while `valid`, and only its `blocks` heads */
  bool stall;             /* rvt_ingress_stage_stalls() */
  bool overflow;          /* overflow_q */
  bool busy;              /* rvt_ingress_stage_busy() */
};

/** Whether a debug or external trigger of this clock has the action `bit` (TCI:TRIG-15). */
static inline bool rvt_ingress_triggered(const struct rvt_params *p, const struct rvt_config *c,
                                         const struct rvt_ingress *in, unsigned bit) {
  return p->events && c->trig_ena && ((in->trigger | in->ext_trigger) & bit) != 0;
}

/** Whether trace is on in this clock, by configuration or by a trace-on trigger in it (D-23). */
static inline bool rvt_ingress_on_now(const struct rvt_params *p, const struct rvt_config *c,
                                      const struct rvt_ingress *in) {
  return c->active && c->enable && c->mode != RVT_MODE_OFF &&
         (c->tracing || rvt_ingress_triggered(p, c, in, RVT_TRIGGER_ON));
}

/** trTeInstTracing after this clock, unless software writes it: the register's part of D-23. */
static inline bool rvt_ingress_tracing_next(const struct rvt_params *p, const struct rvt_config *c,
                                            const struct rvt_ingress *in) {
  if (!c->active || !c->enable) return c->tracing; /* TCI:TRIG-04 */
  if (rvt_ingress_triggered(p, c, in, RVT_TRIGGER_OFF)) return false;
  return c->tracing || rvt_ingress_triggered(p, c, in, RVT_TRIGGER_ON);
}

/** Whether the hart is where nothing is traced: in debug mode or in low power (D-02). */
static inline bool rvt_ingress_away(const struct rvt_ingress *in) {
  return in->halted || in->priv == RVT_PRIV_DEBUG || in->lowpower;
}

/** Stall as its settings and the queue's level want it; `tracing` falls a clock early under
 * TCI:TRIG-06. */
static inline bool rvt_ingress_stage_stalls(const struct rvt_ingress_stage *s,
                                            const struct rvt_config *c, uint8_t queue_level) {
  return c->stall_ena && c->active && c->enable && c->mode != RVT_MODE_OFF &&
         (c->tracing || (s->p.events && s->open_q)) && !s->away_q &&
         queue_level + s->p.stall_latency >= s->p.queue_depth;
}

/** Whether a session or an overflow is open, or an overflow opens; the output `overflow` is
 * `overflow_q`. */
static inline bool rvt_ingress_stage_busy(const struct rvt_ingress_stage *s) {
  return s->open_q || s->overflow_q || s->lost_q;
}

void rvt_ingress_stage_init(struct rvt_ingress_stage *s, const struct rvt_params *p);
void rvt_ingress_stage_outputs(const struct rvt_ingress_stage *s,
                               const struct rvt_ingress_stage_in *in,
                               struct rvt_ingress_stage_out *out);
/** What is decided of this clock's slots, before anything is refused; `slot` has p.blocks. Of an
 * invalid slot only `valid` and `traced` mean something, and are false (NT:ING-03). */
void rvt_ingress_stage_slots(const struct rvt_ingress_stage *s,
                             const struct rvt_ingress_stage_in *in, struct rvt_slot *slot);
/** One rising clock edge with reset released; `out` as rvt_ingress_stage_outputs() gave it. */
void rvt_ingress_stage_tick(struct rvt_ingress_stage *s, const struct rvt_ingress_stage_in *in,
                            const struct rvt_ingress_stage_out *out);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
