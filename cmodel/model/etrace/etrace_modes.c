/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "base/kept_address.h"
#include "modes.h"

enum {
  IRETS_MAX = 255 /* ETR:A-06 */,
  BRANCHES_MAX = 31 /* ETR:F1-01 */,
  PREDICTED_FIRST = 1 /* not taken, the last one taken (ETR:M-BP) */,
  LOW_BITS = 12 /* what return mode 2 compares */
};

void rvt_etrace_branches_forget(struct rvt_etrace_branches *b) {
  b->branches_q = 0;
  b->map_q = 0;
  b->right_q = true;
  b->count_q = 0;
}

void rvt_etrace_forget(struct rvt_etrace_flow *s) {
  rvt_etrace_branches_forget(&s->branches);
  if (s->p.bpred_size != 0)
    memset(s->branches.predictor_q, PREDICTED_FIRST, sizeof s->branches.predictor_q);
  rvt_ret_stack_clear(&s->returns.stack);
  s->returns.ret_q = s->returns.right_q = s->returns.wrong_q = s->returns.since_q = false;
  s->returns.irets_q = 0;
  if (s->p.cache_size != 0) memset(s->cache.valid_q, 0, sizeof s->cache.valid_q);
}

static uint8_t entry_of(const struct rvt_etrace_flow *s) {
  return s->branches.predictor_q[s->run_q.last_addr & ((1u << s->p.bpred_size) - 1u)];
}

void rvt_etrace_branches_look(const struct rvt_etrace_flow *s, const struct rvt_config *cfg,
                              bool branch, struct rvt_etrace_told *out) {
  const struct rvt_etrace_branches *b = &s->branches;
  const bool taken = s->run_q.head.itype == RVT_IT_TAKEN;
  const bool counting = b->branches_q == BRANCHES_MAX;
  const bool predicts = s->p.bpred_size != 0;
  const bool miss = branch && (!predicts || (entry_of(s) >> 1 != 0) != taken);
  out->branches = (uint8_t)(b->branches_q + (branch && !counting));
  out->map = b->map_q;
  if (branch && !taken) out->map |= (uint32_t)1 << b->branches_q;
  out->miss = miss;
  out->right = predicts && cfg->branch_prediction && b->right_q && !miss;
  out->counted = out->branches == BRANCHES_MAX && (counting || out->right);
  out->count = b->count_q + (counting && branch && !miss);
  out->near = branch && (counting || out->branches == BRANCHES_MAX);
  out->full = branch && (counting ? miss : out->branches == BRANCHES_MAX && !out->right);
  out->max = counting && branch && !miss && out->count == UINT32_MAX;
}

void rvt_etrace_branches_train(struct rvt_etrace_flow *s) {
  if (s->p.bpred_size == 0) return;
  const bool taken = s->run_q.head.itype == RVT_IT_TAKEN;
  const uint8_t entry = entry_of(s);
  const bool predicted = entry >> 1 != 0, last = (entry & 1) != 0;
  const bool predicts = predicted != last ? taken : predicted;
  s->branches.predictor_q[s->run_q.last_addr & ((1u << s->p.bpred_size) - 1u)] =
      (uint8_t)((predicts ? 2 : 0) | (taken ? 1 : 0));
}

/** Whether the address that a return goes to is the one on the stack, as the mode compares. */
static bool same(uint8_t mode, uint64_t top, uint64_t next) {
  const uint64_t low = ((uint64_t)1 << LOW_BITS) - 1;
  return mode == 1 || (mode == 2 ? ((top ^ next) & low) == 0 : top == next);
}

bool rvt_etrace_return_leave(struct rvt_etrace_flow *s, const struct rvt_config *cfg,
                             uint64_t next) {
  struct rvt_etrace_return *r = &s->returns;
  const uint8_t itype = s->run_q.head.itype;
  const bool on = cfg->ir_en && cfg->ir_mode != 0;
  uint64_t top;
  r->ret_q = r->right_q = r->wrong_q = false;
  if (itype == RVT_IT_RETURN && on) {
    const bool any = rvt_ret_stack_top(&r->stack, &top);
    r->right_q = any && same(s->p.return_modes ? cfg->ir_mode : 3, top, next); /* D-32 */
    r->ret_q = r->right_q && r->irets_q != IRETS_MAX;
    r->wrong_q = !r->ret_q && (any || r->irets_q != 0);
    if (r->ret_q || (any && s->p.iret_ext)) rvt_ret_stack_pop(&r->stack);
  }
  const bool calls = on && (itype == RVT_IT_DIRECT_CALL || itype == RVT_IT_INDIRECT_CALL);
  const bool branch = rvt_etrace_is_branch(itype);
  if (calls)
    rvt_ret_stack_push(&r->stack,
                       rvt_addr_kept(&s->p, s->run_q.last_addr + (1u << s->run_q.head.last_size)));
  if (s->p.iret_ext) {
    r->irets_q = branch ? 0 : (uint8_t)(r->irets_q + r->ret_q);
    r->since_q = r->irets_q != 0;
  } else if (r->ret_q || branch || calls) {
    r->since_q = r->ret_q;
  }
  return r->ret_q;
}

bool rvt_etrace_cache_hit(const struct rvt_etrace_flow *s, const struct rvt_config *cfg,
                          uint64_t addr) {
  const unsigned index = rvt_etrace_cache_index(&s->p, addr);
  return s->p.cache_size != 0 && cfg->jump_target_cache && s->cache.valid_q[index] &&
         s->cache.mem_q[index] == addr;
}

void rvt_etrace_cache_enter(struct rvt_etrace_flow *s, uint64_t addr) {
  if (s->p.cache_size == 0) return;
  s->cache.valid_q[rvt_etrace_cache_index(&s->p, addr)] = true;
  s->cache.mem_q[rvt_etrace_cache_index(&s->p, addr)] = addr;
}

void rvt_etrace_cache_drop(struct rvt_etrace_flow *s, uint64_t addr) {
  s->cache.valid_q[rvt_etrace_cache_index(&s->p, addr)] = false;
}
