/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "flow_cover.h"

/* ---- Messages and reasons ------------------------------------------------------------------ */

static unsigned requests(const struct rvt_ntrace_steps *s, const struct rvt_head *head) {
  unsigned req = s->req_q;
  if (!s->started_q && head->kind == RVT_ENTRY_BLOCK) req |= head->sub & 3u;
  if (!s->started_q && head->kind == RVT_ENTRY_STOP && head->sub & RVT_STOP_RESET)
    req |= RVT_REQUEST_RESET;
  if (!s->started_q && head->kind == RVT_ENTRY_STOP && head->sub & RVT_STOP_NOTIFIED)
    req |= RVT_REQUEST_EXTERNAL;
  return req;
}

bool tb_flow_known(const struct rvt_ntrace_steps *s, const struct rvt_head *head) {
  return head->known && !(head->kind == RVT_ENTRY_STOP && requests(s, head) & RVT_REQUEST_RESET);
}

/* With plain_sync the reset's sync takes the place of the transfer's message (D-09). */
static bool replaces(const struct rvt_ntrace_steps *s, const struct rvt_config *cfg,
                     const struct rvt_head *head) {
  return s->pend_q && !s->held_q && cfg->plain_sync && requests(s, head) & RVT_REQUEST_RESET;
}

bool tb_flow_agrees(const struct rvt_ntrace_steps *s, const struct rvt_config *cfg,
                    const struct rvt_head *head) {
  const unsigned mode = s->p.return_modes ? cfg->ir_mode : 3;
  const uint64_t mask = mode == 1 ? 0 : mode == 2 ? 0xfff : UINT64_MAX;
  return s->pop_q && head->known && ((s->pop_addr_q ^ head->addr) & mask) == 0;
}

bool tb_flow_implicit(const struct rvt_ntrace_steps *s, const struct rvt_config *cfg,
                      const struct rvt_head *head) {
  return tb_flow_agrees(s, cfg, head) && !(requests(s, head) & RVT_REQUEST_RESET);
}

/* Reasons, sequential jumps and return modes, beside the lines of the table. */
static void cover_events(const struct rvt_ntrace_steps *s, const struct rvt_config *cfg,
                         const struct rvt_head *head, const struct rvt_ntrace_step *step,
                         uint64_t *cover) {
  const unsigned req = requests(s, head);
  const bool sync = step->rec_valid && rvt_ntrace_is_sync(step->rec.tcode) &&
                    !(head->kind == RVT_ENTRY_START && !s->started_q);
  if (sync) {
    cover[TB_FLOW_RESET] += step->rec.sub == RVT_SYNC_RESET;
    cover[TB_FLOW_EVENT] += step->rec.sub == RVT_SYNC_EVENT;
    cover[TB_FLOW_EXTERNAL] += step->rec.sub == RVT_SYNC_EXTERNAL;
    cover[TB_FLOW_CLOCKS] +=
        step->rec.sub == RVT_SYNC_PERIODIC && cfg->sync_mode == RVT_PERIOD_CLOCKS;
    cover[TB_FLOW_RESET_FIRST] += step->rec.sub == RVT_SYNC_RESET && req > RVT_REQUEST_RESET;
    cover[TB_FLOW_RESET_MATCH] += step->rec.sub == RVT_SYNC_RESET && tb_flow_agrees(s, cfg, head);
    cover[TB_FLOW_EVENT_FIRST] +=
        step->rec.sub == RVT_SYNC_EVENT && (req & RVT_REQUEST_EXTERNAL) != 0;
    cover[TB_FLOW_HELD_REQUEST] += s->held_q && req != 0;
    cover[TB_FLOW_STOP_LINEAR] += head->kind == RVT_ENTRY_STOP;
  }
  if (head->kind == RVT_ENTRY_STOP) {
    cover[TB_FLOW_STOP_DROPS] += step->done && req != 0;
    cover[TB_FLOW_STOP_PLAIN] += req != 0 && (step->rec.tcode == RVT_TC_INDIRECT_BRANCH ||
                                              step->rec.tcode == RVT_TC_INDIRECT_BRANCH_HIST);
    cover[TB_FLOW_STOP_RESET] += head->known && !tb_flow_known(s, head);
    return;
  }
  cover[TB_FLOW_PLAIN_REQ] += req != 0 && cfg->plain_sync && s->pend_q && head->known &&
                              !replaces(s, cfg, head) && !tb_flow_implicit(s, cfg, head);
  cover[TB_FLOW_PLAIN_RESET] += sync && replaces(s, cfg, head);
  cover[TB_FLOW_UNKNOWN_REQ] += req != 0 && !head->known && step->done;
  if (s->pop_q && s->pop_addr_q != head->addr && step->done && !step->rec_valid) {
    cover[TB_FLOW_MATCH_COUNT] += head->known && cfg->ir_mode == 1;
    cover[TB_FLOW_MATCH_LOW] += head->known && cfg->ir_mode == 2;
  }
  cover[TB_FLOW_MISMATCH_LOW] +=
      s->pop_q && head->known && cfg->ir_mode == 2 && !tb_flow_agrees(s, cfg, head);
}

