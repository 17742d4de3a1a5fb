/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_REGS_PIB_H
#define RVT_REGS_PIB_H

/*
 * Golden model of rtl/control/rvt_regs_pib.sv. docs/registers.md, "Active";
 * docs/units/registers.md. Plain data throughout: memcpy is a snapshot.
 */

#include "rvt/error.h"
#include "rvt/unit/pib_mode.h"
#include "rvt/unit/regs_active.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/** Fixed when the hardware is built; sim/lists/register_params.tsv, component pib. */
struct rvt_regs_pib_params {
  uint8_t pins;      /* 4, 8 or 16 */
  uint8_t div_width; /* 1..16 */
  uint16_t safe_div; /* divider after activation, below 2^div_width (TCI:PIB-28) */
  bool clk_center;   /* trPibClkCenter */
  bool calibrate;    /* trPibCalibrate */
  bool async_freq;   /* trPibAsyncFreq */
};

/** The RTL's registers of the same names. */
struct rvt_regs_pib {
  struct rvt_regs_pib_params p;
  struct rvt_regs_active active;
  bool enable_q, center_q, calibrate_q;
  uint8_t mode_q, async_freq_q;
  uint16_t divider_q;
  uint32_t prdata_q;
};

struct rvt_regs_pib_in {
  struct rvt_apb apb;
  bool active_ack;    /* of the power or clock switch; active_req without one */
  bool empty, in_msg; /* of the PIB in this clock */
};

struct rvt_regs_pib_out {
  uint32_t prdata; /* 0 outside the access clock of a read */
  bool pready;     /* constant 1 */
  bool pslverr;    /* constant 0 */
  bool active_req;
  bool active, enable, center, calibrate; /* to the PIB, as the next two */
  uint8_t mode;
  uint16_t divider;
  uint8_t async_freq; /* trPibAsyncFreq */
};

/**
 * State after reset.
 * @retval RVT_ERR_ARG  `e` names the parameter and its rule; `*s` has not changed
 */
RVT_MUST_CHECK enum rvt_status
rvt_regs_pib_init(struct rvt_regs_pib *s, const struct rvt_regs_pib_params *p, struct rvt_error *e);
/** Outputs of this clock: a function of state alone. */
void rvt_regs_pib_outputs(const struct rvt_regs_pib *s, struct rvt_regs_pib_out *out);
/** One rising clock edge with reset released. */
void rvt_regs_pib_tick(struct rvt_regs_pib *s, const struct rvt_regs_pib_in *in);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
