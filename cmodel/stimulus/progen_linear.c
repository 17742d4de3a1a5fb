/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "progen_asm.h"
#include "progen_program.h"

/* Random linear instructions: base, M, A and C, counters, custom opcodes. */

/* Operands are drawn together: the order in which C evaluates the operands of one expression, or
 * the arguments of one call, is not the same everywhere. */
struct operands {
  unsigned rd, rs1, rs2;
  int32_t imm; /* 12 bits, signed */
};

static struct operands draw(struct rvt_progen *g) {
  const uint32_t r = (uint32_t)rvt_progen_next(g);
  return (struct operands){r & 31, r >> 5 & 31, r >> 10 & 31, (int32_t)(r >> 15 & 4095) - 2048};
}

/* x1..x31 */
static unsigned reg_not_zero(struct rvt_progen *g) { return 1 + rvt_progen_below(g, 31); }

static bool wide(const struct rvt_progen *g) { return g->params.xlen == 64; }

static uint32_t op_imm(struct rvt_progen *g, bool word) {
  static const uint8_t word_funct3[] = {0, 1, 5};
  const unsigned funct3 = word ? word_funct3[rvt_progen_below(g, 3)] : rvt_progen_below(g, 8);
  const struct operands o = draw(g);
  int32_t imm = o.imm;
  if (funct3 == 1 || funct3 == 5) {
    imm = (int32_t)rvt_progen_below(g, wide(g) && !word ? 64 : 32);
    if (funct3 == 5 && rvt_progen_below(g, 2) == 1) imm |= 0x400;
  }
  return rvt_asm_i(word ? 0x1b : 0x13, funct3, o.rd, o.rs1, imm);
}

static uint32_t op_reg(struct rvt_progen *g, bool word) {
  static const uint8_t word_base[] = {0, 1, 5}, word_muldiv[] = {0, 4, 5, 6, 7};
  const bool muldiv = rvt_progen_below(g, 3) == 0;
  unsigned funct3 = rvt_progen_below(g, 8), funct7 = muldiv ? 1 : 0;
  if (word)
    funct3 = muldiv ? word_muldiv[rvt_progen_below(g, 5)] : word_base[rvt_progen_below(g, 3)];
  if (!muldiv && (funct3 == 0 || funct3 == 5) && rvt_progen_below(g, 2) == 1) funct7 = 0x20;
  const struct operands o = draw(g);
  return rvt_asm_r(word ? 0x3b : 0x33, funct3, funct7, o.rd, o.rs1, o.rs2);
}

static uint32_t amo(struct rvt_progen *g) {
  static const uint8_t funct5[] = {0x02, 0x03, 0x01, 0x00, 0x04, 0x0c,
                                   0x08, 0x10, 0x14, 0x18, 0x1c};
  const unsigned f5 = funct5[rvt_progen_below(g, sizeof funct5)];
  const unsigned funct3 = wide(g) ? 2 + rvt_progen_below(g, 2) : 2;
  const unsigned order = rvt_progen_below(g, 4);
  const struct operands o = draw(g);
  const unsigned rs2 = f5 == 0x02 ? 0 : o.rs2; /* LR has none */
  return rvt_asm_r(0x2f, funct3, f5 << 2 | order, o.rd, o.rs1, rs2);
}

static void emit_load_store(struct rvt_progen *g, uint32_t region) {
  static const uint8_t loads[] = {0, 1, 2, 4, 5, 3, 6};
  const uint32_t what = rvt_progen_below(g, 8);
  const uint32_t load = loads[rvt_progen_below(g, wide(g) ? 7 : 5)];
  const uint32_t store = rvt_progen_below(g, wide(g) ? 4 : 3);
  const struct operands o = draw(g);
  if (what < 4)
    rvt_progen_emit(g, region, rvt_asm_i(0x03, load, o.rd, o.rs1, o.imm), 2, RVT_OP_LOAD,
                    RVT_IT_NONE);
  else if (what < 7)
    rvt_progen_emit(g, region, rvt_asm_s(0x23, store, o.rs1, o.rs2, o.imm), 2, RVT_OP_STORE,
                    RVT_IT_NONE);
  else
    rvt_progen_emit(g, region, amo(g), 2, RVT_OP_STORE, RVT_IT_NONE);
}

