/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_TB_ENTRY_PORTS_H
#define RVT_TB_ENTRY_PORTS_H

/* An entry of the queue, or the heads that it offers, as the units' structs: block 0 in the low
 * bits.
 */

#include "rvt/unit/queue.h"
#include "rvt/unit/slot.h"

struct tb_entry_ports {
  uint8_t entry[20];                  /* entry_t */
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

#endif
