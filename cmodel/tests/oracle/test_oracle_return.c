/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */

/*
 * The oracle with implicit return, with interrupts whose address is not known, and with TSTAMP and
 * SRC (V-IRT-1..6, V-TSP-1..6, D-13, D-16..D-19).
 */

#include "oracle_run.h"

/* ---- 31.12: implicit return ----------------------------------------------------------------- */

static void return_is_implicit(void **state) { /* V-IRT-1, direct and indirect call */
  (void)state;
  for (int indirect_call = 0; indirect_call < 2; indirect_call++) {
    struct run r;
    setup_return(&r, BTM);
    slot(&r, 0x100, "2", 0);
    slot(&r, 0x104, "12", indirect_call ? 8 : 9); /* returns to 0x10A */
    slot(&r, 0x200, "11", 13);
    slot(&r, 0x10A, "2", 0);
    debug(&r, true);
    expect(&r, prog_sync(5, 0, 0x80));
    if (indirect_call) {
      expect(&r, indirect(0, 5, 0x180));
      expect(&r, stop_btm(0, 4));
    } else {
      expect(&r, stop_btm(0, 9));
    }
    PROVES(&r, "NT:IRT-04", "NT:IRT-06", "NT:IRT-11", "NT:IRT-13", "NT:ITY-08", "NT:ITY-09",
           "NT:ITY-13", "NT:ING-07");
    finish(&r);
  }
}

static void sync_between_call_and_return(void **state) { /* V-IRT-2 */
  (void)state;
  struct run r;
  setup_return(&r, BTM);
  r.config.sync_mode = 3;
  slot(&r, 0x100, "2", 9);
  slot(&r, 0x200, "4442", 0); /* 16 */
  slot(&r, 0x21C, "1", 13);
  slot(&r, 0x104, "1", 0);
  expect(&r, prog_sync(5, 0, 0x80));
  expect(&r, prog_sync(2, 16, 0x10E));
  expect(&r, indirect(0, 1, 0x18C)); /* 0x21C ^ 0x104 */
  PROVES(&r, "NT:IRT-10", "NT:SYN-01", "NT:IRT-11");
  finish(&r);
}

static void nested_calls_beyond_the_stack(void **state) { /* V-IRT-3 */
  (void)state;
  struct run r;
  setup_return(&r, BTM);
  r.params.stack_depth = 2;
  slot(&r, 0x100, "2", 9);
  slot(&r, 0x200, "2", 9);
  slot(&r, 0x300, "2", 9);
  slot(&r, 0x400, "1", 13);
  slot(&r, 0x304, "1", 13);
  slot(&r, 0x204, "1", 13);
  slot(&r, 0x104, "1", 0);
  debug(&r, true);
  expect(&r, prog_sync(5, 0, 0x80));
  expect(&r, indirect(0, 9, 0x2)); /* 0x100 ^ 0x104 */
  expect(&r, stop_btm(0, 1));
  PROVES(&r, "NT:IRT-09");
  finish(&r);
}

static void return_elsewhere(void **state) { /* V-IRT-4 */
  (void)state;
  struct run r;
  setup_return(&r, HTM);
  slot(&r, 0x100, "2", 9);
  slot(&r, 0x200, "2", 9);
  slot(&r, 0x300, "1", 13); /* should be 0x204 */
  slot(&r, 0x500, "1", 13); /* popped all the same: this one matches 0x104 */
  slot(&r, 0x104, "1", 0);
  debug(&r, true);
  expect(&r, prog_sync(5, 0, 0x80));
  expect(&r, indirect(0, 5, 0x200));
  expect(&r, stop_htm(0, 2, 0x1));
  PROVES(&r, "NT:IRT-12", "NT:IRT-06", "NT:ITY-13");
  finish(&r);
}

