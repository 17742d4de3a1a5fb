/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */

/*
 * The oracle on what messages carry: counters at widths that can be built, addresses (V-ADR-1..3),
 * forms of HTM, itypes, ceilings, the order of messages around one block.
 */

#include "oracle_run.h"

/* Narrow counters of a legal build: I-CNT is full at 128 half-words. */
static void setup_narrow(struct run *r, uint8_t mode) {
  setup_return(r, mode);
  narrow_icnt(r);
  r->params.hist_width = 4; /* three outcomes */
}

static const char half[] = "4444444444444444"; /* 64 half-words, 0x80 bytes */

/* ---- I-CNT and HIST ------------------------------------------------------------------------- */

static void count_full_on_linear_code(void **state) { /* V-ICF-1, V-ICF-3 at 128; Q-01 */
  (void)state;
  for (int htm = 0; htm < 2; htm++) {
    struct run r;
    setup_narrow(&r, htm ? HTM : BTM);
    slot(&r, 0x1000, half, 4);
    slot(&r, 0x1080, "444444444444444", 0); /* 124 */
    expect(&r, prog_sync(5, 0, 0x800));
    expect_none(&r);
    slot(&r, 0x10F8, "322", 0); /* 131: what the counter holds, over the limit */
    expect(&r, icnt_full(131));
    slot(&r, 0x1106, "22", 0);
    debug(&r, true);
    expect(&r, htm ? stop_htm(0, 4, 0x2) : stop_btm(0, 4));
    PROVES(&r, "NT:ICNT-05", "NT:ICNT-07", "NT:ICNT-08", "NT:ICNT-10", "NT:ICNT-11", "NT:RSF-01",
           "NT:MSG-08", "NT:RSF-06", "NT:ORD-07", "NT:CUS-01");
    finish(&r);
  }
}

static void count_full_on_a_transfer(void **state) { /* V-ICF-5, V-ICF-6 in one message: D-11 */
  (void)state;
  for (int htm = 0; htm < 2; htm++) {
    struct run r;
    setup_narrow(&r, htm ? HTM : BTM);
    slot(&r, 0x1000, half, 0);
    slot(&r, 0x1080, half, 10); /* 128 */
    expect(&r, prog_sync(5, 0, 0x800));
    expect_none(&r);
    slot(&r, 0x2000, half, 0);
    expect(&r, indirect(0, 128, 0x1800)); /* 0x1000 ^ 0x2000 */
    slot(&r, 0x2080, half, 5);
    if (htm) { /* no message of the branch carries it */
      expect(&r, icnt_full(128));
    } else {
      expect(&r, direct(128));
    }
    slot(&r, 0x3000, "", 1); /* nothing retired since */
    slot(&r, 0x4000, "1", 0);
    expect(&r, htm ? hist(2, 0, 0x3000, 0x3) : indirect(2, 0, 0x3000)); /* 0x2000 ^ 0x4000 */
    PROVES(&r, "NT:ICNT-12", "NT:ICNT-13", "NT:ICNT-08", "NT:ORD-07", "NT:ORD-09");
    finish(&r);
  }
}

static void both_counters_full(void **state) { /* ICNT-14, HIST-08, D-12 */
  (void)state;
  struct run r;
  setup_narrow(&r, HTM);
  slot(&r, 0x1000, half, 4);
  slot(&r, 0x1080, "4", 5);
  expect(&r, prog_sync(5, 0, 0x800));
  expect_none(&r);
  slot(&r, 0x2000, "444444444444444", 4); /* 128, and the third outcome */
  expect(&r, icnt_full(128));
  expect(&r, hist_full(0xA)); /* 0 1 0 */
  slot(&r, 0x2078, "1", 10);
  slot(&r, 0x3000, "1", 0);
  expect(&r, indirect(0, 1, 0x1000)); /* HIST is empty: 0x1000 ^ 0x3000 */
  PROVES(&r, "NT:ICNT-14", "NT:HIST-08", "NT:HIST-04", "NT:HIST-05", "NT:HIST-06", "NT:ORD-07",
         "NT:RSF-02", "NT:RSF-07");
  finish(&r);
}

