/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "oracle/row.h"
#include "tests/support/decoder_lines.h"
#include "tests/support/test.h"

/* The dialect of SiFive's boards, and what a reader of N-Trace says where it sees signs of it. PCs
 * and times are worked out by hand from the program below. */

#define COUNT(a) (sizeof(a) / sizeof(a)[0])

static int reset(void **state) {
  (void)state;
  const struct rvt_code code[] = {{0x200, C_NOP},
                                  {0x202, rvt_c_beqz(-2)}, /* back to 200 if taken */
                                  {0x204, C_NOP},
                                  {0x206, C_RET}, /* */
                                  {0x300, rvt_c_beqz(6)},
                                  {0x302, rvt_c_j(-2)}, /* back to 300, without an outcome */
                                  {0x306, C_NOP},
                                  {0x308, C_RET}, /* */
                                  {0x400, C_NOP},
                                  {0x402, rvt_c_j(6)}, /* to 408 */
                                  {0x408, rvt_jal(1, 0x10)},
                                  {0x40c, C_NOP}, /* calls 418 */
                                  {0x40e, rvt_c_j(-14)},
                                  {0x418, C_NOP}, /* to 400 */
                                  {0x41a, C_RET}};
  config = (struct rvt_decoder_config){.ntrace.format = {.dialect = RVT_DIALECT_SIFIVE},
                                       .implicit_return = 2};
  rvt_image_free(image);
  image = rvt_code_image(64, code, COUNT(code));
  return 0;
}

/* Runs of equal outcomes: 5 times taken at 202, then not; 3 times not taken at 300, then. */
#define TAKEN                                                                                      \
  "ProgTraceSync SYNC=3 I-CNT=0 F-ADDR=0x100;ResourceFull RCODE=9 TAKEN=5;"                        \
  "IndirectBranchHist B-TYPE=0 I-CNT=14 U-ADDR=0x80 HIST=0x2"
#define TAKEN_LOG "S3@200 200 202 200 202 200 202 200 202 200 202 200 202 204 206 206>300:0"
#define NOT_TAKEN                                                                                  \
  "ResourceFull RCODE=8 NOT-TAKEN=3;"                                                              \
  "IndirectBranchHist B-TYPE=0 I-CNT=9 U-ADDR=0x80 HIST=0x3"
#define NOT_TAKEN_LOG " 300 302 300 302 300 302 300 306 308 308>200:0"

static void runs_of_outcomes(void **state) {
  (void)state;
  CHECK(TAKEN ";" NOT_TAKEN ";ProgTraceCorrelation EVCODE=4 CDF=1 I-CNT=4 HIST=0x2",
        TAKEN_LOG NOT_TAKEN_LOG " 200 202 204 206 X4@?");
  /* together with a history and a full count, in any order */
  CHECK(
      "ProgTraceSync SYNC=3 I-CNT=0 F-ADDR=0x100;ResourceFull RCODE=1 HIST=0x7;"
      "ResourceFull RCODE=9 TAKEN=2;ResourceFull RCODE=0 I-CNT=6;ResourceFull RCODE=8 NOT-TAKEN=1;"
      "IndirectBranchHist B-TYPE=0 I-CNT=6 U-ADDR=0x80 HIST=0x1",
      "S3@200 200 202 200 202 200 202 200 202 200 202 204 206 206>300:0");
  CHECK("ProgTraceSync SYNC=3 I-CNT=0 F-ADDR=0x100;ResourceFull RCODE=9 TAKEN=0;"
        "ProgTraceCorrelation EVCODE=4 CDF=1 I-CNT=1 HIST=0x1",
        "S3@200 W:NT:RHI-09@4 200 X4@202");
  /* as many as the branches are, no more; bounded as repetitions are */
  CHECK("ProgTraceSync SYNC=3 I-CNT=0 F-ADDR=0x102;ResourceFull RCODE=9 TAKEN=2",
        "S3@204 204 206 E:NT:IRT-16@4");
  config.ntrace.repeat_max = 8;
  CHECK(TAKEN, "S3@200 200 202 200 202 200 202 200 202 200 202 E:NT:DEC-23@4");
}

