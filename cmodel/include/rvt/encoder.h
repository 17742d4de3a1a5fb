/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_ENCODER_H
#define RVT_ENCODER_H

/*
 * Golden model of rtl/top/rvt_encoder.sv, equal to it on every clock: ingress port in,
 * byte stream out. Plain data throughout: memcpy is a snapshot.
 */

#include "rvt/unit/etrace_messages.h"
#include "rvt/unit/ntrace_messages.h"
#include "rvt/unit/queue.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/** State of the messages, by `format` of the parameters. */
union rvt_encoder_messages {
  struct rvt_ntrace_messages ntrace;
  struct rvt_etrace_messages etrace;
};

struct rvt_encoder {
  struct rvt_params p;
  struct rvt_ingress_stage ingress;
  struct rvt_queue queue;
  union rvt_encoder_messages messages;
  bool flush_ack_q;
  uint64_t beyond; /* bits of a block's numbers that the port does not carry */
};

struct rvt_encoder_in {
  struct rvt_config cfg;
  struct rvt_ingress ingress;
  bool m_ready;
  bool dn_lost;  /* some bytes that were taken are lost (D-33) */
  bool sync_req; /* a sync is asked for (D-34) */
  bool flush_req;
};

struct rvt_encoder_out {
  struct rvt_beat m; /* byte stream */
  bool stall;        /* to the hart (NT:ING-26) */
  bool empty;        /* trTeEmpty: nothing is held or owed (TCI:CTRL-15, CTRL-16) */
  bool settled;      /* the same before the packer: the configuration may change */
  bool overflow;     /* an overflow is open: something is being refused (TCI:OVF-07) */
  bool flush_ack;    /* flush_req, and no entry or byte was held in the clock before */
};

/**
 * State after reset.
 * @retval RVT_ERR_ARG  `e` names the parameter and its rule; `*s` has not changed
 */
RVT_MUST_CHECK enum rvt_status rvt_encoder_init(struct rvt_encoder *s, const struct rvt_params *p,
                                                struct rvt_error *e);
/** The message FIFO of its format, for observers. */
const struct rvt_msg_fifo *rvt_encoder_fifo(const struct rvt_encoder *s);
/** Outputs of this clock: a function of state and configuration alone. */
void rvt_encoder_outputs(const struct rvt_encoder *s, const struct rvt_config *cfg,
                         struct rvt_encoder_out *out);
/** One rising clock edge with reset released. */
void rvt_encoder_tick(struct rvt_encoder *s, const struct rvt_encoder_in *in);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
