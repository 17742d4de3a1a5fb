/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <string.h>

#include "oracle/row.h"
#include "record_run.h"
#include "tests/support/test.h"

static void boot_rom_is_skipped_and_tohost_ends(void **state) {
  (void)state;
  struct run run;
  record(&run, &rv32,
         ENTRY C ">>>>  main\n" LEAVE("80000004") BOTH("80000008", "0000006f") "rubbish");
  expect_priv(&run, 0, RVT_PRIV_M);
  expect_insn(&run, 1, 0x80000000, RVT_IT_NONE);
  expect_insn(&run, 2, 0x80000004, RVT_IT_NONE);
  assert_int_equal(run.count, 3);
  assert_int_equal(run.record.instructions, 2);
  assert_int_equal(run.record.exit_code, 0);
  assert_int_equal(run.steps[1].size, 2);
  assert_int_equal(run.steps[1].word, 0x13);
}

static void exit_code_is_kept_and_even_values_do_not_end(void **state) {
  (void)state;
  struct run run;
  record(&run, &rv32,
         ENTRY T("80000004", NOP) R("80000004", NOP) " x6  0x1 mem 0x80001000\n" /* a load */
         T("80000008", NOP) R("80000008", NOP) " mem 0x80001000 0x00000002\n" T("8000000c", NOP)
             R("8000000c", NOP) " mem 0x80001004 0x00000001\n" T("80000010", NOP)
                 R("80000010", NOP) " mem 0x80001000 0x0000000f\n");
  assert_int_equal(run.record.instructions, 5);
  assert_int_equal(run.record.exit_code, 7);
}

static void branch_outcome_is_the_next_pc(void **state) {
  (void)state;
  struct run run;
  /* beq zero, zero, .+8 taken; then c.beqz a5, .-256 not taken */
  record(&run, &rv32,
         ENTRY BOTH("80000004", "00000463") BOTH("8000000c", "d381") LEAVE("8000000e"));
  expect_insn(&run, 2, 0x80000004, RVT_IT_TAKEN);
  expect_insn(&run, 3, 0x8000000c, RVT_IT_NOT_TAKEN);
  assert_int_equal(run.steps[3].size, 1);
  ROW("NT:ITY-04");
  ROW("NT:ITY-05");
}

static void interrupt_right_behind_a_branch_settles_it(void **state) {
  (void)state;
  struct run run;
  record(&run, &rv32,
         ENTRY BOTH("80000004", "00000463") IRQ("7", "8000000c") C
         ">>>>  h\n" BOTH("80000100", "00000463") IRQ("11", "80000104") BOTH("80000100", NOP)
             LEAVE("80000104"));
  expect_insn(&run, 2, 0x80000004, RVT_IT_TAKEN);
  expect_trap(&run, 3, 0x8000000c, RVT_IT_INTERRUPT, 7, 0);
  expect_insn(&run, 4, 0x80000100, RVT_IT_NOT_TAKEN);
  expect_trap(&run, 5, 0x80000104, RVT_IT_INTERRUPT, 11, 0);
  expect_insn(&run, 6, 0x80000100, RVT_IT_NONE);
  ROW("NT:ITY-02");
}

static void ecall_and_ebreak_do_not_retire(void **state) {
  (void)state;
  struct run run;
  record(&run, &rv32,
         ENTRY T("80000004", "00000073") TRAP("machine_ecall", "80000004") BOTH("80000100", NOP)
             T("80000104", "9002") TRAP("breakpoint", "80000104") TVAL("80000104")
                 LEAVE("80000100"));
  expect_trap(&run, 2, 0x80000004, RVT_IT_EXCEPTION, 11, 0);
  expect_insn(&run, 3, 0x80000100, RVT_IT_NONE);
  expect_trap(&run, 4, 0x80000104, RVT_IT_EXCEPTION, 3, 0x80000104);
  assert_int_equal(run.record.instructions, 3);
  assert_int_equal(run.record.traps, 2);
  ROW("NT:ITY-25");
}

