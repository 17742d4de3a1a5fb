/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "agents/apb_bus.h"
#include "cover/regs_cover.h"
#include "harness/bench.h"
#include "harness/config.h"
#include "harness/ports.h"
#include "judges/odd_access.h"
#include "rvt/encode.h"
#include "rvt/regs.h"

enum {
  COVER_CROSS = TB_REGS_COVERS,
  COVER_ODD = COVER_CROSS + TB_REGS_CROSSES,
  COVERS = COVER_ODD + TB_ODD_COVERS
};
static const char *const covers[COVERS] = {TB_REGS_COVER_NAMES, TB_REGS_CROSS_NAMES,
                                           TB_ODD_COVER_NAMES};

/* What the other side of each port does at the moment; drawn anew now and then. */
struct mood {
  uint32_t left;
  uint32_t busy;    /* of 256 clocks: the encoder holds something although nothing is traced */
  uint32_t settled; /* ... and the configuration may change */
  uint32_t lost;    /* ... overflow or stall */
  uint32_t trigger; /* ... each of the triggers */
  uint32_t offer, take, end;
  bool listens;   /* the consumer does, most of the time */
  uint32_t delay; /* longest wait for active_ack */
};

struct regs_bench {
  struct rvt_regs_encoder model;
  struct rvt_regs_encoder_in in;
  struct rvt_regs_encoder_out out;
  uint64_t cfg_bits, time;
  struct tb_apb bus;
  struct mood mood;
  uint32_t ack_left;
  bool idle; /* the encoder has nothing to send */
  struct rvt_regs_held held;
  bool holds;
  enum rvt_life read_life; /* in the setup clock of the access under way */
  struct tb_bus_cross cross;
  struct tb_odd odd;
  struct tb *tb;
};

#define T struct regs_bench
static const struct tb_bind binds[] = {
    TB_APB_BINDS(T, bus),
    TB_IN(T, "active_ack_i", in.active_ack),
    TB_IN(T, "empty_i", in.empty),
    TB_IN(T, "settled_i", in.settled),
    TB_IN(T, "overflow_i", in.overflow),
    TB_IN(T, "stall_i", in.stall),
    TB_IN(T, "trig_on_i", in.trig_on),
    TB_IN(T, "trig_off_i", in.trig_off),
    TB_IN(T, "halted_i", in.halted),
    TB_IN(T, "time_i", in.time),
    TB_IN(T, "m_valid_i", in.m_valid),
    TB_IN(T, "m_ready_i", in.m_ready),
    TB_IN(T, "m_eom_i", in.m_eom),
    TB_IN(T, "dn_on_i", in.dn_on),
    TB_OUT(T, NULL, "prdata_o", out.prdata),
    TB_OUT(T, NULL, "pready_o", out.pready),
    TB_OUT(T, NULL, "pslverr_o", out.pslverr),
    TB_OUT(T, NULL, "active_req_o", out.active_req),
    TB_OUT(T, NULL, "cfg_o", cfg_bits),
    TB_OUT(T, NULL, "time_o", time),
    TB_OUT(T, NULL, "closing_o", out.closing),
};
#undef T

static const struct tb_apb_word words[] = {
    {.offset = RVT_TR_TE_CONTROL_OFFSET, .weight = 40, .likely = RVT_TR_TE_ACTIVE_MASK, .rare = 14},
    {.offset = RVT_TR_TE_CONTROL_OFFSET, /* tracing on and off, nothing else new */
     .weight = 30,
     .likely = RVT_TR_TE_ACTIVE_MASK | RVT_TR_TE_ENABLE_MASK | RVT_TR_TE_INST_TRIG_ENABLE_MASK,
     .unlikely = 1u << RVT_TR_TE_INST_MODE_LSB},
    {.offset = RVT_TR_TE_INST_FEATURES_OFFSET, .weight = 20},
    {.offset = RVT_TR_TE_INST_FEATURES_OFFSET, .weight = 4, .unlikely = 0xC0000000},
    {.offset = RVT_TR_TE_IMPL_OFFSET, .weight = 3},
    {.offset = 0x00C, .weight = 4, .repeat = 20, .stride = 4},
    {.offset = 0x400, .weight = 2, .repeat = 192, .stride = 4},
    {.offset = 0xE00, .weight = 2, .repeat = 128, .stride = 4},
    {.offset = RVT_RVT_TE_CONTROL_OFFSET, .weight = 6},
    /* of the timestamp unit, in a build that has it */
    {.offset = RVT_TR_TS_CONTROL_OFFSET,
     .weight = 30,
     .likely = RVT_TR_TS_ACTIVE_MASK | RVT_TR_TS_COUNT_MASK | 2u << RVT_TR_TS_MODE_LSB,
     .unlikely = RVT_TR_TS_RESET_MASK},
    {.offset = RVT_TR_TS_COUNTER_LOW_OFFSET, .weight = 10, .repeat = 2, .stride = 4},
};
enum { TIME_WORDS = 2 };

