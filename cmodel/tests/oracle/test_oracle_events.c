/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */

/*
 * The oracle when a trigger notifies (V-SEQ-12, D-21). Trace-on and trace-off are in
 * test_oracle_triggers.c.
 */

#include "oracle_run.h"

enum { NOTIFY = 4 }; /* of slot 0 in `trigger`, and in `ext_trigger` */

static void reset_hart(struct run *r) {
  r->hart_reset = true;
  slot(r, 0x7000, "2", 5); /* nothing in reset is traced */
  idle(r);
  r->hart_reset = false;
}

/* ---- Notification --------------------------------------------------------------------------- */

static void trigger_case(void **state) { /* V-SEQ-12; TrigEnable is 0 */
  (void)state;
  for (int htm = 0; htm < 2; htm++) {
    struct run r;
    setup(&r, htm ? HTM : BTM);
    slot(&r, 0x80, "1", 0);
    leave_debug(&r);
    slot(&r, 0x100, "12", 4);
    r.trigger = NOTIFY;
    slot(&r, 0x106, "2", 0);
    expect(&r, prog_sync(5, 0, 0x40));
    expect(&r, htm ? stop_htm(0, 1, 1) : stop_btm(0, 1));
    expect(&r, prog_sync(3, 0, 0x80));
    expect_none(&r);
    slot(&r, 0x10A, "2", 0);
    expect(&r, htm ? hist_sync(6, 0, 5, 0x85, 0x2) : prog_sync(6, 5, 0x85));
    tracing(&r, false);
    expect(&r, htm ? stop_htm(4, 2, 1) : stop_btm(4, 2));
    PROVES(&r, "NT:SYN-16", "NT:SYN-34", "NT:SEQ-21", "NT:ING-21", "NT:ORD-10", "TCI:TRIG-02",
           "TCI:TRIG-08", "TCI:TRIG-09");
    finish(&r);
  }
}

static void external_notify(void **state) { /* SYN-10, ING-30; in a clock with and without a slot */
  (void)state;
  for (int with_slot = 0; with_slot < 2; with_slot++) {
    struct run r;
    setup(&r, HTM);
    slot(&r, 0x100, "12", 4);
    r.ext_trigger = NOTIFY;
    if (with_slot) {
      slot(&r, 0x106, "2", 0);
    } else {
      idle(&r);
    }
    expect(&r, prog_sync(5, 0, 0x80));
    expect_none(&r);
    slot(&r, 0x10A, "2", 0);
    expect(&r, hist_sync(0, 0, with_slot ? 5 : 3, 0x85, 0x2));
    r.ext_trigger = NOTIFY;
    idle(&r);
    slot(&r, 0x10E, "2", 0); /* HIST is empty */
    expect(&r, prog_sync(0, 2, 0x87));
    PROVES(&r, "NT:SYN-10", "NT:ING-30", "TCI:TRIG-09");
    finish(&r);
  }
}

/* D-21, SYN-35, Q-06, Q-08: the start has the address before the block, the notification the
 * one after it. */
static void notify_with_the_start(void **state) {
  (void)state;
  for (int external = 0; external < 2; external++) {
    for (int itype = 0; itype < 2; itype++) {
      struct run r;
      setup(&r, BTM);
      *(external ? &r.ext_trigger : &r.trigger) = NOTIFY;
      slot(&r, 0x100, "2", itype ? 10 : 0);
      expect(&r, prog_sync(5, 0, 0x80));
      expect_none(&r);
      slot(&r, 0x104, "2", 0);
      const uint8_t sync = external ? 0 : 6;
      expect(&r, itype ? indirect_sync(sync, 0, 2, 0x82) : prog_sync(sync, 2, 0x82));
      expect_none(&r);
      slot(&r, 0x108, "1", 0); /* told once */
      expect_none(&r);
      PROVES(&r, "NT:SYN-35", "NT:SYN-34", "NT:ORD-10", "TCI:TRIG-08",
             external ? "NT:SYN-10" : "NT:SYN-16");
      finish(&r);
    }
  }
}

