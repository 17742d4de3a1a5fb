/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_PROGEN_DRAW_H
#define RVT_PROGEN_DRAW_H

/* The random numbers of program and walk, all from one seed. */

#include "progen_program.h"

/** At most one draw in an expression: the order of evaluation differs between compilers. */
static inline uint64_t rvt_progen_next(struct rvt_progen *g) {
  uint64_t z = g->random += UINT64_C(0x9E3779B97F4A7C15);
  z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
  z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
  return z ^ (z >> 31);
}

/** 0..limit-1; `limit` > 0. */
static inline uint32_t rvt_progen_below(struct rvt_progen *g, uint32_t limit) {
  return (uint32_t)((rvt_progen_next(g) >> 32) * limit >> 32);
}

/** True in `ppm` of a million cases. */
static inline bool rvt_progen_chance(struct rvt_progen *g, uint32_t ppm) {
  return rvt_progen_below(g, 1000000) < ppm;
}

/** The same, but without a draw if it never is: so that a parameter that is 0 changes no walk. */
static inline bool rvt_progen_drawn(struct rvt_progen *g, uint32_t ppm) {
  return ppm != 0 && rvt_progen_chance(g, ppm);
}

/** 1..most, small numbers as likely as large ones. */
static inline uint32_t rvt_progen_magnitude(struct rvt_progen *g, uint32_t most) {
  unsigned bits = 0;
  while (bits < 31 && most >> (bits + 1) != 0) bits++;
  const unsigned n = rvt_progen_below(g, bits + 1);
  const uint32_t v = (UINT32_C(1) << n) + rvt_progen_below(g, UINT32_C(1) << n);
  return v > most ? most : v;
}

#endif
