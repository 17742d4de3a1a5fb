/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "rvt/unit/etrace_flow.h"

#include <string.h>

#include "base/kept_address.h"
#include "modes.h"

enum { NO_RECORD = 0xff };

void rvt_etrace_flow_init(struct rvt_etrace_flow *s, const struct rvt_params *p) {
  memset(s, 0, sizeof *s);
  s->p = *p;
  s->period.clocks = p->sync_clocks;
  rvt_ret_stack_init(&s->returns.stack, p->stack_depth);
  rvt_etrace_forget(s);
}

static inline bool is_trap(uint8_t itype) {
  return itype == RVT_IT_EXCEPTION || itype == RVT_IT_INTERRUPT;
}

/** ETR AMB-1, without what sijump says. */
static inline bool is_uninferable(uint8_t itype) {
  enum {
    UNINFERABLE = 1 << RVT_IT_TRAP_RETURN | 1 << RVT_IT_INDIRECT | 1 << RVT_IT_INDIRECT_CALL |
                  1 << RVT_IT_INDIRECT_JUMP | 1 << RVT_IT_SWAP | 1 << RVT_IT_RETURN |
                  1 << RVT_IT_INDIRECT_LINK
  };
  return (UNINFERABLE >> itype & 1) != 0;
}

/** ETR AMB-13, of the build's support packet. */
static inline uint8_t options_of(const struct rvt_params *p, const struct rvt_config *cfg) {
  const bool returns = p->stack_depth != 0 && cfg->ir_en && cfg->ir_mode != 0;
  const bool caches = p->cache_size != 0 && cfg->jump_target_cache;
  const bool predicts = p->bpred_size != 0 && cfg->branch_prediction;
  if (p->iret_ext)
    return (uint8_t)((p->seq_jump && cfg->seq_en ? RVT_ETRACE_STD_SEQUENTIAL_JUMP : 0) |
                     (returns ? RVT_ETRACE_STD_IMPLICIT_RETURN : 0) |
                     (predicts ? RVT_ETRACE_STD_PREDICTION : 0) |
                     (caches ? RVT_ETRACE_STD_TARGET_CACHE : 0) |
                     (cfg->no_trap_addr ? RVT_ETRACE_STD_IMPLICIT_EXCEPTION : 0) |
                     (cfg->no_addr_diff ? RVT_ETRACE_STD_FULL_ADDRESS : 0));
  return (uint8_t)((returns ? RVT_ETRACE_OPT_IMPLICIT_RETURN : 0) |
                   (cfg->no_trap_addr ? RVT_ETRACE_OPT_IMPLICIT_EXCEPTION : 0) |
                   (cfg->no_addr_diff ? RVT_ETRACE_OPT_FULL_ADDRESS : 0) |
                   (caches ? RVT_ETRACE_OPT_TARGET_CACHE : 0) |
                   (predicts ? RVT_ETRACE_OPT_PREDICTION : 0));
}

/** What is decided of a run in a clock. */
struct step {
  uint8_t kind;   /* of the record; NO_RECORD: none */
  bool done;      /* the run leaves */
  bool both;      /* ... with its first look: the last one is quiet */
  bool closes;    /* the session is over */
  bool first;     /* of its first instruction, or its trap; else of its last one */
  bool of_ud;     /* as P is an uninferable discontinuity */
  bool thaddr;    /* 3.1: of a handler's first instruction */
  bool of_before; /* 3.1: the trap is P */
  bool notify;
  bool updiscon;
  bool may;  /* there may be a record: what the RTL knows early enough to wait for the packer */
  bool deep; /* a report of its last instruction tells the depth of the stack (ETR:A-05) */
  uint8_t qual;
  bool ienable;
  bool differs;                /* ppccd(C,N) */
  bool due;                    /* ETR:R-03, S2 */
  struct rvt_etrace_told told; /* branches, with that of the run if this step looks at it */
};

