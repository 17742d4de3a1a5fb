/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */

/* The oracle with all jumps: direct jumps as taken branches (AJM-01..07, Q-17). */

#include "oracle_run.h"

enum { NOTIFY = 4 }; /* of slot 0 */

static const uint8_t direct_jumps[] = {9, 11, 15};

/* Instructions at 0x100 before a jump, from the start on: 3 half-words, one branch not taken. */
static void start(struct run *r) {
  slot(r, 0x100, "2", 4);
  slot(r, 0x104, "1", 0);
  expect(r, prog_sync(5, 0, 0x80));
  expect_none(r);
}

static void halt(struct run *r, uint64_t icnt, uint64_t h) {
  debug(r, true);
  expect(r, r->config.mode == HTM ? stop_htm(0, icnt, h) : stop_btm(0, icnt));
  finish(r);
}

/* ---- A jump --------------------------------------------------------------------------------- */

static void a_message_each_in_btm(void **state) { /* AJM-02 */
  (void)state;
  for (size_t i = 0; i < sizeof direct_jumps; i++) {
    struct run r;
    setup_all_jumps(&r, BTM);
    start(&r);
    slot(&r, 0x106, "2", direct_jumps[i]);
    expect(&r, direct(5));
    slot(&r, 0x400, "12", direct_jumps[i]); /* twice in a row (SEQ-10) */
    expect(&r, direct(3));
    slot(&r, 0x500, "1", direct_jumps[i]);
    expect(&r, direct(1));
    slot(&r, 0x600, "1", 6); /* REF has not moved (ADR-05) */
    slot(&r, 0x700, "1", 0);
    expect(&r, indirect(0, 1, 0x300));
    PROVES(&r, "NT:AJM-02", "NT:AJM-03", "NT:ITY-21");
    halt(&r, 1, 0);
  }
}

static void an_outcome_each_in_htm(void **state) { /* AJM-02 */
  (void)state;
  for (size_t i = 0; i < sizeof direct_jumps; i++) {
    struct run r;
    setup_all_jumps(&r, HTM);
    start(&r);
    slot(&r, 0x106, "2", direct_jumps[i]);
    slot(&r, 0x400, "2", 4);
    slot(&r, 0x404, "2", direct_jumps[i]);
    expect_none(&r);
    PROVES(&r, "NT:AJM-02", "NT:AJM-03", "NT:ITY-21");
    halt(&r, 9, 0x15); /* 0 1 0 1 */
  }
}

static void a_jump_reported_as_a_branch(void **state) { /* AJM-01: the hart does it */
  (void)state;
  for (int htm = 0; htm < 2; htm++) {
    for (uint8_t width = 3; width <= 4; width++) {
      struct run r;
      setup_all_jumps(&r, htm ? HTM : BTM);
      r.params.itype_width = width;
      if (width == 3) r.params.stack_depth = 0;
      start(&r);
      slot(&r, 0x106, "2", 5);
      if (!htm) expect(&r, direct(5));
      PROVES(&r, "NT:AJM-01", "NT:AJM-02");
      halt(&r, htm ? 5 : 0, 0x5);
    }
  }
}

static void nothing_without_the_setting(void **state) { /* ITY-09, ITY-11, ITY-15 */
  (void)state;
  for (int built = 0; built < 2; built++) { /* a build without it does not read the setting */
    for (int htm = 0; htm < 2; htm++) {
      for (size_t i = 0; i < sizeof direct_jumps; i++) {
        struct run r;
        setup_all_jumps(&r, htm ? HTM : BTM);
        r.oracle_only = false;
        r.params.all_jumps = built;
        r.config.all_jumps = !built;
        start(&r);
        slot(&r, 0x106, "2", direct_jumps[i]);
        slot(&r, 0x400, "1", 0);
        PROVES(&r, "NT:ITY-09", "NT:ITY-11", "NT:ITY-15");
        halt(&r, 6, 0x2);
      }
    }
  }
}

