/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "harness/bench.h"
#include "rvt/unit/ret_stack.h"

enum cover {
  COVER_PUSH,
  COVER_PUSH_FULL,
  COVER_POP,
  COVER_POP_EMPTY,
  COVER_SWAP,
  COVER_SWAP_EMPTY,
  COVER_SWAP_FULL,
  COVER_CLEAR,
  COVER_CLEAR_PUSH,
  COVER_FILLED,
  COVER_DRAINED,
  COVER_OFF,
  COVERS
};
static const char *const covers[COVERS] = {"push",       "push_full",  "pop",       "pop_empty",
                                           "swap",       "swap_empty", "swap_full", "clear",
                                           "clear_push", "filled",     "drained",   "off"};

struct ret_stack_bench {
  struct rvt_ret_stack model;
  uint8_t depth;
  uint64_t addr_mask;
  bool clr, en, push, pop;
  uint64_t addr;
  bool any;
  uint64_t top, top_mask;
  uint8_t count;
  uint32_t odds; /* of 256: a clock pushes; drifts, so that the stack fills and drains */
};

#define T struct ret_stack_bench
static const struct tb_bind binds[] = {
    TB_IN(T, "clr_i", clr),
    TB_IN(T, "en_i", en),
    TB_IN(T, "push_i", push),
    TB_IN(T, "pop_i", pop),
    TB_IN(T, "addr_i", addr),
    TB_OUT(T, NULL, "any_o", any),
    TB_OUT_MASKED(T, NULL, "top_o", top, top_mask),
    TB_OUT(T, NULL, "count_o", count),
};
#undef T

static bool init(void *self, struct tb *tb) {
  struct ret_stack_bench *b = self;
  b->depth = (uint8_t)tb_param(tb, "Depth");
  b->addr_mask = ~(uint64_t)0 >> (64 - tb_param(tb, "Width"));
  return tb->error[0] == 0;
}

static void reset(void *self, struct tb *tb) {
  struct ret_stack_bench *b = self;
  rvt_ret_stack_init(&b->model, b->depth);
  b->odds = 64 + tb_rng_below(&tb->rng, 128);
}

static void drive(void *self, struct tb *tb) {
  struct ret_stack_bench *b = self;
  uint64_t r = tb_rng_next(&tb->rng);
  if (tb_rng_one_in(&tb->rng, 100)) b->odds = 16 + tb_rng_below(&tb->rng, 224);
  b->clr = tb_rng_one_in(&tb->rng, 200);
  b->en = !tb_rng_one_in(&tb->rng, 4);
  b->push = (r & 0xff) < b->odds;
  b->pop = (r >> 8 & 0xff) >= b->odds;
  b->addr = tb_rng_next(&tb->rng) & b->addr_mask;
}

static void outputs(void *self) {
  struct ret_stack_bench *b = self;
  b->any = rvt_ret_stack_top(&b->model, &b->top);
  b->count = b->model.count_q;
  b->top_mask = b->any ? ~(uint64_t)0 : 0;
}

static void count(const struct ret_stack_bench *b, uint64_t *cover) {
  bool full = b->model.count_q == b->depth;
  if (b->clr) {
    cover[COVER_CLEAR] += b->any;
    cover[COVER_CLEAR_PUSH] += b->en && b->push;
    return;
  }
  if (!b->en) {
    cover[COVER_OFF] += b->push || b->pop;
    return;
  }
  if (b->push && b->pop) {
    cover[COVER_SWAP]++;
    cover[COVER_SWAP_EMPTY] += !b->any;
    cover[COVER_SWAP_FULL] += full;
  } else if (b->push) {
    cover[COVER_PUSH]++;
    cover[COVER_PUSH_FULL] += full;
    cover[COVER_FILLED] += b->model.count_q + 1 == b->depth;
  } else if (b->pop) {
    cover[COVER_POP]++;
    cover[COVER_POP_EMPTY] += !b->any;
    cover[COVER_DRAINED] += b->model.count_q == 1;
  }
}

static void tick(void *self, struct tb *tb) {
  struct ret_stack_bench *b = self;
  count(b, tb->cover);
  if (b->en && b->pop) rvt_ret_stack_pop(&b->model);
  if (b->en && b->push) rvt_ret_stack_push(&b->model, b->addr);
  if (b->clr) rvt_ret_stack_clear(&b->model);
}

const struct tb_bench tb_bench_ret_stack = {
    .name = "ret_stack",
    .bytes = sizeof(struct ret_stack_bench),
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
