/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "ingress_slot.h"

#include <stddef.h>

static inline bool halted(const struct rvt_ingress *in) {
  return in->halted || in->priv == RVT_PRIV_DEBUG; /* NT:ING-24 */
}

void rvt_ingress_stage_init(struct rvt_ingress_stage *s, const struct rvt_params *p) {
  *s = (struct rvt_ingress_stage){.p = *p, .reason_q = RVT_START_ENABLE, .enable_new_q = true};
}

static inline bool is_etrace(const struct rvt_ingress_stage *s) {
  return s->p.format == RVT_PROTOCOL_ETRACE;
}

/** Tracing in the sense of D-02; in E-Trace a reset of the hart ends it (ETR:Q-04). */
static inline bool traces(const struct rvt_ingress_stage *s,
                          const struct rvt_ingress_stage_in *in) {
  return rvt_ingress_on_now(&s->p, in->cfg, in->ingress) && !rvt_ingress_away(in->ingress) &&
         !(is_etrace(s) && in->ingress->hart_reset);
}

/** Whether a valid slot is after one that is not (NT:ING-02). */
static inline bool has_hole(const struct rvt_ingress_stage *s, const struct rvt_ingress *in) {
  bool valid = true;
  for (unsigned i = 0; i < s->p.blocks; i++) {
    const bool here = rvt_block_valid(&in->block[i]);
    if (here && !valid) return true;
    valid = here;
  }
  return false;
}

/** Whether the clock is refused whole (D-27): a hole, or blocks after one that cannot start. */
static inline bool is_odd(const struct rvt_ingress_stage *s, const struct rvt_ingress *in) {
  if (s->p.blocks == 1) return false;
  if (has_hole(s, in)) return true;
  if (s->open_q || rvt_slot_known(&s->p, &in->block[0])) return false;
  for (unsigned i = 1; i < s->p.blocks; i++)
    if (rvt_slot_known(&s->p, &in->block[i])) return true;
  return false;
}

/** Whether this clock's slots are to be traced: a session runs, or they may begin one. `on`: the
 * clock is traced. */
static inline bool wants_entry(const struct rvt_ingress_stage *s, const struct rvt_ingress *in,
                               bool on) {
  if (!on || in->hart_reset) return false;
  const struct rvt_block *b = &in->block[0];
  return (rvt_block_valid(b) && (s->open_q || rvt_slot_known(&s->p, b))) || is_odd(s, in);
}

static uint8_t stop_code(const struct rvt_ingress_stage *s, const struct rvt_config *cfg,
                         const struct rvt_ingress *in) {
  if (is_etrace(s)) return cfg->enable ? RVT_ENDED_ENABLED : RVT_ENDED_DISABLED;
  if (halted(in)) return RVT_ENDED_DEBUG;
  return in->lowpower ? RVT_ENDED_POWER : RVT_ENDED_DISABLED;
}

/** Whether the port says, in the clock of a stop, where a transfer before it has gone (D-03).
 */
static bool port_resolves(const struct rvt_ingress_stage *s, const struct rvt_ingress *in) {
  const struct rvt_block *b = &in->block[0];
  if (rvt_ingress_away(in) || in->hart_reset) return false;
  if (has_hole(s, in)) return false;
  return rvt_block_valid(b) && rvt_slot_known(&s->p, b);
}

/** Whether the hart reports its context as changed (OWN-04; of OWN-12 all are alike). */
static inline bool reports(const struct rvt_ingress_stage *s, const struct rvt_ingress *in) {
  return s->p.context == 2 && (in->ctype & 3) != 0;
}

/** How the context has been reported since the blocks before; the last report counts. */
static inline uint8_t reported_as(const struct rvt_ingress_stage *s,
                                  const struct rvt_ingress_stage_in *in) {
  if (!in->cfg->context_en) return 0;
  return reports(s, in->ingress) ? in->ingress->ctype & 3 : s->ctype_q;
}

