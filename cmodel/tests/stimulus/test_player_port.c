/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "oracle/row.h"
#include "player_bench.h"
#include "rvt/itype.h"
#include "rvt/rvti.h"
#include "stimulus/step_gen.h"
#include "tests/support/test.h"

/* ---- The port ------------------------------------------------------------------------------ */

/* cmocka wants the headers above it */

/** A swap, a return and jumps that only a 4-bit port tells apart, one instruction a block. */
static void narrow_itypes(void **state) {
  (void)state;
  static const uint8_t wide[] = {0, 3, 4, 5, 8, 9, 10, 11, 12, 13, 14, 15};
  static const uint8_t narrow[] = {0, 3, 4, 5, 6, 0, 6, 0, 6, 6, 6, 0};
  enum { N = sizeof wide };
  struct rvt_step steps[N];
  static struct bench b;
  for (unsigned form = 0; form < 4; form++) {
    struct rvt_player_options o = plain;
    o.itype_width = form % 2 == 0 ? 3 : 4;
    o.single = form >= 2;
    for (unsigned i = 0; i < N; i++)
      steps[i] = (struct rvt_step){.size = 2,
                                   .pc = 0x100 + 0x100 * i,
                                   .clocks = 1,
                                   .itype = wide[i],
                                   .sijump = wide[i] % 2 == 0};
    start(&b, &o, steps, N);
    unsigned n = 0;
    while (tick(&b, false)) {
      if (b.told.slots == 0) continue;
      const struct rvt_block *block = &b.in.block[0];
      assert_int_equal(block->itype, form % 2 == 0 ? narrow[n] : wide[n]);
      assert_int_equal(b.told.slot[0].itype, block->itype);
      assert_int_equal(block->iretire, form >= 2 ? 1 : 2);
      assert_int_equal(block->ilastsize, 1);
      /* a return is no sequential jump, and a 3-bit port does not tell it from one (NT:ING-20) */
      if (block->itype == 6 || (block->itype >= 8 && block->itype % 2 == 0))
        assert_int_equal(block->sijump, wide[n] != RVT_IT_RETURN);
      n++;
    }
    assert_int_equal(n, N);
  }
  ROW("NT:ITY-22");
}

/** JALR with rs1 = x0: indirect to N-Trace, and never with a sijump, direct to E-Trace. */
static void jumps_from_x0(void **state) {
  (void)state;
  static const uint8_t inferred[] = {9, 11, 15};
  struct rvt_step steps[3];
  static struct bench b;
  for (unsigned form = 0; form < 4; form++) {
    struct rvt_player_options o = plain;
    o.itype_width = form % 2 == 0 ? 3 : 4;
    o.infers = form >= 2;
    for (unsigned i = 0; i < 3; i++)
      steps[i] = (struct rvt_step){
          .size = 2, .pc = 0x100 + 0x100 * i, .clocks = 1, .itype = inferred[i], .sijump = true};
    start(&b, &o, steps, 3);
    unsigned n = 0;
    while (tick(&b, false)) {
      if (b.told.slots == 0) continue;
      const struct rvt_block *block = &b.in.block[0];
      const uint8_t indirect = o.itype_width == 3 ? 6 : inferred[n] - 1;
      const uint8_t direct = o.itype_width == 3 ? 0 : inferred[n];
      assert_int_equal(block->itype, o.infers ? direct : indirect);
      if (!o.infers) assert_false(block->sijump);
      n++;
    }
    assert_int_equal(n, 3);
  }
  ROW("NT:ITY-26");
  ROW("ETR:IN-03");
}