static void implicit_return_with_a_full_count(void **state) { /* D-11, ORD-09 */
  (void)state;
  for (int kind = 0; kind < 3; kind++) {
    struct run r;
    setup_narrow(&r, BTM);
    r.config.sync_mode = kind == 1 ? 3 : 0;
    r.config.sync_max = 3; /* 128 */
    slot(&r, 0x1000, half, 9);
    slot(&r, 0x2000, half, 13);
    expect(&r, prog_sync(5, 0, 0x800));
    expect_none(&r);
    r.config.tracing = kind != 2;
    slot(&r, 0x1080, "1", 0);
    if (kind == 0) {
      expect(&r, icnt_full(128)); /* before the next block is counted */
      debug(&r, true);
      expect(&r, stop_btm(0, 1));
    } else if (kind == 1) {
      expect(&r, prog_sync(2, 128, 0x840));
    } else {
      expect(&r, stop_btm(4, 128));
    }
    PROVES(&r, "NT:ORD-09", "NT:IRT-13", "NT:ICNT-08", "NT:ICNT-12");
    finish(&r);
  }
}

static void hist_of_the_widest_build(void **state) { /* HIST-05, HIST-07, GEN-05 */
  (void)state;
  struct run r;
  setup(&r, HTM);
  for (int i = 0; i < 31; i++) slot(&r, 0x100, "1", 5);
  expect(&r, prog_sync(5, 0, 0x80));
  expect(&r, hist_full(0xFFFFFFFF));
  slot(&r, 0x100, "1", 4);
  debug(&r, true);
  expect(&r, stop_htm(0, 32, 0x2)); /* I-CNT was not touched */
  PROVES(&r, "NT:HIST-05", "NT:HIST-07", "NT:GEN-05", "NT:ICNT-06", "NT:HIST-01");
  finish(&r);
}

static void shortest_history(void **state) { /* HIST-06: two outcomes */
  (void)state;
  struct run r;
  setup(&r, HTM);
  r.params.hist_width = 3;
  slot(&r, 0x100, "1", 4);
  slot(&r, 0x102, "1", 5);
  slot(&r, 0x200, "1", 4);
  debug(&r, true);
  expect(&r, prog_sync(5, 0, 0x80));
  expect(&r, hist_full(0x5));
  expect(&r, stop_htm(0, 3, 0x2));
  PROVES(&r, "NT:HIST-06", "NT:HIST-03", "NT:HIST-02");
  finish(&r);
}

static void widest_fields(void **state) { /* GEN-05, ADR-02, SRC-01, ICNT-07 */
  (void)state;
  struct run r;
  setup(&r, BTM);
  r.params.icnt_width = 22;
  r.params.ts_width = 63;
  r.config.ts_en = true;
  r.config.src_bits = 12;
  r.config.src_id = 0xFFF;
  r.time = 0x7FFFFFFFFFF00000u - 1;
  const uint64_t first = r.time + 1;
  slot(&r, 0xFFFFFFFFFFFFFFFEu, "1", 11);
  expect(&r, from(at(prog_sync(5, 0, 0x7FFFFFFFFFFFFFFFu), first), 0xFFF));
  for (unsigned i = 0; i < 0x200000 / 128 - 1; i++)
    slot(&r, 0x1000, "44444444444444444444444444444444", 11);
  expect_none(&r); /* 2^21 - 127 */
  slot(&r, 0x1000, "4444444444444444444444444444444", 0);
  expect_none(&r); /* 2^21 - 3 */
  slot(&r, 0x1000, "44444444444444444444444444444444", 0);
  expect(&r, from(at(icnt_full(0x20007D), r.time - first), 0xFFF));
  PROVES(&r, "NT:GEN-05", "NT:ADR-02", "NT:SRC-01", "NT:SRC-02", "NT:ICNT-07", "NT:ICNT-11");
  finish(&r);
}

/* ---- Addresses ------------------------------------------------------------------------------ */

static void address_vectors(void **state) { /* V-ADR-1..3 */
  (void)state;
  struct run r;
  setup(&r, BTM);
  leave_debug(&r);
  slot(&r, 0x3FC04, "221", 10);
  slot(&r, 0x3F368, "221", 10);
  slot(&r, 0x3E100, "1", 0);
  expect(&r, prog_sync(3, 0, 0x1FE02));
  expect(&r, indirect(0, 5, 0x7B6));
  expect(&r, indirect(0, 5, 0x934));
  PROVES(&r, "NT:ADR-01", "NT:ADR-02", "NT:ADR-03", "NT:ADR-04", "NT:MSG-03", "NT:MSG-05",
         "NT:MSG-20");
  finish(&r);
}

