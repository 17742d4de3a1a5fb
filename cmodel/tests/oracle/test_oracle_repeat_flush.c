/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */

/* The oracle's RepeatBranch before other messages, its time, and what it does to periods. */

#include "oracle_run.h"

enum { NOTIFY = 4 }; /* of slot 0 */

/* A block of 3 half-words at 0x200 that ends so and goes back to itself, `times` times. */
static void loop(struct run *r, uint8_t itype, unsigned times) {
  for (unsigned i = 0; i < times; i++) slot(r, 0x200, "12", itype);
}

/* The start and a block before the loop, which goes on to it. */
static void start(struct run *r) {
  slot(r, 0x100, "2", 10);
  slot(r, 0x200, "12", 5);
  expect(r, prog_sync(5, 0, 0x80));
  expect(r, indirect(0, 2, 0x180));
  expect(r, direct(3));
}

/* ---- Syncs (RPT-03, RPT-07) ----------------------------------------------------------------- */

static void a_linear_sync(void **state) {
  (void)state;
  struct run r;
  setup_repeat(&r, BTM);
  start(&r);
  loop(&r, 5, 2);
  r.expired = true;
  loop(&r, 5, 1);
  expect(&r, repeat(2));
  expect(&r, prog_sync(2, 0, 0x100));
  expect(&r, direct(3)); /* in full again */
  loop(&r, 5, 2);
  debug(&r, true);
  expect(&r, repeat(2));
  expect(&r, stop_btm(0, 0));
  PROVES(&r, "NT:RPT-03", "NT:RPT-07");
  finish(&r);
}

static void a_branch_that_becomes_a_sync(void **state) {
  (void)state;
  struct run r;
  setup_repeat(&r, BTM);
  start(&r);
  loop(&r, 5, 2);
  r.trigger = NOTIFY;
  loop(&r, 5, 1);
  expect_none(&r);
  loop(&r, 5, 3);
  expect(&r, repeat(2));
  expect(&r, direct_sync(6, 3, 0x100));
  expect(&r, direct(3));
  debug(&r, true);
  expect(&r, repeat(2));
  expect(&r, stop_btm(0, 0));
  PROVES(&r, "NT:RPT-03", "NT:RPT-07");
  finish(&r);
}

static void a_jump_that_becomes_a_sync(void **state) {
  (void)state;
  for (int plain = 0; plain < 2; plain++) { /* D-09: the plain message is counted, too */
    struct run r;
    setup_repeat(&r, BTM);
    r.config.plain_sync = plain;
    start(&r);
    loop(&r, 6, 3);
    r.trigger = NOTIFY;
    loop(&r, 6, 1);
    expect(&r, indirect(0, 3, 0));
    expect_none(&r);
    loop(&r, 6, 3);
    if (plain) {
      expect(&r, repeat(3));
      expect(&r, prog_sync(6, 0, 0x100));
    } else {
      expect(&r, repeat(2));
      expect(&r, indirect_sync(6, 0, 3, 0x100));
    }
    expect(&r, indirect(0, 3, 0));
    debug(&r, true);
    expect(&r, repeat(1));
    expect(&r, stop_btm(0, 3));
    PROVES(&r, "NT:RPT-03", "NT:RPT-07");
    finish(&r);
  }
}

/* ---- What else stands between (RPT-07) ------------------------------------------------------ */

static void a_full_icnt(void **state) {
  (void)state;
  struct run r;
  setup_repeat(&r, BTM);
  narrow_icnt(&r); /* full at 128 */
  start(&r);
  loop(&r, 5, 2);
  slot(&r, 0x200, "4444444444444444", 0);
  slot(&r, 0x280, "4444444444444444", 0);
  slot(&r, 0x300, "12", 5);
  expect(&r, repeat(2));
  expect(&r, icnt_full(128));
  expect(&r, direct(3)); /* ResourceFull stands between */
  debug(&r, true);
  expect(&r, stop_btm(0, 0));
  PROVES(&r, "NT:RPT-07", "NT:RSF-06");
  finish(&r);
}

