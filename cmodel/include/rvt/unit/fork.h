/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_FORK_H
#define RVT_FORK_H

/* Golden model of rtl/transport/rvt_fork.sv. docs/units/fork.md. */

#include "rvt/error.h"
#include "rvt/unit/beat.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

enum { RVT_FORK_BRANCHES_MAX = 8 };

/** A bit or an entry for each branch; the RTL's registers of the same names. */
struct rvt_fork {
  uint8_t branches; /* 1..8 */
  bool in_msg_q;    /* the first beat of a message has passed, its last has not */
  uint8_t set_q;    /* branches that have taken some of the message, and not its last beat */
  uint8_t sent_q;   /* branches that have the beat on offer already */
  uint8_t missed_q; /* branches that wait for a message to begin with */
  uint8_t hurt_q;   /* ... and have not all that they took: an Error is to come */
  uint8_t on_q;     /* m_dn_on in the clock before */
};

struct rvt_fork_in {
  bool clr;     /* the producer is in reset */
  bool closing; /* it ends its message and then is reset */
  struct rvt_beat s;
  uint8_t m_ready;      /* the branch takes the beat in this clock */
  uint8_t m_dn_on;      /* it takes messages, or the rest of one */
  uint8_t m_dn_stopped; /* it has stopped by itself */
  uint8_t m_dn_lost;    /* it has discarded what it took */
};

struct rvt_fork_out {
  bool s_ready, s_dn_on, s_dn_stopped;
  bool s_dn_lost;  /* a branch has not all that it took */
  bool s_sync_req; /* a branch that is on waits for a message to begin with */
  uint8_t m_cut;   /* the rest of the branch's message will not come */
  struct rvt_beat m[RVT_FORK_BRANCHES_MAX];
};

/** State after reset. @retval RVT_ERR_ARG  `branches` is out of its range, as `e` says; `*s` has
 * not changed */
RVT_MUST_CHECK enum rvt_status rvt_fork_init(struct rvt_fork *s, uint8_t branches,
                                             struct rvt_error *e);
/** What is offered to the branches: depends on nothing in `in` but the stream, `m_dn_on` and
 * `m_dn_stopped`, `m_dn_lost`, `clr` and `closing`. Sets everything but `s_ready`. */
void rvt_fork_outputs(const struct rvt_fork *s, const struct rvt_fork_in *in,
                      struct rvt_fork_out *out);
/** Whether the producer's beat passes; depends on the stream by `eom` and `sync` alone. */
bool rvt_fork_ready(const struct rvt_fork *s, const struct rvt_fork_in *in);
/** One rising clock edge with reset released. */
void rvt_fork_tick(struct rvt_fork *s, const struct rvt_fork_in *in);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
