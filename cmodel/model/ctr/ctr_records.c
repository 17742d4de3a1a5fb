/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "rvt/unit/ctr_records.h"

#include "ctr_entries.h"
#include "ctr_rules.h"

enum { FILTERS = 0xff3e }; /* types that a bit of the controls is for */
enum { MANTISSA = 12, WIDEST = 27 };

/** Bits of CCE, or -1: no width of a counter (CTR:T-02). */
static int exponent_bits(unsigned counter_width) {
  for (int bits = 0; bits <= 4; bits++)
    if (counter_width == MANTISSA + (1u << bits) - 1) return bits;
  return -1;
}

static enum rvt_status check(const struct rvt_ctr_params *p, struct rvt_error *e) {
  if (p->xlen != 32 && p->xlen != 64)
    return rvt_error_set(e, RVT_ERR_ARG, "xlen: expected 32 or 64, found %u", p->xlen);
  if (p->blocks < 1 || p->blocks > RVT_BLOCKS_MAX)
    return rvt_error_set(e, RVT_ERR_ARG, "blocks: expected 1 to %d, found %u", RVT_BLOCKS_MAX,
                         p->blocks);
  if (p->iretire_width < 1 || p->iretire_width > 8)
    return rvt_error_set(e, RVT_ERR_ARG, "iretire_width: expected 1 to 8, found %u",
                         p->iretire_width);
  if (p->depths < 1 || p->depths > 31)
    return rvt_error_set(e, RVT_ERR_ARG, "depths: expected 1 to 31, found %u", p->depths);
  if (p->counter_width != 0 && exponent_bits(p->counter_width) < 0)
    return rvt_error_set(e, RVT_ERR_ARG,
                         "counter_width: expected 0, 12, 13, 15, 19 or 27, found %u",
                         p->counter_width);
  if ((p->filters & ~FILTERS) != 0)
    return rvt_error_set(e, RVT_ERR_ARG, "filters: expected bits of 0x%x, found 0x%x", FILTERS,
                         p->filters);
  if (p->xlen == 32 && p->filters != 0)
    return rvt_error_set(e, RVT_ERR_ARG, "filters: expected 0 with xlen 32, found 0x%x",
                         p->filters);
  if (p->block_ram && rvt_ctr_depth_max(p) < 32)
    return rvt_error_set(e, RVT_ERR_ARG, "block_ram: expected a depth of 32 or more, found %u",
                         rvt_ctr_depth_max(p));
  return RVT_OK;
}

enum rvt_status rvt_ctr_records_init(struct rvt_ctr_records *r, const struct rvt_ctr_params *p,
                                     struct rvt_error *e) {
  const enum rvt_status status = check(p, e);
  if (status != RVT_OK) return status;
  const uint64_t both = RVT_CTR_CTL_U | RVT_CTR_CTL_S | RVT_CTR_CTL_BPFRZ |
                        (p->ras_emu ? RVT_CTR_CTL_RASEMU : 0u) |
                        (p->ext_traps ? RVT_CTR_CTL_STE : 0u) |
                        (p->lcofi ? RVT_CTR_CTL_LCOFIFRZ : 0u) | (uint64_t)p->filters << 32;
  *r = (struct rvt_ctr_records){.p = *p};
  r->m_mask = both | RVT_CTR_CTL_M | (p->ext_traps ? RVT_CTR_CTL_MTE : 0u);
  r->vs_mask = p->hyp ? both : 0;
  r->pc_mask = (p->xlen == 32 ? UINT32_MAX : UINT64_MAX) & ~UINT64_C(1);
  r->data_mask = p->type ? RVT_CTR_TYPE : 0;
  if (p->counter_width != 0) {
    const uint32_t cc = (1u << (MANTISSA + exponent_bits(p->counter_width))) - 1;
    r->data_mask |= RVT_CTR_CCV | cc << RVT_CTR_CC_LSB;
    r->counter_max = (1u << p->counter_width) - 1;
  }
  while ((p->depths >> r->depth_q & 1) == 0) r->depth_q++;
  return RVT_OK;
}

void rvt_ctr_cycles(struct rvt_ctr_records *r, uint64_t n, uint8_t mode) {
  if (r->frozen_q || !rvt_ctr_enabled(r, mode)) return;
  const uint32_t room = r->counter_max - r->counter_q;
  r->counter_q += n < room ? (uint32_t)n : room;
}

static void store(struct rvt_ctr_records *r, unsigned at, const struct rvt_ctr_transfer *event,
                  const struct rvt_ctr_decision *d) {
  struct rvt_ctr_entry *const entry = &r->entry[at];
  const bool misp = event->mispredict && r->p.misp && !rvt_ctr_is_trap(event->itype);
  uint32_t data = event->itype;
  if (r->valid_q && !d->ras)
    data |= RVT_CTR_CCV | (uint32_t)rvt_ctr_encode(r->counter_q) << RVT_CTR_CC_LSB;
  entry->source = RVT_CTR_V | (d->hide_source ? 0 : event->source & r->pc_mask);
  entry->target = d->hide_target ? 0 : (event->target & r->pc_mask) | (misp ? RVT_CTR_MISP : 0u);
  entry->data = data & r->data_mask;
  rvt_ctr_restart(r, true);
}

int rvt_ctr_event(struct rvt_ctr_records *r, const struct rvt_ctr_transfer *event) {
  const struct rvt_ctr_decision d = rvt_ctr_decide(r, event);
  const unsigned last = rvt_ctr_depth(r) - 1, newest = (r->wrptr_q - 1u) & last;
  switch (d.act) {
  case RVT_CTR_ACT_FREEZE: r->frozen_q = true; return RVT_CTR_UNTOUCHED;
  case RVT_CTR_ACT_RECORD: {
    const unsigned at = r->wrptr_q;
    store(r, at, event, &d);
    r->wrptr_q = (uint8_t)((at + 1) & last);
    return (int)at;
  }
  case RVT_CTR_ACT_SWAP: store(r, newest, event, &d); return (int)newest;
  case RVT_CTR_ACT_POP:
    r->wrptr_q = (uint8_t)newest;
    r->entry[newest].source &= ~(uint64_t)RVT_CTR_V;
    return (int)newest;
  default: return RVT_CTR_UNTOUCHED;
  }
}
