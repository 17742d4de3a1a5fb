/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_TANDEM_GROUP_H
#define RVT_TANDEM_GROUP_H

/* What a group says, in any order of its elements, and what the hart has after it. */

#include "rvt/tandem/model.h"

enum { TANDEM_NUMBERS = RVT_TANDEM_MODEL_PRIVILEGE + 1 };

/** State of a hart, as far as it has said so. */
struct tandem_shadow {
  struct rvt_tandem_format format;
  uint64_t value[TANDEM_NUMBERS];
  bool known[TANDEM_NUMBERS];
  uint32_t learned[TANDEM_NUMBERS];  /* number of the group from which on it is known */
  uint32_t in_group[TANDEM_NUMBERS]; /* number of the last group that names it */
  uint32_t group;
};

struct tandem_group {
  const struct rvt_tandem_element *element;
  size_t count;
  uint64_t offset;
  uint64_t pc;                                              /* before it */
  bool insn, increment, moves, init, reset, store, address; /* moves: it says the pc */
  bool effective;                                           /* the address is the effective one */
  bool physical;                                            /* the physical one is there */
  uint32_t word;
  unsigned length; /* of the instruction, in bytes */
  unsigned requests;
  uint64_t store_data, store_address, physical_address;
  unsigned store_bytes;
};

static inline bool tandem_is_register(const struct rvt_tandem_element *e) {
  return e->opcode >= RVT_TANDEM_REGISTER && e->opcode <= RVT_TANDEM_OR;
}

/** Whether a register was unknown before the last group. */
static inline bool tandem_shadow_is_new(const struct tandem_shadow *s, uint16_t number) {
  return !s->known[number] || s->learned[number] == s->group;
}

void tandem_shadow_set(struct tandem_shadow *s, uint16_t number, uint64_t value);
/** The elements of a group, without its bounds, into the shadow. `g` is written in its place: a
 * copy of what was written a byte at a time costs as much as all the rest. */
void tandem_group_take(struct tandem_shadow *s, const struct rvt_tandem_element *elements,
                       size_t count, uint64_t offset, struct tandem_group *g);

#endif
