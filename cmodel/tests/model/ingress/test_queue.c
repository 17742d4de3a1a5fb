/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */

/* The queue between ingress stage and flow beside a list of what it must hold. */

#include <string.h>

#include "rvt/prng.h"
#include "rvt/unit/queue.h"
#include "tests/support/test.h"

enum { CLOCKS = 3000 };

struct bench {
  struct rvt_queue dut;
  struct rvt_params params;
  uint64_t seed;
  unsigned put, taken;    /* entries since reset */
  uint64_t written;       /* blocks since reset */
  uint8_t blocks[CLOCKS]; /* of each entry */
  uint64_t first[CLOCKS]; /* its oldest block, as which of all it was written */
  unsigned fullest;
  unsigned written_last; /* entries of the last clock, 0 or 1 */
  unsigned unread;       /* clocks in which the only entry was not on offer yet */
};

static void reset(struct bench *b, uint8_t depth, bool sync) {
  memset(b, 0x5A, sizeof *b);
  b->params = (struct rvt_params){.queue_depth = depth, .queue_sync = sync};
  b->seed = depth;
  b->put = b->taken = b->fullest = b->written_last = b->unread = 0;
  b->written = 0;
  rvt_queue_init(&b->dut, &b->params);
}

/** Entries that may be on offer: not the one of the last clock, if the memory has to be read first.
 */
static unsigned ready(const struct bench *b) {
  return b->put - b->taken - (b->params.queue_sync ? b->written_last : 0);
}

/** The oldest entry is on offer, whole; a block's time tells as which of all it was written. */
static void check_front(const struct bench *b) {
  const struct rvt_entry *front = rvt_queue_front(&b->dut);
  if (ready(b) == 0) {
    assert_null(front);
    return;
  }
  assert_non_null(front);
  assert_int_equal(front->blocks, b->blocks[b->taken]);
  for (unsigned i = 0; i < front->blocks; i++)
    assert_int_equal(front->head[i].abs_time, b->first[b->taken] + i);
}

static void one_clock(struct bench *b, unsigned haste) {
  struct rvt_entry entry;
  check_front(b);
  const unsigned level = b->put - b->taken;
  const bool put = level < b->params.queue_depth && rvt_prng_below(&b->seed, 4) != 0;
  const bool taken = rvt_prng_below(&b->seed, 4) < haste; /* also while there is none */
  const bool leaves = taken && ready(b) != 0;
  b->unread += level != 0 && ready(b) == 0;
  if (put) {
    entry.blocks = (uint8_t)(1 + rvt_prng_below(&b->seed, RVT_BLOCKS_MAX));
    b->blocks[b->put] = entry.blocks;
    b->first[b->put++] = b->written;
    for (unsigned i = 0; i < entry.blocks; i++)
      entry.head[i] = (struct rvt_head){.abs_time = b->written++};
  }
  rvt_queue_tick(&b->dut, &(struct rvt_queue_in){.put = put ? &entry : NULL, .taken = taken});
  b->taken += leaves;
  b->written_last = put;
  const unsigned now = b->put - b->taken;
  if (now > b->fullest) b->fullest = now;
  assert_int_equal(b->dut.level_q, now);
  assert_int_equal(b->dut.wptr_q, b->put % b->params.queue_depth);
  assert_int_equal(b->dut.rptr_q, b->taken % b->params.queue_depth);
}

static void entries_leave_whole_and_in_their_order(void **state) {
  (void)state;
  static const uint8_t depths[] = {2, 5, 16, RVT_QUEUE_DEPTH_MAX};
  static struct bench b;
  for (size_t i = 0; i < 2 * sizeof depths; i++) {
    const uint8_t depth = depths[i / 2];
    reset(&b, depth, i % 2 != 0);
    /* Slow at first, so that it fills; then fast, so that it empties. */
    for (unsigned clock = 0; clock < CLOCKS; clock++) one_clock(&b, clock / 500 % 2 == 0 ? 1 : 4);
    assert_int_equal(b.fullest, depth);
    assert_true(b.taken > 3u * depth);
    assert_true(b.params.queue_sync ? b.unread > 100 : b.unread == 0);
  }
}

static void an_entry_stays_until_it_is_taken(void **state) {
  (void)state;
  static struct bench b;
  reset(&b, 4, false);
  const struct rvt_entry entry = {.blocks = 2, .head = {{.addr = 0x80}, {.addr = 0x90}}};
  assert_null(rvt_queue_front(&b.dut));
  rvt_queue_tick(&b.dut, &(struct rvt_queue_in){.put = &entry, .taken = true}); /* none is there */
  for (unsigned i = 0; i < 3; i++) {
    assert_int_equal(rvt_queue_front(&b.dut)->blocks, 2);
    assert_int_equal(rvt_queue_front(&b.dut)->head[1].addr, 0x90);
    rvt_queue_tick(&b.dut, &(struct rvt_queue_in){.put = NULL});
  }
  rvt_queue_tick(&b.dut, &(struct rvt_queue_in){.taken = true});
  assert_null(rvt_queue_front(&b.dut));
}

static void a_memory_that_is_read_offers_a_clock_later(void **state) {
  (void)state;
  static struct bench b;
  reset(&b, 4, true);
  const struct rvt_entry one = {.blocks = 1}, two = {.blocks = 2};
  rvt_queue_tick(&b.dut, &(struct rvt_queue_in){.put = &one});
  assert_null(rvt_queue_front(&b.dut)); /* n+1: in the memory */
  assert_int_equal(b.dut.level_q, 1);
  rvt_queue_tick(&b.dut, &(struct rvt_queue_in){.put = &two, .taken = true}); /* none is on offer */
  assert_int_equal(rvt_queue_front(&b.dut)->blocks, 1);
  rvt_queue_tick(&b.dut, &(struct rvt_queue_in){.taken = true});
  assert_int_equal(rvt_queue_front(&b.dut)->blocks, 2); /* one a clock */
  assert_int_equal(b.dut.level_q, 1);
  rvt_queue_tick(&b.dut, &(struct rvt_queue_in){.put = &one});
  rvt_queue_tick(&b.dut, &(struct rvt_queue_in){.clr = true});
  assert_null(rvt_queue_front(&b.dut));
  assert_int_equal(b.dut.level_q, 0);
  rvt_queue_tick(&b.dut, &(struct rvt_queue_in){.put = NULL});
  assert_null(rvt_queue_front(&b.dut));
}

static void a_clear_empties_it(void **state) {
  (void)state;
  static struct bench b;
  reset(&b, 4, false);
  const struct rvt_entry three = {.blocks = 3};
  for (unsigned i = 0; i < 3; i++)
    rvt_queue_tick(&b.dut, &(struct rvt_queue_in){.put = &three, .taken = i == 1});
  assert_true(b.dut.level_q == 2 && b.dut.wptr_q == 3 && b.dut.rptr_q == 1);
  rvt_queue_tick(&b.dut, &(struct rvt_queue_in){.clr = true, .put = &three, .taken = true});
  assert_int_equal(b.dut.level_q | b.dut.wptr_q | b.dut.rptr_q, 0);
  assert_null(rvt_queue_front(&b.dut));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(entries_leave_whole_and_in_their_order),
      cmocka_unit_test(an_entry_stays_until_it_is_taken),
      cmocka_unit_test(a_memory_that_is_read_offers_a_clock_later),
      cmocka_unit_test(a_clear_empties_it),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
