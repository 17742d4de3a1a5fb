/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_SRC_NTRACE_CODES_H
#define RVT_SRC_NTRACE_CODES_H

/* Codes of the ingress stage in N-Trace. */

#include "rvt/ntrace.h"
#include "rvt/unit/head.h"
#include "rvt/unit/ntrace_steps.h"

/** SYNC of a session's start (NT:SYN-10 to SYN-18). */
static inline uint8_t rvt_sync_of(uint8_t start) {
  switch (start) {
  case RVT_START_RESET: return RVT_SYNC_RESET;
  case RVT_START_DEBUG: return RVT_SYNC_DEBUG;
  case RVT_START_OVERRUN: return RVT_SYNC_OVERRUN;
  case RVT_START_POWER: return RVT_SYNC_POWER;
  default: return start == RVT_START_ENABLE ? RVT_SYNC_ENABLE : start;
  }
}

/** EVCODE of a session's end (NT:COR-02). */
static inline uint8_t rvt_evcode_of(uint8_t ended) {
  switch (ended) {
  case RVT_ENDED_DEBUG: return RVT_EV_DEBUG;
  case RVT_ENDED_POWER: return RVT_EV_POWER;
  default: return ended == RVT_ENDED_DISABLED ? RVT_EV_DISABLED : ended;
  }
}

/** ECODE of an overflow: bit 2, program trace messages are lost (NT:ERR-03). */
static inline uint32_t rvt_ecode_of(uint8_t lost) { return lost == RVT_LOST_BLOCKS ? 4 : lost; }

/** SYNC of the message that answers the requests, or the period without any (NT:SYN-35). */
static inline uint8_t rvt_sync_reason(uint8_t req) {
  if (req & RVT_REQUEST_RESET) return RVT_SYNC_RESET;
  if (req & RVT_REQUEST_EVENT) return RVT_SYNC_EVENT;
  return req & RVT_REQUEST_EXTERNAL ? RVT_SYNC_EXTERNAL : RVT_SYNC_PERIODIC;
}

#endif
