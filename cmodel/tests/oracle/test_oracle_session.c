/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */

/*
 * The oracle where sessions begin and end and where they are interrupted: start, stop, debug mode,
 * periodic sync, loss (V-SEQ-9..15, D-03..D-10, D-14, D-15).
 */

#include "oracle_run.h"

/* ---- 31.10: start and stop ------------------------------------------------------------------ */

static void enable_debug_exit_disable(void **state) { /* V-SEQ-9 */
  (void)state;
  struct run r;
  setup(&r, BTM);
  tracing(&r, false);
  slot(&r, 0xF0, "2", 0);
  r.config.tracing = true;
  slot(&r, 0x100, "1", 0);
  debug(&r, true);
  debug(&r, false);
  slot(&r, 0x102, "2", 0);
  tracing(&r, false);
  slot(&r, 0x106, "2", 0);
  expect(&r, prog_sync(5, 0, 0x80));
  expect(&r, stop_btm(0, 1));
  expect(&r, prog_sync(3, 0, 0x81));
  expect(&r, stop_btm(4, 2));
  r.config.tracing = true; /* not in debug mode since tracing was last on */
  slot(&r, 0x10A, "2", 0);
  expect(&r, prog_sync(5, 0, 0x85));
  PROVES(&r, "NT:SEQ-01", "NT:SEQ-02", "NT:SEQ-03", "NT:SEQ-04", "NT:COR-01", "NT:COR-02",
         "NT:COR-08", "NT:SYN-13", "NT:SYN-15", "NT:ING-29");
  finish(&r);
}

static void enabled_in_debug(void **state) { /* V-SEQ-10, D-04 */
  (void)state;
  for (int in_exit_clock = 0; in_exit_clock < 2; in_exit_clock++) {
    struct run r;
    setup(&r, BTM);
    tracing(&r, false);
    debug(&r, true);
    if (!in_exit_clock) {
      tracing(&r, true);
    }
    r.config.tracing = true;
    debug(&r, false);
    slot(&r, 0x100, "1", 0);
    tracing(&r, false);
    expect(&r, prog_sync(3, 0, 0x80));
    expect(&r, stop_btm(4, 1));
    PROVES(&r, "NT:SEQ-05", "NT:SYN-13", "NT:ING-24");
    finish(&r);
  }
}

static void disabled_in_debug(void **state) { /* V-SEQ-11, SEQ-08 */
  (void)state;
  struct run r;
  setup(&r, BTM);
  slot(&r, 0x100, "1", 0);
  debug(&r, true);
  slot(&r, 0x800, "1", 0); /* ignored in debug mode */
  tracing(&r, false);
  debug(&r, false);
  slot(&r, 0x102, "1", 0);
  expect(&r, prog_sync(5, 0, 0x80));
  expect(&r, stop_btm(0, 1));
  expect_none(&r);
  r.config.tracing = true; /* later: an ordinary enable */
  slot(&r, 0x104, "1", 0);
  expect(&r, prog_sync(5, 0, 0x82));
  PROVES(&r, "NT:SEQ-06", "NT:SEQ-08", "NT:ING-24", "NT:ING-29");
  finish(&r);
}

static void both_in_debug(void **state) { /* V-SEQ-13 */
  (void)state;
  struct run r;
  setup(&r, BTM);
  tracing(&r, false);
  slot(&r, 0x100, "1", 0);
  debug(&r, true);
  tracing(&r, true);
  tracing(&r, false);
  debug(&r, false);
  slot(&r, 0x102, "1", 0);
  PROVES(&r, "NT:SEQ-07", "NT:SEQ-09");
  finish(&r);
}

static void stop_and_start_without_a_block(void **state) { /* D-03, D-04 */
  (void)state;
  struct run r;
  setup(&r, BTM);
  idle(&r);
  tracing(&r, false);
  tracing(&r, true);
  debug(&r, true);
  debug(&r, false);
  idle(&r);
  expect_none(&r);
  slot(&r, 0x100, "1", 0);
  expect(&r, prog_sync(3, 0, 0x80));
  finish(&r);
}

/* ---- Stop ----------------------------------------------------------------------------------- */

