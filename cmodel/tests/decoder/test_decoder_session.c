/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "oracle/row.h"
#include "tests/support/decoder_lines.h"
#include "tests/support/test.h"

/* Sessions, syncs, traps, overflows, implicit return, time, sources. */

#define COUNT(a) (sizeof(a) / sizeof(a)[0])
#define START    "ProgTraceSync SYNC=3 I-CNT=0 F-ADDR=0x80;"
#define STOP(n)  ";ProgTraceCorrelation EVCODE=0 CDF=0 I-CNT=" #n

static int reset(void **state) {
  (void)state;
  config = (struct rvt_decoder_config){.lenient = false};
  return 0;
}

static void use(const struct rvt_code *code, size_t count) {
  rvt_image_free(image);
  image = rvt_code_image(64, code, count);
}

static void use_handlers(void) {
  const struct rvt_code code[] = {{0x100, C_NOP}, {0x102, rvt_branch(0x200 - 0x102)},
                                  {0x106, NOP},   {0x10a, NOP},
                                  {0x200, C_NOP}, {0x202, C_RET},
                                  {0x300, C_RET}, {0x400, C_NOP},
                                  {0x402, MRET}};
  use(code, COUNT(code));
}

static void corner_cases(void **state) {
  (void)state;
  use_handlers();
  /* V-SEQ-1: return to a return. */
  CHECK("ProgTraceSync SYNC=3 I-CNT=0 F-ADDR=0x101;IndirectBranch B-TYPE=0 I-CNT=1 U-ADDR=0x81;"
        "ProgTraceCorrelation EVCODE=0 CDF=0 I-CNT=0",
        "S3@202 202 202>300:0 X0@300");
  /* V-SEQ-2, V-SEQ-3: traps that follow each other. */
  CHECK(START "IndirectBranch B-TYPE=3 I-CNT=1 U-ADDR=0x280;"
              "IndirectBranch B-TYPE=2 I-CNT=0 U-ADDR=0x0",
        "S3@100 100 102>400:3 400>400:2");
  /* V-SEQ-8: trap return, fault at once. */
  CHECK("ProgTraceSync SYNC=3 I-CNT=0 F-ADDR=0x200;IndirectBranch B-TYPE=0 I-CNT=3 U-ADDR=0x280;"
        "Ownership PROCESS=0x0;IndirectBranch B-TYPE=2 I-CNT=0 U-ADDR=0x280;"
        "Ownership PROCESS=0xc" STOP(1),
        "S3@400 400 402 402>100:0 O0 100>400:2 Oc 400 X0@402");
  ROW("NT:OWN-13");
  /* A pending transfer merged with a trap: the target stays unknown. */
  CHECK(
      "ProgTraceSync SYNC=3 I-CNT=0 F-ADDR=0x101;IndirectBranch B-TYPE=3 I-CNT=1 U-ADDR=0x301" STOP(
          1),
      "S3@202 202 ?>400:3 400 X0@402");
  /* Stop on an unresolved transfer. */
  CHECK("ProgTraceSync SYNC=3 I-CNT=0 F-ADDR=0x100" STOP(2), "S3@200 200 202 X0@?");
}

