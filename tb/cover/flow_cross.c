/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "flow_cross.h"

#include "flow_cover.h"

static enum tb_flow_waits waits(const struct rvt_ntrace_steps *s, const struct rvt_config *cfg,
                                const struct rvt_head *head) {
  if (head->kind == RVT_ENTRY_START && !s->started_q) return TB_WAITS_START;
  if (s->held_q) return TB_WAITS_HELD;
  if (!s->pend_q) return TB_WAITS_NOTHING;
  if (!tb_flow_known(s, head)) return TB_WAITS_UNKNOWN;
  if (!s->pop_q) return TB_WAITS_KNOWN;
  return tb_flow_agrees(s, cfg, head) ? TB_WAITS_MATCH : TB_WAITS_MISMATCH;
}

static enum tb_flow_kind kind_of(const struct rvt_ntrace_steps *s, const struct rvt_config *cfg,
                                 const struct rvt_head *head) {
  if (tb_flow_sequential(s, head)) return TB_KIND_SEQ;
  if (tb_flow_jump(s, cfg, head)) return TB_KIND_TAKEN;
  switch (head->itype) {
  case RVT_IT_NOT_TAKEN: return TB_KIND_NOT_TAKEN;
  case RVT_IT_TAKEN: return TB_KIND_TAKEN;
  case RVT_IT_NONE:
  case RVT_IT_RESERVED:
  case RVT_IT_DIRECT_CALL:
  case RVT_IT_DIRECT_JUMP:
  case RVT_IT_DIRECT_LINK: return TB_KIND_OTHER;
  default: return TB_KIND_TRANSFER;
  }
}

static void cross_stop(struct tb_flow_cross *c, const struct rvt_ntrace_steps *s,
                       const struct rvt_config *cfg, const struct rvt_head *head, bool done,
                       uint64_t *cover) {
  if (!c->stopping) {
    const unsigned evcode = head->sub & ~(unsigned)(RVT_STOP_RESET | RVT_STOP_NOTIFIED);
    const unsigned ev = evcode == RVT_EV_DISABLED ? 2 : evcode == RVT_EV_POWER;
    cover[TB_CROSS_STOP + ev * TB_WAITS + waits(s, cfg, head)]++;
  }
  c->stopping = !done;
}

/* How the return that waits ends: its message, or none because the address was foretold. */
static void cross_return(struct tb_flow_cross *c, const struct rvt_ntrace_steps *s,
                         const struct rvt_config *cfg, const struct rvt_head *head,
                         const struct rvt_ntrace_record *rec, bool rec_valid, uint64_t *cover) {
  const bool waited = c->returned && s->pend_q;
  const bool implicit = waited && tb_flow_implicit(s, cfg, head);
  const bool branch =
      rec_valid &&
      (rec->tcode == RVT_TC_INDIRECT_BRANCH || rec->tcode == RVT_TC_INDIRECT_BRANCH_HIST ||
       rec->tcode == RVT_TC_INDIRECT_BRANCH_SYNC || rec->tcode == RVT_TC_INDIRECT_BRANCH_HIST_SYNC);
  if (implicit || (waited && branch))
    cover[TB_CROSS_RET + ((c->mode - 1u) * TB_STACKS + c->stack) * 2u + !implicit]++;
  c->returned = false;
}

static void cross_stack(struct tb_flow_cross *c, const struct rvt_ntrace_steps *s,
                        const struct rvt_config *cfg, enum tb_flow_kind kind, uint8_t itype) {
  const struct rvt_ret_stack *k = &s->stack;
  if (!cfg->ir_en || cfg->ir_mode == 0 || k->depth == 0) return;
  const bool pops = itype == RVT_IT_RETURN || itype == RVT_IT_SWAP;
  if (k->count_q == 0) c->wrapped = false;
  if (pops) {
    c->returned = kind == TB_KIND_TRANSFER;
    c->mode = cfg->ir_mode;
    c->stack = k->count_q == 0          ? TB_STACK_EMPTY
               : c->wrapped             ? TB_STACK_WRAPPED
               : k->count_q == k->depth ? TB_STACK_FULL
                                        : TB_STACK_PARTLY;
  } else if (itype == RVT_IT_INDIRECT_CALL || itype == RVT_IT_DIRECT_CALL) {
    c->wrapped = c->wrapped || k->count_q == k->depth;
  }
}

static void cross_block(struct tb_flow_cross *c, const struct rvt_ntrace_steps *s,
                        const struct rvt_config *cfg, const struct rvt_head *head,
                        enum tb_flow_kind kind, uint64_t *cover) {
  const bool htm = cfg->mode == RVT_MODE_HTM;
  const bool branch = kind == TB_KIND_NOT_TAKEN || kind == TB_KIND_TAKEN;
  const bool icnt = (s->icnt_q + head->halfwords) >> (s->p.icnt_width - 1) != 0;
  const bool hist = (s->hist_q << (htm && branch)) >> (s->p.hist_width - 1) != 0;
  cover[TB_CROSS_FULL + (htm * (unsigned)TB_KINDS + kind) * 4u + icnt + 2u * hist]++;
  cover[TB_CROSS_ITYPE + (unsigned)htm * TB_CROSS_ITYPES + (head->itype & 15u)]++;
  cross_stack(c, s, cfg, kind, head->itype);
}

