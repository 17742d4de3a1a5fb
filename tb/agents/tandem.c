/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "tandem.h"

enum { STYLE_ALL, STYLE_HART, STYLE_STORM, STYLES };
enum { MOOD_CLOCKS = 600, AWAY_CLOCKS = 40, ALWAYS = 256 };

void tb_tandem_init(struct tb_tandem *g, struct tb *tb, const struct rvt_tandem_params *p) {
  const uint64_t style = tb_option_in(tb, "style", STYLE_ALL, 0, STYLES - 1);
  g->p = p;
  g->only_hart = style == STYLE_HART;
  g->only_storm = style == STYLE_STORM;
  g->inactive = (uint32_t)tb_option_in(tb, "inactive", 3000, 0, UINT32_MAX);
  g->disabled = (uint32_t)tb_option_in(tb, "disabled", 400, 0, UINT32_MAX);
  g->clears = (uint32_t)tb_option_in(tb, "clears", 50, 0, UINT32_MAX);
  tb_pace_init(&g->ready, tb, "ready", "mixed");
}

void tb_tandem_reset(struct tb_tandem *g) {
  g->left = g->inactive_left = g->disabled_left = 0;
  g->stalled = 0;
}

static bool odds(struct tb_rng *rng, uint32_t of_256) { return (tb_rng_next(rng) & 0xff) < of_256; }

static void new_mood(struct tb_tandem *g, struct tb_rng *rng) {
  static const uint16_t some[] = {2, 20, 128, 240, ALWAYS};
#define SOME() some[tb_rng_below(rng, sizeof some / sizeof *some)]
  g->left = 1 + tb_rng_below(rng, MOOD_CLOCKS);
  g->storm = g->only_storm || (!g->only_hart && tb_rng_one_in(rng, 3));
  g->obeys = g->only_hart || (!g->only_storm && tb_rng_one_in(rng, 2));
  g->busy = SOME();
  g->more = SOME();
  g->rich = SOME();
  g->other = SOME();
  if ((g->p->elements & RVT_TANDEM_SENDS_BUS) != 0) g->bus = SOME();
  if (tb_rng_one_in(rng, 4)) g->busy = g->more = ALWAYS;
  if (tb_rng_one_in(rng, 4)) g->rich = 20; /* short groups */
#undef SOME
}

/* ---- A record ---- */

/** A value with frequent extremes. */
static uint64_t value(struct tb_rng *rng, unsigned width) {
  return tb_rng_one_in(rng, 4) ? tb_rng_value(rng, width) : tb_rng_next(rng) & tb_ones(width);
}

/** The old pc, and the new one: behind the instruction, nearly there, or anywhere. */
static void new_pc(const struct tb_tandem *g, struct tb_rng *rng, struct rvt_tandem_record *r) {
  const unsigned xlen = g->p->format.xlen, size = r->is32 ? 4 : 2;
  r->pc_r = value(rng, xlen);
  if (tb_rng_one_in(rng, 16)) r->pc_r = tb_ones(xlen) - 3 + 2 * tb_rng_below(rng, 2);
  r->pc_w = r->pc_r + size;
  switch (tb_rng_below(rng, 8)) {
  case 0: r->pc_w = value(rng, xlen); break;
  case 1: r->pc_w = r->pc_r + 6 - size; break; /* the other size */
  case 2: r->pc_w ^= UINT64_C(1) << tb_rng_below(rng, xlen); break;
  default: break;
  }
  r->pc_w &= tb_ones(xlen);
}

static void new_gpr(const struct tb_tandem *g, struct tb_rng *rng, struct rvt_tandem_record *r) {
  static const int16_t steps[] = {0, 1, -1, 127, 128, -128, -129, 16, -16, 255, 256};
  const unsigned xlen = g->p->format.xlen;
  r->gpr = (uint8_t)(tb_rng_one_in(rng, 8) ? 0 : tb_rng_below(rng, 32));
  r->gpr_data = value(rng, xlen);
  r->gpr_old_known = tb_rng_one_in(rng, 2);
  r->gpr_old = value(rng, xlen);
  if (tb_rng_one_in(rng, 2))
    r->gpr_old = r->gpr_data - (uint64_t)(int64_t)steps[tb_rng_below(rng, 11)];
  r->gpr_old &= tb_ones(xlen);
}

/** With Shadow: a CSR that is kept, or its view. Of a hart that keeps the rules none is fcsr,
 * beside which flags may be told, and none is told twice. */
static void near_csr(const struct tb_tandem *g, struct tb_rng *rng, struct rvt_tandem_csr *csr,
                     unsigned port) {
  const uint16_t number = rvt_tandem_shadow_csr(tb_rng_below(rng, RVT_TANDEM_BANK));
  bool told = number == 3;
  for (unsigned i = 1; i <= port; i++) told |= csr[-(int)i].number == number;
  if (g->storm || !told) csr->number = number;
}

