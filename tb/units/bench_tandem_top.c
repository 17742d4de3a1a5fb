/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "agents/apb_bus.h"
#include "agents/tandem.h"
#include "agents/tandem_ports.h"
#include "harness/bench.h"
#include "judges/group_reader.h"
#include "judges/tandem_check.h"
#include "oracle/pin_monitor.h"
#include "rvt/regs.h"
#include "rvt/tandem/top.h"

/*
 * Encoder of tandem verification trace with its registers and sinks: a hart at the bundle, software
 * at the bus, a memory, a probe at the pins.
 */

enum cover {
  COVER_SESSIONS,
  COVER_MEMORY, /* groups that were read from the memory */
  COVER_PINS_4, /* ... from so many pins */
  COVER_PINS_8,
  COVER_PINS_16,
  COVER_BOTH,    /* a group for both */
  COVER_CUT,     /* a group that the memory has in part */
  COVER_STOPPED, /* clocks in which the memory is full, and the encoder waits */
  COVER_RESUMED, /* ... until software goes on */
  COVER_STALL,
  COVER_FREED, /* a full queue without stall, as software has said */
  COVER_LOST,  /* rvtTandemLost is set */
  COVER_SINK_LOST,
  COVER_CLEARED,  /* one of them, by software */
  COVER_CLOSING,  /* clocks between Active = 0 and the end of the group */
  COVER_CLOSED,   /* with something in the encoder */
  COVER_NOBODY,   /* a group waits, and no sink is on */
  COVER_RAM_LEFT, /* Active = 0 of a sink with groups in it */
  COVER_PIB_LEFT,
  COVER_DISABLED, /* told, and not enabled */
  COVERS
};
static const char *const covers[COVERS] = {
    "sessions", "memory",  "pins_4", "pins_8",   "pins_16",  "both",      "cut",
    "stopped",  "resumed", "stall",  "freed",    "lost",     "sink_lost", "cleared",
    "closing",  "closed",  "nobody", "ram_left", "pib_left", "disabled"};

enum {
  AT_RAM = 0x1000,
  AT_PIB = 0x2000,
  ENCODER_ON = RVT_RVT_TANDEM_ACTIVE_MASK,
  ENCODER_RUN = ENCODER_ON | RVT_RVT_TANDEM_ENABLE_MASK,
  CLEARS = RVT_RVT_TANDEM_LOST_MASK | RVT_RVT_TANDEM_SINK_LOST_MASK,
  RAM_ON = RVT_TR_RAM_ACTIVE_MASK,
  RAM_RUN = RAM_ON | RVT_TR_RAM_ENABLE_MASK,
  PIB_ON = RVT_TR_PIB_ACTIVE_MASK,
  WORDS = 1 << 12
};

struct top_bench {
  struct rvt_tandem_top_params p;
  struct rvt_tandem_top model;
  struct rvt_tandem_top_in in;
  struct rvt_tandem_top_out out;
  struct tb_tandem agent;
  struct tb_tandem_ports ports;
  struct tb_apb bus;
  struct tb_tandem_check check;
  struct tb_group_reader memory, pins;
  uint32_t held; /* of the bytes in the RAM sink those of groups */
  struct pin_monitor probe;
  uint8_t mode; /* of the probe; 0: it does not look */
  bool center;
  uint8_t words[4 * WORDS];
  uint64_t read_data;
  bool was_read;
  uint32_t wait_left;
  uint32_t stall_ena; /* the bit, of this session */
};

#define T struct top_bench
static const struct tb_bind binds[] = {
    TB_IN(T, "apb_psel_i", bus.pins.psel),
    TB_IN(T, "apb_penable_i", bus.pins.penable),
    TB_IN(T, "apb_pwrite_i", bus.pins.pwrite),
    TB_IN(T, "apb_paddr_i", bus.pins.paddr),
    TB_IN(T, "apb_pwdata_i", bus.pins.pwdata),
    TB_IN(T, "apb_pstrb_i", bus.pins.pstrb),
    TB_TANDEM_BINDS,
    TB_IN(T, "active_ack_i", in.active_ack),
    TB_IN(T, "ram_rdata_i", in.ram_rdata),
    TB_OUT(T, NULL, "apb_prdata_o", out.prdata),
    TB_OUT(T, NULL, "apb_pready_o", out.pready),
    TB_OUT(T, NULL, "apb_pslverr_o", out.pslverr),
    TB_OUT(T, NULL, "active_req_o", out.active_req),
    TB_OUT(T, NULL, "stall_o", out.stall),
    TB_OUT(T, NULL, "ram_cs_o", out.sinks.ram.ram_cs),
    TB_OUT(T, NULL, "ram_we_o", out.sinks.ram.ram_we),
    TB_OUT(T, NULL, "ram_addr_o", out.sinks.ram.ram_addr),
    TB_OUT(T, NULL, "ram_wdata_o", out.sinks.ram.ram_wdata),
    TB_OUT(T, NULL, "ram_be_o", out.sinks.ram.ram_be),
    TB_OUT(T, NULL, "trc_clk_o", out.sinks.pib.trc_clk),
    TB_OUT(T, NULL, "trc_data_o", out.sinks.pib.trc_data),
};
#undef T

