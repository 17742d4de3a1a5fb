/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_QUEUE_H
#define RVT_QUEUE_H

/*
 * Golden model of rtl/ingress/rvt_queue.sv and its rvt_queue_split: clocks in, heads out.
 * docs/units/queue.md.
 */

#include <stddef.h>

#include "rvt/unit/ingress_stage.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/** The RTL's registers of the same names. */
struct rvt_queue {
  uint8_t depth; /* entries; in an encoder one more than `queue_depth`, of a stop */
  uint8_t flow_blocks;
  uint8_t level_q, wptr_q, rptr_q;
  uint8_t index_q; /* heads of the entry at the front that have left */
  struct rvt_entry mem_q[RVT_QUEUE_DEPTH_MAX + 1];
};

/** Of `p`, queue_depth and flow_blocks are used. */
void rvt_queue_init(struct rvt_queue *s, const struct rvt_params *p);
/** The synchronous clear: component inactive. */
void rvt_queue_clear(struct rvt_queue *s);

/** Heads on offer in this clock, oldest first; `*count` up to flow_blocks, 0: none, then NULL. */
static inline const struct rvt_head *rvt_queue_heads(const struct rvt_queue *s, unsigned *count) {
  const struct rvt_entry *e = &s->mem_q[s->rptr_q];
  if (s->level_q == 0) {
    *count = 0;
    return NULL;
  }
  const unsigned left = (unsigned)e->blocks - s->index_q;
  *count = left < s->flow_blocks ? left : s->flow_blocks;
  return &e->head[s->index_q];
}

/**
 * One rising clock edge.
 * @param put    entry that is written, NULL: none; only while level_q is below the depth
 * @param taken  heads that leave, up to those on offer; the last of an entry takes it along
 */
void rvt_queue_tick(struct rvt_queue *s, const struct rvt_entry *put, unsigned taken);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
