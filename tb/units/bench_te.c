/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#include "agents/ingress.h"
#include "agents/messages.h"
#include "agents/te_agent.h"
#include "cover/regs_cover.h"
#include "cover/te_cross.h"
#include "harness/bench.h"
#include "harness/config.h"
#include "harness/pace.h"
#include "judges/stream_check.h"
#include "judges/time_base.h"
#include "judges/trace_check.h"
#include "rvt/regs.h"
#include "units/encoder_unit.h"

enum cover {
  COVER_MESSAGES = TB_REGS_COVERS,
  COVER_STARTS,
  COVER_DRAINED,    /* disables that had to wait for Empty */
  COVER_WHOLE,      /* Active 0 within a message, which ends */
  COVER_CUT,        /* ... which nobody listens to */
  COVER_MASKED,     /* clocks in which an encoder in reset still offers */
  COVER_READ_EMPTY, /* Empty was read in a clock in which it still held something */
  COVER_OVERFLOWS,
  COVER_STALL,
  COVER_FREED, /* stall ends with Enable */
  COVER_FLUSHED,
  COVER_REGS_CROSS,
  COVER_CROSS = COVER_REGS_CROSS + TB_REGS_CROSSES,
  COVERS = COVER_CROSS + TB_TE_CROSSES
};
static const char *const covers[COVERS] = {TB_REGS_COVER_NAMES,
                                           "messages",
                                           "starts",
                                           "drained",
                                           "whole",
                                           "cut",
                                           "masked",
                                           "read_empty",
                                           "overflows",
                                           "stall",
                                           "freed",
                                           "flushed",
                                           TB_REGS_CROSS_NAMES,
                                           TB_TE_CROSS_NAMES};

struct te_bench {
  struct rvt_te_params p;
  struct rvt_te model;
  struct rvt_te_in in;
  struct rvt_te_out out;
  struct tb_te_agent agent;
  struct tb_ingress ingress;
  struct tb_pace ready;
  struct tb_stream_check stream;
  struct tb_trace_check *check; /* NULL: bytes are not looked into */
  uint32_t dead_every, dead_left, deaf_left, ack_left;
  bool obeying, quiet;
  uint32_t allowed;             /* slots that may still come under stall */
  bool was_deaf, stalled, held; /* in the clock before; a beat or a message under way */
  bool was_quiet, was_enabled;  /* in the clock before: empty and nothing traced; Enable */
  bool was_settled;             /* ... the configuration could change */
  bool fresh;                   /* the first clock after reset */
  bool read_away, read_stalled; /* trTeImpl was read while the hart was halted; while it waited */
  bool hart_was_reset;          /* under trace, and nothing was written since */
  bool dn_stopped;
  struct tb_back_signals back;
  struct tb_bus_cross bus_cross;
  struct tb_te_cross_state cross;
  uint64_t now;             /* the time that counts */
  struct tb_time_base base; /* what software has written of it */
};

#define T struct te_bench
static const struct tb_bind binds[] = {
    TB_APB_BINDS(T, agent.bus),
    TB_IN(T, "active_ack_i", in.active_ack),
    TB_INGRESS_BINDS(T, ingress.ports, ingress.in),
    TB_IN(T, "m_ready_i", in.m_ready),
    TB_IN(T, "m_dn_on_i", in.dn_on),
    TB_IN(T, "m_dn_stopped_i", dn_stopped),
    TB_IN(T, "m_dn_lost_i", in.dn_lost),
    TB_IN(T, "m_sync_req_i", in.sync_req),
    TB_IN(T, "m_flush_req_i", in.flush_req),
    TB_OUT(T, NULL, "prdata_o", out.prdata),
    TB_OUT(T, NULL, "pready_o", out.pready),
    TB_OUT(T, NULL, "pslverr_o", out.pslverr),
    TB_OUT(T, NULL, "busy_o", out.busy),
    TB_OUT(T, NULL, "active_req_o", out.active_req),
    TB_OUT(T, NULL, "stall_o", out.stall),
    TB_OUT(T, NULL, "m_valid_o", out.m.valid),
    TB_OUT(T, NULL, "m_data_o", out.m.data),
    TB_OUT(T, NULL, "m_bytes_o", out.m.bytes),
    TB_OUT(T, NULL, "m_eom_o", out.m.eom),
    TB_OUT(T, NULL, "m_sync_o", out.m.sync),
    TB_OUT(T, NULL, "m_length_o", out.m.length),
    TB_OUT(T, NULL, "m_flush_ack_o", out.flush_ack),
    TB_OUT(T, NULL, "m_closing_o", out.closing),
};
#undef T

