/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */

/*
 * The oracle with several slots per clock, in the single-retirement form, and on a port with 3-bit
 * itype (V-ING-1, D-27, D-18, ING-02, ING-05, ING-08, GEN-10, HIST-09).
 */

#include "oracle_run.h"

enum { NOTIFY = 4 }; /* of slot 0; that of slot i is shifted by i */

static void example_in_one_clock(void **state) { /* V-ING-1, ING-02, GEN-10 */
  (void)state;
  for (int htm = 0; htm < 2; htm++) {
    for (unsigned per_clock = 1; per_clock <= RVT_BLOCKS_MAX; per_clock++) {
      struct run r;
      setup_blocks(&r, htm ? HTM : BTM);
      static const struct {
        uint64_t pc;
        const char *sizes;
        uint8_t itype;
      } part[] = {{0x1000, "2221", 8}, {0x0940, "21", 4}, {0x0946, "1", 5}, {0x0988, "22", 0}};
      for (unsigned i = 0; i < 4; i++) {
        add(&r, part[i].pc, part[i].sizes, part[i].itype);
        if ((i + 1) % per_clock == 0 || i == 3) {
          edge(&r);
        }
      }
      debug(&r, true);
      expect(&r, prog_sync(5, 0, 0x800));
      if (htm) {
        expect(&r, indirect(0, 7, 0xCA0)); /* 0x1000 ^ 0x940 */
        expect(&r, stop_htm(0, 8, 0x5));
      } else {
        expect(&r, indirect(0, 7, 0xCA0));
        expect(&r, direct(4));
        expect(&r, stop_btm(0, 4));
      }
      PROVES(&r, "NT:ING-01", "NT:ING-02", "NT:GEN-10", "NT:ICNT-01", "NT:ITY-08");
      finish(&r);
    }
  }
}

static void clock_full_of_branches(void **state) { /* HIST-09, ING-28 */
  (void)state;
  for (int htm = 0; htm < 2; htm++) {
    struct run r;
    setup_blocks(&r, htm ? HTM : BTM);
    r.config.ts_en = true;
    r.params.hist_width = 4; /* three outcomes */
    add(&r, 0x100, "1", 5);
    add(&r, 0x200, "2", 4);
    add(&r, 0x204, "1", 5);
    add(&r, 0x300, "12", 5);
    edge(&r);
    slot(&r, 0x400, "1", 10);
    slot(&r, 0x500, "1", 0);
    expect(&r, at(prog_sync(5, 0, 0x80), 1000));
    if (htm) {
      expect(&r, at(hist_full(0xD), 0)); /* 1 0 1 */
      expect(&r, at(hist(0, 8, 0x200, 0x3), 1));
    } else {
      expect(&r, at(direct(1), 0));
      expect(&r, at(direct(3), 0));
      expect(&r, at(direct(3), 0));
      expect(&r, at(indirect(0, 1, 0x200), 1)); /* 0x100 ^ 0x500 */
    }
    PROVES(&r, "NT:HIST-09", "NT:ING-28", "NT:ING-02", "NT:HIST-05", "NT:ICNT-06", "NT:MSG-02");
    finish(&r);
  }
}

static void transfers_within_a_clock(void **state) { /* ING-15, IRT-11, D-27 */
  (void)state;
  struct run r;
  setup_blocks(&r, BTM);
  r.config.ir_en = true;
  r.config.ir_mode = 3;
  add(&r, 0x100, "1", 10);
  add(&r, 0x200, "2", 9);
  add(&r, 0x300, "1", 13);
  add(&r, 0x204, "1", 1); /* a trap is the newest slot (ING-11) */
  edge(&r);
  expect(&r, prog_sync(5, 0, 0x80));
  expect(&r, indirect(0, 1, 0x180));
  expect_none(&r);
  idle(&r);
  add(&r, 0x400, "1", 13); /* the stack is empty */
  add(&r, 0x500, "1", 0);
  edge(&r);
  expect(&r, indirect(2, 4, 0x300)); /* 0x200 ^ 0x400 */
  expect(&r, indirect(0, 1, 0x080));
  PROVES(&r, "NT:ING-15", "NT:ING-11", "NT:ING-02", "NT:IRT-06", "NT:IRT-11");
  finish(&r);
}

