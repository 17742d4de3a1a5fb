/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */

/* Byte strings derived by hand from sim/programs/vectors/section31.txt, through both encoders. */

#include <string.h>

#include "oracle/row.h"
#include "tests/model/ntrace/flow_bench.h"
#include "tests/support/test.h"

enum { BTM = RVT_MODE_BTM, HTM = RVT_MODE_HTM };
#define START3 "24 0D 00 0B " /* ProgTraceSync SYNC 3 at 0x100 */
#define START5 "24 15 00 0B "

/** A fresh bench whose first slot comes from debug mode. */
static struct flow_bench *from_debug(uint8_t mode) {
  static struct flow_bench b;
  flow_init(&b, mode);
  flow_halt(&b);
  return &b;
}

/** A fresh bench with implicit return; parameters can still be changed. */
static struct flow_bench *with_stack(void) {
  static struct flow_bench b;
  flow_init(&b, BTM);
  b.config.ir_en = true;
  b.config.ir_mode = 3;
  return &b;
}

/** A fresh bench with a sync every 16 half-words, from debug mode. */
static struct flow_bench *periodic(uint8_t mode) {
  struct flow_bench *b = from_debug(mode);
  b->config.sync_mode = RVT_PERIOD_HALFWORDS;
  return b;
}

static void btm_vectors(void **state) {
  (void)state;
  struct flow_bench *b = from_debug(BTM);
  WALK(b, "V-BTM-1", START3 "0C 0F 84 00 07", {0x100, 3, 5}, {0x200, 1, 0});
  WALK(b, "V-BTM-2", START3 "0C 1F 84 00 0B", {0x100, 3, 4}, {0x106, 4, 5}, {0x300, 2, 0});
  WALK(b, "V-BTM-3", START3 "84 00 2B", {0x100, 3, 4}, {0x106, 4, 4}, {0x10E, 3, 0});
  WALK(b, "V-BTM-4", START3 "10 19 00 2B 84 00 07", {0x100, 1, 1}, {0x400, 1, 0});
  WALK(b, "V-BTM-5", START3 "10 59 00 2B 84 00 07", {0x100, 3, 4}, {0x106, 2, 1}, {0x400, 1, 0});
  static const char *const rows[] = {
      "NT:GEN-01",  "NT:ITY-00",  "NT:ITY-01",  "NT:ITY-04",  "NT:ITY-05",  "NT:MSG-02",
      "NT:MSG-03",  "NT:MSG-05",  "NT:MSG-12",  "NT:MSG-20",  "NT:SYN-03",  "NT:SYN-13",
      "NT:SYN-30",  "NT:ICNT-01", "NT:ICNT-02", "NT:ICNT-03", "NT:ICNT-04", "NT:ICNT-05",
      "NT:HIST-10", "NT:COR-01",  "NT:COR-02",  "NT:COR-04",  "NT:COR-05",  "NT:COR-06",
      "NT:ADR-01",  "NT:ADR-02",  "NT:ING-12",  "NT:SEQ-02",  "NT:SEQ-03",  "NT:ORD-02",
      "NT:ORD-08"};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) rvt_row(rows[i]);
}

static void htm_vectors(void **state) {
  (void)state;
  struct flow_bench *b = from_debug(HTM);
  WALK(b, "V-HTM-1", START3 "84 40 11 0F", {0x100, 3, 5}, {0x200, 1, 0});
  WALK(b, "V-HTM-2", START3 "84 40 25 17", {0x100, 3, 4}, {0x106, 4, 5}, {0x300, 2, 0});
  WALK(b, "V-HTM-3", START3 "84 40 29 13", {0x100, 3, 4}, {0x106, 4, 4}, {0x10E, 3, 0});
  flow_group(b, 0x100, 1, 0);
  flow_halt(b);
  flow_expect(b, "V-HTM-4, none", START3 "84 40 05 07");
  ROW("NT:HIST-01");
  ROW("NT:HIST-02");
  ROW("NT:HIST-03");
  ROW("NT:COR-03");
}

