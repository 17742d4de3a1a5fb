/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_DEVICE_BENCH_H
#define TESTS_DEVICE_BENCH_H

#include "device/device_model.h"
#include "oracle/pin_monitor.h"
#include "software/sw_sequences.h"

/*
 * The golden model of a device under the call-backs of the driver: each access is a setup clock
 * and the access clocks of an APB transfer. A random program runs on the hart when the test says
 * so, and all bytes that leave the encoder are kept, to be compared with what the sinks have.
 */

enum { DEVICE_BENCH_MEMORY = 1 << 12, DEVICE_BENCH_STEPS = 60000, DEVICE_BENCH_TAP = 1 << 18 };

struct device_bench {
  struct rvt_device_model model;
  struct rvt_player hart;
  struct rvt_step_array array;
  struct rvt_step steps[DEVICE_BENCH_STEPS];
  struct rvt_drv_bus bus;
  struct rvt_drv drv;
  uint64_t memory[DEVICE_BENCH_MEMORY];
  bool run, stall;
  uint64_t clock, accesses;
  uint64_t fail_at; /* number of the access that fails; 0: none does */
  uint8_t strobes;  /* of writes */
  uint64_t spoil; /* reads of this address have `spoil_bits` turned over, a component gone wrong */
  uint32_t spoil_bits;
  const struct sw *sw;
  size_t tapped,
      tap_from; /* bytes that left the encoder; those the memory should have begin there */
  uint8_t tap[DEVICE_BENCH_TAP];
  uint64_t seed; /* of the program */
  bool watched;  /* by a probe on the pins */
  struct pin_monitor probe;
  uint64_t edges; /* of TRC_CLK since power-up */
  size_t pins;    /* bytes of messages that the probe has taken */
  uint8_t pin[DEVICE_BENCH_TAP];
};

/** An encoder with everything that is built, and a memory of 2^10 words. */
struct rvt_top_params device_bench_params(void);
/** After power-up, with a program of its own for each seed. */
void device_bench_init(struct device_bench *b, const struct rvt_top_params *p, uint64_t seed);
void device_bench_clocks(struct device_bench *b, uint64_t count);
void device_bench_restart(struct device_bench *b);
/** A probe on so many pins from now on. */
void device_bench_watch(struct device_bench *b, uint8_t pins);
/** What the sequences need. */
void device_bench_sw(struct device_bench *b, struct sw *s);

/* What a decoder makes of a capture of the device bench, against the program that its hart runs. */

enum { DEVICE_DECODE_MAX = DEVICE_BENCH_STEPS };

/** The PCs of a capture without SRC and TSTAMP; a complaint of the decoder fails the test. */
size_t device_decode(const struct device_bench *b, const uint8_t *bytes, size_t size,
                     uint64_t pc[DEVICE_DECODE_MAX]);
/** They must be the first `count` instructions of the program. */
void device_decode_check(const struct device_bench *b, const uint64_t *pc, size_t count);

#endif
