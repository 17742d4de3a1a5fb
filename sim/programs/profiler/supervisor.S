# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
#
# With PROFILE_S: from M to S, and the entries of both. M has the registers of S in an array, by their numbers, for it emulates
# instructions; S keeps what a C function may change.

#include "frame.h"

#ifdef PROFILE_S

    .text
# void profiler_enter_s(void): goes on in profiler_s(), in S, with the stack of here.
    .globl profiler_enter_s
    .type   profiler_enter_s, @function
profiler_enter_s:
    la      t0, 1f              /* a hart without state-enables goes on there */
    csrw    mtvec, t0
    li      t0, -1              /* all that is there */
    csrw    0x30c, t0
    .balign 4
1:  la      t0, machine_entry
    csrw    mtvec, t0
    la      t0, registers
    csrw    mscratch, t0
    la      t0, supervisor_entry
    csrw    stvec, t0
    li      t0, 0x22            /* timer and software interrupts of S are its own */
    csrw    mideleg, t0
    csrs    mie, t0
    li      t0, 0x80
    csrs    mie, t0
    li      t0, 0x1800
    csrc    mstatus, t0
    li      t0, 0x820           /* to S, with interrupts on */
    csrs    mstatus, t0
    csrsi   mstatus, 2
    la      t0, profiler_s
    csrw    mepc, t0
    mret

    .balign 4
    .type   machine_entry, @function
machine_entry:
    csrrw   sp, mscratch, sp
    .irp r, 1, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
    STORE   x\r, (\r * WORD)(sp)
    .endr
    csrr    t0, mscratch
    STORE   t0, (2 * WORD)(sp)
    mv      a0, sp
    csrr    a1, mcause
    csrr    a2, mepc
    la      sp, machine_stack
    call    profiler_m
    la      sp, registers
    csrw    mscratch, sp
    .irp r, 1, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
    LOAD    x\r, (\r * WORD)(sp)
    .endr
    LOAD    sp, (2 * WORD)(sp)
    mret

    .balign 4
    .type   supervisor_entry, @function
supervisor_entry:
    addi    sp, sp, -16 * WORD
    .irp r, 1, 5, 6, 7
    STORE   x\r, ((\r - 1) * WORD)(sp)
    .endr
    .irp r, 10, 11, 12, 13, 14, 15, 16, 17
    STORE   x\r, ((\r - 3) * WORD)(sp)
    .endr
    STORE   x28, (1 * WORD)(sp)
    STORE   x29, (2 * WORD)(sp)
    STORE   x30, (3 * WORD)(sp)
    STORE   x31, (15 * WORD)(sp)
    csrr    a0, sepc
    call    profiler_sample
    .irp r, 1, 5, 6, 7
    LOAD    x\r, ((\r - 1) * WORD)(sp)
    .endr
    .irp r, 10, 11, 12, 13, 14, 15, 16, 17
    LOAD    x\r, ((\r - 3) * WORD)(sp)
    .endr
    LOAD    x28, (1 * WORD)(sp)
    LOAD    x29, (2 * WORD)(sp)
    LOAD    x30, (3 * WORD)(sp)
    LOAD    x31, (15 * WORD)(sp)
    addi    sp, sp, 16 * WORD
    sret

    .bss
    .balign 16
registers:
    .zero   32 * WORD
    .zero   0x1000
machine_stack:
#endif
