/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "oracle_random.h"

#include <string.h>

#include "oracle_features.h"
#include "rvt/prng.h"

enum { TRIGGER_ON = 1, TRIGGER_OFF = 2 };

static bool chance(struct oracle_random *g, unsigned of_256) {
  return rvt_prng_below(&g->seed, 256) < of_256;
}

static uint8_t from_to(struct oracle_random *g, unsigned low, unsigned high) {
  return (uint8_t)(low + rvt_prng_below(&g->seed, high - low + 1));
}

/* ---- The build and its configuration -------------------------------------------------------- */

static void new_params(struct oracle_random *g) {
  struct rvt_params *p = &g->params;
  *p = (struct rvt_params){
      .xlen = chance(g, 128) ? 64 : 32,
      .addr_bits = chance(g, 128) ? 64 : from_to(g, 33, 63),
      .btm = true,
      .htm = true,
      .single = chance(g, 64),
      .iretire_width = from_to(g, 2, 8),
      .iaddr_on_int = chance(g, 128),
      .hist_width = chance(g, 128) ? 32 : from_to(g, 3, 32),
      .stack_depth = chance(g, 192) ? from_to(g, 1, 32) : 0,
      .src_bits_max = from_to(g, 0, 12),
      .ts_width = chance(g, 170) ? from_to(g, 1, 64) : 0,
      .queue_depth = from_to(g, 2, 24),
      .stall_latency = 1,
      .lanes = (uint8_t)(1u << from_to(g, 0, 3)),
      .fifo_depth = 160,
      .plain_hist = chance(g, 128),
      .context = from_to(g, 0, 2),
  };
  if (p->single) p->iretire_width = 1;
  const unsigned least = !p->single && p->iretire_width >= 8 ? p->iretire_width + 1u : 8;
  p->icnt_width = chance(g, 128) ? (uint8_t)least : from_to(g, least, 22);
  p->blocks = from_to(g, 1, RVT_BLOCKS_MAX);
  p->flow_blocks = from_to(g, 1, p->blocks);
  p->itype_width = chance(g, 32) ? 3 : 4;
  if (p->itype_width == 3) p->stack_depth = 0; /* NT:ING-08 */
  p->events = chance(g, 224);
  p->seq_jump = chance(g, 192);
  p->return_modes = chance(g, 192);
  p->sync_clocks = chance(g, 192);
  p->context_width = chance(g, 128) ? from_to(g, 1, 8) : from_to(g, 1, p->xlen - 6u);
  if (chance(g, 128)) p->hcontext_width = from_to(g, 0, p->context_width - 1u);
  p->all_jumps = ENCODER_ALL_JUMPS && chance(g, 128);
  p->repeat_branch = ENCODER_REPEAT_BRANCH && chance(g, 128);
  if (g->histories) p->repeat_hist = from_to(g, 1, p->hist_width - 1u);
}

static void new_config(struct oracle_random *g) {
  struct rvt_config *c = &g->config;
  c->mode = chance(g, g->histories ? 16 : 128) ? RVT_MODE_BTM : RVT_MODE_HTM;
  c->ir_mode = from_to(g, 0, 3);
  c->ir_en = chance(g, 192);
  c->inhibit_src = chance(g, 64);
  c->src_bits = from_to(g, 0, g->params.src_bits_max);
  c->src_id = (uint16_t)(rvt_prng_next(&g->seed) & 0xFFF);
  c->plain_sync = chance(g, 85);
  c->trig_ena = chance(g, 192);
  c->seq_en = chance(g, 192);
  c->ts_en = chance(g, 170);
  c->context_en = chance(g, 192);
  c->all_jumps = g->params.all_jumps && chance(g, 192);
  c->repeat_branch = g->params.repeat_branch && chance(g, 192);
  c->repeat_hist = g->params.repeat_hist != 0 && chance(g, 224);
  if (ENCODER_TS_SUPPRESS) c->ts_suppress = chance(g, 128) ? 0 : from_to(g, 1, 15);
}

/* In a session the unit may become another (D-05), but what clocks have counted the oracle cannot
 * know (D-24). */
