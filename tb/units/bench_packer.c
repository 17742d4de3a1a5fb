/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "agents/records.h"
#include "harness/bench.h"
#include "harness/pace.h"
#include "judges/stream_check.h"
#include "rvt/unit/ntrace_packer.h"

enum { POSITIONS_MAX = 64 };

enum cover {
  COVER_TCODES, /* one counter per TCODE */
  COVER_MESSAGES = TB_TCODES,
  COVER_BACK_TO_BACK,
  COVER_STALL_POSITIONS,
  COVER_LONGEST,
  COVER_LONGEST_BYTES,
  COVER_TIME_ON,
  COVER_TIME_OFF,
  COVER_TIME_SILENT, /* a message without TSTAMP because of its kind ... */
  COVER_TIME_FORGOT, /* ... because the base of time has changed */
  COVER_SRC_NONE,
  COVER_SRC_WIDEST,
  COVER_CLR_BUSY,
  COVER_IDLE,
  COVERS
};
static const char *const covers[COVERS] = {
    TB_TCODE_COVERS, "messages", "back_to_back", "stall_positions", "longest",  "longest_bytes",
    "time_on",       "time_off", "time_silent",  "time_forgot",     "src_none", "src_widest",
    "clr_busy",      "idle"};

struct packer_bench {
  struct rvt_ntrace_packer_params p;
  struct rvt_ntrace_packer model;
  struct rvt_ntrace_packer_in in;
  struct rvt_ntrace_packer_out out;
  uint32_t rec_bits[TB_RECORD_WORDS];
  uint8_t data_mask[RVT_LANES_MAX]; /* with one lane no data is specified while none is offered */
  struct tb_pace offer, ready;
  struct tb_stream_check check;
  uint32_t clr_every, config_every;
  bool repeats; /* the build takes RCODE 2 */
  uint64_t now;
  bool forgot;      /* ts_forget came after the last time sent */
  uint64_t stalled; /* bit n: a beat n of a message has waited */
  unsigned beat, bytes;
};

static const struct tb_bind binds[] = {
    TB_IN(struct packer_bench, "clr_i", in.clr),
    TB_IN(struct packer_bench, "src_bits_i", in.src_bits),
    TB_IN(struct packer_bench, "src_id_i", in.src_id),
    TB_IN(struct packer_bench, "ts_en_i", in.ts_en),
    TB_IN(struct packer_bench, "ts_suppress_i", in.ts_suppress),
    TB_IN(struct packer_bench, "ts_forget_i", in.ts_forget),
    TB_IN(struct packer_bench, "rec_valid_i", in.rec_valid),
    TB_IN(struct packer_bench, "rec_i", rec_bits),
    TB_IN(struct packer_bench, "m_ready_i", in.m_ready),
    TB_OUT(struct packer_bench, NULL, "rec_ready_o", out.rec_ready),
    TB_OUT(struct packer_bench, NULL, "busy_o", out.busy),
    TB_OUT(struct packer_bench, NULL, "m_valid_o", out.m.valid),
    TB_OUT_MASKED(struct packer_bench, NULL, "m_data_o", out.m.data, data_mask),
    TB_OUT(struct packer_bench, NULL, "m_bytes_o", out.m.bytes),
    TB_OUT(struct packer_bench, NULL, "m_eom_o", out.m.eom),
};

static void random_config(struct packer_bench *b, struct tb_rng *rng) {
  b->in.src_bits = (uint8_t)tb_rng_below(rng, b->p.src_bits_max + 1u);
  if (tb_rng_one_in(rng, 4)) b->in.src_bits = tb_rng_one_in(rng, 2) ? 0 : b->p.src_bits_max;
  const uint64_t bits = tb_rng_next(rng);
  b->in.src_id = (uint16_t)(bits & 0xfff);
  b->in.ts_suppress = (bits >> 12 & 3) != 0 ? 0 : (uint8_t)(bits >> 14 & 0xf);
  b->in.ts_en = b->p.ts_width != 0 && tb_rng_one_in(rng, 2);
}

static void new_record(struct packer_bench *b, struct tb_rng *rng) {
  if (tb_rng_one_in(rng, 32)) {
    tb_record_longest(&b->p, &b->now, &b->in.rec);
  } else {
    do tb_record_random(rng, &b->p, &b->now, &b->in.rec);
    while (!b->repeats && b->in.rec.tcode == RVT_TC_RESOURCE_FULL &&
           b->in.rec.sub == RVT_RC_HIST_REPEAT);
  }
  tb_record_bits(&b->in.rec, b->rec_bits);
}

