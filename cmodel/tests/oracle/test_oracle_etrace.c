/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */

/* The oracle of E-Trace: addresses, branch maps, starts and ends, triggers, loss (ETR section 14).
 */

#include "oracle_etrace_run.h"

enum { NOT_TAKEN = RVT_IT_NOT_TAKEN, TAKEN = RVT_IT_TAKEN, JUMP = RVT_IT_INDIRECT_JUMP };

static void every_updiscon(void **state) { /* AMB-1 */
  (void)state;
  for (unsigned itype = 3; itype < 16; itype++) {
    if (itype == NOT_TAKEN || itype == TAKEN || itype == RVT_IT_RESERVED) continue;
    const bool inferable = itype == 9 || itype == 11 || itype == 15;
    struct run r;
    setup(&r);
    begin(&r, 0x1000);
    insn(&r, 0x1008, (uint8_t)itype);
    insn(&r, 0x2000, 0);
    insn(&r, 0x2004, 0);
    if (!inferable) expect(&r, "2 +1000");
    off(&r);
    expect(&r, inferable ? "2 +1004" : "2 +4");
    expect(&r, "3.3 on 1 qual 1 options 0");
    finish(&r);
  }
  ROW("ETR:AMB-1");
  ROW("ETR:IN-03");
}

static void full_address(void **state) { /* M-FULL, F2-04; it begins at the next start (DC-15) */
  (void)state;
  struct run r;
  setup(&r);
  begin(&r, 0x1000);
  r.options.full_address = true;
  insn(&r, 0x1008, JUMP);
  insn(&r, 0x2000, 0);
  off(&r);
  expect(&r, "2 +1000");
  expect(&r, "3.3 on 1 qual 3 options 0");
  r.clock.config.tracing = true;
  insn(&r, 0x2004, JUMP);
  insn(&r, 0x3000, TAKEN);
  insn(&r, 0x2000, JUMP);
  insn(&r, 0x3000, 0);
  off(&r);
  expect(&r, "3.3 on 1 qual 0 options 4"); /* DC-07: before the sync */
  expect(&r, "3.0 2004 priv 3 context 0");
  expect(&r, "1 1 map 0 +3000");
  expect(&r, "2 +3000");
  expect(&r, "3.3 on 1 qual 3 options 4");
  finish(&r);
  ROW("ETR:M-FULL");
  ROW("ETR:F2-04");
  ROW("ETR:DC-15");
}

/* F1-01, AMB-9: `count` branches, every third not taken, then a jump. */
static void branches_before_a_jump(unsigned count) {
  struct run r;
  setup(&r);
  begin(&r, 0x1000);
  uint32_t map = 0;
  unsigned in_map = 0;
  for (unsigned i = 0; i < count; i++) {
    insn(&r, 0x1000, i % 3 == 0 ? NOT_TAKEN : TAKEN);
    if (in_map == 31) { /* the branch before was the 31st */
      char line[64];
      snprintf(line, sizeof line, "1 0 map %x", map);
      expect(&r, line);
      map = 0;
      in_map = 0;
    }
    if (i % 3 == 0) map |= (uint32_t)1 << in_map;
    in_map++;
  }
  insn(&r, 0x1004, JUMP);
  insn(&r, 0x1100, 0);
  insn(&r, 0x1104, 0);
  char line[64];
  if (in_map == 31) {
    snprintf(line, sizeof line, "1 0 map %x", map);
    expect(&r, line);
    expect(&r, "2 +100");
  } else {
    snprintf(line, sizeof line, "1 %u map %x +100", in_map, map);
    expect(&r, line);
  }
  finish(&r);
}

static void every_number_of_branches(void **state) {
  (void)state;
  for (unsigned count = 1; count <= 63; count++) branches_before_a_jump(count);
  ROW("ETR:F1-01");
  ROW("ETR:P-07");
  ROW("ETR:DC-17");
}

