/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "oracle/row.h"
#include "tests/support/decoder_log.h"
#include "tests/support/test.h"

/* The test vectors of the requirement list (sim/programs/vectors/section31.txt), with the exact
 * instructions. */

#define COUNT(a) (sizeof(a) / sizeof(a)[0])
#define START    "24 0D 00 0B " /* ProgTraceSync SYNC=3 I-CNT=0 F-ADDR=0x80 */

static const struct rvt_decoder_config plain = {.lenient = false};
static struct rvt_image *image;

static void use(const struct rvt_code *code, size_t count) {
  rvt_image_free(image);
  image = rvt_code_image(64, code, count);
}

static void check_with(const struct rvt_decoder_config *config, const char *hex,
                       const char *expected) {
  uint8_t bytes[256];
  size_t size = rvt_hex(hex, bytes, sizeof bytes);
  assert_string_equal(rvt_log_bytes(image, config, bytes, size)->text, expected);
}

static void check(const char *hex, const char *expected) { check_with(&plain, hex, expected); }

/* 31.3 */
static void use_branches(void) {
  const struct rvt_code code[] = {{0x100, C_NOP},    {0x102, rvt_branch(0x200 - 0x102)},
                                  {0x106, NOP},      {0x10a, rvt_branch(0x300 - 0x10a)},
                                  {0x10e, C_NOP},    {0x110, NOP},
                                  {0x114, C_EBREAK}, {0x200, C_NOP},
                                  {0x202, C_EBREAK}, {0x300, NOP},
                                  {0x304, C_EBREAK}, {0x400, NOP},
                                  {0x404, MRET}};
  use(code, COUNT(code));
}

static void btm(void **state) {
  (void)state;
  use_branches();
  check(START "0C 0F 84 00 07", "S3@100 100 102 200 X0@202");
  check(START "0C 1F 84 00 0B", "S3@100 100 102 106 10a 300 X0@304");
  ROW("NT:DEC-13");
  check(START "84 00 2B", "S3@100 100 102 106 10a 10e 110 X0@114");
  check(START "10 15 00 2B", "S3@100 100 102>400:1");
  check(START "10 19 00 2B", "S3@100 100 102>400:2");
  ROW("NT:BTY-04");
  check(START "10 59 00 2B", "S3@100 100 102 106 10a>400:2");
  check(START "10 0D 00 2B", "S3@100 100>400:3");
  ROW("NT:DEC-11");
  ROW("NT:ICNT-16");
  /* V-BTM-7: 4 and 6 end inside 0x106 and 0x10a, 9 inside 0x110. */
  check(START "84 00 13", "S3@100 100 102 E:NT:ICNT-17@4 X0@?");
  check(START "84 00 1B", "S3@100 100 102 106 E:NT:ICNT-17@4 X0@?");
  check(START "84 00 27", "S3@100 100 102 106 10a 10e E:NT:ICNT-17@4 X0@?");
  ROW("NT:ICNT-17");
  ROW("NT:DEC-09");
  /* A branch that is last before the trap was not taken. */
  check(START "10 39 00 2B", "S3@100 100 102 106>400:2");
  /* After an error nothing is claimed until the next sync. */
  check(START "10 49 00 2B 0C 0F 84 00 07 24 0D 00 0B 0C 0F 84 00 07",
        "S3@100 100 102 E:NT:ICNT-17@4 X0@? S3@100 100 102 200 X0@202");
}

static void htm(void **state) {
  (void)state;
  use_branches();
  check(START "84 40 11 0F", "S3@100 100 102 200 X0@202");
  ROW("NT:HIST-11");
  check(START "84 40 25 17", "S3@100 100 102 106 10a 300 X0@304");
  ROW("NT:DEC-14");
  check(START "84 40 29 13", "S3@100 100 102 106 10a 10e 110 X0@114");
  ROW("NT:COR-13");
  /* Which mode the session before was in, and what it passed over, says nothing about this one. */
  check(START "10 59 00 2B 20 00 07 24 1D 00 0B 84 40 11 0F",
        "S3@100 100 102 106 10a>400:2 G4@400 S7@100 100 102 200 X0@202");
  /* An overflow is at the next instruction, not at the last address sent. */
  check(START "0C 0F 20 00 07", "S3@100 100 102 G4@200");
  ROW("NT:ERR-15");
}

