/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "etrace_cover.h"

#include <string.h>

static inline bool is_trap(uint8_t itype) {
  return itype == RVT_IT_EXCEPTION || itype == RVT_IT_INTERRUPT;
}

/* Of a block, what the next one is to it. */
static void see_next(struct tb_etrace_cover *c, const struct rvt_etrace_flow *f) {
  const struct rvt_head *h = &c->head, *n = &f->next_q;
  const bool own = is_trap(h->itype), next = f->next_valid_q && !own;
  const bool block = next && n->kind == RVT_ENTRY_BLOCK;
  const bool other = n->hart_context != h->hart_context;
  c->stop = next && n->kind == RVT_ENTRY_STOP;
  c->next_itype = block && n->halfwords == 0 ? n->itype : RVT_IT_NONE;
  c->trap = own || c->next_itype != RVT_IT_NONE;
  c->async = block && n->halfwords != 0 && other && n->ctype == 3;
  c->priv = block && n->halfwords != 0 && (n->priv != h->priv || (other && n->ctype >= 2));
}

void tb_etrace_cover_before(struct tb_etrace_cover *c, const struct rvt_encoder *m,
                            const struct rvt_config *cfg) {
  const struct rvt_etrace_flow *f = &m->messages.etrace.flow;
  const struct rvt_entry *e = rvt_queue_front(&m->queue);
  c->next_valid = f->next_valid_q;
  c->entry_of = e != NULL ? e->blocks : 0;
  c->entry_place = f->at_q;
  c->looks = f->run_valid_q;
  if (!c->looks) return;
  c->head = f->run_q.head;
  c->single = f->run_q.single;
  c->last_addr = f->run_q.last_addr;
  c->first = !f->rest_q;
  c->ud = f->ud_q;
  c->open = f->open_q;
  c->trap_before = f->trap_q || c->head.trap != 0;
  c->due = rvt_period_due_next(&f->period);
  c->behind = f->returns.ret_q;
  c->since = f->returns.since_q;
  c->told_sync = f->rest_q && c->single;
  c->missed = f->branches.right_q && f->branches.branches_q == RVT_ETRACE_BRANCHES - 1;
  c->depth = f->returns.stack.count_q;
  const unsigned index = (unsigned)(c->head.addr & ((1u << f->p.cache_size) - 1u));
  c->cached = f->cache.valid_q[index];
  c->cached_addr = f->cache.mem_q[index];
  c->modes[TB_ET_RETURN] = f->p.stack_depth != 0 && cfg->ir_en && cfg->ir_mode != 0;
  c->modes[TB_ET_PREDICT] = f->p.bpred_size != 0 && cfg->branch_prediction;
  c->modes[TB_ET_CACHE] = f->p.cache_size != 0 && cfg->jump_target_cache;
  c->modes[TB_ET_OFF] =
      !c->modes[TB_ET_RETURN] && !c->modes[TB_ET_PREDICT] && !c->modes[TB_ET_CACHE];
  see_next(c, f);
}

static enum tb_et_reason reason_of(const struct tb_etrace_cover *c,
                                   const struct rvt_etrace_record *r) {
  if (r->kind == RVT_ETRACE_BRANCH) return TB_ET_FULL;
  if (c->first && c->ud) {
    if (!r->updiscon) return c->single && c->stop ? TB_ET_UD_STOP : TB_ET_UD;
    return c->trap ? TB_ET_UD_TRAP : c->priv ? TB_ET_UD_PRIV : TB_ET_UD_S2;
  }
  return c->stop    ? TB_ET_STOP
         : c->trap  ? TB_ET_TRAP
         : c->async ? TB_ET_ASYNC
         : c->priv  ? TB_ET_PRIV
         : c->due   ? TB_ET_S2
                    : TB_ET_NOTIFY;
}

/* Bytes of a packet with its address as it stands in the record. */
static size_t bytes_of(const struct rvt_params *p, const struct rvt_config *cfg,
                       const struct rvt_etrace_record *r) {
  uint8_t bytes[RVT_ETRACE_PACKET_BYTES];
  return rvt_etrace_pack(p, cfg, r, bytes);
}

