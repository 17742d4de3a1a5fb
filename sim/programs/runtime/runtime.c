/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime.h"

#include <stddef.h>

#include "frame.h"

_Static_assert(sizeof(struct rt_frame) == FRAME_SIZE, "start.S has another frame");
_Static_assert(offsetof(struct rt_frame, a) == FRAME_A(0), "start.S has another frame");
_Static_assert(offsetof(struct rt_frame, status) == FRAME_STATUS, "start.S has another frame");

extern char rt_vectors[], rt_trap_entry[];
void rt_user_left(uintptr_t result) __attribute__((noreturn));
void rt_trap(struct rt_frame *frame, uintptr_t cause, uintptr_t tval);

#define CLINT_MSIP     ((volatile uint32_t *)0x02000000)
#define CLINT_MTIMECMP ((volatile uint32_t *)0x02004000)
#define CLINT_MTIME    ((volatile uint32_t *)0x0200bff8)

static rt_handler handler_now;

void rt_set_handler(rt_handler handler) { handler_now = handler; }

void rt_vectored(bool on) {
#ifdef RT_VECTORED
  on = true;
#endif
  uintptr_t base = on ? (uintptr_t)rt_vectors | 1 : (uintptr_t)rt_trap_entry;
  __asm__ volatile("csrw mtvec, %0" ::"r"(base));
}

void rt_trap(struct rt_frame *frame, uintptr_t cause, uintptr_t tval) {
  if (cause == RT_CAUSE_ECALL_U && frame->a[7] == RT_LEAVE_USER) rt_user_left(frame->a[0]);
  if (handler_now == NULL) rt_exit(RT_EXIT_UNEXPECTED_TRAP);
  handler_now(frame, cause, tval);
}

/* Never a moment with a too small compare value: the upper half is at its end while the lower
 * one changes. */
static void set_compare(uint64_t when) {
  CLINT_MTIMECMP[1] = UINT32_MAX;
  CLINT_MTIMECMP[0] = (uint32_t)when;
  CLINT_MTIMECMP[1] = (uint32_t)(when >> 32);
}

void rt_timer_after(uint32_t ticks) {
  uint32_t high, low;
  do {
    high = CLINT_MTIME[1];
    low = CLINT_MTIME[0];
  } while (high != CLINT_MTIME[1]);
  set_compare(((uint64_t)high << 32 | low) + ticks);
}

void rt_timer_off(void) { set_compare(UINT64_MAX); }

void rt_software(bool on) { *CLINT_MSIP = on; }

void rt_irq_enable(unsigned irq, bool on) {
  uintptr_t bit = (uintptr_t)1 << irq;
  if (on)
    __asm__ volatile("csrs mie, %0" ::"r"(bit) : "memory");
  else
    __asm__ volatile("csrc mie, %0" ::"r"(bit) : "memory");
}

void rt_irqs(bool on) {
  if (on)
    __asm__ volatile("csrsi mstatus, 8" ::: "memory");
  else
    __asm__ volatile("csrci mstatus, 8" ::: "memory");
}
