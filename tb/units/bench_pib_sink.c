/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "agents/apb_bus.h"
#include "agents/messages.h"
#include "agents/records.h"
#include "cover/sinks_cross.h"
#include "harness/bench.h"
#include "harness/pace.h"
#include "judges/pin_check.h"
#include "rvt/regs.h"
#include "rvt/unit/pib_sink.h"

enum cover {
  COVER_MESSAGES,
  COVER_MODE_4BIT,
  COVER_MODE_8BIT,
  COVER_MODE_16BIT,
  COVER_CENTER,
  COVER_PATTERNS,
  COVER_RESUMED,
  COVER_DRAINED_DISABLED,
  COVER_ENDED_DISABLED,
  COVER_PULSES_CHANGED,
  COVER_SETUPS,        /* sessions that software has set up */
  COVER_READ,          /* reads of words that were not 0 */
  COVER_RISING,        /* clocks that wait for active_ack */
  COVER_FALLING,       /* ... for its end */
  COVER_CLOSING,       /* clocks of Closing in which the pins cannot stop */
  COVER_CLOSED_WITHIN, /* Closing begins within a message or pattern */
  COVER_CLOSED_HELD,   /* ... with something in the buffer, which is lost */
  COVER_IGNORED,       /* writes of another mode, edge or divider that come too early (PIB-27) */
  COVER_TOGETHER,      /* ... that come with Enable 0 to 1 */
  COVER_WHILE_RUNNING, /* another mode, edge or divider while TRC_CLK runs */
  COVER_STOPPED,       /* mode 0 while TRC_CLK runs */
  COVER_MODE_KEPT,     /* an illegal mode over a legal one */
  COVER_CENTER_MASKED, /* 1 for trPibClkCenter with mode 0 */
  COVER_CLAMPED,       /* too large a divider */
  COVER_BYTES,         /* writes of some bytes of trPibControl */
  COVER_LEAVE_ENABLE,  /* Active 0 and Enable 1 in one write (TCI:CTRL-06) */
  COVER_WRITE_EARLY,   /* writes of more than Active while it reads 0 */
  COVER_WRITE_LATE,    /* ... in Closing and Falling */
  COVER_CAL_HELD,      /* messages wait in the buffer for the end of calibration */
  COVER_CROSS,
  COVERS = COVER_CROSS + TB_PIB_CROSSES
};
static const char *const covers[COVERS] = {
    "messages",      "mode_4bit",   "mode_8bit",        "mode_16bit",     "center",
    "patterns",      "resumed",     "drained_disabled", "ended_disabled", "pulses_changed",
    "setups",        "read",        "rising",           "falling",        "closing",
    "closed_within", "closed_held", "ignored",          "together",       "while_running",
    "stopped",       "mode_kept",   "center_masked",    "clamped",        "bytes",
    "leave_enable",  "write_early", "write_late",       "cal_held",       TB_PIB_CROSS_NAMES};

/* What software is about. */
enum step { STEP_ACTIVATE, STEP_SET_UP, STEP_RUN, STEP_DRAIN, STEP_LEAVE };

struct sink_bench {
  struct rvt_pib_sink_params p;
  struct rvt_pib_sink model;
  struct rvt_pib_sink_in in;
  struct rvt_pib_sink_out out;
  struct rvt_pib_in pib_in; /* inside, of this clock */
  struct rvt_pib_out pib_out;
  struct tb_apb bus;
  struct tb_pace offer;
  struct tb_pin_check pins;
  struct tb_bus_cross cross;
  enum step step;
  uint32_t left, longest; /* clocks of the step; of STEP_RUN */
  uint32_t odd;           /* one mode in so many is any, option odd=N */
  uint32_t control;       /* trPibControl as software believes it to be, Active set */
  uint32_t ack_left, ack_delay;
  uint8_t mode; /* the form of the pins that the probe is set up for */
  bool center, hold;
  uint16_t divider;
  bool was_idle; /* disabled and empty in the clock before */
  enum rvt_life read_life;
  uint8_t msg[RVT_MSG_BYTES_MAX];
  unsigned len, pos;
  struct tb *tb;
};

