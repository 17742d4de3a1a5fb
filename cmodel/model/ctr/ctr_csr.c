/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "ctr_csr.h"

#include <string.h>

#include "ctr_entries.h"
#include "ctr_rules.h"

enum { SIREG_BASE = 0x150, VSIREG_BASE = 0x250 };

/* ---- Who may what (section 2.6) ---- */

/** Who may reach a register. */
enum owner { OWNER_S, OWNER_S_ALONE /* not VS */, OWNER_HS, OWNER_M };

static enum rvt_ctr_exception may(const struct rvt_ctr_records *r, const struct rvt_ctr_access *a,
                                  enum owner owner) {
  const uint8_t mode = a->mode == RVT_PRIV_DEBUG ? RVT_PRIV_M : a->mode;
  if (!rvt_ctr_is_active(r, mode)) return RVT_CTR_ILLEGAL;
  if (mode == RVT_PRIV_M) return RVT_CTR_NONE;
  if (owner == OWNER_M || mode == RVT_PRIV_U || !a->mstateen) return RVT_CTR_ILLEGAL;
  if (mode == RVT_PRIV_S) return RVT_CTR_NONE;
  return mode == RVT_PRIV_VS && a->hstateen && owner == OWNER_S ? RVT_CTR_NONE : RVT_CTR_VIRTUAL;
}

/** The register of an entry, by its distance from xiselect. */
static enum rvt_ctr_reg indirect(unsigned distance) {
  switch (distance) {
  case 1: return RVT_CTR_REG_SOURCE;
  case 2: return RVT_CTR_REG_TARGET;
  case 3: return RVT_CTR_REG_DATA;
  case 5:
  case 6:
  case 7: return RVT_CTR_REG_ZERO;
  default: return RVT_CTR_REG_NONE;
  }
}

static struct rvt_ctr_decoded judged(const struct rvt_ctr_records *r,
                                     const struct rvt_ctr_access *a, enum rvt_ctr_reg reg,
                                     enum owner owner) {
  struct rvt_ctr_decoded d = {.reg = reg, .exception = may(r, a, owner)};
  if (reg == RVT_CTR_REG_NONE) d.exception = RVT_CTR_ILLEGAL;
  if (d.exception != RVT_CTR_NONE) d.reg = RVT_CTR_REG_NONE;
  return d;
}

struct rvt_ctr_decoded rvt_ctr_decode_clear(const struct rvt_ctr_records *r,
                                            const struct rvt_ctr_access *a) {
  return judged(r, a, RVT_CTR_REG_CLEAR, OWNER_S);
}

struct rvt_ctr_decoded rvt_ctr_decode_csr(const struct rvt_ctr_records *r,
                                          const struct rvt_ctr_access *a, uint16_t csr) {
  switch (csr) {
  case RVT_CTR_MCTRCTL: return judged(r, a, RVT_CTR_REG_MCTL, OWNER_M);
  case RVT_CTR_SCTRCTL:
    return judged(r, a, rvt_ctr_is_virtual(r, a->mode) ? RVT_CTR_REG_VSCTL : RVT_CTR_REG_SCTL,
                  OWNER_S);
  case RVT_CTR_VSCTRCTL:
    return judged(r, a, r->p.hyp ? RVT_CTR_REG_VSCTL : RVT_CTR_REG_NONE, OWNER_HS);
  case RVT_CTR_SCTRSTATUS: return judged(r, a, RVT_CTR_REG_STATUS, OWNER_S);
  case RVT_CTR_SCTRDEPTH: return judged(r, a, RVT_CTR_REG_DEPTH, OWNER_S_ALONE);
  default: break;
  }
  const bool vs = csr >= VSIREG_BASE;
  const unsigned distance = csr - (vs ? VSIREG_BASE + 0u : SIREG_BASE + 0u);
  const bool mine = a->select >> 8 == RVT_CTR_SELECT >> 8 && (!vs || r->p.hyp);
  struct rvt_ctr_decoded d =
      judged(r, a, mine ? indirect(distance) : RVT_CTR_REG_NONE, vs ? OWNER_HS : OWNER_S);
  d.logical = (uint8_t)a->select;
  return d;
}

/* ---- What it does ---- */

static uint64_t low(uint64_t value, bool xlen32) { return xlen32 ? (uint32_t)value : value; }

static struct rvt_ctr_entry *entry_of(struct rvt_ctr_records *r, const struct rvt_ctr_decoded *d) {
  return d->logical < rvt_ctr_depth(r) ? &r->entry[rvt_ctr_physical(r, d->logical)] : NULL;
}