/** ppccd(C,N) of a block with an instruction; `async`: with ctype 3 (ETR:DC-02). */
static inline bool differs(const struct rvt_head *c, const struct rvt_head *n, bool async) {
  const bool other = c->hart_context != n->hart_context;
  if (async) return other && n->ctype == 3;
  return c->priv != n->priv || (other && n->ctype >= 2);
}

/** What is known of branches as the step tells of them. */
static void look(const struct rvt_etrace_flow *s, const struct rvt_config *cfg, struct step *d) {
  const bool last = !d->first || s->run_q.single;
  rvt_etrace_branches_look(s, cfg, last && rvt_etrace_is_branch(s->run_q.head.itype), &d->told);
}

/** With iret_ext: whether an implied return leads to the run's only instruction. */
static inline bool is_behind(const struct rvt_etrace_flow *s) {
  return s->p.iret_ext && s->run_q.single && s->returns.ret_q;
}

/** The last instruction of the run, and of one alone that nothing has told. */
static void decide_last(const struct rvt_etrace_flow *s, const struct rvt_config *cfg,
                        bool next_trap, bool stop, bool async, struct step *d) {
  const struct rvt_head *h = &s->run_q.head;
  d->done = true;
  d->first = false;
  d->notify = h->notify;
  look(s, cfg, d);
  const bool branches = d->told.branches != 0;
  /* What ends in another packet, or in none: a decoder has to find it by itself (ETR:DC-06). */
  d->deep = (d->due && (branches || s->returns.since_q)) || next_trap || async || stop ||
            (d->differs && (branches || (s->p.iret_ext && s->returns.since_q)));
  d->may =
      d->due || next_trap || d->differs || async || stop || h->notify || d->told.near || s->own_q;
  if (d->deep || h->notify || d->told.max) {
    d->kind = RVT_ETRACE_ADDRESS;
    if (is_behind(s)) { /* told as the target of a return that was not implied (ETR:A-06) */
      d->of_ud = true;
      d->notify = false;
      d->updiscon = (next_trap || d->differs || d->due) && !stop;
    }
  } else if (d->told.full) {
    d->kind = RVT_ETRACE_BRANCH;
  } else if (s->own_q) {
    d->kind = RVT_ETRACE_CONTEXT;
  }
}

/** Whether the first look at a run is at its first instruction, and that is not the last one. */
static inline bool is_alone(const struct rvt_etrace_flow *s) {
  return !s->rest_q && s->run_q.head.halfwords != 0 && !s->run_q.single;
}

static inline bool starts(const struct rvt_etrace_flow *s) {
  return s->run_q.head.halfwords != 0 &&
         (s->trap_q || s->run_q.head.trap != 0 || !s->open_q || s->sync_q);
}

/** Whether the trap before the run's first instruction has been told. */
static inline bool is_reported(const struct rvt_etrace_flow *s) {
  return s->trap_q ? s->reported_q : (s->run_q.head.trap & RVT_TRAP_TRACED) != 0 && s->closed_q;
}

/** Whether trTeEnable has risen, and no 3.3 has told it. */
static inline bool tells_enable(const struct rvt_etrace_flow *s) {
  return s->run_q.head.kind == RVT_ENTRY_START && s->run_q.head.enable_new && !s->rest_q &&
         !s->supported_q;
}

/** Whether N is not asked for: its first instruction is told by itself, or its own trap is N. */
static inline bool is_early(const struct rvt_etrace_flow *s) {
  const struct rvt_head *h = &s->run_q.head;
  return tells_enable(s) || (h->halfwords != 0 && is_trap(h->itype)) ||
         (is_alone(s) && (starts(s) || s->ud_q || s->own_q));
}

/** Blocks: whether there is nothing to do until another event comes. */
static inline bool waits(const struct rvt_etrace_flow *s) {
  const uint8_t kind = s->run_q.head.kind;
  return (kind == RVT_ENTRY_BLOCK || kind == RVT_ENTRY_START) && !s->next_valid_q && !is_early(s);
}

