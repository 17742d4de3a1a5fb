/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_ETRACE_MESSAGES_H
#define RVT_ETRACE_MESSAGES_H

/* Golden model of rtl/etrace/rvt_etrace_messages.sv: entries of the queue in, byte stream out. */

#include "rvt/unit/back_end.h"
#include "rvt/unit/etrace_flow.h"
#include "rvt/unit/etrace_packer.h"
#include "rvt/unit/msg_fifo.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

struct rvt_etrace_messages {
  struct rvt_etrace_flow flow;
  struct rvt_etrace_packer packer;
  struct rvt_msg_fifo fifo;
  /* For observers, of the last edge: */
  struct rvt_etrace_flow_out out;
  bool recorded; /* the packer took the record */
};

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
