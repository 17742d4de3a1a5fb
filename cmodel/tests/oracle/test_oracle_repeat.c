/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */

/* The oracle with RepeatBranch: what is counted, and against what (V-RPT-1..3, RPT-01..13). */

#include "oracle_run.h"

enum { BCNT_MAX = (1 << 18) - 1 };

/* A block of 3 half-words at 0x200 that ends so and goes back to itself, `times` times. */
static void loop(struct run *r, uint8_t itype, unsigned times) {
  for (unsigned i = 0; i < times; i++) slot(r, 0x200, "12", itype);
}

/* Up to the loop: the start, and the jump to it. */
static void start(struct run *r) {
  slot(r, 0x100, "2", 10);
  expect(r, prog_sync(5, 0, 0x80));
}

static void halt(struct run *r) {
  debug(r, true);
  expect(r, r->config.mode == HTM ? stop_htm(0, 0, 1) : stop_btm(0, 0));
  finish(r);
}

/* ---- 31.8: vectors -------------------------------------------------------------------------- */

/* V-RPT-3, and not V-RPT-2, which sends the loop as repetitions of the jump to it. */
static void safe_form(void **state) {
  (void)state;
  struct run r;
  setup_repeat(&r, BTM);
  leave_debug(&r);
  slot(&r, 0x100, "2", 10);
  expect_bytes(&r, prog_sync(3, 0, 0x80), "\x24\x0D\x00\x0B", 4);
  slot(&r, 0x200, "11", 10);
  slot(&r, 0x200, "11", 10);
  slot(&r, 0x200, "1", 0);
  expect_bytes(&r, indirect(0, 2, 0x180), "\x10\x21\x00\x1B", 4);
  expect_bytes(&r, indirect(0, 2, 0), "\x10\x21\x03", 3);
  expect_none(&r); /* still counted */
  debug(&r, true);
  expect_bytes(&r, repeat(1), "\x78\x07", 2);
  expect_bytes(&r, stop_btm(0, 1), "\x84\x00\x07", 3);
  PROVES(&r, "NT:RPT-01", "NT:RPT-07", "NT:RPT-09", "NT:MSG-11");
  finish(&r);
}

static void six_occurrences(void **state) { /* V-RPT-1, RPT-01, RPT-04 */
  (void)state;
  for (int indirect_jump = 0; indirect_jump < 2; indirect_jump++) {
    struct run r;
    setup_repeat(&r, BTM);
    start(&r);
    loop(&r, indirect_jump ? 6 : 5, 6);
    expect(&r, indirect(0, 2, 0x180));
    expect(&r, indirect_jump ? indirect(0, 3, 0) : direct(3));
    expect_none(&r);
    slot(&r, 0x200, "1", 0);
    slot(&r, 0x202, "1", 10);
    slot(&r, 0x300, "1", 0);
    expect_bytes(&r, repeat(5), "\x78\x17", 2);
    expect(&r, indirect(0, 2, 0x80)); /* REF is 0x200 still (RPT-13) */
    debug(&r, true);
    expect(&r, stop_btm(0, 1));
    PROVES(&r, "NT:RPT-01", "NT:RPT-04", "NT:RPT-13", "NT:MSG-11");
    finish(&r);
  }
}

static void full_count(void **state) { /* V-RPT-1, RPT-06 */
  (void)state;
  struct run r;
  setup_repeat(&r, BTM);
  r.config.ts_en = true;
  slot(&r, 0x100, "2", 10);
  loop(&r, 5, BCNT_MAX); /* from 1001 on */
  expect(&r, at(prog_sync(5, 0, 0x80), 1000));
  expect(&r, at(indirect(0, 2, 0x180), 0));
  expect(&r, at(direct(3), 1));
  expect_none(&r);
  loop(&r, 5, 1); /* now it has been counted so often */
  loop(&r, 5, 3); /* of the same message */
  expect(&r, at(repeat(BCNT_MAX), BCNT_MAX));
  expect_none(&r);
  idle(&r);
  debug(&r, true);
  expect(&r, at(repeat(3), 3));
  expect(&r, at(stop_btm(0, 0), 2));
  PROVES(&r, "NT:RPT-06", "NT:RPT-01", "NT:TSP-11");
  finish(&r);

  setup_repeat(&r, BTM);
  start(&r);
  loop(&r, 5, 1 + BCNT_MAX);
  debug(&r, true);
  expect(&r, indirect(0, 2, 0x180));
  expect(&r, direct(3));
  expect_bytes(&r, repeat(BCNT_MAX), "\x78\xFC\xFC\xFF", 4);
  expect(&r, stop_btm(0, 0)); /* none of 0 between */
  PROVES(&r, "NT:RPT-06");
  finish(&r);
}