/* Custom opcodes; or lengths of 48 and 64 bits, which no ratified extension uses. */
static void emit_custom(struct rvt_progen *g, uint32_t region) {
  static const uint8_t opcode[] = {0x0b, 0x2b, 0x5b, 0x7b};
  uint64_t word = rvt_progen_next(g);
  unsigned size = 2;
  if (rvt_progen_chance(g, g->params.p_long)) {
    size = 3 + rvt_progen_below(g, 2);
    word = size == 3 ? (word & UINT64_C(0xffffffffffc0)) | 0x1f : (word & ~UINT64_C(0x7f)) | 0x3f;
  } else {
    word = (word & 0xffffff80) | opcode[rvt_progen_below(g, 4)];
  }
  rvt_progen_emit(g, region, word, size, RVT_OP_CUSTOM, RVT_IT_NONE);
}

static void emit_upper(struct rvt_progen *g, uint32_t region) {
  const unsigned rd = rvt_progen_below(g, 32);
  const unsigned opcode = rvt_progen_below(g, 2) == 0 ? 0x37 : 0x17;
  rvt_progen_emit(g, region, rvt_asm_u(opcode, rd, (uint32_t)rvt_progen_next(g)), 2, RVT_OP_LINEAR,
                  RVT_IT_NONE);
  g->upper_rd = (uint8_t)rd;
}

static uint32_t counter_or_fence(struct rvt_progen *g) {
  const uint32_t what = rvt_progen_below(g, 4);
  if (what == 3) {
    const uint32_t pred = 1 + rvt_progen_below(g, 15), succ = 1 + rvt_progen_below(g, 15);
    return rvt_asm_i(0x0f, 0, 0, 0, (int32_t)(pred << 4 | succ));
  }
  return rvt_asm_i(0x73, 2, rvt_progen_below(g, 32), 0, (int32_t)(0xc00 + what) - 0x1000);
}

static void emit_32(struct rvt_progen *g, uint32_t region) {
  uint32_t word;
  if (rvt_progen_chance(g, g->params.p_custom)) {
    emit_custom(g, region);
    return;
  }
  switch (rvt_progen_below(g, 12)) {
  case 0:
  case 1:
  case 2: word = op_imm(g, false); break;
  case 3:
  case 4: word = op_reg(g, false); break;
  case 5: word = op_imm(g, wide(g)); break;
  case 6: word = op_reg(g, wide(g)); break;
  case 7: emit_upper(g, region); return;
  case 8: word = counter_or_fence(g); break;
  default: emit_load_store(g, region); return;
  }
  rvt_progen_emit(g, region, word, 2, RVT_OP_LINEAR, RVT_IT_NONE);
}

/* Quadrant 0, and the stack accesses of quadrant 2. Immediates are scattered: any bits will do. */
static void emit_c_memory(struct rvt_progen *g, uint32_t region) {
  const uint32_t r = (uint32_t)rvt_progen_next(g);
  const bool twice = wide(g) && (r >> 16 & 1) != 0;
  const unsigned rd = reg_not_zero(g);
  if ((r >> 17 & 1) != 0) { /* C.LW 2, C.LD 3, C.SW 6, C.SD 7: all other bits are operands */
    const bool store = (r >> 18 & 1) != 0;
    const uint32_t funct3 = (store ? 6u : 2u) + (twice ? 1u : 0u);
    rvt_progen_emit(g, region, funct3 << 13 | (r & 0x1ffc), 1, store ? RVT_OP_STORE : RVT_OP_LOAD,
                    RVT_IT_NONE);
  } else if ((r >> 18 & 1) != 0) { /* C.SWSP, C.SDSP */
    rvt_progen_emit(g, region, (twice ? 0xe002u : 0xc002u) | (r & 0x1ffc), 1, RVT_OP_STORE,
                    RVT_IT_NONE);
  } else { /* C.LWSP, C.LDSP */
    rvt_progen_emit(g, region, (twice ? 0x6002u : 0x4002u) | (r & 0x107c) | rd << 7, 1, RVT_OP_LOAD,
                    RVT_IT_NONE);
  }
}