static void trap_on_the_first_instruction_of_the_handler(void **state) {
  (void)state;
  struct run run;
  record(&run, &rv32,
         ENTRY MRET("80000004") T("80000008", "00000000") TRAP("illegal_instruction", "80000008")
             TVAL("0") C ">>>>  h\n" TRAP("instruction_access_fault", "90000000") TVAL("90000000")
                 LEAVE("90000000"));
  expect_insn(&run, 2, 0x80000004, RVT_IT_TRAP_RETURN);
  expect_priv(&run, 3, RVT_PRIV_U); /* nothing retires there, only the trap belongs to it */
  expect_trap(&run, 4, 0x80000008, RVT_IT_EXCEPTION, 2, 0);
  expect_priv(&run, 5, RVT_PRIV_M);
  expect_trap(&run, 6, 0x90000000, RVT_IT_EXCEPTION, 1, 0x90000000);
  expect_insn(&run, 7, 0x90000000, RVT_IT_NONE);
  ROW("NT:ITY-01");
}

static void mret_changes_privilege_and_goes_anywhere(void **state) {
  (void)state;
  struct run run;
  record(&run, &rv32,
         BOOT CSR("80000000", "c772_mie 0x80") MRET("80000004") USER("80000400", NOP)
             T("80000404", "00000073") TRAP("user_ecall", "80000404") BOTH("80000100", NOP)
                 MRET("80000104") USER("80000408", "10500073") IRQ("7", "8000040c")
                     BOTH("80000100", NOP) LEAVE("80000104"));
  expect_insn(&run, 2, 0x80000004, RVT_IT_TRAP_RETURN);
  expect_priv(&run, 3, RVT_PRIV_U);
  expect_insn(&run, 4, 0x80000400, RVT_IT_NONE);
  expect_trap(&run, 5, 0x80000404, RVT_IT_EXCEPTION, 8, 0);
  expect_priv(&run, 6, RVT_PRIV_M);
  expect_insn(&run, 7, 0x80000100, RVT_IT_NONE);
  expect_insn(&run, 8, 0x80000104, RVT_IT_TRAP_RETURN);
  expect_priv(&run, 9, RVT_PRIV_U);
  expect_insn(&run, 10, 0x80000408, RVT_IT_NONE); /* wfi retires */
  expect_trap(&run, 11, 0x8000040c, RVT_IT_INTERRUPT, 7, 0);
  expect_priv(&run, 12, RVT_PRIV_M);
  ROW("NT:ITY-03");
}

static void delegated_traps_go_to_supervisor_and_sret_comes_back(void **state) {
  (void)state;
  struct run run;
  record(&run, &rv32,
         ENTRY T("80000004", NOP) R("80000004", NOP) " c770_medeleg 0x00000100\n" T("80000008", NOP)
             R("80000008", NOP) " c771_mideleg 0x00000020\n" MRET("8000000c")
                 T("80000400", "00000073") TRAP("user_ecall", "80000400") T("80000200", "10200073")
                     C "1 0x80000200 (0x10200073) c768_mstatus 0x80\n" USER("80000404", NOP)
                         IRQ("5", "80000408") T("80000200", NOP) C
         "1 0x80000200 (0x00000013)\n" IRQ("7", "80000204") LEAVE("80000100"));
  expect_priv(&run, 5, RVT_PRIV_U);
  expect_trap(&run, 6, 0x80000400, RVT_IT_EXCEPTION, 8, 0);
  expect_priv(&run, 7, RVT_PRIV_S);
  expect_insn(&run, 8, 0x80000200, RVT_IT_TRAP_RETURN);
  expect_priv(&run, 9, RVT_PRIV_U);
  expect_insn(&run, 10, 0x80000404, RVT_IT_NONE);
  expect_trap(&run, 11, 0x80000408, RVT_IT_INTERRUPT, 5, 0);
  expect_priv(&run, 12, RVT_PRIV_S);
  expect_trap(&run, 14, 0x80000204, RVT_IT_INTERRUPT, 7, 0);
  expect_priv(&run, 15, RVT_PRIV_M);
}

