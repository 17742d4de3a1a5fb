/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_INSN_H
#define RVT_INSN_H

/*
 * What a RISC-V instruction means to a trace: its length, whether and how it transfers control,
 * and which itype a hart reports for it. One table for hart models, recorder, decoder and tests
 * (NT:ITY-27). Zcmp and Zcmt are known only where the ISA has them: their encodings overlap C.FSDSP
 * (NT:CUS-09).
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rvt/itype.h"
#include "rvt/status.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

enum rvt_insn_kind {
  RVT_INSN_LINEAR = 0,      /* goes on after itself; every unknown encoding (NT:CUS-06) */
  RVT_INSN_BRANCH = 1,      /* conditional, with a direct target */
  RVT_INSN_JUMP = 2,        /* unconditional, with a direct target */
  RVT_INSN_INDIRECT = 3,    /* JALR, C.JR, C.JALR, also with rs1 = x0 (NT:ITY-26); CM.POPRET[Z] */
  RVT_INSN_TRAP_RETURN = 4, /* MRET, SRET */
  RVT_INSN_TRAP = 5,        /* ECALL, EBREAK: always trap, never retire (NT:ITY-25) */
  RVT_INSN_TABLE_JUMP = 6 /* CM.JT, CM.JALT: unconditional, the target is in a table (NT:CUS-07) */
};

enum rvt_insn_upper {
  RVT_UPPER_NONE = 0,
  RVT_UPPER_ABSOLUTE = 1, /* LUI, C.LUI: rd = imm */
  RVT_UPPER_PC = 2        /* AUIPC: rd = pc + imm */
};

struct rvt_insn {
  uint8_t size;  /* half-words, 1..RVT_INSN_SIZE_MAX */
  uint8_t kind;  /* enum rvt_insn_kind */
  uint8_t itype; /* 4-bit itype; BRANCH: as if taken (5); TRAP: 1; LINEAR: 0 */
  uint8_t upper; /* enum rvt_insn_upper; the instruction itself is LINEAR */
  uint8_t rd;    /* JUMP, TABLE_JUMP, INDIRECT and with `upper`; else 0 */
  uint8_t rs1;   /* INDIRECT; else 0; 0 also for CM.POPRET[Z], which jump to what they load */
  int32_t imm;   /* BRANCH, JUMP: target - pc; INDIRECT: target - rs1; TABLE_JUMP: entry of the
                  * table; `upper`: see there; else 0 */
  bool absolute; /* JALR with rs1 = x0, INDIRECT: `imm` is its target */
};

enum { RVT_CLASS_BITS = 24 };

/** A class that a user gives to encodings, as of custom branches and jumps (NT:CUS-03). */
struct rvt_insn_class {
  uint64_t mask, match; /* of the word: first half-word in bits 15:0 */
  uint8_t kind;         /* enum rvt_insn_kind */
  uint8_t itype;        /* of BRANCH: as if taken */
  uint8_t bits;         /* BRANCH, JUMP: bits of the immediate, which is a number of half-words, */
  uint8_t bit[RVT_CLASS_BITS]; /* from the highest one on, which is its sign: where in the word */
};

/** What the meaning of an encoding depends on. */
struct rvt_isa {
  uint8_t xlen;                         /* 32 or 64 */
  bool zcmp;                            /* CM.PUSH, CM.POP[RET[Z]], CM.MVSA01, CM.MVA01S */
  bool zcmt;                            /* CM.JT, CM.JALT */
  const struct rvt_insn_class *classes; /* win over the table here; of several the first one */
  size_t class_count;
};

/** Longest instruction whose length is encoded, in half-words: 176 bits. */
enum { RVT_INSN_SIZE_MAX = 11 };

/**
 * Half-words of an instruction whose first half-word is `low` (NT:CUS-10); 0: 192 bits or more,
 * whose length no encoding tells.
 */
static inline unsigned rvt_insn_size(uint16_t low) {
  if ((low & 0x03) != 0x03) return 1;
  if ((low & 0x1f) != 0x1f) return 2;
  if ((low & 0x3f) != 0x3f) return 3;
  if ((low & 0x7f) != 0x7f) return 4;
  unsigned more = low >> 12 & 7;
  return more < 7 ? 5 + more : 0;
}

/**
 * Decode the instruction that begins in `word` (first half-word in bits 15:0; bits after its end
 * are ignored, and what is longer than 64 bits is LINEAR whatever follows).
 *
 * RVT_OK; RVT_ERR_ARG: an xlen that is not 32 or 64; RVT_ERR_RESERVED: its length is not encoded.
 * `*insn` is unchanged unless RVT_OK.
 */
enum rvt_status rvt_insn_decode_isa(uint64_t word, const struct rvt_isa *isa,
                                    struct rvt_insn *insn) RVT_MUST_CHECK;

/** The same for a hart without Zcmp and Zcmt. */
enum rvt_status rvt_insn_decode(uint64_t word, unsigned xlen, struct rvt_insn *insn) RVT_MUST_CHECK;

/**
 * Read an ISA string such as `rv64imac_zcmp1p0`, in any case. Of its extensions Zcmp, Zcmt and Zce,
 * which has both, are looked at.
 *
 * RVT_OK; RVT_ERR_FORMAT: it does not begin with rv32 or rv64. `*isa` is unchanged unless RVT_OK.
 */
enum rvt_status rvt_isa_parse(const char *text, struct rvt_isa *isa) RVT_MUST_CHECK;

/** The same to E-Trace, whose decoders infer the target of a JALR with rs1 = x0 (ETR:IN-03). */
static inline void rvt_insn_infer(struct rvt_insn *insn) {
  if (!insn->absolute) return;
  insn->kind = RVT_INSN_JUMP;
  insn->itype |= 1; /* of an indirect jump that of the direct one */
}

/** The itype on a 3-bit port of what is `itype` on a 4-bit port (NT:ITY-22). */
uint8_t rvt_itype_narrow(uint8_t itype);

/** An address as a hart with `xlen` sees it. */
static inline uint64_t rvt_insn_address(uint64_t address, unsigned xlen) {
  return xlen == 32 ? address & UINT32_MAX : address;
}

/** The address after the instruction at `pc`. */
static inline uint64_t rvt_insn_next(const struct rvt_insn *insn, uint64_t pc, unsigned xlen) {
  return rvt_insn_address(pc + 2u * insn->size, xlen);
}

/** The target of a BRANCH or JUMP at `pc`. */
static inline uint64_t rvt_insn_target(const struct rvt_insn *insn, uint64_t pc, unsigned xlen) {
  return rvt_insn_address(pc + (uint64_t)(int64_t)insn->imm, xlen);
}

/**
 * Whether `jump`, retired directly after `before`, is sequentially inferable: an INDIRECT whose
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

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
