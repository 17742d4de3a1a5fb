/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "agents/entries.h"
#include "harness/bench.h"
#include "harness/config.h"
#include "harness/ports.h"

enum cover {
  COVER_PUT,
  COVER_FULL,
  COVER_SEVERAL,
  COVER_STOP,
  COVER_TAKEN,
  COVER_BOTH, /* an entry comes while the last one leaves */
  COVER_CLEAR,
  COVER_CLEAR_TWO, /* one entry is on offer, another one waits */
  COVER_UNREAD,    /* an entry is there and none on offer: the memory is being read */
  COVER_REFILL,    /* the last one on offer leaves, and the next one was written before */
  COVERS
};
static const char *const covers[COVERS] = {"put",  "full",  "several",   "stop",   "taken",
                                           "both", "clear", "clear_two", "unread", "refill"};

struct queue_bench {
  struct rvt_params p;
  struct rvt_queue model;
  struct rvt_entry entry;
  struct tb_entry_ports put, front, mask;
  bool clr, valid, ready;
  uint8_t level;
  bool front_valid, front_ready;
  uint32_t phase_left;
  uint8_t put_every, take_every;
};

#define T struct queue_bench
static const struct tb_bind binds[] = {
    TB_IN(T, "clr_i", clr),
    TB_IN(T, "valid_i", valid),
    TB_IN(T, "entry_i", put.entry),
    TB_IN(T, "blocks_i", put.blocks),
    TB_IN(T, "block_i", put.block),
    TB_IN(T, "ready_i", front_ready),
    TB_OUT(T, NULL, "ready_o", ready),
    TB_OUT(T, NULL, "level_o", level),
    TB_OUT(T, NULL, "valid_o", front_valid),
    TB_OUT_MASKED(T, NULL, "entry_o", front.entry, mask.entry),
    TB_OUT_MASKED(T, NULL, "blocks_o", front.blocks, mask.blocks),
    TB_OUT_MASKED(T, NULL, "block_o", front.block, mask.block),
};
#undef T

static bool init(void *self, struct tb *tb) {
  struct queue_bench *b = self;
  if (!tb_encoder_params(tb, &b->p)) return false;
  b->p.queue_depth++; /* with the entry of a stop */
  return tb->error[0] == 0;
}

static void reset(void *self, struct tb *tb) {
  struct queue_bench *b = self;
  (void)tb;
  rvt_queue_init(&b->model, &b->p);
}

/* What a build does not hold reads as 0 (events, seq) after the queue. */
static void random_block(const struct queue_bench *b, struct tb_rng *rng, struct rvt_head *h) {
  const uint64_t r = tb_rng_next(rng);
  h->kind = RVT_ENTRY_BLOCK;
  h->sub = 0;
  h->known = r & 1;
  h->itype = (uint8_t)(r >> 1 & ((1u << b->p.itype_width) - 1));
  h->halfwords = (uint8_t)(r >> 5 & ((1u << b->p.iretire_width) - 1));
  h->seq = b->p.seq_jump ? (uint8_t)((r >> 13 & 3) % 3) : RVT_SEQ_NO;
  h->notify = b->p.events && (r >> 15 & 1);
  h->addr = tb_rng_next(rng) >> (65 - b->p.xlen);
}

static void random_entry(struct queue_bench *b, struct tb_rng *rng) {
  const uint64_t r = tb_rng_next(rng);
  const uint64_t time = b->p.ts_width == 0 ? 0 : tb_rng_next(rng) >> (64 - b->p.ts_width);
  const uint8_t kind = r & 3;
  const bool several = kind == RVT_ENTRY_BLOCK || kind == RVT_ENTRY_START;
  const uint64_t context = b->p.context < 2 ? 0 : tb_rng_next(rng) >> (64 - b->p.context_width);
  b->entry.blocks = several ? (uint8_t)(1 + tb_rng_below(rng, b->p.blocks)) : 1;
  for (unsigned i = 0; i < b->p.blocks; i++) {
    random_block(b, rng, &b->entry.head[i]);
    b->entry.head[i].abs_time = time;
    b->entry.head[i].time_new = b->p.ts_width != 0 && (r >> 6 & 1);
    b->entry.head[i].context_new = b->p.context != 0 && (r >> 7 & 1);
    b->entry.head[i].priv = b->p.context != 0 ? r >> 8 & 7 : 0;
    b->entry.head[i].hart_context = context;
  }
  b->entry.head[0].kind = kind;
  b->entry.head[0].sub = r >> 2 & 15;
  memset(&b->put, 0, sizeof b->put);
  tb_entry_ports_pack(&b->put, b->entry.head, b->p.blocks);
  b->put.blocks = (uint8_t)((1u << b->entry.blocks) - 1);
}

static void drive(void *self, struct tb *tb) {
  struct queue_bench *b = self;
  static const uint8_t every[] = {1, 1, 2, 5, 20};
  if (b->phase_left-- == 0) {
    b->phase_left = tb_rng_below(&tb->rng, 200);
    b->put_every = every[tb_rng_below(&tb->rng, 5)];
    b->take_every = every[tb_rng_below(&tb->rng, 5)];
  }
  b->clr = tb_rng_one_in(&tb->rng, 500);
  b->valid = tb_rng_one_in(&tb->rng, b->put_every);
  random_entry(b, &tb->rng);
  /* The ingress stage looks at the level: it offers nothing to a full queue. */
  if (b->model.level_q == b->p.queue_depth) b->valid = false;
  b->front_ready = tb_rng_one_in(&tb->rng, b->take_every);
}

static void outputs(void *self) {
  struct queue_bench *b = self;
  const struct rvt_entry *front = rvt_queue_front(&b->model);
  b->level = b->model.level_q;
  b->ready = b->level != b->p.queue_depth;
  memset(&b->front, 0, sizeof b->front);
  memset(&b->mask, 0, sizeof b->mask);
  b->front_valid = front != NULL;
  if (front == NULL) return;
  tb_entry_ports_pack(&b->front, front->head, front->blocks);
  tb_entry_ports_mask(&b->mask, &b->p, front->head, front->blocks);
  b->mask.blocks = (uint8_t)((1u << b->p.blocks) - 1);
}

static void count(const struct queue_bench *b, uint64_t *cover) {
  const struct rvt_entry *front = rvt_queue_front(&b->model);
  const bool taken = front != NULL && b->front_ready;
  cover[COVER_PUT] += b->valid;
  cover[COVER_FULL] += !b->ready;
  cover[COVER_SEVERAL] += b->valid && b->entry.blocks > 1;
  cover[COVER_STOP] += taken && front->head[0].kind == RVT_ENTRY_STOP;
  cover[COVER_TAKEN] += taken;
  cover[COVER_BOTH] += b->valid && taken && b->model.level_q == 1;
  cover[COVER_CLEAR] += b->clr && front != NULL;
  cover[COVER_CLEAR_TWO] += b->clr && front != NULL && b->level > 1;
  cover[COVER_UNREAD] += b->level != 0 && front == NULL;
  cover[COVER_REFILL] += taken && b->level > 1;
}

static void tick(void *self, struct tb *tb) {
  struct queue_bench *b = self;
  count(b, tb->cover);
  const struct rvt_queue_in in = {
      .clr = b->clr, .put = b->valid ? &b->entry : NULL, .taken = b->front_ready};
  rvt_queue_tick(&b->model, &in);
}

const struct tb_bench tb_bench_queue = {
    .name = "queue",
    .bytes = sizeof(struct queue_bench),
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