/* Address 0x302 is no CSR: the trap of user mode goes to machine mode. */
static void store_beside_the_numbers_of_csrs(void **state) {
  (void)state;
  struct run run;
  record(&run, &rv32,
         ENTRY T("80000004", NOP) R("80000004", NOP) " mem 0x00000302 0x00000100\n" MRET("80000008")
             T("80000400", "00000073") TRAP("user_ecall", "80000400") LEAVE("80000200"));
  expect_priv(&run, 4, RVT_PRIV_U);
  expect_trap(&run, 5, 0x80000400, RVT_IT_EXCEPTION, 8, 0);
  expect_priv(&run, 6, RVT_PRIV_M);
  expect_insn(&run, 7, 0x80000200, RVT_IT_NONE);
}

/* Spike shows addresses of RV32 with the upper half of its registers. */
static void addresses_of_rv32_have_32_bits(void **state) {
  (void)state;
  struct run run;
  record(&run, &rv32,
         BOOT BOTH("ffffffff80000000", NOP) T("ffffffff80000004", "9002")
             TRAP("breakpoint", "ffffffff80000004") LEAVE("80000100"));
  expect_insn(&run, 1, 0x80000000, RVT_IT_NONE);
  expect_trap(&run, 2, 0x80000004, RVT_IT_EXCEPTION, 3, 0);
  assert_int_equal(run.count, 4);
}

static void machine_mode_delegates_nothing(void **state) {
  (void)state;
  struct run run;
  record(&run, &rv32,
         ENTRY T("80000004", NOP)
             R("80000004", NOP) " c770_medeleg 0x00000008\n" T("80000008", "9002")
                 TRAP("breakpoint", "80000008") LEAVE("80000100"));
  expect_trap(&run, 3, 0x80000008, RVT_IT_EXCEPTION, 3, 0);
  expect_insn(&run, 4, 0x80000100, RVT_IT_NONE);
}

static void sret_returns_to_supervisor_after_a_trap_in_it(void **state) {
  (void)state;
  struct run run;
  /* MPP is S; the interrupt in S mode makes SPP S while MPP is U */
  record(&run, &endless,
         ENTRY T("80000004", NOP) R("80000004", NOP) " c768_mstatus 0x00000800\n" T("80000008", NOP)
             R("80000008", NOP) " c771_mideleg 0x00000020\n" MRET("8000000c") T("80000200", NOP) C
         "1 0x80000200 (0x00000013)\n" IRQ("5", "80000204") T("80000300", "10200073") C
         "1 0x80000300 (0x10200073) c256_sstatus 0x00000020\n" T("80000204", NOP) C
         "1 0x80000204 (0x00000013)\n");
  expect_priv(&run, 5, RVT_PRIV_S);
  expect_insn(&run, 6, 0x80000200, RVT_IT_NONE);
  expect_trap(&run, 7, 0x80000204, RVT_IT_INTERRUPT, 5, 0);
  expect_insn(&run, 8, 0x80000300, RVT_IT_TRAP_RETURN);
  expect_insn(&run, 9, 0x80000204, RVT_IT_NONE);
  assert_int_equal(run.count, 10);
}

static void sret_obeys_a_write_of_sstatus(void **state) {
  (void)state;
  struct run run;
  record(&run, &endless,
         ENTRY T("80000004", NOP) R("80000004", NOP) " c768_mstatus 0x00000900\n" MRET("80000008")
             T("80000200", NOP) C
         "1 0x80000200 (0x00000013) c256_sstatus 0x100\n" T("80000204", NOP) C
         "1 0x80000204 (0x00000013) c256_sstatus 0x0\n" T("80000208", "10200073") C
         "1 0x80000208 (0x10200073)\n" USER("80000400", NOP));
  assert_int_equal(run.record.instructions, 7);
  /* the other way: SPP set by the write */
  record(&run, &endless,
         ENTRY T("80000004", NOP) R("80000004", NOP) " c768_mstatus 0x00000800\n" MRET("80000008")
             T("80000200", NOP) C
         "1 0x80000200 (0x00000013) c256_sstatus 0x100\n" T("80000204", "10200073") C
         "1 0x80000204 (0x10200073) c256_sstatus 0x20\n" T("80000400", NOP) C
         "1 0x80000400 (0x00000013)\n");
  assert_int_equal(run.record.instructions, 6);
}

