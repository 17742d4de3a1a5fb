/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_INGRESS_COMMIT_H
#define RVT_INGRESS_COMMIT_H

/* Golden model of rtl/adapter/rvt_ingress_commit.sv: commit ports without the next PC -> RVFI.
 * docs/units/ingress-commit.md. */

#include "rvt/unit/ingress_rvfi.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/** A commit port in one clock. */
struct rvt_commit_insn {
  bool valid;     /* an instruction retires ... */
  bool trap;      /* ... or a trap comes in its place, */
  bool interrupt; /* which is no exception */
  uint8_t mode;   /* 0 U, 1 S, 3 M; of a trap, before it */
  uint32_t insn;
  uint64_t pc;
  uint64_t cause, tval; /* of the trap: what it writes to xcause, xtval; 0: not known */
};

struct rvt_ingress_commit_in {
  struct rvt_commit_insn insn[RVT_RVFI_NRET_MAX]; /* oldest first */
  bool irq;                                       /* an interrupt after all of them ... */
  uint64_t irq_pc;                                /* ... at this xepc */
  uint64_t irq_cause;                             /* ... with this xcause */
  uint8_t irq_mode;                               /* ... and this privilege before it */
  bool halted;
  uint64_t dpc; /* in the first clock of `halted` */
};

/** The RTL's registers of the same names. */
struct rvt_ingress_commit {
  uint8_t nret;
  struct rvt_rvfi_insn insn_q[RVT_RVFI_NRET_MAX];
  bool away_q[RVT_RVFI_NRET_MAX]; /* an interrupt: `valid`, and no instruction */
  bool pending_q;
  uint64_t pending_cause_q;
  uint8_t pending_mode_q;
  bool irq_q;
  uint64_t irq_pc_q;
  bool halted_q;
};

/** @param nret the RTL's Nret, 1..RVT_RVFI_NRET_MAX */
void rvt_ingress_commit_init(struct rvt_ingress_commit *s, uint8_t nret);
/** What `rvt_ingress_rvfi` has to see in this clock. */
void rvt_ingress_commit_outputs(const struct rvt_ingress_commit *s,
                                const struct rvt_ingress_commit_in *in,
                                struct rvt_ingress_rvfi_in *out);
void rvt_ingress_commit_tick(struct rvt_ingress_commit *s, const struct rvt_ingress_commit_in *in);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
