/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <string.h>

#include "oracle/row.h"
#include "rvt/tandem/text.h"
#include "tests/support/test.h"

/* Tandem verification trace: the examples of the protocol, corrected, and those of the rows, bytes
 * to text and back; what a strict reader refuses, and where. */

enum { BYTES_MAX = 128, LINE_MAX = 512 };

static size_t from_hex(const char *hex, uint8_t *bytes) {
  size_t size = 0;
  for (unsigned byte; sscanf(hex, "%2x", &byte) == 1; hex += strspn(hex + 2, " ") + 2) {
    bytes[size++] = (uint8_t)byte;
    if (hex[2] == '\0') break;
  }
  return size;
}

/* Words of a stream: `Group` and `end` for its bounds. */
static enum rvt_status to_text(const struct rvt_tandem_format *f, const uint8_t *bytes, size_t size,
                               char *line, struct rvt_tandem_note *note) {
  static struct rvt_tandem_reader reader;
  struct rvt_bytes in = {bytes, size, 0};
  struct rvt_tandem_element e;
  enum rvt_status status;
  rvt_tandem_reader_init(&reader, f);
  line[0] = '\0';
  while ((status = rvt_tandem_read(&reader, &in, &e, note)) == RVT_OK) {
    char word[RVT_TANDEM_WORD_MAX] = "Group";
    if (e.opcode == RVT_TANDEM_END)
      strcpy(word, "end");
    else if (e.opcode != RVT_TANDEM_BEGIN)
      rvt_tandem_print(&e, word);
    if (line[0] != '\0') strcat(line, " ");
    strcat(line, word);
  }
  return status;
}

static size_t from_text(const struct rvt_tandem_format *f, const char *line, uint8_t *bytes) {
  size_t size = 0;
  uint8_t op = 0;
  while (*line != '\0') {
    const size_t length = strcspn(line, " ");
    struct rvt_tandem_element e = {.opcode = RVT_TANDEM_BEGIN};
    struct rvt_error error = {""};
    size_t made = 0;
    if (length == 3 && memcmp(line, "end", 3) == 0)
      e.opcode = RVT_TANDEM_END;
    else if (length != 5 || memcmp(line, "Group", 5) != 0) {
      if (rvt_tandem_parse(line, length, &e, &error) != RVT_OK) fail_msg("%s", error.text);
    }
    assert_int_equal(rvt_tandem_write(f, &e, op, bytes + size, &made), RVT_OK);
    op = e.op;
    size += made;
    line += length + strspn(line + length, " ");
  }
  return size;
}

static const struct rvt_tandem_format rv64 = {64, 64, 64}, rv32 = {32, 0, 32}, sv32 = {32, 0, 34},
                                      rv32f = {32, 32, 32}, rv32d = {32, 64, 32};