static void ingress_example(void **state) { /* V-ING-1 */
  (void)state;
  static const struct {
    uint8_t mode;
    bool plain_hist;
    const char *bytes;
  } cases[] = {
      {BTM, true, "24 15 00 83 10 71 80 CB 0C 13 84 00 13"},
      {HTM, true, "24 15 00 83 10 71 80 CB 84 40 21 17"},
      {HTM, false, "24 15 00 83 70 71 80 C9 07 84 40 21 17"},
  };
  static struct flow_bench b;
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    flow_init(&b, cases[i].mode);
    b.params.plain_hist = cases[i].plain_hist;
    WALK(&b, "V-ING-1", cases[i].bytes, {0x1000, 7, 8}, {0x940, 3, 4}, {0x946, 1, 5},
         {0x988, 4, 0});
  }
  ROW("NT:ING-01");
  ROW("NT:ING-05");
  ROW("NT:ITY-08");
  ROW("NT:MSG-09");
}

static void addresses(void **state) { /* V-ADR-1 to V-ADR-3 */
  (void)state;
  struct flow_bench *b = from_debug(BTM);
  flow_group(b, 0x3FC04, 5, 10);
  flow_group(b, 0x3F368, 2, 5); /* a DirectBranch leaves the reference alone */
  WALK(b, "V-ADR", "24 0D 08 E0 7F 10 51 D8 7B 0C 0B 10 51 D0 93 84 00 07", {0x3F468, 5, 14},
       {0x3E100, 1, 0});
  ROW("NT:ADR-03");
  ROW("NT:ADR-04");
  ROW("NT:ADR-05");
  ROW("NT:ITY-10");
  ROW("NT:ITY-14");
}

static struct flow_bench *narrow(uint8_t mode, uint8_t hist_width) {
  static struct flow_bench b;
  flow_init(&b, mode);
  b.params.icnt_width = 8;
  b.params.iretire_width = 7;
  b.params.hist_width = hist_width;
  return &b;
}

static void icnt_full(void **state) { /* V-ICF, limit 128 */
  (void)state;
  struct flow_bench *b = narrow(HTM, 32);
  WALK(b, "V-ICF-1", START5 "6C 40 83 84 40 15 0B", {0x100, 120, 4}, {0x1F0, 9, 0}, {0x202, 5, 0});
  b = narrow(BTM, 32);
  WALK(b, "V-ICF-3", START5 "6C 40 83 84 00 17", {0x100, 120, 4}, {0x1F0, 9, 4}, {0x202, 5, 0});
  b = narrow(BTM, 32);
  WALK(b, "V-ICF-5, 6", START5 "10 00 21 00 1F 0C 00 0B 84 00 07", {0x100, 100, 0}, {0x1C8, 28, 10},
       {0x280, 127, 0}, {0x37E, 1, 5}, {0x300, 1, 0});
  ROW("NT:ICNT-07");
  ROW("NT:ICNT-08");
  ROW("NT:ICNT-10");
  ROW("NT:ICNT-11");
  ROW("NT:ICNT-12");
  ROW("NT:RSF-01");
}

static void hist_full(void **state) { /* two outcomes fill HIST */
  (void)state;
  struct flow_bench *b = narrow(HTM, 3);
  WALK(b, "HIST full, then a jump", START5 "6C 84 07 10 31 00 13 84 40 05 07", {0x100, 1, 5},
       {0x200, 1, 4}, {0x202, 1, 10}, {0x300, 1, 0});
  ROW("NT:HIST-04");
  ROW("NT:HIST-05");
  ROW("NT:HIST-06");
  ROW("NT:HIST-08");
  ROW("NT:RSF-02");
  ROW("NT:RSF-06");
  ROW("NT:ICNT-06");
  b = narrow(HTM, 3);
  WALK(b, "both full", START5 "6C 00 CB 6C 44 07 84 40 05 07", {0x100, 100, 4}, {0x1C8, 100, 5},
       {0x300, 1, 0});
  ROW("NT:ICNT-14");
  ROW("NT:ORD-07");
}

