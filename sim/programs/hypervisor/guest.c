/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */

/* What a kernel finds in memory as a guest: the tables of its processes, known when it is linked. */

#include "hypervisor.h"
#include "tables.h"

#define CODE       0x10000
#define TABLE(n, k) (GUEST_TABLES + (3 * (n) + (k)) * PAGE)
#define LEAF(at)   [(at) >> 12]

#define TABLES_OF(n)                                                                               \
  {{[0] = POINTS(TABLE(n, 1), 0), /* the kernel's own: all of the guest's memory */                \
    [(UPPER + GUEST_MEMORY) >> 30 & 511] = POINTS(GUEST_MEMORY, R | W | X | A | D | GLOBAL)},      \
   {POINTS(TABLE(n, 2), 0)},                                                                       \
   {LEAF(CODE) = POINTS(GUEST_CODE + (n) * PAGE, R | X | U | A),                                   \
    LEAF(PROCESS_STACK) = POINTS(GUEST_STACKS + (n) * PAGE, R | W | U | A | D),                    \
    LEAF(PROCESS_SPARE) = POINTS(GUEST_SPARES + (n) * PAGE, R | W | U | A | D) - V}}

void kernel_entry(void), first_process(void), second_process(void);

__attribute__((section(".guest.tables"))) uint64_t table[PROCESSES][3][512] = {TABLES_OF(0),
                                                                               TABLES_OF(1)};

__attribute__((section(".guest.boot"))) const struct boot boot = {
    .start = {.entry = {(uintptr_t)first_process, (uintptr_t)second_process},
              .satp = {SV39(1, TABLE(0, 0)), SV39(2, TABLE(1, 0))},
              .spare = (volatile uint64_t *)TABLE(0, 2) + (PROCESS_SPARE >> 12)},
    .entry = kernel_entry};
