/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "oracle/row.h"
#include "rvt/insn.h"
#include "tests/support/test.h"

/* ---- Instructions -------------------------------------------------------------------------- */

#define COUNT(a) (sizeof(a) / sizeof((a)[0]))
#define LINEAR   RVT_INSN_LINEAR

struct vector {
  const char *text;
  uint64_t word;
  uint8_t size, kind, itype;
  uint8_t rd, rs1;
  int32_t imm;
  const char *row;
};

/* clang-format off */
/* Words as the GNU assembler writes them. */
static const struct vector vectors[] = {
  {"c.j .+0x55a", 0xaba9, 1, RVT_INSN_JUMP, 11, 0, 0, 0x55a, "NT:ITY-23"},
  {"c.j .-2048", 0xb001, 1, RVT_INSN_JUMP, 11, 0, 0, -2048, "NT:ITY-23"},
  {"c.j .+2046", 0xaffd, 1, RVT_INSN_JUMP, 11, 0, 0, 2046, "NT:ITY-23"},
  {"c.j .-2", 0xbffd, 1, RVT_INSN_JUMP, 11, 0, 0, -2, "NT:ITY-23"},
  {"c.beqz a0, .+254", 0xcd7d, 1, RVT_INSN_BRANCH, 5, 0, 0, 254, "NT:ITY-27"},
  {"c.beqz a5, .-256", 0xd381, 1, RVT_INSN_BRANCH, 5, 0, 0, -256, "NT:ITY-27"},
  {"c.bnez s0, .+0xaa", 0xe44d, 1, RVT_INSN_BRANCH, 5, 0, 0, 0xaa, "NT:ITY-27"},
  {"c.bnez a3, .-86", 0xf6cd, 1, RVT_INSN_BRANCH, 5, 0, 0, -86, "NT:ITY-27"},
  {"c.jr ra", 0x8082, 1, RVT_INSN_INDIRECT, 13, 0, 1, 0, "NT:ITY-24"},
  {"c.jr t0", 0x8282, 1, RVT_INSN_INDIRECT, 13, 0, 5, 0, "NT:ITY-24"},
  {"c.jr a0", 0x8502, 1, RVT_INSN_INDIRECT, 10, 0, 10, 0, "NT:ITY-24"},
  {"c.jalr ra", 0x9082, 1, RVT_INSN_INDIRECT, 8, 1, 1, 0, "NT:ITY-24"},
  {"c.jalr t0", 0x9282, 1, RVT_INSN_INDIRECT, 12, 1, 5, 0, "NT:ITY-24"},
  {"c.jalr a5", 0x9782, 1, RVT_INSN_INDIRECT, 8, 1, 15, 0, "NT:ITY-24"},
  {"c.ebreak", 0x9002, 1, RVT_INSN_TRAP, 1, 0, 0, 0, "NT:ITY-25"},
  {"c.jr zero (reserved)", 0x8002, 1, LINEAR, 0, 0, 0, 0, "NT:CUS-06"},
  {"c.addi16sp sp, -64", 0x7139, 1, LINEAR, 0, 0, 0, 0, "NT:ITY-27"},
  {"c.nop", 0x0001, 1, LINEAR, 0, 0, 0, 0, "NT:ITY-27"},
  {"c.mv ra, a0", 0x80aa, 1, LINEAR, 0, 0, 0, 0, "NT:ITY-27"},
  {"c.add ra, a0", 0x90aa, 1, LINEAR, 0, 0, 0, 0, "NT:ITY-27"},
  {"c.unimp", 0x0000, 1, LINEAR, 0, 0, 0, 0, "NT:CUS-06"},
  {"jal zero, .-1048576", 0x8000006f, 2, RVT_INSN_JUMP, 11, 0, 0, -1048576, "NT:ITY-23"},
  {"jal ra, .+1048574", 0x7ffff0ef, 2, RVT_INSN_JUMP, 9, 1, 0, 1048574, "NT:ITY-23"},
  {"jal t0, .+0x5555a", 0x55a552ef, 2, RVT_INSN_JUMP, 9, 5, 0, 0x5555a, "NT:ITY-23"},
  {"jal a0, .+2048", 0x0010056f, 2, RVT_INSN_JUMP, 15, 10, 0, 2048, "NT:ITY-23"},
  {"jalr ra, -2048(ra)", 0x800080e7, 2, RVT_INSN_INDIRECT, 8, 1, 1, -2048, "NT:ITY-24"},
  {"jalr ra, 2047(t0)", 0x7ff280e7, 2, RVT_INSN_INDIRECT, 12, 1, 5, 2047, "NT:ITY-24"},
  {"jalr t0, 0(ra)", 0x000082e7, 2, RVT_INSN_INDIRECT, 12, 5, 1, 0, "NT:ITY-24"},
  {"jalr t0, 4(t0)", 0x004282e7, 2, RVT_INSN_INDIRECT, 8, 5, 5, 4, "NT:ITY-24"},
  {"jalr zero, 0(ra)", 0x00008067, 2, RVT_INSN_INDIRECT, 13, 0, 1, 0, "NT:ITY-24"},
  {"jalr zero, 8(t0)", 0x00828067, 2, RVT_INSN_INDIRECT, 13, 0, 5, 8, "NT:ITY-24"},
  {"jalr zero, 8(a0)", 0x00850067, 2, RVT_INSN_INDIRECT, 10, 0, 10, 8, "NT:ITY-24"},
  {"jalr a1, 8(t0)", 0x008285e7, 2, RVT_INSN_INDIRECT, 13, 11, 5, 8, "NT:ITY-24"},
  {"jalr a1, 8(a0)", 0x008505e7, 2, RVT_INSN_INDIRECT, 14, 11, 10, 8, "NT:ITY-24"},
  {"jalr ra, 1(a0)", 0x001500e7, 2, RVT_INSN_INDIRECT, 8, 1, 10, 1, "NT:ITY-24"},
  {"jalr zero, 16(zero)", 0x01000067, 2, RVT_INSN_INDIRECT, 10, 0, 0, 16, "NT:ITY-26"},
  {"jalr ra, 16(zero)", 0x010000e7, 2, RVT_INSN_INDIRECT, 8, 1, 0, 16, "NT:ITY-26"},
  {"jalr with funct3 1", 0x000090e7, 2, LINEAR, 0, 0, 0, 0, "NT:CUS-06"},
  {"beq zero, zero, .+4094", 0x7e000fe3, 2, RVT_INSN_BRANCH, 5, 0, 0, 4094, "NT:ITY-27"},
  {"bne a0, a1, .-4096", 0x80b51063, 2, RVT_INSN_BRANCH, 5, 0, 0, -4096, "NT:ITY-27"},
  {"blt a0, a1, .+0x55a", 0x54b54d63, 2, RVT_INSN_BRANCH, 5, 0, 0, 0x55a, "NT:ITY-27"},
  {"bge a0, a1, .+0xaaa", 0x2ab555e3, 2, RVT_INSN_BRANCH, 5, 0, 0, 0xaaa, "NT:ITY-27"},
  {"bltu a0, a1, .-2", 0xfeb56fe3, 2, RVT_INSN_BRANCH, 5, 0, 0, -2, "NT:ITY-27"},
  {"bgeu a0, a1, .+2048", 0x00b570e3, 2, RVT_INSN_BRANCH, 5, 0, 0, 2048, "NT:ITY-27"},
  {"branch with funct3 2", 0x00b520e3, 2, LINEAR, 0, 0, 0, 0, "NT:CUS-06"},
  {"branch with funct3 3", 0x00b530e3, 2, LINEAR, 0, 0, 0, 0, "NT:CUS-06"},
  {"ecall", 0x00000073, 2, RVT_INSN_TRAP, 1, 0, 0, 0, "NT:ITY-25"},
  {"ebreak", 0x00100073, 2, RVT_INSN_TRAP, 1, 0, 0, 0, "NT:ITY-25"},
  {"mret", 0x30200073, 2, RVT_INSN_TRAP_RETURN, 3, 0, 0, 0, "NT:ITY-03"},
  {"sret", 0x10200073, 2, RVT_INSN_TRAP_RETURN, 3, 0, 0, 0, "NT:ITY-03"},
  {"wfi", 0x10500073, 2, LINEAR, 0, 0, 0, 0, "NT:ITY-27"},
  {"fence.i", 0x0000100f, 2, LINEAR, 0, 0, 0, 0, "NT:ITY-27"},
  {"csrrw zero, mstatus, a0", 0x30051073, 2, LINEAR, 0, 0, 0, 0, "NT:ITY-27"},
  {"sfence.vma", 0x12000073, 2, LINEAR, 0, 0, 0, 0, "NT:ITY-27"},
  {"sh1add a0, a1, a2", 0x20c5a533, 2, LINEAR, 0, 0, 0, 0, "NT:ITY-27"},
  {"bset a0, a1, a2", 0x28c59533, 2, LINEAR, 0, 0, 0, 0, "NT:CUS-06"},
  {"fmadd.d fa0, fa1, fa2, fa3", 0x6ac5f543, 2, LINEAR, 0, 0, 0, 0, "NT:ITY-27"},
  {"custom-0", 0xffffff8b, 2, LINEAR, 0, 0, 0, 0, "NT:CUS-06"},
  {"48 bits", 0xffffffffffdf, 3, LINEAR, 0, 0, 0, 0, "NT:CUS-10"},
  {"48 bits, after it a jump", 0x006f00000000001f, 3, LINEAR, 0, 0, 0, 0, "NT:CUS-10"},
  {"64 bits", 0xffffffffffffffbf, 4, LINEAR, 0, 0, 0, 0, "NT:CUS-10"},
  {"80 bits", 0xffffffffffff8fff, 5, LINEAR, 0, 0, 0, 0, "NT:CUS-10"},
  {"80 bits, in them a jump", 0x006f006f006f007f, 5, LINEAR, 0, 0, 0, 0, "NT:CUS-10"},
  {"176 bits", 0xffffffffffffefff, 11, LINEAR, 0, 0, 0, 0, "NT:CUS-10"},
};
/* clang-format on */

