/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_TESTS_PACKER_BENCH_H
#define RVT_TESTS_PACKER_BENCH_H

/* Drives one packer, clock by clock, and checks the stream contract in every clock. */

#include <stddef.h>

#include "rvt/unit/ntrace_packer.h"

enum { BENCH_BYTES_MAX = 65536 };

struct packer_bench {
  struct rvt_ntrace_packer dut;
  struct rvt_ntrace_packer_in in;
  uint64_t seed;        /* of readiness and record pauses; 0: always ready, never a pause */
  struct rvt_beat held; /* a beat that was refused: it must stay */
  bool open;            /* inside a message */
  uint64_t clocks;
  uint32_t refused; /* clocks in which a beat was refused */
  size_t size;
  uint8_t bytes[BENCH_BYTES_MAX];
};

/** The largest build. */
struct rvt_ntrace_packer_params bench_params(uint8_t lanes);
void bench_init(struct packer_bench *b, struct rvt_ntrace_packer_params p, uint64_t seed);
/** One clock; returns the outputs seen in it. */
struct rvt_ntrace_packer_out bench_clock(struct packer_bench *b);
/** Offer a record until it is loaded. */
void bench_send(struct packer_bench *b, const struct rvt_ntrace_record *rec);
/** Clock until no record is held. */
void bench_drain(struct packer_bench *b);
/** Fail unless exactly the bytes of `hex` ("24 0D") have come out; forgets them. */
void bench_expect(struct packer_bench *b, const char *what, const char *hex);

/** Bytes of a message, made bit by bit. */
struct bench_message {
  uint8_t bytes[64];
  unsigned size, fill; /* `fill` bits of the byte at `size` are used */
};
struct bench_message bench_message_of(const struct rvt_ntrace_record *r, unsigned src_bits,
                                      unsigned src_id, bool ts, uint64_t tstamp);

#endif
