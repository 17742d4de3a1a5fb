/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "oracle/row.h"
#include "rvt/ntrace.h"
#include "rvt/prng.h"
#include "rvt/unit/msg_fifo.h"
#include "tests/support/counted_framing.h"
#include "tests/support/test.h"

#define COUNT(a) (sizeof(a) / sizeof((a)[0]))

static struct rvt_msg_fifo dut;

static void start(uint16_t depth, uint16_t resume_level) {
  const struct rvt_msg_fifo_params p = {.depth = depth, .resume_level = resume_level};
  memset(&dut, 0xA5, sizeof dut);
  assert_int_equal(rvt_msg_fifo_init(&dut, &p, NULL), RVT_OK);
}

/** The n-th beat of a stream whose beats all differ, 1 to 16 bytes long. */
static struct rvt_beat numbered(unsigned n) {
  struct rvt_beat b = {.valid = true, .eom = n % 3 == 0, .bytes = (uint8_t)(1 + n * 7 % 16)};
  for (unsigned i = 0; i < b.bytes; i++) b.data[i] = (uint8_t)((n + 31 * i + (n >> 8)) << 2 | 1);
  if (b.eom) b.data[b.bytes - 1] |= RVT_MSEO_END_MSG;
  static const uint8_t begins[] = {8, 9, 11, 12,
                                   29}; /* TCODEs: Error, and where a decoder can begin */
  for (unsigned i = 0; i < sizeof begins; i++) b.sync |= b.data[0] >> 2 == begins[i];
  return b;
}

/** One clock; outputs are those before the edge. */
static struct rvt_msg_fifo_out step(const struct rvt_beat *push, bool pop) {
  struct rvt_msg_fifo_in in = {.m_ready = pop};
  if (push != NULL) in.s = *push;
  struct rvt_msg_fifo_out out;
  memset(&out, 0x5A, sizeof out);
  rvt_msg_fifo_outputs(&dut, &out);
  rvt_msg_fifo_tick(&dut, &in);
  return out;
}

static void assert_beat(struct rvt_beat found, unsigned n) {
  const struct rvt_beat b = numbered(n);
  assert_memory_equal(&found, &b, sizeof b);
}

static void assert_no_beat(struct rvt_beat found) {
  static const struct rvt_beat none;
  assert_memory_equal(&found, &none, sizeof none);
}

static void fill(unsigned from, unsigned count) {
  for (unsigned i = 0; i < count; i++) {
    const struct rvt_beat b = numbered(from + i);
    assert_true(step(&b, false).s_ready);
  }
}

static void a_beat_is_offered_one_clock_after_it_was_written(void **state) {
  (void)state;
  start(4, 1);
  const struct rvt_beat b = numbered(5);
  struct rvt_msg_fifo_out out = step(&b, true); /* taking from empty does nothing */
  assert_true(out.empty);
  assert_true(out.s_ready);
  assert_no_beat(out.m);
  out = step(NULL, false);
  assert_false(out.empty);
  assert_beat(out.m, 5);
  out = step(NULL, true); /* still there */
  assert_beat(out.m, 5);
  out = step(NULL, false);
  assert_true(out.empty);
  assert_no_beat(out.m);
}

static void push_and_pop_at_full_only_pops(void **state) {
  (void)state;
  start(3, 1);
  fill(0, 3);
  const struct rvt_beat late = numbered(99);
  struct rvt_msg_fifo_out out = step(&late, true);
  assert_false(out.s_ready);
  assert_beat(out.m, 0);
  assert_int_equal(dut.level_q, 2);
  assert_beat(step(&late, true).m, 1); /* room now: both happen, the level stays */
  assert_int_equal(dut.level_q, 2);
  assert_beat(step(NULL, true).m, 2);
  assert_beat(step(NULL, true).m, 99);
  assert_true(step(NULL, false).empty);
}

static void push_at_full_without_pop_is_ignored(void **state) {
  (void)state;
  start(2, 1);
  fill(0, 2);
  const struct rvt_beat late = numbered(99);
  for (int i = 0; i < 3; i++) assert_false(step(&late, false).s_ready);
  assert_int_equal(dut.level_q, 2);
  assert_beat(step(NULL, true).m, 0);
  assert_beat(step(NULL, true).m, 1);
  assert_no_beat(step(NULL, true).m);
  assert_int_equal(dut.level_q, 0);
}

