/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "harness/bench.h"
#include "judges/pin_check.h"
#include "judges/stream_check.h"
#include "rvt/unit/pib.h"
#include "system/scenario.h"

enum cover {
  COVER_PIN_MESSAGES = TB_SCN_COVERS,
  COVER_PIB_FULL,
  COVER_STARTS_TIMED,
  COVER_CLOCKS_TO_STREAM,
  COVER_CLOCKS_TO_PINS,
  COVERS
};
static const char *const covers[COVERS] = {TB_SCN_COVER_NAMES, "pin_messages",
                                           "pib_full",         "starts_timed",
                                           "clocks_to_stream", "clocks_to_pins"};

/* The bytes that are checked and captured are those a probe sees on the pins. */
struct chain_bench {
  struct tb_scenario s;
  struct rvt_pib pib;
  struct rvt_pib_params pib_p;
  struct rvt_pib_in pib_in;
  struct rvt_pib_out pib_out;
  struct tb_stream_check stream;
  struct tb_pin_check pins;
  bool watching;
  bool timing_stream, timing_pins; /* the block of clock `block_clock` is on its way */
  uint64_t block_clock;
};

#define T struct chain_bench
static const struct tb_bind binds[] = {
    TB_SCENARIO_BINDS(T),
    TB_OUT(T, "encoder", "m_valid_o", s.unit.out.m.valid),
    TB_OUT(T, "encoder", "m_data_o", s.unit.out.m.data),
    TB_OUT(T, "encoder", "m_bytes_o", s.unit.out.m.bytes),
    TB_OUT(T, "encoder", "m_eom_o", s.unit.out.m.eom),
    TB_IN(T, "active_i", pib_in.active),
    TB_IN(T, "enable_i", pib_in.enable),
    TB_IN(T, "mode_i", pib_in.mode),
    TB_IN(T, "divider_i", pib_in.divider),
    TB_OUT(T, "pib", "m_ready_o", pib_out.s_ready),
    TB_OUT(T, "pib", "pib_empty_o", pib_out.empty),
    TB_OUT(T, "pib", "trc_clk_o", pib_out.trc_clk),
    TB_OUT(T, "pib", "trc_data_o", pib_out.trc_data),
};
#undef T

static bool init(void *self, struct tb *tb) {
  struct chain_bench *b = self;
  if (!tb_scenario_init(&b->s, tb)) return false;
  b->pib_p.lanes = (uint8_t)tb_param(tb, "Lanes");
  b->pib_p.pins = (uint8_t)tb_param(tb, "Pins");
  b->pib_p.div_width = (uint8_t)tb_param(tb, "DivWidth");
  b->pib_p.buffer_bytes = (uint16_t)tb_param(tb, "BufferBytes");
  b->pib_p.framing = (uint8_t)tb_param(tb, "Framing");
  b->pib_in.active = b->pib_in.enable = true;
  b->pib_in.mode = (uint8_t)tb_option_in(tb, "pins", 8, 4, 8) == 8 ? RVT_PIB_8BIT : RVT_PIB_4BIT;
  b->pib_in.divider = (uint16_t)tb_option_in(tb, "divider", 0, 0, 255);
  b->stream = (struct tb_stream_check){.unit = "encoder", .lanes = 1, .framing = true};
  return tb->error[0] == 0;
}

static void reset(void *self, struct tb *tb) {
  struct chain_bench *b = self;
  tb_scenario_reset(&b->s, tb);
  if (rvt_pib_init(&b->pib, &b->pib_p, NULL) != RVT_OK) tb_fail(tb, "pib: init failed");
  tb_stream_check_clear(&b->stream);
  tb_pin_check_reset(&b->pins, tb);
  b->watching = false;
}

static void drive(void *self, struct tb *tb) {
  struct chain_bench *b = self;
  tb_scenario_drive(&b->s, tb);
}

static void outputs(void *self) {
  struct chain_bench *b = self;
  tb_scenario_outputs(&b->s);
  rvt_pib_outputs(&b->pib, &b->pib_in, &b->pib_out);
  b->s.unit.in.m_ready = b->pib_out.s_ready;
  b->pib_in.s = b->s.unit.out.m;
}

static void keep_longest(uint64_t *longest, uint64_t clocks) {
  if (clocks > *longest) *longest = clocks;
}

/* From the block that starts a trace in an empty chain to the first byte of its message. */
static void time_start(struct chain_bench *b, struct tb *tb) {
  const struct rvt_encoder_in *in = &b->s.unit.in;
  const bool halted = in->ingress.halted || in->ingress.priv == RVT_PRIV_DEBUG;
  if (b->s.unit.out.empty && b->pib_out.empty && rvt_block_valid(&in->ingress.block[0]) &&
      rvt_config_on(&in->cfg) && !halted) {
    b->timing_stream = b->timing_pins = true;
    b->block_clock = tb->clock;
    tb->cover[COVER_STARTS_TIMED]++;
  }
  if (b->timing_stream && b->s.unit.out.m.valid) {
    b->timing_stream = false;
    keep_longest(&tb->cover[COVER_CLOCKS_TO_STREAM], tb->clock - b->block_clock);
  }
  if (b->timing_pins && b->pins.event == PIN_BYTE) {
    b->timing_pins = false;
    keep_longest(&tb->cover[COVER_CLOCKS_TO_PINS], tb->clock - b->block_clock);
  }
}

static void check_pins(struct chain_bench *b, struct tb *tb) {
  const struct rvt_beat *m = &b->s.unit.out.m;
  if (!b->watching) tb_pin_check_start(&b->pins, b->pib_in.mode, false, &b->pib_out);
  b->watching = true;
  tb_stream_check_clock(&b->stream, m, b->pib_out.s_ready, tb);
  tb_pin_check_clock(&b->pins, &b->pib_in, &b->pib_out, tb);
  if (b->pins.event == PIN_BYTE || b->pins.event == PIN_MESSAGE_END)
    tb_scenario_byte(&b->s, tb, b->pins.byte);
  /* It is in the PIB from the next clock on. */
  if (m->valid && b->pib_out.s_ready) tb_pin_check_expect(&b->pins, m, tb);
  tb->cover[COVER_PIN_MESSAGES] = b->pins.seen.messages;
  tb->cover[COVER_PIB_FULL] += !b->pib_out.s_ready;
}

static void tick(void *self, struct tb *tb) {
  struct chain_bench *b = self;
  check_pins(b, tb);
  time_start(b, tb);
  tb_scenario_tick(&b->s, tb);
  rvt_pib_tick(&b->pib, &b->pib_in);
  tb->done = tb_scenario_over(&b->s) && b->pib_out.empty && tb_pin_check_open(&b->pins) == 0;
}

static bool finish(void *self, struct tb *tb) {
  struct chain_bench *b = self;
  return tb_scenario_finish(&b->s, tb);
}

static void close_files(void *self) {
  struct chain_bench *b = self;
  tb_scenario_close(&b->s);
}

const struct tb_bench tb_bench_chain = {
    .name = "chain",
    .bytes = sizeof(struct chain_bench),
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
    .close = close_files,
};
