/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "history_cover.h"

enum { MOST = (1 << 18) - 1 };

static enum tb_hist_held held_of(const struct rvt_ntrace_history *m) {
  if (!rvt_ntrace_history_busy(m)) return TB_HIST_NONE;
  if (!m->repeat_q) return TB_HIST_WINDOW;
  return m->held_q == 0 ? TB_HIST_EDGE : TB_HIST_INSIDE;
}

/* TB_HIST_CLOSES: it does not. */
static enum tb_hist_close close_of(const struct rvt_ntrace_record *r) {
  const bool has = r->hist > 1;
  switch (r->tcode) {
  case RVT_TC_OWNERSHIP: return TB_HIST_OWNERSHIP;
  case RVT_TC_ERROR: return TB_HIST_ERROR;
  case RVT_TC_PROG_TRACE_SYNC: return TB_HIST_SYNC;
  case RVT_TC_INDIRECT_BRANCH: return TB_HIST_INDIRECT;
  case RVT_TC_INDIRECT_BRANCH_SYNC: return TB_HIST_INDIRECT_SYNC;
  case RVT_TC_INDIRECT_BRANCH_HIST: return has ? TB_HIST_HIST : TB_HIST_EMPTY;
  case RVT_TC_INDIRECT_BRANCH_HIST_SYNC: return has ? TB_HIST_HIST_SYNC : TB_HIST_EMPTY_SYNC;
  case RVT_TC_PROG_TRACE_CORRELATION: return has ? TB_HIST_CORRELATION : TB_HIST_EMPTY_CORRELATION;
  default: return TB_HIST_CLOSES;
  }
}

static unsigned outcomes_of(uint32_t hist) { return 31 - (unsigned)__builtin_clz(hist | 1); }

static bool is_full(const struct rvt_ntrace_record *r, uint8_t rcode) {
  return r->tcode == RVT_TC_RESOURCE_FULL && r->sub == rcode;
}

/* HREPEAT goes out: of this period, and why. */
static void count_repeat(struct tb_history_cover *s, const struct rvt_ntrace_history *m,
                         const struct rvt_ntrace_record *r, uint64_t *cover) {
  cover[TB_HIST_PERIOD + outcomes_of(r->hist) - 1]++;
  cover[TB_HIST_FULL_AGAIN] += s->full;
  s->full = r->icnt == MOST;
  if (s->full || m->closing_q || m->flush_q) return;
  cover[m->held_q == 0 ? TB_HIST_BREAK_EDGE : TB_HIST_BREAK_INSIDE]++;
}

/* RCODE 1 of a full window. */
static void count_literal(const struct tb_history_cover *s, const struct rvt_ntrace_history *m,
                          uint64_t *cover) {
  if (m->closing_q || m->flush_q) return;
  if (m->found_q)
    cover[TB_HIST_GAIN_BEFORE]++;
  else if (m->held_q == 2 * m->word)
    cover[s->run ? TB_HIST_NO_GAIN : TB_HIST_NO_RUN]++;
}

/* What is offered, or comes, while nothing moves: what is held then. */
static void count_offer(struct tb_history_cover *s, const struct rvt_ntrace_history *m,
                        const struct rvt_ntrace_history_in *in, bool leaves, uint64_t *cover) {
  const enum tb_hist_close what = in->rec_valid ? close_of(&in->rec) : TB_HIST_CLOSES;
  if (what != TB_HIST_CLOSES && !s->seen) {
    cover[TB_HIST_CLOSE + (unsigned)what * TB_HIST_HELDS + held_of(m)]++;
    s->seen = true;
  }
  cover[TB_HIST_ICNT + held_of(m)] += leaves && in->rec_valid && is_full(&in->rec, RVT_RC_ICNT);
  cover[TB_HIST_FLUSH + held_of(m)] += in->flush && !m->flush_q;
}

void tb_history_cover_clock(struct tb_history_cover *s, const struct rvt_ntrace_history *m,
                            const struct rvt_ntrace_history_in *in,
                            const struct rvt_ntrace_history_out *out,
                            uint64_t cover[TB_HIST_COVERS]) {
  const bool leaves = out->out_valid && in->out_ready;
  if (in->clr) {
    *s = (struct tb_history_cover){.seen = false};
    return;
  }
  if (!out->held) count_offer(s, m, in, leaves, cover);
  if (!in->rec_valid || out->rec_ready) s->seen = false;
  cover[TB_HIST_GAIN] += m->repeat_q && !s->repeats;
  s->repeats = m->repeat_q;
  s->run = s->run || m->found_q;
  if (!leaves) return;
  if (is_full(&out->rec, RVT_RC_HIST_REPEAT))
    count_repeat(s, m, &out->rec, cover);
  else if (is_full(&out->rec, RVT_RC_HIST) && out->busy)
    count_literal(s, m, cover);
  else if (!is_full(&out->rec, RVT_RC_ICNT))
    s->full = false;
  s->run = s->run && m->found_q;
}
