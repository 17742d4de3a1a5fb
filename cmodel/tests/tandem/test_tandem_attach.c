/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "oracle/row.h"
#include "tests/support/tandem_checked.h"

/* The checker at a dump of the state: at the begin of a stream, and behind a gap (TV:E-08). */

enum { MIDDLE = TOY_BASE + 16, SECRET = 0x5ec7, X8 = RVT_TANDEM_X + 8 };

/* The instruction at MIDDLE, which is 2 or 4 bytes long. */
static void put_insn(uint32_t word) {
  memcpy(toy.memory + 16, &word, (word & 3) == 3 ? 4 : 2);
  tandem_toy_next(&toy, MIDDLE + ((word & 3) == 3 ? 4 : 2));
}

static void dump(void) {
  GROUP(OF(INIT), IS(X1, 5), IS(MSTATUS, 0x1888));
  GROUP(OF(INIT), IS(X2, 6));
  GROUP(OF(INIT), SAYS(PC, MIDDLE), SAYS(PRIVILEGE, 1));
}

/* What the hart got at MIDDLE, where the model gets 1. */
static void gets(uint32_t word, uint16_t rd) {
  put_insn(word);
  tandem_toy_writes(&toy, rd, 1);
  if ((word & 3) == 3) {
    GROUP(PLUS, INSN(word), IS(rd, SECRET));
  } else {
    const struct rvt_tandem_element insn = {.opcode = RVT_TANDEM_INSN16, .data = word};
    GROUP(PLUS, insn, IS(rd, SECRET));
  }
}

static void a_stream_may_begin_with_a_dump(void **state) {
  (void)state;
  toy.value[X2] = 99;
  dump();
  EQUAL();
  assert_int_equal(toy.value[X1], 5);
  assert_int_equal(toy.value[X2], 6);
  assert_int_equal(toy.value[MSTATUS], 0x1888);
  assert_int_equal(toy.value[PC], MIDDLE);
  assert_int_equal(toy.value[PRIVILEGE], 1);
  assert_int_equal(toy.steps, 0);
  assert_int_equal(tandem_counts()->attached, 1);
  assert_int_equal(tandem_counts()->outside, 3);
  put_insn(NOP);
  tandem_toy_writes(&toy, X1, 7);
  RETIRES(IS(X1, 7));
  EQUAL();
  assert_int_equal(tandem_counts()->unknown, 0);
  ROW("TV:E-08");
}

static void what_differs_behind_a_dump_is_named(void **state) {
  (void)state;
  dump();
  put_insn(NOP);
  tandem_toy_writes(&toy, X1, 7);
  RETIRES(IS(X1, 8));
  DIFFERS(OTHER_VALUE, X1, 7, 8);
  tandem_toy_next(&toy, MIDDLE + 8);
  tandem_toy_writes(&toy, X2, 1);
  RETIRES(IS(X1, 8)); /* the dump has said what x2 is */
  DIFFERS(NOT_CHANGED, X2, 1, 6);
  tandem_toy_next(&toy, MIDDLE + 12);
  toy.value[PRIVILEGE] = 3;
  RETIRES(IS(X1, 8));
  DIFFERS(OTHER_VALUE, PRIVILEGE, 3, 1);
  ROW("TV:E-08");
}

static void a_dump_behind_a_gap_moves_the_model(void **state) {
  (void)state;
  tandem_toy_writes(&toy, X1, 1);
  RETIRES(IS(X1, 1));
  toy.value[X1] = 3; /* the model's is not what the stream has told */
  GROUP(OF(INIT), IS(X2, 9));
  assert_int_equal(toy.value[X1], 3);
  assert_int_equal(tandem_counts()->attached, 0);
  GROUP(OF(INIT), SAYS(PC, MIDDLE));
  assert_int_equal(toy.value[X1], 1);
  assert_int_equal(toy.value[X2], 9);
  assert_int_equal(toy.value[PC], MIDDLE);
  assert_int_equal(toy.value[PRIVILEGE], 3);
  put_insn(NOP);
  RETIRES(IS(X1, 1));
  EQUAL();
  GROUP(OF(RESET)); /* in the gap: the registers are those after reset */
  GROUP(OF(INIT), IS(X2, 4));
  GROUP(OF(INIT), SAYS(PC, MIDDLE));
  assert_int_equal(toy.resets, 2);
  assert_int_equal(toy.value[X1], 0);
  assert_int_equal(toy.value[X2], 4);
  assert_int_equal(tandem_counts()->attached, 2);
  EQUAL();
}

