/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_PIB_MODE_H
#define RVT_PIB_MODE_H

/* What registers and pins both know of the modes of a PIB. */

#include <stdbool.h>
#include <stdint.h>

/** trPibMode (TCI:PIB-01); the modes built so far. */
enum rvt_pib_mode { RVT_PIB_OFF = 0, RVT_PIB_4BIT = 10, RVT_PIB_8BIT = 11, RVT_PIB_16BIT = 12 };

/** Whether a PIB of so many data pins has the mode, and is not off by it. */
static inline bool rvt_pib_has_mode(uint8_t pins, uint32_t mode) {
  return mode == RVT_PIB_4BIT || (mode == RVT_PIB_8BIT && pins >= 8) ||
         (mode == RVT_PIB_16BIT && pins >= 16);
}

#endif
