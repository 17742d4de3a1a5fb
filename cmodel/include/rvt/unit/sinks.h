/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_UNIT_SINKS_H
#define RVT_UNIT_SINKS_H

/*
 * Golden model of rtl/transport/rvt_sinks.sv: fork and sinks with their registers. The memory of
 * the RAM sink is the caller's, as in the RTL.
 */

#include "rvt/unit/apb_decode.h"
#include "rvt/unit/fork.h"
#include "rvt/unit/pib_sink.h"
#include "rvt/unit/ram_sink.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/** Components in the order of their addresses, and of the bits of active_req. */
enum rvt_sinks_component { RVT_SINKS_RAM, RVT_SINKS_PIB, RVT_SINKS };

struct rvt_sinks_params {
  bool has_ram, has_pib; /* one at least */
  struct rvt_ram_sink_params ram;
  struct rvt_pib_sink_params pib; /* `lanes` those of the RAM sink */
};

struct rvt_sinks {
  struct rvt_sinks_params p;
  struct rvt_fork fork;
  struct rvt_ram_sink ram;
  struct rvt_pib_sink pib;
};

struct rvt_sinks_in {
  struct rvt_apb apb[RVT_SINKS]; /* of each component */
  uint8_t active_ack;
  bool clr;     /* the source of the stream is off */
  bool closing; /* ... ends its trace */
  struct rvt_beat s;
  uint64_t ram_rdata; /* counts in the clock after a read */
};

/** What leaves the components in a clock, and with it everything that passes between them. */
struct rvt_sinks_out {
  struct rvt_apb_answer apb[RVT_SINKS];
  uint8_t active_req;
  struct rvt_fork_in fork_in;
  struct rvt_fork_out fork;
  struct rvt_ram_sink_out ram; /* zeros without that sink */
  struct rvt_pib_sink_out pib; /* zeros without that sink */
};

/**
 * State after reset.
 * @retval RVT_ERR_ARG  `e` names the parameter and its rule; `*s` has not changed
 */
RVT_MUST_CHECK enum rvt_status rvt_sinks_init(struct rvt_sinks *s, const struct rvt_sinks_params *p,
                                              struct rvt_error *e);
/** Outputs of this clock: functions of state, but for the stream's and for `ram_rdata`. */
void rvt_sinks_outputs(const struct rvt_sinks *s, const struct rvt_sinks_in *in,
                       struct rvt_sinks_out *out);
/** What the sinks see of a clock; `out` as rvt_sinks_outputs() gave it. */
void rvt_sinks_ram_in(const struct rvt_sinks_in *in, const struct rvt_sinks_out *out,
                      struct rvt_ram_sink_in *to);
void rvt_sinks_pib_in(const struct rvt_sinks *s, const struct rvt_sinks_in *in,
                      const struct rvt_sinks_out *out, struct rvt_pib_sink_in *to);
/** One rising clock edge with reset released; `out` as rvt_sinks_outputs() gave it. */
void rvt_sinks_tick(struct rvt_sinks *s, const struct rvt_sinks_in *in,
                    const struct rvt_sinks_out *out);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
