/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "rvt/unit/ntrace_flow.h"

#include <stddef.h>

#include "base/kept_address.h"
#include "model/ntrace/codes.h"
#include "model/ntrace/ntrace_run_one.h"

enum {
  NO_HIST = 1,
  LOW_BITS = 0xfff,
  PERIOD_SHIFT = 4,     /* the period is 2^(sync_max + 4) */
  PERIOD_TOP = 1 << 19, /* there a sync is due whatever the settings become */
  MOST_MORE_BITS =
      5, /* more bits than those of a block have the half-words that are on their way */
  SINGLE_UNITS_BITS = 4, /* of a block's half-words with `single` */
};

/** What flow does in a clock: `flow_act_t`. */
enum act {
  ACT_PREPARE,
  ACT_COUNT,
  ACT_ERROR,
  ACT_STOP,
  ACT_START,
  ACT_HIST,
  ACT_DIRECT,
  ACT_DIRECT_SYNC,
  ACT_BRANCH,
  ACT_BRANCH_SYNC,
  ACT_LINEAR,
  ACT_OWN,
  ACT_ICNT
};

/** What a clock's decisions look at. */
struct view {
  const struct rvt_config *cfg;
  const struct rvt_ntrace_run *run; /* NULL: none, a counter is full */
  bool htm, ir;
  uint8_t req; /* set of enum rvt_ntrace_request, with what `sub` says */
  bool due, due_next;
  bool match; /* the waiting return is implicit */
  bool drains, icnt_full, hist_full;
  bool direct; /* with ACT_COUNT: DirectBranch */
};

void rvt_ntrace_flow_init(struct rvt_ntrace_flow *s, const struct rvt_params *p) {
  *s = (struct rvt_ntrace_flow){.p = *p, .hist_q = NO_HIST};
  rvt_ret_stack_init(&s->stack, p->stack_depth);
  rvt_ntrace_runs_init(&s->runs, p);
}

static inline bool over(const struct rvt_config *cfg, uint32_t count) {
  return count >> (cfg->sync_max + PERIOD_SHIFT) != 0;
}

/* ---- Decision ---------------------------------------------------------------------------------
 */

static bool is_match(const struct rvt_ntrace_flow *s, const struct view *v) {
  if (!s->pop_q || !v->run->known || (v->req & RVT_REQUEST_RESET) != 0) return false;
  const uint64_t differs = s->pop_addr_q ^ v->run->addr;
  const uint8_t mode = s->p.return_modes ? v->cfg->ir_mode : 3;
  if (mode == 1) return true;                      /* NT:IRT-03 */
  if (mode == 2) return (differs & LOW_BITS) == 0; /* NT:IRT-05 */
  return differs == 0;                             /* NT:IRT-04 */
}

static uint8_t requests(const struct rvt_ntrace_flow *s, const struct rvt_ntrace_run *run) {
  if (s->started_q) return s->req_q;
  if (run->kind == RVT_ENTRY_BLOCK)
    return s->req_q | (run->sub & (RVT_BEFORE_RESET | RVT_BEFORE_NOTIFY));
  if (run->kind == RVT_ENTRY_STOP)
    return (uint8_t)(s->req_q | (run->sub & RVT_STOP_RESET ? RVT_REQUEST_RESET : 0) |
                     (run->sub & RVT_STOP_NOTIFIED ? RVT_REQUEST_EXTERNAL : 0));
  return s->req_q;
}

/** Filled in place: a structure that is returned is copied whole, which waits for each of its
 * bytes.
 */
static inline void look(const struct rvt_ntrace_flow *s, const struct rvt_config *cfg,
                        struct view *v) {
  v->cfg = cfg;
  v->run = rvt_ntrace_runs_run(&s->runs);
  v->htm = s->p.htm && (!s->p.btm || cfg->mode == RVT_MODE_HTM);
  v->ir = s->p.stack_depth != 0 && cfg->ir_en && cfg->ir_mode != 0;
  v->icnt_full = !s->pend_q && s->icnt_q >> (s->p.icnt_width - 1) != 0; /* NT:ICNT-07 */
  v->hist_full = s->hist_q >> (s->p.hist_width - 1) != 0;               /* NT:HIST-05 */
  v->drains = v->icnt_full || v->hist_full;
  v->due = s->due_q || s->message_q;
  v->due_next = v->due || s->due_next_q;
  v->req = v->run == NULL ? 0 : requests(s, v->run);
  v->match = v->run != NULL && is_match(s, v);
}

