/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_INSN_H
#define RVT_INSN_H

/*
 * What a RISC-V instruction means to a trace: its length, whether and how it transfers control,
 * and which itype a hart reports for it. One table for hart models, recorder, decoder and tests
 * (NT:ITY-27). Zcmp and Zcmt are not known here: their encodings overlap C.FSDSP (NT:CUS-09).
 */

#include <stdbool.h>
#include <stdint.h>

#include "rvt/ntrace.h"
#include "rvt/status.h"

#ifdef __cplusplus
extern "C" {
#endif

enum rvt_insn_kind {
  RVT_INSN_LINEAR = 0,      /* goes on behind itself; every unknown encoding (NT:CUS-06) */
  RVT_INSN_BRANCH = 1,      /* conditional, with a direct target */
  RVT_INSN_JUMP = 2,        /* unconditional, with a direct target */
  RVT_INSN_INDIRECT = 3,    /* JALR, C.JR, C.JALR, also with rs1 = x0 (NT:ITY-26) */
  RVT_INSN_TRAP_RETURN = 4, /* MRET, SRET */
  RVT_INSN_TRAP = 5         /* ECALL, EBREAK: always trap, never retire (NT:ITY-25) */
};

enum rvt_insn_upper {
  RVT_UPPER_NONE = 0,
  RVT_UPPER_ABSOLUTE = 1, /* LUI, C.LUI: rd = imm */
  RVT_UPPER_PC = 2        /* AUIPC: rd = pc + imm */
};

struct rvt_insn {
  uint8_t size;  /* half-words, 1..4 */
  uint8_t kind;  /* enum rvt_insn_kind */
  uint8_t itype; /* 4-bit itype; BRANCH: as if taken (5); TRAP: 1; LINEAR: 0 */
  uint8_t upper; /* enum rvt_insn_upper; the instruction itself is LINEAR */
  uint8_t rd;    /* JUMP, INDIRECT and with `upper`; else 0 */
  uint8_t rs1;   /* INDIRECT; else 0 */
  int32_t imm;   /* BRANCH, JUMP: target - pc; INDIRECT: target - rs1; `upper`: see there; else 0 */
};

/** Half-words of an instruction whose first half-word is `low`; 0: longer than 4 (NT:CUS-10). */
static inline unsigned rvt_insn_size(uint16_t low) {
  if ((low & 0x03) != 0x03) return 1;
  if ((low & 0x1f) != 0x1f) return 2;
  if ((low & 0x3f) != 0x3f) return 3;
  return (low & 0x7f) != 0x7f ? 4 : 0;
}

/**
 * Decode the instruction in `word` (first half-word in bits 15:0; bits behind its end are ignored)
 * for a hart with `xlen` 32 or 64.
 *
 * RVT_OK; RVT_ERR_ARG: another xlen; RVT_ERR_RESERVED: longer than four half-words. `*insn` is
 * unchanged unless RVT_OK.
 */
enum rvt_status rvt_insn_decode(uint64_t word, unsigned xlen, struct rvt_insn *insn) RVT_MUST_CHECK;

/** The itype on a 3-bit port of what is `itype` on a 4-bit port (NT:ITY-22). */
uint8_t rvt_itype_narrow(uint8_t itype);

/** An address as a hart with `xlen` sees it. */
static inline uint64_t rvt_insn_address(uint64_t address, unsigned xlen) {
  return xlen == 32 ? address & UINT32_MAX : address;
}

/** The address behind the instruction at `pc`. */
static inline uint64_t rvt_insn_next(const struct rvt_insn *insn, uint64_t pc, unsigned xlen) {
  return rvt_insn_address(pc + 2u * insn->size, xlen);
}

/** The target of a BRANCH or JUMP at `pc`. */
static inline uint64_t rvt_insn_target(const struct rvt_insn *insn, uint64_t pc, unsigned xlen) {
  return rvt_insn_address(pc + (uint64_t)(int64_t)insn->imm, xlen);
}

/**
 * Whether `jump`, retired directly behind `before`, is sequentially inferable: an INDIRECT whose
 * rs1 `before` has just set to a constant (NT:ING-20).
 */
static inline bool rvt_insn_sequential(const struct rvt_insn *before, const struct rvt_insn *jump) {
  return jump->kind == RVT_INSN_INDIRECT && before->upper != RVT_UPPER_NONE && before->rd != 0 &&
         before->rd == jump->rs1;
}

/** The target of a sequentially inferable jump; `before` is the instruction at `before_pc`. */
static inline uint64_t rvt_insn_sequential_target(const struct rvt_insn *before, uint64_t before_pc,
                                                  const struct rvt_insn *jump, unsigned xlen) {
  uint64_t base = (uint64_t)(int64_t)before->imm;
  if (before->upper == RVT_UPPER_PC) base += before_pc;
  return rvt_insn_address((base + (uint64_t)(int64_t)jump->imm) & ~UINT64_C(1), xlen);
}

#ifdef __cplusplus
}
#endif
#endif