static void syncs(void **state) {
  (void)state;
  use_handlers();
  CHECK(START "IndirectBranchHistSync SYNC=6 B-TYPE=0 I-CNT=5 F-ADDR=0x85 HIST=0x2",
        "S3@100 100 102 106 S6@10ac");
  CHECK(START "ProgTraceSync SYNC=6 I-CNT=5 F-ADDR=0x85", "S3@100 100 102 106 S6@10ac");
  CHECK(START "DirectBranchSync SYNC=2 I-CNT=3 F-ADDR=0x100" STOP(1),
        "S3@100 100 102 S2@200c 200 X0@202");
  ROW("NT:DEC-06");
  CHECK(START "DirectBranchSync SYNC=2 I-CNT=3 F-ADDR=0x83", "S3@100 100 102 S2@106c");
  CHECK(START "IndirectBranchSync SYNC=2 B-TYPE=2 I-CNT=1 F-ADDR=0x200",
        "S3@100 100 102>400:2 S2@400c");
  CHECK("ProgTraceSync SYNC=3 I-CNT=0 F-ADDR=0x100;"
        "IndirectBranchSync SYNC=2 B-TYPE=0 I-CNT=2 F-ADDR=0x80",
        "S3@200 200 202 202>100:0 S2@100c");
  ROW("NT:BTY-06");
  /* F-ADDR that is not where the walk arrived: said, and decoding goes on there. */
  CHECK(START "ProgTraceSync SYNC=2 I-CNT=5 F-ADDR=0x86",
        "S3@100 100 102 106 E:NT:DEC-06@4 S2@10c");
  CHECK(START "IndirectBranchSync SYNC=2 B-TYPE=0 I-CNT=5 F-ADDR=0x80",
        "S3@100 100 102 106 E:NT:BTY-06@4 S2@100");
  CHECK(START "DirectBranchSync SYNC=2 I-CNT=3 F-ADDR=0x101",
        "S3@100 100 102 E:NT:DEC-06@4 S2@202");
  /* V-SEQ-16: a reset vector is no continuation. */
  CHECK(START "IndirectBranchHistSync SYNC=1 B-TYPE=0 I-CNT=5 F-ADDR=0x40000000 HIST=0x2",
        "S3@100 100 102 106 S1@80000000c");
  CHECK(START "ProgTraceSync SYNC=9 I-CNT=1 F-ADDR=0x100", "S3@100 100 S9@200c");
  /* The first sync's counts are history. */
  CHECK("IndirectBranchHistSync SYNC=2 B-TYPE=3 I-CNT=77 F-ADDR=0x80 HIST=0x1234;"
        "ProgTraceCorrelation EVCODE=1 CDF=1 I-CNT=3 HIST=0x3",
        "S2@100 100 102 X1@200");
  CHECK("DirectBranchSync SYNC=2 I-CNT=77 F-ADDR=0x80", "S2@100");
  CHECK("IndirectBranchSync SYNC=2 B-TYPE=3 I-CNT=77 F-ADDR=0x80", "S2@100");
  ROW("NT:DEC-05");
  ROW("NT:SYN-39");
  CHECK(START "ProgTraceSync SYNC=8 I-CNT=1 F-ADDR=0x81", "S3@100 W:NT:DEC-08@5 100 S8@102c");
  ROW("NT:SYN-38");
}

static void sessions(void **state) {
  (void)state;
  use_handlers();
  /* Before the first sync everything is skipped, units too. */
  CHECK("ResourceFull RCODE=0 I-CNT=5;DirectBranch I-CNT=3;RepeatBranch B-CNT=2;"
        "IndirectBranch B-TYPE=0 I-CNT=1 U-ADDR=0x80;" START "DirectBranch I-CNT=3" STOP(1),
        "S3@100 100 102 200 X0@202");
  ROW("NT:DEC-04");
  ROW("NT:RSF-10");
  ROW("NT:ADR-09");
  CHECK("ProgTraceCorrelation EVCODE=4 CDF=0 I-CNT=0;"
        "ProgTraceCorrelation EVCODE=4 CDF=1 I-CNT=0 HIST=0x1;"
        "ProgTraceSync SYNC=5 I-CNT=0 F-ADDR=0x80" STOP(1) STOP(0),
        "X4@? X4@? S5@100 100 X0@102 X0@?");
  /* A count there accounts for nothing, and is remarked. */
  CHECK("ProgTraceSync SYNC=3 I-CNT=0 F-ADDR=0x80" STOP(1) STOP(3),
        "S3@100 100 X0@102 W:NT:COR-14@7 X0@?");
  CHECK("ProgTraceSync SYNC=3 I-CNT=0 F-ADDR=0x80" STOP(
            1) ";ProgTraceSync SYNC=5 I-CNT=2 F-ADDR=0x80" STOP(1),
        "S3@100 100 X0@102 W:NT:SYN-30@7 S5@100 100 X0@102");
  /* Trace that starts anew, and outcomes that are none, are remarked, too. */
  CHECK(START "DirectBranch I-CNT=3;ProgTraceSync SYNC=5 I-CNT=0 F-ADDR=0x80" STOP(1),
        "S3@100 100 102 W:NT:DEC-06@6 S5@100 100 X0@102");
  CHECK(START "ResourceFull RCODE=1 HIST=0x1;ProgTraceCorrelation EVCODE=0 CDF=1 I-CNT=1 HIST=0x1",
        "S3@100 W:NT:HIST-06@4 100 X0@102");
  ROW("NT:COR-14");
  ROW("NT:HIST-06");
  ROW("NT:SYN-30");
  /* Units of an unfinished count do not survive a stop or an overflow. */
  CHECK(START "ResourceFull RCODE=0 I-CNT=5;Error ETYPE=0 ECODE=4;"
              "ProgTraceSync SYNC=7 I-CNT=0 F-ADDR=0x80;Ownership PROCESS=0xc" STOP(1),
        "S3@100 G4@100 S7@100 Oc 100 X0@102");
  ROW("NT:ERR-14");
  ROW("NT:ERR-15");
  CHECK(START "ProgTraceSync SYNC=7 I-CNT=0 F-ADDR=0x100" STOP(1),
        "S3@100 W:NT:ERR-16@4 S7@200 200 X0@202");
  CHECK(START "Error ETYPE=0 ECODE=4;ProgTraceSync SYNC=5 I-CNT=0 F-ADDR=0x100" STOP(1),
        "S3@100 G4@100 S5@200 200 X0@202");
  ROW("NT:ERR-16");
  /* A branch message while unsynchronized is an error, once. */
  CHECK(START "DirectBranch I-CNT=3" STOP(0) ";DirectBranch I-CNT=3;DirectBranch I-CNT=3;" START
                                             "DirectBranch I-CNT=3",
        "S3@100 100 102 X0@200 E:NT:DEC-22@9 S3@100 100 102");
  ROW("NT:DEC-22");
  CHECK(START "Error ETYPE=0 ECODE=4;IndirectBranch B-TYPE=0 I-CNT=1 U-ADDR=0x80",
        "S3@100 G4@100 E:NT:ADR-09@7");
  CHECK(START "DirectBranch I-CNT=3" STOP(0) ";RepeatBranch B-CNT=1",
        "S3@100 100 102 X0@200 E:NT:RPT-10@9");
  ROW("NT:COR-12");
  config.lenient = true;
  CHECK("ProgTraceSync SYNC=3 I-CNT=0 F-ADDR=0x80" STOP(1) ";DirectBranch I-CNT=3;"
                                                           "DirectBranch I-CNT=3",
        "S3@100 100 X0@102 W:NT:DEC-22@7 W:NT:DEC-22@9");
}

