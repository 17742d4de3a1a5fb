/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_TANDEM_REGS_H
#define RVT_TANDEM_REGS_H

/*
 * Golden model of rtl/control/rvt_regs_tandem.sv: the register block of the encoder of tandem
 * verification trace. Plain data throughout.
 */

#include "rvt/apb.h"
#include "rvt/unit/regs_active.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/** What registers tell of the build. */
struct rvt_regs_tandem_params {
  uint8_t xlen, flen, mlen; /* bits */
  uint8_t nret, csrs;
  uint16_t elements; /* enum rvt_tandem_sends */
  bool increment_pc, or_fcsr, add_registers;
  bool shadow; /* state comes before records */
};

/** All zeros after reset, but for `p`. */
struct rvt_regs_tandem {
  struct rvt_regs_tandem_params p;
  struct rvt_regs_active active;
  bool enable_q, stall_ena_q, lost_q, sink_lost_q;
  bool mid_q; /* the last beat taken was no end of a group */
  uint32_t prdata_q;
};

struct rvt_regs_tandem_in {
  struct rvt_apb apb;
  bool active_ack; /* of the power or clock switch; active_req without one */
  bool empty;
  bool lost, sink_lost;         /* in this clock */
  bool m_valid, m_ready, m_eom; /* the encoder's stream */
  bool dn_on;
};

struct rvt_regs_tandem_out {
  uint32_t prdata;
  bool pready;  /* constant 1 */
  bool pslverr; /* constant 0 */
  bool active_req;
  bool active;  /* the encoder is not in reset */
  bool closing; /* it ends its group and then is */
  bool enable, stall_ena;
};

/** State after reset. */
void rvt_regs_tandem_init(struct rvt_regs_tandem *s, const struct rvt_regs_tandem_params *p);
/** Outputs of this clock: functions of state. */
void rvt_regs_tandem_outputs(const struct rvt_regs_tandem *s, struct rvt_regs_tandem_out *out);
/** One rising clock edge with reset released. */
void rvt_regs_tandem_tick(struct rvt_regs_tandem *s, const struct rvt_regs_tandem_in *in);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
