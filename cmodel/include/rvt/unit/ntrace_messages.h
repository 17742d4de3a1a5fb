/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_NTRACE_MESSAGES_H
#define RVT_NTRACE_MESSAGES_H

/* Golden model of rtl/ntrace/rvt_ntrace_messages.sv: entries of the queue in, byte stream out. */

#include "rvt/unit/back_end.h"
#include "rvt/unit/msg_fifo.h"
#include "rvt/unit/ntrace_flow.h"
#include "rvt/unit/ntrace_history.h"
#include "rvt/unit/ntrace_packer.h"
#include "rvt/unit/ntrace_repeat.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

struct rvt_ntrace_messages {
  struct rvt_ntrace_flow flow;
  struct rvt_ntrace_history history; /* with `repeat_hist` */
  struct rvt_ntrace_repeat repeat;   /* with `repeat_branch` */
  struct rvt_ntrace_packer packer;
  struct rvt_msg_fifo fifo;
  /* For observers, of the last edge: a run came to flow; a record left it, of this TCODE. */
  bool load, left;
  uint8_t left_tcode;
};

/** Whether no block and no record before the packer is held, and no counter waits to be sent. */
static inline bool rvt_ntrace_messages_settled(const struct rvt_ntrace_messages *s) {
  return rvt_ntrace_flow_empty(&s->flow) && !rvt_ntrace_history_held(&s->history) &&
         !s->repeat.valid_q;
}
/** ... and neither outcomes, a count of branches nor a byte is held. */
static inline bool rvt_ntrace_messages_empty(const struct rvt_ntrace_messages *s) {
  return rvt_ntrace_messages_settled(s) && !rvt_ntrace_history_busy(&s->history) &&
         !rvt_ntrace_repeat_busy(&s->repeat) && !rvt_ntrace_packer_busy(&s->packer) &&
         s->fifo.level_q == 0;
}

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