/* No other itype becomes one. */
static void nothing_else_is_a_jump(void **state) {
  (void)state;
  static const uint8_t straight[] = {0, 4, 7};
  for (size_t i = 0; i < sizeof straight; i++) {
    struct run r;
    setup_all_jumps(&r, BTM);
    start(&r);
    slot(&r, 0x106, "2", straight[i]);
    expect_none(&r);
    halt(&r, 5, 0);
  }
}

/* ---- Calls ---------------------------------------------------------------------------------- */

static void a_call_is_pushed(void **state) { /* AJM-03, Q-17 */
  (void)state;
  for (int htm = 0; htm < 2; htm++) {
    struct run r;
    setup_all_jumps(&r, htm ? HTM : BTM);
    start(&r);
    slot(&r, 0x106, "2", 9);
    if (!htm) expect(&r, direct(5));
    slot(&r, 0x400, "2", 9); /* nested */
    if (!htm) expect(&r, direct(2));
    slot(&r, 0x500, "1", 13);
    slot(&r, 0x404, "1", 13);
    slot(&r, 0x10A, "1", 0);
    expect_none(&r);
    PROVES(&r, "NT:AJM-03", "NT:IRT-06", "NT:IRT-04");
    halt(&r, htm ? 10 : 3, 0xB); /* 0 1 1 */
  }
}

/* As 5 a call is none; 11 and 15 are none either (IRT-07): the return is explicit. */
static void what_is_not_a_call_is_not_pushed(void **state) {
  (void)state;
  static const uint8_t itypes[] = {5, 11, 15};
  for (int htm = 0; htm < 2; htm++) {
    for (size_t i = 0; i < sizeof itypes; i++) {
      struct run r;
      setup_all_jumps(&r, htm ? HTM : BTM);
      start(&r);
      slot(&r, 0x106, "2", itypes[i]);
      if (!htm) expect(&r, direct(5));
      slot(&r, 0x400, "1", 13);
      slot(&r, 0x10A, "1", 0);
      expect(&r, htm ? hist(0, 6, 0x05, 0x5) : indirect(0, 1, 0x05));
      PROVES(&r, "NT:AJM-03", "NT:IRT-07");
      halt(&r, 1, 0x1);
    }
  }
}

static void no_push_without_implicit_return(void **state) { /* ITY-20 */
  (void)state;
  struct run r;
  setup_all_jumps(&r, BTM);
  r.config.ir_en = false;
  start(&r);
  slot(&r, 0x106, "2", 9);
  expect(&r, direct(5));
  slot(&r, 0x400, "1", 13);
  slot(&r, 0x10A, "1", 0);
  expect(&r, indirect(0, 1, 0x05));
  PROVES(&r, "NT:ITY-20");
  halt(&r, 1, 0);
}

/* ---- Syncs and full counters ---------------------------------------------------------------- */

/* D-07, D-16, IRT-10: the call is in the sync's I-CNT, so it is gone. */
static void upgraded_by_a_sync(void **state) {
  (void)state;
  for (int plain = 0; plain < 2; plain++) { /* D-09 */
    struct run r;
    setup_all_jumps(&r, BTM);
    r.config.plain_sync = plain;
    start(&r);
    r.trigger = NOTIFY;
    slot(&r, 0x106, "2", 9);
    if (plain) expect(&r, direct(5));
    expect_none(&r);
    slot(&r, 0x400, "1", 13);
    expect(&r, plain ? prog_sync(6, 0, 0x200) : direct_sync(6, 5, 0x200));
    slot(&r, 0x10A, "1", 0);
    expect(&r, indirect(0, 1, 0x285));
    PROVES(&r, "NT:AJM-02", "NT:IRT-10", "NT:MSG-06");
    halt(&r, 1, 0);
  }
}

static void linear_sync_in_htm(void **state) { /* D-06, Q-04 */
  (void)state;
  struct run r;
  setup_all_jumps(&r, HTM);
  start(&r);
  r.trigger = NOTIFY;
  slot(&r, 0x106, "2", 11);
  slot(&r, 0x400, "1", 0);
  expect(&r, hist_sync(6, 0, 5, 0x200, 0x5));
  PROVES(&r, "NT:AJM-02", "NT:SYN-32");
  halt(&r, 1, 0x1);
}