static const struct {
  const char *row;
  const struct rvt_tandem_format *format;
  const char *hex, *line;
} vectors[] = {
    /* C.1 to C.8 of the protocol, corrected. */
    {"TV:E-03", &rv64, "01 03 11 b3 81 62 00 04 03 10 34 12 00 00 00 00 00 00 02",
     "Group pc+ insn32=0x6281b3 x3=0x1234 end"},
    {"TV:AMB-T1", &rv64, "01 07 0a 00 01 00 0c 00 00 00 00 11 67 00 01 10 02",
     "Group pc=0xc000100 insn32=0x10010067 end"},
    {"TV:AMB-T16", &rv64, "01 03 11 d3 f3 16 01 04 27 10 f9 f4 fe 66 ff ff ff ff 06 03 00 01 02",
     "Group pc+ insn32=0x116f3d3 f7=0xffffffff66fef4f9 fcsr|=0x1 end"},
    {"TV:AMB-T2", &rv64, "01 03 10 0d 8d 04 0a 10 78 56 34 12 ff ff ff ff 02",
     "Group pc+ insn16=0x8d0d x10=0xffffffff12345678 end"},
    {"TV:AMB-T3", &rv64,
     "01 03 11 03 a2 82 00 04 04 10 aa 55 aa 55 aa 55 aa 55 07 02 08 00 00 01 00 00 00 00 02",
     "Group pc+ insn32=0x82a203 x4=0x55aa55aa55aa55aa paddr=0x1000008 end"},
    {"TV:AMB-T4", &rv64,
     "01 03 11 f3 b4 45 30 04 09 10 88 08 00 00 00 00 00 00 04 04 03 80 08 00 00 00 00 00 00 02",
     "Group pc+ insn32=0x3045b4f3 x9=0x888 mie=0x880 end"},
    {"TV:R-14", &rv64,
     "01 07 0a 00 00 01 00 00 00 00 00 11 00 00 00 00 04 41 03 34 12 08 00 00 00 00 00 04 42 03 02 "
     "00 00 00 00 00 00 00 04 00 03 b0 18 00 00 0a 00 00 00 04 43 03 00 00 00 00 00 00 00 00 07 01 "
     "03 02",
     "Group pc=0x10000 insn32=0x0 mepc=0x81234 mcause=0x2 mstatus=0xa000018b0 mtval=0x0 "
     "privilege=0x3 end"},
    {"TV:R-08", &rv64,
     "01 07 0a 00 00 01 00 00 00 00 00 04 41 03 56 12 08 00 00 00 00 00 04 42 03 03 00 00 00 00 00 "
     "00 80 04 00 03 b0 18 00 00 0a 00 00 00 04 43 03 00 00 00 00 00 00 00 00 07 01 03 02",
     "Group pc=0x10000 mepc=0x81256 mcause=0x8000000000000003 mstatus=0xa000018b0 mtval=0x0 "
     "privilege=0x3 end"},
    /* Section 6.2. */
    {"TV:AMB-T15", &rv64, "01 03 11 13 00 00 00 02", "Group pc+ insn32=0x13 end"},
    {"TV:R-13", &rv64, "01 0a 02", "Group reset end"},
    {"TV:R-12", &rv64, "01 0b 04 05 10 00 00 00 80 00 00 00 00 02", "Group init x5=0x80000000 end"},
    {"TV:R-12", &rv64, "01 0b 08 00 00 00 80 00 00 00 00 01 5a 09 00 02",
     "Group init store8@0x80000000=0x5a ok8 end"},
    {"TV:R-10", &rv64, "01 03 11 23 a0 a5 00 07 02 00 10 00 80 00 00 00 00 07 06 ef be ad de 02",
     "Group pc+ insn32=0xa5a023 paddr=0x80001000 store32=0xdeadbeef end"},
    {"TV:AMB-T8", &rv64, "08 00 20 00 80 00 00 00 00 30 09 03 88 77 66 55 44 33 22 11",
     "load64@0x80002000 ok64=0x1122334455667788"},
    {"TV:AMB-T7", &rv64, "08 02 20 00 80 00 00 00 00 11 ef be 09 01",
     "store16@0x80002002=0xbeef ok16"},
    {"TV:AMB-T8", &rv64, "08 00 30 00 80 00 00 00 00 25 01 00 00 00 09 02 41 00 00 00",
     "amoadd32@0x80003000=0x1 ok32=0x41"},
    {"TV:AMB-T9", &rv64, "08 08 30 00 80 00 00 00 00 33 99 00 00 00 00 00 00 00 09 13",
     "sc64@0x80003008=0x99 fail64"},
    {"TV:AMB-T8", &rv64, "08 08 30 00 80 00 00 00 00 33 99 00 00 00 00 00 00 00 09 03",
     "sc64@0x80003008=0x99 ok64"},
    {"TV:AMB-T8", &rv64, "08 00 00 00 80 00 00 00 00 2d 09 02 13 00 00 00",
     "fetch32@0x80000000 ok32=0x13"},
    {"TV:AMB-T13", &rv64, "05 02 10 f0", "x2+=-16"},
    {"TV:AMB-T17", &rv64, "07 01 01", "privilege=0x1"},
    {"TV:R-15", &rv64, "07 08 08 07 06 05 04 03 02 01", "mtime=0x102030405060708"},
    {"TV:AMB-T18", &sv32, "07 0a 04 00 00 80", "pc=0x80000004"},
    {"TV:R-02", &rv32, "04 0a 10 78 56 34 12", "x10=0x12345678"},
    {"TV:AMB-T18", &rv32d, "04 2a 10 00 00 00 00 00 00 f0 3f", "f10=0x3ff0000000000000"},
    {"TV:AMB-T18", &sv32, "07 02 00 10 00 80 03", "paddr=0x380001000"},
    {"TV:AMB-T18", &sv32, "08 00 10 00 80 03 21 0d f0 fe ca", "store32@0x380001000=0xcafef00d"},
    {"TV:AMB-T12", &rv32f, "04 2a 10 00 00 80 3f", "f10=0x3f800000"},
    {"TV:AMB-T18", &rv32, "07 02 00 10 00 80", "paddr=0x80001000"},
    {"TV:R-07", &rv32, "01 07 0a 10 00 00 80 10 82 80 02", "Group pc=0x80000010 insn16=0x8082 end"},
    /* Any order is legal, and so is a CSR without a name. */
    {"TV:R-05", &rv64,
     "01 07 01 03 04 c0 07 01 00 00 00 00 00 00 00 07 0a 04 00 00 00 00 00 00 00 10 01 00 02",
     "Group privilege=0x3 csr0x7c0=0x1 pc=0x4 insn16=0x1 end"},
};

