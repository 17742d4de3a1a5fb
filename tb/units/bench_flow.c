/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "agents/back_signals.h"
#include "agents/entry_ports.h"
#include "agents/heads.h"
#include "agents/records.h"
#include "codec/ntrace_layout.h"
#include "cover/flow_cover.h"
#include "cover/flow_cross.h"
#include "harness/bench.h"
#include "harness/pace.h"

enum cover {
  COVER_FLOW, /* one counter per line of the table */
  COVER_BTM_TCODES = TB_FLOW_COVERS,
  COVER_HTM_TCODES = COVER_BTM_TCODES + TB_TCODES,
  COVER_REFUSED = COVER_HTM_TCODES + TB_TCODES,
  COVER_INACTIVE,
  COVER_LONG_PERIOD, /* a sync after 2^18 half-words, messages or clocks and more */
  COVER_TWO,         /* two heads leave in a clock */
  COVER_MOST,        /* as many as the build can */
  COVER_LATER,       /* the record is not the first head's */
  COVER_LATER_WAITS, /* ... and is refused: those before leave alone */
  COVER_STACK_TURN,  /* two heads use the return stack: the second waits */
  COVER_ASKED,       /* a sync without a period, on request */
  COVER_CROSS,
  COVERS = COVER_CROSS + TB_FLOW_CROSSES
};
static const char *const covers[COVERS] = {
    TB_FLOW_COVER_NAMES, "btm_ownership", "btm_direct",       "btm_indirect",
    "btm_error",         "btm_sync",      "btm_direct_sync",  "btm_indirect_sync",
    "btm_resource_full", "btm_hist",      "btm_hist_sync",    "btm_repeat",
    "btm_correlation",   "htm_ownership", "htm_direct",       "htm_indirect",
    "htm_error",         "htm_sync",      "htm_direct_sync",  "htm_indirect_sync",
    "htm_resource_full", "htm_hist",      "htm_hist_sync",    "htm_repeat",
    "htm_correlation",   "refused",       "inactive",         "long_period",
    "two_heads",         "most_heads",    "record_later",     "later_waits",
    "stack_turn",        "asked",         TB_FLOW_CROSS_NAMES};

enum { LONG_MAX_FIRST = 15, LONG_MAX_LAST = 4 }; /* trTeInstSyncMax of the long periods */

struct flow_bench {
  struct rvt_params p;
  struct tb_heads stimulus;
  struct rvt_ntrace_flow model, after;
  struct tb_flow_cross cross;
  struct rvt_ntrace_flow_in in;
  struct rvt_ntrace_flow_out out;
  struct rvt_head heads[TB_FLOW_BLOCKS_MAX]; /* garbage above the count */
  struct tb_entry_ports ports;
  uint8_t valid;
  struct tb_pace ready;
  uint8_t ready_o, ready_mask;
  uint32_t rec[TB_RECORD_WORDS], rec_mask[TB_RECORD_WORDS];
  bool asks; /* option asks=1: requests for a sync by chance */
  struct tb_back_signals back;
  bool rotate; /* option rotate=1: the period is each of the long ones in turn */
  uint8_t long_max;
};

#define T struct flow_bench
static const struct tb_bind binds[] = {
    TB_IN(T, "cfg_i", stimulus.entries.config.bits),
    TB_IN(T, "sync_req_i", in.sync_req),
    TB_IN(T, "valid_i", valid),
    TB_IN(T, "entry_i", ports.entry),
    TB_IN(T, "block_i", ports.block),
    TB_IN(T, "rec_ready_i", in.rec_ready),
    TB_OUT_MASKED(T, NULL, "ready_o", ready_o, ready_mask),
    TB_OUT(T, NULL, "rec_valid_o", out.rec_valid),
    TB_OUT_MASKED(T, NULL, "rec_o", rec, rec_mask),
};
#undef T

static bool init(void *self, struct tb *tb) {
  struct flow_bench *b = self;
  if (!tb_encoder_params(tb, &b->p)) return false;
  b->p.blocks = 1; /* of an entry; heads of a clock come from several */
  b->p.iaddr_on_int = tb_option_in(tb, "iaddr_on_int", 0, 0, 1) != 0;
  b->p.queue_depth = (uint8_t)tb_option_in(tb, "queue", 8, 2, TB_ENTRIES);
  b->p.stall_latency = 1;
  b->p.events = false; /* of the ingress stage in front; heads have notifications anyhow */
  tb_heads_init(&b->stimulus, tb, &b->p);
  b->in.cfg = &b->stimulus.entries.config.c;
  b->in.heads = b->heads;
  b->asks = tb_option_in(tb, "asks", 0, 0, 1) != 0;
  b->cross.asks = b->asks;
  b->rotate = tb_option_in(tb, "rotate", 0, 0, 1) != 0;
  b->long_max = LONG_MAX_FIRST;
  tb_pace_init(&b->ready, tb, "ready", "mixed");
  return tb->error[0] == 0;
}

static void reset(void *self, struct tb *tb) {
  struct flow_bench *b = self;
  (void)tb;
  tb_heads_reset(&b->stimulus);
  rvt_ntrace_flow_init(&b->model, &b->p);
  b->cross = (struct tb_flow_cross){.asks = b->asks};
}

static void garbage(struct flow_bench *b, struct rvt_head *head, uint64_t r) {
  *head = (struct rvt_head){.kind = r & 3,
                            .sub = r >> 2 & 15,
                            .known = r >> 6 & 1,
                            .itype = r >> 7 & 15,
                            .halfwords = (uint8_t)(r >> 11 & ((1u << b->p.iretire_width) - 1)),
                            .seq = r >> 19 & 3,
                            .notify = r >> 21 & 1,
                            .addr = r >> (65 - b->p.xlen)};
}