bool tb_flow_sequential(const struct rvt_ntrace_steps *s, const struct rvt_head *head) {
  return head->seq == RVT_SEQ_WITHIN || (head->seq == RVT_SEQ_BEHIND && s->icnt_q != 0);
}

bool tb_flow_jump(const struct rvt_ntrace_steps *s, const struct rvt_config *cfg,
                  const struct rvt_head *head) {
  return s->p.all_jumps && cfg->all_jumps &&
         (head->itype == RVT_IT_DIRECT_CALL || head->itype == RVT_IT_DIRECT_JUMP ||
          head->itype == RVT_IT_DIRECT_LINK);
}

/* A sequential jump that is counted (D-25). */
static void cover_jump(const struct rvt_ntrace_steps *s, const struct rvt_head *head,
                       const struct rvt_ntrace_step *step, uint64_t *cover) {
  const bool behind = head->seq == RVT_SEQ_BEHIND;
  if (behind && s->icnt_q == 0) {
    cover[TB_FLOW_SEQ_EXPLICIT]++;
    return;
  }
  cover[behind ? TB_FLOW_SEQ_BEHIND : TB_FLOW_SEQ_WITHIN]++;
  cover[TB_FLOW_SEQ_SWAP] += head->itype == RVT_IT_SWAP && s->stack.count_q != 0;
  cover[TB_FLOW_SEQ_FULL] += step->rec_valid;
}

static void cover_stop(const struct rvt_ntrace_steps *s, const struct rvt_config *cfg,
                       const struct rvt_head *head, const struct rvt_ntrace_record *rec,
                       uint64_t *cover) {
  const bool htm = cfg->mode == RVT_MODE_HTM;
  if (rec->tcode == RVT_TC_DIRECT_BRANCH) {
    cover[TB_FLOW_STOP_HELD]++;
  } else if (rec->tcode != RVT_TC_PROG_TRACE_CORRELATION) {
    cover[TB_FLOW_STOP_BRANCH]++;
  } else {
    cover[htm ? TB_FLOW_STOP_HTM : TB_FLOW_STOP_BTM]++;
    cover[TB_FLOW_STOP_MATCH] += s->pend_q && tb_flow_implicit(s, cfg, head);
    cover[TB_FLOW_STOP_PENDING] += s->pend_q && !tb_flow_known(s, head);
  }
}