static void vectors_are_read_and_written(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++) {
    uint8_t bytes[BYTES_MAX], made[BYTES_MAX];
    char line[LINE_MAX];
    struct rvt_tandem_note note = {NULL, "", 0};
    const size_t size = from_hex(vectors[i].hex, bytes);
    if (to_text(vectors[i].format, bytes, size, line, &note) != RVT_END)
      fail_msg("%s: %s, byte %zu", vectors[i].line, note.text, note.offset);
    assert_string_equal(line, vectors[i].line);
    assert_int_equal(from_text(vectors[i].format, line, made), size);
    assert_memory_equal(made, bytes, size);
    ROW(vectors[i].row);
  }
}

/* A stream that ends within an element, or within a group, is not at its end (TV:R-17). */
static void every_prefix_wants_more(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++) {
    uint8_t bytes[BYTES_MAX];
    char line[LINE_MAX];
    const size_t size = from_hex(vectors[i].hex, bytes);
    if (bytes[0] != RVT_TANDEM_BEGIN) continue;
    for (size_t cut = 1; cut < size; cut++)
      assert_int_equal(to_text(vectors[i].format, bytes, cut, line, NULL), RVT_NEED_MORE);
    ROW("TV:R-17");
  }
}

static void a_begin_ends_a_group(void **state) {
  static const uint8_t bytes[] = {0, 0, 1, 3, 0x10, 1, 0, 1, 3, 0x10, 1, 0, 2, 0, 1, 0xa, 2, 0};
  char line[LINE_MAX];
  (void)state;
  assert_int_equal(to_text(&rv32, bytes, sizeof bytes, line, NULL), RVT_END);
  assert_string_equal(line, "Group pc+ insn16=0x1 end Group pc+ insn16=0x1 end Group reset end");
  ROW("TV:R-04");
  ROW("TV:E-06");
}