static void notify_with_a_start_on_a_taken_branch(void **state) { /* D-07: it waits, if its own */
  (void)state;
  for (int external = 0; external < 2; external++) {
    struct run r;
    setup(&r, BTM);
    *(external ? &r.ext_trigger : &r.trigger) = NOTIFY;
    slot(&r, 0x100, "2", 5);
    expect(&r, prog_sync(5, 0, 0x80));
    if (external) {
      expect(&r, direct(2));
    }
    expect_none(&r);
    slot(&r, 0x200, "1", 0);
    expect(&r, external ? prog_sync(0, 0, 0x100) : direct_sync(6, 2, 0x100));
    finish(&r);
  }
}

/* GEN-10: the same blocks in one clock or in several, with every reason to start. */
static void notify_beside_the_start(void **state) {
  (void)state;
  for (int lost = 0; lost < 2; lost++) {
    for (unsigned notified_block = 0; notified_block < 4; notified_block++) {
      for (int at_once = 0; at_once < 2; at_once++) {
        struct run r;
        setup_blocks(&r, HTM);
        if (lost) {
          slot(&r, 0x80, "1", 0);
          r.overflow = true;
          slot(&r, 0x82, "1", 0);
          overflow_end(&r);
          expect(&r, prog_sync(5, 0, 0x40));
          expect(&r, error());
        }
        for (unsigned i = 0; i < 4; i++) {
          const unsigned bit = at_once ? (unsigned)NOTIFY << i : (unsigned)NOTIFY;
          if (i == notified_block) {
            r.trigger = (uint8_t)bit;
          }
          add(&r, 0x100 + 2 * i, "1", 4);
          if (!at_once) {
            edge(&r);
          }
        }
        if (at_once) {
          edge(&r);
        }
        slot(&r, 0x108, "1", 0);
        const unsigned counted = notified_block + 1;
        expect(&r, prog_sync(lost ? 7 : 5, 0, 0x80));
        expect(&r, hist_sync(6, 0, counted, 0x80 + counted, UINT64_C(1) << counted));
        debug(&r, true);
        expect(&r, stop_htm(0, 5 - counted, UINT64_C(1) << (4 - counted)));
        PROVES(&r, "NT:GEN-10", "NT:SYN-35", "NT:ING-21", "TCI:TRIG-02");
        finish(&r);
      }
    }
  }
}

static void notify_with_the_start_then_stop(void **state) { /* D-21: as anywhere in a session */
  (void)state;
  struct run r;
  setup(&r, BTM);
  r.trigger = NOTIFY;
  slot(&r, 0x100, "2", 0);
  r.config.tracing = false;
  slot(&r, 0x104, "2", 0);
  expect(&r, prog_sync(5, 0, 0x80));
  expect(&r, prog_sync(6, 2, 0x82));
  expect(&r, stop_btm(4, 0));
  PROVES(&r, "NT:COR-09");
  finish(&r);
}

static void notify_without_a_block(void **state) { /* D-21: not qualified, not valid, not tracing */
  (void)state;
  struct run r;
  setup(&r, BTM);
  r.trigger = r.ext_trigger = NOTIFY; /* no session yet */
  idle(&r);
  slot(&r, 0x100, "1", 0);
  r.trigger = NOTIFY; /* no block */
  idle(&r);
  slot(&r, 0x102, "1", 0);
  r.trigger = 2 * NOTIFY; /* that of a slot that is not there */
  slot(&r, 0x104, "1", 0);
  slot(&r, 0x106, "1", 0);
  expect(&r, prog_sync(5, 0, 0x80));
  expect_none(&r);
  debug(&r, true);
  r.trigger = r.ext_trigger = NOTIFY;
  slot(&r, 0x800, "1", 0);
  debug(&r, false);
  slot(&r, 0x108, "1", 0);
  slot(&r, 0x10A, "1", 0);
  expect(&r, stop_btm(0, 4));
  expect(&r, prog_sync(3, 0, 0x84));
  expect_none(&r);
  r.config.tracing = false;
  r.trigger = r.ext_trigger = NOTIFY;
  slot(&r, 0x10C, "1", 0); /* the clock of the stop */
  r.config.tracing = true;
  slot(&r, 0x10E, "1", 0);
  slot(&r, 0x110, "1", 0);
  expect(&r, stop_btm(4, 2));
  expect(&r, prog_sync(5, 0, 0x87));
  PROVES(&r, "TCI:TRIG-08");
  finish(&r);
}

