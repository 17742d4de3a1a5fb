/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "oracle/row.h"
#include "tests/support/capture.h"
#include "tests/support/decoder_lines.h"
#include "tests/support/test.h"

/* Sequential jumps: AUIPC, LUI or C.LUI and the jump after it. */

#define COUNT(a) (sizeof(a) / sizeof(a)[0])
#define START    "ProgTraceSync SYNC=3 I-CNT=0 F-ADDR=0x80"
#define STOP(n)  ";ProgTraceCorrelation EVCODE=0 CDF=0 I-CNT=" #n

static int reset(void **state) {
  (void)state;
  config = (struct rvt_decoder_config){.sequential_jump = true};
  return 0;
}

static void use(unsigned xlen, const struct rvt_code *code, size_t count) {
  rvt_image_free(image);
  image = rvt_code_image(xlen, code, count);
}

/* A pair with each of the three instructions, and what is none. */
static void targets(void **state) {
  (void)state;
  const struct rvt_code code[] = {{0x100, C_NOP},
                                  {0x102, rvt_auipc(6, 0x2000)},
                                  {0x106, rvt_jalr(1, 6, 0x0ff)}, /* 0x2201, bit 0 is cleared */
                                  {0x1000, C_NOP},
                                  {0x1002, C_EBREAK},
                                  {0x2200, C_LUI_X6},
                                  {0x2202, C_JR_X6},
                                  {0x2204, C_EBREAK}};
  use(64, code, COUNT(code));
  CHECK(START STOP(7), "S3@100 100 102 106 2200 2202 X0@1000");
  CHECK(START STOP(8), "S3@100 100 102 106 2200 2202 1000 X0@1002");
  ROW("NT:SQJ-05");
  /* Without the option the same trace is no trace of this program. */
  config.sequential_jump = false;
  CHECK(START STOP(7), "S3@100 100 102 106 E:NT:ICNT-18@4 X0@?");
  config.sequential_jump = true;
  /* Another register, or x0, makes no pair; neither does what stands in between. */
  static const struct rvt_code none[][3] = {
      {{0x100, AUIPC_X6}, {0x104, JR_X5}, {0x108, C_NOP}},
      {{0x100, 0x00000017}, {0x104, 0x01000067}, {0x108, C_NOP}},
      {{0x100, AUIPC_X6}, {0x104, C_NOP}, {0x106, C_JR_X6}},
      {{0x100, JALR_X6}, {0x104, JR_X6}, {0x108, C_NOP}}};
  for (size_t i = 0; i < COUNT(none); i++) {
    use(64, none[i], 3);
    const char *text = decode(START STOP(5));
    if (strstr(text, "NT:ICNT-18") == NULL) fail_msg("none[%zu]: %s", i, text);
  }
  ROW("NT:SQJ-05");
}

/* Upper immediates are sign-extended from 32 bits on RV64, and addresses wrap on RV32. */
static void widths(void **state) {
  (void)state;
  const uint32_t lui = rvt_lui(6, INT32_MIN);
  const struct rvt_code narrow[] = {
      {0x100, lui},           {0x104, JR_X6},
      {0x80000000, AUIPC_X6}, {0x80000004, 0x80030067}, /* jalr zero, -2048(t1) */
      {0x7ffff800, C_NOP},    {0x7ffff802, C_EBREAK}};
  use(32, narrow, COUNT(narrow));
  CHECK(START STOP(9), "S3@100 100 104 80000000 80000004 7ffff800 X0@7ffff802");
  const struct rvt_code down[] = {
      {0x100, rvt_auipc(6, -0x1000)}, {0x104, JR_X6}, {0xfffff100, C_NOP}};
  use(32, down, COUNT(down));
  CHECK(START STOP(5), "S3@100 100 104 fffff100 X0@fffff102");
  const struct rvt_code wide[] = {{0x100, lui},
                                  {0x104, JR_X6},
                                  {0x80000000, C_EBREAK},
                                  {0xffffffff80000000, rvt_auipc(6, INT32_MIN)},
                                  {0xffffffff80000004, rvt_jalr(0, 6, -2048)},
                                  {0xfffffffefffff800, C_NOP}};
  use(64, wide, COUNT(wide));
  CHECK(START STOP(9), "S3@100 100 104 ffffffff80000000 ffffffff80000004 fffffffefffff800 "
                       "X0@fffffffefffff802");
  ROW("NT:SQJ-05");
}

static void use_pair(void) {
  const struct rvt_code code[] = {{0x100, AUIPC_X6},
                                  {0x104, rvt_jalr(0, 6, 0x100)},
                                  {0x108, C_NOP},
                                  {0x200, C_NOP},
                                  {0x202, rvt_branch(-0xfe)},
                                  {0x206, C_JR_X6},
                                  {0x300, C_NOP},
                                  {0x302, C_EBREAK}};
  use(64, code, COUNT(code));
}

