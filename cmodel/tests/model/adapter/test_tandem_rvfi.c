/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "rvt/prng.h"
#include "rvt/tandem/rvfi.h"
#include "tests/support/test.h"

/* RVFI to records by hand: what a core with S-mode and 64 bits says, which no core of tb/soc is;
 * and that several instructions of a clock become what one after the other does. */

enum { MRET = 0x30200073, SRET = 0x10200073, NOP = 0x13, HELD = 8 };
enum {
  SSTATUS = 0x100,
  SEPC = 0x141,
  SCAUSE = 0x142,
  STVAL = 0x143,
  MSTATUS = 0x300,
  MEPC = 0x341,
  MCAUSE = 0x342,
  MTVAL = 0x343,
  MSCRATCH = 0x340
};
static const uint64_t top = UINT64_C(1) << 63;

static const uint16_t shown[] = {MSTATUS, MCAUSE, MEPC,    MTVAL,   STVAL,
                                 SEPC,    SCAUSE, SSTATUS, MSCRATCH};

static struct rvt_tandem_rvfi model;
static struct rvt_tandem_record heard[HELD];
static unsigned count;

static void begin(uint8_t csrs) {
  const struct rvt_tandem_rvfi_params p = {
      .xlen = 64, .nret = 1, .channels = sizeof shown / sizeof *shown, .csrs = csrs, .waits = 4};
  rvt_tandem_rvfi_init(&model, &p);
  count = 0;
}

static void clock(const struct rvt_tandem_rvfi_in *in) {
  const struct rvt_tandem_rvfi_word word = {.in = {*in}};
  bool lost;
  assert_true(count < HELD);
  if (rvt_tandem_rvfi_outputs(&model, &heard[count], &lost) != 0) count++;
  assert_false(lost);
  rvt_tandem_rvfi_tick(&model, &word);
}

/* An instruction whose CSRs are 0. */
static struct rvt_tandem_rvfi_in at(uint64_t pc, uint32_t insn, uint8_t mode) {
  struct rvt_tandem_rvfi_in in = {
      .valid = true, .insn = insn, .mode = mode, .pc_rdata = pc, .pc_wdata = pc + 4};
  for (unsigned c = 0; c < sizeof shown / sizeof *shown; c++) in.csr[c].number = shown[c];
  return in;
}

static void finds(struct rvt_tandem_rvfi_in *in, uint16_t number, uint64_t value) {
  for (unsigned c = 0; c < RVT_TANDEM_RVFI_CHANNELS; c++)
    if (in->csr[c].number == number) in->csr[c].rdata = value;
}

static void ends(void) {
  const struct rvt_tandem_rvfi_in idle = {.valid = false};
  for (unsigned n = 0; n < 4; n++) clock(&idle);
}

static void is_trap(const struct rvt_tandem_record *r, uint8_t kind, uint64_t pc, uint8_t mode,
                    const uint16_t *numbers, const uint64_t *values) {
  assert_int_equal(r->kind, kind);
  assert_int_equal(r->pc_w, pc);
  assert_true(r->privilege_valid);
  assert_int_equal(r->privilege, mode);
  assert_false(r->gpr_valid || r->eaddr_valid || r->store_valid);
  for (unsigned k = 0; k < RVT_TANDEM_CSRS; k++) {
    assert_true(r->csr[k].valid);
    assert_int_equal(r->csr[k].number, numbers[k]);
    assert_int_equal(r->csr[k].data, values[k]);
  }
}
static const uint16_t of_s[] = {SEPC, SCAUSE, SSTATUS, STVAL},
                      of_m[] = {MEPC, MCAUSE, MSTATUS, MTVAL};

