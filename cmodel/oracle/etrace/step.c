/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */

/* The algorithm of E-Trace, one event at a time: ETR section 8 in its order (ETR:A-01). */

#include "state.h"

/* ETR:P-06, P-07, F1-01: the oldest in bit 0, 1 is not taken. */
static void count_branch(struct oracle_etrace *o) {
  o->surprise = false;
  if (!oracle_te_is_branch(&o->c)) {
    return;
  }
  if (o->c.itype == RVT_IT_NOT_TAKEN && o->branches < BRANCHES_MAX) {
    o->map |= (uint32_t)1 << o->branches;
  }
  o->branches++;
  if (o->options.branch_prediction) {
    o->surprise = !oracle_te_predict(o);
    o->pbc += o->surprise ? 0 : 1;
  }
}

/* ETR, DC-01: a threshold is looked at where a block ends. */
static void count_period(struct oracle_etrace *o) {
  const struct event *c = &o->c;
  o->expired |= c->expired;
  if (c->kind != EVENT_RETIRED) {
    return;
  }
  if (c->sync_mode == RVT_PERIOD_HALFWORDS) {
    o->count += c->size;
  }
  bool counted = c->sync_mode == RVT_PERIOD_MESSAGES || c->sync_mode == RVT_PERIOD_HALFWORDS;
  bool reached = counted && o->count >= (uint64_t)1 << (c->sync_max + 4);
  if (o->resync == RESYNC_S1 && c->last && (reached || o->expired)) {
    o->resync = RESYNC_S2;
  }
}

/* ETR section 8, "if P is T" (ETR:F3-02, F3-03, AMB-3, AMB-4). */
static void after_trap(struct oracle_etrace *o) {
  if (o->c.kind == EVENT_TRAP) {
    oracle_te_send_trap(o, o->trep ? &o->c : &o->p, false);
    return; /* trep stays: what has been reported is C if, and only if, P had been */
  }
  if (o->trep) {
    oracle_te_send_start(o);
  } else {
    oracle_te_send_trap(o, &o->p, true);
  }
}

/* ETR section 8, "if C is T" (ETR:F3-02, AMB-2). */
static void trap(struct oracle_etrace *o) {
  o->trep = false;
  if (!oracle_te_is_exception(&o->c)) {
    return;
  }
  if (o->c.first || o->p.ud) {
    o->for_ud = !o->c.first;
    oracle_te_send_trap(o, &o->c, false);
    o->trep = true;
  }
}

/* ETR section 8, the rest: C has retired, and no trap stands before it. */
static void retired(struct oracle_etrace *o, const struct event *n) {
  const struct event *c = &o->c;
  bool trap_next = n != NULL && n->kind == EVENT_TRAP;
  bool differs_next = n != NULL && oracle_te_differs(c, n);
  bool async_next = n != NULL && oracle_te_is_asynchronous(c, n); /* ETR:DC-02 */

  if (c->first || oracle_te_differs(&o->p, c) || o->resync == RESYNC_S3) {
    oracle_te_send_start(o);
    return;
  }
  if (o->p.ud) { /* ETR:A-03: no notify; AMB-20: no updiscon at the end of tracing */
    bool updiscon = trap_next || differs_next || o->resync == RESYNC_S2;
    o->for_ud = true;
    oracle_te_send_address(o, false, updiscon && n != NULL, o->p.missed); /* A-05 (i), A-06 */
    return;
  }
  const bool ext = o->build.iret_ext;
  const bool returned = ext && o->p.implied; /* A-06 (ii): reported as any return's target is */
  bool resync = o->resync == RESYNC_S2 && (o->branches > 0 || o->irets != 0); /* AMB-10, DC-06 */
  bool differs = differs_next && (o->branches > 0 || (ext && o->irets != 0)); /* */
  bool due = resync || trap_next || differs || async_next || n == NULL;       /* ETR:Q-04 */
  /* ETR:A-05: without irets, a notification or a full count alone reports no depth. */
  bool irreport = (due || ext) && oracle_te_needs_depth(o);
  if (returned && (due || c->notify)) {
    bool updiscon = trap_next || differs_next || o->resync == RESYNC_S2;
    o->for_ud = true;
    oracle_te_send_address(o, false, updiscon && n != NULL, true);
    return;
  }
  if (due || c->notify) { /* DC-16 */
    oracle_te_send_address(o, c->notify, false, irreport);
    return;
  }
  if (o->pbc >= BRANCHES_MAX && o->surprise) {
    oracle_te_send_count(o);
  } else if (o->pbc == (uint64_t)BRANCHES_MAX + COUNT_MAX) { /* ETR:F0-02 */
    oracle_te_send_address(o, false, false, irreport);
  } else if (o->branches == BRANCHES_MAX && o->pbc < BRANCHES_MAX) {
    oracle_te_send_full_map(o);
  } else if (o->context_due && (c->first_of || c->last)) { /* ETR:X-01 */
    oracle_te_send_context(o);
  }
}

/* Process C, which is qualified; `n` is the event after it, or NULL if tracing ends. */
void oracle_te_step(struct oracle_etrace *o, const struct event *n) {
  struct event *c = &o->c;
  o->synced = o->for_ud = false;
  count_branch(o);
  count_period(o);
  if (c->ctype == 1) { /* AMB-24 */
    o->context_due = true;
  }
  if (c->kind == EVENT_RETIRED) {
    o->unreached++;
  }
  bool in_s2 = o->resync == RESYNC_S2 && c->kind == EVENT_RETIRED;

  if (o->p.kind == EVENT_TRAP) {
    after_trap(o);
  } else if (c->kind == EVENT_TRAP) {
    trap(o);
  } else {
    retired(o, n);
  }

  if (in_s2 && !o->synced) { /* ETR:R-03: with an empty map too */
    o->resync = RESYNC_S3;
  }
  if (c->kind == EVENT_RETIRED) {
    oracle_te_call_or_return(o, n);
  }
  c->ud = oracle_te_is_updiscon(o, c);
  o->p = *c;
  c->kind = EVENT_NONE;
}
