/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "oracle/row.h"
#include "tests/support/tandem_checked.h"

/* The checker's loop: what it compares. */

/* ---- Each kind of difference --------------------------------------------------------------- */

static void equal_groups_are_counted(void **state) {
  (void)state;
  tandem_toy_writes(&toy, X1, 5);
  tandem_toy_stores(&toy, TOY_BASE + 32, 4, 7);
  RETIRES(IS(X1, 5), SAYS(STORE32, 7), SAYS(EADDR, TOY_BASE + 32));
  EQUAL();
  assert_int_equal(toy.steps, 1);
  assert_int_equal(tandem_counts()->groups, 1);
  assert_int_equal(tandem_counts()->steps, 1);
  assert_int_equal(tandem_counts()->compared, 6); /* word, x1, data, address, privilege, pc */
  assert_int_equal(tandem_counts()->copied + tandem_counts()->skipped + tandem_counts()->outside,
                   0);
}

static void a_value_is_another_one(void **state) {
  (void)state;
  tandem_toy_writes(&toy, X1, 5);
  RETIRES(IS(X1, 6));
  assert_int_equal(seen[0].pc, TOY_BASE);
  assert_true(seen[0].has_insn);
  assert_int_equal(seen[0].insn, NOP);
  DIFFERS(OTHER_VALUE, X1, 5, 6);
  assert_int_equal(tandem_counts()->differences, 1);
  assert_int_equal(toy.value[X1], 6); /* the model has the hart's from then on */
  tandem_toy_next(&toy, TOY_BASE + 8);
  tandem_toy_writes(&toy, F1, 1);
  RETIRES(IS(F1, 2));
  assert_int_equal(seen[0].pc, TOY_BASE + 4);
  DIFFERS(OTHER_VALUE, F1, 1, 2);
  tandem_toy_next(&toy, TOY_BASE + 12);
  tandem_toy_writes(&toy, MEPC, 1);
  RETIRES(IS(MEPC, 2));
  DIFFERS(OTHER_VALUE, MEPC, 1, 2);
  tandem_toy_next(&toy, TOY_BASE + 16);
  RETIRES(IS(X2, 9)); /* a register that the model does not change */
  DIFFERS(OTHER_VALUE, X2, 0, 9);
  ROW("TV:R-14");
}

static void the_model_changes_what_the_hart_does_not(void **state) {
  (void)state;
  tandem_toy_writes(&toy, X1, 5);
  RETIRES(IS(X1, 5));
  tandem_toy_next(&toy, TOY_BASE + 8);
  tandem_toy_writes(&toy, X1, 6);
  tandem_toy_writes(&toy, X2, 6); /* of which the hart has never said anything */
  GROUP(PLUS, INSN(NOP));
  DIFFERS(NOT_CHANGED, X1, 6, 5);
  assert_int_equal(toy.value[X1], 5);
  tandem_toy_next(&toy, TOY_BASE + 12);
  tandem_toy_writes(&toy, X1, 5); /* as it was */
  GROUP(PLUS, INSN(NOP));
  EQUAL();
  tandem_toy_next(&toy, TOY_BASE + 16);
  tandem_toy_writes(&toy, MSTATUS, 8);
  GROUP(PLUS, INSN(NOP));
  DIFFERS(NOT_CHANGED, MSTATUS, 8, 0);
}

