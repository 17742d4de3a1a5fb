/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "oracle/row.h"
#include "tests/support/tandem_checked.h"

/* The checker's loop: what it leaves out, and what makes the model follow. */

/* ---- What is not compared ------------------------------------------------------------------ */

static void csrs_are_copied_or_ignored(void **state) {
  (void)state;
  core.csr[MCYCLE] = RVT_TANDEM_CSR_COPIED;
  core.csr[MISA] = RVT_TANDEM_CSR_IGNORED;
  tandem_begin();
  tandem_toy_writes(&toy, MCYCLE, 1);
  tandem_toy_writes(&toy, MISA, 1);
  RETIRES(IS(MCYCLE, 1000), IS(MISA, 2), IS(TOY_LACKS, 3));
  EQUAL();
  assert_int_equal(toy.value[MCYCLE], 1000);
  assert_int_equal(toy.value[MISA], 1);
  assert_int_equal(tandem_counts()->copied, 1);
  assert_int_equal(tandem_counts()->skipped, 3);
  assert_int_equal(tandem_counts()->loads, 0);
  tandem_toy_next(&toy, TOY_BASE + 8);
  RETIRES(ADDS(MCYCLE, 5)); /* in any form */
  EQUAL();
  assert_int_equal(toy.value[MCYCLE], 1005);
  tandem_toy_next(&toy, TOY_BASE + 12);
  tandem_toy_writes(&toy, MCYCLE, 1006);
  tandem_toy_writes(&toy, MISA, 7);
  GROUP(PLUS, INSN(NOP)); /* nor are they missed */
  EQUAL();
  ROW("TV:R-15");
  ROW("TV:AMB-T24");
}

/* What an instruction reads of a CSR that is copied is the hart's, too. */
static void reads_of_copied_csrs_are_the_harts(void **state) {
  const struct {
    uint32_t word;
    bool reads;
  } cases[] = {{0xb00020f3, true},   /* csrr x1, mcycle */
               {0xb000d0f3, true},   /* csrrwi x1, mcycle, 1 */
               {0x301020f3, false},  /* csrr x1, misa */
               {0xb00000f3, false},  /* none */
               {0xb0002093, false}}; /* slti */
  (void)state;
  core.csr[MCYCLE] = RVT_TANDEM_CSR_COPIED;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    tandem_begin();
    memcpy(toy.memory, &cases[i].word, sizeof cases[i].word);
    tandem_toy_writes(&toy, X1, 5);
    GROUP(PLUS, INSN(cases[i].word), IS(X1, 6));
    assert_int_equal(found, !cases[i].reads);
    assert_int_equal(tandem_counts()->copied, cases[i].reads);
    assert_int_equal(toy.value[X1], 6);
  }
}

static void absent_elements_are_not_compared(void **state) {
  static const struct rvt_tandem_element pc = SAYS(PC, TOY_BASE + 32), x1 = IS(X1, 1),
                                         f1 = IS(F1, 1), csr = IS(MEPC, 1),
                                         privilege = SAYS(PRIVILEGE, 0), store = SAYS(STORE8, 1);
  static const struct rvt_tandem_element *const wrong[RVT_TANDEM_ABSENTS] = {
      [RVT_TANDEM_ABSENT_PC] = &pc,
      [RVT_TANDEM_ABSENT_GPR] = &x1,
      [RVT_TANDEM_ABSENT_FPR] = &f1,
      [RVT_TANDEM_ABSENT_CSR] = &csr,
      [RVT_TANDEM_ABSENT_PRIVILEGE] = &privilege,
      [RVT_TANDEM_ABSENT_STORE] = &store};
  (void)state;
  for (unsigned i = 0; i < RVT_TANDEM_ABSENTS; i++) {
    if (wrong[i] == NULL) continue;
    for (unsigned absent = 0; absent < 2; absent++) {
      core.absent[i] = absent != 0;
      tandem_begin();
      if (i == RVT_TANDEM_ABSENT_PC) {
        GROUP(*wrong[i], INSN(NOP));
      } else {
        RETIRES(*wrong[i]);
      }
      assert_int_equal(found, 1 - absent);
      found = 0;
    }
    core.absent[i] = false;
  }
  core.absent[RVT_TANDEM_ABSENT_ADDRESS] = true;
  tandem_begin();
  tandem_toy_stores(&toy, TOY_BASE + 32, 1, 7);
  RETIRES(SAYS(STORE8, 7), SAYS(EADDR, TOY_BASE + 33));
  EQUAL();
  ROW("TV:R-16");
}

