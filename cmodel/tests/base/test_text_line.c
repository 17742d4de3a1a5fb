/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/text_line.h"
#include "rvt/number.h"
#include "tests/support/test.h"

/* ---- Lines --------------------------------------------------------------------------------- */

enum { SIZE = 8 }; /* room for lines of 6 characters */

/* Read all lines of `bytes`; @return the status that ended it */
static enum rvt_status read_all(const char *bytes, size_t length, unsigned *lines, char last[SIZE],
                                struct rvt_error *e) {
  FILE *file = tmpfile();
  assert_non_null(file);
  assert_int_equal(fwrite(bytes, 1, length, file), length);
  rewind(file);
  char text[SIZE + 1];
  enum rvt_status status;
  *lines = 0;
  for (;;) {
    memset(text, '!', sizeof text);
    status = rvt_text_line_read(file, text, SIZE, e);
    assert_int_equal(text[SIZE], '!');
    if (status != RVT_OK) break;
    memcpy(last, text, SIZE);
    (*lines)++;
  }
  fclose(file);
  return status;
}

static void lines_up_to_the_limit_are_read(void **state) {
  (void)state;
  unsigned lines;
  char last[SIZE];
  struct rvt_error e;
  assert_int_equal(read_all("", 0, &lines, last, &e), RVT_END);
  assert_int_equal(lines, 0);
  assert_int_equal(read_all("ab\n\n123456\n", 11, &lines, last, &e), RVT_END);
  assert_int_equal(lines, 3);
  assert_string_equal(last, "123456\n");
  assert_int_equal(read_all("a\n123456", 8, &lines, last, &e), RVT_END);
  assert_int_equal(lines, 2);
  assert_string_equal(last, "123456");
}

static void a_longer_line_is_refused(void **state) {
  (void)state;
  unsigned lines;
  char last[SIZE];
  struct rvt_error e;
  assert_int_equal(read_all("a\n1234567\n", 10, &lines, last, &e), RVT_ERR_FORMAT);
  assert_int_equal(lines, 1);
  assert_string_equal(e.text, "expected a line of at most 6 characters, found more");
  assert_int_equal(read_all("1234567", 7, &lines, last, &e), RVT_ERR_FORMAT);
}

static void a_zero_byte_is_refused_at_its_place(void **state) {
  (void)state;
  unsigned lines;
  char last[SIZE];
  struct rvt_error e;
  assert_int_equal(read_all("a\nbc\0d\n", 7, &lines, last, &e), RVT_ERR_FORMAT);
  assert_string_equal(e.text, "expected text, found a zero byte as character 3");
  assert_int_equal(read_all("\0", 1, &lines, last, &e), RVT_ERR_FORMAT);
  assert_string_equal(e.text, "expected text, found a zero byte as character 1");
}

static void words_end_at_blanks_and_comments(void **state) {
  (void)state;
  struct text_line w;
  struct rvt_error e;
  assert_int_equal(rvt_text_line_cut(" one\ttwo  3#four\n", &w, &e), RVT_OK);
  assert_int_equal(w.count, 3);
  assert_string_equal(w.word[0], "one");
  assert_string_equal(w.word[1], "two");
  assert_string_equal(w.word[2], "3");
  assert_int_equal(rvt_text_line_cut("a \r\n", &w, &e), RVT_OK);
  assert_int_equal(w.count, 1);
  assert_int_equal(rvt_text_line_cut("# a", &w, &e), RVT_OK);
  assert_int_equal(w.count, 0);
}