static void notify_of_a_slot(void **state) { /* D-21, ING-21: after that slot */
  (void)state;
  for (unsigned which = 0; which < 3; which++) {
    struct run r;
    setup_blocks(&r, BTM);
    add(&r, 0x100, "1", 4);
    add(&r, 0x102, "1", 0);
    r.trigger = 3 * NOTIFY; /* in the clock of the start as in any */
    edge(&r);
    add(&r, 0x104, "1", 4);
    add(&r, 0x106, "1", 4);
    add(&r, 0x108, "1", 5);
    r.trigger = (uint8_t)(NOTIFY << which);
    edge(&r);
    add(&r, 0x200, "1", 0);
    edge(&r);
    debug(&r, true);
    expect(&r, prog_sync(5, 0, 0x80));
    expect(&r, prog_sync(6, 1, 0x81));
    expect(&r, prog_sync(6, 1, 0x82));
    if (which == 2) {
      expect(&r, direct_sync(6, 3, 0x100));
    } else {
      expect(&r, prog_sync(6, 1 + which, 0x83 + which));
      expect(&r, direct(2 - which));
    }
    expect(&r, stop_btm(0, 1));
    PROVES(&r, "NT:ING-21", "NT:SYN-16", "NT:SYN-34", "NT:ORD-10", "TCI:TRIG-02");
    finish(&r);
  }
}

static void external_notify_of_a_clock(void **state) { /* D-21: after its last block */
  (void)state;
  struct run r;
  setup_blocks(&r, BTM);
  slot(&r, 0x100, "1", 0);
  add(&r, 0x102, "1", 4);
  add(&r, 0x104, "1", 0);
  r.ext_trigger = NOTIFY;
  r.trigger = 4 * NOTIFY; /* of a slot that is not there */
  edge(&r);
  add(&r, 0x106, "1", 4);
  add(&r, 0x108, "1", 0);
  edge(&r);
  debug(&r, true);
  expect(&r, prog_sync(5, 0, 0x80));
  expect(&r, prog_sync(0, 3, 0x83));
  expect(&r, stop_btm(0, 2));
  PROVES(&r, "NT:SYN-10", "NT:ING-30");
  finish(&r);
}

static void clock_refused_as_a_whole(void **state) { /* D-27, D-14 */
  (void)state;
  struct run r;
  setup_blocks(&r, HTM);
  r.config.ts_en = true;
  add(&r, 0x100, "1", 5);
  add(&r, 0x200, "1", 10);
  edge(&r); /* 1000 */
  r.overflow = true;
  add(&r, 0x300, "1", 5);
  add(&r, 0x400, "1", 5);
  r.trigger = 2 * NOTIFY;
  edge(&r); /* 1001 */
  add(&r, 0x500, "1", 5);
  overflow_end(&r);
  add(&r, 0x600, "1", 5); /* 1003 */
  add(&r, 0x700, "1", 0);
  edge(&r);
  debug(&r, true);
  expect(&r, at(prog_sync(5, 0, 0x80), 1000));
  expect(&r, at(error(), 1));
  expect(&r, at(prog_sync(7, 0, 0x300), 1003));
  expect(&r, at(stop_htm(0, 2, 0x3), 1));
  PROVES(&r, "NT:ERR-01", "NT:ERR-02", "NT:ERR-03", "NT:ERR-05", "NT:ERR-08", "NT:SEQ-23",
         "NT:SYN-17", "NT:TSP-09", "TCI:OVF-12");
  finish(&r);
}

static void stop_takes_the_oldest_address(void **state) { /* D-03 */
  (void)state;
  struct run r;
  setup_blocks(&r, BTM);
  slot(&r, 0x100, "1", 10);
  r.config.tracing = false;
  add(&r, 0x200, "1", 5);
  add(&r, 0x300, "1", 0);
  edge(&r);
  expect(&r, prog_sync(5, 0, 0x80));
  expect(&r, indirect(0, 1, 0x180));
  expect(&r, stop_btm(4, 0));
  PROVES(&r, "NT:COR-09", "NT:ORD-01");
  finish(&r);
}