/* F1-01, #225: the 31st branch is itself reported, because of a jump, a trap, or the end. */
static void last_branch_has_a_reason(void **state) {
  (void)state;
  for (unsigned why = 0; why < 3; why++) {
    struct run r;
    setup(&r);
    begin(&r, 0x1000);
    for (unsigned i = 0; i < 30; i++) insn(&r, 0x1000, NOT_TAKEN);
    if (why == 0) insn(&r, 0x1004, JUMP);
    insn(&r, 0x1100, NOT_TAKEN);
    if (why == 0) insn(&r, 0x1104, 0);
    if (why == 1) interrupt(&r, 7);
    if (why == 2) off(&r);
    expect(&r, "1 31 map 7fffffff +100");
    if (why == 2) expect(&r, "3.3 on 1 qual 1 options 0");
    finish(&r);
  }
  ROW("ETR:AMB-9");
}

/* F1-01 with updiscon: a trap after the target, at every number of branches. */
static void branches_before_a_trap(void **state) {
  (void)state;
  for (unsigned count = 0; count <= 63; count++) {
    struct run r;
    char line[64];
    setup(&r);
    begin(&r, 0x1000);
    for (unsigned i = 0; i < count; i++) insn(&r, 0x1000, NOT_TAKEN);
    insn(&r, 0x1004, JUMP);
    insn(&r, 0x1100, 0);
    interrupt(&r, 7);
    unsigned rest = count; /* a full map goes out with the 31st branch */
    for (; rest >= 31; rest -= 31) expect(&r, "1 0 map 7fffffff");
    snprintf(line, sizeof line, "1 %u map %x +100 updiscon", rest, (1u << rest) - 1);
    expect(&r, rest == 0 ? "2 +100 updiscon" : line);
    finish(&r);
  }
  ROW("ETR:F1-01");
  ROW("ETR:P-07");
}

static void a_copy_goes_on_alone(void **state) { /* what is told to it nobody else knows */
  (void)state;
  struct run r;
  setup(&r);
  begin(&r, 0x1000);
  insn(&r, 0x1008, JUMP);
  struct run copy = r;
  copy.oracle = oracle_copy(r.oracle);
  assert_non_null(copy.oracle);
  copy.checked = 0;
  insn(&copy, 0x2000, 0);
  insn(&copy, 0x2004, 0);
  expect(&copy, "2 +1000");
  finish(&copy);
  oracle_take(r.oracle);
  r.checked = 0;
  insn(&r, 0x3000, 0);
  insn(&r, 0x3004, 0);
  expect(&r, "2 +2000");
  finish(&r);
}

static void start_at_a_branch(void **state) { /* F3-01: in the packet, not in a map */
  (void)state;
  for (unsigned taken = 0; taken < 2; taken++) {
    struct run r;
    setup(&r);
    insn(&r, 0x1000, taken ? TAKEN : NOT_TAKEN);
    insn(&r, 0x2000, NOT_TAKEN);
    off(&r);
    expect(&r, "3.3 on 1 qual 0 options 0");
    expect(&r, taken ? "3.0 1000 taken priv 3 context 0" : "3.0 1000 priv 3 context 0");
    expect(&r, "1 1 map 1 +1000");
    expect(&r, "3.3 on 1 qual 1 options 0");
    finish(&r);
  }
  ROW("ETR:F3-01");
}

static void ends(void **state) { /* Q-04, DC-07, F3-06: ienable is trTeEnable as it then is */
  (void)state;
  for (unsigned why = 0; why < 5; why++) {
    struct run r;
    setup(&r);
    begin(&r, 0x1000);
    if (why == 4) r.clock.trigger = 2; /* in the clock of the last instruction */
    insn(&r, 0x1008, 0);
    if (why == 0) r.clock.config.enable = false;
    if (why == 1) r.clock.halted = true;
    if (why == 2) r.clock.lowpower = true;
    if (why == 3) r.clock.hart_reset = true;
    edge(&r);
    insn(&r, 0x4000, 0); /* not traced */
    expect(&r, "2 +8");
    expect(&r, why == 0 ? "3.3 on 0 qual 1 options 0" : "3.3 on 1 qual 1 options 0");
    edge(&r); /* one is enough */
    expect_none(&r);
    r.clock.config.enable = r.clock.config.tracing = true;
    r.clock.halted = r.clock.lowpower = r.clock.hart_reset = false;
    insn(&r, 0x5000, 0);
    insn(&r, 0x5004, 0);
    if (why == 0) expect(&r, "3.3 on 1 qual 0 options 0");
    expect(&r, "3.0 5000 priv 3 context 0");
    finish(&r);
  }
  ROW("ETR:Q-01");
  ROW("ETR:Q-04");
  ROW("ETR:DC-07");
  ROW("ETR:F3-05");
}

