/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_TESTS_STEPS_BENCH_H
#define RVT_TESTS_STEPS_BENCH_H

/* The steps of flow without clocks: a head, and the record that each step must have. */

#include "rvt/unit/ntrace_steps.h"

enum { BTM = RVT_MODE_BTM, HTM = RVT_MODE_HTM };

struct steps {
  struct rvt_ntrace_steps dut;
  struct rvt_config config;
  struct rvt_head head;
  uint64_t time;
};

/** Take the next step; `tcode` 0: it must have no record. Returns whether the head is done. */
bool steps_take(struct steps *b, struct rvt_ntrace_record want);

#define REC(...)     ((struct rvt_ntrace_record){__VA_ARGS__})
#define NOTHING      REC(.tcode = 0)
#define MORE(b, ...) assert_false(steps_take(b, REC(__VA_ARGS__)))
#define LAST(b, ...) assert_true(steps_take(b, REC(__VA_ARGS__)))
#define QUIET(b)     assert_true(steps_take(b, NOTHING))

/** A new head, 10 clocks after the one before. `addr` is half of the address. */
void head_block(struct steps *b, uint64_t addr, uint8_t units, uint8_t itype);
void head_unknown(struct steps *b);
void head_stop(struct steps *b, bool known, uint64_t addr);

/** A session at 0x80 in which the start's own block has `units` and `itype`, not counted yet. */
struct steps steps_session(uint8_t mode, uint8_t units, uint8_t itype);
/** As steps_session(), with the start's block counted and a sync due after 16 half-words. */
struct steps steps_due(uint8_t mode, uint8_t itype);

#endif
