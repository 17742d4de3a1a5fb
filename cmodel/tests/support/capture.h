/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_TESTS_CAPTURE_H
#define RVT_TESTS_CAPTURE_H

/* A generated program, its trace by the functional encoder, and what really ran. */

#include <stddef.h>

#include "rvt/decoder.h"

struct capture_options {
  uint64_t seed; /* of the program */
  unsigned xlen;
  uint8_t mode; /* enum rvt_mode */
  bool implicit_return;
  bool sequential_jump; /* many pairs, most of them not reported */
  bool all_jumps;
  bool extend_addr;
  bool long_insns; /* many custom instructions, half of them of 48 and 64 bits; without
                    * traps */
  uint8_t src_bits;
  bool ts;
  uint8_t sync_max;      /* a sync every 2^(sync_max + 4) half-words */
  uint32_t code;         /* half-words of the program */
  uint32_t instructions; /* of the walk */
  uint32_t traps;        /* exceptions, and interrupts, per million instructions */
};

struct capture {
  struct rvt_image *image;
  struct rvt_decoder_config config;
  uint8_t *bytes;
  size_t size;
  uint64_t *pc;
  size_t pcs;
  size_t pairs; /* jumps that no message reports (NT:SQJ-01) */
};

/** Ends the program on failure. */
void capture_make(struct capture *c, const struct capture_options *o);
void capture_free(struct capture *c);
/** Decode it: every PC, and no problem; fails the test. */
void capture_check(const struct capture *c);
/** Decode it, and count the errors. */
unsigned long capture_errors(const struct capture *c);

#endif
