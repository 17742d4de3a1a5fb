/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_CTR_H
#define RVT_CTR_H

/*
 * Control transfer records (Smctr, Ssctr 1.0) of the hart that this runs on, or of one whose
 * recorder has a memory-mapped window. Nothing but inline functions; no library.
 *
 *   struct rvt_ctr_io io = {.machine = true};       its CSRs, from M; or {.window = ADDRESS}
 *   rvt_ctr_io_configure(&io, 32, RVT_CTR_CTL_M);
 *   work();
 *   rvt_ctr_io_freeze(&io);
 *   count = rvt_ctr_io_read(&io, entries, 32);      the newest one first
 *
 * A window is read and written in words of 32 bits, the lower one first, by
 * RVT_CTR_WINDOW_READ(address) and RVT_CTR_WINDOW_WRITE(address, value); define them before this is
 * included where a pointer does not do.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Fields of the control registers, by their values. */
enum {
  RVT_CTR_CTL_U = 1 << 0,
  RVT_CTR_CTL_S = 1 << 1,
  RVT_CTR_CTL_M = 1 << 2,
  RVT_CTR_CTL_RASEMU = 1 << 7,
  RVT_CTR_CTL_STE = 1 << 8,
  RVT_CTR_CTL_MTE = 1 << 9,
  RVT_CTR_CTL_BPFRZ = 1 << 11,
  RVT_CTR_CTL_LCOFIFRZ = 1 << 12
};
/** Bit of a type in the controls: inhibits it, but for 4, which it enables (CTR:F-01). */
#define RVT_CTR_FILTER(itype) (UINT64_C(1) << (32 + (itype)))
#define RVT_CTR_FROZEN        (UINT64_C(1) << 31) /* in sctrstatus */

/** Numbers of the registers; a sireg of V is 0x100 higher. */
enum {
  RVT_CTR_SCTRCTL = 0x14e,
  RVT_CTR_SCTRSTATUS = 0x14f,
  RVT_CTR_SISELECT = 0x150,
  RVT_CTR_SIREG = 0x151,
  RVT_CTR_SIREG2 = 0x152,
  RVT_CTR_SIREG3 = 0x153,
  RVT_CTR_SCTRDEPTH = 0x15f,
  RVT_CTR_VSCTRCTL = 0x24e,
  RVT_CTR_MCTRCTL = 0x34e
};

enum { RVT_CTR_ENTRIES_MAX = 256, RVT_CTR_SELECT = 0x200 /* of logical entry 0 */ };

/** Offsets in the window: registers of 64 bits, of each entry one in three tables. */
enum {
  RVT_CTR_WINDOW_SOURCE = 0x0,
  RVT_CTR_WINDOW_TARGET = 0x800,
  RVT_CTR_WINDOW_DATA = 0x1000,
  RVT_CTR_WINDOW_MCTRCTL = 0x1800,
  RVT_CTR_WINDOW_SCTRCTL = 0x1808,
  RVT_CTR_WINDOW_VSCTRCTL = 0x1810,
  RVT_CTR_WINDOW_SCTRDEPTH = 0x1818,
  RVT_CTR_WINDOW_SCTRSTATUS = 0x1820,
  RVT_CTR_WINDOW_SCTRCLR = 0x1828 /* any write */
};

struct rvt_ctr_entry {
  uint64_t source, target, data; /* ctrsource, ctrtarget, ctrdata */
};

/** How to reach the records. */
struct rvt_ctr_io {
  uintptr_t window; /* address of the window; 0: by the CSRs */
  bool machine;     /* this runs in M, and means mctrctl; else sctrctl */
};

/** What is implemented. */
struct rvt_ctr_io_features {
  uint8_t depths;    /* bit i: depth 16 << i */
  uint64_t control;  /* bits of the control that can be set */
  uint32_t data;     /* bits of ctrdata: TYPE 3:0, CCV 15, CC 31:16 */
  bool mispredicted; /* MISP */
};

/** All that a context switch keeps. */
struct rvt_ctr_io_state {
  uint64_t control, depth, status;
  struct rvt_ctr_entry *entry; /* room for the depth that is set; the caller's */
};

