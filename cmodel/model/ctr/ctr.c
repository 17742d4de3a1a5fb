/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "rvt/unit/ctr.h"

#include "ctr_csr.h"
#include "ctr_rules.h"

enum { CSR_BITS = 0xfff, MODE_BITS = 7, OP_BITS = 3 };

/** Every entry of the greatest depth reads 0, and has to be zeroed. */
static void begin_walk(struct rvt_ctr *s) {
  s->ring_q = (uint16_t)rvt_ctr_depth(&s->r);
  s->upper_q = (uint16_t)(rvt_ctr_depth_max(&s->r.p) - s->ring_q);
  s->first_q = s->r.wrptr_q;
}

enum rvt_status rvt_ctr_init(struct rvt_ctr *s, const struct rvt_ctr_params *p,
                             struct rvt_error *e) {
  struct rvt_ctr_records r;
  const enum rvt_status status = rvt_ctr_records_init(&r, p, e);
  if (status != RVT_OK) return status;
  *s = (struct rvt_ctr){.r = r, .mode_q = RVT_PRIV_M};
  begin_walk(s); /* a memory has no reset */
  return RVT_OK;
}

void rvt_ctr_outputs(const struct rvt_ctr *s, struct rvt_ctr_out *out) {
  *out = s->done_q;
  out->csr_ready = !s->op_q.valid;
}

/* ---- The port ---- */

/** What the wires carry of a clock. */
static struct rvt_ctr_hart cut(const struct rvt_ctr *s, const struct rvt_ctr_hart *hart) {
  const struct rvt_ctr_params *const p = &s->r.p;
  const uint64_t word = s->r.pc_mask | 1;
  const unsigned iretire = (1u << p->iretire_width) - 1;
  struct rvt_ctr_hart made = {.cause = hart->cause & word,
                              .epc = hart->epc & word,
                              .priv = hart->priv & MODE_BITS,
                              .priv_after = hart->priv_after & MODE_BITS,
                              .halted = hart->halted,
                              .cycle = hart->cycle};
  for (unsigned i = 0; i < p->blocks; i++) {
    const struct rvt_block *const b = &hart->block[i];
    made.block[i] = (struct rvt_block){.iretire = (uint8_t)(b->iretire & iretire),
                                       .itype = b->itype & 0xf,
                                       .ilastsize = b->ilastsize & 3,
                                       .iaddr = b->iaddr & word};
    made.slot[i] = (struct rvt_ctr_slot){.mispredict = hart->slot[i].mispredict,
                                         .target = hart->slot[i].target & word};
  }
  return made;
}

/** Whether a slot is a transfer that may concern the recorder. */
static bool is_event(const struct rvt_ctr *s, unsigned slot) {
  const struct rvt_block *const b = &s->in_q.block[slot];
  return rvt_block_valid(b) && rvt_ctr_is_transfer(b->itype) && !s->in_q.halted &&
         rvt_ctr_is_active(&s->r, s->in_q.priv);
}

static struct rvt_ctr_transfer event_of(const struct rvt_ctr *s, unsigned slot) {
  const struct rvt_block *const b = &s->in_q.block[slot];
  const uint64_t size = UINT64_C(1) << b->ilastsize;
  struct rvt_ctr_transfer event = {.itype = b->itype,
                                   .mispredict = s->in_q.slot[slot].mispredict,
                                   .from = s->in_q.priv,
                                   .to = s->in_q.priv_after,
                                   .cause = s->in_q.cause,
                                   .target = s->in_q.slot[slot].target};
  event.source = b->iaddr;
  if (!s->r.p.single) event.source += 2 * (b->iretire - size);
  if (rvt_ctr_is_trap(b->itype)) event.source = s->in_q.epc;
  return event;
}

/* ---- The clear ---- */

/** An entry that is written need not be zeroed any more; it is at an end of the range. */
static void walked(struct rvt_ctr *s, unsigned at) {
  const unsigned last = rvt_ctr_depth(&s->r) - 1;
  if (s->ring_q == 0) return;
  if (at == s->first_q) {
    s->first_q = (uint8_t)((at + 1) & last);
    s->ring_q--;
  } else if (at == ((s->first_q + s->ring_q - 1u) & last)) {
    s->ring_q--;
  }
}

static void walk(struct rvt_ctr *s) {
  if (s->upper_q != 0)
    s->upper_q--;
  else if (s->ring_q != 0)
    s->ring_q--;
}

