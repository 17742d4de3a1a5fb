/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef KERNEL_H
#define KERNEL_H

/*
 * Three privileges: a monitor in machine mode (monitor.c, prepare.c) has the timer and ends the program, a kernel in
 * supervisor mode (supervisor.c) switches between two processes in user mode (processes.c), each with
 * page tables of its own. The kernel lies at the same place in both, in the upper half of Sv39.
 */

#ifndef __ASSEMBLER__
#include <stdint.h>

enum { PROCESSES = 2, PAGE = 4096, TICKS = 60 };

/* What the kernel asks of the monitor, a process of the kernel: number in a7, argument in a0. */
enum { MONITOR_TIMER, MONITOR_END };
enum { KERNEL_TELL, KERNEL_YIELD, KERNEL_END };

/* Integer registers x1 to x31, then the address to go on at and the status. */
struct frame {
  uintptr_t x[31], epc, status;
};
enum { RA = 0, SP = 1, A0 = 9, A7 = 16 };

/* What the monitor gives the kernel: where to begin and the tables of each process, as satp has them. */
struct start {
  uintptr_t entry[PROCESSES], satp[PROCESSES];
  volatile uint64_t *spare; /* the entry of the page that each process takes when it first touches it */
};

/* Interrupts and exceptions of supervisor mode: numbers, and bits of medeleg. */
enum { IRQ_SUPERVISOR_TIMER = 5, CAUSE_ECALL_U = 8, CAUSE_ECALL_S = 9 };
enum { CAUSE_INSN_FAULT = 12, CAUSE_LOAD_FAULT = 13, CAUSE_STORE_FAULT = 15 };
enum { PAGE_FAULTS = 1 << CAUSE_INSN_FAULT | 1 << CAUSE_LOAD_FAULT | 1 << CAUSE_STORE_FAULT };
#define CAUSE_SUPERVISOR_TIMER (UINT64_C(1) << 63 | IRQ_SUPERVISOR_TIMER)

/* Of trap.S: the monitor's part, and that of what it leaves for, a kernel or a hypervisor. */
void monitor_trap(void), kernel_trap(void);
void monitor_leave(uintptr_t entry, const struct start *start) __attribute__((noreturn));
uintptr_t kernel_asks(uintptr_t argument, uintptr_t number); /* an ECALL: a0 and a7 */
extern const uintptr_t kernel_address; /* of kernel_entry, for monitor_leave() */
extern struct frame kernel_frame;      /* of what has trapped, and goes on */

/* What trap.S calls: once, with the start in its a0; and for every trap, with scause and stval. */
void kernel_begin(const struct start *start);
void kernel_handle(struct frame *f, uintptr_t cause, uintptr_t value);
#endif

/* Addresses of a process. */
#define PROCESS_STACK 0x30000
#define PROCESS_SPARE 0x40000
#define UPPER 0xffffffc000000000

#endif
