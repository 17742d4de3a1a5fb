/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_SRC_CTR_RULES_H
#define RVT_SRC_CTR_RULES_H

/* What becomes of an event: modes, filters, freeze. Shared by the models with and without clocks.
 */

#include "rvt/unit/ctr_records.h"

enum rvt_ctr_act {
  RVT_CTR_ACT_NONE,
  RVT_CTR_ACT_FREEZE,
  RVT_CTR_ACT_RECORD, /* also a push */
  RVT_CTR_ACT_POP,
  RVT_CTR_ACT_SWAP
};

struct rvt_ctr_decision {
  enum rvt_ctr_act act;
  bool ras;         /* of RAS emulation: without a cycle count */
  bool hide_source; /* source PC 0 */
  bool hide_target; /* target PC and MISP 0 */
};

/** A mode that can execute instructions and has an enable. */
static inline bool rvt_ctr_is_active(const struct rvt_ctr_records *r, uint8_t mode) {
  switch (mode) {
  case RVT_PRIV_U:
  case RVT_PRIV_S:
  case RVT_PRIV_M: return true;
  case RVT_PRIV_VU:
  case RVT_PRIV_VS: return r->p.hyp;
  default: return false;
  }
}

static inline bool rvt_ctr_is_virtual(const struct rvt_ctr_records *r, uint8_t mode) {
  return r->p.hyp && (mode == RVT_PRIV_VU || mode == RVT_PRIV_VS);
}

/** Types that are control transfers. */
static inline bool rvt_ctr_is_transfer(uint8_t itype) {
  return (itype >= RVT_IT_EXCEPTION && itype <= RVT_IT_TAKEN) ||
         (itype >= RVT_IT_INDIRECT_CALL && itype <= RVT_IT_DIRECT_LINK);
}

static inline bool rvt_ctr_is_trap(uint8_t itype) {
  return itype == RVT_IT_EXCEPTION || itype == RVT_IT_INTERRUPT;
}

/** en() of section 3.1; a mode that there is not has none. */
static inline bool rvt_ctr_enabled(const struct rvt_ctr_records *r, uint8_t mode) {
  switch (mode) {
  case RVT_PRIV_U: return (r->mctrctl_q & RVT_CTR_CTL_U) != 0;
  case RVT_PRIV_S: return (r->mctrctl_q & RVT_CTR_CTL_S) != 0;
  case RVT_PRIV_M: return (r->mctrctl_q & RVT_CTR_CTL_M) != 0;
  case RVT_PRIV_VU: return (r->vsctrctl_q & RVT_CTR_CTL_U) != 0;
  case RVT_PRIV_VS: return (r->vsctrctl_q & RVT_CTR_CTL_S) != 0;
  default: return false;
  }
}

struct rvt_ctr_decision rvt_ctr_decide(const struct rvt_ctr_records *r,
                                       const struct rvt_ctr_transfer *event);

#endif
