/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_TB_TRACE_ROWS_H
#define RVT_TB_TRACE_ROWS_H

#include "rvt/ntrace_msg.h"

/** Name the rows that a message proves, sent as the oracle expected it; `before` was the one
 * before. */
void tb_trace_rows(const struct rvt_ntrace_msg *before, const struct rvt_ntrace_msg *msg);

#endif
