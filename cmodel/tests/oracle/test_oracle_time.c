/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "oracle_run.h"

/* ---- Times --------------------------------------------------------------------------------- */

/* The oracle where the base of time changes under trace (TCI:TS-16, D-40). */

enum { M = 0xC, S = 0x4 }; /* PROCESS */

static void setup_time(struct run *r, uint8_t mode) {
  setup(r, mode);
  r->params.iaddr_on_int = false;
  r->config.ts_en = true;
}

/* The next clock is the first in a base in which it is `time`. */
static void new_base(struct run *r, uint64_t time) {
  r->config.time_new = true;
  r->time = time - 1;
}

/* The first block after the change has a sync before it, whatever the sync mode, whether or not
 * the clock of the change has a slot. */
static void asks_for_a_sync(void **state) {
  (void)state;
  for (int with_slot = 0; with_slot < 2; with_slot++) {
    struct run r;
    setup_time(&r, BTM);
    slot(&r, 0x200, "1", 5); /* at 1000 */
    slot(&r, 0x200, "1", 5);
    expect(&r, at(prog_sync(5, 0, 0x100), 1000));
    expect(&r, at(direct(1), 0));
    expect(&r, at(direct(1), 1));
    new_base(&r, 7);
    if (with_slot) {
      slot(&r, 0x200, "1", 5);
    } else {
      idle(&r);
    }
    r.config.time_new = false;
    if (!with_slot) slot(&r, 0x200, "1", 5);
    slot(&r, 0x200, "12", 5);
    expect(&r, at(prog_sync(2, 0, 0x100), with_slot ? 7 : 8));
    expect(&r, at(direct(1), 0));
    expect(&r, at(direct(3), 1));
    PROVES(&r, "TCI:TS-16");
    PROVES(&r, "TCI:TS-22");
    finish(&r);
  }
}

/* A block without an address, here an interrupt alone, has no sync: one more message has no time.
 */
static void until_the_next_address(void **state) {
  (void)state;
  struct run r;
  setup_time(&r, BTM);
  slot(&r, 0x200, "1", 0); /* at 1000 */
  new_base(&r, 20);
  interrupt_unknown(&r);
  r.config.time_new = false;
  slot(&r, 0x300, "1", 5); /* at 21 */
  expect(&r, at(prog_sync(5, 0, 0x100), 1000));
  expect(&r, at(indirect_sync(2, 3, 1, 0x180), 20));
  expect(&r, at(direct(1), 1));
  PROVES(&r, "TCI:TS-22");
  finish(&r);
}

/* A transfer, or a taken branch of BTM, whose sync is to have a time of the new base. */
static void what_waits_over_the_change(void **state) {
  (void)state;
  for (int kind = 0; kind < 3; kind++) {
    struct run r;
    setup_time(&r, BTM);
    slot(&r, 0x200, "1", 0); /* at 1000 */
    expect(&r, at(prog_sync(5, 0, 0x100), 1000));
    r.trigger = 4; /* notify: a sync waits for the next address */
    slot(&r, 0x202, "1", kind == 0 ? 5 : 10);
    new_base(&r, 5);
    idle(&r); /* at 5 */
    r.config.time_new = false;
    if (kind == 2) r.config.plain_sync = true;
    slot(&r, 0x300, "1", 5); /* at 6 */
    if (kind == 0) expect(&r, at(direct_sync(6, 2, 0x180), 6));
    if (kind == 1) expect(&r, at(indirect_sync(6, 0, 2, 0x180), 6));
    if (kind == 2) expect(&r, indirect(0, 2, 0x80));
    if (kind == 2) expect(&r, at(prog_sync(6, 0, 0x180), 6));
    expect(&r, at(direct(1), 0));
    PROVES(&r, "TCI:TS-16");
    finish(&r);
  }
}

/* Correlation and the Error of an overflow have no time; the sync behind them has. */
static void at_a_stop_and_in_an_overflow(void **state) {
  (void)state;
  for (int in_overflow = 0; in_overflow < 2; in_overflow++) {
    struct run r;
    setup_time(&r, HTM);
    slot(&r, 0x200, "1", 4); /* at 1000 */
    expect(&r, at(prog_sync(5, 0, 0x100), 1000));
    if (in_overflow) {
      r.overflow = true;
      slot(&r, 0x202, "1", 0);
    }
    new_base(&r, 900);
    idle(&r);
    r.config.time_new = false;
    if (in_overflow) {
      overflow_end(&r);
      expect(&r, error());
    } else {
      debug(&r, true);
      expect(&r, stop_htm(0, 1, 2));
      debug(&r, false);
    }
    slot(&r, 0x400, "1", 0); /* at 902 */
    expect(&r, at(prog_sync(in_overflow ? 7 : 3, 0, 0x200), 902));
    PROVES(&r, "TCI:TS-16");
    finish(&r);
  }
}

