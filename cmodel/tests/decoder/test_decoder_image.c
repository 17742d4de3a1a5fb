/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <elf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "oracle/row.h"
#include "rvt/sidecar.h"
#include "tests/support/decoder_log.h"
#include "tests/support/elf_make.h"
#include "tests/support/test.h"

static const uint8_t code[] = {0x01, 0x00, 0x13, 0x00, 0x00, 0x00, 0x82, 0x80, 0x13, 0x00};
static const struct rvt_elf_symbol symbols[] = {
    {"main", 0x100}, {"$x", 0x102}, {"tail", 0x106}, {"far", 0x1000}};
static char path[] = "/tmp/rvt_image_XXXXXX";
static struct rvt_image *image;

static struct rvt_elf_make good(void) {
  return (struct rvt_elf_make){.xlen = 64,
                               .machine = EM_RISCV,
                               .flags = PF_R | PF_X,
                               .address = 0x100,
                               .code = code,
                               .size = sizeof code,
                               .symbol = symbols,
                               .symbols = 4};
}

static int reset(void **state) {
  (void)state;
  rvt_image_free(image);
  image = NULL;
  return rvt_image_new(0, &image) == RVT_OK ? 0 : -1;
}

static void raw(void **state) {
  (void)state;
  struct rvt_insn insn = {.size = 9};
  uint64_t word = 0;
  assert_int_equal(rvt_image_add(image, 0, code, 2), RVT_ERR_ARG); /* XLEN is not known */
  rvt_image_free(image);
  assert_int_equal(rvt_image_new(33, &image), RVT_ERR_ARG);
  assert_int_equal(rvt_image_new(32, &image), RVT_OK);
  assert_int_equal(rvt_image_add(image, 0x101, code, 2), RVT_ERR_ARG);
  assert_int_equal(rvt_image_add(image, 0x100, code, 3), RVT_ERR_ARG);
  assert_int_equal(rvt_image_add(image, 0x100, code, 0), RVT_ERR_ARG);
  assert_int_equal(rvt_image_add(image, UINT64_C(1) << 32, code, 2), RVT_ERR_ARG);
  assert_int_equal(rvt_image_add(image, 0xfffffffe, code, 4), RVT_ERR_ARG);
  assert_int_equal(rvt_image_add(image, 0xfffffffe, code, 2), RVT_OK);
  assert_int_equal(rvt_image_add(image, 0x100, code, sizeof code), RVT_OK);
  /* Overlaps: after, before, around. */
  assert_int_equal(rvt_image_add(image, 0x108, code, 2), RVT_ERR_ARG);
  assert_int_equal(rvt_image_add(image, 0xfe, code, 4), RVT_ERR_ARG);
  assert_int_equal(rvt_image_insn(image, 0x108, &insn, &word), RVT_ERR_NO_CODE); /* cut off */
  assert_int_equal(rvt_image_add(image, 0x10a, code, 2), RVT_OK);
  assert_int_equal(rvt_image_insn(image, 0x108, &insn, &word), RVT_OK);
  assert_true(insn.size == 2 && word == 0x10013);
  assert_int_equal(rvt_image_add(image, 0xfe, code, 2), RVT_OK);
  assert_int_equal(rvt_image_insn(image, 0x102, &insn, &word), RVT_OK);
  assert_true(insn.size == 2 && word == 0x13);
  assert_int_equal(rvt_image_insn(image, 0x106, &insn, &word), RVT_OK);
  assert_true(insn.itype == RVT_IT_RETURN && word == 0x8082);
  insn.size = 9;
  /* Outside, odd. */
  assert_int_equal(rvt_image_insn(image, 0x10c, &insn, &word), RVT_ERR_NO_CODE);
  assert_int_equal(rvt_image_insn(image, 0x103, &insn, &word), RVT_ERR_NO_CODE);
  assert_int_equal(insn.size, 9);
}

