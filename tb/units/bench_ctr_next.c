/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>
#include <string.h>

#include "harness/bench.h"
#include "harness/ports.h"
#include "rvt/unit/ctr_next.h"

/*
 * The adapter of harts that tell targets late, in lock-step. The hart runs a program: what it knows
 * of each slot, and its port does not say, has to come out, in order, and as soon as it can. With
 * wild=1 there is anything on the port, and nobody judges.
 */

enum cover {
  COVER_SLOTS,
  COVER_SEVERAL, /* in a clock */
  COVER_TRAP,
  COVER_FOLDED, /* ... with the block before it */
  COVER_RETURN,
  COVER_JUMP,
  COVER_HELD,  /* a transfer waits for more than a clock */
  COVER_TRAPS, /* ... and the next slot is a trap alone */
  COVER_LOST,  /* debug mode comes first */
  COVERS
};
static const char *const covers[COVERS] = {"slots", "several", "trap",  "folded", "return",
                                           "jump",  "held",    "traps", "lost"};

enum { SLOTS = 64 };

/** What the hart knows of a slot. */
struct slot {
  struct rvt_block block;
  uint8_t mode, mode_after;
  uint64_t target, epc, cause;
};

struct next_bench {
  struct rvt_ctr_next_params p;
  uint8_t iretire_width;
  bool wild;
  struct rvt_ctr_next model;
  struct rvt_ctr_hart in;
  struct rvt_ctr_next_out out;
  /* the hart */
  uint64_t pc;
  uint8_t mode, away; /* clocks of debug mode */
  bool by_priv;       /* ... which priv says, not halted */
  uint32_t busy;      /* of 256 clocks: with slots */
  struct slot slot[SLOTS];
  size_t first, count, now; /* those that have not come out; of this clock */
  uint32_t held;
  /* the ports */
  bool access;
  uint8_t iretire[4], itype[2], ilastsize[1], iaddr[32], target[32];
  struct outputs {
    uint8_t iretire[4], itype[2], ilastsize[1], iaddr[32], target[32];
    uint64_t cause, epc;
    uint8_t priv;
  } o, mask;
};

#define T struct next_bench
static const struct tb_bind binds[] = {
    TB_IN(T, "iretire_i", iretire),
    TB_IN(T, "iaddr_i", iaddr),
    TB_IN(T, "itype_i", itype),
    TB_IN(T, "ilastsize_i", ilastsize),
    TB_IN(T, "cause_i", in.cause),
    TB_IN(T, "priv_i", in.priv),
    TB_IN(T, "halted_i", in.halted),
    TB_IN(T, "target_i", target),
    TB_IN(T, "access_i", access),
    TB_OUT(T, NULL, "iretire_o", o.iretire),
    TB_OUT_MASKED(T, NULL, "iaddr_o", o.iaddr, mask.iaddr),
    TB_OUT(T, NULL, "itype_o", o.itype),
    TB_OUT_MASKED(T, NULL, "ilastsize_o", o.ilastsize, mask.ilastsize),
    TB_OUT_MASKED(T, NULL, "cause_o", o.cause, mask.cause),
    TB_OUT(T, NULL, "priv_o", out.hart.priv),
    TB_OUT(T, NULL, "halted_o", out.hart.halted),
    TB_OUT_MASKED(T, NULL, "target_o", o.target, mask.target),
    TB_OUT(T, NULL, "priv_after_o", out.hart.priv_after),
    TB_OUT_MASKED(T, NULL, "epc_o", o.epc, mask.epc),
    TB_OUT(T, NULL, "waits_o", out.waits),
};
#undef T

static bool init(void *self, struct tb *tb) {
  struct next_bench *b = self;
  b->p = (struct rvt_ctr_next_params){.xlen = (uint8_t)tb_param(tb, "Xlen"),
                                      .blocks = (uint8_t)tb_param(tb, "Blocks"),
                                      .single = tb_param(tb, "Single") != 0,
                                      .targets = tb_param(tb, "Targets") != 0};
  b->iretire_width = (uint8_t)tb_param(tb, "IretireWidth");
  b->wild = tb_option(tb, "wild", 0) != 0;
  return tb->error[0] == 0;
}

