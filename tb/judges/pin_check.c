/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "pin_check.h"

#include <string.h>

#include "harness/bench.h"

/* A beat is taken 100 beats of the pins after it was refused: 13 until the next byte has left, 87
 * for those of the longest beat and the idle ones between its messages. */
enum { IDLE_BEFORE_SYNC = 4, IDLE_AROUND_PATTERN = 2, WAIT_BEATS = 100, BEAT_BYTES = 2 };

void tb_pin_check_stop(struct tb_pin_check *c) { c->watching = c->has_late = false; }

void tb_pin_check_reset(struct tb_pin_check *c, const struct tb *tb) {
  c->framing = tb->framing;
  tb_pin_check_stop(c);
  c->clk = c->ran = c->pulse = c->open = c->rest_disabled = false;
  c->kept = 0;
}

static uint8_t pins_of(uint8_t mode) {
  return mode == RVT_PIB_4BIT ? 4 : mode == RVT_PIB_8BIT ? 8 : 16;
}

void tb_pin_check_start(struct tb_pin_check *c, uint8_t mode, bool center,
                        const struct rvt_pib_out *out) {
  const uint8_t pins = pins_of(mode);
  if (c->watching && c->monitor.pins == pins && !tb_pin_check_within(c)) {
    /* With another divider or edge alone the probe goes on, and idle beats remain idle beats. */
    uint8_t unused;
    pin_monitor_sample(&c->monitor, out->trc_clk, out->trc_data, &unused);
    c->monitor.edges = 0;
  } else {
    pin_monitor_init(&c->monitor, c->framing, pins, out->trc_clk, out->trc_data);
    /* If nobody watched the pins while they were idle, for how long is not known. */
    c->idle_known = out->trc_data != (1u << pins) - 1u;
  }
  c->nibbles = mode == RVT_PIB_4BIT;
  c->monitor.center = center;
  c->watching = true;
  c->has_late = c->late_locked = false;
  c->starved = c->ended = false;
  c->since_edge = 0;
  c->put = c->taken = 0;
}

void tb_pin_check_join(struct tb_pin_check *c, const struct rvt_pib_out *out) {
  if (!c->watching) return;
  pin_monitor_init(&c->late, c->framing, c->monitor.pins, out->trc_clk, out->trc_data);
  c->late.center = c->monitor.center;
  c->has_late = true;
  c->late_locked = false;
}

void tb_pin_check_expect_byte(struct tb_pin_check *c, uint8_t byte, struct tb *tb) {
  if (!c->watching) return;
  if (tb_pin_check_open(c) == TB_PIN_QUEUE)
    tb_fail(tb, "pins: more bytes on their way than any chain holds");
  c->queue[c->put++ % TB_PIN_QUEUE] = byte;
}

void tb_pin_check_expect(struct tb_pin_check *c, const struct rvt_beat *beat, struct tb *tb) {
  for (unsigned i = 0; i < beat->bytes; i++) tb_pin_check_expect_byte(c, beat->data[i], tb);
}

static void message_begins(struct tb_pin_check *c, uint8_t first, struct tb *tb) {
  uint32_t idle = c->monitor.idle_before;
  if (c->nibbles && c->framing->aligns(&first, 1)) {
    if (idle < IDLE_BEFORE_SYNC)
      tb_fail(tb, "pins: %u idle beats before a sync message (TCI:PIB-14)", idle);
    c->seen.sync_messages++;
    c->seen.idle_exact += idle == IDLE_BEFORE_SYNC;
    PROVED("TCI:PIB-13");
    PROVED("TCI:PIB-14");
    PROVED("NT:PIB-07");
  }
  if (c->monitor.after_pattern) {
    if (idle < IDLE_AROUND_PATTERN)
      tb_fail(tb, "pins: %u idle beats after a pattern (TCI:PIB-22)", idle);
    c->seen.resumed++;
    c->monitor.after_pattern = false;
  }
  c->seen.back_to_back += idle == 0;
  c->seen.odd_idle += idle % 2;
  c->no_idle = idle == 0 && c->ended;
  if (idle == 0) PROVED("TCI:PIB-11");
  if (idle % 2 != 0) {
    PROVED("TCI:PIB-10");
    PROVED("NT:PIB-04");
  }
}

