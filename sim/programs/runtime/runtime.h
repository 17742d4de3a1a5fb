/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RT_RUNTIME_H
#define RT_RUNTIME_H

/*
 * Bare-metal runtime of the workloads. A program starts in main() in machine mode with interrupts
 * off; what main() returns is the exit code. Traps without a handler end it with code 99.
 */

#include <stdbool.h>
#include <stdint.h>

enum { RT_EXIT_UNEXPECTED_TRAP = 99 };

struct rt_frame {
  uintptr_t ra, t[7], a[8], sp, epc, status, pad;
};

/** Called for every trap but the return from rt_user(); may change the frame, its epc too. */
typedef void (*rt_handler)(struct rt_frame *frame, uintptr_t cause, uintptr_t tval);
void rt_set_handler(rt_handler handler);
/** Take interrupts through a vector table (true) or through one entry (false, the start). Built with RT_VECTORED: always
 * through the table, for a hart that has nothing else. */
void rt_vectored(bool on);

#define RT_INTERRUPT (UINTPTR_MAX / 2 + 1)
enum {
  RT_CAUSE_ILLEGAL = 2,
  RT_CAUSE_BREAKPOINT = 3,
  RT_CAUSE_LOAD_MISALIGNED = 4,
  RT_CAUSE_ECALL_U = 8,
  RT_CAUSE_ECALL_M = 11
};
enum { RT_IRQ_SOFTWARE = 3, RT_IRQ_TIMER = 7 };

/** Have a timer interrupt `ticks` from now; it stays pending until set anew. */
void rt_timer_after(uint32_t ticks);
void rt_timer_off(void);
/** Raise or clear the software interrupt. */
void rt_software(bool on);
void rt_irq_enable(unsigned irq, bool on);
/** The global enable; it holds in machine mode only, user mode always takes interrupts. */
void rt_irqs(bool on);
static inline void rt_wait(void) { __asm__ volatile("wfi" ::: "memory"); }

/** Run a function in user mode on its own stack; interrupts are on after it. */
uintptr_t rt_user(uintptr_t (*function)(uintptr_t), uintptr_t argument);

void rt_exit(int code) __attribute__((noreturn));

#endif
