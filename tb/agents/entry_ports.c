/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "entry_ports.h"

#include "harness/ports.h"

static unsigned units_width(const struct rvt_ntrace_params *p) {
  return p->single ? 4 : p->iretire_width;
}

void tb_entry_ports_pack(struct tb_entry_ports *v, const struct rvt_ntrace_params *p,
                         unsigned itype_width, const struct rvt_head *heads, unsigned count) {
  const unsigned addr_width = p->xlen - 1u;
  v->kind = heads[0].kind;
  v->sub = heads[0].sub;
  v->time = heads[0].time;
  for (unsigned i = 0; i < count; i++) {
    const struct rvt_head *h = &heads[i];
    v->blocks = (uint8_t)(v->blocks | 1u << i);
    v->known = (uint8_t)(v->known | (unsigned)h->known << i);
    v->notify = (uint8_t)(v->notify | (unsigned)h->notify << i);
    v->seq = (uint8_t)(v->seq | (h->seq & 3u) << 2 * i);
    v->itype = (uint16_t)(v->itype | h->itype << itype_width * i);
    v->units |= (uint32_t)h->units << units_width(p) * i;
    tb_bits_put(v->addr, addr_width * i, addr_width, h->addr);
  }
}

void tb_entry_ports_mask(struct tb_entry_ports *v, const struct rvt_ntrace_params *p,
                         unsigned itype_width, const struct rvt_head *heads, unsigned count) {
  const struct rvt_head ones = {.kind = 0xff,
                                .sub = 0xff,
                                .known = true,
                                .itype = (uint8_t)((1u << itype_width) - 1),
                                .units = (uint8_t)((1u << units_width(p)) - 1),
                                .seq = 3,
                                .notify = true,
                                .addr = UINT64_MAX,
                                .time = p->ts_width != 0 ? UINT64_MAX : 0};
  struct rvt_head mask[RVT_BLOCKS_MAX];
  for (unsigned i = 0; i < count; i++) {
    mask[i] = ones;
    if (!heads[i].known) mask[i].addr = 0;
  }
  tb_entry_ports_pack(v, p, itype_width, mask, count);
}
