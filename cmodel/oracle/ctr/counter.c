/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */

/* The cycle counter, and its floating form (CTR section 3.3). */

#include "state.h"

/* CTR:T-02: its width by bits of CCE. */
static uint32_t greatest(const struct oracle_ctr *o) {
  static const unsigned width[] = {12, 13, 15, 19, 27};
  return (UINT32_C(1) << width[o->build.cce_bits]) - 1;
}

/* CTR:T-01. */
void oracle_ctr_cycles(struct oracle_ctr *o, uint64_t n, enum oracle_ctr_mode mode) {
  if (!o->build.cycles || o->frozen || !oracle_ctr_is_enabled(o, mode)) return;
  const uint32_t room = greatest(o) - o->counter;
  o->counter += n < room ? (uint32_t)n : room;
}

/* CTR:T-03: CCE and CCM. */
static uint64_t encode(uint32_t count) {
  unsigned msb = 0;
  if (count < 4096) return count;
  for (unsigned bit = 0; bit < 32; bit++) {
    if ((count >> bit & 1) != 0) msb = bit;
  }
  const unsigned cce = msb - 11;
  const uint32_t ccm = count >> (cce - 1) & 0xFFF;
  return (uint64_t)cce << 12 | ccm;
}

/* CTR:T-04: a write to a control register, SCTRCLR. */
void oracle_ctr_forget_count(struct oracle_ctr *o) {
  o->counter = 0;
  o->ccv = false;
}

/* CTR:T-04: CC and CCV of a record, at their place in ctrdata. */
uint64_t oracle_ctr_take_count(struct oracle_ctr *o) {
  const uint64_t field = o->ccv ? encode(o->counter) << 16 | UINT64_C(1) << 15 : 0;
  o->counter = 0;
  o->ccv = o->build.cycles;
  return field;
}
