/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_TANDEM_DIFFERENCE_H
#define RVT_TANDEM_DIFFERENCE_H

/* A difference of hart and model as text. */

#include "rvt/image.h"
#include "rvt/tandem/check.h"
#include "rvt/tandem/text.h"

#ifdef __cplusplus
extern "C" {
#endif

/** What differs, "x5" or "stored data". @param text  RVT_TANDEM_WORD_MAX bytes, which may stay */
const char *rvt_tandem_difference_what(const struct rvt_tandem_difference *d, char *text);
/** The model's value, or the trace's. @param text  RVT_TANDEM_WORD_MAX bytes */
void rvt_tandem_difference_value(const struct rvt_tandem_difference *d, bool model, char *text);

enum { RVT_TANDEM_DIFFERENCE_MAX = 512 };
/**
 * The whole of it in a line, without its end.
 *
 * @param image     names for addresses; NULL: none
 * @param expected  whose values are expected ones
 * @param text      RVT_TANDEM_DIFFERENCE_MAX bytes
 */
void rvt_tandem_difference_print(const struct rvt_tandem_difference *d,
                                 const struct rvt_image *image, const char *expected, char *text);

#ifdef __cplusplus
}
#endif
#endif