static struct rvt_insn decode(uint64_t word, unsigned xlen) {
  struct rvt_insn insn;
  assert_int_equal(rvt_insn_decode(word, xlen, &insn), RVT_OK);
  return insn;
}

static void expect(const struct vector *v, uint64_t word, unsigned xlen) {
  struct rvt_insn insn = decode(word, xlen);
  if (insn.size != v->size || insn.kind != v->kind || insn.itype != v->itype || insn.rd != v->rd ||
      insn.rs1 != v->rs1 || insn.imm != v->imm || insn.upper != RVT_UPPER_NONE)
    fail_msg("%s, RV%u: size %u kind %u itype %u rd %u rs1 %u imm %d upper %u", v->text, xlen,
             insn.size, insn.kind, insn.itype, insn.rd, insn.rs1, (int)insn.imm, insn.upper);
}

static void assembled_words_have_their_class_and_target(void **state) {
  (void)state;
  for (size_t i = 0; i < COUNT(vectors); i++)
    for (unsigned xlen = 32; xlen <= 64; xlen += 32) {
      const struct vector *v = &vectors[i];
      expect(v, v->word, xlen);
      rvt_row(v->row);
    }
}

static void bits_behind_the_instruction_are_ignored(void **state) {
  (void)state;
  for (size_t i = 0; i < COUNT(vectors); i++)
    if (vectors[i].size < 4)
      expect(&vectors[i], vectors[i].word | UINT64_MAX << 16 * vectors[i].size, 64);
}

