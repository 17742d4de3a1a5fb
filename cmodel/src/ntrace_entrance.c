/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "rvt/ntrace_entrance.h"

static inline bool halted(const struct rvt_ingress *in) {
  return in->halted || in->priv == RVT_PRIV_DEBUG; /* NT:ING-24 */
}

static inline bool address_known(const struct rvt_ntrace_params *p, const struct rvt_block *b) {
  return b->iretire != 0 || b->itype == RVT_IT_EXCEPTION ||
         (b->itype == RVT_IT_INTERRUPT && p->iaddr_on_int);
}

/** What flow sees of an address: bit 0 is gone (NT:ADR-01), and so is what Xlen does not have. */
static inline uint64_t address(const struct rvt_ntrace_params *p, uint64_t iaddr) {
  return (p->xlen == 32 ? iaddr & UINT32_MAX : iaddr) >> 1;
}

static inline uint64_t time_of(const struct rvt_ntrace_params *p, uint64_t time) {
  return p->ts_width >= 64 ? time : time & (((uint64_t)1 << p->ts_width) - 1);
}

static inline uint8_t units(const struct rvt_ntrace_params *p, const struct rvt_block *b) {
  if (!p->single || b->iretire == 0) return b->iretire;
  return (uint8_t)(1u << b->ilastsize); /* NT:ING-05 */
}

void rvt_ntrace_entrance_init(struct rvt_ntrace_entrance *s, const struct rvt_ntrace_params *p) {
  *s = (struct rvt_ntrace_entrance){.p = *p, .reason_q = RVT_SYNC_ENABLE};
}

/** Whether this clock's group is to be traced and can be: a session runs, or it may begin one. */
static inline bool wants_entry(const struct rvt_ntrace_entrance *s,
                               const struct rvt_ntrace_entrance_in *in) {
  const struct rvt_block *b = &in->ingress->block[0];
  return rvt_block_valid(b) && rvt_ntrace_on(in->cfg) && !halted(in->ingress) &&
         (s->open_q || address_known(&s->p, b));
}

static void make_stop(const struct rvt_ntrace_entrance *s, const struct rvt_ingress *in,
                      struct rvt_ntrace_entry *e) {
  const struct rvt_block *b = &in->block[0];
  const bool known = rvt_block_valid(b) && address_known(&s->p, b) && !halted(in);
  *e = (struct rvt_ntrace_entry){
      .kind = RVT_ENTRY_STOP,
      .sub = halted(in) ? RVT_EV_DEBUG : RVT_EV_DISABLED,
      .known = known,
      .addr = known ? address(&s->p, b->iaddr) : 0,
      .time = time_of(&s->p, in->time),
  };
}

static inline void make_block(const struct rvt_ntrace_entrance *s, const struct rvt_ingress *in,
                              struct rvt_ntrace_entry *e) {
  const struct rvt_block *b = &in->block[0];
  const bool known = address_known(&s->p, b);
  e->kind = s->open_q ? RVT_ENTRY_BLOCK : RVT_ENTRY_START;
  e->sub = s->open_q ? 0 : s->reason_q;
  e->known = known;
  e->itype = b->itype;
  e->units = units(&s->p, b);
  e->addr = known ? address(&s->p, b->iaddr) : 0;
  e->time = time_of(&s->p, in->time);
}

static inline bool stops(const struct rvt_ntrace_entrance *s,
                         const struct rvt_ntrace_entrance_in *in) {
  return s->open_q && (!rvt_ntrace_on(in->cfg) || halted(in->ingress));
}

void rvt_ntrace_entrance_outputs(const struct rvt_ntrace_entrance *s,
                                 const struct rvt_ntrace_entrance_in *in,
                                 struct rvt_ntrace_entrance_out *out) {
  const unsigned level = in->queue_level;
  const bool room = level < s->p.queue_depth;
  out->stall = in->cfg->stall_ena && rvt_ntrace_on(in->cfg) && !s->halted_q &&
               s->p.queue_depth - level <= s->p.stall_latency;
  out->gap = s->gap_q;
  out->busy = s->open_q || s->gap_q || s->side_q;
  out->valid = false;
  if (s->side_q) {
    out->valid = room;
    out->entry = s->side_entry_q;
  } else if (s->gap_q) {
    if (level != 0 || !in->resume) return;
    out->valid = true;
    out->entry = (struct rvt_ntrace_entry){
        .kind = RVT_ENTRY_GAP, .sub = 4 /* NT:ERR-03 bit 2 */, .time = s->gap_time_q};
  } else if (stops(s, in)) {
    out->valid = room;
    make_stop(s, in->ingress, &out->entry);
  } else if (room && wants_entry(s, in)) {
    out->valid = true;
    make_block(s, in->ingress, &out->entry);
  }
}

/** SYNC of the next start (D-04). */
static inline uint8_t next_reason(const struct rvt_ntrace_entrance *s,
                                  const struct rvt_ntrace_entrance_in *in, bool gap_ends) {
  if (s->halted_q) return RVT_SYNC_DEBUG;
  if (!rvt_ntrace_on(in->cfg)) return RVT_SYNC_ENABLE;
  return gap_ends ? RVT_SYNC_OVERRUN : s->reason_q;
}

void rvt_ntrace_entrance_tick(struct rvt_ntrace_entrance *s,
                              const struct rvt_ntrace_entrance_in *in,
                              const struct rvt_ntrace_entrance_out *out) {
  if (!in->cfg->active) {
    const struct rvt_ntrace_params p = s->p;
    rvt_ntrace_entrance_init(s, &p);
    return;
  }
  const bool gap_before = s->gap_q;
  bool taken = false;
  if (s->side_q) {
    s->side_q = !out->valid;
  } else if (s->gap_q) {
    s->gap_q = !out->valid;
  } else if (stops(s, in)) {
    s->side_q = !out->valid;
    if (s->side_q) s->side_entry_q = out->entry;
    s->open_q = false;
  } else {
    taken = out->valid;
    if (taken) s->open_q = true;
  }
  if (!gap_before && !taken && wants_entry(s, in)) {
    s->gap_q = true;
    s->gap_time_q = time_of(&s->p, in->ingress->time);
    s->open_q = false;
  }
  s->halted_q = halted(in->ingress);
  s->reason_q = next_reason(s, in, gap_before && !s->gap_q);
}
