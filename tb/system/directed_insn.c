/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "directed_insn.h"

#include <stddef.h>

#include "rvt/itype.h"
#include "stimulus/progen_asm.h"

enum { LINK = 1, ALTERNATE = 5, PLAIN = 6, OTHER = 7, COMPRESSED = 8 };

static int64_t distance(const struct tb_directed_insn *i) {
  const uint64_t d = i->target - i->address;
  return i->xlen == 32 ? (int32_t)(uint32_t)d : (int64_t)d;
}

/* Nobody sees where a jump without target leads: anywhere will do. */
static bool reaches(struct tb_directed_insn *i, int64_t reach) {
  i->open = !i->has_target;
  if (i->open) i->target = i->address;
  return distance(i) >= -reach && distance(i) < reach;
}

/* The register that a pair jumps by: what makes its itype. */
static unsigned pair_register(uint8_t itype) { return itype == RVT_IT_SWAP ? ALTERNATE : PLAIN; }

static const char *branch(struct tb_directed_insn *i, bool taken) {
  if (i->size > 2) return "a branch of 64 bits";
  if (taken && !reaches(i, i->size == 1 ? RVT_REACH_CB : RVT_REACH_B))
    return "a branch that does not reach its target";
  i->open = i->open || !taken;
  const int32_t offset = taken ? (int32_t)distance(i) : 2 * i->size;
  i->word = i->size == 1 ? rvt_asm_c_branch(false, COMPRESSED, offset)
                         : rvt_asm_branch(0, COMPRESSED, COMPRESSED, offset);
  return NULL;
}

static const char *jump(struct tb_directed_insn *i, unsigned rd) {
  if (i->size > 2) return "a jump of 64 bits";
  if (!reaches(i, i->size == 1 ? RVT_REACH_CJ : RVT_REACH_J))
    return "a direct jump that does not reach its target";
  const int32_t offset = (int32_t)distance(i);
  if (i->size == 2)
    i->word = rvt_asm_jal(rd, offset);
  else if (rd == 0 || (rd == LINK && i->xlen == 32))
    i->word = rvt_asm_c_j(rd == LINK, offset);
  else
    return "a direct jump that has no 16-bit form";
  return NULL;
}

static const char *indirect(struct tb_directed_insn *i, unsigned rd, unsigned rs1) {
  if (i->size > 2) return "a jump of 64 bits";
  if (i->size == 1 && rd > LINK) return "an indirect jump that has no 16-bit form";
  int32_t imm = 0;
  if (i->pair) {
    if (i->size == 1) return "a pair whose jump has no immediate";
    imm = (int32_t)((i->target + 0x800) & 0xfff) - 0x800;
  }
  i->word = i->size == 1 ? rvt_asm_c_jr(rd == LINK, rs1) : rvt_asm_jalr(rd, rs1, imm);
  return NULL;
}

static const char *upper(struct tb_directed_insn *i) {
  const uint64_t high = (i->target + 0x800) & ~UINT64_C(0xfff);
  if (i->size != 2) return "half of a pair that has not 32 bits";
  if (!i->has_target || (i->xlen == 64 && high + 0x80000000 >= UINT64_C(0x100000000)))
    return "a pair that does not reach its target";
  i->word = rvt_asm_u(0x37, pair_register(i->jump_itype), (uint32_t)high);
  return NULL;
}

static const char *linear(struct tb_directed_insn *i) {
  static const uint64_t nops[] = {0, 0x0001, 0x00000013, 0, 0x3f};
  i->word = i->size <= 4 ? nops[i->size] : 0;
  return i->word == 0 ? "an instruction of 48 bits" : NULL;
}

const char *tb_directed_encode(struct tb_directed_insn *i) {
  const unsigned by = i->pair ? pair_register(i->itype) : PLAIN;
  i->open = false;
  i->word = 0x0000000b;
  if (i->custom) return i->size == 2 ? NULL : "a custom instruction that has not 32 bits";
  if (i->upper) return upper(i);
  if (!i->ends_block) return linear(i);
  switch (i->itype) {
  case RVT_IT_NONE:
    /* on a 3-bit port that may be a jump (NT:ING-04) */
    if (!i->has_target || i->target == i->address + 2u * i->size) return linear(i);
    return jump(i, 0);
  case RVT_IT_EXCEPTION:
  case RVT_IT_INTERRUPT: return linear(i);
  case RVT_IT_TRAP_RETURN:
    i->word = 0x30200073;
    return i->size == 2 ? NULL : "a trap return that has not 32 bits";
  case RVT_IT_NOT_TAKEN: return branch(i, false);
  case RVT_IT_TAKEN: return branch(i, true);
  case RVT_IT_INDIRECT:
  case RVT_IT_INDIRECT_JUMP: return indirect(i, 0, by);
  case RVT_IT_INDIRECT_CALL: return indirect(i, LINK, by);
  case RVT_IT_INDIRECT_LINK: return indirect(i, OTHER, by);
  case RVT_IT_SWAP: return indirect(i, LINK, ALTERNATE);
  case RVT_IT_RETURN: return indirect(i, 0, LINK);
  case RVT_IT_DIRECT_CALL: return jump(i, LINK);
  case RVT_IT_DIRECT_JUMP: return jump(i, 0);
  case RVT_IT_DIRECT_LINK: return jump(i, OTHER);
  default: return "an itype that no instruction has";
  }
}