static void reference_is_what_was_sent(void **state) { /* ADR-03..05 */
  (void)state;
  for (int htm = 0; htm < 2; htm++) {
    struct run r;
    setup_narrow(&r, htm ? HTM : BTM);
    slot(&r, 0x1000, half, 5); /* DirectBranch, RCODE 0 and 1 have no address */
    slot(&r, 0x2000, half, 5);
    slot(&r, 0x4000, "1", 4);
    slot(&r, 0x4002, "1", 5);
    slot(&r, 0x6000, "1", 10);
    slot(&r, 0x1000, "1", 10); /* to where REF is: U-ADDR 0 */
    slot(&r, 0x1000, "1", 0);
    expect(&r, prog_sync(5, 0, 0x800));
    if (htm) {
      expect(&r, icnt_full(128));
      expect(&r, hist_full(0xE));      /* 1 1 0 */
      expect(&r, hist(0, 3, 0, 0x3));  /* 0x1000 ^ 0x1000 */
      expect(&r, indirect(0, 1, 0x0)); /* still 0x1000 */
    } else {
      expect(&r, direct(64));
      expect(&r, direct(64));
      expect(&r, direct(2));
      expect(&r, indirect(0, 1, 0x0));
      expect(&r, indirect(0, 1, 0x0));
    }
    PROVES(&r, "NT:ADR-03", "NT:ADR-04", "NT:ADR-05", "NT:RSF-06", "NT:ICNT-05");
    finish(&r);
  }
}

static void
reference_of_a_new_session(void **state) { /* ADR-06: a sync first, and REF is its own */
  (void)state;
  for (int lost = 0; lost < 2; lost++) {
    struct run r;
    setup(&r, BTM);
    slot(&r, 0x100, "1", 0);
    if (lost) {
      r.overflow = true;
      slot(&r, 0x102, "1", 0);
      overflow_end(&r);
    } else {
      leave_debug(&r);
    }
    slot(&r, 0x800, "1", 10);
    slot(&r, 0x900, "1", 0);
    expect(&r, prog_sync(5, 0, 0x80));
    expect(&r, lost ? error() : stop_btm(0, 1));
    expect(&r, prog_sync(lost ? 7 : 3, 0, 0x400));
    expect(&r, indirect(0, 1, 0x080)); /* 0x800 ^ 0x900 */
    PROVES(&r, "NT:ADR-06", "NT:ICNT-04", "NT:SYN-30", "NT:COR-05");
    finish(&r);
  }
}

/* ---- Forms ---------------------------------------------------------------------------------- */

static void forms_of_htm(void **state) { /* MSG-03, 07, 09, 10, Q-20, D-08 */
  (void)state;
  for (int plain_hist = 0; plain_hist < 2; plain_hist++) {
    struct run r;
    setup(&r, HTM);
    r.params.plain_hist = plain_hist;
    r.config.sync_mode = 3;
    slot(&r, 0x100, "1", 10);
    slot(&r, 0x200, "1", 4);
    slot(&r, 0x202, "1", 10);
    slot(&r, 0x100, "4441", 10); /* 16: due */
    slot(&r, 0x200, "1", 4);
    slot(&r, 0x202, "4443", 10);
    slot(&r, 0x300, "4444", 0);
    slot(&r, 0x320, "1", 0);
    expect(&r, prog_sync(5, 0, 0x80));
    expect(&r, plain_hist ? indirect(0, 1, 0x180) : hist(0, 1, 0x180, 1));
    expect(&r, hist(0, 2, 0x180, 0x2));
    expect(&r, plain_hist ? indirect_sync(2, 0, 13, 0x100) : hist_sync(2, 0, 13, 0x100, 1));
    expect(&r, hist_sync(2, 0, 16, 0x180, 0x2));
    expect(&r, prog_sync(2, 16, 0x190)); /* linear, HIST is empty */
    PROVES(&r, "NT:MSG-03", "NT:MSG-07", "NT:MSG-09", "NT:MSG-10", "NT:MSG-20", "NT:SYN-02",
           "NT:SYN-32", "NT:SYN-33", "NT:HIST-04");
    finish(&r);
  }
}

