/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */

/*
 * The oracle when the hart is reset or sleeps, and why a trace starts (V-SEQ-16, V-SEQ-17, D-03,
 * D-04, D-22).
 */

#include "oracle_run.h"

enum { NOTIFY = 4 }; /* of slot 0 */

static void reset_hart(struct run *r) {
  r->hart_reset = true;
  slot(r, 0x7000, "2", 5); /* nothing in reset is traced */
  idle(r);
  r->hart_reset = false;
}

/* ---- Hart reset ----------------------------------------------------------------------------- */

static void watchdog_reset(void **state) { /* V-SEQ-16 */
  (void)state;
  struct run r;
  setup(&r, HTM);
  slot(&r, 0x100, "12", 4);
  slot(&r, 0x106, "2", 0);
  reset_hart(&r);
  expect(&r, prog_sync(5, 0, 0x80));
  expect_none(&r);
  slot(&r, 0x80000000, "1", 0);
  expect(&r, hist_sync(1, 0, 5, 0x40000000, 0x2));
  PROVES(&r, "NT:SYN-11", "NT:SEQ-17", "NT:ING-25");
  finish(&r);
}

static void reset_with_a_transfer_open(void **state) { /* D-22, SEQ-17; also with D-09 */
  (void)state;
  for (int plain = 0; plain < 2; plain++) {
    for (int is_return = 0; is_return < 2; is_return++) {
      struct run r;
      setup_return(&r, BTM);
      r.config.plain_sync = plain;
      slot(&r, 0x100, "2", 9);
      slot(&r, 0x200, "1", is_return ? 13 : 10);
      reset_hart(&r);
      slot(&r, 0x104, "2", 13); /* the vector is where the return would go: told all the same */
      expect(&r, prog_sync(5, 0, 0x80));
      /* With D-09 linear: nothing jumped to the vector. */
      expect(&r, plain ? prog_sync(1, 3, 0x82) : indirect_sync(1, 0, 3, 0x82));
      expect_none(&r);
      slot(&r, 0x300, "1", 0);
      expect(&r, indirect(0, 2, 0x102)); /* the stack is empty: 0x104 ^ 0x300 */
      PROVES(&r, "NT:SEQ-17", "NT:SYN-11", "NT:IRT-10");
      finish(&r);
    }
  }
}

static void reset_with_a_trap_open_in_htm(void **state) { /* D-22, SYN-32; also with D-09 */
  (void)state;
  for (int plain = 0; plain < 2; plain++) {
    for (int empty = 0; empty < 2; empty++) {
      struct run r;
      setup(&r, HTM);
      r.config.plain_sync = plain;
      r.config.ts_en = true;
      slot(&r, 0x100, "2", empty ? 0 : 5); /* 1000 */
      slot(&r, 0x200, "1", 1);             /* 1001 */
      reset_hart(&r);                      /* 1002, 1003 */
      slot(&r, 0x8000, "2", 0);            /* 1004 */
      expect(&r, at(prog_sync(5, 0, 0x80), 1000));
      if (plain) { /* linear: the time is the block's (D-19) */
        expect(&r, at(empty ? prog_sync(1, 3, 0x4000) : hist_sync(1, 0, 3, 0x4000, 0x3), 1004));
      } else {
        expect(&r,
               at(empty ? indirect_sync(1, 2, 3, 0x4000) : hist_sync(1, 2, 3, 0x4000, 0x3), 1001));
      }
      expect_none(&r);
      tracing(&r, false); /* 1005 */
      expect(&r, at(stop_htm(4, 2, 0x1), plain ? 1 : 4));
      PROVES(&r, "NT:SEQ-17", "NT:SYN-11", "NT:SYN-32");
      finish(&r);
    }
  }
}

static void reset_with_a_branch_waiting(void **state) { /* D-22: of any kind */
  (void)state;
  struct run r;
  setup(&r, BTM);
  slot(&r, 0x100, "1", 0);
  r.trigger = NOTIFY;
  slot(&r, 0x102, "2", 5);
  reset_hart(&r);
  slot(&r, 0x8000, "1", 5);
  expect(&r, prog_sync(5, 0, 0x80));
  expect(&r, direct_sync(1, 3, 0x4000));
  expect(&r, direct(1));
  reset_hart(&r); /* nothing is open now */
  slot(&r, 0x8000, "1", 0);
  expect(&r, prog_sync(1, 0, 0x4000));
  PROVES(&r, "NT:SYN-11");
  finish(&r);
}

