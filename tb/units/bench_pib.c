/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "agents/messages.h"
#include "agents/records.h"
#include "harness/bench.h"
#include "harness/pace.h"
#include "judges/pin_check.h"
#include "rvt/unit/pib.h"

/* Messages by mode, divider and place of the edge: every combination is to be seen. */
#define CROSS_OF(d)                                                                                \
  "x_4bit_" d, "x_8bit_" d, "x_16bit_" d, "x_4bit_" d "_center", "x_8bit_" d "_center",            \
      "x_16bit_" d "_center"
enum { CROSS_FORMS = 6, CROSS = 4 * CROSS_FORMS };

enum cover {
  COVER_MESSAGES,
  COVER_SYNC,
  COVER_BACK_TO_BACK,
  COVER_ODD_IDLE,
  COVER_IDLE_EXACT,
  COVER_DRAINED_DISABLED,
  COVER_STARVED,
  COVER_FULL,
  COVER_MODE_4BIT,
  COVER_MODE_8BIT,
  COVER_MODE_16BIT,
  COVER_MODE_OTHER,
  COVER_DIVIDER_0,
  COVER_DIVIDER_3,
  COVER_DIVIDER_255,
  COVER_CENTER,
  COVER_ODD_TAILS,
  COVER_PATTERNS,
  COVER_PATTERN_STARTS,
  COVER_RESUMED,
  COVER_REFUSED,
  COVER_REST_WAITS,
  COVER_ENDED_DISABLED,
  COVER_LATE_LOCKS,
  COVER_PULSES_CHANGED,
  COVER_CLOSED_WITHIN,
  COVER_CLOSED_HELD,
  COVER_DEACTIVATED_HELD,
  COVER_DISABLED_IN_MESSAGE,
  COVER_CROWDED, /* clocks with 16 messages or more in the buffer */
  COVER_PARTIAL, /* beats that are not full and end no message */
  COVER_WAITS,   /* clocks in which a beat waits for the one before, with room in the buffer */
  COVER_JOINED,  /* beats taken beside the last word of the one before */
  COVER_BEHIND,  /* ... behind a byte that waits for its second one */
  COVER_CROSS,
  COVERS = COVER_CROSS + CROSS
};
static const char *const covers[COVERS] = {"messages",
                                           "sync",
                                           "back_to_back",
                                           "odd_idle",
                                           "idle_exact",
                                           "drained_disabled",
                                           "starved",
                                           "full",
                                           "mode_4bit",
                                           "mode_8bit",
                                           "mode_16bit",
                                           "mode_other",
                                           "divider_0",
                                           "divider_3",
                                           "divider_255",
                                           "center",
                                           "odd_tails",
                                           "patterns",
                                           "pattern_starts",
                                           "resumed",
                                           "refused",
                                           "rest_waits",
                                           "ended_disabled",
                                           "late_locks",
                                           "pulses_changed",
                                           "closed_within",
                                           "closed_held",
                                           "deactivated_held",
                                           "disabled_in_message",
                                           "crowded",
                                           "partial",
                                           "waits",
                                           "joined",
                                           "behind",
                                           CROSS_OF("0"),
                                           CROSS_OF("1"),
                                           CROSS_OF("3"),
                                           CROSS_OF("255")};

/* What the player does with the control inputs. */
enum plan { PLAN_RUN, PLAN_PAUSE, PLAN_DRAIN, PLAN_CLOSE, PLAN_OFF };

struct pib_bench {
  struct rvt_pib_params p;
  struct rvt_pib model;
  struct rvt_pib_in in;
  struct rvt_pib_out out;
  struct tb_pace offer;
  struct tb_pin_check pins;
  uint32_t config_every, calibrate_every, join_every, longest;
  uint64_t fixed_mode, fixed_divider;
  enum plan plan;
  uint32_t plan_left;
  bool was_active, restart;
  uint32_t off_clocks; /* in a mode that is none */
  uint16_t slowest;    /* divider since the pins were off last */
  bool hold;           /* the source waits until the probe is in phase */
  uint8_t msg[RVT_MSG_BYTES_MAX];
  unsigned len, pos;
};

