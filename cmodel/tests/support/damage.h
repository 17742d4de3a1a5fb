/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_TESTS_DAMAGE_H
#define RVT_TESTS_DAMAGE_H

#include "rvt/decoder.h"

/*
 * One damage to a trace, and what the decoder makes of it, compared with what it makes of the trace
 * as it was. Always:
 *
 *   what was decoded before the damaged message stays;
 *   from an error on nothing is claimed of a source until its next sync message;
 *   of each source, every sync message that begins after the damage and its message is found, and
 *   from the first of them on every PC is right and there is no error.
 *
 * In between the decoder may be deceived; how often is counted.
 */

enum damage {
  BIT_FLIPPED,
  BITS_FLIPPED,
  BYTE_CHANGED,
  BYTE_DELETED,
  BYTE_INSERTED,
  BYTE_DOUBLED,
  MESSAGE_CUT,
  MESSAGE_DELETED,
  MESSAGE_DOUBLED,
  MESSAGES_SWAPPED,
  BYTES_LOST,
  BYTES_ZEROED,
  DAMAGES
};

extern const char *const damage_name[DAMAGES];

/** A sync message of the undamaged trace: its place, and the PCs before its F-ADDR. */
struct damage_sync {
  size_t offset, pcs;
  bool continuous;
};

/** One source of the undamaged trace. */
struct damage_source {
  uint16_t src;
  size_t pcs, syncs;
  uint64_t *pc;
  struct damage_sync *sync;
};

enum { DAMAGE_SOURCES = 2 };

struct damage_subject {
  const char *name;
  const struct rvt_image *image;
  const struct rvt_decoder_config *config;
  const uint8_t *bytes;
  size_t size;
  /* by damage_learn() */
  size_t messages;
  size_t *start; /* of every message; then the trace's size */
  size_t last; /* a damage begins before this offset: some syncs lie after it, if there are many */
  size_t sources;
  struct damage_source source[DAMAGE_SOURCES];
};

/** What came of the damages of one kind. */
struct damage_outcome {
  unsigned long tries, reported, remarked, same, silent;
  unsigned long
      warned; /* wrong PCs without an error, after the warning that names a TCODE stepped over */
  unsigned long resynchronized; /* a sync after the damage was found */
  unsigned long cut;            /* reported because a count ends inside an instruction */
  unsigned long wrong_reported; /* reported damages with wrong PCs before the report */
  uint64_t wrong, wrong_max;    /* wrong PCs */
};

/** Decode the undamaged trace, without a complaint, and remember it; fails the test. */
void damage_learn(struct damage_subject *s);
void damage_forget(struct damage_subject *s);

/** One try; the place of the damage depends on the seed alone. Fails the test and names the seed.
 */
void damage_try(const struct damage_subject *s, enum damage kind, uint64_t seed,
                struct damage_outcome *outcome);

#endif