static void notify_at_a_branch_or_transfer(void **state) { /* D-21, D-06, D-07, D-09, SYN-33 */
  (void)state;
  for (int plain = 0; plain < 2; plain++) {
    struct run r;
    setup(&r, BTM);
    r.config.plain_sync = plain;
    slot(&r, 0x100, "1", 0);
    expect(&r, prog_sync(5, 0, 0x80));
    r.trigger = NOTIFY;
    slot(&r, 0x102, "2", 5);
    if (plain) {
      expect(&r, direct(3));
    }
    expect_none(&r);
    slot(&r, 0x200, "1", 0);
    expect(&r, plain ? prog_sync(6, 0, 0x100) : direct_sync(6, 3, 0x100));

    r.ext_trigger = NOTIFY; /* after the clock: the branch is gone by then */
    slot(&r, 0x202, "2", 5);
    expect(&r, direct(3));
    expect_none(&r);
    slot(&r, 0x300, "1", 0);
    expect(&r, prog_sync(0, 0, 0x180));

    r.trigger = NOTIFY;
    slot(&r, 0x302, "2", 10);
    slot(&r, 0x400, "1", 0);
    if (plain) {
      expect(&r, indirect(0, 3, 0x380)); /* 0x300 ^ 0x400 */
      expect(&r, prog_sync(6, 0, 0x200));
    } else {
      expect(&r, indirect_sync(6, 0, 3, 0x200));
    }

    r.ext_trigger = NOTIFY;
    slot(&r, 0x402, "", 1);
    slot(&r, 0x500, "1", 0);
    if (plain) {
      expect(&r, indirect(2, 1, 0x080)); /* 0x400 ^ 0x500 */
      expect(&r, prog_sync(0, 0, 0x280));
    } else {
      expect(&r, indirect_sync(0, 2, 1, 0x280));
    }
    PROVES(&r, "NT:SYN-33", "NT:ORD-08", "NT:ORD-03", "NT:SYN-10", "NT:SYN-16");
    finish(&r);
  }
}

static void reasons_at_once(void **state) { /* SYN-35, D-21: the others are dropped */
  (void)state;
  for (int reasons = 1; reasons < 16; reasons++) {
    struct run r;
    setup(&r, BTM);
    r.config.sync_mode = 3;
    slot(&r, 0x100, "2", 0);
    expect(&r, prog_sync(5, 0, 0x80));
    r.trigger = (reasons & 4) != 0 ? NOTIFY : 0;
    r.ext_trigger = (reasons & 2) != 0 ? NOTIFY : 0;
    slot(&r, 0x104, (reasons & 1) != 0 ? "4444" : "4", 0);
    if ((reasons & 8) != 0) {
      reset_hart(&r);
    }
    slot(&r, 0x200, "1", 0);
    const uint8_t sync = reasons >= 8 ? 1 : reasons >= 4 ? 6 : reasons >= 2 ? 0 : 2;
    expect(&r, prog_sync(sync, (reasons & 1) != 0 ? 18 : 6, 0x100));
    slot(&r, 0x202, "444", 0); /* 13: a new period began (SYN-36) */
    slot(&r, 0x21A, "1", 0);
    expect_none(&r);
    debug(&r, true);
    expect(&r, stop_btm(0, 14));
    PROVES(&r, "NT:SYN-35", "NT:SYN-36", "TCI:SYNC-03");
    finish(&r);
  }
}

