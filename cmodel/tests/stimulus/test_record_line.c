/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <string.h>

#include "record_run.h"
#include "stimulus/record_line.h"
#include "tests/support/test.h"

/* ---- Lines of a log ------------------------------------------------------------------------ */

/* Lines of Spike's log, one by one. */

#define C "core   0: "

static struct rvt_line line;

static bool parse(const char *text) { return rvt_line_parse(text, strlen(text), &line); }

/* The privileged specification's codes by the names that Spike gives them. */
static void causes_have_their_codes(void **state) {
  (void)state;
  static const struct {
    const char *name;
    unsigned code;
  } causes[] = {
      {"instruction_address_misaligned", 0},
      {"instruction_access_fault", 1},
      {"illegal_instruction", 2},
      {"breakpoint", 3},
      {"load_address_misaligned", 4},
      {"load_access_fault", 5},
      {"store_address_misaligned", 6},
      {"store_access_fault", 7},
      {"user_ecall", 8},
      {"supervisor_ecall", 9},
      {"virtual_supervisor_ecall", 10},
      {"machine_ecall", 11},
      {"instruction_page_fault", 12},
      {"load_page_fault", 13},
      {"store_page_fault", 15},
      {"software_check", 18},
      {"instruction_guest_page_fault", 20},
      {"load_guest_page_fault", 21},
      {"virtual_instruction", 22},
      {"store_guest_page_fault", 23},
  };
  char text[96];
  for (size_t i = 0; i < COUNT(causes); i++) {
    snprintf(text, sizeof text, C "exception trap_%s, epc 0x80000004", causes[i].name);
    if (!parse(text) || line.cause != causes[i].code)
      fail_msg("%s: %u", text, (unsigned)line.cause);
    assert_int_equal(line.kind, RVT_LINE_EXCEPTION);
    assert_int_equal(line.pc, 0x80000004);
  }
  /* What Spike has no name for has its code in decimal. */
  assert_true(parse(C "exception trap #19, epc 0x80000004"));
  assert_true(line.kind == RVT_LINE_EXCEPTION && line.cause == 19);
  assert_true(parse(C "exception interrupt #11, epc 0x80000008"));
  assert_true(line.kind == RVT_LINE_INTERRUPT && line.cause == 11 && line.pc == 0x80000008);
  assert_false(parse(C "exception trap #1f, epc 0x80000004"));
  assert_false(parse(C "exception trap #, epc 0x80000004"));
  assert_false(parse(C "exception trap_breakpoints, epc 0x80000004"));
  assert_false(parse(C "exception trap_breakpoin, epc 0x80000004"));
  assert_false(parse(C "exception trap_breakpoint"));
}

static void kinds_are_told_apart(void **state) {
  (void)state;
  assert_true(parse(C "0x00001000 (0x80000537) lui     a0, 0x80000"));
  assert_int_equal(line.kind, RVT_LINE_TRIED);
  assert_true(line.pc == 0x1000 && line.word == 0x80000537);
  assert_true(parse(C "0x00001000 (0x80000537)"));
  for (unsigned priv = 0; priv < 5; priv++) {
    char text[64];
    snprintf(text, sizeof text, C "%u 0x00001000 (0x0001) x10 0x1", priv);
    assert_int_equal(parse(text), priv == 0 || priv == 1 || priv == 3);
    if (priv != 2 && priv != 4) assert_int_equal(line.priv, priv);
  }
  assert_int_equal(line.kind, RVT_LINE_RETIRED);
  assert_true(parse(C ">>>>  main"));
  assert_int_equal(line.kind, RVT_LINE_SYMBOL);
  assert_true(parse(C "          tval 0xffffffffffffffff"));
  assert_true(line.kind == RVT_LINE_TVAL && line.tval == UINT64_MAX);
  static const char *const bad[] = {
      "",
      "core : >>>>  main",
      "core   x: >>>>  main",
      "core   1 >>>>  main",
      "hart   1: >>>>  main",
      C,
      C "0",
      C "0x",
      C "0x1000",
      C "0x1000 (0x13",
      C "0x1000 (0x13)x",
      C "0x1000 (13)",
      C "3",
      C "3 1000 (0x13)",
      C ">>>",
      C "          tval 0x10000000000000000",
      C "          tval 0x1 ",
      C "          tval 1",
      C "0xg (0x13)",
  };
  for (size_t i = 0; i < COUNT(bad); i++)
    if (parse(bad[i])) fail_msg("accepted: '%s'", bad[i]);
  assert_true(parse("core  17: >>>>  main") && line.hart == 17);
  assert_true(parse(C ">>>>  main") && line.hart == 0);
  /* The size ends the line, whatever follows. */
  const char *cut = C "0x1000 (0x13)5";
  assert_true(rvt_line_parse(cut, strlen(cut) - 1, &line));
  assert_false(rvt_line_parse(cut, strlen(cut) - 2, &line));
}