static const struct tb_bind binds[] = {
    TB_IN(struct pib_bench, "active_i", in.active),
    TB_IN(struct pib_bench, "enable_i", in.enable),
    TB_IN(struct pib_bench, "mode_i", in.mode),
    TB_IN(struct pib_bench, "center_i", in.center),
    TB_IN(struct pib_bench, "calibrate_i", in.calibrate),
    TB_IN(struct pib_bench, "divider_i", in.divider),
    TB_IN(struct pib_bench, "s_valid_i", in.s.valid),
    TB_IN(struct pib_bench, "s_data_i", in.s.data),
    TB_IN(struct pib_bench, "s_bytes_i", in.s.bytes),
    TB_IN(struct pib_bench, "s_eom_i", in.s.eom),
    TB_OUT(struct pib_bench, NULL, "s_ready_o", out.s_ready),
    TB_OUT(struct pib_bench, NULL, "s_dn_on_o", out.s_dn_on),
    TB_OUT(struct pib_bench, NULL, "s_dn_lost_o", out.s_dn_lost),
    TB_OUT(struct pib_bench, NULL, "empty_o", out.empty),
    TB_OUT(struct pib_bench, NULL, "in_msg_o", out.in_msg),
    TB_OUT(struct pib_bench, NULL, "trc_clk_o", out.trc_clk),
    TB_OUT(struct pib_bench, NULL, "trc_data_o", out.trc_data),
};

static bool supported(const struct pib_bench *b) { return rvt_pib_has_mode(b->p.pins, b->in.mode); }

/** What counts in this build. */
static struct rvt_pib_in effective(const struct pib_bench *b) {
  struct rvt_pib_in in = b->in;
  in.center = in.center && b->p.clk_center;
  in.calibrate = in.calibrate && b->p.calibrate;
  return in;
}

static void configure(struct pib_bench *b, struct tb *tb) {
  static const uint16_t dividers[] = {0, 0, 1, 1, 3, 3, 9, 255};
  struct tb_rng *rng = &tb->rng;
  const uint32_t modes = b->p.pins == 4 ? 1 : b->p.pins == 8 ? 2 : 3;
  b->in.mode = (uint8_t)(RVT_PIB_4BIT + tb_rng_below(rng, modes));
  if (b->config_every != 0 && tb_rng_one_in(rng, 5)) b->in.mode = (uint8_t)tb_rng_below(rng, 16);
  b->in.divider = dividers[tb_rng_below(rng, sizeof dividers / sizeof *dividers)];
  b->in.center = tb_rng_one_in(rng, 2);
  b->in.calibrate = b->calibrate_every != 0 && tb_rng_one_in(rng, 8);
  if (b->fixed_mode != 0) b->in.mode = (uint8_t)b->fixed_mode;
  if (b->fixed_divider != UINT16_MAX) b->in.divider = (uint16_t)b->fixed_divider;
  b->in.divider &= (uint16_t)((1u << b->p.div_width) - 1);
  if (!supported(b)) tb->cover[COVER_MODE_OTHER]++;
  b->restart = true;
}

