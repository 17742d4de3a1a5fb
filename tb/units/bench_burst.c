/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */

/*
 * What an encoder absorbs and sustains. A session begins with one block, and the encoder runs idle;
 * then the hart sends a pattern for `length` clocks; then tracing stops, and all must leave. The
 * bytes are judged by oracle and functional encoder, so whatever is refused is announced, and
 * nothing else is missing. Nothing is drawn by chance; a run has no resets (resets=0).
 *
 * Options, beside those of the pattern: length=N; mode=3|6; ir=1: implicit return; obey=1: the hart
 * sends as long as StallLatency lets it, and no longer; pins=4|8|16, divider=N, buffer=N: a PIB
 * takes the beats, pins=0: each is taken at once; from=N: the clock of the burst from which
 * steady_* count.
 */
#include <stdlib.h>

#include "agents/pattern.h"
#include "encoder_unit.h"
#include "harness/config.h"
#include "judges/stream_check.h"
#include "judges/trace_check.h"
#include "judges/trace_late.h"
#include "rvt/unit/pib.h"

enum cover {
  COVER_BURST_CLOCKS = TB_ENC_COVERS, /* of the pattern, before the first one that is refused ... */
  COVER_BURST_BLOCKS,                 /* ... and their blocks */
  COVER_FREE_BLOCKS,                  /* before stall rises */
  COVER_OVERFLOWS,
  COVER_ANNOUNCED, /* Error messages */
  COVER_REFUSED,   /* blocks */
  COVER_STEADY_CLOCKS,
  COVER_STEADY_BLOCKS,
  COVER_STEADY_MESSAGES,
  COVER_STEADY_BYTES,
  COVER_STEADY_BEATS,
  COVERS
};
static const char *const covers[COVERS] = {TB_ENC_COVER_NAMES, "burst_clocks",  "burst_blocks",
                                           "free_blocks",      "overflows",     "announced",
                                           "refused",          "steady_clocks", "steady_blocks",
                                           "steady_messages",  "steady_bytes",  "steady_beats"};

enum { IDLE_CLOCKS = 16, LEAVE_CLOCKS = 1 << 20 };

struct burst_bench {
  struct tb_encoder_unit unit;
  struct rvt_config config;
  uint64_t config_bits;
  struct tb_pattern hart;
  struct tb_ports ports;
  enum { START, IDLE, BURST, LEAVE } phase;
  uint32_t length, from, clock; /* clock: of the phase */
  bool obey, held, stalled, refused;
  uint32_t allowed; /* clocks of slots that may still come under stall */
  uint8_t pins;
  struct rvt_pib pib;
  struct rvt_pib_in pib_in;
  struct rvt_pib_out pib_out;
  struct tb_stream_check stream;
  struct {
    struct tb_trace_check check;
    struct tb_trace_late late;
  } * judge;
  bool dn_on, dn_stopped;
};

#define T struct burst_bench
static const struct tb_bind binds[] = {
    TB_IN(T, "cfg_i", config_bits),
    TB_INGRESS_BINDS(T, ports, unit.in.ingress),
    TB_IN(T, "m_ready_i", unit.in.m_ready),
    TB_IN(T, "m_dn_on_i", dn_on),
    TB_IN(T, "m_dn_stopped_i", dn_stopped),
    TB_IN(T, "m_dn_lost_i", unit.in.dn_lost),
    TB_IN(T, "m_sync_req_i", unit.in.sync_req),
    TB_IN(T, "m_flush_req_i", unit.in.flush_req),
    TB_OUT(T, "encoder", "stall_o", unit.out.stall),
    TB_OUT(T, "encoder", "m_valid_o", unit.out.m.valid),
    TB_OUT(T, "encoder", "m_data_o", unit.out.m.data),
    TB_OUT(T, "encoder", "m_bytes_o", unit.out.m.bytes),
    TB_OUT(T, "encoder", "m_eom_o", unit.out.m.eom),
    TB_OUT(T, "encoder", "m_sync_o", unit.out.m.sync),
    TB_OUT_APART(T, "encoder", "m_length_o", unit.out.m.length, unit.all_bits),
    TB_OUT(T, "encoder", "m_flush_ack_o", unit.out.flush_ack),
    TB_OUT(T, "encoder", "empty_o", unit.out.empty),
    TB_OUT(T, "encoder", "settled_o", unit.out.settled),
    TB_OUT(T, "encoder", "overflow_o", unit.out.overflow),
};
#undef T