static void call_that_is_the_sync(void **state) { /* V-IRT-5, D-16 */
  (void)state;
  struct run r;
  setup_return(&r, BTM);
  r.config.sync_mode = 3;
  slot(&r, 0x100, "44442", 8);
  slot(&r, 0x200, "1", 13);
  slot(&r, 0x124, "1", 0);
  expect(&r, prog_sync(5, 0, 0x80));
  expect(&r, indirect_sync(2, 0, 18, 0x100));
  expect(&r, indirect(0, 1, 0x192)); /* 0x200 ^ 0x124 */
  PROVES(&r, "NT:IRT-10", "NT:SYN-01", "NT:SYN-33");
  finish(&r);
}

static void fault_at_the_return_target(void **state) { /* V-IRT-6 */
  (void)state;
  struct run r;
  setup_return(&r, BTM);
  slot(&r, 0x100, "2", 9);
  slot(&r, 0x200, "11", 13);
  slot(&r, 0x104, "", 1);
  slot(&r, 0x400, "1", 0);
  expect(&r, prog_sync(5, 0, 0x80));
  expect(&r, indirect(2, 4, 0x280));
  PROVES(&r, "NT:IRT-14");
  finish(&r);
}

static void swap(void **state) { /* D-17 */
  (void)state;
  struct run r;
  setup_return(&r, BTM);
  slot(&r, 0x100, "2", 12); /* empty stack: explicit, but pushes 0x104 */
  slot(&r, 0x200, "1", 12); /* matches 0x104, pushes 0x202 */
  slot(&r, 0x104, "2", 12); /* matches 0x202, pushes 0x108 */
  slot(&r, 0x202, "1", 13); /* does not match 0x300 */
  slot(&r, 0x300, "1", 0);
  expect(&r, prog_sync(5, 0, 0x80));
  expect(&r, indirect(0, 2, 0x180));
  expect(&r, indirect(0, 4, 0x80)); /* 0x200 ^ 0x300 */
  PROVES(&r, "NT:ITY-12", "NT:IRT-06");
  finish(&r);
}

static void implicit_return_off(void **state) { /* D-18, IRT-01, and no stack */
  (void)state;
  for (int kind = 0; kind < 3; kind++) {
    struct run r;
    setup_return(&r, BTM);
    if (kind == 0) {
      r.config.ir_en = false;
    } else if (kind == 1) {
      r.config.ir_mode = 0;
    } else {
      r.params.stack_depth = 0;
    }
    slot(&r, 0x100, "2", 9);
    slot(&r, 0x200, "1", 13);
    slot(&r, 0x104, "1", 0);
    expect(&r, prog_sync(5, 0, 0x80));
    expect(&r, indirect(0, 3, 0x2));
    PROVES(&r, "NT:IRT-01", "NT:ITY-20", "NT:GEN-02");
    finish(&r);
  }
}

static void traps_leave_the_stack(void **state) { /* IRT-07 */
  (void)state;
  struct run r;
  setup_return(&r, BTM);
  slot(&r, 0x100, "2", 9);
  slot(&r, 0x200, "1", 1);
  slot(&r, 0x400, "2", 3);
  slot(&r, 0x202, "1", 14);
  slot(&r, 0x280, "2", 15);
  slot(&r, 0x300, "1", 13);
  slot(&r, 0x104, "1", 0);
  debug(&r, true);
  expect(&r, prog_sync(5, 0, 0x80));
  expect(&r, indirect(2, 3, 0x280)); /* 0x100 ^ 0x400 */
  expect(&r, indirect(0, 2, 0x301)); /* 0x400 ^ 0x202 */
  expect(&r, indirect(0, 1, 0x41));  /* 0x202 ^ 0x280 */
  expect(&r, stop_btm(0, 4));
  PROVES(&r, "NT:IRT-07", "NT:ITY-14", "NT:ITY-15", "NT:ITY-03");
  finish(&r);
}

/* ---- Interrupts without an address ---------------------------------------------------------- */