static bool init(void *self, struct tb *tb) {
  struct pib_bench *b = self;
  b->p.lanes = (uint8_t)tb_param(tb, "Lanes");
  b->p.pins = (uint8_t)tb_param(tb, "Pins");
  b->p.div_width = (uint8_t)tb_param(tb, "DivWidth");
  b->p.buffer_bytes = (uint16_t)tb_param(tb, "BufferBytes");
  b->p.framing = (uint8_t)tb_param(tb, "Framing");
  b->p.clk_center = tb_param(tb, "ClkCenter") != 0;
  b->p.calibrate = tb_param(tb, "Calibrate") != 0;
  tb_pace_init(&b->offer, tb, "offer", "mixed");
  b->config_every = (uint32_t)tb_option_in(tb, "config", 500, 0, UINT32_MAX);
  b->calibrate_every = (uint32_t)tb_option_in(tb, "calibrate", 400, 0, UINT32_MAX);
  b->join_every = (uint32_t)tb_option_in(tb, "join", 300, 0, UINT32_MAX);
  b->longest = (uint32_t)tb_option_in(tb, "longest", RVT_MSG_BYTES_MAX, 2, RVT_MSG_BYTES_MAX);
  b->fixed_mode = tb_option_in(tb, "mode", 0, 0, 15);
  b->fixed_divider = tb_option_in(tb, "divider", UINT16_MAX, 0, UINT16_MAX);
  if (rvt_pib_init(&b->model, &b->p, NULL) != RVT_OK)
    tb_fail(tb, "pib: a parameter is out of range");
  return tb->error[0] == 0;
}

static void new_message(struct pib_bench *b, struct tb_rng *rng) {
  b->len = 2 + tb_rng_below(rng, tb_rng_one_in(rng, 8) ? RVT_MSG_BYTES_MAX - 1 : 8);
  if (b->len > b->longest) b->len = b->longest;
  b->pos = 0;
  if (b->model.framing->headed) {
    tb_counted_message(rng, b->msg, &b->len);
    return;
  }
  if (b->model.framing->once) {
    tb_group_message(rng, b->msg, &b->len);
    return;
  }
  /* Now and then a TCODE that is reserved or a vendor's: all six bits tell a sync message. */
  uint32_t tcode = tb_tcodes[tb_rng_below(rng, TB_TCODES)];
  if (tb_rng_one_in(rng, 8)) tcode = tb_rng_below(rng, 64);
  b->msg[0] = (uint8_t)(tcode << 2);
  for (unsigned i = 1; i < b->len; i++) {
    uint32_t mdo = tb_rng_one_in(rng, 3) ? 0x3f : tb_rng_below(rng, 64);
    uint32_t mseo = i + 1 == b->len ? RVT_MSEO_END_MSG : tb_rng_below(rng, 2);
    b->msg[i] = (uint8_t)(mdo << 2 | mseo);
  }
}

static void restart_source(struct pib_bench *b, struct tb_rng *rng) {
  memset(&b->in.s, 0, sizeof b->in.s);
  new_message(b, rng);
}

static void reset(void *self, struct tb *tb) {
  struct pib_bench *b = self;
  if (rvt_pib_init(&b->model, &b->p, NULL) != RVT_OK) tb_fail(tb, "pib: init failed");
  tb_pin_check_reset(&b->pins, tb);
  restart_source(b, &tb->rng);
  b->was_active = false;
  b->in.active = b->in.enable = true;
  b->plan = PLAN_RUN;
  configure(b, tb);
}

static void next_plan(struct pib_bench *b, struct tb *tb) {
  switch (tb_rng_below(&tb->rng, 6)) {
  case 0:
    b->plan = PLAN_OFF;
    b->in.active = false;
    b->plan_left = 1 + tb_rng_below(&tb->rng, 4);
    break;
  case 1:
    b->plan = PLAN_CLOSE;
    tb->cover[COVER_CLOSED_WITHIN] += tb_pin_check_within(&b->pins);
    tb->cover[COVER_CLOSED_HELD] += !b->out.empty;
    b->in.mode = RVT_PIB_OFF;
    b->plan_left = 0;
    break;
  case 2:
    b->plan = PLAN_DRAIN;
    b->in.enable = false;
    b->plan_left = 0;
    break;
  default:
    b->plan = PLAN_PAUSE;
    b->in.enable = false;
    b->plan_left = 1 + tb_rng_below(&tb->rng, tb_rng_one_in(&tb->rng, 2) ? 8 : 400);
    if (b->pos != 0) tb->cover[COVER_DISABLED_IN_MESSAGE]++;
    break;
  }
}