static bool init(void *self, struct tb *tb) {
  struct te_bench *b = self;
  if (!tb_encoder_params(tb, &b->p.encoder)) return false;
  b->p.plain_sync = tb_param(tb, "PlainSync") != 0;
  const bool check = tb_option_in(tb, "check", 0, 0, 1) != 0;
  tb_te_agent_init(&b->agent, tb, 12, &b->p, check);
  tb_ingress_init(&b->ingress, tb, &b->p.encoder);
  tb_pace_init(&b->ready, tb, "ready", "mixed");
  b->dead_every = (uint32_t)tb_option_in(tb, "dead", 20000, 0, UINT32_MAX);
  /* Where a packet of E-Trace ends, its bytes alone do not say with srcID and time. */
  const struct rvt_params *p = &b->p.encoder;
  const bool alone = p->format == RVT_PROTOCOL_NTRACE || (p->src_bits_max == 0 && p->ts_width == 0);
  b->stream =
      (struct tb_stream_check){.unit = "te", .lanes = p->lanes, .framing = alone, .marked = true};
  struct rvt_error e = {""};
  if (tb->error[0] == 0 && rvt_te_init(&b->model, &b->p, &e) != RVT_OK)
    tb_fail(tb, "te: %s", e.text);
  if (tb->error[0] != 0 || !check) return tb->error[0] == 0;
  b->check = calloc(1, sizeof *b->check);
  if (b->check == NULL) tb_fail(tb, "out of memory");
  return b->check != NULL && tb_trace_check_open(b->check, tb, &b->p.encoder);
}

static void reset(void *self, struct tb *tb) {
  struct te_bench *b = self;
  if (rvt_te_init(&b->model, &b->p, NULL) != RVT_OK) tb_fail(tb, "te: init failed");
  tb_te_agent_reset(&b->agent);
  tb_stream_check_clear(&b->stream);
  b->base = (struct tb_time_base){0};
  b->in.active_ack = b->was_deaf = b->stalled = b->held = false;
  b->was_quiet = b->was_enabled = b->was_settled = b->hart_was_reset = false;
  b->fresh = true;
  b->cross = (struct tb_te_cross_state){.overflow = false};
  if (b->check != NULL) tb_trace_check_reset(b->check, tb);
}

/* A hart learns of stall one clock late, and may finish what it has begun. */
static bool drive_stall(struct te_bench *b, struct tb_rng *rng) {
  if (tb_rng_one_in(rng, 1000)) b->obeying = !b->obeying;
  if (!b->out.stall) {
    b->quiet = false;
    b->allowed = tb_rng_below(rng, b->p.encoder.stall_latency);
  } else {
    if (b->quiet && b->ingress.valid && b->allowed != 0) b->allowed--;
    b->quiet = true;
  }
  return b->obeying && b->quiet && b->allowed == 0;
}

/* A consumer that does not listen takes nothing, but for the rest of a message now and then. */
static void drive_consumer(struct te_bench *b, struct tb_rng *rng) {
  if (b->deaf_left != 0)
    b->deaf_left--;
  else if (tb_rng_one_in(rng, 3000))
    b->deaf_left = 1 + tb_rng_below(rng, 400);
  if (b->dead_left != 0)
    b->dead_left--;
  else if (tb_rng_one_in(rng, b->dead_every))
    b->dead_left = 200 + tb_rng_below(rng, 2000);
  const bool ready = tb_pace_next(&b->ready, rng) && b->dead_left == 0;
  b->in.dn_on = b->deaf_left == 0;
  b->in.m_ready = ready && (b->in.dn_on || (b->held && (b->deaf_left & 1) != 0));
}

static void drive_ack(struct te_bench *b, struct tb_rng *rng) {
  if (b->in.active_ack == b->out.active_req)
    b->ack_left = tb_rng_one_in(rng, 2) ? 0 : tb_rng_below(rng, 30);
  else if (b->ack_left != 0)
    b->ack_left--;
  if (b->ack_left == 0) b->in.active_ack = b->out.active_req;
}