static void new_sync(struct oracle_random *g) {
  struct rvt_config *c = &g->config;
  static const uint8_t modes[] = {RVT_PERIOD_OFF, RVT_PERIOD_MESSAGES, RVT_PERIOD_HALFWORDS,
                                  RVT_PERIOD_CLOCKS};
  if (!c->enable)
    c->sync_mode = modes[rvt_prng_below(&g->seed, 4)];
  else if (chance(g, 64) && c->sync_mode != RVT_PERIOD_CLOCKS)
    c->sync_mode = modes[rvt_prng_below(&g->seed, 3)];
  c->sync_max = chance(g, 192) ? from_to(g, 0, 2) : from_to(g, 3, 15);
}

/* trTeInstTracing after the clock made last: off, else on, else what software writes (D-23). */
static void next_tracing(struct oracle_random *g) {
  struct rvt_config *c = &g->config;
  const unsigned fired = g->ingress.trigger | g->ingress.ext_trigger;
  const bool heard = g->params.events && c->trig_ena && c->active && c->enable;
  const bool software = c->tracing ? !chance(g, g->style.flicker) : chance(g, 60);
  if (heard && (fired & TRIGGER_OFF) != 0)
    c->tracing = false;
  else if (heard && (fired & TRIGGER_ON) != 0)
    c->tracing = true;
  else
    c->tracing = software;
}

/* trTeEnable stays 0 for two clocks or more before anything else may change (TCI:CTRL-23). */
static void next_config(struct oracle_random *g) {
  struct rvt_config *c = &g->config;
  next_tracing(g);
  if (c->enable) {
    c->enable = !chance(g, g->style.flicker / 2u);
  } else if (!c->active) {
    c->active = true;
  } else if (chance(g, g->style.restart)) {
    c->active = chance(g, 128);
    new_config(g);
    new_sync(g);
  } else {
    c->enable = chance(g, 100);
  }
  if (chance(g, g->style.sync)) new_sync(g);
  if (chance(g, g->style.sync)) c->trig_ena = !c->trig_ena;
  if (chance(g, g->style.sync)) c->ts_en = !c->ts_en; /* TCI:TS-16 */
  c->time_new = chance(g, g->style.sync / 2u);
}

static void init(struct oracle_random *g, uint64_t seed) {
  g->seed = seed;
  new_params(g);
  g->config.active = true;
  new_config(g);
  new_sync(g);
  const bool storm = chance(g, 128);
  g->style = (struct oracle_style){.idle = from_to(g, 0, 160),
                                   .flicker = storm ? from_to(g, 0, 60) : 1,
                                   .halt = storm ? from_to(g, 0, 40) : 1,
                                   .sync = from_to(g, 0, storm ? 30 : 8),
                                   .expire = from_to(g, 0, 40),
                                   .restart = 30,
                                   .power = storm ? from_to(g, 0, 20) : 1,
                                   .reset = storm ? from_to(g, 0, 20) : 1,
                                   .context = from_to(g, 0, 40),
                                   .deep = chance(g, 64)};
  if (chance(g, 64)) g->style.hole = 4;
  if (chance(g, 192)) g->style.trigger = from_to(g, 0, storm ? 50 : 8);
  if (g->params.repeat_branch && chance(g, 192)) g->style.loop = from_to(g, 1, 120);
  g->pc = 0x1000;
  g->ingress.time = rvt_prng_bits(&g->seed, 63);
}

void oracle_random_init(struct oracle_random *g, uint64_t seed) {
  memset(g, 0, sizeof *g);
  init(g, seed);
}

void oracle_random_histories(struct oracle_random *g, uint64_t seed) {
  memset(g, 0, sizeof *g);
  g->histories = true;
  g->period = 1;
  init(g, seed);
  g->style.branch = chance(g, 128) ? 255 : from_to(g, 128, 254);
  g->style.change = chance(g, 64) ? 0 : from_to(g, 1, 12);
  g->style.flip = chance(g, 64) ? 0 : from_to(g, 1, 12);
  g->style.loop = chance(g, 64) ? from_to(g, 1, 120) : 0;
  if (chance(g, 192)) g->style.halt = g->style.power = g->style.reset = g->style.flicker = 0;
  if (chance(g, 128)) g->style.trigger = 0;
  if (chance(g, 128)) g->style.expire = 0;
  if (chance(g, 128)) g->style.context = 1;
  g->style.hole = 0;
}

/* ---- The hart ------------------------------------------------------------------------------- */