static void stop_on_transfer(void **state) { /* COR-09, Q-14, D-03 */
  (void)state;
  struct run r;
  setup(&r, BTM);
  slot(&r, 0x100, "2", 10);
  r.config.tracing = false;
  slot(&r, 0x200, "2", 0); /* not traced, but its address resolves the jump */
  expect(&r, prog_sync(5, 0, 0x80));
  expect(&r, indirect(0, 2, 0x180));
  expect(&r, stop_btm(4, 0));

  r.config.tracing = true;
  slot(&r, 0x204, "1", 10);
  tracing(&r, false); /* no address in this clock */
  expect(&r, prog_sync(5, 0, 0x102));
  expect(&r, stop_btm(4, 1));

  r.config.tracing = true;
  slot(&r, 0x300, "1", 10);
  r.halted = true;
  slot(&r, 0x400, "2", 0); /* debug mode: no address, reason 0 */
  expect(&r, prog_sync(5, 0, 0x180));
  expect(&r, stop_btm(0, 1));

  r.halted = false;
  slot(&r, 0x400, "1", 0); /* nothing of the jump is left */
  slot(&r, 0x402, "1", 0);
  expect(&r, prog_sync(3, 0, 0x200));
  PROVES(&r, "NT:COR-02", "NT:COR-05", "NT:COR-06", "NT:COR-09", "NT:ORD-01");
  finish(&r);
}

/* ---- Periodic sync -------------------------------------------------------------------------- */

/* V-SEQ-14 with the smallest period that can be set, 16 half-words. */
static void periodic_linear(void **state) {
  (void)state;
  for (int htm = 0; htm < 2; htm++) {
    struct run r;
    setup(&r, htm ? HTM : BTM);
    r.config.sync_mode = 3;
    slot(&r, 0x100, "12", 4);
    slot(&r, 0x106, "2222224", 0); /* 19 */
    expect(&r, prog_sync(5, 0, 0x80));
    expect_none(&r);
    slot(&r, 0x126, "2222222", 0);
    expect(&r, htm ? hist_sync(2, 0, 19, 0x93, 0x2) : prog_sync(2, 19, 0x93));
    slot(&r, 0x142, "1", 0); /* 15 */
    slot(&r, 0x144, "1", 0); /* 16 */
    expect_none(&r);
    slot(&r, 0x146, "1", 0); /* HTM with empty HIST: ProgTraceSync */
    expect(&r, prog_sync(2, 16, 0xA3));
    tracing(&r, false);
    expect(&r, htm ? stop_htm(4, 1, 0x1) : stop_btm(4, 1));
    PROVES(&r, "NT:SYN-12", "NT:SYN-31", "NT:SYN-32", "NT:SYN-36", "NT:SEQ-22", "NT:ORD-04",
           "TCI:SYNC-02");
    finish(&r);
  }
}

/* V-SEQ-14, the form at a taken branch, and D-07. */
static void periodic_taken_branch(void **state) {
  (void)state;
  struct run r;
  setup(&r, BTM);
  r.config.sync_mode = 3;
  slot(&r, 0x100, "1", 5); /* 1 */
  expect(&r, prog_sync(5, 0, 0x80));
  expect(&r, direct(1));
  slot(&r, 0x300, "2222222", 4); /* 15 */
  expect_none(&r);
  slot(&r, 0x310, "1", 5); /* 16: waits for its target */
  expect_none(&r);
  slot(&r, 0x200, "44444", 0);
  expect(&r, direct_sync(2, 15, 0x100));
  expect_none(&r);
  r.config.sync_mode = 0;
  slot(&r, 0x220, "1", 10);
  slot(&r, 0x300, "1", 0);
  expect(&r, indirect(0, 21, 0x80)); /* 0x200 ^ 0x300: REF is the F-ADDR */
  r.config.sync_mode = 3;
  slot(&r, 0x302, "1", 5); /* 2 + 21 half-words since the sync: due at this block's start */
  expect(&r, prog_sync(2, 1, 0x181));
  expect(&r, direct(1));
  PROVES(&r, "NT:SYN-33", "NT:ORD-08", "NT:MSG-06");
  finish(&r);
}

