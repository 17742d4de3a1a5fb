/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */

/* In machine mode: the timer of what is in supervisor mode, and the end of the program. */

#include "kernel.h"
#include "runtime.h"

uintptr_t monitor_handle(struct frame *f, uintptr_t cause) {
  const uintptr_t pending = 1 << IRQ_SUPERVISOR_TIMER;
  if (cause == (RT_INTERRUPT | RT_IRQ_TIMER)) {
    rt_irq_enable(RT_IRQ_TIMER, false);
    __asm__ volatile("csrs mip, %0" ::"r"(pending));
  } else if (cause == CAUSE_ECALL_S && f->x[A7] == MONITOR_TIMER) {
    f->epc += 4;
    __asm__ volatile("csrc mip, %0" ::"r"(pending));
    rt_timer_after((uint32_t)f->x[A0]);
    rt_irq_enable(RT_IRQ_TIMER, true);
  } else if (cause == CAUSE_ECALL_S) {
    rt_exit((uint32_t)f->x[A0] == EXPECTED ? 0 : 1);
  } else {
    rt_exit(RT_EXIT_UNEXPECTED_TRAP);
  }
  return 0;
}
