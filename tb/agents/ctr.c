/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "ctr.h"

enum { STYLE_ALL, STYLE_HART, STYLE_STORM, STYLES };
enum { SOME_CLOCKS = 600, LONG = 256 /* cycles */, REST_MOST = 16 /* powers of two of clocks */ };

void tb_ctr_init(struct tb_ctr *g, struct tb *tb, const struct rvt_ctr_params *p) {
  const uint64_t style = tb_option_in(tb, "style", STYLE_ALL, 0, STYLES - 1);
  g->p = p;
  g->rests = (uint32_t)tb_option_in(tb, "rests", 10, 0, 1000);
  g->rest_most = (uint32_t)tb_option_in(tb, "rest", REST_MOST, 0, 28);
  g->only_hart = style == STYLE_HART;
  g->only_storm = style == STYLE_STORM;
}

void tb_ctr_reset(struct tb_ctr *g, struct tb *tb) {
  (void)tb;
  g->left = 0;
  g->mode = RVT_PRIV_M;
  g->halted = g->waits = false;
}

/* ---- Moods ---- */

static bool odds(struct tb_rng *rng, uint32_t of_256) { return (tb_rng_next(rng) & 0xff) < of_256; }

static void new_mood(struct tb_ctr *g, struct tb_rng *rng) {
  static const uint8_t some[] = {0, 2, 20, 128, 240, 255};
#define SOME() some[tb_rng_below(rng, sizeof some)]
  g->left = 1 + tb_rng_below(rng, SOME_CLOCKS);
  g->storm = g->only_storm || (!g->only_hart && tb_rng_one_in(rng, 3));
  g->stacks = tb_rng_one_in(rng, 3);
  g->jumps = tb_rng_one_in(rng, 3);
  g->enabled = !tb_rng_one_in(rng, 4);
  g->busy = SOME();
  g->more = SOME();
  g->ask = SOME();
  g->tick = tb_rng_one_in(rng, 4) ? SOME() : 256;
  g->sure = tb_rng_one_in(rng, 4) ? 40 : 250;
  if (tb_rng_one_in(rng, 8)) {
    g->busy = g->more = 256;
    g->jumps = true;
    g->ask = 8;
  }
  g->rest = tb_rng_one_in(rng, g->rests);
  if (g->rest) { /* about so long that the counter is full */
    g->left = (1u << tb_rng_below(rng, g->rest_most + 1)) + tb_rng_below(rng, 5);
    g->ask = 0;
    g->tick = g->more = 256;
    g->jumps = true;
    g->storm = g->only_storm;
  }
#undef SOME
}

/* ---- What retires ---- */

static uint8_t any_mode(const struct tb_ctr *g, struct tb_rng *rng) {
  static const uint8_t modes[] = {RVT_PRIV_U, RVT_PRIV_S, RVT_PRIV_M, RVT_PRIV_VU, RVT_PRIV_VS};
  return modes[tb_rng_below(rng, g->p->hyp ? 5 : 3)];
}

static uint8_t any_itype(const struct tb_ctr *g, struct tb_rng *rng) {
  static const uint8_t stacks[] = {8, 9, 13, 13, 12, 5, 8, 9},
                       jumps[] = {5, 8, 9, 10, 11, 14, 15, 5};
  if (g->stacks && !tb_rng_one_in(rng, 20)) return stacks[tb_rng_below(rng, sizeof stacks)];
  if (g->jumps && !tb_rng_one_in(rng, 60)) return jumps[tb_rng_below(rng, sizeof jumps)];
  return (uint8_t)tb_rng_below(rng, 16);
}

static uint64_t address(const struct tb_ctr *g, struct tb_rng *rng) {
  return tb_rng_one_in(rng, 4) ? tb_rng_value(rng, g->p->xlen)
                               : tb_rng_next(rng) & tb_ones(g->p->xlen);
}