/* The target of a jump that the cache has; whether its index is sent (ETR:AMB-16). `r` as sent. */
static bool count_hit(const struct rvt_params *p, const struct rvt_config *cfg,
                      const struct rvt_etrace_record *r, uint64_t *cover) {
  struct rvt_etrace_record address = *r, index = *r;
  address.hit = false;
  index.addr = UINT64_C(0x5555555555555555); /* nothing of it can be left out */
  const size_t by_address = bytes_of(p, cfg, &address), by_index = bytes_of(p, cfg, &index);
  cover[TB_ET_CACHED + (by_index < by_address ? 0 : by_index == by_address ? 1 : 2)]++;
  return by_index < by_address;
}

/* Kept as what was sent last. */
static enum tb_et_packet packet_of(const struct rvt_etrace_record *r, bool index) {
  switch (r->kind) {
  case RVT_ETRACE_BRANCH: return r->counted ? TB_ET_P_COUNT : TB_ET_P_MAP;
  case RVT_ETRACE_ADDRESS:
    if (r->counted) return r->miss ? TB_ET_P_COUNT_MISS : TB_ET_P_COUNT_ADDRESS;
    if (index) return r->branches != 0 ? TB_ET_P_INDEX_MAP : TB_ET_P_INDEX;
    return r->branches != 0 ? TB_ET_P_MAP_ADDRESS : TB_ET_P_ADDRESS;
  case RVT_ETRACE_START: return TB_ET_P_START;
  case RVT_ETRACE_TRAP: return r->thaddr ? TB_ET_P_TRAP : TB_ET_P_EPC;
  case RVT_ETRACE_CONTEXT: return TB_ET_P_CONTEXT;
  default: return TB_ET_P_SUPPORT;
  }
}

static void count_branches(struct tb_etrace_cover *c, const struct rvt_etrace_record *r,
                           uint64_t *cover) {
  const unsigned reason = reason_of(c, r);
  if (r->counted) {
    const bool address = r->kind == RVT_ETRACE_ADDRESS;
    uint64_t *const points = cover + TB_ET_PREDICTED + reason;
    if (r->count == 0) points[(r->miss || !address ? 2 : 0) * TB_ET_REASONS]++;
    if (r->count == 1 && (!address || !r->miss)) points[1 * TB_ET_REASONS]++;
    return;
  }
  const unsigned count = c->branches + r->branches;
  const unsigned which = count == RVT_ETRACE_BRANCHES       ? TB_ET_31
                         : count == RVT_ETRACE_BRANCHES + 1 ? TB_ET_32
                         : count == 2 * RVT_ETRACE_BRANCHES ? TB_ET_62
                                                            : TB_ET_COUNTS;
  if (which != TB_ET_COUNTS) cover[TB_ET_BRANCHES + which * TB_ET_REASONS + reason]++;
  if (reason != TB_ET_FULL) return;
  /* Thirty were predicted right, this one was not. */
  cover[TB_ET_PREDICTED + TB_ET_FULL] += c->modes[TB_ET_PREDICT] && c->missed;
  c->branches = count;
}

/* The depth of the stack that a packet reports. */
static void count_depth(const struct tb_etrace_cover *c, const struct rvt_etrace_record *r,
                        uint64_t *cover) {
  if (!r->irreport) return;
  const bool target = c->first && c->ud, behind = c->single && c->behind;
  cover[TB_ET_DEPTH + (target ? 0 : behind ? 1 : 2)]++;
  cover[TB_ET_SIBLINGS] += !target && c->siblings > 1;
}

/* Which block of its clock it is, and whether its first or its last instruction is told. */
static void count_block(const struct tb_etrace_cover *c, const struct rvt_etrace_record *r,
                        uint64_t *cover) {
  if (c->single || c->head.halfwords == 0 || c->run_of == 0) return;
  const bool address = r->kind == RVT_ETRACE_ADDRESS;
  const bool first = c->first && r->addr == c->head.addr &&
                     (address || r->kind == RVT_ETRACE_START || r->kind == RVT_ETRACE_TRAP);
  const bool last = r->kind == RVT_ETRACE_BRANCH || (address && r->addr == c->last_addr);
  const unsigned place = c->run_of * (c->run_of - 1u) / 2u + c->run_place;
  cover[TB_ET_BLOCK + 2 * place] += first;
  cover[TB_ET_BLOCK + 2 * place + 1] += last;
}

