/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/* The predictor: its messages, and what its scoreboard says of others. */

#include <stdio.h>
#include <string.h>

#include "rvt/ntrace_text.h"
#include "rvt/predict.h"
#include "tests/support/test.h"

enum { NOP = 0x13, RET = 0x8067, BEQ = 0x863, ECALL = 0x73 };

static const struct rvt_config on = {
    .active = true, .enable = true, .tracing = true, .mode = RVT_MODE_HTM};
static struct rvt_predict *s;
static struct rvt_error e;

static int begin(void **state) {
  (void)state;
  struct rvt_params p;
  (void)rvt_params_init(&p, NULL);
  return rvt_predict_new(&p, "rv32imac", &on, &s, &e) == RVT_OK ? 0 : 1;
}

static int end(void **state) {
  (void)state;
  rvt_predict_free(s);
  return 0;
}

static void insn(uint64_t pc, uint64_t word, uint64_t next) {
  assert_int_equal(rvt_predict_insn(s, pc, word, next, &e), RVT_OK);
}

/* Sync, a branch, a return, an exception, a stop. */
static void run(void) {
  struct rvt_config off = on;
  off.enable = off.tracing = false;
  insn(0x8000, NOP, 0x8004);
  insn(0x8004, BEQ, 0x8014);
  insn(0x8014, RET, 0x9000);
  insn(0x9000, 1, 0x9002);
  assert_int_equal(rvt_predict_trap(s, false, 0x9002, &e), RVT_OK);
  insn(0xa000, NOP, 0xa004);
  rvt_predict_configure(s, &off);
  assert_int_equal(rvt_predict_idle(s, &e), RVT_OK);
}

static const char *const lines[] = {
    "ProgTraceSync SYNC=5 I-CNT=0 F-ADDR=0x4000",
    "IndirectBranchHist B-TYPE=0 I-CNT=6 U-ADDR=0x800 HIST=0x3",
    "IndirectBranch B-TYPE=2 I-CNT=1 U-ADDR=0x1800",
    "ProgTraceCorrelation EVCODE=4 CDF=1 I-CNT=2 HIST=0x1",
};
enum { LINES = sizeof lines / sizeof *lines };

static size_t bytes_of(const char *const *list, size_t count, uint8_t *bytes) {
  const struct rvt_ntrace_format format = {.src_bits = 0};
  size_t used = 0;
  for (size_t i = 0; i < count; i++) {
    struct rvt_ntrace_msg msg;
    size_t size = 0;
    assert_int_equal(rvt_ntrace_msg_parse(&format, list[i], &msg, NULL, &e), RVT_OK);
    assert_int_equal(rvt_ntrace_msg_write(&format, &msg, bytes + used, &size), RVT_OK);
    used += size;
  }
  return used;
}

static void it_makes_messages(void **state) {
  (void)state;
  struct rvt_ntrace_msg msg;
  struct rvt_ntrace_format format;
  char text[RVT_MSG_TEXT_MAX];
  run();
  for (size_t i = 0; i < LINES; i++) {
    assert_true(rvt_predict_next(s, &msg, &format));
    assert_int_equal(rvt_ntrace_msg_print(&format, &msg, text), RVT_OK);
    assert_string_equal(text, lines[i]);
  }
  assert_false(rvt_predict_next(s, &msg, &format));
}

static uint64_t bin(const char *name) {
  struct rvt_predict_bin b;
  for (size_t i = 0; rvt_predict_get_bin(s, i, &b); i++)
    if (strcmp(b.name, name) == 0) return b.count;
  fail_msg("no bin %s", name);
  return 0;
}

/* Bytes before what they are of, one at a time, with idle ones between messages. */
static void equal_bytes_are_counted(void **state) {
  (void)state;
  uint8_t bytes[LINES * RVT_MSG_BYTES_MAX];
  const uint8_t idle = 0xff;
  const size_t size = bytes_of(lines, LINES, bytes);
  for (size_t i = 0; i < size / 2; i++)
    assert_int_equal(rvt_predict_found(s, &bytes[i], 1, &e), RVT_OK);
  run();
  for (size_t i = size / 2; i < size; i++)
    assert_int_equal(rvt_predict_found(s, &bytes[i], 1, &e), RVT_OK);
  assert_int_equal(rvt_predict_found(s, &idle, 1, &e), RVT_OK);
  assert_int_equal(rvt_predict_finish(s, &e), RVT_OK);
  assert_int_equal(rvt_predict_equal(s), LINES);
  assert_int_equal(bin("ProgTraceSync SYNC=5"), 1);
  assert_int_equal(bin("IndirectBranch B-TYPE=2"), 1);
  assert_int_equal(bin("IndirectBranchHistSync SYNC=2 B-TYPE=3"), 0);
  assert_int_equal(bin("ProgTraceCorrelation EVCODE=4 CDF=1"), 1);
  assert_int_equal(bin("IndirectBranchHist, IndirectBranch"), 1);
  assert_int_equal(bin("IndirectBranch, IndirectBranchHist"), 0);
  struct rvt_predict_bin last = {.count = 0};
  uint64_t codes = 0, pairs = 0;
  for (size_t i = 0; rvt_predict_get_bin(s, i, &last); i++)
    *(strchr(last.name, ',') == NULL ? &codes : &pairs) += last.count;
  assert_string_equal(last.name, "ProgTraceCorrelation, ProgTraceCorrelation");
  assert_true(codes == LINES && pairs == LINES - 1);
}