/* Repetitions counted on both sides of the change, and the Ownership of a sync behind it. */
static void repetitions_and_ownership(void **state) {
  (void)state;
  struct run r;
  setup_repeat(&r, BTM);
  r.params.context = 1;
  r.config.context_en = true;
  r.config.ts_en = true;
  slot(&r, 0x200, "1", 5); /* at 1000 */
  slot(&r, 0x200, "1", 5);
  new_base(&r, 3);
  slot(&r, 0x200, "1", 5);
  r.config.time_new = false;
  slot(&r, 0x200, "1", 5); /* at 4 */
  slot(&r, 0x200, "1", 5);
  slot(&r, 0x200, "12", 5);
  expect(&r, at(prog_sync(5, 0, 0x100), 1000));
  expect(&r, at(owner(M), 0));
  expect(&r, at(direct(1), 0));
  expect(&r, repeat(1));
  expect(&r, at(prog_sync(2, 0, 0x100), 3));
  expect(&r, at(owner(M), 0));
  expect(&r, at(direct(1), 0));
  expect(&r, at(repeat(2), 2));
  expect(&r, at(direct(3), 1));
  PROVES(&r, "TCI:TS-16");
  finish(&r);
}

/* ---- Times that are left out --------------------------------------------------------------- */

/* The oracle where messages of some kinds have no TSTAMP (TCI:TS-18). */

/* Bits of ts_suppress; and what none of them is for. */
enum { BRANCH = 1, FULL_OR_REPEAT = 2, OWNERSHIP = 4, STOP_OR_ERROR = 8, SYNC = 0, ALL = 15 };

static void setup_suppress(struct run *r, uint8_t mode, uint8_t suppress) {
  setup_repeat(r, mode);
  narrow_icnt(r); /* full at 128 */
  r->params.context = 1;
  r->config.context_en = true;
  r->config.ts_en = true;
  r->config.ts_suppress = suppress;
  r->oracle_only = !(ENCODER_TS_SUPPRESS && ENCODER_REPEAT_BRANCH);
}

/* `want`, of that kind and time; `*base` is the time sent last. */
static void timed(struct run *r, uint64_t *base, msg want, uint8_t kind, uint64_t time) {
  if ((r->config.ts_suppress & kind) != 0) {
    expect(r, want);
  } else {
    expect(r, at(want, kind == SYNC ? time : time - *base));
    *base = time;
  }
}

static void each_kind(void **state) {
  (void)state;
  for (uint8_t suppress = 0; suppress <= ALL; suppress++) {
    struct run r;
    uint64_t base = 0;
    setup_suppress(&r, BTM, suppress);
    for (int i = 0; i < 3; i++) slot(&r, 0x200, "12", 5); /* from 1000 on */
    slot(&r, 0x200, "4444444444444444", 0);
    slot(&r, 0x280, "4444444444444444", 0);
    r.priv = RVT_PRIV_S;
    slot(&r, 0x300, "1", 10); /* at 1005 */
    slot(&r, 0x400, "1", 0);
    r.overflow = true;
    slot(&r, 0x402, "1", 0); /* at 1007 */
    overflow_end(&r);
    r.expired = true;
    slot(&r, 0x500, "1", 0); /* at 1009 */
    debug(&r, true);
    timed(&r, &base, prog_sync(5, 0, 0x100), SYNC, 1000);
    timed(&r, &base, owner(M), OWNERSHIP, 1000);
    timed(&r, &base, direct(3), BRANCH, 1000);
    timed(&r, &base, repeat(2), FULL_OR_REPEAT, 1002);
    timed(&r, &base, icnt_full(128), FULL_OR_REPEAT, 1004);
    timed(&r, &base, owner(S), OWNERSHIP, 1005);
    timed(&r, &base, indirect(0, 1, 0x300), BRANCH, 1005);
    timed(&r, &base, error(), STOP_OR_ERROR, 1007);
    timed(&r, &base, prog_sync(7, 0, 0x280), SYNC, 1009);
    timed(&r, &base, owner(S), OWNERSHIP, 1009);
    timed(&r, &base, stop_btm(0, 1), STOP_OR_ERROR, 1010);
    PROVES(&r, "TCI:TS-18", "NT:TSP-02", "NT:TSP-03");
    finish(&r);
  }
}