static void csrs_that_do_not_count_stay(void **state) {
  (void)state;
  core.csr[MISA] = RVT_TANDEM_CSR_IGNORED;
  core.csr[MIP] = RVT_TANDEM_CSR_COPIED;
  tandem_begin();
  RETIRES(IS(MISA, 5), IS(MIP, 0x80));
  toy.value[MISA] = toy.value[MIP] = 1;
  dump();
  assert_int_equal(toy.value[MISA], 1);
  assert_int_equal(toy.value[MIP], 1);
  EQUAL();
}

static void loads_behind_a_gap_are_the_harts(void **state) {
  static const struct {
    uint32_t word;
    bool loads;
  } cases[] = {{0x0000a083, true},   /* lw x1, 0(x1) */
               {0x0000b087, true},   /* fld */
               {0x1000a0af, true},   /* lr.w */
               {0x0020a0af, true},   /* amoadd.w */
               {0x2820a0af, true},   /* amocas.w */
               {0x1820a0af, true},   /* sc.w without lr.w */
               {0x4080, true},       /* c.lw */
               {0x6080, true},       /* c.ld, c.flw */
               {0x2080, true},       /* c.fld */
               {0x8080, true},       /* c.lbu */
               {0x8480, true},       /* c.lhu */
               {0x4082, true},       /* c.lwsp */
               {0x6082, true},       /* c.ldsp */
               {0x2082, true},       /* c.fldsp */
               {0x8880, false},      /* c.sb */
               {0x8c80, false},      /* c.sh */
               {0xc080, false},      /* c.sw */
               {0x0085, false},      /* c.addi */
               {0x8082, false},      /* c.jr */
               {0x0010a023, false},  /* sw */
               {0x00108093, false}}; /* addi */
  (void)state;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    tandem_begin();
    dump();
    const uint16_t rd = (cases[i].word & 3) == 0 ? X8 : X1;
    gets(cases[i].word, rd);
    if (found != !cases[i].loads) fail_msg("0x%x", cases[i].word);
    assert_int_equal(tandem_counts()->unknown, cases[i].loads);
    assert_int_equal(tandem_counts()->loads, 0);
    assert_int_equal(toy.value[rd], SECRET); /* it is what the hart has, in any case */
  }
  tandem_begin();
  GROUP(OF(INIT), IS(X1, 5)); /* no pc: no gap */
  memcpy(toy.memory, &cases[0].word, 4);
  tandem_toy_writes(&toy, X1, 1);
  GROUP(PLUS, INSN(cases[0].word), IS(X1, SECRET));
  DIFFERS(OTHER_VALUE, X1, 1, SECRET);
  tandem_begin();
  dump();
  GROUP(OF(RESET)); /* which leaves the memory as it is */
  memcpy(toy.memory, &cases[0].word, 4);
  tandem_toy_next(&toy, TOY_BASE + 4);
  tandem_toy_writes(&toy, X1, 1);
  GROUP(PLUS, INSN(cases[0].word), IS(X1, SECRET));
  EQUAL();
  tandem_begin();
  dump();
  put_insn(cases[0].word);
  tandem_toy_loads(&toy, FOREIGN, 4);
  GROUP(PLUS, INSN(cases[0].word), IS(X1, SECRET));
  EQUAL();
  assert_int_equal(tandem_counts()->loads, 1); /* from outside is from outside */
  assert_int_equal(tandem_counts()->unknown, 0);
}

