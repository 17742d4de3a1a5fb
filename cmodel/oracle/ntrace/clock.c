/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */

/* A clock of N-Trace: why a session starts, its blocks, its stop, an overflow. */

#include <stdlib.h>

#include "state.h"

/* D-04: why the next start happens. Also while slots are refused. */
static void watch_start_reason(struct oracle_ntrace *o, const struct oracle_clock *c) {
  if (oracle_is_on(c) && !c->hart_reset) {
    return; /* the last clock with tracing off, or in reset, decides */
  }
  if (oracle_is_on(c) && o->start_sync == RVT_SYNC_OVERRUN) {
    return; /* SYN-35, Q-18: a reset ends no trace, so the loss is told first */
  }
  if (c->hart_reset) {
    o->start_sync = RVT_SYNC_RESET;
  } else if (c->lowpower) {
    o->start_sync = RVT_SYNC_POWER;
  } else {
    o->start_sync = c->halted ? RVT_SYNC_DEBUG : RVT_SYNC_ENABLE;
  }
}

/* D-14, D-15. The clock is refused as a whole (D-27), its notifications too (D-21). */
static void overflow(struct oracle_ntrace *o, bool by_loss) {
  const struct oracle_clock *c = &o->common.slot[0];
  bool session = o->common.session;
  bool open = session || o->in_overflow;
  if (!o->in_overflow) {
    o->common.lost = o->counted;
    oracle_end_session(o);
    o->in_overflow = true;
    o->overflow_time = c->time;
    o->overflow_slot = by_loss;
    o->ownership_lost = by_loss && oracle_ownership_on(o, c); /* it may have been among the bytes */
  }
  bool refused = false;
  for (unsigned i = 0; i < o->common.slots; i++) { /* only a qualified slot is refused */
    refused |= oracle_is_on(c) && !c->hart_reset && oracle_block_valid(&o->common.slot[i]);
  }
  if (refused && !o->overflow_slot) { /* TSP-09 */
    o->overflow_time = c->time;
    o->overflow_slot = true;
  }
  /* D-04: without a session a trap whose address is not known is not refused, it cannot start one.
   */
  refused =
      refused && (session || oracle_address_known(&o->common, c) || oracle_is_odd(&o->common));
  if (refused && oracle_owner_changes(o, c, open) && oracle_ownership_on(o, c)) { /* ERR-03 */
    o->ownership_lost = true;
  }
  if (c->overflow_end) {
    oracle_send_error(o, c);
    o->in_overflow = false;
    if (oracle_is_on(c)) {
      o->start_sync = RVT_SYNC_OVERRUN; /* D-04: stands while tracing does */
    }
  }
}

/* The state after reset (CTL-01). */
static void reset(struct oracle *common) {
  struct oracle_ntrace *o = (struct oracle_ntrace *)common;
  oracle_end_session(o);
  o->start_sync = RVT_SYNC_ENABLE;
  o->in_overflow = false;
  o->lost_behind = false;
  o->bases++;     /* TSP-10 */
  o->repeats = 0; /* D-20 */
}

/* A clock that is accepted. */
static void accepted(struct oracle_ntrace *o) {
  const struct oracle_clock *c = &o->common.slot[0];
  bool on = oracle_is_on(c);

  if (o->common.session &&
      !on) { /* what is notified in this clock finds no session (TCI:TRIG-08) */
    oracle_stop(o);
  }
  bool old = o->common.session; /* the session was open before this clock, and still is */
  if (o->common.session && c->hart_reset) { /* D-22, ING-25 */
    o->reset_raised = true;
  }
  for (unsigned i = 0; i < o->common.slots;
       i++) { /* ING-02, D-27; D-02: none in reset is qualified */
    if (on && !c->hart_reset && oracle_block_valid(&o->common.slot[i])) {
      oracle_block(o, &o->common.slot[i], (c->trigger & TRIGGER_NOTIFY << i) != 0);
    }
  }
  /* D-21, ING-30, SYN-10: after the clock; TRIG-10 as for a block. */
  bool starts = o->common.session && !old;
  if (o->common.session && (c->ext_trigger & TRIGGER_NOTIFY) != 0 &&
      !(starts && oracle_trace_on(c)) && !oracle_trace_off(c)) {
    o->external_raised = true;
  }
}

static void whole_clock(struct oracle *common) {
  struct oracle_ntrace *o = (struct oracle_ntrace *)common;
  const struct oracle_clock *c = &o->common.slot[0];
  if (!c->config.active) {
    reset(common);
    return;
  }

  /* TCI:TS-16: no increase until the next sync message. */
  if (!c->config.ts_en || c->config.time_new) {
    o->bases++;
  }
  if (c->config.time_new) {
    o->pending.time_gone = true;
    if (o->common.params.ts_width != 0)
      o->expired = true; /* TS-22: from the next qualified block on */
  }

  watch_start_reason(o, c);
  /* OWN-04: what is reported without a block waits for one, in a session or an overflow. Nothing is
   * reported while tracing is off (ING-24). */
  o->context_new = (o->context_new && (o->common.session || o->in_overflow)) ||
                   (oracle_is_on(c) && o->common.params.context == 2 && c->ctype != 0);
  bool qualified = oracle_is_on(c) && !c->hart_reset;
  /* D-33, ERR-01: after a loss at a sink. What is lost in an overflow its Error announces; after
   * Enable 0 trace ends. */
  bool by_loss = o->lost_behind;
  o->lost_behind = c->lost && (o->common.session || (c->config.enable && !o->in_overflow));
  if (by_loss || c->overflow || c->overflow_end || o->in_overflow ||
      (qualified && oracle_is_odd(&o->common))) {
    overflow(o, by_loss);
  } else {
    accepted(o);
  }
}

static void forget(struct oracle *common) {
  struct oracle_ntrace *o = (struct oracle_ntrace *)common;
  o->msg = NULL;
  o->origin = NULL;
  o->msgs = o->room = 0;
}

static void release(struct oracle *common) {
  struct oracle_ntrace *o = (struct oracle_ntrace *)common;
  free(o->msg);
  free(o->origin);
}

const struct rvt_ntrace_msg *oracle_messages(const struct oracle *common, size_t *count) {
  const struct oracle_ntrace *o = (const struct oracle_ntrace *)common;
  *count = o->msgs;
  return o->msg;
}

const struct oracle_origin *oracle_origins(const struct oracle *common) {
  return ((const struct oracle_ntrace *)common)->origin;
}

static void take(struct oracle *common) { ((struct oracle_ntrace *)common)->msgs = 0; }

const struct oracle_format oracle_of_ntrace = {.size = sizeof(struct oracle_ntrace),
                                               .reset = reset,
                                               .clock = whole_clock,
                                               .take = take,
                                               .forget = forget,
                                               .release = release};