static void expect_context(const struct run *run, size_t i, uint64_t context) {
  assert_true(i < run->count);
  assert_int_equal(run->steps[i].kind, RVT_STEP_CONTEXT);
  assert_int_equal(run->steps[i].value, 2); /* from the next block on: NT:ING-19 */
  assert_int_equal(run->steps[i].tval, context);
}

/* Behind the instruction that writes it, before what follows; not what was written before the
 * program. */
static void scontext_is_told(void **state) {
  (void)state;
  struct run run;
  record(&run, &endless,
         CSR("00000ffc", "c1448_scontext 0x00000007")
             ENTRY CSR("80000004", "c1448_scontext 0x00000021")
                 CSR("80000008", "c1447_other 0x00000005") MRET("8000000c") USER("80000400", NOP)
                     T("80000404", NOP) C
         "0 0x80000404 (0x00000013) c1448_scontext 0x00000022\n" USER("80000408", NOP));
  expect_insn(&run, 2, 0x80000004, RVT_IT_NONE);
  expect_context(&run, 3, 0x21);
  expect_insn(&run, 4, 0x80000008, RVT_IT_NONE);
  expect_insn(&run, 5, 0x8000000c, RVT_IT_TRAP_RETURN);
  expect_priv(&run, 6, RVT_PRIV_U);
  expect_insn(&run, 8, 0x80000404, RVT_IT_NONE);
  expect_context(&run, 9, 0x22);
  assert_int_equal(run.record.instructions, 7);
}

/* Between the two words of a command for a device it is not lost. */
static void scontext_is_told_between_two_words(void **state) {
  (void)state;
  struct run run;
  record(&run, &rv32,
         ENTRY WORD("80000004", "80001000", "00000001") CSR("80000008", "c1448_scontext 0x00000021")
             WORD("8000000c", "80001004", "01010000") LEAVE("80000010"));
  expect_insn(&run, 3, 0x80000008, RVT_IT_NONE);
  expect_context(&run, 4, 0x21);
  expect_insn(&run, 5, 0x8000000c, RVT_IT_NONE);
}

/* cm.jalt 32, cm.push {ra}, auipc ra, cm.popret {ra}: a hart with Zcmp and Zcmt, and one without.
 */
static void table_jumps_and_popret_need_their_extensions(void **state) {
  (void)state;
  static const char log[] = ENTRY BOTH("80000004", "a082")
      WITH("80000100", "b842", "x2  0x8000fff0 mem 0x8000fffc 0x80000006")
          BOTH("80000102", "00000097")
              WITH("80000106", "be42", "x1  0x80000006 x2  0x80010000 mem 0x8000fffc")
                  BOTH("80000006", NOP);
  const struct rvt_record_config zc = {.xlen = 32, .zcmp = true, .zcmt = true, .entry = 0x80000000};
  struct run run;
  record(&run, &zc, log);
  expect_insn(&run, 2, 0x80000004, RVT_IT_DIRECT_CALL);
  expect_insn(&run, 3, 0x80000100, RVT_IT_NONE);
  expect_insn(&run, 5, 0x80000106, RVT_IT_RETURN);
  assert_int_equal(run.steps[5].size, 1);
  assert_false(run.steps[5].sijump);
  assert_int_equal(run.record.instructions, 6); /* each once, whatever it loads and stores */
  refuse(&endless, log, RVT_ERR_MISMATCH, "10: expected PC 0x80000006 after");
  ROW("NT:CUS-07");
  ROW("NT:CUS-08");
  ROW("NT:ING-27");
}

