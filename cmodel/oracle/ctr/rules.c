/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */

/* Which transfers are recorded, and with what (CTR sections 3.1, 3.2, 3.5). */

#include "state.h"

bool oracle_ctr_is_set(uint64_t control, unsigned bit) { return (control >> bit & 1) != 0; }

/* CTR section 3.1: en(). */
bool oracle_ctr_is_enabled(const struct oracle_ctr *o, enum oracle_ctr_mode mode) {
  switch (mode) {
  case ORACLE_CTR_U: return oracle_ctr_is_set(o->mctrctl, CTL_U);
  case ORACLE_CTR_S: return oracle_ctr_is_set(o->mctrctl, CTL_S);
  case ORACLE_CTR_M: return oracle_ctr_is_set(o->mctrctl, CTL_M);
  case ORACLE_CTR_VU: return oracle_ctr_is_set(o->vsctrctl, CTL_U);
  case ORACLE_CTR_VS: return oracle_ctr_is_set(o->vsctrctl, CTL_S);
  case ORACLE_CTR_D: /* CTR:B-06 */
  default: return false;
  }
}

/* CTR:P-02: the list, row by row. */
static bool is_external(const struct oracle_ctr *o, enum oracle_ctr_mode from,
                        enum oracle_ctr_mode to) {
  const bool mte = oracle_ctr_is_set(o->mctrctl, CTL_MTE);
  const bool ste = oracle_ctr_is_set(o->mctrctl, CTL_STE);
  const bool vs_ste = oracle_ctr_is_set(o->vsctrctl, CTL_STE);
  if (from == ORACLE_CTR_U && to == ORACLE_CTR_S) return ste;
  if (from == ORACLE_CTR_U && to == ORACLE_CTR_M) return mte && ste;
  if (from == ORACLE_CTR_S && to == ORACLE_CTR_M) return mte;
  if (from == ORACLE_CTR_VU && to == ORACLE_CTR_VS) return vs_ste;
  if (from == ORACLE_CTR_VU && to == ORACLE_CTR_S) return ste && vs_ste;
  if (from == ORACLE_CTR_VU && to == ORACLE_CTR_M) return mte && ste && vs_ste;
  if (from == ORACLE_CTR_VS && to == ORACLE_CTR_S) return ste;
  if (from == ORACLE_CTR_VS && to == ORACLE_CTR_M) return mte && ste;
  return false;
}

/* CTR:P-01, the line "trap"; debug mode has no part in it. */
struct verdict oracle_ctr_trap_verdict(const struct oracle_ctr *o, enum oracle_ctr_mode from,
                                       enum oracle_ctr_mode to) {
  const bool source = oracle_ctr_is_enabled(o, from);
  const bool target = oracle_ctr_is_enabled(o, to);
  if (source && target) return (struct verdict){.recorded = true};
  if (source && is_external(o, from, to)) {
    return (struct verdict){.recorded = true, .no_target = true, .external = true};
  }
  if (target) return (struct verdict){.recorded = true, .no_source = true};
  return (struct verdict){.recorded = false};
}

/* CTR:P-01, the line "trap return". */
struct verdict oracle_ctr_return_verdict(const struct oracle_ctr *o, enum oracle_ctr_mode from,
                                         enum oracle_ctr_mode to) {
  const bool source = oracle_ctr_is_enabled(o, from);
  const bool target = oracle_ctr_is_enabled(o, to);
  if (from == ORACLE_CTR_D || to == ORACLE_CTR_D || !source) {
    return (struct verdict){.recorded = false};
  }
  return (struct verdict){.recorded = true, .no_target = !target};
}

/* CTR:P-05: type filters and RASEMU of a transfer; within a mode `from` is `to`. */
uint64_t oracle_ctr_control(const struct oracle_ctr *o, enum oracle_ctr_mode from,
                            enum oracle_ctr_mode to) {
  const bool v = oracle_ctr_is_virtual(from) || oracle_ctr_is_virtual(to);
  return v ? o->vsctrctl : o->mctrctl;
}

/* CTR:F-01. */
bool oracle_ctr_passes_filter(uint64_t control, unsigned type) {
  const bool bit = oracle_ctr_is_set(control, CTL_FILTER + type);
  return type == TYPE_NOT_TAKEN ? bit : !bit;
}

/* CTR:Z-01 to Z-04: neither mode needs to be enabled. */
bool oracle_ctr_freezes(const struct oracle_ctr *o, uint64_t cause, bool interrupt,
                        enum oracle_ctr_mode to) {
  enum { BREAKPOINT = 3, COUNTER_OVERFLOW = 13 };
  const uint64_t control = to == ORACLE_CTR_VS ? o->vsctrctl : o->mctrctl; /* CTR:Z-03 */
  if (interrupt) return cause == COUNTER_OVERFLOW && oracle_ctr_is_set(control, CTL_LCOFIFRZ);
  return cause == BREAKPOINT && oracle_ctr_is_set(control, CTL_BPFRZ);
}
