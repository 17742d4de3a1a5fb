/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "oracle/row.h"
#include "tests/support/decoder_lines.h"
#include "tests/support/test.h"

/*
 * Forms of messages that other encoders send and ours does not, read strictly
 * (docs/units/decoder.md); those that need an option are in test_decoder_older.c.
 */

#define COUNT(a)       (sizeof(a) / sizeof(a)[0])
#define SYNC(addr)     "ProgTraceSync SYNC=3 I-CNT=0 F-ADDR=" addr
#define AT(addr)       SYNC(addr) ";"
#define START          AT("0x80") /* 0x100 */
#define STOP(n)        ";ProgTraceCorrelation EVCODE=0 CDF=0 I-CNT=" #n
#define STOP_HTM(n)    ";ProgTraceCorrelation EVCODE=0 CDF=1 I-CNT=" #n " HIST=0x1"
#define IDLE(code)     "ProgTraceCorrelation EVCODE=" #code " CDF=0 I-CNT=0;"
#define IDLE_HTM(code) "ProgTraceCorrelation EVCODE=" #code " CDF=1 I-CNT=0 HIST=0x1;"

static int reset(void **state) {
  (void)state;
  const struct rvt_code code[] = {{0x100, C_NOP}, {0x102, rvt_branch(0x200 - 0x102)},
                                  {0x106, NOP},   {0x10a, rvt_jal(1, 0x300 - 0x10a)},
                                  {0x200, C_NOP}, {0x202, C_JR_X6},
                                  {0x300, C_NOP}, {0x302, C_RET},
                                  {0x500, C_NOP}, {0x502, MRET},
                                  {0x700, C_NOP}, {0x702, rvt_c_beqz(-2)},
                                  {0x704, C_NOP}, {0x800, rvt_c_beqz(4)},
                                  {0x802, C_NOP}, {0x804, C_JR_X6}};
  config = (struct rvt_decoder_config){.lenient = false};
  rvt_image_free(image);
  image = rvt_code_image(64, code, COUNT(code));
  return 0;
}

/* A full I-CNT by SYNC 4, in both modes, on linear code and at each kind of branch. */
static void full_count_by_sync(void **state) {
  (void)state;
  CHECK(START "IndirectBranchHistSync SYNC=4 B-TYPE=0 I-CNT=5 F-ADDR=0x85 HIST=0x2" STOP_HTM(2),
        "S3@100 100 102 106 S4@10ac 10a X0@300");
  CHECK(START "ResourceFull RCODE=1 HIST=0x2;"
              "IndirectBranchHistSync SYNC=4 B-TYPE=0 I-CNT=5 F-ADDR=0x85 HIST=0x1" STOP_HTM(2),
        "S3@100 100 102 106 S4@10ac 10a X0@300");
  CHECK(START "ResourceFull RCODE=1 HIST=0x2;ProgTraceSync SYNC=4 I-CNT=5 F-ADDR=0x85" STOP_HTM(2),
        "S3@100 100 102 106 S4@10ac 10a X0@300");
  CHECK(START "IndirectBranchHistSync SYNC=4 B-TYPE=0 I-CNT=5 F-ADDR=0x180 HIST=0x3" STOP_HTM(1),
        "S3@100 100 102 200 202 202>300:0 S4@300c 300 X0@302");
  CHECK(START "ProgTraceSync SYNC=4 I-CNT=5 F-ADDR=0x85" STOP(2),
        "S3@100 100 102 106 S4@10ac 10a X0@300");
  CHECK(START "IndirectBranchSync SYNC=4 B-TYPE=0 I-CNT=5 F-ADDR=0x85" STOP(2),
        "S3@100 100 102 106 S4@10ac 10a X0@300");
  CHECK(START "DirectBranchSync SYNC=4 I-CNT=3 F-ADDR=0x100" STOP(1),
        "S3@100 100 102 S4@200c 200 X0@202");
  CHECK(START "IndirectBranchSync SYNC=4 B-TYPE=2 I-CNT=1 F-ADDR=0x280" STOP(1),
        "S3@100 100 102>500:2 S4@500c 500 X0@502");
  /* the address reference is the sync's */
  CHECK(START "IndirectBranchHistSync SYNC=4 B-TYPE=0 I-CNT=4 F-ADDR=0x101 HIST=0x3;"
              "IndirectBranch B-TYPE=0 I-CNT=1 U-ADDR=0x81",
        "S3@100 100 102 200 S4@202c 202 202>300:0");
  ROW("NT:DEC-19");
  ROW("NT:SYN-14");
}