/* Accesses by chance, which change little. */
static const struct tb_apb_word likes[] = {
    {.offset = RVT_RVT_TANDEM_CONTROL_OFFSET,
     .weight = 2,
     .likely = ENCODER_RUN | RVT_RVT_TANDEM_STALL_ENA_MASK,
     .rare = 24},
    {.offset = RVT_RVT_TANDEM_SIZES_OFFSET, .weight = 2, .repeat = 2, .stride = 4},
    {.offset = RVT_RVT_TANDEM_IMPL_OFFSET, .weight = 1},
    {.offset = AT_RAM + RVT_TR_RAM_CONTROL_OFFSET, .weight = 1, .likely = RAM_RUN, .rare = 24},
    {.offset = AT_RAM + RVT_TR_RAM_WP_LOW_OFFSET, .weight = 2},
    {.offset = AT_RAM + RVT_TR_RAM_DATA_OFFSET, .weight = 2},
    {.offset = AT_PIB + RVT_TR_PIB_IMPL_OFFSET, .weight = 1},
};

static bool init(void *self, struct tb *tb) {
  struct top_bench *b = self;
  const uint8_t words_log2 = (uint8_t)tb_param(tb, "SramWordsLog2");
  b->p = (struct rvt_tandem_top_params){
      .encoder = tb_tandem_params(tb),
      .sinks = {
          .has_ram = tb_param(tb, "Ram") != 0,
          .has_pib = tb_param(tb, "Pib") != 0,
          .ram = {.sram_words_log2 = words_log2, .sram_width = (uint8_t)tb_param(tb, "SramWidth")},
          .pib = {.pib = {.pins = (uint8_t)tb_param(tb, "Pins"),
                          .div_width = (uint8_t)tb_param(tb, "DivWidth"),
                          .buffer_bytes = (uint16_t)tb_param(tb, "BufferBytes"),
                          .clk_center = tb_param(tb, "ClkCenter") != 0},
                  .safe_div = (uint16_t)tb_param(tb, "SafeDiv")}}};
  struct rvt_error e;
  if (tb->error[0] == 0 && rvt_tandem_top_init(&b->model, &b->p, &e) != RVT_OK)
    tb_fail(tb, "%s", e.text);
  if (UINT32_C(1) << words_log2 > WORDS) tb_fail(tb, "the bench has 2^12 words of memory at most");
  tb_tandem_init(&b->agent, tb, &b->p.encoder);
  tb_apb_init(&b->bus, tb, 16, likes, sizeof likes / sizeof *likes);
  tb_tandem_check_init(&b->check, &b->p.encoder, false);
  tb_group_reader_init(&b->memory, "memory", b->agent.only_hart, &b->p.encoder.format);
  tb_group_reader_init(&b->pins, "pins", b->agent.only_hart, &b->p.encoder.format);
  return tb->error[0] == 0;
}

static void reset(void *self, struct tb *tb) {
  struct top_bench *b = self;
  if (rvt_tandem_top_init(&b->model, &b->p, NULL) != RVT_OK)
    tb_fail(tb, "the parameters have changed");
  tb_tandem_reset(&b->agent);
  tb_apb_reset(&b->bus);
  tb_tandem_check_clear(&b->check);
  tb_group_reader_clear(&b->memory);
  tb_group_reader_clear(&b->pins);
  pin_monitor_init(&b->probe, rvt_framing_of(RVT_FRAMING_TANDEM), 16, false, 0);
  b->held = 0;
  b->mode = 0;
  b->was_read = false;
  b->wait_left = 0;
  b->in.active_ack = 0;
}

/* ---- Software ---- */

static void write_ram(struct top_bench *b, uint32_t bits, struct tb_rng *rng) {
  const uint32_t stop = tb_rng_one_in(rng, 2) ? RVT_TR_RAM_STOP_ON_WRAP_MASK : 0;
  tb_apb_write(&b->bus, AT_RAM + RVT_TR_RAM_CONTROL_OFFSET, bits | stop);
}

