/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */

/*
 * The oracle against the test vectors of the requirement list (V-…,
 * sim/programs/vectors/section31.txt): plain flow, full counters, custom instructions, traps back
 * to back, ingress. Expected messages are written from the vectors; oracle_run.h says when rows are
 * marked.
 */

#include "oracle_run.h"

/* ---- 31.3, 31.4: plain flow ----------------------------------------------------------------- */

static void branches_taken_1(struct run *r) {
  leave_debug(r);
  slot(r, 0x100, "12", 5);
  slot(r, 0x200, "1", 0);
  debug(r, true);
}
static void branches_taken_2(struct run *r) {
  leave_debug(r);
  slot(r, 0x100, "12", 4);
  slot(r, 0x106, "22", 5);
  slot(r, 0x300, "2", 0);
  debug(r, true);
}
static void branches_not_taken(struct run *r) {
  leave_debug(r);
  slot(r, 0x100, "12", 4);
  slot(r, 0x106, "22", 4);
  slot(r, 0x10E, "12", 0);
  debug(r, true);
}

static void btm_first_branch_taken(void **state) { /* V-BTM-1 */
  (void)state;
  struct run r;
  setup(&r, BTM);
  branches_taken_1(&r);
  expect(&r, prog_sync(3, 0, 0x80));
  expect(&r, direct(3));
  expect(&r, stop_btm(0, 1));
  PROVES(&r, "NT:ITY-05", "NT:MSG-02", "NT:MSG-05", "NT:MSG-12", "NT:SYN-13", "NT:SYN-30",
         "NT:ICNT-02", "NT:COR-04", "NT:ORD-02", "NT:ORD-08", "NT:SEQ-02", "NT:SEQ-03");
  finish(&r);
}

static void btm_second_branch_taken(void **state) { /* V-BTM-2 */
  (void)state;
  struct run r;
  setup(&r, BTM);
  branches_taken_2(&r);
  expect(&r, prog_sync(3, 0, 0x80));
  expect(&r, direct(7));
  expect(&r, stop_btm(0, 2));
  PROVES(&r, "NT:ITY-04", "NT:ITY-05", "NT:HIST-10", "NT:ICNT-01");
  finish(&r);
}

static void btm_no_branch_taken(void **state) { /* V-BTM-3 */
  (void)state;
  struct run r;
  setup(&r, BTM);
  branches_not_taken(&r);
  expect(&r, prog_sync(3, 0, 0x80));
  expect(&r, stop_btm(0, 10));
  PROVES(&r, "NT:ITY-00", "NT:ITY-04", "NT:ICNT-01", "NT:COR-07", "NT:HIST-10");
  finish(&r);
}

static void btm_exception_before_branch(void **state) { /* V-BTM-4, folded and alone */
  (void)state;
  for (int alone = 0; alone < 2; alone++) {
    struct run r;
    setup(&r, BTM);
    leave_debug(&r);
    if (alone) {
      slot(&r, 0x100, "1", 0);
      slot(&r, 0x102, "", 1);
    } else {
      slot(&r, 0x100, "1", 1);
    }
    expect(&r, prog_sync(3, 0, 0x80));
    expect_none(&r);
    slot(&r, 0x400, "1", 0);
    expect(&r, indirect(2, 1, 0x280));
    PROVES(&r, "NT:ITY-01", "NT:BTY-02", "NT:BTY-03", "NT:MSG-03", "NT:ICNT-03", "NT:ING-12",
           "NT:ING-13", "NT:ING-15", "NT:ADR-03");
    finish(&r);
  }
}

static void btm_exception_before_second_branch(void **state) { /* V-BTM-5 */
  (void)state;
  struct run r;
  setup(&r, BTM);
  leave_debug(&r);
  slot(&r, 0x100, "12", 4);
  slot(&r, 0x106, "2", 1);
  slot(&r, 0x400, "1", 0);
  expect(&r, prog_sync(3, 0, 0x80));
  expect(&r, indirect(2, 5, 0x280));
  PROVES(&r, "NT:ITY-01", "NT:ICNT-03", "NT:ICNT-05");
  finish(&r);
}

