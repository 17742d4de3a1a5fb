/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */

/* Where a recording ends, and instructions that Spike does not try again. */

#include <stdio.h>
#include <string.h>

#include "record_run.h"
#include "tests/support/test.h"

/* Spike prints no trial again while PC and bits are the same. */
static void a_jump_to_itself_is_tried_once(void **state) {
  (void)state;
  static const char log[] = ENTRY CSR("80000004", "c772_mie 0x80")
      CSR("80000008", "c768_mstatus 0x8") BOTH("8000000c", STAY)
          R("8000000c", STAY) "\n" R("8000000c", STAY) "\n" IRQ("7", "8000000c") C
      "Executed 3 times\n" MRET("80000100") BOTH("8000000c", STAY) R("8000000c", STAY) "\n";
  struct run run;
  record(&run, &endless, log);
  assert_int_equal(run.record.instructions, 9);
  for (size_t i = 4; i < 7; i++) expect_insn(&run, i, 0x8000000c, RVT_IT_DIRECT_JUMP);
  expect_trap(&run, 7, 0x8000000c, RVT_IT_INTERRUPT, 7, 0);
  expect_insn(&run, 8, 0x80000100, RVT_IT_TRAP_RETURN);
  for (size_t i = 10; i < 11; i++) expect_insn(&run, i, 0x8000000c, RVT_IT_DIRECT_JUMP);
  struct rvt_record_config config = endless;
  config.limit = 6;
  record(&run, &config, log);
  assert_int_equal(run.record.end, RVT_RECORD_LIMIT);
  expect_insn(&run, 6, 0x8000000c, RVT_IT_DIRECT_JUMP);
  /* Also where the handler itself is the jump; the short form has other bits in its trial. */
  record(&run, &endless,
         ENTRY T("80000004", "0000a001") R("80000004", "a001") "\n" IRQ("7", "80000004")
             R("80000004", "a001") "\n" R("80000004", "a001") "\n");
  assert_int_equal(run.record.instructions, 4);
  /* A branch to itself; what it goes to then. */
  record(&run, &endless,
         ENTRY BOTH("80000004", "00000063") R("80000004", "00000063") "\n" IRQ("7", "80000004"));
  expect_insn(&run, 3, 0x80000004, RVT_IT_TAKEN);
  refuse(&endless, ENTRY R("80000000", NOP) "\n", RVT_ERR_MISMATCH, "7: expected PC 0x80000004");
  refuse(&endless, ENTRY BOTH("80000004", STAY) R("80000004", "0040006f") "\n", RVT_ERR_MISMATCH,
         "9: expected the line of a tried instruction");
  refuse(&endless, ENTRY BOTH("80000004", STAY) R("80000008", STAY) "\n", RVT_ERR_MISMATCH,
         "9: expected the line of a tried instruction");
  refuse(&endless, R("80000000", NOP) "\n", RVT_ERR_MISMATCH, "1: expected the line of a tried");
}

static void expect_end(const struct rvt_record_config *config, const char *log,
                       enum rvt_record_end end, uint64_t pc, uint64_t instructions) {
  struct run run;
  record(&run, config, log);
  assert_int_equal(run.record.end, end);
  assert_int_equal(run.record.end_pc, pc);
  assert_int_equal(run.record.instructions, instructions);
}