static void drive_control(struct pib_bench *b, struct tb *tb) {
  if (tb_rng_one_in(&tb->rng, b->calibrate_every)) b->in.calibrate = !b->in.calibrate;
  if (b->plan == PLAN_RUN) {
    if (tb_rng_one_in(&tb->rng, b->config_every)) next_plan(b, tb);
    return;
  }
  if (b->plan_left != 0 && --b->plan_left != 0) return;
  if (b->plan == PLAN_DRAIN && !b->out.empty) return;
  if (b->plan == PLAN_CLOSE) {
    /* What the Active bit does: the pins stop, then the reset. */
    if (b->out.in_msg) return;
    b->plan = PLAN_OFF;
    b->in.active = false;
    b->plan_left = 1 + tb_rng_below(&tb->rng, 4);
    return;
  }
  if (b->plan != PLAN_PAUSE) configure(b, tb);
  b->plan = PLAN_RUN;
  b->in.active = b->in.enable = true;
}

static void drive_source(struct pib_bench *b, struct tb *tb) {
  if (b->in.s.valid) return;
  bool offer = tb_pace_next(&b->offer, &tb->rng);
  if (b->restart || (b->hold && !b->pins.monitor.in_phase)) offer = false;
  if (!offer) {
    if (b->pos != 0 && b->out.s_ready) b->pins.starved = true;
    return;
  }
  b->in.s = tb_beat(&tb->rng, b->p.lanes, b->msg, b->len, b->pos);
  if (b->model.framing->headed) b->in.s.length = (uint8_t)b->len;
}

static void drive(void *self, struct tb *tb) {
  struct pib_bench *b = self;
  drive_control(b, tb);
  drive_source(b, tb);
}

static void outputs(void *self) {
  struct pib_bench *b = self;
  rvt_pib_outputs(&b->model, &b->in, &b->out);
}

static void count_message(const struct pib_bench *b, uint64_t *cover) {
  static const uint16_t dividers[] = {0, 1, 3, 255};
  const unsigned mode = b->in.mode - RVT_PIB_4BIT;
  const bool center = effective(b).center;
  cover[COVER_MODE_4BIT + mode]++;
  cover[COVER_DIVIDER_0] += b->in.divider == 0;
  cover[COVER_DIVIDER_3] += b->in.divider == 3;
  cover[COVER_DIVIDER_255] += b->in.divider == 255;
  cover[COVER_CENTER] += center;
  for (unsigned d = 0; d < 4; d++)
    if (b->in.divider == dividers[d]) cover[COVER_CROSS + d * CROSS_FORMS + center * 3 + mode]++;
}

static void count_beat(const struct pib_bench *b, uint64_t *cover) {
  const struct rvt_pib *s = &b->model;
  if (b->p.lanes == 1 || !b->in.s.valid || !b->out.s_dn_on) return;
  cover[COVER_WAITS] += !b->out.s_ready && s->level_q + 2 <= b->p.buffer_bytes;
  if (!b->out.s_ready) return;
  cover[COVER_PARTIAL] += b->in.s.bytes != b->p.lanes && !b->in.s.eom;
  cover[COVER_JOINED] += s->packed_q != 0;
  cover[COVER_BEHIND] += s->packed_q % 2 == 1 && b->p.pins == 16 && b->pos != 0;
}

static void count(struct pib_bench *b, uint64_t *cover) {
  const struct tb_pin_seen *s = &b->pins.seen;
  cover[COVER_MESSAGES] = s->messages;
  cover[COVER_SYNC] = s->sync_messages;
  cover[COVER_BACK_TO_BACK] = s->back_to_back;
  cover[COVER_ODD_IDLE] = s->odd_idle;
  cover[COVER_IDLE_EXACT] = s->idle_exact;
  cover[COVER_DRAINED_DISABLED] = s->drained_disabled;
  cover[COVER_STARVED] = s->starved;
  cover[COVER_ODD_TAILS] = s->odd_tails;
  cover[COVER_PATTERNS] = s->patterns;
  cover[COVER_PATTERN_STARTS] = s->pattern_starts;
  cover[COVER_RESUMED] = s->resumed;
  cover[COVER_REFUSED] = s->refused;
  cover[COVER_REST_WAITS] = s->rest_waits;
  cover[COVER_ENDED_DISABLED] = s->ended_disabled;
  cover[COVER_LATE_LOCKS] = s->late_locks;
  cover[COVER_PULSES_CHANGED] = s->pulses_changed;
  count_beat(b, cover);
  cover[COVER_CROWDED] += b->model.msgs_q >= 16;
  if (!b->in.active) cover[COVER_DEACTIVATED_HELD] += !b->out.empty;
  if (!b->in.active || !b->in.enable || !supported(b)) return;
  cover[COVER_FULL] += !b->out.s_ready;
  if (b->pins.event == PIN_MESSAGE_END) count_message(b, cover);
}

