/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */

/* A clock of E-Trace: its events, starts and ends of tracing, loss. */

#include <stdlib.h>
#include <string.h>

#include "state.h"

/* ETR:DC-07, DC-08: nothing of a session outlives it; what a sync packet resets the next one's
 * first packet does (ETR:F3-07). */
static void end_session(struct oracle_etrace *o) {
  o->common.session = false;
  o->any_sent = false;
  oracle_te_forget_history(o);
  o->context_due = o->notify = o->expired = false;
  o->unreached = 0;
}

/* ETR:DC-15: Active 0 drops everything. */
static void reset(struct oracle *common) {
  struct oracle_etrace *o = (struct oracle_etrace *)common;
  end_session(o);
  o->enabled = o->in_overflow = o->lost_behind = false;
  o->p.kind = o->c.kind = EVENT_NONE;
}

/* ETR:Q-04, DC-07, F3-06: the end of tracing. */
static void end_of_trace(struct oracle_etrace *o, const struct oracle_clock *c) {
  oracle_te_step(o, NULL);
  if (o->any_sent) {
    oracle_te_send_support(o, c->config.enable,
                           o->for_ud ? ORACLE_TE_ENDED_NTR : ORACLE_TE_ENDED_REP, &o->options,
                           &o->now);
  }
  end_session(o);
}

/* The next event of a clock that is qualified and accepted. */
static void qualified_event(struct oracle_etrace *o, struct event *e) {
  if (o->c.kind != EVENT_NONE) {
    oracle_te_step(o, e);
  }
  if (!o->common.session) { /* ETR:Q-03; ETR:DC-15: options as they are now */
    o->common.session = true;
    o->options = o->asked;
    e->first = true;
  }
  o->c = *e;
}

/* AMB-4: an event that is not traced is still what stands before the next one. */
static void passed_event(struct oracle_etrace *o, const struct event *e) {
  o->p = *e;
  o->trep = false;
}

static void next_event(struct oracle_etrace *o, struct event *e, bool qualified) {
  e->ctype = o->ctype; /* ETR:IN-07: that of the clock belongs to its first event */
  o->ctype = 0;
  if (qualified) {
    qualified_event(o, e);
  } else {
    passed_event(o, e);
  }
}

/* ETR section 8, IN-04, A-02: a block is its instructions, then its trap. */
static void expand(struct oracle_etrace *o, unsigned index, bool newest, bool qualified) {
  const struct oracle_clock *c = &o->common.slot[index];
  const struct oracle_clock *all = &o->common.slot[0];
  bool is_trap = c->itype == RVT_IT_EXCEPTION || c->itype == RVT_IT_INTERRUPT;
  struct event common = {.priv = oracle_te_priv(o, c),
                         .time = o->now,
                         .context = oracle_te_context(o, c),
                         .sync_mode = c->config.sync_mode,
                         .sync_max = c->config.sync_max};
  for (unsigned i = 0; i < c->insns; i++) {
    struct event e = common;
    e.kind = EVENT_RETIRED;
    e.first_of = i == 0;
    e.expired = i == 0 && c->expired; /* before the block (D-24) */
    e.address = oracle_wrap(&o->common, c->insn[i].pc);
    e.size = c->insn[i].size;
    if (i + 1 == c->insns) {
      e.last = true;
      e.itype = is_trap ? RVT_IT_NONE : c->itype;
      e.sijump = c->sijump;
      e.notify = (all->trigger & TRIGGER_NOTIFY << index) != 0 || (newest && o->notify);
    }
    next_event(o, &e, qualified);
  }
  if (is_trap) {
    struct event e = common;
    e.kind = EVENT_TRAP;
    e.expired = c->insns == 0 && c->expired;
    e.interrupt = c->itype == RVT_IT_INTERRUPT;
    e.cause = c->cause;
    e.tval = c->tval;
    e.address = oracle_wrap(&o->common, c->iaddr); /* ETR:IN-05: only asked for if alone */
    next_event(o, &e, qualified);
  }
}

/* The newest slot that has an instruction; the number of slots if none has (ETR:DC-16). */
static unsigned newest_slot(const struct oracle_etrace *o) {
  unsigned newest = o->common.slots;
  for (unsigned i = 0; i < o->common.slots; i++) {
    if (oracle_block_valid(&o->common.slot[i]) && o->common.slot[i].insns > 0) {
      newest = i;
    }
  }
  return newest;
}

static void expand_all(struct oracle_etrace *o, bool qualified) {
  const struct oracle_clock *c = &o->common.slot[0];
  if (o->build.context_width > 0 && c->config.context_en && c->ctype != 0) {
    o->ctype = c->ctype;
  }
  if ((c->ext_trigger & TRIGGER_NOTIFY) != 0 && qualified) {
    o->notify = true;
  }
  unsigned newest = newest_slot(o);
  for (unsigned i = 0; i < o->common.slots; i++) {
    if (oracle_block_valid(&o->common.slot[i])) {
      expand(o, i, i == newest, qualified);
    }
  }
  /* ETR:DC-16: a clock without an instruction leaves the notification to the next one. */
  if (newest != o->common.slots || !o->common.session) {
    o->notify = false;
  }
}