static void corner_sequences(void **state) { /* V-SEQ */
  (void)state;
  struct flow_bench *b = from_debug(BTM);
  WALK(b, "V-SEQ-1", START3 "10 11 00 1B 10 11 00 0B 84 00 07", {0x100, 1, 13}, {0x200, 1, 6},
       {0x300, 1, 0});
  ROW("NT:SEQ-10");
  ROW("NT:ITY-06");
  ROW("NT:ITY-13");
  flow_group(b, 0x100, 1, 1);
  flow_trap(b, 0x400, 1);
  flow_group(b, 0x400, 1, 0);
  flow_halt(b);
  flow_expect(b, "V-SEQ-2", START3 "10 19 00 2B 10 09 03 84 00 07");
  ROW("NT:SEQ-11");
  ROW("NT:ICNT-13");
  ROW("NT:ING-13");
  flow_trap(b, 0x100, 2);
  flow_trap(b, 0x400, 1);
  flow_group(b, 0x400, 1, 0);
  flow_halt(b);
  flow_expect(b, "V-SEQ-3, V-SEQ-4", START3 "10 0D 00 2B 10 09 03 84 00 07");
  ROW("NT:SEQ-12");
  ROW("NT:ITY-02");
  ROW("NT:BTY-02");
  ROW("NT:BTY-03");
  flow_trap(b, 0x100, 1);
  flow_group(b, 0x400, 1, 0);
  flow_halt(b);
  flow_expect(b, "V-SEQ-5", START3 "10 09 00 2B 84 00 07");
  ROW("NT:SEQ-13");
  ROW("NT:SEQ-24");
  flow_group(b, 0x400, 3, 3);
  flow_trap(b, 0x100, 1);
  flow_group(b, 0x400, 1, 0);
  flow_halt(b);
  flow_expect(b, "V-SEQ-8", "24 0D 00 23 10 31 00 2B 10 09 00 2B 84 00 07");
  ROW("NT:SEQ-14");
  ROW("NT:ITY-03");
  ROW("NT:BTY-01");
}

static void start_and_stop(void **state) {
  (void)state;
  static struct flow_bench b;
  flow_init(&b, BTM);
  flow_group(&b, 0x100, 1, 0);
  flow_halt(&b);
  flow_group(&b, 0x102, 1, 0);
  flow_off(&b);
  flow_expect(&b, "V-SEQ-9", START5 "84 00 07 24 0D 04 0B 84 10 07");
  ROW("NT:SEQ-01");
  ROW("NT:SEQ-04");
  ROW("NT:SYN-15");
  ROW("NT:COR-08");
  b.config.tracing = false;
  b.ingress.priv = RVT_PRIV_DEBUG; /* as the halted input does (NT:ING-24) */
  flow_idle(&b);
  b.config.tracing = true;
  flow_idle(&b);
  b.ingress.priv = RVT_PRIV_M;
  flow_group(&b, 0x100, 1, 0);
  flow_off(&b);
  flow_expect(&b, "V-SEQ-10", START3 "84 10 07");
  ROW("NT:SEQ-05");
  flow_group(&b, 0x100, 1, 0);
  b.ingress.halted = true;
  flow_group(&b, 0x800, 1, 10); /* debug mode's own code */
  b.config.tracing = false;
  flow_idle(&b);
  b.ingress.halted = false;
  flow_group(&b, 0x102, 1, 10);
  flow_expect(&b, "V-SEQ-11", START5 "84 00 07");
  ROW("NT:ING-24");
  b.config.tracing = true;
  flow_group(&b, 0x100, 1, 0);
  flow_expect(&b, "enabled after debug exit", START5);
  ROW("NT:SEQ-06");
  ROW("NT:SEQ-08");
  ROW("NT:ING-29");
}