static void resume_shows_the_level_of_the_clock_before(void **state) {
  (void)state;
  start(4, 1);
  /* level in clock i, and resume in clock i: level(i - 1) <= 1 */
  static const struct {
    bool push, pop;
    unsigned level;
    bool resume;
  } clocks[] = {
      {true, false, 0, true},   {true, false, 1, true},  {false, false, 2, true},
      {false, false, 2, false}, {true, true, 2, false},  {false, true, 2, false},
      {false, false, 1, false}, {true, false, 1, true},  {false, true, 2, true},
      {false, true, 1, false},  {false, false, 0, true},
  };
  const struct rvt_beat b = numbered(1);
  for (size_t i = 0; i < COUNT(clocks); i++) {
    assert_int_equal(dut.level_q, clocks[i].level);
    assert_int_equal(step(clocks[i].push ? &b : NULL, clocks[i].pop).resume, clocks[i].resume);
  }
}

static void clr_empties_and_raises_resume(void **state) {
  (void)state;
  start(4, 0);
  fill(0, 4);
  assert_false(step(NULL, false).resume);
  struct rvt_msg_fifo_in in = {.clr = true, .s = numbered(7)};
  rvt_msg_fifo_tick(&dut, &in); /* the beat offered together with clr is lost */
  struct rvt_msg_fifo_out out = step(NULL, false);
  assert_true(out.empty);
  assert_true(out.resume);
  assert_no_beat(out.m);
  fill(20, 4);
  for (unsigned i = 0; i < 4; i++) assert_beat(step(NULL, true).m, 20 + i);
}

static void random_traffic_keeps_order_and_level(void **state) {
  (void)state;
  static const uint16_t depths[] = {2, 3, 5, 76, 512};
  for (size_t d = 0; d < COUNT(depths); d++) {
    const uint16_t depth = depths[d];
    uint64_t seed = depth;
    unsigned in = 0, out = 0, at_full = 0, at_empty = 0;
    bool low_before = true;
    start(depth, depth / 2);
    for (unsigned i = 0; i < 20000; i++) {
      /* Long phases of filling and of draining, so that both ends are reached. */
      const bool filling = i / (2u * depth) % 2 == 0;
      const bool push = rvt_prng_below(&seed, 8) < (filling ? 7 : 2);
      const bool pop = rvt_prng_below(&seed, 8) < (filling ? 2 : 7);
      const unsigned level = in - out;
      const struct rvt_beat b = numbered(in);
      const struct rvt_msg_fifo_out o = step(push ? &b : NULL, pop);
      assert_int_equal(o.s_ready, level < depth);
      assert_int_equal(o.empty, level == 0);
      assert_int_equal(o.resume, low_before);
      low_before = level <= depth / 2;
      if (level == 0)
        assert_no_beat(o.m);
      else
        assert_beat(o.m, out);
      at_full += push && pop && level == depth;
      at_empty += push && pop && level == 0;
      in += push && level < depth;
      out += pop && level != 0;
    }
    assert_true(at_full > 5 && at_empty > 5);
  }
  ROW("TCI:LINK-05");
}

static void two_longest_messages_fit(void **state) {
  (void)state;
  start(2 * RVT_MSG_BYTES_MAX, 0);
  fill(0, 2 * RVT_MSG_BYTES_MAX);
  assert_false(step(NULL, false).s_ready);
  for (unsigned i = 0; i < 2 * RVT_MSG_BYTES_MAX; i++) assert_beat(step(NULL, true).m, i);
  assert_true(step(NULL, false).empty);
}

/* ---- Rows of bytes --------------------------------------------------------------------------- */

enum { INSIDE = 0x10, END = 0x13 }; /* MSEO 00 and 11 */

static void start_rows(uint16_t depth, uint16_t resume_level, uint8_t row) {
  const struct rvt_msg_fifo_params p = {.depth = depth, .resume_level = resume_level, .row = row};
  memset(&dut, 0xA5, sizeof dut); /* ends of messages nowhere, and nothing is 0 */
  assert_int_equal(rvt_msg_fifo_init(&dut, &p, NULL), RVT_OK);
}

/** A beat of so many bytes, the last one of a message if `eom`. */
static struct rvt_beat of_bytes(uint8_t bytes, bool eom) {
  struct rvt_beat b = {.valid = true, .bytes = bytes, .eom = eom};
  for (uint8_t i = 0; i < bytes; i++) b.data[i] = (uint8_t)(INSIDE + (i << 5));
  if (eom) b.data[bytes - 1] = END;
  return b;
}