static void btm_interrupt_before_anything(void **state) { /* V-BTM-6, V-SEQ-4 */
  (void)state;
  struct run r;
  setup(&r, BTM);
  leave_debug(&r);
  slot(&r, 0x100, "", 2);
  expect(&r, prog_sync(3, 0, 0x80));
  expect_none(&r);
  slot(&r, 0x400, "1", 0);
  expect(&r, indirect(3, 0, 0x280));
  PROVES(&r, "NT:ITY-02", "NT:BTY-03", "NT:SEQ-12", "NT:ICNT-13", "NT:ING-14");
  finish(&r);
}

static void htm_outcomes(void **state) { /* V-HTM-1..3 */
  (void)state;
  struct run r;
  setup(&r, HTM);
  branches_taken_1(&r);
  expect(&r, prog_sync(3, 0, 0x80));
  expect(&r, stop_htm(0, 4, 0x3));
  branches_taken_2(&r);
  expect(&r, prog_sync(3, 0, 0x80));
  expect(&r, stop_htm(0, 9, 0x5));
  branches_not_taken(&r);
  expect(&r, prog_sync(3, 0, 0x80));
  expect(&r, stop_htm(0, 10, 0x4));
  PROVES(&r, "NT:HIST-01", "NT:HIST-02", "NT:COR-03", "NT:COR-05", "NT:MSG-12", "NT:ICNT-04");
  finish(&r);
}

static void htm_hist_samples(void **state) { /* V-HTM-4 */
  (void)state;
  static const struct {
    const char *outcomes;
    uint64_t hist;
  } sample[] = {{"nt", 0x5}, {"ttt", 0xF}, {"nnnn", 0x10}, {"", 0x1}};
  for (size_t i = 0; i < sizeof sample / sizeof sample[0]; i++) {
    struct run r;
    setup(&r, HTM);
    slot(&r, 0x100, "1", 0);
    uint64_t icnt = 1;
    for (const char *o = sample[i].outcomes; *o != '\0'; o++, icnt++) {
      slot(&r, 0x102, "1", *o == 't' ? 5 : 4);
    }
    debug(&r, true);
    expect(&r, prog_sync(5, 0, 0x80));
    expect(&r, stop_htm(0, icnt, sample[i].hist));
    PROVES(&r, "NT:HIST-01", "NT:HIST-02", "NT:HIST-03", "NT:ITY-04", "NT:ITY-05");
    finish(&r);
  }
}

/* ---- 31.5: counters full -------------------------------------------------------------------- */

/* 120 half-words of linear code. */
static void linear_120(struct run *r, uint64_t pc) {
  slot(r, pc, "444444444444444444444444444444", 0);
}

/* The vector's shape with a counter that is full at 128, not 8. */
static void fill_icnt(struct run *r) {
  leave_debug(r);
  slot(r, 0x100, "1", 0);
  slot(r, 0x102, "2", 4);
  linear_120(r, 0x106);
  for (uint64_t pc = 0x1F6; pc <= 0x206; pc += 4) {
    slot(r, pc, "2", 0); /* 129 with the third */
  }
  slot(r, 0x20A, "1", 0);
  debug(r, true);
}

static void icnt_full_htm(void **state) { /* V-ICF-1 */
  (void)state;
  struct run r;
  setup(&r, HTM);
  narrow_icnt(&r);
  fill_icnt(&r);
  expect(&r, prog_sync(3, 0, 0x80));
  expect(&r, icnt_full(129));
  expect(&r, stop_htm(0, 5, 0x2));
  PROVES(&r, "NT:ICNT-07", "NT:ICNT-08", "NT:ICNT-10", "NT:RSF-01");
  finish(&r);
}

static void icnt_full_btm(void **state) { /* V-ICF-3 */
  (void)state;
  struct run r;
  setup(&r, BTM);
  narrow_icnt(&r);
  fill_icnt(&r);
  expect(&r, prog_sync(3, 0, 0x80));
  expect(&r, icnt_full(129));
  expect(&r, stop_btm(0, 5));
  PROVES(&r, "NT:ICNT-07", "NT:ICNT-08", "NT:ICNT-10", "NT:RSF-01");
  finish(&r);
}