static void elf_files(void **state) {
  (void)state;
  struct rvt_error error;
  struct rvt_elf_make make = good();
  uint64_t offset = 0;
  for (unsigned xlen = 32; xlen <= 64; xlen += 32) {
    reset(NULL);
    make.xlen = xlen;
    rvt_elf_make(path, &make);
    if (rvt_image_add_elf(image, path, &error) != RVT_OK) fail_msg("%s", error.text);
    assert_int_equal(rvt_image_xlen(image), xlen);
    assert_int_equal(rvt_image_file_count(image), 1);
    assert_int_equal(rvt_image_get_file(image, 0)->entry, 0x100);
    assert_string_equal(rvt_image_get_file(image, 0)->path, path);
    assert_string_equal(rvt_image_symbol(image, 0x104, &offset), "main");
    assert_int_equal(offset, 4);
    assert_string_equal(rvt_image_symbol(image, 0x106, &offset), "tail");
    assert_int_equal(offset, 0);
    assert_null(rvt_image_symbol(image, 0x200, &offset));
    char command[128];
    char hash[RVT_SHA256_TEXT] = "";
    snprintf(command, sizeof command, "sha256sum %s", path);
    FILE *sum = popen(command, "r");
    assert_non_null(sum);
    assert_int_equal(fread(hash, 1, 64, sum), 64);
    pclose(sum);
    assert_string_equal(rvt_image_get_file(image, 0)->sha256, hash);
    /* The same addresses twice; another XLEN. */
    assert_int_equal(rvt_image_add_elf(image, path, &error), RVT_ERR_MISMATCH);
    make.xlen = 96 - xlen;
    make.address = 0x1000;
    rvt_elf_make(path, &make);
    assert_int_equal(rvt_image_add_elf(image, path, &error), RVT_ERR_MISMATCH);
    assert_non_null(strstr(error.text, "XLEN"));
    make.xlen = xlen;
    rvt_elf_make(path, &make);
    assert_int_equal(rvt_image_add_elf(image, path, &error), RVT_OK);
    assert_int_equal(rvt_image_file_count(image), 2);
    make.address = 0x100;
  }
  ROW("NT:DEC-01");
}

static void bad_files(void **state) {
  (void)state;
  struct rvt_error error;
  struct rvt_elf_make make = good();
  make.machine = EM_X86_64;
  rvt_elf_make(path, &make);
  assert_int_equal(rvt_image_add_elf(image, path, &error), RVT_ERR_FORMAT);
  assert_non_null(strstr(error.text, "machine 62"));
  make = good();
  make.flags = PF_R;
  rvt_elf_make(path, &make);
  reset(NULL);
  assert_int_equal(rvt_image_add_elf(image, path, &error), RVT_ERR_FORMAT);
  assert_int_equal(rvt_image_add_elf(image, "/nonexistent", &error), RVT_ERR_IO);
  FILE *file = fopen(path, "w");
  assert_non_null(file);
  fputs("no ELF", file);
  fclose(file);
  assert_int_equal(rvt_image_add_elf(image, path, NULL), RVT_ERR_FORMAT);
  /* Cut off and altered anywhere: refused or read, never a crash. */
  make = good();
  rvt_elf_make(path, &make);
  static uint8_t bytes[1 << 14];
  file = fopen(path, "rb");
  assert_non_null(file);
  size_t size = fread(bytes, 1, sizeof bytes, file);
  fclose(file);
  for (size_t i = 0; i < 1024; i++) {
    static const size_t parts[] = {0, 0x1000, 0x2000, 0x3000}; /* headers, symbols, names */
    size_t at = parts[i / 128 % 4] + i % 128;
    uint8_t old = bytes[at];
    file = fopen(path, "wb");
    assert_non_null(file);
    if (i >= 512) bytes[at] = 0xff;
    fwrite(bytes, 1, i < 512 ? at : size, file);
    fclose(file);
    bytes[at] = old;
    reset(NULL);
    (void)!rvt_image_add_elf(image, path, &error);
  }
}

static void put(const char *text) {
  FILE *file = fopen(path, "w");
  assert_non_null(file);
  fputs(text, file);
  fclose(file);
}

#define ELF(place)                                                                                 \
  "{\"elf\": [{\"sha256\": "                                                                       \
  "\"0000000000000000000000000000000000000000000000000000000000000000\", " place "}]}"