/* The probe joins when the PIB has been set up; in some runs nobody waits for it. */
static void follow_control(struct pib_bench *b, struct tb *tb) {
  if (!b->in.active || (!supported(b) && b->plan != PLAN_CLOSE)) {
    tb_pin_check_stop(&b->pins);
    b->hold = false;
    b->restart = true;
  } else if (b->restart && b->plan != PLAN_CLOSE) {
    b->restart = false;
    b->hold = tb_rng_one_in(&tb->rng, 2);
    if (b->hold)
      tb_pin_check_start(&b->pins, b->in.mode, effective(b).center, &b->out);
    else
      tb_pin_check_stop(&b->pins);
  }
  if (tb_rng_one_in(&tb->rng, b->join_every)) tb_pin_check_join(&b->pins, &b->out);
}

static void check_off(struct pib_bench *b, struct tb *tb) {
  const bool low = !b->out.trc_clk && b->out.trc_data == 0;
  if (!b->was_active && !low) tb_fail(tb, "pib: pins not 0 while inactive (TCI:PIB-06)");
  if (b->in.divider > b->slowest || (low && !supported(b))) b->slowest = b->in.divider;
  b->off_clocks = supported(b) ? 0 : b->off_clocks + 1;
  /* What is on the pins ends, and two beats more bring the clock to 0. */
  const uint32_t cycles = 2u * (2 * RVT_MSG_BYTES_MAX + 2);
  if (b->off_clocks <= cycles * (b->slowest + 1u)) return;
  if (!low) tb_fail(tb, "pib: pins not 0 in mode %u (TCI:PIB-06)", b->in.mode);
  PROVED("TCI:PIB-06");
}

/* What crosses the pins when they stop is whole. */
static void check_stop(struct pib_bench *b, struct tb *tb) {
  if (b->plan != PLAN_CLOSE || b->out.in_msg || !b->was_active) return;
  if (tb_pin_check_within(&b->pins)) tb_fail(tb, "pib: the pins stop in a message (TCI:CTRL-07)");
}

static void tick(void *self, struct tb *tb) {
  struct pib_bench *b = self;
  check_off(b, tb);
  follow_control(b, tb);
  const struct rvt_pib_in in = effective(b);
  tb_pin_check_clock(&b->pins, &in, &b->out, tb);
  check_stop(b, tb);
  count(b, tb->cover);
  bool taken = b->in.s.valid && b->out.s_ready;
  if (taken && b->in.s.eom && b->hold && !b->pins.monitor.in_phase) {
    /* The message leaves before the probe has found the phase. */
    tb_pin_check_stop(&b->pins);
    b->hold = false;
  }
  if (taken) tb_pin_check_expect(&b->pins, &b->in.s, tb);
  rvt_pib_tick(&b->model, &b->in);
  b->was_active = b->in.active;
  if (!b->in.active) {
    restart_source(b, &tb->rng);
  } else if (taken) {
    b->pos += b->in.s.bytes;
    memset(&b->in.s, 0, sizeof b->in.s);
    if (b->pos == b->len) new_message(b, &tb->rng);
  }
}

const struct tb_bench tb_bench_pib = {
    .name = "pib",
    .bytes = sizeof(struct pib_bench),
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