static void differs(size_t at, const char *line, const char *text) {
  const char *other[LINES];
  uint8_t bytes[LINES * RVT_MSG_BYTES_MAX];
  memcpy(other, lines, sizeof other);
  other[at] = line;
  const size_t size = bytes_of(other, LINES, bytes);
  run();
  assert_int_equal(rvt_predict_found(s, bytes, size, &e), RVT_ERR_MISMATCH);
  assert_string_equal(e.text, text);
  /* what differs is passed over */
  assert_int_equal(rvt_predict_finish(s, &e), RVT_OK);
  assert_int_equal(rvt_predict_equal(s), LINES - 1);
}

static void a_field_is_named(void **state) {
  (void)state;
  differs(1, "IndirectBranchHist B-TYPE=0 I-CNT=6 U-ADDR=0x800 HIST=0x2",
          "message 1: HIST: expected 0x3, found 0x2, in IndirectBranchHist B-TYPE=0 I-CNT=6 "
          "U-ADDR=0x800 HIST=0x2");
}

static void a_message_is_named(void **state) {
  (void)state;
  differs(2, "DirectBranch I-CNT=1",
          "message 2: expected IndirectBranch B-TYPE=2 I-CNT=1 U-ADDR=0x1800, found DirectBranch "
          "I-CNT=1");
}

static void what_is_missing_or_left_is_named(void **state) {
  (void)state;
  uint8_t bytes[LINES * RVT_MSG_BYTES_MAX];
  const size_t size = bytes_of(lines, LINES - 1, bytes), all = bytes_of(lines, LINES, bytes);
  run();
  assert_int_equal(rvt_predict_found(s, bytes, size, &e), RVT_OK);
  assert_int_equal(rvt_predict_finish(s, &e), RVT_ERR_MISMATCH);
  assert_string_equal(e.text,
                      "message 3: expected ProgTraceCorrelation EVCODE=4 CDF=1 I-CNT=2 HIST=0x1, "
                      "found the end, 1 messages before it is due");
  assert_int_equal(rvt_predict_found(s, bytes + size, all - size, &e), RVT_OK);
  assert_int_equal(rvt_predict_found(s, bytes, 2, &e), RVT_OK);
  assert_int_equal(rvt_predict_finish(s, &e), RVT_ERR_MISMATCH);
  assert_string_equal(e.text, "message 4: expected the end, found 2 bytes, TCODE 9 first");
}

static void what_is_no_message_is_named(void **state) {
  (void)state;
  static const uint8_t damaged[] = {0x26, 0x03};
  run();
  assert_int_equal(rvt_predict_found(s, damaged, sizeof damaged, &e), RVT_ERR_FORMAT);
  assert_non_null(strstr(e.text, "message 0: expected ProgTraceSync SYNC=5"));
  assert_non_null(strstr(e.text, "(NT:PKT-12)"));
}

static void what_never_retires_is_refused(void **state) {
  (void)state;
  struct rvt_predict *other = NULL;
  struct rvt_params p;
  (void)rvt_params_init(&p, NULL);
  assert_int_equal(rvt_predict_insn(s, 0x8000, ECALL, 0x8004, &e), RVT_ERR_ARG);
  assert_string_equal(e.text, "pc 0x8000: expected an instruction that retires, found an ECALL or "
                              "EBREAK, which is a trap (NT:ITY-25)");
  assert_int_equal(rvt_predict_insn(s, 0x8000, 0x1f, 0x8006, &e), RVT_ERR_ARG);
  assert_int_equal(rvt_predict_new(&p, "rv64i", &on, &other, &e), RVT_ERR_ARG);
  assert_string_equal(e.text, "expected an ISA with XLEN 32, found 'rv64i'");
  p.hist_width = 99;
  assert_int_equal(rvt_predict_new(&p, NULL, &on, &other, &e), RVT_ERR_ARG);
  assert_null(other);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(it_makes_messages, begin, end),
      cmocka_unit_test_setup_teardown(equal_bytes_are_counted, begin, end),
      cmocka_unit_test_setup_teardown(a_field_is_named, begin, end),
      cmocka_unit_test_setup_teardown(a_message_is_named, begin, end),
      cmocka_unit_test_setup_teardown(what_is_missing_or_left_is_named, begin, end),
      cmocka_unit_test_setup_teardown(what_is_no_message_is_named, begin, end),
      cmocka_unit_test_setup_teardown(what_never_retires_is_refused, begin, end),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