static bool next_level(struct oracle_random *g, bool is, unsigned rise) {
  return is ? !chance(g, 80) : chance(g, rise);
}

/* A privilege changes in any clock: where the rows see none, nothing but this would show it. */
static void next_owner(struct oracle_random *g) {
  static const uint8_t codes[] = {RVT_PRIV_U,  RVT_PRIV_S,  RVT_PRIV_M, RVT_PRIV_M,
                                  RVT_PRIV_VU, RVT_PRIV_VS, 2,          7};
  struct rvt_ingress *in = &g->ingress;
  if (chance(g, g->style.context)) g->priv = codes[rvt_prng_below(&g->seed, 8)];
  if (chance(g, g->style.context)) in->context = chance(g, 64) ? 0 : rvt_prng_next(&g->seed);
  in->ctype = chance(g, g->style.context) ? from_to(g, 1, 3) : 0;
}

static void next_hart_state(struct oracle_random *g) {
  struct rvt_ingress *in = &g->ingress;
  const bool debug = next_level(g, in->halted || in->priv == RVT_PRIV_DEBUG, g->style.halt);
  const unsigned how = rvt_prng_below(&g->seed, 3);
  in->halted = debug && how != 0;
  next_owner(g);
  in->priv = debug && how != 1 ? RVT_PRIV_DEBUG : g->priv;
  in->lowpower = next_level(g, in->lowpower, g->style.power);
  in->hart_reset = next_level(g, in->hart_reset, g->style.reset);
  in->time += 1 + rvt_prng_bits(&g->seed, chance(g, 4) ? 40 : 3);
  if (g->config.time_new) in->time = rvt_prng_bits(&g->seed, 63);
  in->trigger = in->ext_trigger = 0;
  for (unsigned i = 0; i < 2u + g->params.blocks; i++)
    in->trigger = (uint8_t)(in->trigger | (chance(g, g->style.trigger) ? 1u << i : 0));
  for (unsigned i = 0; i < 3; i++)
    in->ext_trigger = (uint8_t)(in->ext_trigger | (chance(g, g->style.trigger) ? 1u << i : 0));
}

static uint64_t fold(const struct oracle_random *g, uint64_t address) {
  return g->params.xlen == 32 ? address & UINT32_MAX : address;
}

/* A few places, so that targets repeat; some differ in high bits only, some run over the last
 * address. */
static uint64_t place(struct oracle_random *g) {
  const uint64_t low = 0x1000 + 2 * (uint64_t)rvt_prng_below(&g->seed, 512);
  static const uint64_t regions[] = {0, 0x80000000u, 0xFFFFFFFF00000000u, 0x7FFFFFFFFF000u,
                                     0xFFFFFFFFFFFFEC00u};
  return fold(g, low + regions[rvt_prng_below(&g->seed, 5)]);
}

/* What a 3-bit port makes of it (NT:ITY-22). */
static uint8_t narrow(uint8_t itype) {
  switch (itype) {
  case RVT_IT_INDIRECT_CALL:
  case RVT_IT_INDIRECT_JUMP:
  case RVT_IT_SWAP:
  case RVT_IT_RETURN:
  case RVT_IT_INDIRECT_LINK: return RVT_IT_INDIRECT;
  case RVT_IT_DIRECT_CALL:
  case RVT_IT_DIRECT_JUMP:
  case RVT_IT_DIRECT_LINK: return RVT_IT_NONE;
  default: return itype;
  }
}

/* As often as the style says, an outcome as a period ago. */
static bool pick_outcome(struct oracle_random *g) {
  if (chance(g, g->style.change)) {
    g->period = from_to(g, 1, chance(g, 85) ? 3 : 40);
    g->outcomes = rvt_prng_next(&g->seed);
  }
  const bool outcome = ((g->outcomes >> (g->period - 1) & 1) != 0) != chance(g, g->style.flip);
  g->outcomes = g->outcomes << 1 | (outcome ? 1 : 0);
  return outcome;
}

static uint8_t pick_itype(struct oracle_random *g) {
  if (g->style.branch != 0 && chance(g, g->style.branch))
    return pick_outcome(g) ? RVT_IT_TAKEN : RVT_IT_NOT_TAKEN;
  const unsigned n = rvt_prng_below(&g->seed, 100);
  if (n < 25) return RVT_IT_NONE;
  if (n < 42) return RVT_IT_NOT_TAKEN;
  if (n < 59) return RVT_IT_TAKEN;
  if (n < (g->style.deep ? 73 : 67)) return RVT_IT_DIRECT_CALL;
  if (n < 78) return RVT_IT_RETURN;
  return (uint8_t)rvt_prng_below(&g->seed, 16);
}

