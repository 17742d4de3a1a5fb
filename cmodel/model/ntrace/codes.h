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

/** ECODE of an overflow: bit 2, program trace messages are lost; bit 3, Ownership (NT:ERR-03). */
static inline uint32_t rvt_ecode_of(uint8_t lost) { return lost; }

/** Ownership messages in a row in this build (NT:OWN-07). */
static inline uint8_t rvt_own_messages(const struct rvt_params *p) {
  return p->context == 2 && p->hcontext_width != 0 ? 2 : 1;
}

/** PROCESS of the last Ownership of a row or, with `first`, of the first of two (NT:OWN-01,
 * OWN-03). */
static inline uint64_t rvt_process_of(const struct rvt_params *p, uint8_t priv, uint64_t context,
                                      bool first) {
  const bool virtual = (priv & 4) != 0;
  const uint64_t level = virtual ? 4u | (priv >> 1 & 1) : priv & 3u; /* V, PRV */
  const unsigned scontext_width = p->context_width - p->hcontext_width;
  uint64_t told = 0, format = RVT_OWN_PRIVILEGE;
  if (p->context == 2) {
    format = first ? RVT_OWN_HCONTEXT : RVT_OWN_SCONTEXT;
    told = first ? context >> scontext_width : context & UINT64_MAX >> (64 - scontext_width);
  }
  return rvt_ntrace_process_join(told, level, format);
}

/** SYNC of the message that answers the requests, or the period without any (NT:SYN-35). */
static inline uint8_t rvt_sync_reason(uint8_t req) {
  if (req & RVT_REQUEST_RESET) return RVT_SYNC_RESET;
  if (req & RVT_REQUEST_EVENT) return RVT_SYNC_EVENT;
  return req & RVT_REQUEST_EXTERNAL ? RVT_SYNC_EXTERNAL : RVT_SYNC_PERIODIC;
}

#endif