static void periodic_branch_released(void **state) { /* D-07, D-10 */
  (void)state;
  for (int kind = 0; kind < 3; kind++) {
    struct run r;
    setup(&r, BTM);
    r.params.iaddr_on_int = false;
    r.config.sync_mode = 3;
    r.config.ts_en = true;
    slot(&r, 0x100, "4444", 5); /* at 1000 */
    expect(&r, at(prog_sync(5, 0, 0x80), 1000));
    expect_none(&r);
    idle(&r);
    if (kind == 0) { /* switched off */
      r.config.sync_mode = 0;
      slot(&r, 0x200, "1", 0);
      expect(&r, at(direct(16), 0));
    } else if (kind == 1) { /* a stop */
      debug(&r, true);
      expect(&r, at(direct(16), 0));
      expect(&r, at(stop_btm(0, 0), 2));
    } else { /* an interrupt alone without an address; the sync waits on */
      interrupt_unknown(&r);
      expect(&r, at(direct(16), 0));
      expect_none(&r);
      slot(&r, 0x400, "1", 0);
      expect(&r, at(indirect_sync(2, 3, 0, 0x200), 1002));
    }
    PROVES(&r, "NT:SYN-12");
    finish(&r);
  }
}

static void periodic_transfer(void **state) { /* D-06, D-08, SYN-33 */
  (void)state;
  for (int kind = 0; kind < 4; kind++) { /* BTM, HTM, HTM with HIST, HTM without plain_hist */
    struct run r;
    setup(&r, kind == 0 ? BTM : HTM);
    r.params.plain_hist = kind != 3;
    r.config.sync_mode = 3;
    slot(&r, 0x100, "2", kind == 2 ? 4 : 0);
    slot(&r, 0x104, "2222222", 1); /* 16 */
    slot(&r, 0x400, "1", 8);
    expect(&r, prog_sync(5, 0, 0x80));
    if (kind < 2) {
      expect(&r, indirect_sync(2, 2, 16, 0x200));
    } else {
      expect(&r, hist_sync(2, 2, 16, 0x200, kind == 2 ? 0x2 : 0x1));
    }
    slot(&r, 0x500, "1", 0);
    if (kind < 3) {
      expect(&r, indirect(0, 1, 0x80));
    } else {
      expect(&r, hist(0, 1, 0x80, 0x1));
    }
    PROVES(&r, "NT:SYN-33", "NT:MSG-20");
    finish(&r);
  }
}

static void periodic_by_messages(void **state) { /* D-05, D-06 mode 1 */
  (void)state;
  struct run r;
  setup(&r, BTM);
  r.config.sync_mode = 1;
  slot(&r, 0x100, "1", 5);
  expect(&r, prog_sync(5, 0, 0x80));
  expect(&r, direct(1));
  for (int i = 0; i < 14; i++) { /* 15 messages */
    slot(&r, 0x100, "1", 5);
    expect(&r, direct(1));
  }
  expect_none(&r);
  slot(&r, 0x100, "1", 5); /* the 16th */
  expect(&r, direct(1));
  expect_none(&r);
  slot(&r, 0x100, "2", 5);
  expect(&r, prog_sync(2, 0, 0x80));
  expect(&r, direct(2));
  for (int i = 0; i < 14; i++) {
    slot(&r, 0x100, "1", 5);
    expect(&r, direct(1));
  }
  slot(&r, 0x100, "1", 10); /* its message is the 16th: the sync follows directly */
  expect_none(&r);
  slot(&r, 0x200, "1", 0);
  expect(&r, indirect(0, 1, 0x180));
  expect(&r, prog_sync(2, 0, 0x100));
  PROVES(&r, "NT:SYN-12", "TCI:SYNC-04");
  finish(&r);
}

static void implicit_return_fills_messages(void **state) { /* D-06: RCODE 0 reaches the count */
  (void)state;
  struct run r;
  setup_return(&r, BTM);
  narrow_icnt(&r);
  r.config.sync_mode = 1;
  slot(&r, 0x100, "1", 5);
  expect(&r, prog_sync(5, 0, 0x80));
  expect(&r, direct(1));
  for (int i = 0; i < 14; i++) {
    slot(&r, 0x100, "1", 5);
    expect(&r, direct(1));
  }
  slot(&r, 0x100, "1", 9);
  slot(&r, 0x200, "444444444444444444444444444444", 0); /* 121 */
  slot(&r, 0x2F0, "43", 13);
  expect_none(&r);
  slot(&r, 0x102, "1", 0);
  expect(&r, icnt_full(128));
  expect(&r, prog_sync(2, 0, 0x81));
  finish(&r);
}