static void lists_of_pcs(void **state) {
  (void)state;
  static const struct {
    const char *text;
    size_t hex; /* characters */
    bool is_pc;
    uint64_t value;
  } lines[] = {
      {"80000000", 8, true, 0x80000000},
      {"0x80000000 <main> nop", 10, true, 0x80000000},
      {"0XaBcDeF: nop", 8, true, 0xabcdef},
      {"10,20", 2, true, 0x10},
      {"10\t20", 2, true, 0x10},
      {"10\r", 2, true, 0x10},
      {"ffffffffffffffff", 16, true, UINT64_MAX},
      {"00000000000000000001", 20, true, 1},
      {"10000000000000000", 0, false, 0},
      {"10g", 2, false, 0},
      {"1\x10", 1, false, 0},
      {"0x", 1, false, 0},
      {"0xg", 0, false, 0},
      {"x10", 0, false, 0},
      {" 10", 0, false, 0},
      {"", 0, false, 0},
  };
  for (size_t i = 0; i < COUNT(lines); i++) {
    const size_t size = strlen(lines[i].text);
    uint64_t value = 0, pc = 0;
    if (rvt_line_hex(lines[i].text, size, &value) != lines[i].hex ||
        rvt_line_pc(lines[i].text, size, &pc) != lines[i].is_pc ||
        (lines[i].is_pc && (value != lines[i].value || pc != value)))
      fail_msg("'%s': %llx", lines[i].text, (unsigned long long)value);
  }
  uint64_t value = 0; /* the size ends the line, and so does a zero */
  assert_true(rvt_line_pc("1234", 2, &value) && value == 0x12);
  assert_false(rvt_line_pc("12\0", 3, &value));
}

/** All effects of a retired instruction as text. */
static const char *effects(const char *text) {
  static char found[160];
  char whole[200];
  size_t used = 0;
  snprintf(whole, sizeof whole, C "3 0x1000 (0x13)%s", text);
  assert_true(parse(whole));
  found[0] = 0;
  for (;;) {
    const struct rvt_effect e = rvt_line_effect(&line);
    if (e.kind == RVT_EFFECT_NONE) break;
    used += (size_t)snprintf(found + used, sizeof found - used, "%s%llx=%llx ",
                             e.kind == RVT_EFFECT_CSR ? "c" : "m", (unsigned long long)e.where,
                             (unsigned long long)e.value);
    assert_true(used < sizeof found);
  }
  assert_int_equal(rvt_line_effect(&line).kind, RVT_EFFECT_NONE);
  return found;
}

static void effects_are_csrs_and_stores(void **state) {
  (void)state;
  assert_string_equal(effects(""), "");
  assert_string_equal(effects(" x10 0x80000000"), "");
  assert_string_equal(effects(" c768_mstatus 0x88"), "c300=88 ");
  assert_string_equal(effects(" mem 0x80001000 0x1"), "m80001000=1 ");
  assert_string_equal(effects(" x5 0x1 mem 0x80001000"), ""); /* a load */
  assert_string_equal(effects(" mem 0x80001000 c768_mstatus 0x88"), "c300=88 ");
  assert_string_equal(effects(" c768_mstatus 0x88 mem 0x10 0x20 c833_mepc 0x30 x1 0x2"),
                      "c300=88 m10=20 c341=30 ");
  assert_string_equal(effects(" c768_mstatus 88 c833_mepc 0x30"), "c341=30 ");
  assert_string_equal(effects(" c768mstatus 0x88 cx_y 0x1"), "");
  assert_string_equal(effects(" c768_mstatus"), "");
}

/* ---- Code ---------------------------------------------------------------------------------- */

/* The words of a log against the program's code. */

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
      cmocka_unit_test(causes_have_their_codes),
      cmocka_unit_test(kinds_are_told_apart),
      cmocka_unit_test(lists_of_pcs),
      cmocka_unit_test(effects_are_csrs_and_stores),
      cmocka_unit_test(another_word_is_refused),
      cmocka_unit_test(what_is_not_the_programs_is_not_compared),
      cmocka_unit_test(what_the_program_stores_to_is_not_compared),
      cmocka_unit_test(nothing_is_compared_where_memory_is_not_seen),
  };
  return cmocka_run_group_tests_name("record_line", tests, NULL, NULL);
}
