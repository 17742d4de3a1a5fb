/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "oracle/row.h"
#include "tests/support/decoder_log.h"
#include "tests/support/test.h"

/* Damaged streams: expected row and place, what is claimed, and that decoding goes on. */

#define COUNT(a) (sizeof(a) / sizeof(a)[0])
#define START    "24 0D 00 0B " /* 100 102 is then 0C 0F -> 200 */
#define GOOD     " 24 0D 00 0B 0C 0F 84 00 07"
#define GOOD_LOG " S3@100 100 102 200 X0@202"

static struct rvt_decoder_config config;
static struct rvt_image *image;

static int reset(void **state) {
  (void)state;
  const struct rvt_code code[] = {{0x100, C_NOP}, {0x102, rvt_branch(0x200 - 0x102)},
                                  {0x106, ECALL}, {0x200, C_NOP},
                                  {0x202, C_RET}, {0x300, rvt_c_j(0)},
                                  {0x302, C_NOP}, {0x400, rvt_c_beqz(2)},
                                  {0x402, C_NOP}, {0x404, CUSTOM},
                                  {0x408, NOP},   {0x40c, C_EBREAK}};
  config = (struct rvt_decoder_config){.lenient = false};
  rvt_image_free(image);
  image = rvt_code_image(64, code, COUNT(code));
  return 0;
}

static void check(const char *hex, const char *expected) {
  uint8_t bytes[256];
  size_t size = rvt_hex(hex, bytes, sizeof bytes);
  assert_string_equal(rvt_log_bytes(image, &config, bytes, size)->text, expected);
}

static void check_lines(const char *lines, const char *expected) {
  uint8_t bytes[256];
  size_t size = rvt_lines(&config.ntrace.format, lines, bytes, sizeof bytes);
  assert_string_equal(rvt_log_bytes(image, &config, bytes, size)->text, expected);
}

static void framing(void **state) {
  (void)state;
  check(START "0C 0E 0F" GOOD, "S3@100 E!:NT:PKT-12@5" GOOD_LOG);
  check(START "0D 0F 0C 0F" GOOD, "S3@100 E!:NT:PKT-12@4" GOOD_LOG);
  ROW("NT:PKT-12");
  check(START "10 0F" GOOD, "S3@100 E!:NT:MSG-03@5" GOOD_LOG);
  check(START "0C 0D 0F" GOOD, "S3@100 E!:NT:MSG-22@5" GOOD_LOG);
  /* An endless field: bounded, skipped, decoding goes on. */
  check(START "0C 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 03" GOOD,
        "S3@100 E!:NT:DEC-03@10" GOOD_LOG);
  check(START "0C 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00",
        "S3@100 E!:NT:DEC-03@10 W:NT:DEC-20@4");
  ROW("NT:DEC-03");
  /* Before the first sync damage is no error, only remarked. */
  check("0D 0F" GOOD, "W:NT:PKT-12@0" GOOD_LOG);
  check("0D 0F 0D 0F 6C 0C 0F" GOOD, "W:NT:PKT-12@0 W:NT:PKT-12@2 W:NT:RSF-04@4" GOOD_LOG);
  check(START "0C 0F 84 00", "S3@100 100 102 W:NT:DEC-20@6");
  ROW("NT:DEC-20");
  check(START "84 03", "S3@100 W:NT:PKT-09@5 X0@100");
  check(START "0C 0C 03 84 00 07", "S3@100 W:NT:PKT-10@6 100 102 200 X0@202");
  config.blind = true;
  check("0C 0F" GOOD, "S3@100 100 102 200 X0@202");
  ROW("NT:PKT-14");
}

static void codes(void **state) {
  (void)state;
  check(START "6C 0C 0F" GOOD, "S3@100 E:NT:RSF-04@4" GOOD_LOG);
  ROW("NT:RSF-08");
  check(START "84 80 0F" GOOD, "S3@100 E:NT:COR-13@4" GOOD_LOG);
  ROW("NT:COR-13");
  check(START "20 04 03" GOOD, "S3@100 W:NT:DEC-08@5 G0@100" GOOD_LOG);
  check_lines("ProgTraceSync SYNC=3 I-CNT=0 F-ADDR=0x80;"
              "ProgTraceCorrelation EVCODE=2 CDF=0 I-CNT=1",
              "S3@100 W:NT:DEC-08@5 100 X2@102");
  ROW("NT:DEC-08");
}

