/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */

/*
 * The oracle when triggers switch trace on and off (D-23, TCI:TRIG-03..07, TRIG-15, TRIG-19), and
 * periodic sync by clocks, whose expiry is told (D-24). The register after each clock is
 * follow_triggers() of oracle_run.h.
 */

#include "oracle_run.h"

enum { ON = 1, OFF = 2, NOTIFY = 4 };

static void setup_triggers(struct run *r, uint8_t mode, bool is_on) {
  setup_blocks(r, mode);
  r->config.trig_ena = true;
  r->config.tracing = is_on;
}

/* Fire debug (0) or external (1) triggers with the next clock. */
static void fire(struct run *r, int external, uint8_t bits) {
  *(external ? &r->ext_trigger : &r->trigger) |= bits;
}

static void trace_on_and_off(void **state) { /* TRIG-05, ING-22 */
  (void)state;
  for (int external = 0; external < 2; external++) {
    struct run r;
    setup_triggers(&r, BTM, false);
    slot(&r, 0x0F0, "2", 0);
    fire(&r, external, ON);
    add(&r, 0x100, "1", 4); /* the oldest block of the clock is traced */
    add(&r, 0x102, "1", 0);
    edge(&r);
    slot(&r, 0x104, "1", 0);
    fire(&r, external, OFF);
    add(&r, 0x106, "1", 4);
    add(&r, 0x108, "2", 0); /* so is the newest */
    edge(&r);
    expect(&r, prog_sync(5, 0, 0x80));
    expect_none(&r);
    slot(&r, 0x10C, "1", 0);
    expect(&r, stop_btm(4, 6));
    slot(&r, 0x10E, "1", 0);
    expect_none(&r);
    PROVES(&r, "NT:ING-22", "NT:SYN-15", "TCI:TRIG-01", "TCI:TRIG-03", "TCI:TRIG-05",
           "TCI:TRIG-09");
    finish(&r);
  }
}

static void triggers_need_their_enable(void **state) { /* TRIG-03, TRIG-04 */
  (void)state;
  for (int kind = 0; kind < 2; kind++) {
    struct run r;
    setup_triggers(&r, BTM, false);
    r.config.trig_ena = kind != 0;
    r.config.enable = kind != 1;
    fire(&r, 0, ON);
    fire(&r, 1, ON);
    slot(&r, 0x100, "1", 0);
    r.config.enable = true;
    slot(&r, 0x102, "1", 0);
    expect_none(&r);
    r.config.tracing = true;
    slot(&r, 0x104, "1", 0);
    expect(&r, prog_sync(5, 0, 0x82));
    if (kind == 0) { /* trace-off is not heard either */
      fire(&r, 0, OFF);
      fire(&r, 1, OFF);
      slot(&r, 0x106, "1", 0);
      slot(&r, 0x108, "1", 0);
      expect_none(&r);
      PROVES(&r, "TCI:TRIG-03");
    }
    PROVES(&r, kind == 0 ? "TCI:TRIG-03" : "TCI:TRIG-04");
    finish(&r);
  }
}

static void off_then_on(void **state) { /* TRIG-06, ING-23: uninterrupted */
  (void)state;
  for (int idle_between = 0; idle_between < 2; idle_between++) {
    struct run r;
    setup_triggers(&r, BTM, true);
    slot(&r, 0x100, "1", 0);
    fire(&r, 0, OFF);
    slot(&r, 0x102, "1", 10);
    if (idle_between) { /* one clock too late */
      idle(&r);
    }
    fire(&r, 0, ON);
    slot(&r, 0x200, "1", 0);
    slot(&r, 0x202, "1", 0);
    debug(&r, true);
    expect(&r, prog_sync(5, 0, 0x80));
    if (idle_between) {
      expect(&r, stop_btm(4, 2));
      expect(&r, prog_sync(5, 0, 0x100));
    } else {
      expect(&r, indirect(0, 2, 0x180)); /* 0x100 ^ 0x200 */
    }
    expect(&r, stop_btm(0, 2));
    PROVES(&r, "NT:ING-23", "TCI:TRIG-06");
    finish(&r);
  }
}

