/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_TB_PIN_CHECK_H
#define RVT_TB_PIN_CHECK_H

/*
 * A probe on the trace pins against the bytes that went into the PIB or into a chain that ends in
 * one, and the rules for the pins themselves.
 */

#include "bench.h"
#include "pin_monitor.h"
#include "rvt/ntrace_pib.h"

enum { TB_PIN_QUEUE = 4096 };

/** What was seen; a bench copies what it wants into its coverage. */
struct tb_pin_seen {
  uint64_t messages, sync_messages, back_to_back, odd_idle, idle_exact, drained_disabled, starved;
};

struct tb_pin_check {
  struct pin_monitor monitor;
  bool watching; /* the monitor follows; otherwise only levels are checked */
  bool nibbles;
  bool starved; /* the source paused inside a message */
  uint32_t since_edge;
  uint8_t queue[TB_PIN_QUEUE];
  uint32_t put, taken;
  struct tb_pin_seen seen;
  enum pin_event event; /* of this clock */
  uint8_t byte;
};

/** Begin to follow a PIB that has just been activated in `mode` and shows these pins. */
void tb_pin_check_start(struct tb_pin_check *c, uint8_t mode, bool trc_clk, uint8_t trc_data);
void tb_pin_check_stop(struct tb_pin_check *c);

/** The pins shall show this byte. */
void tb_pin_check_expect(struct tb_pin_check *c, uint8_t byte, struct tb *tb);

/** Bytes expected and not yet seen. */
static inline uint32_t tb_pin_check_open(const struct tb_pin_check *c) { return c->put - c->taken; }

/** One clock: `in` and `out` of the PIB before its edge. */
void tb_pin_check_clock(struct tb_pin_check *c, const struct rvt_ntrace_pib_in *in,
                        const struct rvt_ntrace_pib_out *out, struct tb *tb);

#endif