/** Whether privilege or context are not those of the blocks before. */
static inline bool is_fresh(const struct rvt_ingress_stage *s,
                            const struct rvt_ingress_stage_in *in) {
  return s->p.context != 0 && in->cfg->context_en &&
         (reports(s, in->ingress) || s->told_q || in->ingress->priv != s->priv_q);
}

/** The trap right before an entry, traced or not (ETR AMB-4). That of a block is asked for with
 * what comes after it. */
static inline void put_trap(const struct rvt_ingress_stage *s, struct rvt_head *h) {
  h->trap = s->trap_q;
  h->cause = s->cause_q;
  h->tval = s->tval_q;
}

/** What an entry without blocks says of what is before it. */
static inline void put_before(const struct rvt_ingress_stage *s,
                              const struct rvt_ingress_stage_in *at, struct rvt_head *e) {
  const struct rvt_ingress *in = at->ingress;
  e->priv = is_etrace(s) ? rvt_slot_priv(&s->p, in->priv) : s->priv_q;
  e->hart_context = rvt_slot_context(&s->p, at->cfg, in->context);
  if (is_etrace(s)) put_trap(s, e);
}

/** Whether the clock, in which the blocks of `refused` are not written, loses an Ownership. */
static inline bool loses(const struct rvt_ingress_stage *s, const struct rvt_ingress_stage_in *in,
                         bool refused) {
  if (s->p.context == 0 || !in->cfg->context_en) return false;
  if (s->lost_q && !s->overflow_q) return true;
  const bool session = s->open_q || s->overflow_q; /* else its start is followed by one */
  return refused &&
         (reports(s, in->ingress) || s->told_q || (session && in->ingress->priv != s->priv_q));
}

/** Whether the base of time has changed since the last entry (TCI:TS-16). */
static inline bool is_time_new(const struct rvt_ingress_stage *s,
                               const struct rvt_ingress_stage_in *in) {
  return s->p.ts_width != 0 && (in->cfg->time_new || s->time_new_q);
}

static void make_stop(const struct rvt_ingress_stage *s, const struct rvt_ingress_stage_in *at,
                      struct rvt_head *e) {
  const struct rvt_ingress *in = at->ingress;
  const bool known = port_resolves(s, in);
  *e = (struct rvt_head){
      .kind = RVT_ENTRY_STOP,
      .sub = (uint8_t)(stop_code(s, at->cfg, in) | (s->rst_q ? RVT_STOP_RESET : 0) |
                       (s->ext_q ? RVT_STOP_NOTIFIED : 0)),
      .known = known,
      .addr = known ? rvt_slot_address(&s->p, in->block[0].iaddr) : 0,
      .abs_time = rvt_slot_time(&s->p, in->time),
  };
  put_before(s, at, e);
}

/** Whether this clock has a trace-on trigger. */
static inline bool traced_on(const struct rvt_ingress_stage *s,
                             const struct rvt_ingress_stage_in *in) {
  return rvt_ingress_triggered(&s->p, in->cfg, in->ingress, RVT_TRIGGER_ON);
}

/** Whether this clock has a trace-off trigger: its stop stands for notifications (TCI:TRIG-10). */
static inline bool traced_off(const struct rvt_ingress_stage *s,
                              const struct rvt_ingress_stage_in *in) {
  return rvt_ingress_triggered(&s->p, in->cfg, in->ingress, RVT_TRIGGER_OFF);
}

/** Whether slot i has a notify trigger that counts. */
static inline bool notifies(const struct rvt_ingress_stage *s,
                            const struct rvt_ingress_stage_in *in, unsigned i) {
  return s->p.events && !traced_off(s, in) && (in->ingress->trigger >> (2 + i) & 1) != 0;
}

