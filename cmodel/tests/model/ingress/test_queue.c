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
  unsigned put, written; /* entries, heads, since reset */
  unsigned popped;       /* entries */
  unsigned taken;        /* heads */
  uint8_t blocks[CLOCKS];
  unsigned fullest;
};

static void reset(struct bench *b, uint8_t depth, uint8_t flow_blocks) {
  memset(b, 0x5A, sizeof *b);
  b->params = (struct rvt_params){.queue_depth = depth, .flow_blocks = flow_blocks};
  b->seed = depth;
  b->put = b->written = b->popped = b->taken = b->fullest = 0;
  rvt_queue_init(&b->dut, &b->params);
}

/** What is on offer; a head's time tells as which of all it was written. */
static void check_offer(const struct bench *b, unsigned *count) {
  struct rvt_queue_out out;
  rvt_queue_outputs(&b->dut, &out);
  const struct rvt_head *head = out.heads;
  *count = out.count;
  if (b->put == b->popped) {
    assert_int_equal(*count, 0);
    assert_null(head);
    return;
  }
  unsigned before = 0;
  for (unsigned i = 0; i < b->popped; i++) before += b->blocks[i];
  const unsigned left = b->blocks[b->popped] - (b->taken - before);
  assert_int_equal(*count, left < b->params.flow_blocks ? left : b->params.flow_blocks);
  for (unsigned i = 0; i < *count; i++) assert_int_equal(head[i].abs_time, b->taken + i);
}

static void one_clock(struct bench *b, unsigned haste) {
  struct rvt_entry entry;
  unsigned offered;
  check_offer(b, &offered);
  const unsigned level = b->put - b->popped;
  const bool put = level < b->params.queue_depth && prng_below(&b->seed, 4) != 0;
  const unsigned taken = prng_below(&b->seed, 4) < haste ? prng_below(&b->seed, offered + 1) : 0;
  if (put) {
    entry.blocks = (uint8_t)(1 + prng_below(&b->seed, RVT_BLOCKS_MAX));
    for (unsigned i = 0; i < entry.blocks; i++)
      entry.head[i] = (struct rvt_head){.abs_time = b->written++};
    b->blocks[b->put++] = entry.blocks;
  }
  rvt_queue_tick(&b->dut, &(struct rvt_queue_in){.put = put ? &entry : NULL, .taken = taken});
  b->taken += taken;
  unsigned before = 0;
  for (unsigned i = 0; i <= b->popped; i++) before += b->blocks[i];
  if (taken != 0 && b->taken == before) b->popped++;
  const unsigned now = b->put - b->popped;
  if (now > b->fullest) b->fullest = now;
  assert_int_equal(b->dut.level_q, now);
  assert_int_equal(b->dut.wptr_q, b->put % b->params.queue_depth);
  assert_int_equal(b->dut.rptr_q, b->popped % b->params.queue_depth);
}

static void heads_leave_in_the_order_of_their_clocks(void **state) {
  (void)state;
  static const struct {
    uint8_t depth, flow_blocks;
  } builds[] = {{2, 1}, {5, 2}, {16, 4}, {RVT_QUEUE_DEPTH_MAX, 3}};
  static struct bench b;
  for (size_t i = 0; i < sizeof builds / sizeof builds[0]; i++) {
    reset(&b, builds[i].depth, builds[i].flow_blocks);
    /* Slow at first, so that it fills; then fast, so that it empties. */
    for (unsigned clock = 0; clock < CLOCKS; clock++) one_clock(&b, clock / 500 % 2 == 0 ? 1 : 4);
    assert_int_equal(b.fullest, builds[i].depth);
    assert_true(b.popped > 3u * builds[i].depth);
  }
}

static void a_clear_empties_it(void **state) {
  (void)state;
  static struct bench b;
  reset(&b, 4, 2);
  const struct rvt_entry three = {.blocks = 3};
  rvt_queue_tick(&b.dut, &(struct rvt_queue_in){.put = &three});
  rvt_queue_tick(&b.dut, &(struct rvt_queue_in){.put = &three, .taken = 2});
  rvt_queue_tick(&b.dut, &(struct rvt_queue_in){.taken = 1});
  rvt_queue_tick(&b.dut, &(struct rvt_queue_in){.taken = 2});
  assert_int_equal(b.dut.level_q, 1);
  assert_true(b.dut.wptr_q == 2 && b.dut.rptr_q == 1 && b.dut.index_q == 2);
  rvt_queue_tick(&b.dut, &(struct rvt_queue_in){.clr = true, .put = &three, .taken = 1});
  assert_int_equal(b.dut.level_q | b.dut.wptr_q | b.dut.rptr_q | b.dut.index_q, 0);
  struct rvt_queue_out out = {.count = 7};
  rvt_queue_outputs(&b.dut, &out);
  assert_null(out.heads);
  assert_int_equal(out.count, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(heads_leave_in_the_order_of_their_clocks),
      cmocka_unit_test(a_clear_empties_it),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
