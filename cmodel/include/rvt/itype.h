/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_ITYPE_H
#define RVT_ITYPE_H

/** How a block of the ingress port ends, and what an instruction is to every trace format. */
enum rvt_itype {
  RVT_IT_NONE = 0,           /* NT:ITY-00 */
  RVT_IT_EXCEPTION = 1,      /* NT:ITY-01 */
  RVT_IT_INTERRUPT = 2,      /* NT:ITY-02 */
  RVT_IT_TRAP_RETURN = 3,    /* NT:ITY-03 */
  RVT_IT_NOT_TAKEN = 4,      /* NT:ITY-04 */
  RVT_IT_TAKEN = 5,          /* NT:ITY-05 */
  RVT_IT_INDIRECT = 6,       /* NT:ITY-06 */
  RVT_IT_RESERVED = 7,       /* NT:ITY-07 */
  RVT_IT_INDIRECT_CALL = 8,  /* NT:ITY-08 */
  RVT_IT_DIRECT_CALL = 9,    /* NT:ITY-09 */
  RVT_IT_INDIRECT_JUMP = 10, /* NT:ITY-10 */
  RVT_IT_DIRECT_JUMP = 11,   /* NT:ITY-11 */
  RVT_IT_SWAP = 12,          /* NT:ITY-12 */
  RVT_IT_RETURN = 13,        /* NT:ITY-13 */
  RVT_IT_INDIRECT_LINK = 14, /* NT:ITY-14 */
  RVT_IT_DIRECT_LINK = 15    /* NT:ITY-15 */
};

#endif
