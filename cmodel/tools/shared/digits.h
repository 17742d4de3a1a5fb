/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_DIGITS_H
#define RVT_DIGITS_H

/* Numbers as text, for lines of which there are millions a second: printf() takes most of the time
 * that such a line may take. Each returns where the text ends; it puts no zero there. */

#include <endian.h>
#include <stdint.h>
#include <string.h>

/** Bytes that a number needs at most: put_digits() writes 8 at a time. */
enum { RVT_DIGITS_MAX = 24 };

/** The lowest `count` digits, 1..8, all at once; up to 8 bytes are written. */
static inline char *rvt_put_digits(char *at, uint32_t value, unsigned count) {
  uint64_t x = value; /* a digit in each byte, the last one in the lowest */
  x = (x | x << 16) & UINT64_C(0x0000ffff0000ffff);
  x = (x | x << 8) & UINT64_C(0x00ff00ff00ff00ff);
  x = (x | x << 4) & UINT64_C(0x0f0f0f0f0f0f0f0f);
  const uint64_t letters = (x + UINT64_C(0x0606060606060606)) >> 4 & UINT64_C(0x0101010101010101);
  x += UINT64_C(0x3030303030303030) + letters * ('a' - '9' - 1);
  const uint64_t text = htobe64(x << (8 * (8 - count)));
  memcpy(at, &text, sizeof text);
  return at + count;
}

static inline unsigned rvt_digits_of(uint32_t value) {
  unsigned count = 1;
  while (count < 8 && value >> (4 * count) != 0) count++;
  return count;
}

/** Hexadecimal, without 0x. */
static inline char *rvt_put_hex(char *at, uint64_t value) {
  const uint32_t high = (uint32_t)(value >> 32), low = (uint32_t)value;
  if (high == 0) return rvt_put_digits(at, low, rvt_digits_of(low));
  return rvt_put_digits(rvt_put_digits(at, high, rvt_digits_of(high)), low, 8);
}

static inline char *rvt_put_decimal(char *at, uint64_t value) {
  unsigned count = 1;
  for (uint64_t rest = value / 10; rest != 0; rest /= 10) count++;
  for (char *to = at + count; to != at; value /= 10) *--to = (char)('0' + value % 10);
  return at + count;
}

static inline char *rvt_put_string(char *at, const char *text) {
  const size_t size = strlen(text);
  memcpy(at, text, size);
  return at + size;
}

#endif
