/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_TB_DIRECTED_CODE_H
#define RVT_TB_DIRECTED_CODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rvt/decoder.h"
#include "rvt/ingress.h"

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

/*
 * What a hand-written case executes, as a program: the blocks of a case become instructions with
 * the targets that the case gives them, and `rvt/decoder.h` must find in the case's bytes the PCs
 * that ran. Encoder, oracle and codec have no part in it.
 */

/** A slot that a hart in its normal state reported, or an overflow. */
struct tb_ran {
  uint64_t addr; /* bit 0 is 0; an overflow: instructions before it that no message accounts for */
  uint16_t units;
  uint8_t itype;
  uint8_t last;     /* half-words of the last instruction */
  unsigned session; /* differs where a stop, an overflow or a debug halt lies between */
  bool traced;      /* in a session and accepted */
  bool known;       /* `addr` is an address */
  bool sijump;      /* the last two instructions are LUI and JALR */
  bool custom;      /* the last instruction has a custom opcode */
  bool overflow;
};

struct tb_directed_code {
  unsigned xlen;
  struct tb_ran *ran;
  size_t count, room;
  uint8_t *bytes;
  size_t byte_count, byte_room;
  struct rvt_decoder_config config; /* of the first byte */
  bool config_changed;
  bool forgotten; /* trTeActive was 0: what was on its way is gone */
  bool open_end;  /* the case ends with a session open */
  char text[240]; /* of what was wrong, or why there is no program */
};

enum tb_directed_verdict {
  TB_CODE_GOOD,
  TB_CODE_NONE,  /* no program does what the case says: `text` tells why */
  TB_CODE_WRONG, /* the decoder found something else: `text` */
  TB_CODE_MEMORY
};

/** Forget the case before. */
void tb_directed_code_clear(struct tb_directed_code *c);
void tb_directed_code_close(struct tb_directed_code *c);
/** @return false: out of memory */
bool tb_directed_code_ran(struct tb_directed_code *c, const struct tb_ran *ran);
bool tb_directed_code_byte(struct tb_directed_code *c, uint8_t byte,
                           const struct rvt_decoder_config *config);
/** Sizes of the instructions of `units` half-words, the last one with `last`. @return their number
 */
unsigned tb_directed_sizes(unsigned units, unsigned last, uint8_t sizes[256]);
/** Make the program, decode the bytes, compare. */
enum tb_directed_verdict tb_directed_code_check(struct tb_directed_code *c);

#endif