#define T struct sink_bench
static const struct tb_bind binds[] = {
    TB_APB_BINDS(T, bus),
    TB_IN(T, "active_ack_i", in.active_ack),
    TB_IN(T, "s_valid_i", in.s.valid),
    TB_IN(T, "s_data_i", in.s.data),
    TB_IN(T, "s_bytes_i", in.s.bytes),
    TB_IN(T, "s_eom_i", in.s.eom),
    TB_IN(T, "s_length_i", in.s.length),
    TB_OUT(T, NULL, "prdata_o", out.prdata),
    TB_OUT(T, NULL, "pready_o", out.pready),
    TB_OUT(T, NULL, "pslverr_o", out.pslverr),
    TB_OUT(T, NULL, "active_req_o", out.active_req),
    TB_OUT(T, NULL, "s_ready_o", out.s_ready),
    TB_OUT(T, NULL, "s_dn_on_o", out.s_dn_on),
    TB_OUT(T, NULL, "s_dn_stopped_o", out.s_dn_stopped),
    TB_OUT(T, NULL, "s_dn_lost_o", out.s_dn_lost),
    TB_OUT(T, NULL, "trc_clk_o", out.trc_clk),
    TB_OUT(T, NULL, "trc_data_o", out.trc_data),
};
#undef T

#define CONTROL RVT_TR_PIB_CONTROL_OFFSET
#define ACTIVE  RVT_TR_PIB_ACTIVE_MASK
#define ENABLE  RVT_TR_PIB_ENABLE_MASK
/* Dividers of more than 7 make runs of few messages. */
#define SLOW 0xFFF80000u

static const struct tb_apb_word words[] = {
    {.offset = CONTROL,
     .weight = 40,
     .likely = ACTIVE | ENABLE,
     .unlikely = SLOW | RVT_TR_PIB_CALIBRATE_MASK,
     .rare = 10},
    {.offset = CONTROL, .weight = 6, .likely = ACTIVE, .unlikely = SLOW},
    {.offset = RVT_TR_PIB_IMPL_OFFSET, .weight = 3},
    {.offset = 0x008, .weight = 4, .repeat = 20, .stride = 4},
    {.offset = 0xE00, .weight = 2, .repeat = 128, .stride = 4},
};

/* What the pins are judged by is what software reads, to the last bit. */
static void judge_setup(const struct sink_bench *b, struct tb *tb, uint32_t read) {
  const struct rvt_pib_in *in = &b->pib_in;
  uint32_t inside = read & (RVT_TR_PIB_EMPTY_MASK | ACTIVE);
  inside = RVT_WITH_FIELD(inside, RVT_TR_PIB_ENABLE, (uint32_t)in->enable);
  inside = RVT_WITH_FIELD(inside, RVT_TR_PIB_MODE, (uint32_t)in->mode);
  inside = RVT_WITH_FIELD(inside, RVT_TR_PIB_CLK_CENTER, (uint32_t)in->center);
  inside = RVT_WITH_FIELD(inside, RVT_TR_PIB_CALIBRATE, (uint32_t)in->calibrate);
  inside = RVT_WITH_FIELD(inside, RVT_TR_PIB_DIVIDER, (uint32_t)in->divider);
  inside = RVT_WITH_FIELD(inside, RVT_TR_PIB_ASYNC_FREQ, (uint32_t)b->model.regs.async_freq_q);
  if (inside != read) tb_fail(tb, "pib: Control reads 0x%08x, the pins have 0x%08x", read, inside);
}

/* What software may rely on, whatever model and RTL agree on. */
static void accessed(void *context, const struct tb_apb_access *a, uint32_t read) {
  struct sink_bench *b = context;
  struct tb *tb = b->tb;
  if (a->write) return;
  tb->cover[COVER_READ] += read != 0;
  const uint16_t word = a->paddr & 0xFFC;
  const bool active = b->read_life != RVT_LIFE_OFF && b->read_life != RVT_LIFE_RISING;
  if (word == RVT_TR_PIB_IMPL_OFFSET) {
    if (read != 0x00000A01) tb_fail(tb, "pib: Impl reads 0x%08x (TCI:BUS-02)", read);
    PROVED("TCI:BUS-02");
  } else if (word != CONTROL) {
    if (read != 0) tb_fail(tb, "pib: 0x%03x reads 0x%08x, not 0 (TCI:BUS-01)", word, read);
    if (active) PROVED("TCI:BUS-01");
  } else if (!active) {
    if ((read & ~RVT_TR_PIB_EMPTY_MASK) != 0)
      tb_fail(tb, "pib: Control reads 0x%08x while inactive (TCI:BUS-03)", read);
    PROVED("TCI:BUS-03");
  } else if (b->read_life == RVT_LIFE_ON) {
    judge_setup(b, tb, read);
  }
  if (word != CONTROL) return;
  /* Software goes on when it has read what it waits for. */
  if (b->step == STEP_ACTIVATE && (read & ACTIVE) != 0) b->step = STEP_SET_UP;
  if (b->step == STEP_DRAIN && (read & (ENABLE | RVT_TR_PIB_EMPTY_MASK)) == RVT_TR_PIB_EMPTY_MASK)
    b->step = tb_rng_one_in(&tb->rng, 4) ? STEP_LEAVE : STEP_SET_UP;
  if (b->step == STEP_LEAVE && (read & ACTIVE) == 0) b->step = STEP_ACTIVATE;
}