/* Where code goes on after the slot. */
static void step_pc(struct oracle_random *g, uint8_t itype, uint64_t end) {
  const bool returns = itype == RVT_IT_RETURN || itype == RVT_IT_SWAP;
  const bool straight =
      itype == RVT_IT_NONE || itype == RVT_IT_NOT_TAKEN || itype == RVT_IT_RESERVED;
  if (returns && g->call_count > 0 && !chance(g, 20)) {
    g->pc = g->calls[g->call_count - 1];
    if (chance(g, 10)) g->pc = fold(g, g->pc ^ (UINT64_C(1) << from_to(g, 11, 14)));
  } else {
    g->pc = straight && !chance(g, 8) ? end : place(g);
  }
  if (returns && g->call_count > 0) g->call_count--;
  if (itype == RVT_IT_DIRECT_CALL || itype == RVT_IT_INDIRECT_CALL || itype == RVT_IT_SWAP) {
    if (g->call_count == ORACLE_CALLS_MAX) g->call_count = 0;
    g->calls[g->call_count++] = end;
  }
}

/* The instructions of a slot: at most what iretire can hold; none: a trap alone. */
static void fill(struct oracle_random *g, struct rvt_block *b, struct oracle_clock *c) {
  static const uint8_t sizes[] = {1, 2, 2, 4};
  const struct rvt_params *p = &g->params;
  const unsigned most = p->single ? 4 : (1u << p->iretire_width) - 1;
  unsigned left = from_to(g, 1, chance(g, 192) && most > 8 ? 8 : most);
  const bool trap = b->itype == RVT_IT_EXCEPTION || b->itype == RVT_IT_INTERRUPT;
  if (trap && chance(g, 128)) left = 0;
  uint64_t pc = g->pc;
  while (left > 0) {
    uint8_t size = sizes[rvt_prng_below(&g->seed, 4)];
    if (size > left && !p->single) size = 1;
    c->insn[c->insns++] = (struct oracle_insn){.pc = pc, .size = size};
    pc = fold(g, pc + 2u * size);
    b->ilastsize = size == 4 ? 2 : (uint8_t)(size - 1);
    b->iretire = p->single ? 1 : (uint8_t)(b->iretire + size);
    left = p->single ? 0 : left - size;
  }
  b->iaddr = g->pc;
  c->iaddr_known = c->insns > 0 || b->itype != RVT_IT_INTERRUPT || p->iaddr_on_int;
  if (!c->iaddr_known) b->iaddr = rvt_prng_next(&g->seed); /* NT:ING-14 */
  c->valid = true;
  c->iaddr = b->iaddr;
  c->itype = b->itype;
  step_pc(g, g->params.itype_width == 3 ? narrow(b->itype) : b->itype, pc);
}

/* A trap is the newest of its clock (NT:ING-11). */
static bool fits(uint8_t itype, bool newest) {
  return newest || (itype != RVT_IT_EXCEPTION && itype != RVT_IT_INTERRUPT);
}

/* The block made last, once more. */
static void again(struct oracle_random *g, struct rvt_block *b, struct oracle_clock *c) {
  const struct oracle_insn *last = &g->loop.insn[g->loop.insns - 1];
  *b = g->loop_block;
  *c = g->loop;
  step_pc(g, b->itype, fold(g, last->pc + 2u * last->size));
}

/* Now and then a block that may go anywhere goes back to itself, some times in a row. */
static void next_loop(struct oracle_random *g, const struct rvt_block *b,
                      const struct oracle_clock *c) {
  const bool jumps = b->itype != RVT_IT_NONE && b->itype != RVT_IT_NOT_TAKEN &&
                     b->itype != RVT_IT_RESERVED && c->insns > 0;
  g->looping = jumps && g->style.loop != 0 && chance(g, g->looping ? 224 : g->style.loop);
  if (!g->looping) return;
  g->loop_block = *b;
  g->loop = *c;
  g->pc = c->insn[0].pc;
}