static void what_goes_nowhere_ends_the_recording(void **state) {
  (void)state;
  struct rvt_record_config idle = endless;
  idle.until_idle = true;
#define STAYS(pc) BOTH(pc, STAY) R(pc, STAY) "\n"
  expect_end(&idle, ENTRY STAYS("80000004") "rubbish", RVT_RECORD_IDLE, 0x80000004, 2);
  expect_end(&idle, ENTRY BOTH("80000004", "00000063") R("80000004", "00000063") "\nrubbish",
             RVT_RECORD_IDLE, 0x80000004, 2);
  /* Interrupts are on in one of two places only. */
  expect_end(&idle, BOOT CSR("80000000", "c772_mie 0x80") STAYS("80000004") "rubbish",
             RVT_RECORD_IDLE, 0x80000004, 2);
  expect_end(&idle, BOOT CSR("80000000", "c768_mstatus 0x8") STAYS("80000004") "rubbish",
             RVT_RECORD_IDLE, 0x80000004, 2);
  /* A handler has them off, */
  static const char both[] = BOOT CSR("80000000", "c772_mie 0x80")
      CSR("80000004", "c768_mstatus 0x8") STAYS("80000008") IRQ("7", "80000008");
  expect_end(&idle, both, RVT_RECORD_LOG, 0, 4);
  char log[2048];
  snprintf(log, sizeof log, "%s%s", both, STAYS("80000100") "rubbish");
  expect_end(&idle, log, RVT_RECORD_IDLE, 0x80000100, 5);
  /* user mode never. */
  expect_end(&idle,
             BOOT CSR("80000000", "c260_sie 0x20") MRET("80000004") USER("80000400", STAY) C
             "0 0x80000400 (0x" STAY ")\n",
             RVT_RECORD_LOG, 0, 4);
  expect_end(&idle, ENTRY BOTH("80000004", "ffdff06f") BOTH("80000000", NOP), RVT_RECORD_LOG, 0, 3);

  expect_end(&endless, ENTRY BOTH("80000004", "10500073") "rubbish", RVT_RECORD_IDLE, 0x80000004,
             2);
  expect_end(&endless,
             BOOT CSR("80000000", "c772_mie 0x80") BOTH("80000004", "10500073")
                 BOTH("80000008", NOP),
             RVT_RECORD_LOG, 0, 3);
#define BAD_FETCH TRAP("instruction_access_fault", "00000000") TVAL("0")
  expect_end(&endless,
             BOOT T("80000000", "00000000") TRAP("illegal_instruction", "80000000") TVAL("0")
                 BAD_FETCH BAD_FETCH "rubbish",
             RVT_RECORD_TRAPS, 0, 0);
  /* From user mode the second one is the first in machine mode. */
  expect_end(&endless, ENTRY MRET("80000004") BAD_FETCH BAD_FETCH, RVT_RECORD_LOG, 0, 2);
  expect_end(&endless,
             ENTRY TRAP("instruction_access_fault", "80000004")
                 TRAP("instruction_page_fault", "80000004")
                     TRAP("instruction_page_fault", "80000008"),
             RVT_RECORD_LOG, 0, 1);
}

