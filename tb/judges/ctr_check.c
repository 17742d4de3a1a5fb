/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "ctr_check.h"

#include <inttypes.h>

enum { FILTER_AT = 32, VIRTUAL = 4 /* VU and VS are 5 and 6 */ };

static bool is_virtual(unsigned mode) { return mode > VIRTUAL; }

void tb_ctr_check_init(struct tb_ctr_check *c, const struct rvt_ctr_params *p) {
  static const uint8_t exponents[] = {[12] = 0, [13] = 1, [15] = 2, [19] = 3, [27] = 4};
  const struct oracle_ctr_build build = {.mxlen = p->xlen,
                                         .xlen = p->xlen,
                                         .depths = p->depths,
                                         .cycles = p->counter_width != 0,
                                         .cce_bits = exponents[p->counter_width],
                                         .type = p->type,
                                         .misp = p->misp,
                                         .filters = p->filters,
                                         .external = p->ext_traps,
                                         .ras = p->ras_emu,
                                         .hypervisor = p->hyp,
                                         .has_overflow = p->lcofi};
  *c = (struct tb_ctr_check){.p = p, .mode = RVT_PRIV_M};
  oracle_ctr_init(&c->oracle, &build);
}

/* ---- What retires -----------------------------------------------------------------------------
 */

/* The enables of a mode (CTR:P-01). */
static bool enabled(const struct oracle_ctr *o, unsigned mode) {
  switch (mode) {
  case RVT_PRIV_U: return (o->mctrctl & RVT_CTR_CTL_U) != 0;
  case RVT_PRIV_S: return (o->mctrctl & RVT_CTR_CTL_S) != 0;
  case RVT_PRIV_M: return (o->mctrctl & RVT_CTR_CTL_M) != 0;
  case RVT_PRIV_VU: return (o->vsctrctl & RVT_CTR_CTL_U) != 0;
  case RVT_PRIV_VS: return (o->vsctrctl & RVT_CTR_CTL_S) != 0;
  default: return false;
  }
}

struct event {
  unsigned itype, from, to;
  uint64_t source;
  bool mispredict, frozen, was_frozen, stacks, recorded, another;
  uint32_t counter;
};

static void prove_plain(const struct tb_ctr_check *c, const struct event *e, uint64_t controls) {
  const bool on = enabled(&c->oracle, e->from) && !e->was_frozen;
  if (e->stacks) {
    if (on && (e->itype == 8 || e->itype == 9)) PROVED("CTR:R-03");
    if (on && e->itype == 12) PROVED("CTR:R-01");
    if (on && e->itype == 13) PROVED("CTR:R-02");
    if (on) PROVED("CTR:R-04");
    return;
  }
  if (on && !e->recorded && c->p->filters != 0) PROVED("CTR:F-01");
  if (!e->recorded) return;
  PROVED("CTR:B-01");
  PROVED("CTR:B-02");
  if (e->mispredict && c->p->misp) PROVED("CTR:B-04");
  if (e->another) PROVED("CTR:B-05");
  if (e->another && c->p->counter_width != 0) PROVED("CTR:T-05");
  if (c->p->type) PROVED("CTR:F-03");
  if ((controls >> FILTER_AT & 1u << e->itype) == 0 && controls >> FILTER_AT != 0)
    PROVED("CTR:F-02");
}

static void prove_move(const struct tb_ctr_check *c, const struct event *e, uint64_t controls) {
  const bool on = enabled(&c->oracle, e->from), there = enabled(&c->oracle, e->to);
  const bool trap = e->itype != RVT_IT_TRAP_RETURN,
             crosses = is_virtual(e->from) != is_virtual(e->to);
  if (trap && !e->was_frozen && e->frozen) {
    if (e->itype == RVT_IT_EXCEPTION) PROVED("CTR:Z-01");
    if (e->itype == RVT_IT_INTERRUPT) PROVED("CTR:Z-02");
    if (e->to == RVT_PRIV_VS) PROVED("CTR:Z-03");
    if (!on && !there) PROVED("CTR:Z-04");
  }
  if (!e->recorded) return;
  if (trap) PROVED("CTR:B-03");
  if (e->itype == RVT_IT_EXCEPTION && !e->another) PROVED("CTR:B-07");
  if (on != there) PROVED("CTR:P-01");
  if (crosses) PROVED("CTR:P-05");
  if (!trap || !on || there) return;
  PROVED("CTR:P-02");
  PROVED("CTR:P-06");
  if ((controls >> FILTER_AT & 1u << e->itype) != 0) PROVED("CTR:P-04");
}

