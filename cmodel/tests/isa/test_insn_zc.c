/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "oracle/row.h"
#include "rvt/insn.h"

/* Zcmp and Zcmt, which are there only if the ISA says so, and the ISA strings that say so. */

#define COUNT(a) (sizeof(a) / sizeof((a)[0]))

struct vector {
  const char *text;
  uint16_t word;
  uint8_t kind, itype, rd;
  int32_t imm;
  bool zcmp; /* else Zcmt */
};

/* Words as the assembler of LLVM writes them. */
static const struct vector vectors[] = {
    {"cm.push {ra}, -16", 0xb842, RVT_INSN_LINEAR, 0, 0, 0, true},
    {"cm.push {ra, s0}, -32", 0xb856, RVT_INSN_LINEAR, 0, 0, 0, true},
    {"cm.pop {ra}, 16", 0xba42, RVT_INSN_LINEAR, 0, 0, 0, true},
    {"cm.pop {ra, s0-s1}, 32", 0xba62, RVT_INSN_LINEAR, 0, 0, 0, true},
    {"cm.popretz {ra}, 16", 0xbc42, RVT_INSN_INDIRECT, 13, 0, 0, true},
    {"cm.popretz {ra, s0}, 64", 0xbc5e, RVT_INSN_INDIRECT, 13, 0, 0, true},
    {"cm.popret {ra}, 16", 0xbe42, RVT_INSN_INDIRECT, 13, 0, 0, true},
    {"cm.popret {ra}, 32", 0xbe46, RVT_INSN_INDIRECT, 13, 0, 0, true},
    {"cm.popret {ra, s0-s1}, 32", 0xbe62, RVT_INSN_INDIRECT, 13, 0, 0, true},
    {"cm.mvsa01 s1, s0", 0xaca2, RVT_INSN_LINEAR, 0, 0, 0, true},
    {"cm.mva01s s1, s0", 0xace2, RVT_INSN_LINEAR, 0, 0, 0, true},
    {"cm.mva01s s0, s0", 0xac62, RVT_INSN_LINEAR, 0, 0, 0, true},
    {"cm.jt 1", 0xa006, RVT_INSN_TABLE_JUMP, 11, 0, 1, false},
    {"cm.jt 31", 0xa07e, RVT_INSN_TABLE_JUMP, 11, 0, 31, false},
    {"cm.jalt 32", 0xa082, RVT_INSN_TABLE_JUMP, 9, 1, 32, false},
    {"cm.jalt 64", 0xa102, RVT_INSN_TABLE_JUMP, 9, 1, 64, false},
    {"cm.jalt 255", 0xa3fe, RVT_INSN_TABLE_JUMP, 9, 1, 255, false}};

static struct rvt_insn decode(uint64_t word, uint8_t xlen, bool zcmp, bool zcmt) {
  const struct rvt_isa isa = {.xlen = xlen, .zcmp = zcmp, .zcmt = zcmt};
  struct rvt_insn insn;
  assert_int_equal(rvt_insn_decode_isa(word, &isa, &insn), RVT_OK);
  return insn;
}

static void assembled_words_have_their_class(void **state) {
  (void)state;
  for (size_t i = 0; i < COUNT(vectors); i++)
    for (uint8_t xlen = 32; xlen <= 64; xlen = (uint8_t)(xlen + 32)) {
      const struct vector *v = &vectors[i];
      const struct rvt_insn insn = decode(v->word, xlen, v->zcmp, !v->zcmp);
      if (insn.size != 1 || insn.kind != v->kind || insn.itype != v->itype || insn.rd != v->rd ||
          insn.rs1 != 0 || insn.imm != v->imm || insn.upper != RVT_UPPER_NONE)
        fail_msg("%s, RV%u: size %u kind %u itype %u rd %u rs1 %u imm %d", v->text, xlen, insn.size,
                 insn.kind, insn.itype, insn.rd, insn.rs1, (int)insn.imm);
      /* The other extension, or none: a store to the stack. */
      assert_int_equal(decode(v->word, xlen, !v->zcmp, v->zcmp).kind, RVT_INSN_LINEAR);
      assert_int_equal(decode(v->word, xlen, false, false).kind, RVT_INSN_LINEAR);
      struct rvt_insn plain;
      assert_int_equal(rvt_insn_decode(v->word, xlen, &plain), RVT_OK);
      assert_int_equal(plain.kind, RVT_INSN_LINEAR);
      assert_int_equal(plain.itype, RVT_IT_NONE);
    }
  ROW("NT:CUS-07");
  ROW("NT:CUS-08");
  ROW("NT:CUS-09");
  ROW("NT:ITY-23");
  ROW("NT:ITY-24");
}

/* On a 3-bit port a table jump is nothing special and CM.POPRET an indirect jump. */
static void three_bit_port(void **state) {
  (void)state;
  assert_int_equal(rvt_itype_narrow(decode(0xa006, 32, false, true).itype), RVT_IT_NONE);
  assert_int_equal(rvt_itype_narrow(decode(0xa102, 32, false, true).itype), RVT_IT_NONE);
  assert_int_equal(rvt_itype_narrow(decode(0xbe42, 32, true, false).itype), RVT_IT_INDIRECT);
  ROW("NT:ITY-22");
}