static void plain_at_a_stop(void **state) { /* D-21, COR-11 */
  (void)state;
  struct run r;
  setup_all_jumps(&r, BTM);
  start(&r);
  r.trigger = NOTIFY;
  slot(&r, 0x106, "2", 15);
  expect_none(&r);
  debug(&r, true);
  expect(&r, direct(5));
  expect(&r, stop_btm(0, 0));
  PROVES(&r, "NT:AJM-02", "NT:COR-11");
  finish(&r);
}

static void full_counters(void **state) { /* D-11, D-12 */
  (void)state;
  struct run r;
  setup_all_jumps(&r, BTM);
  narrow_icnt(&r); /* full at 128 */
  slot(&r, 0x100, "44444444444444444444444444444441", 0);
  expect(&r, prog_sync(5, 0, 0x80));
  slot(&r, 0x1FA, "3", 11);
  expect(&r, direct(128)); /* which carries the count */
  PROVES(&r, "NT:AJM-02", "NT:ICNT-07");
  halt(&r, 0, 0);

  setup_all_jumps(&r, HTM);
  narrow_icnt(&r);
  r.params.hist_width = 3;
  slot(&r, 0x100, "44444444444444444444444444444441", 11);
  expect(&r, prog_sync(5, 0, 0x80));
  slot(&r, 0x400, "3", 15);
  expect(&r, icnt_full(128));
  expect(&r, hist_full(0x7));
  PROVES(&r, "NT:AJM-02", "NT:HIST-05", "NT:ICNT-07");
  halt(&r, 0, 0x1);
}

/* ---- Sequential jumps ----------------------------------------------------------------------- */

static void sequential_jumps_are_indirect(void **state) { /* AJM-06 */
  (void)state;
  static const uint8_t itypes[] = {6, 8, 10, 12, 14};
  for (int htm = 0; htm < 2; htm++) {
    for (size_t i = 0; i < sizeof itypes; i++) {
      struct run r;
      setup_all_jumps(&r, htm ? HTM : BTM);
      r.config.seq_en = true;
      start(&r);
      r.sijump = true;
      slot(&r, 0x106, "22", itypes[i]);
      slot(&r, 0x400, "1", 0);
      expect(&r, htm ? hist(0, 7, 0x280, 0x2) : indirect(0, 7, 0x280));
      PROVES(&r, "NT:AJM-06");
      halt(&r, 1, 0x1);
    }
  }
}

static void a_sequential_swap_compares(void **state) { /* AJM-06: as without sijump, D-17 */
  (void)state;
  struct run r;
  setup_all_jumps(&r, BTM);
  r.config.seq_en = true;
  start(&r);
  slot(&r, 0x106, "2", 9);
  expect(&r, direct(5));
  r.sijump = true;
  slot(&r, 0x400, "22", 12);
  slot(&r, 0x10A, "1", 13); /* where the call returns to: no message; and back again */
  slot(&r, 0x408, "1", 0);
  expect_none(&r);
  PROVES(&r, "NT:AJM-06", "NT:ITY-12");
  halt(&r, 6, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_message_each_in_btm),
      cmocka_unit_test(an_outcome_each_in_htm),
      cmocka_unit_test(a_jump_reported_as_a_branch),
      cmocka_unit_test(nothing_without_the_setting),
      cmocka_unit_test(nothing_else_is_a_jump),
      cmocka_unit_test(a_call_is_pushed),
      cmocka_unit_test(what_is_not_a_call_is_not_pushed),
      cmocka_unit_test(no_push_without_implicit_return),
      cmocka_unit_test(upgraded_by_a_sync),
      cmocka_unit_test(linear_sync_in_htm),
      cmocka_unit_test(plain_at_a_stop),
      cmocka_unit_test(full_counters),
      cmocka_unit_test(sequential_jumps_are_indirect),
      cmocka_unit_test(a_sequential_swap_compares),
  };
  return cmocka_run_group_tests_name("oracle all jumps", tests, NULL, NULL);
}