/* An empty HIST need not be sent, in HTM either (NT:MSG-03, NT:MSG-07). */
static void indirect_branch_in_htm(void **state) {
  (void)state;
  CHECK(START
        "ResourceFull RCODE=1 HIST=0x3;IndirectBranch B-TYPE=0 I-CNT=5 U-ADDR=0x100" STOP_HTM(1),
        "S3@100 100 102 200 202 202>300:0 300 X0@302");
  CHECK(START "ResourceFull RCODE=1 HIST=0x3;"
              "IndirectBranchSync SYNC=2 B-TYPE=0 I-CNT=5 F-ADDR=0x180" STOP_HTM(1),
        "S3@100 100 102 200 202 202>300:0 S2@300c 300 X0@302");
  CHECK(AT("0x100") "IndirectBranch B-TYPE=0 I-CNT=2 U-ADDR=0x180;"
                    "IndirectBranchHist B-TYPE=2 I-CNT=3 U-ADDR=0x200 HIST=0x2" STOP_HTM(1),
        "S3@200 200 202 202>100:0 100 102 106>500:2 500 X0@502");
  ROW("NT:DEC-19");
}

/*
 * A Correlation that tells what is known already, and one in debug mode or low
 * power; whatever was left out of the cases of 8.4.1 is left out here, too.
 */
static void correlation_when_idle(void **state) {
  (void)state;
  CHECK(IDLE(4) IDLE_HTM(0) START "ProgTraceCorrelation EVCODE=0 CDF=0 I-CNT=1",
        "X4@? X0@? S3@100 100 X0@102");
  CHECK(START "ProgTraceCorrelation EVCODE=0 CDF=0 I-CNT=1;" IDLE(4) IDLE(0) SYNC("0x81"),
        "S3@100 100 X0@102 X4@? X0@? S3@102");
  CHECK(START "ProgTraceCorrelation EVCODE=1 CDF=1 I-CNT=1 HIST=0x1;" IDLE_HTM(4)
            IDLE(4) "ProgTraceSync SYNC=9 I-CNT=0 F-ADDR=0x81" STOP_HTM(0),
        "S3@100 100 X1@102 X4@? X4@? S9@102 X0@102");
  CHECK(START "Error ETYPE=0 ECODE=4;" IDLE(4) IDLE_HTM(0) SYNC("0x80"),
        "S3@100 G4@100 X4@? X0@? S3@100");
  /* debug mode is left with trace off: SYNC 3 at once followed by EVCODE 4 */
  CHECK(START "ProgTraceCorrelation EVCODE=0 CDF=0 I-CNT=1;" AT("0x81")
            IDLE(4) "ProgTraceSync SYNC=5 I-CNT=0 F-ADDR=0x83",
        "S3@100 100 X0@102 S3@102 X4@102 S5@106");
  ROW("NT:DEC-19");
  ROW("NT:COR-14");
}

/* At every trap and return, and in any other place. */
static void ownership_anywhere(void **state) {
  (void)state;
  CHECK("Ownership PROCESS=0xc;" START "Ownership PROCESS=0xc;Ownership PROCESS=0x2e;"
        "ResourceFull RCODE=0 I-CNT=1;Ownership PROCESS=0x4f;Ownership PROCESS=0x2e;"
        "ResourceFull RCODE=1 HIST=0x2;Ownership PROCESS=0x1;"
        "IndirectBranchHist B-TYPE=2 I-CNT=2 U-ADDR=0x200 HIST=0x1;Ownership PROCESS=0xc;"
        "IndirectBranch B-TYPE=0 I-CNT=3 U-ADDR=0x203;Ownership PROCESS=0xc;"
        "ProgTraceCorrelation EVCODE=0 CDF=1 I-CNT=2 HIST=0x1;Ownership PROCESS=0x8;"
        "Error ETYPE=0 ECODE=8;Ownership PROCESS=0x8",
        "Oc S3@100 Oc O2e O4f O2e 100 102 O1 106>500:2 Oc 500 502 502>106:0 Oc 106 X0@10a O8 G8@? "
        "O8");
  CHECK(AT("0x380") "DirectBranch I-CNT=2;Ownership PROCESS=0xc;RepeatBranch B-CNT=1;"
                    "Ownership PROCESS=0xc" STOP(3),
        "S3@700 700 702 Oc 700 702 Oc 700 702 704 X0@706");
  ROW("NT:DEC-19");
  ROW("NT:OWN-13");
  ROW("NT:OWN-14");
}

/* With HIST, with an address that differs from the one before, and over again. */
static void repeated_indirect_branch(void **state) {
  (void)state;
  const char *jump =
      AT("0x100") "IndirectBranchHist B-TYPE=0 I-CNT=2 U-ADDR=0x500 HIST=0x1;"
                  "IndirectBranchHist B-TYPE=0 I-CNT=3 U-ADDR=0x0 HIST=0x2;"
                  "RepeatBranch B-CNT=1;RepeatBranch B-CNT=1;"
                  "IndirectBranchHist B-TYPE=0 I-CNT=2 U-ADDR=0x500 HIST=0x3" STOP_HTM(1);
  CHECK(jump, "S3@200 200 202 202>800:0 800 802 804 804>800:0 800 802 804 804>800:0 800 802 804 "
              "804>800:0 800 804 804>200:0 200 X0@202");
  CHECK(AT("0x401") "IndirectBranch B-TYPE=0 I-CNT=2 U-ADDR=0x1;"
                    "IndirectBranchHist B-TYPE=0 I-CNT=2 U-ADDR=0x1 HIST=0x3",
        "S3@802 802 804 804>800:0 800 804 804>802:0");
  CHECK(AT("0x100") "IndirectBranch B-TYPE=0 I-CNT=2 U-ADDR=0x0;RepeatBranch B-CNT=2" STOP(1),
        "S3@200 200 202 202>200:0 200 202 202>200:0 200 202 202>200:0 200 X0@202");
  CHECK(START "DirectBranch I-CNT=3;IndirectBranch B-TYPE=0 I-CNT=2 U-ADDR=0x180;"
              "RepeatBranch B-CNT=2" STOP(1),
        "S3@100 100 102 200 202 202>200:0 200 202 202>200:0 200 202 202>200:0 200 X0@202");
  CHECK(AT("0x280") "IndirectBranch B-TYPE=2 I-CNT=1 U-ADDR=0x0;RepeatBranch B-CNT=2",
        "S3@500 500 502>500:2 500 502>500:2 500 502>500:2");
  ROW("NT:DEC-19");
  ROW("NT:RPT-08");
}