/* A stop in HTM without outcomes has CDF 0; the session before may have been of no mode yet. */
static void stop_without_outcomes(void **state) {
  (void)state;
  CHECK(
      "ProgTraceSync SYNC=3 I-CNT=0 F-ADDR=0x181;ProgTraceCorrelation EVCODE=4 CDF=0 I-CNT=1;" TAKEN
      ";ProgTraceCorrelation EVCODE=4 CDF=0 I-CNT=0",
      "S3@302 302 X4@300 " TAKEN_LOG " X4@300");
}

/* BTM: a direct jump or call ends a message; a counted return does not. */
static void jumps_of_btm(void **state) {
  (void)state;
  const char *lines = "ProgTraceSync SYNC=3 I-CNT=0 F-ADDR=0x200;DirectBranch I-CNT=2;"
                      "DirectBranch I-CNT=2;DirectBranch I-CNT=4;DirectBranch I-CNT=2;"
                      "ProgTraceCorrelation EVCODE=4 CDF=0 I-CNT=0";
  CHECK(lines, "S3@400 400 402 408 418 41a 40c 40e 400 402 X4@408");
  /* the return is reported all the same; and in HTM jumps have no outcome */
  CHECK("ProgTraceSync SYNC=3 I-CNT=0 F-ADDR=0x200;DirectBranch I-CNT=2;DirectBranch I-CNT=2;"
        "IndirectBranch B-TYPE=0 I-CNT=2 U-ADDR=0x6;DirectBranch I-CNT=2",
        "S3@400 400 402 408 418 41a 41a>40c:0 40c 40e");
  CHECK("ProgTraceSync SYNC=3 I-CNT=0 F-ADDR=0x200;"
        "IndirectBranchHist B-TYPE=3 I-CNT=8 U-ADDR=0x200 HIST=0x1",
        "S3@400 400 402 408 418 41a 40c 40e 400>0:3 W:NT:DEC-16@4");
}

static void times(void **state) {
  (void)state;
  config.ntrace.format.ts = true;
  const char *lines = "ProgTraceSync SYNC=5 I-CNT=0 F-ADDR=0x100 TSTAMP=976;"
                      "ResourceFull RCODE=0 I-CNT=2 TSTAMP=6004;"
                      "DataAcquisition IDTAG=1 DQDATA=0x41 TSTAMP=14;"
                      "ProgTraceSync SYNC=6 I-CNT=0 F-ADDR=0x102 TSTAMP=5300;"
                      "ProgTraceCorrelation EVCODE=4 CDF=0 I-CNT=1 TSTAMP=1";
  /* 976 ^ 6004 = 5284, ^ 14 = 5290; 5300 ^ 1 = 5301 */
  CHECK(lines, "T3d0 S5@200 T14a4 T14aa N7 T14b4 200 202 S6@204c T14b5 204 X4@206");
  /* read as increases: 6980 and 6994 stand before 5300 */
  config.ntrace.format.dialect = RVT_DIALECT_NONE;
  CHECK(lines, "T3d0 S5@200 T1b44 T1b52 N7 W:NT:DEC-07@b W:NT:TSP-02@10 T14b4 200 202 S6@204c "
               "T14b5 204 X4@206");
  ROW("NT:TSP-02");
}

/* Times that XOR does not explain, or that need no explanation: a wrap, a restart, an increase. */
static void times_of_other_reasons(void **state) {
  (void)state;
  config.ntrace.format = (struct rvt_ntrace_format){.ts = true};
#define TIMES(a, b, c, d)                                                                          \
  "ProgTraceSync SYNC=5 I-CNT=0 F-ADDR=0x100 TSTAMP=" #a                                           \
  ";ResourceFull RCODE=0 I-CNT=1 TSTAMP=" #b ";ResourceFull RCODE=0 I-CNT=1 TSTAMP=" #c            \
  ";ProgTraceSync SYNC=6 I-CNT=0 F-ADDR=0x102 TSTAMP=" #d
  assert_non_null(strstr(decode(TIMES(100, 230, 74, 210)), "W:NT:TSP-02"));
  assert_null(strstr(decode(TIMES(100, 30, 70, 210)), "NT:TSP-02"));
  assert_null(strstr(decode(TIMES(100, 30, 70, 5)), "NT:TSP-02"));
  assert_null(strstr(decode(TIMES(96, 30, 1, 120)), "NT:TSP-02"));
  assert_null(strstr(decode(TIMES(100, 4, 200, 200)), "NT:TSP-02")); /* 96 before 168 */
  config.ts_width = 32;
  assert_non_null(strstr(decode(TIMES(100, 230, 74, 210)), "W:NT:TSP-02"));
  config.ts_width = 8; /* a wrap as well */
  assert_null(strstr(decode(TIMES(32, 96, 1, 100)), "NT:TSP-02"));
  assert_null(strstr(decode(TIMES(250, 10, 1, 20)), "NT:TSP-02"));
  assert_null(strstr(decode(TIMES(250, 3, 1, 2)), "NT:TSP-02"));
#undef TIMES
}

