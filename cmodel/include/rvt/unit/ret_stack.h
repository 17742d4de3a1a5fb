/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_RET_STACK_H
#define RVT_RET_STACK_H

/* Golden model of rtl/common/rvt_ret_stack.sv: the implicit-return stack (NT:IRT-04,
 * IRT-09). */

#include <stdbool.h>
#include <stdint.h>

#include "rvt/params.h"

#ifdef __cplusplus
extern "C" {
#endif

struct rvt_ret_stack {
  uint8_t depth;   /* 0..RVT_STACK_DEPTH_MAX */
  uint8_t count_q; /* entries held, 0..depth */
  uint8_t ptr_q;   /* where the next push writes, 0..depth - 1 */
  uint64_t mem_q[RVT_STACK_DEPTH_MAX];
};

static inline void rvt_ret_stack_init(struct rvt_ret_stack *s, uint8_t depth) {
  s->depth = depth;
  s->count_q = s->ptr_q = 0;
}

static inline void rvt_ret_stack_clear(struct rvt_ret_stack *s) { s->count_q = s->ptr_q = 0; }

/** The newest entry; false: the stack is empty and `*addr` has not changed. */
static inline bool rvt_ret_stack_top(const struct rvt_ret_stack *s, uint64_t *addr) {
  if (s->count_q == 0) return false;
  *addr = s->mem_q[s->ptr_q == 0 ? s->depth - 1 : s->ptr_q - 1];
  return true;
}

/** Drop the newest entry; nothing happens on an empty stack. */
static inline void rvt_ret_stack_pop(struct rvt_ret_stack *s) {
  if (s->count_q == 0) return;
  s->count_q--;
  s->ptr_q = (uint8_t)(s->ptr_q == 0 ? s->depth - 1 : s->ptr_q - 1);
}

/** Add an entry; on a full stack the oldest is lost. Nothing happens with depth 0. */
static inline void rvt_ret_stack_push(struct rvt_ret_stack *s, uint64_t addr) {
  if (s->depth == 0) return;
  s->mem_q[s->ptr_q] = addr;
  s->ptr_q = (uint8_t)(s->ptr_q + 1 == s->depth ? 0 : s->ptr_q + 1);
  if (s->count_q < s->depth) s->count_q++;
}

#ifdef __cplusplus
}
#endif
#endif
