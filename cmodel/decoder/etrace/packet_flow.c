/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "decoder/state.h"

static struct rvt_etrace_source *own(struct rvt_decoder *d) { return &d->current->own.etrace; }

/* An address of iaddress_width_p bits as the hart sees it. */
static uint64_t address_of(const struct rvt_decoder *d, uint64_t address) {
  const unsigned bits = d->config.etrace.format.addr_bits;
  if (bits < 64) {
    const uint64_t sign = UINT64_C(1) << (bits - 1);
    address = ((address & (2 * sign - 1)) ^ sign) - sign;
  }
  return rvt_address(d, address);
}

/* What only a synchronized source can use. */
static bool is_usable(struct rvt_decoder *d) {
  if (d->current->lock == RVT_LOCK_HELD) {
    if (!own(d)->trapped) return true;
    return rvt_fail(d, RVT_ERR_MISMATCH, "ETR:F3-03",
                    "expected a packet of format 3 after a trap without a handler, found another");
  }
  if (d->current->lock == RVT_LOCK_OVERFLOW || d->current->lock == RVT_LOCK_STOPPED)
    (void)rvt_fail(d, RVT_ERR_MISMATCH, "ETR:DEC-03",
                   "expected a synchronisation packet first, found one that depends on it");
  return false;
}

/* ---- Formats 0, 1, 2 --------------------------------------------------------------------------
 */

/* Outcomes of the packet, after that of the branch that was reported before. */
static bool take_outcomes(struct rvt_decoder *d, const struct rvt_etrace_packet *p) {
  struct rvt_etrace_source *e = own(d);
  const uint64_t max = d->config.etrace.count_max != 0 ? d->config.etrace.count_max
                                                       : (uint64_t)RVT_DECODER_REPEAT_MAX;
  if (p->kind == RVT_ETRACE_COUNT) {
    e->correct = (uint64_t)p->branch_count + RVT_ETRACE_BRANCHES;
    e->miss = p->branch_fmt != RVT_ETRACE_FMT_ADDRESS;
    if (e->correct > max)
      return rvt_fail(d, RVT_ERR_RANGE, "ETR:F0-02",
                      "expected a branch_count of no more branches than configured, found more");
  } else {
    e->map |= (uint64_t)p->branch_map << e->branches;
    e->branches = (uint8_t)(e->branches + rvt_etrace_outcomes(p));
  }
  return true;
}

/* The address that the packet reports: a difference, itself, or one of the cache. */
static bool find_address(struct rvt_decoder *d, const struct rvt_etrace_packet *p,
                         uint64_t *address) {
  const struct rvt_etrace_source *e = own(d);
  if (p->kind == RVT_ETRACE_INDEX) {
    if (p->index >= RVT_ETRACE_TARGETS || !e->target_known[p->index])
      return rvt_fail(d, RVT_ERR_MISMATCH, "ETR:M-JTC",
                      "expected the index of a target that was reported since the last "
                      "synchronisation packet, found another");
    *address = e->target[p->index];
    return true;
  }
  *address = address_of(d, p->address + (e->full_address ? 0 : e->address));
  return true;
}

/* A count that has come to its end is told where it is (ETR:F0-02). */
static bool is_at_limit(const struct rvt_etrace_packet *p) {
  return p->kind == RVT_ETRACE_COUNT && p->branch_count == UINT32_MAX;
}

static void flow_branches(struct rvt_decoder *d, const struct rvt_etrace_packet *p) {
  struct rvt_etrace_source *e = own(d);
  if (!is_usable(d)) return;
  const bool has_address =
      p->kind == RVT_ETRACE_INDEX || rvt_etrace_has_address(&d->config.etrace.format, p);
  struct rvt_etrace_goal goal = {.has_address = has_address,
                                 .last_branch = !has_address,
                                 .notify = p->notify || is_at_limit(p),
                                 .updiscon = p->updiscon || p->kind == RVT_ETRACE_INDEX,
                                 .irreport = p->irreport,
                                 .irdepth = p->irdepth};
  if (has_address && !find_address(d, p, &goal.address)) return;
  if (!take_outcomes(d, p) || !rvt_etrace_follow(d, &goal)) return;
  if (has_address) e->address = goal.address;
  e->is_last = e->inferred || p->updiscon;
  e->irreport = p->irreport;
  e->irdepth = p->irdepth;
  e->message = d->message;
  e->offset = d->offset;
}

