/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel.h"

/* A process has only the code of its own section, its stack, and the spare page. */
#define FIRST __attribute__((section(".first.text"), noinline))
#define SECOND __attribute__((section(".second.text"), noinline))

static inline __attribute__((always_inline)) void ask(uintptr_t number, uintptr_t argument) {
  register uintptr_t a0 __asm__("a0") = argument;
  register uintptr_t a7 __asm__("a7") = number;
  __asm__ volatile("ecall" : "+r"(a0) : "r"(a7) : "memory");
}

/* ---- First: sorts ----------------------------------------------------------------------------- */

enum { NUMBERS = 24 };

FIRST static uint32_t draw(uint32_t *state) { return *state = *state * 1664525u + 1013904223u; }

FIRST static void sort(uint32_t *number) {
  for (unsigned i = 1; i < NUMBERS; i++) {
    const uint32_t value = number[i];
    unsigned k = i;
    for (; k > 0 && number[k - 1] > value; k--) number[k] = number[k - 1];
    number[k] = value;
  }
}

FIRST void first_process(void) {
  uint32_t state = 7;
  volatile uint32_t *spare = (volatile uint32_t *)PROCESS_SPARE;
  for (unsigned round = 0; round < SCALE; round++) {
    uint32_t number[NUMBERS], sum = 0;
    for (unsigned i = 0; i < NUMBERS; i++) number[i] = draw(&state) >> 8;
    sort(number);
    for (unsigned i = 0; i < NUMBERS; i++) sum = sum * 31 + number[i];
    *spare += sum;
    ask(KERNEL_TELL, *spare);
    if (round % 4 == 3) ask(KERNEL_YIELD, 0);
  }
  ask(KERNEL_END, 0);
}

/* ---- Second: calls, some by address ------------------------------------------------------------- */

SECOND static uint32_t fib(unsigned n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
SECOND static uint32_t twice(uint32_t x) { return x << 1 ^ x >> 3; }
SECOND static uint32_t third(uint32_t x) { return x / 3 + 11; }

SECOND void second_process(void) {
  uint32_t x = 99;
  for (unsigned round = 0; round < SCALE; round++) {
    uint32_t (*volatile step)(uint32_t) = x & 1 ? twice : third;
    x = step(x) + fib(6 + round % 4);
    ask(KERNEL_TELL, x);
  }
  ask(KERNEL_END, 0);
}
