/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "harness/bench.h"
#include "harness/ports.h"
#include "rvt/unit/gray_cross.h"

/* Two clocks of any phases and rates; what the receiver has is a count of the source, and none
 * before one that it had. */

enum { DEPTH = 2 }; /* edges of the receiver between a count's sampling and its output */
enum cover { COVER_STEPS, COVER_SEEN, COVER_SKIPPED, COVER_TOGETHER, COVER_WRAPS, COVERS };
static const char *const covers[COVERS] = {"steps", "seen", "skipped", "together", "wraps"};

struct gray_bench {
  struct rvt_gray_cross model;
  uint64_t mask, count;
  /* The judge's, which never wrap: of the source, as it is in Gray code, at the receiver's last
   * edges, the oldest first, and at its output. */
  uint64_t total, held, before[DEPTH], seen;
  bool src_clk, dst_clk;
  bool src_rises, dst_rises;
  uint32_t src_odds, dst_odds, mood_left;
  uint32_t still; /* clocks without an edge: both clocks run when the reset has ended */
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
  *b = (struct gray_bench){.mask = b->mask, .still = 2};
}

static void edges(struct gray_bench *b, struct tb *tb) {
  const uint64_t was = b->seen;
  rvt_gray_cross_tick(&b->model, b->src_rises, b->count, b->dst_rises);
  if (b->dst_rises) {
    b->seen = b->before[0];
    for (unsigned i = 0; i + 1 < DEPTH; i++) b->before[i] = b->before[i + 1];
    b->before[DEPTH - 1] = b->held;
  }
  if (b->src_rises) b->held = b->total;
  if (b->model.value_q != (b->seen & b->mask) || b->seen < was)
    tb_fail(tb, "gray: 0x%llx is not the count of %u edges before (TCI:TS-12)",
            (unsigned long long)b->model.value_q, (unsigned)DEPTH);
  tb->cover[COVER_SEEN] += b->seen != was;
  tb->cover[COVER_SKIPPED] += b->seen - was > 1;
  tb->cover[COVER_TOGETHER] += b->src_rises && b->dst_rises;
  tb->cover[COVER_WRAPS] += (b->seen & b->mask) < (was & b->mask);
  if (b->seen != was && tb->error[0] == 0) PROVED("TCI:TS-12");
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
  const bool still = tb->in_reset || b->still != 0;
  const bool src = !still && tb_rng_one_in(rng, b->src_odds);
  const bool dst = !still && tb_rng_one_in(rng, b->dst_odds);
  if (b->still != 0) b->still--;
  b->src_rises = src && !b->src_clk;
  b->dst_rises = dst && !b->dst_clk;
  b->src_clk = b->src_clk != src;
  b->dst_clk = b->dst_clk != dst;
  if (tb->in_reset) {
    const uint64_t mask = b->mask;
    *b = (struct gray_bench){.mask = mask, .still = 2};
    return;
  }
  if (b->src_rises && tb_rng_below(rng, 4) != 0) {
    b->count = ++b->total & b->mask;
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
