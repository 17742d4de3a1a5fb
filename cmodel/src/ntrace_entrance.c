/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "ntrace_entrance_block.h"

static inline bool halted(const struct rvt_ingress *in) {
  return in->halted || in->priv == RVT_PRIV_DEBUG; /* NT:ING-24 */
}

void rvt_ntrace_entrance_init(struct rvt_ntrace_entrance *s, const struct rvt_ntrace_params *p) {
  *s = (struct rvt_ntrace_entrance){.p = *p, .reason_q = RVT_SYNC_ENABLE};
}

/** Whether this clock's group is to be traced and can be: a session runs, or it may begin one. */
static inline bool wants_entry(const struct rvt_ntrace_entrance *s,
                               const struct rvt_ntrace_entrance_in *in) {
  const struct rvt_block *b = &in->ingress->block[0];
  return rvt_block_valid(b) && rvt_ntrace_on(in->cfg) && !halted(in->ingress) &&
         (s->open_q || rvt_entrance_known(&s->p, b));
}

static void make_stop(const struct rvt_ntrace_entrance *s, const struct rvt_ingress *in,
                      struct rvt_ntrace_head *e) {
  const struct rvt_block *b = &in->block[0];
  const bool known = rvt_block_valid(b) && rvt_entrance_known(&s->p, b) && !halted(in);
  *e = (struct rvt_ntrace_head){
      .kind = RVT_ENTRY_STOP,
      .sub = halted(in) ? RVT_EV_DEBUG : RVT_EV_DISABLED,
      .known = known,
      .addr = known ? rvt_entrance_address(&s->p, b->iaddr) : 0,
      .time = rvt_entrance_time(&s->p, in->time),
  };
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
    out->entry = (struct rvt_ntrace_head){
        .kind = RVT_ENTRY_GAP, .sub = 4 /* NT:ERR-03 bit 2 */, .time = s->gap_time_q};
  } else if (stops(s, in)) {
    out->valid = room;
    make_stop(s, in->ingress, &out->entry);
  } else if (room && wants_entry(s, in)) {
    out->valid = true;
    rvt_entrance_block(s, &in->ingress->block[0], in->ingress->time, &out->entry);
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
    s->gap_time_q = rvt_entrance_time(&s->p, in->ingress->time);
    s->open_q = false;
  }
  s->halted_q = halted(in->ingress);
  s->reason_q = next_reason(s, in, gap_before && !s->gap_q);
}
