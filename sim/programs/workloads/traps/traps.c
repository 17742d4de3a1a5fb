/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */

/* Traps of all kinds out of user mode: services by ecall, illegal instructions and misaligned loads
 * that the handler emulates, breakpoints, and a timer that interrupts all of it. Handlers are entered
 * through one entry in even rounds and through a vector table in odd ones. */

#include <stdbool.h>

#include "runtime.h"

enum { TICKS = 60, ROUND = 200, SERVICES = 4 };

static uint32_t counts[4]; /* ecalls, illegal instructions, breakpoints, machine ecalls */
static volatile uint32_t timers;

/* The number of half-words of the instruction at `pc`. */
static unsigned halfwords(uintptr_t pc) { return (*(const uint16_t *)pc & 3) == 3 ? 2 : 1; }

static uint32_t service(uintptr_t number, uint32_t a, uint32_t b) {
  counts[0]++;
  switch (number) {
  case 0: return a + b;
  case 1: return a ^ b << 3;
  case 2: return a * b;
  case 3: return b == 0 ? 0 : a % b;
  default: return 0;
  }
}

static void handle(struct rt_frame *f, uintptr_t cause, uintptr_t tval) {
  switch (cause) {
  case RT_INTERRUPT | RT_IRQ_TIMER:
    timers++;
    rt_timer_after(TICKS);
    return;
  case RT_CAUSE_ECALL_U: f->a[0] = service(f->a[7], (uint32_t)f->a[0], (uint32_t)f->a[1]); break;
  case RT_CAUSE_ECALL_M: counts[3]++; break;
  case RT_CAUSE_ILLEGAL: counts[1]++; f->a[0] += 3; break;
  case RT_CAUSE_BREAKPOINT: counts[2]++; break;
  case RT_CAUSE_LOAD_MISALIGNED: {
    const uint8_t *p = (const uint8_t *)tval;
    f->a[0] = (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
    break;
  }
  default: rt_exit(3);
  }
  f->epc += 2 * halfwords(f->epc);
}

static uint32_t call_service(uint32_t number, uint32_t first, uint32_t second) {
  register uintptr_t a0 __asm__("a0") = first;
  register uintptr_t a1 __asm__("a1") = second;
  register uintptr_t a7 __asm__("a7") = number;
  __asm__ volatile("ecall" : "+r"(a0) : "r"(a1), "r"(a7) : "memory");
  return (uint32_t)a0;
}

static uint32_t illegal(uint32_t value) {
  register uintptr_t a0 __asm__("a0") = value;
  __asm__ volatile("csrr zero, mstatus" : "+r"(a0)); /* user mode may not */
  return (uint32_t)a0;
}

static uint32_t compressed_illegal(uint32_t value) {
  register uintptr_t a0 __asm__("a0") = value;
  __asm__ volatile(".half 0" : "+r"(a0));
  return (uint32_t)a0;
}

static uint32_t misaligned(const uint8_t *p) {
  register uintptr_t a0 __asm__("a0") = (uintptr_t)p;
  __asm__ volatile("lw a0, 0(a0)" : "+r"(a0)::"memory");
  return (uint32_t)a0;
}

static uintptr_t user(uintptr_t argument) {
  static const uint8_t bytes[] __attribute__((aligned(4))) = {1, 2, 3, 5, 8, 13, 21, 34};
  uint32_t sum = (uint32_t)argument;
  for (uint32_t i = 0; i < ROUND; i++) {
    sum = call_service(i % SERVICES, sum, i);
    if (i % 5 == 1) sum = illegal(sum);
    if (i % 7 == 2) sum = compressed_illegal(sum);
    if (i % 11 == 3) __asm__ volatile("ebreak");
    if (i % 13 == 4) __asm__ volatile(".option push\n.option norvc\nebreak\n.option pop");
    if (i % 9 == 5) sum += misaligned(&bytes[1 + i % 3]);
    for (volatile uint32_t k = 0; k < i % 16; k++) sum += k;
  }
  return sum;
}

int main(void) {
  uint32_t sum = 0;
  rt_set_handler(handle);
  rt_irq_enable(RT_IRQ_TIMER, true);
  rt_timer_after(TICKS);
  for (uint32_t round = 0; round < SCALE; round++) {
    rt_vectored(round % 2 != 0);
    sum = sum * 31 + (uint32_t)rt_user(user, round);
    __asm__ volatile("ecall" ::: "memory");
  }
  for (uint32_t seen = timers; timers == seen;) rt_wait();
  rt_timer_off();
  for (int i = 0; i < 4; i++) sum = sum * 31 + counts[i];
  return sum == EXPECTED ? timers < 2 ? 2 : 0 : 1;
}