static void loads_from_outside_are_copied(void **state) {
  (void)state;
  tandem_toy_writes(&toy, X1, 0);
  tandem_toy_loads(&toy, FOREIGN, 4);
  RETIRES(IS(X1, 0x55));
  EQUAL();
  assert_int_equal(toy.value[X1], 0x55);
  assert_int_equal(tandem_counts()->loads, 1);
  assert_int_equal(tandem_counts()->copied, 1);
  tandem_toy_next(&toy, TOY_BASE + 8);
  tandem_toy_writes(&toy, X1, 0);
  tandem_toy_loads(&toy, 0x1ffe, 4); /* it ends behind the RAM */
  RETIRES(ADDS(X1, 1));
  EQUAL();
  assert_int_equal(toy.value[X1], 0x56);
  assert_int_equal(tandem_counts()->loads, 2);
  tandem_toy_next(&toy, TOY_BASE + 12);
  tandem_toy_writes(&toy, X1, 0);
  tandem_toy_loads(&toy, 0x1ffc, 4);
  RETIRES(IS(X1, 1));
  DIFFERS(OTHER_VALUE, X1, 0, 1);
  assert_int_equal(tandem_counts()->loads, 2);
  tandem_toy_next(&toy, TOY_BASE + 16);
  tandem_toy_writes(&toy, X1, 0);
  tandem_toy_loads(&toy, FOREIGN, 4); /* the first of two */
  tandem_toy_loads(&toy, TOY_BASE + 32, 4);
  RETIRES(IS(X1, 1));
  EQUAL();
  assert_int_equal(tandem_counts()->loads, 3);
  ROW("TV:AMB-T23");
}

static void a_hart_may_leave_xtval_zero(void **state) {
  const struct { uint16_t cause, tval; } level[] = {{MCAUSE, MTVAL}, {SCAUSE, STVAL}};
  (void)state;
  core.zero_tval = 1 << 2;
  for (unsigned i = 0; i < 2; i++)
    for (unsigned cause = 2; cause < 4; cause++) {
      tandem_begin();
      tandem_toy_next(&toy, TOY_BASE + 32);
      tandem_toy_writes(&toy, level[i].cause, cause);
      tandem_toy_writes(&toy, level[i].tval, NOP);
      GROUP(SAYS(PC, TOY_BASE + 32), INSN(NOP), IS(level[i].cause, cause), IS(level[i].tval, 0));
      assert_int_equal(found, cause - 2);
      assert_int_equal(toy.value[level[i].tval], 0);
      tandem_begin();
      tandem_toy_next(&toy, TOY_BASE + 32);
      tandem_toy_writes(&toy, level[i].cause, cause);
      tandem_toy_writes(&toy, level[i].tval, NOP);
      GROUP(SAYS(PC, TOY_BASE + 32), INSN(NOP), IS(level[i].cause, cause), IS(level[i].tval, 1));
      assert_int_equal(found, 1); /* 0 alone is let pass */
    }
}