static void reset(void *self, struct tb *tb) {
  struct next_bench *b = self;
  (void)tb;
  rvt_ctr_next_init(&b->model, &b->p);
  b->count = b->held = b->away = 0;
  b->mode = RVT_PRIV_M;
}

/* ---- The hart ------------------------------------------------------------------------------ */

static bool is_trap(uint8_t itype) {
  return itype == RVT_IT_EXCEPTION || itype == RVT_IT_INTERRUPT;
}

static bool is_late(const struct next_bench *b, uint8_t itype) {
  return itype != RVT_IT_NONE && (!b->p.targets || itype <= RVT_IT_TRAP_RETURN);
}

static uint64_t any_address(const struct next_bench *b, struct tb_rng *rng) {
  return tb_rng_next(rng) & tb_ones(b->p.xlen) & ~UINT64_C(1);
}

static uint8_t any_mode(struct tb_rng *rng) {
  static const uint8_t modes[] = {RVT_PRIV_U, RVT_PRIV_S, RVT_PRIV_M, RVT_PRIV_VU, RVT_PRIV_VS};
  return modes[tb_rng_below(rng, 5)];
}

/** @return whether the clock may have more slots */
static bool run(struct next_bench *b, struct tb_rng *rng, unsigned k) {
  const uint32_t most = (1u << b->iretire_width) - 1;
  struct slot s = {
      .block = {.iaddr = b->pc,
                .itype = (uint8_t)tb_rng_below(rng, 16),
                .ilastsize = (uint8_t)tb_rng_below(rng, b->p.single || most > 1 ? 2 : 1)},
      .mode = b->mode,
      .mode_after = b->mode,
      .target = any_address(b, rng),
      .cause = tb_rng_below(rng, 64)};
  const uint32_t least = b->p.single ? 1 : 1u << s.block.ilastsize;
  s.block.iretire = (uint8_t)(b->p.single ? 1 : least + tb_rng_below(rng, most - least + 1));
  if (is_trap(s.block.itype) && !tb_rng_one_in(rng, 3)) s.block.iretire = 0;
  const uint64_t halves =
      b->p.single && s.block.iretire ? 1u << s.block.ilastsize : s.block.iretire;
  const uint64_t after = (b->pc + 2 * halves) & tb_ones(b->p.xlen);
  s.epc = after;
  if (s.block.itype == RVT_IT_NOT_TAKEN) s.target = after;
  b->pc = s.block.itype == RVT_IT_NONE ? after : s.target;
  const bool turns = is_trap(s.block.itype) || s.block.itype == RVT_IT_TRAP_RETURN;
  if (turns) s.mode_after = b->mode = any_mode(rng);
  b->in.block[k] = s.block;
  if (b->p.targets && s.block.itype > RVT_IT_TRAP_RETURN) b->in.slot[k].target = s.target;
  if (is_trap(s.block.itype)) b->in.cause = s.cause | (b->in.cause & ~UINT64_C(0x3f));
  b->slot[(b->first + b->count++) % SLOTS] = s;
  b->now++;
  return !turns;
}

static struct slot *newest(struct next_bench *b) {
  return &b->slot[(b->first + b->count - 1) % SLOTS];
}

static void garbage(struct next_bench *b, struct tb_rng *rng) {
  b->in = (struct rvt_ctr_hart){.cause = tb_rng_next(rng) & tb_ones(b->p.xlen), .priv = b->mode};
  for (unsigned k = 0; k < b->p.blocks; k++) {
    b->in.block[k].iaddr = tb_rng_next(rng) & tb_ones(b->p.xlen);
    b->in.slot[k].target = tb_rng_next(rng) & tb_ones(b->p.xlen);
  }
  b->access = tb_rng_one_in(rng, 4);
}