/** Whether an Ownership is to come before the run is counted. It comes behind the message of a
 * transfer or of a reset, so it waits with one whose address is not known yet (NT:OWN-08). */
static bool owns(const struct rvt_ntrace_flow *s, const struct view *v) {
  const bool waits = s->pend_q || (v->req & RVT_REQUEST_RESET) != 0;
  return s->own_q != 0 && (v->run->known || !waits);
}

static enum act act_at_stop(const struct rvt_ntrace_flow *s, const struct view *v) {
  const bool reset = (v->req & RVT_REQUEST_RESET) != 0;
  if (s->held_q) return ACT_DIRECT;                                         /* NT:COR-11 */
  if (s->pend_q && v->run->known && !reset && !v->match) return ACT_BRANCH; /* NT:COR-09, D-22 */
  if (v->req != 0 && s->straight_q && !reset) return ACT_LINEAR;            /* D-21 */
  return s->own_q != 0 ? ACT_OWN : ACT_STOP;
}

static enum act act_at_block(const struct rvt_ntrace_flow *s, const struct view *v) {
  const bool plain = v->cfg->plain_sync;
  const bool due = v->due || v->req != 0;
  const bool known = v->run->known;
  const bool reset = (v->req & RVT_REQUEST_RESET) != 0; /* the block is at the vector (NT:SEQ-17) */
  if (s->own_q == 1 && rvt_own_messages(&s->p) == 2) return ACT_OWN; /* two in a row (NT:OWN-07) */
  if (s->held_q) return known && due && !plain ? ACT_DIRECT_SYNC : ACT_DIRECT;
  if (s->pend_q && known && !v->match && !(reset && plain)) /* D-09 */
    return due && !plain ? ACT_BRANCH_SYNC : ACT_BRANCH;
  if (due && known) return ACT_LINEAR;
  const bool full = s->icnt_q >> (s->p.icnt_width - 1) != 0;
  if (s->pend_q && v->match && full) return ACT_ICNT; /* D-11 */
  return owns(s, v) ? ACT_OWN : ACT_COUNT;
}

static bool tells_address(enum act act) {
  return act == ACT_START || act == ACT_DIRECT_SYNC || act == ACT_BRANCH_SYNC || act == ACT_LINEAR;
}

static enum act decide(const struct rvt_ntrace_flow *s, const struct view *v) {
  if (v->drains) return v->icnt_full ? ACT_ICNT : ACT_HIST;
  enum act act;
  switch (v->run->kind) {
  case RVT_ENTRY_OVERFLOW: act = ACT_ERROR; break;
  case RVT_ENTRY_STOP: act = act_at_stop(s, v); break;
  case RVT_ENTRY_START: act = s->started_q ? act_at_block(s, v) : ACT_START; break;
  default: act = act_at_block(s, v); break;
  }
  return tells_address(act) && !s->none_q ? ACT_PREPARE : act;
}

/** Whether the run, with its last block a taken branch of BTM, waits for a sync (D-07, D-21). */
static bool is_held(const struct view *v) {
  return !v->htm && v->run->itype == RVT_IT_TAKEN && (v->due_next || v->run->notify) &&
         !v->cfg->plain_sync;
}

/** Whether the run is counted behind the record of the same clock. */
static bool goes_through(const struct rvt_ntrace_flow *s, const struct view *v, enum act act) {
  if (v->run == NULL || v->run->kind > RVT_ENTRY_START || owns(s, v)) return false;
  if (act != ACT_ICNT && act != ACT_HIST && act != ACT_BRANCH && act != ACT_DIRECT) return false;
  if ((v->icnt_full && v->hist_full) || (act == ACT_HIST && s->pend_q)) return false;
  if (v->run->kind == RVT_ENTRY_START && !s->started_q) return false;
  if (v->run->time_new) return false; /* its own first step says so */
  if (v->due || v->req != 0 || v->cfg->sync_mode == RVT_PERIOD_MESSAGES) return false;
  return v->htm || v->run->itype != RVT_IT_TAKEN;
}

/* ---- Record -----------------------------------------------------------------------------------
 */

/** HIST as RCODE 1 sends it: up to the outcome that filled it. */
static uint32_t full_hist(const struct rvt_ntrace_flow *s) {
  uint64_t hist = s->hist_q;
  while (hist >> s->p.hist_width != 0) hist >>= 1;
  return (uint32_t)hist;
}

