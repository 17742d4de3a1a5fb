/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "oracle/row.h"
#include "tests/support/decoder_lines.h"
#include "tests/support/test.h"

/*
 * Forms that the ratified text forbids and a draft before it allowed: strict decoding refuses them,
 * lenient decoding warns and follows (docs/units/decoder.md). Addresses of fewer bits have an
 * option of their own.
 */

#define COUNT(a)    (sizeof(a) / sizeof(a)[0])
#define SYNC(addr)  "ProgTraceSync SYNC=3 I-CNT=0 F-ADDR=" addr
#define AT(addr)    SYNC(addr) ";"
#define START       AT("0x80") /* 0x100 */
#define STOP(n)     ";ProgTraceCorrelation EVCODE=0 CDF=0 I-CNT=" #n
#define STOP_HTM(n) ";ProgTraceCorrelation EVCODE=0 CDF=1 I-CNT=" #n " HIST=0x1"

static int reset(void **state) {
  (void)state;
  const struct rvt_code code[] = {{0x100, C_NOP},
                                  {0x102, rvt_branch(0x200 - 0x102)},
                                  {0x106, NOP},
                                  {0x10a, rvt_jal(1, 0x300 - 0x10a)},
                                  {0x10e, C_NOP},
                                  {0x110, ECALL},
                                  {0x114, C_NOP},
                                  {0x200, C_NOP},
                                  {0x202, C_JR_X6},
                                  {0x300, C_NOP},
                                  {0x302, C_RET},
                                  {0x500, C_NOP},
                                  {0x502, MRET},
                                  {0x600, 0x00200073}, /* URET */
                                  {0x604, C_NOP},
                                  {0x700, C_NOP},
                                  {0x702, rvt_c_beqz(-2)},
                                  {0x704, C_NOP},
                                  {0x900, rvt_c_beqz(6)},
                                  {0x902, rvt_jal(1, -2)},
                                  {0x906, C_RET},
                                  {0xa00, rvt_jal(1, 0x10)},
                                  {0xa04, C_NOP},
                                  {0xa06, rvt_jal(1, 0xa)},
                                  {0xa0a, C_NOP},
                                  {0xa10, C_NOP},
                                  {0xa12, C_RET}};
  config = (struct rvt_decoder_config){.lenient = true};
  rvt_image_free(image);
  image = rvt_code_image(64, code, COUNT(code));
  return 0;
}

static void check_strict(const char *lines, const char *expected) {
  config.lenient = false;
  CHECK(lines, expected);
  config.lenient = true;
}

static const char *after_call(unsigned sync) {
  static char text[256];
  snprintf(text, sizeof text, START "ProgTraceSync SYNC=%u I-CNT=8 F-ADDR=0x181" STOP(2), sync);
  return text;
}

/* Calls are remembered over SYNC 0, 4 and 6, which once were no new start. */
static void calls_over_a_sync(void **state) {
  (void)state;
  static const uint8_t all[] = {0, 1, 2, 4, 6, 9};
  config.implicit_return = 3;
  for (size_t i = 0; i < COUNT(all); i++) {
    const unsigned sync = all[i];
    const bool kept = sync == 0 || sync == 4 || sync == 6;
    char expected[128];
    snprintf(expected, sizeof expected, "S3@100 100 102 106 10a 300 S%x@302c 302 %s", sync,
             kept ? "W:NT:IRT-10@9 10e X0@110" : "E:NT:IRT-16@9 X0@?");
    CHECK(after_call(sync), expected);
    snprintf(expected, sizeof expected,
             "S3@100 100 102 106 10a 300 S%x@302c 302 E:NT:IRT-16@9 X0@?", sync);
    check_strict(after_call(sync), expected);
  }
  /* An encoder that has forgotten them reports the return: nothing to remark, whatever comes. */
  CHECK(START "ProgTraceSync SYNC=6 I-CNT=8 F-ADDR=0x181;"
              "IndirectBranch B-TYPE=0 I-CNT=1 U-ADDR=0x81" STOP(1),
        "S3@100 100 102 106 10a 300 S6@302c 302 302>200:0 200 X0@202");
  CHECK(START "ProgTraceSync SYNC=6 I-CNT=8 F-ADDR=0x181;ProgTraceSync SYNC=2 I-CNT=1 F-ADDR=0x100",
        "S3@100 100 102 106 10a 300 S6@302c 302 302>200:0 S2@200c");
  CHECK(START "ProgTraceSync SYNC=6 I-CNT=8 F-ADDR=0x181" STOP(1),
        "S3@100 100 102 106 10a 300 S6@302c 302 X0@?");
  CHECK(START "ProgTraceSync SYNC=6 I-CNT=8 F-ADDR=0x181;"
              "IndirectBranch B-TYPE=2 I-CNT=1 U-ADDR=0x301",
        "S3@100 100 102 106 10a 300 S6@302c 302 ?>500:2");
  CHECK(AT("0x500") "ProgTraceSync SYNC=6 I-CNT=3 F-ADDR=0x509" STOP(7),
        "S3@a00 a00 a10 S6@a12c a12 W:NT:IRT-10@8 a04 a06 a10 a12 a0a X0@a0c");
  /* A call that was not walked is none. */
  CHECK(START "IndirectBranchSync SYNC=6 B-TYPE=0 I-CNT=0 F-ADDR=0x181" STOP(2),
        "S3@100 W:NT:BTY-06@4 S6@302c 302 E:NT:IRT-16@9 X0@?");
  ROW("NT:IRT-16");
  ROW("NT:IRT-17");
}

