/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "oracle/row.h"
#include "tests/support/decoder_lines.h"
#include "tests/support/test.h"

/* Messages that carry no program flow cost none (NT:DEC-07), wherever they stand; what does not end
 * well is damage. */

#define COUNT(a) (sizeof(a) / sizeof(a)[0])
#define START    "24 0D 00 0B " /* 100 102 is then 0C 0F -> 200 */
#define GOOD     " 24 0D 00 0B 0C 0F 84 00 07"
#define GOOD_LOG " S3@100 100 102 200 X0@202"

static int reset(void **state) {
  (void)state;
  const struct rvt_code code[] = {{0x100, C_NOP}, {0x102, rvt_branch(0x200 - 0x102)},
                                  {0x106, ECALL}, {0x200, C_NOP},
                                  {0x202, C_RET}, {0x400, rvt_c_beqz(2)},
                                  {0x402, C_NOP}, {0x404, rvt_c_j(0)}};
  config = (struct rvt_decoder_config){.lenient = false};
  rvt_image_free(image);
  image = rvt_code_image(64, code, COUNT(code));
  return 0;
}

static void check(const char *hex, const char *expected) {
  uint8_t bytes[256];
  const size_t size = rvt_hex(hex, bytes, sizeof bytes);
  assert_string_equal(rvt_log_bytes(image, &config, bytes, size)->text, expected);
}

/*
 * Streams in which every message depends on what came before: a count, outcomes, the reference
 * address and a message to repeat. SRC, if there is one, is 1.
 */
static const char *const streams[] = {
    "ProgTraceSync SYNC=3 I-CNT=0 F-ADDR=0x80;ResourceFull RCODE=0 I-CNT=1;DirectBranch I-CNT=2;"
    "IndirectBranch B-TYPE=0 I-CNT=2 U-ADDR=0x280;DirectBranch I-CNT=1;"
    "IndirectBranch B-TYPE=3 I-CNT=1 U-ADDR=0x280;ProgTraceCorrelation EVCODE=0 CDF=0 I-CNT=1",
    "ProgTraceSync SYNC=3 I-CNT=0 F-ADDR=0x200;ResourceFull RCODE=1 HIST=0x3;"
    "ResourceFull RCODE=0 I-CNT=1;IndirectBranchHist B-TYPE=3 I-CNT=1 U-ADDR=0 HIST=0x1;"
    "IndirectBranchHist B-TYPE=3 I-CNT=2 U-ADDR=0 HIST=0x2;RepeatBranch B-CNT=2;"
    "ProgTraceCorrelation EVCODE=0 CDF=1 I-CNT=2 HIST=0x3"};

/* The stream with the same bytes before each of its messages but the first, and at its end. */
static size_t interleave(const char *lines, const uint8_t *other, size_t other_size,
                         uint8_t *bytes) {
  uint8_t plain[128];
  struct rvt_bytes in = {.data = plain};
  struct rvt_ntrace_msg msg;
  size_t size = 0;
  const struct rvt_ntrace_format as_shown = {.src_bits = 0};
  in.size = rvt_lines(&as_shown, lines, plain, sizeof plain);
  while (rvt_ntrace_msg_read(&as_shown, &in, &msg, NULL) == RVT_OK) {
    size_t length = 0;
    if (config.ntrace.format.src_bits != 0) msg.src = 1;
    assert_int_equal(rvt_ntrace_msg_write(&config.ntrace.format, &msg, bytes + size, &length),
                     RVT_OK);
    size += length;
    if (other_size != 0) memcpy(bytes + size, other, other_size);
    size += other_size;
  }
  return size;
}

/* The log without what is said of the messages stepped over: N..., and one W:NT:DEC-07 at most. */
static const char *flow_of(const char *log, unsigned passed, unsigned warned) {
  static char text[1024];
  size_t used = 0;
  text[0] = '\0';
  while (*log != '\0') {
    const size_t length = strcspn(log, " ");
    const char *slash = memchr(log, '/', length);
    const char *word = slash != NULL ? slash + 1 : log;
    if (*word == 'N')
      passed--;
    else if (strncmp(word, "W:NT:DEC-07", 11) == 0)
      warned--;
    else
      used += (size_t)snprintf(text + used, sizeof text - used, "%s%.*s", used == 0 ? "" : " ",
                               (int)length, log);
    log += length + (log[length] == ' ');
  }
  assert_int_equal(passed, 0);
  assert_int_equal(warned, 0);
  return text;
}

/* Forms of a message after its TCODE and 4 bits of SRC 1 or 2, or no SRC. */
static const struct {
  bool src;
  const char *hex;
} forms[] = {{false, "03"},
             {false, "05 07"},
             {false, "00 01 01 0B"},
             {false, "40 14 38 07"},
             {false, "30 0D FC FC 3D 03"},
             {true, "07"},
             {true, "0B"},
             {true, "04 05 07"},
             {true, "48 01 01 0B"},
             {true, "88 00 07"}};

