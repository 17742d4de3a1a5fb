/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_SRC_ITYPES_H
#define RVT_SRC_ITYPES_H

/* What itypes have in common. */

#include <stdbool.h>
#include <stdint.h>

#include "rvt/config.h"
#include "rvt/params.h"

/** Sets of itypes, bit n: itype n. */
enum {
  RVT_ITYPES_TRANSFER = 1 << RVT_IT_EXCEPTION | 1 << RVT_IT_INTERRUPT | 1 << RVT_IT_TRAP_RETURN |
                        1 << RVT_IT_INDIRECT | 1 << RVT_IT_INDIRECT_CALL |
                        1 << RVT_IT_INDIRECT_JUMP | 1 << RVT_IT_SWAP | 1 << RVT_IT_RETURN |
                        1 << RVT_IT_INDIRECT_LINK,
  RVT_ITYPES_CONDITIONAL = 1 << RVT_IT_NOT_TAKEN | 1 << RVT_IT_TAKEN,
  RVT_ITYPES_STRAIGHT = 1 << RVT_IT_NONE | 1 << RVT_IT_NOT_TAKEN | 1 << RVT_IT_RESERVED,
  RVT_ITYPES_CALL = 1 << RVT_IT_INDIRECT_CALL | 1 << RVT_IT_DIRECT_CALL | 1 << RVT_IT_SWAP,
  RVT_ITYPES_RETURN = 1 << RVT_IT_SWAP | 1 << RVT_IT_RETURN,
  RVT_ITYPES_DIRECT = 1 << RVT_IT_DIRECT_CALL | 1 << RVT_IT_DIRECT_JUMP | 1 << RVT_IT_DIRECT_LINK
};

/** Whether only the next block shows where the block's end leads (NT:ITY-01 to ITY-14). */
static inline bool rvt_is_transfer(uint8_t itype) {
  return (RVT_ITYPES_TRANSFER >> itype & 1) != 0;
}
static inline bool rvt_is_conditional(uint8_t itype) {
  return (RVT_ITYPES_CONDITIONAL >> itype & 1) != 0;
}
/** Whether the program goes on behind the block for certain; 7 counts as 0 (D-28), and on a port of
 * 3 bits an inferable jump is a 0, too (NT:ING-04). */
static inline bool rvt_is_straight(const struct rvt_params *p, uint8_t itype) {
  if (p->itype_width == 3) return itype == RVT_IT_NOT_TAKEN;
  return (RVT_ITYPES_STRAIGHT >> itype & 1) != 0;
}
/** Whether it pushes onto a return stack, whether it pops (NT:IRT-06, IRT-07). */
static inline bool rvt_is_call(uint8_t itype) { return (RVT_ITYPES_CALL >> itype & 1) != 0; }
static inline bool rvt_is_return(uint8_t itype) { return (RVT_ITYPES_RETURN >> itype & 1) != 0; }

/** What flow makes of an itype: with all jumps a direct jump or call (NT:ITY-23) is a taken branch
 * (NT:AJM-02). Whether it pushes is a matter of the itype itself (NT:AJM-03). */
static inline uint8_t rvt_itype_for(const struct rvt_params *p, const struct rvt_config *cfg,
                                    uint8_t itype) {
  if (!cfg->all_jumps || !p->all_jumps) return itype;
  return (RVT_ITYPES_DIRECT >> itype & 1) != 0 ? (uint8_t)RVT_IT_TAKEN : itype;
}

#endif