static void icnt_full(void **state) {
  (void)state;
  const struct rvt_code code[] = {{0x100, C_NOP},   {0x102, rvt_branch(0x40)},
                                  {0x106, NOP},     {0x10a, NOP},
                                  {0x10e, NOP},     {0x112, NOP},
                                  {0x116, NOP},     {0x11a, C_NOP},
                                  {0x11c, C_EBREAK}};
  const char *all = "S3@100 100 102 106 10a 10e 112 116 11a X0@11c";
  use(code, COUNT(code));
  check(START "6C 40 0B 84 40 15 0B", all);
  ROW("NT:ICNT-15");
  check(START "24 50 09 24 0B 84 00 17", "S3@100 100 102 106 10a 10e S4@112c 112 116 11a X0@11c");
  ROW("NT:DEC-15");
  ROW("NT:SYN-14");
  check(START "6C 40 0B 84 00 17", all);
  check(START "6C C0 07 84 40 1D 0B", all);

  const struct rvt_code jump[] = {{0x100, NOP}, {0x104, JR_X6}, {0x200, NOP}};
  use(jump, COUNT(jump));
  check(START "6C 00 07 10 01 00 1B", "S3@100 100 104 104>200:0");
  const struct rvt_code branch[] = {{0x100, NOP}, {0x104, rvt_branch(0x20)}, {0x124, C_NOP}};
  use(branch, COUNT(branch));
  check(START "6C 00 07 0C 03 84 00 07", "S3@100 100 104 124 X0@126");

  /* V-ICF-7: a message of rc7, SYNC 4 with HIST in HTM; 0x106 is 16-bit there. */
  const struct rvt_code old[] = {{0x100, C_NOP},   {0x102, rvt_branch(0x40)},
                                 {0x106, C_NOP},   {0x108, NOP},
                                 {0x10c, NOP},     {0x110, NOP},
                                 {0x114, NOP},     {0x118, NOP},
                                 {0x11c, C_EBREAK}};
  uint8_t bytes[64];
  use(old, COUNT(old));
  size_t size = rvt_lines(&plain.ntrace.format,
                          "ProgTraceSync SYNC=3 I-CNT=0 F-ADDR=0x80;"
                          "IndirectBranchHistSync SYNC=4 B-TYPE=0 I-CNT=8 F-ADDR=0x88 HIST=0x2;"
                          "ProgTraceCorrelation EVCODE=0 CDF=1 I-CNT=6 HIST=0x1",
                          bytes, sizeof bytes);
  assert_string_equal(rvt_log_bytes(image, &plain, bytes, size)->text,
                      "S3@100 100 102 106 108 10c S4@110c 110 114 118 X0@11c");
  ROW("NT:DEC-19");
}

static void addresses(void **state) {
  (void)state;
  const struct rvt_code code[] = {{0x3e100, C_NOP},   {0x3f368, NOP}, {0x3f36c, NOP},
                                  {0x3f370, C_JR_X6}, {0x3fc04, NOP}, {0x3fc08, NOP},
                                  {0x3fc0c, C_JR_X6}};
  use(code, COUNT(code));
  check("24 0D 08 E0 7F 10 51 D8 7B 10 51 D0 93 84 00 07",
        "S3@3fc04 3fc04 3fc08 3fc0c 3fc0c>3f368:0 3f368 3f36c 3f370 3f370>3e100:0 3e100 X0@3e102");
  ROW("NT:ADR-04");
  /* REF is the last address sent: a DirectBranch in between moves the PC only. */
  const struct rvt_code direct[] = {{0x100, rvt_branch(0x80)}, {0x180, C_JR_X6}, {0x200, C_NOP}};
  use(direct, COUNT(direct));
  check(START "0C 0B 10 11 00 1B 84 00 07", "S3@100 100 180 180>200:0 200 X0@202");
  ROW("NT:ADR-05");
}

/* RV32: bits above 31 do not exist, and addresses wrap (NT:ADR-08). */
static void xlen_32(void **state) {
  (void)state;
  uint8_t bytes[64];
  const struct rvt_code code[] = {{0x10, C_NOP}, {0x12, C_JR_X6}, {0xfffffff0, rvt_jal(0, 0x20)}};
  rvt_image_free(image);
  image = rvt_code_image(32, code, COUNT(code));
  size_t size = rvt_lines(&plain.ntrace.format,
                          "ProgTraceSync SYNC=3 I-CNT=0 F-ADDR=0x7ffffffffffffff8;"
                          "IndirectBranch B-TYPE=0 I-CNT=4 U-ADDR=0x7ffffffffffffff0;"
                          "ProgTraceCorrelation EVCODE=0 CDF=0 I-CNT=1",
                          bytes, sizeof bytes);
  assert_string_equal(rvt_log_bytes(image, &plain, bytes, size)->text,
                      "S3@fffffff0 fffffff0 10 12 12>10:0 10 X0@12");
  ROW("NT:ADR-08");
}

