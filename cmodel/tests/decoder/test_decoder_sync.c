/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "oracle/row.h"
#include "tests/support/decoder_lines.h"
#include "tests/support/test.h"

/*
 * Every reason of a sync in every place where it may stand: on linear code, and with each kind of
 * transfer pending. Reset and low power also where F-ADDR is no continuation.
 */

#define COUNT(a) (sizeof(a) / sizeof(a)[0])
#define START    "ProgTraceSync SYNC=3 I-CNT=0 F-ADDR=0x80;"
#define FAR      0x4000 /* address 0x8000, where no transfer of the program goes */

static int reset(void **state) {
  (void)state;
  const struct rvt_code code[] = {{0x100, C_NOP},    {0x102, rvt_branch(0x200 - 0x102)},
                                  {0x106, NOP},      {0x10a, rvt_jal(1, 0x300 - 0x10a)},
                                  {0x10e, C_NOP},    {0x110, C_EBREAK},
                                  {0x200, C_NOP},    {0x202, C_JR_X6},
                                  {0x300, C_NOP},    {0x302, C_RET},
                                  {0x400, AUIPC_X6}, {0x404, rvt_jalr(0, 6, 0x100)},
                                  {0x500, C_NOP},    {0x502, MRET},
                                  {0x600, C_NOP},    {0x602, CUSTOM},
                                  {0x606, C_NOP},    {0x8000, C_NOP},
                                  {0x8002, C_EBREAK}};
  config = (struct rvt_decoder_config){.implicit_return = 3, .sequential_jump = true};
  rvt_image_free(image);
  image = rvt_code_image(64, code, COUNT(code));
  return 0;
}

/** A place: what comes before the sync message, its fields, and what is reported of it. */
struct place {
  const char *name;
  const char *before;  /* messages */
  const char *message; /* name and fields but SYNC and F-ADDR */
  unsigned address;    /* F-ADDR, a continuation */
  const char *walked;  /* events before the sync */
  const char *pending; /* the transfer that the sync resolves; NULL: none */
  const char *more;    /* HIST, if the message has it */
};