static void on_and_off_at_once(void **state) { /* TRIG-07, TRIG-15, SEQ-20 */
  (void)state;
  for (int was_on = 0; was_on < 2; was_on++) {
    for (int external = 0; external < 2; external++) {
      struct run r;
      setup_triggers(&r, BTM, was_on);
      slot(&r, 0x0FE, "1", 0);
      fire(&r, external, ON); /* from one source each */
      fire(&r, 0, OFF);
      slot(&r, 0x100, "2", 5);
      expect(&r, prog_sync(5, 0, was_on ? 0x7F : 0x80));
      expect(&r, direct(was_on ? 3 : 2));
      expect_none(&r);
      slot(&r, 0x200, "1", 0);
      expect(&r, stop_btm(4, 0));
      slot(&r, 0x202, "1", 0);
      expect_none(&r);
      PROVES(&r, "TCI:TRIG-07", "TCI:TRIG-15", "NT:SEQ-20");
      finish(&r);
    }
  }
}

static void off_behind_a_transfer(void **state) { /* D-03, Q-14, SEQ-04 */
  (void)state;
  struct run r;
  setup_triggers(&r, HTM, true);
  slot(&r, 0x100, "1", 5);
  fire(&r, 1, OFF);
  slot(&r, 0x200, "1", 10);
  slot(&r, 0x300, "1", 0); /* not traced; tells where the jump went */
  expect(&r, prog_sync(5, 0, 0x80));
  expect(&r, hist(0, 2, 0x100, 0x3)); /* 0x100 ^ 0x300 */
  expect(&r, stop_htm(4, 0, 0x1));
  PROVES(&r, "NT:COR-09", "NT:SEQ-04", "NT:COR-03");
  finish(&r);
}

static void notify_with_trace_off(void **state) { /* D-21, TRIG-10: the stop stands for it */
  (void)state;
  for (int address = 0; address < 2; address++) {
    struct run r;
    setup_triggers(&r, BTM, true);
    slot(&r, 0x100, "1", 0);
    fire(&r, 0, OFF | NOTIFY);
    slot(&r, 0x102, "1", 0);
    if (address) {
      slot(&r, 0x104, "1", 0);
    } else {
      idle(&r);
    }
    expect(&r, prog_sync(5, 0, 0x80));
    expect(&r, stop_btm(4, 2));
    PROVES(&r, "TCI:TRIG-10");
    finish(&r);
  }
}

/* TRIG-10: trace-on tells of the block it starts with by the start message; not of one after it
 * (GEN-10), and only if it is heard. */
static void notify_with_trace_on(void **state) {
  (void)state;
  for (int heard = 0; heard < 2; heard++) {
    for (int external_on = 0; external_on < 2; external_on++) {
      for (unsigned notified_block = 0; notified_block < 3; notified_block++) {
        struct run r;
        setup_triggers(&r, BTM, !heard);
        r.config.trig_ena = heard;
        fire(&r, external_on, ON);
        if (notified_block == 2) {
          fire(&r, 1, NOTIFY);
        } else {
          fire(&r, 0, (uint8_t)(NOTIFY << notified_block));
        }
        add(&r, 0x100, "1", 4);
        add(&r, 0x102, "1", 0);
        edge(&r);
        slot(&r, 0x104, "1", 0);
        debug(&r, true);
        expect(&r, prog_sync(5, 0, 0x80));
        const bool told = !heard || notified_block == 1;
        const unsigned counted = notified_block == 0 ? 1 : 2;
        if (told) {
          expect(&r, prog_sync(notified_block == 2 ? 0 : 6, counted, 0x80 + counted));
        }
        expect(&r, stop_btm(0, told ? 3 - counted : 3));
        if (!told) {
          PROVES(&r, "TCI:TRIG-10");
        }
        finish(&r);
      }
    }
  }
}

/* D-21: in an open session trace-on is no start, so nothing stands for the notification; at another
 * start it does, though tracing was on already. */