bool rvt_etrace_flow_empty(const struct rvt_etrace_flow *s) {
  return !s->next_valid_q && (!s->run_valid_q || waits(s));
}

/** Stop and overflow: a 3.3 (ETR:F3-05, DC-07, DC-08). */
static void decide_end(const struct rvt_etrace_flow *s, struct step *d) {
  const struct rvt_head *h = &s->run_q.head;
  d->done = d->closes = true;
  if (h->kind == RVT_ENTRY_STOP) {
    if (!s->synced_q) return; /* nothing was traced */
    d->qual = s->ntr_q ? RVT_ETRACE_ENDED_NTR : RVT_ETRACE_ENDED_REP;
    d->ienable = (h->sub & RVT_ENDED_BITS) == RVT_ENDED_ENABLED;
  } else {
    d->qual = (h->sub & RVT_LOST_BLOCKS) != 0 ? RVT_ETRACE_TRACE_LOST : RVT_ETRACE_NO_CHANGE;
    d->ienable = (h->sub & RVT_LOST_ENABLED) != 0;
  }
  d->kind = RVT_ETRACE_SUPPORT;
}

/** Of a run whose first instruction is told by an address: whether nothing is told of its last one.
 * In mode 1 that packet itself can make a sync due. */
static bool is_quiet(const struct rvt_etrace_flow *s, const struct rvt_config *cfg,
                     const struct step *d) {
  const struct rvt_head *h = &s->run_q.head, *n = &s->next_q;
  return s->next_valid_q && n->kind == RVT_ENTRY_BLOCK && n->halfwords != 0 && !is_trap(h->itype) &&
         !d->differs && !d->due && cfg->sync_mode != RVT_PERIOD_MESSAGES && !h->notify && !s->own_q;
}

/** ETR section 8, in its order (ETR:A-01), of a run that does not wait. */
static void decide(const struct rvt_etrace_flow *s, const struct rvt_config *cfg, struct step *d) {
  const struct rvt_head *h = &s->run_q.head, *n = &s->next_q;
  *d = (struct step){.kind = NO_RECORD, .first = true, .due = rvt_period_due_next(&s->period)};
  if (h->kind == RVT_ENTRY_OVERFLOW || h->kind == RVT_ENTRY_STOP) {
    decide_end(s, d);
    return;
  }
  const bool has = h->halfwords != 0, traps = is_trap(h->itype), single = s->run_q.single;
  const bool next = !traps && n->kind == RVT_ENTRY_BLOCK;
  const bool next_trap = traps || (next && n->halfwords == 0);
  const bool stop = !traps && n->kind == RVT_ENTRY_STOP;
  const bool async = next && n->halfwords != 0 && differs(h, n, true);
  const bool after_trap = s->trap_q || h->trap != 0;
  const bool first = !s->rest_q;
  d->differs = next && n->halfwords != 0 && differs(h, n, false);
  d->thaddr = has;
  d->of_before = after_trap && !is_reported(s);
  const bool start = starts(s);
  const bool trap =
      !has && (after_trap || (h->itype == RVT_IT_EXCEPTION && (!s->open_q || s->ud_q)));
  const bool told = s->supported_q || options_of(&s->p, cfg) == s->told_q;
  if (tells_enable(s)) {
    d->kind = RVT_ETRACE_SUPPORT;
    d->qual = RVT_ETRACE_NO_CHANGE;
    d->ienable = true;
  } else if (!is_early(s) && n->kind == RVT_ENTRY_OVERFLOW) { /* it owes nothing (ETR:DC-08) */
    d->done = d->closes = true;
  } else if (first && (start || trap) && !told) {
    d->kind = RVT_ETRACE_SUPPORT;
    d->qual = RVT_ETRACE_NO_CHANGE;
    d->ienable = true;
  } else if (first && trap) {
    d->kind = RVT_ETRACE_TRAP;
  } else if (first && start) {
    d->kind = after_trap && !is_reported(s) ? RVT_ETRACE_TRAP : RVT_ETRACE_START;
  } else if (first && has && s->ud_q) {
    d->kind = RVT_ETRACE_ADDRESS;
    d->of_ud = single;
    d->updiscon = single && (next_trap || d->differs || d->due) && !stop;
    d->both = !single && is_quiet(s, cfg, d);
    d->done = single || d->both;
    look(s, cfg, d);
  } else if (!has || (single && !first)) {
    d->done = true;
    look(s, cfg, d);
  } else if (is_alone(s) && s->own_q) {
    d->kind = RVT_ETRACE_CONTEXT;
  } else {
    decide_last(s, cfg, next_trap, stop, async, d);
  }
}

