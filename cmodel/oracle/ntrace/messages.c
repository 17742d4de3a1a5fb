/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */

/* The messages of N-Trace: each function is a form, and names its rows. */

#include <stdio.h>
#include <stdlib.h>

#include "state.h"

/* TCI:TS-18: a bit for each kind of message that leaves out TSTAMP. */
static bool has_time(const struct oracle_origin *o, uint8_t tcode) {
  enum { BRANCH = 1, FULL_OR_REPEAT = 2, OWNERSHIP = 4, CORRELATION_OR_ERROR = 8 };
  switch (tcode) {
  case RVT_TC_DIRECT_BRANCH:
  case RVT_TC_INDIRECT_BRANCH:
  case RVT_TC_INDIRECT_BRANCH_HIST: return (o->ts_suppress & BRANCH) == 0;
  case RVT_TC_RESOURCE_FULL:
  case RVT_TC_REPEAT_BRANCH: return (o->ts_suppress & FULL_OR_REPEAT) == 0;
  case RVT_TC_OWNERSHIP: return (o->ts_suppress & OWNERSHIP) == 0;
  case RVT_TC_PROG_TRACE_CORRELATION:
  case RVT_TC_ERROR: return (o->ts_suppress & CORRELATION_OR_ERROR) == 0;
  default: return true; /* a sync message */
  }
}

void oracle_add_time(const struct rvt_params *p, const struct oracle_origin *origin,
                     struct oracle_time *t, struct rvt_ntrace_msg *m) {
  if (t->base != origin->base) { /* TSP-10, TCI:TS-16: none was sent since */
    t->base = origin->base;
    t->sent = false;
  }
  if (!origin->format.ts) {
    return;
  }
  uint64_t mask = p->ts_width == 64 ? UINT64_MAX : ((uint64_t)1 << p->ts_width) - 1;
  if (oracle_is_sync(m->tcode)) { /* TSP-01 */
    m->has_tstamp = true;
    m->tstamp = origin->time & mask;
  } else if (t->sent && has_time(origin, m->tcode)) { /* TSP-02, TSP-05, Q-21 */
    m->has_tstamp = true;
    m->tstamp = (origin->time - t->last) & mask;
  }
  if (m->has_tstamp) {
    t->last = origin->time; /* TSP-03 */
    t->sent = true;
  }
}

struct oracle_origin oracle_origin_now(const struct oracle *o, const struct rvt_config *config,
                                       uint64_t time) {
  const struct rvt_params *p = &o->params;
  const uint8_t src_bits = config->inhibit_src ? 0 : config->src_bits; /* SRC-01 */
  return (struct oracle_origin){
      .time = time,
      .base = ((const struct oracle_ntrace *)o)->bases,
      .format = {.src_bits = src_bits,
                 .ts = config->ts_en && p->ts_width > 0,
                 .extend_bits = rvt_extend_bits(config->extend_addr && p->extend_addr, p->xlen)},
      .src = (uint16_t)(config->src_id & ((1u << src_bits) - 1)), /* SRC-02 */
      .ts_suppress = config->ts_suppress,
      .repeats = p->repeat_branch && config->repeat_branch, /* CTL-16 */
      .histories = p->repeat_hist > 0 && config->repeat_hist};
}

/* Put a message into the list, with SRC and TSTAMP; `time` is that of its event (D-19). */
static void put(struct oracle_ntrace *o, const struct oracle_clock *c, uint64_t time,
                struct rvt_ntrace_msg m) {
  const struct oracle_origin origin = oracle_origin_now(&o->common, &c->config, time);
  m.src = origin.src;
  if (!oracle_is_literal(o)) {
    oracle_add_time(&o->common.params, &origin, &o->time, &m);
  }
  if (o->msgs == o->room) {
    o->room = o->room == 0 ? 64 : 2 * o->room;
    o->msg = realloc(o->msg, o->room * sizeof *o->msg);
    o->origin = realloc(o->origin, o->room * sizeof *o->origin);
    if (o->msg == NULL || o->origin == NULL) {
      fputs("oracle: out of memory\n", stderr);
      abort();
    }
  }
  o->origin[o->msgs] = origin;
  o->msg[o->msgs++] = m;
}

