/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "entry_ports.h"

#include <string.h>

#include "harness/ports.h"
#include "harness/struct_fields.h"

#define WIDTH(field, width) +(width)
enum {
  ENTRY_BITS = 0 TB_ENTRY_FIELDS(WIDTH),
  BLOCK_BITS = 0 TB_BLOCK_FIELDS(WIDTH),
  SLOT_BITS = 0 TB_SLOT_FIELDS(WIDTH)
};
#undef WIDTH

void tb_entry_ports_pack(struct tb_entry_ports *v, const struct rvt_head *heads, unsigned count) {
  unsigned at = ENTRY_BITS;
#define PUT(field, width) tb_bits_put(v->entry, at -= (width), width, heads[0].field);
  TB_ENTRY_FIELDS(PUT)
#undef PUT
  for (unsigned i = 0; i < count; i++) {
    v->blocks = (uint8_t)(v->blocks | 1u << i);
    at = BLOCK_BITS * (i + 1);
#define PUT(field, width) tb_bits_put(v->block, at -= (width), width, heads[i].field);
    TB_BLOCK_FIELDS(PUT)
#undef PUT
  }
}

void tb_entry_ports_mask(struct tb_entry_ports *v, const struct rvt_params *p,
                         const struct rvt_head *heads, unsigned count) {
  struct rvt_head mask[RVT_BLOCKS_MAX];
  for (unsigned i = 0; i < count; i++) {
    memset(&mask[i], 0xff, sizeof mask[i]);
    mask[i].known = mask[i].notify = true;
    mask[i].context_new = mask[i].time_new = true;
    if (p->ts_width == 0) mask[i].abs_time = 0;
    if (p->context == 0) mask[i].priv = 0;
    if (p->context < 2) mask[i].hart_context = 0;
    if (!heads[i].known) mask[i].addr = 0;
  }
  tb_entry_ports_pack(v, mask, count);
}

void tb_slot_ports_pack(struct tb_slot_ports *v, const struct rvt_slot *slots, unsigned count) {
  memset(v, 0, sizeof *v);
  for (unsigned i = 0; i < count; i++) {
    unsigned at = SLOT_BITS * (i + 1);
#define PUT(field, width) tb_bits_put(v->slot, at -= (width), width, slots[i].field);
    TB_SLOT_FIELDS(PUT)
#undef PUT
  }
}

void tb_slot_ports_mask(struct tb_slot_ports *v, const struct rvt_slot *slots, unsigned count) {
  struct rvt_slot mask[RVT_BLOCKS_MAX];
  for (unsigned i = 0; i < count; i++) {
    memset(&mask[i], slots[i].valid ? 0xff : 0, sizeof mask[i]);
    mask[i].valid = mask[i].traced = true;
    mask[i].notify = mask[i].known = slots[i].valid;
  }
  tb_slot_ports_pack(v, mask, count);
}