void rvt_ingress_stage_slots(const struct rvt_ingress_stage *s,
                             const struct rvt_ingress_stage_in *in, struct rvt_slot *slot) {
  const bool wanted = wants_entry(s, in->ingress, traces(s, in));
  for (unsigned i = 0; i < s->p.blocks; i++) {
    slot[i] = rvt_slot_of(&s->p, in->cfg, &in->ingress->block[i]);
    slot[i].traced = slot[i].valid && wanted;
    slot[i].priv = in->ingress->priv;
    slot[i].notify = notifies(s, in, i);
  }
}

/** Whether a slot retires an instruction. */
static inline bool retires(const struct rvt_ingress_stage *s, const struct rvt_ingress *in) {
  for (unsigned i = 0; i < s->p.blocks && rvt_block_valid(&in->block[i]); i++)
    if (in->block[i].iretire != 0) return true;
  return false;
}

/** What E-Trace reads besides of a clock's blocks. */
static void add_etrace(const struct rvt_ingress_stage *s, const struct rvt_ingress_stage_in *in,
                       struct rvt_entry *e) {
  const struct rvt_ingress *port = in->ingress;
  struct rvt_head *newest = NULL; /* with an instruction */
  for (unsigned i = 0; i < e->blocks; i++) {
    struct rvt_head *h = &e->head[i];
    put_trap(s, h);
    if (i != 0) h->trap = 0;
    h->ctype = 0;
    h->enable_new = false;
    h->notify = s->p.events && (port->trigger >> (2 + i) & 1) != 0;
    if (h->halfwords != 0) newest = h;
  }
  struct rvt_head *h = &e->head[0];
  /* One without a block is that of the newest instruction (ETR:DC-16). */
  if (newest != NULL && s->p.events && (s->ext_q || (port->ext_trigger & RVT_TRIGGER_NOTIFY) != 0))
    newest->notify = true;
  h->enable_new = s->enable_new_q;
  h->ctype = reported_as(s, in);
}

static inline void make_blocks(const struct rvt_ingress_stage *s,
                               const struct rvt_ingress_stage_in *in, struct rvt_entry *e) {
  const struct rvt_ingress *port = in->ingress;
  e->blocks = 0;
  do {
    struct rvt_head *h = &e->head[e->blocks];
    rvt_slot_block(&s->p, in->cfg, &port->block[e->blocks], port->time, h);
    h->notify = notifies(s, in, e->blocks);
    h->context_new = h->time_new = false;
    h->priv = rvt_slot_priv(&s->p, port->priv);
    h->hart_context = rvt_slot_context(&s->p, in->cfg, port->context);
    e->blocks++;
  } while (e->blocks < s->p.blocks && rvt_block_valid(&port->block[e->blocks]));
  e->head[0].time_new = is_time_new(s, in);
  if (s->open_q) {
    e->head[0].sub =
        (uint8_t)((s->rst_q ? RVT_BEFORE_RESET : 0) | (s->ext_q ? RVT_BEFORE_NOTIFY : 0));
    e->head[0].context_new = is_fresh(s, in);
  } else {
    e->head[0].kind = RVT_ENTRY_START;
    e->head[0].sub = s->reason_q;
    if (traced_on(s, in)) e->head[0].notify = false; /* the start stands for it (TCI:TRIG-10) */
  }
  if (is_etrace(s)) add_etrace(s, in, e);
}

/** Whether trTeEnable has risen, and no block or overflow stands for that (ETR:DC-07). */
static inline bool puts_enable(const struct rvt_ingress_stage *s,
                               const struct rvt_ingress_stage_in *in, bool blocks) {
  return is_etrace(s) && s->enable_new_q && in->cfg->enable && !s->open_q && !s->overflow_q &&
         !s->lost_q && !blocks && in->queue_level < s->p.queue_depth;
}