/* Counts below, at and above a limit, full counters in any order, sums. */
static void full_counters(void **state) {
  (void)state;
  static const char *const orders[] = {
      START "ResourceFull RCODE=0 I-CNT=1;ResourceFull RCODE=0 I-CNT=4;ResourceFull RCODE=1 "
            "HIST=0x2" STOP_HTM(2),
      START "ResourceFull RCODE=1 HIST=0x2;ResourceFull RCODE=0 I-CNT=5" STOP_HTM(2),
      START "ResourceFull RCODE=0 I-CNT=7;ResourceFull RCODE=1 HIST=0x2" STOP_HTM(0),
      START "ResourceFull RCODE=0 I-CNT=0;ProgTraceCorrelation EVCODE=0 CDF=1 I-CNT=7 HIST=0x2"};
  for (size_t i = 0; i < COUNT(orders); i++) CHECK(orders[i], "S3@100 100 102 106 10a X0@300");
  CHECK(AT("0x380") "ResourceFull RCODE=2 HIST=0x3 HREPEAT=2;ResourceFull RCODE=0 I-CNT=4;"
                    "ResourceFull RCODE=2 HIST=0x3 HREPEAT=1" STOP_HTM(2),
        "S3@700 700 702 700 702 700 702 X0@700");
  ROW("NT:ICNT-15");
  ROW("NT:RSF-09");
  ROW("NT:RHI-08");
}

/* A trap directly after a trap return: plain, with a sync, and merged into one message. */
static void trap_after_trap_return(void **state) {
  (void)state;
  CHECK(AT("0x280") "IndirectBranch B-TYPE=0 I-CNT=3 U-ADDR=0x200;"
                    "IndirectBranch B-TYPE=2 I-CNT=0 U-ADDR=0x200" STOP(1),
        "S3@500 500 502 502>100:0 100>500:2 500 X0@502");
  CHECK(AT("0x280") "IndirectBranchSync SYNC=2 B-TYPE=0 I-CNT=3 F-ADDR=0x80;"
                    "IndirectBranch B-TYPE=2 I-CNT=0 U-ADDR=0x200" STOP(1),
        "S3@500 500 502 502>100:0 S2@100c 100>500:2 500 X0@502");
  CHECK(AT("0x280") "IndirectBranch B-TYPE=1 I-CNT=3 U-ADDR=0x0" STOP(1),
        "S3@500 500 502 ?>500:1 500 X0@502");
  ROW("NT:SEQ-14");
  ROW("NT:SEQ-16");
}

/* Implicit return is on, and every return is reported all the same. */
static void returns_reported(void **state) {
  (void)state;
  config.implicit_return = 3;
  CHECK(START "IndirectBranch B-TYPE=0 I-CNT=9 U-ADDR=0x100" STOP(1),
        "S3@100 100 102 106 10a 300 302 302>300:0 300 X0@302");
  ROW("NT:IRT-15");
}

/* RDATA[1] with RCODE 0 or 1 is a field too many, and says so. */
static void repeat_count_without_repeat(void **state) {
  (void)state;
  uint8_t bytes[64];
  const size_t size = rvt_hex("24 0D 00 0B 6C 44 09 07 24 0D 00 0B", bytes, sizeof bytes);
  assert_string_equal(rvt_log_bytes(image, &config, bytes, size)->text,
                      "S3@100 E!:NT:MSG-22@6 S3@100");
  ROW("NT:RSF-05");
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test_setup(full_count_by_sync, reset),
                                     cmocka_unit_test_setup(indirect_branch_in_htm, reset),
                                     cmocka_unit_test_setup(correlation_when_idle, reset),
                                     cmocka_unit_test_setup(ownership_anywhere, reset),
                                     cmocka_unit_test_setup(repeated_indirect_branch, reset),
                                     cmocka_unit_test_setup(full_counters, reset),
                                     cmocka_unit_test_setup(trap_after_trap_return, reset),
                                     cmocka_unit_test_setup(returns_reported, reset),
                                     cmocka_unit_test_setup(repeat_count_without_repeat, reset)};
  const int failed = cmocka_run_group_tests(tests, NULL, NULL);
  rvt_image_free(image);
  return failed != 0;
}
