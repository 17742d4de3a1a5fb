/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_TB_TRACE_ROWS_H
#define RVT_TB_TRACE_ROWS_H

#include "rvt/ntrace_msg.h"
#include "rvt/params.h"

/** Of the clock in which a message was made. */
struct tb_trace_origin {
  struct rvt_ntrace_format format;
  bool owners;      /* Ownership is on, if it is built */
  uint8_t ctype;    /* of the port */
  bool times;       /* TSTAMP is on, and no kind of message leaves it out */
  uint32_t base;    /* how many bases of time there were before this one */
  uint32_t periods; /* in how many clocks a period ran or a request was due, up to here */
};

/** Name the rows that a message proves, sent as the oracle expected it; `before` was the one
 * before. */
void tb_trace_rows(const struct rvt_ntrace_msg *before, const struct rvt_ntrace_msg *msg);
/** Those of extended addresses, of a message of `size` bytes. */
void tb_trace_extend_rows(const struct rvt_params *p, const struct rvt_ntrace_format *format,
                          const struct rvt_ntrace_msg *msg, size_t size);
/** The same for rows on Ownership; `level` is kept for it: V and PRV of the last one. */
void tb_trace_owner_rows(const struct rvt_params *p, const struct tb_trace_origin *origin,
                         uint8_t *level, const struct rvt_ntrace_msg *before,
                         const struct rvt_ntrace_msg *msg);

#endif
