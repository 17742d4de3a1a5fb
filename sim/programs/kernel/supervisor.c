/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel.h"

/* Nothing of the C library lies here. */
#pragma GCC optimize("no-tree-loop-distribute-patterns")

#define KERNEL __attribute__((section(".kernel.text"), noinline))
#define DATA __attribute__((section(".kernel.data")))

#define STATUS_PREVIOUS_ON 0x20 /* interrupts are on in the process */
#define FIRST_CONTEXT 0x21

DATA static struct frame saved[PROCESSES] = {{.epc = 1}};
DATA static uint32_t sum[PROCESSES] = {1, 1};
DATA static unsigned now = 0, left = PROCESSES;
DATA static const struct start *begun = 0;

/* The tables of a process, and the word by which a debugger knows it: the ASID, if there is no scontext. */
KERNEL static void enter(unsigned n) {
  now = n;
  __asm__ volatile("csrw satp, %0; sfence.vma" ::"r"(begun->satp[n]) : "memory");
#ifndef NO_SCONTEXT
  __asm__ volatile("csrw 0x5a8, %0" ::"r"((uintptr_t)FIRST_CONTEXT + n)); /* scontext */
#endif
}

KERNEL static void copy(struct frame *to, const struct frame *from) {
  for (unsigned i = 0; i < 31; i++) to->x[i] = from->x[i];
  to->epc = from->epc;
  to->status = from->status;
}

KERNEL static void switch_process(struct frame *f) {
  const unsigned next = (now + 1) % PROCESSES;
  if (left < PROCESSES) return; /* the other one has ended */
  copy(&saved[now], f);
  enter(next);
  copy(f, &saved[next]);
}

KERNEL static void end_process(struct frame *f) {
  const unsigned other = (now + 1) % PROCESSES;
  if (--left == 0) kernel_asks(sum[0] * 31 + sum[1], MONITOR_END);
  enter(other);
  copy(f, &saved[other]);
}

/* The page is there from now on. Tables of processes lie 3 pages apart. */
KERNEL static void give_page(void) {
  volatile uint64_t *entry =
      (volatile uint64_t *)((uintptr_t)begun->spare + UPPER) + (uintptr_t)now * 3 * 512;
  *entry |= 1;
  __asm__ volatile("sfence.vma" ::: "memory");
}

KERNEL static void call(struct frame *f) {
  f->epc += 4;
  if (f->x[A7] == KERNEL_TELL)
    sum[now] = sum[now] * 31 + (uint32_t)f->x[A0];
  else if (f->x[A7] == KERNEL_YIELD)
    switch_process(f);
  else
    end_process(f);
}

KERNEL void kernel_handle(struct frame *f, uintptr_t cause, uintptr_t value) {
  if (cause == CAUSE_SUPERVISOR_TIMER) {
    kernel_asks(TICKS, MONITOR_TIMER);
    switch_process(f);
  } else if (cause == CAUSE_ECALL_U) {
    call(f);
  } else if ((cause == CAUSE_LOAD_FAULT || cause == CAUSE_STORE_FAULT) &&
             value / PAGE == PROCESS_SPARE / PAGE) {
    give_page();
  } else {
    kernel_asks(~cause, MONITOR_END);
  }
}

KERNEL void kernel_begin(const struct start *start) {
  begun = start;
  for (unsigned n = 0; n < PROCESSES; n++) {
    saved[n].epc = start->entry[n];
    saved[n].status = STATUS_PREVIOUS_ON;
    saved[n].x[SP] = PROCESS_STACK + PAGE;
  }
  __asm__ volatile("csrw stvec, %0" ::"r"(kernel_trap));
  __asm__ volatile("csrs sie, %0" ::"r"(UINT64_C(1) << IRQ_SUPERVISOR_TIMER));
  kernel_asks(TICKS, MONITOR_TIMER);
  enter(0);
  copy(&kernel_frame, &saved[0]);
}