static void stop_with_an_open_transfer(void **state) {
  (void)state;
  static struct flow_bench b;
  flow_init(&b, BTM);
  flow_group(&b, 0x100, 2, 10);
  b.config.tracing = false;
  flow_group(&b, 0x200, 1, 0);
  b.config.tracing = true;
  flow_expect(&b, "target known", START5 "10 21 00 1B 84 10 03");
  flow_group(&b, 0x100, 2, 10);
  flow_off(&b);
  flow_expect(&b, "target not known", START5 "84 10 0B");
  flow_group(&b, 0x100, 2, 10);
  b.ingress.halted = true;
  flow_group(&b, 0x200, 1, 0);
  b.ingress.halted = false;
  flow_expect(&b, "debug mode resolves nothing", START5 "84 00 0B");
  ROW("NT:COR-07"); /* what the port shows in the clock of the entry is not counted */
  ROW("NT:COR-09");
  ROW("NT:ORD-01");
}

static void periodic_sync(void **state) { /* V-SEQ-14 with a period of 16 half-words */
  (void)state;
  struct flow_bench *b = periodic(HTM);
  WALK(b, "HTM, linear", START3 "74 08 41 40 09 0B 84 40 05 07", {0x100, 12, 4}, {0x118, 4, 0},
       {0x120, 1, 0});
  ROW("NT:MSG-10");
  ROW("NT:SYN-32");
  b = periodic(BTM);
  WALK(b, "BTM: branch, jump, linear",
       START3 "2C 08 11 00 13 30 08 41 00 13 24 08 11 40 13 84 00 07", {0x100, 16, 5},
       {0x200, 16, 10}, {0x200, 16, 0}, {0x220, 1, 0});
  static const char *const rows[] = {"NT:MSG-06", "NT:MSG-07", "NT:SYN-01", "NT:SYN-02",
                                     "NT:SYN-12", "NT:SYN-31", "NT:SYN-33", "NT:SYN-36",
                                     "NT:SYN-37", "NT:ORD-04"};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) rvt_row(rows[i]);
  b = periodic(BTM);
  b->config.plain_sync = true;
  WALK(b, "plain_sync", START3 "10 00 05 00 1B 24 09 00 13 84 00 07", {0x100, 16, 10},
       {0x200, 1, 0});
  b = periodic(BTM);
  flow_group(b, 0x100, 16, 5);
  flow_halt(b);
  flow_expect(b, "stop releases a held branch", START3 "0C 43 84 00 03");
  ROW("NT:COR-11");
}

static void overflow(void **state) { /* V-SEQ-15 */
  (void)state;
  static struct flow_bench b;
  flow_init(&b, BTM);
  flow_group(&b, 0x200, 1, 10);
  flow_loss(&b, RVT_LOSS_REFUSE);
  flow_loss(&b, RVT_LOSS_END);
  flow_group(&b, 0x100, 1, 0);
  flow_halt(&b);
  flow_expect(&b, "V-SEQ-15", "24 15 00 13 20 00 07 24 1D 00 0B 84 00 07");
  static const char *const rows[] = {"NT:ERR-01", "NT:ERR-02", "NT:ERR-03",
                                     "NT:ERR-04", "NT:ERR-05", "NT:ERR-08",
                                     "NT:SYN-17", "NT:SEQ-23", "NT:MSG-04"};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) rvt_row(rows[i]);
  flow_group(&b, 0x100, 1, 0);
  flow_loss(&b, RVT_LOSS_REFUSE);
  b.config.tracing = false;
  flow_loss(&b, RVT_LOSS_END);
  b.config.tracing = true;
  flow_group(&b, 0x100, 1, 0);
  flow_expect(&b, "off when the overflow ends", START3 "20 00 07 " START5);
  ROW("NT:ERR-09");
  ROW("NT:ERR-10");
}