static void prove_count(const struct tb_ctr_check *c, const struct event *e) {
  if (!e->recorded || c->p->counter_width == 0) {
    if (e->recorded) PROVED("CTR:T-07");
    return;
  }
  PROVED("CTR:T-04");
  if (e->counter >= 1u << 12) PROVED("CTR:T-03");
  if (e->counter == (1u << c->p->counter_width) - 1) PROVED("CTR:T-02");
}

static void take_event(struct tb_ctr_check *c, const struct rvt_ctr_hart *h, unsigned slot,
                       bool *any) {
  struct oracle_ctr *o = &c->oracle;
  const struct rvt_block *b = &h->block[slot];
  struct event e = {.itype = b->itype,
                    .from = h->priv,
                    .to = b->itype <= RVT_IT_TRAP_RETURN ? h->priv_after : h->priv,
                    .mispredict = h->slot[slot].mispredict,
                    .was_frozen = o->frozen,
                    .another = *any,
                    .counter = o->counter};
  const enum oracle_ctr_mode from = (enum oracle_ctr_mode)e.from, to = (enum oracle_ctr_mode)e.to;
  const uint64_t controls = is_virtual(e.from) || is_virtual(e.to) ? o->vsctrctl : o->mctrctl;
  const uint32_t wrptr = o->wrptr;
  const uint64_t target = h->slot[slot].target;
  e.source = c->p->single ? b->iaddr : b->iaddr + 2 * (b->iretire - (UINT64_C(1) << b->ilastsize));
  if (c->p->xlen == 32) e.source = (uint32_t)e.source;
  e.stacks = (controls & RVT_CTR_CTL_RASEMU) != 0;
  if (e.itype == RVT_IT_EXCEPTION || e.itype == RVT_IT_INTERRUPT)
    oracle_ctr_trap(o, h->cause & 0x3f, e.itype == RVT_IT_INTERRUPT, h->epc, target, from, to);
  else if (e.itype == RVT_IT_TRAP_RETURN)
    oracle_ctr_return(o, e.source, target, e.mispredict, from, to);
  else
    oracle_ctr_transfer(o, (uint8_t)e.itype, e.source, target, e.mispredict, from);
  e.frozen = o->frozen;
  e.recorded = !e.stacks && o->wrptr != wrptr;
  if (e.itype > RVT_IT_TRAP_RETURN && e.itype != RVT_IT_INDIRECT && e.itype != RVT_IT_RESERVED)
    prove_plain(c, &e, controls);
  else if (e.itype >= RVT_IT_EXCEPTION && e.itype <= RVT_IT_TRAP_RETURN)
    prove_move(c, &e, controls);
  prove_count(c, &e);
  if (e.recorded && !c->mstateen) PROVED("CTR:S-02");
  *any = *any || e.recorded;
}

/* What was told in the clock before. @return whether something retired or trapped */
static void take_clock(struct tb_ctr_check *c) {
  const struct rvt_ctr_hart *h = &c->hart;
  const uint32_t counter = c->oracle.counter;
  uint8_t mode = c->mode, after = c->mode;
  bool any = false;
  for (unsigned i = 0; i < c->p->blocks; i++) {
    if (!rvt_block_valid(&h->block[i])) continue;
    mode = after = h->priv;
    const uint8_t itype = h->block[i].itype;
    if (itype >= RVT_IT_EXCEPTION && itype <= RVT_IT_TRAP_RETURN) after = h->priv_after;
  }
  if (h->cycle)
    oracle_ctr_cycles(&c->oracle, 1, h->halted ? ORACLE_CTR_D : (enum oracle_ctr_mode)mode);
  if (h->cycle && counter != 0) {
    if (h->halted) PROVED("CTR:B-06");
    if (!enabled(&c->oracle, mode) && !c->oracle.frozen) PROVED("CTR:T-06");
    if (c->oracle.counter == counter + 1) PROVED("CTR:T-01");
  }
  for (unsigned i = 0; i < c->p->blocks && !h->halted; i++)
    if (rvt_block_valid(&h->block[i])) take_event(c, h, i, &any);
  c->mode = after;
}

