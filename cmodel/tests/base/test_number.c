/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "rvt/number.h"

/* Numbers as they are typed. */

static void reads(const char *text, uint64_t expected) {
  uint64_t value = 77;
  if (!rvt_number(text, strlen(text), UINT64_MAX, &value)) fail_msg("'%s' is refused", text);
  assert_int_equal(value, expected);
  assert_string_equal(rvt_number_hint(text), "");
}

static void refuses(const char *text, bool hint) {
  uint64_t value = 77;
  if (rvt_number(text, strlen(text), UINT64_MAX, &value)) fail_msg("'%s' is taken", text);
  assert_int_equal(value, 77);
  assert_string_equal(rvt_number_hint(text),
                      hint ? ", which is neither decimal nor hexadecimal: leave the leading 0 out"
                           : "");
}

static void decimal_and_hexadecimal_are_taken(void **state) {
  (void)state;
  reads("0", 0);
  reads("7", 7);
  reads("10", 10);
  reads("18446744073709551615", UINT64_MAX);
  reads("0x0", 0);
  reads("0x10", 16);
  reads("0x0010", 16); /* after 0x a 0 says nothing else */
  reads("0XaBcDeF", 0xABCDEF);
  reads("0xffffffffffffffff", UINT64_MAX);
}

static void everything_else_is_refused(void **state) {
  (void)state;
  static const char *const bad[] = {"",
                                    " 1",
                                    "1 ",
                                    "+1",
                                    "-1",
                                    "x",
                                    "0x",
                                    "0xg",
                                    "1x",
                                    "1.0",
                                    "1e",
                                    "a",
                                    "0x-1",
                                    "0x 1",
                                    "0b1",
                                    "1_0",
                                    "18446744073709551616",
                                    "0x10000000000000000",
                                    "99999999999999999999999"};
  for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) refuses(bad[i], false);
  static const char *const octal[] = {"00", "01", "010", "08", "0999", "00x1", "01x"};
  for (size_t i = 0; i < sizeof octal / sizeof octal[0]; i++) refuses(octal[i], true);
}

static void limits_and_sizes_count(void **state) {
  (void)state;
  uint64_t value = 77;
  assert_true(rvt_number("255", 3, 255, &value));
  assert_int_equal(value, 255);
  assert_false(rvt_number("256", 3, 255, &value));
  assert_false(rvt_number("0x100", 5, 255, &value));
  assert_int_equal(value, 255);
  assert_true(rvt_number("1234", 2, 255, &value)); /* the characters after it are another word's */
  assert_int_equal(value, 12);
  assert_true(rvt_number("01", 1, 255, &value));
  assert_int_equal(value, 0);
  assert_false(rvt_number("0x1", 2, 255, &value));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(decimal_and_hexadecimal_are_taken),
      cmocka_unit_test(everything_else_is_refused),
      cmocka_unit_test(limits_and_sizes_count),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