static bool init(void *self, struct tb *tb) {
  struct sink_bench *b = self;
  b->p.pib.lanes = (uint8_t)tb_param(tb, "Lanes");
  b->p.pib.pins = (uint8_t)tb_param(tb, "Pins");
  b->p.pib.div_width = (uint8_t)tb_param(tb, "DivWidth");
  b->p.pib.buffer_bytes = (uint16_t)tb_param(tb, "BufferBytes");
  b->p.pib.framing = (uint8_t)tb_param(tb, "Framing");
  b->p.pib.clk_center = tb_param(tb, "ClkCenter") != 0;
  b->p.pib.calibrate = tb_param(tb, "Calibrate") != 0;
  b->p.safe_div = (uint16_t)tb_param(tb, "SafeDiv");
  b->longest = (uint32_t)tb_option_in(tb, "session", 1500, 1, 1000000);
  b->odd = (uint32_t)tb_option_in(tb, "odd", 8, 0, 1000000);
  tb_pace_init(&b->offer, tb, "offer", "mixed");
  tb_apb_init(&b->bus, tb, 12, words, sizeof words / sizeof *words);
  b->bus.done = accessed;
  b->bus.context = b;
  b->tb = tb;
  if (tb->error[0] == 0 && rvt_pib_sink_init(&b->model, &b->p, NULL) != RVT_OK)
    tb_fail(tb, "pib_sink: a parameter is out of range");
  return tb->error[0] == 0;
}

static void new_message(struct sink_bench *b, struct tb_rng *rng) {
  b->len = 2 + tb_rng_below(rng, tb_rng_one_in(rng, 8) ? RVT_MSG_BYTES_MAX - 1 : 8);
  b->pos = 0;
  if (b->model.pib.framing->headed) {
    tb_counted_message(rng, b->msg, &b->len);
    return;
  }
  if (b->model.pib.framing->once) {
    tb_group_message(rng, b->msg, &b->len);
    return;
  }
  b->msg[0] = (uint8_t)(tb_tcodes[tb_rng_below(rng, TB_TCODES)] << 2);
  for (unsigned i = 1; i < b->len; i++) {
    uint32_t mdo = tb_rng_one_in(rng, 3) ? 0x3f : tb_rng_below(rng, 64);
    uint32_t mseo = i + 1 == b->len ? RVT_MSEO_END_MSG : tb_rng_below(rng, 2);
    b->msg[i] = (uint8_t)(mdo << 2 | mseo);
  }
}

static void restart_source(struct sink_bench *b, struct tb_rng *rng) {
  memset(&b->in.s, 0, sizeof b->in.s);
  new_message(b, rng);
}

static void reset(void *self, struct tb *tb) {
  struct sink_bench *b = self;
  if (rvt_pib_sink_init(&b->model, &b->p, NULL) != RVT_OK) tb_fail(tb, "pib_sink: init failed");
  tb_pin_check_reset(&b->pins, tb);
  tb_apb_reset(&b->bus);
  restart_source(b, &tb->rng);
  b->in.active_ack = false;
  b->mode = RVT_PIB_OFF;
  b->was_idle = true;
  b->step = STEP_ACTIVATE;
  b->left = 0;
}

static void write_control(struct sink_bench *b, uint32_t word) {
  tb_apb_write(&b->bus, CONTROL, word);
}

