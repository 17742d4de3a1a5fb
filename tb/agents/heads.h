/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_TB_HEADS_H
#define RVT_TB_HEADS_H

/*
 * Heads for flow: entries of an ingress stage with several blocks each, and with what arises beside
 * the blocks: notify triggers, resets of the hart, sequential jumps.
 */

#include "entries.h"

enum { TB_HEADS = 32, TB_FLOW_BLOCKS_MAX = 4, TB_ENTRY_BLOCKS = 4 };

struct tb_heads {
  struct tb_entries entries;
  struct rvt_head queue[TB_HEADS];
  bool joined[TB_HEADS]; /* of one entry with the head before */
  uint32_t head, level;
  uint32_t in_entry;        /* blocks of the newest entry */
  uint32_t requests, jumps; /* one notify or reset, one sequential jump, in so many; 0: none */
  uint32_t slots;           /* entries of the ingress stage in a clock, at most */
  uint32_t depth;           /* heads held */
};

/** Options requests=N, jumps=N, slots=N, beside those of the entries. */
void tb_heads_init(struct tb_heads *h, struct tb *tb, const struct rvt_params *p);
void tb_heads_reset(struct tb_heads *h);
/** Configuration and ingress of this clock. */
void tb_heads_drive(struct tb_heads *h, struct tb_rng *rng);
/** The oldest entry's next blocks, at most `most`. @return how many */
uint8_t tb_heads_next(const struct tb_heads *h, struct rvt_head *heads, uint8_t most);
/** The clock's edge; `done` heads have been taken. */
void tb_heads_tick(struct tb_heads *h, struct tb_rng *rng, uint8_t done);

#endif