static void c_jal_is_rv32_only(void **state) {
  (void)state;
  static const struct vector jal[] = {
      {"c.jal .+0x2da", 0x2ce9, 1, RVT_INSN_JUMP, 9, 1, 0, 0x2da, NULL},
      {"c.jal .-2048", 0x3001, 1, RVT_INSN_JUMP, 9, 1, 0, -2048, NULL}};
  static const struct vector addiw[] = {
      {"c.addiw s9, 0x1a", 0x2ce9, 1, LINEAR, 0, 0, 0, 0, NULL},
      {"c.addiw zero (reserved)", 0x3001, 1, LINEAR, 0, 0, 0, 0, NULL}};
  for (size_t i = 0; i < COUNT(jal); i++) {
    expect(&jal[i], jal[i].word, 32);
    expect(&addiw[i], addiw[i].word, 64);
  }
  ROW("NT:ITY-23");
}

static void upper_immediates_make_a_jump_sequential(void **state) {
  (void)state;
  struct rvt_insn auipc = decode(0xfffff317, 64); /* auipc t1, 0xfffff */
  assert_int_equal(auipc.kind, RVT_INSN_LINEAR);
  assert_int_equal(auipc.itype, RVT_IT_NONE);
  assert_int_equal(auipc.upper, RVT_UPPER_PC);
  assert_int_equal(auipc.rd, 6);
  assert_int_equal(auipc.imm, -4096);
  struct rvt_insn lui = decode(0x80000337, 32); /* lui t1, 0x80000 */
  assert_int_equal(lui.upper, RVT_UPPER_ABSOLUTE);
  assert_int_equal(lui.rd, 6);
  assert_int_equal(lui.imm, INT32_MIN);
  struct rvt_insn c_lui = decode(0x7301, 64); /* c.lui t1, 0xfffe0 */
  assert_int_equal(c_lui.upper, RVT_UPPER_ABSOLUTE);
  assert_int_equal(c_lui.rd, 6);
  assert_int_equal(c_lui.imm, -131072);
  assert_int_equal(decode(0x657d, 32).imm, 0x1f000); /* c.lui a0, 0x1f */

  struct rvt_insn jalr_t1 = decode(0x00130067, 64); /* jalr zero, 1(t1) */
  struct rvt_insn jalr_ra = decode(0x000080e7, 64);
  struct rvt_insn c_jr_t1 = decode(0x8302, 64);
  assert_true(rvt_insn_sequential(&auipc, &jalr_t1));
  assert_true(rvt_insn_sequential(&lui, &c_jr_t1));
  assert_true(rvt_insn_sequential(&c_lui, &c_jr_t1));
  assert_false(rvt_insn_sequential(&auipc, &jalr_ra));
  assert_false(rvt_insn_sequential(&jalr_t1, &jalr_t1));
  assert_false(rvt_insn_sequential(&auipc, &auipc));
  struct rvt_insn lui_zero = decode(0x80000037, 64);
  struct rvt_insn jalr_zero = decode(0x01000067, 64);
  assert_false(rvt_insn_sequential(&lui_zero, &jalr_zero));

  assert_int_equal(rvt_insn_sequential_target(&auipc, 0x80002000, &jalr_t1, 64), 0x80001000);
  assert_int_equal(rvt_insn_sequential_target(&lui, 0x1000, &c_jr_t1, 32), 0x80000000);
  assert_true(rvt_insn_sequential_target(&lui, 0x1000, &c_jr_t1, 64) == 0xffffffff80000000);
  ROW("NT:SQJ-02");
}