static void notify_of_an_implicit_return(void **state) { /* D-06, D-11, D-21 */
  (void)state;
  struct run r;
  setup_return(&r, BTM);
  narrow_icnt(&r); /* full at 128 */
  slot(&r, 0x100, "2", 9);
  slot(&r, 0x200, "444444444444444444444444444444", 0); /* 122 */
  expect(&r, prog_sync(5, 0, 0x80));
  r.trigger = NOTIFY;
  slot(&r, 0x2F0, "42", 13); /* 128 */
  expect_none(&r);
  slot(&r, 0x104, "1", 0);
  expect(&r, prog_sync(6, 128, 0x82)); /* carries the full count */
  PROVES(&r, "NT:ORD-09", "NT:SYN-02", "NT:IRT-10");
  finish(&r);
}

static void notify_then_stop(void **state) { /* D-21: after itype 0, before Correlation */
  (void)state;
  for (int plain = 0; plain < 2; plain++) {
    struct run r;
    setup_return(&r, BTM);
    r.config.plain_sync = plain;
    r.config.sync_mode = 3;

    slot(&r, 0x100, "2", 0); /* linear */
    r.trigger = NOTIFY;
    slot(&r, 0x104, "4444", 0); /* the periodic sync is due as well */
    r.config.tracing = false;
    slot(&r, 0x9000, "2", 0); /* of no account */
    expect(&r, prog_sync(5, 0, 0x80));
    expect(&r, prog_sync(6, 18, 0x92));
    expect(&r, stop_btm(4, 0));

    r.config.tracing = true; /* a transfer */
    slot(&r, 0x200, "2", 0);
    r.ext_trigger = NOTIFY;
    slot(&r, 0x204, "2", 10);
    r.config.tracing = false;
    slot(&r, 0x300, "2", 0);
    expect(&r, prog_sync(5, 0, 0x100));
    expect(&r, indirect(0, 4, 0x080)); /* 0x200 ^ 0x300; no sync: it is not the end of a block */
    expect(&r, stop_btm(4, 0));

    r.config.tracing = true; /* an implicit return */
    slot(&r, 0x400, "2", 9);
    r.trigger = NOTIFY;
    slot(&r, 0x500, "2", 13);
    r.config.tracing = false;
    slot(&r, 0x404, "2", 0);
    expect(&r, prog_sync(5, 0, 0x200));
    expect(&r, stop_btm(4, 4));

    r.config.tracing = true; /* a taken branch: plain at a stop */
    slot(&r, 0x600, "2", 0);
    r.trigger = NOTIFY;
    slot(&r, 0x604, "2", 5);
    r.config.tracing = false;
    slot(&r, 0x700, "2", 0);
    expect(&r, prog_sync(5, 0, 0x300));
    expect(&r, direct(4));
    expect(&r, stop_btm(4, 0));
    PROVES(&r, "NT:COR-09", "NT:COR-11", "NT:ORD-01");
    finish(&r);
  }
}

static void notify_then_stop_in_htm(void **state) { /* D-21, SYN-32 */
  (void)state;
  struct run r;
  setup(&r, HTM);
  slot(&r, 0x100, "2", 5);
  r.trigger = NOTIFY;
  slot(&r, 0x200, "2", 0);
  r.config.tracing = false;
  slot(&r, 0x204, "2", 0);
  expect(&r, prog_sync(5, 0, 0x80));
  expect(&r, hist_sync(6, 0, 4, 0x102, 0x3));
  expect(&r, stop_htm(4, 0, 1));
  PROVES(&r, "NT:SYN-32", "NT:COR-03");
  finish(&r);
}

