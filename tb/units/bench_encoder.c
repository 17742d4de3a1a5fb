/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "agents/ingress.h"
#include "agents/messages.h"
#include "encoder_unit.h"
#include "harness/bench.h"
#include "harness/config.h"
#include "harness/pace.h"
#include "judges/stream_check.h"
#include "judges/trace_check.h"
#include "judges/trace_late.h"

static const char *const covers[TB_ENC_COVERS] = {TB_ENC_COVER_NAMES};

enum obey { OBEY_NEVER, OBEY_ALWAYS, OBEY_CHANGING };

struct encoder_bench {
  struct tb_encoder_unit unit;
  struct tb_config config;
  const char *config_file; /* option config=FILE, or NULL */
  struct tb_ingress ingress;
  struct tb_pace ready;
  struct tb_stream_check stream;
  struct {
    struct tb_trace_check check;
    struct tb_trace_late late;
  } * judge; /* NULL: bytes are not looked into */
  uint32_t dead_every, dead_left, settled_for;
  enum obey obey;
  bool obeying, quiet, enable_before;
  uint32_t allowed; /* slots that may still come under stall */
  bool has_back;    /* option back=0: nothing is lost, asked for or flushed behind it */
  struct tb_back_signals back;
  bool dn_on, dn_stopped;
};

#define T struct encoder_bench
static const struct tb_bind binds[] = {
    TB_IN(T, "cfg_i", config.bits),
    TB_INGRESS_BINDS(T, ingress.ports, ingress.in),
    TB_IN(T, "m_ready_i", unit.in.m_ready),
    TB_IN(T, "m_dn_on_i", dn_on),
    TB_IN(T, "m_dn_stopped_i", dn_stopped),
    TB_IN(T, "m_dn_lost_i", unit.in.dn_lost),
    TB_IN(T, "m_sync_req_i", unit.in.sync_req),
    TB_IN(T, "m_flush_req_i", unit.in.flush_req),
    TB_OUT(T, NULL, "stall_o", unit.out.stall),
    TB_OUT(T, NULL, "m_valid_o", unit.out.m.valid),
    TB_OUT(T, NULL, "m_data_o", unit.out.m.data),
    TB_OUT(T, NULL, "m_bytes_o", unit.out.m.bytes),
    TB_OUT(T, NULL, "m_eom_o", unit.out.m.eom),
    TB_OUT(T, NULL, "m_sync_o", unit.out.m.sync),
    TB_OUT_APART(T, NULL, "m_length_o", unit.out.m.length, unit.all_bits),
    TB_OUT(T, NULL, "m_flush_ack_o", unit.out.flush_ack),
    TB_OUT(T, NULL, "empty_o", unit.out.empty),
    TB_OUT(T, NULL, "settled_o", unit.out.settled),
    TB_OUT(T, NULL, "overflow_o", unit.out.overflow),
};
#undef T

static bool open_check(struct encoder_bench *b, struct tb *tb) {
  const uint64_t check = tb_option_in(tb, "check", 0, 0, 1);
  if (check == 0) return true;
  /* A change of sync settings acts on what flow holds, which only a clocked encoder knows. */
  if (b->config.live != 0) tb_fail(tb, "check=1 needs live=0");
  b->judge = calloc(1, sizeof *b->judge);
  if (b->judge == NULL) {
    tb_fail(tb, "out of memory");
    return false;
  }
  return tb_trace_check_open(&b->judge->check, tb, &b->unit.p);
}

static bool init(void *self, struct tb *tb) {
  struct encoder_bench *b = self;
  if (!tb_encoder_unit_init(&b->unit, tb)) return false;
  tb_config_init(&b->config, tb, &b->unit.p);
  b->config_file = tb_option_text(tb, "config", NULL);
  tb_ingress_init(&b->ingress, tb, &b->unit.p);
  b->config.hart = &b->ingress.in;
  tb_pace_init(&b->ready, tb, "ready", "mixed");
  b->dead_every = (uint32_t)tb_option_in(tb, "dead", 20000, 0, UINT32_MAX);
  b->obey = (enum obey)tb_option_in(tb, "obey", OBEY_CHANGING, OBEY_NEVER, OBEY_CHANGING);
  b->obeying = b->obey == OBEY_ALWAYS;
  b->has_back = tb_option_in(tb, "back", 1, 0, 1) != 0;
  /* Where a packet of E-Trace ends, its bytes alone do not say with srcID and time. */
  const bool alone = b->unit.p.format == RVT_PROTOCOL_NTRACE ||
                     (b->unit.p.src_bits_max == 0 && b->unit.p.ts_width == 0);
  b->stream = (struct tb_stream_check){
      .unit = "encoder", .lanes = b->unit.p.lanes, .framing = alone, .marked = true};
  return open_check(b, tb);
}

static void reset(void *self, struct tb *tb) {
  struct encoder_bench *b = self;
  tb_encoder_unit_reset(&b->unit, tb);
  tb_stream_check_clear(&b->stream);
  if (b->judge == NULL) return;
  tb_trace_check_reset(&b->judge->check, tb);
  tb_trace_late_clear(&b->judge->late);
}

/* A hart learns of stall one clock late, and may finish what it has begun. */
static void drive_stall(struct encoder_bench *b, struct tb *tb) {
  if (b->obey == OBEY_CHANGING && tb_rng_one_in(&tb->rng, 1000)) b->obeying = !b->obeying;
  if (!b->unit.out.stall) {
    b->quiet = false;
    b->allowed = tb_rng_below(&tb->rng, b->unit.p.stall_latency);
    return;
  }
  if (b->quiet && b->ingress.valid && b->allowed != 0) b->allowed--;
  b->quiet = true;
}