#ifndef RVT_CTR_WINDOW_READ
#define RVT_CTR_WINDOW_READ(address) (*(volatile uint32_t *)(address))
#endif
#ifndef RVT_CTR_WINDOW_WRITE
#define RVT_CTR_WINDOW_WRITE(address, value) ((void)(*(volatile uint32_t *)(address) = (value)))
#endif

/* Registers. */

#ifdef __riscv
#define RVT_CTR_CSR_READ(csr)                                                                      \
  __extension__({                                                                                  \
    unsigned long csr_value_;                                                                      \
    __asm__ volatile("csrr %0, %1" : "=r"(csr_value_) : "i"(csr) : "memory");                      \
    (uint64_t) csr_value_;                                                                         \
  })
#define RVT_CTR_CSR_WRITE(csr, value)                                                              \
  __asm__ volatile("csrw %0, %1" ::"i"(csr), "r"((unsigned long)(value)) : "memory")
#define RVT_CTR_CSR_CLEAR() __asm__ volatile(".word 0x10400073" ::: "memory") /* SCTRCLR */
#else
#define RVT_CTR_CSR_READ(csr)         ((void)(csr), UINT64_C(0))
#define RVT_CTR_CSR_WRITE(csr, value) ((void)(csr), (void)(value))
#define RVT_CTR_CSR_CLEAR()           ((void)0)
#endif

static inline uint64_t rvt_ctr_window_get(const struct rvt_ctr_io *h, unsigned offset) {
  const uint32_t low = RVT_CTR_WINDOW_READ(h->window + offset);
  return (uint64_t)RVT_CTR_WINDOW_READ(h->window + offset + 4) << 32 | low;
}
static inline void rvt_ctr_window_put(const struct rvt_ctr_io *h, unsigned offset, uint64_t value) {
  RVT_CTR_WINDOW_WRITE(h->window + offset, (uint32_t)value);
  RVT_CTR_WINDOW_WRITE(h->window + offset + 4, (uint32_t)(value >> 32));
}

static inline uint64_t rvt_ctr_io_control(const struct rvt_ctr_io *h) {
  if (h->window != 0)
    return rvt_ctr_window_get(h, h->machine ? RVT_CTR_WINDOW_MCTRCTL : RVT_CTR_WINDOW_SCTRCTL);
  return h->machine ? RVT_CTR_CSR_READ(RVT_CTR_MCTRCTL) : RVT_CTR_CSR_READ(RVT_CTR_SCTRCTL);
}
static inline void rvt_ctr_io_set_control(const struct rvt_ctr_io *h, uint64_t value) {
  if (h->window != 0)
    rvt_ctr_window_put(h, h->machine ? RVT_CTR_WINDOW_MCTRCTL : RVT_CTR_WINDOW_SCTRCTL, value);
  else if (h->machine)
    RVT_CTR_CSR_WRITE(RVT_CTR_MCTRCTL, value);
  else
    RVT_CTR_CSR_WRITE(RVT_CTR_SCTRCTL, value);
}
static inline uint64_t rvt_ctr_io_status(const struct rvt_ctr_io *h) {
  return h->window != 0 ? rvt_ctr_window_get(h, RVT_CTR_WINDOW_SCTRSTATUS)
                        : RVT_CTR_CSR_READ(RVT_CTR_SCTRSTATUS);
}
static inline void rvt_ctr_io_set_status(const struct rvt_ctr_io *h, uint64_t value) {
  if (h->window != 0)
    rvt_ctr_window_put(h, RVT_CTR_WINDOW_SCTRSTATUS, value);
  else
    RVT_CTR_CSR_WRITE(RVT_CTR_SCTRSTATUS, value);
}
/** DEPTH: 16 << this entries. */
static inline uint64_t rvt_ctr_io_depth(const struct rvt_ctr_io *h) {
  return h->window != 0 ? rvt_ctr_window_get(h, RVT_CTR_WINDOW_SCTRDEPTH)
                        : RVT_CTR_CSR_READ(RVT_CTR_SCTRDEPTH);
}
static inline void rvt_ctr_io_set_depth(const struct rvt_ctr_io *h, uint64_t value) {
  if (h->window != 0)
    rvt_ctr_window_put(h, RVT_CTR_WINDOW_SCTRDEPTH, value);
  else
    RVT_CTR_CSR_WRITE(RVT_CTR_SCTRDEPTH, value);
}

