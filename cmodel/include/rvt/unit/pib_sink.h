/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_PIB_SINK_H
#define RVT_PIB_SINK_H

/* Golden model of rtl/transport/rvt_pib_sink.sv: registers and PIB. docs/units/registers.md. */

#include "rvt/unit/pib.h"
#include "rvt/unit/regs_pib.h"
#include "rvt/unit/sync_sequence.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

struct rvt_pib_sink_params {
  struct rvt_pib_params pib;
  uint16_t safe_div; /* divider after activation, below 2^pib.div_width */
};

struct rvt_pib_sink {
  struct rvt_regs_pib regs;
  struct rvt_sync_sequence sequence;
  struct rvt_pib pib;
};

struct rvt_pib_sink_in {
  struct rvt_apb apb;
  bool active_ack; /* of the power or clock switch; active_req without one */
  struct rvt_beat s;
};

struct rvt_pib_sink_out {
  uint32_t prdata; /* 0 outside the access clock of a read */
  bool pready;     /* constant 1 */
  bool pslverr;    /* constant 0 */
  bool active_req;
  bool s_ready, s_dn_on;
  bool s_dn_stopped; /* constant 0 */
  bool s_dn_lost;    /* what the buffer holds is given up in this clock */
  bool trc_clk;
  uint16_t trc_data;
};

/** @retval RVT_ERR_ARG  `e` names the parameter and its rule; `*s` has not changed */
RVT_MUST_CHECK enum rvt_status
rvt_pib_sink_init(struct rvt_pib_sink *s, const struct rvt_pib_sink_params *p, struct rvt_error *e);
/** Outputs of this clock: a function of state alone. */
void rvt_pib_sink_outputs(const struct rvt_pib_sink *s, struct rvt_pib_sink_out *out);
/** Outputs of the PIB inside, and its inputs but for the stream, for who watches the pins. */
void rvt_pib_sink_inside(const struct rvt_pib_sink *s, struct rvt_pib_in *in,
                         struct rvt_pib_out *out);
/** One rising clock edge with reset released. */
void rvt_pib_sink_tick(struct rvt_pib_sink *s, const struct rvt_pib_sink_in *in);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
