/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka wants the headers above it */
#include <cmocka.h>

#include "oracle/row.h"
#include "player_bench.h"
#include "rvt/itype.h"

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
      steps[i] = (struct rvt_step){
          .size = 2, .pc = 0x100 + 0x100 * i, .clocks = 1, .itype = wide[i], .sijump = true};
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

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(narrow_itypes),
      cmocka_unit_test(triggers_stand_at_their_blocks),
      cmocka_unit_test(triggers_need_no_block),
      cmocka_unit_test(block_across_the_last_address),
      cmocka_unit_test(code_follows_a_level_at_once),
      cmocka_unit_test(debug_mode_shows_every_value_of_the_port),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
