/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_BENCH_OUTCOMES_H
#define RVT_BENCH_OUTCOMES_H

/*
 * Branch outcomes of a stream of history messages, and the fewest bytes that can say them: any
 * split over ResourceFull messages is legal (NT:RSF-07). Without SRC and TSTAMP.
 */

#include "rvt/bytes.h"
#include "rvt/error.h"
#include "rvt/ntrace_msg.h"

/** Bytes of a ResourceFull with RCODE 1, 1..31 outcomes: 10 bits before them, and the stop bit. */
static inline unsigned rvt_outcomes_literal(unsigned outcomes) { return (outcomes + 16) / 6; }

/** Bytes of a ResourceFull with RCODE 2, `period` outcomes 1..31, `count` times (NT:RHI-05). */
static inline unsigned rvt_outcomes_repeat(unsigned period, uint32_t count) {
  return rvt_outcomes_literal(period) + 1 + (count > 0x3f) + (count > 0xfff);
}

/** Bytes of HIST alone, 0..31 outcomes, in a message that begins it on a byte of its own. */
static inline unsigned rvt_outcomes_hist(unsigned outcomes) { return (outcomes + 6) / 6; }

/** What the message that ends a segment may hold of the outcomes before it. */
struct rvt_outcomes_end {
  unsigned none; /* bytes of HIST where it has none: 0 where another TCODE leaves the field out */
  unsigned some; /* bytes that are to add to those of HIST where another TCODE must bring it */
  bool holds;    /* it can have HIST at all */
};

/**
 * The fewest bytes of `count` outcomes, each a byte of 0 or 1, and of HIST of the message that ends
 * the segment: literally, and repeats of any period 1..31 with counts 1..2^18-1. The time is linear
 * in `count`, and no memory is taken.
 */
uint64_t rvt_outcomes_fewest(const uint8_t *outcomes, size_t count,
                             const struct rvt_outcomes_end *end);

/** Outcomes and bytes of a stream, from one message that holds or ends outcomes to the next. */
struct rvt_outcomes_segment {
  uint8_t *outcomes; /* `count` of them; freed by who asked for the first one */
  size_t count, room;
  uint64_t bytes; /* of all messages, the last one included */
  uint64_t other; /* of them what does not depend on how outcomes are said */
  uint64_t rule;  /* bytes if whole words that are equal in a row are counted, and nothing else */
  struct rvt_outcomes_end end;
};

/**
 * The next segment: all before and with the next message that is no ResourceFull.
 * @retval RVT_OK
 * @retval RVT_END        nothing is left
 * @retval RVT_NEED_MORE  the stream ends within it
 * @retval RVT_ERR_NO_MEMORY
 * and the errors of rvt_ntrace_msg_read(), with RCODE 8 and above RVT_ERR_RESERVED
 */
RVT_MUST_CHECK enum rvt_status rvt_outcomes_next(struct rvt_bytes *in,
                                                 struct rvt_outcomes_segment *segment);

#endif
