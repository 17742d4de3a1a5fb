/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "oracle/row.h"
#include "rvt/unit/encode.h"
#include "tests/support/capture.h"
#include "tests/support/decoder_lines.h"
#include "tests/support/elf_make.h"
#include "tests/support/test.h"

/* Zcmp and Zcmt in the program, custom and long instructions. */

#define COUNT(a) (sizeof(a) / sizeof(a)[0])
#define START    "ProgTraceSync SYNC=3 I-CNT=0 F-ADDR=0x80"
#define STOP(n)  ";ProgTraceCorrelation EVCODE=0 CDF=0 I-CNT=" #n

enum { TABLE = 0x400, PF_X = 1, PF_R = 4, RISCV = 243 };

static char path[] = "/tmp/rvt_zc_XXXXXX";

static int reset(void **state) {
  (void)state;
  config = (struct rvt_decoder_config){.lenient = false};
  rvt_image_free(image);
  image = NULL;
  return 0;
}

static void use(struct rvt_isa isa, const struct rvt_code *code, size_t count) {
  rvt_image_free(image);
  image = rvt_code_image_isa(&isa, code, count);
}

/* A call through the table, a function that saves and restores, a jump back through the table. */
static void use_zc(struct rvt_isa isa) {
  const unsigned bytes = isa.xlen / 8U;
  const struct rvt_code code[] = {{0x100, CM_JALT_32},
                                  {0x102, C_NOP},
                                  {0x104, CM_JT_1},
                                  {0x106, C_EBREAK},
                                  {0x200, CM_PUSH},
                                  {0x202, CM_MVSA01},
                                  {0x204, CM_POP},
                                  {0x206, CM_PUSH},
                                  {0x208, CM_POPRET},
                                  {0x20a, C_EBREAK},
                                  {0x300, C_NOP},
                                  {0x302, CM_POPRETZ},
                                  {0x304, CM_JT_0},
                                  {TABLE + bytes, 0x301}, /* bit 0 counts for nothing */
                                  {TABLE + bytes + 2, 0},
                                  {TABLE + bytes + 4, 0},
                                  {TABLE + bytes + 6, 0},
                                  {TABLE + 32 * bytes, 0x200},
                                  {TABLE + 32 * bytes + 2, 0},
                                  {TABLE + 32 * bytes + 4, 0},
                                  {TABLE + 32 * bytes + 6, 0}};
  use(isa, code, COUNT(code));
}

static void table_jumps_and_returns(void **state) {
  (void)state;
  for (uint8_t xlen = 32; xlen <= 64; xlen = (uint8_t)(xlen + 32)) {
    use_zc((struct rvt_isa){.xlen = xlen, .zcmp = true, .zcmt = true});
    assert_int_equal(rvt_image_set_jvt(image, TABLE + 2), RVT_ERR_ARG);
    assert_int_equal(rvt_image_set_jvt(image, TABLE), RVT_OK);
    config.implicit_return = 0;
    CHECK(START ";IndirectBranch B-TYPE=0 I-CNT=6 U-ADDR=0x1" STOP(4),
          "S3@100 100 200 202 204 206 208 208>102:0 102 104 300 302 X0@?");
    CHECK(START STOP(8), "S3@100 100 200 202 204 206 208 E:NT:ICNT-18@4 X0@?");
    config.implicit_return = 3;
    CHECK(START STOP(9), "S3@100 100 200 202 204 206 208 102 104 300 X0@302");
    CHECK(START STOP(10), "S3@100 100 200 202 204 206 208 102 104 300 302 X0@?");
    /* They are followed by outcomes, too, and CM.POPRETZ is a return that knows no call. */
    CHECK(START ";ResourceFull RCODE=1 HIST=0x2",
          "S3@100 100 200 202 204 206 208 102 104 300 302 E:NT:IRT-16@4");
  }
  ROW("NT:CUS-07");
  ROW("NT:CUS-08");
  ROW("NT:IRT-19");
}

