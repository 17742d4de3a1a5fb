/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */

/* The queue between ingress stage and flow beside a list of what it must hold. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "rvt/unit/queue.h"
#include "stimulus/prng.h"

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
};

static void reset(struct bench *b, uint8_t depth) {
  memset(b, 0x5A, sizeof *b);
  b->params = (struct rvt_params){.queue_depth = depth};
  b->seed = depth;
  b->put = b->taken = b->fullest = 0;
  b->written = 0;
  rvt_queue_init(&b->dut, &b->params);
}

/** The oldest entry is on offer, whole; a block's time tells as which of all it was written. */
static void check_front(const struct bench *b) {
  const struct rvt_entry *front = rvt_queue_front(&b->dut);
  if (b->put == b->taken) {
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
  const bool put = level < b->params.queue_depth && prng_below(&b->seed, 4) != 0;
  const bool taken = prng_below(&b->seed, 4) < haste; /* also while there is none */
  if (put) {
    entry.blocks = (uint8_t)(1 + prng_below(&b->seed, RVT_BLOCKS_MAX));
    b->blocks[b->put] = entry.blocks;
    b->first[b->put++] = b->written;
    for (unsigned i = 0; i < entry.blocks; i++)
      entry.head[i] = (struct rvt_head){.abs_time = b->written++};
  }
  rvt_queue_tick(&b->dut, &(struct rvt_queue_in){.put = put ? &entry : NULL, .taken = taken});
  if (taken && level != 0) b->taken++;
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
  for (size_t i = 0; i < sizeof depths; i++) {
    reset(&b, depths[i]);
    /* Slow at first, so that it fills; then fast, so that it empties. */
    for (unsigned clock = 0; clock < CLOCKS; clock++) one_clock(&b, clock / 500 % 2 == 0 ? 1 : 4);
    assert_int_equal(b.fullest, depths[i]);
    assert_true(b.taken > 3u * depths[i]);
  }
}

static void an_entry_stays_until_it_is_taken(void **state) {
  (void)state;
  static struct bench b;
  reset(&b, 4);
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

static void a_clear_empties_it(void **state) {
  (void)state;
  static struct bench b;
  reset(&b, 4);
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
      cmocka_unit_test(a_clear_empties_it),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