void rvt_ingress_stage_outputs(const struct rvt_ingress_stage *s,
                               const struct rvt_ingress_stage_in *in,
                               struct rvt_ingress_stage_out *out) {
  const unsigned level = in->queue_level;
  const bool room = level < s->p.queue_depth;
  out->stall = rvt_ingress_stage_stalls(s, in->cfg, in->queue_level);
  out->overflow = s->overflow_q;
  out->busy = rvt_ingress_stage_busy(s);
  out->valid = false;
  out->entry.blocks = 1;
  if (s->overflow_q) {
    if (level != 0 || !in->resume) return;
    out->valid = true;
    out->entry.head[0] = (struct rvt_head){
        .kind = RVT_ENTRY_OVERFLOW, .sub = RVT_LOST_BLOCKS, .abs_time = s->overflow_time_q};
    if (is_etrace(s) && in->cfg->enable) out->entry.head[0].sub |= RVT_LOST_ENABLED;
    if (s->lost_own_q || loses(s, in, wants_entry(s, in->ingress, traces(s, in))))
      out->entry.head[0].sub |= RVT_LOST_CONTEXT;
    put_before(s, in, &out->entry.head[0]);
    out->entry.head[0].time_new = is_time_new(s, in);
    return;
  }
  const bool on = traces(s, in);
  if (s->open_q && !on) {
    out->valid = !s->lost_q; /* an entry is kept for it */
    make_stop(s, in, &out->entry.head[0]);
    out->entry.head[0].time_new = is_time_new(s, in);
  } else if (room && wants_entry(s, in->ingress, on) && !is_odd(s, in->ingress) && !s->lost_q) {
    out->valid = true;
    make_blocks(s, in, &out->entry);
  } else if (puts_enable(s, in, wants_entry(s, in->ingress, on))) {
    out->valid = true;
    out->entry.head[0] = (struct rvt_head){.kind = RVT_ENTRY_OVERFLOW,
                                           .sub = RVT_LOST_ENABLED,
                                           .abs_time = rvt_slot_time(&s->p, in->ingress->time)};
    put_before(s, in, &out->entry.head[0]);
    out->entry.head[0].time_new = is_time_new(s, in);
  }
}

/** Why the next session begins (D-04). */
static inline uint8_t next_reason(const struct rvt_ingress_stage *s, const struct rvt_ingress *port,
                                  bool on, bool overflow_ends) {
  if (on) {
    if (overflow_ends) return RVT_START_OVERRUN;
    if (!port->hart_reset || s->reason_q == RVT_START_OVERRUN) return s->reason_q;
  }
  if (port->hart_reset) return RVT_START_RESET;
  if (port->lowpower) return RVT_START_POWER;
  return halted(port) ? RVT_START_DEBUG : RVT_START_ENABLE;
}

static inline bool is_trap(const struct rvt_block *b) {
  return rvt_block_valid(b) && (b->itype == RVT_IT_EXCEPTION || b->itype == RVT_IT_INTERRUPT);
}

/** Cause and value of the clock's trap, whether or not the component is active. */
static void hold_cause(struct rvt_ingress_stage *s, const struct rvt_ingress *port) {
  for (unsigned i = 0; i < s->p.blocks; i++) {
    if (!is_trap(&port->block[i])) continue;
    s->cause_q = rvt_slot_cause(&s->p, port->cause);
    s->tval_q = rvt_slot_tval(&s->p, port->tval);
  }
}

/** What E-Trace needs of the clock. */
static void hold_etrace(struct rvt_ingress_stage *s, const struct rvt_ingress_stage_in *in,
                        bool put, bool taken, bool on) {
  const struct rvt_ingress *port = in->ingress;
  s->enable_new_q = !in->cfg->enable || (s->enable_new_q && !put);
  s->ctype_q = on && !wants_entry(s, port, on) ? reported_as(s, in) : 0;
  for (unsigned i = 0; i < s->p.blocks; i++) {
    const struct rvt_block *b = &port->block[i];
    if (rvt_block_valid(b))
      s->trap_q = is_trap(b) ? (uint8_t)(b->itype | (taken ? RVT_TRAP_TRACED : 0)) : 0;
  }
  if (rvt_ingress_away(port) || port->hart_reset) s->trap_q = 0;
}