static void side_car(void **state) {
  (void)state;
  struct rvt_sidecar made = {.has_protocol = true,
                             .xlen = 32,
                             .ntrace.mode = RVT_MODE_HTM,
                             .ntrace.format = {.src_bits = 4, .ts = true, .extend_bits = 31},
                             .has_src_id = true,
                             .src_id = 9,
                             .ts_width = 40,
                             .implicit_return = 3,
                             .stack_depth = 16,
                             .sequential_jump = true,
                             .ntrace.all_jumps = true,
                             .ntrace.extend_addr = true,
                             .isa = "rv32imac_zcmp",
                             .has_jvt = true,
                             .jvt = 0xffffffc0,
                             .blind = true,
                             .elfs = 1};
  struct rvt_sidecar read;
  struct rvt_error error;
  memset(made.elf[0].sha256, 'a', 64);
  strcpy(made.elf[0].name, "prog.elf");
  made.elf[0].offset = UINT64_MAX - 1;
  made.elf[0].context = (struct rvt_image_context){true, true, 0, UINT64_MAX};
  assert_int_equal(rvt_sidecar_write(path, &made), RVT_OK);
  if (rvt_sidecar_read(path, &read, &error) != RVT_OK) fail_msg("%s", error.text);
  assert_memory_equal(&read, &made, sizeof read);
  /* For people to read: a key a line, in order. */
  char head[32] = "";
  FILE *written = fopen(path, "r");
  assert_non_null(written);
  assert_true(fread(head, 1, sizeof head - 1, written) > 0);
  fclose(written);
  assert_non_null(strstr(head, "{\n  \"all_jumps\": true,\n  \""));
  made = (struct rvt_sidecar){.has_protocol = true, .ntrace.mode = RVT_MODE_BTM};
  assert_int_equal(rvt_sidecar_write(path, &made), RVT_OK);
  assert_int_equal(rvt_sidecar_read(path, &read, &error), RVT_OK);
  assert_memory_equal(&read, &made, sizeof read);
  made.implicit_return = 4;
  assert_int_equal(rvt_sidecar_write(path, &made), RVT_ERR_RANGE);
  /* a name that JSON cannot hold must not be left out in silence */
  made = (struct rvt_sidecar){.elfs = 1, .elf = {{.name = "\xff"}}};
  memset(made.elf[0].sha256, 'a', 64);
  assert_int_equal(rvt_sidecar_write(path, &made), RVT_ERR_RANGE);
  made = (struct rvt_sidecar){.elfs = 1, .elf = {{.offset = 1}}};
  memset(made.elf[0].sha256, 'a', 64);
  assert_int_equal(rvt_sidecar_write(path, &made), RVT_ERR_RANGE);
  put("{\"other\": {}, \"xlen\": 64}");
  assert_int_equal(rvt_sidecar_read(path, &read, &error), RVT_OK);
  assert_int_equal(read.xlen, 64);
  static const char *const bad[] = {"{\"xlen\": 33}",
                                    "{\"xlen\": \"64\"}",
                                    "{\"mode\": \"b\"}",
                                    "{\"src_bits\": 13}",
                                    "{\"src_id\": 4096}",
                                    "{\"ts\": 1}",
                                    "{\"ts_width\": 0}",
                                    "{\"implicit_return\": 4}",
                                    "{\"stack_depth\": 33}",
                                    "{\"sequential_jump\": 1}",
                                    "{\"all_jumps\": 0}",
                                    "{\"extend_addr\": null}",
                                    "{\"isa\": 64}",
                                    "{\"isa\": \"imac\"}",
                                    "{\"isa\": \"rv32i\", \"xlen\": 64}",
                                    "{\"jvt\": 64}",
                                    "{\"jvt\": \"0x\"}",
                                    "{\"jvt\": \"64\"}",
                                    "{\"jvt\": \"0x20\"}",
                                    "{\"jvt\": \"0y40\"}",
                                    "{\"jvt\": \"1x40\"}",
                                    "{\"jvt\": \"0x4g\"}",
                                    "{\"jvt\": \"0x10000000000000000\"}",
                                    "{\"origin\": \"end\"}",
                                    "{\"elf\": {}}",
                                    "{\"elf\": [{}]}",
                                    "{\"elf\": [{\"sha256\": \"00\"}]}",
                                    ELF("\"offset\": 4096"),
                                    ELF("\"offset\": \"0x3\""),
                                    ELF("\"scontext\": 5"),
                                    ELF("\"hcontext\": \"5\""),
                                    "{\"format\": \"x-trace\"}",
                                    "{\"protocol_major\": 2}",
                                    "[]",
                                    "{",
                                    "{\"ts\": true, \"ts\": true}"};
  for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
    put(bad[i]);
    enum rvt_status status = rvt_sidecar_read(path, &read, &error);
    if (status != RVT_ERR_RANGE && status != RVT_ERR_FORMAT) fail_msg("%s was taken", bad[i]);
    assert_non_null(strstr(error.text, "expected"));
    assert_int_equal(read.xlen, 64);
  }
  assert_int_equal(rvt_sidecar_read("/nonexistent", &read, &error), RVT_ERR_IO);
  for (unsigned minor = 0; minor < 16; minor += 15) {
    char text[64];
    snprintf(text, sizeof text, "{\"xlen\": 32, \"protocol_major\": 1, \"protocol_minor\": %u}",
             minor);
    put(text);
    assert_int_equal(rvt_sidecar_read(path, &read, &error), RVT_OK);
    assert_int_equal(read.xlen, 32);
  }
  ROW("NT:CTL-06");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup(raw, reset), cmocka_unit_test_setup(elf_files, reset),
      cmocka_unit_test_setup(bad_files, reset), cmocka_unit_test_setup(side_car, reset)};
  int fd = mkstemp(path);
  if (fd < 0) return 2;
  close(fd);
  int failed = cmocka_run_group_tests(tests, NULL, NULL);
  unlink(path);
  rvt_image_free(image);
  return failed != 0;
}
