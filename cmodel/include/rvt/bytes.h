/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_BYTES_H
#define RVT_BYTES_H

#include <stddef.h>
#include <stdint.h>

/** Bytes offered to a reader; `pos` advances only past what stands between two messages and what
 * was delivered. */
struct rvt_bytes {
  const uint8_t *data;
  size_t size;
  size_t pos;
};

#endif