/* Code that was laid over the program begins between the two, or in one of them. */
static void seams(void **state) {
  (void)state;
  static const uint8_t bytes[] = {0x17, 0x03, 0x00, 0x00, 0x67, 0x00, 0x03, 0x10};
  for (unsigned from = 0; from < sizeof bytes; from += 2) {
    use_pair();
    rvt_image_overlay(image);
    assert_int_equal(rvt_image_add(image, 0x100 + from, bytes + from, sizeof bytes - from), RVT_OK);
    CHECK(START STOP(5), "S3@100 100 104 200 X0@202");
    assert_int_equal(rvt_image_add(image, 0x100, bytes, from + 2), RVT_OK);
    CHECK(START STOP(5), "S3@100 100 104 200 X0@202");
  }
  ROW("NT:SQJ-05");
}

/* Where the count ends at the jump, the message says whether it was one of a pair. */
static void ends(void **state) {
  (void)state;
  use_pair();
  CHECK(START ";IndirectBranch B-TYPE=0 I-CNT=4 U-ADDR=0x100" STOP(1),
        "S3@100 100 104 104>300:0 300 X0@302");
  CHECK(START ";IndirectBranch B-TYPE=0 I-CNT=4 U-ADDR=0x180" STOP(1),
        "S3@100 100 104 104>200:0 200 X0@202");
  CHECK(START ";IndirectBranchSync SYNC=2 B-TYPE=0 I-CNT=4 F-ADDR=0x180" STOP(1),
        "S3@100 100 104 104>300:0 S2@300c 300 X0@302");
  ROW("NT:SQJ-06");
  /* A trap, a linear sync and a stop after the pair are at its target. */
  CHECK(START ";IndirectBranch B-TYPE=2 I-CNT=4 U-ADDR=0x100", "S3@100 100 104 200>300:2");
  CHECK(START ";ProgTraceSync SYNC=2 I-CNT=4 F-ADDR=0x100" STOP(1),
        "S3@100 100 104 S2@200c 200 X0@202");
  CHECK(START ";ProgTraceSync SYNC=2 I-CNT=4 F-ADDR=0x180", "S3@100 100 104 E:NT:DEC-06@4 S2@300");
  CHECK(START STOP(4), "S3@100 100 104 X0@200");
  /* It is walked by outcomes, too. */
  CHECK(START
        ";ResourceFull RCODE=1 HIST=0x7;ProgTraceCorrelation EVCODE=0 CDF=1 I-CNT=18 HIST=0x1",
        "S3@100 100 104 200 202 104 E:NT:HIST-14@4 X0@?");
  CHECK("ProgTraceSync SYNC=3 I-CNT=0 F-ADDR=0x80;"
        "ResourceFull RCODE=1 HIST=0x2;ProgTraceCorrelation EVCODE=0 CDF=1 I-CNT=7 HIST=0x1",
        "S3@100 100 104 200 202 X0@206");
  ROW("NT:DEC-12");
}

/* What stands between the two in retirement: a message, a trap, another way to the jump. */
static void broken_pairs(void **state) {
  (void)state;
  use_pair();
  CHECK(START ";ProgTraceSync SYNC=2 I-CNT=2 F-ADDR=0x82" STOP(3),
        "S3@100 100 S2@104c 104 E:NT:ICNT-18@8 X0@?");
  CHECK(START ";ProgTraceSync SYNC=2 I-CNT=2 F-ADDR=0x82;"
              "IndirectBranch B-TYPE=0 I-CNT=2 U-ADDR=0x182" STOP(1),
        "S3@100 100 S2@104c 104 104>200:0 200 X0@202");
  CHECK("ProgTraceSync SYNC=3 I-CNT=0 F-ADDR=0x82" STOP(3), "S3@104 104 E:NT:ICNT-18@4 X0@?");
  /* An interrupt between them, and back: the handler at 0x206 ends in a jump to the second one. */
  CHECK(START ";IndirectBranch B-TYPE=3 I-CNT=2 U-ADDR=0x183;"
              "IndirectBranch B-TYPE=0 I-CNT=1 U-ADDR=0x181;"
              "IndirectBranch B-TYPE=0 I-CNT=2 U-ADDR=0x182" STOP(1),
        "S3@100 100 104>206:3 206 206>104:0 104 104>200:0 200 X0@202");
  CHECK(START ";IndirectBranch B-TYPE=3 I-CNT=2 U-ADDR=0x183;"
              "IndirectBranch B-TYPE=0 I-CNT=1 U-ADDR=0x181" STOP(3),
        "S3@100 100 104>206:3 206 206>104:0 104 E:NT:ICNT-18@c X0@?");
  /* A branch to the second one: what it jumps by was set before. */
  CHECK("ProgTraceSync SYNC=3 I-CNT=0 F-ADDR=0x101;"
        "ProgTraceCorrelation EVCODE=0 CDF=1 I-CNT=5 HIST=0x3",
        "S3@202 202 104 E:NT:ICNT-18@4 X0@?");
  ROW("NT:SQJ-08");
  /* A full I-CNT between them breaks the encoder's pair; the explicit target agrees. */
  CHECK(START ";ResourceFull RCODE=0 I-CNT=2;IndirectBranch B-TYPE=0 I-CNT=2 U-ADDR=0x180" STOP(1),
        "S3@100 100 104 104>200:0 200 X0@202");
  ROW("NT:SQJ-06");
}

