/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_TB_ENTRIES_H
#define RVT_TB_ENTRIES_H

#include "harness/config.h"
#include "ingress.h"
#include "rvt/unit/ingress_stage.h"
#include "rvt/unit/queue.h"
#include "rvt/unit/slot.h"

/* An entry of the queue, or the heads that it offers, as the units' structs: block 0 in the low
 * bits.
 */

struct tb_entry_ports {
  uint8_t entry[28];                  /* entry_t */
  uint8_t block[12 * RVT_BLOCKS_MAX]; /* block_t of each */
  uint8_t blocks;                     /* one bit for each block there is */
};

/** `v` is zero. */
void tb_entry_ports_pack(struct tb_entry_ports *v, const struct rvt_head *heads, unsigned count);
/** Ones wherever `count` heads have something that the unit has to show, no address where it is not
 * known; `v` is zero. */
void tb_entry_ports_mask(struct tb_entry_ports *v, const struct rvt_params *p,
                         const struct rvt_head *heads, unsigned count);

/** slot_t of each slot, slot 0 in the low bits. */
struct tb_slot_ports {
  uint8_t slot[11 * RVT_BLOCKS_MAX];
};
void tb_slot_ports_pack(struct tb_slot_ports *v, const struct rvt_slot *slots, unsigned count);
/** Ones wherever `count` slots say something: of an invalid one only that it is. */
void tb_slot_ports_mask(struct tb_slot_ports *v, const struct rvt_slot *slots, unsigned count);

/*
 * Queue entries in the orders that an ingress stage can produce: its model after random ingress,
 * with a queue of its own.
 */

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

/*
 * Heads for flow: entries of an ingress stage with several blocks each, and with what arises beside
 * the blocks: notify triggers, resets of the hart, sequential jumps.
 */

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
