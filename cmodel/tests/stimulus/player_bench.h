/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_TESTS_PLAYER_BENCH_H
#define RVT_TESTS_PLAYER_BENCH_H

/* A player over an array of steps, for its tests. Include cmocka.h first. */

#include "rvt/player.h"
#include "tests/support/test.h"

static const struct rvt_player_options plain = {.xlen = 64,
                                                .blocks = 1,
                                                .iretire_width = 6,
                                                .itype_width = 4,
                                                .iaddr_on_int = true,
                                                .stall_latency = 2,
                                                .garbage = RVT_GARBAGE_QUIET,
                                                .fold = RVT_FOLD_NEVER,
                                                .time_step = 1};

struct bench {
  struct rvt_player p;
  struct rvt_step_array array;
  struct rvt_ingress in;
  struct rvt_player_clock told;
};

static inline void start(struct bench *b, const struct rvt_player_options *o,
                         const struct rvt_step *steps, size_t count) {
  struct rvt_error e = {""};
  b->array = (struct rvt_step_array){.steps = steps, .count = count};
  const struct rvt_step_source source = {rvt_step_array_next, &b->array};
  if (rvt_player_init(&b->p, o, &source, &e) != RVT_OK) fail_msg("%s", e.text);
}

/** One clock. @return false when all steps were played */
static inline bool tick(struct bench *b, bool stall) {
  struct rvt_error e = {""};
  const enum rvt_status status = rvt_player_tick(&b->p, stall, &b->in, &b->told, &e);
  if (status != RVT_OK && status != RVT_END) fail_msg("%s", e.text);
  return status == RVT_OK;
}

#endif