static void drive(void *self, struct tb *tb) {
  struct flow_bench *b = self;
  tb_heads_drive(&b->stimulus, &tb->rng);
  if (b->rotate) {
    struct tb_config *config = &b->stimulus.entries.config;
    config->c.sync_max = b->long_max;
    config->bits = tb_config_bits(&config->c);
  }
  b->in.count = tb_heads_next(&b->stimulus, b->heads, b->p.flow_blocks);
  for (unsigned i = b->in.count; i < b->p.flow_blocks; i++)
    garbage(b, &b->heads[i], tb_rng_next(&tb->rng));
  memset(&b->ports, 0, sizeof b->ports);
  tb_entry_ports_pack(&b->ports, b->heads, b->p.flow_blocks);
  b->valid = (uint8_t)((1u << b->in.count) - 1);
  b->in.rec_ready = tb_pace_next(&b->ready, &tb->rng);
  if (b->asks) tb_back_signals_next(&b->back, &tb->rng);
  b->in.sync_req = b->back.asks;
}

/* The packer ignores fields that the message does not have; SYNC .. EVCODE and B-TYPE are exact. */
static void mask_record(struct flow_bench *b) {
  memset(b->rec_mask, 0, sizeof b->rec_mask);
  if (!b->out.rec_valid) return;
  const unsigned parts = rvt_layout_parts(&b->out.rec);
  const struct rvt_ntrace_record mask = {.tcode = 0x3f,
                                         .sub = 0xf,
                                         .btype = 3,
                                         .icnt = parts & RVT_PARTS_ICNT ? 0x3fffff : 0,
                                         .hist = parts & RVT_PARTS_HIST ? UINT32_MAX : 0,
                                         .addr = parts & RVT_PARTS_ADDR ? UINT64_MAX >> 1 : 0,
                                         .abs_time = b->p.ts_width != 0 ? UINT64_MAX : 0};
  tb_record_bits(&mask, b->rec_mask);
  tb_record_bits(&b->out.rec, b->rec);
}

static void outputs(void *self) {
  struct flow_bench *b = self;
  b->after = b->model;
  rvt_ntrace_flow_clock(&b->after, &b->in, &b->out);
  b->ready_mask = b->valid;
  b->ready_o = (uint8_t)((1u << b->out.done) - 1);
  mask_record(b);
}

static void count_step(struct flow_bench *b, const struct rvt_ntrace_flow *state,
                       const struct rvt_head *head, const struct rvt_ntrace_flow_step *step,
                       uint64_t *cover) {
  const struct rvt_config *cfg = b->in.cfg;
  tb_flow_cover(state, cfg, head, step, cover + COVER_FLOW);
  tb_flow_cross(&b->cross, state, cfg, head, step, cover + COVER_CROSS);
  if (!step->rec_valid) return;
  if (rvt_ntrace_is_sync(step->rec.tcode) && step->rec.sub == RVT_SYNC_PERIODIC) {
    cover[COVER_LONG_PERIOD] += state->period_q >= 1u << 18;
    cover[COVER_ASKED] += cfg->sync_mode == RVT_PERIOD_OFF;
    b->long_max = b->long_max == LONG_MAX_LAST ? LONG_MAX_FIRST : (uint8_t)(b->long_max - 1);
  }
  const unsigned tcode = tb_tcode_index(step->rec.tcode);
  cover[(cfg->mode == RVT_MODE_HTM ? COVER_HTM_TCODES : COVER_BTM_TCODES) + tcode]++;
}

/* The steps of this clock once more, one by one. */
static void count(struct flow_bench *b, uint64_t *cover) {
  struct rvt_ntrace_flow state = b->model;
  struct rvt_ntrace_flow_step step = {.rec_valid = false};
  const bool refused = b->out.rec_valid && !b->in.rec_ready;
  const unsigned most = b->out.done + (b->out.rec_valid && !refused ? 1u : 0u);
  unsigned steps = 0;
  tb_flow_cross_clock(&b->cross, b->in.cfg);
  for (; steps < most && !step.rec_valid; steps++) {
    const struct rvt_head *head = &b->heads[steps];
    rvt_ntrace_flow_decide(&state, b->in.cfg, head, &step);
    count_step(b, &state, head, &step, cover);
    rvt_ntrace_flow_apply(&state, b->in.cfg, head, &step);
  }
  cover[COVER_REFUSED] += refused;
  cover[COVER_TWO] += b->out.done == 2;
  cover[COVER_MOST] += b->out.done > 1 && b->out.done == b->p.flow_blocks;
  cover[COVER_LATER] += step.rec_valid && steps > 1;
  cover[COVER_LATER_WAITS] += refused && b->out.done != 0;
  cover[COVER_STACK_TURN] += b->out.done < b->in.count && !b->out.rec_valid;
}

static void tick(void *self, struct tb *tb) {
  struct flow_bench *b = self;
  if (b->in.cfg->active) {
    count(b, tb->cover);
  } else {
    tb->cover[COVER_INACTIVE] += b->in.count != 0;
    b->cross = (struct tb_flow_cross){.asks = b->asks};
  }
  b->model = b->after;
  tb_heads_tick(&b->stimulus, &tb->rng, b->out.done);
}

const struct tb_bench tb_bench_flow = {
    .name = "flow",
    .bytes = sizeof(struct flow_bench),
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
