/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "tandem_shadow.h"

#include <string.h>

enum { NO_LEVEL = 2, CSR_BITS = 0xfff, REGISTER_BITS = 31, FFLAGS_BITS = 31 };

/* CSRs of which others are views; the wider one first. pmpaddr stands before pmpcfg, whose locks
 * must not come first. */
enum index { FCSR, FFLAGS, FRM, MSTATUS, SSTATUS = 5, MIE = 8, SIE = 9 };

static const uint16_t numbers[RVT_TANDEM_BANK] = {
    0x003, 0x001, 0x002, 0x300, 0x310, 0x100, 0x302, 0x303, 0x304, 0x104, 0x305,
    0x306, 0x30a, 0x340, 0x341, 0x342, 0x343, 0x105, 0x106, 0x10a, 0x140, 0x141,
    0x142, 0x143, 0x180, 0x3b0, 0x3b1, 0x3b2, 0x3b3, 0x3a0, 0x3a1, 0x320};

uint16_t rvt_tandem_shadow_csr(unsigned index) { return numbers[index % RVT_TANDEM_BANK]; }

static uint64_t low(uint64_t value, unsigned bits) {
  return bits >= 64 ? value : value & ((UINT64_C(1) << bits) - 1);
}

static uint32_t bit(unsigned k) { return UINT32_C(1) << k; }

/** The narrower views of an entry, a bit each. */
static uint32_t views_of(unsigned index) {
  switch (index) {
  case FCSR: return bit(FFLAGS) | bit(FRM);
  case MSTATUS: return bit(SSTATUS);
  case MIE: return bit(SIE);
  default: return 0;
  }
}

/** The entry of which this one is a view, a bit. */
static uint32_t whole_of(unsigned index) {
  switch (index) {
  case FFLAGS:
  case FRM: return bit(FCSR);
  case SSTATUS: return bit(MSTATUS);
  case SIE: return bit(MIE);
  default: return 0;
  }
}

/* ---- What is told ---- */

static void keep(struct rvt_tandem_shadow *s, enum rvt_tandem_bank bank, unsigned k,
                 uint64_t data) {
  s->known_q[bank] |= bit(k);
  s->sent_q[bank] &= ~bit(k);
  s->data_q[bank][k] = data;
}

static void keep_csr(struct rvt_tandem *t, const struct rvt_tandem_csr *csr) {
  struct rvt_tandem_shadow *const s = &t->shadow;
  unsigned k = 0;
  while (k < RVT_TANDEM_BANK && numbers[k] != (csr->number & CSR_BITS)) k++;
  if (k == RVT_TANDEM_BANK) return;
  if (k == FCSR || k == FFLAGS) s->fflags_q = 0;
  s->known_q[RVT_TANDEM_BANK_CSR] &= ~views_of(k);
  if ((t->p.shadow_csrs & bit(k)) != 0)
    keep(s, RVT_TANDEM_BANK_CSR, k, low(csr->data, t->p.format.xlen));
  else
    s->known_q[RVT_TANDEM_BANK_CSR] &= ~whole_of(k); /* it would be stale */
}

static void keep_fflags(struct rvt_tandem_shadow *s, uint8_t flags) {
  s->fflags_q |= flags & FFLAGS_BITS;
  s->sent_q[RVT_TANDEM_BANK_CSR] &= ~(bit(FCSR) | bit(FFLAGS));
}

static void forget(struct rvt_tandem_shadow *s) {
  memset(s->known_q, 0, sizeof s->known_q);
  s->pc_known_q = s->privilege_known_q = false;
}

static void keep_slot(struct rvt_tandem *t, const struct rvt_tandem_record *r) {
  struct rvt_tandem_shadow *const s = &t->shadow;
  const unsigned has = t->p.elements, gpr = r->gpr & REGISTER_BITS;
  if (r->kind == RVT_TANDEM_HART_RESET) {
    forget(s); /* TV:R-13: nothing else */
    return;
  }
  if (r->kind != RVT_TANDEM_OUTSIDE || r->pc_valid) {
    s->pc_known_q = true;
    s->pc_q = low(r->pc_w, t->p.format.xlen);
  }
  if ((has & RVT_TANDEM_SENDS_GPR) && r->gpr_valid && gpr != 0)
    keep(s, RVT_TANDEM_BANK_GPR, gpr, low(r->gpr_data, t->p.format.xlen));
  if ((has & RVT_TANDEM_SENDS_FPR) && r->fpr_valid)
    keep(s, RVT_TANDEM_BANK_FPR, r->fpr & REGISTER_BITS, low(r->fpr_data, t->p.format.flen));
  for (unsigned i = 0; i < t->p.csrs; i++)
    if (r->csr[i].valid) keep_csr(t, &r->csr[i]);
  if ((has & RVT_TANDEM_SENDS_FFLAGS) && t->p.forms.or_fcsr && r->fflags_valid)
    keep_fflags(s, r->fflags);
  if ((has & RVT_TANDEM_SENDS_PRIVILEGE) && r->privilege_valid && (r->privilege & 3) != NO_LEVEL) {
    s->privilege_known_q = true;
    s->privilege_q = r->privilege & 3;
  }
}

