/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "harness/struct_fields.h"
#include "rvt/regs.h"
#include "rvt/unit/ingress_stage.h"

static uint8_t any_mode(const struct tb_config *g, struct tb_rng *rng) {
  if (g->mode != 0) return g->mode;
  if (tb_rng_one_in(rng, 32)) return RVT_MODE_OFF;
  if (!g->p->htm) return RVT_MODE_BTM;
  if (!g->p->btm) return RVT_MODE_HTM;
  return tb_rng_one_in(rng, 2) ? RVT_MODE_BTM : RVT_MODE_HTM;
}

static void new_sync(struct tb_config *g, struct tb_rng *rng) {
  static const uint8_t modes[] = {RVT_PERIOD_OFF, RVT_PERIOD_MESSAGES, RVT_PERIOD_HALFWORDS,
                                  RVT_PERIOD_HALFWORDS, RVT_PERIOD_CLOCKS};
  g->c.sync_mode = g->sync_mode != 255 ? g->sync_mode : modes[tb_rng_below(rng, g->every ? 5 : 4)];
  g->c.sync_max = (uint8_t)tb_rng_below(rng, tb_rng_one_in(rng, 4) ? 16 : 4);
}

static void new_stall(struct tb_config *g, struct tb_rng *rng) {
  g->c.stall_ena = g->stall != 255 ? g->stall : tb_rng_one_in(rng, 2);
}

static void new_config(struct tb_config *g, struct tb_rng *rng) {
  g->drawn++;
  g->c.mode = any_mode(g, rng);
  g->c.ir_mode = tb_rng_one_in(rng, 8) ? 0 : 3;
  if (g->every) g->c.ir_mode = (uint8_t)tb_rng_below(rng, 4);
  g->c.ir_en = !tb_rng_one_in(rng, 4);
  g->c.inhibit_src = tb_rng_one_in(rng, 8);
  g->c.src_bits = (uint8_t)tb_rng_below(rng, g->p->src_bits_max + 1u);
  const uint64_t bits = tb_rng_next(rng);
  g->c.src_id = (uint16_t)(bits & 0xfff);
  g->c.ts_en = g->p->ts_width != 0 && !tb_rng_one_in(rng, 4);
  if (g->p->ts_width != 0) {
    if (g->ts_en != 255) g->c.ts_en = g->ts_en != 0;
    g->c.ts_suppress = (bits >> 12 & 3) != 0 || g->silent == 0 ? 0 : (uint8_t)(bits >> 14 & 0xf);
  }
  g->c.plain_sync = tb_rng_one_in(rng, 4);
  if (g->p->events) g->c.trig_ena = !tb_rng_one_in(rng, 4);
  if (g->p->seq_jump) g->c.seq_en = !tb_rng_one_in(rng, 4);
  if (g->p->context != 0) g->c.context_en = !tb_rng_one_in(rng, 4);
  if (g->p->all_jumps) g->c.all_jumps = tb_rng_one_in(rng, 2);
  if (g->p->extend_addr) g->c.extend_addr = !tb_rng_one_in(rng, 4);
  if (g->p->format == RVT_PROTOCOL_ETRACE) {
    if (g->p->ts_width != 0) g->c.src_bits &= 8; /* ETR:DC-11 */
    g->c.no_addr_diff = tb_rng_one_in(rng, 3);
    g->c.no_trap_addr = tb_rng_one_in(rng, 3);
    g->c.branch_prediction = g->p->bpred_size != 0 && (bits >> 18 & 3) != 0;
    g->c.jump_target_cache = g->p->cache_size != 0 && (bits >> 20 & 3) != 0;
  }
  if (g->p->repeat_branch) g->c.repeat_branch = !tb_rng_one_in(rng, 4);
  if (g->p->repeat_hist != 0) g->c.repeat_hist = !tb_rng_one_in(rng, 4);
  new_sync(g, rng);
  new_stall(g, rng);
}

