/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "rvt/unit/ingress_commit.h"

#include <string.h>

void rvt_ingress_commit_init(struct rvt_ingress_commit *s, uint8_t nret) {
  memset(s, 0, sizeof *s);
  s->nret = nret;
}

/** Is it known where the instructions that wait go on? @param next the first address after them */
static bool goes_on(const struct rvt_ingress_commit *s, const struct rvt_ingress_commit_in *in,
                    uint64_t *next) {
  *next = s->irq_pc_q;
  if (s->irq_q) return true;
  *next = in->dpc;
  if (in->halted) return true;
  for (unsigned c = 0; c < s->nret; c++) {
    if (!in->insn[c].valid) continue;
    *next = in->insn[c].pc;
    return true;
  }
  *next = in->irq_pc;
  return in->irq;
}

void rvt_ingress_commit_outputs(const struct rvt_ingress_commit *s,
                                const struct rvt_ingress_commit_in *in,
                                struct rvt_ingress_rvfi_in *out) {
  uint64_t next;
  const bool go = goes_on(s, in, &next);
  memset(out, 0, sizeof *out);
  /* What is no instruction itself, and not found by its address either, is taken for one. */
  out->interrupt = true;
  out->halted = s->halted_q;
  for (unsigned c = s->nret; c-- > 0;) {
    out->insn[c] = s->insn_q[c];
    out->insn[c].valid = s->insn_q[c].valid && !s->away_q[c] && go;
    out->insn[c].pc_wdata = next;
    if (s->insn_q[c].valid) next = s->insn_q[c].pc_rdata;
  }
}

void rvt_ingress_commit_tick(struct rvt_ingress_commit *s, const struct rvt_ingress_commit_in *in) {
  uint64_t next;
  const bool go = goes_on(s, in, &next);
  for (unsigned c = 0; c < s->nret; c++) {
    const struct rvt_commit_insn *i = &in->insn[c];
    if (go) {
      s->insn_q[c] = (struct rvt_rvfi_insn){.valid = i->valid && !in->halted,
                                            .trap = i->trap,
                                            .intr = i->valid && s->pending_q,
                                            .mode = i->mode,
                                            .insn = i->insn,
                                            .pc_rdata = i->pc,
                                            .cause = i->cause & RVT_RVFI_CAUSE,
                                            .tval = i->tval,
                                            .intr_cause = s->pending_cause_q,
                                            .intr_mode = s->pending_mode_q};
      s->away_q[c] = i->valid && i->trap && i->interrupt;
    }
    const bool away = i->valid && i->trap && i->interrupt;
    /* Of several without an instruction between them: from where the first came, why the last. */
    if (away && !s->pending_q) s->pending_mode_q = i->mode;
    if (i->valid) s->pending_q = away;
    if (away) s->pending_cause_q = i->cause & RVT_RVFI_CAUSE;
  }
  if (in->irq && !s->pending_q) s->pending_mode_q = in->irq_mode;
  if (in->irq) s->pending_q = true;
  if (in->irq) s->pending_cause_q = in->irq_cause & RVT_RVFI_CAUSE;
  if (in->halted) s->pending_q = false;
  s->irq_q = in->irq && !in->halted;
  s->irq_pc_q = in->irq_pc;
  s->halted_q = in->halted;
}