static void init_pins(struct burst_bench *b, struct tb *tb) {
  b->pins = (uint8_t)tb_option_in(tb, "pins", 0, 0, 16);
  const struct rvt_pib_params p = {
      .lanes = b->unit.p.lanes,
      .pins = b->pins,
      .div_width = 8,
      .buffer_bytes = (uint16_t)tb_option_in(tb, "buffer", 48, 0, RVT_PIB_BUFFER_MAX)};
  b->pib_in = (struct rvt_pib_in){.active = true,
                                  .enable = true,
                                  .mode = b->pins == 4   ? RVT_PIB_4BIT
                                          : b->pins == 8 ? RVT_PIB_8BIT
                                                         : RVT_PIB_16BIT,
                                  .divider = (uint16_t)tb_option_in(tb, "divider", 0, 0, 255)};
  struct rvt_error e = {""};
  if (b->pins != 0 && rvt_pib_init(&b->pib, &p, &e) != RVT_OK) tb_fail(tb, "pib: %s", e.text);
}

static bool init(void *self, struct tb *tb) {
  struct burst_bench *b = self;
  if (!tb_encoder_unit_init(&b->unit, tb)) return false;
  const struct rvt_params *p = &b->unit.p;
  const bool ir = tb_option_in(tb, "ir", 0, 0, p->stack_depth != 0) != 0;
  b->obey = tb_option_in(tb, "obey", 0, 0, 1) != 0;
  b->config =
      (struct rvt_config){.active = true,
                          .enable = true,
                          .tracing = true,
                          .mode = (uint8_t)tb_option_in(tb, "mode", RVT_MODE_HTM, 3, RVT_MODE_HTM),
                          .stall_ena = b->obey,
                          .sync_mode = (uint8_t)tb_option_in(tb, "sync_mode", 0, 0, 3),
                          .sync_max = (uint8_t)tb_option_in(tb, "sync_max", 0, 0, 15),
                          .ir_mode = ir ? 3 : 0,
                          .ir_en = ir,
                          .ts_en = tb_option_in(tb, "ts", 0, 0, p->ts_width != 0) != 0};
  if (!(b->config.mode == RVT_MODE_BTM ? p->btm : p->htm)) tb_fail(tb, "mode: not in the build");
  b->length = (uint32_t)tb_option_in(tb, "length", 4096, 1, TB_LATE_CLOCKS);
  b->from = (uint32_t)tb_option_in(tb, "from", 0, 0, TB_LATE_CLOCKS);
  tb_pattern_init(&b->hart, tb, p);
  init_pins(b, tb);
  b->stream = (struct tb_stream_check){.unit = "encoder", .lanes = p->lanes, .framing = true};
  b->judge = calloc(1, sizeof *b->judge);
  if (b->judge == NULL) tb_fail(tb, "out of memory");
  return tb->error[0] == 0 && tb_trace_check_open(&b->judge->check, tb, p);
}

static void reset(void *self, struct tb *tb) {
  struct burst_bench *b = self;
  tb_encoder_unit_reset(&b->unit, tb);
  tb_stream_check_clear(&b->stream);
  tb_trace_check_reset(&b->judge->check, tb);
  tb_trace_late_clear(&b->judge->late);
}

static bool sink_empty(const struct burst_bench *b) { return b->pins == 0 || b->pib_out.empty; }

/* Idle in a session: all that a block can leave behind has left. */
static bool is_idle(const struct burst_bench *b) {
  const struct rvt_encoder *m = b->unit.model;
  return m->queue.level_q == 0 && !m->messages.ntrace.packer.busy_q &&
         rvt_encoder_fifo(m)->level_q == 0 && !b->unit.out.m.valid && sink_empty(b);
}

static void next_phase(struct burst_bench *b) {
  const bool over = b->phase == START  ? b->clock == 1
                    : b->phase == IDLE ? b->clock >= IDLE_CLOCKS && is_idle(b)
                                       : b->phase == BURST && b->clock == b->length;
  if (!over) return;
  b->phase++;
  b->clock = 0;
}

/* `out` is of the clock before. A hart may send in StallLatency clocks from the one in which stall
 * rises on. */
static bool holds(struct burst_bench *b) {
  if (!b->unit.out.stall) b->allowed = b->unit.p.stall_latency;
  const bool may = b->allowed != 0;
  b->allowed -= may;
  return b->obey && !may;
}

static void drive(void *self, struct tb *tb) {
  struct burst_bench *b = self;
  struct rvt_encoder_in *in = &b->unit.in;
  if (!tb->in_reset) next_phase(b);
  b->held = b->phase != BURST || holds(b);
  if (b->phase == START && !tb->in_reset)
    tb_pattern_straight(&b->hart, &in->ingress);
  else if (b->held)
    in->ingress = (struct rvt_ingress){.priv = RVT_PRIV_M};
  else
    tb_pattern_next(&b->hart, &in->ingress);
  in->ingress.time = tb->clock & tb_ones(b->unit.p.ts_width);
  tb_ports_pack(&b->ports, &b->unit.p, &in->ingress);
  b->config.tracing = b->phase != LEAVE;
  b->config_bits = tb_config_bits(&b->config);
  in->cfg = b->config;
  in->m_ready = true;
  if (b->pins != 0) {
    rvt_pib_outputs(&b->pib, &b->pib_in, &b->pib_out);
    in->m_ready = b->pib_out.s_ready;
  }
  b->dn_on = true;
}