static void notify_then_stop_elsewhere(void **state) { /* D-21: dropped after a jump or branch */
  (void)state;
  for (int kind = 0; kind < 3; kind++) {
    struct run r;
    setup(&r, BTM);
    slot(&r, 0x100, "2", 0);
    r.trigger = r.ext_trigger = NOTIFY;
    slot(&r, 0x104, "2", kind == 0 ? 5 : 10);
    r.config.tracing = kind == 1;
    r.halted = kind == 1;
    r.lowpower = kind == 2;
    if (kind == 0) {
      idle(&r);
    } else {
      slot(&r, 0x200, "2", 0); /* no address to be had */
    }
    expect(&r, prog_sync(5, 0, 0x80));
    if (kind == 0) {
      expect(&r, direct(4));
    }
    expect(&r, stop_btm(kind == 0 ? 4 : kind == 1 ? 0 : 1, kind == 0 ? 0 : 4));
    r.halted = r.lowpower = false;
    r.config.tracing = true;
    slot(&r, 0x300, "2", 0);
    slot(&r, 0x304, "2", 0);
    expect(&r, prog_sync(kind == 0 ? 5 : kind == 1 ? 3 : 9, 0, 0x180));
    PROVES(&r, "NT:COR-05", "NT:COR-09");
    finish(&r);
  }
}

static void notify_and_loss(void **state) { /* D-21, D-27 */
  (void)state;
  struct run r;
  setup(&r, BTM);
  slot(&r, 0x100, "2", 0);
  r.trigger = r.ext_trigger = NOTIFY;
  slot(&r, 0x104, "2", 0); /* waits, and goes with the overflow */
  r.overflow = true;
  r.trigger = r.ext_trigger = NOTIFY;
  slot(&r, 0x108, "2", 0); /* refused */
  r.ext_trigger = NOTIFY;
  overflow_end(&r);
  slot(&r, 0x200, "2", 0);
  slot(&r, 0x204, "2", 0);
  expect(&r, prog_sync(5, 0, 0x80));
  expect(&r, error());
  expect(&r, prog_sync(7, 0, 0x100));
  PROVES(&r, "NT:ERR-05", "NT:ERR-08", "NT:SYN-17");
  finish(&r);
}

static void notify_and_unknown_address(void **state) { /* D-21, D-13, D-07 */
  (void)state;
  for (int own = 0; own < 2; own++) {
    struct run r;
    setup(&r, BTM);
    r.params.iaddr_on_int = false;
    slot(&r, 0x100, "1", 0);
    if (own) { /* the interrupt is what is notified */
      slot(&r, 0x102, "1", 0);
      r.trigger = NOTIFY;
    } else {
      r.trigger = NOTIFY;
      slot(&r, 0x102, "1", 5);
    }
    expect(&r, prog_sync(5, 0, 0x80));
    expect_none(&r);
    interrupt_unknown(&r);
    if (!own) {
      expect(&r, direct(2));
    }
    expect_none(&r);
    slot(&r, 0x400, "1", 0);
    expect(&r, indirect_sync(6, 3, own ? 2 : 0, 0x200));
    PROVES(&r, "NT:SEQ-16");
    finish(&r);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(trigger_case),
      cmocka_unit_test(external_notify),
      cmocka_unit_test(notify_with_the_start),
      cmocka_unit_test(notify_with_a_start_on_a_taken_branch),
      cmocka_unit_test(notify_beside_the_start),
      cmocka_unit_test(notify_with_the_start_then_stop),
      cmocka_unit_test(notify_without_a_block),
      cmocka_unit_test(notify_at_a_branch_or_transfer),
      cmocka_unit_test(reasons_at_once),
      cmocka_unit_test(notify_of_an_implicit_return),
      cmocka_unit_test(notify_then_stop),
      cmocka_unit_test(notify_then_stop_in_htm),
      cmocka_unit_test(notify_then_stop_elsewhere),
      cmocka_unit_test(notify_and_loss),
      cmocka_unit_test(notify_and_unknown_address),
  };
  return cmocka_run_group_tests_name("oracle events", tests, NULL, NULL);
}
