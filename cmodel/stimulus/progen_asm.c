/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <assert.h>

#include "progen_asm.h"
#include "progen_program.h"

/* Bits [hi:lo] of v, moved to bit `to`. */
static uint32_t place(int32_t v, unsigned hi, unsigned lo, unsigned to) {
  return (((uint32_t)v >> lo) & ((UINT32_C(2) << (hi - lo)) - 1)) << to;
}

uint32_t rvt_asm_r(unsigned opcode, unsigned funct3, unsigned funct7, unsigned rd, unsigned rs1,
                   unsigned rs2) {
  return funct7 << 25 | rs2 << 20 | rs1 << 15 | funct3 << 12 | rd << 7 | opcode;
}

uint32_t rvt_asm_i(unsigned opcode, unsigned funct3, unsigned rd, unsigned rs1, int32_t imm) {
  return place(imm, 11, 0, 20) | rs1 << 15 | funct3 << 12 | rd << 7 | opcode;
}

uint32_t rvt_asm_s(unsigned opcode, unsigned funct3, unsigned rs1, unsigned rs2, int32_t imm) {
  return place(imm, 11, 5, 25) | rs2 << 20 | rs1 << 15 | funct3 << 12 | place(imm, 4, 0, 7) |
         opcode;
}

uint32_t rvt_asm_u(unsigned opcode, unsigned rd, uint32_t imm) {
  return (imm & 0xfffff000) | rd << 7 | opcode;
}

uint32_t rvt_asm_jal(unsigned rd, int32_t offset) {
  return place(offset, 20, 20, 31) | place(offset, 10, 1, 21) | place(offset, 11, 11, 20) |
         place(offset, 19, 12, 12) | rd << 7 | 0x6f;
}

uint32_t rvt_asm_jalr(unsigned rd, unsigned rs1, int32_t imm) {
  return rvt_asm_i(0x67, 0, rd, rs1, imm);
}

uint32_t rvt_asm_branch(unsigned funct3, unsigned rs1, unsigned rs2, int32_t offset) {
  return place(offset, 12, 12, 31) | place(offset, 10, 5, 25) | rs2 << 20 | rs1 << 15 |
         funct3 << 12 | place(offset, 4, 1, 8) | place(offset, 11, 11, 7) | 0x63;
}

uint32_t rvt_asm_c_j(bool link, int32_t offset) {
  return (link ? 0x2001u : 0xa001u) | place(offset, 11, 11, 12) | place(offset, 4, 4, 11) |
         place(offset, 9, 8, 9) | place(offset, 10, 10, 8) | place(offset, 6, 6, 7) |
         place(offset, 7, 7, 6) | place(offset, 3, 1, 3) | place(offset, 5, 5, 2);
}

uint32_t rvt_asm_c_branch(bool nez, unsigned rs1, int32_t offset) {
  return (nez ? 0xe001u : 0xc001u) | place(offset, 8, 8, 12) | place(offset, 4, 3, 10) |
         (rs1 & 7) << 7 | place(offset, 7, 6, 5) | place(offset, 2, 1, 3) | place(offset, 5, 5, 2);
}

uint32_t rvt_asm_c_jr(bool link, unsigned rs1) { return (link ? 0x9002u : 0x8002u) | rs1 << 7; }

uint32_t rvt_asm_c_lui(unsigned rd, uint32_t imm) {
  return 0x6001u | (imm >> 17 & 1) << 12 | rd << 7 | (imm >> 12 & 31) << 2;
}

/* ---- Into the program ---------------------------------------------------------------------- */

/* One instruction of the program: where it stands, how far it reaches, where it leads. */

uint32_t rvt_progen_emit(struct rvt_progen *g, uint32_t region, uint64_t word, unsigned size,
                         enum rvt_progen_op op, unsigned itype) {
  struct rvt_progen_code *c = &g->code[region];
  const uint32_t parcel = c->used;
  assert(size >= 1 && size <= 4 && c->room - parcel >= size);
  c->parcel[parcel] = (struct rvt_progen_parcel){
      .word = word, .size = (uint8_t)size, .op = (uint8_t)op, .itype = (uint8_t)itype};
  c->used += size;
  g->upper_rd = 0;
  return parcel;
}

int32_t rvt_progen_reach(const struct rvt_progen_parcel *s) {
  if (s->op == RVT_OP_BRANCH) return s->size == 1 ? RVT_REACH_CB : RVT_REACH_B;
  return s->size == 1 ? RVT_REACH_CJ : RVT_REACH_J;
}

void rvt_progen_set_target(struct rvt_progen *g, uint32_t region, uint32_t parcel,
                           uint32_t target) {
  struct rvt_progen_parcel *s = &g->code[region].parcel[parcel];
  const int32_t offset = 2 * ((int32_t)target - (int32_t)parcel);
  assert(offset >= -rvt_progen_reach(s) && offset < rvt_progen_reach(s));
  s->offset = offset;
  if (s->op == RVT_OP_BRANCH)
    s->word |= s->size == 1 ? rvt_asm_c_branch(false, 0, offset) : rvt_asm_branch(0, 0, 0, offset);
  else
    s->word |=
        s->size == 1 ? rvt_asm_c_j(s->itype == RVT_IT_DIRECT_CALL, offset) : rvt_asm_jal(0, offset);
}
