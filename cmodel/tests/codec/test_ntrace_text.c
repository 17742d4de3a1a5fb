/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "msg_random.h"
#include "oracle/row.h"
#include "rvt/ntrace_text.h"
#include "tests/support/test.h"
#include "tests/support/vectors.h"

static const struct rvt_ntrace_format plain = {.src_bits = 0, .ts = false};

static void print_gives_back_vector(const struct rvt_vector *v) {
  for (size_t i = 0; i < v->count; i++) {
    char text[RVT_MSG_TEXT_MAX];
    struct rvt_ntrace_msg msg;
    if (strncmp(v->message[i], "Idle", 4) == 0) continue;
    assert_int_equal(rvt_ntrace_msg_parse(&v->format, v->message[i], &msg, NULL, NULL), RVT_OK);
    assert_int_equal(rvt_ntrace_msg_print(&v->format, &msg, text), RVT_OK);
    assert_string_equal(text, v->message[i]);
  }
}

static void lines_of_vectors_round_trip(void **state) {
  (void)state;
  assert_true(rvt_vectors(print_gives_back_vector) > 0);
}

static void random_messages_round_trip(void **state) {
  (void)state;
  uint64_t random = rvt_random_seed("test_ntrace_text");
  for (unsigned run = 0; run < 20U * 13 * 2 * RVT_RANDOM_KINDS; run++) {
    struct rvt_ntrace_format format = {.src_bits = (uint8_t)(run % 13), .ts = run / 13 % 2 == 1};
    struct rvt_ntrace_msg msg = rvt_random_msg(&random, run / 26 % RVT_RANDOM_KINDS, &format);
    char text[RVT_MSG_TEXT_MAX];
    char again[RVT_MSG_TEXT_MAX];
    uint8_t expected[RVT_MSG_BYTES_MAX];
    uint8_t bytes[RVT_MSG_BYTES_MAX];
    size_t size = 0;
    struct rvt_ntrace_msg back;
    assert_int_equal(rvt_ntrace_msg_print(&format, &msg, text), RVT_OK);
    assert_int_equal(rvt_ntrace_msg_parse(&format, text, &back, NULL, NULL), RVT_OK);
    assert_int_equal(rvt_ntrace_msg_print(&format, &back, again), RVT_OK);
    assert_string_equal(again, text);
    assert_int_equal(rvt_ntrace_msg_write(&format, &back, bytes, &size), RVT_OK);
    assert_int_equal(size, rvt_plain_pack(&format, &msg, expected));
    assert_memory_equal(bytes, expected, size);
  }
}

static void longest_line_fits(void **state) {
  (void)state;
  const struct rvt_ntrace_format full = {.src_bits = 12, .ts = true};
  struct rvt_ntrace_msg msg = {.tcode = RVT_TC_INDIRECT_BRANCH_HIST_SYNC,
                               .src = 4095,
                               .sync = 15,
                               .btype = 3,
                               .icnt = UINT64_MAX,
                               .addr = UINT64_MAX,
                               .hist = UINT64_MAX,
                               .tstamp = UINT64_MAX,
                               .has_tstamp = true};
  char text[RVT_MSG_TEXT_MAX];
  assert_int_equal(rvt_ntrace_msg_print(&full, &msg, text), RVT_OK);
  assert_string_equal(text, "IndirectBranchHistSync SRC=4095 SYNC=15 B-TYPE=3 "
                            "I-CNT=18446744073709551615 F-ADDR=0xffffffffffffffff "
                            "HIST=0xffffffffffffffff TSTAMP=18446744073709551615");
}

static void blanks_comment_and_hexadecimal_are_accepted(void **state) {
  (void)state;
  struct rvt_ntrace_msg msg;
  static const char *const lines[] = {"ProgTraceSync SYNC=3 I-CNT=9 F-ADDR=0x8a",
                                      "  ProgTraceSync\tSYNC=0x3  I-CNT=0X9 F-ADDR=138",
                                      "ProgTraceSync SYNC=3 I-CNT=9 F-ADDR=0x8A # 24 4d",
                                      "ProgTraceSync SYNC=3 I-CNT=9 F-ADDR=138\n",
                                      "ProgTraceSync SYNC=3 I-CNT=0009 F-ADDR=138\r\n",
                                      "ProgTraceSync SYNC=3 I-CNT=9 F-ADDR=138#"};
  for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
    assert_int_equal(rvt_ntrace_msg_parse(&plain, lines[i], &msg, NULL, NULL), RVT_OK);
    assert_true(msg.sync == 3 && msg.icnt == 9 && msg.addr == 0x8a && !msg.has_tstamp);
  }
}

