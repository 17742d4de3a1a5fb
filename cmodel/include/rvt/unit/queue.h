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

/** Inputs of one clock. */
struct rvt_queue_in {
  bool clr;                    /* the synchronous clear: component inactive */
  const struct rvt_entry *put; /* written, NULL: none; only while level_q is below the depth */
  unsigned taken; /* heads that leave, up to those on offer; the last of an entry takes it along */
};

/** Outputs of one clock. */
struct rvt_queue_out {
  const struct rvt_head *heads; /* on offer, oldest first; NULL: none */
  unsigned count;               /* of them, 0..flow_blocks */
};

/** State after reset; of `p`, queue_depth and flow_blocks are used. */
void rvt_queue_init(struct rvt_queue *s, const struct rvt_params *p);
/** Outputs of this clock: a function of the state alone. */
static inline void rvt_queue_outputs(const struct rvt_queue *s, struct rvt_queue_out *out) {
  const struct rvt_entry *e = &s->mem_q[s->rptr_q];
  const unsigned left = s->level_q == 0 ? 0 : (unsigned)e->blocks - s->index_q;
  out->count = left < s->flow_blocks ? left : s->flow_blocks;
  out->heads = left == 0 ? NULL : &e->head[s->index_q];
}
/** One rising clock edge with reset released. */
void rvt_queue_tick(struct rvt_queue *s, const struct rvt_queue_in *in);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
