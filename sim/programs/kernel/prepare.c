/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */

/* Before the kernel runs, in machine mode: tables of both processes, what is delegated, the way there. */

#include "kernel.h"
#include "runtime.h"
#include "tables.h"

void first_process(void), second_process(void);

static uint64_t table[PROCESSES][3][512] __attribute__((aligned(PAGE)));
static char page[PROCESSES][2][PAGE] __attribute__((aligned(PAGE)));
static struct start start;

/* The pages of a process: code at where its part of the program lies, stack, and a spare one that
 * is not there yet. */
static void map(unsigned n, uintptr_t code, uintptr_t lies) {
  uint64_t *root = table[n][0], *middle = table[n][1], *leaf = table[n][2];
  root[0] = POINTS((uintptr_t)middle, 0);
  middle[0] = POINTS((uintptr_t)leaf, 0);
  leaf[code >> 12] = POINTS(lies, R | X | U | A);
  leaf[PROCESS_STACK >> 12] = POINTS((uintptr_t)page[n][0], R | W | U | A | D);
  leaf[PROCESS_SPARE >> 12] = POINTS((uintptr_t)page[n][1], R | W | U | A | D) & ~(uint64_t)V;
  root[UPPER >> 30 & 511] = POINTS(0, R | W | X | A | D | GLOBAL);
  root[(UPPER >> 30 & 511) + 2] = POINTS(0x80000000, R | W | X | A | D | GLOBAL);
  start.satp[n] = SV39(n + 1, (uintptr_t)root);
}

int main(void) {
  start.entry[0] = (uintptr_t)first_process;
  start.entry[1] = (uintptr_t)second_process;
  map(0, 0x10000, 0x80200000);
  map(1, 0x10000, 0x80210000);
  start.spare = &table[0][2][PROCESS_SPARE >> 12];
  __asm__ volatile("csrw medeleg, %0" ::"r"((uintptr_t)(1 << CAUSE_ECALL_U | PAGE_FAULTS)));
  __asm__ volatile("csrw mideleg, %0" ::"r"((uintptr_t)1 << IRQ_SUPERVISOR_TIMER));
  __asm__ volatile("csrw mtvec, %0" ::"r"(monitor_trap));
  __asm__ volatile("csrw satp, %0; sfence.vma" ::"r"(start.satp[0]) : "memory");
  monitor_leave(kernel_address, (const struct start *)((uintptr_t)&start + UPPER));
}
