/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
/* cmocka wants the headers above it */

#include "oracle/row.h"
#include "player_bench.h"
#include "rvt/itype.h"
#include "rvt/prng.h"
#include "rvt/rvti.h"
#include "stimulus/step_gen.h"
#include "tests/decoder/rewalk.h"
#include "tests/support/test.h"

enum { STEPS = 3000, CLOCKS_MAX = 2000000 };

static void slots_give_back_the_steps_for_every_option(void **state) {
  (void)state;
  struct rewalk sum = {0};
  static struct rvt_step steps[STEPS];
  static struct bench b;
  unsigned refused = 0;
  for (unsigned round = 0; round < 600; round++) {
    uint64_t seed = round;
    const uint64_t cuts[] = {0, 17, 18, 500, 501, 502, 2000, 100000};
    struct rvt_player_options o = {.seed = rvt_prng_next(&seed),
                                   .xlen = rvt_prng_below(&seed, 2) != 0 ? 32 : 64,
                                   .blocks = (uint8_t)(1 + rvt_prng_below(&seed, 4)),
                                   .iretire_width = (uint8_t)(2 + rvt_prng_below(&seed, 7)),
                                   .itype_width = (uint8_t)(3 + rvt_prng_below(&seed, 2)),
                                   .jumps_taken = round % 5 == 0, /* NT:AJM-01 */
                                   .single = rvt_prng_below(&seed, 4) == 0,
                                   .iaddr_on_int = rvt_prng_below(&seed, 2) != 0,
                                   .stall_latency = (uint8_t)(1 + rvt_prng_below(&seed, 4)),
                                   .pace = (enum rvt_pace)rvt_prng_below(&seed, 3),
                                   .fold = (enum rvt_fold)rvt_prng_below(&seed, 3),
                                   .stall_rule = (enum rvt_stall_rule)rvt_prng_below(&seed, 3),
                                   .garbage = (enum rvt_garbage)rvt_prng_below(&seed, 3),
                                   .max_insns = (uint8_t)(rvt_prng_below(&seed, 3) * 3),
                                   .random_end = (uint8_t)(rvt_prng_below(&seed, 3) * 40),
                                   .time_step = 1,
                                   .cuts = cuts,
                                   .cut_count = rvt_prng_below(&seed, 2) * 8};
    struct step_gen g = {
        .seed = round, .xlen = o.xlen, .events = rvt_prng_below(&seed, 4) != 0, .pc = 0x1000};
    step_gen(&g, steps, STEPS);
    /* recorded clocks up to 2^32 would take long to walk */
    for (unsigned i = 0; i < STEPS; i++) steps[i].clocks %= 50;
    for (unsigned i = 1; round % 4 == 3 && i < STEPS; i += 2)
      if (steps[i].kind == RVT_STEP_INSN && rvt_prng_below(&seed, 3) == 0)
        steps[i] = (struct rvt_step){.kind = RVT_STEP_TRIGGER, .value = RVT_PULSE_NOTIFY};
    start(&b, &o, steps, STEPS);
    struct rewalk w;
    rewalk_init(&w, &o, steps, STEPS);
    bool stall = false;
    unsigned clocks = 0;
    while (tick(&b, stall)) {
      rewalk_clock(&w, &b.in, &b.told);
      refused += b.told.refusing;
      if (rvt_prng_below(&seed, 8) == 0) stall = !stall;
      assert_true(++clocks < CLOCKS_MAX);
    }
    rewalk_end(&w);
    sum.folded += w.folded;
    sum.traps_alone += w.traps_alone;
    sum.unknown_iaddr += w.unknown_iaddr;
    sum.clocks_with_several += w.clocks_with_several;
    sum.notifies_of_later_blocks += w.notifies_of_later_blocks;
    sum.notifies_together += w.notifies_together;
    sum.pulses_from_outside += w.pulses_from_outside;
    sum.halted_clocks_with_blocks += w.halted_clocks_with_blocks;
    sum.full_blocks += w.full_blocks;
    sum.inferable_ends += w.inferable_ends;
  }
  assert_true(sum.folded > 100);
  assert_true(sum.traps_alone > 100);
  assert_true(sum.unknown_iaddr > 100);
  assert_true(sum.clocks_with_several > 100);
  assert_true(sum.notifies_of_later_blocks > 10);
  assert_true(sum.notifies_together > 10);
  assert_true(sum.pulses_from_outside > 100);
  assert_true(sum.halted_clocks_with_blocks > 100);
  assert_true(sum.full_blocks > 100);
  assert_true(sum.inferable_ends > 100);
  assert_true(refused > 100);
  ROW("NT:ING-04");
  ROW("NT:ING-14");
}