static void notify_with_trace_on_again(void **state) {
  (void)state;
  for (int starts = 0; starts < 2; starts++) {
    for (int external = 0; external < 2; external++) {
      struct run r;
      setup_triggers(&r, BTM, true);
      slot(&r, 0x80, "1", 0);
      if (starts) {
        leave_debug(&r);
      }
      fire(&r, 0, ON);
      fire(&r, external, NOTIFY);
      slot(&r, 0x100, "1", 0);
      slot(&r, 0x102, "1", 0);
      expect(&r, prog_sync(5, 0, 0x40));
      if (starts) {
        expect(&r, stop_btm(0, 1));
        expect(&r, prog_sync(3, 0, 0x80));
        PROVES(&r, "TCI:TRIG-10");
      } else {
        expect(&r, prog_sync(external ? 0 : 6, 2, 0x81));
      }
      finish(&r);
    }
  }
}

static void on_in_debug_mode(void **state) { /* TRIG-19, SEQ-05 */
  (void)state;
  struct run r;
  setup_triggers(&r, BTM, false);
  r.halted = true;
  fire(&r, 0, ON);
  slot(&r, 0x800, "1", 0);
  r.halted = false;
  idle(&r);
  slot(&r, 0x100, "1", 0);
  expect(&r, prog_sync(3, 0, 0x80));
  PROVES(&r, "TCI:TRIG-19", "NT:SEQ-05");
  finish(&r);
}

static void on_during_low_power_and_reset(void **state) { /* TRIG-19, D-04 */
  (void)state;
  struct run r;
  setup_triggers(&r, BTM, false);
  r.lowpower = true;
  fire(&r, 1, ON);
  idle(&r);
  r.lowpower = false;
  r.hart_reset = true;
  slot(&r, 0x700, "1", 0);
  r.hart_reset = false;
  slot(&r, 0x100, "1", 0);
  expect(&r, prog_sync(1, 0, 0x80));
  PROVES(&r, "TCI:TRIG-19", "NT:SYN-11");
  finish(&r);
}

static void off_during_an_overflow(void **state) { /* D-15 */
  (void)state;
  struct run r;
  setup_triggers(&r, BTM, true);
  slot(&r, 0x100, "1", 0);
  r.overflow = true;
  fire(&r, 0, OFF); /* what a refused clock does to the register stands */
  slot(&r, 0x102, "1", 0);
  overflow_end(&r);
  slot(&r, 0x104, "1", 0);
  fire(&r, 0, ON);
  slot(&r, 0x106, "1", 0);
  expect(&r, prog_sync(5, 0, 0x80));
  expect(&r, error());
  expect(&r, prog_sync(5, 0, 0x83));
  PROVES(&r, "NT:ERR-09", "NT:ERR-10");
  finish(&r);
}

/* ---- Periodic sync by clocks ---------------------------------------------------------------- */

static void expired_on_linear_code(void **state) { /* D-24, D-06 */
  (void)state;
  for (int htm = 0; htm < 2; htm++) {
    struct run r;
    setup_blocks(&r, htm ? HTM : BTM);
    r.config.sync_mode = RVT_PERIOD_CLOCKS;
    r.expired = true;
    slot(&r, 0x100, "1", 0); /* the start is a sync itself */
    slot(&r, 0x102, "444444", 4);
    slot(&r, 0x132, "2", 0); /* neither half-words nor messages count */
    expect(&r, prog_sync(5, 0, 0x80));
    expect_none(&r);
    add(&r, 0x136, "2", 0);
    r.expired = true; /* told with the second slot of its clock: */
    add(&r, 0x13A, "2", 0);
    r.expired = false;
    edge(&r);
    expect(&r, htm ? hist_sync(2, 0, 29, 0x9D, 0x2) : prog_sync(2, 29, 0x9D));
    PROVES(&r, "NT:SYN-12", "NT:SEQ-22", "NT:SYN-31");
    finish(&r);
  }
}

