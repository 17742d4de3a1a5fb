/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_TESTS_TANDEM_TOY_H
#define RVT_TESTS_TANDEM_TOY_H

#include "rvt/tandem/model.h"

/* A reference model that does at each step what a test has put into it. */

enum { TOY_BASE = 0x1000, TOY_BYTES = 64, TOY_LACKS = 0x7c0 /* a CSR that it has not */ };

struct tandem_toy {
  uint64_t value[RVT_TANDEM_MODEL_PRIVILEGE + 1];
  uint8_t memory[TOY_BYTES];     /* from TOY_BASE on */
  struct rvt_tandem_writes next; /* what the next step changes, beside the pc */
  uint64_t next_pc;
  uint64_t boot;
  uint64_t pending, taken; /* interrupts now, and in the last step */
  unsigned steps, resets;
};

extern const struct rvt_tandem_model tandem_toy;

/** What the next step changes is nothing; it goes on at `pc`. */
void tandem_toy_next(struct tandem_toy *t, uint64_t pc);
void tandem_toy_writes(struct tandem_toy *t, uint16_t number, uint64_t value);
void tandem_toy_stores(struct tandem_toy *t, uint64_t address, uint8_t bytes, uint64_t data);
void tandem_toy_loads(struct tandem_toy *t, uint64_t address, uint8_t bytes);

#endif
