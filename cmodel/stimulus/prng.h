/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_STIMULUS_PRNG_H
#define RVT_STIMULUS_PRNG_H

#include <stdbool.h>
#include <stdint.h>

/** Repeatable random numbers: splitmix64, the state is the seed. */
static inline uint64_t prng_next(uint64_t *state) {
  uint64_t z = *state += 0x9E3779B97F4A7C15u;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return z ^ (z >> 31);
}

/** 0..limit-1; `limit` > 0. */
static inline uint32_t prng_below(uint64_t *state, uint32_t limit) {
  return (uint32_t)((prng_next(state) >> 32) * limit >> 32);
}

/** A number of 0..bits random bits: short and long values are equally likely. */
static inline uint64_t prng_bits(uint64_t *state, unsigned bits) {
  const unsigned n = prng_below(state, bits + 1);
  return n == 0 ? 0 : prng_next(state) >> (64 - n);
}

#endif