static void blocks_that_stay_untraced(void **state) { /* D-02, ING-29: debug mode, reset, power */
  (void)state;
  for (int kind = 0; kind < 4; kind++) {
    struct run r;
    setup_blocks(&r, HTM);
    r.config.ir_en = true;
    r.config.ir_mode = 3;
    add(&r, 0x100, "1", 0);
    add(&r, 0x102, "1", 4);
    edge(&r);
    r.halted = kind == 0;
    r.priv = kind == 1 ? RVT_PRIV_DEBUG : RVT_PRIV_M;
    r.hart_reset = kind == 2;
    r.lowpower = kind == 3;
    add(&r, 0x700, "2", 5);
    add(&r, 0x710, "2", 9);
    edge(&r);
    r.halted = r.hart_reset = r.lowpower = false;
    r.priv = RVT_PRIV_M;
    add(&r, 0x200, "1", 13); /* 0x714 was never pushed */
    add(&r, 0x714, "1", 0);
    edge(&r);
    expect(&r, prog_sync(5, 0, 0x80));
    if (kind == 2) {
      expect(&r, hist_sync(1, 0, 2, 0x100, 0x2));
    } else {
      expect(&r, stop_htm(kind == 3 ? 1 : 0, 2, 0x2));
      expect(&r, prog_sync(kind == 3 ? 9 : 3, 0, 0x100));
    }
    expect(&r, indirect(0, 1, 0x28A)); /* 0x200 ^ 0x714 */
    PROVES(&r, "NT:ING-24", "NT:ING-29");
    if (kind == 2) {
      PROVES(&r, "NT:ING-25");
    }
    finish(&r);
  }
}

static void periodic_within_a_clock(void **state) { /* D-05, D-06 with D-27 */
  (void)state;
  struct run r;
  setup_blocks(&r, BTM);
  r.config.sync_mode = 3;
  add(&r, 0x100, "4444", 4); /* 16: due */
  add(&r, 0x120, "4444", 5); /* due again once it is counted: waits */
  add(&r, 0x200, "1", 0);
  edge(&r);
  debug(&r, true);
  expect(&r, prog_sync(5, 0, 0x80));
  expect(&r, prog_sync(2, 16, 0x90));
  expect(&r, direct_sync(2, 16, 0x100));
  expect(&r, stop_btm(0, 1));
  PROVES(&r, "NT:SYN-12", "NT:SYN-33", "NT:SYN-37", "NT:ORD-08", "TCI:SYNC-02", "TCI:SYNC-04");
  finish(&r);
}

/* ---- Single-retirement form ----------------------------------------------------------------- */

static void single_retirement(void **state) { /* ING-05..07, GEN-10 */
  (void)state;
  struct run r;
  setup_return(&r, BTM);
  r.params.single = true;
  r.params.iretire_width = 1;
  slot(&r, 0x100, "1", 0);
  slot(&r, 0x102, "4", 0);
  slot(&r, 0x10A, "2", 9); /* returns to 0x10E */
  slot(&r, 0x200, "1", 13);
  slot(&r, 0x10E, "1", 5);
  slot(&r, 0x300, "4", 9); /* returns to 0x308 */
  slot(&r, 0x200, "2", 13);
  slot(&r, 0x308, "", 1);
  slot(&r, 0x400, "1", 0);
  expect(&r, prog_sync(5, 0, 0x80));
  expect(&r, direct(9));
  expect(&r, indirect(2, 6, 0x280)); /* 0x100 ^ 0x400 */
  PROVES(&r, "NT:ING-05", "NT:ING-06", "NT:ING-07", "NT:ICNT-01", "NT:ICNT-02", "NT:GEN-10",
         "NT:CUS-01");
  finish(&r);
}

/* ---- 3-bit itype ---------------------------------------------------------------------------- */

