/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */

/* The fewest bytes of outcomes, against a search that writes every message that could stand
 * anywhere. */

#include <stdlib.h>
#include <string.h>

#include "bench/outcomes.h"
#include "rvt/prng.h"
#include "tests/support/test.h"

enum { SHORT = 220, STREAMS = 300 };

static const struct rvt_ntrace_format bare = {.src_bits = 0};

static size_t write_message(const struct rvt_ntrace_msg *msg, uint8_t *out) {
  size_t size = 0;
  assert_int_equal(rvt_ntrace_msg_write(&bare, msg, out, &size), RVT_OK);
  return size;
}

static uint64_t bytes_of(const struct rvt_ntrace_msg *msg) {
  uint8_t out[RVT_MSG_BYTES_MAX];
  return write_message(msg, out);
}

static uint64_t hist_of(const uint8_t *outcomes, size_t count) {
  uint64_t hist = 1;
  for (size_t i = 0; i < count; i++) hist = hist << 1 | outcomes[i];
  return hist;
}

static void lower(uint64_t *best, uint64_t cost) {
  if (cost < *best) *best = cost;
}

/** Every message from every place on; `none` and `some` are the message at the end, as it is
 * written. */
static uint64_t searched(const uint8_t *o, size_t count, const struct rvt_ntrace_msg *none,
                         const struct rvt_ntrace_msg *some) {
  uint64_t cost[SHORT + 1];
  memset(cost, 0xff, sizeof cost);
  cost[0] = 0;
  for (size_t i = 0; i < count; i++) {
    for (size_t n = 1; n <= 31 && i + n <= count; n++) {
      struct rvt_ntrace_msg msg = {
          .tcode = RVT_TC_RESOURCE_FULL, .rcode = RVT_RC_HIST, .hist = hist_of(o + i, n)};
      lower(&cost[i + n], cost[i] + bytes_of(&msg));
      msg.rcode = RVT_RC_HIST_REPEAT;
      for (size_t times = 1; i + n * times <= count; times++) {
        if (memcmp(o + i, o + i + n * (times - 1), n) != 0) break;
        msg.hrepeat = times;
        lower(&cost[i + n * times], cost[i] + bytes_of(&msg));
      }
    }
  }
  uint64_t best = cost[count] + bytes_of(none);
  for (size_t n = 1; some != NULL && n <= 31 && n <= count; n++) {
    struct rvt_ntrace_msg msg = *some;
    msg.hist = hist_of(o + count - n, n);
    lower(&best, cost[count - n] + bytes_of(&msg));
  }
  return best;
}

/* Random, biased, of one period, and periods that change or are broken. */
static void make_outcomes(uint64_t *seed, uint8_t *o, size_t count) {
  const unsigned kind = rvt_prng_below(seed, 4);
  const unsigned one_in = 1 + rvt_prng_below(seed, 30);
  unsigned period = 1 + rvt_prng_below(seed, 34);
  for (size_t i = 0; i < count; i++) {
    if (kind == 3 && rvt_prng_below(seed, 60) == 0) period = 1 + rvt_prng_below(seed, 34);
    const bool copied = kind >= 2 && i >= period && rvt_prng_below(seed, 40) != 0;
    o[i] = copied ? o[i - period] : rvt_prng_below(seed, kind == 0 ? 2 : one_in) == 0;
  }
}

static const struct rvt_ntrace_msg ends[][2] = {
    {{.tcode = RVT_TC_INDIRECT_BRANCH, .icnt = 5, .addr = 77},
     {.tcode = RVT_TC_INDIRECT_BRANCH_HIST, .icnt = 5, .addr = 77}},
    {{.tcode = RVT_TC_PROG_TRACE_SYNC, .icnt = 5, .addr = 77},
     {.tcode = RVT_TC_INDIRECT_BRANCH_HIST_SYNC, .icnt = 5, .addr = 77}},
    {{.tcode = RVT_TC_PROG_TRACE_SYNC, .icnt = 3, .addr = 77},
     {.tcode = RVT_TC_INDIRECT_BRANCH_HIST_SYNC, .icnt = 3, .addr = 77}},
    {{.tcode = RVT_TC_PROG_TRACE_CORRELATION, .evcode = 4, .cdf = 1, .icnt = 9, .hist = 1},
     {.tcode = RVT_TC_PROG_TRACE_CORRELATION, .evcode = 4, .cdf = 1, .icnt = 9}},
    {{.tcode = RVT_TC_OWNERSHIP, .process = 12}, {.tcode = 0}}};
enum { ENDS = sizeof ends / sizeof ends[0] };

/** A literal stream of the outcomes, whose last ones the message at the end has if it can; a
 * ProgTraceSync stays one, as of one with HIST nobody can tell whether it could be one. */