/* Calls of pairs push, swaps pop and push, and the pair is certain of the target. */
static void with_return_stack(void **state) {
  (void)state;
  const struct rvt_code code[] = {{0x100, AUIPC_X6}, {0x104, rvt_jalr(1, 6, 0x100)},
                                  {0x108, C_NOP},    {0x10a, C_EBREAK},
                                  {0x200, AUIPC_X5}, {0x204, rvt_jalr(1, 5, 0x100)}, /* swap */
                                  {0x208, C_NOP},    {0x20a, C_EBREAK},
                                  {0x300, C_NOP},    {0x302, C_RET}};
  use(64, code, COUNT(code));
  for (uint8_t mode = 1; mode <= 3; mode++) {
    config.implicit_return = mode;
    CHECK(START STOP(11), "S3@100 100 104 200 204 300 302 208 X0@20a");
    CHECK(START ";IndirectBranch B-TYPE=0 I-CNT=10 U-ADDR=0x4" STOP(1),
          "S3@100 100 104 200 204 300 302 302>108:0 108 X0@10a");
  }
  ROW("NT:SQJ-07");
  /* The swap has taken the address of the first call: a second return knows none. */
  config.implicit_return = 3;
  const struct rvt_code twice[] = {{0x100, AUIPC_X6},
                                   {0x104, rvt_jalr(1, 6, 0x100)},
                                   {0x108, C_NOP},
                                   {0x200, AUIPC_X5},
                                   {0x204, rvt_jalr(1, 5, 0x100)},
                                   {0x208, C_RET},
                                   {0x300, C_NOP},
                                   {0x302, C_RET}};
  use(64, twice, COUNT(twice));
  CHECK(START STOP(12), "S3@100 100 104 200 204 300 302 208 E:NT:IRT-16@4 X0@?");
  ROW("NT:SQJ-07");
  /* A jump by t0 is a return to the stack, but the pair says where it goes. */
  const struct rvt_code back[] = {
      {0x100, rvt_jal(1, 0x100)},     {0x104, C_NOP}, {0x200, AUIPC_X5},
      {0x204, rvt_jalr(0, 5, 0x100)}, {0x300, C_NOP}, {0x302, C_EBREAK}};
  use(64, back, COUNT(back));
  CHECK(START STOP(7), "S3@100 100 200 204 300 X0@302");
}

/* Generated programs by an encoder that has taken its pairs: every PC, in every form. */
static void captures(void **state) {
  (void)state;
  for (unsigned i = 0; i < 24; i++) {
    const struct capture_options options = {.seed = 7000 + i,
                                            .xlen = i % 2 == 0 ? 32 : 64,
                                            .mode = i % 4 < 2 ? RVT_MODE_BTM : RVT_MODE_HTM,
                                            .implicit_return = i % 8 >= 4,
                                            .sequential_jump = true,
                                            .sync_max = (uint8_t)(2 + i % 5),
                                            .code = 8192,
                                            .instructions = 20000,
                                            .traps = i % 3 == 0 ? 20000 : 0};
    struct capture c;
    capture_make(&c, &options);
    assert_true(c.pairs > 40);
    capture_check(&c);
    c.config.sequential_jump = false;
    assert_int_not_equal(capture_errors(&c), 0);
    capture_free(&c);
  }
  ROW("NT:SQJ-05");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup(seams, reset),        cmocka_unit_test_setup(targets, reset),
      cmocka_unit_test_setup(widths, reset),       cmocka_unit_test_setup(ends, reset),
      cmocka_unit_test_setup(broken_pairs, reset), cmocka_unit_test_setup(with_return_stack, reset),
      cmocka_unit_test_setup(captures, reset)};
  int failed = cmocka_run_group_tests(tests, NULL, NULL);
  rvt_image_free(image);
  return failed != 0;
}