static void set_up(struct sink_bench *b, struct tb_rng *rng) {
  static const uint16_t dividers[] = {0, 0, 0, 1, 1, 2, 3, 7};
  const uint32_t modes = b->p.pib.pins == 4 ? 1 : b->p.pib.pins == 8 ? 2 : 3;
  uint32_t mode = RVT_PIB_4BIT + tb_rng_below(rng, modes);
  if (tb_rng_one_in(rng, b->odd)) mode = tb_rng_below(rng, 16);
  uint32_t divider = dividers[tb_rng_below(rng, 8)];
  if (tb_rng_one_in(rng, 40)) divider = tb_rng_below(rng, 0x10000);
  b->control = RVT_WITH_FIELD(ACTIVE, RVT_TR_PIB_MODE, mode);
  b->control = RVT_WITH_FIELD(b->control, RVT_TR_PIB_DIVIDER, divider);
  if (tb_rng_one_in(rng, 2)) b->control |= RVT_TR_PIB_CLK_CENTER_MASK;
  if (tb_rng_one_in(rng, 6)) b->control |= RVT_TR_PIB_CALIBRATE_MASK;
  /* Twice, so that the probe may find the phase before the second write enables. */
  if (!tb_rng_one_in(rng, 4)) write_control(b, b->control);
  const struct tb_apb_access last = {.write = true,
                                     .paddr = CONTROL,
                                     .data = b->control |= ENABLE,
                                     .strb = 0xF,
                                     .pause = (uint16_t)tb_rng_below(rng, 40)};
  tb_apb_queue(&b->bus, &last);
  b->step = STEP_RUN;
  b->left = 20 + tb_rng_below(rng, b->longest);
}

static void run(struct sink_bench *b, struct tb *tb) {
  struct tb_rng *rng = &tb->rng;
  switch (tb_rng_below(rng, 5)) {
  case 0: /* at once */
    b->step = STEP_LEAVE;
    b->left = 0;
    return;
  case 1:
  case 2:
    b->control ^= RVT_TR_PIB_CALIBRATE_MASK;
    write_control(b, b->control);
    b->left = 20 + tb_rng_below(rng, b->longest / 4);
    return;
  default:
    b->control &= ~(ENABLE | RVT_TR_PIB_CALIBRATE_MASK);
    write_control(b, b->control);
    b->step = STEP_DRAIN;
    b->left = 0;
  }
}

/* One access at a time; what chance writes in between may cost software its way. */
static void drive_software(struct sink_bench *b, struct tb *tb) {
  struct tb_rng *rng = &tb->rng;
  if (!tb_apb_idle(&b->bus)) return;
  if (b->left != 0) {
    b->left--;
    return;
  }
  switch (b->step) {
  case STEP_ACTIVATE:
    write_control(b, tb_rng_one_in(rng, 2) ? ACTIVE : ACTIVE | tb_rng_below(rng, 0x10000));
    break;
  case STEP_SET_UP: set_up(b, rng); return;
  case STEP_RUN: run(b, tb); return;
  case STEP_DRAIN:
    if (tb_rng_one_in(rng, 16)) write_control(b, b->control);
    break;
  case STEP_LEAVE:
  default: write_control(b, tb_rng_one_in(rng, 2) ? 0 : ENABLE); break;
  }
  tb_apb_read(&b->bus, CONTROL, 1);
  b->left = tb_rng_below(rng, 60);
}

/* A switch of power or clock; a request may be withdrawn before it has been followed. */
static void drive_ack(struct sink_bench *b, struct tb_rng *rng) {
  if (tb_rng_one_in(rng, 2000)) b->ack_delay = tb_rng_one_in(rng, 2) ? 0 : tb_rng_below(rng, 40);
  if (b->in.active_ack == b->out.active_req)
    b->ack_left = tb_rng_below(rng, b->ack_delay + 1);
  else if (b->ack_left != 0)
    b->ack_left--;
  if (b->ack_left == 0) b->in.active_ack = b->out.active_req;
}

static void drive_source(struct sink_bench *b, struct tb *tb) {
  if (b->in.s.valid) return;
  bool offer = tb_pace_next(&b->offer, &tb->rng);
  if (b->hold && !b->pins.monitor.in_phase) offer = false;
  if (!offer) {
    if (b->pos != 0 && b->out.s_ready) b->pins.starved = true;
    return;
  }
  b->in.s = tb_beat(&tb->rng, b->p.pib.lanes, b->msg, b->len, b->pos);
  if (b->model.pib.framing->headed) b->in.s.length = (uint8_t)b->len;
}

