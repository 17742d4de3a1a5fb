/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_TB_TE_CROSS_H
#define RVT_TB_TE_CROSS_H

#include "agents/records.h"
#include "rvt/encoder.h"
#include "rvt/te.h"

/* Cross points of docs/reference/coverage.tsv that are seen at the encoder's ports and registers.
 */

enum tb_encoder_cross {
  TB_ENC_CROSS_TC, /* [mode][SRC][TSTAMP][TCODE] */
  TB_ENC_CROSS_OVERFLOW_DISABLED =
      2 * 2 * 2 * TB_TCODES,     /* tracing is turned off while an overflow is open */
  TB_ENC_CROSS_OVERFLOW_DEBUG,   /* debug mode is entered ... */
  TB_ENC_CROSS_OVERFLOW_POWER,   /* low power is entered ... */
  TB_ENC_CROSS_OVERFLOW_RESTART, /* tracing is turned on ... */
  TB_ENC_CROSS_OVERFLOW_RESET,   /* the hart is in reset ... */
  TB_ENC_CROSS_OVERFLOW_NOTIFY,  /* an external notify trigger ... */
  TB_ENC_CROSS_ITYPE,            /* [itype] of the blocks in the queue */
  TB_ENC_CROSSES = TB_ENC_CROSS_ITYPE + 16
};

#define TB_ENC_CROSS_TC_(p)                                                                        \
  p "_ownership", p "_direct", p "_indirect", p "_error", p "_sync", p "_direct_sync",             \
      p "_indirect_sync", p "_resource_full", p "_hist", p "_hist_sync", p "_repeat",              \
      p "_correlation"
#define TB_ENC_CROSS_FORM_(p)                                                                      \
  TB_ENC_CROSS_TC_(p "_src0_ts0"), TB_ENC_CROSS_TC_(p "_src0_ts1"),                                \
      TB_ENC_CROSS_TC_(p "_srcn_ts0"), TB_ENC_CROSS_TC_(p "_srcn_ts1")
#define TB_ENC_CROSS_NAMES                                                                         \
  TB_ENC_CROSS_FORM_("x_tc_btm"), TB_ENC_CROSS_FORM_("x_tc_htm"), "x_overflow_disabled",           \
      "x_overflow_debug", "x_overflow_power", "x_overflow_restart", "x_overflow_reset",            \
      "x_overflow_notify", "x_port_itype_0", "x_port_itype_1", "x_port_itype_2", "x_port_itype_3", \
      "x_port_itype_4", "x_port_itype_5", "x_port_itype_6", "x_port_itype_7", "x_port_itype_8",    \
      "x_port_itype_9", "x_port_itype_10", "x_port_itype_11", "x_port_itype_12",                   \
      "x_port_itype_13", "x_port_itype_14", "x_port_itype_15"

/** A record that the packer has loaded under this configuration. */
static inline void tb_encoder_cross_record(const struct rvt_encoder_in *in, uint8_t tcode,
                                           uint64_t cover[TB_ENC_CROSSES]) {
  const struct rvt_config *cfg = &in->cfg;
  const unsigned form = (cfg->mode == RVT_MODE_HTM ? 4u : 0u) +
                        (cfg->src_bits != 0 && !cfg->inhibit_src ? 2u : 0u) + cfg->ts_en;
  cover[TB_ENC_CROSS_TC + form * TB_TCODES + tb_tcode_index(tcode)]++;
}

/** A clock with an overflow open before and after it; `before`, `now`: whether tracing was on. */
static inline void tb_encoder_cross_overflow(const struct rvt_params *p,
                                             const struct rvt_ingress *in, bool before, bool now,
                                             uint64_t cover[TB_ENC_CROSSES]) {
  if (before && !now)
    cover[in->halted || in->priv == RVT_PRIV_DEBUG ? TB_ENC_CROSS_OVERFLOW_DEBUG
          : in->lowpower                           ? TB_ENC_CROSS_OVERFLOW_POWER
                                                   : TB_ENC_CROSS_OVERFLOW_DISABLED]++;
  cover[TB_ENC_CROSS_OVERFLOW_RESTART] += !before && now;
  cover[TB_ENC_CROSS_OVERFLOW_RESET] += now && in->hart_reset;
  if (!p->events) return;
  cover[TB_ENC_CROSS_OVERFLOW_NOTIFY] += now && (in->ext_trigger & RVT_TRIGGER_NOTIFY) != 0;
}

/* In which state of the encoder software and the hart did what: cross points of
 * docs/reference/coverage.tsv. */

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
