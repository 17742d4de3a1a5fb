/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "oracle/row.h"
#include "tests/support/capture.h"
#include "tests/support/decoder_lines.h"
#include "tests/support/test.h"

/* Implicit return by a counter, by low bits and by whole addresses: modes 1, 2 and 3. */

#define COUNT(a) (sizeof(a) / sizeof(a)[0])
#define START    "ProgTraceSync SYNC=3 I-CNT=0 F-ADDR=0x80;"

/* Three nested calls, each with a half-word after it and a return. */
static int reset(void **state) {
  (void)state;
  const struct rvt_code code[] = {{0x100, rvt_jal(1, 0x100)},
                                  {0x104, C_NOP},
                                  {0x106, C_EBREAK},
                                  {0x200, rvt_jal(1, 0x100)},
                                  {0x204, C_RET},
                                  {0x300, rvt_jal(5, 0x100)},
                                  {0x304, C_RET},
                                  {0x400, 0x8282 /* c.jr t0 */},
                                  {0x500, C_NOP},
                                  {0x502, MRET}};
  config = (struct rvt_decoder_config){.lenient = false};
  rvt_image_free(image);
  image = rvt_code_image(64, code, COUNT(code));
  return 0;
}

/* What a return that is not reported becomes is the same in all modes: the own stack tells. */
static void modes(void **state) {
  (void)state;
  for (uint8_t mode = 1; mode <= 3; mode++) {
    config.implicit_return = mode;
    CHECK(START "ProgTraceCorrelation EVCODE=0 CDF=0 I-CNT=10",
          "S3@100 100 200 300 400 304 204 104 X0@106");
    ROW("NT:IRT-20");
    /* Encoders of depth 2, 1 and 0: the outer returns are reported, each with a pop. */
    CHECK(START "IndirectBranch B-TYPE=0 I-CNT=9 U-ADDR=0x2;"
                "ProgTraceCorrelation EVCODE=0 CDF=0 I-CNT=1",
          "S3@100 100 200 300 400 304 204 204>104:0 104 X0@106");
    CHECK(START "IndirectBranch B-TYPE=0 I-CNT=8 U-ADDR=0x182;"
                "IndirectBranch B-TYPE=0 I-CNT=1 U-ADDR=0x180;"
                "ProgTraceCorrelation EVCODE=0 CDF=0 I-CNT=1",
          "S3@100 100 200 300 400 304 304>204:0 204 204>104:0 104 X0@106");
    CHECK(START "IndirectBranch B-TYPE=0 I-CNT=7 U-ADDR=0x102;"
                "IndirectBranch B-TYPE=0 I-CNT=1 U-ADDR=0x80;"
                "IndirectBranch B-TYPE=0 I-CNT=1 U-ADDR=0x180;"
                "ProgTraceCorrelation EVCODE=0 CDF=0 I-CNT=1",
          "S3@100 100 200 300 400 400>304:0 304 304>204:0 204 204>104:0 104 X0@106");
    ROW("NT:IRT-17");
    ROW("NT:IRT-15");
    /* A reported return may go elsewhere; the next one takes the address below. */
    CHECK(START "IndirectBranch B-TYPE=0 I-CNT=7 U-ADDR=0x182;"
                "ProgTraceCorrelation EVCODE=0 CDF=0 I-CNT=2",
          "S3@100 100 200 300 400 400>204:0 204 204 X0@104");
    ROW("NT:IRT-16");
  }
}

/*
 * In modes 1 and 2 an encoder may leave out a return that went elsewhere. Nothing tells, so the
 * decoder follows the calls; what contradicts them later is an error, and the next sync is good.
 */
static void altered_addresses(void **state) {
  (void)state;
  for (uint8_t mode = 1; mode <= 2; mode++) {
    config.implicit_return = mode;
    CHECK(START "IndirectBranch B-TYPE=2 I-CNT=7 U-ADDR=0x200;"
                "IndirectBranch B-TYPE=0 I-CNT=3 U-ADDR=0x202",
          "S3@100 100 200 300 400 304>500:2 500 502 502>104:0");
    CHECK(START "ProgTraceSync SYNC=2 I-CNT=7 F-ADDR=0x82;"
                "ProgTraceCorrelation EVCODE=0 CDF=0 I-CNT=1",
          "S3@100 100 200 300 400 E:NT:DEC-06@4 S2@104 104 X0@106");
  }
  ROW("NT:IRT-20");
}

/* Programs whose returns are all foretold look alike in all modes. */
static void captures(void **state) {
  (void)state;
  for (unsigned i = 0; i < 4; i++) {
    const struct capture_options options = {.seed = 400 + i,
                                            .xlen = i % 2 == 0 ? 32 : 64,
                                            .mode = i < 2 ? RVT_MODE_BTM : RVT_MODE_HTM,
                                            .implicit_return = true,
                                            .sync_max = 7,
                                            .code = 8192,
                                            .instructions = 20000,
                                            .traps = 2000};
    struct capture c;
    capture_make(&c, &options);
    for (uint8_t mode = 1; mode <= 3; mode++) {
      c.config.implicit_return = mode;
      capture_check(&c);
    }
    c.config.implicit_return = 0;
    assert_int_not_equal(capture_errors(&c), 0);
    capture_free(&c);
  }
  ROW("NT:IRT-20");
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test_setup(modes, reset),
                                     cmocka_unit_test_setup(altered_addresses, reset),
                                     cmocka_unit_test_setup(captures, reset)};
  int failed = cmocka_run_group_tests(tests, NULL, NULL);
  rvt_image_free(image);
  return failed != 0;
}
