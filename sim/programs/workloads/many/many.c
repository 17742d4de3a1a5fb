/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */

/* The largest workload: 64 functions that differ in their constants, each with some ten conditional
 * branches and a switch, call each other through a table in an order that the data decides. */

#include <stdint.h>

#define ALL(X) ROW8(X, 0) ROW8(X, 1) ROW8(X, 2) ROW8(X, 3) ROW8(X, 4) ROW8(X, 5) ROW8(X, 6) ROW8(X, 7)
#define ROW8(X, r) X(r, 0) X(r, 1) X(r, 2) X(r, 3) X(r, 4) X(r, 5) X(r, 6) X(r, 7)

typedef uint32_t (*function)(uint32_t x, uint32_t depth);
extern const function functions[64];

#define DEFINE(r, c)                                                                               \
  static uint32_t f##r##c(uint32_t x, uint32_t depth) {                                            \
    const uint32_t n = 8 * r + c;                                                                  \
    uint32_t y = x * (2 * n + 3) + n;                                                              \
    for (uint32_t i = y >> 5 & 3; i > 0; i--) y = y * 5 + n;                                       \
    if ((y & 0x10) != 0) y ^= x >> 7;                                                              \
    if (y % 3 == 0)                                                                                \
      y += 0x1234567 + n;                                                                          \
    else if ((y & 0x80) != 0)                                                                      \
      y = y << 9 | y >> 23;                                                                        \
    while ((y & 0x300) == 0x100) y += 0x55 * (n + 1);                                              \
    if (y > 0x60000000 + n) y -= x / 3;                                                            \
    switch (y >> 3 & 7) {                                                                          \
    case 0: y += x; break;                                                                         \
    case 1: y ^= 0x5a5a0000 + n; break;                                                            \
    case 2: y = y / 7 + n; break;                                                                  \
    case 3: y = ~y; break;                                                                         \
    case 4: if (y > x) y -= x; break;                                                              \
    case 5: y *= 2 * n + 1; break;                                                                 \
    case 6: y = y >> 1 | y << 31; break;                                                           \
    default: y += n; break;                                                                        \
    }                                                                                              \
    if (depth > 0) y ^= functions[y >> 11 & 63](y + depth, depth - 1);                             \
    if ((y & 0x4000) != 0) y += x;                                                                 \
    return y;                                                                                      \
  }
ALL(DEFINE)

#define NAME(r, c) f##r##c,
const function functions[64] = {ALL(NAME)};

int main(void) {
  uint32_t sum = 1;
  for (uint32_t round = 0; round < SCALE; round++) sum = functions[sum & 63](sum + round, 15);
  return sum == EXPECTED ? 0 : 1;
}
