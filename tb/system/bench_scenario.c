/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "harness/bench.h"
#include "judges/stream_check.h"
#include "scenario.h"

static const char *const covers[TB_SCN_COVERS] = {TB_SCN_COVER_NAMES};

struct scenario_bench {
  struct tb_scenario s;
  struct tb_stream_check stream;
};

#define T struct scenario_bench
static const struct tb_bind binds[] = {
    TB_SCENARIO_BINDS(T),
    TB_OUT(T, "encoder", "settled_o", s.unit.out.settled),
    TB_IN(T, "m_ready_i", s.unit.in.m_ready),
    TB_IN(T, "m_dn_on_i", s.dn_on),
    TB_IN(T, "m_dn_stopped_i", s.dn_stopped),
    TB_IN(T, "m_dn_lost_i", s.unit.in.dn_lost),
    TB_IN(T, "m_sync_req_i", s.unit.in.sync_req),
    TB_IN(T, "m_flush_req_i", s.unit.in.flush_req),
    TB_OUT(T, "encoder", "m_valid_o", s.unit.out.m.valid),
    TB_OUT(T, "encoder", "m_data_o", s.unit.out.m.data),
    TB_OUT(T, "encoder", "m_bytes_o", s.unit.out.m.bytes),
    TB_OUT(T, "encoder", "m_eom_o", s.unit.out.m.eom),
    TB_OUT(T, "encoder", "m_sync_o", s.unit.out.m.sync),
    TB_OUT_APART(T, "encoder", "m_length_o", s.unit.out.m.length, s.unit.all_bits),
    TB_OUT(T, "encoder", "m_flush_ack_o", s.unit.out.flush_ack),
};
#undef T

static bool init(void *self, struct tb *tb) {
  struct scenario_bench *b = self;
  if (!tb_scenario_init(&b->s, tb)) return false;
  const struct rvt_config *cfg = &b->s.unit.in.cfg;
  b->stream = (struct tb_stream_check){
      .unit = "encoder",
      .lanes = b->s.unit.p.lanes,
      .framing = true,
      .begin = rvt_framing_place(cfg->inhibit_src ? 0 : cfg->src_bits, b->s.unit.p.ts_width / 8u)};
  return true;
}

static void reset(void *self, struct tb *tb) {
  struct scenario_bench *b = self;
  tb_scenario_reset(&b->s, tb);
  tb_stream_check_clear(&b->stream);
}

static void drive(void *self, struct tb *tb) {
  struct scenario_bench *b = self;
  tb_scenario_drive(&b->s, tb);
}

static void outputs(void *self) {
  struct scenario_bench *b = self;
  tb_scenario_outputs(&b->s);
}

static void tick(void *self, struct tb *tb) {
  struct scenario_bench *b = self;
  const struct rvt_beat *m = &b->s.unit.out.m;
  tb_stream_check_clock(&b->stream, m, b->s.unit.in.m_ready, tb);
  for (unsigned i = 0; b->s.unit.in.m_ready && i < m->bytes; i++)
    tb_scenario_byte(&b->s, tb, m->data[i]);
  tb_scenario_tick(&b->s, tb);
  tb->done = tb_scenario_over(&b->s);
}

static bool finish(void *self, struct tb *tb) {
  struct scenario_bench *b = self;
  return tb_scenario_finish(&b->s, tb);
}

static void close_files(void *self) {
  struct scenario_bench *b = self;
  tb_scenario_close(&b->s);
}

const struct tb_bench tb_bench_scenario = {
    .name = "scenario",
    .bytes = sizeof(struct scenario_bench),
    .binds = binds,
    .bind_count = sizeof binds / sizeof *binds,
    .covers = covers,
    .cover_count = TB_SCN_COVERS,
    .init = init,
    .reset = reset,
    .drive = drive,
    .outputs = outputs,
    .tick = tick,
    .finish = finish,
    .close = close_files,
};