static size_t write_stream(const uint8_t *o, size_t count, const struct rvt_ntrace_msg end[2],
                           uint8_t *out) {
  size_t used = 0, i = 0;
  const size_t keep = end[1].tcode != 0 && end->tcode != RVT_TC_PROG_TRACE_SYNC ? 30 : 0;
  while (count - i > keep) {
    const size_t n = count - i < 31 ? count - i : 31;
    const struct rvt_ntrace_msg msg = {
        .tcode = RVT_TC_RESOURCE_FULL, .rcode = RVT_RC_HIST, .hist = hist_of(o + i, n)};
    used += write_message(&msg, out + used);
    i += n;
  }
  struct rvt_ntrace_msg last = end[i != count];
  if (i != count) last.hist = hist_of(o + i, count - i);
  return used + write_message(&last, out + used);
}

static void fewest_is_what_a_search_finds(void **state) {
  (void)state;
  uint64_t seed = 1;
  struct rvt_outcomes_segment s = {.outcomes = NULL};
  for (unsigned n = 0; n < STREAMS; n++) {
    uint8_t o[SHORT], out[1024];
    const size_t count = rvt_prng_below(&seed, SHORT + 1);
    const struct rvt_ntrace_msg *end = ends[n % ENDS];
    make_outcomes(&seed, o, count);
    struct rvt_bytes in = {.data = out, .size = write_stream(o, count, end, out)};
    assert_int_equal(rvt_outcomes_next(&in, &s), RVT_OK);
    assert_int_equal(s.count, count);
    if (count != 0) assert_memory_equal(s.outcomes, o, count);
    assert_int_equal(s.bytes, in.size);
    assert_int_equal(s.other + rvt_outcomes_fewest(o, count, &s.end),
                     searched(o, count, &end[0], end[1].tcode != 0 ? &end[1] : NULL));
    assert_int_equal(rvt_outcomes_next(&in, &s), RVT_END);
  }
  free(s.outcomes);
}

/* A count has 1, 2 or 3 bytes, and is 2^18-1 at most (NT:RHI-05). */
static void counts_have_bounds(void **state) {
  (void)state;
  static const struct rvt_outcomes_end end = {.none = 0, .some = 0, .holds = true};
  enum { MOST = (1 << 18) - 1, PERIOD = 31, ROOM = PERIOD * (MOST + 1) };
  uint8_t *o = malloc(ROOM);
  assert_non_null(o);
  memset(o, 1, ROOM);
  assert_int_equal(rvt_outcomes_fewest(o, 63, &end), 3);
  assert_int_equal(rvt_outcomes_fewest(o, 4095, &end), 4);
  assert_int_equal(rvt_outcomes_fewest(o, MOST, &end), 5);
  for (size_t i = 0; i < ROOM; i++) o[i] = i % PERIOD == 0;
  assert_int_equal(rvt_outcomes_fewest(o, PERIOD * MOST, &end), 10);
  assert_int_equal(rvt_outcomes_fewest(o, ROOM, &end), 10 + 2 + 3); /* one taken, 30 not */
  free(o);
}

/* Whole words that are equal in a row are counted, and I-CNT goes between them. */
static void rule_counts_whole_words(void **state) {
  (void)state;
  static const struct rvt_ntrace_msg msgs[] = {
      {.tcode = RVT_TC_RESOURCE_FULL, .rcode = RVT_RC_HIST, .hist = 0xd5555555},
      {.tcode = RVT_TC_RESOURCE_FULL, .rcode = RVT_RC_HIST, .hist = 0xd5555555},
      {.tcode = RVT_TC_RESOURCE_FULL, .rcode = RVT_RC_ICNT, .icnt = 0x8000},
      {.tcode = RVT_TC_RESOURCE_FULL, .rcode = RVT_RC_HIST, .hist = 0xd5555555},
      {.tcode = RVT_TC_RESOURCE_FULL, .rcode = RVT_RC_HIST, .hist = 0x80000001},
      {.tcode = RVT_TC_INDIRECT_BRANCH, .icnt = 1, .addr = 1}};
  uint8_t out[256];
  size_t used = 0;
  for (size_t i = 0; i < sizeof msgs / sizeof msgs[0]; i++)
    used += write_message(&msgs[i], out + used);
  struct rvt_outcomes_segment s = {.outcomes = NULL};
  struct rvt_bytes in = {.data = out, .size = used};
  assert_int_equal(rvt_outcomes_next(&in, &s), RVT_OK);
  assert_int_equal(s.count, 4 * 31);
  assert_int_equal(s.bytes, used);
  assert_int_equal(s.rule, used - 3 * 7 + 8);
  in.size = used - 1;
  in.pos = 0;
  assert_int_equal(rvt_outcomes_next(&in, &s), RVT_NEED_MORE);
  free(s.outcomes);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(fewest_is_what_a_search_finds),
                                     cmocka_unit_test(counts_have_bounds),
                                     cmocka_unit_test(rule_counts_whole_words)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