/** E-Trace's example of a block interface. */
static void example_of_the_specification(void **state) {
  (void)state;
  static const struct rvt_step steps[] = {
      {.size = 2, .pc = 0x1000, .clocks = 1},
      {.size = 2, .pc = 0x1004, .clocks = 1},
      {.size = 2, .pc = 0x1008, .clocks = 1},
      {.size = 1, .pc = 0x100c, .clocks = 1, .itype = RVT_IT_INDIRECT_CALL},
      {.size = 2, .pc = 0x940, .clocks = 1},
      {.size = 1, .pc = 0x944, .clocks = 1, .itype = RVT_IT_NOT_TAKEN},
      {.size = 1, .pc = 0x946, .clocks = 1, .itype = RVT_IT_TAKEN},
      {.size = 2, .pc = 0x988, .clocks = 1},
      {.size = 2, .pc = 0x98c, .clocks = 1}};
  static const struct rvt_block expected[] = {
      {.iaddr = 0x1000, .iretire = 7, .itype = 8, .ilastsize = 0},
      {.iaddr = 0x940, .iretire = 3, .itype = 4, .ilastsize = 0},
      {.iaddr = 0x946, .iretire = 1, .itype = 5, .ilastsize = 0},
      {.iaddr = 0x988, .iretire = 4, .itype = 0, .ilastsize = 1}};
  static const unsigned clocks[] = {4, 6, 7, 9};
  static struct bench b;
  start(&b, &plain, steps, sizeof steps / sizeof *steps);
  unsigned n = 0;
  while (tick(&b, false)) {
    if (b.told.slots == 0) continue;
    assert_true(n < 4);
    assert_int_equal(b.in.block[0].iaddr, expected[n].iaddr);
    assert_int_equal(b.in.block[0].iretire, expected[n].iretire);
    assert_int_equal(b.in.block[0].itype, expected[n].itype);
    assert_int_equal(b.in.block[0].ilastsize, expected[n].ilastsize);
    assert_int_equal(b.told.clock, clocks[n]);
    n++;
  }
  assert_int_equal(n, 4);
}

static void garbage_changes_no_meaning(void **state) {
  (void)state;
  static struct rvt_step steps[STEPS];
  static struct bench loud, quiet;
  unsigned differ[7] = {0};
  for (unsigned round = 0; round < 40; round++) {
    struct step_gen g = {.seed = round, .xlen = 64, .events = true, .pc = 0x1000};
    step_gen(&g, steps, STEPS);
    struct rvt_player_options o = plain;
    o.seed = round;
    o.blocks = (uint8_t)(1 + round % 4);
    o.iaddr_on_int = round % 8 < 4;
    o.fold = RVT_FOLD_RANDOM;
    start(&quiet, &o, steps, STEPS);
    o.garbage = RVT_GARBAGE_ALL;
    start(&loud, &o, steps, STEPS);
    bool stall = false;
    for (bool more = true; more;) {
      if (rvt_prng_below(&g.seed, 10) == 0) stall = !stall;
      more = tick(&loud, stall);
      assert_int_equal(tick(&quiet, stall), more);
      const struct rvt_ingress *x = &loud.in, *y = &quiet.in;
      assert_int_equal(loud.told.slots, quiet.told.slots);
      assert_int_equal(loud.told.insns, quiet.told.insns);
      assert_int_equal(x->time, y->time);
      assert_int_equal(x->trigger, y->trigger);
      assert_int_equal(x->ext_trigger, y->ext_trigger);
      assert_int_equal(x->halted, y->halted);
      assert_int_equal(x->hart_reset, y->hart_reset);
      assert_int_equal(x->lowpower, y->lowpower);
      assert_int_equal(y->impdef, 0);
      differ[0] += x->impdef != 0;
      const bool told = loud.told.slots != 0;
      if (!told && !x->halted) assert_int_not_equal(x->priv, RVT_PRIV_DEBUG);
      if (told) {
        assert_int_equal(x->priv, y->priv);
      }
      assert_int_equal(x->context, y->context);
      assert_int_equal(x->ctype, y->ctype);
      differ[1] += x->priv != y->priv;
      bool trap = false;
      for (unsigned i = 0; i < o.blocks; i++) {
        const struct rvt_block *a = &x->block[i], *c = &y->block[i];
        const bool valid = rvt_block_valid(c);
        if (x->halted && !told) continue;
        assert_int_equal(a->itype, c->itype);
        assert_int_equal(a->iretire, c->iretire);
        differ[2] += a->iaddr != c->iaddr;
        differ[3] += a->ilastsize != c->ilastsize;
        differ[4] += a->sijump != c->sijump;
        trap |= c->itype == 1 || c->itype == 2;
        if (!valid) {
          assert_int_equal(c->iaddr, 0);
          continue;
        }
        if (loud.told.slot[i].iaddr_known) assert_int_equal(a->iaddr, c->iaddr);
        if (a->iretire != 0) assert_int_equal(a->ilastsize, c->ilastsize);
      }
      if (trap) {
        assert_int_equal(x->cause, y->cause);
        assert_int_equal(x->tval, y->tval);
      }
      differ[5] += x->cause != y->cause;
      differ[6] += x->tval != y->tval;
    }
  }
  for (unsigned i = 0; i < 7; i++)
    if (differ[i] < 100) fail_msg("undefined field %u carried garbage only %u times", i, differ[i]);
}