static bool is_time(uint16_t word) {
  return word == RVT_TR_TS_CONTROL_OFFSET || word == RVT_TR_TS_COUNTER_LOW_OFFSET ||
         word == RVT_TR_TS_COUNTER_HIGH_OFFSET;
}

/* rvtTeSizes: what the reader of packets has to know of the build (ETR:D-01). */
static uint32_t sizes_of(const struct rvt_params *p) {
  const struct rvt_etrace_format f = rvt_etrace_format_of(p, &(struct rvt_config){0});
  uint32_t stack = 0;
  while (p->stack_depth >> stack > 1) stack++;
  return stack | (f.iret_ext ? 8u : 0) | (uint32_t)f.bpred_bits << 4 | (uint32_t)f.cache_bits << 8 |
         (f.priv_bits - 1u) << 12 | (uint32_t)f.context_bits << 16 | (f.addr_bits - 1u) << 24;
}

/* What software may rely on, whatever model and RTL agree on. */
static void accessed(void *context, const struct tb_apb_access *a, uint32_t read) {
  struct regs_bench *b = context;
  struct tb *tb = b->tb;
  if (rvt_regs_active_on(&b->model.active))
    tb_odd_count(&b->odd, TB_ODD_TE, a, tb->cover + COVER_ODD);
  if (a->write) return;
  const uint16_t word = a->paddr & 0xFFC;
  const bool active = b->read_life != RVT_LIFE_OFF && b->read_life != RVT_LIFE_RISING;
  const uint32_t vendor = tb_vendor_bits(&b->model.p);
  if (word == RVT_TR_TE_IMPL_OFFSET) {
    const uint32_t impl = b->model.p.format == RVT_PROTOCOL_NTRACE ? 0x00010101
                          : b->model.p.iret_ext                    ? 0x00100101
                                                                   : 0x00000101;
    if (read != impl) tb_fail(tb, "regs: Impl reads 0x%08x (TCI:TE-13)", read);
  } else if (word == RVT_RVT_TE_CONTROL_OFFSET && vendor != 0 && active) {
    if ((read & ~vendor) != 0)
      tb_fail(tb, "regs: 0x%03x reads 0x%08x, more than its bits", word, read);
    else if ((read & RVT_RVT_TE_EN_REPEAT_BRANCH_MASK) != 0)
      PROVED("NT:CTL-16");
  } else if (word == RVT_RVT_TE_SIZES_OFFSET && b->model.p.format == RVT_PROTOCOL_ETRACE &&
             active) {
    const uint32_t sizes = sizes_of(&b->model.p);
    if (read != sizes)
      tb_fail(tb, "regs: rvtTeSizes reads 0x%08x, expected 0x%08x (ETR:D-01)", read, sizes);
    else
      PROVED("ETR:D-01");
  } else if (word != RVT_TR_TE_CONTROL_OFFSET && word != RVT_TR_TE_INST_FEATURES_OFFSET &&
             !(b->model.p.ts_width != 0 && is_time(word))) {
    if (read != 0) tb_fail(tb, "regs: 0x%03x reads 0x%08x, not 0 (TCI:BUS-01)", word, read);
    if (active && read == 0) PROVED("TCI:BUS-01");
  } else if (!active) {
    if ((read & ~RVT_TR_TE_EMPTY_MASK) != 0)
      tb_fail(tb, "regs: 0x%03x reads 0x%08x while inactive (TCI:BUS-03)", word, read);
    else
      PROVED("TCI:BUS-03");
  }
}

static bool init(void *self, struct tb *tb) {
  struct regs_bench *b = self;
  struct rvt_params p;
  if (!tb_encoder_params(tb, &p)) return false;
  const size_t count = sizeof words / sizeof *words;
  tb_apb_init(&b->bus, tb, 12, words, p.ts_width != 0 ? count : count - TIME_WORDS);
  tb_odd_init(&b->odd);
  b->bus.done = accessed;
  b->bus.context = b;
  b->tb = tb;
  if (tb->error[0] == 0 &&
      rvt_regs_encoder_init(&b->model, &p, tb_param(tb, "PlainSync") != 0, NULL) != RVT_OK)
    tb_fail(tb, "regs_encoder: a parameter is out of range");
  return tb->error[0] == 0;
}

static void reset(void *self, struct tb *tb) {
  struct regs_bench *b = self;
  const struct rvt_params p = b->model.p;
  if (rvt_regs_encoder_init(&b->model, &p, b->model.plain_sync, NULL) != RVT_OK)
    tb_fail(tb, "regs_encoder: init failed");
  tb_apb_reset(&b->bus);
  b->in = (struct rvt_regs_encoder_in){.dn_on = true};
  b->holds = false;
}