static void errors_name_place_expectation_and_finding(void **state) {
  (void)state;
  const struct rvt_ntrace_format src4ts = {.src_bits = 4, .ts = true};
  const struct rvt_ntrace_format src13 = {.src_bits = 13};
  static const struct {
    bool src4ts;
    const char *line;
    enum rvt_status status;
    size_t column;
    const char *text;
  } cases[] = {
      {false, "", RVT_ERR_FORMAT, 0,
       "expected the name of a message such as ProgTraceSync, found the end of the line "
       "(NT:MSG-14)"},
      {false, " progtracesync", RVT_ERR_FORMAT, 1,
       "expected the name of a message such as ProgTraceSync, found 'progtracesync' (NT:MSG-14)"},
      {false, "ProgTrace SYNC=1", RVT_ERR_FORMAT, 0,
       "expected the name of a message such as ProgTraceSync, found 'ProgTrace' (NT:MSG-14)"},
      {false, "DirectBranch", RVT_ERR_FORMAT, 12,
       "expected I-CNT=VALUE, found the end of the line (NT:MSG-02)"},
      {false, "ProgTraceSync I-CNT=0 SYNC=3 F-ADDR=1", RVT_ERR_FORMAT, 14,
       "expected SYNC=VALUE, found 'I-CNT=0' (NT:MSG-05)"},
      {false, "DirectBranch I-CNT=0x", RVT_ERR_FORMAT, 19,
       "expected a decimal or 0x hexadecimal value of I-CNT, found '0x' (NT:MSG-02)"},
      {false, "DirectBranch I-CNT=1x5", RVT_ERR_FORMAT, 19,
       "expected a decimal or 0x hexadecimal value of I-CNT, found '1x5' (NT:MSG-02)"},
      {false, "DirectBranch I-CNT=-1", RVT_ERR_FORMAT, 19,
       "expected a decimal or 0x hexadecimal value of I-CNT, found '-1' (NT:MSG-02)"},
      {false, "DirectBranch I-CNT=", RVT_ERR_FORMAT, 19,
       "expected a decimal or 0x hexadecimal value of I-CNT, found the end of the line "
       "(NT:MSG-02)"},
      {false, "DirectBranch I-CNT=4a", RVT_ERR_FORMAT, 19,
       "expected a decimal or 0x hexadecimal value of I-CNT, found '4a' (NT:MSG-02)"},
      {false, "DirectBranch I-CNT=4194304", RVT_ERR_RANGE, 19,
       "expected I-CNT of at most 22 bits, found '4194304' (NT:GEN-05)"},
      {false, "Ownership PROCESS=18446744073709551616", RVT_ERR_RANGE, 18,
       "expected PROCESS of at most 64 bits, found '18446744073709551616' (NT:GEN-05)"},
      {false, "DirectBranch I-CNT=4 HIST=1", RVT_ERR_FORMAT, 21,
       "expected the end of the message, found 'HIST=1' (NT:MSG-22)"},
      {false, "DirectBranch I-CNT=4 TSTAMP=1", RVT_ERR_FORMAT, 21,
       "expected the end of the message (TSTAMP is not configured), found 'TSTAMP=1' (NT:MSG-22)"},
      {false, "ResourceFull RCODE=3 I-CNT=4", RVT_ERR_RESERVED, 19,
       "expected RCODE of at most 2, found '3' (NT:RSF-04)"},
      {false, "ProgTraceCorrelation EVCODE=0 CDF=2 I-CNT=4", RVT_ERR_RESERVED, 34,
       "expected CDF of at most 1, found '2' (NT:COR-13)"},
      {true, "DirectBranch I-CNT=4", RVT_ERR_FORMAT, 13,
       "expected SRC=VALUE, found 'I-CNT=4' (NT:SRC-02)"},
      {true, "DirectBranch SRC=16 I-CNT=4", RVT_ERR_RANGE, 17,
       "expected SRC of at most 4 bits, found '16' (NT:SRC-01)"},
      {true, "DirectBranch SRC=1 I-CNT=4 TSTAMP=1 TSTAMP=1", RVT_ERR_FORMAT, 36,
       "expected the end of the message, found 'TSTAMP=1' (NT:MSG-22)"},
      {true, "DirectBranch SRC=1 I-CNT=4 TSTAMP=99999999999999999999", RVT_ERR_RANGE, 34,
       "expected TSTAMP of at most 64 bits, found '99999999999999999999' (NT:GEN-05)"},
  };
  struct rvt_ntrace_msg msg = {.tcode = 63, .icnt = 7};
  struct rvt_error error;
  size_t column = 0;
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    const struct rvt_ntrace_format *format = cases[i].src4ts ? &src4ts : &plain;
    assert_int_equal(rvt_ntrace_msg_parse(format, cases[i].line, &msg, &column, &error),
                     cases[i].status);
    assert_string_equal(error.text, cases[i].text);
    assert_int_equal(column, cases[i].column);
    assert_true(msg.tcode == 63 && msg.icnt == 7);
  }
  assert_int_equal(rvt_ntrace_msg_parse(&src13, "DirectBranch", &msg, &column, &error),
                   RVT_ERR_ARG);
  char longest[512];
  memset(longest, 'x', sizeof longest - 1);
  longest[sizeof longest - 1] = '\0';
  assert_int_equal(rvt_ntrace_msg_parse(&plain, longest, &msg, &column, &error), RVT_ERR_FORMAT);
  assert_string_equal(error.text, "expected the name of a message such as ProgTraceSync, found "
                                  "'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx' (NT:MSG-14)");
  ROW("NT:GEN-05");
  ROW("NT:RSF-05");
}

