/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_SRC_RANGE_H
#define RVT_SRC_RANGE_H

/* Build parameters that a component refuses, each with its name and rule. */

#include "rvt/error.h"

/** @retval RVT_ERR_ARG  `value` is outside; `why` ends the text: " (NT:GEN-01)" or "" */
RVT_MUST_CHECK static inline enum rvt_status rvt_range(struct rvt_error *e, const char *name,
                                                       unsigned value, unsigned min, unsigned max,
                                                       const char *why) {
  if (value >= min && value <= max) return RVT_OK;
  return rvt_error_set(e, RVT_ERR_ARG, "expected %s %u..%u, found %u%s", name, min, max, value,
                       why);
}

/** As rvt_range() for 1, 2, 4 and so on up to `max`. */
RVT_MUST_CHECK static inline enum rvt_status rvt_range_power(struct rvt_error *e, const char *name,
                                                             unsigned value, unsigned max) {
  if (value != 0 && value <= max && (value & (value - 1)) == 0) return RVT_OK;
  return rvt_error_set(e, RVT_ERR_ARG, "expected %s a power of two up to %u, found %u", name, max,
                       value);
}

/** In a function that returns a status and has the text `e`. */
#define RVT_REFUSE(condition, ...)                                                                 \
  do {                                                                                             \
    if (condition) return rvt_error_set(e, RVT_ERR_ARG, __VA_ARGS__);                              \
  } while (0)
#define RVT_TRY(call)                                                                              \
  do {                                                                                             \
    const enum rvt_status tried = (call);                                                          \
    if (tried != RVT_OK) return tried;                                                             \
  } while (0)

#endif