static void narrow_port(void **state) { /* ING-08, ITY-06, IRT-02 */
  (void)state;
  for (int htm = 0; htm < 2; htm++) {
    struct run r;
    setup_return(&r, htm ? HTM : BTM);
    r.params.itype_width = 3;
    r.params.stack_depth = 0;
    slot(&r, 0x100, "2", 0); /* a direct call ends its block with itype 0 (ING-04) */
    slot(&r, 0x200, "1", 6); /* and a return is an indirect jump */
    slot(&r, 0x104, "2", 6);
    slot(&r, 0x300, "1", 3);
    slot(&r, 0x108, "1", 0);
    debug(&r, true);
    expect(&r, prog_sync(5, 0, 0x80));
    expect(&r, indirect(0, 3, 0x002)); /* 0x100 ^ 0x104 */
    expect(&r, indirect(0, 2, 0x102)); /* 0x104 ^ 0x300 */
    expect(&r, indirect(0, 1, 0x104)); /* 0x300 ^ 0x108 */
    expect(&r, htm ? stop_htm(0, 1, 1) : stop_btm(0, 1));
    PROVES(&r, "NT:ING-08", "NT:ITY-06", "NT:IRT-02", "NT:ING-04");
    finish(&r);
  }
}

static void narrow_port_has_no_stack(void **state) { /* D-18: whatever the registers hold */
  (void)state;
  struct run r;
  setup_return(&r, BTM);
  r.oracle_only = true; /* no 3-bit port can report these, and such builds have no stack */
  r.params.itype_width = 3;
  slot(&r, 0x100, "2", 9);
  slot(&r, 0x200, "1", 13);
  slot(&r, 0x104, "1", 12);
  slot(&r, 0x300, "1", 0);
  expect(&r, prog_sync(5, 0, 0x80));
  expect(&r, indirect(0, 3, 0x002));
  expect(&r, indirect(0, 1, 0x102)); /* 0x104 ^ 0x300 */
  finish(&r);
}

static void linear_sync_behind_a_hidden_jump(void **state) { /* ING-04, SYN-31: the next iaddr */
  (void)state;
  struct run r;
  setup(&r, BTM);
  r.params.itype_width = 3;
  r.params.stack_depth = 0;
  slot(&r, 0x100, "2", 0);
  r.trigger = NOTIFY;
  slot(&r, 0x104, "2", 0); /* a direct jump */
  slot(&r, 0x300, "2", 0);
  expect(&r, prog_sync(5, 0, 0x80));
  expect(&r, prog_sync(6, 4, 0x180));
  PROVES(&r, "NT:SYN-31", "NT:ING-04", "NT:SYN-03");
  finish(&r);
}

static void
notified_end_of_a_hidden_jump(void **state) { /* D-21, ING-04: where it goes, nothing says */
  (void)state;
  struct run r;
  setup(&r, BTM);
  r.params.itype_width = 3;
  r.params.stack_depth = 0;
  slot(&r, 0x100, "2", 0);
  r.trigger = NOTIFY;
  slot(&r, 0x104, "2", 0);
  debug(&r, true);
  debug(&r, false);
  slot(&r, 0x200, "2", 0);
  r.trigger = NOTIFY;
  slot(&r, 0x204, "2", 4); /* goes on behind it */
  debug(&r, true);
  expect(&r, prog_sync(5, 0, 0x80));
  expect(&r, stop_btm(0, 4));
  expect(&r, prog_sync(3, 0, 0x100));
  expect(&r, prog_sync(6, 4, 0x104));
  expect(&r, stop_btm(0, 0));
  PROVES(&r, "NT:ING-04", "NT:SYN-34");
  finish(&r);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(example_in_one_clock),
      cmocka_unit_test(clock_full_of_branches),
      cmocka_unit_test(transfers_within_a_clock),
      cmocka_unit_test(notify_of_a_slot),
      cmocka_unit_test(external_notify_of_a_clock),
      cmocka_unit_test(clock_refused_as_a_whole),
      cmocka_unit_test(stop_takes_the_oldest_address),
      cmocka_unit_test(blocks_that_stay_untraced),
      cmocka_unit_test(periodic_within_a_clock),
      cmocka_unit_test(single_retirement),
      cmocka_unit_test(narrow_port),
      cmocka_unit_test(narrow_port_has_no_stack),
      cmocka_unit_test(linear_sync_behind_a_hidden_jump),
      cmocka_unit_test(notified_end_of_a_hidden_jump),
  };
  return cmocka_run_group_tests_name("oracle blocks", tests, NULL, NULL);
}