static void message_ends(struct tb_pin_check *c, bool enable, struct tb *tb) {
  if (tb->error[0] != 0) return;
  c->idle_known = true;
  c->seen.messages++;
  PROVED("TCI:PIB-08");
  PROVED("NT:PIB-02");
  if (c->starved) {
    c->seen.starved++;
    PROVED("TCI:PIB-12");
    PROVED("NT:PKT-15");
    PROVED("NT:PIB-03");
    PROVED("NT:PIB-08");
    PROVED("TCI:LINK-06");
  }
  c->starved = false;
  if (c->no_idle && !c->nibbles) c->seen.no_idle_pins |= c->monitor.pins;
  if (c->seen.no_idle_pins == (8 | 16)) PROVED("NT:PIB-06");
  c->ended = true;
  if (!enable) {
    c->seen.drained_disabled++;
    PROVED("TCI:PIB-25");
  }
  if (c->monitor.pins != 16) return;
  c->seen.odd_tails += !c->monitor.has_second;
  if (c->seen.odd_tails != 0 && c->monitor.has_second) {
    PROVED("TCI:PIB-09");
    PROVED("NT:PIB-09");
  }
}

static void take_byte(struct tb_pin_check *c, uint8_t byte, bool first, struct tb *tb) {
  uint8_t want = c->queue[c->taken % TB_PIN_QUEUE];
  if (tb_pin_check_open(c) == 0)
    tb_fail(tb, "pins: byte 0x%02x, none was expected", byte);
  else if (byte != want)
    tb_fail(tb, "pins: byte 0x%02x, expected 0x%02x", byte, want);
  c->taken++;
  if (first) message_begins(c, byte, tb);
}

/* A beat of a calibration pattern has been read. */
static void pattern(struct tb_pin_check *c, const struct rvt_pib_in *in, bool direct,
                    struct tb *tb) {
  const struct pin_monitor *m = &c->monitor;
  if (m->pattern_beats == 1) {
    /* A beat and its edge are at most two cycles after the decision; a byte of two beats is seen
     * with the second one. */
    const uint32_t second = !c->nibbles || !c->framing->headed ? 0 : m->center ? 2 : 1;
    if (c->since_wanted > (2 + second) * (in->divider + 1u))
      tb_fail(tb, "pins: a pattern nobody has asked for (TCI:PIB-24)");
    if (!direct && c->idle_known && m->idle_before < IDLE_AROUND_PATTERN)
      tb_fail(tb, "pins: %u idle beats before a pattern (TCI:PIB-22)", m->idle_before);
    c->seen.pattern_starts += !direct;
  }
  if (m->pattern_beats != 0 || tb->error[0] != 0) return;
  c->idle_known = true;
  c->seen.patterns++;
  if (c->seen.patterns >= 3) PROVED("TCI:PIB-21");
  if (c->seen.uncalled != 0) PROVED("TCI:PIB-24"); /* asked for without Enable: none came */
  if (c->seen.resumed != 0 && c->seen.pattern_starts > 1) PROVED("TCI:PIB-22");
}

static void levels(const struct tb_pin_check *c, struct tb *tb) {
  if (c->monitor.misplaced) tb_fail(tb, "pins: data changed where a probe may sample (TCI:PIB-04)");
  if (c->monitor.bad_tail) tb_fail(tb, "pins: [15:8] not idle after an odd end (TCI:PIB-09)");
  if (c->monitor.bad_align)
    tb_fail(tb, "pins: a message follows idle bytes without what aligns (ETR:DC-13)");
  if (c->monitor.bad_pattern) tb_fail(tb, "pins: a wrong beat in a pattern (TCI:PIB-21)");
}