/* An instruction and where it traps to, in S-mode, by its cause. */
static void excepts(uint64_t cause) {
  struct rvt_tandem_rvfi_in in = at(0x100, NOP, 0);
  begin(4);
  in.trap = true;
  in.rd_addr = 1;
  clock(&in);
  in = at(0x800, NOP, 1);
  in.intr = true;
  finds(&in, SEPC, 0x100);
  finds(&in, SCAUSE, cause);
  finds(&in, STVAL, 0x55);
  finds(&in, SSTATUS, 0x20);
  clock(&in);
  ends();
  assert_int_equal(count, 2); /* the handler's first instruction tells no interrupt */
  is_trap(&heard[0], RVT_TANDEM_EXCEPTION, 0x800, 1, of_s,
          (const uint64_t[]){0x100, cause, 0x20, 0x55});
  assert_int_equal(heard[1].kind, RVT_TANDEM_RETIRED);
  assert_int_equal(heard[1].pc_w, 0x804);
}

static void an_exception_has_its_instruction_unless_it_is_of_the_fetch(void **state) {
  (void)state;
  for (uint64_t cause = 0; cause < 16; cause++) {
    excepts(cause);
    assert_int_equal(heard[0].insn_valid, cause != 0 && cause != 1 && cause != 12);
  }
}

static void an_interrupt_comes_before_its_handler(void **state) {
  (void)state;
  for (uint8_t mode = 1; mode < 4; mode += 2) {
    const uint16_t *numbers = mode == 1 ? of_s : of_m;
    struct rvt_tandem_rvfi_in in = at(0x100, NOP, 0);
    begin(4);
    clock(&in);
    in = at(0x900, NOP, mode);
    in.intr = true;
    for (unsigned k = 0; k < 4; k++) finds(&in, numbers[k], top | k);
    clock(&in);
    ends();
    assert_int_equal(count, 3);
    assert_int_equal(heard[0].pc_w, 0x104);
    is_trap(&heard[1], RVT_TANDEM_INTERRUPT, 0x900, mode, numbers,
            (const uint64_t[]){top, top | 1, top | 2, top | 3});
    assert_false(heard[1].insn_valid);
    assert_int_equal(heard[2].pc_r, 0x900);
    assert_false(heard[2].privilege_valid);
  }
}

/* Of MRET or SRET: what follows says where and to which mode it has led. */
static void a_return_leads_where_the_next_one_is(void **state) {
  (void)state;
  for (uint8_t mode = 0; mode < 4; mode = mode == 1 ? 3 : mode + 1) {
    struct rvt_tandem_rvfi_in in = at(0x100, mode == 3 ? MRET : SRET, mode == 3 ? 3 : 1);
    begin(4);
    clock(&in);
    in = at(0x4000, NOP, mode);
    clock(&in);
    ends();
    assert_int_equal(count, 2);
    assert_int_equal(heard[0].kind, RVT_TANDEM_RETIRED);
    assert_int_equal(heard[0].pc_w, 0x4000);
    assert_true(heard[0].privilege_valid);
    assert_int_equal(heard[0].privilege, mode);
  }
}

/* Before it came there an interrupt was taken, whose xepc is the target, and xPP its mode. */
static void a_return_leads_where_an_interrupt_has_found_it(void **state) {
  static const struct {
    uint8_t handler;
    uint64_t status;
    uint8_t mode;
  } cases[] = {{1, 0x100, 1}, {1, 0x20, 0}, {1, ~UINT64_C(0x100), 0}, {3, 0x1800, 3},
               {3, 0x800, 1}, {3, 0x80, 0}, {3, ~UINT64_C(0x1800), 0}};
  (void)state;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const uint16_t *numbers = cases[i].handler == 1 ? of_s : of_m;
    struct rvt_tandem_rvfi_in in = at(0x100, MRET, 3);
    begin(4);
    clock(&in);
    in = at(0x900, NOP, cases[i].handler);
    in.intr = true;
    finds(&in, numbers[0], 0x4000);
    finds(&in, numbers[1], top | 5);
    finds(&in, numbers[2], cases[i].status);
    clock(&in);
    ends();
    assert_int_equal(count, 3);
    assert_int_equal(heard[0].pc_w, 0x4000);
    assert_true(heard[0].privilege_valid);
    assert_int_equal(heard[0].privilege, cases[i].mode);
    is_trap(&heard[1], RVT_TANDEM_INTERRUPT, 0x900, cases[i].handler, numbers,
            (const uint64_t[]){0x4000, top | 5, cases[i].status, 0});
  }
}

