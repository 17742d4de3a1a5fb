/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_TANDEM_LAYOUT_H
#define RVT_TANDEM_LAYOUT_H

/* How long the parts of an element are, for its writer and its reader. */

#include "rvt/tandem/element.h"

/* Codes of the bytes of an element. */
enum {
  TANDEM_NIBBLE_BITS = 4,
  TANDEM_NIBBLE = 0xf,
  TANDEM_SIZE_MAX = 3, /* 64 bits */
  TANDEM_PRIVILEGES = 4,
  TANDEM_PRIVILEGE_NONE = 2 /* no level (TV:AMB-T17) */
};

static inline bool tandem_fits(uint64_t value, unsigned bits) {
  return bits >= 64 || value >> bits == 0;
}

static inline bool tandem_is_privilege(uint64_t value) {
  return value < TANDEM_PRIVILEGES && value != TANDEM_PRIVILEGE_NONE;
}

/* Bytes of a memory address. */
static inline unsigned tandem_address_bytes(const struct rvt_tandem_format *f) {
  return (f->mlen + 7u) / 8;
}

/* Bytes of a register; 0: there is none of this number (TV:AMB-T11, AMB-T12). */
static inline unsigned tandem_register_bytes(const struct rvt_tandem_format *f, uint16_t number) {
  if (number < RVT_TANDEM_F) return f->xlen / 8u;
  return number < RVT_TANDEM_REGISTERS ? f->flen / 8u : 0;
}

/* Bytes of the data of an identifier; 0: there is none. */
static inline unsigned tandem_state_bytes(const struct rvt_tandem_format *f, uint16_t number) {
  switch (number) {
  case RVT_TANDEM_PRIVILEGE:
  case RVT_TANDEM_STORE8: return 1;
  case RVT_TANDEM_STORE16: return 2;
  case RVT_TANDEM_STORE32: return 4;
  case RVT_TANDEM_STORE64:
  case RVT_TANDEM_MTIME: return 8;
  case RVT_TANDEM_PADDR:
  case RVT_TANDEM_EADDR:
  case RVT_TANDEM_PC_PADDR: return tandem_address_bytes(f);
  case RVT_TANDEM_PC: return f->xlen / 8u;
  default: return 0;
  }
}

#endif