static void reset_then_trap(void **state) { /* D-22, D-13; also with D-09 */
  (void)state;
  for (int plain = 0; plain < 2; plain++) {
    struct run r;
    setup(&r, BTM);
    r.params.iaddr_on_int = false;
    r.config.plain_sync = plain;
    slot(&r, 0x100, "1", 10);
    reset_hart(&r);
    interrupt_unknown(&r);
    slot(&r, 0x400, "1", 0);
    expect(&r, prog_sync(5, 0, 0x80));
    expect(&r, plain ? prog_sync(1, 1, 0x200) : indirect_sync(1, 3, 1, 0x200));
    PROVES(&r, "NT:SYN-11");
    finish(&r);
  }
}

/* D-03, D-21: the vector is not where the transfer went, so the stop has no address and reason 1 is
 * dropped. */
static void reset_then_stop(void **state) {
  (void)state;
  for (int in_reset = 0; in_reset < 2; in_reset++) {
    for (int plain = 0; plain < 2; plain++) {
      struct run r;
      setup(&r, BTM);
      r.config.plain_sync = plain;
      slot(&r, 0x100, "1", 10);
      reset_hart(&r);
      r.config.tracing = false;
      r.hart_reset = in_reset;
      slot(&r, 0x8000, "1", 0);
      expect(&r, prog_sync(5, 0, 0x80));
      expect(&r, stop_btm(4, 1));
      r.config.tracing = true;
      r.hart_reset = false;
      slot(&r, 0x8002, "1", 0);
      expect(&r, prog_sync(in_reset ? 1 : 5, 0, 0x4001));
      PROVES(&r, "NT:COR-09");
      finish(&r);
    }
  }
}

static void reset_then_stop_with_a_notification(void **state) { /* D-21: no address, so dropped */
  (void)state;
  for (int transfer = 0; transfer < 2; transfer++) {
    for (int external = 0; external < 2; external++) {
      struct run r;
      setup(&r, HTM);
      slot(&r, 0x100, "1", 5);
      *(external ? &r.ext_trigger : &r.trigger) = NOTIFY;
      slot(&r, 0x200, "2", transfer ? 10 : 0);
      reset_hart(&r);
      r.config.tracing = false;
      slot(&r, 0x8000, "1", 0);
      expect(&r, prog_sync(5, 0, 0x80));
      expect(&r, stop_htm(4, 3, 0x3));
      r.config.tracing = true;
      slot(&r, 0x8002, "1", 0);
      slot(&r, 0x8004, "1", 0);
      expect(&r, prog_sync(5, 0, 0x4001));
      PROVES(&r, "NT:COR-09", "NT:COR-04");
      finish(&r);
    }
  }
}

static void reset_then_stop_on_a_branch_or_return(void **state) { /* COR-11; no comparison */
  (void)state;
  for (int is_return = 0; is_return < 2; is_return++) {
    struct run r;
    setup_return(&r, BTM);
    slot(&r, 0x100, "2", 9);
    if (is_return) {
      slot(&r, 0x200, "1", 13);
    } else {
      r.trigger = NOTIFY;
      slot(&r, 0x200, "1", 5);
    }
    reset_hart(&r);
    r.config.tracing = false;
    slot(&r, 0x300, "1", 0); /* not 0x104: nothing is known of where the return went */
    expect(&r, prog_sync(5, 0, 0x80));
    if (!is_return) {
      expect(&r, direct(3));
    }
    expect(&r, stop_btm(4, is_return ? 3 : 0));
    PROVES(&r, is_return ? "NT:COR-09" : "NT:COR-11");
    finish(&r);
  }
}

static void
reset_vector_traced_then_stop(void **state) { /* SEQ-17 is done: the stop has one again */
  (void)state;
  struct run r;
  setup(&r, BTM);
  slot(&r, 0x100, "1", 10);
  reset_hart(&r);
  slot(&r, 0x8000, "1", 10);
  r.config.tracing = false;
  slot(&r, 0x9000, "1", 0);
  expect(&r, prog_sync(5, 0, 0x80));
  expect(&r, indirect_sync(1, 0, 1, 0x4000));
  expect(&r, indirect(0, 1, 0x800)); /* 0x8000 ^ 0x9000 */
  expect(&r, stop_btm(4, 0));
  PROVES(&r, "NT:COR-09", "NT:SEQ-17");
  finish(&r);
}

/* ---- Low power ------------------------------------------------------------------------------ */

