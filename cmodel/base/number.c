/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "rvt/number.h"

/** Value of a digit; 16 for no digit. */
static unsigned digit(char c) {
  if (c >= '0' && c <= '9') return (unsigned)(c - '0');
  if (c >= 'a' && c <= 'f') return (unsigned)(c - 'a') + 10;
  if (c >= 'A' && c <= 'F') return (unsigned)(c - 'A') + 10;
  return 16;
}

static bool leading_zero(const char *text, size_t size) {
  return size > 1 && text[0] == '0' && digit(text[1]) < 10;
}

bool rvt_number(const char *text, size_t size, uint64_t max, uint64_t *value) {
  const bool hex = size > 1 && text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
  const unsigned base = hex ? 16 : 10;
  const size_t first = hex ? 2 : 0;
  uint64_t sum = 0;
  if (size == first || leading_zero(text, size)) return false;
  for (size_t i = first; i < size; i++) {
    const unsigned d = digit(text[i]);
    if (d >= base || sum > (UINT64_MAX - d) / base) return false;
    sum = sum * base + d;
  }
  if (sum > max) return false;
  *value = sum;
  return true;
}

const char *rvt_number_hint(const char *text) {
  const size_t size = text[0] == '\0' ? 0 : text[1] == '\0' ? 1 : 2;
  if (!leading_zero(text, size)) return "";
  return ", which is neither decimal nor hexadecimal: leave the leading 0 out";
}
