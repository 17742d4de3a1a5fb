/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_TESTS_COUNTED_FRAMING_H
#define RVT_TESTS_COUNTED_FRAMING_H

#include "rvt/framing.h"

/** A framing that no format here has: the first byte is the number of bytes, 2..15, the second one
 * of a stream's entry is 1, and any other byte may be anything. */
extern const struct rvt_framing counted_framing;

#endif