static void make_record(const struct rvt_ntrace_flow *s, const struct view *v, enum act act,
                        struct rvt_ntrace_record *rec) {
  const struct rvt_ntrace_run *run = v->run;
  const bool any = s->hist_q != NO_HIST;
  const bool with_hist = v->htm && (any || !s->p.plain_hist); /* NT:MSG-03 */
  const uint32_t hist = (uint32_t)s->hist_q;
  *rec = (struct rvt_ntrace_record){.icnt = s->icnt_q, .abs_time = s->pend_time_q};
  if (!v->drains && run->time_new) rec->abs_time = run->first_time; /* D-40 */
  switch (act) {
  case ACT_ERROR:
    rec->tcode = RVT_TC_ERROR;
    rec->icnt = rvt_ecode_of(run->sub);
    rec->abs_time = run->first_time;
    break;
  case ACT_STOP:
    rec->tcode = RVT_TC_PROG_TRACE_CORRELATION;
    rec->sub = rvt_evcode_of(run->sub & RVT_ENDED_BITS);
    rec->btype = v->htm; /* CDF, NT:COR-03 */
    rec->hist = v->htm ? hist : 0;
    rec->abs_time = run->first_time;
    break;
  case ACT_START:
    rec->tcode = RVT_TC_PROG_TRACE_SYNC;
    rec->sub = rvt_sync_of(run->sub);
    rec->addr = run->addr;
    rec->abs_time = run->first_time;
    break;
  case ACT_HIST:
    rec->tcode = RVT_TC_RESOURCE_FULL;
    rec->sub = RVT_RC_HIST;
    rec->icnt = 0;
    rec->hist = full_hist(s);
    break;
  case ACT_ICNT:
    rec->tcode = RVT_TC_RESOURCE_FULL;
    rec->sub = RVT_RC_ICNT;
    if (!v->drains) rec->abs_time = run->first_time;
    break;
  case ACT_COUNT:
    rec->tcode = RVT_TC_DIRECT_BRANCH;
    rec->icnt = s->icnt_q + run->halfwords;
    rec->abs_time = run->abs_time;
    break;
  case ACT_OWN:
    *rec = (struct rvt_ntrace_record){
        .tcode = RVT_TC_OWNERSHIP,
        .addr = rvt_process_of(&s->p, run->priv, run->hart_context, s->own_q == 2),
        .abs_time = s->own_time_q};
    return;
  case ACT_DIRECT: rec->tcode = RVT_TC_DIRECT_BRANCH; break;
  case ACT_DIRECT_SYNC:
    rec->tcode = RVT_TC_DIRECT_BRANCH_SYNC;
    rec->sub = rvt_sync_reason(v->req);
    rec->addr = run->addr;
    break;
  case ACT_BRANCH:
    rec->tcode = with_hist ? RVT_TC_INDIRECT_BRANCH_HIST : RVT_TC_INDIRECT_BRANCH;
    rec->btype = s->pend_btype_q;
    rec->hist = with_hist ? hist : 0;
    rec->addr = run->addr ^ s->ref_q; /* NT:ADR-03 */
    break;
  case ACT_BRANCH_SYNC:
    rec->tcode = with_hist ? RVT_TC_INDIRECT_BRANCH_HIST_SYNC : RVT_TC_INDIRECT_BRANCH_SYNC;
    rec->sub = rvt_sync_reason(v->req);
    rec->btype = s->pend_btype_q;
    rec->hist = with_hist ? hist : 0;
    rec->addr = run->addr;
    break;
  default: /* ACT_LINEAR, NT:SYN-32 */
    rec->tcode = v->htm && any ? RVT_TC_INDIRECT_BRANCH_HIST_SYNC : RVT_TC_PROG_TRACE_SYNC;
    rec->sub = rvt_sync_reason(v->req);
    rec->hist = v->htm && any ? hist : 0;
    rec->addr = run->kind == RVT_ENTRY_STOP ? s->end_q : run->addr;
    rec->abs_time = run->first_time;
    break;
  }
  rec->addr = rvt_addr_sent(&s->p, rec->addr);
}

/* ---- What a step does --------------------------------------------------------------------------
 */

static void no_pend(struct rvt_ntrace_flow *s) { s->pend_q = s->held_q = s->pop_q = false; }

static void forget(struct rvt_ntrace_flow *s) {
  s->icnt_q = 0;
  s->hist_q = NO_HIST;
  s->req_q = 0;
  s->none_q = false;
  s->own_q = 0;
  no_pend(s);
  rvt_ret_stack_clear(&s->stack); /* NT:SYN-01 */
}

/** The outcomes behind the one that filled HIST. */
static uint64_t rest_of_hist(const struct rvt_ntrace_flow *s) {
  unsigned rest = 0;
  while (s->hist_q >> (s->p.hist_width + rest) != 0) rest++;
  const uint64_t stop = (uint64_t)1 << rest;
  return stop | (s->hist_q & (stop - 1));
}