static void bytes_of_a_message_share_a_beat(void **state) {
  (void)state;
  start_rows(2, 1, 4);
  const struct rvt_beat one = of_bytes(1, false), two = of_bytes(2, false), end = of_bytes(2, true);
  assert_no_beat(step(&two, true).m);
  struct rvt_msg_fifo_out out = step(&one, true); /* two bytes and no end: they wait */
  assert_no_beat(out.m);
  assert_false(out.empty);
  assert_no_beat(step(&end, true).m);
  out = step(NULL, true);
  assert_true(out.m.valid && !out.m.eom && out.m.bytes == 4);
  assert_memory_equal(out.m.data, ((uint8_t[]){INSIDE, INSIDE + 32, INSIDE, INSIDE}), 4);
  assert_int_equal(dut.level_q, 1);
  out = step(NULL, true);
  assert_true(out.m.valid && out.m.eom && out.m.bytes == 1 && out.m.data[0] == END);
  assert_int_equal(out.m.data[1], 0);
  assert_true(step(NULL, true).empty);
}

static void a_beat_ends_with_its_message(void **state) {
  (void)state;
  start_rows(3, 1, 4);
  const struct rvt_beat end = of_bytes(1, true), all = of_bytes(4, true);
  step(&end, false);
  step(&end, false);
  step(&all, false);
  for (unsigned i = 0; i < 2; i++) {
    const struct rvt_msg_fifo_out out = step(NULL, true);
    assert_true(out.m.eom && out.m.bytes == 1 && out.m.data[1] == 0);
  }
  assert_int_equal(step(NULL, true).m.bytes, 4);
}

static void rows_are_full_without_room_for_all_lanes(void **state) {
  (void)state;
  start_rows(2, 1, 4);
  const struct rvt_beat three = of_bytes(3, false), one = of_bytes(1, false);
  step(&three, false);
  assert_true(step(&one, false).s_ready);
  assert_true(step(&one, false).s_ready); /* four are held, four have room */
  struct rvt_msg_fifo_out out = step(&one, false);
  assert_false(out.s_ready);
  assert_true(out.m.valid); /* so the consumer can make room */
  assert_int_equal(dut.level_q, 5);
  assert_true(out.resume); /* four were held in the clock before */
  assert_false(step(NULL, true).resume);
  out = step(NULL, false);
  assert_true(out.s_ready);
  assert_int_equal(dut.level_q, 1);
}

/* ---- Formats that do not say it by the byte ----------------------------------------------------
 */

static void ends_are_counted_along_the_stream(void **state) {
  (void)state;
  /* Messages of 3, 6 and 2 bytes, in which other bytes look like an end of N-Trace. */
  static const uint8_t bytes[] = {3, 0xFF, 0x13, 6, 1, 0x13, 3, 3, 3, 2, 0xFF};
  static const uint8_t sizes[] = {3, 4, 2, 2};
  for (uint8_t row = 0; row <= 4; row = (uint8_t)(row + 4)) {
    start_rows(4, 1, row);
    dut.framing = &counted_framing;
    for (size_t at = 0, n = 0; n < COUNT(sizes); at += sizes[n++]) {
      struct rvt_beat b = {.valid = true, .bytes = sizes[n]};
      memcpy(b.data, bytes + at, sizes[n]);
      assert_true(step(&b, false).s_ready);
    }
    for (size_t at = 0, n = 0; n < COUNT(sizes); at += sizes[n++]) {
      const struct rvt_msg_fifo_out out = step(NULL, true);
      assert_int_equal(out.m.bytes, sizes[n]);
      assert_memory_equal(out.m.data, bytes + at, sizes[n]);
      assert_int_equal(out.m.eom, n != 1);
      if (n != 2) assert_int_equal(out.m.sync, n == 1); /* of a first beat */
    }
    assert_true(step(NULL, true).empty);
  }
}

static struct rvt_msg_fifo_out put(uint8_t byte, bool eom, bool sync, struct rvt_msg_fifo_in in) {
  struct rvt_msg_fifo_out out;
  if (byte != 0)
    in.s = (struct rvt_beat){.valid = true, .bytes = 1, .data = {byte}, .eom = eom, .sync = sync};
  rvt_msg_fifo_outputs(&dut, &out);
  rvt_msg_fifo_tick(&dut, &in);
  return out;
}