static void drive(void *self, struct tb *tb) {
  struct te_bench *b = self;
  struct tb_rng *rng = &tb->rng;
  const bool quiet = drive_stall(b, rng); /* of the clock before */
  rvt_te_outputs(&b->model, &b->out);
  b->agent.stamps = b->base.control & RVT_TR_TS_ENABLE_MASK;
  tb_te_agent_next(&b->agent, rng);
  drive_ack(b, rng);
  drive_consumer(b, rng);
  tb_ingress_next(&b->ingress, rng, quiet);
  const uint32_t r = (uint32_t)tb_rng_next(rng);
  b->in.apb = b->agent.bus.pins;
  b->in.ingress = b->ingress.in;
  b->in.flush_req = (r & 3) == 0;
  b->dn_stopped = (r & 4) != 0;
  tb_back_signals_next(&b->back, rng);
  /* The judge knows of no block before which a request is taken up: tb_trace_late has no place. */
  b->in.sync_req = b->back.asks && b->check == NULL;
  b->in.dn_lost = b->back.lost;
}

static void outputs(void *self) {
  struct te_bench *b = self;
  rvt_te_outputs(&b->model, &b->out);
  b->now = rvt_regs_encoder_time(&b->model.regs, b->in.ingress.time);
}

/* Silence while inactive, and whole messages before. */
static void check_active(struct te_bench *b, struct tb *tb) {
  if (b->out.cfg.active) {
    tb_stream_check_clock(&b->stream, &b->out.m, b->in.m_ready, tb);
    b->held = b->stream.in_message || b->stream.held.valid;
    return;
  }
  const bool cut = b->held;
  struct rvt_beat inside;
  rvt_msg_fifo_beat(rvt_encoder_fifo(&b->model.encoder), &inside);
  if (b->out.m.valid || b->out.stall || b->out.flush_ack)
    tb_fail(tb, "te: an inactive encoder is not silent (TCI:CTRL-20)");
  if (!b->out.empty || b->out.overflow)
    tb_fail(tb, "te: an inactive encoder holds something (TCI:CTRL-16)");
  struct rvt_encoder_out encoder;
  rvt_encoder_outputs(&b->model.encoder, &b->out.cfg, &encoder);
  const struct rvt_apb *bus = &b->agent.bus.pins;
  tb->cover[COVER_READ_EMPTY] += !encoder.empty && bus->psel && !bus->penable && !bus->pwrite &&
                                 rvt_apb_word(bus) == RVT_TR_TE_CONTROL_OFFSET;
  if (cut && !b->was_deaf)
    tb_fail(tb, "te: a message is cut although its consumer listens (TCI:CTRL-07)");
  tb->cover[COVER_CUT] += cut;
  tb->cover[COVER_MASKED] += inside.valid;
  if (inside.valid && tb->error[0] == 0) PROVED("TCI:CTRL-20");
  tb_stream_check_clear(&b->stream);
  b->held = false;
}

/* After a clock that is empty and traces nothing, nothing comes until something is traced: no
 * window lies between a disable and its closing message. */
static void check_empty(struct te_bench *b, struct tb *tb) {
  const struct rvt_config *c = &b->out.cfg;
  struct rvt_encoder_out encoder;
  rvt_encoder_outputs(&b->model.encoder, c, &encoder);
  if (b->fresh && (b->out.active_req || b->out.prdata != 0 || c->active))
    tb_fail(tb, "te: not quiet after reset (TCI:CTRL-01)");
  if (b->was_quiet && (b->out.m.valid || !b->out.empty))
    tb_fail(tb, "te: something comes out of an empty encoder (TCI:CTRL-15)");
  if (b->was_enabled && c->active && !c->enable && !b->out.empty && !b->out.overflow) {
    PROVED("TCI:CTRL-15");
    PROVED("TCI:CTRL-18"); /* Enable reads 0, whatever the consumer does */
  }
  if (b->was_quiet && c->active && !c->enable) PROVED("TCI:CTRL-16");
  if (b->fresh) PROVED("TCI:CTRL-01");
  const struct rvt_regs_encoder *r = &b->model.regs;
  if (b->was_settled && c->active && r->enable_q && r->tracing_q && !c->tracing)
    tb_fail(tb, "te: a start waits although nothing is before the packer (TCI:CTRL-23)");
  b->was_settled = c->active && encoder.settled;
  b->fresh = false;
  const bool reports_enable = b->p.encoder.format == RVT_PROTOCOL_ETRACE; /* ETR:DC-07 */
  b->was_quiet = c->active && b->out.empty &&
                 !rvt_ingress_on_now(&b->p.encoder, c, &b->in.ingress) &&
                 !(reports_enable && c->enable && !b->was_enabled);
  b->was_enabled = c->enable;
}