static void count_lost(struct tb_etrace_cover *c, const struct rvt_etrace_record *r,
                       uint64_t *cover) {
  if (c->lost)
    cover[TB_ET_FOUND + (r->kind == RVT_ETRACE_START  ? 0
                         : r->kind != RVT_ETRACE_TRAP ? 3
                         : r->thaddr                  ? 1
                                                      : 2)]++;
  c->lost = r->kind == RVT_ETRACE_SUPPORT && r->qual == RVT_ETRACE_TRACE_LOST;
  cover[TB_ET_LOST + c->last] += c->lost;
}

/* A jump's target that the cache does not have. */
static void count_miss(const struct tb_etrace_cover *c, uint64_t *cover) {
  const bool same = c->cached_addr == c->head.addr;
  cover[TB_ET_CACHED + (c->cached ? 3 : same ? 5 : 4)] += !c->cached || !same;
}

static void count_record(struct tb_etrace_cover *c, const struct rvt_params *p,
                         const struct rvt_config *cfg, const struct rvt_etrace_record *r,
                         uint64_t *cover) {
  struct rvt_etrace_record sent = *r;
  const bool address = r->kind == RVT_ETRACE_ADDRESS, branch = r->kind == RVT_ETRACE_BRANCH;
  const bool sync = r->kind == RVT_ETRACE_START || r->kind == RVT_ETRACE_TRAP;
  rvt_etrace_sent(p, cfg, &c->base, &sent);
  const bool index = r->hit && count_hit(p, cfg, &sent, cover);
  const enum tb_et_packet packet = packet_of(r, index);
  cover[TB_ET_PACKET + packet]++;
  count_lost(c, r, cover);
  c->last = (uint8_t)packet;
  if (address || branch) count_branches(c, r, cover);
  if (address && !p->iret_ext) count_depth(c, r, cover);
  if (address && c->first && c->ud && c->modes[TB_ET_CACHE] && !r->updiscon && !r->counted)
    count_miss(c, cover);
  count_block(c, r, cover);
  if (sync && !p->iret_ext) cover[TB_ET_OPTIONS + r->ioptions]++;
  if ((sync || address) && c->first && c->p_itype == RVT_IT_TRAP_RETURN && !c->trap_before)
    cover[TB_ET_XRET + (c->head.priv != c->p_priv)]++;
  if (sync || address) c->branches = 0;
  if (sync || address || branch) c->siblings = 0;
  if (sync) c->dropped = false;
}

/* What stands before the trap of this block, or before its only instruction. */
static enum tb_et_place place_of(const struct tb_etrace_cover *c) {
  if (c->head.halfwords != 0 && !c->single) return TB_ET_PLAIN;
  if (!c->open) return TB_ET_FIRST;
  if (c->trap_before) return TB_ET_HANDLER;
  if (c->ud) return TB_ET_TARGET;
  return c->p_itype == RVT_IT_NOT_TAKEN || c->p_itype == RVT_IT_TAKEN ? TB_ET_BRANCH : TB_ET_PLAIN;
}

/* [exception, interrupt][alone, with an instruction] */
static unsigned trap_of(uint8_t itype, bool with) {
  return (itype == RVT_IT_INTERRUPT ? 2u : 0u) + with;
}

static void count_trap(struct tb_etrace_cover *c, uint64_t *cover) {
  const struct rvt_head *h = &c->head;
  const bool with = h->halfwords != 0, near = !with || c->single;
  const unsigned trap = trap_of(h->itype, with), place = place_of(c);
  uint64_t *const chain = cover + TB_ET_CHAIN + trap * TB_ET_CHAINS;
  for (unsigned mode = 0; mode < TB_ET_MODES; mode++)
    cover[TB_ET_TRAPS + (trap * TB_ET_PLACES + place) * TB_ET_MODES + mode] += c->modes[mode];
  if (near && c->open && c->p_itype == RVT_IT_TRAP_RETURN && !c->trap_before)
    chain[h->priv != c->p_priv]++;
  c->traps = near && c->trap_before && c->open ? c->traps + 1 : 1;
  chain[2] += c->traps > 2;
  chain[4] += near && c->resync;
}

/* The instruction before a trap, as a period ends with it. */
static void count_resync(struct tb_etrace_cover *c, const struct rvt_config *cfg,
                         const struct rvt_etrace_record *r, uint64_t *cover) {
  const bool address = r != NULL && r->kind == RVT_ETRACE_ADDRESS;
  const bool target = c->first && c->ud;
  if (address && c->trap)
    cover[TB_ET_CHAIN + 3 +
          TB_ET_CHAINS * trap_of(c->next_itype != RVT_IT_NONE ? c->next_itype : c->head.itype,
                                 c->next_itype == RVT_IT_NONE)]++;
  if (cfg->sync_mode == 0 || c->trap || c->stop || c->async || c->priv || c->head.notify) return;
  const unsigned what = !address ? 0 : target ? 2 : r->branches != 0 ? 1 : 3;
  cover[TB_ET_RESYNC + 4 * (cfg->sync_mode - 1u) + what]++;
}