static void low_power(void **state) { /* V-SEQ-17, SEQ-18 */
  (void)state;
  struct run r;
  setup(&r, HTM);
  slot(&r, 0x100, "1", 4);
  slot(&r, 0x102, "1", 5);
  slot(&r, 0x200, "1", 0);
  r.lowpower = true;
  idle(&r);
  expect(&r, prog_sync(5, 0, 0x80));
  expect(&r, stop_htm(1, 3, 0x5));
  slot(&r, 0x202, "1", 5);
  expect_none(&r);
  r.lowpower = false;
  slot(&r, 0x300, "1", 0);
  expect(&r, prog_sync(9, 0, 0x180));
  r.lowpower = r.halted = true; /* debug mode is told first */
  idle(&r);
  expect(&r, stop_htm(0, 1, 0x1));
  PROVES(&r, "NT:SEQ-18", "NT:SYN-18", "NT:COR-02", "NT:SYN-06");
  finish(&r);
}

static void low_power_on_a_transfer(void **state) { /* D-03: no address */
  (void)state;
  struct run r;
  setup(&r, BTM);
  slot(&r, 0x100, "1", 10);
  r.lowpower = true;
  slot(&r, 0x200, "1", 0);
  expect(&r, prog_sync(5, 0, 0x80));
  expect(&r, stop_btm(1, 1));
  PROVES(&r, "NT:SEQ-18", "NT:COR-02");
  finish(&r);
}

/* ---- Why a trace starts --------------------------------------------------------------------- */

static void start_reasons(void **state) { /* D-04 */
  (void)state;
  for (int states = 0; states < 16; states++) {
    struct run r;
    setup(&r, BTM);
    r.config.tracing = (states & 8) == 0;
    r.halted = (states & 1) != 0;
    r.lowpower = (states & 2) != 0;
    r.hart_reset = (states & 4) != 0;
    slot(&r, 0x700, "1", 0);
    r.halted = r.lowpower = r.hart_reset = false;
    if (states == 0) {
      expect(&r, prog_sync(5, 0, 0x380));
      finish(&r);
      continue;
    }
    r.config.tracing = true;
    slot(&r, 0x100, "1", 0);
    const unsigned hart = states & 7;
    expect(&r, prog_sync(hart >= 4 ? 1 : hart >= 2 ? 9 : hart == 1 ? 3 : 5, 0, 0x80));
    PROVES(&r, "NT:SYN-30",
           hart >= 4   ? "NT:SYN-11"
           : hart >= 2 ? "NT:SYN-18"
           : hart == 1 ? "NT:SYN-13"
                       : "NT:SYN-15");
    finish(&r);
  }
}

static void the_last_clock_decides(void **state) { /* D-04 */
  (void)state;
  struct run r;
  setup(&r, BTM);
  r.halted = true;
  idle(&r);
  r.halted = false;
  r.lowpower = true;
  idle(&r);
  r.lowpower = false;
  r.hart_reset = true;
  idle(&r);
  r.hart_reset = false;
  idle(&r); /* on, and nothing to report */
  slot(&r, 0x100, "1", 0);
  expect(&r, prog_sync(1, 0, 0x80));
  r.hart_reset = true;
  idle(&r);
  r.hart_reset = false;
  r.lowpower = true;
  idle(&r);
  r.lowpower = false;
  slot(&r, 0x200, "1", 0);
  expect(&r, stop_btm(1, 1));
  expect(&r, prog_sync(9, 0, 0x100));
  PROVES(&r, "NT:SYN-18");
  finish(&r);
}