static void check_lines(const char *lines, const char *expected) {
  uint8_t bytes[64];
  const size_t size = rvt_lines(&plain.ntrace.format, lines, bytes, sizeof bytes);
  assert_string_equal(rvt_log_bytes(image, &plain, bytes, size)->text, expected);
}

/* Branches forwards and backwards across 2^32, taken by message and by history. */
static void branches_across_the_end_of_memory(void **state) {
  (void)state;
  const struct rvt_code code[] = {{0x10, C_NOP},
                                  {0x12, rvt_branch(-0x22)},
                                  {0x16, C_EBREAK},
                                  {0xfffffff0, rvt_branch(0x20)},
                                  {0xfffffff4, C_EBREAK}};
  const char *all = "S3@fffffff0 fffffff0 10 12 fffffff0 X0@fffffff4";
  rvt_image_free(image);
  image = rvt_code_image(32, code, COUNT(code));
  check_lines("ProgTraceSync SYNC=3 I-CNT=0 F-ADDR=0x7ffffff8;DirectBranch I-CNT=2;"
              "DirectBranch I-CNT=3;ProgTraceCorrelation EVCODE=0 CDF=0 I-CNT=2",
              all);
  check_lines("ProgTraceSync SYNC=3 I-CNT=0 F-ADDR=0x7ffffff8;"
              "ProgTraceCorrelation EVCODE=0 CDF=1 I-CNT=7 HIST=0xe",
              all);
  ROW("NT:ADR-08");
}

static void repeated_history(void **state) {
  (void)state;
  const char *all = "S3@100 100 102 100 102 100 102 100 102 100 102 100 102 100 102 100 102 100 102"
                    " 100 102 104 X0@108";
  const struct rvt_code code[] = {{0x100, C_NOP}, {0x102, rvt_c_beqz(-2)}, {0x104, NOP}};
  use(code, COUNT(code));
  check(START "6C C8 0D 0F 84 40 59 0B", all);
  ROW("NT:RHI-08");
  ROW("NT:HIST-12");
  check(START "6C C0 07 6C C8 0D 0F 84 40 3D 0B", all);
  ROW("NT:RSF-09");
  /* 60 outcomes: two records of 30, or 30 of two (V-RHI-2 and V-RHI-3 with smaller counts). */
  const struct rvt_code zigzag[] = {{0x100, rvt_c_beqz(6)}, {0x102, rvt_c_beqz(-2)}};
  use(zigzag, COUNT(zigzag));
  uint8_t bytes[256];
  char one[RVT_LOG_SIZE];
  size_t size = rvt_lines(&plain.ntrace.format,
                          "ProgTraceSync SYNC=3 I-CNT=0 F-ADDR=0x80;"
                          "ResourceFull RCODE=2 HIST=0x55555555 HREPEAT=2;"
                          "ProgTraceCorrelation EVCODE=0 CDF=1 I-CNT=60 HIST=0x1",
                          bytes, sizeof bytes);
  const struct rvt_decoder_log *log = rvt_log_bytes(image, &plain, bytes, size);
  assert_int_equal(log->errors, 0);
  strcpy(one, log->text);
  size = rvt_lines(&plain.ntrace.format,
                   "ProgTraceSync SYNC=3 I-CNT=0 F-ADDR=0x80;"
                   "ResourceFull RCODE=2 HIST=0x5 HREPEAT=30;"
                   "ProgTraceCorrelation EVCODE=0 CDF=1 I-CNT=60 HIST=0x1",
                   bytes, sizeof bytes);
  assert_string_equal(rvt_log_bytes(image, &plain, bytes, size)->text, one);
}

/* Inferable jumps are followed while outcomes are used up and while units are. */
static void jumps(void **state) {
  (void)state;
  const struct rvt_code code[] = {{0x100, rvt_c_j(0x20)},    {0x120, rvt_jal(0, 0x20)},
                                  {0x140, rvt_c_beqz(0x10)}, {0x142, rvt_jal(1, -0x22)},
                                  {0x150, rvt_jal(5, 0x10)}, {0x160, C_NOP}};
  use(code, COUNT(code));
  uint8_t bytes[64];
  size_t size = rvt_lines(&plain.ntrace.format,
                          "ProgTraceSync SYNC=3 I-CNT=0 F-ADDR=0x80;ResourceFull RCODE=1 HIST=0x5;"
                          "ProgTraceCorrelation EVCODE=0 CDF=1 I-CNT=12 HIST=0x1",
                          bytes, sizeof bytes);
  assert_string_equal(rvt_log_bytes(image, &plain, bytes, size)->text,
                      "S3@100 100 120 140 142 120 140 150 160 X0@162");
  ROW("NT:DEC-12");
  ROW("NT:DEC-24");
  /* An address is taken as sent: nothing is extended. */
  check("24 0D 00 FB", "S3@1f00");
  ROW("NT:ADR-15");
}
static void idle(void **state) {
  (void)state;
  use_branches();
  check("FF FF " START "FF 0C 0F FF FF 84 00 07 FF", "S3@100 100 102 200 X0@202");
  check(START "20 FF", "S3@100 G3@100");
  ROW("NT:PKT-13");
}

