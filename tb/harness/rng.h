/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_TB_RNG_H
#define RVT_TB_RNG_H

/* The one source of chance in a run (xoshiro256**): a run is repeated by its seed alone. */

#include <stdbool.h>
#include <stdint.h>

struct tb_rng {
  uint64_t s[4];
};

/** All ones in `width` bits, 0..64. */
static inline uint64_t tb_ones(unsigned width) {
  return width >= 64 ? ~(uint64_t)0 : ((uint64_t)1 << width) - 1;
}

static inline void tb_rng_seed(struct tb_rng *r, uint64_t seed) {
  for (int i = 0; i < 4; i++) {
    uint64_t z = seed += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    r->s[i] = z ^ (z >> 31);
  }
}

static inline uint64_t tb_rng_rotl(uint64_t x, int k) { return (x << k) | (x >> (64 - k)); }

static inline uint64_t tb_rng_next(struct tb_rng *r) {
  uint64_t result = tb_rng_rotl(r->s[1] * 5, 7) * 9;
  uint64_t t = r->s[1] << 17;
  r->s[2] ^= r->s[0];
  r->s[3] ^= r->s[1];
  r->s[1] ^= r->s[2];
  r->s[0] ^= r->s[3];
  r->s[2] ^= t;
  r->s[3] = tb_rng_rotl(r->s[3], 45);
  return result;
}

/** 0..n-1, n >= 1. */
static inline uint32_t tb_rng_below(struct tb_rng *r, uint32_t n) {
  return (uint32_t)(((tb_rng_next(r) >> 32) * n) >> 32);
}

/** True once in `n` calls on average; never for n = 0. */
static inline bool tb_rng_one_in(struct tb_rng *r, uint32_t n) {
  return n != 0 && tb_rng_below(r, n) == 0;
}

/** A value of at most `width` bits (0..64) whose length, not only its value, is random; the
 *  extremes 0, 1 and all ones are frequent. */
static inline uint64_t tb_rng_value(struct tb_rng *r, unsigned width) {
  if (width == 0) return 0;
  unsigned bits = 1 + tb_rng_below(r, width);
  uint64_t mask = tb_ones(bits);
  switch (tb_rng_below(r, 8)) {
  case 0: return 0;
  case 1: return mask;
  case 2: return mask & ~(mask >> 1);
  default: return tb_rng_next(r) & mask;
  }
}

#endif