static void wild(struct next_bench *b, struct tb_rng *rng) {
  for (unsigned k = 0; k < b->p.blocks; k++) {
    struct rvt_block *block = &b->in.block[k];
    block->ilastsize = (uint8_t)tb_rng_below(rng, 4);
    if ((tb_rng_next(rng) & 0xff) >= b->busy) continue;
    block->itype = (uint8_t)tb_rng_below(rng, tb_rng_one_in(rng, 2) ? 16 : 4);
    block->iretire = (uint8_t)(tb_rng_next(rng) & tb_ones(b->iretire_width));
    if (tb_rng_one_in(rng, 3)) block->iretire = 0;
  }
  b->in.priv = (uint8_t)tb_rng_below(rng, 8);
  b->in.halted = tb_rng_one_in(rng, 10);
}

static void drive(void *self, struct tb *tb) {
  struct next_bench *b = self;
  struct tb_rng *rng = &tb->rng;
  b->now = 0;
  if (tb_rng_one_in(rng, 100)) b->busy = tb_rng_below(rng, 257);
  garbage(b, rng);
  if (b->wild) wild(b, rng);
  if (!b->wild && b->away == 0 && tb_rng_one_in(rng, 200)) {
    b->away = (uint8_t)(1 + tb_rng_below(rng, 20));
    b->by_priv = tb_rng_one_in(rng, 2);
    /* Nobody will know where it leads. */
    if (b->count != 0 && is_late(b, newest(b)->block.itype)) {
      newest(b)->block.itype = RVT_IT_NONE;
      if (newest(b)->block.iretire == 0) b->count--;
      tb->cover[COVER_LOST]++;
    }
  }
  if (b->away > 0) {
    b->in.halted = !b->by_priv;
    if (b->by_priv) b->in.priv = RVT_PRIV_DEBUG;
    if (--b->away == 0) b->pc = any_address(b, rng), b->mode = any_mode(rng);
  } else if (!b->wild && !tb->in_reset && (tb_rng_next(rng) & 0xff) < b->busy) {
    for (unsigned k = 0; k < b->p.blocks; k++)
      if (!tb_rng_one_in(rng, 4) && !run(b, rng, k)) break;
  }
  memset(b->iretire, 0, sizeof b->iretire);
  memset(b->itype, 0, sizeof b->itype);
  memset(b->ilastsize, 0, sizeof b->ilastsize);
  memset(b->iaddr, 0, sizeof b->iaddr);
  memset(b->target, 0, sizeof b->target);
  for (unsigned k = 0; k < b->p.blocks; k++) {
    tb_bits_put(b->iretire, b->iretire_width * k, b->iretire_width, b->in.block[k].iretire);
    tb_bits_put(b->itype, 4 * k, 4, b->in.block[k].itype);
    tb_bits_put(b->ilastsize, 2 * k, 2, b->in.block[k].ilastsize);
    tb_bits_put(b->iaddr, b->p.xlen * k, b->p.xlen, b->in.block[k].iaddr);
    tb_bits_put(b->target, b->p.xlen * k, b->p.xlen, b->in.slot[k].target);
  }
}

static void outputs(void *self) {
  struct next_bench *b = self;
  const unsigned xlen = b->p.xlen;
  rvt_ctr_next_outputs(&b->model, &b->in, &b->out);
  memset(&b->o, 0, sizeof b->o);
  memset(&b->mask, 0, sizeof b->mask);
  b->o.cause = b->out.hart.cause;
  b->o.epc = b->out.hart.epc;
  for (unsigned k = 0; k < b->p.blocks; k++) {
    const struct rvt_block *s = &b->out.hart.block[k];
    tb_bits_put(b->o.itype, 4 * k, 4, s->itype);
    if (!rvt_block_valid(s)) continue;
    tb_bits_put(b->o.iretire, b->iretire_width * k, b->iretire_width, s->iretire);
    tb_bits_put(b->o.iaddr, xlen * k, xlen, s->iaddr);
    tb_bits_put(b->o.ilastsize, 2 * k, 2, s->ilastsize);
    tb_bits_put(b->o.target, xlen * k, xlen, b->out.hart.slot[k].target);
    tb_bits_put(b->mask.iaddr, xlen * k, xlen, UINT64_MAX);
    tb_bits_put(b->mask.ilastsize, 2 * k, 2, 3);
    tb_bits_put(b->mask.target, xlen * k, xlen, s->itype != RVT_IT_NONE ? UINT64_MAX : 0);
    if (!is_trap(s->itype)) continue;
    b->mask.cause = b->mask.epc = UINT64_MAX;
  }
}

