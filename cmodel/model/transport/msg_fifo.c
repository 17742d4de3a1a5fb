/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "rvt/unit/msg_fifo.h"

#include <string.h>

#include "rvt/framing.h"

enum rvt_status rvt_msg_fifo_init(struct rvt_msg_fifo *s, const struct rvt_msg_fifo_params *p,
                                  struct rvt_error *e) {
  if (p->depth < 2 || p->depth > RVT_FIFO_DEPTH_MAX || p->resume_level > p->depth)
    return rvt_error_set(
        e, RVT_ERR_ARG,
        "message FIFO: expected a depth of 2 to %d and a level up to it, found %u and %u",
        RVT_FIFO_DEPTH_MAX, p->depth, p->resume_level);
  const struct rvt_msg_fifo_params params = *p;
  memset(s, 0, sizeof *s);
  s->p = params;
  s->resume_q = true;
  return RVT_OK;
}

/**
 * Copy a beat. A beat of one byte costs one byte: the lanes above it of a memory word are stale,
 * and whoever reads the word back makes them zero.
 */
static inline void copy_payload(struct rvt_beat *to, const struct rvt_beat *from) {
  to->eom = from->eom;
  to->bytes = from->bytes;
  if (from->bytes > 1)
    memcpy(to->data, from->data, sizeof to->data);
  else
    to->data[0] = from->data[0];
}

void rvt_msg_fifo_beat(const struct rvt_msg_fifo *s, struct rvt_beat *m) {
  memset(m, 0, sizeof *m);
  if (s->level_q == 0) return;
  m->valid = true;
  copy_payload(m, &s->mem_q[s->rptr_q]);
  m->sync = rvt_framing_syncs(m->data[0]);
}

void rvt_msg_fifo_outputs(const struct rvt_msg_fifo *s, struct rvt_msg_fifo_out *out) {
  rvt_msg_fifo_beat(s, &out->m);
  out->s_ready = s->level_q < s->p.depth;
  out->resume = s->resume_q;
  out->empty = s->level_q == 0;
}

static inline uint16_t next(const struct rvt_msg_fifo *s, uint16_t ptr) {
  return ptr + 1 == s->p.depth ? 0 : (uint16_t)(ptr + 1);
}

void rvt_msg_fifo_tick(struct rvt_msg_fifo *s, const struct rvt_msg_fifo_in *in) {
  if (in->clr) {
    s->level_q = s->wptr_q = s->rptr_q = 0;
    s->resume_q = true;
    return;
  }
  const bool push = in->s.valid && s->level_q < s->p.depth;
  const bool pop = in->m_ready && s->level_q != 0;
  s->resume_q = s->level_q <= s->p.resume_level;
  if (push) {
    copy_payload(&s->mem_q[s->wptr_q], &in->s);
    s->wptr_q = next(s, s->wptr_q);
  }
  if (pop) s->rptr_q = next(s, s->rptr_q);
  s->level_q = (uint16_t)(s->level_q + push - pop);
}