/** What has come up in the session and no entry has carried yet. With `started_on` the session
 * began in this clock, which has a trace-on trigger; with `ends` it has a trace-off (D-21). */
static inline void hold_events(struct rvt_ingress_stage *s, const struct rvt_ingress *in,
                               bool started_on, bool ends, bool carried) {
  const bool notify = s->p.events && (in->ext_trigger & RVT_TRIGGER_NOTIFY) != 0;
  s->rst_q = s->open_q && ((s->rst_q && !carried) || in->hart_reset);
  s->ext_q = s->open_q && ((s->ext_q && !carried) || (!started_on && !ends && notify));
}

/** What Ownership needs of the clock, as far as the state before it says: what stays with a session
 * or an overflow is still to be masked. */
static void hold_ownership(struct rvt_ingress_stage *s, const struct rvt_ingress_stage_in *in,
                           const struct rvt_ingress_stage_out *out, bool on) {
  const bool blocks = wants_entry(s, in->ingress, on);
  const bool refused = blocks && (s->overflow_q || !out->valid);
  s->lost_own_q = s->lost_own_q || loses(s, in, refused);
  s->told_q = !blocks && (s->told_q || (on && reports(s, in->ingress)));
  if (blocks) s->priv_q = in->ingress->priv;
}

void rvt_ingress_stage_tick(struct rvt_ingress_stage *s, const struct rvt_ingress_stage_in *in,
                            const struct rvt_ingress_stage_out *out) {
  if (is_etrace(s)) hold_cause(s, in->ingress);
  if (!in->cfg->active) {
    const struct rvt_ingress_stage before = *s;
    rvt_ingress_stage_init(s, &before.p);
    s->cause_q = before.cause_q;
    s->tval_q = before.tval_q;
    return;
  }
  const bool overflow_before = s->overflow_q;
  const bool open_before = s->open_q;
  const bool on = traces(s, in);
  if (s->p.context != 0) hold_ownership(s, in, out, on);
  bool taken = false;
  if (s->overflow_q) {
    s->overflow_q = !out->valid;
  } else if (s->open_q && !on) {
    s->open_q = false;
  } else {
    taken = out->valid && out->entry.head[0].kind != RVT_ENTRY_OVERFLOW;
    if (taken) s->open_q = true;
  }
  if (!overflow_before && !taken &&
      (s->lost_q || wants_entry(s, in->ingress, on))) { /* D-14, D-33 */
    s->overflow_q = true;
    s->overflow_time_q = rvt_slot_time(&s->p, in->ingress->time);
    s->open_q = false;
  }
  s->lost_q = in->lost && (open_before || (in->cfg->enable && !overflow_before)); /* D-33 */
  const bool ext_before = s->ext_q;
  hold_events(s, in->ingress, !open_before && traced_on(s, in), traced_off(s, in), taken);
  if (is_etrace(s)) {
    /* ETR:DC-16: with the clock's newest instruction, else the next one's. */
    const bool notify = s->p.events && (in->ingress->ext_trigger & RVT_TRIGGER_NOTIFY) != 0;
    s->ext_q = s->open_q && (ext_before || notify) && !(taken && retires(s, in->ingress));
    hold_etrace(s, in, out->valid, taken, on);
    s->ctype_q = s->open_q ? s->ctype_q : 0;
  }
  if (s->p.context != 0) {
    s->lost_own_q = s->lost_own_q && s->overflow_q;
    s->told_q = s->told_q && (s->open_q || s->overflow_q);
  }
  s->time_new_q = is_time_new(s, in) && !out->valid;
  s->away_q = rvt_ingress_away(in->ingress);
  s->reason_q = next_reason(s, in->ingress, on, overflow_before && !s->overflow_q);
}