uint64_t rvt_ctr_get(const struct rvt_ctr_records *r, const struct rvt_ctr_decoded *d,
                     bool xlen32) {
  static const struct rvt_ctr_entry none;
  const bool there = d->logical < rvt_ctr_depth(r);
  const struct rvt_ctr_entry *const entry =
      there ? &r->entry[rvt_ctr_physical(r, d->logical)] : &none;
  switch (d->reg) {
  case RVT_CTR_REG_MCTL: return low(r->mctrctl_q, xlen32);
  case RVT_CTR_REG_SCTL:
    return low(r->mctrctl_q & ~(uint64_t)(RVT_CTR_CTL_M | RVT_CTR_CTL_MTE), xlen32);
  case RVT_CTR_REG_VSCTL: return low(r->vsctrctl_q, xlen32);
  case RVT_CTR_REG_STATUS: return r->wrptr_q | (r->frozen_q ? RVT_CTR_FROZEN : 0);
  case RVT_CTR_REG_DEPTH: return r->depth_q;
  case RVT_CTR_REG_SOURCE: return low(entry->source, xlen32);
  case RVT_CTR_REG_TARGET: return low(entry->target, xlen32);
  case RVT_CTR_REG_DATA: return low(entry->data, xlen32);
  default: return 0;
  }
}

/** A write of a control loses the count (CTR:C-03). */
static void put_control(struct rvt_ctr_records *r, uint64_t *ctl, uint64_t mask, bool xlen32,
                        uint64_t value) {
  if (xlen32) mask &= UINT32_MAX;
  *ctl = (*ctl & ~mask) | (value & mask);
  rvt_ctr_restart(r, false);
}

/** A depth that there is not keeps the old one (CTR:C-10, C-11). */
static void put_depth(struct rvt_ctr_records *r, uint64_t value) {
  const unsigned code = value & 7;
  if ((r->p.depths >> code & 1) == 0) return;
  r->depth_q = (uint8_t)code;
  r->wrptr_q &= (uint8_t)(rvt_ctr_depth(r) - 1);
}

static void put_entry(struct rvt_ctr_records *r, const struct rvt_ctr_decoded *d, uint64_t value) {
  struct rvt_ctr_entry *const entry = entry_of(r, d);
  if (entry == NULL) return;
  switch (d->reg) {
  case RVT_CTR_REG_SOURCE: entry->source = value & (r->pc_mask | RVT_CTR_V); break;
  case RVT_CTR_REG_TARGET:
    entry->target = value & (r->pc_mask | (r->p.misp ? RVT_CTR_MISP : 0u));
    break;
  default: entry->data = value & r->data_mask; break;
  }
}

void rvt_ctr_put(struct rvt_ctr_records *r, const struct rvt_ctr_decoded *d, bool xlen32,
                 uint64_t value) {
  switch (d->reg) {
  case RVT_CTR_REG_MCTL: put_control(r, &r->mctrctl_q, r->m_mask, xlen32, value); break;
  case RVT_CTR_REG_SCTL:
    put_control(r, &r->mctrctl_q, r->m_mask & ~(uint64_t)(RVT_CTR_CTL_M | RVT_CTR_CTL_MTE), xlen32,
                value);
    break;
  case RVT_CTR_REG_VSCTL: put_control(r, &r->vsctrctl_q, r->vs_mask, xlen32, value); break;
  case RVT_CTR_REG_STATUS:
    r->wrptr_q = (uint8_t)(value & (rvt_ctr_depth(r) - 1));
    r->frozen_q = (value & RVT_CTR_FROZEN) != 0;
    break;
  case RVT_CTR_REG_DEPTH: put_depth(r, value); break;
  case RVT_CTR_REG_SOURCE:
  case RVT_CTR_REG_TARGET:
  case RVT_CTR_REG_DATA: put_entry(r, d, low(value, xlen32)); break;
  default: break;
  }
}

void rvt_ctr_wipe(struct rvt_ctr_records *r) {
  memset(r->entry, 0, sizeof r->entry);
  rvt_ctr_restart(r, false);
}

/* ---- Without clocks ---- */

enum rvt_ctr_exception rvt_ctr_clear(struct rvt_ctr_records *r, const struct rvt_ctr_access *a) {
  const struct rvt_ctr_decoded d = rvt_ctr_decode_clear(r, a);
  if (d.exception == RVT_CTR_NONE) rvt_ctr_wipe(r);
  return d.exception;
}

enum rvt_ctr_exception rvt_ctr_read(const struct rvt_ctr_records *r, const struct rvt_ctr_access *a,
                                    uint16_t csr, uint64_t *value) {
  const struct rvt_ctr_decoded d = rvt_ctr_decode_csr(r, a, csr);
  *value = rvt_ctr_get(r, &d, a->xlen32);
  return d.exception;
}

enum rvt_ctr_exception rvt_ctr_write(struct rvt_ctr_records *r, const struct rvt_ctr_access *a,
                                     uint16_t csr, uint64_t value) {
  const struct rvt_ctr_decoded d = rvt_ctr_decode_csr(r, a, csr);
  rvt_ctr_put(r, &d, a->xlen32, value);
  return d.exception;
}