/** @return whether it is a trap or return */
static bool slot(struct tb_ctr *g, struct tb_rng *rng, unsigned i) {
  const struct rvt_ctr_params *const p = g->p;
  struct rvt_block *const b = &g->in.hart.block[i];
  const uint32_t most = (1u << p->iretire_width) - 1;
  b->itype = any_itype(g, rng);
  b->ilastsize = (uint8_t)tb_rng_below(rng, g->storm ? 4 : most < 2 ? 1 : 2);
  const uint32_t size = g->storm || p->single ? 1 : 1u << b->ilastsize;
  b->iretire = (uint8_t)(p->single ? 1 : size + tb_rng_below(rng, most - size + 1));
  if (b->itype == 1 || b->itype == 2) b->iretire = 0;
  if (g->storm && tb_rng_one_in(rng, 8)) b->iretire = (uint8_t)tb_rng_below(rng, most + 1);
  return b->itype >= 1 && b->itype <= 3;
}

static void retire(struct tb_ctr *g, struct tb_rng *rng) {
  static const uint8_t causes[] = {3, 13, 8, 12};
  struct rvt_ctr_hart *const h = &g->in.hart;
  for (unsigned i = 0; i < g->p->blocks; i++) {
    h->block[i] = (struct rvt_block){.itype = (uint8_t)(tb_rng_next(rng) & 0xf)};
    if (rvt_block_valid(&h->block[i])) h->block[i].itype = 0;
    h->block[i].iaddr = address(g, rng);
    h->slot[i].target = address(g, rng);
    h->slot[i].mispredict = tb_rng_one_in(rng, 2);
  }
  h->cause = tb_rng_next(rng) & tb_ones(g->p->xlen);
  if (!tb_rng_one_in(rng, 3))
    h->cause = causes[tb_rng_below(rng, sizeof causes)] + 64u * tb_rng_below(rng, 2);
  h->epc = address(g, rng);
  h->priv = (uint8_t)tb_rng_below(rng, 8);
  h->priv_after = (uint8_t)tb_rng_below(rng, 8);
  h->cycle = odds(rng, g->tick);
  if (g->storm) {
    h->halted = tb_rng_one_in(rng, 12);
    if (!tb_rng_one_in(rng, 6)) h->priv = any_mode(g, rng);
    if (!tb_rng_one_in(rng, 6)) h->priv_after = any_mode(g, rng);
    if (odds(rng, g->busy))
      for (unsigned i = 0; i < g->p->blocks; i++)
        if (odds(rng, g->more)) (void)slot(g, rng, i);
    return;
  }
  if (tb_rng_one_in(rng, g->halted ? 20 : 400)) g->halted = !g->halted;
  h->halted = g->halted;
  if (g->waits || g->halted || !odds(rng, g->busy)) return;
  h->priv = g->mode;
  for (unsigned i = 0; i < g->p->blocks; i++) {
    if (!odds(rng, g->more) || !slot(g, rng, i)) continue;
    g->mode = h->priv_after = any_mode(g, rng);
    break;
  }
}

/* ---- Accesses ---- */

static uint16_t any_csr(struct tb_ctr *g, struct tb_rng *rng) {
  static const uint16_t csrs[] = {0x14e, 0x14f, 0x15f, 0x24e, 0x34e, 0x14e, 0x34e, 0x14f,
                                  0x151, 0x152, 0x153, 0x151, 0x152, 0x153, 0x155, 0x156,
                                  0x157, 0x251, 0x252, 0x253, 0x255, 0x256, 0x257, 0x154};
  if (!odds(rng, g->sure) && tb_rng_one_in(rng, 4)) return (uint16_t)tb_rng_below(rng, 4096);
  return csrs[tb_rng_below(rng, sizeof csrs / sizeof csrs[0])];
}

