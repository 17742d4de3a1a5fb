/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "ntrace_flow_due.h"

/** Steps of this clock; returns whether a head that has made a record stays. */
static bool run_heads(struct rvt_ntrace_flow *s, const struct rvt_ntrace_flow_in *in,
                      struct rvt_ntrace_flow_out *out) {
  bool stack_used = false;
  out->done = 0;
  out->rec_valid = false;
  for (uint8_t i = 0; i < in->count && !out->rec_valid; i++) {
    const struct rvt_head *head = &in->heads[i];
    const bool uses_stack = rvt_flow_uses_stack(s, in->cfg, head);
    if (stack_used && uses_stack) break;
    stack_used = stack_used || uses_stack;
    struct rvt_ntrace_flow_step step;
    rvt_ntrace_flow_decide(s, in->cfg, head, &step);
    out->rec_valid = step.rec_valid;
    if (step.rec_valid) out->rec = step.rec;
    if (step.rec_valid && !in->rec_ready) return true;
    rvt_ntrace_flow_apply(s, in->cfg, head, &step);
    out->done = (uint8_t)(out->done + step.done);
    if (step.rec_valid) return !step.done;
  }
  return false;
}

/** Whether what was recorded starts the period anew: a sync, or the end of a session (NT:SYN-36).
 */
static inline bool restarts(const struct rvt_ntrace_record *rec) {
  return rvt_ntrace_is_sync(rec->tcode) || rec->tcode == RVT_TC_ERROR ||
         rec->tcode == RVT_TC_PROG_TRACE_CORRELATION;
}

void rvt_ntrace_flow_clock(struct rvt_ntrace_flow *s, const struct rvt_ntrace_flow_in *in,
                           struct rvt_ntrace_flow_out *out) {
  const bool by_clock = s->p.sync_clocks && in->cfg->sync_mode == RVT_PERIOD_CLOCKS;
  const bool over = by_clock && rvt_flow_period_over(in->cfg, s->period_q);
  const bool asked = in->sync_req && !s->served_q; /* TCI:SYNC-09, D-34 */
  const bool stays = run_heads(s, in, out);
  if (!in->cfg->active) {
    rvt_ntrace_flow_clear(s);
    s->served_q = in->sync_req; /* by the start that comes */
    return;
  }
  const bool restarted = out->rec_valid && in->rec_ready && restarts(&out->rec);
  s->served_q = in->sync_req && (s->served_q || restarted);
  if (by_clock && !restarted && s->period_q < RVT_PERIOD_LONGEST) s->period_q++;
  if (restarted)
    s->due_q = false;
  else if (!stays)
    s->due_q = s->due_q || over || asked;
}