static void count_return(struct tb_etrace_cover *c, const struct rvt_etrace_flow *f,
                         const struct rvt_config *cfg, uint64_t *cover) {
  const uint8_t itype = c->head.itype;
  if (!c->modes[TB_ET_RETURN]) return;
  if (itype == RVT_IT_DIRECT_CALL || itype == RVT_IT_INDIRECT_CALL) {
    const bool full = c->depth == f->p.stack_depth;
    cover[TB_ET_RETURNS + 4] += full;
    c->dropped = c->dropped || full;
  }
  if (itype != RVT_IT_RETURN) return;
  cover[TB_ET_RETURNS + 5] += c->depth == 0 && c->dropped;
  cover[TB_ET_RETURNS + 6] += f->returns.wrong_q;
  if (!f->returns.ret_q) return;
  cover[TB_ET_RETURNS + cfg->ir_mode - 1]++;
  cover[TB_ET_RETURNS + 3] += c->depth > 1;
  c->siblings = c->siblings != 0 && c->siblings_depth == c->depth ? c->siblings + 1 : 1;
  c->siblings_depth = c->depth;
}

static void count_sijump(const struct tb_etrace_cover *c, uint64_t *cover) {
  const uint8_t seq = c->head.seq;
  if (seq == RVT_SEQ_NO) return;
  cover[TB_ET_JUMPS + (seq == RVT_SEQ_WITHIN        ? 0
                       : !c->open || c->trap_before ? 3
                       : c->told_sync               ? 2
                                                    : 1)]++;
}

/* A block leaves; `r`: with this packet, or NULL. */
static void count_leave(struct tb_etrace_cover *c, const struct rvt_etrace_flow *f,
                        const struct rvt_config *cfg, const struct rvt_etrace_record *r,
                        uint64_t *cover) {
  const struct rvt_head *h = &c->head;
  if (!f->open_q) { /* a session has ended */
    c->p_itype = RVT_IT_NONE;
    c->traps = c->siblings = 0;
    c->resync = c->dropped = false;
    return;
  }
  const bool traps = is_trap(h->itype);
  if (c->due && h->halfwords != 0 && !c->told_sync) count_resync(c, cfg, r, cover);
  if (traps)
    count_trap(c, cover);
  else if (!c->single)
    c->traps = 0;
  count_return(c, f, cfg, cover);
  count_sijump(c, cover);
  if (h->ctype != 0) cover[TB_ET_CONTEXTS + h->ctype - 1]++;
  if (h->itype == RVT_IT_NOT_TAKEN || h->itype == RVT_IT_TAKEN) c->siblings = 0;
  c->resync = !traps && c->due && !c->priv && f->sync_q;
  c->p_itype = h->itype;
  c->p_priv = h->priv;
}

void tb_etrace_cover_after(struct tb_etrace_cover *c, const struct rvt_encoder *m,
                           const struct rvt_config *cfg, uint64_t *cover) {
  const struct rvt_etrace_messages *s = &m->messages.etrace;
  const struct rvt_etrace_flow *f = &s->flow;
  if (!cfg->active) {
    memset(c, 0, sizeof *c);
    return;
  }
  const struct rvt_etrace_record *r = s->recorded ? &s->out.rec : NULL;
  if (c->looks) {
    const unsigned index = (unsigned)(c->head.addr & ((1u << f->p.cache_size) - 1u));
    if (c->behind && c->first && c->cached && !f->cache.valid_q[index] && !s->out.synced)
      cover[TB_ET_CACHED + (c->cached_addr == c->head.addr ? 6 : 7)]++;
    if (r != NULL) count_record(c, &f->p, cfg, r, cover);
    if (!f->run_valid_q || s->out.load) count_leave(c, f, cfg, r, cover);
  }
  if (s->out.load) {
    c->run_of = c->next_of;
    c->run_place = c->next_place;
  }
  if (f->next_valid_q && (!c->next_valid || s->out.load)) {
    c->next_of = c->entry_of;
    c->next_place = c->entry_place;
  }
}