static bool init(void *self, struct tb *tb) {
  struct packer_bench *b = self;
  tb_packer_params(tb, &b->p);
  b->repeats = tb_param(tb, "Repeat") != 0;
  tb_pace_init(&b->offer, tb, "offer", "mixed");
  tb_pace_init(&b->ready, tb, "ready", "mixed");
  b->clr_every = (uint32_t)tb_option_in(tb, "clr", 1000, 0, UINT32_MAX);
  b->config_every = (uint32_t)tb_option_in(tb, "config", 50, 0, UINT32_MAX);
  b->check = (struct tb_stream_check){.unit = "packer", .lanes = b->p.lanes, .framing = true};
  if (rvt_ntrace_packer_init(&b->model, &b->p, NULL) != RVT_OK)
    tb_fail(tb, "packer: a parameter is out of range");
  random_config(b, &tb->rng);
  return tb->error[0] == 0;
}

static void reset(void *self, struct tb *tb) {
  struct packer_bench *b = self;
  if (rvt_ntrace_packer_init(&b->model, &b->p, NULL) != RVT_OK) tb_fail(tb, "packer: init failed");
  tb_stream_check_clear(&b->check);
  b->in.rec_valid = false;
  b->beat = b->bytes = 0;
  new_record(b, &tb->rng);
}

static void drive(void *self, struct tb *tb) {
  struct packer_bench *b = self;
  b->in.clr = tb_rng_one_in(&tb->rng, b->clr_every);
  b->in.m_ready = tb_pace_next(&b->ready, &tb->rng);
  if (!b->in.rec_valid) b->in.rec_valid = tb_pace_next(&b->offer, &tb->rng);
  if (tb_rng_one_in(&tb->rng, b->config_every)) random_config(b, &tb->rng);
  if (b->p.ts_width != 0) b->in.ts_forget = tb_rng_one_in(&tb->rng, 60);
}

static void outputs(void *self) {
  struct packer_bench *b = self;
  rvt_ntrace_packer_outputs(&b->model, &b->in, &b->out);
  memset(b->data_mask, b->out.m.valid || b->p.lanes > 1 ? 0xff : 0, sizeof b->data_mask);
}

static void cover_load(const struct packer_bench *b, uint64_t *cover) {
  unsigned tcode = tb_tcode_index(b->in.rec.tcode);
  if (tcode < TB_TCODES) cover[COVER_TCODES + tcode]++;
  if (b->out.busy) cover[COVER_BACK_TO_BACK]++;
  const bool sync = rvt_ntrace_is_sync(b->in.rec.tcode);
  cover[b->in.ts_en ? COVER_TIME_ON : COVER_TIME_OFF]++;
  if (b->in.ts_en && b->model.base_q &&
      (b->in.ts_suppress & rvt_ntrace_time_kind(b->in.rec.tcode)) != 0)
    cover[COVER_TIME_SILENT]++;
  if (b->in.ts_en && (b->forgot || (b->in.ts_forget && b->model.base_q)) && !sync)
    cover[COVER_TIME_FORGOT]++;
  if (b->in.src_bits == 0) cover[COVER_SRC_NONE]++;
  if (b->in.src_bits == b->p.src_bits_max) cover[COVER_SRC_WIDEST]++;
}

static void cover_beat(struct packer_bench *b, uint64_t *cover) {
  if (!b->in.m_ready) {
    b->stalled |= (uint64_t)1 << (b->beat < POSITIONS_MAX ? b->beat : POSITIONS_MAX - 1);
    cover[COVER_STALL_POSITIONS] = (uint64_t)__builtin_popcountll(b->stalled);
    return;
  }
  b->beat++;
  b->bytes += b->out.m.bytes;
  if (!b->out.m.eom) return;
  cover[COVER_MESSAGES]++;
  if (b->bytes == cover[COVER_LONGEST_BYTES]) cover[COVER_LONGEST]++;
  if (b->bytes > cover[COVER_LONGEST_BYTES]) {
    cover[COVER_LONGEST_BYTES] = b->bytes;
    cover[COVER_LONGEST] = 1;
  }
  b->beat = b->bytes = 0;
}

static void tick(void *self, struct tb *tb) {
  struct packer_bench *b = self;
  tb_stream_check_clock(&b->check, &b->out.m, b->in.m_ready, tb);
  if (b->out.m.valid) cover_beat(b, tb->cover);
  if (!b->out.busy && !b->in.rec_valid) tb->cover[COVER_IDLE]++;
  bool taken = b->in.rec_valid && b->out.rec_ready;
  if (b->in.clr) {
    if (b->out.busy) tb->cover[COVER_CLR_BUSY]++;
    tb_stream_check_clear(&b->check);
    b->beat = b->bytes = 0;
  } else if (taken) {
    cover_load(b, tb->cover);
  }
  if (b->model.base_q && b->in.ts_forget) b->forgot = true;
  rvt_ntrace_packer_tick(&b->model, &b->in);
  if (b->model.base_q) b->forgot = false;
  if (taken) {
    b->in.rec_valid = false;
    new_record(b, &tb->rng);
  }
}

const struct tb_bench tb_bench_packer = {
    .name = "packer",
    .bytes = sizeof(struct packer_bench),
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