/* All jumps: where the jumps stand that are taken branches. */
static void cross_jump(struct tb_flow_cross *c, const struct rvt_ntrace_steps *s,
                       const struct rvt_config *cfg, const struct rvt_head *head,
                       const struct rvt_ntrace_step *step, uint64_t *cover) {
  const bool jump = tb_flow_jump(s, cfg, head);
  uint64_t *n = cover + TB_CROSS_JUMP;
  const bool trap = head->itype == RVT_IT_EXCEPTION || head->itype == RVT_IT_INTERRUPT;
  n[TB_JUMP_TRAP] += c->jumped && trap && head->halfwords == 0;
  n[TB_JUMP_PAIR] += c->jumped && jump;
  c->jumped = jump;
  if (!jump) return;
  const bool htm = cfg->mode == RVT_MODE_HTM;
  n[TB_JUMP_DIRECT] += step->rec_valid && step->rec.tcode == RVT_TC_DIRECT_BRANCH;
  n[TB_JUMP_HELD] += !htm && !step->rec_valid;
  n[TB_JUMP_HIST] += htm && s->hist_q >> (s->p.hist_width - 2) != 0;
  n[TB_JUMP_CALL] +=
      head->itype == RVT_IT_DIRECT_CALL && cfg->ir_en && cfg->ir_mode != 0 && s->p.stack_depth != 0;
  n[TB_JUMP_LATER] += c->later;
}

/* The second and later blocks of a clock. */
static void cross_later(struct tb_flow_cross *c, const struct rvt_config *cfg,
                        enum tb_flow_kind kind, const struct rvt_ntrace_step *step,
                        uint64_t *cover) {
  const unsigned htm = cfg->mode == RVT_MODE_HTM;
  if (c->later && step->rec_valid)
    cover[TB_CROSS_LATER + htm * TB_TCODES + tb_tcode_index(step->rec.tcode)]++;
  if (c->later && step->done)
    cover[TB_CROSS_PAIR + (htm * (unsigned)TB_KINDS + c->before) * TB_KINDS + kind]++;
  c->later = step->done;
  c->before = kind;
}

/* Settings of the period that have become shorter than what is counted (TCI:SYNC-07). */
static void cross_lowered(struct tb_flow_cross *c, const struct rvt_ntrace_steps *s,
                          const struct rvt_config *cfg, uint64_t *cover) {
  const bool mode = c->sync_mode != cfg->sync_mode;
  if (!mode && c->sync_max == cfg->sync_max) return;
  const bool was = c->sync_mode != RVT_PERIOD_OFF && s->period_q >> (c->sync_max + 4) != 0;
  const bool over = cfg->sync_mode != RVT_PERIOD_OFF && s->period_q >> (cfg->sync_max + 4) != 0;
  if (over && !was) cover[TB_CROSS_LOWERED + 2u * (cfg->sync_mode - 1u) + mode]++;
  c->sync_mode = cfg->sync_mode;
  c->sync_max = cfg->sync_max;
}

void tb_flow_cross(struct tb_flow_cross *c, const struct rvt_ntrace_steps *s,
                   const struct rvt_config *cfg, const struct rvt_head *head,
                   const struct rvt_ntrace_step *step, uint64_t cover[TB_FLOW_CROSSES]) {
  const struct rvt_ntrace_record *rec = &step->rec;
  cross_lowered(c, s, cfg, cover);
  c->based = c->based || head->time_new;
  if (step->rec_valid && rvt_ntrace_is_sync(rec->tcode) && rec->sub < TB_CROSS_SYNCS) {
    cover[TB_CROSS_SYNC + rec->sub * (unsigned)TB_WAITS + waits(s, cfg, head)]++;
    if (rec->sub == RVT_SYNC_PERIODIC &&
        !(cfg->sync_mode == RVT_PERIOD_OFF && (c->asks || c->clocks || c->based)))
      cover[TB_CROSS_DUE + cfg->sync_mode]++;
    if (cfg->sync_mode != RVT_PERIOD_OFF && s->period_q != 0) {
      const unsigned mode = cfg->sync_mode - 1u;
      cover[TB_CROSS_RESTART + mode * TB_CROSS_SYNCS + rec->sub]++;
      if (rec->sub == RVT_SYNC_PERIODIC) cover[TB_CROSS_LATE + mode * 16 + cfg->sync_max]++;
    }
  }
  if (step->rec_valid && (rvt_ntrace_is_sync(rec->tcode) || rec->tcode == RVT_TC_ERROR ||
                          rec->tcode == RVT_TC_PROG_TRACE_CORRELATION))
    c->clocks = false, c->based = head->time_new;
  cross_return(c, s, cfg, head, rec, step->rec_valid, cover);
  if (head->kind == RVT_ENTRY_STOP) {
    cover[TB_CROSS_JUMP + TB_JUMP_STOP] += c->jumped && !c->stopping;
    cross_stop(c, s, cfg, head, step->done, cover);
  } else if (head->kind != RVT_ENTRY_OVERFLOW) {
    const enum tb_flow_kind kind = kind_of(s, cfg, head);
    if (head->kind == RVT_ENTRY_START && !s->started_q) c->jumped = false;
    if (tb_flow_counts(s, cfg, head, step)) {
      cross_block(c, s, cfg, head, kind, cover);
      cross_jump(c, s, cfg, head, step, cover);
    }
    cross_later(c, cfg, kind, step, cover);
  }
}
