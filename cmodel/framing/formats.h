/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_FRAMING_FORMATS_H
#define RVT_FRAMING_FORMATS_H

#include "rvt/framing.h"

/* One for each value of Framing, in a file of its own. */
extern const struct rvt_framing rvt_framing_ntrace;

#endif
