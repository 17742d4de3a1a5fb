/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "pin_check.h"

#include <string.h>

#include "proved.h"
#include "rvt/ntrace.h"

enum { IDLE_BEFORE_SYNC = 4 };

void tb_pin_check_stop(struct tb_pin_check *c) { c->watching = false; }

void tb_pin_check_start(struct tb_pin_check *c, uint8_t mode, bool trc_clk, uint8_t trc_data) {
  c->nibbles = mode == RVT_PIB_4BIT;
  pin_monitor_init(&c->monitor, c->nibbles ? 4 : 8, trc_clk, trc_data);
  c->watching = true;
  c->starved = false;
  c->since_edge = 0;
  c->put = c->taken = 0;
}

void tb_pin_check_expect(struct tb_pin_check *c, uint8_t byte, struct tb *tb) {
  if (!c->watching) return;
  if (tb_pin_check_open(c) == TB_PIN_QUEUE)
    tb_fail(tb, "pins: more bytes on their way than any chain holds");
  c->queue[c->put++ % TB_PIN_QUEUE] = byte;
}

static void message_begins(struct tb_pin_check *c, uint8_t first, struct tb *tb) {
  uint32_t idle = c->monitor.idle_before;
  if (c->nibbles && rvt_ntrace_is_sync(first >> 2)) {
    if (idle < IDLE_BEFORE_SYNC)
      tb_fail(tb, "pins: %u idle beats before a sync message (TCI:PIB-14)", idle);
    c->seen.sync_messages++;
    c->seen.idle_exact += idle == IDLE_BEFORE_SYNC;
    PROVED("TCI:PIB-13");
    PROVED("TCI:PIB-14");
    PROVED("NT:PIB-07");
  }
  c->seen.back_to_back += idle == 0;
  c->seen.odd_idle += idle % 2;
  if (idle == 0) PROVED("TCI:PIB-11");
  if (idle % 2 != 0) {
    PROVED("TCI:PIB-10");
    PROVED("NT:PIB-04");
  }
}

static void message_ends(struct tb_pin_check *c, bool enable, struct tb *tb) {
  if (tb->error[0] != 0) return;
  c->seen.messages++;
  PROVED("TCI:PIB-08");
  PROVED("NT:PIB-02");
  if (c->starved) {
    c->seen.starved++;
    PROVED("TCI:PIB-12");
    PROVED("NT:PIB-03");
    PROVED("NT:PIB-08");
    PROVED("TCI:LINK-06");
  }
  c->starved = false;
  if (!enable) {
    c->seen.drained_disabled++;
    PROVED("TCI:PIB-25");
  }
}

static void follow(struct tb_pin_check *c, const struct rvt_ntrace_pib_in *in,
                   const struct rvt_ntrace_pib_out *out, struct tb *tb) {
  bool was_in_message = c->monitor.in_message;
  c->event = pin_monitor_sample(&c->monitor, out->trc_clk, out->trc_data, &c->byte);
  if (c->monitor.changed_off_edge)
    tb_fail(tb, "pins: data changed without an edge of TRC_CLK (TCI:PIB-04)");
  c->since_edge++;
  if (c->event != PIN_NO_EDGE) {
    if (c->monitor.edges > 1 && c->since_edge != in->divider + 1u)
      tb_fail(tb, "pins: %u clocks between edges, divider %u (TCI:PIB-04)", c->since_edge,
              in->divider);
    c->since_edge = 0;
    PROVED("TCI:PIB-04");
    if (!in->enable) PROVED("TCI:PIB-05");
  }
  if (c->event == PIN_IDLE) PROVED("NT:PIB-01");
  if (c->event != PIN_BYTE && c->event != PIN_MESSAGE_END) return;
  uint8_t want = c->queue[c->taken % TB_PIN_QUEUE];
  if (tb_pin_check_open(c) == 0)
    tb_fail(tb, "pins: byte 0x%02x, none was expected", c->byte);
  else if (c->byte != want)
    tb_fail(tb, "pins: byte 0x%02x, expected 0x%02x", c->byte, want);
  c->taken++;
  if (!was_in_message) message_begins(c, c->byte, tb);
  if (c->event == PIN_MESSAGE_END) message_ends(c, in->enable, tb);
}

void tb_pin_check_clock(struct tb_pin_check *c, const struct rvt_ntrace_pib_in *in,
                        const struct rvt_ntrace_pib_out *out, struct tb *tb) {
  c->event = PIN_NO_EDGE;
  if ((!in->active || !in->enable) && in->s.valid) {
    if (out->s_ready) tb_fail(tb, "pib: ready while inactive or disabled (TCI:LINK-07)");
    PROVED("TCI:LINK-07");
  }
  if (!c->watching) return;
  follow(c, in, out, tb);
  if (!out->empty) return;
  if (tb_pin_check_open(c) != 0)
    tb_fail(tb, "pib: empty with %u bytes not on the pins (TCI:PIB-26)", tb_pin_check_open(c));
  if (c->seen.messages != 0) PROVED("TCI:PIB-26");
}
