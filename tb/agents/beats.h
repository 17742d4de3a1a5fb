/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_TB_BEATS_H
#define RVT_TB_BEATS_H

/* Messages as beats of any width. */

#include <string.h>

#include "harness/rng.h"
#include "rvt/unit/beat.h"

/**
 * The beat with byte `pos` of a message of `len` bytes as its first: mostly as full as can be.
 * One lane asks for no chance.
 */
static inline struct rvt_beat tb_beat(struct tb_rng *rng, uint8_t lanes, const uint8_t *msg,
                                      unsigned len, unsigned pos) {
  unsigned bytes = len - pos < lanes ? len - pos : lanes;
  if (bytes > 1 && tb_rng_one_in(rng, 3)) bytes = 1 + tb_rng_below(rng, bytes);
  struct rvt_beat beat = {.valid = true, .bytes = (uint8_t)bytes, .eom = pos + bytes == len};
  memcpy(beat.data, msg + pos, bytes);
  return beat;
}

#endif