static void pc_and_privilege_are_compared_after_each_step(void **state) {
  (void)state;
  GROUP(SAYS(PC, TOY_BASE + 8), INSN(NOP));
  DIFFERS(OTHER_VALUE, PC, TOY_BASE + 4, TOY_BASE + 8);
  assert_int_equal(toy.value[PC], TOY_BASE + 8);
  tandem_toy_next(&toy, TOY_BASE + 10);
  GROUP(PLUS, OF(INSN16));
  assert_int_equal(seen[0].kind, RVT_TANDEM_OTHER_INSN); /* 2 bytes of another one */
  assert_int_equal(found, 1);
  found = 0;
  tandem_toy_next(&toy, TOY_BASE + 14);
  toy.memory[10] = NOP;
  toy.memory[12] = 0;
  GROUP(PLUS, INSN(NOP), SAYS(PRIVILEGE, 0));
  DIFFERS(OTHER_VALUE, PRIVILEGE, 3, 0);
  assert_int_equal(toy.value[PRIVILEGE], 0);
  tandem_toy_next(&toy, TOY_BASE);
  toy.value[PRIVILEGE] = 1; /* the hart is still at 0 */
  GROUP(SAYS(PC, TOY_BASE));
  DIFFERS(OTHER_VALUE, PRIVILEGE, 1, 0);
  assert_false(seen[0].has_insn);
}

static void a_pc_wraps_at_its_width(void **state) {
  (void)state;
  core.format = (struct rvt_tandem_format){32, 0, 32};
  core.boot = 0xfffffffc;
  tandem_begin();
  toy.boot = 0xfffffffc;
  GROUP(OF(RESET));
  tandem_toy_next(&toy, 0);
  tandem_toy_writes(&toy, X1, 0xffffffff);
  RETIRES(IS(X1, 0xffffffff));
  EQUAL();
  tandem_toy_next(&toy, 4);
  tandem_toy_writes(&toy, X1, 0);
  RETIRES(ADDS(X1, 1)); /* TV:AMB-T13 */
  EQUAL();
  tandem_toy_next(&toy, 8);
  tandem_toy_writes(&toy, X1, 0xffffffff);
  RETIRES(ADDS(X1, -1));
  EQUAL();
  ROW("TV:AMB-T13");
}

static void short_forms_change_what_was(void **state) {
  (void)state;
  tandem_toy_writes(&toy, X1, 0x100);
  RETIRES(IS(X1, 0x100));
  tandem_toy_next(&toy, TOY_BASE + 8);
  tandem_toy_writes(&toy, X1, 0xf0);
  RETIRES(ADDS(X1, -16));
  EQUAL();
  tandem_toy_next(&toy, TOY_BASE + 12);
  tandem_toy_writes(&toy, X1, 0xff);
  RETIRES(ORS(X1, 0x1f));
  EQUAL();
  tandem_toy_next(&toy, TOY_BASE + 16);
  tandem_toy_writes(&toy, X2, 1);
  RETIRES(ADDS(X2, 7)); /* of an unknown value: so is the new one */
  EQUAL();
  ROW("TV:R-06");
}

/* The hart says fcsr, the model fflags; the hart sstatus, the model mstatus. */
static void views_are_one_register(void **state) {
  (void)state;
  tandem_toy_writes(&toy, FFLAGS, 3);
  tandem_toy_writes(&toy, FCSR, 3);
  RETIRES(ORS(FCSR, 3));
  EQUAL();
  tandem_toy_next(&toy, TOY_BASE + 8);
  tandem_toy_writes(&toy, FFLAGS, 7);
  tandem_toy_writes(&toy, FCSR, 7);
  RETIRES(ORS(FCSR, 8));
  assert_int_equal(found, 2); /* both show it */
  found = 0;
  tandem_toy_next(&toy, TOY_BASE + 12);
  tandem_toy_writes(&toy, FRM, 5);
  tandem_toy_writes(&toy, FCSR, 0xab);
  RETIRES(IS(FRM, 5));
  EQUAL();
  tandem_toy_next(&toy, TOY_BASE + 16);
  tandem_toy_writes(&toy, MSTATUS, 0x1822);
  tandem_toy_writes(&toy, SSTATUS, 0x22);
  RETIRES(IS(MSTATUS, 0x1822));
  EQUAL();
  tandem_toy_next(&toy, TOY_BASE + 20);
  tandem_toy_writes(&toy, MSTATUS, 0x1900);
  tandem_toy_writes(&toy, SSTATUS, 0x100);
  RETIRES(IS(SSTATUS, 0x100)); /* MPP stays */
  EQUAL();
  ROW("TV:AMB-T16");
}

