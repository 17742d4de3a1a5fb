/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_TB_ENTRY_PORTS_H
#define RVT_TB_ENTRY_PORTS_H

/* An entry of the queue, or the heads that it offers, as the units' vectors: block 0 in the low
 * bits.
 */

#include "rvt/unit/queue.h"

struct tb_entry_ports {
  uint8_t kind, sub;
  uint8_t blocks; /* one bit for each block there is */
  uint8_t known, notify, seq;
  uint16_t itype;
  uint32_t units;
  uint8_t addr[8 * RVT_BLOCKS_MAX];
  uint64_t time;
};

/** `v` is zero; `itype_width` is that of the vector. */
void tb_entry_ports_pack(struct tb_entry_ports *v, const struct rvt_ntrace_params *p,
                         unsigned itype_width, const struct rvt_head *heads, unsigned count);
/** Ones wherever `count` heads have something that the unit has to show, no address where it is not
 * known; `v` is zero. */
void tb_entry_ports_mask(struct tb_entry_ports *v, const struct rvt_ntrace_params *p,
                         unsigned itype_width, const struct rvt_head *heads, unsigned count);

#endif
