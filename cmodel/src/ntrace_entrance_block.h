/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_SRC_NTRACE_ENTRANCE_BLOCK_H
#define RVT_SRC_NTRACE_ENTRANCE_BLOCK_H

/* How a group becomes an entry; shared by the entrance and the bulk path of the functional encoder.
 */

#include "rvt/ntrace_entrance.h"

static inline bool rvt_entrance_known(const struct rvt_ntrace_params *p,
                                      const struct rvt_block *b) {
  return b->iretire != 0 || b->itype == RVT_IT_EXCEPTION ||
         (b->itype == RVT_IT_INTERRUPT && p->iaddr_on_int);
}

/** What flow sees of an address: bit 0 is gone (NT:ADR-01), and so is what Xlen does not have. */
static inline uint64_t rvt_entrance_address(const struct rvt_ntrace_params *p, uint64_t iaddr) {
  return (p->xlen == 32 ? iaddr & UINT32_MAX : iaddr) >> 1;
}

static inline uint64_t rvt_entrance_time(const struct rvt_ntrace_params *p, uint64_t time) {
  return p->ts_width >= 64 ? time : time & (((uint64_t)1 << p->ts_width) - 1);
}

static inline uint8_t rvt_entrance_units(const struct rvt_ntrace_params *p,
                                         const struct rvt_block *b) {
  if (!p->single || b->iretire == 0) return b->iretire;
  return (uint8_t)(1u << b->ilastsize); /* NT:ING-05 */
}

/** The entry of a block that is accepted. */
static inline void rvt_entrance_block(const struct rvt_ntrace_entrance *s,
                                      const struct rvt_block *b, uint64_t time,
                                      struct rvt_ntrace_head *e) {
  const bool known = rvt_entrance_known(&s->p, b);
  e->kind = s->open_q ? RVT_ENTRY_BLOCK : RVT_ENTRY_START;
  e->sub = s->open_q ? 0 : s->reason_q;
  e->known = known;
  e->itype = b->itype;
  e->units = rvt_entrance_units(&s->p, b);
  e->seq = RVT_SEQ_NO;
  e->notify = false;
  e->addr = known ? rvt_entrance_address(&s->p, b->iaddr) : 0;
  e->time = rvt_entrance_time(&s->p, time);
}

#endif
