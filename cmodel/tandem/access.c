/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "access.h"

enum {
  LOAD = 0x03,
  LOAD_FP = 0x07,
  STORE = 0x23,
  STORE_FP = 0x27,
  AMO = 0x2f,
  OPCODE = 0x7f,
  FUNCT5_AT = 27,
  LR = 2,
  SC = 3,
  CAS = 5,
  DOUBLE = 3, /* funct3 */
  /* Bits 15 to 8 of CM.POP, CM.POPRETZ and CM.POPRET, 15 to 10 of CM.JT and CM.JALT. */
  POP = 0xba,
  POPRETZ = 0xbc,
  POPRET = 0xbe,
  TABLE = 0x28
};

/* C.FLD, C.LW, C.LD or C.FLW, and the same of the stack; C.LBU, C.LH and C.LHU of Zcb. */
static bool is_short_load(uint32_t word) {
  const unsigned quadrant = word & 3, funct3 = word >> 13 & 7, zcb = word >> 10 & 7;
  if (quadrant != 0 && quadrant != 2) return false;
  return (funct3 >= 1 && funct3 <= 3) || (quadrant == 0 && funct3 == 4 && zcb <= 1);
}

static enum tandem_access of_zcm(uint32_t word) {
  const unsigned code = word >> 8 & 0xff;
  if ((word & 3) != 2) return TANDEM_ACCESS_NONE;
  if (code >> 2 == TABLE) return TANDEM_ACCESS_TABLE;
  return code == POP || code == POPRETZ || code == POPRET ? TANDEM_ACCESS_POP : TANDEM_ACCESS_NONE;
}

enum tandem_access tandem_access_of(uint32_t word, bool zcm) {
  if ((word & 3) != 3 && is_short_load(word)) return TANDEM_ACCESS_LOAD;
  if ((word & 3) != 3) return zcm ? of_zcm(word) : TANDEM_ACCESS_NONE;
  switch (word & OPCODE) {
  case LOAD:
  case LOAD_FP: return TANDEM_ACCESS_LOAD;
  case AMO:
    switch (word >> FUNCT5_AT) {
    case LR: return TANDEM_ACCESS_RESERVES;
    case SC: return TANDEM_ACCESS_SC;
    case CAS: return TANDEM_ACCESS_CAS;
    default: return TANDEM_ACCESS_AMO;
    }
  default: return TANDEM_ACCESS_NONE;
  }
}

/* LD and AMOCAS.D write two registers where XLEN is 32. */
static bool may_be_pair(uint32_t word, enum tandem_access access) {
  const unsigned funct3 = (word & 3) == 3 ? word >> 12 & 7 : word >> 13 & 7;
  return funct3 == DOUBLE || access == TANDEM_ACCESS_CAS;
}

/* ra, and s0 and s1, s2 to s11 as far as the list goes; its last step is two registers. */
static uint32_t popped(uint32_t word) {
  enum { FIRST = 4, LAST = 15, RA = 1 << 1, S0 = 1 << 8, S1 = 1 << 9, S2_AT = 18 };
  const unsigned list = word >> 4 & 15;
  if (list < FIRST) return 0; /* reserved */
  const unsigned saved = list - FIRST + (list == LAST);
  const uint32_t later = saved > 2 ? (UINT32_C(1) << (saved - 2)) - 1 : 0;
  return RA | (saved > 0 ? S0 : 0) | (saved > 1 ? S1 : 0) | later << S2_AT;
}

bool tandem_access_jumps(uint32_t word, enum tandem_access access) {
  return access == TANDEM_ACCESS_TABLE || (access == TANDEM_ACCESS_POP && word >> 8 != POP);
}

uint32_t tandem_access_writes(uint32_t word, enum tandem_access access) {
  if (access == TANDEM_ACCESS_TABLE) return 0;
  if (access == TANDEM_ACCESS_POP) return popped(word);
  const bool short_rd = (word & 3) == 0; /* three bits: x8 to x15, f8 to f15 */
  const unsigned rd = short_rd ? 8 + (word >> 2 & 7) : word >> 7 & 31;
  const uint32_t one = UINT32_C(1) << rd;
  return may_be_pair(word, access) ? one | UINT32_C(1) << (rd | 1) : one;
}