static void use_calls(void) {
  const struct rvt_code code[] = {{0x100, rvt_jal(1, 0x100)},
                                  {0x104, NOP},
                                  {0x108, C_JALR_X6},
                                  {0x10a, NOP},
                                  {0x200, C_NOP},
                                  {0x202, C_RET},
                                  {0x300, C_NOP},
                                  {0x302, MRET},
                                  {0x400, rvt_jal(1, 0x100)},
                                  {0x404, C_RET},
                                  {0x500, C_NOP},
                                  {0x502, C_SWAP},
                                  {0x504, C_NOP},
                                  {0x506, RET}};
  use(code, COUNT(code));
}

static void implicit_return(void **state) {
  (void)state;
  use_calls();
  config.implicit_return = 3;
  CHECK(START "ProgTraceCorrelation EVCODE=0 CDF=0 I-CNT=6", "S3@100 100 200 202 104 X0@108");
  ROW("NT:IRT-15");
  /* V-IRT-2: a sync between call and return; the return is explicit. */
  CHECK(START "ProgTraceSync SYNC=2 I-CNT=2 F-ADDR=0x100;"
              "IndirectBranch B-TYPE=0 I-CNT=2 U-ADDR=0x182" STOP(2),
        "S3@100 100 S2@200c 200 202 202>104:0 104 X0@108");
  CHECK(START "ProgTraceSync SYNC=2 I-CNT=2 F-ADDR=0x100" STOP(4),
        "S3@100 100 S2@200c 200 202 E:NT:IRT-16@8 X0@?");
  ROW("NT:IRT-17");
  /* V-IRT-4: return elsewhere; both sides have popped. */
  CHECK(START "IndirectBranch B-TYPE=0 I-CNT=4 U-ADDR=0x5" STOP(2),
        "S3@100 100 200 202 202>10a:0 10a X0@10e");
  /* V-IRT-5: the call is itself the periodic sync. */
  CHECK("ProgTraceSync SYNC=3 I-CNT=0 F-ADDR=0x84;"
        "IndirectBranchSync SYNC=2 B-TYPE=0 I-CNT=1 F-ADDR=0x100;"
        "IndirectBranch B-TYPE=0 I-CNT=2 U-ADDR=0x185" STOP(0),
        "S3@108 108 108>200:0 S2@200c 200 202 202>10a:0 X0@10a");
  /* An indirect call is remembered like a direct one. */
  CHECK(
      "ProgTraceSync SYNC=3 I-CNT=0 F-ADDR=0x84;IndirectBranch B-TYPE=0 I-CNT=1 U-ADDR=0x184" STOP(
          4),
      "S3@108 108 108>200:0 200 202 10a X0@10e");
  /* An upgraded return may or may not be the remembered one; a linear sync after it must be. */
  CHECK(START "IndirectBranchSync SYNC=2 B-TYPE=0 I-CNT=4 F-ADDR=0x85",
        "S3@100 100 200 202 202>10a:0 S2@10ac");
  CHECK(START "ProgTraceSync SYNC=2 I-CNT=4 F-ADDR=0x82", "S3@100 100 200 202 S2@104c");
  CHECK(START "ProgTraceSync SYNC=2 I-CNT=4 F-ADDR=0x85",
        "S3@100 100 200 202 E:NT:DEC-06@4 S2@10a");
  /* V-IRT-6: a trap at the target of a return; without a known call its place is unknown. */
  CHECK(START "IndirectBranch B-TYPE=2 I-CNT=4 U-ADDR=0x100", "S3@100 100 200 202 104>300:2");
  CHECK("ProgTraceSync SYNC=3 I-CNT=0 F-ADDR=0x100;IndirectBranch B-TYPE=2 I-CNT=2 U-ADDR=0x80",
        "S3@200 200 202 ?>300:2");
  ROW("NT:IRT-16");
  CHECK("ProgTraceSync SYNC=3 I-CNT=0 F-ADDR=0x200" STOP(8), "S3@400 400 500 502 404 504 506 X0@?");
  ROW("NT:IRT-18");
  /* A trap and its MRET leave the stack alone. */
  CHECK(START "IndirectBranch B-TYPE=3 I-CNT=3 U-ADDR=0x100;"
              "IndirectBranch B-TYPE=0 I-CNT=3 U-ADDR=0x81" STOP(3),
        "S3@100 100 200 202>300:3 300 302 302>202:0 202 104 X0@108");
  ROW("NT:IRT-19");
  config.implicit_return = 1;
  CHECK("ProgTraceSync SYNC=3 I-CNT=0 F-ADDR=0x80" STOP(6), "S3@100 100 200 202 104 X0@108");
  ROW("NT:IRT-20");
  config.implicit_return = 0;
  CHECK("ProgTraceSync SYNC=3 I-CNT=0 F-ADDR=0x80" STOP(6),
        "S3@100 100 200 202 E:NT:ICNT-18@4 X0@?");
  ROW("NT:ICNT-18");
}

