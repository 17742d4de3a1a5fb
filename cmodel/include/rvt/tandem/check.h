/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_TANDEM_CHECK_H
#define RVT_TANDEM_CHECK_H

/*
 * Step a reference model along a tandem verification trace, and compare: the loop of section 2 of
 * the rows. After a difference the model gets what the hart has, and the loop goes on.
 */

#include "rvt/tandem/model.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

enum rvt_tandem_difference_kind {
  RVT_TANDEM_OTHER_VALUE, /* `number`, of which both say something */
  RVT_TANDEM_NOT_CHANGED, /* the model changed `number`, the hart says nothing of it */
  RVT_TANDEM_OTHER_INSN,  /* the instruction word */
  RVT_TANDEM_OTHER_STORE_ADDRESS,
  RVT_TANDEM_OTHER_STORE_SIZE, /* how many bytes */
  RVT_TANDEM_OTHER_STORE,      /* the data that is stored */
  RVT_TANDEM_NO_STORE,         /* the model stores nothing */
  /* Of two streams: */
  RVT_TANDEM_OTHER_KIND, /* enum rvt_tandem_group_kind */
  RVT_TANDEM_ONLY_MODEL, /* the first one has `number`, the second has never said anything of it */
  RVT_TANDEM_ONLY_TRACE  /* ... and the other way round */
};

enum rvt_tandem_group_kind {
  RVT_TANDEM_GROUP_INSN,
  RVT_TANDEM_GROUP_TRAP, /* no instruction, a new pc */
  RVT_TANDEM_GROUP_RESET,
  RVT_TANDEM_GROUP_OUTSIDE /* state from outside */
};

struct rvt_tandem_difference {
  enum rvt_tandem_difference_kind kind;
  uint64_t group;  /* its number, from 0 */
  uint64_t offset; /* of its first byte in the stream */
  uint64_t pc;     /* of the instruction, or where an interrupt was taken */
  bool has_insn;
  uint32_t insn;
  uint16_t number;       /* register, RVT_TANDEM_MODEL_PC or RVT_TANDEM_MODEL_PRIVILEGE */
  uint64_t model, trace; /* what the model has, and the hart */
  bool has_other;        /* of two streams: `other_offset` is that of the group in the first one */
  uint64_t other_offset;
};

/** How much was compared, and how much was not. */
struct rvt_tandem_counts {
  uint64_t groups, steps, interrupts, differences;
  uint64_t compared;     /* values */
  uint64_t copied;       /* values that went from the trace into the model */
  uint64_t loads;        /* ... of them from outside the RAM */
  uint64_t skipped;      /* CSRs that are ignored, or that the model has not */
  uint64_t outside;      /* groups of state from outside, and elements outside of groups */
  uint64_t attached;     /* ... of them with a pc: memory is not known from then on, nor are CSRs */
  uint64_t transactions; /* of the bus, which are not compared (TV:R-10) */
  uint64_t unknown;      /* loads and accesses of CSRs whose value was not known: the trace's */
};

struct rvt_tandem_check_config {
  const struct rvt_tandem_core *core;
  const struct rvt_tandem_model *model;
  void *handle; /* an open model; its program is loaded */
  void (*difference)(void *user, const struct rvt_tandem_difference *difference);
  void *user;
};

struct rvt_tandem_check;

/** The hart as after reset. NULL: no memory. The core has to live as long as what is returned. */
struct rvt_tandem_check *rvt_tandem_check_new(const struct rvt_tandem_check_config *config);
void rvt_tandem_check_free(struct rvt_tandem_check *c);
/** The elements of a group without its bounds, or one outside of groups. @param offset  of it in
 * the stream */
void rvt_tandem_check_group(struct rvt_tandem_check *c, const struct rvt_tandem_element *elements,
                            size_t count, uint64_t offset);
const struct rvt_tandem_counts *rvt_tandem_check_counts(const struct rvt_tandem_check *c);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
