/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "rvt/insn.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

/* Bits [hi:lo] of w, moved to bit `to`. */
static uint32_t bits(uint32_t w, unsigned hi, unsigned lo, unsigned to) {
  return ((w >> lo) & ((UINT32_C(2) << (hi - lo)) - 1)) << to;
}

static int32_t sign_extend(uint32_t value, unsigned width) {
  uint32_t sign = UINT32_C(1) << (width - 1);
  return (int32_t)((value ^ sign) - sign);
}

static bool is_link(unsigned reg) { return reg == 1 || reg == 5; }

/* NT:ITY-23 */
static uint8_t direct_itype(unsigned rd) {
  if (is_link(rd)) return RVT_IT_DIRECT_CALL;
  return rd == 0 ? RVT_IT_DIRECT_JUMP : RVT_IT_DIRECT_LINK;
}

/* NT:ITY-24 */
static uint8_t indirect_itype(unsigned rd, unsigned rs1) {
  if (is_link(rd)) return is_link(rs1) && rd != rs1 ? RVT_IT_SWAP : RVT_IT_INDIRECT_CALL;
  if (is_link(rs1)) return RVT_IT_RETURN;
  return rd == 0 ? RVT_IT_INDIRECT_JUMP : RVT_IT_INDIRECT_LINK;
}

static void set_branch(struct rvt_insn *insn, int32_t imm) {
  insn->kind = RVT_INSN_BRANCH;
  insn->itype = RVT_IT_TAKEN;
  insn->imm = imm;
}

static void set_jump(struct rvt_insn *insn, unsigned rd, int32_t imm) {
  insn->kind = RVT_INSN_JUMP;
  insn->itype = direct_itype(rd);
  insn->rd = (uint8_t)rd;
  insn->imm = imm;
}

static void set_indirect(struct rvt_insn *insn, unsigned rd, unsigned rs1, int32_t imm) {
  insn->kind = RVT_INSN_INDIRECT;
  insn->itype = indirect_itype(rd, rs1);
  insn->rd = (uint8_t)rd;
  insn->rs1 = (uint8_t)rs1;
  insn->imm = imm;
  insn->absolute = rs1 == 0;
}

static void set_upper(struct rvt_insn *insn, enum rvt_insn_upper upper, unsigned rd, int32_t imm) {
  insn->upper = (uint8_t)upper;
  insn->rd = (uint8_t)rd;
  insn->imm = imm;
}

static void set_trap(struct rvt_insn *insn) {
  insn->kind = RVT_INSN_TRAP;
  insn->itype = RVT_IT_EXCEPTION;
}

static int32_t cj_imm(uint32_t w) {
  return sign_extend(bits(w, 12, 12, 11) | bits(w, 11, 11, 4) | bits(w, 10, 9, 8) |
                         bits(w, 8, 8, 10) | bits(w, 7, 7, 6) | bits(w, 6, 6, 7) |
                         bits(w, 5, 3, 1) | bits(w, 2, 2, 5),
                     12);
}

static int32_t cb_imm(uint32_t w) {
  return sign_extend(bits(w, 12, 12, 8) | bits(w, 11, 10, 3) | bits(w, 6, 5, 6) | bits(w, 4, 3, 1) |
                         bits(w, 2, 2, 5),
                     9);
}

/* Quadrant 1. C.JAL exists on RV32 only; RV64 has C.ADDIW there. */
static void decode_c1(uint32_t w, unsigned xlen, struct rvt_insn *insn) {
  unsigned rd = bits(w, 11, 7, 0);
  switch (bits(w, 15, 13, 0)) {
  case 1:
    if (xlen == 32) set_jump(insn, 1, cj_imm(w));
    break;
  case 3: { /* C.LUI, but C.ADDI16SP with rd = x2; immediate 0 is reserved */
    int32_t imm = sign_extend(bits(w, 12, 12, 17) | bits(w, 6, 2, 12), 18);
    if (rd != 2 && imm != 0) set_upper(insn, RVT_UPPER_ABSOLUTE, rd, imm);
    break;
  }
  case 5: set_jump(insn, 0, cj_imm(w)); break;
  case 6:
  case 7: set_branch(insn, cb_imm(w)); break;
  default: break;
  }
}