static void new_csrs(const struct tb_tandem *g, struct tb_rng *rng, struct rvt_tandem_record *r) {
  const unsigned ports = g->p->csrs == 0 ? 1 : g->p->csrs;
  for (unsigned i = 0; i < ports; i++) {
    struct rvt_tandem_csr *const csr = &r->csr[i];
    csr->valid = odds(rng, g->rich);
    csr->number = (uint16_t)(tb_rng_next(rng) & 0xfff);
    csr->data = value(rng, g->p->format.xlen);
    /* A rule of the hart: all apart, and none of them fcsr. */
    if (!g->storm) csr->number = (uint16_t)((csr->number & 0xffc) | 0x100 | i);
    if (g->storm && tb_rng_one_in(rng, 16)) csr->number = i == 0 ? 3 : r->csr[0].number;
    if (g->p->shadow && !tb_rng_one_in(rng, 4)) near_csr(g, rng, csr, i);
  }
}

static void new_memory(const struct tb_tandem *g, struct tb_rng *rng, struct rvt_tandem_record *r) {
  const unsigned mlen = g->p->format.mlen;
  r->paddr_valid = odds(rng, g->rich);
  r->eaddr_valid = odds(rng, g->rich);
  r->store_valid = odds(rng, g->rich);
  r->pc_paddr_valid = odds(rng, g->rich);
  r->mtime_valid = odds(rng, g->rich);
  r->paddr = value(rng, mlen);
  r->eaddr = value(rng, mlen);
  r->pc_paddr = value(rng, mlen);
  r->mtime = tb_rng_next(rng);
  r->store = tb_rng_next(rng);
  r->store_size = (uint8_t)tb_rng_below(rng, 4);
}

static void new_record(const struct tb_tandem *g, struct tb_rng *rng, struct rvt_tandem_record *r) {
  r->kind = RVT_TANDEM_RETIRED;
  if (odds(rng, g->other))
    r->kind = (uint8_t)tb_rng_below(rng, g->storm ? 8 : RVT_TANDEM_HART_KINDS);
  if (g->p->shadow && r->kind == RVT_TANDEM_HART_RESET && !tb_rng_one_in(rng, 4))
    r->kind = RVT_TANDEM_RETIRED; /* so that there is a state */
  r->pc_valid = tb_rng_one_in(rng, 2);
  r->insn_valid = tb_rng_one_in(rng, 2); /* read of exceptions alone */
  r->is32 = tb_rng_one_in(rng, 2);
  r->insn = (uint32_t)value(rng, 32);
  new_pc(g, rng, r);
  r->gpr_valid = odds(rng, g->rich);
  new_gpr(g, rng, r);
  r->fpr_valid = odds(rng, g->rich);
  r->fpr = (uint8_t)tb_rng_below(rng, 32);
  r->fpr_data = value(rng, g->p->format.flen == 0 ? 1 : g->p->format.flen);
  new_csrs(g, rng, r);
  r->fflags_valid = odds(rng, g->rich);
  r->fflags = (uint8_t)tb_rng_below(rng, 32);
  r->privilege_valid = odds(rng, g->rich);
  r->privilege = (uint8_t)tb_rng_below(rng, 4);
  if (!g->storm && r->privilege == 2) r->privilege = 3;
  new_memory(g, rng, r);
}

static void new_transaction(const struct tb_tandem *g, struct tb_rng *rng,
                            struct rvt_tandem_access *a) {
  a->op = (uint8_t)tb_rng_below(rng, g->storm ? 16 : RVT_TANDEM_OPS);
  a->size = (uint8_t)tb_rng_below(rng, 4);
  a->address = value(rng, g->p->format.mlen);
  a->request = tb_rng_next(rng);
  a->answered = !tb_rng_one_in(rng, 4);
  a->result = tb_rng_one_in(rng, 4);
  a->response = tb_rng_next(rng);
}

/* ---- A clock ---- */

/** Whether it is away in this clock: at times for a clock, at times for some. */
static bool away(struct tb_rng *rng, uint32_t every, uint32_t *left) {
  if (*left == 0 && tb_rng_one_in(rng, every))
    *left = tb_rng_one_in(rng, 2) ? 1 : 1 + tb_rng_below(rng, AWAY_CLOCKS);
  if (*left == 0) return false;
  --*left;
  return true;
}

void tb_tandem_next(struct tb_tandem *g, struct tb_rng *rng, const struct rvt_tandem_out *out) {
  g->stalled = g->stalled << 1 | out->stall;
  if (g->left-- == 0) new_mood(g, rng);
  g->in.active = !away(rng, g->inactive, &g->inactive_left);
  g->in.enable = !away(rng, g->disabled, &g->disabled_left);
  g->in.lost_clr = tb_rng_one_in(rng, g->clears);
  g->in.m_ready = tb_pace_next(&g->ready, rng);
  const bool waits = g->obeys && (g->stalled >> g->p->stall_latency & 1) != 0;
  const bool tells = odds(rng, g->busy) && !waits;
  for (unsigned i = 0; i < g->p->nret; i++) { /* without valid: what was there before */
    g->in.valid[i] = tells && odds(rng, g->more);
    if (g->in.valid[i]) new_record(g, rng, &g->in.slot[i]);
  }
  g->in.bus.valid = g->bus != 0 && odds(rng, g->bus) && !waits;
  if (g->in.bus.valid) new_transaction(g, rng, &g->in.bus);
}
