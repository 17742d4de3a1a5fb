/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_TB_TE_CROSS_H
#define RVT_TB_TE_CROSS_H

/* In which state of the encoder software and the hart did what: cross points of
 * docs/reference/coverage.tsv. */

#include "rvt/te.h"

enum { TB_TX_FILLS = 3 * 3 /* [queue][message FIFO]: empty, part, full */ };

enum tb_te_cross {
  TB_TX_ON,                                    /* [E][T][mode]: a slot comes */
  TB_TX_CLOSE = TB_TX_ON + 8,                  /* [disable, trace off, trigger, halt][fill] */
  TB_TX_LEAVE = TB_TX_CLOSE + 4 * TB_TX_FILLS, /* [fill] Active = 0 in a session */
  TB_TX_SILENT = TB_TX_LEAVE + TB_TX_FILLS,    /* [disable, trace off, trigger, halt] no session */
  TB_TX_START = TB_TX_SILENT + 4,              /* [reason] enable, debug, overrun, reset, power */
  TB_TX_RETURNS = TB_TX_START + 5,             /* [ir_en][ir_mode] of a start */
  TB_TX_SRC = TB_TX_RETURNS + 8,               /* [0, some, most][inhibit] of a message */
  TB_TX_OVERFLOW = TB_TX_SRC + 6,              /* [StallEna][in a session] an overflow opens */
  TB_TX_OVERFLOW_MEETS = TB_TX_OVERFLOW + 4,   /* disable, trace off, Active = 0 */
  TB_TX_OVERFLOW_ENDS = TB_TX_OVERFLOW_MEETS + 3, /* running, trace off, disabled */
  TB_TX_OVERFLOW_WAITS = TB_TX_OVERFLOW_ENDS + 3, /* for the queue, for the message FIFO alone */
  TB_TX_STALL_ENDS = TB_TX_OVERFLOW_WAITS + 2,    /* room, disable, trace off, halt, Active = 0 */
  TB_TX_READ = TB_TX_STALL_ENDS + 5,              /* runs, halted, low power, reset, stalled */
  TB_TX_BLOCKED = TB_TX_READ + 5,                 /* disabled and full for 64 clocks */
  TB_TE_CROSSES
};

#define TB_TX_FIFO_(p) p "_fifo_empty", p "_fifo_part", p "_fifo_full"
#define TB_TX_FILL_(p)                                                                             \
  TB_TX_FIFO_(p "_queue_empty"), TB_TX_FIFO_(p "_queue_part"), TB_TX_FIFO_(p "_queue_full")
#define TB_TE_CROSS_NAMES                                                                          \
  "x_on_e0t0m0", "x_on_e0t0m1", "x_on_e0t1m0", "x_on_e0t1m1", "x_on_e1t0m0", "x_on_e1t0m1",        \
      "x_on_e1t1m0", "x_on_e1t1m1", TB_TX_FILL_("x_disable"), TB_TX_FILL_("x_trace_off"),          \
      TB_TX_FILL_("x_trigger_off"), TB_TX_FILL_("x_halt"), TB_TX_FILL_("x_deactivate"),            \
      "x_silent_disable", "x_silent_trace_off", "x_silent_trigger_off", "x_silent_halt",           \
      "x_start_enable", "x_start_debug", "x_start_overrun", "x_start_reset", "x_start_power",      \
      "x_start_ir0_mode0", "x_start_ir0_mode1", "x_start_ir0_mode2", "x_start_ir0_mode3",          \
      "x_start_ir1_mode0", "x_start_ir1_mode1", "x_start_ir1_mode2", "x_start_ir1_mode3",          \
      "x_src_none_sent", "x_src_none_inhibited", "x_src_some_sent", "x_src_some_inhibited",        \
      "x_src_most_sent", "x_src_most_inhibited", "x_overflow_ena0_outside",                        \
      "x_overflow_ena0_session", "x_overflow_ena1_outside", "x_overflow_ena1_session",             \
      "x_overflow_meets_disable", "x_overflow_meets_trace_off", "x_overflow_meets_deactivate",     \
      "x_overflow_ends_running", "x_overflow_ends_trace_off", "x_overflow_ends_disabled",          \
      "x_overflow_waits_queue", "x_overflow_waits_fifo", "x_stall_ends_room",                      \
      "x_stall_ends_disable", "x_stall_ends_trace_off", "x_stall_ends_halt",                       \
      "x_stall_ends_deactivate", "x_read_running", "x_read_halted", "x_read_low_power",            \
      "x_read_reset", "x_read_stalled", "x_blocked"

/** What a clock is judged by, of the clock before. */
struct tb_te_cross_state {
  struct rvt_config cfg;
  bool overflow, stall, open;
  bool want;    /* Active as software wants it */
  bool on;      /* tracing is on, and the hart not away */
  bool traced;  /* ... and something has come since */
  bool trigger; /* trace-off */
  uint8_t reason;
  uint32_t blocked; /* clocks */
};

/** One clock before its edge: its inputs and outputs. `*c` starts as zeros, at a reset too. */
void tb_te_cross(struct tb_te_cross_state *c, const struct rvt_te *s, const struct rvt_te_in *in,
                 const struct rvt_te_out *out, uint64_t cover[TB_TE_CROSSES]);

#endif