static void check_trace(struct te_bench *b, struct tb *tb, enum rvt_loss loss) {
  const bool quiet = b->was_quiet;
  if (b->in.m_ready)
    for (unsigned i = 0; i < b->out.m.bytes; i++)
      tb_trace_check_byte(b->check, tb, b->out.m.data[i]);
  if (quiet && loss == RVT_LOSS_NONE) {
    tb_trace_check_empty(b->check, tb); /* all of it has come, so nothing was left behind */
    if (b->agent.drained > 1 && tb->error[0] == 0) {
      PROVED("TCI:CTRL-13");
      PROVED("TCI:CTRL-21");
    }
  }
  for (unsigned i = 0; i < b->p.encoder.blocks; i++)
    tb_trace_check_block(b->check, i, &b->in.ingress.block[i]);
  b->check->lost = b->in.dn_lost && !b->out.empty; /* D-33 */
  struct rvt_ingress in = b->in.ingress;
  in.time = b->now;
  tb_trace_check_clock(b->check, tb, &b->out.cfg, &in, loss);
}

/* A hart's reset is none of the registers': what is read after it tells of an encoder that is
 * still enabled. RTL and model have read the same. */
static void check_hart_reset(struct te_bench *b, struct tb *tb) {
  const struct rvt_apb *bus = &b->agent.bus.pins;
  const uint32_t kept = RVT_TR_TE_ACTIVE_MASK | RVT_TR_TE_ENABLE_MASK;
  const bool access = bus->psel && bus->penable;
  if (access && !bus->pwrite && b->out.pready && b->hart_was_reset &&
      rvt_apb_word(bus) == RVT_TR_TE_CONTROL_OFFSET) {
    if ((b->out.prdata & kept) != kept)
      tb_fail(tb, "te: a hart's reset clears trTeControl (TCI:BUS-14)");
    else
      PROVED("TCI:BUS-14");
  }
  if (access && bus->pwrite)
    b->hart_was_reset = false;
  else if (b->in.ingress.hart_reset && rvt_config_on(&b->out.cfg))
    b->hart_was_reset = true;
}

/* trTeImpl never changes: it reads as it does whatever the hart does. */
static void check_reachable(struct te_bench *b, struct tb *tb) {
  const struct rvt_apb *bus = &b->agent.bus.pins;
  if (!bus->psel || !bus->penable || bus->pwrite || rvt_apb_word(bus) != RVT_TR_TE_IMPL_OFFSET)
    return;
  const uint32_t expected = b->p.encoder.format == RVT_PROTOCOL_NTRACE ? 0x00010101 : 0x00000101;
  if (b->out.prdata != expected)
    tb_fail(tb, "te: trTeImpl reads 0x%08x, expected 0x%08x (TCI:BUS-13)", b->out.prdata, expected);
  b->read_away = b->read_away || rvt_ingress_away(&b->in.ingress);
  b->read_stalled = b->read_stalled || b->out.stall;
  if (b->read_away && b->read_stalled && tb->error[0] == 0) PROVED("TCI:BUS-13");
}

static void count(struct te_bench *b, struct tb *tb, const struct rvt_regs_encoder *before) {
  struct rvt_regs_encoder_in in;
  const struct rvt_regs_encoder_out out = {
      .prdata = b->out.prdata, .pready = b->out.pready, .cfg = b->out.cfg};
  rvt_te_regs_in(&b->in, &b->out, &in);
  tb_regs_count(before, &in, &out, &b->model.regs, tb->cover);
  tb_regs_cross(&b->bus_cross, before, &in, &out, &b->model.regs, tb->cover + COVER_REGS_CROSS);
  const bool whole = b->out.m.valid && b->in.m_ready && b->out.m.eom;
  tb->cover[COVER_MESSAGES] += whole;
  tb->cover[COVER_WHOLE] += whole && before->active.life_q == RVT_LIFE_CLOSING;
  if (whole && before->active.life_q == RVT_LIFE_CLOSING && before->mid_q) {
    PROVED("TCI:CTRL-07");
    PROVED("TCI:LINK-01");
  }
  check_reachable(b, tb);
  check_hart_reset(b, tb);
  tb->cover[COVER_STARTS] = b->agent.starts;
  tb->cover[COVER_DRAINED] = b->agent.drained;
  tb->cover[COVER_STALL] += b->out.stall && !b->stalled;
  tb->cover[COVER_FLUSHED] += b->out.flush_ack;
  if (b->stalled && !b->out.stall && !b->out.cfg.enable && b->out.cfg.active) {
    tb->cover[COVER_FREED]++;
    PROVED("TCI:OVF-10");
  }
}

