/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */

/* Interrupts in interrupts: the timer's handler raises the software interrupt and lets it in, twice,
 * and that handler traps by ecall. Below all of them a program computes, in user mode and in
 * machine mode; it must not notice. */

#include <stdbool.h>

#include "runtime.h"

enum { TICKS = 50, PER_ROUND = 4000 };

static volatile uint32_t timers, softwares, ecalls, depth, deepest;

static void handle(struct rt_frame *f, uintptr_t cause, uintptr_t tval) {
  (void)tval;
  depth++;
  if (depth > deepest) deepest = depth;
  switch (cause) {
  case RT_INTERRUPT | RT_IRQ_TIMER:
    timers++;
    rt_irq_enable(RT_IRQ_TIMER, false);
    for (int i = 0; i < 2; i++) {
      uint32_t seen = softwares;
      rt_software(true);
      rt_irqs(true);
      while (softwares == seen) {}
      rt_irqs(false);
    }
    rt_irq_enable(RT_IRQ_TIMER, true);
    rt_timer_after(TICKS);
    break;
  case RT_INTERRUPT | RT_IRQ_SOFTWARE:
    rt_software(false);
    softwares++;
    __asm__ volatile("ecall" ::: "memory");
    break;
  case RT_CAUSE_ECALL_M:
    ecalls++;
    f->epc += 4;
    break;
  default: rt_exit(3);
  }
  depth--;
}

/* Calls and branches in plenty, for interrupts to come at all kinds of instructions. */
static uint32_t __attribute__((noinline)) step(uint32_t x) {
  return (x & 1) != 0 ? x * 3 + 1 : x / 2;
}

static uintptr_t compute(uintptr_t seed) {
  uint32_t x = (uint32_t)seed, sum = 0;
  for (uint32_t i = 0; i < PER_ROUND; i++) {
    x = step(x);
    if (x <= 1) x = (uint32_t)seed + i;
    sum = sum * 31 + x;
  }
  return sum;
}

int main(void) {
  uint32_t sum = 0;
  rt_set_handler(handle);
  rt_irq_enable(RT_IRQ_TIMER, true);
  rt_irq_enable(RT_IRQ_SOFTWARE, true);
  rt_timer_after(TICKS);
  rt_irqs(true);
  for (uint32_t round = 0; round < SCALE; round++) {
    rt_vectored(round % 4 >= 2);
    sum = sum * 31 + (uint32_t)(round % 2 == 0 ? compute(round + 27) : rt_user(compute, round + 27));
  }
  rt_irqs(false);
  if (sum != EXPECTED) return 1;
  return timers >= 2 && softwares == 2 * timers && ecalls == softwares && deepest == 3 ? 0 : 2;
}