static void new_mood(struct mood *m, struct tb_rng *rng) {
  static const uint8_t odds[] = {0, 8, 60, 128, 250};
#define ODDS() odds[tb_rng_below(rng, 5)]
  *m = (struct mood){.left = 1 + tb_rng_below(rng, 600),
                     .busy = ODDS(),
                     .settled = ODDS(),
                     .lost = tb_rng_one_in(rng, 3) ? ODDS() : 1,
                     .trigger = ODDS(),
                     .offer = ODDS(),
                     .take = 8 + ODDS() / 2u,
                     .end = 8 + ODDS() / 2u,
                     .listens = !tb_rng_one_in(rng, 4),
                     .delay = tb_rng_one_in(rng, 2) ? 0 : tb_rng_below(rng, 40)};
#undef ODDS
}

static bool chance(struct tb_rng *rng, uint32_t of) { return tb_rng_below(rng, 256) < of; }

/* A switch of power or clock; a request may be withdrawn before it has been followed. */
static void drive_ack(struct regs_bench *b, struct tb_rng *rng) {
  if (b->in.active_ack == b->out.active_req) {
    b->ack_left = tb_rng_below(rng, b->mood.delay + 1);
  } else if (b->ack_left != 0) {
    b->ack_left--;
  }
  if (b->ack_left == 0) b->in.active_ack = b->out.active_req;
}

static void drive_stream(struct regs_bench *b, struct tb_rng *rng) {
  struct rvt_regs_encoder_in *in = &b->in;
  if (!in->m_valid || in->m_ready) {
    in->m_valid = b->out.cfg.active && chance(rng, b->mood.offer);
    in->m_eom = in->m_valid && chance(rng, b->mood.end);
  }
  if (!b->out.cfg.active) in->m_valid = in->m_eom = false;
  in->m_ready = chance(rng, b->mood.take);
  in->dn_on = b->mood.listens != chance(rng, 4);
}

static void drive(void *self, struct tb *tb) {
  struct regs_bench *b = self;
  struct tb_rng *rng = &tb->rng;
  const struct rvt_config *c = &b->out.cfg;
  rvt_regs_encoder_outputs(&b->model, &b->out); /* of this clock: a function of state alone */
  if (b->mood.left-- == 0) new_mood(&b->mood, rng);
  tb_apb_next(&b->bus, rng);
  drive_ack(b, rng);
  drive_stream(b, rng);
  const bool traced = rvt_config_on(c);
  b->in.empty = !traced && (b->in.empty || !chance(rng, b->mood.busy));
  if (chance(rng, b->mood.busy / 16)) b->in.empty = !b->in.empty;
  b->in.settled = b->in.empty || (!traced && chance(rng, b->mood.settled));
  b->in.overflow = chance(rng, b->mood.lost);
  b->in.stall = chance(rng, b->mood.lost / 4);
  b->in.trig_on = chance(rng, b->mood.trigger);
  b->in.trig_off = chance(rng, b->mood.trigger);
  b->in.apb = b->bus.pins;
  if (b->model.p.ts_width == 0) return;
  if (tb_rng_one_in(rng, 100)) b->in.halted = !b->in.halted;
  b->in.time = tb_rng_next(rng) & tb_ones(b->model.p.ts_width);
}

static void outputs(void *self) {
  struct regs_bench *b = self;
  b->time = rvt_regs_encoder_time(&b->model, b->in.time);
  rvt_regs_encoder_outputs(&b->model, &b->out);
  b->cfg_bits = tb_config_bits(&b->out.cfg);
}

/* From a trace start until the encoder has settled its configuration stays (TCI:CTRL-23). */
static void check_held(struct regs_bench *b, struct tb *tb) {
  const struct rvt_config *c = &b->out.cfg;
#define HELD(type, name, field, register, legal) .name = c->name,
  const struct rvt_regs_held now = {RVT_TE_HELD(HELD, &b->model.p)};
#undef HELD
  if (b->holds && c->active && !rvt_regs_held_same(&now, &b->held))
    tb_fail(tb, "regs: the configuration of a trace has changed within it (TCI:CTRL-23)");
  b->held = now;
  const bool traced = rvt_config_on(c) || (c->active && c->enable && c->trig_ena &&
                                           c->mode != RVT_MODE_OFF && b->in.trig_on);
  b->holds = c->active && (traced || !b->in.settled);
  if (!b->holds || tb->error[0] != 0 || rvt_regs_held_same(&now, &b->model.set_q)) return;
  PROVED("TCI:CTRL-23"); /* software has written something else meanwhile */
  if (c->enable) PROVED("NT:CTL-17");
}

static void tick(void *self, struct tb *tb) {
  struct regs_bench *b = self;
  const struct rvt_regs_encoder before = b->model;
  check_held(b, tb);
  tb_apb_clock(&b->bus, tb, b->out.pready, b->out.prdata, b->out.pslverr);
  if (b->bus.phase == TB_APB_SETUP) b->read_life = b->model.active.life_q;
  rvt_regs_encoder_tick(&b->model, &b->in);
  tb_regs_count(&before, &b->in, &b->out, &b->model, tb->cover);
  tb_regs_cross(&b->cross, &before, &b->in, &b->out, &b->model, tb->cover + COVER_CROSS);
}

const struct tb_bench tb_bench_regs_encoder = {
    .name = "regs_encoder",
    .bytes = sizeof(struct regs_bench),
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