static const struct place places[] = {
    {"linear", START, "ProgTraceSync I-CNT=5", 0x85, "S3@100 100 102 106", NULL, ""},
    {"linear, nothing counted", START, "ProgTraceSync I-CNT=0", 0x80, "S3@100", NULL, ""},
    {"linear, B-TYPE", START, "IndirectBranchSync B-TYPE=0 I-CNT=5", 0x85, "S3@100 100 102 106",
     NULL, ""},
    {"linear, HIST", START, "IndirectBranchHistSync B-TYPE=0 I-CNT=5", 0x85, "S3@100 100 102 106",
     NULL, " HIST=0x2"},
    {"linear, after a taken branch", START, "IndirectBranchHistSync B-TYPE=0 I-CNT=4", 0x101,
     "S3@100 100 102 200", NULL, " HIST=0x3"},
    {"branch not taken, last", START, "ProgTraceSync I-CNT=3", 0x83, "S3@100 100 102", NULL, ""},
    {"branch not taken, direct form", START, "DirectBranchSync I-CNT=3", 0x83, "S3@100 100 102",
     NULL, ""},
    {"branch taken", START, "DirectBranchSync I-CNT=3", 0x100, "S3@100 100 102", NULL, ""},
    {"direct call, last", START, "ProgTraceSync I-CNT=7", 0x180, "S3@100 100 102 106 10a", NULL,
     ""},
    {"units of RCODE 0", START "ResourceFull RCODE=0 I-CNT=3;", "ProgTraceSync I-CNT=2", 0x85,
     "S3@100 100 102 106", NULL, ""},
    {"outcomes of RCODE 1", START "ResourceFull RCODE=1 HIST=0x3;",
     "IndirectBranchHistSync B-TYPE=0 I-CNT=4", 0x101, "S3@100 100 102 200", NULL, " HIST=0x1"},
    {"jump", START "DirectBranch I-CNT=3;", "IndirectBranchSync B-TYPE=0 I-CNT=2", 0x180,
     "S3@100 100 102 200 202", "202>300:0", ""},
    {"jump, HIST", START, "IndirectBranchHistSync B-TYPE=0 I-CNT=5", 0x180,
     "S3@100 100 102 200 202", "202>300:0", " HIST=0x3"},
    {"exception", START, "IndirectBranchSync B-TYPE=2 I-CNT=1", 0x280, "S3@100 100", "102>500:2",
     ""},
    {"interrupt, HIST", START, "IndirectBranchHistSync B-TYPE=3 I-CNT=3", 0x280, "S3@100 100 102",
     "106>500:3", " HIST=0x2"},
    {"trap return", START "IndirectBranch B-TYPE=2 I-CNT=1 U-ADDR=0x200;",
     "IndirectBranchSync B-TYPE=0 I-CNT=3", 0x81, "S3@100 100 102>500:2 500 502", "502>102:0", ""},
    {"return, known call", START, "IndirectBranchSync B-TYPE=0 I-CNT=9", 0x87,
     "S3@100 100 102 106 10a 300 302", "302>10e:0", ""},
    {"return, left out", START, "ProgTraceSync I-CNT=9", 0x87, "S3@100 100 102 106 10a 300 302",
     NULL, ""},
    {"return, known call, elsewhere", START, "IndirectBranchSync B-TYPE=0 I-CNT=9", 0x100,
     "S3@100 100 102 106 10a 300 302", "302>200:0", ""},
    {"return, no known call", "ProgTraceSync SYNC=3 I-CNT=0 F-ADDR=0x180;",
     "IndirectBranchSync B-TYPE=0 I-CNT=2", 0x87, "S3@300 300 302", "302>10e:0", ""},
    {"pair, left out", "ProgTraceSync SYNC=3 I-CNT=0 F-ADDR=0x200;", "ProgTraceSync I-CNT=4", 0x280,
     "S3@400 400 404", NULL, ""},
    {"pair, reported", "ProgTraceSync SYNC=3 I-CNT=0 F-ADDR=0x200;",
     "IndirectBranchSync B-TYPE=0 I-CNT=4", 0x280, "S3@400 400 404", "404>500:0", ""},
    {"custom instruction that jumps", "ProgTraceSync SYNC=3 I-CNT=0 F-ADDR=0x300;",
     "IndirectBranchSync B-TYPE=0 I-CNT=3", 0x80, "S3@600 600 602", "602>100:0", ""}};

/* The sync message, and a stop directly after it that shows where it left the PC. */
static const char *decode_place(const struct place *p, unsigned sync, unsigned address) {
  static char text[512];
  const bool htm = p->more[0] != '\0';
  const int name = (int)strcspn(p->message, " ");
  snprintf(text, sizeof text,
           "%s%.*s SYNC=%u%s F-ADDR=0x%x%s;ProgTraceCorrelation EVCODE=1 CDF=%d I-CNT=0%s",
           p->before, name, p->message, sync, p->message + name, address, p->more, htm,
           htm ? " HIST=0x1" : "");
  return decode(text);
}

static void expect(const struct place *p, unsigned sync, unsigned address, const char *between,
                   bool continuous) {
  char expected[256];
  const char *found = decode_place(p, sync, address);
  snprintf(expected, sizeof expected, "%s %s%sS%x@%x%s X1@%x", p->walked, between,
           between[0] != '\0' ? " " : "", sync, 2 * address, continuous ? "c" : "", 2 * address);
  if (strcmp(found, expected) != 0)
    fail_msg("%s, SYNC %u: expected %s, found %s", p->name, sync, expected, found);
}

/* The message walks to its place, reports the transfer that waits, and goes on at F-ADDR. */
static void continuations(void **state) {
  (void)state;
  static const uint8_t reasons[] = {0, 2, 4, 6};
  for (size_t i = 0; i < COUNT(places); i++)
    for (size_t k = 0; k < COUNT(reasons); k++) {
      const struct place *p = &places[i];
      expect(p, reasons[k], p->address, p->pending != NULL ? p->pending : "", true);
    }
  ROW("NT:DEC-06");
  ROW("NT:DEC-15");
  ROW("NT:DEC-19");
  ROW("NT:BTY-06");
}