/* Slots that the build does not have stay 0. */
static void take_ingress(struct encoder_bench *b) {
  const struct rvt_ingress *from = &b->ingress.in;
  struct rvt_ingress *to = &b->unit.in.ingress;
  *to = *from;
  for (unsigned i = b->unit.p.blocks; i < RVT_BLOCKS_MAX; i++) to->block[i] = (struct rvt_block){0};
}

static bool judges_etrace(const struct encoder_bench *b) {
  return b->judge != NULL && b->unit.p.format == RVT_PROTOCOL_ETRACE;
}

/* Whether the configuration may be another one. When the entry for a rise of trTeEnable finds room,
 * and when flow reads the options for its 3.3, the oracle does not know: so trTeEnable rises in a
 * settled encoder, as it does with Active, and options stay until that 3.3 has gone. */
static bool may_renew(struct encoder_bench *b) {
  enum { GONE = 16 };
  const bool settled = tb_encoder_unit_settled(&b->unit);
  if (!judges_etrace(b)) return settled;
  const bool enable = b->unit.in.cfg.enable && b->unit.in.cfg.active;
  b->settled_for = settled && enable == b->enable_before ? b->settled_for + 1 : 0;
  b->enable_before = enable;
  b->config.until_empty = b->config.until_empty || !b->config.c.enable;
  return b->settled_for > GONE;
}

static void drive(void *self, struct tb *tb) {
  struct encoder_bench *b = self;
  struct rvt_encoder_in *in = &b->unit.in;
  uint64_t r = tb_rng_next(&tb->rng);
  drive_stall(b, tb);
  tb_config_next(&b->config, &tb->rng, may_renew(b));
  if (b->config.c.time_new) b->ingress.in.time = r >> 4 | r << 60; /* before its next step */
  bool held = b->obeying && b->quiet && b->allowed == 0;
  tb_ingress_next(&b->ingress, &tb->rng, held);
  tb->cover[TB_ENC_STALL_OBEYED] += held;
  in->cfg = b->config.c;
  take_ingress(b);
  in->m_ready = tb_pace_next(&b->ready, &tb->rng) && b->dead_left == 0;
  if (b->dead_left != 0)
    b->dead_left--;
  else if (tb_rng_one_in(&tb->rng, b->dead_every))
    b->dead_left = 200 + tb_rng_below(&tb->rng, 2000);
  in->flush_req = b->has_back && (r & 3) == 0;
  b->dn_on = r >> 2 & 1;
  b->dn_stopped = r >> 3 & 1;
  if (b->has_back) tb_back_signals_next(&b->back, &tb->rng);
  in->sync_req = b->back.asks;
  in->dn_lost = b->back.lost;
}

static void outputs(void *self) {
  struct encoder_bench *b = self;
  rvt_encoder_outputs(b->unit.model, &b->unit.in.cfg, &b->unit.out);
}

static void check_clock(struct encoder_bench *b, struct tb *tb) {
  struct tb_trace_check *c = &b->judge->check;
  struct tb_trace_late *l = &b->judge->late;
  for (unsigned i = 0; b->unit.in.m_ready && i < b->unit.out.m.bytes; i++)
    tb_trace_late_byte(l, tb, b->unit.out.m.data[i]);
  if (tb_encoder_unit_idle(&b->unit) && b->unit.loss == RVT_LOSS_NONE) {
    tb_trace_late_idle(l, c, tb);
    tb_trace_check_empty(c, tb);
  }
  for (unsigned i = 0; i < b->unit.p.blocks; i++)
    tb_trace_check_block(c, i, &b->ingress.in.block[i]);
  tb_trace_late_clock(l, c, tb, &b->unit);
}

static void tick(void *self, struct tb *tb) {
  struct encoder_bench *b = self;
  tb_stream_check_clock(&b->stream, &b->unit.out.m, b->unit.in.m_ready, tb);
  if (!b->unit.in.cfg.active) tb_stream_check_clear(&b->stream);
  tb_encoder_unit_tick(&b->unit, tb->cover);
  if (b->judge != NULL) check_clock(b, tb);
}

/* How many configurations were drawn. */
static bool finish(void *self, struct tb *tb) {
  const struct encoder_bench *b = self;
  const char *path = b->config_file;
  FILE *file = path == NULL ? NULL : fopen(path, "w");
  if (path == NULL) return true;
  if (file == NULL || fprintf(file, "drawn=%" PRIu64 "\n", b->config.drawn) < 0 ||
      fclose(file) != 0)
    tb_fail(tb, "%s: cannot be written", path);
  return tb->error[0] == 0;
}

static void close_check(void *self) {
  struct encoder_bench *b = self;
  if (b->judge == NULL) return;
  tb_trace_check_close(&b->judge->check);
  free(b->judge);
}

const struct tb_bench tb_bench_encoder = {
    .name = "encoder",
    .bytes = sizeof(struct encoder_bench),
    .binds = binds,
    .bind_count = sizeof binds / sizeof *binds,
    .covers = covers,
    .cover_count = TB_ENC_COVERS,
    .init = init,
    .reset = reset,
    .drive = drive,
    .outputs = outputs,
    .tick = tick,
    .finish = finish,
    .close = close_check,
};