/** Each notify at the place of its block, also several in one clock; the others end their clock. */
static void triggers_stand_at_their_blocks(void **state) {
  (void)state;
  enum { NOTHING = 0, N = 6 };
  static const uint8_t pulses[N] = {RVT_PULSE_NOTIFY,
                                    NOTHING,
                                    RVT_PULSE_NOTIFY,
                                    RVT_PULSE_ON | RVT_PULSE_EXT_NOTIFY,
                                    RVT_PULSE_OFF | RVT_PULSE_NOTIFY | RVT_PULSE_EXT_OFF,
                                    RVT_PULSE_EXT_ON};
  /* port in each clock: slots, trigger, ext_trigger */
  static const uint8_t expected[][3] = {{3, 0x14, 0}, {1, 0x01, 4}, {1, 0x06, 2}, {1, 0, 1}};
  struct rvt_step steps[2 * N];
  static struct bench b;
  size_t count = 0;
  for (unsigned i = 0; i < N; i++) {
    steps[count++] =
        (struct rvt_step){.size = 1, .pc = 0x100, .clocks = i == 0, .itype = RVT_IT_TAKEN};
    if (pulses[i] != 0)
      steps[count++] = (struct rvt_step){.kind = RVT_STEP_TRIGGER, .value = pulses[i]};
  }
  struct rvt_player_options o = plain;
  o.blocks = 4;
  o.pace = RVT_PACE_RECORDED;
  start(&b, &o, steps, count);
  unsigned n = 0;
  while (tick(&b, false)) {
    if (b.told.slots == 0) continue;
    assert_true(n < 4);
    assert_int_equal(b.told.slots, expected[n][0]);
    assert_int_equal(b.in.trigger, expected[n][1]);
    assert_int_equal(b.in.ext_trigger, expected[n][2]);
    n++;
  }
  assert_int_equal(n, 4);
}

/** A pulse that no instruction makes still comes, alone. */
static void triggers_need_no_block(void **state) {
  (void)state;
  static const struct rvt_step steps[] = {
      {.kind = RVT_STEP_TRIGGER, .value = RVT_PULSE_EXT_ON | RVT_PULSE_EXT_NOTIFY},
      {.kind = RVT_STEP_HALT, .value = 1},
      {.kind = RVT_STEP_TRIGGER, .value = RVT_PULSE_OFF | RVT_PULSE_NOTIFY},
      {.kind = RVT_STEP_HALT, .value = 0}};
  static struct bench b;
  start(&b, &plain, steps, 4);
  unsigned on = 0, off = 0;
  while (tick(&b, false)) {
    assert_int_equal(b.told.slots, 0);
    if (b.in.ext_trigger != 0) assert_int_equal(b.in.ext_trigger, 5);
    if (b.in.trigger != 0) assert_int_equal(b.in.trigger, 2); /* there is no block to notify of */
    on += b.in.ext_trigger != 0;
    off += b.in.trigger != 0 && b.in.halted;
  }
  assert_int_equal(on, 1);
  assert_int_equal(off, 1);
}

/** Addresses of RV32 go on at 0 after the last one, within a block, too. */
static void block_across_the_last_address(void **state) {
  (void)state;
  static const struct rvt_step steps[] = {{.size = 1, .pc = 0xfffffffe, .clocks = 1},
                                          {.size = 1, .pc = 0, .clocks = 1, .itype = RVT_IT_TAKEN}};
  static struct bench b;
  struct rvt_player_options o = plain;
  o.xlen = 32;
  start(&b, &o, steps, 2);
  unsigned slots = 0;
  while (tick(&b, false)) {
    if (b.told.slots == 0) continue;
    slots++;
    assert_int_equal(b.in.block[0].iretire, 2);
  }
  assert_int_equal(slots, 1);
}

/** Where time is not natural, code goes on in the clock in which a level falls. */
static void code_follows_a_level_at_once(void **state) {
  (void)state;
  static const struct rvt_step steps[] = {
      {.size = 1, .pc = 0x100, .clocks = 1, .itype = RVT_IT_TAKEN},
      {.kind = RVT_STEP_HALT, .value = 1},
      {.kind = RVT_STEP_HALT, .value = 0},
      {.size = 1, .pc = 0x200, .clocks = 1, .itype = RVT_IT_TAKEN}};
  static struct bench b;
  struct rvt_player_options o = plain;
  o.pace = RVT_PACE_FAST;
  start(&b, &o, steps, 4);
  bool was_halted = false;
  unsigned slots = 0, halted = 0;
  for (; tick(&b, false); was_halted = b.in.halted) {
    halted += b.in.halted;
    if (b.told.slots == 0) continue;
    if (slots++ == 1) assert_true(was_halted && !b.in.halted);
  }
  assert_int_equal(slots, 2);
  assert_int_equal(halted, 1);
}