static void period_changes(void **state) { /* D-05: at once, without a wrap-around */
  (void)state;
  struct run r;
  setup(&r, BTM);
  r.config.sync_mode = 3;
  r.config.sync_max = 2;
  slot(&r, 0x100, "44444", 0); /* 20 of 64 */
  slot(&r, 0x128, "44444", 0);
  slot(&r, 0x150, "1", 0); /* 41, more than twice the period to come */
  expect(&r, prog_sync(5, 0, 0x80));
  expect_none(&r);
  r.config.sync_max = 0;
  slot(&r, 0x152, "1", 0);
  expect(&r, prog_sync(2, 41, 0xA9));
  PROVES(&r, "TCI:SYNC-07");
  finish(&r);
}

static void plain_sync(void **state) { /* D-09 */
  (void)state;
  struct run r;
  setup(&r, HTM);
  r.config.plain_sync = true;
  r.config.sync_mode = 3;
  r.config.ts_en = true;
  slot(&r, 0x100, "2", 5);
  slot(&r, 0x200, "444111", 10); /* 17, at 1001 */
  idle(&r);
  slot(&r, 0x300, "1", 0); /* at 1003 */
  expect(&r, at(prog_sync(5, 0, 0x80), 1000));
  expect(&r, at(hist(0, 17, 0x100, 0x3), 1)); /* 0x100 ^ 0x300 */
  expect(&r, at(prog_sync(2, 0, 0x180), 1003));
  finish(&r);

  setup(&r, BTM);
  r.config.plain_sync = true;
  r.config.sync_mode = 3;
  slot(&r, 0x100, "4444", 5);
  expect(&r, prog_sync(5, 0, 0x80));
  expect(&r, direct(16)); /* no branch waits */
  expect_none(&r);
  slot(&r, 0x300, "1", 0);
  expect(&r, prog_sync(2, 0, 0x180));
  PROVES(&r, "NT:SYN-33");
  finish(&r);
}

/* ---- Loss ----------------------------------------------------------------------------------- */

static void overflow(void **state) { /* V-SEQ-15, D-14, ERR-08 */
  (void)state;
  struct run r;
  setup_return(&r, HTM);
  r.config.ts_en = true;
  slot(&r, 0x0F0, "2", 9); /* at 1000 */
  slot(&r, 0x0F8, "2", 4);
  slot(&r, 0x0FC, "2", 10); /* pending: lost */
  idle(&r);
  r.overflow = true;
  slot(&r, 0x700, "2", 5); /* the first refused slot, at 1004 */
  slot(&r, 0x704, "2", 5);
  expect(&r, at(prog_sync(5, 0, 0x78), 1000));
  overflow_end(&r);
  expect(&r, at(error(), 4));
  expect_none(&r);
  slot(&r, 0x100, "1", 13); /* at 1007; the call is forgotten */
  expect(&r, at(prog_sync(7, 0, 0x80), 1007));
  slot(&r, 0x0F4, "1", 0);
  expect(&r, at(indirect(0, 1, 0xFA), 0));
  PROVES(&r, "NT:ERR-01", "NT:ERR-02", "NT:ERR-03", "NT:ERR-05", "NT:ERR-08", "NT:SEQ-23",
         "NT:SYN-17", "NT:MSG-04", "NT:TSP-09", "TCI:OVF-03", "TCI:OVF-12");
  finish(&r);
}

static void overflow_behind_a_loss(void **state) { /* D-33, D-14; whether or not a block comes */
  (void)state;
  for (unsigned block = 0; block < 2; block++) {
    struct run r;
    setup(&r, HTM);
    r.config.ts_en = true;
    slot(&r, 0x100, "2", 10); /* at 1000; pending: lost */
    r.lost = true;
    idle(&r);
    if (block) { /* at 1002: nobody but the rule says that it is refused */
      slot(&r, 0x200, "2", 0);
    } else {
      idle(&r);
    }
    r.overflow = true;
    slot(&r, 0x300, "2", 0);
    expect(&r, at(prog_sync(5, 0, 0x80), 1000));
    overflow_end(&r);
    expect(&r, at(error(), 2));
    slot(&r, 0x400, "2", 0);
    expect(&r, at(prog_sync(7, 0, 0x200), 1005));
    PROVES(&r, "NT:ERR-01", "NT:ERR-05", "NT:ERR-08", "NT:TSP-09");
    finish(&r);
  }
}

