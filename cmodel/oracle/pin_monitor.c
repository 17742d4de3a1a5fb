/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "pin_monitor.h"

enum { LOCK_BEATS = 4 };

void pin_monitor_init(struct pin_monitor *m, const struct rvt_framing *framing, uint8_t pins,
                      bool trc_clk, uint16_t trc_data) {
  *m = (struct pin_monitor){
      .framing = framing, .pins = pins, .trc_clk = trc_clk, .trc_data = trc_data};
}

static bool ends(struct pin_monitor *m, unsigned value) {
  return m->framing->ends(&m->place, (uint8_t)value);
}

/** A byte says by itself that it ends a message. */
static bool ends_alone(struct pin_monitor *m, unsigned value) {
  return m->framing->alone && ends(m, value);
}

/** Idle beats in a row that no message has within. Where bytes do not speak for themselves, any of
 * them may be as idle is, up to all of the longest message but its first one, of that the half. */
static unsigned lock_beats(const struct pin_monitor *m) {
  if (!m->framing->alone) return m->framing->longest * 8U / m->pins + (m->pins == 4);
  return m->pins == 4 ? LOCK_BEATS : 1;
}

/** A byte of a message, or two. */
static enum pin_event take(struct pin_monitor *m, unsigned value, uint8_t *byte) {
  bool ended = ends(m, value);
  *byte = (uint8_t)value;
  m->has_second = m->pins == 16 && !ended;
  if (m->pins == 16) {
    m->second = (uint8_t)(value >> 8);
    const uint8_t tail = m->framing->headed ? m->framing->align : m->framing->padding;
    if (ended && m->second != tail) m->bad_tail = true;
    ended = ended || ends(m, m->second);
  }
  m->in_message = !ended;
  return ended ? PIN_MESSAGE_END : PIN_BYTE;
}

/** The beats of a calibration pattern (TCI:PIB-21). */
static const uint16_t *pattern_of(const struct pin_monitor *m) {
  static const uint16_t nibbles[] = {0xA, 0x5, 0xA, 0x5, 0x0, 0xF, 0xF, 0x0};
  static const uint16_t bytes[] = {0xAA, 0x55, 0x00, 0xFF};
  static const uint16_t pairs[] = {0xAAAA, 0x5555, 0x0000, 0xFFFF};
  return m->pins == 4 ? nibbles : m->pins == 8 ? bytes : pairs;
}

/** A message cannot begin so, but a pattern may. */
static bool is_pattern(const struct pin_monitor *m, unsigned value) {
  const struct rvt_framing *const f = m->framing;
  return f->wrong((uint8_t)value, false) ||
         (value == pattern_of(m)[0] && f->wrong((uint8_t)value, true));
}

/** The next beat of `size`, or the next byte of 4 pins. */
static enum pin_event take_pattern(struct pin_monitor *m, const uint16_t *pattern, unsigned size,
                                   unsigned value) {
  if (value != pattern[m->pattern_beats++]) m->bad_pattern = true;
  if (m->pattern_beats == size) m->pattern_beats = 0;
  m->after_pattern = true;
  return PIN_PATTERN;
}

/** Nothing is under way on the pins. */
static bool between(const struct pin_monitor *m) {
  return !m->in_message && !m->have_low && m->pattern_beats == 0;
}

static enum pin_event take_beat(struct pin_monitor *m, unsigned value, uint8_t *byte) {
  if (between(m)) m->idle_before = m->idle_run;
  m->idle_run = 0;
  if (m->pattern_beats != 0 || (between(m) && is_pattern(m, value)))
    return take_pattern(m, pattern_of(m), m->pins == 4 ? 8 : 4, value);
  if (m->pins != 4) return take(m, value, byte);
  m->have_low = !m->have_low;
  if (!m->have_low) return take(m, m->low | value << 4, byte);
  m->low = (uint8_t)value;
  return PIN_NIBBLE;
}

