/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_UNIT_ENCODE_H
#define RVT_UNIT_ENCODE_H

/* State of the functional encoder, for who keeps or copies it. */

#include "rvt/encode.h"
#include "rvt/unit/etrace_flow.h"
#include "rvt/unit/ingress_stage.h"
#include "rvt/unit/ntrace_history.h"
#include "rvt/unit/ntrace_repeat.h"
#include "rvt/unit/ntrace_steps.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/** Of N-Trace. */
struct rvt_encode_ntrace {
  struct rvt_ntrace_steps flow;
  struct rvt_ntrace_history history; /* with `repeat_hist` */
  struct rvt_ntrace_repeat repeat;   /* with `repeat_branch` */
  uint64_t last_time;                /* the last one sent (NT:TSP-03) */
  bool time_sent;                    /* since ts_en rose and the base of time changed (TCI:TS-16) */
};

/** Of E-Trace. */
struct rvt_encode_etrace {
  struct rvt_etrace_flow flow;
  uint64_t base; /* delta base (ETR:F2-04) */
  bool next_due; /* a sync is due from N on, as rvt_encode_due() has said */
};

/** Plain data: memcpy is a snapshot. */
struct rvt_encode {
  struct rvt_ingress_stage ingress;
  union {
    struct rvt_encode_ntrace ntrace;
    struct rvt_encode_etrace etrace;
  } messages;            /* by `format` of the parameters */
  uint64_t beyond;       /* bits of a block's numbers that the port does not carry */
  uint64_t port_context; /* of the last clock pushed ... */
  uint8_t port_priv;     /* ... */
  uint8_t due_blocks;    /* of the next push: bit n, a sync is due from block n on (D-24, D-34) */
  bool lost;             /* ... something is lost after the encoder (D-33) */
};

/**
 * State after reset, as rvt_encode_new() has it.
 * @retval RVT_ERR_ARG  `e` names the parameter and its rule; `*s` has not changed
 */
RVT_MUST_CHECK enum rvt_status rvt_encode_init(struct rvt_encode *s, const struct rvt_params *p,
                                               struct rvt_error *e);

/**
 * A flush in a build with HREPEAT: the bytes of what is held of outcomes go to `out`, which has
 * room for RVT_ENCODE_BYTES_MAX (D-43). `cfg` is that of the last push.
 */
void rvt_ntrace_encode_flush(struct rvt_encode *s, const struct rvt_config *cfg,
                             struct rvt_encode_bytes *out);
/** The same as messages: `msgs` has room for RVT_ENCODE_MSGS_MAX. */
void rvt_ntrace_encode_flush_msgs(struct rvt_encode *s, const struct rvt_config *cfg,
                                  struct rvt_ntrace_msg *msgs, size_t *count);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
