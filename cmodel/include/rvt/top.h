/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_TOP_H
#define RVT_TOP_H

/*
 * Golden model of rtl/top/rvt_top.sv, equal to it on every clock: encoder, fork and sinks
 * with their registers on one bus. Plain data throughout: memcpy is a snapshot. The memory of the
 * RAM sink is the caller's, as in the RTL.
 */

#include <stddef.h>

#include "rvt/te.h"
#include "rvt/unit/sinks.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/** Components in the order of their addresses, 0x1000 apart, and of the bits of active_req. */
enum rvt_top_component {
  RVT_TOP_TE,
  RVT_TOP_SINKS, /* and those after it */
  RVT_TOP_COMPONENTS = RVT_TOP_SINKS + RVT_SINKS
};

struct rvt_top_params {
  struct rvt_te_params te;
  struct rvt_sinks_params sinks; /* `lanes` those of the encoder */
};

struct rvt_top {
  struct rvt_top_params p;
  struct rvt_te te;
  struct rvt_sinks sinks;
};

struct rvt_top_in {
  struct rvt_apb apb; /* 16 address bits */
  uint8_t active_ack; /* a bit for each component */
  struct rvt_ingress ingress;
  uint64_t ram_rdata; /* counts in the clock after a read */
};

/** What leaves the components in a clock, and with it everything that passes between them. */
struct rvt_top_out {
  uint32_t prdata;
  bool pready, pslverr;
  bool busy; /* 0: the clock may stop; a sink that is active counts as busy */
  uint8_t active_req;
  struct rvt_te_out te;
  struct rvt_sinks_out sinks;
};

/**
 * State after reset.
 * @retval RVT_ERR_ARG  `e` names the parameter and its rule; `*s` has not changed
 */
RVT_MUST_CHECK enum rvt_status rvt_top_init(struct rvt_top *s, const struct rvt_top_params *p,
                                            struct rvt_error *e);
/** Outputs of this clock: functions of state, but for `ram_rdata` and the bus's selection. */
void rvt_top_outputs(const struct rvt_top *s, const struct rvt_top_in *in, struct rvt_top_out *out);
/** What the sinks see of a clock; `te` as rvt_top_outputs() gave it. */
void rvt_top_sinks_in(const struct rvt_top_in *in, const struct rvt_te_out *te,
                      struct rvt_sinks_in *to);
/** One rising clock edge with reset released; `out` as rvt_top_outputs() gave it. */
void rvt_top_tick(struct rvt_top *s, const struct rvt_top_in *in, const struct rvt_top_out *out);

/** Bytes of a snapshot. */
size_t rvt_top_snapshot_size(void);
/**
 * Write parameters and state to `out`, for a file or another process with the same build of this
 * library. In a program a copy of the struct does. The memory of the RAM sink is not part of it.
 */
void rvt_top_save(const struct rvt_top *s, void *out);
/**
 * Read them back.
 * @retval RVT_ERR_FORMAT  no snapshot, one of another build of the library, or damaged: `e` says
 *                         which; `*s` has not changed
 */
RVT_MUST_CHECK enum rvt_status rvt_top_restore(struct rvt_top *s, const void *bytes, size_t size,
                                               struct rvt_error *e);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