/* ---- The dump ---- */

static bool is_due(const struct rvt_tandem_shadow *s, enum rvt_tandem_bank bank) {
  return (s->known_q[bank] & ~s->sent_q[bank] & bit(s->step_q)) != 0;
}

static bool any_due(const struct rvt_tandem_shadow *s) {
  uint32_t due = 0;
  for (unsigned i = 0; i < RVT_TANDEM_BANKS; i++) due |= s->known_q[i] & ~s->sent_q[i];
  return due != 0;
}

static enum rvt_tandem_dump step(const struct rvt_tandem_shadow *s, struct rvt_tandem_record *r) {
  const unsigned k = s->step_q;
  r->gpr_valid = is_due(s, RVT_TANDEM_BANK_GPR);
  r->gpr = (uint8_t)k;
  r->gpr_data = s->data_q[RVT_TANDEM_BANK_GPR][k];
  r->fpr_valid = is_due(s, RVT_TANDEM_BANK_FPR);
  r->fpr = (uint8_t)k;
  r->fpr_data = s->data_q[RVT_TANDEM_BANK_FPR][k];
  r->csr[0] = (struct rvt_tandem_csr){.valid = is_due(s, RVT_TANDEM_BANK_CSR),
                                      .number = numbers[k],
                                      .data = s->data_q[RVT_TANDEM_BANK_CSR][k]};
  if (k == FCSR || k == FFLAGS) r->csr[0].data |= s->fflags_q;
  return r->gpr_valid || r->fpr_valid || r->csr[0].valid ? RVT_TANDEM_DUMP_STEP
                                                         : RVT_TANDEM_DUMP_NEXT;
}

enum rvt_tandem_dump rvt_tandem_dump(const struct rvt_tandem *t, bool told,
                                     struct rvt_tandem_record *r) {
  const struct rvt_tandem_shadow *const s = &t->shadow;
  *r = (struct rvt_tandem_record){.kind = RVT_TANDEM_OUTSIDE};
  if (s->reset_q) {
    r->kind = RVT_TANDEM_HART_RESET;
    return RVT_TANDEM_DUMP_RESET;
  }
  if (any_due(s)) return step(s, r);
  if (told) return RVT_TANDEM_DUMP_NOTHING;
  if (!s->pc_known_q && !s->privilege_known_q) return RVT_TANDEM_DUMP_LIVE;
  r->pc_valid = s->pc_known_q;
  r->pc_w = s->pc_q;
  r->privilege_valid = s->privilege_known_q;
  r->privilege = s->privilege_q;
  return RVT_TANDEM_DUMP_LAST;
}

/** What has been put is sent; a view comes after what it is a part of. */
static void mark_sent(struct rvt_tandem_shadow *s) {
  for (unsigned i = 0; i < RVT_TANDEM_BANKS; i++) {
    if (!is_due(s, i)) continue;
    s->sent_q[i] |= bit(s->step_q);
    if (i == RVT_TANDEM_BANK_CSR) s->sent_q[i] &= ~views_of(s->step_q);
  }
}

void rvt_tandem_shadow_tick(struct rvt_tandem *t, const struct rvt_tandem_in *in,
                            const struct rvt_tandem_clock *clock) {
  struct rvt_tandem_shadow *const s = &t->shadow;
  const enum rvt_tandem_dump dump = clock->dump;
  const bool ends = dump == RVT_TANDEM_DUMP_LIVE || (clock->put && dump == RVT_TANDEM_DUMP_LAST);
  const bool steps = dump == RVT_TANDEM_DUMP_NEXT || (clock->put && dump == RVT_TANDEM_DUMP_STEP);
  if (clock->put && dump == RVT_TANDEM_DUMP_STEP) mark_sent(s);
  if (clock->put && dump == RVT_TANDEM_DUMP_RESET) s->reset_q = false;
  for (unsigned i = 0; i < t->p.nret; i++) {
    if (!in->valid[i] || in->slot[i].kind >= RVT_TANDEM_HART_KINDS) continue;
    if (in->slot[i].kind == RVT_TANDEM_HART_RESET && !clock->taken) s->reset_q = true;
    keep_slot(t, &in->slot[i]);
  }
  if (!clock->dumping) memset(s->sent_q, 0, sizeof s->sent_q);
  s->step_q = clock->dumping ? (uint8_t)((s->step_q + steps) % RVT_TANDEM_BANK) : 0;
  s->want_q = in->enable && in->active;
  s->live_q = s->want_q && !clock->refused && (s->live_q || ends);
}