static void take_record(struct rvt_ntrace_flow *s, const struct view *v, enum act act) {
  switch (act) {
  case ACT_ERROR:
  case ACT_STOP: forget(s); break;
  case ACT_START:
  case ACT_DIRECT_SYNC:
  case ACT_BRANCH_SYNC:
  case ACT_LINEAR:
    forget(s);
    if (s->p.context != 0 && v->cfg->context_en) s->own_q = rvt_own_messages(&s->p); /* NT:OWN-06 */
    s->ref_q = v->run->kind == RVT_ENTRY_STOP ? s->end_q : v->run->addr;
    break;
  case ACT_BRANCH:
    s->icnt_q = 0;
    s->hist_q = NO_HIST;
    s->ref_q = v->run->addr;
    no_pend(s);
    break;
  case ACT_HIST: s->hist_q = rest_of_hist(s); break;
  case ACT_OWN: s->own_q--; break; /* nothing else (NT:OWN-14) */
  case ACT_ICNT:
    s->icnt_q = 0;
    if (!v->drains) no_pend(s);
    break;
  default: /* ACT_DIRECT */
    s->icnt_q = 0;
    no_pend(s);
    break;
  }
}

static void use_stack(struct rvt_ntrace_flow *s, const struct rvt_ntrace_run *run,
                      bool sequential) {
  if (rvt_is_return(run->itype)) {
    const bool some = rvt_ret_stack_top(&s->stack, &s->pop_addr_q);
    s->pop_q = some && !sequential; /* NT:SQJ-07 */
    rvt_ret_stack_pop(&s->stack);
  }
  if (run->push) rvt_ret_stack_push(&s->stack, run->link);
}

static void count(struct rvt_ntrace_flow *s, const struct view *v) {
  const struct rvt_ntrace_run *run = v->run;
  /* D-25 */
  const bool sequential =
      run->seq == RVT_SEQ_WITHIN || (run->seq == RVT_SEQ_BEHIND && s->icnt_q != 0);
  const bool held = is_held(v);
  s->icnt_q = v->direct ? 0 : s->icnt_q + run->halfwords;
  if (v->htm) s->hist_q = s->hist_q << run->outcomes | run->taken;
  no_pend(s);
  s->held_q = held;
  s->pend_q = held || (rvt_is_transfer(run->itype) && !sequential);
  if (v->ir) use_stack(s, run, sequential);
  if (run->notify) s->req_q |= RVT_REQUEST_EVENT;
  s->pend_time_q = run->abs_time;
  s->pend_btype_q = run->itype == RVT_IT_EXCEPTION   ? RVT_BT_EXCEPTION
                    : run->itype == RVT_IT_INTERRUPT ? RVT_BT_INTERRUPT
                                                     : RVT_BT_NONE;
  s->straight_q = rvt_is_straight(&s->p, run->itype);
  s->end_q = run->behind;
}

/* ---- Clock ------------------------------------------------------------------------------------
 */

/** What the period sees of a clock. */
struct period_in {
  bool prepare, prepared, restart, record, load, load_new;
  uint32_t run_units, load_units;
};

static void tick_period(struct rvt_ntrace_flow *s, const struct rvt_ntrace_flow_in *in,
                        const struct period_in *e) {
  const struct rvt_config *cfg = in->cfg;
  const bool by_message = cfg->sync_mode == RVT_PERIOD_MESSAGES;
  const bool by_clock = s->p.sync_clocks && cfg->sync_mode == RVT_PERIOD_CLOCKS;
  const bool by_units = cfg->sync_mode == RVT_PERIOD_HALFWORDS;
  const bool was_over = over(cfg, s->ahead_q);
  const uint32_t sum = s->ahead_q + (by_units ? e->load_units : 1);
  const bool asked = s->asked_q || (in->sync_req && !s->served_q);
  if (e->restart) {
    s->due_q = e->load_new;
    s->due_next_q = by_units && over(cfg, e->run_units);
  } else if (e->load) {
    s->due_q = s->due_q || ((by_clock || by_units) && was_over) || asked || e->load_new;
    s->due_next_q = by_units && over(cfg, sum);
  } else if (e->prepare) {
    s->due_q = true;
  }
  s->message_q = by_message && !e->restart && (was_over || (e->record && over(cfg, sum)));
  if (cfg->active) {
    if (e->prepared)
      s->ahead_q = by_units ? e->run_units : 0;
    else if (by_clock || (by_units && e->load) || (by_message && e->record && !e->restart))
      s->ahead_q = s->ahead_q < PERIOD_TOP ? sum : s->ahead_q;
  }
  s->asked_q = asked && !e->restart;
  s->served_q = in->sync_req && (s->served_q || e->restart); /* TCI:SYNC-09, D-34 */
}