static void device_command_of_tohost_is_not_the_end(void **state) {
  (void)state;
  struct run run;
  struct rvt_record_config config = rv32;
  config.xlen = 64;
  record(&run, &config,
         ENTRY T("80000004", NOP)
             R("80000004", NOP) " mem 0x80001000 0x0101000000000061\n" LEAVE("80000008"));
  assert_int_equal(run.record.instructions, 3);
}

static void bits_behind_a_short_word_are_dropped(void **state) {
  (void)state;
  struct run run;
  record(&run, &rv32, ENTRY BOTH("80000004", "00010001") LEAVE("80000006"));
  assert_int_equal(run.steps[2].word, 1);
}

static void sequential_jump_needs_its_constant_directly_before(void **state) {
  (void)state;
  struct run run;
  /* auipc t1, 0; jalr zero, 8(t1); then the same with an interrupt between */
  record(&run, &rv32,
         ENTRY BOTH("80000004", "00000317") BOTH("80000008", "00830067")
             BOTH("8000000c", "00000317") IRQ("7", "80000010") MRET("80000100")
                 BOTH("80000010", "00830067") LEAVE("80000014"));
  expect_insn(&run, 3, 0x80000008, RVT_IT_INDIRECT_JUMP);
  assert_true(run.steps[3].sijump);
  expect_insn(&run, 7, 0x80000010, RVT_IT_INDIRECT_JUMP);
  assert_false(run.steps[7].sijump);
  assert_false(run.steps[2].sijump);
  /* jalr ra, 4(zero), which E-Trace infers: rvt_step_absolute() */
  record(&run, &rv32, ENTRY BOTH("80000004", "004000e7") BOTH("00000004", NOP) LEAVE("00000008"));
  expect_insn(&run, 2, 0x80000004, RVT_IT_DIRECT_CALL);
  assert_true(run.steps[2].sijump);
  /* the first instruction of a handler */
  record(&run, &rv32,
         ENTRY BOTH("80000004", "00000317") IRQ("7", "80000008") BOTH("80000100", "00830067")
             LEAVE("80000200"));
  expect_insn(&run, 4, 0x80000100, RVT_IT_INDIRECT_JUMP);
  assert_false(run.steps[4].sijump);
  ROW("NT:SQJ-02");
}

static void addresses_of_rv64_and_long_instructions(void **state) {
  (void)state;
  struct run run;
  struct rvt_record_config config = {.xlen = 64, .entry = 0xffffffff80000000, .limit = 3};
  record(&run, &config,
         BOTH("0000000000001000", "00000297") BOTH("ffffffff80000000", "00000000123f")
             BOTH("ffffffff80000008", "f123456789abcdbf") BOTH("ffffffff80000010", "123456789adf")
                 BOTH("ffffffff80000016", NOP));
  assert_int_equal(run.count, 4);
  assert_int_equal(run.steps[1].size, 4);
  assert_true(run.steps[1].pc == 0xffffffff80000000);
  assert_true(run.steps[2].word == 0xf123456789abcdbf);
  assert_int_equal(run.steps[3].size, 3);
  ROW("NT:CUS-10");
}

static void limit_ends_the_recording(void **state) {
  (void)state;
  struct run run;
  struct rvt_record_config config = endless;
  config.limit = 2;
  record(&run, &config, ENTRY BOTH("80000004", "00000463") IRQ("7", "8000000c") "rubbish");
  assert_int_equal(run.count, 3);
  expect_insn(&run, 2, 0x80000004, RVT_IT_TAKEN);
}

static void end_of_a_log_without_tohost(void **state) {
  (void)state;
  struct run run;
  record(&run, &endless, ENTRY BOTH("80000004", NOP));
  assert_int_equal(run.record.instructions, 2);
  record(&run, &endless, ENTRY BOTH("80000004", "00000463"));
  assert_int_equal(run.record.instructions, 1); /* the outcome of the last branch is not known */
  record(&run, &endless, ENTRY IRQ("7", "80000004"));
  expect_trap(&run, 2, 0x80000004, RVT_IT_INTERRUPT, 7, 0);
}

