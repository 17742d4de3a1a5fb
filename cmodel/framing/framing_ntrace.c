/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "rvt/framing.h"
#include "rvt/ntrace.h"

static bool ends(uint32_t *at, uint8_t byte) {
  (void)at;
  return rvt_ntrace_ends(byte);
}

static bool wrong(uint8_t byte, bool first) {
  const unsigned mseo = byte & RVT_MSEO_MASK;
  return mseo == RVT_MSEO_RESERVED || (first && mseo != RVT_MSEO_NORMAL); /* NT:PKT-11 */
}

static bool aligns(const uint8_t *bytes, size_t size) {
  (void)size;
  return rvt_ntrace_is_sync(bytes[0] >> 2);
}

/* ... or it says that something is lost. */
static bool syncs(const uint8_t *bytes, size_t size) {
  return aligns(bytes, size) || bytes[0] >> 2 == RVT_TC_ERROR;
}

static uint16_t length(const uint8_t *bytes, size_t size) {
  (void)bytes;
  (void)size;
  return 0;
}

const struct rvt_framing rvt_framing_ntrace = {
    .name = "n-trace",
    .idle = RVT_NTRACE_IDLE,    /* TCI:PIB-09 */
    .padding = RVT_NTRACE_IDLE, /* TCI:RAM-08, PIB-09 */
    /* MSEO 10, in more bytes than a field has (NT:PKT-11, PKT-12). */
    .broken = 0xFE,
    .broken_bytes = 11,
    .align_bytes = 2, /* TCI:PIB-14 */
    .longest = RVT_MSG_BYTES_MAX,
    .alone = true,
    .ends = ends,
    .wrong = wrong,
    .syncs = syncs,
    .aligns = aligns,
    .length = length,
};