/** `count` jumps: a block each. */
static void make_jumps(struct rvt_step *steps, size_t count) {
  for (size_t i = 0; i < count; i++)
    steps[i] = (struct rvt_step){.size = 2, .pc = 0x100, .clocks = 1, .itype = RVT_IT_TAKEN};
}

static void stall_is_obeyed_within_its_latency(void **state) {
  (void)state;
  static struct rvt_step steps[STEPS];
  static struct bench b;
  make_jumps(steps, STEPS);
  for (unsigned round = 0; round < 60; round++) {
    struct rvt_player_options o = plain;
    o.seed = round;
    o.pace = RVT_PACE_FAST;
    o.stall_latency = (uint8_t)(1 + round % 5);
    o.stall_rule = (enum rvt_stall_rule)(round % 3);
    start(&b, &o, steps, STEPS);
    uint64_t seed = round;
    unsigned since = 0, seen[8] = {0}, exceeded = 0;
    bool stall = false;
    for (;;) {
      if (rvt_prng_below(&seed, 12) == 0) {
        /* a stall that lasted long enough has shown its count */
        if (stall && since <= 5) seen[since]++;
        stall = !stall;
        since = 0;
      }
      if (!tick(&b, stall)) break;
      since += stall && b.told.slots != 0;
      if (stall && since > o.stall_latency) exceeded++;
      assert_int_equal(b.told.refusing, b.told.slots == 0);
      if (!stall) assert_int_equal(b.told.slots, 1);
    }
    if (o.stall_rule == RVT_STALL_IGNORE) {
      assert_true(exceeded > 10);
    } else {
      assert_int_equal(exceeded, 0);
      assert_true(seen[o.stall_latency] > 0);
      if (o.stall_rule == RVT_STALL_RANDOM) assert_true(seen[0] > 0);
    }
  }
}

static void pace_is_kept(void **state) {
  (void)state;
  static struct rvt_step steps[STEPS];
  static struct bench b;
  for (unsigned round = 0; round < 12; round++) {
    struct step_gen g = {.seed = round, .xlen = 64, .pc = 0x1000};
    step_gen(&g, steps, STEPS);
    for (unsigned i = 0; i < STEPS; i++) steps[i].clocks = 1 + steps[i].clocks % 20;
    struct rvt_player_options o = plain;
    o.pace = (enum rvt_pace)(round % 3);
    o.iretire_width = (uint8_t)(2 + round / 3);
    start(&b, &o, steps, STEPS);
    uint64_t due = 0;
    while (tick(&b, false)) {
      assert_int_equal(b.told.time, b.told.clock);
      if (b.told.slots == 0) {
        assert_int_not_equal(o.pace, RVT_PACE_FAST);
        continue;
      }
      const struct rvt_player_slot *t = &b.told.slot[0];
      for (uint64_t k = t->first_step; k <= t->last_step; k++)
        due += o.pace == RVT_PACE_RECORDED ? steps[k].clocks : 1;
      if (o.pace != RVT_PACE_FAST) assert_int_equal(b.told.clock, due);
    }
  }
}