static void counts(void **state) {
  (void)state;
  check(START "0C 07" GOOD, "S3@100 100 E:NT:DEC-10@4" GOOD_LOG);
  check(START "0C 03" GOOD, "S3@100 E:NT:DEC-10@4" GOOD_LOG);
  ROW("NT:DEC-10");
  check(START "0C 0B" GOOD, "S3@100 100 E:NT:ICNT-17@4" GOOD_LOG);
  /* B-TYPE 0 on linear code. */
  check(START "10 11 00 2B" GOOD, "S3@100 100 E:NT:BTY-05@4" GOOD_LOG);
  ROW("NT:BTY-05");
  check(START "10 01 00 2B" GOOD, "S3@100 E:NT:BTY-05@4" GOOD_LOG);
  /* Units left after an uninferable transfer. */
  check("24 0D 00 13 10 31 00 2B" GOOD, "S3@200 200 202 E:NT:ICNT-18@4" GOOD_LOG);
  ROW("NT:ICNT-18");
  /* Outside the program. */
  check("24 0D 00 43 0C 0F" GOOD, "S3@800 E:NT:DEC-16@4" GOOD_LOG);
  ROW("NT:DEC-16");
  /* ECALL never retires. */
  check(START "84 00 17", "S3@100 100 102 E:NT:ITY-25@4 X0@?");
  ROW("NT:ITY-25");
  check_lines("ProgTraceSync SYNC=3 I-CNT=0 F-ADDR=0x80;DirectBranch I-CNT=3;"
              "DirectBranch I-CNT=3145728",
              "S3@100 100 102 200 202 E:NT:ICNT-18@6");
  /* Too long to be a counter. */
  check(START "0C 00 00 00 43" GOOD, "S3@100 W:NT:GEN-05@8 E:NT:GEN-05@4" GOOD_LOG);
  ROW("NT:GEN-05");
  ROW("NT:GEN-06");
  check(START "0C 0F 78 00 00 00 07" GOOD, "S3@100 100 102 W:NT:GEN-05@a E:NT:DEC-23@6" GOOD_LOG);
  check("24 0D 00 23 6C C8 0D 00 00 00 07" GOOD, "S3@400 W:NT:GEN-05@a E:NT:DEC-23@4" GOOD_LOG);
  /* No more repeated half-words than configured: 2 * 3 fit, 3 * 3 do not. */
  config.ntrace.repeat_max = 6;
  check_lines("ProgTraceSync SYNC=3 I-CNT=0 F-ADDR=0x180;IndirectBranch B-TYPE=2 I-CNT=3 U-ADDR=0;"
              "RepeatBranch B-CNT=2;RepeatBranch B-CNT=3",
              "S3@300 300 300*2 300>300:2 300 300*2 300>300:2 300 300*2 300>300:2 "
              "E:NT:DEC-23@9");
  ROW("NT:DEC-23");
}

