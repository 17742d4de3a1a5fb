/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_STIMULUS_STEP_GEN_H
#define RVT_STIMULUS_STEP_GEN_H

#include <stddef.h>

#include "rvt/step.h"

/** What random steps may contain. */
struct step_gen {
  uint64_t seed;
  unsigned xlen;
  bool words;     /* every instruction has its word */
  bool odd_sizes; /* also 3 and 4 half-words */
  bool events;    /* also traps and events */
  uint64_t pc;    /* next PC; set once */
  uint8_t levels; /* bits: kinds whose level is on; 0 at the start */
};

/** Valid steps, fields that a kind does not have 0; loops and calls so that they look like code. */
void step_gen(struct step_gen *g, struct rvt_step *steps, size_t count);

#endif
