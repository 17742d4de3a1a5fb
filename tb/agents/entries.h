/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_TB_ENTRIES_H
#define RVT_TB_ENTRIES_H

/*
 * Queue entries in the orders that an ingress stage can produce: its model after random ingress,
 * with a queue of its own.
 */

#include "harness/config.h"
#include "ingress.h"
#include "rvt/unit/ingress_stage.h"

enum { TB_ENTRIES = 64 };

struct tb_entries {
  struct rvt_params p;
  struct tb_config config;
  struct tb_ingress ingress;
  struct rvt_ingress_stage stage;
  struct rvt_head queue[TB_ENTRIES];
  uint32_t head, level;
  bool empty; /* in the last clock, with trace off in it */
};

/** `p`: queue_depth up to TB_ENTRIES. */
void tb_entries_init(struct tb_entries *e, struct tb *tb, const struct rvt_params *p);
void tb_entries_reset(struct tb_entries *e);
/** Configuration and ingress of this clock. */
void tb_entries_drive(struct tb_entries *e, struct tb_rng *rng);
/** NULL: the queue is empty. */
static inline const struct rvt_head *tb_entries_head(const struct tb_entries *e) {
  return e->level == 0 ? NULL : &e->queue[e->head % TB_ENTRIES];
}
/** The clock's edge; `pop`: the head has been taken. */
void tb_entries_tick(struct tb_entries *e, struct tb_rng *rng, bool pop);

#endif
