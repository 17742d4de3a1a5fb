/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "flow_cover.h"

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
