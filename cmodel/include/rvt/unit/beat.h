/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_BEAT_H
#define RVT_BEAT_H

/* The stream between components: docs/units/stream.md. */

#include "rvt/params.h"

/** One beat of the stream between components (TCI:LINK-05); all zero while `valid` is false. */
struct rvt_beat {
  bool valid;
  bool eom;  /* the last byte ends a message */
  bool sync; /* of an encoder's first beat: a decoder can begin with the message */
  /* Of an encoder's first beat: bytes of the message; 0: they are not known before its end. */
  uint8_t length;
  uint8_t bytes; /* valid bytes, 1..lanes, from data[0] upwards */
  uint8_t data[RVT_LANES_MAX];
};

#endif
