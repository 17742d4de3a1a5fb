/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_ORACLE_NTRACE_H
#define RVT_ORACLE_NTRACE_H

/* The oracle of N-Trace. */

#include "history.h"
#include "oracle/oracle.h"
#include "rvt/ntrace_msg.h"

extern const struct oracle_format oracle_of_ntrace;

/**
 * The messages caused so far, in order; SRC and TSTAMP filled in. Valid until the next call.
 * A message that waits for the next slot is not in the list yet, nor are repetitions that are still
 * counted: their RepeatBranch comes with the next message that is not one (NT:RPT-07).
 */
const struct rvt_ntrace_msg *oracle_messages(const struct oracle *o, size_t *count);
/**
 * Of each of them. In a build with HREPEAT the messages are literal ones, for
 * oracle_history_tell(): each branch is sent, and none has a TSTAMP.
 */
const struct oracle_origin *oracle_origins(const struct oracle *o);
/** What a message would have that is made now. */
struct oracle_origin oracle_origin_now(const struct oracle *o, const struct rvt_config *config,
                                       uint64_t time);

#endif