static void outcomes(void **state) {
  (void)state;
  /* HIST 0; no outcome for a branch; too many; none within reach. */
  check(START "84 40 0D 03" GOOD, "S3@100 E:NT:HIST-15@4 X0@?" GOOD_LOG);
  check(START "6C 07" GOOD, "S3@100 E:NT:HIST-15@4" GOOD_LOG);
  ROW("NT:HIST-15");
  check(START "84 40 0D 07" GOOD, "S3@100 100 102 E:NT:HIST-13@4 X0@?" GOOD_LOG);
  ROW("NT:HIST-13");
  check(START "84 40 05 0B" GOOD, "S3@100 100 E:NT:HIST-14@4 X0@?" GOOD_LOG);
  ROW("NT:HIST-14");
  check_lines("ProgTraceSync SYNC=3 I-CNT=0 F-ADDR=0x180;ResourceFull RCODE=1 HIST=0x2",
              "S3@300 300 E:NT:HIST-12@4");
  check_lines("ProgTraceSync SYNC=3 I-CNT=0 F-ADDR=0x100;ResourceFull RCODE=1 HIST=0x2",
              "S3@200 200 202 E:NT:HIST-14@4");
  ROW("NT:HIST-12");
  check_lines("ProgTraceSync SYNC=3 I-CNT=0 F-ADDR=0x200;ResourceFull RCODE=1 HIST=0x2;"
              "ProgTraceCorrelation EVCODE=0 CDF=1 I-CNT=0 HIST=0x1",
              "S3@400 400 E:NT:DEC-14@6 X0@?");
  ROW("NT:DEC-14");
  /* Both modes in one session. */
  check(START "0C 0F 84 40 05 07", "S3@100 100 102 E:NT:COR-03@6 X0@?");
  check_lines("ProgTraceSync SYNC=3 I-CNT=0 F-ADDR=0x200;ResourceFull RCODE=1 HIST=0x2;"
              "DirectBranch I-CNT=1",
              "S3@400 400 E:NT:MSG-02@6");
  check_lines("ProgTraceSync SYNC=3 I-CNT=0 F-ADDR=0x200;IndirectBranch B-TYPE=2 I-CNT=2 U-ADDR=0;"
              "ResourceFull RCODE=1 HIST=0x2",
              "S3@400 400 402 404>400:2 E:NT:HIST-13@7");
  /* The mode is configured: another one is an error with the first message that shows it. */
  config.ntrace.mode = RVT_MODE_HTM;
  check_lines(
      "DirectBranchSync SYNC=2 I-CNT=0 F-ADDR=0x80;ProgTraceSync SYNC=3 I-CNT=0 F-ADDR=0x80",
      "E:NT:MSG-06@0 S3@100");
  config.ntrace.mode = RVT_MODE_BTM;
  check_lines("IndirectBranchHistSync SYNC=2 B-TYPE=0 I-CNT=0 F-ADDR=0x80 HIST=0x1;"
              "ProgTraceSync SYNC=3 I-CNT=0 F-ADDR=0x80",
              "E:NT:MSG-10@0 S3@100");
  config.ntrace.mode = RVT_MODE_HTM;
  check_lines("ProgTraceSync SYNC=3 I-CNT=0 F-ADDR=0x200;IndirectBranch B-TYPE=2 I-CNT=2 U-ADDR=0",
              "S3@400 400 E:NT:HIST-13@4");
  check_lines("ProgTraceSync SYNC=3 I-CNT=0 F-ADDR=0x200;ResourceFull RCODE=2 HIST=0x2 HREPEAT=0;"
              "ProgTraceCorrelation EVCODE=0 CDF=1 I-CNT=1 HIST=0x2",
              "S3@400 W:NT:RHI-09@4 400 X0@402");
  ROW("NT:RHI-09");
}

static void lenient(void **state) {
  (void)state;
  config.lenient = true;
  check(START "84 40 0D 07", "S3@100 100 102 W:NT:HIST-13@4 X0@106");
  check(START "84 40 05 0B", "S3@100 100 W:NT:HIST-14@4 X0@102");
  check(START "10 11 00 2B", "S3@100 100 W:NT:BTY-05@4 100>400:0");
  check(START "84 00 17", "S3@100 100 102 W:NT:ITY-25@4 106 X0@10a");
  check(START "0C 07" GOOD, "S3@100 100 E:NT:DEC-10@4" GOOD_LOG);
}

/* What an encoder sends that lets its counter grow: many whole histories, then the whole count. */
enum { LOOP_HALFWORDS = 2000 + 2, OUTCOMES = 31, HISTORIES = 140 };

static size_t whole_histories(uint8_t *bytes, uint64_t icnt) {
  static const uint8_t history[] = {0x6c, 0xc4, 0xfc, 0xfc, 0xfc, 0xfc, 0xff}; /* 31 x taken */
  size_t size = rvt_hex(START "84 40", bytes, 16);
  const size_t tail = size - 4;
  memmove(bytes + 4 + HISTORIES * sizeof history, bytes + 4, tail);
  for (size_t i = 0; i < HISTORIES; i++)
    memcpy(bytes + 4 + i * sizeof history, history, sizeof history);
  size += HISTORIES * sizeof history;
  for (; icnt >= 64; icnt >>= 6) bytes[size++] = (uint8_t)((icnt & 63) << 2);
  bytes[size++] = (uint8_t)(icnt << 2 | 1);
  bytes[size++] = 1 << 2 | 3; /* HIST 1 */
  return size;
}