static void a_full_hist(void **state) {
  (void)state;
  struct run r;
  setup_repeat(&r, HTM);
  r.params.hist_width = 3;
  slot(&r, 0x100, "2", 10);
  loop(&r, 6, 3);
  slot(&r, 0x200, "1", 4);
  slot(&r, 0x202, "1", 4);
  expect(&r, prog_sync(5, 0, 0x80));
  expect(&r, indirect(0, 2, 0x180));
  expect(&r, indirect(0, 3, 0));
  expect(&r, repeat(2));
  expect(&r, hist_full(0x4));
  slot(&r, 0x204, "1", 6);
  slot(&r, 0x200, "2", 0);
  expect(&r, indirect(0, 3, 0)); /* the same, but for what stands between */
  debug(&r, true);
  expect(&r, stop_htm(0, 2, 0x1));
  PROVES(&r, "NT:RPT-07", "NT:RSF-06");
  finish(&r);
}

static void an_ownership(void **state) { /* OWN-11 */
  (void)state;
  struct run r;
  setup_repeat(&r, BTM);
  r.params.context = 2;
  r.params.context_width = 8;
  r.config.context_en = true;
  slot(&r, 0x200, "12", 5);
  loop(&r, 5, 2);
  expect(&r, prog_sync(5, 0, 0x100));
  expect(&r, owner(0xE));
  expect(&r, direct(3));
  expect_none(&r);
  r.context = 1;
  r.ctype = 1;
  loop(&r, 5, 3);
  expect(&r, repeat(2));
  expect(&r, owner(1u << 5 | 0xE));
  expect(&r, direct(3));
  debug(&r, true);
  expect(&r, repeat(2));
  expect(&r, stop_btm(0, 0));
  PROVES(&r, "NT:OWN-11", "NT:RPT-07");
  finish(&r);
}

static void an_error(void **state) { /* what is counted is told, and not lost */
  (void)state;
  for (int behind = 0; behind < 2; behind++) { /* refused; lost at a sink (D-33) */
    struct run r;
    setup_repeat(&r, BTM);
    r.config.ts_en = true;
    slot(&r, 0x200, "12", 5); /* at 1000 */
    loop(&r, 5, 3);
    r.lost = behind;
    slot(&r, 0x200, "11", 0); /* at 1004 */
    expect(&r, at(prog_sync(5, 0, 0x100), 1000));
    expect(&r, at(direct(3), 0));
    r.overflow = !behind;
    loop(&r, 5, 2);
    overflow_end(&r);
    assert_int_equal(oracle_lost(r.oracle), 2);
    expect(&r, at(repeat(3), 3));
    expect(&r, at(error(), 2));
    loop(&r, 5, 3);
    expect(&r, at(prog_sync(7, 0, 0x100), 1008));
    expect(&r, at(direct(3), 0));
    debug(&r, true);
    expect(&r, at(repeat(2), 2));
    expect(&r, at(stop_btm(0, 0), 1));
    PROVES(&r, "NT:RPT-07", "NT:RPT-03", "NT:TSP-11");
    finish(&r);
  }
}

static void a_stop(void **state) { /* before it, what the stop tells first */
  (void)state;
  struct run r;
  setup_repeat(&r, BTM);
  r.config.ts_en = true;
  slot(&r, 0x100, "2", 10); /* at 1000 */
  loop(&r, 6, 3);
  r.config.tracing = false;
  slot(&r, 0x200, "1", 0); /* at 1004: it resolves the third jump (D-03) */
  expect(&r, at(prog_sync(5, 0, 0x80), 1000));
  expect(&r, at(indirect(0, 2, 0x180), 0));
  expect(&r, at(indirect(0, 3, 0), 1));
  expect(&r, at(repeat(2), 2)); /* of the jump at 1003 (TSP-06) */
  expect(&r, at(stop_btm(4, 0), 1));
  PROVES(&r, "NT:RPT-07", "NT:TSP-11", "NT:TSP-06");
  finish(&r);
}

/* ---- Time and periods ----------------------------------------------------------------------- */

static void time_of_the_last_event(void **state) { /* TSP-11 */
  (void)state;
  struct run r;
  setup_repeat(&r, BTM);
  r.config.ts_en = true;
  slot(&r, 0x200, "12", 5); /* at 1000 */
  idle(&r);
  idle(&r);
  loop(&r, 5, 1); /* at 1003 */
  idle(&r);
  loop(&r, 5, 1); /* at 1005 */
  slot(&r, 0x200, "1", 0);
  idle(&r);
  expect(&r, at(prog_sync(5, 0, 0x100), 1000));
  expect(&r, at(direct(3), 0));
  expect_none(&r);
  slot(&r, 0x202, "1", 5); /* at 1008 */
  expect(&r, at(repeat(2), 5));
  expect(&r, at(direct(2), 3));
  debug(&r, true);
  expect(&r, at(stop_btm(0, 0), 1));
  PROVES(&r, "NT:TSP-11", "NT:TSP-08");
  finish(&r);
}

