/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "rvt/unit/ctr_next.h"

enum { CAUSE = 0x3f }; /* what the recorder reads of a cause */

void rvt_ctr_next_init(struct rvt_ctr_next *s, const struct rvt_ctr_next_params *p) {
  *s = (struct rvt_ctr_next){.p = *p, .in_q = {.priv = RVT_PRIV_M}};
}

static bool is_trap(uint8_t itype) {
  return itype == RVT_IT_EXCEPTION || itype == RVT_IT_INTERRUPT;
}

/** Its target is not told with it. */
static bool is_late(const struct rvt_ctr_next *s, uint8_t itype) {
  if (itype == RVT_IT_NONE) return false;
  return !s->p.targets || is_trap(itype) || itype == RVT_IT_TRAP_RETURN;
}

static bool is_away(const struct rvt_ctr_hart *h) { return h->halted || h->priv == RVT_PRIV_DEBUG; }

static uint64_t behind(const struct rvt_ctr_next *s, const struct rvt_block *b) {
  const uint64_t size = s->p.single ? UINT64_C(2) << b->ilastsize : UINT64_C(2) * b->iretire;
  const uint64_t addr = b->iretire == 0 ? b->iaddr : b->iaddr + size;
  return s->p.xlen == 32 ? (uint32_t)addr : addr;
}

void rvt_ctr_next_outputs(const struct rvt_ctr_next *s, const struct rvt_ctr_hart *in,
                          struct rvt_ctr_next_out *out) {
  uint64_t next = 0; /* address of the slot after */
  bool more = false, pends = false;
  struct rvt_block *newest = NULL;
  *out = (struct rvt_ctr_next_out){.hart = s->in_q};
  for (unsigned k = s->p.blocks; k-- > 0;) {
    if (!rvt_block_valid(&in->block[k])) continue;
    more = !is_away(in);
    next = in->block[k].iaddr;
  }
  for (unsigned k = s->p.blocks; k-- > 0;) {
    struct rvt_block *b = &out->hart.block[k];
    if (!rvt_block_valid(b)) continue;
    if (is_late(s, b->itype)) out->hart.slot[k].target = next;
    if (is_trap(b->itype)) out->hart.epc = behind(s, b);
    next = b->iaddr;
    if (newest != NULL) continue;
    newest = b;
    pends = is_late(s, b->itype) && !is_away(&s->in_q);
  }
  out->hart.priv_after = in->priv;
  out->waits = pends && !more && !is_away(in);
  if (out->waits)
    for (unsigned k = 0; k < s->p.blocks; k++)
      out->hart.block[k].iretire = out->hart.block[k].itype = 0;
  else if (pends && is_away(in))
    newest->itype = RVT_IT_NONE;
}

void rvt_ctr_next_tick(struct rvt_ctr_next *s, const struct rvt_ctr_hart *in) {
  struct rvt_ctr_next_out out;
  rvt_ctr_next_outputs(s, in, &out);
  if (out.waits) return;
  s->in_q = *in;
  s->in_q.cause &= CAUSE;
  for (unsigned k = 0; k < s->p.blocks && !s->p.targets; k++) s->in_q.slot[k].target = 0;
}
