# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
#
# Start-up, trap entry, and the way to user mode and back.
#
# mscratch is 0 in machine mode; in user mode it is the machine stack, so that the entry can tell
# where a trap comes from and never trusts the user's sp.

#include "frame.h"

#define MSTATUS_MIE    0x8
#define MSTATUS_MPIE   0x80
#define MSTATUS_MPP    0x1800
#define MSTATUS_FS     0x6000
#define PMP_OPEN       0x1f     /* NAPOT over everything; read, write, execute */

    .section .text.start, "ax"
    .globl _start
_start:
    .option push
    .option norelax
    la      gp, __global_pointer$
    .option pop
    la      sp, rt_stack
    la      tp, rt_tls
    csrw    mscratch, zero
    csrw    mie, zero
#ifdef RT_VECTORED
    la      t0, rt_vectors + 1
#else
    la      t0, rt_trap_entry
#endif
    csrw    mtvec, t0
    li      t0, -1
    csrw    pmpaddr0, t0
    li      t0, PMP_OPEN
    csrw    pmpcfg0, t0
#ifdef __riscv_flen
    li      t0, MSTATUS_FS
    csrs    mstatus, t0
    csrw    fcsr, zero
#endif
    la      t0, rt_bss_begin
    la      t1, rt_bss_end
1:  bgeu    t0, t1, 2f
    STORE   zero, 0(t0)
    addi    t0, t0, WORD
    j       1b
2:  call    main
    tail    rt_exit

# Interrupts one slot each, exceptions in slot 0; `rt_vectored` selects it.
    .balign 256
    .globl rt_vectors
rt_vectors:
    .option push
    .option norvc
    .rept 16
    j       rt_trap_entry
    .endr
    .option pop

    .balign 4
    .globl rt_trap_entry
rt_trap_entry:
    csrrw   sp, mscratch, sp
    bnez    sp, 1f
    csrr    sp, mscratch
1:  addi    sp, sp, -FRAME_SIZE
    STORE   ra, FRAME_RA(sp)
    STORE   t0, FRAME_T(0)(sp)
    STORE   t1, FRAME_T(1)(sp)
    STORE   t2, FRAME_T(2)(sp)
    STORE   t3, FRAME_T(3)(sp)
    STORE   t4, FRAME_T(4)(sp)
    STORE   t5, FRAME_T(5)(sp)
    STORE   t6, FRAME_T(6)(sp)
    STORE   a0, FRAME_A(0)(sp)
    STORE   a1, FRAME_A(1)(sp)
    STORE   a2, FRAME_A(2)(sp)
    STORE   a3, FRAME_A(3)(sp)
    STORE   a4, FRAME_A(4)(sp)
    STORE   a5, FRAME_A(5)(sp)
    STORE   a6, FRAME_A(6)(sp)
    STORE   a7, FRAME_A(7)(sp)
    csrrw   t0, mscratch, zero
    csrr    t1, mepc
    csrr    t2, mstatus
    STORE   t0, FRAME_SP(sp)
    STORE   t1, FRAME_EPC(sp)
    STORE   t2, FRAME_STATUS(sp)
    mv      a0, sp
    csrr    a1, mcause
    csrr    a2, mtval
    call    rt_trap
    LOAD    t1, FRAME_EPC(sp)
    LOAD    t2, FRAME_STATUS(sp)
    csrci   mstatus, MSTATUS_MIE
    csrw    mepc, t1
    csrw    mstatus, t2
    li      t0, MSTATUS_MPP
    and     t0, t0, t2
    bnez    t0, 2f
    addi    t0, sp, FRAME_SIZE
    csrw    mscratch, t0
2:  LOAD    ra, FRAME_RA(sp)
    LOAD    t0, FRAME_T(0)(sp)
    LOAD    t1, FRAME_T(1)(sp)
    LOAD    t2, FRAME_T(2)(sp)
    LOAD    t3, FRAME_T(3)(sp)
    LOAD    t4, FRAME_T(4)(sp)
    LOAD    t5, FRAME_T(5)(sp)
    LOAD    t6, FRAME_T(6)(sp)
    LOAD    a0, FRAME_A(0)(sp)
    LOAD    a1, FRAME_A(1)(sp)
    LOAD    a2, FRAME_A(2)(sp)
    LOAD    a3, FRAME_A(3)(sp)
    LOAD    a4, FRAME_A(4)(sp)
    LOAD    a5, FRAME_A(5)(sp)
    LOAD    a6, FRAME_A(6)(sp)
    LOAD    a7, FRAME_A(7)(sp)
    LOAD    sp, FRAME_SP(sp)
    mret

# uintptr_t rt_user(uintptr_t (*function)(uintptr_t), uintptr_t argument)
    .globl rt_user
rt_user:
    addi    sp, sp, -SAVED_SIZE
    STORE   ra, 0*WORD(sp)
    STORE   s0, 1*WORD(sp)
    STORE   s1, 2*WORD(sp)
    STORE   s2, 3*WORD(sp)
    STORE   s3, 4*WORD(sp)
    STORE   s4, 5*WORD(sp)
    STORE   s5, 6*WORD(sp)
    STORE   s6, 7*WORD(sp)
    STORE   s7, 8*WORD(sp)
    STORE   s8, 9*WORD(sp)
    STORE   s9, 10*WORD(sp)
    STORE   s10, 11*WORD(sp)
    STORE   s11, 12*WORD(sp)
    la      t0, rt_machine_sp
    STORE   sp, 0(t0)
    csrci   mstatus, MSTATUS_MIE
    csrw    mscratch, sp
    csrw    mepc, a0
    li      t0, MSTATUS_MPP
    csrc    mstatus, t0
    li      t0, MSTATUS_MPIE
    csrs    mstatus, t0
    la      ra, rt_user_return
    la      sp, rt_user_stack
    mv      a0, a1
    mret

# A function that ran in user mode returns to here.
    .balign 4
rt_user_return:
    li      a7, RT_LEAVE_USER
    ecall

# void rt_user_left(uintptr_t result): rt_user returns `result`, in machine mode.
    .globl rt_user_left
rt_user_left:
    la      t0, rt_machine_sp
    LOAD    sp, 0(t0)
    csrw    mscratch, zero
    LOAD    ra, 0*WORD(sp)
    LOAD    s0, 1*WORD(sp)
    LOAD    s1, 2*WORD(sp)
    LOAD    s2, 3*WORD(sp)
    LOAD    s3, 4*WORD(sp)
    LOAD    s4, 5*WORD(sp)
    LOAD    s5, 6*WORD(sp)
    LOAD    s6, 7*WORD(sp)
    LOAD    s7, 8*WORD(sp)
    LOAD    s8, 9*WORD(sp)
    LOAD    s9, 10*WORD(sp)
    LOAD    s10, 11*WORD(sp)
    LOAD    s11, 12*WORD(sp)
    addi    sp, sp, SAVED_SIZE
    csrsi   mstatus, MSTATUS_MIE
    ret

# void rt_exit(int code): the store is the last instruction of a recording.
    .globl rt_exit
rt_exit:
    slli    a0, a0, 1
    ori     a0, a0, 1
    la      t0, tohost
    STORE   a0, 0(t0)
1:  j       1b

    .section .tohost, "aw"
    .balign 64
    .globl tohost
tohost:
    .dword 0
    .balign 64
    .globl fromhost
fromhost:
    .dword 0

    .bss
    .balign 8
rt_machine_sp:
    .dword 0
