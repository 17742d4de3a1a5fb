/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_SRC_NTRACE_STEPS_H
#define RVT_SRC_NTRACE_STEPS_H

/* What the functional encoder asks of the steps beside their public functions. */

#include <stddef.h>

#include "rvt/unit/ntrace_steps.h"

/** All steps of one head; returns the number of records. */
size_t rvt_steps_run(struct rvt_ntrace_steps *s, const struct rvt_config *cfg,
                     const struct rvt_head *head, struct rvt_ntrace_record *records);

/** There a sync is due whatever the settings become, and counting may end: the RTL's register goes
 * on below its top bit. */
enum { RVT_PERIOD_LONGEST = 1 << 19 };

/** Whether the counter has reached the period, whatever it counts (NT:CTL-08). */
static inline bool rvt_steps_period_over(const struct rvt_config *cfg, uint32_t period) {
  enum { SYNC_SHIFT = 4 };
  return period >> (cfg->sync_max + SYNC_SHIFT) != 0;
}

/** Whether counting the head pops or pushes (NT:IRT-01, IRT-06). */
static inline bool rvt_steps_use_stack(const struct rvt_ntrace_steps *s,
                                       const struct rvt_config *cfg, const struct rvt_head *head) {
  enum {
    USERS =
        1 << RVT_IT_INDIRECT_CALL | 1 << RVT_IT_DIRECT_CALL | 1 << RVT_IT_SWAP | 1 << RVT_IT_RETURN
  };
  return (USERS >> head->itype & 1) != 0 && cfg->ir_en && cfg->ir_mode != 0 &&
         s->p.stack_depth != 0;
}

#endif
