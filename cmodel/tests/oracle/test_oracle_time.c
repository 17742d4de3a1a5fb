/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */

/* The oracle where the base of time changes under trace (TCI:TS-16, D-40). */

#include "oracle_run.h"

enum { M = 0xC }; /* PROCESS */

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

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(asks_for_a_sync),
      cmocka_unit_test(until_the_next_address),
      cmocka_unit_test(what_waits_over_the_change),
      cmocka_unit_test(at_a_stop_and_in_an_overflow),
      cmocka_unit_test(repetitions_and_ownership),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
