/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_SRC_CTR_ENTRIES_H
#define RVT_SRC_CTR_ENTRIES_H

/* Fields of an entry (CTR:E-03, E-04), and the counter that both models keep. */

#include "rvt/unit/ctr_records.h"

enum {
  RVT_CTR_V = 1,    /* bit 0 of ctrsource */
  RVT_CTR_MISP = 1, /* bit 0 of ctrtarget */
  RVT_CTR_TYPE = 0xf,
  RVT_CTR_CCV = 1 << 15,
  RVT_CTR_CC_LSB = 16
};

/** A new start of the count; `valid`: the next record has it, if anything is counted. */
static inline void rvt_ctr_restart(struct rvt_ctr_records *r, bool valid) {
  r->counter_q = 0;
  r->valid_q = valid && r->counter_max != 0;
}

#endif
