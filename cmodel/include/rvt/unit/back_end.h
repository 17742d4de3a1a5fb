/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_UNIT_BACK_END_H
#define RVT_UNIT_BACK_END_H

/*
 * What a format is to the encoder: entries of the queue in, byte stream out. rvt_encoder has one
 * of these, by its parameter `format`; each stands in its format's room.
 */

#include <stddef.h>

#include "rvt/error.h"
#include "rvt/params.h"
#include "rvt/unit/ingress_stage.h"

#ifdef __cplusplus
extern "C" {
#endif

struct rvt_back_end_in {
  const struct rvt_config *cfg;
  const struct rvt_entry *entry; /* the queue's oldest, NULL: none */
  bool sync_req;                 /* a sync is asked for (D-34) */
  bool m_ready;
  bool flush; /* asked for all that is held, and the queue has nothing */
};

/** `s` is the format's own state: plain data, of which memcpy is a snapshot. */
struct rvt_back_end {
  /** State after reset. @retval RVT_ERR_ARG  `e` names the parameter */
  enum rvt_status (*init)(void *s, const struct rvt_params *p, struct rvt_error *e);
  /** No block is held and nothing that needs the configuration: it may change (TCI:CTRL-23). */
  bool (*settled)(const void *s);
  /** ... and no byte is held. */
  bool (*empty)(const void *s);
  /** One clock with the rising edge. @return whether the entry leaves the queue */
  bool (*clock)(void *s, const struct rvt_back_end_in *in);
  /** Offset of its message FIFO, a struct rvt_msg_fifo, which offers the beats. */
  size_t fifo;
};

/** Each format's, whose state is its member of union rvt_encoder_messages. */
#define RVT_BACK_END(NAME, name, text, format, major)                                              \
  extern const struct rvt_back_end rvt_##name##_back_end;
RVT_PROTOCOL_LIST(RVT_BACK_END)
#undef RVT_BACK_END

#ifdef __cplusplus
}
#endif
#endif