static void a_load_behind_a_gap_writes_its_register_alone(void **state) {
  const uint32_t lw = 0x0000a083;
  (void)state;
  dump();
  put_insn(lw);
  tandem_toy_writes(&toy, X1, 5); /* as it was */
  GROUP(PLUS, INSN(lw), IS(X2, SECRET));
  DIFFERS(OTHER_VALUE, X2, 6, SECRET);
  const uint32_t pairs[] = {0x0000b103,
                            0x2830b12f}; /* ld x2, amocas.d x2: with x3 where XLEN is 32 */
  for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
    tandem_begin();
    dump();
    put_insn(pairs[i]);
    tandem_toy_writes(&toy, X2, 1);
    GROUP(PLUS, INSN(pairs[i]), IS(X2, SECRET), IS(X2 + 1, SECRET));
    EQUAL();
  }
}

/* Of Zcmp and Zcmt: many registers, and where the hart goes on. Where there is D, the words are
 * stores. */
static void pops_behind_a_gap_are_the_harts(void **state) {
  static const struct {
    uint16_t word;
    uint32_t pops; /* x registers */
    bool jumps;
  } cases[] = {{0xba42, 0x00000002, false}, /* cm.pop {ra} */
               {0xba52, 0x00000102, false}, /* {ra, s0} */
               {0xbae2, 0x03fc0302, false}, /* {ra, s0-s9} */
               {0xbcf2, 0x0ffc0302, true},  /* cm.popretz {ra, s0-s11} */
               {0xbe42, 0x00000002, true},  /* cm.popret */
               {0xa002, 0, true},           /* cm.jt */
               {0xa3fe, 0, true},           /* cm.jalt */
               {0xb852, 0, false},          /* cm.push */
               {0xac22, 0, false}};         /* cm.mvsa01 */
  static const struct {
    const char *isa;
    bool zcm;
  } harts[] = {{"rv32imfdc", false}, {"rv32imfdc_zcmop", false}, {"rv32imc_zcmp_zcmt", true},
               {"rv32i_Zcmp", true}, {"rv32izcmt", true},        {"rv32i_zicsr_zce", true}};
  (void)state;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    for (size_t hart = 0; hart < sizeof harts / sizeof *harts; hart++)
      for (unsigned x = 1; x < 33; x++) {
        const struct rvt_tandem_element insn = {.opcode = RVT_TANDEM_INSN16, .data = cases[i].word};
        const uint16_t number = (uint16_t)(x < 32 ? RVT_TANDEM_X + x : FOREIGN);
        const bool loads =
            harts[hart].zcm && (x < 32 ? cases[i].pops >> x & 1 : cases[i].jumps) != 0;
        strcpy(core.isa, harts[hart].isa);
        tandem_begin();
        dump();
        put_insn(cases[i].word);
        if (x < 32) {
          tandem_toy_writes(&toy, number, 1);
          GROUP(PLUS, insn, IS(number, SECRET));
        } else {
          GROUP(SAYS(PC, FOREIGN), insn);
        }
        if (found != !loads) fail_msg("%s, 0x%x, x%u", harts[hart].isa, cases[i].word, x);
        assert_int_equal(toy.value[x < 32 ? number : PC], x < 32 ? SECRET : FOREIGN);
      }
}

/* Groups may have been lost before a reset, and nothing be told after it that a dump could say. */
static void memory_is_unknown_after_a_second_reset(void **state) {
  const uint32_t lw = 0x0000a083;
  (void)state;
  for (unsigned resets = 1; resets <= 2; resets++) {
    tandem_begin();
    for (unsigned i = 0; i < resets; i++) GROUP(OF(RESET));
    memcpy(toy.memory, &lw, sizeof lw);
    tandem_toy_writes(&toy, X1, 1);
    GROUP(PLUS, INSN(lw), IS(X1, SECRET));
    assert_int_equal(found, 2 - resets);
    assert_int_equal(tandem_counts()->unknown, resets - 1);
  }
  assert_int_equal(tandem_counts()->attached, 0);
  ROW("TV:E-08");
}