static void drive(void *self, struct tb *tb) {
  struct sink_bench *b = self;
  rvt_pib_sink_outputs(&b->model, &b->out); /* of this clock: a function of state alone */
  drive_software(b, tb);
  tb_apb_next(&b->bus, &tb->rng);
  drive_ack(b, &tb->rng);
  drive_source(b, tb);
  b->in.apb = b->bus.pins;
}

static void outputs(void *self) {
  struct sink_bench *b = self;
  rvt_pib_sink_outputs(&b->model, &b->out);
  rvt_pib_sink_inside(&b->model, &b->pib_in, &b->pib_out);
}

/* The probe is set up anew with every change of the pins' form; nothing may be under way then. */
static void follow_setup(struct sink_bench *b, struct tb *tb) {
  const struct rvt_pib_in *in = &b->pib_in;
  const bool on = in->active && rvt_pib_has_mode(b->p.pib.pins, in->mode);
  const bool closing = b->model.regs.active.life_q == RVT_LIFE_CLOSING;
  if (!in->active) {
    if (b->out.trc_clk || b->out.trc_data != 0)
      tb_fail(tb, "pins: not 0 while inactive (TCI:CTRL-20)");
    if (b->mode != RVT_PIB_OFF) PROVED("TCI:CTRL-20");
    tb_pin_check_stop(&b->pins);
    b->mode = RVT_PIB_OFF;
    return;
  }
  if (closing ||
      (on && in->mode == b->mode && in->center == b->center && in->divider == b->divider))
    return;
  if (b->mode != RVT_PIB_OFF && !b->was_idle)
    tb_fail(tb, "pib: mode, edge or divider change in traffic (TCI:PIB-27)");
  if (b->mode != RVT_PIB_OFF && on) tb->cover[COVER_WHILE_RUNNING]++;
  if (b->mode != RVT_PIB_OFF && !on) tb->cover[COVER_STOPPED]++;
  b->mode = on ? in->mode : RVT_PIB_OFF;
  b->center = in->center;
  b->divider = in->divider;
  b->hold = on && !tb_rng_one_in(&tb->rng, 4);
  if (b->hold)
    tb_pin_check_start(&b->pins, in->mode, in->center, &b->pib_out);
  else
    tb_pin_check_stop(&b->pins);
  if (on) tb->cover[COVER_SETUPS]++;
}

static void count_pins(struct sink_bench *b, uint64_t *cover) {
  const struct tb_pin_seen *s = &b->pins.seen;
  cover[COVER_MESSAGES] = s->messages;
  cover[COVER_PATTERNS] = s->patterns;
  cover[COVER_RESUMED] = s->resumed;
  cover[COVER_DRAINED_DISABLED] = s->drained_disabled;
  cover[COVER_ENDED_DISABLED] = s->ended_disabled;
  cover[COVER_PULSES_CHANGED] = s->pulses_changed;
  cover[COVER_CAL_HELD] += b->pins.event == PIN_PATTERN && b->model.pib.msgs_q != 0;
  if (b->pins.event == PIN_MESSAGE_END || b->pins.event == PIN_PATTERN)
    tb_pib_cross_form(b->mode, b->center, b->divider, b->pins.event == PIN_PATTERN,
                      cover + COVER_CROSS);
  if (b->pins.event != PIN_MESSAGE_END) return;
  cover[COVER_MODE_4BIT + (b->mode - RVT_PIB_4BIT)]++;
  cover[COVER_CENTER] += b->center;
}