/* ---- What is not counted -------------------------------------------------------------------- */

static void off(void **state) { /* CTL-16, Q-10 */
  (void)state;
  for (int built = 0; built < 2; built++) {
    struct run r;
    setup_repeat(&r, BTM);
    r.oracle_only = false;
    r.params.repeat_branch = built;
    r.config.repeat_branch = !built;
    start(&r);
    loop(&r, 5, 3);
    expect(&r, indirect(0, 2, 0x180));
    for (int i = 0; i < 3; i++) expect(&r, direct(3));
    PROVES(&r, "NT:CTL-16");
    halt(&r);
  }
}

/* Of two places with the same XOR; and of one reached from elsewhere (RPT-02, RPT-09). */
static void other_targets(void **state) {
  (void)state;
  struct run r;
  setup_repeat(&r, BTM);
  start(&r);
  for (int i = 0; i < 3; i++) {
    slot(&r, 0x200, "2", 10);
    slot(&r, 0x300, "2", 10);
  }
  expect(&r, indirect(0, 2, 0x180));
  for (int i = 0; i < 5; i++) expect(&r, indirect(0, 2, 0x80));
  PROVES(&r, "NT:RPT-02", "NT:RPT-09");
  debug(&r, true);
  expect(&r, stop_btm(0, 2)); /* on the jump, whose target is not known */
  finish(&r);
}

static void other_counts(void **state) { /* RPT-02: I-CNT */
  (void)state;
  struct run r;
  setup_repeat(&r, BTM);
  start(&r);
  slot(&r, 0x200, "2", 5);
  slot(&r, 0x200, "21", 5);
  slot(&r, 0x200, "12", 5); /* other instructions, as many half-words */
  slot(&r, 0x200, "2", 5);
  expect(&r, indirect(0, 2, 0x180));
  expect(&r, direct(2));
  expect(&r, direct(3));
  expect(&r, repeat(1));
  expect(&r, direct(2));
  PROVES(&r, "NT:RPT-02");
  halt(&r);
}

static void other_kinds(void **state) { /* RPT-02: TCODE, B-TYPE */
  (void)state;
  struct run r;
  setup_repeat(&r, BTM);
  start(&r);
  loop(&r, 5, 1);
  loop(&r, 6, 2);
  loop(&r, 1, 1);
  loop(&r, 2, 2);
  loop(&r, 5, 1);
  expect(&r, indirect(0, 2, 0x180));
  expect(&r, direct(3));
  expect(&r, indirect(0, 3, 0));
  expect(&r, repeat(1));
  expect(&r, indirect(2, 3, 0));
  expect(&r, indirect(3, 3, 0));
  expect(&r, repeat(1));
  expect(&r, direct(3));
  PROVES(&r, "NT:RPT-02", "NT:RPT-04");
  halt(&r);
}

static void traps_in_a_row(void **state) { /* as V-SEQ-2: into the same handler, nothing retired */
  (void)state;
  struct run r;
  setup_repeat(&r, BTM);
  slot(&r, 0x100, "2", 1);
  for (int i = 0; i < 4; i++) slot(&r, 0x400, "", 1);
  slot(&r, 0x400, "1", 0);
  expect(&r, prog_sync(5, 0, 0x80));
  expect(&r, indirect(2, 2, 0x280));
  expect(&r, indirect(2, 0, 0));
  debug(&r, true);
  expect(&r, repeat(3));
  expect(&r, stop_btm(0, 1));
  PROVES(&r, "NT:RPT-01", "NT:RPT-04");
  finish(&r);
}

/* ---- HTM ------------------------------------------------------------------------------------ */

static void history(void **state) { /* RPT-05, RPT-13, RPT-02: HIST */
  (void)state;
  struct run r;
  setup_repeat(&r, HTM);
  start(&r);
  static const uint8_t branch[] = {5, 5, 5, 4, 5};
  for (size_t i = 0; i < sizeof branch; i++) {
    slot(&r, 0x200, "2", branch[i]);
    slot(&r, 0x204, "2", 6);
  }
  slot(&r, 0x200, "2", 0);
  expect(&r, indirect(0, 2, 0x180));
  expect(&r, hist(0, 4, 0, 0x3));
  expect(&r, repeat(2));
  expect(&r, hist(0, 4, 0, 0x2));
  expect(&r, hist(0, 4, 0, 0x3));
  expect_none(&r);
  debug(&r, true);
  expect(&r, stop_htm(0, 2, 0x1)); /* what was merged is not told again */
  PROVES(&r, "NT:RPT-05", "NT:RPT-02", "NT:RPT-13");
  finish(&r);
}

