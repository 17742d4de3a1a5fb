/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "harness/bench.h"
#include "harness/ports.h"
#include "harness/proved.h"
#include "rvt/unit/gray_cross.h"

/* Two clocks of any phases and rates; what the receiver has is a count of the source, and none
 * before one that it had. */

enum { DEPTH = 2 }; /* edges of the receiver between a count's sampling and its output */
enum cover { COVER_STEPS, COVER_SEEN, COVER_SKIPPED, COVER_TOGETHER, COVER_WRAPS, COVERS };
static const char *const covers[COVERS] = {"steps", "seen", "skipped", "together", "wraps"};

struct gray_bench {
  struct rvt_gray_cross model;
  uint64_t mask, count, before[DEPTH]; /* counts at the receiver's last edges, the oldest first */
  bool src_clk, dst_clk;
  bool src_rises, dst_rises;
  uint32_t src_odds, dst_odds, mood_left;
};

#define T struct gray_bench
static const struct tb_bind binds[] = {
    TB_IN(T, "src_clk_i", src_clk),
    TB_IN(T, "src_i", count),
    TB_IN(T, "dst_clk_i", dst_clk),
    TB_OUT(T, NULL, "dst_o", model.value_q),
};
#undef T

static bool init(void *self, struct tb *tb) {
  struct gray_bench *b = self;
  b->mask = tb_ones((unsigned)tb_param(tb, "Width"));
  return tb->error[0] == 0;
}

static void reset(void *self, struct tb *tb) {
  struct gray_bench *b = self;
  (void)tb;
  *b = (struct gray_bench){.mask = b->mask};
}

static void edges(struct gray_bench *b, struct tb *tb) {
  const uint64_t was = b->model.value_q;
  const uint64_t gray = b->model.gray_q;
  rvt_gray_cross_tick(&b->model, b->src_rises, b->count, b->dst_rises);
  const uint64_t now = b->model.value_q;
  const uint64_t behind = (rvt_gray_value(b->model.gray_q) - now) & b->mask;
  const uint64_t by = (now - was) & b->mask;
  if (by > b->mask >> 1 || behind > b->mask >> 1)
    tb_fail(tb, "gray: 0x%llx after 0x%llx (TCI:TS-12)", (unsigned long long)now,
            (unsigned long long)was);
  if (b->dst_rises && now != b->before[0])
    tb_fail(tb, "gray: 0x%llx is not the count of %u edges before", (unsigned long long)now,
            (unsigned)DEPTH);
  if (b->dst_rises) {
    for (unsigned i = 0; i + 1 < DEPTH; i++) b->before[i] = b->before[i + 1];
    b->before[DEPTH - 1] = rvt_gray_value(gray);
  }
  tb->cover[COVER_SEEN] += by != 0;
  tb->cover[COVER_SKIPPED] += by > 1;
  tb->cover[COVER_TOGETHER] += b->src_rises && b->dst_rises;
  tb->cover[COVER_WRAPS] += now < was;
  if (by != 0 && tb->error[0] == 0) PROVED("TCI:TS-12");
}

static void drive(void *self, struct tb *tb) {
  struct gray_bench *b = self;
  struct tb_rng *rng = &tb->rng;
  static const uint8_t odds[] = {1, 1, 2, 3, 7, 20};
  if (b->mood_left-- == 0) {
    b->mood_left = 200 + tb_rng_below(rng, 2000);
    b->src_odds = odds[tb_rng_below(rng, sizeof odds)];
    b->dst_odds = odds[tb_rng_below(rng, sizeof odds)];
  }
  const bool src = !tb->in_reset && tb_rng_one_in(rng, b->src_odds);
  const bool dst = !tb->in_reset && tb_rng_one_in(rng, b->dst_odds);
  b->src_rises = src && !b->src_clk;
  b->dst_rises = dst && !b->dst_clk;
  b->src_clk = b->src_clk != src;
  b->dst_clk = b->dst_clk != dst;
  if (tb->in_reset) {
    const uint64_t mask = b->mask;
    *b = (struct gray_bench){.mask = mask};
    return;
  }
  if (b->src_rises && tb_rng_below(rng, 4) != 0) {
    b->count = (b->count + 1) & b->mask;
    tb->cover[COVER_STEPS]++;
  }
  edges(b, tb); /* the outputs of this clock are behind them */
}

static void outputs(void *self) { (void)self; }

static void tick(void *self, struct tb *tb) {
  (void)self;
  (void)tb;
}

const struct tb_bench tb_bench_gray_cross = {
    .name = "gray_cross",
    .bytes = sizeof(struct gray_bench),
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