/* ---- A clock ---- */

/** Counts, then takes the transfers. @return whether there was one */
static bool take_events(struct rvt_ctr *s) {
  uint8_t mode = s->mode_q;
  bool any = false, moves = false;
  for (unsigned i = 0; i < s->r.p.blocks; i++) {
    const struct rvt_block *const b = &s->in_q.block[i];
    if (!rvt_block_valid(b)) continue;
    mode = s->in_q.priv;
    moves |= rvt_ctr_is_trap(b->itype) || b->itype == RVT_IT_TRAP_RETURN;
  }
  if (s->in_q.cycle && !s->in_q.halted) rvt_ctr_cycles(&s->r, 1, mode);
  for (unsigned i = 0; i < s->r.p.blocks; i++) {
    if (!is_event(s, i)) continue;
    const struct rvt_ctr_transfer event = event_of(s, i);
    const int at = rvt_ctr_event(&s->r, &event);
    any = true;
    if (at == RVT_CTR_UNTOUCHED) continue;
    walked(s, (unsigned)at);
    s->touched[s->touched_count++] = (uint8_t)at;
  }
  s->mode_q = moves ? s->in_q.priv_after : mode;
  return any;
}

/** Writes that would meet a clear that still walks. */
static bool waits(const struct rvt_ctr *s) {
  if (s->op_q.op != RVT_CTR_WRITE || (s->upper_q == 0 && s->ring_q == 0)) return false;
  switch (s->op_q.reg) {
  case RVT_CTR_REG_STATUS:
  case RVT_CTR_REG_DEPTH:
  case RVT_CTR_REG_SOURCE:
  case RVT_CTR_REG_TARGET:
  case RVT_CTR_REG_DATA:
  case RVT_CTR_REG_ZERO: return true;
  default: return false;
  }
}

static void execute(struct rvt_ctr *s) {
  const struct rvt_ctr_decoded d = {.reg = (enum rvt_ctr_reg)s->op_q.reg,
                                    .logical = s->op_q.logical};
  s->done_q.csr_done = true;
  s->done_q.csr_exc = s->op_q.exception;
  s->op_q.valid = false;
  if (d.reg == RVT_CTR_REG_CLEAR) {
    rvt_ctr_wipe(&s->r);
    begin_walk(s);
  } else if (s->op_q.op == RVT_CTR_WRITE) {
    if (d.reg >= RVT_CTR_REG_SOURCE && d.logical < rvt_ctr_depth(&s->r))
      s->touched[s->touched_count++] = (uint8_t)rvt_ctr_physical(&s->r, d.logical);
    rvt_ctr_put(&s->r, &d, s->op_q.xlen32, s->op_q.wdata);
  } else {
    s->done_q.csr_rdata = rvt_ctr_get(&s->r, &d, s->op_q.xlen32);
  }
}

static struct rvt_ctr_request request_of(const struct rvt_ctr *s, const struct rvt_ctr_in *in) {
  const struct rvt_ctr_access access = {.mode = in->csr_mode & MODE_BITS,
                                        .mstateen = in->mstateen_ctr,
                                        .hstateen = in->hstateen_ctr,
                                        .select = in->csr_select & CSR_BITS};
  const uint8_t op = in->csr_op & OP_BITS;
  const struct rvt_ctr_decoded d =
      op == RVT_CTR_CLEAR ? rvt_ctr_decode_clear(&s->r, &access)
                          : rvt_ctr_decode_csr(&s->r, &access, in->csr_addr & CSR_BITS);
  return (struct rvt_ctr_request){.valid = true,
                                  .op = op,
                                  .reg = (uint8_t)d.reg,
                                  .exception = (uint8_t)d.exception,
                                  .logical = d.logical,
                                  .xlen32 = in->csr_xlen32,
                                  .wdata = in->csr_wdata};
}

void rvt_ctr_tick(struct rvt_ctr *s, const struct rvt_ctr_in *in) {
  const bool ready = !s->op_q.valid;
  s->touched_count = 0;
  s->done_q = (struct rvt_ctr_out){.csr_done = false};
  if (!take_events(s)) {
    if (!ready && !waits(s))
      execute(s);
    else
      walk(s);
  }
  s->in_q = cut(s, &in->hart);
  if (in->csr_valid && ready) s->op_q = request_of(s, in);
}
