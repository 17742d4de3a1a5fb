/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * A profiler for a bare-metal program: begins before main(), takes the records of control transfers at a timer's interrupts, and prints
 * them in the form that `rvt ctr` reads. The program runs in M, or with PROFILE_S in S, where it meets no M but for the timer.
 *
 * With PROFILE_BLOCKS, in S, a sample comes with a basic block of the program, compiled with -fsanitize-coverage=trace-pc, by a software
 * interrupt: on every machine at the same instructions. */
#include <stdbool.h>
#include <stdint.h>

#include "emulate.h"
#include "runtime.h"
#include "rvt/ctr.h"

#ifndef PROFILE_PERIOD
#define PROFILE_PERIOD 5000 /* ticks of mtime, or blocks */
#endif
#ifndef PROFILE_DEPTH
#define PROFILE_DEPTH 32
#endif
#ifdef PROFILE_S
enum { OWN = RVT_CTR_CTL_S, IN_M = false };
#else
enum { OWN = RVT_CTR_CTL_M, IN_M = true };
#endif
enum { TYPE_INTERRUPT = 2, TYPE_RETURN = 3, ECALL_AGAIN = 0x7f0, ECALL_EXIT = 0x7f1, CAUSE_ECALL_S = 9 };
#define UART_TRANSMIT ((volatile uint8_t *)0x10000000)
#define FINISHER      ((volatile uint32_t *)0x00100000) /* of QEMU's machine `virt` */

int __real_main(void);
static const struct rvt_ctr_io io = {.window = IN_M ? CTR_WINDOW : 0, .machine = IN_M};
static struct rvt_ctr_entry entry[RVT_CTR_ENTRIES_MAX];
static uint32_t chance = 1;

static void put_text(const char *text) {
  for (; *text != '\0'; text++) *UART_TRANSMIT = (uint8_t)*text;
}

static void put_hex(const char *before, uint64_t value) {
  int shift = 60;
  put_text(before);
  put_text("0x");
  while (shift > 0 && value >> shift == 0) shift -= 4;
  for (; shift >= 0; shift -= 4) *UART_TRANSMIT = (uint8_t)"0123456789abcdef"[value >> shift & 15];
}

/* What the handler itself did is newer than the interrupt, and older than the return of the sample before. */
static void sample(uintptr_t pc) {
  const uint64_t status = rvt_ctr_io_freeze(&io);
  const unsigned count = rvt_ctr_io_read(&io, entry, PROFILE_DEPTH);
  unsigned first = 0, end = 0;
  while (first < count && (entry[first].data & 15) != TYPE_INTERRUPT) first++;
  first = first < count ? first + 1 : 0;
  for (end = first; end < count && (entry[end].data & 15) != TYPE_RETURN; end++) {
  }
  put_hex("\nctr 1 ", end - first); /* the program may be in the middle of a line */
  put_hex(" ", pc);
  for (unsigned i = first; i < end; i++) {
    put_hex("\nctr ", entry[i].source);
    put_hex(" ", entry[i].target);
    put_hex(" ", entry[i].data);
  }
  put_text("\n");
  rvt_ctr_io_resume(&io, status);
}

/* Not in step with a loop of the program. */
static uint32_t period(void) {
  chance = chance * 1103515245u + 12345u;
  return PROFILE_PERIOD / 2 + (chance >> 16) % PROFILE_PERIOD;
}

static void again(void) { rt_timer_after(period()); }

__attribute__((noreturn)) static void finish(int code) {
  *FINISHER = code == 0 ? 0x5555 : (uint32_t)code << 16 | 0x3333;
  for (;;) {
  }
}

static bool begin(void) { return rvt_ctr_io_configure(&io, PROFILE_DEPTH, OWN); }

#ifdef PROFILE_S

void profiler_enter_s(void);
void profiler_s(void);
void profiler_m(uintptr_t x[32], uintptr_t cause, uintptr_t epc);
void profiler_sample(uintptr_t pc);

static uintptr_t call_m(uintptr_t what, uintptr_t argument) {
  register uintptr_t a0 __asm__("a0") = argument;
  register uintptr_t a7 __asm__("a7") = what;
  __asm__ volatile("ecall" : "+r"(a0) : "r"(a7) : "memory");
  return a0;
}

void __wrap_rt_exit(int code) { call_m(ECALL_EXIT, (uintptr_t)code), finish(1); }

#ifdef PROFILE_BLOCKS
static uint32_t blocks; /* until the next sample */

/* A write of sstatus flushes a pipeline, so that the next instruction takes the interrupt; one of sip need not. */
void __sanitizer_cov_trace_pc(void);
void __sanitizer_cov_trace_pc(void) {
  if (__builtin_expect(--blocks == 0, 0)) __asm__ volatile("csrci sstatus, 2\n csrsi sip, 2\n csrsi sstatus, 2" ::: "memory");
}

static void arm(void) {
  __asm__ volatile("csrci sip, 2" ::: "memory");
  blocks = period();
}
#else
static void arm(void) { call_m(ECALL_AGAIN, 0); }
#endif

void profiler_sample(uintptr_t pc) {
  sample(pc);
  arm();
}

void profiler_s(void) {
  if (!begin()) put_text("profiler: this hart has no such control transfer records\n");
  arm();
  const int code = __real_main();
  __asm__ volatile("csrci sstatus, 2");
  __wrap_rt_exit(code);
}

/* Of M there is the timer, which becomes that of S, and what a hart without CSRs of records lacks. */
void profiler_m(uintptr_t x[32], uintptr_t cause, uintptr_t epc) {
  const uintptr_t stip = 1 << 5;
  if (cause == (RT_INTERRUPT | RT_IRQ_TIMER)) {
    rt_timer_off();
    __asm__ volatile("csrs mip, %0" ::"r"(stip));
    return;
  }
  if (cause == CAUSE_ECALL_S && x[17] == ECALL_AGAIN) {
    __asm__ volatile("csrc mip, %0" ::"r"(stip));
    again();
  } else if (cause == CAUSE_ECALL_S && x[17] == ECALL_EXIT) {
    finish((int)x[10]);
  } else if (cause != RT_CAUSE_ILLEGAL || CTR_WINDOW == 0 || !ctr_emulate(x, *(const uint16_t *)epc | (uint32_t) * (const uint16_t *)(epc + 2) << 16)) {
    put_hex("profiler: trap ", cause);
    put_hex(" at ", epc);
    put_text("\n");
    finish(RT_EXIT_UNEXPECTED_TRAP);
  }
  __asm__ volatile("csrw mepc, %0" ::"r"(epc + 4));
}

int __wrap_main(void) {
  rt_timer_off();
  profiler_enter_s();
  return 1;
}

#else

void __wrap_rt_exit(int code) { finish(code); }

static void trap(struct rt_frame *frame, uintptr_t cause, uintptr_t tval) {
  (void)tval;
  if (cause != (RT_INTERRUPT | RT_IRQ_TIMER)) finish(RT_EXIT_UNEXPECTED_TRAP);
  sample(frame->epc);
  again();
}

int __wrap_main(void) {
  if (!begin()) put_text("profiler: this hart has no such control transfer records\n");
  rt_set_handler(trap);
  rt_irq_enable(RT_IRQ_TIMER, true);
  again();
  rt_irqs(true);
  const int code = __real_main();
  rt_irqs(false);
  finish(code);
}

#endif