static void all_codes_in_all_places(void **state) {
  (void)state;
  unsigned tried = 0;
  for (unsigned tcode = 0; tcode < 64; tcode++) {
    if (rvt_ntrace_has_flow((uint8_t)tcode)) continue;
    for (size_t f = 0; f < COUNT(forms); f++)
      for (size_t i = 0; i < COUNT(streams); i++)
        for (unsigned lenient = 0; lenient < 2; lenient++, tried++) {
          uint8_t other[16], bytes[512];
          config.ntrace.format.src_bits = forms[f].src ? 4 : 0;
          config.lenient = lenient != 0;
          size_t size = interleave(streams[i], NULL, 0, bytes);
          char plain[1024];
          strcpy(plain, rvt_log_bytes(image, &config, bytes, size)->text);
          assert_null(strstr(plain, "NT:"));
          other[0] = (uint8_t)(tcode << 2);
          const size_t length = 1 + rvt_hex(forms[f].hex, other + 1, sizeof other - 1);
          size = interleave(streams[i], other, length, bytes);
          const char *log = rvt_log_bytes(image, &config, bytes, size)->text;
          assert_string_equal(flow_of(log, 7, lenient != 0 ? 0 : 1), plain);
        }
  }
  assert_int_equal(tried, (64 - 12) * COUNT(forms) * COUNT(streams) * 2);
  ROW("NT:DEC-07");
}

/* Of another source, between two messages of this one; SRC stands second in it, too. */
static void other_sources(void **state) {
  (void)state;
  config.ntrace.format.src_bits = 4;
  for (unsigned tcode = 0; tcode < 64; tcode++) {
    if (rvt_ntrace_has_flow((uint8_t)tcode)) continue;
    char hex[120], log[160];
    snprintf(hex, sizeof hex, "24 C4 01 00 0B %02X 08 57 0C C7 %02X 07 84 04 43", tcode << 2,
             tcode << 2);
    snprintf(log, sizeof log, "s1/S3@100 s2/N%x s2/W:NT:DEC-07@5 100 102 s1/N%x 200 s1/X0@202",
             tcode, tcode);
    check(hex, log);
  }
  ROW("NT:MSG-13");
  ROW("NT:MSG-14");
}

/* Each code is remarked once, whatever its source, and not by lenient decoding. */
static void one_warning_a_code(void **state) {
  (void)state;
  const char *stream = START "3C 07 E0 07 3C 07 E0 00 07 0C 0F 3C 0B 84 00 07";
  check(stream, "S3@100 Nf W:NT:DEC-07@4 N38 W:NT:DEC-07@6 Nf N38 100 102 Nf 200 X0@202");
  config.lenient = true;
  check(stream, "S3@100 Nf N38 Nf N38 100 102 Nf 200 X0@202");
  ROW("NT:DEC-07");
}

static void what_does_not_end_well_is_damage(void **state) {
  (void)state;
  const char *const codes[] = {"3C", "1C", "E0"};
  for (size_t i = 0; i < COUNT(codes); i++) {
    char hex[200], log[200];
    const unsigned tcode = (unsigned)strtoul(codes[i], NULL, 16) >> 2;
    /* MSEO 10 */
    snprintf(hex, sizeof hex, START "%s 02 0F" GOOD, codes[i]);
    snprintf(log, sizeof log, "S3@100 N%x W:NT:DEC-07@4 E!:NT:PKT-12@5" GOOD_LOG, tcode);
    check(hex, log);
    /* one byte; a first byte that ends a field */
    snprintf(hex, sizeof hex, START "%02X" GOOD, tcode << 2 | 3);
    check(hex, "S3@100 E!:NT:PKT-03@4" GOOD_LOG);
    snprintf(hex, sizeof hex, START "%02X 0F" GOOD, tcode << 2 | 1);
    check(hex, "S3@100 E!:NT:PKT-12@4" GOOD_LOG);
    /* the stream ends first: as of any last message */
    snprintf(hex, sizeof hex, START "%s 04", codes[i]);
    const char *rest = "";
    if (tcode != 7) rest = " N%x W:NT:DEC-07@4";
    snprintf(log, sizeof log, "S3@100");
    snprintf(log + strlen(log), sizeof log - strlen(log), rest, tcode);
    strcat(log, " W:NT:DEC-20@4");
    check(hex, log);
    /* inside SRC */
    config.ntrace.format.src_bits = 8;
    snprintf(hex, sizeof hex, "24 04 30 01 00 0B %s 07", codes[i]);
    check(hex, "s1/S3@100 s0/E!:NT:PKT-12@7");
    config.ntrace.format.src_bits = 0;
  }
  /* Cleared memory is no message, though the message after it ends. A vendor may have long fields.
   */
  check(START "00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 07" GOOD,
        "S3@100 N0 W:NT:DEC-07@4 E!:NT:DEC-03@11" GOOD_LOG);
  check(START "E0 00 00 00 00 00 00 00 00 00 00 00 00 00 00 07 0C 0F",
        "S3@100 N38 W:NT:DEC-07@4 100 102");
  /* What a skipped message allows holds for it alone. */
  config.ntrace.format.src_bits = 8;
  check("24 04 30 01 00 0B E0 04 03 E0 06 07",
        "s1/S3@100 s1/N38 s1/W:NT:DEC-07@6 s0/E!:NT:PKT-12@a");
  ROW("NT:DEC-07");
}

