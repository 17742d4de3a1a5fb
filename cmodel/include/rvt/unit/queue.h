/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_QUEUE_H
#define RVT_QUEUE_H

/*
 * Golden model of rtl/ingress/rvt_queue.sv: an entry in, an entry out. docs/units/queue.md.
 */

#include <stddef.h>

#include "rvt/unit/ingress_stage.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/** All entries in one ring, with `queue_sync` also the one that the RTL has in the register of its
 * memory. */
struct rvt_queue {
  uint8_t depth; /* entries; in an encoder one more than `queue_depth`, of a stop */
  bool sync;     /* `queue_sync`: an entry is offered a clock later */
  bool offered_q;
  uint8_t level_q, wptr_q, rptr_q;
  struct rvt_entry mem_q[RVT_QUEUE_DEPTH_MAX + 1];
};

/** Inputs of one clock. */
struct rvt_queue_in {
  bool clr;                    /* the synchronous clear: component inactive */
  const struct rvt_entry *put; /* written, NULL: none; only while level_q is below the depth */
  bool taken;                  /* the oldest entry leaves, if there is one */
};

/** State after reset; of `p`, queue_depth and queue_sync are used. */
void rvt_queue_init(struct rvt_queue *s, const struct rvt_params *p);
/** The oldest entry if it is on offer, a function of the state alone; NULL: none is. */
static inline const struct rvt_entry *rvt_queue_front(const struct rvt_queue *s) {
  return s->offered_q ? &s->mem_q[s->rptr_q] : NULL;
}
/** The pointer after this one. */
static inline uint8_t rvt_queue_next(const struct rvt_queue *s, uint8_t ptr) {
  return ptr + 1 == s->depth ? 0 : (uint8_t)(ptr + 1);
}

/** One rising clock edge with reset released. */
static inline void rvt_queue_tick(struct rvt_queue *s, const struct rvt_queue_in *in) {
  if (in->clr) {
    s->offered_q = false;
    s->level_q = s->wptr_q = s->rptr_q = 0;
    return;
  }
  const struct rvt_entry *put = in->put;
  const bool pop = in->taken && s->offered_q;
  if (put != NULL) {
    struct rvt_entry *e = &s->mem_q[s->wptr_q];
    e->blocks = put->blocks;
    for (unsigned i = 0; i < put->blocks; i++) e->head[i] = put->head[i];
    s->wptr_q = rvt_queue_next(s, s->wptr_q);
  }
  if (pop) s->rptr_q = rvt_queue_next(s, s->rptr_q);
  const uint8_t stays = (uint8_t)(s->level_q - pop);
  s->level_q = (uint8_t)(stays + (put != NULL));
  /* What is put in this clock is read from the RTL's memory in the next one. */
  s->offered_q = s->sync ? stays != 0 : s->level_q != 0;
}

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