void tb_config_init(struct tb_config *g, struct tb *tb, const struct rvt_params *p) {
  *g = (struct tb_config){.p = p};
  g->flicker = (uint32_t)tb_option_in(tb, "flicker", 300, 0, UINT32_MAX);
  g->live = (uint32_t)tb_option_in(tb, "live", 200, 0, UINT32_MAX);
  g->off = (uint32_t)tb_option_in(tb, "off", 4000, 0, UINT32_MAX);
  g->mode = (uint8_t)tb_option_in(tb, "mode", 0, 0, 6);
  g->sync_mode = (uint8_t)tb_option_in(tb, "sync_mode", 255, 0, 255);
  g->ts_en = (uint8_t)tb_option_in(tb, "ts_en", 255, 0, 255);
  g->silent = (uint8_t)tb_option_in(tb, "ts_suppress", 1, 0, 1);
  const uint32_t rebase = tb_option_in(tb, "check", 0, 0, 1) != 0 ? 2000 : 400;
  if (p->ts_width != 0) g->rebase = (uint32_t)tb_option_in(tb, "rebase", rebase, 1, UINT32_MAX);
  g->every = tb_option_in(tb, "every", 0, 0, 1) != 0;
  g->stall = (uint8_t)tb_option_in(tb, "stall", 255, 0, 255);
  g->stall_every = (uint32_t)tb_option_in(tb, "stall_every", 200, 0, UINT32_MAX);
  new_config(g, &tb->rng);
  g->c.active = g->c.enable = g->c.tracing = true;
  g->bits = tb_config_bits(&g->c);
}

uint64_t tb_config_bits(const struct rvt_config *c) {
  uint64_t v = 0;
#define PUT(field, width) v = v << (width) | (uint64_t)c->field;
  TB_CONFIG_FIELDS(PUT)
#undef PUT
  return v;
}

uint32_t tb_vendor_bits(const struct rvt_params *p) {
  uint32_t bits = 0;
#define BITS(type, name, field, reg, legal)                                                        \
  if (reg##_OFFSET == RVT_RVT_TE_CONTROL_OFFSET) bits |= (uint32_t)(legal) << field##_LSB;
  RVT_TE_HELD(BITS, p)
#undef BITS
  return bits;
}

/* Off for one clock, for some, or until a new configuration may be written. */
static void stop(struct tb_config *g, struct tb_rng *rng) {
  uint32_t how = tb_rng_below(rng, 4);
  g->c.enable = how == 1;
  g->c.tracing = how == 2;
  g->off_left = tb_rng_one_in(rng, 3) ? 1 : 1 + tb_rng_below(rng, 60);
  g->until_empty = g->renew = tb_rng_one_in(rng, 2);
}

static void go_on(struct tb_config *g, struct tb_rng *rng, bool empty) {
  if (g->off_left != 0 && --g->off_left != 0) return;
  if (g->until_empty && !empty && g->c.active) return;
  if (g->renew) new_config(g, rng);
  g->c.active = g->c.enable = g->c.tracing = true;
  g->until_empty = g->renew = false;
}

/* A trigger ends what software was about, or begins a pause of its own. */
static void follow_triggers(struct tb_config *g, struct tb_rng *rng) {
  const bool tracing = rvt_ingress_tracing_next(g->p, &g->c, g->hart);
  if (tracing == g->c.tracing) return;
  g->c.tracing = tracing;
  g->off_left = tracing ? 0 : 2 + tb_rng_below(rng, tb_rng_one_in(rng, 4) ? 300 : 20);
  g->until_empty = g->renew = !tracing && tb_rng_one_in(rng, 4);
}

void tb_config_next(struct tb_config *g, struct tb_rng *rng, bool empty) {
  bool changed = true;
  if (g->hart != NULL && g->p->events) {
    follow_triggers(g, rng);
    if (tb_rng_one_in(rng, g->live)) g->c.trig_ena = !g->c.trig_ena;
  } else {
    changed = false;
  }
  if (!(g->c.active && g->c.enable && g->c.tracing)) {
    go_on(g, rng, empty);
    changed = true;
  } else if (g->c.mode == RVT_MODE_OFF && empty) {
    new_config(g, rng);
    changed = true;
  } else if (tb_rng_one_in(rng, g->flicker)) {
    stop(g, rng);
    changed = true;
  } else if (tb_rng_one_in(rng, g->off)) {
    g->c.active = false;
    g->off_left = 1 + tb_rng_below(rng, 4);
    g->renew = true;
    changed = true;
  }
  if (tb_rng_one_in(rng, g->live)) new_sync(g, rng), changed = true;
  if (tb_rng_one_in(rng, g->stall_every)) new_stall(g, rng), changed = true;
  if (g->c.time_new) g->c.time_new = false, changed = true;
  if (tb_rng_one_in(rng, g->rebase)) g->c.time_new = changed = true;
  if (changed) g->bits = tb_config_bits(&g->c);
}
