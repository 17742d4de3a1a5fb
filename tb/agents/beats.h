/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_TB_BEATS_H
#define RVT_TB_BEATS_H

#include <string.h>

#include "harness/rng.h"
#include "rvt/unit/beat.h"

/* Messages as beats of any width. */

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

/* What comes back to an encoder over its stream, by chance: losses, alone and many in a row,
 * and requests for a sync, of one clock and for long, whatever the stream does meanwhile. */

struct tb_back_signals {
  bool lost, asks;
  uint32_t bad_left, ask_left; /* clocks with many losses; of the request */
};

static inline void tb_back_signals_next(struct tb_back_signals *s, struct tb_rng *rng) {
  enum { LOST_EVERY = 5000, BAD_EVERY = 8000, BAD = 200, ASK_EVERY = 1000, LONG = 300 };
  if (s->bad_left != 0)
    s->bad_left--;
  else if (tb_rng_one_in(rng, BAD_EVERY))
    s->bad_left = tb_rng_below(rng, BAD);
  if (s->ask_left != 0)
    s->ask_left--;
  else if (tb_rng_one_in(rng, ASK_EVERY))
    s->ask_left = 1 + tb_rng_below(rng, tb_rng_one_in(rng, 3) ? 1 : LONG);
  s->lost = tb_rng_one_in(rng, s->bad_left != 0 ? 20 : LOST_EVERY);
  s->asks = s->ask_left != 0;
}

#endif
