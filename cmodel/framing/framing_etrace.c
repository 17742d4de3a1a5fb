/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "rvt/framing.h"

enum {
  LENGTH_MASK = 0x1f, /* of a header (ETR:E-01) */
  FLOW_MASK = 0x60,   /* ... 0 in a stream without frames (ETR:E-05) */
  EXTEND = 0x80,      /* ... there is a time */
  LONGEST = 40,       /* header, 8 bits of srcID, the 7 bytes of time of a build with sinks, 31 */
  KIND_MASK = 0xf,    /* of the first byte of a payload */
  START = 0x3,        /* 3.0 */
  TRAP = 0x7,         /* 3.1 */
  SUPPORT = 0xf,      /* 3.3 */
  ALIGN = 0x80,       /* a null packet (ETR:E-05) */
  SYNC_BYTES = 40,    /* of them more than the longest packet has (ETR:E-06) */
  LOST = 2            /* qual_status of a 3.3, in its bits 7:6 */
};

/* `*at`: bytes of the packet that are to come, below what rvt_framing_place() says. */
static bool ends(uint32_t *at, uint8_t byte) {
  const uint32_t known = *at & ~(uint32_t)RVT_FRAMING_TO_COME;
  uint32_t rest = *at & RVT_FRAMING_TO_COME;
  if (rest != 0) {
    rest--;
  } else if ((byte & LENGTH_MASK) != 0) { /* else a null packet, a byte alone */
    rest = (byte & (uint32_t)LENGTH_MASK) + (known >> RVT_FRAMING_SRC & 0xff);
    if ((byte & EXTEND) != 0) rest += known >> RVT_FRAMING_TIME;
  }
  *at = known | rest;
  return rest == 0;
}

static bool wrong(uint8_t byte, bool first) { return first && (byte & FLOW_MASK) != 0; }

static bool aligns(const uint8_t *bytes, size_t size) {
  const unsigned kind = size > 1 ? bytes[1] & (unsigned)KIND_MASK : 0;
  return kind == START || kind == TRAP;
}

/* ... or it says that something is lost. */
static bool syncs(const uint8_t *bytes, size_t size) {
  return aligns(bytes, size) ||
         (size > 1 && (bytes[1] & KIND_MASK) == SUPPORT && bytes[1] >> 6 == LOST);
}

static uint16_t length(const uint8_t *bytes, size_t size) {
  (void)size;
  return (uint16_t)(1 + (bytes[0] & LENGTH_MASK));
}

const struct rvt_framing rvt_framing_etrace = {
    .name = "e-trace",
    .idle = 0,
    .padding = 0,
    .align_bytes = 2,
    .longest = LONGEST,
    .headed = true,
    .align = ALIGN,
    .sync_bytes = SYNC_BYTES,
    .beside = true,
    .ends = ends,
    .wrong = wrong,
    .syncs = syncs,
    .aligns = aligns,
    .length = length,
};
