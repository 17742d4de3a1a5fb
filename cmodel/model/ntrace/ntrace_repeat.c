/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "rvt/unit/ntrace_repeat.h"

void rvt_ntrace_repeat_init(struct rvt_ntrace_repeat *s, unsigned count_bits) {
  *s = (struct rvt_ntrace_repeat){.count_max = ((uint32_t)1 << count_bits) - 1};
}

/** A branch message without SYNC that goes where the one before went (NT:RPT-03, RPT-09). */
static bool is_candidate(const struct rvt_ntrace_record *rec) {
  switch (rec->tcode) {
  case RVT_TC_DIRECT_BRANCH: return true;
  case RVT_TC_INDIRECT_BRANCH:
  case RVT_TC_INDIRECT_BRANCH_HIST: return rec->addr == 0;
  default: return false;
  }
}

/** Of two candidates (NT:RPT-02). */
static bool same(const struct rvt_ntrace_record *a, const struct rvt_ntrace_record *b) {
  return a->tcode == b->tcode && a->btype == b->btype && a->icnt == b->icnt &&
         (a->tcode != RVT_TC_INDIRECT_BRANCH_HIST || a->hist == b->hist);
}

enum rvt_repeat_act rvt_ntrace_repeat_act(const struct rvt_ntrace_repeat *s,
                                          const struct rvt_ntrace_record *rec) {
  if (s->have_q && s->count_q != s->count_max && is_candidate(rec) && same(rec, &s->rec_q))
    return RVT_REPEAT_MERGE;
  return s->count_q != 0 ? RVT_REPEAT_SEND : RVT_REPEAT_PASS;
}

struct rvt_ntrace_record rvt_ntrace_repeat_record(const struct rvt_ntrace_repeat *s) {
  return (struct rvt_ntrace_record){
      .tcode = RVT_TC_REPEAT_BRANCH, .icnt = s->count_q, .abs_time = s->time_q};
}

void rvt_ntrace_repeat_apply(struct rvt_ntrace_repeat *s, enum rvt_repeat_act act,
                             const struct rvt_ntrace_record *rec, bool en) {
  switch (act) {
  case RVT_REPEAT_MERGE:
    s->count_q++;
    s->time_q = rec->abs_time;
    break;
  case RVT_REPEAT_SEND: s->count_q = 0; break;
  default:
    s->have_q = en && is_candidate(rec);
    s->rec_q = *rec;
    break;
  }
}

void rvt_ntrace_repeat_outputs(const struct rvt_ntrace_repeat *s,
                               const struct rvt_ntrace_repeat_in *in,
                               struct rvt_ntrace_repeat_out *out) {
  out->busy = rvt_ntrace_repeat_busy(s);
  out->out_valid = false;
  out->rec_ready = in->out_ready;
  if (!in->rec_valid) return;
  const enum rvt_repeat_act act = rvt_ntrace_repeat_act(s, &in->rec);
  out->rec_ready = act == RVT_REPEAT_MERGE || (act == RVT_REPEAT_PASS && in->out_ready);
  out->out_valid = act != RVT_REPEAT_MERGE;
  if (out->out_valid) out->rec = act == RVT_REPEAT_SEND ? rvt_ntrace_repeat_record(s) : in->rec;
}

void rvt_ntrace_repeat_tick(struct rvt_ntrace_repeat *s, const struct rvt_ntrace_repeat_in *in) {
  if (in->clr) {
    rvt_ntrace_repeat_clear(s);
  } else if (in->rec_valid) {
    const enum rvt_repeat_act act = rvt_ntrace_repeat_act(s, &in->rec);
    if (act == RVT_REPEAT_MERGE || in->out_ready) rvt_ntrace_repeat_apply(s, act, &in->rec, in->en);
  }
}