static uint64_t control(struct tb_ctr *g, struct tb_rng *rng) {
  uint64_t value = tb_rng_next(rng);
  const uint64_t freezes = RVT_CTR_CTL_BPFRZ | RVT_CTR_CTL_LCOFIFRZ;
  if (g->enabled) {
    value |= RVT_CTR_CTL_U | RVT_CTR_CTL_S | RVT_CTR_CTL_M;
    if (!tb_rng_one_in(rng, 8)) value &= ~freezes;
    if (!tb_rng_one_in(rng, 4)) value &= UINT32_MAX;
    value &= ~(uint64_t)RVT_CTR_CTL_RASEMU;
    if (g->stacks) value |= RVT_CTR_CTL_RASEMU;
  }
  return value;
}

static uint64_t operand(struct tb_ctr *g, struct tb_rng *rng, const struct rvt_ctr *s) {
  switch (g->in.csr_addr) {
  case RVT_CTR_MCTRCTL:
  case RVT_CTR_SCTRCTL:
  case RVT_CTR_VSCTRCTL: return control(g, rng);
  case RVT_CTR_SCTRDEPTH: return tb_rng_next(rng);
  case RVT_CTR_SCTRSTATUS:
    if (tb_rng_one_in(rng, 4)) return tb_rng_next(rng);
    return tb_rng_one_in(rng, 2) ? s->r.wrptr_q : tb_rng_below(rng, 256);
  default: return tb_rng_one_in(rng, 4) ? tb_rng_value(rng, 64) : tb_rng_next(rng);
  }
}

static void ask(struct tb_ctr *g, struct tb_rng *rng, const struct rvt_ctr *s) {
  struct rvt_ctr_in *const in = &g->in;
  in->csr_op = (uint8_t)tb_rng_below(rng, 4);
  if (in->csr_op == RVT_CTR_CLEAR && !tb_rng_one_in(rng, 8)) in->csr_op = RVT_CTR_WRITE;
  in->csr_addr = any_csr(g, rng);
  in->csr_select = (uint16_t)(RVT_CTR_SELECT + tb_rng_below(rng, tb_rng_one_in(rng, 2) ? 16 : 256));
  in->csr_mode = RVT_PRIV_M;
  if (tb_rng_one_in(rng, 4)) in->csr_mode = g->storm ? any_mode(g, rng) : g->mode;
  in->mstateen_ctr = in->hstateen_ctr = true;
  in->csr_xlen32 = g->p->xlen == 64 && tb_rng_one_in(rng, 16);
  if (!odds(rng, g->sure)) {
    in->csr_mode = g->storm ? (uint8_t)tb_rng_below(rng, 8) : any_mode(g, rng);
    in->mstateen_ctr = !tb_rng_one_in(rng, 4);
    in->hstateen_ctr = tb_rng_one_in(rng, 2);
    if (tb_rng_one_in(rng, 8)) in->csr_select = (uint16_t)tb_rng_below(rng, 4096);
  }
  if (s->r.frozen_q && tb_rng_one_in(rng, 4)) in->csr_addr = RVT_CTR_SCTRSTATUS;
  in->csr_wdata = operand(g, rng, s) & tb_ones(g->p->xlen);
}

void tb_ctr_next(struct tb_ctr *g, struct tb_rng *rng, const struct rvt_ctr *s) {
  if (g->left-- == 0) {
    new_mood(g, rng);
    g->mode = s->mode_q;
  }
  /* Cycles of the clock that executes now and of this one are counted before a jump of this one. */
  const uint32_t counted = s->r.counter_q + 2;
  if (g->rest) g->busy = counted >= LONG && (counted & (counted - 1)) == 0 ? 64 : 0;
  if (g->waits && s->done_q.csr_done) g->waits = false;
  retire(g, rng);
  /* A hart that behaves holds its request, and asks after what it tells in the clock. */
  g->in.csr_valid = odds(rng, g->ask) && !g->waits;
  ask(g, rng, s);
  if (!g->storm && !s->op_q.valid && g->in.csr_valid) g->waits = true;
}