static void addresses_wrap_at_xlen(void **state) {
  (void)state;
  struct rvt_insn jump = decode(0xb001, 32); /* c.j .-2048 */
  assert_int_equal(rvt_insn_target(&jump, 0, 32), 0xfffff800);
  assert_true(rvt_insn_target(&jump, 0, 64) == 0xfffffffffffff800);
  assert_int_equal(rvt_insn_next(&jump, 0xfffffffe, 32), 0);
  assert_true(rvt_insn_next(&jump, 0xfffffffe, 64) == 0x100000000);
}

/* Counts follow from the free bits of each encoding; no part of the decoder is used for them. */
static void sweep_of_all_compressed_encodings(void **state) {
  (void)state;
  for (unsigned xlen = 32; xlen <= 64; xlen += 32) {
    unsigned kinds[6] = {0}, itypes[16] = {0}, upper = 0, total = 0;
    static uint8_t jump_seen[2][2048], branch_seen[2][256];
    memset(jump_seen, 0, sizeof jump_seen);
    memset(branch_seen, 0, sizeof branch_seen);
    for (uint32_t w = 0; w <= UINT16_MAX; w++) {
      if ((w & 3) == 3) {
        assert_int_not_equal(rvt_insn_size((uint16_t)w), 1);
        continue;
      }
      struct rvt_insn insn = decode(w | UINT64_C(0x123456780000), xlen);
      assert_int_equal(insn.size, 1);
      assert_in_range(insn.kind, RVT_INSN_LINEAR, RVT_INSN_TRAP);
      total++;
      kinds[insn.kind]++;
      itypes[insn.itype]++;
      upper += insn.upper != RVT_UPPER_NONE;
      assert_int_equal(insn.imm & 1, 0);
      if (insn.kind == RVT_INSN_JUMP) {
        assert_in_range(insn.imm + 2048, 0, 4094);
        jump_seen[insn.rd][(insn.imm + 2048) / 2]++;
      } else if (insn.kind == RVT_INSN_BRANCH) {
        assert_in_range(insn.imm + 256, 0, 510);
        branch_seen[w >> 13 & 1][(insn.imm + 256) / 2]++;
      }
    }
    unsigned jumps = xlen == 32 ? 2 * 2048 : 2048;
    assert_int_equal(total, 3 << 14);
    assert_int_equal(kinds[RVT_INSN_JUMP], jumps);
    assert_int_equal(kinds[RVT_INSN_BRANCH], 2 * 2048);
    assert_int_equal(kinds[RVT_INSN_INDIRECT], 2 * 31);
    assert_int_equal(kinds[RVT_INSN_TRAP], 1);
    assert_int_equal(kinds[RVT_INSN_TRAP_RETURN], 0);
    assert_int_equal(itypes[RVT_IT_DIRECT_CALL], xlen == 32 ? 2048 : 0);
    assert_int_equal(itypes[RVT_IT_DIRECT_JUMP], 2048);
    assert_int_equal(itypes[RVT_IT_DIRECT_LINK], 0);
    assert_int_equal(itypes[RVT_IT_TAKEN], 2 * 2048);
    assert_int_equal(itypes[RVT_IT_RETURN], 2);
    assert_int_equal(itypes[RVT_IT_INDIRECT_JUMP], 29);
    assert_int_equal(itypes[RVT_IT_SWAP], 1);
    assert_int_equal(itypes[RVT_IT_INDIRECT_CALL], 30);
    assert_int_equal(itypes[RVT_IT_INDIRECT_LINK], 0);
    assert_int_equal(upper, 31 * 63);
    for (size_t i = 0; i < 2048; i++) {
      assert_int_equal(jump_seen[0][i], 1);
      assert_int_equal(jump_seen[1][i], xlen == 32 ? 1 : 0);
    }
    for (size_t i = 0; i < 256; i++)
      for (size_t k = 0; k < 2; k++) assert_int_equal(branch_seen[k][i], 8);
  }
  ROW("NT:ITY-23");
  ROW("NT:ITY-24");
}

