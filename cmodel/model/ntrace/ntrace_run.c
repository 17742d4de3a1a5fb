/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "rvt/unit/ntrace_run.h"

#include <string.h>

#include "model/ntrace/ntrace_run_one.h"

enum { OUTCOMES_MOST = 4 }; /* of a run */

void rvt_ntrace_runs_init(struct rvt_ntrace_runs *s, const struct rvt_params *p) {
  memset(s, 0, sizeof *s);
  s->p = *p;
  const unsigned blocks = 2u * p->flow_blocks - 1;
  s->outcomes_max = (uint8_t)(blocks < OUTCOMES_MOST ? blocks : OUTCOMES_MOST);
  if (s->outcomes_max > p->hist_width - 1) s->outcomes_max = (uint8_t)(p->hist_width - 1);
}

void rvt_ntrace_runs_clear(struct rvt_ntrace_runs *s) {
  s->valid_q = s->next_valid_q = s->aside_valid_q = false;
  s->plan_valid_q = s->plan_entry_valid_q = false;
  s->entry_units_q = s->held_q = 0;
  s->total_q = 0;
  s->plan_gone_q = 0;
}

/** Another block at the end of the run. */
static void append(const struct rvt_ntrace_runs *s, const struct rvt_head *b, bool call,
                   struct rvt_ntrace_run *run) {
  const bool outcome = s->p.htm && rvt_is_conditional(b->itype);
  run->blocks++;
  run->halfwords = (uint16_t)(run->halfwords + b->halfwords);
  run->behind = rvt_run_behind(s, b);
  if (call) {
    run->push = true;
    run->link = run->behind;
  }
  if (outcome) {
    run->taken = (uint8_t)(run->taken << 1 | (b->itype == RVT_IT_TAKEN));
    run->outcomes++;
  }
  run->seq = b->seq;
  run->itype = b->itype;
  run->notify = b->notify;
  run->abs_time = b->abs_time;
}

/* ---- Plan -------------------------------------------------------------------------------------
 */

static uint16_t units_of(const struct rvt_entry *e) {
  unsigned units = 0;
  for (unsigned i = 0; i < e->blocks; i++) units += e->head[i].halfwords;
  return (uint16_t)units;
}

/** Whether every block is a run: a full I-CNT or a periodic sync may have to stand between any. */
static bool is_one(const struct rvt_ntrace_runs *s, const struct rvt_ntrace_runs_in *in) {
  return in->period_near || (s->total_q + s->entry_units_q) >> (s->p.icnt_width - 1) != 0;
}

static void load_entry(struct rvt_ntrace_runs *s, const struct rvt_ntrace_runs_in *in) {
  const struct rvt_config *cfg = in->cfg;
  const bool btm = s->p.btm && !(s->p.htm && cfg->mode == RVT_MODE_HTM);
  const bool ir = s->p.stack_depth != 0 && cfg->ir_en && cfg->ir_mode != 0;
  s->plan_entry_q = *in->entry;
  s->plan_single = s->plan_ends = s->plan_branches = s->plan_calls = s->plan_uses = 0;
  for (unsigned i = 0; i < in->entry->blocks; i++) {
    struct rvt_head *b = &s->plan_entry_q.head[i];
    const bool call = ir && rvt_is_call(b->itype);
    b->itype = rvt_itype_for(&s->p, cfg, b->itype);
    const bool single = !b->known || b->seq != RVT_SEQ_NO;
    const bool ends =
        single || b->notify || rvt_is_transfer(b->itype) || (btm && b->itype == RVT_IT_TAKEN);
    s->plan_single |= (uint8_t)(single << i);
    s->plan_ends |= (uint8_t)(ends << i);
    s->plan_branches |= (uint8_t)((s->p.htm && rvt_is_conditional(b->itype)) << i);
    s->plan_calls |= (uint8_t)(call << i);
    s->plan_uses |= (uint8_t)((call || (ir && rvt_is_return(b->itype))) << i);
  }
}

static bool has(uint8_t set, unsigned i) { return (set >> i & 1) != 0; }

/** Blocks of the run that begins at `first`. */
static unsigned length(const struct rvt_ntrace_runs *s, unsigned first) {
  unsigned outcomes = has(s->plan_branches, first);
  bool used = has(s->plan_uses, first);
  unsigned i = first + 1;
  if (s->plan_one) return 1;
  for (; i < s->plan_entry_q.blocks && i < first + s->p.flow_blocks; i++) {
    if (has(s->plan_ends, i - 1) || has(s->plan_single, i)) break;
    if (has(s->plan_uses, i) && used) break;
    if (has(s->plan_branches, i) && outcomes == s->outcomes_max) break;
    used = used || has(s->plan_uses, i);
    outcomes += has(s->plan_branches, i);
  }
  return i - first;
}

/** Whether what is left of the entry from `end` on may be put aside. */
static bool is_clean(const struct rvt_ntrace_runs *s, unsigned first, unsigned end) {
  if (s->plan_one || s->p.flow_blocks == 1 || end == s->plan_entry_q.blocks) return false;
  unsigned outcomes = 0;
  for (unsigned i = end; i < s->plan_entry_q.blocks; i++) {
    if (has(s->plan_ends | s->plan_uses, i) || i >= first + s->p.flow_blocks) return false;
    outcomes += has(s->plan_branches, i);
  }
  return outcomes <= s->outcomes_max;
}