/* The message of what waited, or a sync between instructions. */
static void cover_waiting(const struct rvt_ntrace_steps *s, const struct rvt_config *cfg,
                          const struct rvt_head *head, const struct rvt_ntrace_record *rec,
                          uint64_t *cover) {
  const bool htm = cfg->mode == RVT_MODE_HTM;
  const bool match = s->pend_q && tb_flow_implicit(s, cfg, head);
  if (s->held_q) {
    cover[!head->known                              ? TB_FLOW_HELD_UNKNOWN
          : rec->tcode == RVT_TC_DIRECT_BRANCH_SYNC ? TB_FLOW_HELD_SYNC
                                                    : TB_FLOW_HELD_PLAIN]++;
  } else if (s->pend_q && !match && !replaces(s, cfg, head)) {
    const bool hist =
        rec->tcode == RVT_TC_INDIRECT_BRANCH_HIST || rec->tcode == RVT_TC_INDIRECT_BRANCH_HIST_SYNC;
    const unsigned at =
        rvt_ntrace_is_sync(rec->tcode) ? TB_FLOW_BRANCH_SYNC_BTM : TB_FLOW_BRANCH_BTM;
    /* The three forms follow each other: BTM, empty HIST, HIST. */
    cover[at + (!htm ? 0u : hist && s->hist_q != 1 ? 2u : 1u)]++;
    cover[TB_FLOW_BRANCH_MISMATCH] += s->pop_q;
    cover[TB_FLOW_BRANCH_PLAIN_SYNC] += cfg->plain_sync && cfg->sync_mode != RVT_PERIOD_OFF &&
                                        s->period_q >> (cfg->sync_max + 4) != 0;
  } else if (rvt_ntrace_is_sync(rec->tcode)) {
    cover[rec->tcode == RVT_TC_PROG_TRACE_SYNC ? TB_FLOW_LINEAR : TB_FLOW_LINEAR_HIST]++;
    cover[TB_FLOW_LINEAR_MATCH] += match;
  } else {
    cover[TB_FLOW_MATCH_FULL]++;
  }
}

static bool is_transfer(uint8_t itype) {
  return itype != RVT_IT_NONE && itype != RVT_IT_NOT_TAKEN && itype != RVT_IT_TAKEN &&
         itype != RVT_IT_RESERVED && itype != RVT_IT_DIRECT_CALL && itype != RVT_IT_DIRECT_JUMP &&
         itype != RVT_IT_DIRECT_LINK;
}

static void cover_count(const struct rvt_ntrace_steps *s, const struct rvt_config *cfg,
                        const struct rvt_head *head, const struct rvt_ntrace_step *step,
                        uint64_t *cover) {
  const bool htm = cfg->mode == RVT_MODE_HTM;
  const bool full = (s->icnt_q + head->halfwords) >> (s->p.icnt_width - 1) != 0;
  cover[TB_FLOW_COUNT_MATCH] += s->pend_q && tb_flow_implicit(s, cfg, head);
  cover[TB_FLOW_COUNT_REPLACE] += s->pend_q && !head->known;
  if (head->seq != RVT_SEQ_NO) cover_jump(s, head, step, cover);
  if (is_transfer(head->itype) && !tb_flow_sequential(s, head)) {
    cover[TB_FLOW_TRANSFER]++;
    cover[TB_FLOW_TRANSFER_FULL] += full;
    if (cfg->ir_en && cfg->ir_mode != 0 && s->p.stack_depth != 0 &&
        (head->itype == RVT_IT_RETURN || head->itype == RVT_IT_SWAP))
      cover[s->stack.count_q == 0 ? TB_FLOW_POP_EMPTY : TB_FLOW_POP]++;
  } else if (!step->rec_valid) {
    const bool hold = (head->itype == RVT_IT_TAKEN || tb_flow_jump(s, cfg, head)) && !htm;
    cover[hold ? TB_FLOW_HOLD : TB_FLOW_COUNT]++;
    cover[TB_FLOW_HOLD_NOTIFY] += hold && head->notify;
  } else if (step->rec.tcode == RVT_TC_DIRECT_BRANCH) {
    cover[full ? TB_FLOW_DIRECT_FULL : TB_FLOW_DIRECT]++;
  } else if (step->rec.sub == RVT_RC_HIST) {
    cover[TB_FLOW_HIST]++;
  } else {
    cover[!step->done ? TB_FLOW_BOTH : htm ? TB_FLOW_ICNT_HTM : TB_FLOW_ICNT_BTM]++;
  }
}