/* The vectors split their 4 units over two messages; D-11 (ICNT-12) leaves them in one. */
static void icnt_full_on_transfer(void **state) { /* V-ICF-5 */
  (void)state;
  struct run r;
  setup(&r, BTM);
  narrow_icnt(&r);
  leave_debug(&r);
  linear_120(&r, 0x100);
  slot(&r, 0x1F0, "2222", 10);
  slot(&r, 0x300, "1", 0);
  expect(&r, prog_sync(3, 0, 0x80));
  expect(&r, indirect(0, 128, 0x100)); /* 0x100 ^ 0x300 */
  PROVES(&r, "NT:ICNT-12");
  finish(&r);
}

static void icnt_full_on_taken_branch(void **state) { /* V-ICF-6 */
  (void)state;
  for (int htm = 0; htm < 2; htm++) {
    struct run r;
    setup(&r, htm ? HTM : BTM);
    narrow_icnt(&r);
    leave_debug(&r);
    linear_120(&r, 0x100);
    slot(&r, 0x1F0, "2222", 5);
    expect(&r, prog_sync(3, 0, 0x80));
    if (htm) { /* no message of the branch carries the count */
      expect(&r, icnt_full(128));
      debug(&r, true);
      expect(&r, stop_htm(0, 0, 0x3));
      PROVES(&r, "NT:ICNT-08");
    } else {
      expect(&r, direct(128));
      PROVES(&r, "NT:ICNT-12");
    }
    finish(&r);
  }
}

static void both_full(void **state) { /* D-12, ICNT-14, HIST-08 */
  (void)state;
  struct run r;
  setup(&r, HTM);
  narrow_icnt(&r);
  r.params.hist_width = 4;
  linear_120(&r, 0x100);
  slot(&r, 0x1F0, "12", 4);
  slot(&r, 0x1F6, "1", 4);
  expect(&r, prog_sync(5, 0, 0x80));
  expect_none(&r);
  slot(&r, 0x1F8, "1111", 5);
  expect(&r, icnt_full(128));
  expect(&r, hist_full(0x9)); /* 1 0 0 1 */
  expect_none(&r);
  slot(&r, 0x200, "1", 10);
  slot(&r, 0x300, "1", 0);
  expect(&r, indirect(0, 1, 0x100)); /* 0x100 ^ 0x300; HIST is empty */
  PROVES(&r, "NT:ICNT-14", "NT:HIST-08");
  finish(&r);
}

static void hist_full_keeps_icnt(void **state) { /* D-12, ICNT-06 */
  (void)state;
  struct run r;
  setup(&r, HTM);
  slot(&r, 0x100, "1", 0);
  for (int i = 0; i < 31; i++) {
    slot(&r, 0x102, "2", i % 2 == 0 ? 4 : 5);
  }
  debug(&r, true);
  expect(&r, prog_sync(5, 0, 0x80));
  expect(&r, hist_full(0xAAAAAAAA)); /* 1 and then 0 1 0 1 … 0 */
  expect(&r, stop_htm(0, 63, 0x1));
  PROVES(&r, "NT:HIST-05", "NT:HIST-07", "NT:HIST-04", "NT:ICNT-06", "NT:RSF-02");
  finish(&r);
}

static void icnt_full_then_implicit_return(void **state) { /* D-11, ORD-09 */
  (void)state;
  for (int kind = 0; kind < 3; kind++) {
    struct run r;
    setup_return(&r, BTM);
    narrow_icnt(&r);
    r.config.sync_mode = kind == 1 ? 3 : 0;
    r.config.sync_max = 3; /* 128 */
    slot(&r, 0x100, "2", 9);
    linear_120(&r, 0x200);
    slot(&r, 0x2F0, "222", 13); /* 128 */
    expect(&r, prog_sync(5, 0, 0x80));
    expect_none(&r);
    r.config.tracing = kind != 2;
    slot(&r, 0x104, "1", 0);
    if (kind == 0) {
      expect(&r, icnt_full(128));
      debug(&r, true);
      expect(&r, stop_btm(0, 1));
    } else if (kind == 1) { /* the sync that is resolved there carries the count */
      expect(&r, prog_sync(2, 128, 0x82));
    } else { /* at a stop the Correlation carries it */
      expect(&r, stop_btm(4, 128));
    }
    PROVES(&r, "NT:ORD-09", "NT:ICNT-12");
    finish(&r);
  }
}