static void damaged_lines_are_refused_with_their_number(void **state) {
  (void)state;
  static const char *const bad[] = {
      "rubbish\n",
      "\n",
      C "\n",
      "core   1: 0x80000004 (0x00000013) nop\n",
      C "0x8000000g (0x00000013) nop\n",
      C "0x80000004 0x00000013 nop\n",
      C "0x80000004 (0x00000013\n",
      C "0x11111111180000004 (0x00000013) nop\n",
      C "2 0x80000004 (0x00000013)\n",
      C "7 0x80000004 (0x00000013)\n",
      C "3 80000004 (0x00000013)\n",
      C "exception trap_unheard_of, epc 0x80000004\n",
      C "exception trap_breakpoint epc 0x80000004\n",
      C "exception interrupt #x, epc 0x80000004\n",
      C "exception interrupt #7, epc 0x80000004 and more\n",
      C "          tval\n",
  };
  for (size_t i = 0; i < COUNT(bad); i++) {
    char log[2048];
    snprintf(log, sizeof log, "%s%s", ENTRY, bad[i]);
    refuse(&rv32, log, RVT_ERR_FORMAT, "7: expected a line of `spike -l --log-commits`");
  }
  refuse(&rv32, ENTRY C "0x80000004 (0x0000", RVT_ERR_FORMAT, "7: expected the end of the line");
  refuse(&rv32, ENTRY BOTH("80000004", "0000007f"), RVT_ERR_FORMAT,
         "8: expected an instruction of up to four half-words");
}

static void contradictions_are_refused(void **state) {
  (void)state;
  refuse(&rv32, ENTRY BOTH("80000008", NOP), RVT_ERR_MISMATCH, "8: expected PC 0x80000004 after");
  refuse(&rv32, ENTRY IRQ("7", "80000008"), RVT_ERR_MISMATCH, "7: expected PC 0x80000004 after");
  refuse(&rv32, ENTRY BOTH("80000004", "00000463") BOTH("80000010", NOP), RVT_ERR_MISMATCH,
         "10: expected PC 0x8000000c after");
  refuse(&rv32, ENTRY BOTH("80000004", "0080006f") BOTH("80000008", NOP), RVT_ERR_MISMATCH,
         "10: expected PC 0x8000000c after");
  refuse(&rv32, ENTRY BOTH("80000004", "00000073"), RVT_ERR_MISMATCH, "8: expected the trap of");
  refuse(&rv32, ENTRY USER("80000004", NOP), RVT_ERR_MISMATCH,
         "8: expected privilege 3 at 0x80000004, found 0");
  refuse(&rv32, ENTRY R("80000004", NOP) "\n", RVT_ERR_MISMATCH,
         "7: expected the line of a tried instruction");
  refuse(&rv32, ENTRY T("80000004", NOP) T("80000004", NOP), RVT_ERR_MISMATCH,
         "8: expected the instruction tried at 0x80000004");
  refuse(&rv32, ENTRY T("80000004", NOP) IRQ("7", "80000004"), RVT_ERR_MISMATCH,
         "8: expected the instruction tried at 0x80000004");
  refuse(&rv32, ENTRY T("80000004", NOP) TRAP("breakpoint", "80000008"), RVT_ERR_MISMATCH,
         "8: expected the instruction tried at 0x80000004");
  refuse(&rv32, ENTRY T("80000004", "00000073") TRAP("user_ecall", "80000004"), RVT_ERR_MISMATCH,
         "8: expected an ecall from privilege 3, found cause 8");
  refuse(&rv32, ENTRY TVAL("0"), RVT_ERR_MISMATCH, "7: expected tval after a trap only");
  refuse(&rv32, ENTRY TRAP("breakpoint", "80000004") TVAL("0") TVAL("0"), RVT_ERR_MISMATCH,
         "9: expected tval after a trap only");
  refuse(&rv32, ENTRY C "Executed times\n", RVT_ERR_FORMAT, "7: expected a line of");
  refuse(&rv32, ENTRY C "Executed 3 timesx\n", RVT_ERR_FORMAT, "7: expected a line of");
  refuse(&rv32, TRAP("breakpoint", "00001000"), RVT_ERR_MISMATCH,
         "1: expected the program's entry");
}