/* What the encoder is told of its build and its time, against what it is and what software has
 * written: an oracle that follows the registers believes them. */
static void check_base(struct te_bench *b, struct tb *tb) {
  if (b->out.cfg.plain_sync != b->p.plain_sync)
    tb_fail(tb, "te: plain_sync is %d, of the build %d (D-09)", b->out.cfg.plain_sync,
            b->p.plain_sync);
  const struct rvt_apb *bus = &b->agent.bus.pins;
  const bool written =
      rvt_apb_writes(bus) && !b->out.closing && rvt_apb_word(bus) == RVT_TR_TS_CONTROL_OFFSET;
  if (b->p.encoder.ts_width == 0) return;
  if (b->out.cfg.time_new != b->base.fresh)
    tb_fail(tb, "te: a new base of time is %d, trTsControl says %d (TCI:TS-16)",
            b->out.cfg.time_new, b->base.fresh);
  const uint64_t now = tb_time_now(&b->base, b->in.ingress.time, b->p.encoder.ts_width);
  if (b->now != now)
    tb_fail(tb, "te: time is 0x%llx, expected 0x%llx (TCI:TS-03, TS-07)",
            (unsigned long long)b->now, (unsigned long long)now);
  const bool halted = b->in.ingress.halted || b->in.ingress.priv == RVT_PRIV_DEBUG;
  tb_time_tick(&b->base, b->out.cfg.active, halted, bus->pwdata, written ? rvt_apb_lanes(bus) : 0);
}

static void tick(void *self, struct tb *tb) {
  struct te_bench *b = self;
  const struct rvt_regs_encoder before = b->model.regs;
  const bool overflow = b->out.overflow;
  check_active(b, tb);
  check_empty(b, tb);
  check_base(b, tb);
  tb_apb_clock(&b->agent.bus, tb, b->out.pready, b->out.prdata, b->out.pslverr);
  if (b->out.stall && !b->out.cfg.enable)
    tb_fail(tb, "te: a hart is stalled by an encoder that is not enabled (TCI:OVF-10)");
  tb_te_cross(&b->cross, &b->model, &b->in, &b->out, tb->cover + COVER_CROSS);
  const bool flushes = b->p.encoder.repeat_hist != 0 &&
                       tb_encoder_flushes(&b->model.encoder, b->in.flush_req && b->out.cfg.active);
  rvt_te_tick(&b->model, &b->in, &b->out);
  count(b, tb, &before);
  const bool overflow_now = b->model.encoder.ingress.overflow_q;
  tb->cover[COVER_OVERFLOWS] += !overflow && overflow_now;
  const enum rvt_loss loss = !b->out.cfg.active          ? RVT_LOSS_NONE
                             : overflow && !overflow_now ? RVT_LOSS_END
                             : overflow || overflow_now  ? RVT_LOSS_REFUSE
                                                         : RVT_LOSS_NONE;
  if (b->check != NULL) {
    b->check->flushed = flushes && b->model.encoder.messages.ntrace.history.flush_q;
    check_trace(b, tb, loss);
  }
  b->was_deaf = !b->in.dn_on;
  b->stalled = b->out.stall;
}

static void close_check(void *self) {
  struct te_bench *b = self;
  if (b->check == NULL) return;
  tb_trace_check_close(b->check);
  free(b->check);
}

const struct tb_bench tb_bench_te = {
    .name = "te",
    .bytes = sizeof(struct te_bench),
    .binds = binds,
    .bind_count = sizeof binds / sizeof *binds,
    .covers = covers,
    .cover_count = COVERS,
    .init = init,
    .reset = reset,
    .drive = drive,
    .outputs = outputs,
    .tick = tick,
    .close = close_check,
};
