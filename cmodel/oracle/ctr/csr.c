/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */

/* The registers as software sees them (CTR section 2). */

#include "state.h"

enum which { NO_REGISTER, MCTRCTL, SCTRCTL, VSCTRCTL, DEPTH, STATUS, SOURCE, TARGET, DATA, ZERO };

struct place {
  enum which which;
  unsigned logical; /* of an entry */
};

/* CTR:E-01: a register of an entry, or none. */
static struct place place_of_entry(unsigned csr, uint64_t select) {
  struct place place = {NO_REGISTER, 0};
  if (select < ORACLE_CTR_SELECT || select >= ORACLE_CTR_SELECT + ORACLE_CTR_ENTRIES) return place;
  place.logical = (unsigned)(select - ORACLE_CTR_SELECT);
  switch (csr) {
  case ORACLE_CTR_SIREG: place.which = SOURCE; break;
  case ORACLE_CTR_SIREG2: place.which = TARGET; break;
  case ORACLE_CTR_SIREG3: place.which = DATA; break;
  case ORACLE_CTR_SIREG4:
  case ORACLE_CTR_SIREG5:
  case ORACLE_CTR_SIREG6: place.which = ZERO; break;
  default: break;
  }
  return place;
}

static struct place place_of(const struct oracle_ctr_access *access, unsigned csr) {
  const bool v = oracle_ctr_is_virtual(access->mode);
  switch (csr) {
  case ORACLE_CTR_MCTRCTL: return (struct place){MCTRCTL, 0};
  case ORACLE_CTR_SCTRCTL: return (struct place){v ? VSCTRCTL : SCTRCTL, 0}; /* CTR:C-02 */
  case ORACLE_CTR_VSCTRCTL: return (struct place){VSCTRCTL, 0};
  case ORACLE_CTR_SCTRSTATUS: return (struct place){STATUS, 0};
  case ORACLE_CTR_SCTRDEPTH: return (struct place){DEPTH, 0};
  default: break;
  }
  if (csr >> 8 == 1) return place_of_entry(csr, v ? access->vsiselect : access->siselect);
  if (csr >> 8 == 2) return place_of_entry(csr - 0x100, access->vsiselect);
  return (struct place){NO_REGISTER, 0};
}

/* CTR:C-01: the fields of mctrctl that are built. */
static uint64_t fields_of_m(const struct oracle_ctr_build *b) {
  enum { BRANCHES_AND_TRAPS = 0x003E, JUMPS = 0xFF00 }; /* types that have a filter */
  uint64_t fields = 1 << CTL_U | 1 << CTL_S | 1 << CTL_M | 1 << CTL_BPFRZ;
  if (b->has_overflow) fields |= 1 << CTL_LCOFIFRZ;
  if (b->ras) fields |= 1 << CTL_RASEMU;
  if (b->external) fields |= 1 << CTL_STE | 1 << CTL_MTE; /* CTR:P-06 */
  if (b->mxlen == 64) {
    fields |= (uint64_t)(b->filters & (BRANCHES_AND_TRAPS | JUMPS)) << CTL_FILTER;
  }
  return fields;
}

/* The same of sctrctl and vsctrctl, which have neither M nor MTE. */
static uint64_t fields_of_s(const struct oracle_ctr_build *b) {
  return fields_of_m(b) & ~(UINT64_C(1) << CTL_M | UINT64_C(1) << CTL_MTE);
}

static uint64_t status(const struct oracle_ctr *o) {
  return (o->frozen ? UINT64_C(1) << 31 : 0) | o->wrptr;
}

enum oracle_ctr_exception oracle_ctr_read(const struct oracle_ctr *o,
                                          const struct oracle_ctr_access *access, unsigned csr,
                                          uint64_t *value) {
  const struct place place = place_of(access, csr);
  const struct oracle_ctr_entry entry = oracle_ctr_entry_at(o, place.logical);
  if (place.which == NO_REGISTER) return ORACLE_CTR_OTHER;
  const enum oracle_ctr_exception e = oracle_ctr_permission(o, access, csr);
  if (e != ORACLE_CTR_NONE) return e;
  uint64_t read = 0;
  switch (place.which) {
  case MCTRCTL: read = o->mctrctl; break;
  case SCTRCTL: read = o->mctrctl & fields_of_s(&o->build); break;
  case VSCTRCTL: read = o->vsctrctl; break;
  case DEPTH: read = o->depth_code; break;
  case STATUS: read = status(o); break;
  case SOURCE: read = entry.source; break;
  case TARGET: read = entry.target; break;
  case DATA: read = entry.data; break;
  case ZERO:
  case NO_REGISTER:
  default: break;
  }
  *value = read & oracle_ctr_xlen_bits(o);
  return ORACLE_CTR_NONE;
}

/* CTR:C-03: the count is forgotten, whatever is written. What XLEN does not reach stays. */
static void write_control(struct oracle_ctr *o, uint64_t *control, uint64_t fields,
                          uint64_t value) {
  const uint64_t written = fields & oracle_ctr_xlen_bits(o);
  *control = (*control & ~written) | (value & written);
  oracle_ctr_forget_count(o);
}

enum oracle_ctr_exception oracle_ctr_write(struct oracle_ctr *o,
                                           const struct oracle_ctr_access *access, unsigned csr,
                                           uint64_t value) {
  const struct place place = place_of(access, csr);
  struct oracle_ctr_entry entry = oracle_ctr_entry_at(o, place.logical);
  if (place.which == NO_REGISTER) return ORACLE_CTR_OTHER;
  const enum oracle_ctr_exception e = oracle_ctr_permission(o, access, csr);
  if (e != ORACLE_CTR_NONE) return e;
  switch (place.which) {
  case MCTRCTL: write_control(o, &o->mctrctl, fields_of_m(&o->build), value); break;
  case SCTRCTL: write_control(o, &o->mctrctl, fields_of_s(&o->build), value); break;
  case VSCTRCTL: write_control(o, &o->vsctrctl, fields_of_s(&o->build), value); break;
  case DEPTH: oracle_ctr_set_depth(o, value & 7); break;
  case STATUS: /* CTR:C-20, C-21 */
    o->wrptr = (uint32_t)value % oracle_ctr_depth(o);
    o->frozen = (value >> 31 & 1) != 0;
    break;
  case SOURCE:
    entry.source = value;
    oracle_ctr_set_entry(o, place.logical, &entry);
    break;
  case TARGET:
    entry.target = value;
    oracle_ctr_set_entry(o, place.logical, &entry);
    break;
  case DATA:
    entry.data = value;
    oracle_ctr_set_entry(o, place.logical, &entry);
    break;
  case ZERO:
  case NO_REGISTER:
  default: break;
  }
  return ORACLE_CTR_NONE;
}