/*
 * Zcmp and Zcmt stand where C.FSDSP does. CM.JT has the entries 0..31 of the table, CM.JALT the
 * others; register lists below 4 are reserved (NT:CUS-07, NT:CUS-08).
 */
static void decode_zcm(uint32_t w, const struct rvt_isa *isa, struct rvt_insn *insn) {
  enum { POPRETZ = 0x1c, POPRET = 0x1e, CALLS_FROM = 32, LIST_LEAST = 4 };
  const unsigned code = bits(w, 12, 8, 0);
  if (isa->zcmt && bits(w, 12, 10, 0) == 0) {
    const unsigned entry = bits(w, 9, 2, 0);
    insn->kind = RVT_INSN_TABLE_JUMP;
    insn->rd = entry < CALLS_FROM ? 0 : 1;
    insn->itype = direct_itype(insn->rd);
    insn->imm = (int32_t)entry;
  } else if (isa->zcmp && (code == POPRETZ || code == POPRET) && bits(w, 7, 4, 0) >= LIST_LEAST) {
    insn->kind = RVT_INSN_INDIRECT;
    insn->itype = RVT_IT_RETURN;
  }
}

/* Quadrant 2: without Zc only C.JR, C.JALR and C.EBREAK transfer control; C.JR x0 is reserved. */
static void decode_c2(uint32_t w, const struct rvt_isa *isa, struct rvt_insn *insn) {
  if (bits(w, 15, 13, 0) == 5) decode_zcm(w, isa, insn);
  if (bits(w, 15, 13, 0) != 4 || bits(w, 6, 2, 0) != 0) return;
  unsigned rs1 = bits(w, 11, 7, 0);
  bool bit12 = bits(w, 12, 12, 0) != 0;
  if (rs1 != 0)
    set_indirect(insn, bit12 ? 1 : 0, rs1, 0);
  else if (bit12)
    set_trap(insn);
}

static void decode_system(uint32_t w, struct rvt_insn *insn) {
  switch (w) {
  case 0x00000073: /* ECALL */
  case 0x00100073: /* EBREAK */ set_trap(insn); break;
  case 0x10200073: /* SRET */
  case 0x30200073: /* MRET */
    insn->kind = RVT_INSN_TRAP_RETURN;
    insn->itype = RVT_IT_TRAP_RETURN;
    break;
  default: break;
  }
}

static void decode_32(uint32_t w, struct rvt_insn *insn) {
  unsigned rd = bits(w, 11, 7, 0);
  unsigned funct3 = bits(w, 14, 12, 0);
  switch (bits(w, 6, 2, 0)) {
  case 0x05: set_upper(insn, RVT_UPPER_PC, rd, (int32_t)(w & 0xfffff000)); break;
  case 0x0d: set_upper(insn, RVT_UPPER_ABSOLUTE, rd, (int32_t)(w & 0xfffff000)); break;
  case 0x18:
    if (funct3 != 2 && funct3 != 3)
      set_branch(insn, sign_extend(bits(w, 31, 31, 12) | bits(w, 7, 7, 11) | bits(w, 30, 25, 5) |
                                       bits(w, 11, 8, 1),
                                   13));
    break;
  case 0x19:
    if (funct3 == 0)
      set_indirect(insn, rd, bits(w, 19, 15, 0), sign_extend(bits(w, 31, 20, 0), 12));
    break;
  case 0x1b:
    set_jump(insn, rd,
             sign_extend(bits(w, 31, 31, 20) | bits(w, 19, 12, 12) | bits(w, 20, 20, 11) |
                             bits(w, 30, 21, 1),
                         21));
    break;
  case 0x1c: decode_system(w, insn); break;
  default: break;
  }
}