/* CM.POPRET jumps to what it loads, not to what AUIPC left in ra. */
static void popret_is_never_sequential(void **state) {
  (void)state;
  const struct rvt_insn auipc_ra = decode(0x00000097, 32, true, false);
  const struct rvt_insn popret = decode(0xbe42, 32, true, false);
  const struct rvt_insn ret = decode(0x8082, 32, true, false);
  assert_true(rvt_insn_sequential(&auipc_ra, &ret));
  assert_false(rvt_insn_sequential(&auipc_ra, &popret));
  ROW("NT:SQJ-02");
}

/* Counts follow from the free bits: 12 register lists of 4 adjustments, 256 entries of the table.
 */
static void sweep_of_the_codes_of_fsdsp(void **state) {
  (void)state;
  unsigned kinds[RVT_INSN_TABLE_JUMP + 1] = {0}, calls = 0;
  static uint8_t seen[256];
  for (uint32_t w = 0; w <= UINT16_MAX; w++) {
    if ((w & 3) == 3) continue;
    const struct rvt_insn insn = decode(w, 32, true, true);
    const struct rvt_insn plain = decode(w, 32, false, false);
    if ((w & 0xe003) != 0xa002) {
      assert_int_equal(insn.kind, plain.kind);
      assert_int_equal(insn.itype, plain.itype);
      assert_int_equal(insn.imm, plain.imm);
      continue;
    }
    assert_int_equal(plain.kind, RVT_INSN_LINEAR);
    kinds[insn.kind]++;
    calls += insn.itype == RVT_IT_DIRECT_CALL;
    if (insn.kind == RVT_INSN_TABLE_JUMP) seen[insn.imm & 0xff]++;
  }
  assert_int_equal(kinds[RVT_INSN_TABLE_JUMP], 256);
  assert_int_equal(kinds[RVT_INSN_INDIRECT], 2 * 12 * 4);
  assert_int_equal(kinds[RVT_INSN_LINEAR], 2048 - 256 - 2 * 12 * 4);
  assert_int_equal(calls, 256 - 32);
  for (size_t i = 0; i < COUNT(seen); i++) assert_int_equal(seen[i], 1);
  ROW("NT:CUS-09");
}

static void isa_strings(void **state) {
  (void)state;
  static const struct {
    const char *text;
    struct rvt_isa isa;
  } good[] = {{"rv32imac", {.xlen = 32, .zcmp = false, .zcmt = false}},
              {"RV64GC", {.xlen = 64, .zcmp = false, .zcmt = false}},
              {"rv32", {.xlen = 32, .zcmp = false, .zcmt = false}},
              {"rv32imac_zcmp", {.xlen = 32, .zcmp = true, .zcmt = false}},
              {"rv32imac_zicsr_zcmt", {.xlen = 32, .zcmp = false, .zcmt = true}},
              {"rv64i2p1_m2p0_zca1p0_zcmp1p0_zcmt1p0", {.xlen = 64, .zcmp = true, .zcmt = true}},
              {"rv32imzcmp", {.xlen = 32, .zcmp = true, .zcmt = false}},
              {"rv32imzcmp_zcmt", {.xlen = 32, .zcmp = true, .zcmt = true}},
              {"rv32ima_Zce", {.xlen = 32, .zcmp = true, .zcmt = true}},
              {"rv32imac_zcmpx_xzcmt_zcb_zcmop", {.xlen = 32, .zcmp = false, .zcmt = false}},
              {"rv32imac_", {.xlen = 32, .zcmp = false, .zcmt = false}}};
  static const char *const bad[] = {"", "rv16i", "rv", "imac", "zcmp"};
  for (size_t i = 0; i < COUNT(good); i++) {
    struct rvt_isa isa = {.xlen = 99, .zcmp = false, .zcmt = false};
    assert_int_equal(rvt_isa_parse(good[i].text, &isa), RVT_OK);
    const struct rvt_isa *e = &good[i].isa;
    if (isa.xlen != e->xlen || isa.zcmp != e->zcmp || isa.zcmt != e->zcmt)
      fail_msg("%s: xlen %u zcmp %d zcmt %d", good[i].text, isa.xlen, isa.zcmp, isa.zcmt);
  }
  for (size_t i = 0; i < COUNT(bad); i++) {
    struct rvt_isa isa = {.xlen = 99, .zcmp = true, .zcmt = true};
    assert_int_equal(rvt_isa_parse(bad[i], &isa), RVT_ERR_FORMAT);
    assert_int_equal(isa.xlen, 99);
  }
  ROW("NT:CUS-09");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(assembled_words_have_their_class), cmocka_unit_test(three_bit_port),
      cmocka_unit_test(popret_is_never_sequential), cmocka_unit_test(sweep_of_the_codes_of_fsdsp),
      cmocka_unit_test(isa_strings)};
  return cmocka_run_group_tests_name("insn_zc", tests, NULL, NULL);
}