/* An unknown layout hides an increase: no wrong times. A known one has it: 7 and 34 as an increase,
 * 35 as the whole time. */
static void times(void **state) {
  (void)state;
  config.ntrace.format.ts = true;
  const char *known = "ProgTraceSync SYNC=3 I-CNT=0 F-ADDR=0x80 TSTAMP=16;"
                      "DataAcquisition IDTAG=1 DQDATA=0x41 TSTAMP=4;DirectBranch I-CNT=3 TSTAMP=2;"
                      "InCircuitTrace CKSRC=8 CKDF=1 CKDATA[0]=0x5 CKDATA[1]=0x2 TSTAMP=3;"
                      "InCircuitTraceWS CKSRC=8 CKDF=0 CKDATA[0]=0x80 TSTAMP=64;"
                      "InCircuitTraceWS CKSRC=8 CKDF=0 CKDATA[0]=0x80;"
                      "DataAcquisition IDTAG=1 DQDATA=0x42;"
                      "ProgTraceCorrelation EVCODE=0 CDF=0 I-CNT=1 TSTAMP=1";
  CHECK(known, "T10 S3@100 T14 N7 W:NT:DEC-07@5 T16 100 102 T19 N22 W:NT:DEC-07@d T40 N23 "
               "W:NT:DEC-07@12 N23 N7 T41 200 X0@202");
  /* as above up to the branch, but a watchpoint's message stands there */
  check("24 0D 00 09 43 3C 05 07 0C 0D 0B 24 09 00 11 83 84 00 05 07",
        "T10 S3@100 Nf W:NT:DEC-07@5 100 102 T20 S2@200c T21 200 X0@202");
  /* a field too many, or a time that the counter cannot have: not that layout */
  config.ts_width = 8;
  check("24 0D 00 09 43 1C 05 05 05 07 0C 0D 0B", "T10 S3@100 N7 W:NT:DEC-07@5 100 102");
  check("24 0D 00 09 43 1C 05 05 FC FF 0C 0D 0B", "T10 S3@100 N7 W:NT:DEC-07@5 100 102");
  ROW("NT:TSP-12");
}

struct cause {
  bool passed;
  uint8_t tcode;
  uint64_t offset;
};

static void keep_cause(void *user, const struct rvt_decoder_event *event) {
  const struct rvt_ntrace_event *own = &event->own.ntrace;
  if (event->kind == RVT_DE_ERROR)
    *(struct cause *)user = (struct cause){own->passed, own->tcode, own->passed_offset};
}

/* A contradiction after a message that was stepped over names it, up to the next sync. */
static void an_error_names_its_likely_cause(void **state) {
  (void)state;
  static const struct {
    const char *hex;
    struct cause cause;
  } cases[] = {
      {START "10 11 00 2B", {false, 0, 0}},
      /* DirectBranch I-CNT=3, its TCODE damaged to 35: the count of the next one is too small */
      {START "8C 0F 0C 07", {true, 35, 4}},
      {START "3C 07 8C 0F 0C 07", {true, 35, 6}},
      {START "8C 0F 24 49 00 1B", {true, 35, 4}},     /* the sync that contradicts */
      {START "3C 07 " START "0C 07", {false, 0, 0}}}; /* a sync in between */
  for (size_t i = 0; i < COUNT(cases); i++) {
    uint8_t bytes[64];
    struct rvt_bytes in = {.data = bytes, .size = rvt_hex(cases[i].hex, bytes, sizeof bytes)};
    struct rvt_decoder *d = NULL;
    struct cause cause = {true, 99, 99};
    assert_int_equal(rvt_decoder_new(&config, image, keep_cause, &cause, &d, NULL), RVT_OK);
    assert_int_equal(rvt_decoder_feed(d, &in), RVT_END);
    rvt_decoder_free(d);
    assert_int_equal(cause.passed, cases[i].cause.passed);
    if (!cause.passed) continue;
    assert_int_equal(cause.tcode, cases[i].cause.tcode);
    assert_int_equal(cause.offset, cases[i].cause.offset);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup(all_codes_in_all_places, reset),
      cmocka_unit_test_setup(other_sources, reset),
      cmocka_unit_test_setup(one_warning_a_code, reset),
      cmocka_unit_test_setup(what_does_not_end_well_is_damage, reset),
      cmocka_unit_test_setup(times, reset),
      cmocka_unit_test_setup(an_error_names_its_likely_cause, reset)};
  const int failed = cmocka_run_group_tests(tests, NULL, NULL);
  rvt_image_free(image);
  return failed != 0;
}
