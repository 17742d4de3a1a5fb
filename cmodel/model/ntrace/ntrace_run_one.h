/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_SRC_NTRACE_RUN_ONE_H
#define RVT_SRC_NTRACE_RUN_ONE_H

/* Runs of one block, the whole unit where the port has one slot: flow has it in its own clock. */

#include "base/kept_address.h"
#include "model/common/itypes.h"
#include "rvt/unit/ntrace_run.h"

static inline uint64_t rvt_run_behind(const struct rvt_ntrace_runs *s, const struct rvt_head *b) {
  return rvt_addr_kept(&s->p, b->addr + b->halfwords);
}

/** The run of one block; the kind is its own, `itype` what flow makes of its itype. */
static inline void rvt_run_of(const struct rvt_ntrace_runs *s, const struct rvt_head *b,
                              uint8_t itype, struct rvt_ntrace_run *run) {
  run->blocks = 1;
  run->kind = b->kind;
  run->sub = b->sub;
  run->context_new = b->context_new;
  run->time_new = b->time_new;
  run->priv = b->priv;
  run->hart_context = b->hart_context;
  run->known = b->known;
  run->addr = b->addr;
  run->halfwords = b->halfwords;
  run->outcomes = s->p.htm && rvt_is_conditional(itype);
  run->taken = itype == RVT_IT_TAKEN;
  run->push = rvt_is_call(b->itype);
  run->link = run->behind = rvt_run_behind(s, b);
  run->seq = b->seq;
  run->itype = itype;
  run->notify = b->notify;
  run->first_time = run->abs_time = b->abs_time;
}

/** rvt_ntrace_runs_tick() with `blocks` 1, the synchronous clear excepted. */
static inline void rvt_runs_tick_one(struct rvt_ntrace_runs *s, const struct rvt_ntrace_runs_in *in,
                                     struct rvt_ntrace_runs_out *out) {
  out->load = out->taken = in->entry != NULL && (!s->valid_q || in->ready);
  s->valid_q = out->load || (s->valid_q && !in->ready);
  if (!out->load) return;
  const struct rvt_head *b = &in->entry->head[0];
  rvt_run_of(s, b, rvt_itype_for(&s->p, in->cfg, b->itype), &s->run_q);
}

#endif