/** Logical entry `i`, 0 the newest. By the CSRs siselect is left as it was. */
static inline struct rvt_ctr_entry rvt_ctr_io_entry(const struct rvt_ctr_io *h, unsigned i) {
  struct rvt_ctr_entry e;
  if (h->window != 0) {
    e.source = rvt_ctr_window_get(h, RVT_CTR_WINDOW_SOURCE + 8 * i);
    e.target = rvt_ctr_window_get(h, RVT_CTR_WINDOW_TARGET + 8 * i);
    e.data = rvt_ctr_window_get(h, RVT_CTR_WINDOW_DATA + 8 * i);
    return e;
  }
  const uint64_t select = RVT_CTR_CSR_READ(RVT_CTR_SISELECT);
  RVT_CTR_CSR_WRITE(RVT_CTR_SISELECT, RVT_CTR_SELECT + i);
  e.source = RVT_CTR_CSR_READ(RVT_CTR_SIREG);
  e.target = RVT_CTR_CSR_READ(RVT_CTR_SIREG2);
  e.data = RVT_CTR_CSR_READ(RVT_CTR_SIREG3);
  RVT_CTR_CSR_WRITE(RVT_CTR_SISELECT, select);
  return e;
}
static inline void rvt_ctr_io_set_entry(const struct rvt_ctr_io *h, unsigned i,
                                        struct rvt_ctr_entry e) {
  if (h->window != 0) {
    rvt_ctr_window_put(h, RVT_CTR_WINDOW_SOURCE + 8 * i, e.source);
    rvt_ctr_window_put(h, RVT_CTR_WINDOW_TARGET + 8 * i, e.target);
    rvt_ctr_window_put(h, RVT_CTR_WINDOW_DATA + 8 * i, e.data);
    return;
  }
  const uint64_t select = RVT_CTR_CSR_READ(RVT_CTR_SISELECT);
  RVT_CTR_CSR_WRITE(RVT_CTR_SISELECT, RVT_CTR_SELECT + i);
  RVT_CTR_CSR_WRITE(RVT_CTR_SIREG, e.source);
  RVT_CTR_CSR_WRITE(RVT_CTR_SIREG2, e.target);
  RVT_CTR_CSR_WRITE(RVT_CTR_SIREG3, e.data);
  RVT_CTR_CSR_WRITE(RVT_CTR_SISELECT, select);
}

/* What a profiler does. */

/** Forget all entries of all depths, and what was counted (CTR:I-02). */
static inline void rvt_ctr_io_clear(const struct rvt_ctr_io *h) {
  if (h->window != 0)
    RVT_CTR_WINDOW_WRITE(h->window + RVT_CTR_WINDOW_SCTRCLR, 0);
  else
    RVT_CTR_CSR_CLEAR();
}

/** Record nothing from here on. @return sctrstatus as it was, for rvt_ctr_io_resume() */
static inline uint64_t rvt_ctr_io_freeze(const struct rvt_ctr_io *h) {
  const uint64_t status = rvt_ctr_io_status(h);
  rvt_ctr_io_set_status(h, status | RVT_CTR_FROZEN);
  /* A store may be posted: no transfer retires before it has arrived. */
  if (h->window != 0) (void)RVT_CTR_WINDOW_READ(h->window + RVT_CTR_WINDOW_SCTRSTATUS);
  return status;
}
/** Record again, behind the entries that are there. */
static inline void rvt_ctr_io_resume(const struct rvt_ctr_io *h, uint64_t status) {
  rvt_ctr_io_set_status(h, status & ~RVT_CTR_FROZEN);
}

/** Start anew with `entries` (16, 32 .. 256) and a control.
 *
 * @return whether both were taken as they are; records are made according to what was taken */