static void repeat_branch(void **state) {
  (void)state;
  const char *pcs = "S3@100 100 100>200:0 200 202 202>200:0 200 202 202>200:0 200 X0@202";
  const struct rvt_code code[] = {{0x100, JR_X6}, {0x200, C_NOP}, {0x202, C_JR_X6}};
  use(code, COUNT(code));
  check(START "10 21 00 1B 78 0B 84 00 07", pcs);
  ROW("NT:RPT-08");
  check(START "10 21 00 1B 10 21 03 78 07 84 00 07", pcs);
  check(START "10 21 00 1B 10 21 03 78 03 84 00 07",
        "S3@100 100 100>200:0 200 202 202>200:0 W:NT:RPT-01@b 200 X0@202");
  check(START "78 0B", "S3@100 E:NT:RPT-10@4");
  check(START "10 21 00 1B 24 09 00 13 78 0B", "S3@100 100 100>200:0 S2@200c E:NT:RPT-10@c");
  ROW("NT:RPT-10");
  check(START "10 21 00 1B 78 0B 78 07 84 00 07",
        "S3@100 100 100>200:0 200 202 202>200:0 200 202 202>200:0 200 202 202>200:0 200 X0@202");
  check(START "10 21 00 1B 08 33 78 07 84 00 07",
        "S3@100 100 100>200:0 Oc 200 202 202>200:0 200 X0@202");
  check(START "10 21 00 1B 08 33 10 21 03 84 00 07",
        "S3@100 100 100>200:0 Oc 200 202 202>200:0 200 X0@202");
  check(START "10 21 00 1B 6C 43 08 33 84 00 03", "S3@100 100 100>200:0 Oc 200 X0@202");
  ROW("NT:OWN-14");
  check(START "10 21 00 1B 6C 40 00 07 78 07", "S3@100 100 100>200:0 E:NT:RPT-07@c");
  /* A loop of DirectBranches, many times, without storage per repetition. */
  const struct rvt_code loop[] = {{0x100, C_NOP}, {0x102, rvt_c_beqz(-2)}, {0x104, C_NOP}};
  use(loop, COUNT(loop));
  check(START "0C 0B 78 07 84 00 0F", "S3@100 100 102 100 102 100 102 104 X0@106");
  uint8_t bytes[64];
  size_t size = rvt_hex(START "0C 0B 78 FC FC FF 84 00 0F", bytes, sizeof bytes);
  struct rvt_decoder_log *log = calloc(1, sizeof *log);
  struct rvt_decoder *d = NULL;
  struct rvt_bytes in = {.data = bytes, .size = size};
  assert_non_null(log);
  log->count_only = true;
  assert_int_equal(rvt_decoder_new(&plain, image, rvt_decoder_log, log, &d, NULL), RVT_OK);
  assert_int_equal(rvt_decoder_feed(d, &in), RVT_END);
  assert_int_equal(log->errors, 0);
  assert_int_equal(log->runs, 0x40000 + 2);
  rvt_decoder_free(d);
  free(log);
  ROW("NT:RPT-12");
}

/*
 * Outcomes may be a whole I-CNT, and as much of a ResourceFull again, ahead of what accounts for
 * them: 31 passes of a loop of 16 units a message, 4,960,000 and 9,920,000 units.
 */