/** The next plan; returns whether the entry leaves with it. */
static bool load_plan(struct rvt_ntrace_runs *s) {
  const struct rvt_entry *e = &s->plan_entry_q;
  const unsigned first = s->plan_gone_q;
  const unsigned end = first + length(s, first);
  struct rvt_ntrace_run *run = &s->plan_run_q;
  rvt_run_of(s, &e->head[first], e->head[first].itype, run);
  run->push = has(s->plan_calls, first);
  for (unsigned i = first + 1; i < end; i++) append(s, &e->head[i], has(s->plan_calls, i), run);
  s->plan_joins_q = !s->plan_one && !has(s->plan_single, first) && run->kind == RVT_ENTRY_BLOCK &&
                    run->sub == 0 && !run->context_new && !run->time_new;
  s->plan_more_q = is_clean(s, first, end);
  if (s->plan_more_q) {
    rvt_run_of(s, &e->head[end], e->head[end].itype, &s->plan_rest_q);
    for (unsigned i = end + 1; i < e->blocks; i++) append(s, &e->head[i], false, &s->plan_rest_q);
  }
  const bool leaves = s->plan_more_q || end == e->blocks;
  s->plan_gone_q = (uint8_t)(leaves ? 0 : end);
  return leaves;
}

/* ---- Runs of several blocks --------------------------------------------------------------------
 */

static bool is_alone(const struct rvt_ntrace_runs *s) {
  return !s->plan_valid_q || !s->plan_joins_q ||
         s->aside_q.outcomes + s->plan_run_q.outcomes > s->outcomes_max ||
         (s->p.ts_width != 0 && s->aside_q.outcomes != 0);
}

/** What is planned, behind what is aside. */
static struct rvt_ntrace_run joined(const struct rvt_ntrace_runs *s) {
  struct rvt_ntrace_run run = s->plan_run_q;
  run.blocks = (uint8_t)(run.blocks + s->aside_q.blocks);
  run.addr = s->aside_q.addr;
  run.known = true;
  run.priv = s->aside_q.priv;
  run.hart_context = s->aside_q.hart_context;
  run.halfwords = (uint16_t)(run.halfwords + s->aside_q.halfwords);
  run.taken = (uint8_t)(s->aside_q.taken << run.outcomes | run.taken);
  run.outcomes = (uint8_t)(run.outcomes + s->aside_q.outcomes);
  run.first_time = s->aside_q.first_time;
  return run;
}

static void tick_several(struct rvt_ntrace_runs *s, const struct rvt_ntrace_runs_in *in,
                         struct rvt_ntrace_runs_out *out) {
  const bool made = !s->next_valid_q && (s->plan_valid_q || s->aside_valid_q);
  const bool alone = s->aside_valid_q && is_alone(s);
  const bool plan_left = made && !alone;
  out->load = (!s->valid_q || in->ready) && (s->next_valid_q || made);
  bool entry_loads = in->entry != NULL && !s->plan_entry_valid_q;
  const uint16_t units = in->entry == NULL ? 0 : units_of(in->entry);
  struct rvt_ntrace_run run;
  if (made) run = alone ? s->aside_q : s->aside_valid_q ? joined(s) : s->plan_run_q;

  struct rvt_ntrace_runs next = *s; /* the edge: everything reads what was before it */
  if (made) {
    next.aside_valid_q = !alone && s->plan_more_q;
    next.aside_q = s->plan_rest_q;
    next.next_q = run;
  }
  if (out->load) next.run_q = s->next_valid_q ? s->next_q : run;
  next.valid_q = out->load || (s->valid_q && !in->ready);
  next.next_valid_q = (s->next_valid_q || made) && !out->load;
  const bool plans = s->plan_entry_valid_q && (!s->plan_valid_q || plan_left);
  next.plan_valid_q = plans || (s->plan_valid_q && !plan_left);
  next.plan_one = is_one(s, in);
  const bool leaves = plans && load_plan(&next);
  entry_loads = entry_loads || (in->entry != NULL && leaves);
  if (entry_loads) load_entry(&next, in);
  next.plan_entry_valid_q = entry_loads || (s->plan_entry_valid_q && !leaves);
  next.entry_units_q = entry_loads ? units : 0;
  next.total_q = in->icnt + rvt_ntrace_runs_held(s);
  next.held_q =
      (uint16_t)(rvt_ntrace_runs_held(s) - (s->valid_q && in->ready ? s->run_q.halfwords : 0));
  out->taken = entry_loads;
  *s = next;
}

void rvt_ntrace_runs_tick(struct rvt_ntrace_runs *s, const struct rvt_ntrace_runs_in *in,
                          struct rvt_ntrace_runs_out *out) {
  if (s->p.blocks == 1)
    rvt_runs_tick_one(s, in, out);
  else
    tick_several(s, in, out);
  if (!in->cfg->active) rvt_ntrace_runs_clear(s);
}
