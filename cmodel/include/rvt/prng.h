/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_PRNG_H
#define RVT_PRNG_H

/* Repeatable random numbers for stimulus: splitmix64, the state is the seed. */

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

static inline uint64_t rvt_prng_next(uint64_t *state) {
  uint64_t z = *state += UINT64_C(0x9E3779B97F4A7C15);
  z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
  z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
  return z ^ (z >> 31);
}

/** 0..limit-1; `limit` > 0. */
static inline uint32_t rvt_prng_below(uint64_t *state, uint32_t limit) {
  return (uint32_t)((rvt_prng_next(state) >> 32) * limit >> 32);
}

/** A number of 0..bits random bits: short and long values are equally likely. */
static inline uint64_t rvt_prng_bits(uint64_t *state, unsigned bits) {
  const unsigned n = rvt_prng_below(state, bits + 1);
  return n == 0 ? 0 : rvt_prng_next(state) >> (64 - n);
}

#ifdef __cplusplus
}
#endif
#endif
