/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_TESTS_PIB_BENCH_H
#define RVT_TESTS_PIB_BENCH_H

/* One PIB, fed with whole messages and watched by a pin monitor. */

#include <stddef.h>

#include "oracle/pin_monitor.h"
#include "rvt/unit/pib.h"

enum { PIB_BENCH_BYTES = 16384 };

struct pib_bench {
  struct rvt_pib dut;
  struct rvt_pib_in in; /* `s` is the bench's */
  struct pin_monitor monitor;
  uint64_t seed; /* of pauses in the feed and of beats that are not full; 0: none */
  bool eager;    /* feed before the monitor has found its phase */
  uint64_t clocks;
  uint8_t to_send[PIB_BENCH_BYTES];
  size_t to_send_size, sent;
  uint32_t place;                /* of `sent`, for the framing */
  uint8_t offered;               /* bytes of a beat that was refused: it stays on offer */
  uint8_t seen[PIB_BENCH_BYTES]; /* bytes the monitor read */
  size_t seen_size;
  uint32_t messages_seen;
  uint32_t edges_in_message; /* TRC_CLK edges of the last message, first to last beat */
  enum pin_event event;      /* of the last clock */
};

/** Active and enabled, divider 0, everything built but for the number of pins. */
void pib_bench_init(struct pib_bench *b, uint8_t pins, uint8_t mode);
/** The same with a stream of `lanes` bytes a beat, else one. */
void pib_bench_init_lanes(struct pib_bench *b, uint8_t lanes, uint8_t pins, uint8_t mode);
/** A probe joins: for the mode and the place of the edges in `in`. */
void pib_bench_watch(struct pib_bench *b);
void pib_bench_queue(struct pib_bench *b, const char *hex);
/** One clock; returns the outputs in it. */
struct rvt_pib_out pib_bench_clock(struct pib_bench *b);
/** Clock until the next message has been read from the pins. */
void pib_bench_message(struct pib_bench *b);
/** Clock until all bytes queued were accepted and the PIB is empty. */
void pib_bench_drain(struct pib_bench *b);
/** Fail unless the monitor has read exactly the bytes sent. */
void pib_bench_expect_all(const struct pib_bench *b);

#endif