/* ---- Format 3 ---------------------------------------------------------------------------------
 */

static void take_owner(struct rvt_decoder *d, const struct rvt_etrace_packet *p) {
  struct rvt_etrace_source *e = own(d);
  const bool context = d->config.etrace.format.context_bits != 0;
  if (e->owner_known && e->privilege == p->privilege && e->context == p->context) return;
  e->owner_known = true;
  e->privilege = p->privilege;
  e->context = p->context;
  struct rvt_decoder_event event = {
      .kind = RVT_DE_CONTEXT,
      .u.context = {.priv_known = true,
                    .priv = p->privilege,
                    .context = {.has_scontext = context, .scontext = p->context}}};
  rvt_take_context(d, &event);
}

/* Instructions go on at an address that was sent in full; what came before is over. */
static void begin_at(struct rvt_decoder *d, const struct rvt_etrace_packet *p, uint64_t address,
                     bool tells, bool continuous) {
  struct rvt_source *s = d->current;
  struct rvt_etrace_source *e = own(d);
  rvt_etrace_reset(d);
  if (tells) e->owner_known = false;
  if (!continuous) rvt_forget_context(d);
  s->lock = RVT_LOCK_HELD;
  s->pc = address;
  s->pc_known = true;
  e->address = address;
  if (tells) {
    struct rvt_decoder_event event = {.kind = RVT_DE_SYNC,
                                      .u.sync = {.pc = address, .continuous = continuous}};
    rvt_emit(d, &event);
  }
  take_owner(d, p);
  const struct rvt_parcel *at = rvt_image_parcel(d->image, &d->hint, address);
  if (at == NULL) {
    (void)rvt_fail(d, RVT_ERR_NO_CODE, "ETR:DEC-03",
                   "expected code of the program, found none at this address");
    return;
  }
  if (at->kind == RVT_INSN_BRANCH) {
    e->map = p->branch;
    e->branches = 1;
  } else if (!p->branch) {
    rvt_warn(d, "ETR:F3-01",
             "expected a branch where the packet reports one that was taken, found "
             "another instruction");
  }
  rvt_etrace_emit_here(d);
}

/*
 * Whether a sync with another context may be where the walk does not lead (ETR:DC-02): ctype 3, of
 * which the instruction before is reported. If that was for what comes after it, this is next.
 */
static bool leads_away(struct rvt_decoder *d, struct rvt_etrace_goal *goal, bool is_last) {
  struct rvt_source *s = d->current;
  uint64_t next = 0;
  if (is_last) return rvt_etrace_next(d, false, &next) && next != goal->address;
  const struct rvt_source saved = *s;
  goal->dry = true;
  const bool reached = rvt_etrace_follow(d, goal);
  goal->dry = false;
  *s = saved;
  return !reached;
}

/*
 * The address of a format 1 or 2 that no jump led to is one that a sync follows at once. Where this
 * sync is not what comes next, a jump did lead there: once more round (ETR:DEC-01). Of another
 * context see leads_away().
 */
static void go_round(struct rvt_decoder *d, const struct rvt_etrace_packet *p, uint64_t address) {
  struct rvt_source *s = d->current;
  struct rvt_etrace_source *e = own(d);
  uint64_t next = 0;
  if (e->owner_known && e->context != p->context) return;
  /* No instruction but a trap return, whose target is not known, leads to another level. */
  const bool other_level = e->owner_known && e->privilege != p->privilege;
  if (!rvt_etrace_next(d, false, &next) || (next == address && !other_level)) return;
  const struct rvt_source saved = *s;
  const bool reached = rvt_etrace_follow_again(d, true);
  *s = saved;
  if (reached) (void)rvt_etrace_follow_again(d, false);
}