/* One call before the sync, 33 after it: the stack is full of the later ones. */
static void calls_over_a_sync_drop_first(void **state) {
  (void)state;
  config.implicit_return = 3;
  const char *log =
      decode(AT("0x480") "IndirectBranchHistSync SYNC=4 B-TYPE=0 I-CNT=3 F-ADDR=0x480 HIST=0x2;"
                         "ResourceFull RCODE=1 HIST=0x80000000;"
                         "ProgTraceCorrelation EVCODE=0 CDF=1 I-CNT=132 HIST=0x9");
  assert_null(strstr(log, "W:"));
  assert_non_null(strstr(log, " 906 X0@906"));
  ROW("NT:IRT-17");
}

/* RepeatBranch of a message that has a SYNC, and over SYNC 0, 4 and 6. */
static void repeated_over_a_sync(void **state) {
  (void)state;
  static const char *const forms[][2] = {
      {AT("0x380") "DirectBranchSync SYNC=2 I-CNT=2 F-ADDR=0x380;RepeatBranch B-CNT=2" STOP(3),
       "S3@700 700 702 S2@700c %s:NT:RPT-10@8 700 702 700 702 700 702 704 X0@706"},
      {"DirectBranchSync SYNC=2 I-CNT=2 F-ADDR=0x380;RepeatBranch B-CNT=1" STOP(0),
       "S2@700 %s:NT:RPT-10@4 700 702 X0@700"},
      {AT("0x100") "IndirectBranchSync SYNC=2 B-TYPE=0 I-CNT=2 F-ADDR=0x100;"
                   "RepeatBranch B-CNT=1" STOP(0),
       "S3@200 200 202 202>200:0 S2@200c %s:NT:RPT-10@9 200 202 202>200:0 X0@200"},
      {START "IndirectBranchHistSync SYNC=4 B-TYPE=2 I-CNT=3 F-ADDR=0x80 HIST=0x2;"
             "RepeatBranch B-CNT=1" STOP_HTM(0),
       "S3@100 100 102 106>100:2 S4@100c %s:NT:RPT-10@a 100 102 106>100:2 X0@100"},
      {AT("0x380") "DirectBranch I-CNT=2;ProgTraceSync SYNC=6 I-CNT=0 F-ADDR=0x380;"
                   "RepeatBranch B-CNT=1" STOP(0),
       "S3@700 700 702 S6@700c %s:NT:RPT-10@a 700 702 X0@700"}};
  for (size_t i = 0; i < COUNT(forms); i++) {
    char expected[256];
    snprintf(expected, sizeof expected, forms[i][1], "W");
    CHECK(forms[i][0], expected);
    snprintf(expected, sizeof expected, forms[i][1], "E");
    *strstr(strstr(expected, "E:"), " ") = '\0'; /* silent up to the stop */
    strcat(expected, " X0@?");
    check_strict(forms[i][0], expected);
  }
  /* No branch message: a sync on linear code, whatever its form. */
  static const char *const linear[] = {"ProgTraceSync SYNC=2 I-CNT=1 F-ADDR=0x381",
                                       "DirectBranchSync SYNC=2 I-CNT=3 F-ADDR=0x382",
                                       "IndirectBranchSync SYNC=2 B-TYPE=0 I-CNT=1 F-ADDR=0x381"};
  for (size_t i = 0; i < COUNT(linear); i++) {
    char text[256];
    snprintf(text, sizeof text, AT("0x380") "DirectBranch I-CNT=2;%s;RepeatBranch B-CNT=1",
             linear[i]);
    if (strstr(decode(text), "c E:NT:RPT-10@") == NULL) fail_msg("%s: %s", linear[i], decode(text));
  }
  ROW("NT:RPT-10");
}