static void both_modes_of_one_build(void **state) { /* GEN-01 */
  (void)state;
  struct run r;
  setup(&r, BTM);
  for (int i = 0; i < 3; i++) {
    const bool htm = i % 2 != 0;
    slot(&r, 0x100, "1", 5);
    slot(&r, 0x200, "1", 10);
    slot(&r, 0x300, "1", 0);
    r.config.enable = false;
    idle(&r);
    expect(&r, prog_sync(5, 0, 0x80));
    if (htm) {
      expect(&r, hist(0, 2, 0x100, 0x3)); /* 0x100 ^ 0x300 */
      expect(&r, stop_htm(4, 1, 0x1));
    } else {
      expect(&r, direct(1));
      expect(&r, indirect(0, 1, 0x100));
      expect(&r, stop_btm(4, 1));
    }
    idle(&r);
    r.config.mode = htm ? BTM : HTM;
    idle(&r);
    r.config.enable = true;
  }
  PROVES(&r, "NT:GEN-01", "NT:SEQ-25", "NT:COR-03", "NT:COR-08", "NT:HIST-10");
  finish(&r);
}

static void extensions_are_off(void **state) { /* GEN-02, ITY-20 */
  (void)state;
  struct run r;
  setup(&r, BTM); /* built, and not enabled */
  slot(&r, 0x100, "2", 9);
  r.sijump = true;
  slot(&r, 0x200, "22", 13);
  r.sijump = true;
  slot(&r, 0x104, "22", 12);
  r.sijump = true;
  slot(&r, 0x208, "22", 10);
  slot(&r, 0x10C, "1", 11);
  slot(&r, 0x100, "1", 0);
  debug(&r, true);
  expect(&r, prog_sync(5, 0, 0x80));
  expect(&r, indirect(0, 6, 0x002)); /* 0x100 ^ 0x104 */
  expect(&r, indirect(0, 4, 0x186)); /* 0x104 ^ 0x208 */
  expect(&r, indirect(0, 4, 0x182)); /* 0x208 ^ 0x10C */
  expect(&r, stop_btm(0, 2));
  PROVES(&r, "NT:GEN-02", "NT:ITY-20", "NT:IRT-01", "NT:ITY-09", "NT:ITY-11");
  finish(&r);
}

static void uninferable_itypes(void **state) { /* ITY-03, 06, 08, 10, 14, 21, ING-09, BTY-01 */
  (void)state;
  static const struct {
    uint8_t itype;
    const char *row;
  } sample[] = {
      {3, "NT:ITY-03"}, {6, "NT:ITY-06"}, {8, "NT:ITY-08"}, {10, "NT:ITY-10"}, {14, "NT:ITY-14"}};
  for (int htm = 0; htm < 2; htm++) {
    for (size_t i = 0; i < sizeof sample / sizeof sample[0]; i++) {
      struct run r;
      setup_return(&r, htm ? HTM : BTM);
      slot(&r, 0x100, "1", 5);
      slot(&r, 0x200, "2", sample[i].itype);
      slot(&r, 0x300, "1", 13); /* to after the transfer: implicit for a call only */
      slot(&r, 0x204, "1", 0);
      debug(&r, true);
      const bool call = sample[i].itype == 8;
      expect(&r, prog_sync(5, 0, 0x80));
      if (htm) {
        expect(&r, hist(0, 3, 0x100, 0x3)); /* 0x100 ^ 0x300 */
      } else {
        expect(&r, direct(1));
        expect(&r, indirect(0, 2, 0x100));
      }
      if (!call) expect(&r, indirect(0, 1, 0x082)); /* 0x300 ^ 0x204 */
      expect(&r, htm ? stop_htm(0, call ? 2 : 1, 1) : stop_btm(0, call ? 2 : 1));
      PROVES(&r, sample[i].row, "NT:BTY-01", "NT:ITY-21", "NT:ING-09", "NT:IRT-06", "NT:IRT-07",
             "NT:ORD-03");
      finish(&r);
    }
  }
}

