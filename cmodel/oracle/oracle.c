/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */

/*
 * The oracle, as plainly as the rows allow: every function is one rule or one message form, and
 * names its row. Rows are NT:…, decisions D-… are those of docs/decisions.md.
 */

#include "oracle.h"

#include <stdio.h>
#include <stdlib.h>

#include "oracle_state.h"

/* ---- One clock ---------------------------------------------------------------------------- */

/* D-04: why the next start happens. Also while slots are refused. */
static void watch_start_reason(struct oracle *o, const struct oracle_clock *c) {
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
static void overflow(struct oracle *o, bool by_loss) {
  const struct oracle_clock *c = &o->slot[0];
  bool session = o->session;
  bool open = session || o->in_overflow;
  if (!o->in_overflow) {
    o->lost = o->counted;
    oracle_end_session(o);
    o->in_overflow = true;
    o->overflow_time = c->time;
    o->overflow_slot = by_loss;
    o->ownership_lost = by_loss && oracle_ownership_on(o, c); /* it may have been among the bytes */
  }
  bool refused = false;
  for (unsigned i = 0; i < o->slots; i++) { /* only a qualified slot is refused */
    refused |= oracle_is_on(c) && !c->hart_reset && oracle_block_valid(&o->slot[i]);
  }
  if (refused && !o->overflow_slot) { /* TSP-09 */
    o->overflow_time = c->time;
    o->overflow_slot = true;
  }
  /* D-04: without a session a trap whose address is not known is not refused, it cannot start one.
   */
  refused = refused && (session || oracle_address_known(o, c) || oracle_is_odd(o));
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
static void reset(struct oracle *o) {
  oracle_end_session(o);
  o->start_sync = RVT_SYNC_ENABLE;
  o->in_overflow = false;
  o->lost_behind = false;
  o->base = false; /* TSP-10 */
  o->repeats = 0;  /* D-20 */
}

/* A clock that is accepted. */
static void accepted(struct oracle *o) {
  const struct oracle_clock *c = &o->slot[0];
  bool on = oracle_is_on(c);

  if (o->session && !on) { /* what is notified in this clock finds no session (TCI:TRIG-08) */
    oracle_stop(o);
  }
  bool old = o->session;             /* the session was open before this clock, and still is */
  if (o->session && c->hart_reset) { /* D-22, ING-25 */
    o->reset_raised = true;
  }
  for (unsigned i = 0; i < o->slots; i++) { /* ING-02, D-27; D-02: none in reset is qualified */
    if (on && !c->hart_reset && oracle_block_valid(&o->slot[i])) {
      oracle_block(o, &o->slot[i], (c->trigger & TRIGGER_NOTIFY << i) != 0);
    }
  }
  /* D-21, ING-30, SYN-10: after the clock; TRIG-10 as for a block. */
  bool starts = o->session && !old;
  if (o->session && (c->ext_trigger & TRIGGER_NOTIFY) != 0 && !(starts && oracle_trace_on(c)) &&
      !oracle_trace_off(c)) {
    o->external_raised = true;
  }
}

static void whole_clock(struct oracle *o) {
  const struct oracle_clock *c = &o->slot[0];
  if (!c->config.active) {
    reset(o);
    return;
  }

  /* TCI:TS-16: no increase until the next sync message. */
  if (!c->config.ts_en || c->config.time_new) {
    o->base = false;
  }
  if (c->config.time_new) {
    o->pending.time_gone = true;
    if (o->params.ts_width != 0) o->expired = true; /* TS-22: from the next qualified block on */
  }

  watch_start_reason(o, c);
  /* OWN-04: what is reported without a block waits for one, in a session or an overflow. Nothing is
   * reported while tracing is off (ING-24). */
  o->context_new = (o->context_new && (o->session || o->in_overflow)) ||
                   (oracle_is_on(c) && o->params.context == 2 && c->ctype != 0);
  bool qualified = oracle_is_on(c) && !c->hart_reset;
  /* D-33, ERR-01: after a loss at a sink. What is lost in an overflow its Error announces; after
   * Enable 0 trace ends. */
  bool by_loss = o->lost_behind;
  o->lost_behind = c->lost && (o->session || (c->config.enable && !o->in_overflow));
  if (by_loss || c->overflow || c->overflow_end || o->in_overflow ||
      (qualified && oracle_is_odd(o))) {
    overflow(o, by_loss);
  } else {
    accepted(o);
  }
}

void oracle_clock(struct oracle *o, const struct oracle_clock *c) {
  if (o->slots == RVT_BLOCKS_MAX) {
    fputs("oracle: too many slots in a clock\n", stderr);
    abort();
  }
  struct oracle_clock *slot = &o->slot[o->slots++];
  *slot = *c;
  if (!o->params.events) {
    slot->trigger = slot->ext_trigger = 0;
  }
  if (!c->more) {
    whole_clock(o);
    o->slots = 0;
  }
}

/* ---- Life --------------------------------------------------------------------------------- */

struct oracle *oracle_new(const struct rvt_params *params) {
  struct oracle *o = calloc(1, sizeof *o);
  if (o == NULL) {
    return NULL;
  }
  o->params = *params;
  reset(o);
  return o;
}

struct oracle *oracle_copy(const struct oracle *o) {
  struct oracle *copy = malloc(sizeof *copy);
  if (copy == NULL) {
    return NULL;
  }
  *copy = *o;
  copy->msg = NULL;
  copy->msgs = copy->room = 0;
  return copy;
}

void oracle_free(struct oracle *o) {
  if (o == NULL) {
    return;
  }
  free(o->msg);
  free(o);
}

const struct rvt_ntrace_msg *oracle_messages(const struct oracle *o, size_t *count) {
  *count = o->msgs;
  return o->msg;
}

uint64_t oracle_lost(const struct oracle *o) { return o->lost; }

void oracle_take(struct oracle *o) { o->msgs = 0; }