static void interrupt_without_address(void **state) { /* D-13, SEQ-16 */
  (void)state;
  for (int is_return = 0; is_return < 2; is_return++) {
    struct run r;
    setup_return(&r, BTM);
    r.params.iaddr_on_int = false;
    r.config.ts_en = true;
    slot(&r, 0x100, "2", 9);
    slot(&r, 0x300, "2", is_return ? 13 : 10);
    slot(&r, 0x104, "", 2); /* the address on the port means nothing in this build */
    slot(&r, 0x400, "1", 13);
    expect(&r, at(prog_sync(5, 0, 0x80), 1000));
    expect(&r, at(indirect(3, 4, 0x280), 2));
    slot(&r, 0x104, "1", 0);
    if (is_return) { /* the call is popped */
      expect(&r, at(indirect(0, 1, 0x282), 1));
    }
    PROVES(&r, "NT:SEQ-16", "NT:TSP-06");
    finish(&r);
  }
}

static void interrupt_without_address_cannot_start(void **state) { /* D-04 */
  (void)state;
  struct run r;
  setup(&r, BTM);
  r.params.iaddr_on_int = false;
  interrupt_unknown(&r);
  expect_none(&r);
  slot(&r, 0x400, "1", 0);
  expect(&r, prog_sync(5, 0, 0x200));
  debug(&r, true);
  expect(&r, stop_btm(0, 1));
  PROVES(&r, "NT:SEQ-16");
  finish(&r);
}

static void interrupt_without_address_at_stop(void **state) { /* D-03 */
  (void)state;
  struct run r;
  setup(&r, BTM);
  r.params.iaddr_on_int = false;
  slot(&r, 0x100, "1", 10);
  r.config.tracing = false;
  interrupt_unknown(&r);
  expect(&r, prog_sync(5, 0, 0x80));
  expect(&r, stop_btm(4, 1));
  PROVES(&r, "NT:COR-09");
  finish(&r);
}

static void due_sync_waits_for_an_address(void **state) { /* D-06, D-13 */
  (void)state;
  struct run r;
  setup(&r, HTM);
  r.params.iaddr_on_int = false;
  r.config.sync_mode = 3;
  slot(&r, 0x100, "4444", 5);
  interrupt_unknown(&r);
  expect(&r, prog_sync(5, 0, 0x80));
  expect_none(&r);
  slot(&r, 0x400, "1", 0);
  expect(&r, hist_sync(2, 3, 16, 0x200, 0x3));
  PROVES(&r, "NT:SEQ-16", "NT:SYN-12");
  finish(&r);
}

/* ---- 31.11: time and source ----------------------------------------------------------------- */

static void timestamps(void **state) { /* V-TSP-1..3, 6 */
  (void)state;
  struct run r;
  setup(&r, BTM);
  r.config.ts_en = true;
  slot(&r, 0x100, "1", 0);
  r.time = 1004;
  slot(&r, 0x102, "2", 5);
  r.time = 1099;
  slot(&r, 0x200, "12", 5);
  slot(&r, 0x300, "1", 0);
  r.time = 1104;
  debug(&r, true);
  expect(&r, at(prog_sync(5, 0, 0x80), 1000));
  expect(&r, at(direct(3), 5));
  expect(&r, at(direct(3), 95));
  expect(&r, at(stop_btm(0, 1), 5));
  PROVES(&r, "NT:TSP-01", "NT:TSP-02", "NT:TSP-03", "NT:SYN-04");
  finish(&r);
}

static void timestamp_of_resource_full(void **state) { /* V-TSP-4 */
  (void)state;
  struct run r;
  setup(&r, HTM);
  r.config.ts_en = true;
  r.params.hist_width = 31; /* 30 outcomes */
  slot(&r, 0x100, "1", 4);
  for (int i = 1; i < 29; i++) {
    slot(&r, 0x102, "1", i % 2 == 0 ? 4 : 5);
  }
  r.time = 1004;
  slot(&r, 0x102, "1", 5);
  expect(&r, at(prog_sync(5, 0, 0x80), 1000));
  expect(&r, at(hist_full(0x55555555), 5));
  PROVES(&r, "NT:TSP-02");
  finish(&r);
}