static void set_up_ram(struct top_bench *b, struct tb_rng *rng) {
  const uint32_t last = (UINT32_C(1) << b->p.sinks.ram.sram_words_log2) - 1;
  write_ram(b, RAM_ON, rng);
  const uint32_t limit = tb_rng_one_in(rng, 2) ? last : tb_rng_below(rng, last + 1);
  if (tb_rng_one_in(rng, 2))
    tb_apb_write(&b->bus, AT_RAM + RVT_TR_RAM_LIMIT_LOW_OFFSET, limit << 2);
  if (tb_rng_one_in(rng, 2)) tb_apb_write(&b->bus, AT_RAM + RVT_TR_RAM_WP_LOW_OFFSET, 0);
  if (!tb_rng_one_in(rng, 6)) write_ram(b, RAM_RUN, rng);
}

static void set_up_pib(struct top_bench *b, struct tb_rng *rng) {
  const uint32_t modes = b->p.sinks.pib.pib.pins == 4 ? 1 : b->p.sinks.pib.pib.pins == 8 ? 2 : 3;
  const uint32_t mode = RVT_PIB_4BIT + tb_rng_below(rng, modes);
  uint32_t w = PIB_ON;
  w = RVT_WITH_FIELD(w, RVT_TR_PIB_MODE, mode);
  w = RVT_WITH_FIELD(w, RVT_TR_PIB_CLK_CENTER, tb_rng_below(rng, 2));
  w = RVT_WITH_FIELD(w, RVT_TR_PIB_DIVIDER, tb_rng_below(rng, 3));
  tb_apb_write(&b->bus, AT_PIB + RVT_TR_PIB_CONTROL_OFFSET, w);
  tb_apb_write(&b->bus, AT_PIB + RVT_TR_PIB_CONTROL_OFFSET, w);
  if (!tb_rng_one_in(rng, 6))
    tb_apb_write(&b->bus, AT_PIB + RVT_TR_PIB_CONTROL_OFFSET, w | RVT_TR_PIB_ENABLE_MASK);
}

static void write_encoder(struct top_bench *b, uint32_t bits) {
  tb_apb_write(&b->bus, RVT_RVT_TANDEM_CONTROL_OFFSET, bits | b->stall_ena);
}

static void new_session(struct top_bench *b, struct tb *tb) {
  struct tb_rng *rng = &tb->rng;
  tb->cover[COVER_SESSIONS]++;
  b->stall_ena = tb_rng_one_in(rng, 4) ? 0 : RVT_RVT_TANDEM_STALL_ENA_MASK;
  if (b->p.sinks.has_ram) set_up_ram(b, rng);
  if (b->p.sinks.has_pib) set_up_pib(b, rng);
  write_encoder(b, ENCODER_ON);
  write_encoder(b, ENCODER_RUN | CLEARS);
}

/** What a driver does next. */
static void next_step(struct top_bench *b, struct tb *tb) {
  struct tb_rng *rng = &tb->rng;
  const bool stopped = b->out.sinks.ram.s_dn_stopped;
  b->wait_left = tb_rng_below(rng, 400);
  if (stopped && !tb_rng_one_in(rng, 4)) {
    write_ram(b, RAM_RUN, rng); /* the memory has been read: go on without a loss */
    return;
  }
  switch (tb_rng_below(rng, 16)) {
  case 0: write_encoder(b, tb_rng_one_in(rng, 2) ? 0 : ENCODER_ON); break;
  case 1: write_ram(b, tb_rng_one_in(rng, 3) ? 0 : RAM_ON, rng); break;
  case 2: tb_apb_write(&b->bus, AT_PIB + RVT_TR_PIB_CONTROL_OFFSET, tb_rng_below(rng, 2)); break;
  case 3:
  case 4: new_session(b, tb); break;
  case 5: write_encoder(b, ENCODER_RUN | CLEARS); break;
  default: tb_apb_read(&b->bus, RVT_RVT_TANDEM_CONTROL_OFFSET, 0); break;
  }
}

static void drive(void *self, struct tb *tb) {
  struct top_bench *b = self;
  rvt_tandem_top_outputs(&b->model, &b->in, &b->out);
  const struct rvt_tandem_out seen = {.stall = b->out.stall};
  tb_tandem_next(&b->agent, &tb->rng, &seen);
  b->in.hart = b->agent.in;
  tb_tandem_ports_put(&b->ports, &b->p.encoder, &b->agent.in);
  if (tb_apb_idle(&b->bus)) {
    if (b->wait_left != 0)
      b->wait_left--;
    else
      next_step(b, tb);
  }
  tb_apb_next(&b->bus, &tb->rng);
  b->in.apb = b->bus.pins;
  if (tb_rng_one_in(&tb->rng, 4)) b->in.active_ack = b->out.active_req;
  b->in.ram_rdata = b->was_read ? b->read_data : tb_rng_next(&tb->rng);
  if (b->p.sinks.ram.sram_width == 32) b->in.ram_rdata &= UINT32_MAX;
}