/* What a user says of the word; false: nothing. */
static bool take_class(uint64_t word, const struct rvt_isa *isa, struct rvt_insn *insn) {
  for (size_t i = 0; i < isa->class_count; i++) {
    const struct rvt_insn_class *c = &isa->classes[i];
    if ((word & c->mask) != c->match) continue;
    insn->kind = c->kind;
    insn->itype = c->itype;
    uint64_t imm = 0;
    for (unsigned k = 0; k < c->bits; k++) imm = imm << 1 | (word >> c->bit[k] & 1);
    if (c->bits != 0) insn->imm = 2 * sign_extend((uint32_t)imm, c->bits);
    if (c->itype == RVT_IT_DIRECT_CALL || c->itype == RVT_IT_INDIRECT_CALL) insn->rd = 1;
    return true;
  }
  return false;
}

enum rvt_status rvt_insn_decode_isa(uint64_t word, const struct rvt_isa *isa,
                                    struct rvt_insn *insn) {
  const unsigned xlen = isa->xlen;
  if (xlen != 32 && xlen != 64) return RVT_ERR_ARG;
  uint32_t low = (uint32_t)word;
  struct rvt_insn result = {.size = (uint8_t)rvt_insn_size((uint16_t)low)};
  if (result.size != 0 && isa->class_count != 0 && take_class(word, isa, &result)) {
    *insn = result;
    return RVT_OK;
  }
  switch (result.size) {
  case 0: return RVT_ERR_RESERVED;
  case 1:
    if ((low & 3) == 1) decode_c1(low & 0xffff, xlen, &result);
    if ((low & 3) == 2) decode_c2(low & 0xffff, isa, &result);
    break;
  case 2: decode_32(low, &result); break;
  default: break;
  }
  *insn = result;
  return RVT_OK;
}

enum rvt_status rvt_insn_decode(uint64_t word, unsigned xlen, struct rvt_insn *insn) {
  const struct rvt_isa isa = {.xlen = xlen == 32 || xlen == 64 ? (uint8_t)xlen : 0};
  return rvt_insn_decode_isa(word, &isa, insn);
}

/* Whether the extension whose name begins at `at` is `name`: its version, or nothing, follows. */
static bool is_extension(const char *at, const char *name) {
  const size_t length = strlen(name);
  return strncasecmp(at, name, length) == 0 && isalpha((unsigned char)at[length]) == 0;
}

enum rvt_status rvt_isa_parse(const char *text, struct rvt_isa *isa) {
  struct rvt_isa made = {.xlen = 0};
  if (strncasecmp(text, "rv32", 4) == 0) made.xlen = 32;
  if (strncasecmp(text, "rv64", 4) == 0) made.xlen = 64;
  if (made.xlen == 0) return RVT_ERR_FORMAT;
  /* The first name of several letters may stand directly after the single letters. */
  const char *at = text + 4 + strcspn(text + 4, "_zZ");
  while (*at != '\0') {
    at += strspn(at, "_");
    const bool both = is_extension(at, "zce");
    made.zcmp = made.zcmp || both || is_extension(at, "zcmp");
    made.zcmt = made.zcmt || both || is_extension(at, "zcmt");
    at += strcspn(at, "_");
  }
  *isa = made;
  return RVT_OK;
}

uint8_t rvt_itype_narrow(uint8_t itype) {
  switch (itype) {
  case RVT_IT_INDIRECT_CALL:
  case RVT_IT_INDIRECT_JUMP:
  case RVT_IT_SWAP:
  case RVT_IT_RETURN:
  case RVT_IT_INDIRECT_LINK: return RVT_IT_INDIRECT;
  case RVT_IT_DIRECT_CALL:
  case RVT_IT_DIRECT_JUMP:
  case RVT_IT_DIRECT_LINK: return RVT_IT_NONE;
  default: return itype;
  }
}