/* Whether the walk gets to the sync. */
static bool walks_to(struct rvt_decoder *d, const struct rvt_etrace_packet *p, uint64_t address) {
  struct rvt_etrace_source *e = own(d);
  const bool is_last = e->is_last;
  struct rvt_etrace_goal goal = {.address = address,
                                 .has_address = true,
                                 .sync = true,
                                 .renews = e->owner_known && e->context != p->context,
                                 .mispredicts = is_last,
                                 .privilege = p->privilege};
  const struct rvt_parcel *at = rvt_image_parcel(d->image, &d->hint, address);
  e->inferred = e->is_last = false;
  if (at != NULL && at->kind == RVT_INSN_BRANCH) {
    e->map |= (uint64_t)p->branch << e->branches;
    e->branches++;
  }
  if (goal.renews && leads_away(d, &goal, is_last)) return false;
  return rvt_etrace_follow(d, &goal);
}

static void flow_start(struct rvt_decoder *d, const struct rvt_etrace_packet *p) {
  struct rvt_source *s = d->current;
  const uint64_t address = address_of(d, p->address);
  const bool held = s->lock == RVT_LOCK_HELD;
  const bool after_trap = held && own(d)->trapped;
  const bool continuous = after_trap || (held && walks_to(d, p, address));
  begin_at(d, p, address, true, continuous);
}

/* Where the handler begins, if its packet does not say (ETR:M-IEX). */
static bool handler_of(struct rvt_decoder *d, const struct rvt_etrace_packet *p,
                       uint64_t *address) {
  if (rvt_etrace_has_address(&d->config.etrace.format, p)) {
    *address = address_of(d, p->address);
    return true;
  }
  const struct rvt_etrace_setting *set = &d->config.etrace;
  if (p->privilege >= RVT_ETRACE_LEVELS || !set->tvec_known[p->privilege])
    return rvt_fail(d, RVT_ERR_MISMATCH, "ETR:M-IEX",
                    "expected the handlers' address of this level with implicit exceptions (mtvec, "
                    "stvec, vstvec or utvec of the side-car), found that it is not known");
  const uint64_t tvec = set->tvec[p->privilege];
  *address = (tvec & ~UINT64_C(3)) + (p->interrupt && (tvec & 3) == 1 ? 4U * p->ecause : 0U);
  *address = rvt_insn_address(*address, d->image->xlen);
  return true;
}

/*
 * The instruction that the trap comes from (ETR:DEC-02). The address of a 3.1 with thaddr 0 is
 * that of its own trap where nothing else could say it, at a jump's target and at the first traced
 * instruction, and after such a one; else that of the next trap, if this is an exception.
 */
static void find_epc(struct rvt_decoder *d, const struct rvt_etrace_packet *p,
                     struct rvt_decoder_trap *trap) {
  struct rvt_etrace_source *e = own(d);
  const enum rvt_lock lock = d->current->lock;
  const bool held = lock == RVT_LOCK_HELD, before = held && e->trapped;
  const bool first = lock == RVT_LOCK_STOPPED || lock == RVT_LOCK_OVERFLOW ||
                     (lock == RVT_LOCK_NEVER && !d->config.blind);
  if (before && !e->trap_told && !p->interrupt) {
    trap->epc = e->epc;
    trap->epc_known = e->epc_known;
  } else if (!before && held) {
    trap->epc_known = rvt_etrace_next(d, p->thaddr && !p->interrupt, &trap->epc);
  }
  if (!p->thaddr) {
    const bool told =
        before ? e->trap_told : !p->interrupt && (first || (held && !trap->epc_known));
    e->epc = address_of(d, p->address);
    e->epc_known = held || first;
    e->trap_told = told;
    if (told && !p->interrupt) {
      trap->epc = e->epc;
      trap->epc_known = true;
    }
  }
  if (!trap->epc_known) trap->epc = 0;
}

