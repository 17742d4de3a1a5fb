/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */

/* Entries, their pointer and the depth (CTR sections 2.2 to 2.4, 3.4). */

#include "state.h"

unsigned oracle_ctr_depth(const struct oracle_ctr *o) { return 16u << o->depth_code; }

/* CTR:E-03: a PC or a write of software, which is extended with zeros. */
uint64_t oracle_ctr_xlen_bits(const struct oracle_ctr *o) {
  return o->build.xlen == 32 ? UINT32_MAX : UINT64_MAX;
}

/* CTR:E-02. */
static unsigned place_of(const struct oracle_ctr *o, unsigned logical) {
  const unsigned depth = oracle_ctr_depth(o);
  return (o->wrptr + depth - logical - 1) % depth;
}

struct oracle_ctr_entry oracle_ctr_entry_at(const struct oracle_ctr *o, unsigned logical) {
  if (logical >= oracle_ctr_depth(o)) return (struct oracle_ctr_entry){0};
  return o->physical[place_of(o, logical)];
}

/* CTR:E-03, E-04, T-07: what of an entry is built. */
static struct oracle_ctr_entry legal(const struct oracle_ctr *o,
                                     const struct oracle_ctr_entry *asked) {
  struct oracle_ctr_entry entry = *asked;
  entry.source &= oracle_ctr_xlen_bits(o);
  entry.target &= oracle_ctr_xlen_bits(o);
  if (!o->build.misp) entry.target &= ~UINT64_C(1);
  uint64_t data = 0;
  if (o->build.type) data |= 0xF;
  if (o->build.cycles) {
    data |= UINT64_C(1) << 15;                              /* CCV */
    data |= UINT64_C(0xFFF) << 16;                          /* CCM */
    data |= ((UINT64_C(1) << o->build.cce_bits) - 1) << 28; /* CCE */
  }
  entry.data &= data;
  return entry;
}

/* By software, or by a swap of co-routines: the pointer stays. */
void oracle_ctr_set_entry(struct oracle_ctr *o, unsigned logical,
                          const struct oracle_ctr_entry *entry) {
  if (logical >= oracle_ctr_depth(o)) return;
  o->physical[place_of(o, logical)] = legal(o, entry);
}

/* CTR:B-02, C-20. */
void oracle_ctr_push(struct oracle_ctr *o, const struct oracle_ctr_entry *entry) {
  o->physical[o->wrptr] = legal(o, entry);
  o->wrptr = o->wrptr + 1 == oracle_ctr_depth(o) ? 0 : o->wrptr + 1;
}

/* CTR:R-02. */
void oracle_ctr_pop(struct oracle_ctr *o) {
  o->wrptr = o->wrptr == 0 ? oracle_ctr_depth(o) - 1 : o->wrptr - 1;
  o->physical[o->wrptr].source &= ~UINT64_C(1);
}

/* CTR:C-10, C-11: a depth that is not built changes nothing; codes 5 to 7 are none. */
void oracle_ctr_set_depth(struct oracle_ctr *o, unsigned code) {
  if ((o->build.depths >> code & 1) == 0) return;
  o->depth_code = (uint8_t)code;
  o->wrptr %= oracle_ctr_depth(o);
}