static void outputs(void *self) {
  struct burst_bench *b = self;
  rvt_encoder_outputs(b->unit.model, &b->unit.in.cfg, &b->unit.out);
}

static unsigned blocks_in(const struct rvt_ingress *in) {
  unsigned count = 0;
  for (unsigned i = 0; i < RVT_BLOCKS_MAX; i++) count += rvt_block_valid(&in->block[i]);
  return count;
}

/* After the edge, which says whether the clock was refused. */
static void count(struct burst_bench *b, uint64_t *cover, bool was_open) {
  const unsigned blocks = blocks_in(&b->unit.in.ingress);
  const bool accepted = b->unit.loss == RVT_LOSS_NONE;
  b->refused = b->refused || (!accepted && blocks != 0);
  b->stalled = b->stalled || b->unit.out.stall;
  if (!b->refused) {
    cover[COVER_BURST_CLOCKS] += b->phase == BURST && !b->held;
    cover[COVER_BURST_BLOCKS] += blocks;
    if (!b->stalled) cover[COVER_FREE_BLOCKS] += blocks;
  }
  cover[COVER_OVERFLOWS] += !was_open && b->unit.model->ingress.overflow_q;
  cover[COVER_REFUSED] += accepted ? 0 : blocks;
  if (b->phase != BURST || b->clock < b->from) return;
  const bool taken = b->unit.in.m_ready && b->unit.out.m.valid;
  cover[COVER_STEADY_CLOCKS]++;
  cover[COVER_STEADY_BLOCKS] += accepted ? blocks : 0;
  cover[COVER_STEADY_MESSAGES] += taken && b->unit.out.m.eom;
  cover[COVER_STEADY_BYTES] += taken ? b->unit.out.m.bytes : 0u;
  cover[COVER_STEADY_BEATS] += taken;
}

static void on_message(void *context, struct tb *tb, const struct rvt_ntrace_msg *m) {
  (void)context;
  tb->cover[COVER_ANNOUNCED] += m->tcode == RVT_TC_ERROR;
}

static void judge(struct burst_bench *b, struct tb *tb) {
  struct tb_trace_check *c = &b->judge->check;
  struct tb_trace_late *l = &b->judge->late;
  c->on_message = on_message;
  for (unsigned i = 0; b->unit.in.m_ready && i < b->unit.out.m.bytes; i++)
    tb_trace_late_byte(l, tb, b->unit.out.m.data[i]);
  if (tb_encoder_unit_idle(&b->unit) && b->unit.loss == RVT_LOSS_NONE) {
    tb_trace_late_idle(l, c, tb);
    tb_trace_check_empty(c, tb);
    tb->done = b->phase == LEAVE && b->clock > IDLE_CLOCKS;
  }
  for (unsigned i = 0; i < b->unit.p.blocks; i++)
    tb_trace_check_block(c, i, &b->unit.in.ingress.block[i]);
  tb_trace_late_clock(l, c, tb, &b->unit);
}

static void tick(void *self, struct tb *tb) {
  struct burst_bench *b = self;
  const bool was_open = b->unit.model->ingress.overflow_q;
  tb_stream_check_clock(&b->stream, &b->unit.out.m, b->unit.in.m_ready, tb);
  if (b->pins != 0) {
    b->pib_in.s = b->unit.out.m;
    rvt_pib_tick(&b->pib, &b->pib_in);
  }
  tb_encoder_unit_tick(&b->unit, tb->cover);
  if (b->phase == BURST) count(b, tb->cover, was_open);
  judge(b, tb);
  b->clock++;
  if (b->phase == LEAVE && b->clock == LEAVE_CLOCKS) tb_fail(tb, "the encoder does not run empty");
}

static bool finish(void *self, struct tb *tb) {
  const struct burst_bench *b = self;
  const uint64_t *cover = tb->cover;
  if (!tb->done)
    tb_fail(tb, "the clocks are over in phase %u", b->phase);
  else if (cover[COVER_OVERFLOWS] != cover[COVER_ANNOUNCED])
    tb_fail(tb, "overflows: expected an Error of each");
  else if (b->obey && cover[COVER_OVERFLOWS] != 0)
    tb_fail(tb, "a hart that obeys stall has lost something");
  return tb->error[0] == 0;
}

static void close_judge(void *self) {
  struct burst_bench *b = self;
  if (b->judge == NULL) return;
  tb_trace_check_close(&b->judge->check);
  free(b->judge);
}

const struct tb_bench tb_bench_burst = {
    .name = "burst",
    .bytes = sizeof(struct burst_bench),
    .binds = binds,
    .bind_count = sizeof binds / sizeof *binds,
    .covers = covers,
    .cover_count = COVERS,
    .init = init,
    .reset = reset,
    .drive = drive,
    .outputs = outputs,
    .tick = tick,
    .finish = finish,
    .close = close_judge,
};
