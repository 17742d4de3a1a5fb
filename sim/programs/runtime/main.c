/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/* A program to begin with; what main() returns is its exit code. */
#include <stdlib.h>

static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

int main(void) {
  int numbers[64];
  for (int i = 0; i < 64; i++) numbers[i] = i * 37 % 64;
  qsort(numbers, 64, sizeof *numbers, compare);
  return numbers[0] != 0;
}
