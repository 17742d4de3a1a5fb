/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef HYPERVISOR_H
#define HYPERVISOR_H

/*
 * Four privileges and two guests: the monitor of sim/programs/kernel in machine mode, a hypervisor in HS
 * (hypervisor.c), and twice that kernel with its two processes, in VS and VU, as guests. Both guests lie at
 * the same guest addresses and do the same, by other instructions: they are compiled in other ways.
 *
 * Memory of a guest, by its physical addresses (guest.ld), GUEST_PAGES in all, of which the hypervisor
 * gives each page when it is first touched.
 */

#include "kernel.h"

#define GUESTS       2
#define GUEST_PAGES  32
#define GUEST_MEMORY 0x80000000
#define GUEST_TABLES 0x80008000 /* 3 pages of each process */
#define GUEST_CODE   0x80010000 /* a page of each */
#define GUEST_STACKS 0x80012000
#define GUEST_SPARES 0x80014000

#ifndef __ASSEMBLER__
/* Where a guest's memory begins: what its kernel wants in a0, and the kernel's entry. */
struct boot {
  struct start start;
  void (*entry)(void);
};
#endif

#endif