/* Edges are a beat apart, and data changes a whole cycle of fdiv from them. */
static void timing(struct tb_pin_check *c, const struct rvt_pib_in *in, bool changed,
                   struct tb *tb) {
  const uint32_t cycle = in->divider + 1u;
  const uint32_t beat = c->monitor.center ? 2 * cycle : cycle;
  const bool known = c->monitor.edges > (c->event == PIN_NO_EDGE ? 0 : 1);
  c->since_edge++;
  if (c->monitor.center && changed && known && c->since_edge != cycle)
    tb_fail(tb, "pins: data %u clocks after an edge, divider %u (TCI:PIB-04)", c->since_edge,
            in->divider);
  if (c->event == PIN_NO_EDGE) return;
  if (known && c->since_edge != beat)
    tb_fail(tb, "pins: %u clocks between edges, divider %u (TCI:PIB-04)", c->since_edge,
            in->divider);
  c->since_edge = 0;
  if (!known) return;
  PROVED("TCI:PIB-04");
  if (c->monitor.center) PROVED("TCI:PIB-02");
  if (!in->enable) PROVED("TCI:PIB-05");
}

/* The probe that has joined late knows either nothing or the same as the one that was there. */
static void follow_late(struct tb_pin_check *c, const struct rvt_pib_out *out, struct tb *tb) {
  uint8_t byte = 0;
  const enum pin_event event = pin_monitor_sample(&c->late, out->trc_clk, out->trc_data, &byte);
  if (event == PIN_NO_EDGE || event == PIN_BLIND || c->event == PIN_BLIND) return;
  const bool is_byte = event == PIN_BYTE || event == PIN_MESSAGE_END;
  if (event != c->event || (is_byte && byte != c->byte))
    tb_fail(tb, "pins: a probe that joined late reads 0x%02x, not 0x%02x (TCI:PIB-14)", byte,
            c->byte);
  if (event != PIN_MESSAGE_END || c->late_locked) return;
  c->late_locked = true;
  c->seen.late_locks++;
}

static void follow(struct tb_pin_check *c, const struct rvt_pib_in *in,
                   const struct rvt_pib_out *out, struct tb *tb) {
  const bool was_in_message = c->monitor.in_message;
  const bool changed = out->trc_data != c->monitor.trc_data;
  const bool was_pattern = c->monitor.after_pattern;
  c->event = pin_monitor_sample(&c->monitor, out->trc_clk, out->trc_data, &c->byte);
  levels(c, tb);
  timing(c, in, changed, tb);
  if (c->has_late) follow_late(c, out, tb);
  if (c->event == PIN_IDLE) PROVED("NT:PIB-01");
  if (c->event == PIN_PATTERN) pattern(c, in, was_pattern && c->monitor.idle_before == 0, tb);
  if (c->event != PIN_BYTE && c->event != PIN_MESSAGE_END) return;
  take_byte(c, c->byte, !was_in_message, tb);
  if (c->monitor.has_second) take_byte(c, c->monitor.second, false, tb);
  if (c->event == PIN_MESSAGE_END) message_ends(c, in->enable, tb);
}

/* Whatever is set when: no pulse is shorter than a cycle of one of the dividers it has seen. */
static void pulses(struct tb_pin_check *c, const struct rvt_pib_in *in,
                   const struct rvt_pib_out *out, struct tb *tb) {
  const bool edge = out->trc_clk != c->clk;
  c->edge = edge;
  if (!c->ran) c->pulse = false;
  c->width++;
  if (edge && c->pulse) {
    if (c->width < c->least)
      tb_fail(tb, "pins: a pulse of TRC_CLK of %u clocks, a cycle is %u (TCI:PIB-27)", c->width,
              c->least);
    c->seen.pulses_changed += c->divider_changed;
    if (c->divider_changed) PROVED("TCI:PIB-27");
  }
  if (edge) {
    c->pulse = c->ran;
    c->width = 0;
    c->least = c->last_divider + 1;
    c->divider_changed = false;
  }
  if (in->divider != c->last_divider) c->divider_changed = true;
  if (in->divider + 1u < c->least) c->least = in->divider + 1u;
  c->last_divider = in->divider;
  c->clk = out->trc_clk;
  c->ran = in->active;
}

