/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_GRAY_CROSS_H
#define RVT_GRAY_CROSS_H

/* Golden model of rtl/common/rvt_gray_cross.sv: a count from one clock to another (TCI:TS-12). */

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The RTL's registers of the same names; all zeros after reset. */
struct rvt_gray_cross {
  uint64_t gray_q;
  uint64_t meta_q, sync_q, value_q; /* of the receiver; value_q is its output */
};

/** The value that stands for `gray`. */
static inline uint64_t rvt_gray_value(uint64_t gray) {
  uint64_t value = 0;
  for (; gray != 0; gray >>= 1) value ^= gray;
  return value;
}

/** Rising edges at one time: of the source's clock, with its count, of the receiver's, or of both.
 */
static inline void rvt_gray_cross_tick(struct rvt_gray_cross *s, bool src, uint64_t count,
                                       bool dst) {
  if (dst) {
    s->value_q = rvt_gray_value(s->sync_q);
    s->sync_q = s->meta_q;
    s->meta_q = s->gray_q;
  }
  if (src) s->gray_q = count ^ count >> 1;
}

#ifdef __cplusplus
}
#endif
#endif
