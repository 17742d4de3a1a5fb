/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_TESTS_FLOW_BENCH_H
#define RVT_TESTS_FLOW_BENCH_H

/*
 * Hand-derived ingress, one slot per call, through the functional encoder; with `encoder` set the
 * same clocks also go through the clocked encoder, whose bytes must be the same.
 */

#include "rvt/encoder.h"
#include "rvt/unit/encode.h"

enum { FLOW_BENCH_BYTES = 4096 };

struct flow_bench {
  struct rvt_params params;
  struct rvt_config config;
  struct rvt_ingress ingress; /* time, halted, priv: kept from clock to clock */
  struct rvt_encode encode;
  struct rvt_encoder encoder;
  bool started;
  bool lossy; /* the next slots are refused: functional encoder only */
  uint8_t bytes[FLOW_BENCH_BYTES], clocked[FLOW_BENCH_BYTES];
  size_t size, clocked_size;
};

/** A 64-bit build, I-CNT 16 bits, HIST 32 bits, stack of 8; active, enabled and tracing. */
void flow_init(struct flow_bench *b, uint8_t mode);
/** One clock with a slot. */
void flow_group(struct flow_bench *b, uint64_t iaddr, uint8_t units, uint8_t itype);
/** A trap alone. */
static inline void flow_trap(struct flow_bench *b, uint64_t iaddr, uint8_t itype) {
  flow_group(b, iaddr, 0, itype);
}
/** One clock as `ingress` says; its slots and triggers are gone after it. */
void flow_clock(struct flow_bench *b);
/** One clock without a slot. */
void flow_idle(struct flow_bench *b);
/** One clock in debug mode. */
void flow_halt(struct flow_bench *b);
/** One clock with tracing off. */
void flow_off(struct flow_bench *b);
/** One clock of loss (`loss` END: its last) with a slot of one half-word. */
void flow_loss(struct flow_bench *b, enum rvt_loss loss);
/** Fail unless exactly the bytes of `hex` have come since the last call. */
void flow_expect(struct flow_bench *b, const char *what, const char *hex);

struct flow_block {
  uint64_t iaddr;
  uint8_t units, itype;
};
/** A clock for each block, up to one of address 0; then debug mode, and exactly these bytes. */
void flow_walk(struct flow_bench *b, const char *what, const char *hex,
               const struct flow_block *block);
#define WALK(b, what, hex, ...)                                                                    \
  flow_walk(b, what, hex, (const struct flow_block[]){__VA_ARGS__, {0}})

#endif
