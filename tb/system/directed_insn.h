/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_TB_DIRECTED_INSN_H
#define RVT_TB_DIRECTED_INSN_H

#include <stdbool.h>
#include <stdint.h>

/** An instruction of a hand-written case. */
struct tb_directed_insn {
  unsigned xlen;
  uint64_t address, target; /* `target`: where the block, or the jump of a pair, leads */
  bool has_target;
  uint8_t size;       /* half-words */
  uint8_t itype;      /* of its block, counts if it ends the block */
  uint8_t jump_itype; /* of the jump of a pair */
  bool ends_block;
  bool upper;  /* LUI for the JALR after it */
  bool pair;   /* that JALR */
  bool custom; /* custom opcode */
  /* made: */
  uint64_t word;
  bool open; /* a branch without target */
};

/** Fill `word` and `open`. @return why there is no such instruction; NULL: there is one */
const char *tb_directed_encode(struct tb_directed_insn *i);

#endif