static void history_far_ahead(void **state) {
  (void)state;
  const char *lines[] = {
      "ProgTraceSync SYNC=3 I-CNT=0 F-ADDR=0x80;ResourceFull RCODE=2 HIST=0xffffffff HREPEAT=10000;"
      "ResourceFull RCODE=0 I-CNT=4194303;ProgTraceCorrelation EVCODE=0 CDF=1 I-CNT=765697 HIST=1",
      "ProgTraceSync SYNC=3 I-CNT=0 F-ADDR=0x80;ResourceFull RCODE=2 HIST=0xffffffff "
      "HREPEAT=20000"};
  struct rvt_code code[15];
  for (size_t i = 0; i < 14; i++) code[i] = (struct rvt_code){0x100 + 2 * i, C_NOP};
  code[14] = (struct rvt_code){0x11c, rvt_branch(-0x1c)};
  use(code, COUNT(code));
  struct rvt_decoder_log *log = calloc(1, sizeof *log);
  assert_non_null(log);
  log->count_only = true;
  for (unsigned errors = 0; errors < 2; errors++) {
    struct rvt_decoder *d = NULL;
    uint8_t bytes[64];
    struct rvt_bytes in = {.data = bytes};
    in.size = rvt_lines(&plain.ntrace.format, lines[errors], bytes, sizeof bytes);
    assert_int_equal(rvt_decoder_new(&plain, image, rvt_decoder_log, log, &d, NULL), RVT_OK);
    assert_int_equal(rvt_decoder_feed(d, &in), RVT_END);
    assert_int_equal(log->errors, errors);
    rvt_decoder_free(d);
  }
  free(log);
}

/* `repeat_max` half-words of an HREPEAT, and those that ResourceFull has told before (NT:DEC-23).
 */
static void history_that_is_told(void **state) {
  (void)state;
  const char *lines[] = {"ProgTraceSync SYNC=3 I-CNT=0 F-ADDR=0x80;ResourceFull RCODE=0 I-CNT=12;"
                         "ResourceFull RCODE=2 HIST=0x5 HREPEAT=20;"
                         "ProgTraceCorrelation EVCODE=0 CDF=1 I-CNT=28 HIST=1",
                         "ProgTraceSync SYNC=3 I-CNT=0 F-ADDR=0x80;ResourceFull RCODE=0 I-CNT=11;"
                         "ResourceFull RCODE=2 HIST=0x5 HREPEAT=20;"
                         "ProgTraceCorrelation EVCODE=0 CDF=1 I-CNT=29 HIST=1"};
  const struct rvt_code zigzag[] = {{0x100, rvt_c_beqz(6)}, {0x102, rvt_c_beqz(-2)}};
  use(zigzag, COUNT(zigzag));
  struct rvt_decoder_config config = plain;
  config.ntrace.repeat_max = 28;
  for (unsigned errors = 0; errors < 2; errors++) {
    uint8_t bytes[64];
    const size_t size = rvt_lines(&plain.ntrace.format, lines[errors], bytes, sizeof bytes);
    assert_int_equal(rvt_log_bytes(image, &config, bytes, size)->errors, errors);
  }
}

/* HREPEAT has 18 bits (NT:DEC-23): as often as that one outcome, and once more. */
static void history_repeated_most_often(void **state) {
  (void)state;
  const struct rvt_code loop[] = {{0x100, rvt_c_beqz(0)}, {0x102, C_NOP}};
  use(loop, COUNT(loop));
  for (unsigned beyond = 0; beyond < 2; beyond++) {
    uint8_t bytes[64];
    struct rvt_decoder_log *log = calloc(1, sizeof *log);
    struct rvt_decoder *d = NULL;
    struct rvt_bytes in = {.data = bytes};
    assert_non_null(log);
    log->count_only = true;
    in.size = rvt_hex(beyond ? START "6C C9 00 00 00 07" : START "6C C9 FC FC FF", bytes, 32);
    in.size +=
        rvt_lines(&plain.ntrace.format, "ProgTraceCorrelation EVCODE=0 CDF=1 I-CNT=262143 HIST=1",
                  bytes + in.size, 16);
    assert_int_equal(rvt_decoder_new(&plain, image, rvt_decoder_log, log, &d, NULL), RVT_OK);
    assert_int_equal(rvt_decoder_feed(d, &in), RVT_END);
    assert_int_equal(log->errors, beyond);
    rvt_decoder_free(d);
    free(log);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(btm),
                                     cmocka_unit_test(htm),
                                     cmocka_unit_test(icnt_full),
                                     cmocka_unit_test(addresses),
                                     cmocka_unit_test(xlen_32),
                                     cmocka_unit_test(branches_across_the_end_of_memory),
                                     cmocka_unit_test(repeated_history),
                                     cmocka_unit_test(history_that_is_told),
                                     cmocka_unit_test(repeat_branch),
                                     cmocka_unit_test(jumps),
                                     cmocka_unit_test(idle),
                                     cmocka_unit_test(history_far_ahead),
                                     cmocka_unit_test(history_repeated_most_often)};
  int failed = cmocka_run_group_tests(tests, NULL, NULL);
  rvt_image_free(image);
  return failed != 0;
}
