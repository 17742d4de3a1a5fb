/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_TESTS_VECTORS_H
#define RVT_TESTS_VECTORS_H

/* Reader of sim/programs/vectors/section31.txt, which says what a line is. */

#include "rvt/ntrace_msg.h"

enum { RVT_VECTOR_BYTES = 64, RVT_VECTOR_MESSAGES = 4, RVT_VECTOR_TEXT = 192 };

struct rvt_vector {
  char id[16];
  struct rvt_ntrace_format format;
  size_t size;
  uint8_t bytes[RVT_VECTOR_BYTES];
  size_t count;
  char message[RVT_VECTOR_MESSAGES][RVT_VECTOR_TEXT]; /* "Idle COUNT=1" among them */
};

/**
 * Call `check` for every vector; the tests run in the top directory of the tree.
 * @return number of vectors; a file that cannot be read or understood ends the program with 2
 */
size_t rvt_vectors(void (*check)(const struct rvt_vector *vector));

#endif