struct sign {
  unsigned count;
  enum rvt_dialect dialect;
};

static void keep_sign(void *user, const struct rvt_decoder_event *event) {
  struct sign *sign = user;
  if (event->kind != RVT_DE_ERROR) return;
  sign->count++;
  sign->dialect = (enum rvt_dialect)event->own.ntrace.dialect;
}

/* A vendor's RCODE is said to be one, and whose it may be. */
static void codes_without_the_dialect(void **state) {
  (void)state;
  config.ntrace.format.dialect = RVT_DIALECT_NONE;
  for (unsigned rcode = 3; rcode < 16; rcode++) {
    uint8_t bytes[] = {0x24, 0x0d, 0x00, 0x13, 0x6c, (uint8_t)(rcode << 2), 0x17};
    const enum rvt_dialect dialect =
        rcode == 8 || rcode == 9 ? RVT_DIALECT_SIFIVE : RVT_DIALECT_NONE;
    struct rvt_bytes in = {.data = bytes + 4, .size = 3};
    struct rvt_ntrace_msg msg;
    struct rvt_ntrace_note note;
    assert_int_equal(rvt_ntrace_msg_read(&config.ntrace.format, &in, &msg, &note),
                     RVT_ERR_RESERVED);
    assert_int_equal(note.dialect, dialect);
    assert_int_equal(strstr(note.text, "vendor") != NULL, rcode >= 8);
    struct rvt_decoder *d = NULL;
    struct sign sign = {0};
    in = (struct rvt_bytes){.data = bytes, .size = sizeof bytes};
    assert_int_equal(rvt_decoder_new(&config, image, keep_sign, &sign, &d, NULL), RVT_OK);
    assert_int_equal(rvt_decoder_feed(d, &in), RVT_END);
    rvt_decoder_free(d);
    assert_int_equal(sign.count, 1);
    assert_int_equal(sign.dialect, dialect);
  }
  ROW("NT:RSF-04");
  /* With it, 8 and 9 alone are known. */
  config.ntrace.format.dialect = RVT_DIALECT_SIFIVE;
  struct rvt_ntrace_msg msg = {.tcode = RVT_TC_RESOURCE_FULL, .hrepeat = 1};
  for (msg.rcode = 3; msg.rcode < 16; msg.rcode++) {
    uint8_t bytes[RVT_MSG_BYTES_MAX];
    size_t size = 0;
    assert_int_equal(rvt_ntrace_msg_write(&config.ntrace.format, &msg, bytes, &size),
                     msg.rcode == 8 || msg.rcode == 9 ? RVT_OK : RVT_ERR_RESERVED);
  }
}

static void no_other_dialect(void **state) {
  (void)state;
  struct rvt_decoder *d = NULL;
  struct rvt_error e = {""};
  config.ntrace.format.dialect = RVT_DIALECTS;
  assert_int_equal(rvt_decoder_new(&config, image, keep_sign, NULL, &d, &e), RVT_ERR_ARG);
  assert_non_null(strstr(e.text, "dialect"));
  assert_int_equal(rvt_dialect_named("sifive"), RVT_DIALECT_SIFIVE);
  assert_int_equal(rvt_dialect_named("Sifive"), RVT_DIALECT_NONE);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test_setup(runs_of_outcomes, reset),
                                     cmocka_unit_test_setup(stop_without_outcomes, reset),
                                     cmocka_unit_test_setup(jumps_of_btm, reset),
                                     cmocka_unit_test_setup(times, reset),
                                     cmocka_unit_test_setup(times_of_other_reasons, reset),
                                     cmocka_unit_test_setup(codes_without_the_dialect, reset),
                                     cmocka_unit_test_setup(no_other_dialect, reset)};
  const int failed = cmocka_run_group_tests(tests, NULL, NULL);
  rvt_image_free(image);
  return failed != 0;
}