/* Of what is delegated the hart says mie and mip, the model sie and sip, or the other way round. */
static void delegated_interrupts_are_views(void **state) {
  const struct { uint16_t machine, supervisor; } level[] = {{MIE, SIE}, {MIP, SIP}};
  (void)state;
  for (unsigned i = 0; i < 2; i++) {
    const uint16_t machine = level[i].machine, supervisor = level[i].supervisor;
    tandem_begin();
    tandem_toy_writes(&toy, MIDELEG, 0x22);
    RETIRES(IS(MIDELEG, 0x22));
    tandem_toy_next(&toy, TOY_BASE + 8);
    tandem_toy_writes(&toy, machine, 0xa0);
    tandem_toy_writes(&toy, supervisor, 0x20);
    RETIRES(IS(machine, 0xa0));
    EQUAL();
    tandem_toy_next(&toy, TOY_BASE + 12);
    tandem_toy_writes(&toy, machine, 0x82);
    tandem_toy_writes(&toy, supervisor, 0x02);
    RETIRES(IS(supervisor, 0x02)); /* what is not delegated stays */
    EQUAL();
    tandem_toy_next(&toy, TOY_BASE + 16);
    tandem_toy_writes(&toy, MIDELEG, 0x80);
    tandem_toy_writes(&toy, supervisor, 0x80);
    RETIRES(IS(MIDELEG, 0x80));
    EQUAL();
    tandem_toy_next(&toy, TOY_BASE + 20);
    tandem_toy_writes(&toy, supervisor, 0x00);
    GROUP(PLUS, INSN(NOP));
    DIFFERS(NOT_CHANGED, supervisor, 0, 0x80);
  }
}

static void a_store_is_another_one(void **state) {
  const struct {
    uint8_t bytes, what;
    uint64_t address, data;
    enum rvt_tandem_difference_kind kind;
    uint64_t model, trace;
  } cases[] = {
      {4, RVT_TANDEM_STORE32, TOY_BASE + 32, 8, RVT_TANDEM_OTHER_STORE, 7, 8},
      {4, RVT_TANDEM_STORE32, TOY_BASE + 36, 7, RVT_TANDEM_OTHER_STORE_ADDRESS, TOY_BASE + 32,
       TOY_BASE + 36},
      {4, RVT_TANDEM_STORE16, TOY_BASE + 32, 7, RVT_TANDEM_OTHER_STORE_SIZE, 4, 2},
      {0, RVT_TANDEM_STORE32, TOY_BASE + 32, 7, RVT_TANDEM_NO_STORE, 0, 7},
  };
  (void)state;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    tandem_begin();
    if (cases[i].bytes != 0) tandem_toy_stores(&toy, TOY_BASE + 32, cases[i].bytes, 7);
    RETIRES({.opcode = RVT_TANDEM_STATE, .number = cases[i].what, .data = cases[i].data},
            SAYS(EADDR, cases[i].address));
    assert_int_equal(found, 1);
    assert_int_equal(seen[0].kind, cases[i].kind);
    assert_int_equal(seen[0].model, cases[i].model);
    assert_int_equal(seen[0].trace, cases[i].trace);
    /* From then on the model has what the hart has stored. */
    assert_int_equal(toy.memory[cases[i].address - TOY_BASE], cases[i].data);
  }
  tandem_begin();
  tandem_toy_stores(&toy, TOY_BASE + 32, 1, 7);
  GROUP(PLUS, INSN(NOP)); /* the hart stores nothing */
  DIFFERS(OTHER_STORE, 0, 7, 0);
  tandem_begin();
  tandem_toy_stores(&toy, TOY_BASE + 32, 8, UINT64_MAX);
  RETIRES(SAYS(STORE64, UINT64_MAX), SAYS(PADDR, TOY_BASE + 32));
  EQUAL();
}

