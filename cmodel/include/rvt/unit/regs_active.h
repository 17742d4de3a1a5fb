/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_REGS_ACTIVE_H
#define RVT_REGS_ACTIVE_H

/*
 * Golden model of rtl/control/rvt_regs_active.sv: the Active bit that every component has.
 * docs/registers.md, "Active". Plain data throughout.
 */

#include "rvt/apb.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/** Where an Active bit stands between its request and its completion (TCI:CTRL-02). */
enum rvt_life { RVT_LIFE_OFF, RVT_LIFE_RISING, RVT_LIFE_ON, RVT_LIFE_CLOSING, RVT_LIFE_FALLING };

/** All zeros after reset. */
struct rvt_regs_active {
  enum rvt_life life_q;
  bool want_q; /* bit 0 of the last write to byte 0 of Control */
};

struct rvt_regs_active_in {
  bool write, value; /* byte 0 of Control is written, with this bit 0 */
  bool hold;         /* after this clock a message would still be crossing the output */
  bool ack;          /* of the power or clock switch; the request without one */
};

/** The request to the power or clock switch. */
static inline bool rvt_regs_active_req(const struct rvt_regs_active *s) {
  return s->life_q != RVT_LIFE_OFF && s->life_q != RVT_LIFE_FALLING;
}

/** Whether every register can be written. */
static inline bool rvt_regs_active_on(const struct rvt_regs_active *s) {
  return s->life_q == RVT_LIFE_ON;
}

/** Whether the component is out of reset. */
static inline bool rvt_regs_active_works(const struct rvt_regs_active *s) {
  return s->life_q == RVT_LIFE_ON || s->life_q == RVT_LIFE_CLOSING;
}

/** What Active reads (TCI:CTRL-02, CTRL-07). */
static inline bool rvt_regs_active_reads(const struct rvt_regs_active *s) {
  return rvt_regs_active_works(s) || s->life_q == RVT_LIFE_FALLING;
}

/** `write` and `value` of an access to a component whose Control is at offset 0, as all are. */
static inline void rvt_regs_active_access(struct rvt_regs_active_in *in,
                                          const struct rvt_apb *apb) {
  in->write = rvt_apb_writes(apb) && rvt_apb_word(apb) == 0 && (apb->pstrb & 1u) != 0;
  in->value = (apb->pwdata & 1u) != 0;
}

/** One rising clock edge with reset released. */
void rvt_regs_active_tick(struct rvt_regs_active *s, const struct rvt_regs_active_in *in);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
