/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_TANDEM_TOP_H
#define RVT_TANDEM_TOP_H

/*
 * Golden model of rtl/tandem/rvt_tandem_top.sv, equal to it on every clock: the encoder with its
 * registers, and sinks with theirs on one bus. Plain data throughout. The memory of the RAM sink is
 * the caller's, as in the RTL.
 */

#include "rvt/tandem/encoder.h"
#include "rvt/tandem/regs.h"
#include "rvt/unit/sinks.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/** Components in the order of their addresses, 0x1000 apart, and of the bits of active_req. */
enum { RVT_TANDEM_TOP_ENCODER, RVT_TANDEM_TOP_SINKS, RVT_TANDEM_TOPS = 1 + RVT_SINKS };

struct rvt_tandem_top_params {
  struct rvt_tandem_params encoder;
  struct rvt_sinks_params sinks; /* `lanes` those of the encoder, `framing` tandem's: set here */
};

struct rvt_tandem_top {
  struct rvt_tandem_top_params p;
  struct rvt_regs_tandem regs;
  struct rvt_tandem encoder;
  struct rvt_sinks sinks;
};

struct rvt_tandem_top_in {
  struct rvt_apb apb; /* 16 address bits */
  uint8_t active_ack; /* a bit for each component */
  /* Of this what the hart tells; the rest comes from the registers and the sinks. */
  struct rvt_tandem_in hart;
  uint64_t ram_rdata; /* counts in the clock after a read */
};

/** What leaves the components in a clock, and with it everything that passes between them. */
struct rvt_tandem_top_out {
  uint32_t prdata;
  bool pready, pslverr;
  uint8_t active_req;
  bool stall;
  struct rvt_regs_tandem_out regs;
  struct rvt_tandem_out encoder; /* `m` as the sinks see it */
  struct rvt_sinks_out sinks;
};

/**
 * State after reset.
 * @retval RVT_ERR_ARG  `e` names the parameter and its rule; `*s` has not changed
 */
RVT_MUST_CHECK enum rvt_status rvt_tandem_top_init(struct rvt_tandem_top *s,
                                                   const struct rvt_tandem_top_params *p,
                                                   struct rvt_error *e);
/** Outputs of this clock: functions of state, but for `ram_rdata` and the bus's selection. */
void rvt_tandem_top_outputs(const struct rvt_tandem_top *s, const struct rvt_tandem_top_in *in,
                            struct rvt_tandem_top_out *out);
/** What the encoder sees of a clock; `out` as rvt_tandem_top_outputs() gave it. */
void rvt_tandem_top_encoder_in(const struct rvt_tandem_top_in *in,
                               const struct rvt_tandem_top_out *out, struct rvt_tandem_in *to);
/** One rising clock edge with reset released; `out` as rvt_tandem_top_outputs() gave it. */
void rvt_tandem_top_tick(struct rvt_tandem_top *s, const struct rvt_tandem_top_in *in,
                         const struct rvt_tandem_top_out *out);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