/** Whether the step's record is a 3.0 or 3.1. */
static inline bool is_sync(const struct step *d) {
  return d->kind == RVT_ETRACE_START || d->kind == RVT_ETRACE_TRAP;
}

/** The address that a record tells, >> 1. */
static uint64_t address_of(const struct rvt_etrace_flow *s, const struct step *d) {
  const struct rvt_head *h = &s->run_q.head;
  if (h->halfwords == 0) return h->itype == RVT_IT_EXCEPTION ? h->addr : 0; /* ETR AMB-5 */
  return d->first ? h->addr : s->run_q.last_addr;
}

static void record_of(const struct rvt_etrace_flow *s, const struct rvt_config *cfg,
                      const struct step *d, struct rvt_etrace_record *r) {
  const struct rvt_head *h = &s->run_q.head;
  const uint64_t addr = address_of(s, d);
  const struct rvt_head *tells = d->of_before ? h : &s->next_q; /* what comes after the trap */
  const uint8_t itype = d->of_before ? (uint8_t)(h->trap & ~RVT_TRAP_TRACED) : h->itype;
  memset(r, 0, sizeof *r);
  r->kind = d->kind;
  r->branches = d->told.branches;
  r->map = d->told.map;
  r->counted = d->told.counted;
  r->count = d->told.count;
  r->miss = d->told.miss;
  r->addr = addr;
  r->index = (uint8_t)rvt_etrace_cache_index(&s->p, addr);
  r->hit = d->kind == RVT_ETRACE_ADDRESS && d->first && !d->updiscon && !d->told.counted &&
           rvt_etrace_cache_hit(s, cfg, addr);
  r->notify = d->notify;
  r->updiscon = d->updiscon;
  bool reports;
  if (s->p.iret_ext) { /* ETR:A-06; an implied return to C is not counted */
    r->irdepth = (uint8_t)(s->returns.irets_q - is_behind(s));
    reports = s->returns.since_q;
  } else {
    const bool behind = s->run_q.single && s->returns.ret_q;
    r->irdepth = s->returns.stack.count_q;
    reports = d->deep && (behind ? r->irdepth != 0 : s->returns.since_q);
  }
  r->irreport = d->first ? s->returns.wrong_q : reports;
  r->branch = !(h->itype == RVT_IT_TAKEN && s->run_q.single);
  r->thaddr = d->thaddr;
  r->interrupt = itype == RVT_IT_INTERRUPT;
  r->cause = tells->cause;
  r->tval = tells->tval;
  r->priv = h->priv;
  r->hart_context = h->hart_context;
  r->ienable = d->ienable;
  r->qual = d->qual;
  r->ioptions = options_of(&s->p, cfg);
  r->abs_time = h->abs_time;
}

/** Nothing of a session outlives it, but that its last trap has been told. */
static void close_session(struct rvt_etrace_flow *s) {
  const uint8_t kind = s->run_q.head.kind;
  /* A block that a loss drops has not been told, though it be the session's first. */
  if (s->open_q || (kind != RVT_ENTRY_STOP && kind != RVT_ENTRY_OVERFLOW))
    s->closed_q = kind == RVT_ENTRY_STOP && s->trap_q && s->reported_q;
  s->open_q = s->synced_q = s->ud_q = s->sync_q = s->trap_q = s->reported_q = false;
  s->own_q = s->ntr_q = false;
  rvt_etrace_forget(s);
}