static void timestamp_of_transfer(void **state) { /* D-19, TSP-06 */
  (void)state;
  struct run r;
  setup(&r, BTM);
  r.config.ts_en = true;
  slot(&r, 0x100, "1", 10); /* 1000 */
  r.time = 1019;
  slot(&r, 0x200, "1", 2); /* 1020 */
  r.time = 1049;
  slot(&r, 0x400, "1", 0); /* 1050 */
  expect(&r, at(prog_sync(5, 0, 0x80), 1000));
  expect(&r, at(indirect(0, 1, 0x180), 0));
  expect(&r, at(indirect(3, 1, 0x300), 20));
  PROVES(&r, "NT:TSP-06");
  finish(&r);
}

static void timestamp_wraps(void **state) { /* TSP-05 */
  (void)state;
  struct run r;
  setup(&r, BTM);
  r.params.ts_width = 8;
  r.config.ts_en = true;
  r.time = 0x2FA;
  slot(&r, 0x100, "1", 0);
  r.time = 0x304;
  slot(&r, 0x102, "1", 5);
  expect(&r, at(prog_sync(5, 0, 0x80), 0xFB));
  expect(&r, at(direct(2), 10));
  r.time = 0x02; /* the unit has as few bits and wraps itself: 0x05 to 0x03 */
  slot(&r, 0x200, "1", 5);
  expect(&r, at(direct(1), 0xFE));
  PROVES(&r, "NT:TSP-05");
  finish(&r);
}

static void timestamp_enabled_late(void **state) { /* TCI:TS-16 */
  (void)state;
  struct run r;
  setup(&r, BTM);
  r.config.sync_mode = 3;
  slot(&r, 0x100, "1", 0);
  r.config.ts_en = true;
  slot(&r, 0x102, "1", 5);
  expect(&r, prog_sync(5, 0, 0x80));
  expect(&r, direct(2));
  slot(&r, 0x200, "4442", 0);
  slot(&r, 0x300, "1", 5);
  slot(&r, 0x400, "1", 5);
  expect(&r, at(prog_sync(2, 14, 0x180), 1003));
  expect(&r, at(direct(1), 0));
  expect(&r, at(direct(1), 1));
  PROVES(&r, "NT:TSP-03");
  finish(&r);
}

static void source(void **state) { /* SRC-01, SRC-02 */
  (void)state;
  struct run r;
  setup(&r, BTM);
  r.config.src_bits = 4;
  r.config.src_id = 0xABC;
  slot(&r, 0x100, "1", 5);
  r.overflow = true;
  slot(&r, 0x102, "1", 0);
  overflow_end(&r);
  expect(&r, from(prog_sync(5, 0, 0x80), 0xC));
  expect(&r, from(direct(1), 0xC));
  expect(&r, from(error(), 0xC));
  r.config.inhibit_src = true;
  slot(&r, 0x100, "1", 5);
  expect(&r, prog_sync(7, 0, 0x80));
  expect(&r, direct(1));
  PROVES(&r, "NT:SRC-01", "NT:SRC-02");
  finish(&r);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(return_is_implicit),
      cmocka_unit_test(sync_between_call_and_return),
      cmocka_unit_test(nested_calls_beyond_the_stack),
      cmocka_unit_test(return_elsewhere),
      cmocka_unit_test(call_that_is_the_sync),
      cmocka_unit_test(fault_at_the_return_target),
      cmocka_unit_test(swap),
      cmocka_unit_test(implicit_return_off),
      cmocka_unit_test(traps_leave_the_stack),
      cmocka_unit_test(interrupt_without_address),
      cmocka_unit_test(interrupt_without_address_cannot_start),
      cmocka_unit_test(interrupt_without_address_at_stop),
      cmocka_unit_test(due_sync_waits_for_an_address),
      cmocka_unit_test(timestamps),
      cmocka_unit_test(timestamp_of_resource_full),
      cmocka_unit_test(timestamp_of_transfer),
      cmocka_unit_test(timestamp_wraps),
      cmocka_unit_test(timestamp_enabled_late),
      cmocka_unit_test(source),
  };
  return cmocka_run_group_tests_name("oracle return", tests, NULL, NULL);
}
