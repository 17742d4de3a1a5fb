/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_SLOT_H
#define RVT_SLOT_H

/* What the ingress stage decides of a slot, before room or an overflow refuses anything: slot_t of
 * rtl/ingress/rvt_ingress_pkg.sv. docs/units/ingress.md. */

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct rvt_slot {
  /* interface: members slot */
  /* clang-format off */
  bool valid;        /* something retires or traps (NT:ING-03) */
  bool traced;       /* valid, in a clock that is traced */
  uint8_t priv;      /* privilege of its clock */
  uint8_t last_size; /* E-Trace: ilastsize, of the last instruction */
  uint8_t seq;       /* a sequential jump; SeqNo in a stop or overflow */
  bool notify;       /* a notify trigger of this block */
  bool known;        /* `addr` is one: always in a start, else as the hart says */
  uint8_t halfwords; /* half-words retired; 0 in a stop or overflow */
  uint8_t itype;     /* how the block ends; ItNone in a stop or overflow */
  uint64_t addr;     /* iaddr >> 1, of the first instruction */
  /* clang-format on */
  /* interface end */
};

#ifdef __cplusplus
}
#endif
#endif