/* Rows of its problems and the stop; the PCs would be millions. */
static void note_event(void *user, const struct rvt_decoder_event *e) {
  char *text = user;
  const size_t used = strlen(text);
  if (e->kind == RVT_DE_ERROR || e->kind == RVT_DE_WARNING)
    snprintf(text + used, 256 - used, " %c:%s", e->kind == RVT_DE_ERROR ? 'E' : 'W',
             e->u.problem.row);
  else if (e->kind == RVT_DE_STOP)
    snprintf(text + used, 256 - used, " X@%llx",
             e->u.end.pc_known ? (unsigned long long)e->u.end.pc : 0);
}

static void note(const uint8_t *bytes, size_t size, char text[256]) {
  struct rvt_decoder *decoder = NULL;
  struct rvt_bytes in = {.data = bytes, .size = size};
  text[0] = '\0';
  assert_int_equal(rvt_decoder_new(&config, image, note_event, text, &decoder, NULL), RVT_OK);
  assert_int_equal(rvt_decoder_feed(decoder, &in), RVT_END);
  rvt_decoder_finish(decoder, 0);
  rvt_decoder_free(decoder);
}

static void counts_that_were_never_sent_full(void **state) {
  (void)state;
  static struct rvt_code code[1001];
  for (uint32_t i = 0; i < 1000; i++) code[i] = (struct rvt_code){0x100 + 4 * i, NOP};
  code[1000] = (struct rvt_code){0x100 + 4000, rvt_branch(-4000)};
  rvt_image_free(image);
  image = rvt_code_image(64, code, 1001);
  static uint8_t bytes[2048];
  char text[256];
  const uint64_t all = (uint64_t)HISTORIES * OUTCOMES * LOOP_HALFWORDS;
  const size_t size = whole_histories(bytes, all);
  note(bytes, size, text); /* the reader warns of the width of the field, too */
  assert_string_equal(text, " E:NT:GEN-05 W:NT:GEN-05 X@0");
  config.lenient = true;
  note(bytes, size, text);
  assert_string_equal(text, " W:NT:GEN-05 W:NT:GEN-05 W:NT:GEN-05 X@100");
  /* Bounded all the same, as repetitions are. */
  config.ntrace.repeat_max = all - 1;
  note(bytes, size, text);
  assert_string_equal(text, " W:NT:GEN-05 W:NT:GEN-05 E:NT:DEC-23 X@0");
  ROW("NT:DEC-23");
}

static void custom(void **state) {
  (void)state;
  const struct rvt_code code[] = {{0x100, NOP},      {0x104, CUSTOM}, {0x108, C_NOP},
                                  {0x10a, C_EBREAK}, {0x200, C_NOP},  {0x202, C_EBREAK}};
  rvt_image_free(image);
  image = rvt_code_image(64, code, COUNT(code));
  check(START "84 00 17", "S3@100 100 104 108 X0@10a");
  check(START "10 41 00 1B 84 00 07", "S3@100 100 104 104>200:0 200 X0@202");
  check_lines("ProgTraceSync SYNC=3 I-CNT=0 F-ADDR=0x80;"
              "IndirectBranchSync SYNC=2 B-TYPE=0 I-CNT=4 F-ADDR=0x100",
              "S3@100 100 104 104>200:0 S2@200c");
  ROW("NT:CUS-06");
}

/* Tolerated, a branch message of the other mode still says how its branch went: one warning. */
static void branch_of_the_other_mode(void **state) {
  (void)state;
  config.ntrace.mode = RVT_MODE_HTM;
  check(START "0C 0F", "S3@100 E:NT:MSG-02@4");
  config.lenient = true;
  check(START "0C 0F", "S3@100 W:NT:MSG-02@4 100 102");
  check(START "2C C9 00 13", "S3@100 W:NT:MSG-06@4 100 102 S2@200c");
}

static void offsets_count_idle_bytes(void **state) {
  (void)state;
  check("FF FF " START "FF 0D 0F FF FF FF 0C 0E 0F" GOOD,
        "S3@100 E!:NT:PKT-12@7 E!:NT:PKT-12@d" GOOD_LOG);
  check("FF 24 0D", "W:NT:DEC-20@1"); /* nothing came before */
}

struct numbers {
  size_t count;
  uint64_t message[8];
};

static void keep_number(void *user, const struct rvt_decoder_event *event) {
  struct numbers *n = user;
  assert_true(n->count < COUNT(n->message));
  n->message[n->count++] = event->message;
}