static void privilege_of_a_trap_is_the_old_one(void **state) {
  (void)state;
  static const struct rvt_step steps[] = {
      {.kind = RVT_STEP_PRIV, .value = RVT_PRIV_U},
      {.size = 2, .pc = 0x100},
      {.kind = RVT_STEP_TRAP, .itype = 1, .pc = 0x104, .cause = 8, .tval = 5},
      {.kind = RVT_STEP_PRIV, .value = RVT_PRIV_M},
      {.size = 2, .pc = 0x800}};
  static struct bench b;
  for (unsigned fold = RVT_FOLD_NEVER; fold <= RVT_FOLD_ALWAYS; fold++) {
    struct rvt_player_options o = plain;
    o.fold = (enum rvt_fold)fold;
    start(&b, &o, steps, 5);
    unsigned slots = 0;
    bool handler = false;
    while (tick(&b, false)) {
      if (b.told.slots == 0) continue;
      slots++;
      /* folded, the trap takes no clock of its own */
      assert_int_equal(b.told.clock, slots);
      handler = b.in.block[0].iaddr == 0x800;
      assert_int_equal(b.in.priv, handler ? RVT_PRIV_M : RVT_PRIV_U);
    }
    assert_true(handler);
    assert_int_equal(slots, fold == RVT_FOLD_NEVER ? 3 : 2);
  }
}

static void levels_last_and_forced_halt_stops(void **state) {
  (void)state;
  static const struct rvt_step steps[] = {{.size = 1, .pc = 0x100},
                                          {.kind = RVT_STEP_HALT, .value = 1},
                                          {.kind = RVT_STEP_HALT, .value = 0},
                                          {.kind = RVT_STEP_RESET, .value = 1},
                                          {.kind = RVT_STEP_RESET, .value = 0},
                                          {.size = 1, .pc = 0x102},
                                          {.kind = RVT_STEP_TRIGGER, .value = 4},
                                          {.kind = RVT_STEP_LOWPOWER, .value = 1},
                                          {.kind = RVT_STEP_TIME, .tval = 1000},
                                          {.kind = RVT_STEP_LOWPOWER, .value = 0},
                                          {.size = 1, .pc = 0x104},
                                          {.size = 1, .pc = 0x106}};
  static struct bench b;
  for (unsigned round = 0; round < 30; round++) {
    struct rvt_player_options o = plain;
    o.seed = round;
    o.pace = (enum rvt_pace)(round % 3);
    start(&b, &o, steps, 12);
    char story[200] = "";
    unsigned clocks = 0;
    while (tick(&b, false)) {
      const char c = b.told.slots != 0 ? (char)('0' + b.told.insns)
                     : b.in.halted     ? 'h'
                     : b.in.hart_reset ? 'r'
                     : b.in.lowpower   ? 'l'
                                       : 0;
      const size_t n = strlen(story);
      if (c != 0 && (n == 0 || story[n - 1] != c)) story[n] = c;
      if (b.told.insns == 2 && b.told.slots != 0) assert_int_equal(b.told.time, 1000);
      assert_true(++clocks < sizeof story);
    }
    assert_string_equal(story, "0hr1l2");
  }
  start(&b, &plain, steps, 12);
  rvt_player_force_halt(&b.p, true);
  for (unsigned i = 0; i < 20; i++) {
    assert_true(tick(&b, false));
    assert_true(b.told.halted && b.in.halted);
    assert_int_equal(b.told.slots, 0);
  }
  rvt_player_force_halt(&b.p, false);
  unsigned slots = 0;
  while (tick(&b, false)) {
    /* the hart stood still: its first instruction takes its one clock after the 20 */
    if (b.told.slots != 0 && slots == 0) assert_int_equal(b.told.clock, 21);
    slots += b.told.slots;
  }
  assert_int_equal(slots, 3);
}

static void every_change_of_a_level_is_seen(void **state) {
  (void)state;
  static struct rvt_step steps[60];
  static struct bench b;
  for (unsigned i = 0; i < 60; i++)
    steps[i] = (struct rvt_step){.kind = (uint8_t)(RVT_STEP_HALT + i / 2 % 3), .value = i % 2 == 0};
  for (unsigned i = 12; i < 40; i++) steps[i].kind = RVT_STEP_HALT;
  for (unsigned round = 0; round < 30; round++) {
    struct rvt_player_options o = plain;
    o.seed = round;
    o.pace = (enum rvt_pace)(round % 3);
    o.garbage = RVT_GARBAGE_ALL;
    start(&b, &o, steps, 60);
    unsigned rises = 0;
    bool halted = false, reset = false, lowpower = false;
    while (tick(&b, false)) {
      rises += b.in.halted && !halted;
      rises += b.in.hart_reset && !reset;
      rises += b.in.lowpower && !lowpower;
      halted = b.in.halted;
      reset = b.in.hart_reset;
      lowpower = b.in.lowpower;
    }
    assert_int_equal(rises, 30);
  }
}