static void one_instruction(void **state) { /* on and off in one clock */
  (void)state;
  struct run r;
  setup(&r);
  r.clock.config.tracing = false;
  insn(&r, 0x1000, 0);
  r.clock.trigger = 3;
  insn(&r, 0x1004, 0);
  insn(&r, 0x1008, 0);
  expect(&r, "3.3 on 1 qual 0 options 0");
  expect(&r, "3.0 1004 priv 3 context 0");
  expect(&r, "3.3 on 1 qual 1 options 0");
  finish(&r);
  ROW("ETR:Q-02");
}

static void off_then_on(void **state) { /* nothing is interrupted */
  (void)state;
  struct run r;
  setup(&r);
  begin(&r, 0x1000);
  r.clock.trigger = 2;
  insn(&r, 0x1008, 0);
  r.clock.trigger = 1;
  insn(&r, 0x100c, 0);
  insn(&r, 0x1010, 0);
  finish(&r);
  ROW("ETR:Q-02");
}

static void nothing_traced(void **state) { /* DC-07 */
  (void)state;
  struct run r;
  setup(&r);
  edge(&r);
  off(&r);
  expect(&r, "3.3 on 1 qual 0 options 0");
  finish(&r);
  ROW("ETR:DC-07");
}

static void notify(void **state) { /* A-03, DC-16 */
  (void)state;
  struct run r;
  setup(&r);
  begin(&r, 0x1000);
  r.clock.trigger = 8; /* of the second block, its last instruction */
  add(&r, 0x1008, "2", NOT_TAKEN);
  add(&r, 0x100c, "22", 0);
  edge(&r);
  insn(&r, 0x1014, JUMP);
  expect(&r, "1 1 map 1 +10 notify");
  r.clock.ext_trigger = 4; /* a target: no flag */
  insn(&r, 0x2000, 0);
  r.clock.trigger = 6; /* with the end: only in the final packet */
  insn(&r, 0x2004, 0);
  off(&r);
  expect(&r, "2 +ff0");
  expect(&r, "2 +4 notify");
  expect(&r, "3.3 on 1 qual 1 options 0");
  finish(&r);
  ROW("ETR:DC-16");
  ROW("ETR:A-03");
  ROW("ETR:IN-02");
}

static void sequential_jumps(void **state) { /* M-SIJ, IN-08 */
  (void)state;
  static const uint8_t itypes[] = {6, 8, 10, 12, 14, 13};
  for (unsigned kind = 0; kind < 3; kind++) { /* traced, first of the trace, mode off */
    for (size_t i = 0; i < sizeof itypes; i++) {
      struct run r;
      setup(&r);
      r.clock.config.seq_en = kind != 2;
      if (kind != 1) begin(&r, 0x1000);
      add(&r, 0x1008, "2", itypes[i])->sijump = true;
      edge(&r);
      insn(&r, 0x2000, 0);
      insn(&r, 0x2004, 0);
      if (kind == 1) {
        expect(&r, "3.3 on 1 qual 0 options 0");
        expect(&r, "3.0 1008 priv 3 context 0");
        expect(&r, "2 +ff8");
      } else if (kind == 2 || itypes[i] == 13) {
        expect(&r, "2 +1000");
      }
      finish(&r);
    }
  }
  ROW("ETR:M-SIJ");
  ROW("ETR:IN-08");
}

static void loss(void **state) { /* DC-08, F3-05 */
  (void)state;
  for (unsigned stopped = 0; stopped < 2; stopped++) {
    struct run r;
    setup(&r);
    begin(&r, 0x1000);
    insn(&r, 0x1008, NOT_TAKEN);
    r.clock.overflow = true;
    insn(&r, 0x100c, 0);
    expect_none(&r);
    assert_int_equal(oracle_lost(r.oracle), 2); /* 1004 and 1008 */
    if (stopped) r.clock.config.enable = false;
    r.clock.overflow_end = true;
    edge(&r);
    expect(&r, stopped ? "3.3 on 0 qual 2 options 0" : "3.3 on 1 qual 2 options 0");
    edge(&r);
    if (!stopped) {
      insn(&r, 0x1010, 0);
      insn(&r, 0x1014, 0);
      expect(&r, "3.0 1010 priv 3 context 0");
    }
    finish(&r);
  }
  ROW("ETR:DC-08");
  ROW("ETR:F3-05");
}

