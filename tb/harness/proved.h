/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_TB_PROVED_H
#define RVT_TB_PROVED_H

#include <stdbool.h>

#include "oracle/row.h"

/** ROW() for a check that runs in every clock: says it once, at no cost afterwards. */
#define PROVED(id)                                                                                 \
  do {                                                                                             \
    static bool said;                                                                              \
    if (!said) ROW(id);                                                                            \
    said = true;                                                                                   \
  } while (0)

#endif
