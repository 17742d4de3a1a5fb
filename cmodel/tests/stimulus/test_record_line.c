/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */

/* Lines of Spike's log, one by one. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "stimulus/record_line.h"

#define C        "core   0: "
#define COUNT(a) (sizeof(a) / sizeof(a)[0])

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

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(causes_have_their_codes),
      cmocka_unit_test(kinds_are_told_apart),
      cmocka_unit_test(lists_of_pcs),
      cmocka_unit_test(effects_are_csrs_and_stores),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
