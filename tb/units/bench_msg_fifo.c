/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "harness/bench.h"
#include "harness/pace.h"
#include "judges/stream_check.h"
#include "rvt/ntrace.h"
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
  COVER_PACKETS, /* committed, with something written since the one before */
  COVER_HEADS,   /* whose first beat was written last */
  COVER_HEAD_FULL,
  COVER_DROPS, /* of something written */
  COVERS
};
static const char *const covers[COVERS] = {"beats",    "full",        "offered_full", "taken_full",
                                           "both",     "ready_empty", "resume_fall",  "resume_rise",
                                           "clr_held", "packets",     "heads",        "head_full",
                                           "drops"};

struct fifo_bench {
  uint8_t lanes;
  struct rvt_msg_fifo_params p;
  struct rvt_msg_fifo model;
  struct rvt_msg_fifo_in in;
  struct rvt_msg_fifo_out out;
  struct tb_pace offer, ready;
  struct tb_stream_check check;
  uint32_t clr_every;
  uint8_t all_bits;
  bool more;     /* Marks is 2: the hardware has a bit of `length`, which is 1 or 0 */
  uint8_t marks; /* of the beat: bit 0 `eom`, bit 1 `sync`, bit 2 `length` */
  /* What was written, in order, as far as it has not left: committed up to `whole`. */
  struct rvt_beat list[2 * RVT_FIFO_DEPTH_MAX];
  uint32_t from, whole, to;
  bool resume_before;
};

static const struct tb_bind binds[] = {
    TB_IN(struct fifo_bench, "clr_i", in.clr),
    TB_IN(struct fifo_bench, "s_valid_i", in.s.valid),
    TB_IN(struct fifo_bench, "s_data_i", in.s.data),
    TB_IN(struct fifo_bench, "s_bytes_i", in.s.bytes),
    TB_IN(struct fifo_bench, "s_marks_i", marks),
    TB_IN(struct fifo_bench, "s_commit_i", in.commit),
    TB_IN(struct fifo_bench, "s_drop_i", in.drop),
    TB_IN(struct fifo_bench, "s_head_i", in.head),
    TB_IN(struct fifo_bench, "m_ready_i", in.m_ready),
    TB_OUT(struct fifo_bench, NULL, "s_ready_o", out.s_ready),
    TB_OUT(struct fifo_bench, NULL, "m_valid_o", out.m.valid),
    TB_OUT(struct fifo_bench, NULL, "m_data_o", out.m.data),
    TB_OUT(struct fifo_bench, NULL, "m_bytes_o", out.m.bytes),
    TB_OUT(struct fifo_bench, NULL, "m_eom_o", out.m.eom),
    TB_OUT(struct fifo_bench, NULL, "m_sync_o", out.m.sync),
    TB_OUT_APART(struct fifo_bench, NULL, "m_mark_o", out.m.length, all_bits),
    TB_OUT(struct fifo_bench, NULL, "resume_o", out.resume),
    TB_OUT(struct fifo_bench, NULL, "empty_o", out.empty),
};

static bool init(void *self, struct tb *tb) {
  struct fifo_bench *b = self;
  b->lanes = (uint8_t)tb_param(tb, "Lanes");
  b->all_bits = 0xff;
  b->p.depth = (uint16_t)tb_param(tb, "Depth");
  b->p.resume_level = (uint16_t)tb_param(tb, "ResumeLevel");
  b->p.row = tb_param(tb, "Bytes") != 0 ? b->lanes : 0;
  b->p.framing = (uint8_t)tb_param(tb, "Framing");
  b->p.marks = tb_param(tb, "Marks") != 0;
  b->more = tb_param(tb, "Marks") == 2;
  b->p.packets = tb_param(tb, "Packets") != 0;
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
  b->from = b->whole = b->to = 0;
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
  if (!b->p.marks) return;
  /* What is stored need not be what the bytes say. */
  b->in.s.eom = tb_rng_one_in(rng, 3);
  b->in.s.sync = tb_rng_one_in(rng, 3);
  if (b->more) b->in.s.length = tb_rng_one_in(rng, 3);
}

/* Packets of any length that fits: committed with their last beat or after it, with their first
 * beat in the end, or dropped whole. */
static void drive_packet(struct fifo_bench *b, struct tb_rng *rng) {
  const uint32_t written = b->to - b->whole;
  b->in.head = !b->in.s.valid && written != 0 && tb_rng_one_in(rng, 6);
  if (b->in.head) new_beat(b, rng);
  b->in.commit = tb_rng_one_in(rng, b->in.head ? 1 : 8) || written + 1 >= b->p.depth;
  b->in.drop = tb_rng_one_in(rng, 40);
}

static void drive(void *self, struct tb *tb) {
  struct fifo_bench *b = self;
  b->in.clr = tb_rng_one_in(&tb->rng, b->clr_every);
  b->in.m_ready = tb_pace_next(&b->ready, &tb->rng);
  if (!b->in.s.valid && tb_pace_next(&b->offer, &tb->rng)) new_beat(b, &tb->rng);
  if (b->p.packets) drive_packet(b, &tb->rng);
  b->marks = (uint8_t)(b->in.s.eom | b->in.s.sync << 1 | b->in.s.length << 2);
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

static struct rvt_beat *place(struct fifo_bench *b, uint32_t n) {
  return &b->list[n % (sizeof b->list / sizeof *b->list)];
}

/* What leaves is what was written and committed, in its order. */
static void follow(struct fifo_bench *b, bool put, struct tb *tb) {
  const struct rvt_beat *const m = &b->out.m, *const due = place(b, b->from);
  if (m->valid != (b->from != b->whole))
    tb_fail(tb, "msg_fifo: valid is %d with %u committed beats", m->valid, b->whole - b->from);
  else if (m->valid && (m->bytes != due->bytes || memcmp(m->data, due->data, sizeof m->data) != 0))
    tb_fail(tb, "msg_fifo: a beat of %u bytes from 0x%02x, expected %u from 0x%02x", m->bytes,
            m->data[0], due->bytes, due->data[0]);
  else if (m->valid && b->p.marks &&
           (m->eom != due->eom || m->sync != due->sync || m->length != due->length))
    tb_fail(tb, "msg_fifo: marks %d %d %d, expected %d %d %d", m->eom, m->sync, m->length, due->eom,
            due->sync, due->length);
  b->from += m->valid && b->in.m_ready;
  tb->cover[COVER_DROPS] += b->in.drop && b->to != b->whole;
  if (b->in.drop) {
    b->to = b->whole;
    return;
  }
  if (b->in.head) *place(b, b->whole) = b->in.s;
  if (put) *place(b, b->to++) = b->in.s;
  if (b->p.packets && !b->in.commit) return;
  tb->cover[COVER_PACKETS] += b->to != b->whole;
  tb->cover[COVER_HEADS] += b->in.head;
  tb->cover[COVER_HEAD_FULL] += b->in.head && !b->out.s_ready;
  b->whole = b->to;
}

static void tick(void *self, struct tb *tb) {
  struct fifo_bench *b = self;
  tb_stream_check_clock(&b->check, &b->out.m, b->in.m_ready, tb);
  count(b, tb->cover);
  bool put = b->in.s.valid && b->out.s_ready && !b->in.head && !b->in.drop;
  if (b->p.row == 0) follow(b, put, tb);
  rvt_msg_fifo_tick(&b->model, &b->in);
  if (b->in.clr)
    restart(b);
  else if (put || b->in.head || b->in.drop)
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
