/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_TE_H
#define RVT_TE_H

/*
 * Golden model of rtl/top/rvt_te.sv, equal to it on every clock: the encoder as a
 * component, with its registers on a bus. Plain data throughout: memcpy is a snapshot.
 */

#include "rvt/encoder.h"
#include "rvt/unit/regs_encoder.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

struct rvt_te_params {
  /** With itype_width 3, stack_depth counts as 0: no returns are told (NT:ING-08). ts_width
   * is RVT_TS_WIDTH_MOST at most. */
  struct rvt_params encoder;
  bool plain_sync; /* a sync at a branch is a message of its own */
};

struct rvt_te {
  struct rvt_regs_encoder regs;
  struct rvt_encoder encoder;
  bool held_q; /* the encoder was not empty in the clock before */
};

struct rvt_te_in {
  struct rvt_apb apb;
  bool active_ack; /* of the power or clock switch; active_req without one */
  struct rvt_ingress ingress;
  bool m_ready;
  bool dn_on;    /* the consumer of the stream listens */
  bool dn_lost;  /* some bytes that it took are lost */
  bool sync_req; /* it waits for a message to begin with */
  bool flush_req;
};

struct rvt_te_out {
  uint32_t prdata; /* 0 outside the access clock of a read */
  bool pready;     /* constant 1 */
  bool pslverr;    /* constant 0 */
  bool busy;       /* 0: the clock may stop (docs/integration.md) */
  bool active_req;
  struct rvt_beat m; /* byte stream */
  bool stall;        /* to the hart (NT:ING-26) */
  bool flush_ack;
  bool closing; /* the message under way is the last one */
  /* no ports: what passes between registers and encoder */
  struct rvt_config cfg;
  bool empty, settled, overflow;
};

/**
 * State after reset.
 * @retval RVT_ERR_ARG  `e` names the parameter and its rule; `*s` has not changed
 */
RVT_MUST_CHECK enum rvt_status rvt_te_init(struct rvt_te *s, const struct rvt_te_params *p,
                                           struct rvt_error *e);
/** Outputs of this clock: a function of state alone. */
void rvt_te_outputs(const struct rvt_te *s, struct rvt_te_out *out);
/** What the registers see of a clock; `out` as rvt_te_outputs() gave it. */
void rvt_te_regs_in(const struct rvt_te_in *in, const struct rvt_te_out *out,
                    struct rvt_regs_encoder_in *regs);
/** One rising clock edge with reset released; `out` as rvt_te_outputs() gave it. */
void rvt_te_tick(struct rvt_te *s, const struct rvt_te_in *in, const struct rvt_te_out *out);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