static void no_direct_branches(void **state) { /* RPT-05 */
  (void)state;
  struct run r;
  setup_repeat(&r, HTM);
  r.params.hist_width = 5;
  start(&r);
  loop(&r, 5, 9);
  expect(&r, indirect(0, 2, 0x180));
  expect(&r, hist_full(0x1F));
  expect(&r, hist_full(0x1F));
  expect_none(&r);
  debug(&r, true);
  expect(&r, stop_htm(0, 27, 0x3));
  PROVES(&r, "NT:RPT-05", "NT:RSF-06");
  finish(&r);
}

static void history_forms(void **state) { /* D-08, RPT-02: the same but for its form */
  (void)state;
  for (int plain = 0; plain < 2; plain++) {
    struct run r;
    setup_repeat(&r, HTM);
    r.params.plain_hist = plain;
    start(&r);
    loop(&r, 6, 4);
    slot(&r, 0x200, "1", 4);
    slot(&r, 0x202, "2", 6);
    expect(&r, plain ? indirect(0, 2, 0x180) : hist(0, 2, 0x180, 1));
    expect(&r, plain ? indirect(0, 3, 0) : hist(0, 3, 0, 1));
    expect_none(&r);
    slot(&r, 0x200, "2", 0);
    expect(&r, repeat(3));
    expect(&r, hist(0, 3, 0, 0x2));
    debug(&r, true);
    expect(&r, stop_htm(0, 2, 0x1));
    PROVES(&r, "NT:RPT-05", "NT:RPT-02");
    finish(&r);
  }
}

/* ---- Life ----------------------------------------------------------------------------------- */

static void forgotten_when_inactive(void **state) { /* D-20 */
  (void)state;
  struct run r;
  setup_repeat(&r, BTM);
  start(&r);
  loop(&r, 5, 3);
  expect(&r, indirect(0, 2, 0x180));
  expect(&r, direct(3));
  r.config.active = false;
  idle(&r);
  expect_none(&r);
  r.config.active = true;
  slot(&r, 0x200, "12", 5);
  expect(&r, prog_sync(5, 0, 0x100));
  expect(&r, direct(3));
  halt(&r);
}

/* RPT-11 as the encoder has it: each call and each return works on the stack. */
static void calls_are_pushed(void **state) {
  (void)state;
  for (int jumps = 0; jumps < 2; jumps++) { /* a direct call, as a taken branch (AJM-03) */
    struct run r;
    setup_repeat(&r, BTM);
    r.params.all_jumps = r.config.all_jumps = true;
    r.oracle_only = !(ENCODER_REPEAT_BRANCH && ENCODER_ALL_JUMPS);
    r.config.ir_en = true;
    r.config.ir_mode = 3;
    start(&r);
    loop(&r, jumps ? 9 : 8, 4);
    expect(&r, indirect(0, 2, 0x180));
    expect(&r, jumps ? direct(3) : indirect(0, 3, 0));
    expect_none(&r);
    slot(&r, 0x200, "1", 13);
    for (int i = 0; i < 3; i++) slot(&r, 0x206, "1", 13);
    slot(&r, 0x206, "1", 0);
    expect_none(&r);
    slot(&r, 0x208, "1", 13); /* the stack is empty now */
    slot(&r, 0x206, "1", 0);
    expect(&r, repeat(3));
    expect(&r, indirect(0, 6, 0x03));
    debug(&r, true);
    expect(&r, stop_btm(0, 1));
    PROVES(&r, "NT:RPT-13", "NT:IRT-06", "NT:AJM-03");
    finish(&r);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(safe_form),        cmocka_unit_test(six_occurrences),
      cmocka_unit_test(full_count),       cmocka_unit_test(off),
      cmocka_unit_test(other_targets),    cmocka_unit_test(other_counts),
      cmocka_unit_test(other_kinds),      cmocka_unit_test(traps_in_a_row),
      cmocka_unit_test(history),          cmocka_unit_test(no_direct_branches),
      cmocka_unit_test(history_forms),    cmocka_unit_test(forgotten_when_inactive),
      cmocka_unit_test(calls_are_pushed),
  };
  return cmocka_run_group_tests_name("oracle repeat", tests, NULL, NULL);
}