/** Time of a hart that waited for stall is lost, not caught up. */
static void a_stalled_hart_stands_still(void **state) {
  (void)state;
  static struct rvt_step steps[20];
  static struct bench b;
  make_jumps(steps, 20);
  for (unsigned i = 0; i < 20; i++) steps[i].clocks = 3;
  struct rvt_player_options o = plain;
  o.pace = RVT_PACE_RECORDED;
  o.stall_rule = RVT_STALL_LATEST;
  o.stall_latency = 1;
  start(&b, &o, steps, 20);
  uint64_t refused = 0, slots = 0;
  while (tick(&b, b.told.clock >= 7 && b.told.clock < 30 && slots != 0)) {
    refused += b.told.refusing;
    slots += b.told.slots;
    if (b.told.slots != 0) assert_int_equal(b.told.clock, 3 * slots + refused);
  }
  assert_int_equal(slots, 20);
  assert_true(refused > 10);
}

static void check_error(const struct rvt_step *steps, size_t count,
                        const struct rvt_player_options *o, enum rvt_status expected,
                        const char *text) {
  static struct bench b;
  start(&b, o, steps, count);
  struct rvt_error e = {""};
  enum rvt_status status = RVT_OK;
  for (unsigned i = 0; i < 1000 && status == RVT_OK; i++)
    status = rvt_player_tick(&b.p, false, &b.in, &b.told, &e);
  assert_int_equal(status, expected);
  if (strstr(e.text, text) == NULL) fail_msg("expected '%s' in '%s'", text, e.text);
  struct rvt_error again = {""};
  assert_int_equal(rvt_player_tick(&b.p, false, &b.in, &b.told, &again), expected);
  assert_string_equal(e.text, again.text);
  assert_int_equal(b.told.slots, 0);
}

static void what_the_port_cannot_show_is_an_error(void **state) {
  (void)state;
  const struct rvt_step three[] = {{.size = 1, .pc = 0x100}, {.size = 3, .pc = 0x102}};
  struct rvt_player_options o = plain;
  check_error(three, 2, &o, RVT_ERR_RANGE, "step 1: an instruction of 3 half-words cannot end");
  o.iretire_width = 1;
  check_error(three + 1, 1, &o, RVT_ERR_RANGE, "longer than iretire");
  const struct rvt_step bad = {.size = 1, .itype = 7};
  check_error(&bad, 1, &plain, RVT_ERR_RESERVED, "step 0: itype 7 is reserved");
  const struct rvt_step behind[] = {{.size = 1, .pc = 0x100, .clocks = 1},
                                    {.size = 1, .pc = 0x102, .clocks = 1},
                                    {.size = 1, .pc = 0x104, .clocks = 1, .itype = 7}};
  check_error(behind, 3, &plain, RVT_ERR_RESERVED, "step 2: itype 7 is reserved");
  static const struct rvt_step_source source = {rvt_step_array_next, NULL};
  static struct rvt_player p;
  struct rvt_error e;
  o = plain, o.xlen = 16;
  assert_int_equal(rvt_player_init(&p, &o, &source, &e), RVT_ERR_ARG);
  o = plain, o.blocks = 5;
  assert_int_equal(rvt_player_init(&p, &o, &source, &e), RVT_ERR_ARG);
  o = plain, o.iretire_width = 9;
  assert_int_equal(rvt_player_init(&p, &o, &source, &e), RVT_ERR_ARG);
  o = plain, o.itype_width = 5;
  assert_int_equal(rvt_player_init(&p, &o, &source, &e), RVT_ERR_ARG);
  o = plain, o.stall_latency = 0;
  assert_int_equal(rvt_player_init(&p, &o, &source, &e), RVT_ERR_ARG);
  o = plain, o.pace = (enum rvt_pace)3;
  assert_int_equal(rvt_player_init(&p, &o, &source, &e), RVT_ERR_ARG);
}

/** What is passed over differs from the clock before in its time alone, and the rest is as it was.
 */
