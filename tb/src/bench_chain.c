/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "benches.h"
#include "pin_check.h"
#include "rvt/ntrace_pib.h"
#include "scenario.h"
#include "stream_check.h"

enum cover { COVER_PIN_MESSAGES = TB_SCN_COVERS, COVER_PIB_FULL, COVERS };
static const char *const covers[COVERS] = {TB_SCN_COVER_NAMES, "pin_messages", "pib_full"};

/* The bytes that are checked and captured are those a probe sees on the pins. */
struct chain_bench {
  struct tb_scenario s;
  struct rvt_ntrace_pib pib;
  struct rvt_ntrace_pib_params pib_p;
  struct rvt_ntrace_pib_in pib_in;
  struct rvt_ntrace_pib_out pib_out;
  struct tb_stream_check stream;
  struct tb_pin_check pins;
  bool watching;
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
  b->pib_p.pins = (uint8_t)tb_param(tb, "Pins");
  b->pib_p.div_width = (uint8_t)tb_param(tb, "DivWidth");
  b->pib_p.buffer_bytes = (uint16_t)tb_param(tb, "BufferBytes");
  b->pib_in.active = b->pib_in.enable = true;
  b->pib_in.mode = (uint8_t)tb_option_in(tb, "pins", 8, 4, 8) == 8 ? RVT_PIB_8BIT : RVT_PIB_4BIT;
  b->pib_in.divider = (uint16_t)tb_option_in(tb, "divider", 0, 0, 255);
  b->stream = (struct tb_stream_check){.unit = "encoder", .lanes = 1, .framing = true};
  return tb->error[0] == 0;
}

static void reset(void *self, struct tb *tb) {
  struct chain_bench *b = self;
  tb_scenario_reset(&b->s, tb);
  if (rvt_ntrace_pib_init(&b->pib, &b->pib_p) != RVT_OK) tb_fail(tb, "pib: init failed");
  tb_stream_check_clear(&b->stream);
  tb_pin_check_stop(&b->pins);
  b->watching = false;
}

static void drive(void *self, struct tb *tb) {
  struct chain_bench *b = self;
  tb_scenario_drive(&b->s, tb);
}

static void outputs(void *self) {
  struct chain_bench *b = self;
  tb_scenario_outputs(&b->s);
  rvt_ntrace_pib_outputs(&b->pib, &b->pib_in, &b->pib_out);
  b->s.unit.in.m_ready = b->pib_out.s_ready;
  b->pib_in.s = b->s.unit.out.m;
}

static void check_pins(struct chain_bench *b, struct tb *tb) {
  const struct rvt_beat *m = &b->s.unit.out.m;
  if (!b->watching)
    tb_pin_check_start(&b->pins, b->pib_in.mode, b->pib_out.trc_clk, b->pib_out.trc_data);
  b->watching = true;
  tb_stream_check_clock(&b->stream, m, b->pib_out.s_ready, tb);
  tb_pin_check_clock(&b->pins, &b->pib_in, &b->pib_out, tb);
  if (b->pins.event == PIN_BYTE || b->pins.event == PIN_MESSAGE_END)
    tb_scenario_byte(&b->s, tb, b->pins.byte);
  /* It is in the PIB from the next clock on. */
  if (m->valid && b->pib_out.s_ready) tb_pin_check_expect(&b->pins, m->data[0], tb);
  tb->cover[COVER_PIN_MESSAGES] = b->pins.seen.messages;
  tb->cover[COVER_PIB_FULL] += !b->pib_out.s_ready;
}

static void tick(void *self, struct tb *tb) {
  struct chain_bench *b = self;
  check_pins(b, tb);
  tb_scenario_tick(&b->s, tb);
  rvt_ntrace_pib_tick(&b->pib, &b->pib_in);
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