/* Without the extensions the same codes are stores to the stack. */
static void other_isas(void **state) {
  (void)state;
  use_zc((struct rvt_isa){.xlen = 64, .zcmp = false, .zcmt = false});
  assert_int_equal(rvt_image_set_jvt(image, TABLE), RVT_OK);
  CHECK(START STOP(3), "S3@100 100 102 104 X0@106");
  CHECK("ProgTraceSync SYNC=3 I-CNT=0 F-ADDR=0x100" STOP(5), "S3@200 200 202 204 206 208 X0@20a");
  use_zc((struct rvt_isa){.xlen = 64, .zcmp = true, .zcmt = false});
  assert_int_equal(rvt_image_set_jvt(image, TABLE), RVT_OK);
  CHECK(START STOP(3), "S3@100 100 102 104 X0@106");
  CHECK("ProgTraceSync SYNC=3 I-CNT=0 F-ADDR=0x100" STOP(5), "S3@200 200 202 204 206 208 X0@?");
  use_zc((struct rvt_isa){.xlen = 64, .zcmp = false, .zcmt = true});
  assert_int_equal(rvt_image_set_jvt(image, TABLE), RVT_OK);
  CHECK(START STOP(2), "S3@100 100 200 X0@202");
  CHECK("ProgTraceSync SYNC=3 I-CNT=0 F-ADDR=0x100" STOP(5), "S3@200 200 202 204 206 208 X0@20a");
  ROW("NT:CUS-09");
  /* The ISA is said before the code, once, and is the image's. */
  const struct rvt_isa zc = {.xlen = 64, .zcmp = true, .zcmt = true},
                       narrow = {.xlen = 32, .zcmp = true, .zcmt = true},
                       none = {.xlen = 0, .zcmp = true, .zcmt = true};
  assert_int_equal(rvt_image_set_isa(image, &zc), RVT_ERR_ARG);
  rvt_image_free(image);
  assert_int_equal(rvt_image_new(64, &image), RVT_OK);
  assert_int_equal(rvt_image_set_isa(image, &narrow), RVT_ERR_ARG);
  assert_int_equal(rvt_image_set_isa(image, &none), RVT_ERR_ARG);
  assert_int_equal(rvt_image_set_isa(image, &zc), RVT_OK);
}

/* A table that is not known, or has no such entry, is an error at the jump. */
static void missing_tables(void **state) {
  (void)state;
  use_zc((struct rvt_isa){.xlen = 64, .zcmp = true, .zcmt = true});
  CHECK(START STOP(2) ";ProgTraceSync SYNC=5 I-CNT=0 F-ADDR=0x101" STOP(1),
        "S3@100 100 E:NT:CUS-07@4 X0@? S5@202 202 X0@204");
  assert_int_equal(rvt_image_set_jvt(image, TABLE), RVT_OK);
  CHECK("ProgTraceSync SYNC=3 I-CNT=0 F-ADDR=0x182" STOP(1), "S3@304 304 E:NT:CUS-07@4 X0@?");
  assert_int_equal(rvt_image_set_jvt(image, 0x10000), RVT_OK);
  CHECK(START STOP(2), "S3@100 100 E:NT:CUS-07@4 X0@?");
  ROW("NT:CUS-07");
}

/* A jump through the table to itself is one event, whatever its count. */
static void endless_loop(void **state) {
  (void)state;
  const struct rvt_code code[] = {{0x100, C_NOP}, {0x102, CM_JT_0}, {TABLE, 0x100}, {TABLE + 2, 0}};
  use((struct rvt_isa){.xlen = 32, .zcmp = false, .zcmt = true}, code, COUNT(code));
  assert_int_equal(rvt_image_set_jvt(image, TABLE), RVT_OK);
  CHECK(START ";ResourceFull RCODE=0 I-CNT=4194303" STOP(1),
        "S3@100 100 102 100 102*1fffff X0@100");
  ROW("NT:DEC-21");
}

