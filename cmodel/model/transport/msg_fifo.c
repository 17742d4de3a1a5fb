/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "rvt/unit/msg_fifo.h"

#include <string.h>

enum rvt_status rvt_msg_fifo_init(struct rvt_msg_fifo *s, const struct rvt_msg_fifo_params *p,
                                  struct rvt_error *e) {
  if (p->depth < 2 || p->depth > RVT_FIFO_DEPTH_MAX || p->resume_level > p->depth)
    return rvt_error_set(
        e, RVT_ERR_ARG,
        "message FIFO: expected a depth of 2 to %d and a level up to it, found %u and %u",
        RVT_FIFO_DEPTH_MAX, p->depth, p->resume_level);
  if (p->row != 0 && p->row != 2 && p->row != 4 && p->row != 8 && p->row != 16)
    return rvt_error_set(e, RVT_ERR_ARG,
                         "message FIFO: expected a row of 0, 2, 4, 8 or 16, found %u", p->row);
  const struct rvt_framing *const framing = rvt_framing_of(p->framing);
  if (framing == NULL || (p->row != 0 && (p->marks || p->packets)))
    return rvt_error_set(e, RVT_ERR_ARG,
                         "message FIFO: expected a framing, and rows without marks and packets, "
                         "found framing %u",
                         p->framing);
  const struct rvt_msg_fifo_params params = *p;
  memset(s, 0, sizeof *s);
  s->framing = framing;
  s->p = params;
  s->resume_q = true;
  return RVT_OK;
}

/** Which mark the bytes have that leave next, `m->bytes` at most. @return the place after them */
static uint32_t mark(const struct rvt_msg_fifo *s, struct rvt_beat *m) {
  uint32_t place = s->place_q;
  for (unsigned n = 0; n < m->bytes && !m->eom; n++) m->eom = s->framing->ends(&place, m->data[n]);
  m->sync = s->framing->syncs(m->data, m->bytes);
  return place;
}

/**
 * Copy a beat. A beat of one byte costs one byte: the lanes above it of a memory word are stale,
 * and whoever reads the word back makes them zero.
 */
static inline void copy_payload(struct rvt_beat *to, const struct rvt_beat *from) {
  to->eom = from->eom;
  to->sync = from->sync;
  to->length = from->length;
  to->bytes = from->bytes;
  if (from->bytes > 1)
    memcpy(to->data, from->data, sizeof to->data);
  else
    to->data[0] = from->data[0];
}

/* ---- Rows of bytes ------------------------------------------------------------------------- */

/** Byte `n` of the ring. */
static inline unsigned lane_of(const struct rvt_msg_fifo *s, unsigned n) { return n % s->p.row; }
static inline unsigned row_of(const struct rvt_msg_fifo *s, unsigned n) { return n / s->p.row; }
static inline uint16_t behind(const struct rvt_msg_fifo *s, unsigned n, unsigned bytes) {
  return (uint16_t)((n + bytes) % ((unsigned)s->p.depth * s->p.row));
}

/** The bytes up to the end of a message, as many as lanes at most; none of what may still grow. */
static void beat_of_bytes(const struct rvt_msg_fifo *s, struct rvt_beat *m) {
  uint32_t place = s->place_q;
  for (uint8_t n = 0; n < s->p.row && n < s->level_q && !m->eom; n++) {
    const unsigned at = behind(s, s->rptr_q, n);
    m->data[n] = s->mem_q[row_of(s, at)].data[lane_of(s, at)];
    m->eom = s->framing->ends(&place, m->data[n]);
    m->bytes = (uint8_t)(n + 1);
  }
  m->valid = m->eom || m->bytes == s->p.row;
  if (!m->valid)
    memset(m, 0, sizeof *m);
  else
    m->sync = s->framing->syncs(m->data, m->bytes);
}

static void tick_bytes(struct rvt_msg_fifo *s, const struct rvt_msg_fifo_in *in) {
  struct rvt_beat m;
  rvt_msg_fifo_beat(s, &m);
  const unsigned put = in->s.valid && rvt_msg_fifo_ready(s) ? in->s.bytes : 0;
  const unsigned taken = in->m_ready ? m.bytes : 0;
  m.eom = false;
  if (taken != 0) s->place_q = mark(s, &m);
  s->resume_q = s->level_q <= s->p.resume_level * s->p.row;
  for (unsigned n = 0; n < put; n++) {
    const unsigned at = behind(s, s->wptr_q, n);
    s->mem_q[row_of(s, at)].data[lane_of(s, at)] = in->s.data[n];
  }
  s->wptr_q = behind(s, s->wptr_q, put);
  s->rptr_q = behind(s, s->rptr_q, taken);
  s->level_q = (uint16_t)(s->level_q + put - taken);
}

/* ---- Either ---------------------------------------------------------------------------------- */

void rvt_msg_fifo_beat(const struct rvt_msg_fifo *s, struct rvt_beat *m) {
  memset(m, 0, sizeof *m);
  if ((s->p.packets ? s->whole_q : s->level_q) == 0) return;
  if (s->p.row != 0) {
    beat_of_bytes(s, m);
    return;
  }
  m->valid = true;
  copy_payload(m, &s->mem_q[s->rptr_q]);
  if (s->p.marks) return;
  m->eom = m->sync = false;
  (void)mark(s, m);
}

void rvt_msg_fifo_outputs(const struct rvt_msg_fifo *s, struct rvt_msg_fifo_out *out) {
  rvt_msg_fifo_beat(s, &out->m);
  out->s_ready = rvt_msg_fifo_ready(s);
  out->resume = s->resume_q;
  out->empty = s->level_q == 0;
}

static inline uint16_t next(const struct rvt_msg_fifo *s, uint16_t ptr) {
  return ptr + 1 == s->p.depth ? 0 : (uint16_t)(ptr + 1);
}

/** A beat leaves, and the framing's place moves on. */
static void pass(struct rvt_msg_fifo *s) {
  struct rvt_beat m = s->mem_q[s->rptr_q];
  m.eom = false;
  s->place_q = mark(s, &m);
}

void rvt_msg_fifo_tick(struct rvt_msg_fifo *s, const struct rvt_msg_fifo_in *in) {
  if (in->clr) {
    s->level_q = s->wptr_q = s->rptr_q = s->whole_q = s->first_q = 0;
    s->place_q = 0;
    s->resume_q = true;
    return;
  }
  if (s->p.row != 0) {
    tick_bytes(s, in);
    return;
  }
  const bool drop = s->p.packets && in->drop, head = s->p.packets && in->head && in->s.valid;
  const bool push = in->s.valid && s->level_q < s->p.depth && !drop && !head;
  const bool pop = in->m_ready && (s->p.packets ? s->whole_q : s->level_q) != 0;
  s->resume_q = s->level_q <= s->p.resume_level;
  if (pop && !s->p.marks && !s->framing->alone) pass(s);
  if (head) copy_payload(&s->mem_q[s->first_q], &in->s);
  if (push) {
    copy_payload(&s->mem_q[s->wptr_q], &in->s);
    s->wptr_q = next(s, s->wptr_q);
  }
  if (pop) s->rptr_q = next(s, s->rptr_q);
  s->level_q = (uint16_t)(s->level_q + push - pop);
  s->whole_q = (uint16_t)(s->whole_q - (s->p.packets && pop));
  if (drop) {
    s->level_q = s->whole_q;
    s->wptr_q = s->first_q;
  } else if (s->p.packets && in->commit) {
    s->whole_q = s->level_q;
    s->first_q = s->wptr_q;
  }
}