/** An idle byte or pair between messages: one that aligns, or not. */
static bool is_null(struct pin_monitor *m, unsigned value) {
  const struct rvt_framing *const f = m->framing;
  const unsigned last = m->pins == 16 ? value >> 8 : value;
  if (m->in_message || ((value & 0xFF) != f->idle && (value & 0xFF) != f->align)) return false;
  if (last != f->idle && last != f->align) return false;
  m->unaligned = last == f->idle;
  return true;
}

/** Of a framing whose messages say their length a pattern is looked for in bytes: no header is its
 * first one. */
static const uint16_t *headed_pattern(const struct pin_monitor *m) {
  static const uint16_t of_nibbles[] = {0x5A, 0x5A, 0xF0, 0x0F};
  return m->pins == 4 ? of_nibbles : pattern_of(m);
}

/** A beat of a framing whose messages say their length. */
static enum pin_event headed_beat(struct pin_monitor *m, unsigned value, uint8_t *byte) {
  const struct rvt_framing *const f = m->framing;
  const unsigned idle = f->idle | (m->pins == 16 ? (unsigned)f->align << 8 : 0);
  if (!m->in_phase) {
    m->idle_run = value == idle ? m->idle_run + 1 : 0;
    m->in_phase = m->idle_run >= lock_beats(m);
    m->loose = m->pins == 4;
    m->unaligned = m->pins != 16;
    return PIN_BLIND;
  }
  if (m->loose && (value == idle || value == f->align >> 4U)) {
    m->loose = m->unaligned = value == idle;
    m->idle_run++;
    return PIN_BLIND;
  }
  m->loose = false;
  if (m->pins == 4) {
    m->have_low = !m->have_low;
    if (m->have_low) m->low = (uint8_t)value;
    if (m->have_low) return PIN_NIBBLE;
    value = m->low | value << 4;
  }
  const uint16_t *const pattern = headed_pattern(m);
  if (m->pattern_beats != 0 || (!m->in_message && value == pattern[0])) {
    if (m->pattern_beats == 0) m->idle_before = m->idle_run;
    m->idle_run = 0;
    return take_pattern(m, pattern, 4, value);
  }
  if (is_null(m, value)) {
    m->idle_run += m->pins == 4 ? 2 : 1;
    return PIN_IDLE;
  }
  if (!m->in_message) {
    m->bad_align = m->bad_align || m->unaligned;
    m->unaligned = false;
    m->idle_before = m->idle_run;
    m->idle_run = 0;
  }
  return take(m, value, byte);
}

enum pin_event pin_monitor_sample(struct pin_monitor *m, bool trc_clk, uint16_t trc_data,
                                  uint8_t *byte) {
  const bool edge = trc_clk != m->trc_clk;
  if (edge == m->center && trc_data != m->trc_data) m->misplaced = true;
  m->trc_clk = trc_clk;
  m->trc_data = trc_data;
  if (!edge) return PIN_NO_EDGE;
  m->edges++;

  const unsigned used = (1u << m->pins) - 1u, value = trc_data & used;
  if (m->framing->headed) {
    const enum pin_event event = headed_beat(m, value, byte);
    if (event == PIN_MESSAGE_END) m->after_pattern = false;
    return event;
  }
  const unsigned idle = m->framing->idle * 0x101U;
  if (between(m) && value == (idle & used)) {
    m->idle_run++;
    if (m->in_phase) return PIN_IDLE;
    m->in_phase = m->idle_run >= lock_beats(m);
    return PIN_BLIND;
  }
  if (!m->in_phase) {
    m->idle_run = 0;
    m->in_phase =
        (m->pins >= 8 && ends_alone(m, value)) || (m->pins == 16 && ends_alone(m, value >> 8));
    return PIN_BLIND;
  }
  const enum pin_event event = take_beat(m, value, byte);
  if (event == PIN_MESSAGE_END) m->after_pattern = false;
  return event;
}