/* Messages are numbered from 0; a damaged stretch counts as one, and so does a vendor's message. */
static void messages_have_their_numbers(void **state) {
  (void)state;
  static const uint64_t expected[] = {0, 1, 1, 2, 3, 4, 5, 5};
  struct numbers n = {0};
  uint8_t bytes[64];
  struct rvt_bytes in = {.data = bytes};
  struct rvt_decoder *d = NULL;
  in.size = rvt_hex(START "E0 07 FF 0D 0D 0F 24 0D 00 0B 0C 0F 84 00 07", bytes, sizeof bytes);
  assert_int_equal(rvt_decoder_new(&config, image, keep_number, &n, &d, NULL), RVT_OK);
  assert_int_equal(rvt_decoder_feed(d, &in), RVT_END);
  rvt_decoder_free(d);
  assert_int_equal(n.count, COUNT(expected));
  assert_memory_equal(n.message, expected, sizeof expected);
}

static void keep_pc(void *user, const struct rvt_decoder_event *event) {
  if (event->kind == RVT_DE_ERROR && event->u.problem.pc_known)
    *(uint64_t *)user = event->u.problem.pc;
}

/* An error names the instruction at which the walk stood, not the one after it. */
static void error_stands_at_its_instruction(void **state) {
  (void)state;
  static const struct {
    const char *hex;
    uint64_t pc;
  } cases[] = {
      {"24 0D 00 13 10 31 00 2B", 0x202}, /* units left after the return at 202 */
      {START "84 00 17", 0x106},          /* an ECALL counted */
      {"24 0D 10 23 84 00 0F", 0x40c},    /* an EBREAK counted, after the NOP at 408 */
      {"24 0D 00 43 0C 0F", 0x800},       /* outside the program */
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    uint8_t bytes[64];
    struct rvt_bytes in = {.data = bytes, .size = rvt_hex(cases[i].hex, bytes, sizeof bytes)};
    struct rvt_decoder *d = NULL;
    uint64_t pc = 0;
    assert_int_equal(rvt_decoder_new(&config, image, keep_pc, &pc, &d, NULL), RVT_OK);
    assert_int_equal(rvt_decoder_feed(d, &in), RVT_END);
    rvt_decoder_free(d);
    assert_int_equal(pc, cases[i].pc);
  }
}

/* `j .` for 12 million units is one event more than for one. */
static void endless_loop(void **state) {
  (void)state;
  check_lines("ProgTraceSync SYNC=3 I-CNT=0 F-ADDR=0x180;ResourceFull RCODE=0 I-CNT=4194303;"
              "ResourceFull RCODE=0 I-CNT=4194303;"
              "ProgTraceCorrelation EVCODE=0 CDF=0 I-CNT=4194303",
              "S3@300 300 300*bffffc X0@300");
  ROW("NT:DEC-21");
  /* The same of three instructions, 5 units: 1,000 passes and the first instruction of another. */
  const struct rvt_code code[] = {{0x300, NOP}, {0x304, NOP}, {0x308, rvt_c_j(-8)}};
  rvt_image_free(image);
  image = rvt_code_image(64, code, COUNT(code));
  check_lines("ProgTraceSync SYNC=3 I-CNT=0 F-ADDR=0x180;"
              "ProgTraceCorrelation EVCODE=0 CDF=0 I-CNT=5002",
              "S3@300 300 304 308 300 304 308*3e7 300 X0@304");
}

/* Every single bit altered: framing bits never go unnoticed, and the last session always holds. */
static void bit_flips(void **state) {
  (void)state;
  static const char tail[] = " S3@100 100 102 200 X0@202";
  uint8_t bytes[256];
  size_t size = rvt_hex(START "0C 0F 10 11 00 1B 10 19 00 2B 24 09 00 0B 0C 0F 84 00 07" GOOD,
                        bytes, sizeof bytes);
  size_t damaged = size;
  size += rvt_hex(GOOD GOOD, bytes + size, sizeof bytes - size);
  for (size_t bit = 0; bit < 8 * damaged; bit++) {
    bytes[bit / 8] ^= (uint8_t)(1U << bit % 8);
    const struct rvt_decoder_log *log = rvt_log_bytes(image, &config, bytes, size);
    size_t length = strlen(log->text);
    assert_true(length > strlen(tail));
    assert_string_equal(log->text + length - strlen(tail), tail);
    /* The first message alone may vanish: before it nothing is known to be missing. */
    if (bit % 8 < 2 && log->errors + log->warnings == 0)
      fail_msg("bit %zu went unnoticed: %s", bit, log->text);
    bytes[bit / 8] ^= (uint8_t)(1U << bit % 8);
  }
  ROW("NT:PKT-12");
}