static void one_slot(struct oracle_random *g, unsigned i, bool newest) {
  struct rvt_block *b = &g->ingress.block[i];
  struct oracle_clock *c = &g->slot[i];
  if (g->looping && fits(g->loop.itype, newest)) {
    again(g, b, c);
  } else {
    memset(b, 0, sizeof *b);
    do {
      b->itype = pick_itype(g);
    } while (!fits(b->itype, newest));
    if (g->params.itype_width == 3) b->itype = narrow(b->itype);
    b->sijump = chance(g, 100);
    fill(g, b, c);
    c->sijump = b->sijump;
  }
  next_loop(g, b, c);
  /* Once a clock: a period is longer than that (NT:CTL-08). */
  const bool expired = i > 0 && (g->expired || g->slot[i - 1].expired);
  g->expired = expired;
  /* A request comes in any mode (D-34). */
  c->expired = !expired && (g->config.sync_mode == RVT_PERIOD_CLOCKS || chance(g, 16)) &&
               chance(g, g->style.expire);
}

static void begin(struct oracle_random *g) {
  for (unsigned i = 0; i < RVT_BLOCKS_MAX; i++) {
    struct oracle_clock *c = &g->slot[i];
    c->valid = c->sijump = c->expired = c->overflow = c->overflow_end = false;
    c->insns = 0;
    /* Whatever an invalid slot holds is garbage (NT:ING-03). */
    g->ingress.block[i] = (struct rvt_block){
        .iaddr = rvt_prng_next(&g->seed), .sijump = chance(g, 128), .ilastsize = from_to(g, 0, 2)};
    if (i >= g->params.blocks) g->ingress.block[i].itype = from_to(g, 0, 2); /* not of the port */
  }
  g->slots = 0;
}

/* One of the older slots is none; what the hart did stays. */
static void leave_hole(struct oracle_random *g) {
  const unsigned i = rvt_prng_below(&g->seed, g->slots - 1);
  g->ingress.block[i].itype = g->ingress.block[i].iretire = 0;
  g->slot[i].valid = false;
  g->slot[i].insns = 0;
}

/* What all slots of the clock share. */
static void end(struct oracle_random *g) {
  for (unsigned i = 0; i < g->slots || i == 0; i++) {
    struct oracle_clock *c = &g->slot[i];
    c->more = i + 1 < g->slots;
    c->config = g->config;
    c->halted = g->ingress.halted || g->ingress.priv == RVT_PRIV_DEBUG;
    c->lowpower = g->ingress.lowpower;
    c->hart_reset = g->ingress.hart_reset;
    c->priv = g->ingress.priv;
    c->context = g->ingress.context;
    c->ctype = g->ingress.ctype;
    c->trigger = g->ingress.trigger;
    c->ext_trigger = g->ingress.ext_trigger;
    c->time = g->ingress.time;
  }
}

void oracle_random_next(struct oracle_random *g) {
  next_config(g);
  next_hart_state(g);
  begin(g);
  if (!chance(g, g->style.idle)) {
    g->slots = from_to(g, 1, g->params.blocks);
    for (unsigned i = 0; i < g->slots; i++) one_slot(g, i, i + 1 == g->slots);
    if (g->slots > 1 && chance(g, g->style.hole)) leave_hole(g);
  }
  end(g);
}

void oracle_random_disable(struct oracle_random *g) {
  g->config.enable = false;
  next_hart_state(g);
  begin(g);
  end(g);
}

static bool on(const struct oracle_random *g) {
  const struct oracle_clock *c = &g->slot[0];
  struct rvt_config f = g->config;
  const bool events = g->params.events;
  f.tracing =
      f.tracing || (events && f.trig_ena && ((c->trigger | c->ext_trigger) & TRIGGER_ON) != 0);
  return rvt_config_on(&f) && !c->halted && !c->lowpower && !c->hart_reset;
}

unsigned oracle_random_insns(const struct oracle_random *g) {
  unsigned insns = 0;
  for (unsigned i = 0; i < g->slots; i++) insns += g->slot[i].insns;
  return on(g) ? insns : 0;
}

bool oracle_random_qualified(const struct oracle_random *g) { return oracle_random_insns(g) > 0; }

bool oracle_random_hole(const struct oracle_random *g) {
  for (unsigned i = 0; i + 1 < g->slots; i++)
    if (!g->slot[i].valid) return on(g);
  return false;
}