static void nested_calls(void **state) {
  (void)state;
  config.implicit_return = 3;
  /* V-IRT-3: an encoder of depth 2 reports the third return; deeper decoders agree. */
  const struct rvt_code three[] = {{0x100, rvt_jal(1, 0x100)},
                                   {0x104, NOP},
                                   {0x200, rvt_jal(1, 0x100)},
                                   {0x204, C_RET},
                                   {0x300, rvt_jal(5, 0x100)},
                                   {0x304, C_RET},
                                   {0x400, 0x8282}};
  use(three, COUNT(three));
  CHECK(START "IndirectBranch B-TYPE=0 I-CNT=9 U-ADDR=0x2" STOP(2),
        "S3@100 100 200 300 400 304 204 204>104:0 104 X0@108");
  /* 40 nested calls: the 32 innermost return addresses are known. */
  const struct rvt_code recursion[] = {
      {0x100, rvt_c_beqz(6)}, {0x102, rvt_jal(1, -2)}, {0x106, C_RET}};
  uint8_t bytes[256];
  use(recursion, COUNT(recursion));
  for (int spare = 0; spare < 2; spare++) {
    size_t size =
        rvt_lines(&config.ntrace.format,
                  spare == 0 ? START "ResourceFull RCODE=1 HIST=0x40000000;"
                                     "IndirectBranchHist B-TYPE=0 I-CNT=154 U-ADDR=3 HIST=0x801"
                             : START "ResourceFull RCODE=1 HIST=0x40000000;"
                                     "IndirectBranchHist B-TYPE=0 I-CNT=155 U-ADDR=3 HIST=0x801",
                  bytes, sizeof bytes);
    const struct rvt_decoder_log *log = rvt_log_bytes(image, &config, bytes, size);
    assert_int_equal(log->errors, spare);
    if (spare == 1) assert_non_null(strstr(log->text, "NT:IRT-16"));
  }
  ROW("NT:IRT-17");
  /* Repetitions redo pushes and pops. */
  const struct rvt_code loop[] = {
      {0x100, rvt_jal(1, 0x100)}, {0x104, rvt_c_beqz(-4)}, {0x106, C_NOP}, {0x200, C_RET}};
  use(loop, COUNT(loop));
  CHECK(START "DirectBranch I-CNT=4;RepeatBranch B-CNT=2" STOP(5),
        "S3@100 100 200 104 100 200 104 100 200 104 100 200 104 106 X0@108");
  const struct rvt_code deeper[] = {
      {0x100, rvt_jal(1, 0x100)}, {0x104, C_RET}, {0x200, rvt_c_beqz(-0x100)}, {0x202, C_RET}};
  use(deeper, COUNT(deeper));
  CHECK(START "DirectBranch I-CNT=3;RepeatBranch B-CNT=2" STOP(7),
        "S3@100 100 200 100 200 100 200 100 200 202 104 104 104 X0@104");
  ROW("NT:RPT-11");
  CHECK(START "DirectBranch I-CNT=3;Ownership PROCESS=12" STOP(5),
        "S3@100 100 200 Oc 100 200 202 104 X0@104");
  ROW("NT:OWN-14");
}

