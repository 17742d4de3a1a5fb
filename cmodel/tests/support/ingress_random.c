/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "ingress_random.h"

#include <string.h>

#include "rvt/prng.h"

static bool chance(struct ingress_random *g, unsigned of_256) {
  return rvt_prng_below(&g->seed, 256) < of_256;
}

static uint8_t from_to(uint64_t *seed, unsigned low, unsigned high) {
  return (uint8_t)(low + rvt_prng_below(seed, high - low + 1));
}

struct rvt_params ingress_random_params(uint64_t *seed) {
  struct rvt_params p = {
      .xlen = rvt_prng_below(seed, 2) ? 64 : 32,
      .addr_bits = rvt_prng_below(seed, 2) ? 64 : from_to(seed, 33, 63),
      .btm = true,
      .htm = true,
      .blocks = 1,
      .flow_blocks = 1,
      .itype_width = 4,
      .single = rvt_prng_below(seed, 4) == 0,
      .iretire_width = from_to(seed, 2, 8),
      .iaddr_on_int = rvt_prng_below(seed, 2),
      .hist_width = rvt_prng_below(seed, 2) ? 32 : from_to(seed, 3, 32),
      .stack_depth = rvt_prng_below(seed, 4) ? from_to(seed, 1, 32) : 0,
      .src_bits_max = from_to(seed, 0, 12),
      .ts_width = rvt_prng_below(seed, 3) ? from_to(seed, 1, 64) : 0,
      .queue_depth = from_to(seed, 2, 24),
      .lanes = (uint8_t)(1u << rvt_prng_below(seed, 4)),
      .fifo_depth = (uint16_t)(80 + rvt_prng_below(seed, 80)),
      .plain_hist = rvt_prng_below(seed, 2),
      .context_width = 1,
      .return_modes = true,
      .sync_clocks = true,
  };
  p.fifo_bytes = p.lanes > 1 && p.fifo_depth % 2 != 0;
  if (p.single) p.iretire_width = 1;
  const unsigned least = !p.single && p.iretire_width >= 8 ? p.iretire_width + 1u : 8;
  p.icnt_width = rvt_prng_below(seed, 2) ? (uint8_t)least : from_to(seed, least, 22);
  p.stall_latency = from_to(seed, 1, p.queue_depth - 1u);
  return p;
}

static uint64_t fold(const struct ingress_random *g, uint64_t address) {
  return g->params.xlen == 32 ? address & UINT32_MAX : address;
}

/* A few places, so that targets repeat; some differ in high bits only. */
static uint64_t place(struct ingress_random *g) {
  const uint64_t low = 0x1000 + 2 * (uint64_t)rvt_prng_below(&g->seed, 512);
  static const uint64_t regions[] = {0, 0x80000000u, 0xFFFFFFFF00000000u, 0x7FFFFFFFFF000u};
  return fold(g, low + regions[rvt_prng_below(&g->seed, 4)]);
}

static void new_config(struct ingress_random *g) {
  struct rvt_config *c = &g->config;
  const struct rvt_params *p = &g->params;
  c->mode = rvt_prng_below(&g->seed, 2) ? RVT_MODE_BTM : RVT_MODE_HTM;
  c->ir_mode = rvt_prng_below(&g->seed, 3) ? 3 : 0;
  c->ir_en = rvt_prng_below(&g->seed, 4) != 0;
  c->inhibit_src = rvt_prng_below(&g->seed, 4) == 0;
  c->src_bits = from_to(&g->seed, 0, p->src_bits_max);
  c->src_id = (uint16_t)(rvt_prng_next(&g->seed) & 0xFFF);
  c->plain_sync = rvt_prng_below(&g->seed, 3) == 0;
}

/* In a session periodic sync is at most switched off: what a change of units would mean is D-05's.
 */
static void new_sync(struct ingress_random *g) {
  static const uint8_t modes[] = {RVT_PERIOD_OFF, RVT_PERIOD_MESSAGES, RVT_PERIOD_HALFWORDS};
  if (!g->config.enable)
    g->config.sync_mode = modes[rvt_prng_below(&g->seed, 3)];
  else if (rvt_prng_below(&g->seed, 4) == 0)
    g->config.sync_mode = RVT_PERIOD_OFF;
  g->config.sync_max =
      rvt_prng_below(&g->seed, 4) ? from_to(&g->seed, 0, 2) : from_to(&g->seed, 3, 15);
}

void ingress_random_init(struct ingress_random *g, uint64_t seed) {
  memset(g, 0, sizeof *g);
  g->seed = seed;
  g->params = ingress_random_params(&g->seed);
  g->config.active = true;
  g->config.ts_en = rvt_prng_below(&g->seed, 3) != 0;
  if (g->params.ts_width != 0 && rvt_prng_below(&g->seed, 3) == 0)
    g->config.ts_suppress = (uint8_t)rvt_prng_below(&g->seed, 16);
  new_config(g);
  new_sync(g);
  const bool storm = rvt_prng_below(&g->seed, 2);
  g->style = (struct ingress_style){.idle = from_to(&g->seed, 0, 200),
                                    .flicker = storm ? from_to(&g->seed, 0, 60) : 1,
                                    .halt = storm ? from_to(&g->seed, 0, 40) : 1,
                                    .sync = from_to(&g->seed, 0, 8),
                                    .reset = 30};
  g->pc = place(g);
  g->ingress.time = rvt_prng_bits(&g->seed, 63);
}

