/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "counted_framing.h"

static bool ends(uint32_t *at, uint8_t byte) {
  *at = (*at == 0 ? byte : *at) - 1U;
  return *at == 0;
}

static bool wrong(uint8_t byte, bool first) { return first && (byte < 2 || byte > 15); }

static bool syncs(const uint8_t *bytes, size_t size) { return size > 1 && bytes[1] == 1; }

static bool aligns(const uint8_t *bytes, size_t size) {
  (void)bytes;
  return size != 0;
}

static uint16_t length(const uint8_t *bytes, size_t size) { return size != 0 ? bytes[0] : 0; }

const struct rvt_framing counted_framing = {
    .name = "counted",
    .align_bytes = 2,
    .longest = 15,
    .ends = ends,
    .wrong = wrong,
    .syncs = syncs,
    .aligns = aligns,
    .length = length,
};