static void count_write(const struct sink_bench *b, const struct rvt_regs_pib *before,
                        uint64_t *cover) {
  const struct rvt_regs_pib *after = &b->model.regs;
  const struct rvt_apb *apb = &b->in.apb;
  if (!rvt_apb_writes(apb) || rvt_apb_word(apb) != CONTROL) return;
  const uint32_t lanes = rvt_apb_lanes(apb), data = apb->pwdata & lanes;
  const bool early =
      before->active.life_q == RVT_LIFE_OFF || before->active.life_q == RVT_LIFE_RISING;
  if (before->active.life_q != RVT_LIFE_ON) {
    cover[early ? COVER_WRITE_EARLY : COVER_WRITE_LATE] += (data & ~ACTIVE) != 0;
    return;
  }
  if ((lanes & 1) != 0 && (data & ACTIVE) == 0) {
    cover[COVER_LEAVE_ENABLE] += (data & ENABLE) != 0;
    return;
  }
  const bool idle = !before->enable_q && b->pib_out.empty;
  const uint32_t mode = RVT_FIELD(data, RVT_TR_PIB_MODE);
  const bool changed = before->mode_q != after->mode_q || before->center_q != after->center_q ||
                       before->divider_q != after->divider_q;
  cover[COVER_BYTES] += apb->pstrb != 0xF && apb->pstrb != 0;
  cover[COVER_IGNORED] += !idle && (lanes & 1) != 0 && mode != before->mode_q &&
                          (mode == 0 || rvt_pib_has_mode(b->p.pib.pins, mode));
  cover[COVER_TOGETHER] += changed && after->enable_q;
  if (!idle) return;
  cover[COVER_MODE_KEPT] += (lanes & 1) != 0 && mode != after->mode_q && before->mode_q != 0;
  cover[COVER_CENTER_MASKED] += (data & RVT_TR_PIB_CLK_CENTER_MASK) != 0 && !after->center_q;
  cover[COVER_CLAMPED] += RVT_FIELD(data, RVT_TR_PIB_DIVIDER) > after->divider_q;
}

static void count_life(const struct sink_bench *b, const struct rvt_regs_pib *before, bool held,
                       bool within, uint64_t *cover) {
  const enum rvt_life life = before->active.life_q;
  cover[COVER_RISING] += life == RVT_LIFE_RISING && !b->in.active_ack;
  cover[COVER_FALLING] += life == RVT_LIFE_FALLING && b->in.active_ack;
  cover[COVER_CLOSING] += life == RVT_LIFE_CLOSING && b->pib_out.in_msg;
  if (life != RVT_LIFE_ON || b->model.regs.active.life_q != RVT_LIFE_CLOSING) return;
  cover[COVER_CLOSED_WITHIN] += within;
  cover[COVER_CLOSED_HELD] += held;
}

static void tick(void *self, struct tb *tb) {
  struct sink_bench *b = self;
  const struct rvt_pib_sink sink = b->model;
  const struct rvt_regs_pib before = sink.regs;
  follow_setup(b, tb);
  struct rvt_pib_in seen = b->pib_in;
  seen.s = b->in.s;
  tb_pin_check_clock(&b->pins, &seen, &b->pib_out, tb);
  count_pins(b, tb->cover);
  const bool within = tb_pin_check_within(&b->pins);
  if (before.active.life_q == RVT_LIFE_CLOSING && !b->pib_out.in_msg) {
    if (within) tb_fail(tb, "pins: Active falls within a message (TCI:CTRL-07)");
    if (b->mode != RVT_PIB_OFF) PROVED("TCI:CTRL-07");
  }
  tb_apb_clock(&b->bus, tb, b->out.pready, b->out.prdata, b->out.pslverr);
  if (b->bus.phase == TB_APB_SETUP) b->read_life = before.active.life_q;
  const bool taken = b->in.s.valid && b->out.s_ready;
  if (taken && b->in.s.eom && b->hold && !b->pins.monitor.in_phase) {
    /* The message leaves before the probe has found the phase. */
    tb_pin_check_stop(&b->pins);
    b->hold = false;
  }
  if (taken) tb_pin_check_expect(&b->pins, &b->in.s, tb);
  rvt_pib_sink_tick(&b->model, &b->in);
  tb_pib_cross(&b->cross, &sink, &b->in, &b->model, tb->cover + COVER_CROSS);
  count_write(b, &before, tb->cover);
  count_life(b, &before, !b->pib_out.empty, within, tb->cover);
  b->was_idle = !b->pib_in.enable && b->pib_out.empty;
  if (!b->pib_in.active) {
    restart_source(b, &tb->rng);
  } else if (taken) {
    b->pos += b->in.s.bytes;
    memset(&b->in.s, 0, sizeof b->in.s);
    if (b->pos == b->len) new_message(b, &tb->rng);
  }
}

const struct tb_bench tb_bench_pib_sink = {
    .name = "pib_sink",
    .bytes = sizeof(struct sink_bench),
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