/* No handler follows yet: the next packet is of format 3, too. */
static void wait_for_handler(struct rvt_decoder *d) {
  struct rvt_source *s = d->current;
  struct rvt_etrace_source *e = own(d);
  const bool told = e->trap_told, epc_known = e->epc_known;
  rvt_etrace_reset(d);
  e->trapped = true;
  e->trap_told = told;
  e->epc_known = epc_known;
  s->lock = RVT_LOCK_HELD;
  s->pc_known = false;
}

static void flow_trap(struct rvt_decoder *d, const struct rvt_etrace_packet *p) {
  struct rvt_source *s = d->current;
  struct rvt_etrace_source *e = own(d);
  struct rvt_decoder_event event = {
      .kind = RVT_DE_TRAP,
      .u.trap = {.kind = p->interrupt ? RVT_TRAP_INTERRUPT : RVT_TRAP_EXCEPTION,
                 .to_known = p->thaddr,
                 .cause_known = !d->config.etrace.no_cause,
                 .tval_known = !p->interrupt && !d->config.etrace.no_tval,
                 .cause = p->ecause,
                 .tval = p->tval}};
  if (s->lock == RVT_LOCK_HELD && !e->trapped && rvt_etrace_unprocessed(d))
    (void)rvt_fail(d, RVT_ERR_MISMATCH, "ETR:DEC-03",
                   "expected no outcomes left before a trap, found some");
  if (p->thaddr && !handler_of(d, p, &event.u.trap.to)) return;
  const bool held = s->lock == RVT_LOCK_HELD;
  find_epc(d, p, &event.u.trap);
  if (!p->thaddr) take_owner(d, p); /* the level before the trap (ETR:F3-02) */
  rvt_emit(d, &event);
  if (p->thaddr)
    begin_at(d, p, event.u.trap.to, !held, held);
  else
    wait_for_handler(d);
}

/* Run-time options and sizes of the standard support packet (AMB-13). */
static void take_standard(struct rvt_decoder *d, const struct rvt_etrace_standard *p) {
  struct rvt_etrace_setting *set = &d->config.etrace;
  struct rvt_etrace_source *e = own(d);
  const struct rvt_etrace_format *f = &set->format;
  e->full_address = p->full_iaddress;
  e->implicit_return = p->implicit_return;
  d->config.sequential_jump = p->sijump;
  set->format.implicit_exception = p->implicit_except;
  if (!p->iret_ext || p->time_width != 0 || p->call_counter_size != 0 ||
      p->f0s_width != f->f0s_bits || p->return_stack_size != set->stack_bits ||
      p->bpred_size != f->bpred_bits || p->cache_size != f->cache_bits)
    rvt_warn(d, "ETR:AMB-13",
             "expected a support packet with the sizes that are configured (stack_depth, "
             "bpred_bits, cache_bits, iret_ext), found others");
}