/** What P is once the run has left. */
static void leave(struct rvt_etrace_flow *s, const struct rvt_config *cfg, const struct step *d) {
  const struct rvt_head *h = &s->run_q.head;
  const bool has = h->halfwords != 0, traps = is_trap(h->itype),
             synced = s->rest_q && s->run_q.single;
  const bool after_trap = s->trap_q || h->trap != 0;
  /* One that a 3.0 or 3.1 has told of does not count again (ETR:F3-01), but trains (AMB-17). */
  struct rvt_etrace_told counts = d->told;
  if (d->both) rvt_etrace_branches_look(s, cfg, rvt_etrace_is_branch(h->itype), &counts);
  if ((d->kind == NO_RECORD || d->kind == RVT_ETRACE_CONTEXT || d->both) && !(has && synced)) {
    s->branches.branches_q = counts.branches;
    s->branches.map_q = counts.map;
    s->branches.right_q = d->both ? !counts.miss : counts.right;
    s->branches.count_q = counts.count;
  }
  if (rvt_etrace_is_branch(h->itype)) rvt_etrace_branches_train(s);
  const bool implied = rvt_etrace_return_leave(s, cfg, s->next_q.addr);
  if (traps) {
    /* Alone and told: what has been told is this trap, if the one before had been (ETR section 8).
     */
    const bool told = !has && s->rest_q && !d->of_before;
    s->ntr_q = !has && s->rest_q && !s->trap_q && s->open_q && s->ud_q;
    s->reported_q = told;
    s->ud_q = s->sync_q = false;
  } else {
    const bool sequential = h->seq == RVT_SEQ_WITHIN ||
                            (h->seq == RVT_SEQ_BEHIND && s->open_q && !after_trap && !synced);
    s->ud_q = is_uninferable(h->itype) && !sequential && !implied;
    s->sync_q = d->differs || (d->due && !synced);
    s->ntr_q = d->of_ud;
    s->reported_q = false;
  }
  s->trap_q = traps;
  s->open_q = true;
}

/** The state after a step that has taken effect. */
static void apply(struct rvt_etrace_flow *s, const struct rvt_config *cfg, const struct step *d) {
  if (d->kind == RVT_ETRACE_SUPPORT) {
    s->told_q = options_of(&s->p, cfg);
    s->supported_q = true;
  }
  if (!s->rest_q && s->returns.right_q) rvt_etrace_cache_drop(s, s->run_q.head.addr);
  if (d->kind == RVT_ETRACE_ADDRESS) {
    if (d->first && !s->returns.right_q) rvt_etrace_cache_enter(s, s->run_q.head.addr);
    s->returns.since_q = false;
    s->returns.irets_q = 0;
  }
  if (d->kind == RVT_ETRACE_ADDRESS || d->kind == RVT_ETRACE_BRANCH)
    rvt_etrace_branches_forget(&s->branches);
  if (d->closes)
    close_session(s);
  else if (d->done)
    leave(s, cfg, d);
  if (is_sync(d)) {
    rvt_etrace_forget(s);
    s->synced_q = true;
  }
  if (is_sync(d) || d->kind == RVT_ETRACE_CONTEXT) s->own_q = false;
  if (d->kind != RVT_ETRACE_SUPPORT) s->rest_q = true;
  if (d->done) s->rest_q = s->supported_q = s->run_valid_q = false;
}

/** N becomes C. */
static void load(struct rvt_etrace_flow *s) {
  const struct rvt_head *n = &s->next_q;
  const unsigned size = 1u << n->last_size;
  s->run_q.head = *n;
  s->run_q.single = n->halfwords <= size;
  s->run_q.last_addr =
      s->run_q.single ? n->addr : rvt_addr_kept(&s->p, n->addr + n->halfwords - size);
  s->run_valid_q = true;
  s->next_valid_q = false;
  if (n->ctype == 1) s->own_q = true;
}