static void the_bus_may_move_before_the_first_reset(void **state) {
  const uint32_t lw = 0x0000a083;
  const struct rvt_tandem_element fetch = {
      .opcode = RVT_TANDEM_REQUEST, .op = RVT_TANDEM_FETCH, .size = 2, .address = TOY_BASE};
  (void)state;
  tandem_begin();
  GROUP(fetch);
  GROUP(OF(RESET));
  memcpy(toy.memory, &lw, sizeof lw);
  tandem_toy_writes(&toy, X1, 1);
  GROUP(PLUS, INSN(lw), IS(X1, SECRET));
  assert_int_equal(found, 1);
  assert_int_equal(tandem_counts()->transactions, 1);
  ROW("TV:E-08");
  ROW("TV:R-10");
}

/* ---- CSRs that the dump does not name ------------------------------------------------------ */

/* What another dump names is forgotten, and the model has another value then. */
static void dump_without(uint16_t csr) {
  tandem_begin();
  GROUP(OF(INIT), IS(csr, 1));
  GROUP(OF(INIT), SAYS(PC, TOY_BASE));
  GROUP(PLUS, INSN(NOP));
  toy.value[csr] = 8;
  dump();
}

static void csrs_of_no_dump_are_unknown(void **state) {
  (void)state;
  dump_without(MSCRATCH);
  put_insn(NOP);
  tandem_toy_writes(&toy, MSCRATCH, 9);
  RETIRES(IS(X1, 5)); /* the model alone changes it */
  EQUAL();
  dump_without(MSCRATCH);
  put_insn(NOP);
  RETIRES(ADDS(MSCRATCH, 1)); /* of an unknown value */
  EQUAL();
  tandem_toy_next(&toy, MIDDLE + 8);
  RETIRES(IS(MSCRATCH, 4)); /* no one knows what it was changed from */
  EQUAL();
  assert_int_equal(toy.value[MSCRATCH], 4);
  assert_int_equal(tandem_counts()->unknown, 1);
  tandem_toy_next(&toy, MIDDLE + 12);
  RETIRES(IS(MSCRATCH, 5));
  DIFFERS(OTHER_VALUE, MSCRATCH, 4, 5);
  dump_without(MHARTID); /* which nothing changes */
  put_insn(NOP);
  tandem_toy_writes(&toy, MHARTID, 9);
  RETIRES(IS(X1, 5));
  DIFFERS(NOT_CHANGED, MHARTID, 9, 1);
  ROW("TV:E-08");
}

/* What is read of an unknown CSR is the hart's, and what it is set or cleared to; not what is
 * written whole. */
static void accesses_of_unknown_csrs(void **state) {
  static const struct {
    uint32_t word;
    uint16_t told; /* 0: none */
    bool reads, changes;
  } cases[] = {{0x341020f3, 0, true, true},      /* csrr x1, mepc */
               {0x341120f3, MEPC, true, true},   /* csrrs */
               {0x3410b0f3, MEPC, true, true},   /* csrrc */
               {0x341110f3, MEPC, true, false},  /* csrrw */
               {0x3410d0f3, MEPC, true, false},  /* csrrwi */
               {0x340110f3, MEPC, false, true},  /* csrrw of another one, mscratch, of the dump */
               {0x00000013, MEPC, false, false}, /* a trap */
               {0x00000013, MCAUSE, false, false}};
  (void)state;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const uint16_t told = cases[i].told;
    tandem_begin();
    GROUP(OF(INIT), IS(MSCRATCH, 2));
    dump();
    put_insn(cases[i].word);
    if (told == 0) {
      tandem_toy_writes(&toy, X1, 1);
      GROUP(PLUS, INSN(cases[i].word), IS(X1, SECRET));
      assert_int_equal(found, 0);
      assert_int_equal(toy.value[X1], SECRET);
      continue;
    }
    tandem_toy_writes(&toy, X1, 1);
    tandem_toy_writes(&toy, told, 3);
    GROUP(SAYS(PC, MIDDLE + 4), INSN(cases[i].word), IS(X1, SECRET), IS(told, 4));
    if (found != (unsigned)!cases[i].reads + (unsigned)!cases[i].changes)
      fail_msg("0x%x: %u", cases[i].word, found);
    assert_int_equal(toy.value[told], 4);
    found = 0;
  }
}