static void each_kind_in_htm(void **state) {
  (void)state;
  for (uint8_t suppress = 0; suppress <= ALL; suppress++) {
    struct run r;
    uint64_t base = 0;
    setup_suppress(&r, HTM, suppress);
    r.params.hist_width = 3;
    slot(&r, 0x200, "1", 5); /* at 1000 */
    slot(&r, 0x200, "1", 10);
    slot(&r, 0x200, "1", 5);
    slot(&r, 0x200, "1", 4);
    r.expired = true;
    slot(&r, 0x202, "1", 5); /* at 1004 */
    r.expired = true;
    slot(&r, 0x300, "1", 10); /* at 1005, with an outcome before it */
    slot(&r, 0x400, "1", 0);
    debug(&r, true);
    timed(&r, &base, prog_sync(5, 0, 0x100), SYNC, 1000);
    timed(&r, &base, owner(M), OWNERSHIP, 1000);
    timed(&r, &base, hist(0, 2, 0, 0x3), BRANCH, 1001);
    timed(&r, &base, hist_full(0x6), FULL_OR_REPEAT, 1003);
    timed(&r, &base, prog_sync(2, 2, 0x101), SYNC, 1004);
    timed(&r, &base, owner(M), OWNERSHIP, 1004);
    timed(&r, &base, hist_sync(2, 0, 1, 0x180, 0x3), SYNC, 1005);
    timed(&r, &base, owner(M), OWNERSHIP, 1005);
    timed(&r, &base, indirect(0, 1, 0x380), BRANCH, 1005);
    timed(&r, &base, stop_htm(0, 1, 0x1), STOP_OR_ERROR, 1007);
    PROVES(&r, "TCI:TS-18", "NT:TSP-02", "NT:TSP-03");
    finish(&r);
  }
}

/* Upgraded branches are sync messages; the next increase is from the last time sent (TSP-03). */
static void never_a_sync(void **state) {
  (void)state;
  struct run r;
  setup_suppress(&r, BTM, BRANCH | OWNERSHIP);
  slot(&r, 0x200, "1", 5); /* at 1000 */
  r.trigger = 4;           /* notify: of slot 0 */
  slot(&r, 0x200, "1", 5);
  slot(&r, 0x300, "1", 10); /* at 1002 */
  r.expired = true;
  slot(&r, 0x400, "1", 10); /* at 1003 */
  idle(&r);
  slot(&r, 0x500, "1", 0); /* at 1005 */
  debug(&r, true);
  expect(&r, at(prog_sync(5, 0, 0x100), 1000));
  expect(&r, owner(M));
  expect(&r, direct(1));
  expect(&r, at(direct_sync(6, 1, 0x180), 1001));
  expect(&r, owner(M));
  expect(&r, at(indirect_sync(2, 0, 1, 0x200), 1002));
  expect(&r, owner(M));
  expect(&r, indirect(0, 1, 0x80)); /* at 1003 */
  expect(&r, at(stop_btm(0, 1), 4));
  PROVES(&r, "TCI:TS-18", "NT:TSP-01", "NT:TSP-03");
  finish(&r);
}

/* Whatever the bits say, nothing has TSTAMP before a sync message has (TCI:TS-16). */
static void without_timestamps(void **state) {
  (void)state;
  struct run r;
  setup_suppress(&r, BTM, BRANCH);
  r.config.ts_en = false;
  slot(&r, 0x200, "1", 5);
  r.config.ts_en = true;
  slot(&r, 0x200, "1", 5);
  debug(&r, true);
  expect(&r, prog_sync(5, 0, 0x100));
  expect(&r, owner(M));
  expect(&r, direct(1));
  expect(&r, repeat(1));
  expect(&r, stop_btm(0, 0));
  PROVES(&r, "TCI:TS-16");
  finish(&r);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(asks_for_a_sync),
      cmocka_unit_test(until_the_next_address),
      cmocka_unit_test(what_waits_over_the_change),
      cmocka_unit_test(at_a_stop_and_in_an_overflow),
      cmocka_unit_test(repetitions_and_ownership),
      cmocka_unit_test(each_kind),
      cmocka_unit_test(each_kind_in_htm),
      cmocka_unit_test(never_a_sync),
      cmocka_unit_test(without_timestamps),
  };
  return cmocka_run_group_tests_name("oracle_time", tests, NULL, NULL);
}