static void unknown_layouts_have_no_line(void **state) {
  (void)state;
  char text[RVT_MSG_TEXT_MAX] = "unchanged";
  struct rvt_ntrace_fields fields = {.count = 77};
  const struct rvt_ntrace_msg msgs[] = {{.tcode = 56},
                                        {.tcode = 0},
                                        {.tcode = RVT_TC_RESOURCE_FULL, .rcode = 3},
                                        {.tcode = RVT_TC_PROG_TRACE_CORRELATION, .cdf = 2}};
  for (size_t i = 0; i < sizeof msgs / sizeof msgs[0]; i++) {
    assert_int_equal(rvt_ntrace_msg_print(&plain, &msgs[i], text), RVT_ERR_RESERVED);
    assert_string_equal(text, "unchanged");
    assert_int_equal(rvt_ntrace_msg_fields(&plain, &msgs[i], &fields), RVT_ERR_RESERVED);
    assert_int_equal(fields.count, 77);
  }
}

/* Damaged lines: no crash; what is accepted can be written. */
static void damaged_lines_are_refused_or_writable(void **state) {
  (void)state;
  uint64_t random = rvt_random_seed("test_ntrace_text");
  unsigned accepted = 0;
  for (unsigned run = 0; run < 20000; run++) {
    static const char alphabet[] = "0123456789abcdefx= #-\tSTI";
    struct rvt_ntrace_format format = {.src_bits = (uint8_t)(run % 13), .ts = run / 13 % 2 == 1};
    struct rvt_ntrace_msg msg = rvt_random_msg(&random, run % RVT_RANDOM_KINDS, &format);
    char text[RVT_MSG_TEXT_MAX];
    assert_int_equal(rvt_ntrace_msg_print(&format, &msg, text), RVT_OK);
    text[rvt_random(&random) % strlen(text)] =
        alphabet[rvt_random(&random) % (sizeof alphabet - 1)];
    struct rvt_error error = {.text = ""};
    size_t column = SIZE_MAX;
    if (rvt_ntrace_msg_parse(&format, text, &msg, &column, &error) == RVT_OK) {
      uint8_t bytes[RVT_MSG_BYTES_MAX];
      size_t size = 0;
      assert_int_equal(rvt_ntrace_msg_write(&format, &msg, bytes, &size), RVT_OK);
      accepted++;
    } else {
      assert_true(column <= strlen(text));
      assert_non_null(strstr(error.text, ", found "));
      assert_non_null(strstr(error.text, "(NT:"));
    }
  }
  assert_in_range(accepted, 100, 19900);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(lines_of_vectors_round_trip),
      cmocka_unit_test(random_messages_round_trip),
      cmocka_unit_test(longest_line_fits),
      cmocka_unit_test(blanks_comment_and_hexadecimal_are_accepted),
      cmocka_unit_test(errors_name_place_expectation_and_finding),
      cmocka_unit_test(unknown_layouts_have_no_line),
      cmocka_unit_test(damaged_lines_are_refused_or_writable),
  };
  return cmocka_run_group_tests_name("ntrace_text", tests, NULL, NULL);
}