/* Reset and low power: what waited never happened, and F-ADDR is where the hart begins anew. */
static void resets(void **state) {
  (void)state;
  static const uint8_t reasons[] = {1, 9};
  for (size_t i = 0; i < COUNT(places); i++)
    for (size_t k = 0; k < COUNT(reasons); k++) {
      expect(&places[i], reasons[k], FAR, "", true);
      expect(&places[i], reasons[k], places[i].address, "", true);
    }
  ROW("NT:SEQ-17");
  ROW("NT:SEQ-18");
}

/* Where the program says where the walk has arrived, another F-ADDR is an error; decoding resumes.
 */
static void contradictions(void **state) {
  (void)state;
  static const uint8_t reasons[] = {0, 2, 4, 6};
  unsigned seen = 0;
  for (size_t i = 0; i < COUNT(places); i++) {
    const struct place *p = &places[i];
    if (p->pending != NULL) continue;
    const bool typed = strstr(p->message, "B-TYPE") != NULL;
    for (size_t k = 0; k < COUNT(reasons); k++) {
      const char *found = decode_place(p, reasons[k], FAR);
      char tail[64];
      snprintf(tail, sizeof tail, " S%x@8000 X1@8000", reasons[k]);
      const size_t length = strlen(found);
      if (strncmp(found, p->walked, strlen(p->walked)) != 0 ||
          strstr(found, typed ? " E:NT:BTY-06@" : " E:NT:DEC-06@") == NULL ||
          length < strlen(tail) || strcmp(found + length - strlen(tail), tail) != 0)
        fail_msg("%s, SYNC %u: found %s", p->name, reasons[k], found);
      seen++;
    }
  }
  assert_true(seen > 40);
  /* A sync of the other mode begins anew: what was counted belongs to nobody knows what. */
  CHECK(START "DirectBranch I-CNT=3;"
              "IndirectBranchHistSync SYNC=2 B-TYPE=0 I-CNT=1 F-ADDR=0x101 HIST=0x1",
        "S3@100 100 102 E:NT:MSG-10@6 S2@202");
  CHECK(START "ResourceFull RCODE=1 HIST=0x3;DirectBranchSync SYNC=2 I-CNT=4 F-ADDR=0x101",
        "S3@100 100 102 E:NT:MSG-06@6 S2@202");
  ROW("NT:DEC-06");
  ROW("NT:BTY-06");
}

/* An encoder that sends the plain message first, and an event that is reported at a stop. */
static void shapes(void **state) {
  (void)state;
  for (unsigned sync = 0; sync < 10; sync++) {
    char text[512], expected[256];
    if (sync == 3 || sync == 5 || sync == 7 || sync == 8) continue;
    snprintf(text, sizeof text,
             START "DirectBranch I-CNT=3;IndirectBranch B-TYPE=0 I-CNT=2 U-ADDR=0x100;"
                   "ProgTraceSync SYNC=%u I-CNT=0 F-ADDR=0x180;"
                   "ProgTraceCorrelation EVCODE=4 CDF=0 I-CNT=1",
             sync);
    snprintf(expected, sizeof expected, "S3@100 100 102 200 202 202>300:0 S%x@300c 300 X4@302",
             sync);
    CHECK(text, expected);
  }
  CHECK(START "ProgTraceSync SYNC=6 I-CNT=1 F-ADDR=0x81;"
              "ProgTraceCorrelation EVCODE=0 CDF=0 I-CNT=0",
        "S3@100 100 S6@102c X0@102");
}

/* Into low power and out of it, on linear code and with a transfer that waits (EVCODE 1). */
static void low_power(void **state) {
  (void)state;
  CHECK(START "ProgTraceCorrelation EVCODE=1 CDF=0 I-CNT=5;"
              "ProgTraceSync SYNC=9 I-CNT=0 F-ADDR=0x85;"
              "ProgTraceCorrelation EVCODE=4 CDF=0 I-CNT=2",
        "S3@100 100 102 106 X1@10a S9@10a 10a X4@300");
  CHECK(START "DirectBranch I-CNT=3;ProgTraceCorrelation EVCODE=1 CDF=0 I-CNT=2;"
              "ProgTraceSync SYNC=9 I-CNT=0 F-ADDR=0x4000;"
              "ProgTraceCorrelation EVCODE=4 CDF=0 I-CNT=1",
        "S3@100 100 102 200 202 X1@? S9@8000 8000 X4@8002");
  CHECK(START "ProgTraceCorrelation EVCODE=1 CDF=1 I-CNT=9 HIST=0x2;"
              "IndirectBranchHistSync SYNC=9 B-TYPE=0 I-CNT=0 F-ADDR=0x180 HIST=0x1;"
              "IndirectBranch B-TYPE=0 I-CNT=2 U-ADDR=0x80",
        "S3@100 100 102 106 10a 300 302 X1@10e S9@300 300 302 302>200:0");
  ROW("NT:SEQ-18");
}