static inline bool rvt_ctr_io_configure(const struct rvt_ctr_io *h, unsigned entries,
                                        uint64_t control) {
  uint64_t depth = 0;
  while (depth < 4 && 16u << depth < entries) depth++;
  rvt_ctr_io_set_control(h, 0);
  rvt_ctr_io_set_depth(h, depth);
  rvt_ctr_io_clear(h);
  rvt_ctr_io_set_status(h, 0);
  const bool good = rvt_ctr_io_depth(h) == depth && 16u << depth == entries;
  rvt_ctr_io_set_control(h, control);
  return good && rvt_ctr_io_control(h) == control;
}

/** The newest entries, at most `room` and the depth, those that are not valid too; best while
 *  frozen. @return how many */
static inline unsigned rvt_ctr_io_read(const struct rvt_ctr_io *h, struct rvt_ctr_entry *entry,
                                       unsigned room) {
  const unsigned depth = 16u << (rvt_ctr_io_depth(h) & 7);
  const unsigned count = depth < room ? depth : room;
  for (unsigned i = 0; i < count; i++) entry[i] = rvt_ctr_io_entry(h, i);
  return count;
}

/** Keep all, and record nothing until rvt_ctr_io_restore(). */
static inline void rvt_ctr_io_save(const struct rvt_ctr_io *h, struct rvt_ctr_io_state *s) {
  s->control = rvt_ctr_io_control(h);
  s->status = rvt_ctr_io_freeze(h);
  s->depth = rvt_ctr_io_depth(h);
  (void)rvt_ctr_io_read(h, s->entry, 16u << (s->depth & 7));
}
/** The status before the entries (CTR:E-06), and frozen until all is there. */
static inline void rvt_ctr_io_restore(const struct rvt_ctr_io *h,
                                      const struct rvt_ctr_io_state *s) {
  rvt_ctr_io_set_depth(h, s->depth);
  rvt_ctr_io_set_status(h, s->status | RVT_CTR_FROZEN);
  for (unsigned i = 0; i < 16u << (s->depth & 7); i++) rvt_ctr_io_set_entry(h, i, s->entry[i]);
  rvt_ctr_io_set_control(h, s->control);
  rvt_ctr_io_set_status(h, s->status);
}

/** Ask by writing: what is recorded is lost, and nothing is recorded after it. */
static inline void rvt_ctr_io_discover(const struct rvt_ctr_io *h, struct rvt_ctr_io_features *f) {
  rvt_ctr_io_set_control(h, ~UINT64_C(0));
  f->control = rvt_ctr_io_control(h);
  rvt_ctr_io_set_control(h, 0);
  f->depths = 0;
  for (unsigned i = 0; i < 5; i++) {
    rvt_ctr_io_set_depth(h, i);
    if (rvt_ctr_io_depth(h) == i) f->depths |= (uint8_t)(1u << i);
  }
  const struct rvt_ctr_entry ones = {1, ~UINT64_C(0), 0xffffffff};
  rvt_ctr_io_set_entry(h, 0, ones);
  const struct rvt_ctr_entry e = rvt_ctr_io_entry(h, 0);
  f->data = (uint32_t)e.data;
  f->mispredicted = (e.target & 1) != 0;
  rvt_ctr_io_clear(h);
}

/* Cycle counts. */

/** CC of `count` cycles, below 2^27 (CTR:T-03). */
static inline uint16_t rvt_ctr_encode(uint32_t count) {
  unsigned exponent = 0;
  for (uint32_t rest = count >> 12; rest != 0; rest >>= 1) exponent++;
  const uint32_t mantissa = exponent == 0 ? count : count >> (exponent - 1) & 0xfff;
  return (uint16_t)(exponent << 12 | mantissa);
}
/** Cycles that a CC stands for. */
static inline uint32_t rvt_ctr_decode(uint16_t cc) {
  const unsigned exponent = cc >> 12;
  return exponent == 0 ? cc : (0x1000u + (cc & 0xfff)) << (exponent - 1);
}

#ifdef __cplusplus
}
#endif
#endif