/* ---- Places -------------------------------------------------------------------------------- */

static uint32_t field(uint32_t word, unsigned at, unsigned bits, unsigned to) {
  return (word >> at & ((1u << bits) - 1)) << to;
}

/* LBU, LH, LHU, SB and SH of Zcb. */
static struct tandem_place of_zcb(uint32_t word) {
  const unsigned code = word >> 10 & 7;
  const bool half = (code & 1) != 0;
  if (code > 3) return (struct tandem_place){.bytes = 0};
  return (struct tandem_place){
      .loads = code < 2,
      .stores = code >= 2,
      .bytes = half ? 2 : 1,
      .base = (uint8_t)(8 + field(word, 7, 3, 0)),
      .source = (uint8_t)(8 + field(word, 2, 3, 0)),
      .offset = (int32_t)(field(word, 5, 1, 1) | (half ? 0 : field(word, 6, 1, 0)))};
}

/* C.LW, C.SW, C.LD, C.SD, and those of F. */
static struct tandem_place of_short(uint32_t word, enum tandem_floats floats) {
  enum { SP = 2, FLD = 1, LW = 2, FLW = 3 /* or LD */, STORES = 4 };
  const unsigned funct3 = word >> 13 & 7, kind = funct3 % STORES;
  const bool is = kind == LW || kind == FLW || (kind == FLD && floats != TANDEM_FLOATS_NONE);
  const bool twice = kind == FLD || (kind == FLW && floats != TANDEM_FLOATS_SINGLE);
  const bool loads = is && funct3 < STORES;
  struct tandem_place p = {
      .loads = loads, .stores = is && funct3 >= STORES, .bytes = twice ? 8 : 4};
  uint32_t offset = 0;
  if ((word & 2) == 0) {
    if (funct3 == 4) return of_zcb(word);
    p.base = (uint8_t)(8 + field(word, 7, 3, 0));
    p.source = (uint8_t)(8 + field(word, 2, 3, 0));
    offset = field(word, 10, 3, 3) |
             (twice ? field(word, 5, 2, 6) : field(word, 6, 1, 2) | field(word, 5, 1, 6));
  } else {
    p.base = SP;
    p.source = (uint8_t)field(word, 2, 5, 0);
    if (loads)
      offset = field(word, 12, 1, 5) | (twice ? field(word, 5, 2, 3) | field(word, 2, 3, 6)
                                              : field(word, 4, 3, 2) | field(word, 2, 2, 6));
    else
      offset = twice ? field(word, 10, 3, 3) | field(word, 7, 3, 6)
                     : field(word, 9, 4, 2) | field(word, 7, 2, 6);
  }
  p.offset = (int32_t)offset;
  return p;
}

struct tandem_place tandem_access_place(uint32_t word, enum tandem_floats floats) {
  enum { LOW = 31 };
  const unsigned funct3 = word >> 12 & 7;
  const bool scalar = funct3 >= 1 && funct3 <= DOUBLE && floats != TANDEM_FLOATS_NONE;
  unsigned opcode = word & OPCODE;
  /* Those of F are alike; others of these codes are vectors. */
  if (opcode == LOAD_FP && scalar) opcode = LOAD;
  if (opcode == STORE_FP && scalar) opcode = STORE;
  const int32_t upper = (int32_t)word >> 20;
  const bool amo = opcode == AMO;
  if ((word & 3) != 3)
    return (word & 1) == 0 ? of_short(word, floats) : (struct tandem_place){.bytes = 0};
  return (struct tandem_place){.loads = opcode == LOAD || (amo && word >> FUNCT5_AT != SC),
                               .stores = opcode == STORE || (amo && word >> FUNCT5_AT != LR),
                               .bytes = (uint8_t)(1u << (word >> 12 & 3)),
                               .base = (uint8_t)(word >> 15 & LOW),
                               .source = (uint8_t)(word >> 20 & LOW),
                               .offset = opcode == LOAD ? upper
                                         : opcode == STORE
                                             ? (upper & ~LOW) | (int32_t)(word >> 7 & LOW)
                                             : 0};
}
