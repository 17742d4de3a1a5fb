/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */

/* The words of a log against the program's code. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "record_run.h"

/* At 0x80000000 nop, c.nop, c.addi x1, nop, and of another nop the first half; the same at
 * 0x80000400. */
static uint32_t half[7], far_half[1];
static const struct rvt_record_code code[] = {
    {.address = 0x80000400, .count = 1, .half = far_half},
    {.address = 0x80000000, .count = COUNT(half), .half = half}};

/** That program, which no log has changed yet. */
static const struct rvt_record_config *fresh(void) {
  static const uint32_t loaded[] = {0x0013, 0x0000, 0x0001, 0x0081, 0x0013, 0x0000, 0x0013};
  static struct rvt_record_config config;
  config = rv32;
  config.code = code;
  config.codes = COUNT(code);
  config.name = "a.elf";
  memcpy(half, loaded, sizeof half);
  far_half[0] = 0x0013;
  return &config;
}

static void takes(const char *log) {
  struct run run = {.count = 0};
  const enum rvt_status status = run_pieces(&run, fresh(), log, SIZE_MAX);
  if (status != RVT_OK) fail_msg("%s\n%s", log, run.error.text);
  assert_int_equal(run.record.end, RVT_RECORD_EXIT);
}

static void refuses(const char *log, const char *text) {
  refuse(fresh(), log, RVT_ERR_MISMATCH, text);
}

#define OTHER "00100093" /* addi x1, x0, 1 */
#define ALIKE BOTH("80000004", "00000001") BOTH("80000006", "00000081") BOTH("80000008", NOP)
#define LIKE(line, word, pc, found)                                                                \
  line ": expected the word 0x" word " of a.elf at 0x" pc ", found 0x" found                       \
       ": is this the log of that program?"

static void another_word_is_refused(void **state) {
  (void)state;
  refuses(BOOT T("80000000", OTHER), LIKE("5", "13", "80000000", "100093"));
  refuses(BOOT T("80000000", "00100013"), LIKE("5", "13", "80000000", "100013"));
  refuses(BOOT T("ffffffff80000000", OTHER), LIKE("5", "13", "80000000", "100093"));
  refuses(ENTRY T("80000004", NOP), LIKE("7", "1", "80000004", "13"));
  refuses(ENTRY T("80000004", "00009002"), LIKE("7", "1", "80000004", "9002")); /* it traps */
  refuses(ENTRY ALIKE T("8000000c", OTHER), LIKE("13", "13", "8000000c", "100093"));
  refuses(ENTRY ALIKE BOTH("8000000c", "3f40006f"), LIKE("13", "13", "8000000c", "3f40006f"));
}

static void what_is_not_the_programs_is_not_compared(void **state) {
  (void)state;
  takes(ENTRY ALIKE LEAVE("8000000c"));
  takes(WITH("80000004", OTHER, "") ENTRY ALIKE LEAVE("8000000c")); /* before the entry */
  /* of an instruction of which half is known, the rest; behind the program, a jump into it */
  takes(ENTRY ALIKE BOTH("8000000c", "00100013") BOTH("80000010", "3f00006f") LEAVE("80000400"));
  refuses(ENTRY ALIKE BOTH("8000000c", NOP) BOTH("80000010", "3f00006f") T("80000400", OTHER),
          LIKE("17", "13", "80000400", "100093"));
}

/* The nop at the entry stores `val` to `at`. */
#define STORES(at, val) BOOT WORD("80000000", at, val)

static void what_the_program_stores_to_is_not_compared(void **state) {
  (void)state;
  takes(STORES("80000004", "93") BOTH("80000004", OTHER) LEAVE("80000008"));
  takes(STORES("ffffffff80000004", "93") BOTH("80000004", OTHER) LEAVE("80000008"));
  takes(STORES("80000005", "00") BOTH("80000004", OTHER) LEAVE("80000008"));
  takes(STORES("80000001", "00100093") BOTH("80000004", OTHER) LEAVE("80000008"));
  takes(STORES("7ffffffd", "0010009300100093") BOTH("80000004", OTHER) LEAVE("80000008"));
  takes(BOOT WITH("80000000", NOP, "x5 0x1 mem 0x80000400 mem 0x80000004 0x93") /* swaps */
        BOTH("80000004", OTHER) LEAVE("80000008"));
  /* beside it */
  refuses(STORES("80000006", "0000") T("80000004", OTHER), LIKE("7", "1", "80000004", "100093"));
  refuses(STORES("80000002", "0000") T("80000004", OTHER), LIKE("7", "1", "80000004", "100093"));
  refuses(STORES("7ffffffc", "0010009300100093") T("80000004", OTHER),
          LIKE("7", "1", "80000004", "100093"));
  refuses(STORES("80000400", "00100093") T("80000004", OTHER),
          LIKE("7", "1", "80000004", "100093"));
  /* the upper half of an instruction */
  takes(STORES("8000000b", "00") BOTH("80000004", "0001") BOTH("80000006", "0081")
            BOTH("80000008", "00100013") LEAVE("8000000c"));
  refuses(STORES("8000000b", "00") BOTH("80000004", "0001") BOTH("80000006", "0081")
              T("80000008", OTHER),
          LIKE("11", "13", "80000008", "100093"));
}

static void nothing_is_compared_where_memory_is_not_seen(void **state) {
  (void)state;
  static const char *const on[] = {BOOT CSR("80000000", "c384_satp 0x80000001"),
                                   BOOT CSR("80000000", "c640_vsatp 0x80000001"),
                                   BOOT CSR("80000000", "c1664_hgatp 0x80000001"),
                                   STORES("80001000", "00000002"), STORES("80001004", "00000000")};
  for (size_t i = 0; i < COUNT(on); i++) {
    char log[2048];
    snprintf(log, sizeof log, "%s%s", on[i], BOTH("80000004", OTHER) LEAVE("80000008"));
    takes(log);
  }
  refuses(BOOT CSR("80000000", "c384_satp 0x0") T("80000004", OTHER),
          LIKE("7", "1", "80000004", "100093"));
  refuses(STORES("80001008", "00000002") T("80000004", OTHER),
          LIKE("7", "1", "80000004", "100093"));
  refuses(STORES("80000ffc", "00000002") T("80000004", OTHER),
          LIKE("7", "1", "80000004", "100093"));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(another_word_is_refused),
      cmocka_unit_test(what_is_not_the_programs_is_not_compared),
      cmocka_unit_test(what_the_program_stores_to_is_not_compared),
      cmocka_unit_test(nothing_is_compared_where_memory_is_not_seen),
  };
  return cmocka_run_group_tests_name("record_code", tests, NULL, NULL);
}