static void jal_and_branch_offsets_are_each_seen_once(void **state) {
  (void)state;
  static uint8_t seen[1 << 20];
  for (uint32_t i = 0; i < UINT32_C(1) << 20; i++) {
    struct rvt_insn insn = decode(i << 12 | 0x6f, 64);
    assert_in_range(insn.imm + 1048576, 0, 2097150);
    seen[(insn.imm + 1048576) / 2]++;
  }
  for (size_t i = 0; i < COUNT(seen); i++) assert_int_equal(seen[i], 1);
  memset(seen, 0, sizeof seen);
  for (uint32_t i = 0; i < 4096; i++) {
    struct rvt_insn insn = decode((i >> 5) << 25 | (i & 31) << 7 | 0x63, 64);
    assert_in_range(insn.imm + 4096, 0, 8190);
    seen[(insn.imm + 4096) / 2]++;
  }
  for (size_t i = 0; i < COUNT(seen); i++) assert_int_equal(seen[i], i < 4096);
}

/* The length encoding of the ISA, spelled out bit by bit. */
static void length_of_every_low_half_word(void **state) {
  (void)state;
  unsigned counts[12] = {0};
  for (uint32_t low = 0; low <= UINT16_MAX; low++) {
    unsigned ones = 0;
    while (ones < 7 && (low >> ones & 1) != 0) ones++;
    unsigned more = low >> 12 & 7;
    unsigned size = ones < 2 ? 1 : ones < 5 ? 2 : ones < 6 ? 3 : ones < 7 ? 4 : 5 + more;
    if (size == 12) size = 0; /* 192 bits or more */
    assert_int_equal(rvt_insn_size((uint16_t)low), size);
    struct rvt_insn insn = {.size = 99};
    enum rvt_status status = rvt_insn_decode(low, 64, &insn);
    assert_int_equal(status, size == 0 ? RVT_ERR_RESERVED : RVT_OK);
    assert_int_equal(insn.size, size == 0 ? 99 : size);
    counts[size]++;
  }
  assert_int_equal(counts[0], 64);
  for (unsigned size = 5; size < 12; size++) assert_int_equal(counts[size], 64);
  assert_int_equal(counts[2], 7 << 11);
  ROW("NT:CUS-06");
  ROW("NT:CUS-10");
}

