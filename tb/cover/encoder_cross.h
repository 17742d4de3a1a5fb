/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_TB_ENCODER_CROSS_H
#define RVT_TB_ENCODER_CROSS_H

/* Cross points of docs/reference/coverage.tsv that are seen at the encoder's ports and registers.
 */

#include "agents/records.h"
#include "rvt/encoder.h"

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

#endif