static void what_is_wrong_is_refused(void **state) {
  static const struct {
    const char *row;
    const struct rvt_tandem_format *format;
    const char *hex;
    enum rvt_status status;
    size_t offset;
  } wrong[] = {
      {"TV:AMB-T1", &rv64, "01 07 10 00 01 00 0c", RVT_ERR_RESERVED, 2}, /* C.2 as printed */
      {"TV:AMB-T3", &rv64, "01 03 10 03 a2 82 00 04 04 10", RVT_ERR_RESERVED, 5}, /* C.5 */
      {"TV:R-17", &rv64, "0c", RVT_ERR_RESERVED, 0},
      {"TV:R-17", &rv64, "01 00", RVT_ERR_RESERVED, 1}, /* padding within a group */
      {"TV:E-06", &rv64, "01 00", RVT_ERR_RESERVED, 1},
      {"TV:R-17", &rv64, "07 00", RVT_ERR_RESERVED, 1},
      {"TV:R-17", &rv64, "07 0b", RVT_ERR_RESERVED, 1},
      {"TV:R-17", &rv64, "02", RVT_ERR_FRAMING, 0},
      {"TV:R-17", &rv64, "04 40 10", RVT_ERR_RESERVED, 1},
      {"TV:R-17", &rv32, "04 20 10", RVT_ERR_RESERVED, 1}, /* no F */
      {"TV:AMB-T12", &rv64, "05 20 10 01", RVT_ERR_RESERVED, 1},
      {"TV:R-17", &rv64, "08 00 00 00 00 00 00 00 00 40", RVT_ERR_RESERVED, 9},
      {"TV:R-17", &rv64, "08 00 00 00 00 00 00 00 00 0e", RVT_ERR_RESERVED, 9},
      {"TV:R-17", &rv64, "08 00 00 00 00 00 00 00 00 00 09 20", RVT_ERR_RESERVED, 11},
      {"TV:R-09", &rv64, "09 00", RVT_ERR_FRAMING, 0},
      {"TV:AMB-T20", &rv64, "08 00 00 00 00 00 00 00 00 00 07 01 03 09 00", RVT_ERR_FRAMING, 13},
      {"TV:R-07", &rv64, "03", RVT_ERR_FRAMING, 0},
      {"TV:R-07", &rv64, "01 03 02", RVT_ERR_FRAMING, 2},
      {"TV:R-03", &rv32, "01 04 01 10 00 00 00 00 04 01 10 00 00 00 00", RVT_ERR_FRAMING, 9},
      {"TV:AMB-T14", &rv32, "01 04 01 10 00 00 00 00 05 01 10 01", RVT_ERR_FRAMING, 9},
      {"TV:R-03", &rv32, "01 07 01 03 07 01 03", RVT_ERR_FRAMING, 5},
      {"TV:R-03", &rv32, "01 10 01 00 10 01 00", RVT_ERR_FRAMING, 4},
      {"TV:R-03", &rv32, "01 03 07 0a 00 00 00 00", RVT_ERR_FRAMING, 2},
      {"TV:R-03", &rv32, "01 07 0a 00 00 00 00 03", RVT_ERR_FRAMING, 7},
      {"TV:R-12", &rv32, "01 0b 10 01 00", RVT_ERR_FRAMING, 2},
      {"TV:R-12", &rv32, "01 10 01 00 0b", RVT_ERR_FRAMING, 4},
      {"TV:R-13", &rv32, "01 0a 0b", RVT_ERR_FRAMING, 2},
      {"TV:R-13", &rv32, "01 07 01 03 0a", RVT_ERR_FRAMING, 4},
      {"TV:AMB-T17", &rv32, "07 01 02", RVT_ERR_RESERVED, 2},
      {"TV:AMB-T18", &sv32, "07 02 00 00 00 00 04", RVT_ERR_RESERVED, 6},
  };
  (void)state;
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    uint8_t bytes[BYTES_MAX];
    char line[LINE_MAX];
    struct rvt_tandem_note note = {NULL, "", 99};
    const enum rvt_status status =
        to_text(wrong[i].format, bytes, from_hex(wrong[i].hex, bytes), line, &note);
    if (status != wrong[i].status || note.offset != wrong[i].offset)
      fail_msg("%s: status %d at %zu: %s", wrong[i].hex, status, note.offset, note.text);
    assert_non_null(note.row);
    ROW(wrong[i].row);
  }
}

static void formats_that_do_not_go_together(void **state) {
  static const struct rvt_tandem_format wrong[] = {
      {64, 0, 34}, {32, 0, 64}, {32, 16, 32}, {16, 0, 32}, {0, 0, 0}};
  (void)state;
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
    assert_false(rvt_tandem_format_valid(&wrong[i]));
  assert_true(rvt_tandem_format_valid(&rv64) && rvt_tandem_format_valid(&sv32));
  const struct rvt_tandem_format f = rvt_tandem_format_of(32, 0, true);
  assert_int_equal(f.mlen, 34);
  ROW("TV:R-01");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(vectors_are_read_and_written), cmocka_unit_test(every_prefix_wants_more),
      cmocka_unit_test(a_begin_ends_a_group), cmocka_unit_test(what_is_wrong_is_refused),
      cmocka_unit_test(formats_that_do_not_go_together)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
