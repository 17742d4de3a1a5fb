/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "access.h"

#include <stdbool.h>

enum {
  LOAD = 0x03,
  LOAD_FP = 0x07,
  AMO = 0x2f,
  OPCODE = 0x7f,
  FUNCT5_AT = 27,
  LR = 2,
  SC = 3,
  CAS = 5,
  DOUBLE = 3 /* funct3 */
};

/* C.FLD, C.LW, C.LD or C.FLW, and the same of the stack; C.LBU, C.LH and C.LHU of Zcb. */
static bool is_short_load(uint32_t word) {
  const unsigned quadrant = word & 3, funct3 = word >> 13 & 7, zcb = word >> 10 & 7;
  if (quadrant != 0 && quadrant != 2) return false;
  return (funct3 >= 1 && funct3 <= 3) || (quadrant == 0 && funct3 == 4 && zcb <= 1);
}

enum tandem_access tandem_access_of(uint32_t word) {
  if ((word & 3) != 3) return is_short_load(word) ? TANDEM_ACCESS_LOAD : TANDEM_ACCESS_NONE;
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
static bool may_be_pair(uint32_t word) {
  const unsigned funct3 = (word & 3) == 3 ? word >> 12 & 7 : word >> 13 & 7;
  return funct3 == DOUBLE || tandem_access_of(word) == TANDEM_ACCESS_CAS;
}

uint32_t tandem_access_writes(uint32_t word) {
  const bool short_rd = (word & 3) == 0; /* three bits: x8 to x15, f8 to f15 */
  const unsigned rd = short_rd ? 8 + (word >> 2 & 7) : word >> 7 & 31;
  const uint32_t one = UINT32_C(1) << rd;
  return may_be_pair(word) ? one | UINT32_C(1) << (rd | 1) : one;
}