/* A block's step that does not count it gives a record and leaves the entry at the head. */
bool tb_flow_counts(const struct rvt_ntrace_steps *s, const struct rvt_config *cfg,
                    const struct rvt_head *head, const struct rvt_ntrace_step *step) {
  if (s->counted_q || (head->kind == RVT_ENTRY_START && !s->started_q)) return false;
  if (!step->rec_valid || step->done) return true;
  const struct rvt_ntrace_record *rec = &step->rec;
  /* RCODE 0 with RCODE 1 to follow carries the block's half-words; at an implicit return it does
   * not. */
  return rec->tcode == RVT_TC_RESOURCE_FULL &&
         !(s->pend_q && tb_flow_implicit(s, cfg, head) && s->icnt_q >> (s->p.icnt_width - 1) != 0);
}

/* Whether an Ownership is to come, or goes out now. */
static bool owns(const struct rvt_ntrace_steps *s, const struct rvt_head *head) {
  return s->own_q != 0 || (!s->started_q && head->context_new);
}

static void cover_owner(const struct rvt_ntrace_steps *s, const struct rvt_config *cfg,
                        const struct rvt_head *head, const struct rvt_ntrace_step *step,
                        uint64_t cover[TB_FLOW_COVERS]) {
  if (s->p.context == 0 || !owns(s, head)) return;
  const uint64_t period = UINT64_C(16) << cfg->sync_max;
  const bool goes = step->rec_valid && step->rec.tcode == RVT_TC_OWNERSHIP;
  if (head->kind == RVT_ENTRY_STOP) {
    cover[TB_FLOW_OWN_STOP] += goes;
    cover[TB_FLOW_OWN_DROPPED] += step->done;
  } else if (head->kind == RVT_ENTRY_OVERFLOW) {
    cover[TB_FLOW_OWN_LOST]++;
  } else if (goes) {
    cover[TB_FLOW_OWN_PERIOD] += cfg->sync_mode == RVT_PERIOD_MESSAGES && s->period_q == period - 1;
    cover[TB_FLOW_OWN_BETWEEN] +=
        s->own_q == 1 && s->p.hcontext_width != 0 && requests(s, head) != 0;
  } else if (s->pend_q) {
    cover[TB_FLOW_OWN_WAITS] += !head->known && tb_flow_counts(s, cfg, head, step);
    cover[TB_FLOW_OWN_FULL] += step->rec_valid && step->rec.tcode == RVT_TC_RESOURCE_FULL &&
                               tb_flow_implicit(s, cfg, head);
  }
}

void tb_flow_cover(const struct rvt_ntrace_steps *s, const struct rvt_config *cfg,
                   const struct rvt_head *head, const struct rvt_ntrace_step *step,
                   uint64_t cover[TB_FLOW_COVERS]) {
  cover_events(s, cfg, head, step, cover);
  cover_owner(s, cfg, head, step, cover);
  if (head->kind == RVT_ENTRY_OVERFLOW)
    cover[TB_FLOW_OVERFLOW]++;
  else if (head->kind == RVT_ENTRY_STOP)
    cover_stop(s, cfg, head, &step->rec, cover);
  else if (head->kind == RVT_ENTRY_START && !s->started_q)
    cover[TB_FLOW_START]++;
  else if (s->counted_q)
    cover[TB_FLOW_HIST_LATER]++;
  else if (!tb_flow_counts(s, cfg, head, step))
    cover_waiting(s, cfg, head, &step->rec, cover);
  else
    cover_count(s, cfg, head, step, cover);
}

/* ---- Crosses ------------------------------------------------------------------------------- */

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