/* What an ELF file says of itself: ISA, base of the table, table in code or among the data. */
static void elf_files(void **state) {
  (void)state;
  static uint8_t code[1024], data[256];
  const uint16_t head[] = {CM_JALT_32, C_NOP, C_EBREAK};
  const struct rvt_elf_symbol symbols[] = {{"_start", 0x100}, {"__jvt_base$", TABLE}};
  struct rvt_elf_make make = {.xlen = 32,
                              .machine = RISCV,
                              .flags = PF_R | PF_X,
                              .address = 0x100,
                              .code = code,
                              .size = TABLE - 0x100 + 132,
                              .symbol = symbols,
                              .symbols = 2,
                              .arch = "rv32i2p1_m2p0_c2p0_zcmp1p0_zcmt1p0"};
  memcpy(code, head, sizeof head);
  code[0x300 - 0x100] = CM_POPRET & 0xff;
  code[0x301 - 0x100] = CM_POPRET >> 8;
  code[TABLE - 0x100 + 128 + 1] = 3; /* entry 32: 0x300 */
  config.implicit_return = 3;
  for (unsigned round = 0; round < 10; round++) {
    const char *expected = "S3@100 100 300 102 X0@104";
    rvt_image_free(image);
    assert_int_equal(rvt_image_new(0, &image), RVT_OK);
    const struct rvt_isa none = {.xlen = 32, .zcmp = false, .zcmt = false},
                         both = {.xlen = 32, .zcmp = true, .zcmt = true};
    switch (round) {
    case 1: /* among the data */
      make.size = 0x202;
      make.data_address = TABLE - 64;
      make.data = data;
      make.data_size = 64 + 132;
      data[64 + 128 + 1] = 3;
      break;
    case 2: /* cut */
      make.data_size = 64 + 130;
      expected = "S3@100 100 E:NT:CUS-07@4 X0@?";
      break;
    case 3: /* no such symbol; the caller knows it */
      make.data_size = 64 + 132;
      make.symbols = 1;
      assert_int_equal(rvt_image_set_jvt(image, TABLE), RVT_OK);
      break;
    case 4: expected = "S3@100 100 E:NT:CUS-07@4 X0@?"; break;
    case 5: /* the file names another ISA; the caller knows better */
      make.symbols = 2;
      make.arch = "rv32i2p1_m2p0_c2p0";
      assert_int_equal(rvt_image_set_isa(image, &both), RVT_OK);
      break;
    case 6: expected = "S3@100 100 102 E:NT:ITY-25@4 X0@?"; break;
    case 7:
      make.arch = "rv32i2p1_m2p0_c2p0_zcmp1p0_zcmt1p0";
      assert_int_equal(rvt_image_set_isa(image, &none), RVT_OK);
      expected = "S3@100 100 102 E:NT:ITY-25@4 X0@?";
      break;
    case 8: /* others name another ISA */
      make.others = true;
      expected = "S3@100 100 300 102 X0@104";
      break;
    case 9:
      make.arch = "rv32imac";
      expected = "S3@100 100 102 E:NT:ITY-25@4 X0@?";
      break;
    default: break;
    }
    rvt_elf_make(path, &make);
    struct rvt_error error = {""};
    if (rvt_image_add_elf(image, path, &error) != RVT_OK) fail_msg("%u: %s", round, error.text);
    const char *found = decode(START STOP(3));
    if (strcmp(found, expected) != 0) fail_msg("%u: expected %s, found %s", round, expected, found);
  }
  ROW("NT:CUS-07");
  ROW("NT:CUS-09");
  ROW("NT:DEC-02");
}

/* Every cut and every altered byte of the attributes: another ISA or none, never a crash. */
static void damaged_attributes(void **state) {
  (void)state;
  enum { ATTRIBUTES = 10240, LENGTH = 40 };
  const uint16_t code[] = {C_NOP, C_EBREAK};
  const struct rvt_elf_make make = {.xlen = 64,
                                    .machine = RISCV,
                                    .flags = PF_R | PF_X,
                                    .address = 0x100,
                                    .code = code,
                                    .size = sizeof code,
                                    .arch = "rv64imac_zcmp_zcmt"};
  for (size_t i = 0; i < LENGTH; i++)
    for (unsigned value = 0; value < 256; value += 17) {
      rvt_elf_make(path, &make);
      FILE *file = fopen(path, "r+b");
      assert_non_null(file);
      assert_int_equal(fseek(file, (long)(ATTRIBUTES + i), SEEK_SET), 0);
      fputc((int)value, file);
      assert_int_equal(fclose(file), 0);
      rvt_image_free(image);
      assert_int_equal(rvt_image_new(0, &image), RVT_OK);
      assert_int_equal(rvt_image_add_elf(image, path, NULL), RVT_OK);
      CHECK(START STOP(1), "S3@100 100 X0@102");
    }
}

