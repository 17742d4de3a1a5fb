/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/* Blocks in bulk: rvt_player_blocks(). */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
/* cmocka wants the headers above it */
#include <cmocka.h>

#include "player_bench.h"
#include "stimulus/step_gen.h"

enum { STEPS = 3000 };

/** A source that delivers a few steps at a time, so that blocks lie across its pieces. */
static enum rvt_status few_steps(void *array, struct rvt_step *to, size_t max, size_t *count,
                                 struct rvt_error *e) {
  const struct rvt_step_array *a = array;
  const size_t few = 1 + a->pos % 11;
  return rvt_step_array_next(array, to, few < max ? few : max, count, e);
}

static void compare_blocks(struct bench *all, const struct rvt_block *blocks, const uint64_t *time,
                           size_t count) {
  struct rvt_error e = {""};
  for (size_t i = 0; i < count; i++) {
    do assert_int_equal(rvt_player_tick(&all->p, false, &all->in, &all->told, &e), RVT_OK);
    while (all->told.slots == 0);
    assert_int_equal(all->told.slots, 1);
    assert_memory_equal(&all->in.block[0], &blocks[i], sizeof *blocks);
    assert_int_equal(all->in.time, time[i]);
    assert_int_equal(all->in.trigger | all->in.ext_trigger, 0);
    assert_false(all->in.halted || all->in.hart_reset || all->in.lowpower);
  }
}

/** In bulk or clock by clock: the same blocks at the same times, and the same after them. */
static void blocks_in_bulk_are_those_of_the_clocks(void **state) {
  (void)state;
  enum { MOST = 40 };
  static struct rvt_step steps[STEPS];
  static struct bench all, some;
  static struct rvt_block blocks[MOST];
  uint64_t time[MOST], in_bulk = 0, full = 0, jumps = 0;
  for (unsigned round = 0; round < 240; round++) {
    struct rvt_player_options o = plain;
    o.seed = round;
    o.xlen = round % 5 == 0 ? 32 : 64;
    o.iretire_width = (uint8_t)(2 + round % 7);
    o.itype_width = round % 7 == 0 ? 3 : 4;
    o.fold = RVT_FOLD_RANDOM;
    o.checked = round % 2 == 0;
    o.time_step = (uint8_t)(round % 4);
    struct step_gen g = {.seed = round,
                         .xlen = o.xlen,
                         .events = round % 4 == 0,
                         .odd_sizes = round % 4 == 1,
                         .pc = 0x1000};
    step_gen(&g, steps, STEPS);
    start(&all, &o, steps, STEPS);
    start(&some, &o, steps, STEPS);
    if (round % 3 == 0) some.p.source.next = few_steps;
    struct rvt_error e = {""};
    for (enum rvt_status status = RVT_OK; status == RVT_OK;) {
      const size_t count = rvt_player_blocks(&some.p, blocks, time, 1 + round % MOST);
      compare_blocks(&all, blocks, time, count);
      for (size_t i = 0; i < count; i++) {
        full += blocks[i].iretire + 1U >= 1U << o.iretire_width;
        jumps += blocks[i].sijump;
      }
      in_bulk += count;
      status = rvt_player_tick(&all.p, false, &all.in, &all.told, &e);
      assert_int_equal(rvt_player_tick(&some.p, false, &some.in, &some.told, &e), status);
      assert_memory_equal(&all.in, &some.in, sizeof all.in);
      assert_int_equal(all.told.clock, some.told.clock);
      assert_int_equal(all.told.insns, some.told.insns);
      assert_int_equal(all.told.slots, some.told.slots);
      if (all.told.slots == 0) continue;
      assert_int_equal(all.told.slot[0].first_step, some.told.slot[0].first_step);
      assert_int_equal(all.told.slot[0].first_insn, some.told.slot[0].first_insn);
    }
  }
  assert_true(in_bulk > 10000 && full > 100 && jumps > 10);
}

/** What rvt_player_blocks() leaves to the clocks. */
static void no_blocks_in_bulk_where_more_is_told(void **state) {
  (void)state;
  static struct rvt_step steps[STEPS];
  static struct bench b;
  struct step_gen g = {.seed = 3, .xlen = 64, .events = false, .pc = 0x1000};
  step_gen(&g, steps, STEPS);
  struct rvt_block block;
  uint64_t time = 0;
  const uint64_t cut = 1000;
  struct rvt_player_options other[8];
  for (size_t i = 0; i < sizeof other / sizeof *other; i++) other[i] = plain;
  other[1].blocks = 2;
  other[2].single = true;
  other[3].max_insns = 3;
  other[4].random_end = 10;
  other[5].pace = RVT_PACE_RECORDED;
  other[6].garbage = RVT_GARBAGE_SLOTS;
  other[7].cuts = &cut;
  other[7].cut_count = 1;
  for (size_t i = 0; i < sizeof other / sizeof *other; i++) {
    start(&b, &other[i], steps, STEPS);
    assert_int_equal(rvt_player_blocks(&b.p, &block, &time, 1), 0); /* before the first clock */
    do assert_true(tick(&b, false));
    while (b.told.slots == 0);
    assert_int_equal(rvt_player_blocks(&b.p, &block, &time, 1), i == 0);
  }
  start(&b, &plain, steps, STEPS);
  assert_true(tick(&b, true));
  assert_int_equal(rvt_player_blocks(&b.p, &block, &time, 1), 0);
  start(&b, &plain, steps, STEPS);
  assert_true(tick(&b, false));
  rvt_player_force_halt(&b.p, true);
  assert_int_equal(rvt_player_blocks(&b.p, &block, &time, 1), 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(blocks_in_bulk_are_those_of_the_clocks),
      cmocka_unit_test(no_blocks_in_bulk_where_more_is_told),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
