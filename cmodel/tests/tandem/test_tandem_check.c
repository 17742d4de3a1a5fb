/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "oracle/row.h"
#include "rvt/tandem/check.h"
#include "tests/support/tandem_toy.h"
#include "tests/support/test.h"

/* The checker's loop: groups by hand against a model that does what it is told. */

enum {
  FFLAGS = 1,
  FRM = 2,
  FCSR = 3,
  SSTATUS = 0x100,
  MSTATUS = 0x300,
  MEPC = 0x341,
  MCAUSE = 0x342,
  MTVAL = 0x343,
  SCAUSE = 0x142,
  STVAL = 0x143,
  MCYCLE = 0xb00,
  MISA = 0x301,
  X1 = RVT_TANDEM_X + 1,
  X2 = RVT_TANDEM_X + 2,
  F1 = RVT_TANDEM_F + 1,
  PC = RVT_TANDEM_MODEL_PC,
  PRIVILEGE = RVT_TANDEM_MODEL_PRIVILEGE,
  FOREIGN = 0x8000, /* an address outside of the RAM */
  NOP = 0x13,
  MOST = 4,
  OFFSET = 0x40 /* of each group in the stream */
};

static struct tandem_toy toy;
static struct rvt_tandem_core core;
static struct rvt_tandem_check *checker;
static struct rvt_tandem_difference seen[MOST];
static unsigned found; /* differences since the last look */

static void take_difference(void *user, const struct rvt_tandem_difference *d) {
  assert_ptr_equal(user, &toy);
  assert_true(found < MOST);
  seen[found++] = *d;
}

/* A check anew, of `core` as it is; the hart stands at the first instruction. */
static void begin(void) {
  rvt_tandem_check_free(checker);
  toy = (struct tandem_toy){.boot = TOY_BASE};
  for (unsigned i = 0; i < TOY_BYTES; i += 4) toy.memory[i] = NOP;
  found = 0;
  const struct rvt_tandem_check_config config = {.core = &core,
                                                 .model = &tandem_toy,
                                                 .handle = &toy,
                                                 .difference = take_difference,
                                                 .user = &toy};
  checker = rvt_tandem_check_new(&config);
  assert_non_null(checker);
  tandem_toy_next(&toy, TOY_BASE + 4);
}

static int set_up(void **state) {
  (void)state;
  core = (struct rvt_tandem_core){.format = {64, 64, 64}, .boot = TOY_BASE, .rams = 1};
  core.ram[0].base = TOY_BASE;
  core.ram[0].size = 0x1000;
  begin();
  return 0;
}

static int tear_down(void **state) {
  (void)state;
  rvt_tandem_check_free(checker);
  checker = NULL;
  return 0;
}

static const struct rvt_tandem_counts *counts(void) { return rvt_tandem_check_counts(checker); }