/* What was not reported before a sync is missing, and decoding goes on behind it. */
static void unreported_before_a_sync(void **state) {
  (void)state;
  config.ntrace.mode = RVT_MODE_HTM;
  CHECK(START "ProgTraceSync SYNC=6 I-CNT=4 F-ADDR=0x101" STOP_HTM(1),
        "S3@100 100 102 W:NT:HIST-13@4 E:NT:ICNT-17@4 S6@202 202 X0@?");
  CHECK(START "ProgTraceSync SYNC=6 I-CNT=0 F-ADDR=0x85" STOP_HTM(2),
        "S3@100 W:NT:DEC-06@4 S6@10ac 10a X0@300");
  check_strict(START "ProgTraceSync SYNC=6 I-CNT=0 F-ADDR=0x85" STOP_HTM(2),
               "S3@100 E:NT:DEC-06@4 S6@10a 10a X0@300");
  ROW("NT:DEC-06");
  ROW("NT:HIST-13");
}

/* An ECALL is counted, and its exception comes from it. */
static void ecall_counted(void **state) {
  (void)state;
  CHECK(AT("0x87") "IndirectBranch B-TYPE=2 I-CNT=3 U-ADDR=0x207;"
                   "IndirectBranch B-TYPE=0 I-CNT=3 U-ADDR=0x20a" STOP(1),
        "S3@10e 10e W:NT:ITY-25@4 110 110>500:2 500 502 502>114:0 114 X0@116");
  CHECK(AT("0x87") "IndirectBranchSync SYNC=2 B-TYPE=1 I-CNT=3 F-ADDR=0x280",
        "S3@10e 10e W:NT:ITY-25@4 110 110>500:1 S2@500c");
  CHECK(AT("0x87") "IndirectBranch B-TYPE=3 I-CNT=3 U-ADDR=0x207",
        "S3@10e 10e W:NT:ITY-25@4 110 114>500:3");
  check_strict(AT("0x87") "IndirectBranch B-TYPE=2 I-CNT=3 U-ADDR=0x207",
               "S3@10e 10e E:NT:ITY-25@4");
  check_strict(AT("0x87") "IndirectBranch B-TYPE=2 I-CNT=1 U-ADDR=0x207", "S3@10e 10e 110>500:2");
  ROW("NT:ITY-25");
}

/* URET, which is no instruction any more, may divert the flow as a custom one may. */
static void uret(void **state) {
  (void)state;
  check_strict(AT("0x300") "IndirectBranch B-TYPE=0 I-CNT=2 U-ADDR=0x380" STOP(1),
               "S3@600 600 600>100:0 100 X0@102");
}

/* With all jumps, a call that has no message in BTM. */
static void call_without_a_message(void **state) {
  (void)state;
  config.ntrace.all_jumps = true;
  CHECK(AT("0x85") "IndirectBranchSync SYNC=2 B-TYPE=0 I-CNT=4 F-ADDR=0x87" STOP(1),
        "S3@10a 10a W:NT:AJM-04@4 300 302 302>10e:0 S2@10ec 10e X0@110");
  ROW("NT:AJM-04");
}

static void decode_hex(const char *hex, struct rvt_decoder_log *log) {
  uint8_t bytes[64];
  struct rvt_decoder *d = NULL;
  struct rvt_bytes in = {.data = bytes, .size = rvt_hex(hex, bytes, sizeof bytes)};
  *log = (struct rvt_decoder_log){.count_only = true};
  assert_int_equal(rvt_decoder_new(&config, image, rvt_decoder_log, log, &d, NULL), RVT_OK);
  assert_int_equal(rvt_decoder_feed(d, &in), RVT_END);
  rvt_decoder_free(d);
}

/*
 * B-CNT and HREPEAT of more than 18 bits, as long as there are half-words and not too many.
 */