/* The time of an Ownership is that of the message before it, sent or counted (TSP-08). */
static void ownership_behind_a_counted_trap(void **state) {
  (void)state;
  struct run r;
  setup_repeat(&r, BTM);
  r.params.context = 2;
  r.params.context_width = 8;
  r.config.context_en = true;
  r.config.ts_en = true;
  slot(&r, 0x100, "2", 1); /* at 1000 */
  slot(&r, 0x400, "", 1);
  slot(&r, 0x400, "", 1);
  slot(&r, 0x400, "", 1); /* at 1003 */
  idle(&r);
  expect(&r, at(prog_sync(5, 0, 0x80), 1000));
  expect(&r, at(owner(0xE), 0));
  expect(&r, at(indirect(2, 2, 0x280), 0));
  expect(&r, at(indirect(2, 0, 0), 1));
  expect_none(&r);
  r.ctype = 1;
  slot(&r, 0x400, "1", 0); /* at 1005 */
  expect(&r, at(repeat(2), 2));
  expect(&r, at(owner(0xE), 0));
  debug(&r, true);
  expect(&r, at(stop_btm(0, 1), 3));
  PROVES(&r, "NT:TSP-11", "NT:TSP-08", "NT:OWN-11");
  finish(&r);
}

static void no_time_before_a_sync(void **state) { /* TCI:TS-16, TSP-10 */
  (void)state;
  struct run r;
  setup_repeat(&r, BTM);
  start(&r);
  loop(&r, 5, 2);
  r.config.ts_en = true;
  slot(&r, 0x200, "1", 5);
  expect(&r, repeat(2));
  expect(&r, direct(1));
  debug(&r, true);
  expect(&r, stop_btm(0, 0));
  PROVES(&r, "NT:TSP-10");
  finish(&r);
}

/* Sync mode 1 counts what is counted as if it were sent, and RepeatBranch not at all (D-05). */
static void a_period_of_messages(void **state) {
  (void)state;
  struct run r;
  setup_repeat(&r, BTM);
  r.config.sync_mode = 1;
  r.config.sync_max = 0; /* 16 */
  slot(&r, 0x200, "12", 5);
  expect(&r, prog_sync(5, 0, 0x100));
  expect(&r, direct(3));
  loop(&r, 5, 15);
  expect_none(&r);
  loop(&r, 5, 9);
  expect(&r, repeat(15));
  expect(&r, prog_sync(2, 0, 0x100));
  expect(&r, direct(3));
  expect_none(&r);
  slot(&r, 0x200, "2", 5); /* the tenth */
  expect(&r, repeat(8));
  expect(&r, direct(2));
  loop(&r, 5, 6); /* the 16th is the last of them */
  expect(&r, direct(3));
  expect_none(&r);
  slot(&r, 0x200, "1", 0);
  expect(&r, repeat(5));
  expect(&r, prog_sync(2, 0, 0x100));
  debug(&r, true);
  expect(&r, stop_btm(0, 1));
  PROVES(&r, "NT:RPT-03", "NT:RPT-07");
  finish(&r);
}

static void source(void **state) { /* SRC-02 */
  (void)state;
  struct run r;
  setup_repeat(&r, BTM);
  r.config.src_bits = 4;
  r.config.src_id = 9;
  slot(&r, 0x200, "12", 5);
  loop(&r, 5, 1);
  debug(&r, true);
  expect(&r, from(prog_sync(5, 0, 0x100), 9));
  expect(&r, from(direct(3), 9));
  expect(&r, from(repeat(1), 9));
  expect(&r, from(stop_btm(0, 0), 9));
  PROVES(&r, "NT:SRC-02");
  finish(&r);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_linear_sync),
      cmocka_unit_test(a_branch_that_becomes_a_sync),
      cmocka_unit_test(a_jump_that_becomes_a_sync),
      cmocka_unit_test(a_full_icnt),
      cmocka_unit_test(a_full_hist),
      cmocka_unit_test(an_ownership),
      cmocka_unit_test(an_error),
      cmocka_unit_test(a_stop),
      cmocka_unit_test(time_of_the_last_event),
      cmocka_unit_test(ownership_behind_a_counted_trap),
      cmocka_unit_test(no_time_before_a_sync),
      cmocka_unit_test(a_period_of_messages),
      cmocka_unit_test(source),
  };
  return cmocka_run_group_tests_name("oracle repeat flush", tests, NULL, NULL);
}