/* ---- Accesses ---------------------------------------------------------------------------------
 */

struct access {
  unsigned csr, logical;
  bool entry, write, clear, frozen;
  uint32_t counter, wrptr, depth;
};

static void prove_refused(const struct tb_ctr_check *c, const struct access *a,
                          unsigned exception) {
  if (a->clear) PROVED("CTR:I-04");
  if (a->csr == RVT_CTR_SCTRDEPTH && exception == ORACLE_CTR_VIRTUAL) PROVED("CTR:C-12");
  if ((a->csr & 0xf00) == 0x200 && !c->p->hyp) PROVED("CTR:C-07");
  if (!c->ask.mstateen_ctr || !c->ask.hstateen_ctr) PROVED("CTR:S-01");
}

static void prove_entry(const struct tb_ctr_check *c, const struct access *a, uint64_t value) {
  if (a->logical >= a->depth) PROVED("CTR:E-02");
  if (a->write) PROVED("CTR:E-06");
  if (a->write && (a->csr & 0xff) == (RVT_CTR_SIREG3 & 0xff) && c->p->counter_width < 27 &&
      c->ask.csr_wdata >> 28 != 0)
    PROVED("CTR:T-07");
  if (value == 0) return;
  PROVED("CTR:E-01");
  PROVED("CTR:E-03");
  PROVED("CTR:E-05");
  if ((a->csr & 0xff) == (RVT_CTR_SIREG3 & 0xff)) PROVED("CTR:E-04");
  if (is_virtual(c->ask.csr_mode)) PROVED("CTR:E-07");
}

static void prove_status(const struct tb_ctr_check *c, const struct access *a) {
  if (is_virtual(c->ask.csr_mode)) PROVED("CTR:C-23");
  if (!a->write) return;
  PROVED("CTR:C-20");
  if (a->frozen && !c->oracle.frozen) PROVED("CTR:C-21");
  if (c->behind) PROVED("CTR:C-24");
}

static void prove_depth(const struct tb_ctr_check *c, const struct access *a) {
  const unsigned depth = oracle_ctr_depth(&c->oracle);
  if (a->write) PROVED("CTR:C-10");
  if (a->wrptr >= depth) PROVED("CTR:C-11");
  if (depth > a->depth && (c->oracle.physical[a->depth].source & 1) != 0) PROVED("CTR:E-09");
}

static void prove_done(const struct tb_ctr_check *c, const struct access *a, uint64_t value) {
  if (c->behind) PROVED("CTR:H-02");
  PROVED("CTR:H-03");
  if (a->clear) {
    PROVED("CTR:I-02");
    if (c->behind) PROVED("CTR:I-03");
  } else if (a->entry) {
    prove_entry(c, a, value);
  } else if (a->csr == RVT_CTR_SCTRSTATUS) {
    prove_status(c, a);
  } else if (a->csr == RVT_CTR_SCTRDEPTH) {
    prove_depth(c, a);
  } else {
    if (a->write) PROVED("CTR:C-01");
    if (a->csr == RVT_CTR_SCTRCTL) PROVED("CTR:C-02");
    if (a->write && a->counter != 0) PROVED("CTR:C-03");
  }
}