static void memory_is_an_address_and_a_size(void **state) {
  static const struct {
    uint32_t insn;
    uint8_t rmask, wmask, size, lane;
    bool access, store;
  } cases[] = {{0x00b53023, 0, 0xff, 3, 0, true, true},    /* sd */
               {0x00b52023, 0, 0xf0, 2, 4, true, true},    /* sw */
               {0x00b51023, 0, 0x0c, 1, 2, true, true},    /* sh */
               {0x00b50023, 0, 0x80, 0, 7, true, true},    /* sb */
               {0x00053503, 0xff, 0, 0, 0, true, false},   /* ld */
               {0x00050503, 0x20, 0, 0, 5, true, false},   /* lb */
               {0x00b5352f, 0xff, 0xff, 3, 0, true, true}, /* amoadd.d */
               {0x1005252f, 0x0f, 0, 0, 0, true, false},   /* lr.w */
               {0x0000e10c, 0, 0xff, 3, 0, true, true},    /* c.sd */
               {0x00006502, 0xff, 0, 0, 0, true, false},   /* c.ldsp */
               {NOP, 0xff, 0xff, 0, 0, false, false},
               {0x00000001, 0xff, 0, 0, 0, false, false},  /* c.nop */
               {0x00000808, 0xff, 0, 0, 0, false, false},  /* c.addi4spn */
               {0x0000852e, 0xff, 0, 0, 0, false, false}}; /* c.mv */
  (void)state;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    struct rvt_tandem_rvfi_in in = at(0x100, cases[i].insn, 3);
    begin(4);
    in.mem_addr = 0x1000;
    in.mem_rmask = cases[i].rmask;
    in.mem_wmask = cases[i].wmask;
    in.mem_wdata = UINT64_C(0x8877665544332211);
    clock(&in);
    ends();
    assert_int_equal(count, 1);
    assert_int_equal(heard[0].is32, (cases[i].insn & 3) == 3);
    assert_int_equal(heard[0].eaddr_valid, cases[i].access);
    assert_int_equal(heard[0].store_valid, cases[i].store);
    if (cases[i].access) assert_int_equal(heard[0].eaddr, 0x1000 + cases[i].lane);
    if (!cases[i].store) continue;
    assert_int_equal(heard[0].store_size, cases[i].size);
    assert_int_equal(heard[0].store & 0xff, 0x11 * (cases[i].lane + 1));
  }
}

static void registers_have_what_was_written(void **state) {
  struct rvt_tandem_rvfi_in in = at(0x100, NOP, 3);
  (void)state;
  begin(2);
  in.rd_addr = 31;
  in.rd_wdata = top;
  in.csr[0].rdata = 0xff00;
  in.csr[0].wmask = 0x0ff0;
  in.csr[0].wdata = 0x5555;
  in.csr[4].wmask = top;
  in.csr[8].wmask = 1; /* more than a group has */
  clock(&in);
  in = at(0x104, NOP, 3);
  in.rd_wdata = 5;
  clock(&in);
  ends();
  assert_int_equal(count, 2);
  assert_true(heard[0].gpr_valid);
  assert_int_equal(heard[0].gpr, 31);
  assert_int_equal(heard[0].gpr_data, top);
  assert_true(heard[0].csr[0].valid && heard[0].csr[1].valid);
  assert_false(heard[0].csr[2].valid || heard[0].csr[3].valid);
  assert_int_equal(heard[0].csr[0].number, MSTATUS);
  assert_int_equal(heard[0].csr[0].data, 0xf550);
  assert_int_equal(heard[0].csr[1].number, STVAL);
  assert_int_equal(heard[0].csr[1].data, 0);
  assert_false(heard[1].gpr_valid || heard[1].csr[0].valid); /* x0 */
}

/* ---- Several in a clock ---- */

enum { MANY = 20000, BYTES = 100 * MANY, LAST = 200 };