/** Whether a periodic sync may be due at any block of those on their way. */
static bool is_near(const struct rvt_ntrace_flow *s, const struct rvt_config *cfg) {
  const unsigned bits =
      (s->p.single ? SINGLE_UNITS_BITS : s->p.iretire_width) + (unsigned)MOST_MORE_BITS;
  if (s->p.flow_blocks == 1) return false;
  if (cfg->sync_mode == RVT_PERIOD_MESSAGES) return true;
  if (cfg->sync_mode != RVT_PERIOD_HALFWORDS) return false;
  return cfg->sync_max + (unsigned)PERIOD_SHIFT < bits ||
         (!s->due_q && over(cfg, s->coming_q + s->runs.entry_units_q));
}

/** A clock with a run or a full counter: its record, and what it does to the state. Returns whether
 * the run leaves. */
static bool step(struct rvt_ntrace_flow *s, const struct rvt_ntrace_flow_in *in,
                 struct rvt_ntrace_flow_out *out, struct period_in *period) {
  struct view v;
  look(s, in->cfg, &v);
  const enum act act = decide(s, &v);
  v.direct = act == ACT_COUNT && !v.htm && v.run->itype == RVT_IT_TAKEN && !is_held(&v);
  out->rec_valid = act > ACT_COUNT || v.direct;
  out->time_new = v.run != NULL && v.run->time_new && !s->started_q && !v.drains;
  if (out->rec_valid) make_record(s, &v, act, &out->rec);
  period->prepare = act == ACT_PREPARE;
  period->run_units = v.run == NULL ? 0 : v.run->halfwords;
  if (out->rec_valid && !in->rec_ready) return false;
  const bool counts = act == ACT_COUNT || goes_through(s, &v, act);
  const bool leaves = counts || act == ACT_ERROR || act == ACT_STOP;
  const bool drained = v.drains && !counts;
  period->record = out->rec_valid;
  if (act == ACT_PREPARE) {
    s->ref_q = 0;
    s->none_q = true;
    return false;
  }
  if (!drained) s->req_q = v.req;
  if (act > ACT_COUNT) take_record(s, &v, act);
  if (counts) count(s, &v);
  if (!drained) s->started_q = !leaves;
  if (s->p.context != 0 && out->rec_valid && !drained) s->own_time_q = out->rec.abs_time;
  if (act == ACT_ERROR || act == ACT_STOP || tells_address(act)) period->restart = true;
  return leaves;
}

void rvt_ntrace_flow_clock(struct rvt_ntrace_flow *s, const struct rvt_ntrace_flow_in *in,
                           struct rvt_ntrace_flow_out *out) {
  struct rvt_ntrace_runs_in runs = {.cfg = in->cfg, .entry = in->entry, .icnt = s->icnt_q};
  if (s->p.blocks > 1) runs.period_near = is_near(s, in->cfg);
  const uint32_t coming = s->ahead_q + rvt_ntrace_runs_held(&s->runs);
  struct period_in period = {.restart = !in->cfg->active, .prepared = s->none_q};
  out->rec_valid = out->time_new = false;
  if (s->runs.valid_q || rvt_ntrace_flow_drains(s)) runs.ready = step(s, in, out, &period);
  struct rvt_ntrace_runs_out moved;
  if (s->p.blocks == 1 && in->cfg->active)
    rvt_runs_tick_one(&s->runs, &runs, &moved);
  else
    rvt_ntrace_runs_tick(&s->runs, &runs, &moved);
  out->taken = moved.taken;
  out->load = moved.load;
  period.load = moved.load;
  period.load_units = moved.load ? s->runs.run_q.halfwords : 0;
  period.load_new = moved.load && s->p.ts_width != 0 && s->runs.run_q.time_new; /* TCI:TS-22 */
  if (s->p.context != 0 && moved.load) {
    s->own_time_q = s->runs.run_q.first_time;
    if (s->runs.run_q.context_new) s->own_q = rvt_own_messages(&s->p);
    if (s->runs.run_q.kind == RVT_ENTRY_STOP) s->own_q = 0; /* nothing runs under it any more */
  }
  tick_period(s, in, &period);
  s->coming_q = coming;
  if (!in->cfg->active) {
    forget(s);
    s->started_q = false;
  }
}
