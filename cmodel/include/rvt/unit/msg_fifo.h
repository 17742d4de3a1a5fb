/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_MSG_FIFO_H
#define RVT_MSG_FIFO_H

/* Golden model of rtl/transport/rvt_msg_fifo.sv. docs/units/message-fifo.md. */

#include "rvt/error.h"
#include "rvt/framing.h"
#include "rvt/unit/beat.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

struct rvt_msg_fifo_params {
  uint16_t depth;        /* beats, 2..512: one of the longest messages or more (NT:GEN-08) */
  uint16_t resume_level; /* beats, 0..depth */
  uint8_t row;           /* 0; or with FifoBytes the lanes, 2..16: rows of bytes, not beats */
  uint8_t framing;       /* enum rvt_framing_code */
  bool marks;   /* `eom`, `sync`, `length` are stored; else the bytes say the first two; no row */
  bool packets; /* beats wait for `commit`; without a row */
};

struct rvt_msg_fifo {
  struct rvt_msg_fifo_params p;
  const struct rvt_framing *framing;
  uint32_t place_q; /* of what leaves, for the framing */
  uint16_t level_q; /* beats held, 0..depth; with rows bytes, 0..depth * row */
  uint16_t whole_q; /* with packets: those of them that may leave */
  uint16_t first_q; /* with packets: where the one that comes in begins */
  uint16_t wptr_q;  /* of a beat; with rows of a byte */
  uint16_t rptr_q;
  bool resume_q;
  struct rvt_beat mem_q[RVT_FIFO_DEPTH_MAX]; /* of a row the data alone */
};

struct rvt_msg_fifo_in {
  bool clr;
  struct rvt_beat s; /* from the packer; `eom` and `sync` are read with marks alone */
  /* With packets, and read with them alone: */
  bool commit; /* what is held, and is written in this clock, may leave */
  bool drop;   /* what has not been committed is forgotten, and the beat on offer; wins */
  bool head;   /* `s` is the first beat of the packet: one written before has kept its place */
  bool m_ready;
};

struct rvt_msg_fifo_out {
  bool s_ready; /* level < depth; with rows: one more has room */
  struct rvt_beat m;
  bool resume; /* the level of the clock before was at most resume_level; 1 after reset and clr */
  bool empty;  /* not a byte is held, of a beat that is not whole either */
};

/** What the level is a number of, in a beat or row: 1, with rows their bytes. */
static inline unsigned rvt_msg_fifo_unit(const struct rvt_msg_fifo *s) {
  return s->p.row != 0 ? s->p.row : 1;
}
/** Whether a beat that is offered in this clock is taken. */
static inline bool rvt_msg_fifo_ready(const struct rvt_msg_fifo *s) {
  return s->p.row == 0 ? s->level_q < s->p.depth : s->level_q <= (s->p.depth - 1) * s->p.row;
}

/** @retval RVT_ERR_ARG  a parameter is out of its range; `*s` has not changed */
RVT_MUST_CHECK enum rvt_status
rvt_msg_fifo_init(struct rvt_msg_fifo *s, const struct rvt_msg_fifo_params *p, struct rvt_error *e);
/** Outputs of this clock: a function of state alone. */
void rvt_msg_fifo_outputs(const struct rvt_msg_fifo *s, struct rvt_msg_fifo_out *out);
/** Of these the beat alone, where it is wanted: a copy of it would wait for its bytes. */
void rvt_msg_fifo_beat(const struct rvt_msg_fifo *s, struct rvt_beat *m);
/** One rising clock edge with reset released. A beat offered while full, or taken while empty, is
 * ignored. */
void rvt_msg_fifo_tick(struct rvt_msg_fifo *s, const struct rvt_msg_fifo_in *in);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
