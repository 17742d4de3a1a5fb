/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_TB_PATTERN_H
#define RVT_TB_PATTERN_H

/*
 * The ingress port by a pattern that repeats. A text: a letter for each block, a comma between two
 * clocks; nothing between two commas is a clock without a block. `j,,` is a jump every third clock,
 * `nnnj` three branches and a jump in each.
 *
 *   s  straight               n  branch, not taken      t  branch, taken
 *   j  indirect jump          c  direct call            C  indirect call
 *   r  return, to where the last call came from         d  direct jump
 *   x  exception alone        i  interrupt alone
 *
 * A block is one instruction of two half-words. A jump, an indirect call, a trap and a return
 * without a call go by turns to two places whose addresses differ in all bits below `span`, so the
 * address of each message has as many bits.
 */

#include "harness/bench.h"
#include "rvt/ingress.h"

enum { TB_PATTERN_CALLS = 256 };

struct tb_pattern {
  const struct rvt_params *p;
  const char *text, *at;
  uint64_t base, span;
  uint64_t pc;
  uint64_t calls[TB_PATTERN_CALLS];
  unsigned depth;
  bool away; /* the next jump goes back to `base` */
};

/** Options hart=PATTERN, span=N (bits, 3..Xlen-1; 0: all). */
void tb_pattern_init(struct tb_pattern *g, struct tb *tb, const struct rvt_params *p);
/** The next clock; every field that is undefined is 0. */
void tb_pattern_next(struct tb_pattern *g, struct rvt_ingress *in);
/** A clock of one straight block. */
void tb_pattern_straight(struct tb_pattern *g, struct rvt_ingress *in);

#endif
