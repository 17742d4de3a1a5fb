/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_TESTS_ORACLE_GATE_H
#define RVT_TESTS_ORACLE_GATE_H

/*
 * What the oracle may judge of the functional encoder. The oracle knows every rule; where the
 * encoder is not built so far, the directed tests drive the oracle alone and the random judge
 * leaves the stimulus out.
 */

#include <stdbool.h>
#include <stdint.h>

#include "rvt/ntrace_encode.h"

enum {
  /* Several groups per clock, triggers, hart reset, low power, sequential jumps, implicit return
   * modes 1 and 2, 3-bit itype. */
  ORACLE_JUDGES_ALL = 1,
  /* Periodic sync, mode 2: oracle_gate_tell_expired() reaches the encoder. */
  ORACLE_JUDGES_EXPIRY = 1
};

/** Tell the encoder that periodic sync by clocks is due from group `group` of the next clock on. */
static inline void oracle_gate_tell_expired(struct rvt_ntrace_encode *s, unsigned group) {
  rvt_ntrace_encode_due(s, group);
}

/** Whether the encoder may be held to the rules in a clock like this. */
static inline bool oracle_gate_open(const struct rvt_ntrace_params *p,
                                    const struct rvt_ntrace_config *f, unsigned groups,
                                    unsigned triggers, bool reset_or_lowpower) {
  const bool plain = p->itype_width == 4 && groups <= 1 && triggers == 0 && !reset_or_lowpower &&
                     !f->seq_en && !(f->ir_en && f->ir_mode != 0 && f->ir_mode != 3);
  return (plain || ORACLE_JUDGES_ALL) &&
         (f->sync_mode != RVT_PERIOD_CLOCKS || ORACLE_JUDGES_EXPIRY);
}

#endif