static void a_trapping_access_of_an_unknown_csr_is_compared(void **state) {
  const uint32_t csrr = 0x34002173, csrs = 0x34129073; /* csrr x2, mscratch; csrw mepc, x5 */
  (void)state;
  for (unsigned i = 0; i < 2; i++) {
    tandem_begin();
    dump();
    put_insn(i == 0 ? csrr : csrs);
    tandem_toy_writes(&toy, MEPC, MIDDLE);
    tandem_toy_writes(&toy, MCAUSE, 2);
    GROUP(SAYS(PC, MIDDLE + 4), INSN(i == 0 ? csrr : csrs), IS(MEPC, 7), IS(MCAUSE, 5));
    assert_int_equal(found, 2);
    assert_int_equal(tandem_counts()->unknown, 0);
    found = 0;
  }
  ROW("TV:E-08");
}

/* The flags that were told as ORs alone are in no dump; views of what it has are. */
static void flags_of_no_dump_are_unknown(void **state) {
  const uint32_t frflags = 0x001020f3;
  (void)state;
  tandem_toy_writes(&toy, FFLAGS, 1);
  tandem_toy_writes(&toy, FCSR, 1);
  RETIRES(ORS(FCSR, 1));
  dump();
  put_insn(NOP);
  tandem_toy_writes(&toy, FFLAGS, 3);
  tandem_toy_writes(&toy, FCSR, 3);
  RETIRES(ORS(FCSR, 2)); /* 4 came in the gap */
  EQUAL();
  memcpy(toy.memory + 20, &frflags, sizeof frflags);
  tandem_toy_next(&toy, MIDDLE + 8);
  tandem_toy_writes(&toy, X1, 3);
  GROUP(PLUS, INSN(frflags), IS(X1, 7));
  EQUAL();
  assert_int_equal(toy.value[X1], 7);
  assert_int_equal(tandem_counts()->unknown, 1);
  GROUP(OF(INIT), IS(FCSR, 0x47));
  dump();
  assert_int_equal(toy.value[FCSR], 0x47);
  put_insn(NOP);
  tandem_toy_writes(&toy, FRM, 3);
  RETIRES(IS(X1, 5));
  DIFFERS(NOT_CHANGED, FRM, 3, 2);
  GROUP(OF(INIT), IS(FFLAGS, 4));
  dump();
  put_insn(NOP);
  tandem_toy_writes(&toy, FFLAGS, 7);
  tandem_toy_writes(&toy, FCSR, 7);
  RETIRES(ORS(FCSR, 3)); /* of fcsr the flags are known */
  EQUAL();
  tandem_toy_next(&toy, MIDDLE + 8);
  tandem_toy_writes(&toy, FFLAGS, 15);
  GROUP(PLUS, INSN(frflags));
  DIFFERS(NOT_CHANGED, FFLAGS, 15, 7);
}

/* ---- Stores -------------------------------------------------------------------------------- */