static void idle_clocks_can_be_passed_over(void **state) {
  (void)state;
  static struct rvt_step steps[STEPS];
  static struct bench all, some;
  uint64_t passed = 0;
  for (unsigned round = 0; round < 120; round++) {
    struct rvt_player_options o = plain;
    o.seed = round;
    o.blocks = (uint8_t)(1 + round % 3);
    o.pace = (enum rvt_pace)(round / 3 % 3);
    o.fold = RVT_FOLD_RANDOM;
    o.checked = round % 2 == 0;
    struct step_gen g = {.seed = round, .xlen = 64, .events = round % 4 != 0, .pc = 0x1000};
    step_gen(&g, steps, STEPS);
    for (unsigned i = 0; i < STEPS; i++) steps[i].clocks %= 50;
    start(&all, &o, steps, STEPS);
    start(&some, &o, steps, STEPS);
    struct rvt_ingress before = {.trigger = 1};
    for (bool more = true; more;) {
      const uint64_t skipped = rvt_player_skip(&some.p);
      if (o.pace == RVT_PACE_FAST) assert_int_equal(skipped, 0);
      passed += skipped;
      for (uint64_t i = 0; i < skipped; i++) {
        assert_true(tick(&all, false));
        assert_int_equal(all.told.slots, 0);
        before.time++;
        before.trigger = before.ext_trigger = 0;
        before.cause = before.tval = 0;
        before.ctype = 0;
        memset(before.block, 0, sizeof before.block);
        assert_memory_equal(&before, &all.in, sizeof before);
      }
      more = tick(&all, false);
      assert_int_equal(tick(&some, false), more);
      assert_memory_equal(&all.in, &some.in, sizeof all.in);
      assert_int_equal(all.told.clock, some.told.clock);
      assert_int_equal(all.told.insns, some.told.insns);
      before = all.in;
    }
  }
  assert_true(passed > 10000);
  start(&some, &plain, steps, STEPS);
  assert_true(tick(&some, false));
  rvt_player_force_halt(&some.p, true);
  assert_int_equal(rvt_player_skip(&some.p), 0);
}

static void a_recording_plays_like_its_steps(void **state) {
  (void)state;
  static struct rvt_step steps[STEPS];
  static struct bench a, b;
  struct step_gen g = {.seed = 4, .xlen = 64, .events = true, .pc = 0x1000};
  step_gen(&g, steps, STEPS);
  char path[] = "/tmp/rvt_player_XXXXXX";
  const int fd = mkstemp(path);
  assert_true(fd >= 0);
  close(fd);
  struct rvt_rvti_writer *w;
  struct rvt_rvti_reader *r;
  const struct rvt_rvti_info info = {.xlen = 64};
  assert_int_equal(rvt_rvti_writer_open(&w, path, &info, NULL), RVT_OK);
  assert_int_equal(rvt_rvti_write(w, steps, STEPS, NULL), RVT_OK);
  assert_int_equal(rvt_rvti_writer_close(w, NULL), RVT_OK);
  assert_int_equal(rvt_rvti_reader_open(&r, path, NULL), RVT_OK);
  start(&a, &plain, steps, STEPS);
  const struct rvt_step_source source = {rvt_step_rvti_next, r};
  assert_int_equal(rvt_player_init(&b.p, &plain, &source, NULL), RVT_OK);
  for (bool more = true; more;) {
    more = tick(&a, false);
    assert_int_equal(tick(&b, false), more);
    assert_memory_equal(&a.in, &b.in, sizeof a.in);
  }
  rvt_rvti_reader_close(r);
  unlink(path);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(slots_give_back_the_steps_for_every_option),
      cmocka_unit_test(example_of_the_specification),
      cmocka_unit_test(garbage_changes_no_meaning),
      cmocka_unit_test(stall_is_obeyed_within_its_latency),
      cmocka_unit_test(pace_is_kept),
      cmocka_unit_test(privilege_of_a_trap_is_the_old_one),
      cmocka_unit_test(levels_last_and_forced_halt_stops),
      cmocka_unit_test(every_change_of_a_level_is_seen),
      cmocka_unit_test(a_stalled_hart_stands_still),
      cmocka_unit_test(idle_clocks_can_be_passed_over),
      cmocka_unit_test(a_recording_plays_like_its_steps),
      cmocka_unit_test(what_the_port_cannot_show_is_an_error),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
