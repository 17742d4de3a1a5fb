# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
#
# Trap entries of monitor and kernel. xscratch has their stack while something of lower privilege runs; neither is
# interrupted or traps itself.

#define FRAME 272

    .macro save scratch, epc, status
    csrrw   sp, \scratch, sp
    addi    sp, sp, -FRAME
    sd      x1, 0(sp)
    .irp    n, 3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31
    sd      x\n, 8*(\n-1)(sp)
    .endr
    csrr    t0, \scratch
    sd      t0, 8(sp)
    csrr    t0, \epc
    sd      t0, 8*31(sp)
    csrr    t0, \status
    sd      t0, 8*32(sp)
    .endm

    .macro restore scratch, epc, status
    ld      t0, 8*31(sp)
    csrw    \epc, t0
    ld      t0, 8*32(sp)
    csrw    \status, t0
    addi    t0, sp, FRAME
    csrw    \scratch, t0
    ld      x1, 0(sp)
    .irp    n, 3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31
    ld      x\n, 8*(\n-1)(sp)
    .endr
    ld      sp, 8(sp)
    .endm

    .text
    .balign 4
    .globl monitor_trap
monitor_trap:
    save    mscratch, mepc, mstatus
    mv      a0, sp
    csrr    a1, mcause
    call    monitor_handle
    restore mscratch, mepc, mstatus
    mret

# void monitor_leave(uintptr_t entry, const struct start *start): to the kernel, with the start in its a0
    .globl monitor_leave
monitor_leave:
    csrw    mepc, a0
    csrw    mscratch, sp
    li      t0, 0x1800
    csrc    mstatus, t0
    li      t0, 0x0800         # previous privilege: supervisor
    csrs    mstatus, t0
    mv      a0, a1
    mret

    .section .rodata
    .balign 8
    .globl kernel_address      # too far away for an address relative to the program counter
kernel_address:
    .dword  kernel_entry

    .section .kernel.text, "ax"
    .balign 4
    .globl kernel_entry
kernel_entry:
    lla     sp, kernel_frame
    call    kernel_begin
    lla     sp, kernel_frame
    j       kernel_leave

    .balign 4
    .globl kernel_trap
kernel_trap:
    save    sscratch, sepc, sstatus
    mv      a0, sp
    csrr    a1, scause
    csrr    a2, stval
    call    kernel_handle
kernel_leave:
    restore sscratch, sepc, sstatus
    sret

# uintptr_t kernel_asks(uintptr_t argument, uintptr_t number)
    .globl kernel_asks
kernel_asks:
    mv      a7, a1
    ecall
    ret

    .section .kernel.data, "aw"
    .balign 16
    .space  8192
    .globl kernel_frame       # of the process that runs, while the kernel does
kernel_frame:
    .space  FRAME
kernel_stack:
