/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "oracle/row.h"
#include "tests/support/capture.h"
#include "tests/support/decoder_lines.h"
#include "tests/support/test.h"

/* All jumps: each direct jump has an outcome, in BTM a message. */

#define COUNT(a)      (sizeof(a) / sizeof(a)[0])
#define START         "ProgTraceSync SYNC=3 I-CNT=0 F-ADDR=0x80"
#define STOP(n)       ";ProgTraceCorrelation EVCODE=0 CDF=0 I-CNT=" #n
#define ENDS(n, hist) ";ProgTraceCorrelation EVCODE=0 CDF=1 I-CNT=" #n " HIST=" #hist

enum { TABLE = 0x440, C_JAL = 0x8000 /* what tells it from C.J, on RV32 */ };

static int reset(void **state) {
  (void)state;
  config = (struct rvt_decoder_config){.ntrace.all_jumps = true, .implicit_return = 3};
  return 0;
}

/* Each kind of direct jump once, two of them calls, and a branch. */
static void use_jumps(void) {
  const struct rvt_isa isa = {.xlen = 32, .zcmp = true, .zcmt = true};
  const struct rvt_code code[] = {{0x100, C_NOP},      {0x102, rvt_jal(0, 0xfe)},
                                  {0x106, C_EBREAK},   {0x200, (uint32_t)(rvt_c_j(0x100) & ~C_JAL)},
                                  {0x202, CM_JT_1},    {0x204, C_EBREAK},
                                  {0x300, C_NOP},      {0x302, C_RET},
                                  {0x320, CM_JALT_32}, {0x322, rvt_c_j(0x1e)},
                                  {0x324, C_EBREAK},   {0x340, rvt_c_beqz(-0x40)},
                                  {0x342, C_RET},      {TABLE + 4, 0x320},
                                  {TABLE + 6, 0},      {TABLE + 128, 0x340},
                                  {TABLE + 130, 0}};
  rvt_image_free(image);
  image = rvt_code_image_isa(&isa, code, COUNT(code));
  assert_int_equal(rvt_image_set_jvt(image, TABLE), RVT_OK);
}

static void each_jump_takes_an_outcome(void **state) {
  (void)state;
  use_jumps();
  CHECK(START ENDS(10, 0x1f), "S3@100 100 102 200 300 302 202 320 340 E:NT:HIST-13@4 X0@?");
  CHECK(START ENDS(11, 0x7d), "S3@100 100 102 200 300 302 202 320 340 342 322 X0@340");
  CHECK(START ";ResourceFull RCODE=1 HIST=0xf;ResourceFull RCODE=1 HIST=0xd" ENDS(12, 0x2),
        "S3@100 100 102 200 300 302 202 320 340 342 322 340 X0@342");
  CHECK(START ";IndirectBranchHistSync SYNC=2 B-TYPE=0 I-CNT=3 F-ADDR=0x100 HIST=0x3" ENDS(1, 0x3),
        "S3@100 100 102 S2@200c 200 X0@300");
  /* Without implicit return each return has its message. */
  config.implicit_return = 0;
  CHECK(START ";IndirectBranchHist B-TYPE=0 I-CNT=6 U-ADDR=0x181 HIST=0x7" ENDS(2, 0x7),
        "S3@100 100 102 200 300 302 302>202:0 202 320 X0@340");
  ROW("NT:AJM-04");
  /* An encoder without all jumps sends another trace of it. */
  config = (struct rvt_decoder_config){.implicit_return = 3};
  CHECK(START ENDS(11, 0x2), "S3@100 100 102 200 300 302 202 320 340 342 322 X0@340");
  CHECK(START ENDS(11, 0x7d), "S3@100 100 102 200 300 302 202 320 340 300 302 E:NT:HIST-14@4 X0@?");
  ROW("NT:AJM-05");
  ROW("NT:DEC-02");
}

static void the_outcome_of_a_jump_is_1(void **state) {
  (void)state;
  use_jumps();
  CHECK(START ENDS(11, 0x2f), "S3@100 100 102 E:NT:AJM-04@4 X0@?");
  CHECK(START ENDS(11, 0x75), "S3@100 100 102 200 300 302 202 E:NT:AJM-04@4 X0@?");
  CHECK(START ENDS(11, 0x1), "S3@100 100 102 E:NT:AJM-04@4 X0@?");
  CHECK(START ";ResourceFull RCODE=1 HIST=0x2", "S3@100 100 102 E:NT:AJM-04@4");
  ROW("NT:AJM-04");
  /* Lenient, the program counts. */
  config.lenient = true;
  CHECK(START ENDS(6, 0x6), "S3@100 100 102 200 W:NT:AJM-04@4 300 302 X0@202");
  CHECK(START ENDS(6, 0x3), "S3@100 100 102 200 W:NT:AJM-04@4 300 302 X0@202");
}

static void in_btm_each_jump_ends_a_message(void **state) {
  (void)state;
  use_jumps();
#define DIRECT(n) ";DirectBranch I-CNT=" #n
  CHECK(START DIRECT(3) DIRECT(1) DIRECT(3) DIRECT(1) DIRECT(1) STOP(1),
        "S3@100 100 102 200 300 302 202 320 340 300 X0@302");
  CHECK(START DIRECT(3) ";DirectBranchSync SYNC=2 I-CNT=1 F-ADDR=0x180" STOP(1),
        "S3@100 100 102 200 S2@300c 300 X0@302");
  ROW("NT:AJM-04");
  ROW("NT:DEC-10");
  CHECK(START ";DirectBranchSync SYNC=2 I-CNT=3 F-ADDR=0x101" STOP(1),
        "S3@100 100 102 E:NT:DEC-06@4 S2@202 202 E:NT:AJM-04@8 X0@?");
  CHECK(START DIRECT(1), "S3@100 100 E:NT:DEC-10@4");
  CHECK(START STOP(4), "S3@100 100 102 E:NT:AJM-04@4 X0@?");
  CHECK(START DIRECT(4), "S3@100 100 102 E:NT:AJM-04@4");
  CHECK(START ";IndirectBranch B-TYPE=0 I-CNT=3 U-ADDR=0x180", "S3@100 100 102 E:NT:AJM-04@4");
  CHECK(START ";ProgTraceSync SYNC=2 I-CNT=3 F-ADDR=0x100", "S3@100 100 102 E:NT:AJM-04@4 S2@200");
  ROW("NT:AJM-04");
  config.ntrace.all_jumps = false;
  CHECK(START DIRECT(3), "S3@100 100 102 E:NT:DEC-10@4");
  ROW("NT:AJM-05");
}

/* A jump to itself: a pass an outcome, or a message. */
static void loops(void **state) {
  (void)state;
  const struct rvt_code code[] = {{0x100, rvt_c_j(0)}, {0x102, C_EBREAK}};
  rvt_image_free(image);
  image = rvt_code_image(64, code, COUNT(code));
  CHECK(START ";ResourceFull RCODE=1 HIST=0xf" ENDS(4, 0x3), "S3@100 100 100 100 100 X0@100");
  CHECK(START ";DirectBranch I-CNT=1;RepeatBranch B-CNT=2" STOP(0), "S3@100 100 100 100 X0@100");
  CHECK(START STOP(3), "S3@100 100 E:NT:AJM-04@4 X0@?");
  config.ntrace.all_jumps = false;
  CHECK(START STOP(3), "S3@100 100 100*2 X0@100");
  ROW("NT:AJM-04");
}

/* A pair's jump is an indirect one and has its message; the walk knows its target, too. */
static void with_sequential_jumps(void **state) {
  (void)state;
  const struct rvt_code code[] = {
      {0x100, AUIPC_X6}, {0x104, rvt_jalr(0, 6, 0x100)}, {0x200, C_NOP}, {0x202, C_EBREAK}};
  rvt_image_free(image);
  image = rvt_code_image(64, code, COUNT(code));
  config.sequential_jump = true;
  CHECK(START ";IndirectBranch B-TYPE=0 I-CNT=4 U-ADDR=0x180" ENDS(1, 0x1),
        "S3@100 100 104 104>200:0 200 X0@202");
  ROW("NT:AJM-06");
}

/* Generated programs by the functional encoder: every PC, in every form, and none without the
 * setting. */
static void captures(void **state) {
  (void)state;
  for (unsigned i = 0; i < 24; i++) {
    struct capture_options options = {.seed = 7100 + i,
                                      .xlen = i % 2 == 0 ? 32 : 64,
                                      .mode = i % 4 < 2 ? RVT_MODE_BTM : RVT_MODE_HTM,
                                      .implicit_return = i % 8 >= 4,
                                      .all_jumps = true,
                                      .sync_max = (uint8_t)(2 + i % 5),
                                      .code = 8192,
                                      .instructions = 20000,
                                      .traps = i % 3 == 0 ? 20000 : 0};
    struct capture c, plain;
    capture_make(&c, &options);
    capture_check(&c);
    c.config.ntrace.all_jumps = false;
    assert_int_not_equal(capture_errors(&c), 0);
    options.all_jumps = false;
    capture_make(&plain, &options);
    assert_true(c.size > plain.size);
    capture_free(&plain);
    capture_free(&c);
  }
  ROW("NT:AJM-02");
  ROW("NT:AJM-03");
  ROW("NT:AJM-04");
  ROW("NT:AJM-07");
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test_setup(each_jump_takes_an_outcome, reset),
                                     cmocka_unit_test_setup(the_outcome_of_a_jump_is_1, reset),
                                     cmocka_unit_test_setup(in_btm_each_jump_ends_a_message, reset),
                                     cmocka_unit_test_setup(loops, reset),
                                     cmocka_unit_test_setup(with_sequential_jumps, reset),
                                     cmocka_unit_test_setup(captures, reset)};
  int failed = cmocka_run_group_tests(tests, NULL, NULL);
  rvt_image_free(image);
  return failed != 0;
}