static void loss_and_stop(void **state) { /* D-33: before the stop, in its clock, and after it */
  (void)state;
  for (unsigned when = 0; when < 3; when++) {
    struct run r;
    setup(&r, BTM);
    slot(&r, 0x100, "2", 0);
    r.lost = when == 0;
    slot(&r, 0x104, "2", 0);
    r.config.tracing = false;
    r.lost = when == 1;
    idle(&r);
    r.lost = when == 2;
    idle(&r);
    r.overflow = true;
    idle(&r);
    overflow_end(&r);
    r.config.tracing = true;
    slot(&r, 0x108, "2", 0);
    expect(&r, prog_sync(5, 0, 0x80));
    if (when != 0) expect(&r, stop_btm(4, 4));
    expect(&r, error());
    expect(&r, prog_sync(5, 0, 0x84));
    PROVES(&r, "NT:ERR-01", "NT:ERR-09", "NT:ERR-10");
    finish(&r);
  }
}

static void overflow_then_stop(void **state) { /* D-15, ERR-09, ERR-10 */
  (void)state;
  for (int halt = 0; halt < 2; halt++) {
    struct run r;
    setup(&r, BTM);
    slot(&r, 0x100, "1", 0);
    r.overflow = true;
    slot(&r, 0x102, "1", 0);
    if (halt) {
      r.halted = true;
    } else {
      r.config.tracing = false;
    }
    overflow_end(&r);
    idle(&r);
    expect(&r, prog_sync(5, 0, 0x80));
    expect(&r, error());
    expect_none(&r);
    r.halted = false;
    r.config.tracing = true;
    slot(&r, 0x200, "1", 0);
    expect(&r, prog_sync(halt ? 3 : 5, 0, 0x100));
    PROVES(&r, "NT:ERR-09", "NT:ERR-10", "NT:ERR-11", "TCI:OVF-04");
    finish(&r);
  }
}

static void overflow_then_debug(void **state) { /* D-04: on "ever since" */
  (void)state;
  struct run r;
  setup(&r, BTM);
  slot(&r, 0x100, "1", 0);
  r.overflow = true;
  slot(&r, 0x102, "1", 0);
  overflow_end(&r);
  debug(&r, true);
  debug(&r, false);
  slot(&r, 0x200, "1", 0);
  expect(&r, prog_sync(5, 0, 0x80));
  expect(&r, error());
  expect(&r, prog_sync(3, 0, 0x100));
  PROVES(&r, "NT:SYN-13");
  finish(&r);
}

static void inactive(void **state) { /* CTL-01: a reset, no Correlation */
  (void)state;
  struct run r;
  setup(&r, BTM);
  slot(&r, 0x100, "1", 0);
  expect(&r, prog_sync(5, 0, 0x80));
  r.config.active = false;
  idle(&r);
  expect_none(&r);
  r.config.active = true;
  slot(&r, 0x200, "1", 0);
  expect(&r, prog_sync(5, 0, 0x100));
  finish(&r);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(enable_debug_exit_disable),
      cmocka_unit_test(enabled_in_debug),
      cmocka_unit_test(disabled_in_debug),
      cmocka_unit_test(both_in_debug),
      cmocka_unit_test(stop_and_start_without_a_block),
      cmocka_unit_test(stop_on_transfer),
      cmocka_unit_test(periodic_linear),
      cmocka_unit_test(periodic_taken_branch),
      cmocka_unit_test(periodic_branch_released),
      cmocka_unit_test(periodic_transfer),
      cmocka_unit_test(periodic_by_messages),
      cmocka_unit_test(implicit_return_fills_messages),
      cmocka_unit_test(period_changes),
      cmocka_unit_test(plain_sync),
      cmocka_unit_test(overflow),
      cmocka_unit_test(overflow_behind_a_loss),
      cmocka_unit_test(loss_and_stop),
      cmocka_unit_test(overflow_then_stop),
      cmocka_unit_test(overflow_then_debug),
      cmocka_unit_test(inactive),
  };
  return cmocka_run_group_tests_name("oracle session", tests, NULL, NULL);
}