static void outputs(void *self) {
  struct top_bench *b = self;
  rvt_tandem_top_outputs(&b->model, &b->in, &b->out);
}

/* ---- What readers of the sinks get ---- */

/** Bytes that the RAM sink holds go away at this clock's edge: by its own reset, or by software
 * that gives up what a stop has left. */
static void follow_memory(struct top_bench *b, const struct rvt_tandem_top *before, struct tb *tb) {
  const struct rvt_sinks_out *const o = &b->out.sinks;
  const struct rvt_ram_sink *const old = &before->sinks.ram, *const now = &b->model.sinks.ram;
  const bool works = rvt_regs_active_works(&old->regs.active);
  const unsigned words = b->p.sinks.ram.sram_width / 32u;
  b->was_read = o->ram.ram_cs && !o->ram.ram_we;
  for (unsigned i = 0; o->ram.ram_we && i < 4 * words; i++) {
    const uint8_t byte = (uint8_t)(o->ram.ram_wdata >> 8 * i);
    if ((o->ram.ram_be >> i & 1) == 0) continue;
    b->words[4 * words * o->ram.ram_addr + i] = byte;
    tb_group_reader_byte(&b->memory, byte, tb);
  }
  b->read_data = 0;
  for (unsigned i = 0; b->was_read && i < 4 * words; i++)
    b->read_data |= (uint64_t)b->words[4 * words * o->ram.ram_addr + i] << 8 * i;
  if (!works) {
    if (b->memory.from != b->memory.to) tb->cover[COVER_RAM_LEFT]++;
    tb_group_reader_clear(&b->memory);
    b->held = 0;
    return;
  }
  const bool taken = o->fork.m[0].valid && o->ram.s_ready;
  if (taken) tb_group_reader_take(&b->memory, &o->fork.m[0], tb);
  if ((o->fork.m_cut & 1) != 0 && old->mid_q) tb_group_reader_cut(&b->memory);
  if (o->ram.ram_we) b->held >>= 4;
  const unsigned level = old->level_q - (o->ram.ram_we ? 4u : 0u);
  const unsigned bytes = taken ? o->fork.m[0].bytes : 0u;
  b->held |= (uint32_t)tb_ones(bytes) << level;
  if (!now->lost_q) return;
  tb_group_reader_give_up(&b->memory, (unsigned)__builtin_popcount(b->held), tb);
  b->held = 0;
}

static void follow_pins(struct top_bench *b, struct tb *tb) {
  const struct rvt_sinks_out *const o = &b->out.sinks;
  const struct rvt_regs_pib *const regs = &b->model.sinks.pib.regs;
  const unsigned branch = b->p.sinks.has_ram ? 1 : 0;
  uint8_t byte = 0;
  if (regs->mode_q != b->mode || regs->center_q != b->center) {
    b->mode = regs->mode_q;
    b->center = regs->center_q;
    const uint8_t pins = b->mode == RVT_PIB_4BIT ? 4 : b->mode == RVT_PIB_8BIT ? 8 : 16;
    pin_monitor_init(&b->probe, rvt_framing_of(RVT_FRAMING_TANDEM), pins, o->pib.trc_clk,
                     o->pib.trc_data);
    b->probe.place = b->pins.begin;
    b->probe.center = b->center;
    b->probe.in_phase = true; /* it looks on from the begin (TV:E-06) */
  }
  const enum pin_event event =
      pin_monitor_sample(&b->probe, o->pib.trc_clk, o->pib.trc_data, &byte);
  if (event == PIN_BYTE || event == PIN_MESSAGE_END) {
    tb_group_reader_byte(&b->pins, byte, tb);
    if (b->probe.has_second) tb_group_reader_byte(&b->pins, b->probe.second, tb);
    if (event == PIN_MESSAGE_END)
      tb->cover[b->mode == RVT_PIB_4BIT   ? COVER_PINS_4
                : b->mode == RVT_PIB_8BIT ? COVER_PINS_8
                                          : COVER_PINS_16]++;
  }
  if (b->probe.bad_tail) tb_fail(tb, "pins: a byte after the end of a group is not 00 (TV:E-06)");
  if (o->fork.m[branch].valid && o->pib.s_ready)
    tb_group_reader_take(&b->pins, &o->fork.m[branch], tb);
  if (!o->pib.s_dn_lost) return;
  tb->cover[COVER_PIB_LEFT]++;
  tb_group_reader_clear(&b->pins);
}