/** What the port shows in debug mode is anything that it has bits for, and all of that. */
static void debug_mode_shows_every_value_of_the_port(void **state) {
  (void)state;
  enum { PAIRS = 4000 };
  static struct rvt_step steps[2 * PAIRS];
  static struct bench b;
  for (unsigned i = 0; i < 2 * PAIRS; i++)
    steps[i] = (struct rvt_step){.kind = RVT_STEP_HALT, .value = i % 2 == 0};
  for (unsigned form = 0; form < 4; form++) {
    struct rvt_player_options o = plain;
    o.garbage = RVT_GARBAGE_ALL;
    o.blocks = 2;
    o.itype_width = form % 2 == 0 ? 3 : 4;
    o.single = form >= 2;
    o.iretire_width = o.single ? 1 : 3;
    start(&b, &o, steps, 2 * PAIRS);
    const unsigned itypes = 1u << o.itype_width, sizes = o.single ? 2 : 8;
    unsigned seen_itype[16] = {0}, seen_iretire[8] = {0}, seen_last[3] = {0}, seen_sijump[2] = {0};
    while (tick(&b, false)) {
      const struct rvt_block *block = &b.in.block[0];
      if (!b.in.halted || b.told.slots != 0 || !rvt_block_valid(block)) continue;
      assert_true(block->itype < itypes && block->iretire < sizes && block->ilastsize < 3);
      assert_int_equal(block->iaddr & 1, 0);
      seen_itype[block->itype]++;
      seen_iretire[block->iretire]++;
      seen_last[block->ilastsize]++;
      seen_sijump[block->sijump]++;
    }
    for (unsigned i = 0; i < itypes; i++) assert_true(seen_itype[i] > 0);
    for (unsigned i = 0; i < sizes; i++) assert_true(seen_iretire[i] > 0);
    for (unsigned i = 0; i < 3; i++) assert_true(seen_last[i] > 0);
    assert_true(seen_sijump[0] > 0 && seen_sijump[1] > 0);
  }
}

/* ---- Blocks in bulk ------------------------------------------------------------------------ */

/* Blocks in bulk: rvt_player_blocks(). */
/* cmocka wants the headers above it */

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

/* The steps as a recording, which has blocks without steps. */
static struct rvt_rvti_reader *recording_of(const struct rvt_step *steps, uint8_t xlen) {
  static char path[] = "/tmp/rvt_blocks_XXXXXX";
  const struct rvt_rvti_info info = {.xlen = xlen};
  struct rvt_rvti_writer *w = NULL;
  struct rvt_rvti_reader *reader = NULL;
  struct rvt_error e = {""};
  strcpy(path + sizeof path - 7, "XXXXXX");
  const int fd = mkstemp(path);
  assert_true(fd >= 0);
  close(fd);
  if (rvt_rvti_writer_open(&w, path, &info, &e) != RVT_OK ||
      rvt_rvti_write(w, steps, STEPS, &e) != RVT_OK || rvt_rvti_writer_close(w, &e) != RVT_OK ||
      rvt_rvti_reader_open(&reader, path, &e) != RVT_OK)
    fail_msg("%s", e.text);
  unlink(path);
  return reader;
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
    struct rvt_rvti_reader *reader = round % 3 == 1 ? recording_of(steps, o.xlen) : NULL;
    if (reader != NULL) some.p.source = (struct rvt_step_source){rvt_step_rvti_next, reader};
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
    rvt_rvti_reader_close(reader);
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
      cmocka_unit_test(narrow_itypes),
      cmocka_unit_test(jumps_from_x0),
      cmocka_unit_test(triggers_stand_at_their_blocks),
      cmocka_unit_test(triggers_need_no_block),
      cmocka_unit_test(block_across_the_last_address),
      cmocka_unit_test(code_follows_a_level_at_once),
      cmocka_unit_test(debug_mode_shows_every_value_of_the_port),
      cmocka_unit_test(blocks_in_bulk_are_those_of_the_clocks),
      cmocka_unit_test(no_blocks_in_bulk_where_more_is_told),
  };
  return cmocka_run_group_tests_name("player_port", tests, NULL, NULL);
}