struct heard {
  size_t size;
  uint8_t bytes[BYTES];
};

static void hears(struct heard *h, const struct rvt_tandem_record *r) {
  static const struct rvt_tandem_format format = {.xlen = 64, .mlen = 64};
  static const struct rvt_tandem_forms forms = {.increment_pc = true};
  size_t size;
  assert_true(h->size + RVT_TANDEM_GROUP_BYTES <= BYTES);
  assert_int_equal(rvt_tandem_encode(&format, &forms, r, h->bytes + h->size, &size), RVT_OK);
  h->size += size;
}

static struct rvt_tandem_rvfi_in draw(uint64_t *rng) {
  static const uint8_t modes[] = {0, 1, 3};
  static const uint32_t insns[] = {NOP, NOP, NOP, MRET, SRET, 0x00b53023, 0x00000001};
  const uint64_t pc = rvt_prng_next(rng);
  struct rvt_tandem_rvfi_in in =
      at(pc, insns[rvt_prng_below(rng, 7)], modes[rvt_prng_below(rng, 3)]);
  in.trap = rvt_prng_below(rng, 6) == 0;
  in.intr = rvt_prng_below(rng, 5) == 0;
  in.rd_addr = (uint8_t)rvt_prng_below(rng, 32);
  in.mem_wmask = 0xf0;
  for (unsigned c = 0; c < sizeof shown / sizeof *shown; c++) {
    in.csr[c].rdata = rvt_prng_next(rng) | 1 << 11; /* no MPP of 2 */
    in.csr[c].wmask = rvt_prng_below(rng, 4) == 0 ? rvt_prng_next(rng) : 0;
    in.csr[c].wdata = rvt_prng_next(rng);
  }
  return in;
}

/* What becomes of MANY instructions that come up to `nret` a clock, with idle channels between. */
static void plays(uint8_t nret, unsigned idle, struct heard *h) {
  const struct rvt_tandem_rvfi_params p = {
      .xlen = 64, .nret = nret, .channels = 9, .csrs = 4, .waits = 16};
  uint64_t insns = 1, gaps = nret;
  unsigned sent = 0;
  rvt_tandem_rvfi_init(&model, &p);
  h->size = 0;
  for (unsigned last = 0; last < LAST; last += sent == MANY) {
    struct rvt_tandem_rvfi_word word = {.in = {{.valid = false}}};
    struct rvt_tandem_record records[RVT_TANDEM_RVFI_SLOTS];
    bool lost;
    const uint8_t told = rvt_tandem_rvfi_outputs(&model, records, &lost);
    assert_false(lost);
    for (unsigned s = 0; s < nret; s++)
      if ((told >> s & 1) != 0) hears(h, &records[s]);
    for (unsigned s = 0; s < nret && sent < MANY && model.level_q < p.waits; s++) {
      if (rvt_prng_below(&gaps, 4) < idle) continue;
      word.in[s] = draw(&insns);
      sent++;
    }
    rvt_tandem_rvfi_tick(&model, &word);
  }
}

static void several_in_a_clock_are_as_one_after_the_other(void **state) {
  static struct heard alone, beside;
  (void)state;
  plays(1, 0, &alone);
  assert_true(alone.size > MANY);
  for (uint8_t nret = 1; nret <= RVT_TANDEM_RVFI_SLOTS; nret++) {
    for (unsigned idle = 0; idle < 4; idle++) {
      plays(nret, idle, &beside);
      assert_int_equal(beside.size, alone.size);
      assert_memory_equal(beside.bytes, alone.bytes, alone.size);
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(an_exception_has_its_instruction_unless_it_is_of_the_fetch),
      cmocka_unit_test(an_interrupt_comes_before_its_handler),
      cmocka_unit_test(a_return_leads_where_the_next_one_is),
      cmocka_unit_test(a_return_leads_where_an_interrupt_has_found_it),
      cmocka_unit_test(memory_is_an_address_and_a_size),
      cmocka_unit_test(registers_have_what_was_written),
      cmocka_unit_test(several_in_a_clock_are_as_one_after_the_other)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