/* D-04, D-15: reason 7 unless trace was off; a reset of the hart does not end it (SYN-35, Q-18). */
static void overflow_and_hart_state(void **state) {
  (void)state;
  enum {
    RUNS,
    RESET_FIRST,
    RESET_AT_END,
    LOWPOWER_AT_END,
    RESET_BEHIND,
    OFF_AND_RESET,
    OFF_BEHIND,
    KINDS
  };
  static const uint8_t sync[KINDS] = {7, 7, 7, 9, 7, 1, 1};
  for (int kind = RUNS; kind < KINDS; kind++) {
    struct run r;
    setup(&r, BTM);
    r.oracle_only = kind == RESET_FIRST; /* an overflow opens with a slot */
    r.config.ts_en = true;
    slot(&r, 0x100, "1", 0); /* 1000 */
    r.overflow = true;
    r.hart_reset = kind == RESET_FIRST;
    slot(&r, 0x102, "1", 0); /* 1001; in reset it is no slot that could be refused */
    r.hart_reset = false;
    slot(&r, 0x104, "1", 0); /* 1002 */
    r.hart_reset = kind == RESET_AT_END || kind == OFF_AND_RESET;
    r.lowpower = kind == LOWPOWER_AT_END;
    r.config.tracing = kind != OFF_AND_RESET;
    overflow_end(&r); /* 1003 */
    r.config.tracing = kind != OFF_BEHIND;
    r.hart_reset = kind == RESET_BEHIND || kind == OFF_BEHIND;
    r.lowpower = false;
    idle(&r); /* 1004 */
    r.config.tracing = true;
    idle(&r); /* 1005 */
    r.hart_reset = false;
    slot(&r, 0x200, "1", 0); /* 1006 */
    expect(&r, at(prog_sync(5, 0, 0x80), 1000));
    expect(&r, at(error(), kind == RESET_FIRST ? 2 : 1));
    expect(&r, at(prog_sync(sync[kind], 0, 0x100), 1006));
    PROVES(&r, "NT:TSP-09");
    switch (kind) {
    case RUNS: PROVES(&r, "NT:SYN-17", "NT:ERR-05"); break;
    case RESET_AT_END:
    case RESET_BEHIND: PROVES(&r, "NT:SYN-17", "NT:SYN-35", "NT:ERR-05"); break;
    case LOWPOWER_AT_END:
    case OFF_AND_RESET: PROVES(&r, "NT:ERR-09"); break;
    default: break;
    }
    finish(&r);
  }
}

static void reset_behind_an_overflow_is_a_reset_again(void **state) { /* reason 7 is told once */
  (void)state;
  struct run r;
  setup(&r, BTM);
  slot(&r, 0x100, "1", 0);
  r.overflow = true;
  slot(&r, 0x102, "1", 0);
  overflow_end(&r);
  slot(&r, 0x200, "1", 0);
  reset_hart(&r);
  slot(&r, 0x300, "1", 0);
  expect(&r, prog_sync(5, 0, 0x80));
  expect(&r, error());
  expect(&r, prog_sync(7, 0, 0x100));
  expect(&r, prog_sync(1, 1, 0x180));
  r.hart_reset = true;
  r.config.tracing = false;
  idle(&r);
  expect(&r, stop_btm(4, 1));
  r.config.tracing = true;
  r.hart_reset = false;
  slot(&r, 0x400, "1", 0);
  expect(&r, prog_sync(1, 0, 0x200));
  PROVES(&r, "NT:SYN-17", "NT:SYN-11");
  finish(&r);
}

static void build_without_events(void **state) { /* triggers are not looked at, resets are */
  (void)state;
  struct run r;
  setup(&r, BTM);
  r.params.events = false;
  r.config.trig_ena = true;
  slot(&r, 0x100, "1", 0);
  r.trigger = 0x7;
  r.ext_trigger = 0x7;
  slot(&r, 0x102, "1", 0);
  slot(&r, 0x104, "1", 0);
  expect(&r, prog_sync(5, 0, 0x80));
  expect_none(&r);
  r.trigger = r.ext_trigger = 0;
  r.hart_reset = true;
  idle(&r);
  r.hart_reset = false;
  slot(&r, 0x800, "1", 0);
  expect(&r, prog_sync(1, 3, 0x400));
  r.lowpower = true;
  idle(&r);
  expect(&r, stop_btm(1, 1));
  PROVES(&r, "NT:ING-25", "NT:SEQ-18");
  finish(&r);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(watchdog_reset),
      cmocka_unit_test(reset_with_a_transfer_open),
      cmocka_unit_test(reset_with_a_trap_open_in_htm),
      cmocka_unit_test(reset_with_a_branch_waiting),
      cmocka_unit_test(reset_then_trap),
      cmocka_unit_test(reset_then_stop),
      cmocka_unit_test(reset_then_stop_with_a_notification),
      cmocka_unit_test(reset_then_stop_on_a_branch_or_return),
      cmocka_unit_test(reset_vector_traced_then_stop),
      cmocka_unit_test(low_power),
      cmocka_unit_test(low_power_on_a_transfer),
      cmocka_unit_test(start_reasons),
      cmocka_unit_test(the_last_clock_decides),
      cmocka_unit_test(overflow_and_hart_state),
      cmocka_unit_test(reset_behind_an_overflow_is_a_reset_again),
      cmocka_unit_test(build_without_events),
  };
  return cmocka_run_group_tests_name("oracle hart", tests, NULL, NULL);
}
