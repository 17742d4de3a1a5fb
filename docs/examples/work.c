/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "work.h"

#include <stdint.h>

enum { WORK_STEPS = 1000 };

void work(void *sum) {
  volatile uint32_t *total = sum;
  for (uint32_t i = 0; i < WORK_STEPS; i++) *total += (i & 1) != 0 ? i : 2 * i;
}