static bool take(struct rvt_etrace_flow *s, const struct rvt_entry *entry) {
  s->next_q = entry->head[s->at_q];
  if (s->at_q != 0) s->next_q.kind = RVT_ENTRY_BLOCK;
  s->next_valid_q = true;
  s->at_q++;
  if (s->at_q < entry->blocks) return false;
  s->at_q = 0;
  return true;
}

/** C waits for N, which is a block, and no packet tells of C but by its branches. */
static inline bool is_plain(const struct rvt_etrace_flow *s, const struct rvt_head *n) {
  const struct rvt_head *c = &s->run_q.head;
  return s->run_valid_q && c->halfwords != 0 && !starts(s) && !s->ud_q && !s->own_q && !c->notify &&
         n->kind == RVT_ENTRY_BLOCK && n->halfwords != 0 && c->priv == n->priv &&
         c->hart_context == n->hart_context;
}

/** The period while N is taken, C leaves and N takes its place; false: a sync is due before. */
static bool count_plain(struct rvt_period *s, const struct rvt_config *cfg, unsigned units) {
  if (cfg->sync_mode == RVT_PERIOD_OFF && !s->asked_q && !rvt_period_due_next(s)) return true;
  struct rvt_period_in in = {.cfg = cfg};
  struct rvt_period period = *s;
  rvt_period_tick(&period, &in);
  if (rvt_period_due_next(&period)) return false;
  in.load = true;
  in.load_units = (uint16_t)units;
  rvt_period_tick(&period, &in);
  *s = period;
  return true;
}

bool rvt_etrace_flow_plain(struct rvt_etrace_flow *s, const struct rvt_config *cfg,
                           const struct rvt_head *n) {
  if (!is_plain(s, n)) return false;
  struct step d = {.kind = NO_RECORD, .done = true};
  rvt_etrace_branches_look(s, cfg, rvt_etrace_is_branch(s->run_q.head.itype), &d.told);
  if (d.told.full || d.told.max || !count_plain(&s->period, cfg, n->halfwords)) return false;
  s->next_q = *n;
  apply(s, cfg, &d);
  load(s);
  return true;
}

void rvt_etrace_flow_clock(struct rvt_etrace_flow *s, const struct rvt_etrace_flow_in *in,
                           struct rvt_etrace_flow_out *out) {
  struct rvt_period_in period = {.cfg = in->cfg, .sync_req = in->sync_req};
  out->taken = out->rec_valid = out->load = out->synced = out->restart = false;
  if (!in->cfg->active) {
    const struct rvt_params p = s->p;
    const struct rvt_period kept = s->period;
    if (in->entry != NULL && (!s->next_valid_q)) out->taken = false;
    rvt_etrace_flow_init(s, &p);
    s->period = kept;
    period.restart = true;
    rvt_period_tick(&s->period, &period);
    return;
  }
  struct step d = {.kind = NO_RECORD};
  bool steps = false;
  period.run_units = s->run_valid_q ? s->run_q.head.halfwords : 0;
  if (s->run_valid_q && !waits(s)) {
    decide(s, in->cfg, &d);
    out->rec_valid = d.kind != NO_RECORD;
    if (out->rec_valid) record_of(s, in->cfg, &d, &out->rec);
    steps = !(d.may || out->rec_valid) || in->rec_ready;
    period.prepared = is_sync(&d);
    period.record = out->rec_valid && in->rec_ready;
    period.restart = out->restart = steps && (is_sync(&d) || d.closes);
    out->synced = steps && is_sync(&d);
  }
  if (steps) apply(s, in->cfg, &d);
  if (s->next_valid_q && !s->run_valid_q) {
    period.load = out->load = true;
    period.load_units = s->next_q.halfwords;
    load(s);
  }
  if (in->entry != NULL && !s->next_valid_q) out->taken = take(s, in->entry);
  rvt_period_tick(&s->period, &period);
}