static void words_and_characters_are_limited(void **state) {
  (void)state;
  struct text_line w;
  struct rvt_error e;
  char line[2 * TEXT_LINE_CHARS];
  for (unsigned words = TEXT_LINE_WORDS; words <= TEXT_LINE_WORDS + 1; words++) {
    for (unsigned i = 0; i < words; i++) memcpy(line + 2 * (size_t)i, "x ", 3);
    assert_int_equal(rvt_text_line_cut(line, &w, &e),
                     words == TEXT_LINE_WORDS ? RVT_OK : RVT_ERR_FORMAT);
  }
  assert_string_equal(e.text, "expected at most 32 words and 512 characters, found more");
  /* Every word has an end of its own in the 512 characters. */
  for (size_t second = 254; second <= 256; second++) {
    memset(line, 'y', sizeof line);
    line[256] = ' ';
    line[257 + second] = 0;
    assert_int_equal(rvt_text_line_cut(line, &w, &e), second < 255 ? RVT_OK : RVT_ERR_FORMAT);
    if (second < 255) assert_int_equal(strlen(w.word[1]), second);
  }
  memset(line, 'z', sizeof line);
  line[TEXT_LINE_CHARS] = 0;
  assert_int_equal(rvt_text_line_cut(line, &w, &e), RVT_ERR_FORMAT);
  line[TEXT_LINE_CHARS - 1] = 0;
  assert_int_equal(rvt_text_line_cut(line, &w, &e), RVT_OK);
  assert_int_equal(strlen(w.word[0]), TEXT_LINE_CHARS - 1);
}

static void numbers_are_whole_words_within_their_range(void **state) {
  (void)state;
  static const struct {
    const char *text;
    uint64_t max;
    enum rvt_status status;
    uint64_t value;
  } cases[] = {
      {"0", 0, RVT_OK, 0},
      {"9", 9, RVT_OK, 9},
      {"10", 9, RVT_ERR_RANGE, 0},
      {"017", 99, RVT_OK, 17},
      {"0x1f", 31, RVT_OK, 31},
      {"0Xa", 31, RVT_OK, 10},
      {"0x20", 31, RVT_ERR_RANGE, 0},
      {"0x", 31, RVT_ERR_FORMAT, 0},
      {"0x1g", 31, RVT_ERR_FORMAT, 0},
      {"1a", 31, RVT_ERR_FORMAT, 0},
      {"", 31, RVT_ERR_FORMAT, 0},
      {"-1", 31, RVT_ERR_FORMAT, 0},
      {":", 31, RVT_ERR_FORMAT, 0},
      {"18446744073709551615", UINT64_MAX, RVT_OK, UINT64_MAX},
      {"18446744073709551616", UINT64_MAX, RVT_ERR_RANGE, 0},
      {"0x10000000000000000", UINT64_MAX, RVT_ERR_RANGE, 0},
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    struct rvt_error e;
    uint64_t value = 77;
    errno = ERANGE; /* of somebody else */
    assert_int_equal(rvt_text_number(cases[i].text, "n", cases[i].max, &value, &e),
                     cases[i].status);
    assert_int_equal(value, cases[i].status == RVT_OK ? cases[i].value : 77);
  }
}

static void what_follows_a_name_is_found(void **state) {
  (void)state;
  assert_string_equal(rvt_text_after("cause=3", "cause="), "3");
  assert_string_equal(rvt_text_after("cause=", "cause="), "");
  assert_null(rvt_text_after("caus", "cause="));
  assert_null(rvt_text_after("tval=1", "cause="));
}

/* ---- Numbers ------------------------------------------------------------------------------- */

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
      cmocka_unit_test(lines_up_to_the_limit_are_read),
      cmocka_unit_test(a_longer_line_is_refused),
      cmocka_unit_test(a_zero_byte_is_refused_at_its_place),
      cmocka_unit_test(words_end_at_blanks_and_comments),
      cmocka_unit_test(words_and_characters_are_limited),
      cmocka_unit_test(numbers_are_whole_words_within_their_range),
      cmocka_unit_test(what_follows_a_name_is_found),
      cmocka_unit_test(decimal_and_hexadecimal_are_taken),
      cmocka_unit_test(everything_else_is_refused),
      cmocka_unit_test(limits_and_sizes_count),
  };
  return cmocka_run_group_tests_name("text_line", tests, NULL, NULL);
}