/* 48 to 176 bits: linear, whatever they hold, and counted by their length. */
static void long_instructions(void **state) {
  (void)state;
  const struct rvt_code code[] = {
      {0x100, LONG_48},  {0x102, C_RET},  {0x104, C_RET}, {0x106, LONG_64},
      {0x108, C_RET},    {0x10a, C_RET},  {0x10c, C_RET}, {0x10e, LONG_80},
      {0x110, C_RET},    {0x112, C_RET},  {0x114, C_RET}, {0x116, C_RET},
      {0x118, LONG_176}, {0x11a, C_RET},  {0x11c, C_RET}, {0x11e, C_RET},
      {0x120, C_RET},    {0x122, C_RET},  {0x124, C_RET}, {0x126, C_RET},
      {0x128, C_RET},    {0x12a, C_RET},  {0x12c, C_RET}, {0x12e, rvt_c_beqz(-0x2e)},
      {0x130, C_NOP},    {0x200, 0x707f}, {0x202, C_NOP}};
  use((struct rvt_isa){.xlen = 64, .zcmp = false, .zcmt = false}, code, COUNT(code));
  CHECK(START STOP(25), "S3@100 100 106 10e 118 12e 130 X0@132");
  CHECK(START ";ProgTraceCorrelation EVCODE=0 CDF=1 I-CNT=27 HIST=0x3",
        "S3@100 100 106 10e 118 12e 100 X0@106");
  ROW("NT:CUS-10");
  /* A count that ends inside one is an error; so is a length that no encoding tells. */
  CHECK(START STOP(8), "S3@100 100 106 E:NT:ICNT-17@4 X0@?");
  CHECK("ProgTraceSync SYNC=3 I-CNT=0 F-ADDR=0x100" STOP(12), "S3@200 E:NT:DEC-16@4 X0@?");
  ROW("NT:CUS-06");
  /* Each of them may be one that diverts the flow (NT:CUS-03). */
  CHECK(START ";IndirectBranch B-TYPE=0 I-CNT=12 U-ADDR=0xc;IndirectBranch B-TYPE=0 I-CNT=11 "
              "U-ADDR=0x1b" STOP(1),
        "S3@100 100 106 10e 10e>118:0 118 118>12e:0 12e X0@130");
  struct rvt_insn insn;
  uint64_t word = 0;
  assert_int_equal(rvt_image_insn(image, 0x118, &insn, &word), RVT_OK);
  assert_int_equal(insn.size, 11);
  assert_true(word == UINT64_C(0x808280828082607f));
}

/* Programs with custom instructions of 32 to 64 bits, through encoder and decoder. */
static void captures(void **state) {
  (void)state;
  for (unsigned i = 0; i < 8; i++) {
    const struct capture_options options = {.seed = 9000 + i,
                                            .xlen = i % 2 == 0 ? 32 : 64,
                                            .mode = i % 4 < 2 ? RVT_MODE_BTM : RVT_MODE_HTM,
                                            .implicit_return = i >= 4,
                                            .sequential_jump = i % 3 == 0,
                                            .long_insns = true,
                                            .sync_max = 5,
                                            .code = 8192,
                                            .instructions = 20000};
    struct capture c;
    size_t sizes[RVT_INSN_SIZE_MAX + 1] = {0};
    capture_make(&c, &options);
    for (size_t k = 0; k < c.pcs; k++) {
      struct rvt_insn insn;
      assert_int_equal(rvt_image_insn(c.image, c.pc[k], &insn, NULL), RVT_OK);
      sizes[insn.size]++;
    }
    assert_true(sizes[3] > 20 && sizes[4] > 20);
    capture_check(&c);
    capture_free(&c);
  }
  ROW("NT:CUS-01");
  ROW("NT:CUS-02");
  ROW("NT:CUS-06");
}

/*
 * Instructions of the hart's own that divert the flow: a hart reports them as indirect jumps where
 * they do, and as nothing where they do not, however conditional they are.
 */
