/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_RVTI_DECODE_H
#define RVT_RVTI_DECODE_H

/* Decompressed chunk -> steps. Split from the reader's files: this is the loop that must be fast.
 */

#include <stddef.h>

#include "rvt/rvti.h"

/** A decompressed chunk and how far it has been read. */
struct rvti_chunk {
  const uint8_t *tag, *tag_end;
  const uint8_t *pc, *pc_end;
  const uint8_t *clocks, *clocks_end;
  const uint8_t *event, *event_end;
  const uint8_t *word, *word_end;
  uint32_t insns; /* delivered so far */
  uint64_t next_pc;
  uint64_t time;
  uint8_t xlen;
  bool words;
};

/**
 * Deliver up to `max` steps. After the last one every stream must be used up.
 * The text of an error names no place. `*count` is the number of good steps, also on an error.
 */
enum rvt_status rvt_rvti_decode(struct rvti_chunk *c, struct rvt_step *steps, size_t max,
                                size_t *count, struct rvt_error *e);

#endif