static void times(void **state) {
  (void)state;
  const struct rvt_code code[] = {{0x100, C_NOP}, {0x102, rvt_branch(-2)}};
  use(code, COUNT(code));
  config.ntrace.format.ts = true;
  CHECK("ProgTraceSync SYNC=5 I-CNT=0 F-ADDR=0x80 TSTAMP=1000;DirectBranch I-CNT=3 TSTAMP=5;"
        "DirectBranch I-CNT=3;DirectBranch I-CNT=3 TSTAMP=95",
        "T3e8 S5@100 T3ed 100 102 100 102 T44c 100 102");
  CHECK("ProgTraceSync SYNC=5 I-CNT=0 F-ADDR=0x80 TSTAMP=16;Ownership PROCESS=0xc TSTAMP=1;"
        "RepeatBranch B-CNT=1 TSTAMP=1;Error ETYPE=0 ECODE=0 TSTAMP=2;"
        "ProgTraceCorrelation EVCODE=0 CDF=0 I-CNT=0 TSTAMP=4",
        "T10 S5@100 T11 Oc T12 E:NT:RPT-10@8 T14 G0@? T18 X0@?");
  ROW("NT:TSP-12");
  ROW("NT:MSG-22");
  /* Before the first sync there is no base. */
  CHECK("Ownership PROCESS=0xc TSTAMP=1", "Oc");
  CHECK("ProgTraceSync SYNC=5 I-CNT=0 F-ADDR=0x80;DirectBranch I-CNT=3 TSTAMP=5",
        "W:NT:TSP-13@3 S5@100 100 102");
  ROW("NT:TSP-13");
  /* What was skipped may have held an increase: no time until the next sync. */
  uint8_t bytes[64];
  size_t size = rvt_hex("24 15 00 09 A0 3F E0 03 08 31 07", bytes, sizeof bytes);
  assert_string_equal(rvt_log_bytes(image, &config, bytes, size)->text,
                      "T3e8 S5@100 N38 W:NT:DEC-07@6 Oc");
  size = rvt_hex("24 15 00 09 A0 3F 0D 03 08 31 07", bytes, sizeof bytes);
  assert_string_equal(rvt_log_bytes(image, &config, bytes, size)->text,
                      "T3e8 S5@100 E!:NT:PKT-12@6 Oc");
  config.ts_width = 8;
  CHECK("ProgTraceSync SYNC=5 I-CNT=0 F-ADDR=0x80 TSTAMP=255;DirectBranch I-CNT=3 TSTAMP=2",
        "Tff S5@100 T1 100 102");
}

#define TIMED "ProgTraceSync SYNC=5 I-CNT=0 F-ADDR=0x80 TSTAMP="

/* A counter of 40 bits, and a configuration that says 8; or a message that swallowed the next. */
static void times_with_more_bits_than_the_counter(void **state) {
  (void)state;
  const struct rvt_code code[] = {{0x100, C_NOP}, {0x102, rvt_branch(-2)}};
  use(code, COUNT(code));
  config.ntrace.format.ts = true;
  config.ts_width = 8;
  CHECK(TIMED "0x1889;DirectBranch I-CNT=3 TSTAMP=5;" TIMED "0x1890",
        "E:NT:TSP-05@0 E:NT:TSP-05@a");
  CHECK(TIMED "0x89;DirectBranch I-CNT=3 TSTAMP=0x105;DirectBranch I-CNT=3 TSTAMP=0x106;" TIMED
              "0x90;DirectBranch I-CNT=3 TSTAMP=0xff",
        "T89 S5@100 E:NT:TSP-05@6 T90 S5@100 T8f 100 102");
  CHECK("Ownership PROCESS=0xc TSTAMP=0x100", "Oc"); /* before the first sync all is well */
  config.lenient = true;
  CHECK(TIMED "0x1889;DirectBranch I-CNT=3 TSTAMP=5;" TIMED "0x1890",
        "W:NT:TSP-05@0 T1889 S5@100 T188e 100 102 T1890 S5@100c");
  CHECK(TIMED "0xff;DirectBranch I-CNT=3 TSTAMP=0x105;DirectBranch I-CNT=3 TSTAMP=1",
        "Tff S5@100 W:NT:TSP-05@6 T204 100 102 T205 100 102");
}

