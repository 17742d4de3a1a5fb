/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_TESTS_FLOW_CLOCKS_H
#define RVT_TESTS_FLOW_CLOCKS_H

/* Flow clock by clock: an entry on offer, and the record that each clock must have. */

#include "rvt/unit/ntrace_flow.h"

enum { BTM = RVT_MODE_BTM, HTM = RVT_MODE_HTM };

struct clocks {
  struct rvt_ntrace_flow dut;
  struct rvt_config config;
  struct rvt_entry entry; /* what the queue offers ... */
  bool there;             /* ... until it is taken */
  bool asks;              /* a sync is asked for */
  uint64_t time;          /* of the last entry */
};

/** One clock; the packer takes a record in it if `ready`. */
struct rvt_ntrace_flow_out clocked(struct clocks *b, bool ready);
/** One clock, in which exactly this record leaves; `tcode` 0: none. */
void clock_has(struct clocks *b, struct rvt_ntrace_record want);

#define REC(...)    ((struct rvt_ntrace_record){__VA_ARGS__})
#define HAS(b, ...) clock_has(b, REC(__VA_ARGS__))
#define QUIET(b)    clock_has(b, REC(.tcode = 0))

/** An entry of one block, 10 clocks after the one before. `addr` is half of the address. */
void offer(struct clocks *b, uint64_t addr, uint8_t units, uint8_t itype);
/** One more block of the entry on offer, which goes on behind the one before. */
void offer_more(struct clocks *b, uint8_t units, uint8_t itype);
/** A trap without an address. */
void offer_unknown(struct clocks *b);
/** A stop or overflow. */
void offer_end(struct clocks *b, uint8_t kind, uint8_t sub);

/** One block a clock, 64 bits, I-CNT of 8 bits, HIST of 4, a stack of 2. */
struct rvt_params small_build(void);
/** A session at 0x80 whose first run, of `units` and `itype`, is there and not counted; time 10. */
struct clocks session(const struct rvt_params *p, uint8_t mode, uint8_t units, uint8_t itype);

#endif