static void expired_at_a_branch_or_transfer(void **state) { /* D-24: a taken branch never waits */
  (void)state;
  struct run r;
  setup(&r, BTM);
  r.config.sync_mode = RVT_PERIOD_CLOCKS;
  slot(&r, 0x100, "2", 0);
  r.expired = true;
  slot(&r, 0x104, "2", 5);
  expect(&r, prog_sync(5, 0, 0x80));
  expect(&r, prog_sync(2, 2, 0x82));
  expect(&r, direct(2));
  slot(&r, 0x200, "2", 10);
  r.expired = true;
  slot(&r, 0x300, "2", 0);
  expect(&r, indirect_sync(2, 0, 2, 0x180));
  r.config.plain_sync = true;
  slot(&r, 0x304, "", 1);
  r.expired = true;
  slot(&r, 0x400, "2", 0);
  expect(&r, indirect(2, 2, 0x380)); /* 0x300 ^ 0x400 */
  expect(&r, prog_sync(2, 0, 0x200));
  PROVES(&r, "NT:SYN-12", "NT:SYN-33", "NT:SYN-36");
  finish(&r);
}

static void expired_waits_or_is_dropped(void **state) { /* D-24, D-06, D-10 */
  (void)state;
  struct run r;
  setup(&r, BTM);
  r.params.iaddr_on_int = false;
  r.config.sync_mode = RVT_PERIOD_CLOCKS;
  slot(&r, 0x100, "2", 0);
  r.expired = true;
  interrupt_unknown(&r); /* due, but there is no address */
  expect(&r, prog_sync(5, 0, 0x80));
  expect_none(&r);
  slot(&r, 0x200, "2", 0);
  expect(&r, indirect_sync(2, 3, 2, 0x100));
  r.expired = true;
  interrupt_unknown(&r);
  r.config.tracing = false;
  slot(&r, 0x300, "2", 0);           /* at a stop the sync is dropped, the address is not */
  expect(&r, indirect(3, 2, 0x080)); /* 0x200 ^ 0x300 */
  expect(&r, stop_btm(4, 0));
  r.config.tracing = true;
  slot(&r, 0x400, "2", 0);
  slot(&r, 0x404, "2", 0);
  expect(&r, prog_sync(5, 0, 0x200));
  PROVES(&r, "NT:SYN-12", "NT:SEQ-16", "NT:COR-09");
  finish(&r);
}

static void asked_for_in_any_mode(void **state) { /* D-34: one sync, and the period begins anew */
  (void)state;
  for (uint8_t mode = RVT_PERIOD_OFF; mode <= RVT_PERIOD_HALFWORDS; mode++) {
    struct run r;
    setup(&r, BTM);
    r.params.sync_clocks = mode != RVT_PERIOD_CLOCKS; /* not built, mode 2 acts as 0 */
    r.config.sync_mode = mode;
    slot(&r, 0x100, "2", 0);
    r.expired = true;
    slot(&r, 0x104, "2", 0);
    slot(&r, 0x108, "44", 0);
    slot(&r, 0x118, "2222", 0);
    expect(&r, prog_sync(5, 0, 0x80));
    expect(&r, prog_sync(2, 2, 0x82));
    expect_none(&r); /* of half-words 18 since the start, and 16 only after the block at 0x118 */
    if (mode == RVT_PERIOD_HALFWORDS) {
      slot(&r, 0x128, "2", 0);
      expect(&r, prog_sync(2, 18, 0x94));
    }
    PROVES(&r, "TCI:SYNC-09");
    finish(&r);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(trace_on_and_off),
      cmocka_unit_test(triggers_need_their_enable),
      cmocka_unit_test(off_then_on),
      cmocka_unit_test(on_and_off_at_once),
      cmocka_unit_test(off_behind_a_transfer),
      cmocka_unit_test(notify_with_trace_off),
      cmocka_unit_test(notify_with_trace_on),
      cmocka_unit_test(notify_with_trace_on_again),
      cmocka_unit_test(on_in_debug_mode),
      cmocka_unit_test(on_during_low_power_and_reset),
      cmocka_unit_test(off_during_an_overflow),
      cmocka_unit_test(expired_on_linear_code),
      cmocka_unit_test(expired_at_a_branch_or_transfer),
      cmocka_unit_test(expired_waits_or_is_dropped),
      cmocka_unit_test(asked_for_in_any_mode),
  };
  return cmocka_run_group_tests_name("oracle triggers", tests, NULL, NULL);
}