static void time_and_source(void **state) { /* V-TSP-1 to 3, 6; V-PKT-4 */
  (void)state;
  static struct flow_bench b;
  flow_init(&b, BTM);
  b.config.ts_en = true;
  b.ingress.time = 1000;
  flow_group(&b, 0x100, 1, 0);
  b.ingress.time = 1005;
  flow_group(&b, 0x102, 2, 5);
  b.ingress.time = 1100;
  flow_group(&b, 0x200, 3, 5);
  b.ingress.time = 1102;
  flow_group(&b, 0x300, 1, 10); /* its target comes too late for its time to be shown */
  b.ingress.time = 1105;
  flow_halt(&b);
  flow_expect(&b, "V-TSP", "24 15 00 09 A0 3F 0C 0D 17 0C 0D 7C 07 84 00 05 17");
  b.ingress.time = 2000;
  flow_group(&b, 0x100, 1, 10);
  b.ingress.time = 2009;
  flow_group(&b, 0x200, 1, 0);
  flow_expect(&b, "the jump's time", "24 0D 00 09 40 7F 10 11 00 19 03");
  flow_init(&b, BTM);
  b.config.ts_en = true;
  b.config.ts_suppress = 1;
  b.ingress.time = 1000;
  flow_group(&b, 0x100, 1, 0);
  b.ingress.time = 1005;
  flow_group(&b, 0x102, 2, 5);
  b.ingress.time = 1100;
  flow_group(&b, 0x200, 3, 5);
  b.ingress.time = 1105;
  flow_halt(&b);
  flow_expect(&b, "suppressed", "24 15 00 09 A0 3F 0C 0F 0C 0F 84 00 01 A4 07");
  ROW("TCI:TS-18");
  ROW("NT:TSP-01");
  ROW("NT:TSP-02");
  ROW("NT:TSP-06");
  ROW("NT:SYN-04");
  flow_init(&b, BTM);
  b.config.src_bits = 4;
  b.config.src_id = 0xFF1;
  flow_group(&b, 0x100, 3, 5);
  flow_expect(&b, "V-PKT-4", "24 44 05 00 0B 0C C7");
  b.config.inhibit_src = true;
  flow_group(&b, 0x100, 3, 5);
  flow_expect(&b, "trTeInhibitSrc", "0C 0F");
  ROW("NT:SRC-01");
}

static void implicit_return(void **state) { /* V-IRT */
  (void)state;
  struct flow_bench *b = with_stack();
  flow_group(b, 0x100, 2, 9);
  flow_group(b, 0x200, 2, 13);
  flow_idle(b); /* with an address that is not the next one */
  flow_idle(b);
  flow_group(b, 0x104, 2, 0);
  flow_halt(b);
  flow_expect(b, "V-IRT-1", START5 "84 00 1B");
  ROW("NT:IRT-04");
  ROW("NT:IRT-13");
  ROW("NT:ING-07");
  ROW("NT:ITY-09");
  b = with_stack();
  b->config.sync_mode = RVT_PERIOD_HALFWORDS;
  WALK(b, "V-IRT-2", START5 "24 08 11 38 13 10 11 30 1B 84 00 0B", {0x100, 2, 9}, {0x200, 14, 0},
       {0x21C, 1, 13}, {0x104, 2, 0});
  ROW("NT:IRT-11");
  b = with_stack();
  b->config.sync_mode = RVT_PERIOD_HALFWORDS;
  WALK(b, "V-IRT-5", START5 "30 08 41 00 13 10 11 40 1B 84 00 07", {0x100, 16, 8}, {0x200, 1, 13},
       {0x120, 1, 0});
  ROW("NT:IRT-10");
  b = with_stack();
  b->params.stack_depth = 2;
  for (unsigned call = 1; call <= 3; call++) flow_group(b, 0x100 * call, 2, 9);
  WALK(b, "V-IRT-3", START5 "10 91 0B 84 00 0B", {0x400, 1, 13}, {0x304, 1, 13}, {0x204, 1, 13},
       {0x104, 2, 0});
  ROW("NT:IRT-09");
  b = with_stack();
  flow_group(b, 0x100, 2, 9);
  flow_group(b, 0x200, 1, 13);
  flow_group(b, 0x180, 1, 13); /* the stack is empty now: nothing to compare with */
  flow_group(b, 0x104, 1, 0);
  flow_halt(b);
  flow_expect(b, "V-IRT-4", START5 "10 31 00 07 10 11 08 07 84 00 07");
  ROW("NT:IRT-12");
  ROW("NT:ORD-03");
  b = with_stack();
  flow_group(b, 0x100, 2, 9);
  flow_group(b, 0x200, 1, 13);
  flow_trap(b, 0x104, 1);
  flow_group(b, 0x400, 1, 0);
  flow_halt(b);
  flow_expect(b, "V-IRT-6", START5 "10 39 00 2B 84 00 07");
  ROW("NT:IRT-14");
  b = with_stack();
  flow_group(b, 0x100, 2, 9);
  flow_group(b, 0x200, 1, 12); /* swap: back to 0x104, pushes 0x202 */
  WALK(b, "swap", START5 "84 00 17", {0x104, 1, 13}, {0x202, 1, 0});
  ROW("NT:ITY-12");
  ROW("NT:IRT-06");
  ROW("NT:ORD-06");
  for (unsigned which = 0; which < 2; which++) { /* a call, a return and a swap */
    b = with_stack();
    b->config.ir_mode = which == 0 ? 0 : 3;
    b->config.ir_en = which == 0;
    WALK(b, "one of the two enables", START5 "10 41 0B 10 21 08 13 10 11 10 13 84 00 07",
         {0x100, 2, 9}, {0x200, 2, 13}, {0x104, 2, 8}, {0x300, 1, 12}, {0x108, 1, 0});
  }
  ROW("NT:IRT-01");
  ROW("NT:ITY-20");
}