/* MSG-11, RPT-01; TSP-11: at the time of the last event that was merged. */
static void send_repeat(struct oracle_ntrace *o, const struct oracle_clock *c) {
  struct rvt_ntrace_msg m = {.tcode = RVT_TC_REPEAT_BRANCH, .bcnt = o->repeats};
  put(o, c, o->event_time, m);
  o->repeats = 0;
}

/* Send a message, or count it (RPT-01, RPT-06, RPT-07). */
static void emit(struct oracle_ntrace *o, const struct oracle_clock *c, uint64_t time,
                 struct rvt_ntrace_msg m) {
  o->events++;
  if (c->config.sync_mode == RVT_PERIOD_MESSAGES) {
    o->period++; /* D-05, mode 1, sent or counted; oracle_send_sync() sets it to 0 */
  }
  if (!oracle_is_literal(o) && oracle_is_repeat(o, c, &m)) {
    o->repeats++;
    o->event_time = time;
    if (o->repeats == REPEATS_MAX) {
      send_repeat(o, c); /* RPT-06: what comes is counted against the same message */
    }
    return;
  }
  if (o->repeats > 0) {
    send_repeat(o, c);
  }
  put(o, c, time, m);
  o->event_time = time;
  o->last = m;
}

void oracle_forget_count(struct oracle_ntrace *o) { o->icnt = o->counted = 0; }

/* Any sync message: I-CNT and HIST so far (SYN-02), F-ADDR (ADR-02), then all is reset (SYN-01). */
void oracle_send_sync(struct oracle_ntrace *o, const struct oracle_clock *c, uint8_t tcode,
                      uint8_t sync, uint8_t btype, uint64_t address, uint64_t time) {
  struct rvt_ntrace_msg m = {.tcode = tcode, .sync = sync, .btype = btype, .icnt = o->icnt};
  m.addr = address >> 1;
  if (tcode == RVT_TC_INDIRECT_BRANCH_HIST_SYNC) {
    m.hist = o->hist;
  }
  emit(o, c, time, m);
  oracle_forget_count(o); /* ICNT-05 */
  o->hist = 1;            /* HIST-04 */
  o->outcomes = 0;
  o->ref = address;    /* ADR-04 */
  o->common.depth = 0; /* IRT-10, D-16 */
  o->period = 0;       /* SYN-36 */
  o->expired = false;
  o->reset_raised = o->event_raised = o->external_raised = false; /* D-21: one message for all */
  o->own_due = true;                                              /* OWN-06, SYN-05 */
}

/* MSG-02; ADR-05: REF stays. */
void oracle_send_direct_branch(struct oracle_ntrace *o, const struct oracle_clock *c,
                               uint64_t time) {
  struct rvt_ntrace_msg m = {.tcode = RVT_TC_DIRECT_BRANCH, .icnt = o->icnt};
  emit(o, c, time, m);
  oracle_forget_count(o); /* ICNT-05 */
}

/* MSG-03 in BTM; in HTM MSG-09, or MSG-03 with an empty HIST if built so (D-08). */
void oracle_send_indirect_branch(struct oracle_ntrace *o, const struct oracle_clock *c,
                                 uint8_t btype, uint64_t address, uint64_t time) {
  struct rvt_ntrace_msg m = {.tcode = RVT_TC_INDIRECT_BRANCH, .btype = btype, .icnt = o->icnt};
  m.addr = (address ^ o->ref) >> 1; /* ADR-03 */
  if (o->htm && (o->outcomes > 0 || !o->common.params.plain_hist)) {
    m.tcode = RVT_TC_INDIRECT_BRANCH_HIST;
    m.hist = o->hist;
  }
  emit(o, c, time, m);
  oracle_forget_count(o); /* ICNT-05 */
  o->hist = 1;            /* HIST-04 */
  o->outcomes = 0;
  o->ref = address; /* ADR-04 */
}

/* The same message upgraded in place: B-TYPE kept, F-ADDR (SYN-33, D-08). */
void oracle_send_indirect_branch_sync(struct oracle_ntrace *o, const struct oracle_clock *c,
                                      int sync, uint8_t btype, uint64_t address, uint64_t time) {
  uint8_t tcode = RVT_TC_INDIRECT_BRANCH_SYNC; /* MSG-07 */
  if (o->htm && (o->outcomes > 0 || !o->common.params.plain_hist)) {
    tcode = RVT_TC_INDIRECT_BRANCH_HIST_SYNC; /* MSG-10 */
  }
  oracle_send_sync(o, c, tcode, (uint8_t)sync, btype, address, time);
}