static void a_hart_may_have_an_xtval_of_its_own(void **state) {
  const struct { uint16_t cause, tval; } level[] = {{MCAUSE, MTVAL}, {SCAUSE, STVAL}};
  const uint64_t interrupt = UINT64_C(1) << 63 | 5;
  (void)state;
  core.own_tval = 1 << 8;
  for (unsigned i = 0; i < 2; i++)
    for (unsigned own = 0; own < 2; own++) {
      core.own_interrupt_tval = own != 0;
      tandem_begin();
      tandem_toy_next(&toy, TOY_BASE + 32);
      tandem_toy_writes(&toy, level[i].cause, 8);
      tandem_toy_writes(&toy, level[i].tval, 0);
      GROUP(SAYS(PC, TOY_BASE + 32), INSN(NOP), IS(level[i].cause, 8), IS(level[i].tval, NOP));
      EQUAL();
      assert_int_equal(toy.value[level[i].tval], NOP);
      assert_int_equal(tandem_counts()->copied, 1);
      tandem_toy_next(&toy, TOY_BASE + 36); /* no trap */
      tandem_toy_writes(&toy, level[i].tval, 5);
      GROUP(SAYS(PC, TOY_BASE + 36), IS(level[i].tval, 6));
      DIFFERS(OTHER_VALUE, level[i].tval, 5, 6);
      tandem_toy_next(&toy, TOY_BASE + 32);
      tandem_toy_writes(&toy, level[i].cause, 9);
      tandem_toy_writes(&toy, level[i].tval, 0);
      GROUP(SAYS(PC, TOY_BASE + 32), IS(level[i].cause, 9), IS(level[i].tval, 6));
      DIFFERS(OTHER_VALUE, level[i].tval, 0, 6);
      tandem_toy_writes(&toy, level[i].cause, interrupt);
      tandem_toy_writes(&toy, level[i].tval, 0);
      GROUP(SAYS(PC, TOY_BASE + 32), IS(level[i].cause, interrupt), IS(level[i].tval, NOP));
      assert_int_equal(found, 1 - own);
      found = 0;
      tandem_toy_writes(&toy, level[i].tval, 5);
      GROUP(SAYS(PC, TOY_BASE + 32), IS(level[i].tval, 6)); /* its cause is there yet */
      DIFFERS(OTHER_VALUE, level[i].tval, 5, 6);
    }
}

/* ---- What makes the model follow ----------------------------------------------------------- */

static void an_interrupt_is_made_pending(void **state) {
  (void)state;
  for (unsigned i = 0; i < 2; i++) {
    const uint16_t cause = i == 0 ? MCAUSE : SCAUSE;
    const uint64_t value = UINT64_C(1) << 63 | (i == 0 ? 7 : 41);
    tandem_begin();
    tandem_toy_next(&toy, TOY_BASE + 32);
    tandem_toy_writes(&toy, cause, value);
    GROUP(SAYS(PC, TOY_BASE + 32), IS(cause, value));
    EQUAL();
    assert_int_equal(toy.taken, UINT64_C(1) << (i == 0 ? 7 : 41));
    assert_int_equal(toy.pending, 0);
    assert_int_equal(tandem_counts()->interrupts, 1);
  }
  tandem_begin();
  tandem_toy_next(&toy, TOY_BASE + 32);
  tandem_toy_writes(&toy, MCAUSE, 1); /* an exception of the fetch: no instruction either */
  GROUP(SAYS(PC, TOY_BASE + 32), IS(MCAUSE, 1));
  EQUAL();
  assert_int_equal(toy.steps, 1);
  tandem_toy_next(&toy, TOY_BASE + 36);
  tandem_toy_writes(&toy, MCAUSE, UINT64_C(1) << 63); /* an instruction that writes it */
  RETIRES(IS(MCAUSE, UINT64_C(1) << 63));
  EQUAL();
  assert_int_equal(tandem_counts()->interrupts, 0);
  assert_int_equal(toy.taken, 0);
  ROW("TV:R-08");
}

/* With mip from the trace the model has no interrupts of its own, whatever it writes there. */
static void interrupts_are_those_of_the_trace(void **state) {
  (void)state;
  core.csr[MIP] = RVT_TANDEM_CSR_COPIED;
  tandem_begin();
  toy.pending = 1 << 5;
  RETIRES(IS(MIP, 1 << 5));
  assert_int_equal(toy.pending, 0);
  assert_int_equal(toy.value[MIP], 1 << 5);
  core.csr[MIP] = RVT_TANDEM_CSR_COMPARED;
  tandem_begin();
  toy.pending = 1 << 5;
  GROUP(PLUS, INSN(NOP));
  assert_int_equal(toy.pending, 1 << 5);
}