static uint32_t seed = 20240117;
static uint32_t next_random(void) {
  seed ^= seed << 13;
  seed ^= seed >> 17;
  seed ^= seed << 5;
  return seed;
}

/* Any bytes, in any pieces: no crash, no endless loop, every byte is consumed. */
static void storms(void **state) {
  (void)state;
  struct rvt_decoder_log *log = calloc(1, sizeof *log);
  uint8_t *bytes = malloc(4096);
  static const uint8_t tcodes[] = {2, 3, 4, 8, 9, 11, 12, 27, 28, 29, 30, 33, 56, 9, 9};
  assert_non_null(log);
  assert_non_null(bytes);
  log->count_only = true;
  for (int round = 0; round < 300; round++) {
    struct rvt_decoder *d = NULL;
    config = (struct rvt_decoder_config){
        .ntrace.format = {.src_bits = (uint8_t)(round % 3), .ts = round & 1},
        .implicit_return = (uint8_t)(round % 4),
        .lenient = round % 5 == 0,
        .blind = round % 7 == 0};
    for (size_t i = 0; i < 4096; i++) {
      uint32_t r = next_random();
      bytes[i] = (uint8_t)(r >> 8);
      if (round % 2 == 0 && i > 0 && (bytes[i - 1] & 3) == 3)
        bytes[i] = (uint8_t)(tcodes[r % COUNT(tcodes)] << 2);
      else if (round % 2 == 0 && (bytes[i] & 3) == 2)
        bytes[i] |= 1;
    }
    for (size_t i = 0; round % 2 == 0 && i < 4096 - 8; i += 16 + next_random() % 32)
      i += rvt_hex("03 24 0D 00 0B", bytes + i, 8);
    assert_int_equal(rvt_decoder_new(&config, image, rvt_decoder_log, log, &d, NULL), RVT_OK);
    size_t pos = 0;
    size_t end = 0;
    while (end < 4096) {
      end += 1 + next_random() % 64;
      if (end > 4096) end = 4096;
      struct rvt_bytes in = {.data = bytes, .size = end, .pos = pos};
      enum rvt_status status = rvt_decoder_feed(d, &in);
      assert_true(status == RVT_NEED_MORE || (status == RVT_END && in.pos == end));
      pos = in.pos;
    }
    assert_true(pos + 64 > 4096);
    rvt_decoder_finish(d, 4096 - pos);
    rvt_decoder_free(d);
  }
  assert_true(log->runs > 100 && log->errors > 1000);
  free(bytes);
  free(log);
}

/* The same bytes in one piece or one by one give the same events at the same offsets. */
static void pieces(void **state) {
  (void)state;
  uint8_t bytes[256];
  size_t size = rvt_hex(START "FF E0 00 00 0F 0C 0F 0C 0E 00 0F FF" GOOD, bytes, sizeof bytes);
  const struct rvt_decoder_log *whole = rvt_log_bytes(image, &config, bytes, size);
  struct rvt_decoder_log *log = calloc(1, sizeof *log);
  struct rvt_decoder *d = NULL;
  assert_non_null(log);
  assert_int_equal(rvt_decoder_new(&config, image, rvt_decoder_log, log, &d, NULL), RVT_OK);
  size_t pos = 0;
  for (size_t end = 1; end <= size; end++) {
    struct rvt_bytes in = {.data = bytes + pos, .size = end - pos};
    assert_true(rvt_decoder_feed(d, &in) != RVT_OK);
    pos += in.pos;
  }
  assert_int_equal(pos, size);
  assert_string_equal(log->text + 1, whole->text);
  rvt_decoder_free(d);
  free(log);
}

