/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_TANDEM_ELEMENTS_H
#define RVT_TANDEM_ELEMENTS_H

/* Which elements a record has in a build, and the bytes of each: the canonical order (TV:E-03). */

#include "rvt/tandem/encoder.h"

/** A bit of each element that the record has, in the order in which they are sent. */
uint32_t rvt_tandem_due(const struct rvt_tandem_params *p, const struct rvt_tandem_record *r);
/** What of `due` a clock takes. */
uint32_t rvt_tandem_next(const struct rvt_tandem_params *p, uint32_t due);
/** The bytes of `rvt_tandem_next()`, with the end of the group if that is all. */
void rvt_tandem_make(const struct rvt_tandem_params *p, const struct rvt_tandem_record *r,
                     uint32_t due, struct rvt_tandem_piece *piece);

#endif