static void interrupt_without_address(void **state) { /* NT:SEQ-16 */
  (void)state;
  static struct flow_bench b;
  flow_init(&b, BTM);
  b.params.iaddr_on_int = false;
  flow_trap(&b, 0xDEAD, 2); /* cannot begin a trace */
  flow_group(&b, 0x100, 2, 10);
  flow_trap(&b, 0xDEAD, 2);
  flow_group(&b, 0x400, 1, 0);
  flow_halt(&b);
  flow_expect(&b, "merged", START5 "10 2D 00 2B 84 00 07");
  ROW("NT:SEQ-16");
}

static void other_codes_only_count(void **state) {
  (void)state;
  struct flow_bench *b = with_stack();
  static const uint8_t quiet[] = {0, 4, 7, 11, 15};
  for (size_t i = 0; i < sizeof quiet; i++) flow_group(b, 0x100 + 2 * i, 1, quiet[i]);
  WALK(b, "0, 4, 7, 11, 15", START5 "10 61 00 1B 84 00 07", {0x10A, 1, 13}, {0x200, 1, 0});
  ROW("NT:ITY-07");
  ROW("NT:ITY-11");
  ROW("NT:ITY-15");
  ROW("NT:ITY-21");
  ROW("NT:ING-10");
}

static void single_retirement(void **state) { /* NT:ING-05 */
  (void)state;
  struct flow_bench *b = with_stack();
  b->params.single = true;
  b->params.iretire_width = 1;
  b->ingress.block[0] = (struct rvt_block){.iretire = 0};
  flow_idle(b);
  for (uint8_t size = 0; size < 3; size++) {
    b->ingress.block[0] =
        (struct rvt_block){.iretire = 1, .ilastsize = size, .iaddr = 0x100, .itype = 0};
    struct rvt_encode_bytes out = {b->bytes, sizeof b->bytes, b->size};
    assert_int_equal(rvt_encode_push(&b->encode, &b->config, &b->ingress, RVT_LOSS_NONE, &out),
                     RVT_OK);
    b->size = out.used;
  }
  b->lossy = true; /* the functional encoder alone */
  flow_halt(b);
  flow_expect(b, "1 + 2 + 4 half-words", START5 "84 00 1F");
  ROW("NT:ING-05");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(btm_vectors),
      cmocka_unit_test(htm_vectors),
      cmocka_unit_test(ingress_example),
      cmocka_unit_test(addresses),
      cmocka_unit_test(icnt_full),
      cmocka_unit_test(hist_full),
      cmocka_unit_test(corner_sequences),
      cmocka_unit_test(start_and_stop),
      cmocka_unit_test(stop_with_an_open_transfer),
      cmocka_unit_test(periodic_sync),
      cmocka_unit_test(overflow),
      cmocka_unit_test(time_and_source),
      cmocka_unit_test(implicit_return),
      cmocka_unit_test(interrupt_without_address),
      cmocka_unit_test(other_codes_only_count),
      cmocka_unit_test(single_retirement),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
