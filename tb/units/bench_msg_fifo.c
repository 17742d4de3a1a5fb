/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "harness/bench.h"
#include "harness/pace.h"
#include "judges/stream_check.h"
#include "rvt/unit/msg_fifo.h"

enum cover {
  COVER_BEATS,
  COVER_FULL,
  COVER_OFFERED_FULL,
  COVER_TAKEN_FULL,
  COVER_BOTH,
  COVER_READY_EMPTY,
  COVER_RESUME_FALL,
  COVER_RESUME_RISE,
  COVER_CLR_HELD,
  COVERS
};
static const char *const covers[COVERS] = {"beats",       "full",        "offered_full",
                                           "taken_full",  "both",        "ready_empty",
                                           "resume_fall", "resume_rise", "clr_held"};

struct fifo_bench {
  uint8_t lanes;
  struct rvt_msg_fifo_params p;
  struct rvt_msg_fifo model;
  struct rvt_msg_fifo_in in;
  struct rvt_msg_fifo_out out;
  struct tb_pace offer, ready;
  struct tb_stream_check check;
  uint32_t clr_every;
  bool resume_before;
};

static const struct tb_bind binds[] = {
    TB_IN(struct fifo_bench, "clr_i", in.clr),
    TB_IN(struct fifo_bench, "s_valid_i", in.s.valid),
    TB_IN(struct fifo_bench, "s_data_i", in.s.data),
    TB_IN(struct fifo_bench, "s_bytes_i", in.s.bytes),
    TB_IN(struct fifo_bench, "s_eom_i", in.s.eom),
    TB_IN(struct fifo_bench, "m_ready_i", in.m_ready),
    TB_OUT(struct fifo_bench, NULL, "s_ready_o", out.s_ready),
    TB_OUT(struct fifo_bench, NULL, "m_valid_o", out.m.valid),
    TB_OUT(struct fifo_bench, NULL, "m_data_o", out.m.data),
    TB_OUT(struct fifo_bench, NULL, "m_bytes_o", out.m.bytes),
    TB_OUT(struct fifo_bench, NULL, "m_eom_o", out.m.eom),
    TB_OUT(struct fifo_bench, NULL, "m_sync_o", out.m.sync),
    TB_OUT(struct fifo_bench, NULL, "resume_o", out.resume),
    TB_OUT(struct fifo_bench, NULL, "empty_o", out.empty),
};

static bool init(void *self, struct tb *tb) {
  struct fifo_bench *b = self;
  b->lanes = (uint8_t)tb_param(tb, "Lanes");
  b->p.depth = (uint16_t)tb_param(tb, "Depth");
  b->p.resume_level = (uint16_t)tb_param(tb, "ResumeLevel");
  b->p.row = tb_param(tb, "Bytes") != 0 ? b->lanes : 0;
  tb_pace_init(&b->offer, tb, "offer", "mixed");
  tb_pace_init(&b->ready, tb, "ready", "mixed");
  b->clr_every = (uint32_t)tb_option_in(tb, "clr", 1000, 0, UINT32_MAX);
  b->check = (struct tb_stream_check){.unit = "msg_fifo", .lanes = b->lanes};
  if (rvt_msg_fifo_init(&b->model, &b->p, NULL) != RVT_OK)
    tb_fail(tb, "msg_fifo: a parameter is out of range");
  return tb->error[0] == 0;
}

static void restart(struct fifo_bench *b) {
  tb_stream_check_clear(&b->check);
  memset(&b->in.s, 0, sizeof b->in.s);
  b->resume_before = true;
}

static void reset(void *self, struct tb *tb) {
  struct fifo_bench *b = self;
  if (rvt_msg_fifo_init(&b->model, &b->p, NULL) != RVT_OK) tb_fail(tb, "msg_fifo: init failed");
  restart(b);
}

static void new_beat(struct fifo_bench *b, struct tb_rng *rng) {
  b->in.s.valid = true;
  b->in.s.bytes = (uint8_t)(1 + tb_rng_below(rng, b->lanes));
  b->in.s.eom = tb_rng_one_in(rng, 4);
  /* Whoever sends says the end of a message twice: in eom and in the MSEO of the last byte. */
  for (unsigned i = 0; i < b->in.s.bytes; i++) {
    bool last = b->in.s.eom && i + 1 == b->in.s.bytes;
    uint32_t mseo = last ? RVT_MSEO_END_MSG : tb_rng_below(rng, RVT_MSEO_END_MSG);
    b->in.s.data[i] = (uint8_t)(tb_rng_below(rng, 64) << 2 | mseo);
  }
}

static void drive(void *self, struct tb *tb) {
  struct fifo_bench *b = self;
  b->in.clr = tb_rng_one_in(&tb->rng, b->clr_every);
  b->in.m_ready = tb_pace_next(&b->ready, &tb->rng);
  if (!b->in.s.valid && tb_pace_next(&b->offer, &tb->rng)) new_beat(b, &tb->rng);
}

static void outputs(void *self) {
  struct fifo_bench *b = self;
  rvt_msg_fifo_outputs(&b->model, &b->out);
}

static void count(struct fifo_bench *b, uint64_t *cover) {
  bool put = b->in.s.valid && b->out.s_ready;
  bool taken = b->in.m_ready && b->out.m.valid;
  cover[COVER_BEATS] += taken;
  cover[COVER_BOTH] += put && taken;
  if (!b->out.s_ready) {
    cover[COVER_FULL]++;
    cover[COVER_OFFERED_FULL] += b->in.s.valid;
    cover[COVER_TAKEN_FULL] += taken;
  }
  cover[COVER_READY_EMPTY] += b->out.empty && b->in.m_ready;
  cover[COVER_RESUME_FALL] += b->resume_before && !b->out.resume;
  cover[COVER_RESUME_RISE] += !b->resume_before && b->out.resume;
  cover[COVER_CLR_HELD] += b->in.clr && !b->out.empty;
  b->resume_before = b->out.resume;
}

static void tick(void *self, struct tb *tb) {
  struct fifo_bench *b = self;
  tb_stream_check_clock(&b->check, &b->out.m, b->in.m_ready, tb);
  count(b, tb->cover);
  bool put = b->in.s.valid && b->out.s_ready;
  rvt_msg_fifo_tick(&b->model, &b->in);
  if (b->in.clr)
    restart(b);
  else if (put)
    memset(&b->in.s, 0, sizeof b->in.s);
}

const struct tb_bench tb_bench_msg_fifo = {
    .name = "msg_fifo",
    .bytes = sizeof(struct fifo_bench),
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
