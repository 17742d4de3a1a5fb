/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "flow_cover.h"

static bool is_match(const struct rvt_ntrace_flow *s, const struct rvt_ntrace_head *head) {
  return s->pop_q && head->known && s->pop_addr_q == head->addr;
}

static void cover_stop(const struct rvt_ntrace_flow *s, const struct rvt_ntrace_head *head,
                       const struct rvt_ntrace_record *rec, bool htm, uint64_t *cover) {
  if (rec->tcode == RVT_TC_DIRECT_BRANCH) {
    cover[TB_FLOW_STOP_HELD]++;
  } else if (rec->tcode != RVT_TC_PROG_TRACE_CORRELATION) {
    cover[TB_FLOW_STOP_BRANCH]++;
  } else {
    cover[htm ? TB_FLOW_STOP_HTM : TB_FLOW_STOP_BTM]++;
    cover[TB_FLOW_STOP_MATCH] += s->pend_q && is_match(s, head);
    cover[TB_FLOW_STOP_PENDING] += s->pend_q && !head->known;
  }
}

/* The message of what waited, or a sync between instructions. */
static void cover_waiting(const struct rvt_ntrace_flow *s, const struct rvt_ntrace_config *cfg,
                          const struct rvt_ntrace_head *head, const struct rvt_ntrace_record *rec,
                          uint64_t *cover) {
  const bool htm = cfg->mode == RVT_MODE_HTM;
  const bool match = s->pend_q && is_match(s, head);
  if (s->held_q) {
    cover[!head->known                              ? TB_FLOW_HELD_UNKNOWN
          : rec->tcode == RVT_TC_DIRECT_BRANCH_SYNC ? TB_FLOW_HELD_SYNC
                                                    : TB_FLOW_HELD_PLAIN]++;
  } else if (s->pend_q && !match) {
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

static void cover_count(const struct rvt_ntrace_flow *s, const struct rvt_ntrace_config *cfg,
                        const struct rvt_ntrace_head *head, const struct rvt_ntrace_flow_step *step,
                        uint64_t *cover) {
  const bool htm = cfg->mode == RVT_MODE_HTM;
  const bool full = (s->icnt_q + head->units) >> (s->p.icnt_width - 1) != 0;
  cover[TB_FLOW_COUNT_MATCH] += s->pend_q && is_match(s, head);
  cover[TB_FLOW_COUNT_REPLACE] += s->pend_q && !head->known;
  if (is_transfer(head->itype)) {
    cover[TB_FLOW_TRANSFER]++;
    cover[TB_FLOW_TRANSFER_FULL] += full;
    if (cfg->ir_en && cfg->ir_mode == 3 && s->p.stack_depth != 0 &&
        (head->itype == RVT_IT_RETURN || head->itype == RVT_IT_SWAP))
      cover[s->stack.count_q == 0 ? TB_FLOW_POP_EMPTY : TB_FLOW_POP]++;
  } else if (!step->rec_valid) {
    cover[head->itype == RVT_IT_TAKEN && !htm ? TB_FLOW_HOLD : TB_FLOW_COUNT]++;
  } else if (step->rec.tcode == RVT_TC_DIRECT_BRANCH) {
    cover[full ? TB_FLOW_DIRECT_FULL : TB_FLOW_DIRECT]++;
  } else if (step->rec.sub == RVT_RC_HIST) {
    cover[TB_FLOW_HIST]++;
  } else {
    cover[!step->done ? TB_FLOW_BOTH : htm ? TB_FLOW_ICNT_HTM : TB_FLOW_ICNT_BTM]++;
  }
}

/* A block's step that does not count it gives a record and leaves the entry at the head. */
bool tb_flow_counts(const struct rvt_ntrace_flow *s, const struct rvt_ntrace_head *head,
                    const struct rvt_ntrace_flow_step *step) {
  if (s->counted_q || (head->kind == RVT_ENTRY_START && !s->started_q)) return false;
  if (!step->rec_valid || step->done) return true;
  const struct rvt_ntrace_record *rec = &step->rec;
  /* RCODE 0 with RCODE 1 to follow carries the block's half-words; at an implicit return it does
   * not. */
  return rec->tcode == RVT_TC_RESOURCE_FULL &&
         !(s->pend_q && is_match(s, head) && s->icnt_q >> (s->p.icnt_width - 1) != 0);
}

void tb_flow_cover(const struct rvt_ntrace_flow *s, const struct rvt_ntrace_config *cfg,
                   const struct rvt_ntrace_head *head, const struct rvt_ntrace_flow_step *step,
                   uint64_t cover[TB_FLOW_COVERS]) {
  if (head->kind == RVT_ENTRY_GAP)
    cover[TB_FLOW_GAP]++;
  else if (head->kind == RVT_ENTRY_STOP)
    cover_stop(s, head, &step->rec, cfg->mode == RVT_MODE_HTM, cover);
  else if (head->kind == RVT_ENTRY_START && !s->started_q)
    cover[TB_FLOW_START]++;
  else if (s->counted_q)
    cover[TB_FLOW_HIST_LATER]++;
  else if (!tb_flow_counts(s, head, step))
    cover_waiting(s, cfg, head, &step->rec, cover);
  else
    cover_count(s, cfg, head, step, cover);
}