static void sources(void **state) {
  (void)state;
  use_handlers();
  config.ntrace.format.src_bits = 4;
  CHECK("ProgTraceSync SRC=1 SYNC=3 I-CNT=0 F-ADDR=0x80;"
        "ProgTraceSync SRC=2 SYNC=3 I-CNT=0 F-ADDR=0x100;DirectBranch SRC=1 I-CNT=3;"
        "IndirectBranch SRC=2 B-TYPE=0 I-CNT=2 U-ADDR=0x180;DirectBranch SRC=3 I-CNT=3;"
        "ProgTraceCorrelation SRC=1 EVCODE=0 CDF=0 I-CNT=1;"
        "ProgTraceCorrelation SRC=2 EVCODE=0 CDF=0 I-CNT=0",
        "s1/S3@100 s2/S3@200 100 102 200 202 s2/202>100:0 200 s1/X0@202 s2/X0@100");
  ROW("NT:SRC-07");
  ROW("NT:DEC-17");
  /* An error of one source leaves the other alone. */
  CHECK("ProgTraceSync SRC=1 SYNC=3 I-CNT=0 F-ADDR=0x80;"
        "ProgTraceSync SRC=2 SYNC=3 I-CNT=0 F-ADDR=0x80;DirectBranch SRC=1 I-CNT=1;"
        "DirectBranch SRC=2 I-CNT=3;ProgTraceCorrelation SRC=2 EVCODE=0 CDF=0 I-CNT=1",
        "s1/S3@100 s2/S3@100 100 s1/E:NT:DEC-10@a 100 102 200 s2/X0@202");
  /* A reserved RCODE tells its source, also where SRC spans two bytes. */
  uint8_t bytes[64];
  config.ntrace.format.src_bits = 8;
  size_t size = rvt_lines(&config.ntrace.format,
                          "ProgTraceSync SRC=193 SYNC=3 I-CNT=0 F-ADDR=0x80;"
                          "ProgTraceSync SRC=1 SYNC=3 I-CNT=0 F-ADDR=0x80",
                          bytes, sizeof bytes);
  size += rvt_hex("6C 04 6C 03", bytes + size, 8); /* RCODE 6 */
  size += rvt_lines(&config.ntrace.format, "ProgTraceCorrelation SRC=1 EVCODE=0 CDF=0 I-CNT=1",
                    bytes + size, 16);
  assert_string_equal(rvt_log_bytes(image, &config, bytes, size)->text,
                      "sc1/S3@100 s1/S3@100 sc1/E:NT:RSF-04@c 100 s1/X0@102");
  /* The same bytes under other widths: what they mean is the configuration's affair. */
  config.ntrace.format.src_bits = 4;
  size = rvt_hex("24 C4 01 00 0B 84 04 43", bytes, sizeof bytes);
  assert_string_equal(rvt_log_bytes(image, &config, bytes, size)->text, "s1/S3@100 100 s1/X0@102");
  config.ntrace.format.src_bits = 0;
  assert_string_not_equal(rvt_log_bytes(image, &config, bytes, size)->text,
                          "s1/S3@100 100 s1/X0@102");
  ROW("NT:DEC-02");
  ROW("NT:SRC-05");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup(corner_cases, reset),
      cmocka_unit_test_setup(syncs, reset),
      cmocka_unit_test_setup(sessions, reset),
      cmocka_unit_test_setup(implicit_return, reset),
      cmocka_unit_test_setup(nested_calls, reset),
      cmocka_unit_test_setup(times, reset),
      cmocka_unit_test_setup(times_with_more_bits_than_the_counter, reset),
      cmocka_unit_test_setup(sources, reset)};
  int failed = cmocka_run_group_tests(tests, NULL, NULL);
  rvt_image_free(image);
  return failed != 0;
}