static void counts_beyond_18_bits(void **state) {
  (void)state;
  static const char *const hex[] = {"24 0D 00 3B 0C 0B 78 00 00 00 07",
                                    "24 0D 00 3B 6C C9 00 00 00 07"};
  struct rvt_decoder_log *log = malloc(sizeof *log);
  assert_non_null(log);
  for (size_t i = 0; i < COUNT(hex); i++) {
    decode_hex(hex[i], log); /* two half-words 2^18 times, by I-CNT or by an outcome */
    assert_int_equal(log->errors, 0);
    assert_int_equal(log->warnings, 2);
    assert_true(log->runs >= 1 << 18);
    config.ntrace.repeat_max = 2 * ((uint64_t)1 << 18) - 1;
    decode_hex(hex[i], log);
    assert_int_equal(log->errors, 1);
    config.ntrace.repeat_max = 0;
    config.lenient = false;
    decode_hex(hex[i], log);
    assert_int_equal(log->errors, 1);
    config.lenient = true;
  }
  for (unsigned lenient = 0; lenient < 2; lenient++) { /* I-CNT 0: no half-words set a limit */
    config.lenient = lenient != 0;
    decode_hex("24 0D 00 3B 10 09 03 78 FC FC FF", log);
    assert_int_equal(log->errors, 0);
    decode_hex("24 0D 00 3B 10 09 03 78 00 00 00 07", log);
    assert_int_equal(log->errors, 1);
    assert_int_equal(log->warnings, 1);
  }
  free(log);
  ROW("NT:DEC-23");
}

/* The sign of an address is its bit 38, and that is all that was sent. */
static void addresses_of_fewer_bits(void **state) {
  (void)state;
  const struct rvt_code code[] = {{0x7e, C_NOP},
                                  {0x80, C_JR_X6},
                                  {UINT64_C(0xffffffc000000040), C_NOP},
                                  {UINT64_C(0xffffffc000000042), C_JR_X6}};
  rvt_image_free(image);
  image = rvt_code_image(64, code, COUNT(code));
  const char *sent = "ProgTraceSync SYNC=3 I-CNT=0 F-ADDR=0x2000000020;"
                     "IndirectBranch B-TYPE=0 I-CNT=2 U-ADDR=0x200000001f;"
                     "IndirectBranch B-TYPE=0 I-CNT=2 U-ADDR=0x200000001f" STOP(1);
  const char *all =
      "S3@ffffffc000000040 ffffffc000000040 ffffffc000000042 ffffffc000000042>7e:0 7e "
      "80 80>ffffffc000000040:0 ffffffc000000040 X0@ffffffc000000042";
  config.lenient = false;
  config.addr_bits = 39;
  CHECK(sent, all);
  /* an encoder that sends the copies, too, and one that sends one of them */
  CHECK("ProgTraceSync SYNC=3 I-CNT=0 F-ADDR=0x7fffffe000000020;"
        "IndirectBranch B-TYPE=0 I-CNT=2 U-ADDR=0x7fffffe00000001f;"
        "IndirectBranch B-TYPE=0 I-CNT=2 U-ADDR=0x7fffffe00000001f" STOP(1),
        all);
  config.ntrace.format.extend_bits = 63;
  CHECK("ProgTraceSync SYNC=3 I-CNT=0 F-ADDR=0x7fffffe000000020;"
        "IndirectBranch B-TYPE=0 I-CNT=2 U-ADDR=0x7fffffe00000001f;"
        "IndirectBranch B-TYPE=0 I-CNT=2 U-ADDR=0x7fffffe00000001f" STOP(1),
        all);
  config.ntrace.format.extend_bits = 0;
  config.addr_bits = 0;
  CHECK("ProgTraceSync SYNC=3 I-CNT=0 F-ADDR=0x2000000020", "S3@4000000040");
  config.addr_bits = 64;
  CHECK("ProgTraceSync SYNC=3 I-CNT=0 F-ADDR=0x2000000020", "S3@4000000040");
  struct rvt_decoder *d = NULL;
  config.addr_bits = 65;
  assert_int_equal(rvt_decoder_new(&config, image, rvt_decoder_log, NULL, &d, NULL), RVT_ERR_ARG);
  ROW("NT:ADR-15");
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test_setup(calls_over_a_sync, reset),
                                     cmocka_unit_test_setup(calls_over_a_sync_drop_first, reset),
                                     cmocka_unit_test_setup(repeated_over_a_sync, reset),
                                     cmocka_unit_test_setup(unreported_before_a_sync, reset),
                                     cmocka_unit_test_setup(ecall_counted, reset),
                                     cmocka_unit_test_setup(uret, reset),
                                     cmocka_unit_test_setup(call_without_a_message, reset),
                                     cmocka_unit_test_setup(counts_beyond_18_bits, reset),
                                     cmocka_unit_test_setup(addresses_of_fewer_bits, reset)};
  const int failed = cmocka_run_group_tests(tests, NULL, NULL);
  rvt_image_free(image);
  return failed != 0;
}