static void traps_in_htm(void **state) { /* ITY-01, ITY-02, BTY-02, BTY-03, ING-12, ING-16 */
  (void)state;
  for (uint8_t itype = 1; itype <= 2; itype++) {
    struct run r;
    setup(&r, HTM);
    slot(&r, 0x100, "1", 4);
    slot(&r, 0x102, "2", itype); /* retired, then trapped */
    idle(&r);
    slot(&r, 0x400, "1", 0);
    slot(&r, 0x402, "", itype); /* trapped alone */
    idle(&r);
    slot(&r, 0x400, "1", 0);
    expect(&r, prog_sync(5, 0, 0x80));
    expect(&r, hist(itype + 1u == 2 ? 2 : 3, 3, 0x280, 0x2)); /* 0x100 ^ 0x400 */
    expect(&r, indirect(itype + 1u == 2 ? 2 : 3, 1, 0));
    PROVES(&r, itype == 1 ? "NT:ITY-01" : "NT:ITY-02", "NT:BTY-02", "NT:BTY-03", "NT:ING-12",
           "NT:ING-13", "NT:ING-14", "NT:ING-15", "NT:ING-16", "NT:ICNT-03");
    finish(&r);
  }
}

static void custom_branch_falls_through(void **state) { /* CUS-02, CUS-04: no outcome */
  (void)state;
  struct run r;
  setup(&r, HTM);
  slot(&r, 0x100, "22", 0);
  slot(&r, 0x108, "3", 0);
  slot(&r, 0x10E, "4", 10); /* diverts */
  slot(&r, 0x200, "1", 0);
  debug(&r, true);
  expect(&r, prog_sync(5, 0, 0x80));
  expect(&r, indirect(0, 11, 0x180));
  expect(&r, stop_htm(0, 1, 0x1));
  PROVES(&r, "NT:CUS-01", "NT:CUS-02", "NT:CUS-03", "NT:CUS-04");
  finish(&r);
}

/* ---- Sequences ------------------------------------------------------------------------------ */

static void single_steps(void **state) { /* SEQ-19 */
  (void)state;
  struct run r;
  setup(&r, HTM);
  leave_debug(&r);
  for (int i = 0; i < 3; i++) {
    slot(&r, 0x100, i == 1 ? "2" : "1", i == 2 ? 5 : 0);
    leave_debug(&r);
    expect(&r, prog_sync(3, 0, 0x80));
    expect(&r, stop_htm(0, i == 1 ? 2 : 1, i == 2 ? 0x3 : 0x1));
  }
  PROVES(&r, "NT:SEQ-19", "NT:SEQ-02", "NT:SEQ-03", "NT:COR-04", "NT:COR-05", "NT:COR-07");
  finish(&r);
}

static void interrupt_at_a_handler(void **state) { /* SEQ-15 */
  (void)state;
  struct run r;
  setup(&r, BTM);
  slot(&r, 0x100, "1", 1);
  slot(&r, 0x400, "", 2);
  slot(&r, 0x500, "1", 0);
  expect(&r, prog_sync(5, 0, 0x80));
  expect(&r, indirect(2, 1, 0x280)); /* 0x100 ^ 0x400 */
  expect(&r, indirect(3, 0, 0x080)); /* 0x400 ^ 0x500 */
  PROVES(&r, "NT:SEQ-15", "NT:SEQ-11", "NT:ICNT-13");
  finish(&r);
}

static void start_on_a_block_that_traps(void **state) { /* SEQ-24, ORD-02, ING-28 */
  (void)state;
  struct run r;
  setup(&r, HTM);
  r.config.ts_en = true;
  slot(&r, 0x100, "12", 1); /* at 1000 */
  idle(&r);
  slot(&r, 0x400, "1", 0); /* at 1002; the trap's time is told */
  expect(&r, at(prog_sync(5, 0, 0x80), 1000));
  expect(&r, at(indirect(2, 3, 0x280), 0));
  PROVES(&r, "NT:SEQ-24", "NT:ORD-02", "NT:ING-28", "NT:SYN-30", "NT:TSP-06", "NT:SYN-04");
  finish(&r);
}