/* A straight run longer than one descriptor can tell. */
static void long_run(void **state) {
  (void)state;
  enum { INSNS = 70000 };
  uint16_t *code = malloc(INSNS * sizeof *code);
  struct rvt_decoder_log *log = calloc(1, sizeof *log);
  struct rvt_decoder *d = NULL;
  uint8_t bytes[64];
  assert_non_null(code);
  assert_non_null(log);
  for (size_t i = 0; i < INSNS; i++) code[i] = C_NOP;
  log->count_only = true;
  assert_int_equal(rvt_image_add(image, 0x10000, code, INSNS * sizeof *code), RVT_OK);
  size_t size = rvt_lines(&config.ntrace.format,
                          "ProgTraceSync SYNC=3 I-CNT=0 F-ADDR=0x8000;"
                          "ProgTraceCorrelation EVCODE=0 CDF=0 I-CNT=70000",
                          bytes, sizeof bytes);
  struct rvt_bytes in = {.data = bytes, .size = size};
  assert_int_equal(rvt_decoder_new(&config, image, rvt_decoder_log, log, &d, NULL), RVT_OK);
  assert_int_equal(rvt_decoder_feed(d, &in), RVT_END);
  assert_int_equal(log->errors, 0);
  assert_int_equal(log->runs, 2);
  rvt_decoder_free(d);
  free(log);
  free(code);
}

struct walked {
  uint64_t halfwords;
  const char *row; /* of the error */
};

/** A sink; `user` is a struct walked. */
static void sum_walked(void *user, const struct rvt_decoder_event *event) {
  struct walked *walked = user;
  if (event->kind == RVT_DE_RUN) walked->halfwords += event->u.run.halfwords * event->u.run.times;
  if (event->kind == RVT_DE_ERROR) walked->row = event->u.problem.row;
}

/* Two jumps lead to each other: the outcome finds no branch within 2^23 half-words, the most that
 * can be counted after it. */
static void outcome_without_branch_in_reach(void **state) {
  (void)state;
  enum { RUN = 64, SECOND = 0x300 };
  const char *lines = "ProgTraceSync SYNC=3 I-CNT=0 F-ADDR=0x80;ResourceFull RCODE=1 HIST=0x2";
  struct rvt_code code[2 * RUN];
  for (unsigned i = 0; i < RUN; i++) {
    code[i] = (struct rvt_code){0x100 + 2 * i, C_NOP};
    code[RUN + i] = (struct rvt_code){SECOND + 2 * i, C_NOP};
  }
  code[RUN - 1].insn = rvt_c_j(SECOND - (0x100 + 2 * (RUN - 1)));
  code[2 * RUN - 1].insn = rvt_c_j(0x100 - (SECOND + 2 * (RUN - 1)));
  rvt_image_free(image);
  image = rvt_code_image(64, code, COUNT(code));

  uint8_t bytes[32];
  struct rvt_bytes in = {.data = bytes};
  in.size = rvt_lines(&config.ntrace.format, lines, bytes, sizeof bytes);
  struct rvt_decoder *d;
  struct walked walked = {.row = ""};
  assert_int_equal(rvt_decoder_new(&config, image, sum_walked, &walked, &d, NULL), RVT_OK);
  assert_int_equal(rvt_decoder_feed(d, &in), RVT_END);
  rvt_decoder_free(d);
  assert_string_equal(walked.row, "NT:HIST-12");
  assert_int_equal(walked.halfwords, 1 << 23);
  ROW("NT:HIST-12");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup(branch_of_the_other_mode, reset),
      cmocka_unit_test_setup(framing, reset),
      cmocka_unit_test_setup(codes, reset),
      cmocka_unit_test_setup(counts, reset),
      cmocka_unit_test_setup(outcomes, reset),
      cmocka_unit_test_setup(lenient, reset),
      cmocka_unit_test_setup(counts_that_were_never_sent_full, reset),
      cmocka_unit_test_setup(custom, reset),
      cmocka_unit_test_setup(offsets_count_idle_bytes, reset),
      cmocka_unit_test_setup(messages_have_their_numbers, reset),
      cmocka_unit_test_setup(error_stands_at_its_instruction, reset),
      cmocka_unit_test_setup(endless_loop, reset),
      cmocka_unit_test_setup(bit_flips, reset),
      cmocka_unit_test_setup(storms, reset),
      cmocka_unit_test_setup(pieces, reset),
      cmocka_unit_test_setup(long_run, reset),
      cmocka_unit_test_setup(outcome_without_branch_in_reach, reset)};
  const int failed = cmocka_run_group_tests(tests, NULL, NULL);
  rvt_image_free(image);
  return failed;
}