static void custom_transfers(void **state) {
  (void)state;
  const struct rvt_code code[] = {
      {0x100, CUSTOM},  {0x104, C_NOP}, {0x106, CUSTOM}, {0x10a, C_NOP}, {0x200, C_NOP},
      {0x202, LONG_64}, {0x204, C_NOP}, {0x206, C_NOP},  {0x208, C_NOP}, {0x300, LONG_48},
      {0x302, C_NOP},   {0x304, C_NOP}, {0x306, C_NOP}};
  static const struct rvt_block blocks[] = {
      {.iretire = 2, .iaddr = 0x100, .itype = RVT_IT_NONE, .ilastsize = 1}, /* falls through */
      {.iretire = 3, .iaddr = 0x104, .itype = RVT_IT_INDIRECT_JUMP, .ilastsize = 1},
      {.iretire = 5, .iaddr = 0x200, .itype = RVT_IT_INDIRECT_JUMP, .ilastsize = 2},
      {.iretire = 4, .iaddr = 0x300, .itype = RVT_IT_NONE, .ilastsize = 0}};
  const struct rvt_params params = build_of("Xlen=64 IretireWidth=4 IcntWidth=10 HistWidth=8");
  use((struct rvt_isa){.xlen = 64, .zcmp = false, .zcmt = false}, code, COUNT(code));
  for (unsigned i = 0; i < 2; i++) {
    struct rvt_config on = {
        .active = true, .enable = true, .tracing = true, .mode = i ? RVT_MODE_HTM : RVT_MODE_BTM};
    static struct rvt_encode encoder;
    uint8_t bytes[RVT_ENCODE_BYTES_MAX + 512];
    struct rvt_encode_bytes out = {bytes, sizeof bytes, 0};
    assert_int_equal(rvt_encode_init(&encoder, &params, NULL), RVT_OK);
    for (size_t k = 0; k <= COUNT(blocks); k++) {
      struct rvt_ingress in = {.priv = RVT_PRIV_M};
      if (k < COUNT(blocks)) in.block[0] = blocks[k];
      on.enable = k < COUNT(blocks);
      assert_int_equal(rvt_encode_push(&encoder, &on, &in, RVT_LOSS_NONE, &out), RVT_OK);
    }
    assert_string_equal(rvt_log_bytes(image, &config, bytes, out.used)->text,
                        "S5@100 100 104 106 106>200:0 200 202 202>300:0 300 306 X4@308");
  }
  ROW("NT:CUS-01");
  ROW("NT:CUS-02");
  ROW("NT:CUS-03");
  ROW("NT:CUS-04");
}

/* Which encodings may divert the flow: custom and reserved opcodes, and unknown SYSTEM codes. */
static void custom_encodings(void **state) {
  (void)state;
  static const struct {
    uint32_t word;
    bool custom;
  } words[] = {{0x0000000b, true},  {0x0000002b, true},  {0x0000005b, true},  {0x0000007b, true},
               {0x0000006b, true},  {0x00000077, true},  {0x10500073, false}, {0x00200073, true},
               {0x30051073, false}, {0x00000013, false}, {0x0000000f, false}, {0x00000057, false}};
  for (size_t i = 0; i < COUNT(words); i++) {
    const struct rvt_code code[] = {{0x100, words[i].word}, {0x104, C_NOP}, {0x200, C_NOP}};
    use((struct rvt_isa){.xlen = 64, .zcmp = false, .zcmt = false}, code, COUNT(code));
    CHECK(START STOP(3), "S3@100 100 104 X0@106");
    const char *found = decode(START ";IndirectBranch B-TYPE=0 I-CNT=2 U-ADDR=0x180" STOP(1));
    const char *expected =
        words[i].custom ? "S3@100 100 100>200:0 200 X0@202" : "S3@100 100 E:NT:BTY-05@4 X0@?";
    if (strcmp(found, expected) != 0) fail_msg("0x%08x: found %s", words[i].word, found);
  }
  ROW("NT:CUS-06");
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test_setup(table_jumps_and_returns, reset),
                                     cmocka_unit_test_setup(other_isas, reset),
                                     cmocka_unit_test_setup(missing_tables, reset),
                                     cmocka_unit_test_setup(endless_loop, reset),
                                     cmocka_unit_test_setup(elf_files, reset),
                                     cmocka_unit_test_setup(damaged_attributes, reset),
                                     cmocka_unit_test_setup(long_instructions, reset),
                                     cmocka_unit_test_setup(custom_transfers, reset),
                                     cmocka_unit_test_setup(custom_encodings, reset),
                                     cmocka_unit_test_setup(captures, reset)};
  int fd = mkstemp(path);
  if (fd < 0) return 2;
  close(fd);
  int failed = cmocka_run_group_tests(tests, NULL, NULL);
  unlink(path);
  rvt_image_free(image);
  return failed != 0;
}
