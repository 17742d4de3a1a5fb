/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_APB_H
#define RVT_APB_H

/* What an APB4 requester drives to the registers of a component (TCI:BUS-05). */

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct rvt_apb {
  bool psel, penable, pwrite;
  uint16_t paddr; /* offset in the component's 4 KiB; bits 1:0 are ignored */
  uint32_t pwdata;
  uint8_t pstrb; /* bytes of pwdata that are written; ignored in a read */
};

/** Whether a write happens at this clock's edge, in a component that never waits. */
static inline bool rvt_apb_writes(const struct rvt_apb *b) {
  return b->psel && b->penable && b->pwrite;
}

/** Whether this is the setup clock of a read. */
static inline bool rvt_apb_reads(const struct rvt_apb *b) {
  return b->psel && !b->penable && !b->pwrite;
}

/** Offset of the word. */
static inline uint16_t rvt_apb_word(const struct rvt_apb *b) {
  return (uint16_t)(b->paddr & 0xFFCu);
}

/** Bits of the word that are written. */
static inline uint32_t rvt_apb_lanes(const struct rvt_apb *b) {
  uint32_t lanes = 0;
  for (unsigned i = 0; i < 4; i++)
    if ((b->pstrb >> i & 1u) != 0) lanes |= 0xFFu << (8 * i);
  return lanes;
}

#ifdef __cplusplus
}
#endif
#endif