/* Each address is compared with the model's of its kind, and the memory is at the physical one. */
static void a_store_has_two_addresses(void **state) {
  const struct {
    uint64_t physical, effective;
  } cases[] = {{TOY_BASE + 32, FOREIGN}, {TOY_BASE + 36, FOREIGN}, {TOY_BASE + 32, FOREIGN + 4}};
  (void)state;
  for (unsigned order = 0; order < 2; order++)
    for (unsigned i = 0; i < 3; i++) {
      tandem_begin();
      tandem_toy_stores(&toy, FOREIGN, 1, 7);
      toy.next.store[0].physical = TOY_BASE + 32;
      if (order == 0) {
        RETIRES(SAYS(PADDR, cases[i].physical), SAYS(EADDR, cases[i].effective), SAYS(STORE8, 7));
      } else {
        RETIRES(SAYS(EADDR, cases[i].effective), SAYS(STORE8, 7), SAYS(PADDR, cases[i].physical));
      }
      assert_int_equal(toy.memory[cases[i].physical - TOY_BASE], 7);
      if (i == 1) DIFFERS(OTHER_STORE_ADDRESS, 0, TOY_BASE + 32, TOY_BASE + 36);
      if (i == 2) DIFFERS(OTHER_STORE_ADDRESS, 0, FOREIGN, FOREIGN + 4);
      EQUAL();
    }
  tandem_begin();
  tandem_toy_stores(&toy, FOREIGN, 1, 7);
  toy.next.store[0].physical = TOY_BASE + 32;
  RETIRES(SAYS(STORE8, 8)); /* the hart says none */
  DIFFERS(OTHER_STORE, 0, 7, 8);
  assert_int_equal(toy.memory[32], 8);
  tandem_toy_next(&toy, TOY_BASE + 8);
  tandem_toy_stores(&toy, FOREIGN, 1, 7);
  toy.next.store[0].physical = TOY_BASE + 32;
  RETIRES(SAYS(STORE8, 9), SAYS(EADDR, FOREIGN)); /* the model knows where that is */
  DIFFERS(OTHER_STORE, 0, 7, 9);
  assert_int_equal(toy.memory[32], 9);
}

static void an_instruction_is_another_one(void **state) {
  (void)state;
  GROUP(PLUS, INSN(0x93));
  DIFFERS(OTHER_INSN, 0, NOP, 0x93);
  tandem_begin();
  GROUP(PLUS, INSN(NOP | 1u << 31)); /* in its upper half */
  DIFFERS(OTHER_INSN, 0, NOP, NOP | 1u << 31);
  tandem_begin();
  toy.memory[3] = 0x80;
  GROUP(PLUS, INSN(NOP | 1u << 31));
  EQUAL();
  tandem_begin();
  GROUP(SAYS(PC, FOREIGN), INSN(NOP)); /* nothing is known of what the model has there */
  DIFFERS(OTHER_VALUE, PC, TOY_BASE + 4, FOREIGN);
  tandem_toy_next(&toy, FOREIGN + 4);
  GROUP(PLUS, INSN(0x93));
  EQUAL();
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, tandem_set_up, tandem_tear_down)
  const struct CMUnitTest tests[] = {TEST(equal_groups_are_counted),
                                     TEST(a_value_is_another_one),
                                     TEST(the_model_changes_what_the_hart_does_not),
                                     TEST(pc_and_privilege_are_compared_after_each_step),
                                     TEST(a_pc_wraps_at_its_width),
                                     TEST(short_forms_change_what_was),
                                     TEST(views_are_one_register),
                                     TEST(delegated_interrupts_are_views),
                                     TEST(a_store_is_another_one),
                                     TEST(a_store_has_two_addresses),
                                     TEST(an_instruction_is_another_one)};
#undef TEST
  return cmocka_run_group_tests(tests, NULL, NULL);
}
