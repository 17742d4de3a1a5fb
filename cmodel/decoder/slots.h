/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_DECODER_SLOTS_H
#define RVT_DECODER_SLOTS_H

/*
 * Inside of an image: one slot per half-word, so that a walk is table look-ups, one per straight
 * run. A run begins at any slot and ends with the first instruction that is not linear (or where
 * code or the counters end).
 */

#include "rvt/image.h"

struct rvt_slot {
  uint16_t run;   /* half-words from here to the end of the run */
  uint16_t insns; /* instructions in them */
  int32_t imm;    /* BRANCH, JUMP: target - pc */
  uint8_t size;   /* half-words of the instruction here; 0: none */
  uint8_t last;   /* half-words of the run's last instruction */
  uint8_t kind;   /* enum rvt_insn_kind, or RVT_SLOT_CUSTOM */
  uint8_t itype;
};

/** Kind of what is LINEAR to the table of classes, but may divert the flow (NT:CUS-03). */
enum { RVT_SLOT_CUSTOM = RVT_INSN_TRAP + 1 };

struct rvt_segment {
  uint64_t base;
  uint64_t count; /* half-words */
  struct rvt_slot *slot;
  uint8_t *bytes;
};

struct rvt_symbol {
  uint64_t address;
  char *name;
};

struct rvt_image {
  unsigned xlen;
  size_t segments;
  struct rvt_segment *segment; /* sorted by base */
  size_t files;
  struct rvt_image_file *file;
  size_t symbols;
  struct rvt_symbol *symbol; /* sorted by address */
};

/** The segment that holds `pc`, or NULL. */
const struct rvt_segment *rvt_image_find(const struct rvt_image *image, uint64_t pc);

/** The slot at `pc`, or NULL; `*hint` is any segment of the image or NULL, and is updated. */
static inline const struct rvt_slot *rvt_image_slot(const struct rvt_image *image,
                                                    const struct rvt_segment **hint, uint64_t pc) {
  const struct rvt_segment *s = *hint;
  if (s == NULL || (pc - s->base) >> 1 >= s->count) {
    s = rvt_image_find(image, pc);
    if (s == NULL) return NULL;
    *hint = s;
  }
  const struct rvt_slot *slot = &s->slot[(pc - s->base) >> 1];
  return slot->size != 0 ? slot : NULL;
}

#endif