/* Quadrant 1, funct3 4: on x8..x15. */
static uint32_t c_arithmetic(struct rvt_progen *g) {
  const uint32_t rd = rvt_progen_below(g, 8) << 7;
  const uint32_t shamt = 1 + rvt_progen_below(g, wide(g) ? 63 : 31);
  const uint32_t rs2 = rvt_progen_below(g, 8) << 2;
  const uint32_t what = rvt_progen_below(g, 4), r = (uint32_t)rvt_progen_next(g);
  switch (what) {
  case 0: return 0x8001u | (r & 1) << 10 | (shamt >> 5) << 12 | (shamt & 31) << 2 | rd;
  case 1: return 0x8801u | (r & 0x107c) | rd;
  case 2: return 0x8c01u | (r & 0x60) | rs2 | rd;
  default: return (wide(g) ? 0x9c01u | (r & 0x20) : 0x8c01u | (r & 0x60)) | rs2 | rd;
  }
}

/* A six-bit immediate that is not 0, as CI format has it. */
static uint32_t ci_imm(struct rvt_progen *g) {
  const uint32_t imm = 1 + rvt_progen_below(g, 63);
  return (imm >> 5) << 12 | (imm & 31) << 2;
}

static void emit_c_lui(struct rvt_progen *g, uint32_t region) {
  unsigned rd = reg_not_zero(g);
  if (rd == 2) rd = 3;
  rvt_progen_emit(g, region, rvt_asm_c_lui(rd, (1 + rvt_progen_below(g, 63)) << 12), 1,
                  RVT_OP_LINEAR, RVT_IT_NONE);
  g->upper_rd = (uint8_t)rd;
}

static void emit_16(struct rvt_progen *g, uint32_t region) {
  const uint32_t rd = reg_not_zero(g) << 7;
  uint32_t word;
  switch (rvt_progen_below(g, 12)) {
  case 0: word = 0x0001; break;                                                      /* C.NOP */
  case 1: word = 0x0001 | rd | ci_imm(g); break;                                     /* C.ADDI */
  case 2: word = 0x4001 | rd | ci_imm(g); break;                                     /* C.LI */
  case 3: word = wide(g) ? 0x2001 | rd | ci_imm(g) : 0x0001 | rd | ci_imm(g); break; /* C.ADDIW */
  case 4: word = 0x6101 | ci_imm(g); break; /* C.ADDI16SP */
  case 5:
    word = (32 + rvt_progen_below(g, 2048 - 32)) << 2; /* immediate not 0, any register */
    break;                                             /* C.ADDI4SPN */
  case 6: word = c_arithmetic(g); break;
  case 7: /* C.SLLI */
    word = 0x0002 | rd | (1 + rvt_progen_below(g, 31)) << 2;
    if (wide(g)) word |= rvt_progen_below(g, 2) << 12;
    break;
  case 8:
    word = 0x8002 | rd | reg_not_zero(g) << 2;
    word |= rvt_progen_below(g, 2) << 12;
    break; /* C.MV, C.ADD */
  case 9: emit_c_lui(g, region); return;
  default: emit_c_memory(g, region); return;
  }
  rvt_progen_emit(g, region, word, 1, RVT_OP_LINEAR, RVT_IT_NONE);
}

void rvt_progen_emit_linear(struct rvt_progen *g, uint32_t region) {
  if (rvt_progen_chance(g, g->params.p_compressed))
    emit_16(g, region);
  else
    emit_32(g, region);
}