/** What is lost is said, by the registers' own rule: until software has cleared it (TV:E-05). */
static void check_losses(const struct top_bench *b, bool lost, struct tb *tb) {
  const struct rvt_regs_tandem *const now = &b->model.regs;
  if (!b->out.regs.active || !rvt_regs_active_works(&now->active)) return;
  if (lost && !now->lost_q) tb_fail(tb, "registers: a loss is not said (TV:E-05)");
  if (b->out.sinks.fork.s_dn_lost && !now->sink_lost_q)
    tb_fail(tb, "registers: a loss in a sink is not said (TV:E-05)");
  if (lost || b->out.sinks.fork.s_dn_lost) PROVED("TV:E-05");
}

/* ---- Coverage ---- */

static void count(const struct top_bench *b, const struct rvt_tandem_top *before, bool told,
                  uint64_t *cover) {
  const struct rvt_tandem_top_out *const o = &b->out;
  const struct rvt_regs_tandem *const old = &before->regs, *const now = &b->model.regs;
  const struct rvt_ram_sink *const ram = &b->model.sinks.ram;
  const uint8_t all = (uint8_t)((1 << (b->p.sinks.has_ram + b->p.sinks.has_pib)) - 1);
  cover[COVER_MEMORY] = b->memory.groups;
  cover[COVER_CUT] = b->memory.cuts;
  cover[COVER_BOTH] += all == 3 && o->encoder.m.valid && o->encoder.m.eom &&
                       o->sinks.fork.s_ready && o->sinks.ram.s_ready && o->sinks.pib.s_ready;
  cover[COVER_STOPPED] += o->sinks.ram.s_dn_stopped && o->encoder.m.valid;
  cover[COVER_RESUMED] += before->sinks.ram.regs.stopped_q && ram->regs.enable_q;
  cover[COVER_STALL] += o->stall;
  cover[COVER_FREED] += o->encoder.stall && o->regs.enable && !o->regs.stall_ena;
  cover[COVER_LOST] += now->lost_q && !old->lost_q;
  cover[COVER_SINK_LOST] += now->sink_lost_q && !old->sink_lost_q;
  cover[COVER_CLEARED] += (old->lost_q && !now->lost_q && now->enable_q) ||
                          (old->sink_lost_q && !now->sink_lost_q && now->enable_q);
  cover[COVER_CLOSING] += o->regs.closing && rvt_regs_active_works(&now->active);
  cover[COVER_CLOSED] +=
      o->regs.active && !rvt_regs_active_works(&now->active) && !o->encoder.empty;
  cover[COVER_NOBODY] +=
      o->encoder.m.valid && !o->sinks.fork.s_dn_on && !o->sinks.fork.s_dn_stopped;
  cover[COVER_DISABLED] += told && o->regs.active && !o->regs.enable;
}

static void tick(void *self, struct tb *tb) {
  struct top_bench *b = self;
  static struct rvt_tandem_top before;
  struct rvt_tandem_in encoder;
  struct rvt_tandem_out out;
  tb_apb_clock(&b->bus, tb, b->out.pready, b->out.prdata, b->out.pslverr);
  rvt_tandem_top_encoder_in(&b->in, &b->out, &encoder);
  rvt_tandem_outputs(&b->model.encoder, &out);
  const struct tb_tandem_moment of = tb_tandem_moment_of(&b->model.encoder, &encoder);
  bool told = false;
  for (unsigned i = 0; i < b->p.encoder.nret; i++) told |= encoder.valid[i];
  tb_tandem_check_clock(&b->check, tb, &encoder, &out, &of);
  before = b->model;
  rvt_tandem_top_tick(&b->model, &b->in, &b->out);
  if (b->p.sinks.has_ram) follow_memory(b, &before, tb);
  if (b->p.sinks.has_pib) follow_pins(b, tb);
  check_losses(b, out.lost, tb);
  count(b, &before, told, tb->cover);
}

const struct tb_bench tb_bench_tandem_top = {.name = "tandem_top",
                                             .bytes = sizeof(struct top_bench),
                                             .binds = binds,
                                             .bind_count = sizeof binds / sizeof *binds,
                                             .covers = covers,
                                             .cover_count = COVERS,
                                             .init = init,
                                             .reset = reset,
                                             .drive = drive,
                                             .outputs = outputs,
                                             .tick = tick};
