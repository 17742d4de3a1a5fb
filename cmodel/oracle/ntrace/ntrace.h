/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_ORACLE_NTRACE_H
#define RVT_ORACLE_NTRACE_H

/* The oracle of N-Trace. */

#include "oracle/oracle.h"
#include "rvt/ntrace_msg.h"

extern const struct oracle_format oracle_of_ntrace;

/**
 * The messages caused so far, in order; SRC and TSTAMP filled in. Valid until the next call.
 * A message that waits for the next slot is not in the list yet, nor are repetitions that are still
 * counted: their RepeatBranch comes with the next message that is not one (NT:RPT-07).
 */
const struct rvt_ntrace_msg *oracle_messages(const struct oracle *o, size_t *count);

#endif