static void decode_refuses_another_xlen(void **state) {
  (void)state;
  struct rvt_insn insn = {.size = 99};
  assert_int_equal(rvt_insn_decode(1, 16, &insn), RVT_ERR_ARG);
  assert_int_equal(rvt_insn_decode(1, 0, &insn), RVT_ERR_ARG);
  assert_int_equal(insn.size, 99);
}

static void three_bit_port_merges_jumps(void **state) {
  (void)state;
  static const uint8_t narrow[16] = {0, 1, 2, 3, 4, 5, 6, 7, 6, 0, 6, 0, 6, 6, 6, 0};
  for (uint8_t i = 0; i < 16; i++) assert_int_equal(rvt_itype_narrow(i), narrow[i]);
  ROW("NT:ITY-22");
}

/* ---- Zc ------------------------------------------------------------------------------------ */

/* Zcmp and Zcmt, which are there only if the ISA says so, and the ISA strings that say so. */

#define COUNT(a) (sizeof(a) / sizeof((a)[0]))

struct zc_vector {
  const char *text;
  uint16_t word;
  uint8_t kind, itype, rd;
  int32_t imm;
  bool zcmp; /* else Zcmt */
};

/* Words as the assembler of LLVM writes them. */
static const struct zc_vector zc_vectors[] = {
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

static struct rvt_insn decode_zc(uint64_t word, uint8_t xlen, bool zcmp, bool zcmt) {
  const struct rvt_isa isa = {.xlen = xlen, .zcmp = zcmp, .zcmt = zcmt};
  struct rvt_insn insn;
  assert_int_equal(rvt_insn_decode_isa(word, &isa, &insn), RVT_OK);
  return insn;
}

static void assembled_words_have_their_class(void **state) {
  (void)state;
  for (size_t i = 0; i < COUNT(zc_vectors); i++)
    for (uint8_t xlen = 32; xlen <= 64; xlen = (uint8_t)(xlen + 32)) {
      const struct zc_vector *v = &zc_vectors[i];
      const struct rvt_insn insn = decode_zc(v->word, xlen, v->zcmp, !v->zcmp);
      if (insn.size != 1 || insn.kind != v->kind || insn.itype != v->itype || insn.rd != v->rd ||
          insn.rs1 != 0 || insn.imm != v->imm || insn.upper != RVT_UPPER_NONE)
        fail_msg("%s, RV%u: size %u kind %u itype %u rd %u rs1 %u imm %d", v->text, xlen, insn.size,
                 insn.kind, insn.itype, insn.rd, insn.rs1, (int)insn.imm);
      /* The other extension, or none: a store to the stack. */
      assert_int_equal(decode_zc(v->word, xlen, !v->zcmp, v->zcmp).kind, RVT_INSN_LINEAR);
      assert_int_equal(decode_zc(v->word, xlen, false, false).kind, RVT_INSN_LINEAR);
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
  assert_int_equal(rvt_itype_narrow(decode_zc(0xa006, 32, false, true).itype), RVT_IT_NONE);
  assert_int_equal(rvt_itype_narrow(decode_zc(0xa102, 32, false, true).itype), RVT_IT_NONE);
  assert_int_equal(rvt_itype_narrow(decode_zc(0xbe42, 32, true, false).itype), RVT_IT_INDIRECT);
  ROW("NT:ITY-22");
}

/* CM.POPRET jumps to what it loads, not to what AUIPC left in ra. */
static void popret_is_never_sequential(void **state) {
  (void)state;
  const struct rvt_insn auipc_ra = decode_zc(0x00000097, 32, true, false);
  const struct rvt_insn popret = decode_zc(0xbe42, 32, true, false);
  const struct rvt_insn ret = decode_zc(0x8082, 32, true, false);
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
    const struct rvt_insn insn = decode_zc(w, 32, true, true);
    const struct rvt_insn plain = decode_zc(w, 32, false, false);
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

/* E-Trace's decoders infer them; what loads its target, and a user's class, has no rs1 either. */
static void jumps_from_x0_are_direct_to_etrace(void **state) {
  (void)state;
  static const struct rvt_insn_class class = {
      .mask = 0x7f, .match = 0x0b, .kind = RVT_INSN_INDIRECT, .itype = RVT_IT_INDIRECT_JUMP};
  const struct rvt_isa isa = {.xlen = 64, .zcmp = true, .classes = &class, .class_count = 1};
  static const struct {
    uint32_t word;
    uint8_t kind, itype;
  } vectors_of[] = {
      {0x01000067, RVT_INSN_JUMP, RVT_IT_DIRECT_JUMP},
      {0xff0000e7, RVT_INSN_JUMP, RVT_IT_DIRECT_CALL}, /* jalr ra, -16(zero) */
      {0x01000567, RVT_INSN_JUMP, RVT_IT_DIRECT_LINK}, /* jalr a0, 16(zero) */
      {0x00008067, RVT_INSN_INDIRECT, RVT_IT_RETURN},
      {0x000500e7, RVT_INSN_INDIRECT, RVT_IT_INDIRECT_CALL}, /* jalr ra, a0 */
      {0x0000be42, RVT_INSN_INDIRECT, RVT_IT_RETURN},        /* cm.popret {ra}, 16 */
      {0x0000000b, RVT_INSN_INDIRECT, RVT_IT_INDIRECT_JUMP}, /* of the class */
  };
  for (size_t i = 0; i < COUNT(vectors_of); i++) {
    struct rvt_insn insn;
    assert_int_equal(rvt_insn_decode_isa(vectors_of[i].word, &isa, &insn), RVT_OK);
    assert_int_equal(insn.absolute, vectors_of[i].kind == RVT_INSN_JUMP);
    rvt_insn_infer(&insn);
    assert_int_equal(insn.kind, vectors_of[i].kind);
    assert_int_equal(insn.itype, vectors_of[i].itype);
  }
  ROW("ETR:IN-03");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(jumps_from_x0_are_direct_to_etrace),
      cmocka_unit_test(assembled_words_have_their_class_and_target),
      cmocka_unit_test(bits_behind_the_instruction_are_ignored),
      cmocka_unit_test(c_jal_is_rv32_only),
      cmocka_unit_test(upper_immediates_make_a_jump_sequential),
      cmocka_unit_test(addresses_wrap_at_xlen),
      cmocka_unit_test(sweep_of_all_compressed_encodings),
      cmocka_unit_test(jal_and_branch_offsets_are_each_seen_once),
      cmocka_unit_test(length_of_every_low_half_word),
      cmocka_unit_test(decode_refuses_another_xlen),
      cmocka_unit_test(three_bit_port_merges_jumps),
      cmocka_unit_test(assembled_words_have_their_class),
      cmocka_unit_test(three_bit_port),
      cmocka_unit_test(popret_is_never_sequential),
      cmocka_unit_test(sweep_of_the_codes_of_fsdsp),
      cmocka_unit_test(isa_strings),
  };
  return cmocka_run_group_tests_name("insn", tests, NULL, NULL);
}