static void state_from_outside_goes_into_the_model(void **state) {
  (void)state;
  GROUP(OF(INIT), IS(X1, 5), IS(MEPC, 6), SAYS(PC, TOY_BASE + 8), SAYS(PRIVILEGE, 1),
        {.opcode = RVT_TANDEM_REQUEST,
         .op = RVT_TANDEM_STORE,
         .size = 1,
         .address = TOY_BASE + 32,
         .data = 0x1234},
        {.opcode = RVT_TANDEM_REQUEST, .op = RVT_TANDEM_LOAD, .address = TOY_BASE + 4});
  GROUP(IS(X2, 7)); /* outside of groups */
  EQUAL();
  assert_int_equal(toy.steps, 0);
  assert_int_equal(toy.value[X1], 5);
  assert_int_equal(toy.value[X2], 7);
  assert_int_equal(toy.value[MEPC], 6);
  assert_int_equal(toy.value[PC], TOY_BASE + 8);
  assert_int_equal(toy.value[PRIVILEGE], 1);
  assert_int_equal(toy.memory[32], 0x34);
  assert_int_equal(toy.memory[33], 0x12);
  assert_int_equal(toy.memory[4], NOP); /* a load changes nothing */
  assert_int_equal(tandem_counts()->outside, 2);
  assert_int_equal(tandem_counts()->copied, 6);
  tandem_toy_next(&toy, TOY_BASE + 12);
  tandem_toy_writes(&toy, X1, 8);
  GROUP(PLUS, INSN(NOP));
  DIFFERS(NOT_CHANGED, X1, 8, 5); /* it is known from then on */
  ROW("TV:R-12");
}

/* In a group of its own, or in that of an instruction. */
static void transactions_change_nothing(void **state) {
  const struct rvt_tandem_element store = {.opcode = RVT_TANDEM_REQUEST,
                                           .op = RVT_TANDEM_STORE,
                                           .size = 1,
                                           .address = TOY_BASE + 32,
                                           .data = 0x1234};
  const struct rvt_tandem_element response = {.opcode = RVT_TANDEM_RESPONSE, .size = 1};
  (void)state;
  GROUP(store, response);
  GROUP(response); /* outside of groups */
  assert_int_equal(toy.steps, 0);
  tandem_toy_next(&toy, TOY_BASE + 4);
  GROUP(PLUS, INSN(NOP), store);
  EQUAL();
  assert_int_equal(toy.steps, 1);
  assert_int_equal(toy.memory[32], NOP);
  assert_int_equal(tandem_counts()->transactions, 2);
  assert_int_equal(tandem_counts()->outside, 0);
  assert_int_equal(tandem_counts()->groups, 3);
  ROW("TV:R-10");
}

static void a_reset_begins_anew(void **state) {
  (void)state;
  core.resets = 1;
  core.reset[0].number = MEPC;
  core.reset[0].value = 0x77;
  tandem_begin();
  assert_int_equal(toy.resets, 1);
  assert_int_equal(toy.value[MEPC], 0x77);
  tandem_toy_writes(&toy, X1, 5);
  tandem_toy_writes(&toy, MEPC, 5);
  RETIRES(IS(X1, 5), IS(MEPC, 5));
  GROUP(OF(RESET));
  assert_int_equal(toy.resets, 2);
  assert_int_equal(toy.value[MEPC], 0x77);
  assert_int_equal(toy.steps, 1);
  tandem_toy_next(&toy, TOY_BASE + 4);
  tandem_toy_writes(&toy, X1, 9); /* unknown again */
  GROUP(PLUS, INSN(NOP));
  EQUAL();
  assert_int_equal(tandem_counts()->groups, 3);
  ROW("TV:R-13");
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, tandem_set_up, tandem_tear_down)
  const struct CMUnitTest tests[] = {TEST(csrs_are_copied_or_ignored),
                                     TEST(reads_of_copied_csrs_are_the_harts),
                                     TEST(absent_elements_are_not_compared),
                                     TEST(loads_from_outside_are_copied),
                                     TEST(a_hart_may_leave_xtval_zero),
                                     TEST(a_hart_may_have_an_xtval_of_its_own),
                                     TEST(an_interrupt_is_made_pending),
                                     TEST(interrupts_are_those_of_the_trace),
                                     TEST(state_from_outside_goes_into_the_model),
                                     TEST(transactions_change_nothing),
                                     TEST(a_reset_begins_anew)};
#undef TEST
  return cmocka_run_group_tests(tests, NULL, NULL);
}