static void what_a_loss_costs(void **state) { /* instructions that no packet accounts for */
  (void)state;
  struct run r;
  setup(&r);
  begin(&r, 0x1000);
  exception(&r, 0x1008, 2, 0x99); /* 1004 is told, the trap is no instruction */
  r.clock.overflow = true;
  edge(&r);
  assert_int_equal(oracle_lost(r.oracle), 0);
  r.clock.overflow_end = true;
  edge(&r);
  for (unsigned i = 0; i < 5; i++) insn(&r, 0x2000 + 4 * i, 0);
  r.clock.overflow = true;
  edge(&r);
  assert_int_equal(oracle_lost(r.oracle), 4); /* but for the start */
  r.clock.overflow_end = true;
  edge(&r);
  interrupt(&r, 7); /* and nothing of the trace before */
  r.clock.overflow = true;
  edge(&r);
  assert_int_equal(oracle_lost(r.oracle), 0);
  r.clock.overflow_end = true;
  edge(&r);
  insn(&r, 0x1000, 0);
  for (unsigned i = 0; i < 32; i++) insn(&r, 0x1000, NOT_TAKEN);
  r.clock.overflow = true;
  edge(&r);
  assert_int_equal(oracle_lost(r.oracle), 1); /* a full map accounts for its branches */
  oracle_free(r.oracle);
}

static void refused_trap(void **state) { /* DC-08, AMB-4 */
  (void)state;
  struct run r;
  setup(&r);
  begin(&r, 0x1000);
  r.clock.overflow = true;
  exception(&r, 0x1008, 2, 0x99);
  r.clock.overflow_end = true;
  edge(&r);
  insn(&r, 0x100, 0);
  insn(&r, 0x104, 0);
  expect(&r, "3.3 on 1 qual 2 options 0");
  expect(&r, "3.1 handler 100 priv 3 exception 2 tval 99");
  finish(&r);
  ROW("ETR:AMB-4");
}

static void hole(void **state) { /* a clock with a hole in its slots is refused whole */
  (void)state;
  for (unsigned where = 0; where < 3; where++) { /* oldest, between two, none is one */
    struct run r;
    setup(&r);
    begin(&r, 0x1000);
    if (where != 0) add(&r, 0x1008, "2", 0);
    if (where != 2) add(&r, 0, "", 0);
    add(&r, 0x100c, "2", JUMP);
    edge(&r);
    insn(&r, 0x2000, 0);
    insn(&r, 0x2004, 0);
    if (where == 2) {
      expect(&r, "2 +1000");
    } else {
      r.clock.overflow_end = true;
      insn(&r, 0x2008, 0);
      insn(&r, 0x200c, 0);
      insn(&r, 0x2010, 0);
      expect(&r, "3.3 on 1 qual 2 options 0");
      expect(&r, "3.0 200c priv 3 context 0");
    }
    finish(&r);
  }
}

static void inactive(void **state) { /* DC-15 */
  (void)state;
  struct run r;
  setup(&r);
  begin(&r, 0x1000);
  r.clock.config.active = false;
  edge(&r);
  expect_none(&r);
  r.clock.config.active = true;
  begin(&r, 0x1000);
  finish(&r);
  ROW("ETR:DC-15");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_updiscon),
      cmocka_unit_test(full_address),
      cmocka_unit_test(every_number_of_branches),
      cmocka_unit_test(last_branch_has_a_reason),
      cmocka_unit_test(branches_before_a_trap),
      cmocka_unit_test(a_copy_goes_on_alone),
      cmocka_unit_test(start_at_a_branch),
      cmocka_unit_test(ends),
      cmocka_unit_test(one_instruction),
      cmocka_unit_test(off_then_on),
      cmocka_unit_test(nothing_traced),
      cmocka_unit_test(notify),
      cmocka_unit_test(sequential_jumps),
      cmocka_unit_test(loss),
      cmocka_unit_test(what_a_loss_costs),
      cmocka_unit_test(refused_trap),
      cmocka_unit_test(hole),
      cmocka_unit_test(inactive),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
