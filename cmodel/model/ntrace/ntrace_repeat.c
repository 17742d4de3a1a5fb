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

void rvt_ntrace_repeat_load(struct rvt_ntrace_repeat *s, const struct rvt_ntrace_record *rec,
                            bool en) {
  const bool candidate = is_candidate(rec);
  s->same_q = s->have_q && candidate && same(rec, &s->rec_q);
  s->have_q = candidate && en;
  s->rec_q = *rec;
  s->valid_q = true;
}

enum rvt_repeat_act rvt_ntrace_repeat_act(const struct rvt_ntrace_repeat *s) {
  if (!s->valid_q) return RVT_REPEAT_NONE;
  if (s->same_q && s->count_q != s->count_max) return RVT_REPEAT_MERGE;
  return s->count_q != 0 ? RVT_REPEAT_SEND : RVT_REPEAT_PASS;
}

struct rvt_ntrace_record rvt_ntrace_repeat_record(const struct rvt_ntrace_repeat *s,
                                                  enum rvt_repeat_act act) {
  if (act != RVT_REPEAT_SEND) return s->rec_q;
  return (struct rvt_ntrace_record){
      .tcode = RVT_TC_REPEAT_BRANCH, .icnt = s->count_q, .abs_time = s->time_q};
}

void rvt_ntrace_repeat_apply(struct rvt_ntrace_repeat *s, enum rvt_repeat_act act) {
  if (act == RVT_REPEAT_SEND) {
    s->count_q = 0;
    return;
  }
  if (act == RVT_REPEAT_MERGE) {
    s->count_q++;
    s->time_q = s->rec_q.abs_time;
  }
  s->valid_q = false;
}

void rvt_ntrace_repeat_outputs(const struct rvt_ntrace_repeat *s, bool out_ready,
                               struct rvt_ntrace_repeat_out *out) {
  const enum rvt_repeat_act act = rvt_ntrace_repeat_act(s);
  out->held = s->valid_q;
  out->busy = rvt_ntrace_repeat_busy(s);
  out->time_new = s->new_q;
  out->rec_ready =
      act == RVT_REPEAT_NONE || act == RVT_REPEAT_MERGE || (act == RVT_REPEAT_PASS && out_ready);
  out->out_valid = act == RVT_REPEAT_SEND || act == RVT_REPEAT_PASS;
  if (out->out_valid) out->rec = rvt_ntrace_repeat_record(s, act);
}

void rvt_ntrace_repeat_tick(struct rvt_ntrace_repeat *s, const struct rvt_ntrace_repeat_in *in) {
  if (in->clr) {
    rvt_ntrace_repeat_clear(s);
    return;
  }
  const enum rvt_repeat_act act = rvt_ntrace_repeat_act(s);
  if (act == RVT_REPEAT_MERGE || (act != RVT_REPEAT_NONE && in->out_ready))
    rvt_ntrace_repeat_apply(s, act);
  const bool time_new = in->time_new || s->wait_q;
  s->new_q = time_new && !s->valid_q;
  s->wait_q = time_new && s->valid_q;
  if (in->rec_valid && !s->valid_q) rvt_ntrace_repeat_load(s, &in->rec, in->en);
}