/* A sync empties the stack, whatever its reason; so do stop and overflow. */
static void stacks(void **state) {
  (void)state;
  static const uint8_t reasons[] = {0, 1, 2, 4, 6, 9};
  for (size_t i = 0; i < COUNT(reasons); i++) {
    char text[512], expected[256];
    snprintf(text, sizeof text,
             START "ProgTraceSync SYNC=%u I-CNT=8 F-ADDR=0x181;"
                   "ProgTraceCorrelation EVCODE=4 CDF=0 I-CNT=2",
             reasons[i]);
    snprintf(expected, sizeof expected,
             "S3@100 100 102 106 10a 300 S%x@302c 302 E:NT:IRT-16@9 X4@?", reasons[i]);
    CHECK(text, expected);
  }
  CHECK(START "ProgTraceCorrelation EVCODE=1 CDF=0 I-CNT=8;"
              "ProgTraceSync SYNC=9 I-CNT=0 F-ADDR=0x181;"
              "ProgTraceCorrelation EVCODE=4 CDF=0 I-CNT=2",
        "S3@100 100 102 106 10a 300 X1@302 S9@302 302 E:NT:IRT-16@b X4@?");
  CHECK(START "IndirectBranch B-TYPE=2 I-CNT=7 U-ADDR=0x200;Error ETYPE=0 ECODE=4;"
              "ProgTraceSync SYNC=7 I-CNT=0 F-ADDR=0x181;"
              "ProgTraceCorrelation EVCODE=4 CDF=0 I-CNT=2",
        "S3@100 100 102 106 10a 300>500:2 G4@500 S7@302 302 E:NT:IRT-16@f X4@?");
  ROW("NT:IRT-17");
}

/* Of two sources one is reset in the middle of the other's messages. */
static void sources(void **state) {
  (void)state;
  config.ntrace.format.src_bits = 4;
  CHECK("ProgTraceSync SRC=1 SYNC=3 I-CNT=0 F-ADDR=0x80;"
        "ProgTraceSync SRC=2 SYNC=3 I-CNT=0 F-ADDR=0x100;"
        "ResourceFull SRC=1 RCODE=0 I-CNT=3;"
        "IndirectBranchSync SRC=2 SYNC=1 B-TYPE=0 I-CNT=2 F-ADDR=0x4000;"
        "ProgTraceSync SRC=1 SYNC=6 I-CNT=2 F-ADDR=0x85;"
        "ProgTraceCorrelation SRC=2 EVCODE=1 CDF=0 I-CNT=1;"
        "ProgTraceSync SRC=1 SYNC=0 I-CNT=2 F-ADDR=0x200;"
        "ProgTraceCorrelation SRC=1 EVCODE=1 CDF=0 I-CNT=2",
        "s1/S3@100 s2/S3@200 200 202 s2/S1@8000c 100 102 106 s1/S6@10ac 8000 s2/X1@8002 10a "
        "s1/E:NT:DEC-06@1b s1/S0@400 400 s1/X1@404");
  ROW("NT:DEC-17");
  ROW("NT:SRC-07");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup(continuations, reset),  cmocka_unit_test_setup(resets, reset),
      cmocka_unit_test_setup(contradictions, reset), cmocka_unit_test_setup(shapes, reset),
      cmocka_unit_test_setup(low_power, reset),      cmocka_unit_test_setup(stacks, reset),
      cmocka_unit_test_setup(sources, reset)};
  int failed = cmocka_run_group_tests(tests, NULL, NULL);
  rvt_image_free(image);
  return failed != 0;
}
