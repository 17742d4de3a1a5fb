/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ORACLE_NTRACE_HISTORY_BYTES_H
#define ORACLE_NTRACE_HISTORY_BYTES_H

/* Bytes of messages that have outcomes or close them. Rows are NT:…, as in the other files. */

#include "rvt/ntrace_msg.h"

/* HIST-02. */
static inline unsigned outcomes_of(uint64_t hist) {
  unsigned count = 0;
  for (; hist > 1; hist >>= 1) {
    count++;
  }
  return count;
}

/* ---- Bytes, without SRC and TSTAMP (PKT-02, PKT-09): six bits each ------------------------- */

static inline unsigned bytes_of(unsigned bits) { return (bits + 5) / 6; }

/* HIST with its stop bit, in a field of its own. */
static inline unsigned hist_bytes(unsigned outcomes) { return bytes_of(outcomes + 1); }

/* MSG-08: TCODE and RCODE share bytes with HIST (PKT-08). */
static inline unsigned literal_bytes(unsigned outcomes) { return bytes_of(6 + 4 + outcomes + 1); }

static inline unsigned number_bytes(uint64_t value, unsigned before) {
  unsigned bits = before;
  do {
    bits++;
    value >>= 1;
  } while (value != 0);
  return bytes_of(bits);
}

/* RSF-03. */
static inline unsigned repeat_bytes(unsigned outcomes, uint64_t count) {
  return literal_bytes(outcomes) + number_bytes(count, 0);
}

/* What of a message that closes depends on its HIST: the field, and B-TYPE, which only some have
 * before I-CNT (MSG-05, MSG-10). */
static inline unsigned close_bytes(const struct rvt_ntrace_msg *m) {
  switch (m->tcode) {
  case RVT_TC_PROG_TRACE_SYNC: return number_bytes(m->icnt, 6 + 4);
  case RVT_TC_INDIRECT_BRANCH_SYNC: return number_bytes(m->icnt, 6 + 4 + 2);
  case RVT_TC_INDIRECT_BRANCH_HIST_SYNC:
    return number_bytes(m->icnt, 6 + 4 + 2) + hist_bytes(outcomes_of(m->hist));
  case RVT_TC_INDIRECT_BRANCH_HIST: return hist_bytes(outcomes_of(m->hist));
  case RVT_TC_PROG_TRACE_CORRELATION: return m->cdf == 1 ? hist_bytes(outcomes_of(m->hist)) : 0;
  default: return 0;
  }
}

#endif