/* ---- The judge ----------------------------------------------------------------------------- */

static void judge_slot(struct next_bench *b, struct tb *tb, unsigned k) {
  const struct rvt_ctr_hart *h = &b->out.hart;
  const struct rvt_block *found = &h->block[k];
  const struct slot *s = &b->slot[b->first];
  if (b->count <= b->now || h->halted) {
    tb_fail(tb, "0x%" PRIx64 ": a slot, and the hart has told none", found->iaddr);
    return;
  }
  b->first = (b->first + 1) % SLOTS;
  b->count--;
  const uint8_t itype = s->block.itype;
  const bool turns = is_trap(itype) || itype == RVT_IT_TRAP_RETURN;
  if (memcmp(&s->block, found, sizeof *found) != 0 || h->priv != s->mode)
    tb_fail(tb, "expected 0x%" PRIx64 ", itype %u, found 0x%" PRIx64 ", itype %u", s->block.iaddr,
            itype, found->iaddr, found->itype);
  else if (itype != RVT_IT_NONE && h->slot[k].target != s->target)
    tb_fail(tb, "0x%" PRIx64 ": expected target 0x%" PRIx64 ", found 0x%" PRIx64, found->iaddr,
            s->target, h->slot[k].target);
  else if (turns && h->priv_after != s->mode_after)
    tb_fail(tb, "0x%" PRIx64 ": expected priv %u after it, found %u", found->iaddr, s->mode_after,
            h->priv_after);
  else if (is_trap(itype) && (h->epc != s->epc || h->cause != s->cause))
    tb_fail(tb,
            "0x%" PRIx64 ": expected epc 0x%" PRIx64 ", cause %" PRIu64 ", found 0x%" PRIx64
            ", %" PRIu64,
            found->iaddr, s->epc, s->cause, h->epc, h->cause);
  tb->cover[COVER_TRAP] += is_trap(itype);
  tb->cover[COVER_FOLDED] += is_trap(itype) && found->iretire != 0;
  tb->cover[COVER_RETURN] += itype == RVT_IT_TRAP_RETURN;
  tb->cover[COVER_JUMP] += itype > RVT_IT_NOT_TAKEN;
  tb->cover[COVER_TRAPS] += b->held > 1 && b->now != 0 && turns && b->in.block[0].iretire == 0 &&
                            is_trap(b->in.block[0].itype);
}

static void tick(void *self, struct tb *tb) {
  struct next_bench *b = self;
  unsigned slots = 0;
  for (unsigned k = 0; k < b->p.blocks && tb->error[0] == 0; k++) {
    if (!rvt_block_valid(&b->out.hart.block[k])) continue;
    slots++;
    if (!b->wild) judge_slot(b, tb, k);
  }
  tb->cover[COVER_SLOTS] += slots;
  tb->cover[COVER_SEVERAL] += slots > 1;
  tb->cover[COVER_HELD] += b->held == 1 && b->out.waits;
  /* Nothing waits but for the next slot. */
  const bool waits = b->count > b->now;
  if (!b->wild && waits && (b->now != 0 || !b->out.waits || !is_late(b, newest(b)->block.itype)))
    tb_fail(tb, "0x%" PRIx64 " has not come out", b->slot[b->first].block.iaddr);
  b->held = b->out.waits ? b->held + 1 : 0;
  rvt_ctr_next_tick(&b->model, &b->in);
}

const struct tb_bench tb_bench_ctr_next = {
    .name = "ctr_next",
    .bytes = sizeof(struct next_bench),
    .binds = binds,
    .bind_count = sizeof binds / sizeof *binds,
    .covers = covers,
    .cover_count = COVERS,
    .init = init,
    .reset = reset,
    .drive = drive,
    .outputs = outputs,
    .tick = tick,
};
