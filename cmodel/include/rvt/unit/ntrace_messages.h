/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_NTRACE_MESSAGES_H
#define RVT_NTRACE_MESSAGES_H

/* Golden model of rtl/ntrace/rvt_ntrace_messages.sv: entries of the queue in, byte stream out. */

#include "rvt/unit/msg_fifo.h"
#include "rvt/unit/ntrace_flow.h"
#include "rvt/unit/ntrace_packer.h"
#include "rvt/unit/ntrace_repeat.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

struct rvt_ntrace_messages {
  struct rvt_ntrace_flow flow;
  struct rvt_ntrace_repeat repeat; /* with `repeat_branch` */
  struct rvt_ntrace_packer packer;
  struct rvt_msg_fifo fifo;
  bool load; /* a run came to flow at the last edge; for observers */
};

struct rvt_ntrace_messages_in {
  const struct rvt_config *cfg;
  const struct rvt_entry *entry; /* the queue's oldest, NULL: none */
  bool sync_req;                 /* a sync is asked for (D-34) */
  bool m_ready;
};

/** What the unit decides in a clock; its stream and `resume` are those of `fifo`. */
struct rvt_ntrace_messages_out {
  bool taken; /* the entry leaves the queue */
};

/** State after reset. @retval RVT_ERR_ARG  `e` names the parameter of packer or FIFO */
RVT_MUST_CHECK enum rvt_status rvt_ntrace_messages_init(struct rvt_ntrace_messages *s,
                                                        const struct rvt_params *p,
                                                        struct rvt_error *e);
/** Whether no block and no record before the packer is held, and no counter waits to be sent. */
static inline bool rvt_ntrace_messages_settled(const struct rvt_ntrace_messages *s) {
  return rvt_ntrace_flow_empty(&s->flow) && !s->repeat.valid_q;
}
/** ... and neither a count of branches nor a byte is held. */
static inline bool rvt_ntrace_messages_empty(const struct rvt_ntrace_messages *s) {
  return rvt_ntrace_messages_settled(s) && !rvt_ntrace_repeat_busy(&s->repeat) &&
         !rvt_ntrace_packer_busy(&s->packer) && s->fifo.level_q == 0;
}
/** One clock of the unit, `taken` and the rising edge. */
void rvt_ntrace_messages_clock(struct rvt_ntrace_messages *s,
                               const struct rvt_ntrace_messages_in *in,
                               struct rvt_ntrace_messages_out *out);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