/* Run-time options, in the layout of the reference encoder (AMB-13). */
static void take_options(struct rvt_decoder *d, const struct rvt_etrace_packet *p) {
  struct rvt_etrace_setting *set = &d->config.etrace;
  struct rvt_etrace_source *e = own(d);
  if (set->format.iret_ext) take_standard(d, &p->standard);
  if (set->format.ioptions_bits != RVT_ETRACE_OPTIONS) return;
  e->full_address = (p->ioptions & RVT_ETRACE_OPT_FULL_ADDRESS) != 0;
  e->implicit_return = (p->ioptions & RVT_ETRACE_OPT_IMPLICIT_RETURN) != 0;
  set->format.implicit_exception = (p->ioptions & RVT_ETRACE_OPT_IMPLICIT_EXCEPTION) != 0;
  if (e->implicit_return && set->format.irdepth_bits == 0)
    rvt_warn(d, "ETR:M-IRET",
             "expected no implicit return (no return stack is configured), found "
             "it switched on");
  if ((p->ioptions & RVT_ETRACE_OPT_PREDICTION) != 0 && set->format.bpred_bits == 0)
    rvt_warn(d, "ETR:M-BP",
             "expected no branch prediction (no predictor is configured), found it switched on");
  if ((p->ioptions & RVT_ETRACE_OPT_TARGET_CACHE) != 0 && set->format.cache_bits == 0)
    rvt_warn(d, "ETR:M-JTC",
             "expected no jump target cache (none is configured), found it switched on");
}

static void flow_support(struct rvt_decoder *d, const struct rvt_etrace_packet *p) {
  struct rvt_source *s = d->current;
  struct rvt_etrace_source *e = own(d);
  take_options(d, p);
  if (p->qual_status == RVT_ETRACE_NO_CHANGE) return;
  const bool lost = p->qual_status == RVT_ETRACE_TRACE_LOST;
  struct rvt_decoder_event event = {.kind = lost ? RVT_DE_OVERFLOW : RVT_DE_STOP,
                                    .own.etrace.qual_status = p->qual_status};
  if (s->lock == RVT_LOCK_HELD && !e->trapped) {
    bool good = true;
    if (!lost && rvt_etrace_unprocessed(d))
      good = rvt_fail(d, RVT_ERR_MISMATCH, "ETR:DEC-03",
                      "expected no outcomes left where tracing ends, found some");
    if (good) event.u.end.pc_known = rvt_etrace_next(d, false, &event.u.end.pc);
    if (!event.u.end.pc_known) event.u.end.pc = 0;
  }
  rvt_unlock(s, lost ? RVT_LOCK_OVERFLOW : RVT_LOCK_STOPPED);
  rvt_emit(d, &event);
}

/* Where a jump leads to the last address before what the packet reports: once more to it, which is
 * still of the packet that reported it, and in its time (ETR:DEC-01). */
static void meet_again(struct rvt_decoder *d, const struct rvt_etrace_packet *p) {
  const uint64_t message = d->message, offset = d->offset;
  if (d->current->lock != RVT_LOCK_HELD || own(d)->trapped || !own(d)->inferred) return;
  d->message = own(d)->message;
  d->offset = own(d)->offset;
  switch (p->kind) {
  case RVT_ETRACE_START: go_round(d, p, address_of(d, p->address)); break;
  case RVT_ETRACE_SUPPORT:
    if (p->qual_status == RVT_ETRACE_ENDED_NTR) (void)rvt_etrace_follow_again(d, false);
    break;
  case RVT_ETRACE_TRAP:
  case RVT_ETRACE_CONTEXT: break;
  default: (void)rvt_etrace_follow_again(d, false); break;
  }
  d->message = message;
  d->offset = offset;
}

void rvt_etrace_flow(struct rvt_decoder *d, const struct rvt_etrace_packet *p,
                     const struct rvt_etrace_note *note) {
  meet_again(d, p);
  if (note->row != NULL) rvt_warn(d, note->row, note->text);
  if (p->has_time) {
    struct rvt_decoder_event event = {.kind = RVT_DE_TIME, .u.time = p->tstamp};
    rvt_emit(d, &event);
  }
  switch (p->kind) {
  case RVT_ETRACE_START: flow_start(d, p); break;
  case RVT_ETRACE_TRAP: flow_trap(d, p); break;
  case RVT_ETRACE_CONTEXT:
    if (d->current->lock == RVT_LOCK_HELD) take_owner(d, p);
    break;
  case RVT_ETRACE_SUPPORT: flow_support(d, p); break;
  default: flow_branches(d, p); break;
  }
}
