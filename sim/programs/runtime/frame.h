/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RT_FRAME_H
#define RT_FRAME_H

/* What assembly and C agree on: the registers of a trap frame, in words. */

#if __riscv_xlen == 64
#define WORD  8
#define LOAD  ld
#define STORE sd
#else
#define WORD  4
#define LOAD  lw
#define STORE sw
#endif

#define FRAME_RA     (0 * WORD)
#define FRAME_T(n)   ((1 + (n)) * WORD)
#define FRAME_A(n)   ((8 + (n)) * WORD)
#define FRAME_SP     (16 * WORD)
#define FRAME_EPC    (17 * WORD)
#define FRAME_STATUS (18 * WORD)
#define FRAME_SIZE   (20 * WORD) /* a multiple of 16 bytes */
#define SAVED_SIZE   (16 * WORD)

/* The ecall by which user code ends; its number is out of the way of a workload's own. */
#define RT_LEAVE_USER 0x7ff

#endif
