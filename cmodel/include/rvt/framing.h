/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_FRAMING_H
#define RVT_FRAMING_H

/*
 * What sinks and readers of a byte stream know of the bytes of a message; rvt_framing_pkg of the
 * RTL. A second format brings these constants and functions.
 */

#include "rvt/ntrace.h"

enum {
  RVT_FRAMING_IDLE = 0xFF,   /* between messages (NT:PKT-13), fills words (TCI:RAM-08, PIB-09) */
  RVT_FRAMING_BROKEN = 0xFE, /* ends a cut message: MSEO 10, which no message has (NT:PKT-11) */
  RVT_FRAMING_BROKEN_BYTES = 11, /* so many of them, and an idle one: longer than any field */
  RVT_FRAMING_ALIGN_BYTES = 2,   /* idle ones before a message that aligns (TCI:PIB-14) */
  RVT_FRAMING_MSEO = 3           /* bits of a byte */
};

/** Whether the byte is the last one of its message (NT:PKT-05). */
static inline bool rvt_framing_ends(uint8_t byte) {
  return (byte & RVT_FRAMING_MSEO) == RVT_MSEO_END_MSG;
}

/** Of a first byte: whether a probe of few pins has to find the message's begin (TCI:PIB-14). */
static inline bool rvt_framing_aligns(uint8_t byte) { return rvt_ntrace_is_sync(byte >> 2); }

/** Of a first byte: whether a stream can be taken up there, also at what tells of a loss. */
static inline bool rvt_framing_syncs(uint8_t byte) {
  return rvt_framing_aligns(byte) || byte >> 2 == RVT_TC_ERROR;
}

#endif
