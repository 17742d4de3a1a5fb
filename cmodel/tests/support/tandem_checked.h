/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_TESTS_TANDEM_CHECKED_H
#define RVT_TESTS_TANDEM_CHECKED_H

#include <string.h>

#include "rvt/tandem/check.h"
#include "tests/support/tandem_toy.h"
#include "tests/support/test.h"

/* A check of groups by hand against a model that does what it is told. */

enum {
  FFLAGS = 1,
  FRM = 2,
  FCSR = 3,
  SSTATUS = 0x100,
  SIE = 0x104,
  SIP = 0x144,
  MSTATUS = 0x300,
  MIDELEG = 0x303,
  MIE = 0x304,
  MIP = 0x344,
  MSCRATCH = 0x340,
  MEPC = 0x341,
  MCAUSE = 0x342,
  MTVAL = 0x343,
  SCAUSE = 0x142,
  STVAL = 0x143,
  MCYCLE = 0xb00,
  MHARTID = 0xf14,
  MISA = 0x301,
  X1 = RVT_TANDEM_X + 1,
  X2 = RVT_TANDEM_X + 2,
  F1 = RVT_TANDEM_F + 1,
  PC = RVT_TANDEM_MODEL_PC,
  PRIVILEGE = RVT_TANDEM_MODEL_PRIVILEGE,
  FOREIGN = 0x8000, /* an address outside of the RAM */
  NOP = 0x13,
  MOST = 4,
  OFFSET = 0x40 /* of each group in the stream */
};

extern struct tandem_toy toy;
extern struct rvt_tandem_core core;
extern struct rvt_tandem_check *checker;
extern struct rvt_tandem_difference seen[MOST];
extern unsigned found; /* differences since the last look */

/** A check anew, of `core` as it is; the hart stands at the first instruction. */
void tandem_begin(void);
int tandem_set_up(void **state);
int tandem_tear_down(void **state);
const struct rvt_tandem_counts *tandem_counts(void);

#define OF(code)                                                                                   \
  { .opcode = RVT_TANDEM_##code }
#define PLUS OF(INCREMENT_PC)
#define INSN(word)                                                                                 \
  { .opcode = RVT_TANDEM_INSN32, .data = (word) }
#define IS(reg, value)                                                                             \
  { .opcode = RVT_TANDEM_REGISTER, .number = (reg), .data = (value) }
#define ADDS(reg, value)                                                                           \
  { .opcode = RVT_TANDEM_ADD, .number = (reg), .data = (uint64_t)(value) }
#define ORS(reg, value)                                                                            \
  { .opcode = RVT_TANDEM_OR, .number = (reg), .data = (value) }
#define SAYS(what, value)                                                                          \
  { .opcode = RVT_TANDEM_STATE, .number = RVT_TANDEM_##what, .data = (value) }
#define GROUP(...)                                                                                 \
  do {                                                                                             \
    const struct rvt_tandem_element elements[] = {__VA_ARGS__};                                    \
    rvt_tandem_check_group(checker, elements, sizeof elements / sizeof *elements, OFFSET);         \
  } while (0)
/* An instruction that goes on behind itself. */
#define RETIRES(...) GROUP(PLUS, INSN(NOP), __VA_ARGS__)

/* The one difference since the last look. */
#define DIFFERS(what, reg, in_model, in_trace)                                                     \
  do {                                                                                             \
    assert_int_equal(found, 1);                                                                    \
    assert_int_equal(seen[0].kind, RVT_TANDEM_##what);                                             \
    assert_int_equal(seen[0].group, tandem_counts()->groups - 1);                                  \
    assert_int_equal(seen[0].offset, OFFSET);                                                      \
    if (seen[0].kind <= RVT_TANDEM_NOT_CHANGED) assert_int_equal(seen[0].number, reg);             \
    assert_int_equal(seen[0].model, in_model);                                                     \
    assert_int_equal(seen[0].trace, in_trace);                                                     \
    found = 0;                                                                                     \
  } while (0)
#define EQUAL() assert_int_equal(found, 0)

#endif
