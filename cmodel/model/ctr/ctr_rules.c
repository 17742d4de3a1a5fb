/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "ctr_rules.h"

enum { CAUSE_MASK = 0x3f, CAUSE_BREAKPOINT = 3, CAUSE_LCOFI = 13 };

/** CTR:Z-01 to Z-04. */
static bool freezes(const struct rvt_ctr_records *r, const struct rvt_ctr_transfer *event) {
  const uint64_t ctl = event->to == RVT_PRIV_VS && r->p.hyp ? r->vsctrctl_q : r->mctrctl_q;
  const unsigned cause = event->cause & CAUSE_MASK;
  if (event->itype == RVT_IT_EXCEPTION)
    return cause == CAUSE_BREAKPOINT && (ctl & RVT_CTR_CTL_BPFRZ) != 0;
  return cause == CAUSE_LCOFI && (ctl & RVT_CTR_CTL_LCOFIFRZ) != 0;
}

/** Every xTE of the modes above the source up to the target is set (CTR:P-02). */
static bool external(const struct rvt_ctr_records *r, uint8_t from, uint8_t to) {
  enum { S_VS = 1, S_S = 2, S_M = 4 };
  static const uint8_t wanted[8][8] = {
      [RVT_PRIV_U] = {[RVT_PRIV_S] = S_S, [RVT_PRIV_M] = S_S | S_M},
      [RVT_PRIV_S] = {[RVT_PRIV_M] = S_M},
      [RVT_PRIV_VU] =
          {[RVT_PRIV_VS] = S_VS, [RVT_PRIV_S] = S_VS | S_S, [RVT_PRIV_M] = S_VS | S_S | S_M},
      [RVT_PRIV_VS] = {[RVT_PRIV_S] = S_S, [RVT_PRIV_M] = S_S | S_M},
  };
  const unsigned set = ((r->vsctrctl_q & RVT_CTR_CTL_STE) != 0 ? S_VS : 0u) |
                       ((r->mctrctl_q & RVT_CTR_CTL_STE) != 0 ? S_S : 0u) |
                       ((r->mctrctl_q & RVT_CTR_CTL_MTE) != 0 ? S_M : 0u);
  const unsigned list = wanted[from & 7][to & 7];
  return list != 0 && (set & list) == list;
}

static bool filtered(uint64_t ctl, uint8_t itype) {
  return ((ctl & RVT_CTR_FILTER(itype)) != 0) != (itype == RVT_IT_NOT_TAKEN);
}

struct rvt_ctr_decision rvt_ctr_decide(const struct rvt_ctr_records *r,
                                       const struct rvt_ctr_transfer *event) {
  struct rvt_ctr_decision d = {.act = RVT_CTR_ACT_NONE};
  const uint8_t itype = event->itype, from = event->from;
  const bool trap = rvt_ctr_is_trap(itype);
  const uint8_t to = trap || itype == RVT_IT_TRAP_RETURN ? event->to : from;
  if (!rvt_ctr_is_transfer(itype) || !rvt_ctr_is_active(r, from)) return d;
  if (to == RVT_PRIV_DEBUG) return d; /* entry to it, however it is told (CTR:B-06, Z-01) */
  if (trap && freezes(r, event)) {
    d.act = RVT_CTR_ACT_FREEZE;
    return d;
  }
  if (r->frozen_q) return d;
  const bool virt = rvt_ctr_is_virtual(r, from) || rvt_ctr_is_virtual(r, to);
  const uint64_t ctl = virt ? r->vsctrctl_q : r->mctrctl_q;
  const bool left = rvt_ctr_enabled(r, from), entered = rvt_ctr_enabled(r, to);
  if ((ctl & RVT_CTR_CTL_RASEMU) != 0) {
    if (!left) return d;
    d.ras = true;
    if (itype == RVT_IT_INDIRECT_CALL || itype == RVT_IT_DIRECT_CALL) d.act = RVT_CTR_ACT_RECORD;
    if (itype == RVT_IT_SWAP) d.act = RVT_CTR_ACT_SWAP;
    if (itype == RVT_IT_RETURN) d.act = RVT_CTR_ACT_POP;
    return d;
  }
  bool qualified = left && entered;
  if (trap && left && !entered) {
    d.act = external(r, from, to) ? RVT_CTR_ACT_RECORD : RVT_CTR_ACT_NONE; /* CTR:P-04 */
    d.hide_target = true;
    return d;
  }
  if (trap && entered) {
    qualified = true;
    d.hide_source = !left;
  }
  if (itype == RVT_IT_TRAP_RETURN && left) {
    qualified = true;
    d.hide_target = !entered;
  }
  if (qualified && !filtered(ctl, itype)) d.act = RVT_CTR_ACT_RECORD;
  return d;
}