/* The answer that has come, of an access after all that was told with it. */
static void take_access(struct tb_ctr_check *c, struct tb *tb, const struct rvt_ctr_out *out) {
  struct oracle_ctr *o = &c->oracle;
  const struct rvt_ctr_in *in = &c->ask;
  const struct oracle_ctr_access who = {.mode = (enum oracle_ctr_mode)in->csr_mode,
                                        .mstateen = in->mstateen_ctr,
                                        .hstateen = in->hstateen_ctr,
                                        .siselect = in->csr_select,
                                        .vsiselect = in->csr_select};
  const unsigned place = in->csr_addr & 0xff;
  const struct access a = {.csr = in->csr_addr,
                           .logical = in->csr_select - RVT_CTR_SELECT,
                           .entry = place >= 0x51 && place <= 0x57,
                           .write = in->csr_op == RVT_CTR_WRITE,
                           .clear = in->csr_op == RVT_CTR_CLEAR,
                           .frozen = o->frozen,
                           .counter = o->counter,
                           .wrptr = o->wrptr,
                           .depth = oracle_ctr_depth(o)};
  uint64_t value = 0;
  unsigned exception = a.clear   ? oracle_ctr_clear(o, &who)
                       : a.write ? oracle_ctr_write(o, &who, a.csr, in->csr_wdata)
                                 : oracle_ctr_read(o, &who, a.csr, &value);
  if (exception == ORACLE_CTR_OTHER) exception = ORACLE_CTR_ILLEGAL;
  if (exception != out->csr_exc || value != out->csr_rdata) {
    tb_fail(tb,
            "oracle: access 0x%03x: expected exception %u and 0x%" PRIx64
            ", found %u and 0x%" PRIx64,
            a.csr, exception, value, out->csr_exc, out->csr_rdata);
    return;
  }
  if (exception != ORACLE_CTR_NONE)
    prove_refused(c, &a, exception);
  else
    prove_done(c, &a, value);
  c->asked = false;
}

/* ---- Registers and entries --------------------------------------------------------------------
 */

static void compare(const struct tb_ctr_check *c, struct tb *tb, const struct rvt_ctr_records *r,
                    unsigned at) {
  const struct oracle_ctr *o = &c->oracle;
  const struct oracle_ctr_entry *e = &o->physical[at];
  const struct {
    const char *name;
    uint64_t expected, found;
  } pairs[] = {{"mctrctl", o->mctrctl, r->mctrctl_q},
               {"vsctrctl", o->vsctrctl, r->vsctrctl_q},
               {"DEPTH", o->depth_code, r->depth_q},
               {"WRPTR", o->wrptr, r->wrptr_q},
               {"FROZEN", o->frozen, r->frozen_q},
               {"cycles", o->counter, r->counter_q},
               {"ctrsource", e->source, r->entry[at].source},
               {"ctrtarget", e->target, r->entry[at].target},
               {"ctrdata", e->data, r->entry[at].data}};
  for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
    if (pairs[i].expected != pairs[i].found)
      tb_fail(tb, "oracle: %s, entry %u: expected 0x%" PRIx64 ", found 0x%" PRIx64, pairs[i].name,
              at, pairs[i].expected, pairs[i].found);
}

void tb_ctr_check_clock(struct tb_ctr_check *c, struct tb *tb, const struct rvt_ctr_in *in,
                        const struct rvt_ctr_out *out, const struct rvt_ctr *s) {
  if (out->csr_done) take_access(c, tb, out);
  for (unsigned i = 0; i < s->touched_count; i++) compare(c, tb, &s->r, s->touched[i]);
  compare(c, tb, &s->r, c->turn++ % rvt_ctr_depth_max(c->p));
  if (c->turn == rvt_ctr_depth_max(c->p)) PROVED("CTR:E-08");
  PROVED("CTR:H-04");
  take_clock(c);
  c->hart = in->hart;
  c->mstateen = in->mstateen_ctr;
  if (!in->csr_valid || !out->csr_ready) return;
  c->asked = true;
  c->ask = *in;
  c->behind = false;
  for (unsigned i = 0; i < c->p->blocks; i++)
    c->behind |=
        rvt_block_valid(&in->hart.block[i]) && !in->hart.halted && in->hart.block[i].itype > 3;
}
