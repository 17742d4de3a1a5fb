/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "pin_monitor.h"

enum { NIBBLE_ONES = 0x0F, BYTE_ONES = 0xFF, MSEO_END_MESSAGE = 3, LOCK_BEATS = 4 };

void pin_monitor_init(struct pin_monitor *m, uint8_t pins, bool trc_clk, uint8_t trc_data) {
  *m = (struct pin_monitor){.pins = pins, .trc_clk = trc_clk, .trc_data = trc_data};
}

static enum pin_event take_byte(struct pin_monitor *m, uint8_t value, uint8_t *byte) {
  *byte = value;
  m->in_message = (value & 3) != MSEO_END_MESSAGE;
  m->idle_run = 0;
  return m->in_message ? PIN_BYTE : PIN_MESSAGE_END;
}

enum pin_event pin_monitor_sample(struct pin_monitor *m, bool trc_clk, uint8_t trc_data,
                                  uint8_t *byte) {
  const bool edge = trc_clk != m->trc_clk;
  if (!edge && trc_data != m->trc_data) m->changed_off_edge = true;
  m->trc_clk = trc_clk;
  m->trc_data = trc_data;
  if (!edge) return PIN_NO_EDGE;
  m->edges++;

  const uint8_t ones = m->pins == 4 ? NIBBLE_ONES : BYTE_ONES;
  const uint8_t value = trc_data & ones;
  if (!m->in_message && !m->have_low && value == ones) {
    m->idle_run++;
    if (m->in_phase) return PIN_IDLE;
    m->in_phase = m->pins == 8 || m->idle_run >= LOCK_BEATS;
    return PIN_BLIND;
  }
  if (!m->in_phase) {
    m->idle_run = 0;
    m->in_phase = m->pins == 8 && (value & 3) == MSEO_END_MESSAGE;
    return PIN_BLIND;
  }
  if (!m->in_message && !m->have_low) m->idle_before = m->idle_run;
  if (m->pins == 8) return take_byte(m, value, byte);
  if (!m->have_low) {
    m->have_low = true;
    m->low = value;
    return PIN_NIBBLE;
  }
  m->have_low = false;
  return take_byte(m, (uint8_t)(m->low | value << 4), byte);
}