/* ---- 31.9: custom instructions -------------------------------------------------------------- */

static void custom_falls_through(void **state) { /* V-CUS-1 */
  (void)state;
  struct run r;
  setup(&r, BTM);
  leave_debug(&r);
  slot(&r, 0x100, "221", 0);
  debug(&r, true);
  expect(&r, prog_sync(3, 0, 0x80));
  expect(&r, stop_btm(0, 5));
  PROVES(&r, "NT:CUS-02");
  finish(&r);
}

static void custom_diverts(void **state) { /* V-CUS-2 */
  (void)state;
  struct run r;
  setup(&r, BTM);
  leave_debug(&r);
  slot(&r, 0x100, "22", 10);
  slot(&r, 0x200, "1", 0);
  debug(&r, true);
  expect(&r, prog_sync(3, 0, 0x80));
  expect(&r, indirect(0, 4, 0x180));
  expect(&r, stop_btm(0, 1));
  PROVES(&r, "NT:CUS-03");
  finish(&r);
}

/* ---- 31.10: corner cases -------------------------------------------------------------------- */

static void return_to_return(void **state) { /* V-SEQ-1 */
  (void)state;
  for (uint8_t size = 1; size <= 2; size++) {
    struct run r;
    setup(&r, BTM);
    leave_debug(&r);
    slot(&r, 0x100, "1", 13);
    slot(&r, 0x200, size == 1 ? "1" : "2", 13);
    slot(&r, 0x300, "1", 0);
    expect(&r, prog_sync(3, 0, 0x80));
    expect(&r, indirect(0, 1, 0x180));
    expect(&r, indirect(0, size, 0x80));
    PROVES(&r, "NT:SEQ-10", "NT:ITY-13", "NT:ITY-20");
    finish(&r);
  }
}

static void exception_in_handler(void **state) { /* V-SEQ-2 */
  (void)state;
  struct run r;
  setup(&r, BTM);
  leave_debug(&r);
  slot(&r, 0x100, "1", 1);
  slot(&r, 0x400, "", 1);
  slot(&r, 0x400, "1", 0);
  expect(&r, prog_sync(3, 0, 0x80));
  expect(&r, indirect(2, 1, 0x280));
  expect(&r, indirect(2, 0, 0));
  PROVES(&r, "NT:SEQ-11", "NT:BTY-03", "NT:ICNT-13");
  finish(&r);
}

static void exception_at_interrupt_destination(void **state) { /* V-SEQ-3 */
  (void)state;
  struct run r;
  setup(&r, HTM);
  leave_debug(&r);
  slot(&r, 0x100, "1", 2);
  slot(&r, 0x400, "", 1);
  slot(&r, 0x500, "1", 0);
  expect(&r, prog_sync(3, 0, 0x80));
  expect(&r, indirect(3, 1, 0x280));
  expect(&r, indirect(2, 0, 0x80));
  PROVES(&r, "NT:SEQ-11", "NT:BTY-02", "NT:BTY-03");
  finish(&r);
}

static void exception_at_first_instruction(void **state) { /* V-SEQ-5 */
  (void)state;
  struct run r;
  setup(&r, BTM);
  leave_debug(&r);
  slot(&r, 0x100, "", 1);
  slot(&r, 0x400, "1", 0);
  expect(&r, prog_sync(3, 0, 0x80));
  expect(&r, indirect(2, 0, 0x280));
  PROVES(&r, "NT:SEQ-13", "NT:SEQ-24", "NT:ING-13");
  finish(&r);
}

static void trap_return_then_fault(void **state) { /* V-SEQ-8 */
  (void)state;
  struct run r;
  setup(&r, BTM);
  slot(&r, 0x400, "12", 3);
  slot(&r, 0x100, "", 1);
  slot(&r, 0x400, "1", 0);
  expect(&r, prog_sync(5, 0, 0x200));
  expect(&r, indirect(0, 3, 0x280));
  expect(&r, indirect(2, 0, 0x280));
  PROVES(&r, "NT:SEQ-14", "NT:ITY-03", "NT:BTY-01");
  finish(&r);
}

/* ---- Ingress -------------------------------------------------------------------------------- */