/* trTeEnable stays 0 for two clocks or more before anything else may change (TCI:CTRL-23). */
static void next_config(struct ingress_random *g) {
  struct rvt_config *c = &g->config;
  if (!c->enable) {
    if (!c->active) {
      c->active = true;
    } else if (!g->hold && chance(g, g->style.reset)) {
      c->active = rvt_prng_below(&g->seed, 2);
      new_config(g);
      new_sync(g);
    } else if (chance(g, 100)) {
      c->enable = true;
    }
    if (!c->tracing && chance(g, 60)) c->tracing = true;
  } else if (chance(g, g->style.flicker)) {
    c->enable = false;
  } else if (!c->tracing) {
    c->tracing = chance(g, 60);
  } else {
    c->tracing = !chance(g, g->style.flicker);
  }
  if (chance(g, g->style.sync)) new_sync(g);
}

static void next_hart_state(struct ingress_random *g) {
  struct rvt_ingress *in = &g->ingress;
  const bool was = in->halted || in->priv == RVT_PRIV_DEBUG;
  const bool is = was ? !chance(g, 80) : chance(g, g->style.halt);
  const unsigned how = rvt_prng_below(&g->seed, 3);
  in->halted = is && how != 0;
  in->priv = is && how != 1 ? RVT_PRIV_DEBUG : RVT_PRIV_M;
  in->time += 1 + rvt_prng_bits(&g->seed, chance(g, 4) ? 40 : 3);
}

static uint8_t pick_itype(struct ingress_random *g) {
  const unsigned n = rvt_prng_below(&g->seed, 100);
  if (n < 25) return RVT_IT_NONE;
  if (n < 42) return RVT_IT_NOT_TAKEN;
  if (n < 59) return RVT_IT_TAKEN;
  if (n < 67) return RVT_IT_DIRECT_CALL;
  if (n < 78) return RVT_IT_RETURN;
  return (uint8_t)rvt_prng_below(&g->seed, 16);
}

static void slot(struct ingress_random *g, struct rvt_block *b) {
  const struct rvt_params *p = &g->params;
  const unsigned most = p->single ? 4 : (1u << p->iretire_width) - 1;
  unsigned left = rvt_prng_below(&g->seed, 4) ? rvt_prng_below(&g->seed, most < 8 ? most : 8) + 1
                                              : rvt_prng_below(&g->seed, most) + 1;
  const bool trap = b->itype == RVT_IT_EXCEPTION || b->itype == RVT_IT_INTERRUPT;
  if (trap && rvt_prng_below(&g->seed, 2)) left = 0;
  while (left > 0) {
    static const uint8_t sizes[] = {1, 2, 2, 4};
    const uint8_t size = sizes[rvt_prng_below(&g->seed, 4)];
    if (size > left && !p->single) {
      g->sizes[g->insns++] = 1;
      b->iretire = (uint8_t)(b->iretire + 1);
      b->ilastsize = 0;
      left--;
      continue;
    }
    g->sizes[g->insns++] = size;
    b->ilastsize = size == 4 ? 2 : (uint8_t)(size - 1);
    b->iretire = p->single ? 1 : (uint8_t)(b->iretire + size);
    left = p->single ? 0 : left - size;
  }
  b->iaddr = g->pc;
}

static void step_pc(struct ingress_random *g, uint8_t itype) {
  uint64_t end = g->pc;
  for (unsigned i = 0; i < g->insns; i++) end += 2u * g->sizes[i];
  end = fold(g, end);
  const bool back =
      (itype == RVT_IT_RETURN || itype == RVT_IT_SWAP) && g->call_count > 0 && !chance(g, 20);
  const bool straight =
      itype == RVT_IT_NONE || itype == RVT_IT_NOT_TAKEN || itype == RVT_IT_RESERVED;
  g->pc = back ? g->calls[g->call_count - 1] : straight && !chance(g, 8) ? end : place(g);
  if ((itype == RVT_IT_RETURN || itype == RVT_IT_SWAP) && g->call_count > 0) g->call_count--;
  if (itype == RVT_IT_DIRECT_CALL || itype == RVT_IT_INDIRECT_CALL || itype == RVT_IT_SWAP) {
    if (g->call_count == INGRESS_CALLS_MAX) g->call_count = 0;
    g->calls[g->call_count++] = end;
  }
}

static void common(struct ingress_random *g) {
  next_config(g);
  next_hart_state(g);
  g->insns = 0;
  /* Whatever an invalid slot holds is garbage (NT:ING-03). */
  g->ingress.block[0] = (struct rvt_block){.iaddr = rvt_prng_next(&g->seed)};
}

void ingress_random_idle(struct ingress_random *g) { common(g); }

void ingress_random_next(struct ingress_random *g) {
  common(g);
  if (chance(g, g->style.idle)) return;
  struct rvt_block *b = &g->ingress.block[0];
  b->itype = pick_itype(g);
  slot(g, b);
  if (b->iretire == 0 && b->itype == RVT_IT_INTERRUPT && !g->params.iaddr_on_int)
    b->iaddr = rvt_prng_next(&g->seed); /* NT:ING-14 */
  step_pc(g, b->itype);
}