/* An AMO stores what depends on the memory, and an SC whether an LR came before the dump. */
static void stores_that_depend_on_the_gap_are_the_harts(void **state) {
  const uint32_t amo = 0x0020a0af, lr = 0x1000a0af, sc = 0x1820a0af;
  (void)state;
  dump();
  put_insn(amo);
  tandem_toy_writes(&toy, X1, 1);
  tandem_toy_stores(&toy, TOY_BASE + 32, 4, 7);
  GROUP(PLUS, INSN(amo), IS(X1, SECRET), SAYS(EADDR, TOY_BASE + 32), SAYS(STORE32, 0x55));
  EQUAL();
  assert_int_equal(toy.memory[32], 0x55);
  tandem_begin();
  dump();
  put_insn(sc);
  tandem_toy_writes(&toy, X1, 1); /* it fails: the model has no reservation */
  GROUP(PLUS, INSN(sc), IS(X1, 0), SAYS(EADDR, TOY_BASE + 32), SAYS(STORE32, 0x66));
  EQUAL();
  assert_int_equal(toy.memory[32], 0x66);
  tandem_begin();
  dump();
  put_insn(lr);
  tandem_toy_writes(&toy, X1, 1);
  GROUP(PLUS, INSN(lr), IS(X1, 1));
  memcpy(toy.memory + 20, &sc, 4);
  tandem_toy_next(&toy, MIDDLE + 8);
  tandem_toy_writes(&toy, X1, 1);
  GROUP(PLUS, INSN(sc), IS(X1, 0));
  DIFFERS(OTHER_VALUE, X1, 1, 0);
}

/* Where an AMO stores depends on registers alone, and that it does on nothing. */
static void where_an_amo_stores_is_compared_behind_a_gap(void **state) {
  const uint32_t amo = 0x0020a0af, cas = 0x2820a0af;
  (void)state;
  dump();
  put_insn(amo);
  tandem_toy_stores(&toy, TOY_BASE + 32, 4, 7);
  GROUP(PLUS, INSN(amo), SAYS(EADDR, TOY_BASE + 36), SAYS(STORE32, 0x55));
  DIFFERS(OTHER_STORE_ADDRESS, 0, TOY_BASE + 32, TOY_BASE + 36);
  tandem_begin();
  dump();
  put_insn(amo);
  tandem_toy_stores(&toy, TOY_BASE + 32, 4, 7);
  GROUP(PLUS, INSN(amo), SAYS(EADDR, TOY_BASE + 32), SAYS(STORE16, 0x55));
  DIFFERS(OTHER_STORE_SIZE, 0, 4, 2);
  tandem_begin();
  dump();
  put_insn(amo);
  tandem_toy_stores(&toy, TOY_BASE + 32, 4, 7);
  GROUP(PLUS, INSN(amo));
  DIFFERS(OTHER_STORE, 0, 7, 0);
  tandem_begin();
  dump();
  put_insn(cas);
  tandem_toy_stores(&toy, TOY_BASE + 32, 4, 7);
  GROUP(PLUS, INSN(cas));
  EQUAL();
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, tandem_set_up, tandem_tear_down)
  const struct CMUnitTest tests[] = {TEST(a_stream_may_begin_with_a_dump),
                                     TEST(what_differs_behind_a_dump_is_named),
                                     TEST(a_dump_behind_a_gap_moves_the_model),
                                     TEST(csrs_that_do_not_count_stay),
                                     TEST(loads_behind_a_gap_are_the_harts),
                                     TEST(a_load_behind_a_gap_writes_its_register_alone),
                                     TEST(pops_behind_a_gap_are_the_harts),
                                     TEST(memory_is_unknown_after_a_second_reset),
                                     TEST(the_bus_may_move_before_the_first_reset),
                                     TEST(csrs_of_no_dump_are_unknown),
                                     TEST(accesses_of_unknown_csrs),
                                     TEST(a_trapping_access_of_an_unknown_csr_is_compared),
                                     TEST(flags_of_no_dump_are_unknown),
                                     TEST(stores_that_depend_on_the_gap_are_the_harts),
                                     TEST(where_an_amo_stores_is_compared_behind_a_gap)};
#undef TEST
  return cmocka_run_group_tests(tests, NULL, NULL);
}
