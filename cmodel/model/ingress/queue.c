/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "rvt/unit/queue.h"

#include <string.h>

void rvt_queue_init(struct rvt_queue *s, const struct rvt_params *p) {
  memset(s, 0, sizeof *s);
  s->depth = p->queue_depth;
}

static inline uint8_t next(const struct rvt_queue *s, uint8_t ptr) {
  return ptr + 1 == s->depth ? 0 : (uint8_t)(ptr + 1);
}

void rvt_queue_tick(struct rvt_queue *s, const struct rvt_queue_in *in) {
  if (in->clr) {
    s->level_q = s->wptr_q = s->rptr_q = 0;
    return;
  }
  const struct rvt_entry *put = in->put;
  const bool pop = in->taken && s->level_q != 0;
  if (put != NULL) {
    struct rvt_entry *e = &s->mem_q[s->wptr_q];
    e->blocks = put->blocks;
    for (unsigned i = 0; i < put->blocks; i++) e->head[i] = put->head[i];
    s->wptr_q = next(s, s->wptr_q);
  }
  if (pop) s->rptr_q = next(s, s->rptr_q);
  s->level_q = (uint8_t)(s->level_q + (put != NULL) - pop);
}
