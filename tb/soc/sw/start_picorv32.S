# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
#
# PicoRV32 has interrupts of its own: q0 is where to return to, q1 what is pending. The timer's handler counts in
# `ticks` and sets the next one. With QUIET no interrupt comes, and every instruction is one of RISC-V.

#define MTIME    0x0200bff8
#define MTIMECMP 0x02004000
#define PERIOD   25
#define IRQ_TIMER 0x80


    .section .text.irq, "ax"
    j       irq

    .section .text.start, "ax"
    .globl _start
_start:
    .option push
    .option norelax
    la      gp, __global_pointer$
    .option pop
    la      sp, rt_stack
    la      tp, rt_tls
    la      t0, rt_bss_begin
    la      t1, rt_bss_end
1:  bgeu    t0, t1, 2f
    sw      zero, 0(t0)
    addi    t0, t0, 4
    j       1b
2:
#ifndef QUIET
    li      t0, ~IRQ_TIMER
    .insn   r 0x0b, 6, 3, zero, t0, zero    # maskirq zero, t0: the timer alone may come
    call    set_timer
#endif
    call    main
rt_exit:
    .globl  rt_exit
    slli    a0, a0, 1
    ori     a0, a0, 1
    la      t0, tohost
    sw      a0, 0(t0)
3:  j       3b

set_timer:
    li      t0, MTIME
    lw      t1, 0(t0)
    li      t0, PERIOD
    add     t1, t1, t0
    li      t0, MTIMECMP
    sw      t1, 0(t0)
    sw      zero, 4(t0)
    ret

irq:
    addi    sp, sp, -16
    sw      ra, 0(sp)
    sw      t0, 4(sp)
    sw      t1, 8(sp)
    la      t0, ticks
    lw      t1, 0(t0)
    addi    t1, t1, 1
    sw      t1, 0(t0)
    call    set_timer
    lw      ra, 0(sp)
    lw      t0, 4(sp)
    lw      t1, 8(sp)
    addi    sp, sp, 16
    .insn   r 0x0b, 0, 2, zero, zero, zero  # retirq

    .section .tohost, "aw"
    .globl tohost
tohost:
    .dword 0

    .bss
    .balign 4
    .globl ticks
ticks:
    .word 0
