/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_MIN_H
#define RVT_MIN_H

/*
 * The least that traces: an encoder into a RAM sink with a memory of its own, for firmware that
 * counts bytes. Nothing but inline functions on rvt/regs.h; no library. What rvt/drv.h has besides:
 * discovery, other sinks, a memory that stops when full, and errors that say what went wrong.
 *
 *   if (rvt_min_on(TE, RAM, RVT_MIN_HTM)) {
 *     work();
 *     if (rvt_min_off(TE, RAM)) words = rvt_min_read_out(RAM, buffer, sizeof buffer / 4);
 *   }
 *
 * TE and RAM are the addresses of the components' registers, best constants. Every wait ends, after
 * RVT_MIN_LOOKS looks. Registers are accessed by RVT_MIN_READ(address) and
 * RVT_MIN_WRITE(address, value); define them before this is included where a pointer does not do.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rvt/regs.h"

#ifdef __cplusplus
extern "C" {
#endif

#ifndef RVT_MIN_READ
#define RVT_MIN_READ(address) (*(volatile uint32_t *)(address))
#endif
#ifndef RVT_MIN_WRITE
#define RVT_MIN_WRITE(address, value) ((void)(*(volatile uint32_t *)(address) = (value)))
#endif
/** Looks at a register that is waited for. */
#ifndef RVT_MIN_LOOKS
#define RVT_MIN_LOOKS 10000u
#endif

/** The period of synchronizations: 2^(this + 4) half-words. */
#ifndef RVT_MIN_SYNC
#define RVT_MIN_SYNC 8u
#endif

/** How to trace: a mode, and whether the hart stalls rather than that trace is lost. */
#define RVT_MIN_BTM   (3u << RVT_TR_TE_INST_MODE_LSB)
#define RVT_MIN_HTM   (6u << RVT_TR_TE_INST_MODE_LSB)
#define RVT_MIN_STALL RVT_TR_TE_INST_STALL_ENA_MASK

/**
 * Write tr..Control, and look until it reads so: Active and Enable as they are in `value`, and all
 * other bits of it that are 1. Those two stand in the same place in both components, as Empty does.
 * @return false: it did not, in RVT_MIN_LOOKS
 */
static inline bool rvt_min_set(uintptr_t component, uint32_t value) {
  const uint32_t mask = value | RVT_TR_TE_ACTIVE_MASK | RVT_TR_TE_ENABLE_MASK;
  uint32_t left = RVT_MIN_LOOKS;
  RVT_MIN_WRITE(component, value);
  while (((RVT_MIN_READ(component) ^ value) & mask) != 0)
    if (--left == 0) return false;
  return true;
}

/** Reset a component, and set it up and enable it with this in tr..Control. */
static inline bool rvt_min_enable(uintptr_t component, uint32_t value) {
  return rvt_min_set(component, 0) && rvt_min_set(component, RVT_TR_TE_ACTIVE_MASK) &&
         rvt_min_set(component, value);
}

/**
 * Reset both components and begin to trace, from the start of the memory on; when that is full the
 * oldest is overwritten (TCI:CTRL-08, CTRL-10).
 * @param how  RVT_MIN_BTM or RVT_MIN_HTM, and RVT_MIN_STALL; other bits of trTeControl likewise
 * @return false: no component there, none that gets active, or the encoder does not have the mode
 */
static inline bool rvt_min_on(uintptr_t encoder, uintptr_t ram, uint32_t how) {
  const uint32_t enable = RVT_TR_TE_ACTIVE_MASK | RVT_TR_TE_ENABLE_MASK;
  const uint32_t on = enable | how | 1u << RVT_TR_TE_FORMAT_LSB |
                      3u << RVT_TR_TE_INST_SYNC_MODE_LSB |
                      RVT_MIN_SYNC << RVT_TR_TE_INST_SYNC_MAX_LSB;
  return rvt_min_enable(ram, enable) && rvt_min_enable(encoder, on) &&
         rvt_min_set(encoder, on | RVT_TR_TE_INST_TRACING_MASK);
}

/**
 * End the trace, and wait until all of it is in the memory (TCI:CTRL-12). The rest of trTeControl
 * stays, also trTeInstStallOrOverflow: 1 says that trace was lost.
 * @return false: the encoder or the sink did not get empty; what is in the memory may lack its end
 */
static inline bool rvt_min_off(uintptr_t encoder, uintptr_t ram) {
  const uint32_t off =
      RVT_TR_TE_ENABLE_MASK | RVT_TR_TE_INST_TRACING_MASK | RVT_TR_TE_INST_STALL_OR_OVERFLOW_MASK;
  /* Empty is only read; it is 1 here for what is waited for. */
  const uint32_t empty = RVT_TR_TE_EMPTY_MASK;
  return rvt_min_set(encoder, (RVT_MIN_READ(encoder) & ~off) | empty) &&
         rvt_min_set(ram, RVT_TR_RAM_ACTIVE_MASK | empty);
}

/**
 * Read the memory, the oldest word first (TCI:SW-07). The first byte of the trace is the least
 * significant of the first word; a hart with little-endian memory has the bytes in their order.
 * @param room  words that fit; what is newer than that is left out
 * @return words read
 */
static inline size_t rvt_min_read_out(uintptr_t ram, uint32_t *words, size_t room) {
  const uint32_t wp = RVT_MIN_READ(ram + RVT_TR_RAM_WP_LOW_OFFSET);
  uint32_t first = 0, bytes = wp;
  size_t count;
  if ((wp & RVT_TR_RAM_WRAP_MASK) != 0) {
    first = wp & RVT_TR_RAM_WP_LOW_MASK;
    bytes = RVT_MIN_READ(ram + RVT_TR_RAM_LIMIT_LOW_OFFSET) + 4;
  }
  RVT_MIN_WRITE(ram + RVT_TR_RAM_RP_LOW_OFFSET, first);
  for (count = 0; count < room && count < bytes / 4; count++)
    words[count] = RVT_MIN_READ(ram + RVT_TR_RAM_DATA_OFFSET);
  return count;
}

#ifdef __cplusplus
}
#endif
#endif
