/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_TESTS_REGS_BENCH_H
#define RVT_TESTS_REGS_BENCH_H

/* The encoder's register block on a bus, with an encoder that does what the test says. */

#include "rvt/unit/regs_encoder.h"

struct regs_bench {
  struct rvt_regs_encoder regs;
  struct rvt_regs_encoder_in in;   /* what the next clock has, but for the bus */
  struct rvt_regs_encoder_out out; /* of the clock that passed last */
  bool hold_ack; /* active_ack stays as it is in `in`; else it follows the request */
  bool settled;  /* the configuration may change, also while it is not empty */
};

/** Everything is built. */
struct rvt_params regs_bench_full(void);
/** Only what every encoder has: HTM, no optional field. */
struct rvt_params regs_bench_least(void);

/** After power-up: encoder empty, consumer listening. */
void regs_bench_init(struct regs_bench *b, struct rvt_params p);
/** One clock without an access. */
const struct rvt_regs_encoder_out *regs_bench_clock(struct regs_bench *b);
void regs_bench_write_bytes(struct regs_bench *b, uint16_t offset, uint32_t data, uint8_t strb);
void regs_bench_write(struct regs_bench *b, uint16_t offset, uint32_t data);
/** Checks besides that the bus shows the word in the access clock and nothing else before. */
uint32_t regs_bench_read(struct regs_bench *b, uint16_t offset);
/** Write 1 to trTeControl and wait until it reads back. */
void regs_bench_activate(struct regs_bench *b);

#endif