/* tohost is 64 bits, which RV32 stores as two words in either order. */
static void tohost_by_two_stores(void **state) {
  (void)state;
#define LOW(pc, val)  WORD(pc, "80001000", val)
#define HIGH(pc, val) WORD(pc, "80001004", val)
  static const struct {
    const char *log;
    uint64_t instructions, code;
    enum rvt_record_end end;
  } cases[] = {
      {LOW("80000004", "00000007") HIGH("80000008", "00000000") "rubbish", 3, 3, RVT_RECORD_EXIT},
      {LOW("80000004", "00000007") HIGH("80000008", "00000001") "rubbish", 3, 0x80000003,
       RVT_RECORD_EXIT},
      {HIGH("80000004", "00000000") LOW("80000008", "00000007") "rubbish", 3, 3, RVT_RECORD_EXIT},
      /* with something between, as the address of the second */
      {LOW("80000004", "00000001") BOTH("80000008", "00000297")
           HIGH("8000000c", "00000000") "rubbish",
       4, 0, RVT_RECORD_EXIT},
      /* the lower word alone: what follows is no part of the program */
      {LOW("80000004", "00000001") BOTH("80000008", NOP) BOTH("8000000c", STAY) "rubbish", 2, 0,
       RVT_RECORD_EXIT},
      {LOW("80000004", "00000001") BOTH("80000008", NOP), 2, 0, RVT_RECORD_EXIT},
      {LOW("80000004", "00000001") BOTH("80000008", NOP) IRQ("7", "8000000c") "rubbish", 2, 0,
       RVT_RECORD_EXIT},
      {LOW("80000004", "00000003") LOW("80000008", "00000001") "rubbish", 2, 1, RVT_RECORD_EXIT},
      {LOW("80000004", "00000003") BOTH("80000008", NOP) BOTH("8000000c", NOP) BOTH("80000010", NOP)
           BOTH("80000014", NOP) BOTH("80000018", NOP) BOTH("8000001c", NOP) BOTH("80000020", NOP)
               BOTH("80000024", NOP) "rubbish",
       2, 1, RVT_RECORD_EXIT},
      {LOW("80000004", "00000003") BOTH("80000008", NOP) BOTH("8000000c", NOP) BOTH("80000010", NOP)
           BOTH("80000014", NOP) BOTH("80000018", NOP) BOTH("8000001c", NOP)
               HIGH("80000020", "00000000") "rubbish",
       9, 1, RVT_RECORD_EXIT},
      /* a command for a device whose lower word is odd, in both orders; then the end */
      {LOW("80000004", "00000061") BOTH("80000008", NOP) HIGH("8000000c", "01010000")
           BOTH("80000010", NOP) LOW("80000014", "00000001"),
       6, 0, RVT_RECORD_EXIT},
      {HIGH("80000004", "01010000") LOW("80000008", "00000061") LOW("8000000c", "00000005"), 4, 2,
       RVT_RECORD_EXIT},
      {LOW("80000004", "00000062") HIGH("80000008", "01010000") LOW("8000000c", "00000005"), 4, 2,
       RVT_RECORD_EXIT},
      /* all 64 bits at once, by a double */
      {WORD("80000004", "80001000", "0000000000000009") "rubbish", 2, 4, RVT_RECORD_EXIT},
      {WORD("80000004", "80001000", "0101000000000061") LOW("80000008", "00000001"), 3, 0,
       RVT_RECORD_EXIT},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    char log[4096];
    snprintf(log, sizeof log, ENTRY "%s", cases[i].log);
    struct run run;
    record(&run, &rv32, log);
    if (run.record.instructions != cases[i].instructions || run.record.exit_code != cases[i].code ||
        run.record.end != cases[i].end)
      fail_msg("case %zu: %d instructions, code 0x%x, end %d", i, (int)run.record.instructions,
               (unsigned)run.record.exit_code, (int)run.record.end);
    for (size_t k = 1; k < run.count; k++)
      expect_insn(&run, k, 0x80000000 + 4 * (k - 1), RVT_IT_NONE);
  }
  struct rvt_record_config config = rv32;
  config.limit = 2;
  struct run run;
  record(&run, &config, ENTRY LOW("80000004", "00000007") BOTH("80000008", NOP) "rubbish");
  assert_int_equal(run.record.end, RVT_RECORD_EXIT);
  assert_int_equal(run.record.instructions, 2);
  /* What the boot ROM stores is not the program's. */
  refuse(&rv32, LOW("00001000", "00000001") BOTH("00001004", NOP), RVT_ERR_FORMAT,
         "4: expected the program's entry");
}

static void a_recording_may_be_stopped_anywhere(void **state) {
  (void)state;
  static const struct {
    const char *log;
    size_t steps;
  } cases[] = {{ENTRY, 2},
               {ENTRY BOTH("80000004", NOP) T("80000008", NOP), 3},
               {ENTRY BOTH("80000004", "00000463"), 2},
               {ENTRY IRQ("7", "80000004"), 3},
               {ENTRY LEAVE("80000004") BOTH("80000008", NOP), 3},
               {ENTRY BOTH("80000004", NOP) "core   0: 0x8000", 3}};
  for (size_t i = 0; i < COUNT(cases); i++) {
    struct run run = {.count = 0};
    size_t used;
    assert_int_equal(rvt_record_init(&run.record, &rv32, record_sink, &run), RVT_OK);
    assert_int_equal(
        rvt_record_feed(&run.record, cases[i].log, strlen(cases[i].log), &used, &run.error),
        RVT_OK);
    assert_int_equal(rvt_record_stop(&run.record, &run.error), RVT_OK);
    assert_int_equal(run.count, cases[i].steps);
    assert_int_equal(run.record.end, i == 4 ? RVT_RECORD_EXIT : RVT_RECORD_STOP);
    assert_int_equal(rvt_record_stop(&run.record, &run.error), RVT_OK);
    assert_int_equal(run.count, cases[i].steps);
  }
  struct run run = {.count = 0};
  assert_int_equal(rvt_record_init(&run.record, &rv32, record_sink, &run), RVT_OK);
  assert_int_equal(rvt_record_stop(&run.record, &run.error), RVT_ERR_FORMAT);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_jump_to_itself_is_tried_once),
      cmocka_unit_test(what_goes_nowhere_ends_the_recording),
      cmocka_unit_test(tohost_by_two_stores),
      cmocka_unit_test(a_recording_may_be_stopped_anywhere),
  };
  return cmocka_run_group_tests_name("record_end", tests, NULL, NULL);
}