static void block_example(void **state) { /* V-ING-1 */
  (void)state;
  for (int htm = 0; htm < 2; htm++) {
    struct run r;
    setup(&r, htm ? HTM : BTM);
    slot(&r, 0x1000, "2221", 8);
    slot(&r, 0x0940, "21", 4);
    slot(&r, 0x0946, "1", 5);
    slot(&r, 0x0988, "22", 0);
    expect(&r, prog_sync(5, 0, 0x800));
    expect(&r, indirect(0, 7, 0xCA0)); /* 0x1000 ^ 0x940 */
    if (htm) {
      expect_none(&r);
      debug(&r, true);
      expect(&r, stop_htm(0, 8, 0x5));
    } else {
      expect(&r, direct(4));
      debug(&r, true);
      expect(&r, stop_btm(0, 4));
    }
    PROVES(&r, "NT:ING-01", "NT:ICNT-01", "NT:ITY-08", "NT:ING-05");
    finish(&r);
  }
}

static void quiet_itypes(void **state) { /* ITY-00, 04, 07, 11, 15; ING-03 */
  (void)state;
  struct run r;
  setup(&r, BTM);
  slot(&r, 0x800, "", 0); /* not a valid block */
  slot(&r, 0x100, "1", 0);
  slot(&r, 0x102, "2", 4);
  slot(&r, 0x106, "3", 7);
  slot(&r, 0x10C, "4", 11);
  slot(&r, 0x200, "", 0);
  slot(&r, 0x300, "2", 15);
  slot(&r, 0x400, "1", 9);
  debug(&r, true);
  expect(&r, prog_sync(5, 0, 0x80));
  expect(&r, stop_btm(0, 13));
  PROVES(&r, "NT:ITY-00", "NT:ITY-04", "NT:ITY-07", "NT:ITY-09", "NT:ITY-11", "NT:ITY-15",
         "NT:ITY-21", "NT:ING-03", "NT:ING-10");
  finish(&r);
}

static void rv32_addresses(void **state) { /* ADR-08, IRT-04 */
  (void)state;
  struct run r;
  setup_return(&r, BTM);
  r.params.xlen = 32;
  slot(&r, 0xFFFFFFFF80000000u, "1", 10);
  slot(&r, 0xFFFFFFFEu, "1", 9); /* returns to 0 */
  slot(&r, 0x200, "1", 13);
  slot(&r, 0x0, "1", 0);
  debug(&r, true);
  expect(&r, prog_sync(5, 0, 0x40000000));
  expect(&r, indirect(0, 1, 0x3FFFFFFF));
  expect(&r, stop_btm(0, 3));
  PROVES(&r, "NT:IRT-04", "NT:ADR-02", "NT:ADR-03");
  finish(&r);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(btm_first_branch_taken),
      cmocka_unit_test(btm_second_branch_taken),
      cmocka_unit_test(btm_no_branch_taken),
      cmocka_unit_test(btm_exception_before_branch),
      cmocka_unit_test(btm_exception_before_second_branch),
      cmocka_unit_test(btm_interrupt_before_anything),
      cmocka_unit_test(htm_outcomes),
      cmocka_unit_test(htm_hist_samples),
      cmocka_unit_test(icnt_full_htm),
      cmocka_unit_test(icnt_full_btm),
      cmocka_unit_test(icnt_full_on_transfer),
      cmocka_unit_test(icnt_full_on_taken_branch),
      cmocka_unit_test(both_full),
      cmocka_unit_test(hist_full_keeps_icnt),
      cmocka_unit_test(icnt_full_then_implicit_return),
      cmocka_unit_test(custom_falls_through),
      cmocka_unit_test(custom_diverts),
      cmocka_unit_test(return_to_return),
      cmocka_unit_test(exception_in_handler),
      cmocka_unit_test(exception_at_interrupt_destination),
      cmocka_unit_test(exception_at_first_instruction),
      cmocka_unit_test(trap_return_then_fault),
      cmocka_unit_test(block_example),
      cmocka_unit_test(quiet_itypes),
      cmocka_unit_test(rv32_addresses),
  };
  return cmocka_run_group_tests_name("oracle", tests, NULL, NULL);
}