static void order_around_a_block(void **state) { /* ORD-01..04, 06..08 */
  (void)state;
  struct run r;
  setup_narrow(&r, HTM);
  r.config.sync_mode = 3;
  r.config.sync_max = 3;
  slot(&r, 0x1000, half, 5);
  slot(&r, 0x2000, half, 4); /* 128 and due */
  expect(&r, prog_sync(5, 0, 0x800));
  expect(&r, icnt_full(128));
  expect_none(&r);
  slot(&r, 0x2080, "2", 10); /* ORD-04: the sync, then the block is counted */
  expect(&r, hist_sync(2, 0, 0, 0x1040, 0x6));
  expect_none(&r);
  r.config.tracing = false; /* ORD-01: what was open, then the stop, and no block */
  slot(&r, 0x3000, "2", 5);
  expect(&r, indirect(0, 2, 0x0840)); /* 0x2080 ^ 0x3000 */
  expect(&r, stop_htm(4, 0, 0x1));
  PROVES(&r, "NT:ORD-01", "NT:ORD-02", "NT:ORD-03", "NT:ORD-04", "NT:ORD-06", "NT:ORD-07",
         "NT:SYN-02", "NT:SYN-03", "NT:COR-09", "NT:ICNT-13");
  finish(&r);
}

static void jump_to_itself(void **state) { /* SYN-37: no branch to wait for */
  (void)state;
  struct run r;
  setup(&r, BTM);
  r.config.sync_mode = 3;
  for (int i = 0; i < 33; i++) slot(&r, 0x100, "1", 11);
  expect(&r, prog_sync(5, 0, 0x80));
  expect(&r, prog_sync(2, 16, 0x80));
  expect(&r, prog_sync(2, 16, 0x80));
  PROVES(&r, "NT:SYN-37", "NT:SYN-12", "NT:ITY-11", "TCI:SYNC-02", "TCI:SYNC-08");
  finish(&r);
}

static void branch_then_stop(void **state) { /* COR-11, ITY-05 */
  (void)state;
  for (int halt = 0; halt < 2; halt++) {
    struct run r;
    setup(&r, BTM);
    r.config.sync_mode = 3;
    slot(&r, 0x100, "4444", 5); /* due: waits for its target */
    expect(&r, prog_sync(5, 0, 0x80));
    expect_none(&r);
    r.halted = halt;
    r.config.tracing = halt;
    idle(&r);
    expect(&r, direct(16));
    expect(&r, stop_btm(halt ? 0 : 4, 0));
    PROVES(&r, "NT:COR-11", "NT:ITY-05", "NT:COR-06");
    finish(&r);
  }
}

static void halt_while_off(void **state) { /* SEQ-09 */
  (void)state;
  struct run r;
  setup(&r, BTM);
  tracing(&r, false);
  slot(&r, 0x100, "1", 0);
  leave_debug(&r);
  slot(&r, 0x102, "1", 0);
  expect_none(&r);
  PROVES(&r, "NT:SEQ-09", "NT:ING-29");
  finish(&r);
}

static void no_instruction_trace(void **state) { /* CTL-04: mode 0 */
  (void)state;
  struct run r;
  setup(&r, RVT_MODE_OFF);
  slot(&r, 0x100, "1", 5);
  slot(&r, 0x102, "1", 10);
  expect_none(&r);
  debug(&r, true);
  finish(&r);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(count_full_on_linear_code),
      cmocka_unit_test(count_full_on_a_transfer),
      cmocka_unit_test(both_counters_full),
      cmocka_unit_test(implicit_return_with_a_full_count),
      cmocka_unit_test(hist_of_the_widest_build),
      cmocka_unit_test(shortest_history),
      cmocka_unit_test(widest_fields),
      cmocka_unit_test(address_vectors),
      cmocka_unit_test(reference_is_what_was_sent),
      cmocka_unit_test(reference_of_a_new_session),
      cmocka_unit_test(forms_of_htm),
      cmocka_unit_test(both_modes_of_one_build),
      cmocka_unit_test(extensions_are_off),
      cmocka_unit_test(uninferable_itypes),
      cmocka_unit_test(traps_in_htm),
      cmocka_unit_test(custom_branch_falls_through),
      cmocka_unit_test(single_steps),
      cmocka_unit_test(interrupt_at_a_handler),
      cmocka_unit_test(start_on_a_block_that_traps),
      cmocka_unit_test(order_around_a_block),
      cmocka_unit_test(jump_to_itself),
      cmocka_unit_test(branch_then_stop),
      cmocka_unit_test(halt_while_off),
      cmocka_unit_test(no_instruction_trace),
  };
  return cmocka_run_group_tests_name("oracle fields", tests, NULL, NULL);
}
