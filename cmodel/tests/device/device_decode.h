/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_TESTS_DEVICE_DECODE_H
#define RVT_TESTS_DEVICE_DECODE_H

/* What a decoder makes of a capture of the device bench, against the program that its hart runs. */

#include "device_bench.h"

enum { DEVICE_DECODE_MAX = DEVICE_BENCH_STEPS };

/** The PCs of a capture without SRC and TSTAMP; a complaint of the decoder fails the test. */
size_t device_decode(const struct device_bench *b, const uint8_t *bytes, size_t size,
                     uint64_t pc[DEVICE_DECODE_MAX]);
/** They must be the first `count` instructions of the program. */
void device_decode_check(const struct device_bench *b, const uint64_t *pc, size_t count);

#endif