/* SYN-31, SYN-32, Q-03, Q-04: between two instructions. */
void oracle_send_linear_sync(struct oracle_ntrace *o, const struct oracle_clock *c, int sync,
                             uint64_t address) {
  uint8_t tcode = RVT_TC_PROG_TRACE_SYNC;
  if (o->htm && o->outcomes > 0) {
    tcode = RVT_TC_INDIRECT_BRANCH_HIST_SYNC;
  }
  oracle_send_sync(o, c, tcode, (uint8_t)sync, RVT_BT_NONE, address, c->time);
}

/* RSF-01, Q-01; ICNT-05, ADR-05. */
void oracle_send_icnt_full(struct oracle_ntrace *o, const struct oracle_clock *c) {
  struct rvt_ntrace_msg m = {.tcode = RVT_TC_RESOURCE_FULL, .rcode = RVT_RC_ICNT, .icnt = o->icnt};
  emit(o, c, c->time, m);
  oracle_forget_count(o);
}

/* RSF-02, Q-02; ICNT-06: I-CNT stays. */
void oracle_send_hist_full(struct oracle_ntrace *o, const struct oracle_clock *c) {
  struct rvt_ntrace_msg m = {.tcode = RVT_TC_RESOURCE_FULL, .rcode = RVT_RC_HIST, .hist = o->hist};
  emit(o, c, c->time, m);
  o->hist = 1; /* HIST-04 */
  o->outcomes = 0;
}

/* MSG-12, COR-02..06. */
void oracle_send_correlation(struct oracle_ntrace *o, const struct oracle_clock *c,
                             uint8_t evcode) {
  struct rvt_ntrace_msg m = {
      .tcode = RVT_TC_PROG_TRACE_CORRELATION, .evcode = evcode, .icnt = o->icnt};
  if (o->htm) { /* COR-03 */
    m.cdf = 1;
    m.hist = o->hist;
  }
  emit(o, c, c->time, m);
}

/* MSG-04, ERR-02, ERR-03, D-14. */
void oracle_send_error(struct oracle_ntrace *o, const struct oracle_clock *c) {
  struct rvt_ntrace_msg m = {.tcode = RVT_TC_ERROR, .etype = 0, .ecode = 4};
  if (o->ownership_lost) {
    m.ecode |= 8;
  }
  emit(o, c, o->overflow_time, m);
}

static uint64_t low_bits(uint64_t value, unsigned bits) {
  return bits >= 64 ? value : value & (((uint64_t)1 << bits) - 1);
}

/* MSG-01, OWN-01..03. What ING-18 reserves follows the same formula. */
static void send_owner(struct oracle_ntrace *o, const struct oracle_clock *c, uint64_t context,
                       uint8_t priv, unsigned format, uint64_t time) {
  unsigned v = priv >> 2 & 1;
  unsigned prv = v == 1 ? priv >> 1 & 1 : priv & 3;
  struct rvt_ntrace_msg m = {.tcode = RVT_TC_OWNERSHIP};
  m.process = context << 5 | v << 4 | prv << 2 | format;
  emit(o, c, time, m);
}

/* OWN-07, OWN-09, OWN-10, Q-16. I-CNT, HIST, REF and the stack stay (ICNT-06, ADR-05, OWN-14). */
void oracle_send_ownership(struct oracle_ntrace *o, const struct oracle_clock *c, uint8_t priv,
                           uint64_t time) {
  o->own_due = false;
  if (!oracle_ownership_on(o, c)) {
    return;
  }
  if (o->common.params.context == 1) {
    send_owner(o, c, 0, priv, 0, time);
    return;
  }
  unsigned scontext_width =
      (unsigned)o->common.params.context_width - o->common.params.hcontext_width;
  if (o->common.params.hcontext_width > 0) {
    uint64_t hcontext = low_bits(c->context, o->common.params.context_width) >> scontext_width;
    send_owner(o, c, hcontext, priv, 3, time);
  }
  send_owner(o, c, low_bits(c->context, scontext_width), priv, 2, time);
}