#define OF(code)                                                                                   \
  { .opcode = RVT_TANDEM_##code }
#define PLUS OF(INCREMENT_PC)
#define INSN(word)                                                                                 \
  { .opcode = RVT_TANDEM_INSN32, .data = (word) }
#define IS(reg, value)                                                                             \
  { .opcode = RVT_TANDEM_REGISTER, .number = (reg), .data = (value) }
#define ADDS(reg, value)                                                                           \
  { .opcode = RVT_TANDEM_ADD, .number = (reg), .data = (uint64_t)(value) }
#define ORS(reg, value)                                                                            \
  { .opcode = RVT_TANDEM_OR, .number = (reg), .data = (value) }
#define SAYS(what, value)                                                                          \
  { .opcode = RVT_TANDEM_STATE, .number = RVT_TANDEM_##what, .data = (value) }
#define GROUP(...)                                                                                 \
  do {                                                                                             \
    const struct rvt_tandem_element elements[] = {__VA_ARGS__};                                    \
    rvt_tandem_check_group(checker, elements, sizeof elements / sizeof *elements, OFFSET);         \
  } while (0)
/* An instruction that goes on behind itself. */
#define RETIRES(...) GROUP(PLUS, INSN(NOP), __VA_ARGS__)

/* The one difference since the last look. */
#define DIFFERS(what, reg, in_model, in_trace)                                                     \
  do {                                                                                             \
    assert_int_equal(found, 1);                                                                    \
    assert_int_equal(seen[0].kind, RVT_TANDEM_##what);                                             \
    assert_int_equal(seen[0].group, counts()->groups - 1);                                         \
    assert_int_equal(seen[0].offset, OFFSET);                                                      \
    if (seen[0].kind <= RVT_TANDEM_NOT_CHANGED) assert_int_equal(seen[0].number, reg);             \
    assert_int_equal(seen[0].model, in_model);                                                     \
    assert_int_equal(seen[0].trace, in_trace);                                                     \
    found = 0;                                                                                     \
  } while (0)
#define EQUAL() assert_int_equal(found, 0)

/* ---- Each kind of difference --------------------------------------------------------------- */

static void equal_groups_are_counted(void **state) {
  (void)state;
  tandem_toy_writes(&toy, X1, 5);
  tandem_toy_stores(&toy, TOY_BASE + 32, 4, 7);
  RETIRES(IS(X1, 5), SAYS(STORE32, 7), SAYS(EADDR, TOY_BASE + 32));
  EQUAL();
  assert_int_equal(toy.steps, 1);
  assert_int_equal(counts()->groups, 1);
  assert_int_equal(counts()->steps, 1);
  assert_int_equal(counts()->compared, 6); /* word, x1, data, address, privilege, pc */
  assert_int_equal(counts()->copied + counts()->skipped + counts()->outside, 0);
}

static void a_value_is_another_one(void **state) {
  (void)state;
  tandem_toy_writes(&toy, X1, 5);
  RETIRES(IS(X1, 6));
  assert_int_equal(seen[0].pc, TOY_BASE);
  assert_true(seen[0].has_insn);
  assert_int_equal(seen[0].insn, NOP);
  DIFFERS(OTHER_VALUE, X1, 5, 6);
  assert_int_equal(counts()->differences, 1);
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
  begin();
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
    begin();
    if (cases[i].bytes != 0) tandem_toy_stores(&toy, TOY_BASE + 32, cases[i].bytes, 7);
    RETIRES({.opcode = RVT_TANDEM_STATE, .number = cases[i].what, .data = cases[i].data},
            SAYS(PADDR, FOREIGN), /* the effective one is the model's */
            SAYS(EADDR, cases[i].address));
    assert_int_equal(found, 1);
    assert_int_equal(seen[0].kind, cases[i].kind);
    assert_int_equal(seen[0].model, cases[i].model);
    assert_int_equal(seen[0].trace, cases[i].trace);
    /* From then on the model has what the hart has stored. */
    assert_int_equal(toy.memory[cases[i].address - TOY_BASE], cases[i].data);
  }
  begin();
  tandem_toy_stores(&toy, TOY_BASE + 32, 1, 7);
  GROUP(PLUS, INSN(NOP)); /* the hart stores nothing */
  DIFFERS(OTHER_STORE, 0, 7, 0);
  begin();
  tandem_toy_stores(&toy, TOY_BASE + 32, 8, UINT64_MAX);
  RETIRES(SAYS(STORE64, UINT64_MAX), SAYS(PADDR, TOY_BASE + 32));
  EQUAL();
}

static void an_instruction_is_another_one(void **state) {
  (void)state;
  GROUP(PLUS, INSN(0x93));
  DIFFERS(OTHER_INSN, 0, NOP, 0x93);
  begin();
  GROUP(PLUS, INSN(NOP | 1u << 31)); /* in its upper half */
  DIFFERS(OTHER_INSN, 0, NOP, NOP | 1u << 31);
  begin();
  toy.memory[3] = 0x80;
  GROUP(PLUS, INSN(NOP | 1u << 31));
  EQUAL();
  begin();
  GROUP(SAYS(PC, FOREIGN), INSN(NOP)); /* nothing is known of what the model has there */
  DIFFERS(OTHER_VALUE, PC, TOY_BASE + 4, FOREIGN);
  tandem_toy_next(&toy, FOREIGN + 4);
  GROUP(PLUS, INSN(0x93));
  EQUAL();
}

/* ---- What is not compared ------------------------------------------------------------------ */

static void csrs_are_copied_or_ignored(void **state) {
  (void)state;
  core.csr[MCYCLE] = RVT_TANDEM_CSR_COPIED;
  core.csr[MISA] = RVT_TANDEM_CSR_IGNORED;
  begin();
  tandem_toy_writes(&toy, MCYCLE, 1);
  tandem_toy_writes(&toy, MISA, 1);
  RETIRES(IS(MCYCLE, 1000), IS(MISA, 2), IS(TOY_LACKS, 3));
  EQUAL();
  assert_int_equal(toy.value[MCYCLE], 1000);
  assert_int_equal(toy.value[MISA], 1);
  assert_int_equal(counts()->copied, 1);
  assert_int_equal(counts()->skipped, 3);
  assert_int_equal(counts()->loads, 0);
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
      begin();
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
  begin();
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
  assert_int_equal(counts()->loads, 1);
  assert_int_equal(counts()->copied, 1);
  tandem_toy_next(&toy, TOY_BASE + 8);
  tandem_toy_writes(&toy, X1, 0);
  tandem_toy_loads(&toy, 0x1ffe, 4); /* it ends behind the RAM */
  RETIRES(ADDS(X1, 1));
  EQUAL();
  assert_int_equal(toy.value[X1], 0x56);
  assert_int_equal(counts()->loads, 2);
  tandem_toy_next(&toy, TOY_BASE + 12);
  tandem_toy_writes(&toy, X1, 0);
  tandem_toy_loads(&toy, 0x1ffc, 4);
  RETIRES(IS(X1, 1));
  DIFFERS(OTHER_VALUE, X1, 0, 1);
  assert_int_equal(counts()->loads, 2);
  tandem_toy_next(&toy, TOY_BASE + 16);
  tandem_toy_writes(&toy, X1, 0);
  tandem_toy_loads(&toy, FOREIGN, 4); /* the first of two */
  tandem_toy_loads(&toy, TOY_BASE + 32, 4);
  RETIRES(IS(X1, 1));
  EQUAL();
  assert_int_equal(counts()->loads, 3);
  ROW("TV:AMB-T23");
}

static void a_hart_may_leave_xtval_zero(void **state) {
  const struct { uint16_t cause, tval; } level[] = {{MCAUSE, MTVAL}, {SCAUSE, STVAL}};
  (void)state;
  core.zero_tval = 1 << 2;
  for (unsigned i = 0; i < 2; i++)
    for (unsigned cause = 2; cause < 4; cause++) {
      begin();
      tandem_toy_next(&toy, TOY_BASE + 32);
      tandem_toy_writes(&toy, level[i].cause, cause);
      tandem_toy_writes(&toy, level[i].tval, NOP);
      GROUP(SAYS(PC, TOY_BASE + 32), INSN(NOP), IS(level[i].cause, cause), IS(level[i].tval, 0));
      assert_int_equal(found, cause - 2);
      assert_int_equal(toy.value[level[i].tval], 0);
      begin();
      tandem_toy_next(&toy, TOY_BASE + 32);
      tandem_toy_writes(&toy, level[i].cause, cause);
      tandem_toy_writes(&toy, level[i].tval, NOP);
      GROUP(SAYS(PC, TOY_BASE + 32), INSN(NOP), IS(level[i].cause, cause), IS(level[i].tval, 1));
      assert_int_equal(found, 1); /* 0 alone is let pass */
    }
}

/* ---- What makes the model follow ----------------------------------------------------------- */

static void an_interrupt_is_made_pending(void **state) {
  (void)state;
  for (unsigned i = 0; i < 2; i++) {
    const uint16_t cause = i == 0 ? MCAUSE : SCAUSE;
    const uint64_t value = UINT64_C(1) << 63 | (i == 0 ? 7 : 41);
    begin();
    tandem_toy_next(&toy, TOY_BASE + 32);
    tandem_toy_writes(&toy, cause, value);
    GROUP(SAYS(PC, TOY_BASE + 32), IS(cause, value));
    EQUAL();
    assert_int_equal(toy.taken, UINT64_C(1) << (i == 0 ? 7 : 41));
    assert_int_equal(toy.pending, 0);
    assert_int_equal(counts()->interrupts, 1);
  }
  begin();
  tandem_toy_next(&toy, TOY_BASE + 32);
  tandem_toy_writes(&toy, MCAUSE, 1); /* an exception of the fetch: no instruction either */
  GROUP(SAYS(PC, TOY_BASE + 32), IS(MCAUSE, 1));
  EQUAL();
  assert_int_equal(toy.steps, 1);
  tandem_toy_next(&toy, TOY_BASE + 36);
  tandem_toy_writes(&toy, MCAUSE, UINT64_C(1) << 63); /* an instruction that writes it */
  RETIRES(IS(MCAUSE, UINT64_C(1) << 63));
  EQUAL();
  assert_int_equal(counts()->interrupts, 0);
  assert_int_equal(toy.taken, 0);
  ROW("TV:R-08");
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
  assert_int_equal(counts()->outside, 2);
  assert_int_equal(counts()->copied, 6);
  tandem_toy_next(&toy, TOY_BASE + 12);
  tandem_toy_writes(&toy, X1, 8);
  GROUP(PLUS, INSN(NOP));
  DIFFERS(NOT_CHANGED, X1, 8, 5); /* it is known from then on */
  ROW("TV:R-12");
}

static void a_reset_begins_anew(void **state) {
  (void)state;
  core.resets = 1;
  core.reset[0].number = MEPC;
  core.reset[0].value = 0x77;
  begin();
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
  assert_int_equal(counts()->groups, 3);
  ROW("TV:R-13");
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
  const struct CMUnitTest tests[] = {TEST(equal_groups_are_counted),
                                     TEST(a_value_is_another_one),
                                     TEST(the_model_changes_what_the_hart_does_not),
                                     TEST(pc_and_privilege_are_compared_after_each_step),
                                     TEST(a_pc_wraps_at_its_width),
                                     TEST(short_forms_change_what_was),
                                     TEST(views_are_one_register),
                                     TEST(a_store_is_another_one),
                                     TEST(an_instruction_is_another_one),
                                     TEST(csrs_are_copied_or_ignored),
                                     TEST(absent_elements_are_not_compared),
                                     TEST(loads_from_outside_are_copied),
                                     TEST(a_hart_may_leave_xtval_zero),
                                     TEST(an_interrupt_is_made_pending),
                                     TEST(state_from_outside_goes_into_the_model),
                                     TEST(a_reset_begins_anew)};
#undef TEST
  return cmocka_run_group_tests(tests, NULL, NULL);
}