/* The rest of a message waits for beats on the pins, and not for software. */
static void rest_waits(struct tb_pin_check *c, const struct rvt_pib_in *in,
                       const struct rvt_pib_out *out, struct tb *tb) {
  if (!c->open || !in->s.valid || out->s_ready || !out->s_dn_on) {
    c->waits = 0;
    return;
  }
  c->waits += c->edge;
  c->seen.rest_waits += in->enable && in->calibrate;
  if (c->waits > WAIT_BEATS)
    tb_fail(tb, "pib: the rest of a message has waited %u beats (TCI:CTRL-07)", c->waits);
}

/* What is taken and when. */
static void input(struct tb_pin_check *c, const struct rvt_pib_in *in,
                  const struct rvt_pib_out *out, struct tb *tb) {
  if (!in->active) c->open = false;
  if (in->s.valid && !c->open) {
    if (out->s_ready && (!in->active || !in->enable))
      tb_fail(tb, "pib: takes a message while inactive or disabled (TCI:LINK-07)");
    if (!in->active || !in->enable) PROVED("TCI:LINK-07");
  }
  rest_waits(c, in, out, tb);
  if (!in->s.valid || !out->s_ready) return;
  if (!in->enable) c->rest_disabled = true;
  c->open = !in->s.eom;
  if (c->open) return;
  c->seen.ended_disabled += c->rest_disabled;
  c->rest_disabled = false;
}

/* What was taken leaves as beats of the pins, or is given up and told of: an edge has two bytes at
 * most. */
static void given_up(struct tb_pin_check *c, const struct rvt_pib_in *in,
                     const struct rvt_pib_out *out, struct tb *tb) {
  if (c->edge) c->kept -= c->kept < BEAT_BYTES ? c->kept : BEAT_BYTES;
  if (out->empty && c->kept > BEAT_BYTES)
    tb_fail(tb, "pib: empty, %u bytes have neither left nor are they told of as lost (NT:ERR-01)",
            c->kept);
  if (out->empty && out->s_dn_lost) tb_fail(tb, "pib: tells of a loss of nothing (NT:ERR-01)");
  if (out->empty || out->s_dn_lost) c->kept = 0;
  if (in->s.valid && out->s_ready) c->kept += in->s.bytes;
}

static void calibration(struct tb_pin_check *c, const struct rvt_pib_in *in,
                        const struct rvt_pib_out *out, struct tb *tb) {
  const bool wanted = in->calibrate && in->enable;
  if (!wanted) {
    if (c->since_wanted != UINT32_MAX) c->since_wanted++;
    c->seen.uncalled += in->calibrate && in->active && c->since_wanted > 8 * (in->divider + 1u);
    return;
  }
  c->since_wanted = 0;
  if (c->open || !in->s.valid || !in->active) return;
  if (out->s_ready) tb_fail(tb, "pib: takes a message while calibrating (TCI:PIB-21)");
  if (out->s_dn_on) tb_fail(tb, "pib: lets a source wait for calibration (TCI:CTRL-07)");
  c->seen.refused++;
}

void tb_pin_check_clock(struct tb_pin_check *c, const struct rvt_pib_in *in,
                        const struct rvt_pib_out *out, struct tb *tb) {
  c->event = PIN_NO_EDGE;
  pulses(c, in, out, tb);
  if (c->watching) calibration(c, in, out, tb);
  input(c, in, out, tb);
  given_up(c, in, out, tb);
  if (!c->watching) return;
  follow(c, in, out, tb);
  if (!out->empty) return;
  if (tb_pin_check_open(c) != 0)
    tb_fail(tb, "pib: empty with %u bytes not on the pins (TCI:PIB-26)", tb_pin_check_open(c));
  if (c->seen.messages != 0) PROVED("TCI:PIB-26");
}