static void a_log_that_ends_early_is_refused(void **state) {
  (void)state;
  refuse(&rv32, "", RVT_ERR_FORMAT, "0: expected the program's entry");
  refuse(&rv32, BOOT, RVT_ERR_FORMAT, "4: expected the program's entry");
  refuse(&rv32, ENTRY, RVT_ERR_FORMAT, "6: expected a store to tohost");
  refuse(&endless, ENTRY T("80000004", NOP), RVT_ERR_FORMAT,
         "7: expected the instruction tried last");
}

static void a_sink_that_fails_ends_the_recording(void **state) {
  (void)state;
  for (size_t at = 1; at <= 3; at++) {
    struct run run = {.fail_at = at};
    assert_int_equal(run_pieces(&run, &rv32, ENTRY LEAVE("80000004"), SIZE_MAX), RVT_ERR_IO);
    assert_int_equal(run.error.text[0], '8');
    assert_non_null(strstr(run.error.text, ": disk full"));
  }
}

static void init_refuses_bad_arguments(void **state) {
  (void)state;
  struct rvt_record record = {.lines = 99};
  struct rvt_record_config config = {.xlen = 16};
  assert_int_equal(rvt_record_init(&record, &config, record_sink, NULL), RVT_ERR_ARG);
  assert_int_equal(rvt_record_init(&record, &rv32, NULL, NULL), RVT_ERR_ARG);
  assert_int_equal(record.lines, 99);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(boot_rom_is_skipped_and_tohost_ends),
      cmocka_unit_test(exit_code_is_kept_and_even_values_do_not_end),
      cmocka_unit_test(branch_outcome_is_the_next_pc),
      cmocka_unit_test(interrupt_right_behind_a_branch_settles_it),
      cmocka_unit_test(ecall_and_ebreak_do_not_retire),
      cmocka_unit_test(trap_on_the_first_instruction_of_the_handler),
      cmocka_unit_test(mret_changes_privilege_and_goes_anywhere),
      cmocka_unit_test(delegated_traps_go_to_supervisor_and_sret_comes_back),
      cmocka_unit_test(store_beside_the_numbers_of_csrs),
      cmocka_unit_test(addresses_of_rv32_have_32_bits),
      cmocka_unit_test(machine_mode_delegates_nothing),
      cmocka_unit_test(sret_returns_to_supervisor_after_a_trap_in_it),
      cmocka_unit_test(sret_obeys_a_write_of_sstatus),
      cmocka_unit_test(scontext_is_told),
      cmocka_unit_test(scontext_is_told_between_two_words),
      cmocka_unit_test(table_jumps_and_popret_need_their_extensions),
      cmocka_unit_test(device_command_of_tohost_is_not_the_end),
      cmocka_unit_test(bits_behind_a_short_word_are_dropped),
      cmocka_unit_test(sequential_jump_needs_its_constant_directly_before),
      cmocka_unit_test(addresses_of_rv64_and_long_instructions),
      cmocka_unit_test(limit_ends_the_recording),
      cmocka_unit_test(end_of_a_log_without_tohost),
      cmocka_unit_test(damaged_lines_are_refused_with_their_number),
      cmocka_unit_test(contradictions_are_refused),
      cmocka_unit_test(a_log_that_ends_early_is_refused),
      cmocka_unit_test(a_sink_that_fails_ends_the_recording),
      cmocka_unit_test(init_refuses_bad_arguments),
  };
  return cmocka_run_group_tests_name("record", tests, NULL, NULL);
}
