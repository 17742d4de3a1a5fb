/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_RECORD_LINE_H
#define RVT_RECORD_LINE_H

/* Lines of what retired: of Spike's log, of QEMU's, of a list of PCs. For recorder, importer and
 * `rvt diff`.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Hart 0 in these examples. */
enum rvt_line_kind {
  RVT_LINE_SYMBOL,    /* core   0: >>>>  NAME, core   0: Executed N times */
  RVT_LINE_TRIED,     /* core   0: 0xPC (0xWORD) DISASSEMBLY */
  RVT_LINE_RETIRED,   /* core   0: PRIV 0xPC (0xWORD) EFFECTS */
  RVT_LINE_EXCEPTION, /* core   0: exception trap_NAME, epc 0xPC */
  RVT_LINE_INTERRUPT, /* core   0: exception interrupt #CAUSE, epc 0xPC */
  RVT_LINE_TVAL,      /* core   0:           tval 0xVALUE */
  RVT_LINE_EXECUTED,  /* QEMU: an instruction that begins */
  RVT_LINE_UNDONE     /* QEMU: it has not been executed */
};

struct rvt_line {
  enum rvt_line_kind kind;
  uint64_t hart;
  uint8_t priv;
  uint64_t pc; /* or epc */
  uint64_t word;
  uint64_t cause; /* of traps */
  uint64_t tval;
  const char *effects, *end; /* RETIRED: the rest of the line */
};

/** An effect of a retired instruction. */
enum rvt_effect_kind { RVT_EFFECT_NONE, RVT_EFFECT_CSR, RVT_EFFECT_STORE };
struct rvt_effect {
  enum rvt_effect_kind kind;
  uint64_t where; /* CSR number, or address */
  uint64_t value;
  uint8_t size; /* STORE: bytes, from the digits of the value */
};

/** Parse the `size` bytes of a line without its end. False: it is none of the above. */
bool rvt_line_parse(const char *text, size_t size, struct rvt_line *line);

/** The same of QEMU, `-d exec,nochain,int` with an instruction in each block: EXECUTED, UNDONE,
 * EXCEPTION, INTERRUPT. */
bool rvt_line_parse_qemu(const char *text, size_t size, struct rvt_line *line);
/** Whether the line is for rvt_line_parse_qemu(). */
bool rvt_line_of_qemu(const char *text, size_t size);

/** A hexadecimal number of 64 bits at most, with or without 0x: how many characters; 0: none. */
size_t rvt_line_hex(const char *text, size_t size, uint64_t *value);
/** A line of a list: such a number, and after it a blank, a comma, a colon or the end. */
bool rvt_line_pc(const char *text, size_t size, uint64_t *pc);

/** The next CSR write or store in `line->effects`, which moves on; kind NONE when there is none. */
struct rvt_effect rvt_line_effect(struct rvt_line *line);

#endif
