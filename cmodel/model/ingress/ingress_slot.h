/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_SRC_INGRESS_SLOT_H
#define RVT_SRC_INGRESS_SLOT_H

/* How a slot becomes a head; shared by the ingress stage and the bulk path of the functional
 * encoder.
 */

#include "base/kept_address.h"
#include "rvt/unit/ingress_stage.h"

static inline bool rvt_slot_known(const struct rvt_params *p, const struct rvt_block *b) {
  return b->iretire != 0 || b->itype == RVT_IT_EXCEPTION ||
         (b->itype == RVT_IT_INTERRUPT && p->iaddr_on_int);
}

/** What flow sees of an address: bit 0 is gone (NT:ADR-01), and so is what the build does not keep.
 */
static inline uint64_t rvt_slot_address(const struct rvt_params *p, uint64_t iaddr) {
  return rvt_addr_kept(p, iaddr >> 1);
}

static inline uint64_t rvt_slot_time(const struct rvt_params *p, uint64_t time) {
  return p->ts_width >= 64 ? time : time & (((uint64_t)1 << p->ts_width) - 1);
}

/** What the build keeps of `context` (NT:OWN-10); in E-Trace one that is off is 0 (ETR:D-02). */
static inline uint64_t rvt_slot_context(const struct rvt_params *p, const struct rvt_config *cfg,
                                        uint64_t context) {
  if (p->context < 2 || (p->format == RVT_PROTOCOL_ETRACE && !cfg->context_en)) return 0;
  return context & UINT64_MAX >> (64 - p->context_width);
}

/** What the build keeps of a privilege, of a trap's cause and of its value (ETR section 7). */
static inline uint8_t rvt_slot_priv(const struct rvt_params *p, uint8_t priv) {
  if (p->format == RVT_PROTOCOL_ETRACE) return (uint8_t)(priv & ((1u << p->priv_bits) - 1));
  return p->context == 0 ? 0 : priv;
}
static inline uint8_t rvt_slot_cause(const struct rvt_params *p, uint64_t cause) {
  return (uint8_t)(cause & (p->xlen == 32 ? 0x1f : 0x3f));
}
static inline uint64_t rvt_slot_tval(const struct rvt_params *p, uint64_t tval) {
  const unsigned width = p->xlen < p->addr_bits ? p->xlen : p->addr_bits;
  return tval & UINT64_MAX >> (64 - width);
}

static inline uint8_t rvt_slot_units(const struct rvt_params *p, const struct rvt_block *b) {
  if (!p->single || b->iretire == 0) return b->iretire;
  return (uint8_t)(1u << b->ilastsize); /* NT:ING-05 */
}

/** Itypes with which `sijump` counts, bit n: itype n (NT:ING-20). */
enum {
  RVT_SEQ_ITYPES = 1 << RVT_IT_INDIRECT | 1 << RVT_IT_INDIRECT_CALL | 1 << RVT_IT_INDIRECT_JUMP |
                   1 << RVT_IT_SWAP | 1 << RVT_IT_INDIRECT_LINK
};

static inline uint8_t rvt_slot_seq(const struct rvt_params *p, const struct rvt_config *cfg,
                                   const struct rvt_block *b) {
  if (!p->seq_jump || !cfg->seq_en || !b->sijump || (RVT_SEQ_ITYPES >> b->itype & 1) == 0)
    return RVT_SEQ_NO;
  if (cfg->all_jumps && p->all_jumps) return RVT_SEQ_NO; /* NT:AJM-06 */
  return !p->single && b->iretire > 1u << b->ilastsize ? RVT_SEQ_WITHIN : RVT_SEQ_BEHIND;
}

/** What is decided of a slot, without what depends on its clock: `traced`, `priv` and `notify` are
 * 0. */
static inline struct rvt_slot rvt_slot_of(const struct rvt_params *p, const struct rvt_config *cfg,
                                          const struct rvt_block *b) {
  return (struct rvt_slot){.valid = rvt_block_valid(b),
                           .last_size = b->ilastsize,
                           .seq = rvt_slot_seq(p, cfg, b),
                           .known = rvt_slot_known(p, b),
                           .halfwords = rvt_slot_units(p, b),
                           .itype = b->itype,
                           .addr = rvt_slot_address(p, b->iaddr)};
}

/** The head of a block that is accepted, after the first of its session, without events and what
 * Ownership reports. */
static inline void rvt_slot_block(const struct rvt_params *p, const struct rvt_config *cfg,
                                  const struct rvt_block *b, uint64_t time, struct rvt_head *e) {
  const struct rvt_slot slot = rvt_slot_of(p, cfg, b);
  e->kind = RVT_ENTRY_BLOCK;
  e->sub = 0;
  e->known = slot.known;
  e->itype = slot.itype;
  e->last_size = slot.last_size;
  e->halfwords = slot.halfwords;
  e->seq = slot.seq;
  e->notify = false;
  e->addr = slot.known ? slot.addr : 0;
  e->abs_time = rvt_slot_time(p, time);
}

#endif
