/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_TESTS_REWALK_H
#define RVT_TESTS_REWALK_H

#include "rvt/player.h"

/*
 * Reads the port back into steps, from the rules of the port alone, and fails the test at the first
 * clock that does not fit. It looks at the player's options only for the form of the port.
 */
struct rewalk {
  const struct rvt_player_options *o;
  const struct rvt_step *steps;
  size_t count;
  size_t pos;     /* first step not accounted for */
  uint64_t insns; /* accounted for */
  uint8_t priv, ctype;
  uint64_t context;
  bool halted, reset, lowpower;
  /* seen so far */
  unsigned folded, traps_alone, unknown_iaddr, slots, clocks_with_several, notifies_of_later_blocks,
      notifies_together, pulses_from_outside;
  unsigned halted_clocks_with_blocks, full_blocks, inferable_ends;
};

void rewalk_init(struct rewalk *w, const struct rvt_player_options *o, const struct rvt_step *steps,
                 size_t count);
void rewalk_clock(struct rewalk *w, const struct rvt_ingress *in,
                  const struct rvt_player_clock *told);
/** All steps must be accounted for. */
void rewalk_end(struct rewalk *w);

#endif
