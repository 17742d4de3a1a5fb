/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */

/*
 * The hypervisor, in HS. It takes the place that supervisor.c has in sim/programs/kernel: the same monitor starts it
 * and serves it, and kernel/trap.S calls its kernel_begin() once, its kernel_handle() for every trap.
 */

#include "hypervisor.h"
#include "runtime.h"
#include "tables.h"

enum { CAUSE_ECALL_VS = 10 };
enum { GUEST_INSN_FAULT = 20, GUEST_LOAD_FAULT = 21, GUEST_STORE_FAULT = 23 };
enum { GUEST_FAULTS = 1 << GUEST_INSN_FAULT | 1 << GUEST_LOAD_FAULT | 1 << GUEST_STORE_FAULT };
enum { HS_TIMER = 1 << IRQ_SUPERVISOR_TIMER, VS_TIMER = 1 << 6, STATUS_SPP = 1 << 8, HSTATUS_SPV = 1 << 7 };
enum { STATUS_SIE = 1 << 1, STATUS_SPIE = 1 << 5, FIRST_CONTEXT = 0x11, SLICE = 300 };

#define READ(csr)         ({ uintptr_t value; __asm__ volatile("csrr %0, " #csr : "=r"(value)); value; })
#define WRITE(csr, value) __asm__ volatile("csrw " #csr ", %0" ::"r"((uintptr_t)(value)) : "memory")
#define SET(csr, bits)    __asm__ volatile("csrs " #csr ", %0" ::"r"((uintptr_t)(bits)) : "memory")
#define CLEAR(csr, bits)  __asm__ volatile("csrc " #csr ", %0" ::"r"((uintptr_t)(bits)) : "memory")

/* What belongs to a guest beside its integer registers. */
#define EACH_CSR(DO)                                                                               \
  DO(hgatp) DO(hedeleg) DO(hvip) DO(hcontext) DO(scontext)                                         \
  DO(vsstatus) DO(vstvec) DO(vsscratch) DO(vsepc) DO(vscause) DO(vstval) DO(vsatp)

struct guest {
  struct frame frame;
#define FIELD(csr) uintptr_t csr;
  EACH_CSR(FIELD)
  bool timer_on;
  uint32_t result;
};

extern char guest_memory[GUESTS][GUEST_PAGES][PAGE];

/* Guest-physical to physical: Sv39x4, whose root has 2048 entries. Not in .bss, which a program clears. */
#define TABLE(size) __attribute__((section(".data.tables"), aligned(size)))
TABLE(4 * PAGE) static uint64_t root[GUESTS][2048];
TABLE(PAGE) static uint64_t middle[GUESTS][512], leaf[GUESTS][512];

static struct guest guest[GUESTS];
static unsigned now, left = GUESTS;

static void load_csrs(const struct guest *g) {
#define LOAD_CSR(csr) WRITE(csr, g->csr);
  EACH_CSR(LOAD_CSR)
}

static void save_csrs(struct guest *g) {
#define SAVE_CSR(csr) g->csr = READ(csr);
  EACH_CSR(SAVE_CSR)
}

static void enter(struct frame *f, unsigned n) {
  now = n;
  load_csrs(&guest[n]);
  *f = guest[n].frame;
}

static void switch_guest(struct frame *f) {
  if (left < GUESTS) return; /* the other one has ended */
  guest[now].frame = *f;
  save_csrs(&guest[now]);
  enter(f, (now + 1) % GUESTS);
}

/* The guest's own timer is due with the hypervisor's. */
static void tick(struct frame *f) {
  kernel_asks(SLICE, MONITOR_TIMER);
  if (guest[now].timer_on) SET(hvip, VS_TIMER);
  guest[now].timer_on = false;
  switch_guest(f);
}

/* Both guests must have found the same, which the monitor knows, too. */
static void end_guest(struct frame *f, uint32_t result) {
  guest[now].result = result;
  if (--left == 0) kernel_asks(guest[0].result == guest[1].result ? result : ~result, MONITOR_END);
  enter(f, (now + 1) % GUESTS);
}

/* To a guest the hypervisor is what the monitor is to a kernel. */
static void call(struct frame *f) {
  f->epc += 4;
  if (f->x[A7] != MONITOR_TIMER) {
    end_guest(f, (uint32_t)f->x[A0]);
    return;
  }
  CLEAR(hvip, VS_TIMER);
  guest[now].timer_on = true;
}

/* The trap goes on to the guest's kernel, as if hedeleg had its cause. */
static void hand_on(struct frame *f, uintptr_t cause) {
  const uintptr_t status = READ(vsstatus) & ~(uintptr_t)(STATUS_SPP | STATUS_SPIE);
  WRITE(vsstatus, (status & ~(uintptr_t)STATUS_SIE) | (status & STATUS_SIE) << 4);
  WRITE(vsepc, f->epc);
  WRITE(vscause, cause);
  f->epc = READ(vstvec);
  f->status |= STATUS_SPP;
}

static bool give_page(uintptr_t address) {
  const uintptr_t n = (address - GUEST_MEMORY) / PAGE;
  if (n >= GUEST_PAGES) return false;
  leaf[now][n] = POINTS((uintptr_t)guest_memory[now][n], R | W | X | U | A | D);
  __asm__ volatile(".option push; .option arch, +h; hfence.gvma; .option pop" ::: "memory");
  return true;
}

void kernel_handle(struct frame *f, uintptr_t cause, uintptr_t value) {
  (void)value;
  if (cause == CAUSE_SUPERVISOR_TIMER)
    tick(f);
  else if (cause == CAUSE_ECALL_VS)
    call(f);
  else if (cause == CAUSE_ECALL_U)
    hand_on(f, cause);
  else if (cause >= 64 || (GUEST_FAULTS >> cause & 1) == 0 || !give_page(READ(htval) << 2))
    kernel_asks(~cause, MONITOR_END);
}

/* A guest begins as its boot says, with nothing of its memory but the tables to it. The first one's system calls
 * go to its kernel; those of the second one come here. */
void kernel_begin(const struct start *start) {
  (void)start;
  for (unsigned n = 0; n < GUESTS; n++) {
    const struct boot *boot = (const struct boot *)guest_memory[n];
    root[n][GUEST_MEMORY >> 30] = POINTS((uintptr_t)middle[n], 0);
    middle[n][GUEST_MEMORY >> 21 & 511] = POINTS((uintptr_t)leaf[n], 0);
    guest[n] = (struct guest){.frame = {.epc = (uintptr_t)boot->entry, .status = STATUS_SPP},
                              .hgatp = SV39(n + 1, (uintptr_t)root[n]),
                              .hedeleg = PAGE_FAULTS | (n == 0) << CAUSE_ECALL_U,
                              .hcontext = FIRST_CONTEXT + n,
                              .vsatp = boot->start.satp[0]};
    guest[n].frame.x[A0] = UPPER + GUEST_MEMORY;
  }
  SET(hstatus, HSTATUS_SPV);
  WRITE(hideleg, VS_TIMER);
  WRITE(stvec, kernel_trap);
  SET(sie, HS_TIMER);
  kernel_asks(SLICE, MONITOR_TIMER);
  enter(&kernel_frame, 0);
}

int main(void) {
  WRITE(medeleg, PAGE_FAULTS | GUEST_FAULTS | 1 << CAUSE_ECALL_U | 1 << CAUSE_ECALL_VS);
  WRITE(mideleg, HS_TIMER);
  WRITE(mtvec, monitor_trap);
  monitor_leave(kernel_address, 0);
}