/* ETR:DC-08, F3-05: what waits is dropped, what is refused is not traced; with the last clock 3.3.
 */
static void overflow(struct oracle_etrace *o) {
  const struct oracle_clock *c = &o->common.slot[0];
  if (!o->in_overflow) {
    o->common.lost = o->unreached + (o->c.kind == EVENT_RETIRED ? 1 : 0);
    o->in_overflow = true;
    o->refused = o->now;
    if (o->c.kind != EVENT_NONE) {
      struct event dropped = o->c;
      o->c.kind = EVENT_NONE;
      passed_event(o, &dropped);
    }
    end_session(o);
  }
  expand_all(o, false);
  if (c->overflow_end) {
    o->in_overflow = false;
    oracle_te_send_support(o, c->config.enable, ORACLE_TE_TRACE_LOST, &o->asked, &o->refused);
  }
}

static void accepted(struct oracle_etrace *o, bool qualified) {
  const struct oracle_clock *c = &o->common.slot[0];
  if (o->common.session && !qualified) {
    end_of_trace(o, c);
  }
  if (c->config.enable && !o->enabled) { /* ETR:F3-05, DC-07 */
    oracle_te_send_support(o, true, ORACLE_TE_NO_CHANGE, &o->asked, &o->now);
  }
  expand_all(o, qualified);
}

/* ETR:E-04, DC-11. */
static void see_clock(struct oracle_etrace *o) {
  const struct oracle_clock *c = &o->common.slot[0];
  const struct rvt_params *p = &o->common.params;
  const struct rvt_config *config = &c->config;
  o->asked.sequential_jump = config->seq_en && p->seq_jump;
  uint8_t bits = config->src_bits < p->src_bits_max ? config->src_bits : p->src_bits_max;
  o->around = (struct oracle_te_encapsulation){.src_bits = config->inhibit_src ? 0 : bits,
                                               .src_id = config->src_id,
                                               .t_bytes = (uint8_t)((p->ts_width + 7) / 8)};
  o->now = (struct oracle_te_time){.time = oracle_te_low_bits(c->time, p->ts_width),
                                   .on = config->ts_en && p->ts_width != 0,
                                   .left_out = config->ts_suppress};
}

static void whole_clock(struct oracle *common) {
  struct oracle_etrace *o = (struct oracle_etrace *)common;
  const struct oracle_clock *c = &o->common.slot[0];
  if (!c->config.active) {
    reset(common);
    return;
  }
  see_clock(o);
  bool qualified = oracle_is_on(c) && !c->hart_reset; /* ETR:Q-01 */
  /* D-33: a sink that has lost packets. */
  bool by_loss = o->lost_behind;
  o->lost_behind = c->lost && (o->common.session || (c->config.enable && !o->in_overflow));
  if (by_loss || c->overflow || c->overflow_end || o->in_overflow ||
      (qualified && oracle_te_is_odd(o))) {
    overflow(o);
  } else {
    accepted(o, qualified);
  }
  if (c->hart_reset || c->halted || c->lowpower) { /* ETR:Q-04, DC-16: as an instruction untraced */
    o->p.kind = EVENT_NONE;
  }
  o->enabled = c->config.enable;
}

static void forget(struct oracle *common) {
  struct oracle_etrace *o = (struct oracle_etrace *)common;
  o->packet = NULL;
  o->packets = o->room = 0;
}

static void release(struct oracle *common) { free(((struct oracle_etrace *)common)->packet); }

static void take(struct oracle *common) { ((struct oracle_etrace *)common)->packets = 0; }

void oracle_te_set_build(struct oracle *common, const struct oracle_te_build *b) {
  ((struct oracle_etrace *)common)->build = *b;
}

void oracle_te_set_options(struct oracle *common, const struct oracle_te_options *options) {
  struct oracle_etrace *o = (struct oracle_etrace *)common;
  o->asked = *options;
  o->asked.implicit_return = oracle_te_return_mode(o, options->implicit_return);
  o->asked.branch_prediction = options->branch_prediction && o->build.bpred_size != 0;
  o->asked.jump_target_cache = options->jump_target_cache && o->build.cache_size != 0;
}

const struct oracle_te_packet *oracle_te_packets(const struct oracle *common, size_t *count) {
  const struct oracle_etrace *o = (const struct oracle_etrace *)common;
  *count = o->packets;
  return o->packet;
}

const struct oracle_format oracle_of_etrace = {.size = sizeof(struct oracle_etrace),
                                               .reset = reset,
                                               .clock = whole_clock,
                                               .take = take,
                                               .forget = forget,
                                               .release = release};
