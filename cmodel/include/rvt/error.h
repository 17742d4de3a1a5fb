/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_ERROR_H
#define RVT_ERROR_H

/*
 * The text of a failure. A function that may fail on material from outside takes a
 * `struct rvt_error *` as its last argument (NULL: no text wanted) and fills it when, and only
 * when, it returns an error status: file, position, what was expected, what was found, and the
 * requirement row where one applies.
 */

#include "rvt/status.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

struct rvt_error {
  char text[512];
};

#if defined(__GNUC__)
#define RVT_PRINTF(text, first) __attribute__((format(printf, text, first)))
#else
#define RVT_PRINTF(text, first)
#endif

/** Set the text, cut to what fits; `e` may be NULL. @return `status`, so that a caller can return
 * it */
enum rvt_status rvt_error_set(struct rvt_error *e, enum rvt_status status, const char *format, ...)
    RVT_PRINTF(3, 4);
/** Put "where: " before the text that is there; arguments as in printf. @return `status` */
enum rvt_status rvt_error_at(struct rvt_error *e, enum rvt_status status, const char *format, ...)
    RVT_PRINTF(3, 4);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
