/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_TESTS_RAM_BENCH_H
#define RVT_TESTS_RAM_BENCH_H

/* The RAM sink with its memory, on a bus and a stream that the test plays. */

#include "rvt/regs.h"
#include "rvt/unit/ram_sink.h"

enum { RAM_BENCH_WORDS_LOG2 = 4, RAM_BENCH_WORDS = 1 << RAM_BENCH_WORDS_LOG2 };

struct ram_bench {
  struct rvt_ram_sink sink;
  struct rvt_ram_sink_in in;   /* the bus and the stream are idle between the calls */
  struct rvt_ram_sink_out out; /* of the clock that passed last */
  uint8_t memory[4 * RAM_BENCH_WORDS];
  unsigned written; /* words, so far */
  bool fetched;     /* the memory shows a word in this clock */
  bool hold_ack;    /* active_ack stays as it is in `in`; else it follows the request */
};

/** After power-up; the memory is full of 0xEE. */
void ram_bench_init(struct ram_bench *b, uint8_t lanes, uint8_t sram_width);
/** One clock without an access. */
void ram_bench_clock(struct ram_bench *b);
void ram_bench_clocks(struct ram_bench *b, unsigned count);
void ram_bench_write_bytes(struct ram_bench *b, uint16_t offset, uint32_t data, uint8_t strb);
void ram_bench_write(struct ram_bench *b, uint16_t offset, uint32_t data);
/** Waits as long as pready is 0; `waits` (may be NULL): how long that was. */
uint32_t ram_bench_read_waits(struct ram_bench *b, uint16_t offset, unsigned *waits);
uint32_t ram_bench_read(struct ram_bench *b, uint16_t offset);
/** Write 1 to trRamControl and wait until it reads back. */
void ram_bench_activate(struct ram_bench *b);
/** Active, and `control` (trRamEnable, trRamStopOnWrap) written. */
void ram_bench_start(struct ram_bench *b, uint32_t control);
/** Offer a message of `size` bytes, first, first + 1, ..., in full beats until it is taken.
 * @return whether it was within 64 clocks; else what was left is withdrawn */
bool ram_bench_send(struct ram_bench *b, uint8_t first, unsigned size);
/** The same without an end: more of the message will come. */
bool ram_bench_send_part(struct ram_bench *b, uint8_t first, unsigned size);
/** A word of the memory, byte 0 lowest. */
uint32_t ram_bench_word(const struct ram_bench *b, unsigned word);

#endif