static void start_packets(uint16_t depth) {
  const struct rvt_msg_fifo_params p = {.depth = depth, .marks = true, .packets = true};
  memset(&dut, 0xA5, sizeof dut);
  assert_int_equal(rvt_msg_fifo_init(&dut, &p, NULL), RVT_OK);
}

static const struct rvt_msg_fifo_in nothing, commits = {.commit = true}, drops = {.drop = true};

static void a_packet_leaves_when_its_first_byte_is_known(void **state) {
  (void)state;
  start_packets(4);
  const struct rvt_msg_fifo_in head = {.commit = true, .head = true};
  put(0xEE, false, false, nothing); /* keeps the place */
  put(0x11, false, false, nothing);
  put(0x12, false, false, nothing);
  put(0x13, true, false, nothing);
  struct rvt_msg_fifo_out out = put(0x04, false, true, head); /* full or not */
  assert_false(out.s_ready || out.m.valid || out.empty);
  static const uint8_t bytes[] = {0x04, 0x11, 0x12, 0x13};
  for (unsigned i = 0; i < 4; i++) {
    out = step(NULL, true);
    assert_true(out.m.valid && out.m.data[0] == bytes[i]);
    assert_int_equal(out.m.sync, i == 0);
    assert_int_equal(out.m.eom, i == 3);
  }
  assert_true(step(NULL, true).empty);
}

static void a_group_is_dropped_whole(void **state) {
  (void)state;
  start_packets(4);
  put(0x21, false, false, nothing);
  put(0x22, true, false, commits);
  put(0x31, false, false, nothing);
  assert_int_equal(dut.level_q, 3);
  struct rvt_msg_fifo_out out = put(0x32, true, false, drops); /* and what is offered with it */
  assert_true(out.s_ready);
  assert_int_equal(dut.level_q, 2);
  put(0x41, true, true, commits);
  static const uint8_t bytes[] = {0x21, 0x22, 0x41};
  for (unsigned i = 0; i < 3; i++) {
    out = step(NULL, true);
    assert_true(out.m.valid && out.m.data[0] == bytes[i]);
  }
  assert_true(step(NULL, true).empty);
}

static void init_refuses_parameters_out_of_range(void **state) {
  (void)state;
  static const struct rvt_msg_fifo_params bad[] = {
      {1, 0, 0, 0, 0, 0}, {0, 0, 0, 0, 0, 0}, {513, 0, 0, 0, 0, 0}, {4, 5, 0, 0, 0, 0},
      {4, 4, 1, 0, 0, 0}, {4, 4, 3, 0, 0, 0}, {4, 4, 32, 0, 0, 0},  {4, 4, 0, RVT_FRAMINGS, 0, 0},
      {4, 4, 2, 0, 1, 0}, {4, 4, 2, 0, 0, 1}};
  start(4, 4);
  static struct rvt_msg_fifo before;
  before = dut;
  for (size_t i = 0; i < COUNT(bad); i++) {
    assert_int_equal(rvt_msg_fifo_init(&dut, &bad[i], NULL), RVT_ERR_ARG);
    assert_memory_equal(&dut, &before, sizeof dut);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_beat_is_offered_one_clock_after_it_was_written),
      cmocka_unit_test(push_and_pop_at_full_only_pops),
      cmocka_unit_test(push_at_full_without_pop_is_ignored),
      cmocka_unit_test(resume_shows_the_level_of_the_clock_before),
      cmocka_unit_test(clr_empties_and_raises_resume),
      cmocka_unit_test(random_traffic_keeps_order_and_level),
      cmocka_unit_test(two_longest_messages_fit),
      cmocka_unit_test(bytes_of_a_message_share_a_beat),
      cmocka_unit_test(a_beat_ends_with_its_message),
      cmocka_unit_test(rows_are_full_without_room_for_all_lanes),
      cmocka_unit_test(ends_are_counted_along_the_stream),
      cmocka_unit_test(a_packet_leaves_when_its_first_byte_is_known),
      cmocka_unit_test(a_group_is_dropped_whole),
      cmocka_unit_test(init_refuses_parameters_out_of_range),
  };
  return cmocka_run_group_tests_name("msg_fifo", tests, NULL, NULL);
}
