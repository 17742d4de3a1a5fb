/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "decoder/state.h"

/*
 * Most units that may be walked without having been reported: an encoder's I-CNT has at most 22
 * bits, and RCODE 0 may follow the history that it belongs to (NT:HIST-12, NT:RSF-09).
 */
enum { DEBT_MAX = 1 << (RVT_ICNT_CEIL + 1), REPEAT_MAX = (1 << RVT_REPEAT_CEIL) - 1 };

/* Whether direct jumps of the current source have an outcome or a message (NT:AJM-04). */
static bool all_jumps(const struct rvt_decoder *d) {
  return d->config.ntrace.all_jumps ||
         (d->own.ntrace.dialect->btm_jumps && d->current->own.ntrace.mode == RVT_FLOW_BTM);
}

/* The common walk, by what the mode says of outcomes. */
static bool walk(struct rvt_decoder *d, struct rvt_walk *w) {
  struct rvt_ntrace_source *n = &d->current->own.ntrace;
  w->all_outcomes = n->mode == RVT_FLOW_HTM;
  w->no_outcomes = n->mode == RVT_FLOW_BTM;
  w->all_jumps = all_jumps(d);
  const bool good = rvt_walk(d, w);
  if (n->mode == RVT_FLOW_UNKNOWN && w->assumed) n->assumed = true;
  return good;
}

void rvt_ntrace_pass_over(struct rvt_decoder *d, uint8_t tcode) {
  struct rvt_ntrace_stream *n = &d->own.ntrace;
  struct rvt_ntrace_source *s = &d->current->own.ntrace;
  struct rvt_decoder_event event = {.kind = RVT_DE_NO_FLOW, .own.ntrace.tcode = tcode};
  s->passed = true;
  s->passed_tcode = tcode;
  s->passed_offset = d->offset;
  rvt_emit(d, &event);
  if (d->config.lenient || d->config.ntrace.format.dialect != RVT_DIALECT_NONE ||
      (n->passed_told >> tcode & 1) != 0)
    return;
  n->passed_told |= UINT64_C(1) << tcode;
  rvt_warn(d, "NT:DEC-07",
           rvt_ntrace_is_vendor(tcode)
               ? "expected a TCODE of N-Trace, found a vendor's: stepped over"
               : "expected a TCODE of N-Trace, found a reserved one: stepped over");
}

/* The mode shows in the TCODEs and cannot change while trace is on (NT:DEC-02, NT:CTL-17). */
static bool set_mode(struct rvt_decoder *d, enum rvt_flow_mode mode, const char *row) {
  struct rvt_source *s = d->current;
  bool clash = s->own.ntrace.mode != RVT_FLOW_UNKNOWN && s->own.ntrace.mode != mode;
  s->own.ntrace.mode = mode;
  if (clash)
    return rvt_tolerate(d, RVT_ERR_MISMATCH, row,
                        "expected messages of one mode (BTM or HTM), found both");
  if (mode != RVT_FLOW_HTM || !s->own.ntrace.assumed) return true;
  s->own.ntrace.assumed = false;
  return rvt_tolerate(d, RVT_ERR_MISMATCH, "NT:HIST-13",
                      "expected an outcome for every conditional branch, found that this is HTM "
                      "after a branch that had none");
}

static uint64_t repeat_max(const struct rvt_decoder *d) {
  return d->config.ntrace.repeat_max != 0 ? d->config.ntrace.repeat_max : RVT_DECODER_REPEAT_MAX;
}

/* Some encoders never send a full counter, and let it grow. */
static bool check_count(struct rvt_decoder *d, uint64_t icnt) {
  if (icnt >> RVT_ICNT_CEIL == 0) return true;
  if (d->config.lenient && icnt > repeat_max(d))
    return rvt_fail(d, RVT_ERR_RANGE, "NT:DEC-23",
                    "expected I-CNT of no more half-words than configured, found more");
  return rvt_tolerate(d, RVT_ERR_RANGE, "NT:GEN-05",
                      "expected I-CNT of at most 22 bits and ResourceFull before, found more bits");
}

/* Outcomes from just below the stop bit downwards (NT:HIST-11). */
static bool take_hist(struct rvt_decoder *d, uint64_t hist, struct rvt_walk *w) {
  if (hist == 0)
    return rvt_fail(d, RVT_ERR_MISMATCH, "NT:HIST-15", "expected HIST with a stop bit, found 0");
  while (hist >> w->outcomes > 1) w->outcomes++;
  w->hist = hist;
  return true;
}

static bool has_hist(const struct rvt_ntrace_msg *msg) {
  return msg->tcode == RVT_TC_INDIRECT_BRANCH_HIST ||
         msg->tcode == RVT_TC_INDIRECT_BRANCH_HIST_SYNC ||
         (msg->tcode == RVT_TC_PROG_TRACE_CORRELATION && msg->cdf == 1);
}

/* Walk what a message with an I-CNT accounts for, with all that was reported before (NT:ICNT-15).
 */
static bool walk_message(struct rvt_decoder *d, const struct rvt_ntrace_msg *msg,
                         struct rvt_walk *w) {
  struct rvt_source *s = d->current;
  if (!check_count(d, msg->icnt)) return false;
  if (has_hist(msg) && !take_hist(d, msg->hist, w)) return false;
  int64_t units = s->own.ntrace.credit + (int64_t)msg->icnt;
  s->own.ntrace.credit = 0;
  if (units < 0)
    return rvt_fail(d, RVT_ERR_MISMATCH, "NT:DEC-14",
                    "expected I-CNT to cover the branches of the history before, found less");
  w->units = (uint64_t)units;
  w->expects_taken = msg->tcode == RVT_TC_DIRECT_BRANCH || msg->tcode == RVT_TC_DIRECT_BRANCH_SYNC;
  return walk(d, w);
}

static uint64_t branch_target(const struct rvt_decoder *d, const struct rvt_walk *w) {
  return rvt_insn_address(w->last_pc + (uint64_t)(int64_t)w->last->imm, d->image->xlen);
}

static bool ends_on_branch(const struct rvt_walk *w) {
  return w->last != NULL && w->last->kind == RVT_INSN_BRANCH;
}

static bool ends_on_jump(const struct rvt_walk *w) {
  return w->last != NULL &&
         (w->last->kind == RVT_INSN_JUMP || w->last->kind == RVT_INSN_TABLE_JUMP);
}

/* NT:CUS-03: such an instruction is linear to us, but may have diverted the flow. */
static bool ends_on_custom(const struct rvt_walk *w) {
  return w->last != NULL && w->last->kind == RVT_PARCEL_CUSTOM;
}

/* NT:BTY-01..03. */
static void emit_trap(struct rvt_decoder *d, const struct rvt_walk *w, uint8_t btype, uint64_t to) {
  static const enum rvt_trap_kind kinds[] = {[RVT_BT_TRAP] = RVT_TRAP_ANY,
                                             [RVT_BT_EXCEPTION] = RVT_TRAP_EXCEPTION,
                                             [RVT_BT_INTERRUPT] = RVT_TRAP_INTERRUPT};
  /* an ECALL that was counted all the same is where its exception comes from (NT:ITY-25) */
  const bool counted =
      btype != RVT_BT_INTERRUPT && w->last != NULL && w->last->kind == RVT_INSN_TRAP;
  const uint64_t at = counted ? w->last_pc : d->current->pc;
  struct rvt_decoder_event event = {.kind = RVT_DE_TRAP,
                                    .u.trap = {.kind = (uint8_t)kinds[btype],
                                               .epc = w->open ? 0 : at,
                                               .epc_known = !w->open,
                                               .to = to,
                                               .to_known = true},
                                    .own.ntrace.btype = btype};
  rvt_emit(d, &event);
  rvt_look_for_code(d, to, "NT:DEC-16",
                    "expected code of the program at a trap's handler, found none");
}

static void emit_transfer(struct rvt_decoder *d, const struct rvt_walk *w, uint8_t btype,
                          uint64_t to) {
  if (btype != RVT_BT_NONE) {
    emit_trap(d, w, btype, to);
    return;
  }
  struct rvt_decoder_event event; /* as of runs */
  event.kind = RVT_DE_TRANSFER;
  event.u.transfer =
      (struct rvt_decoder_transfer){.from = w->last_pc, .to = to, .from_known = w->last != NULL};
  rvt_emit(d, &event);
  rvt_look_for_code(d, to, "NT:DEC-16",
                    "expected code of the program at a jump's target, found none");
}

/* One occurrence of a branch message; `target` is used by the indirect ones. */
static bool replay(struct rvt_decoder *d, const struct rvt_ntrace_msg *msg, uint64_t target) {
  struct rvt_walk w = {0};
  if (!walk_message(d, msg, &w)) return false;
  if (msg->tcode == RVT_TC_DIRECT_BRANCH) {
    if (all_jumps(d) && ends_on_jump(&w)) return true; /* the walk is at its target */
    if (!ends_on_branch(&w))
      return rvt_fail(d, RVT_ERR_MISMATCH, "NT:DEC-10",
                      all_jumps(d) ? "expected I-CNT to end at a conditional branch or a "
                                     "direct jump, found another instruction"
                                   : "expected I-CNT to end at a conditional branch, found "
                                     "another instruction");
    d->current->pc = branch_target(d, &w);
    return true;
  }
  if (msg->btype == RVT_BT_NONE && !w.open && !w.implicit && !ends_on_custom(&w) &&
      !rvt_tolerate(d, RVT_ERR_MISMATCH, "NT:BTY-05",
                    "expected I-CNT to end at an uninferable transfer, found another instruction"))
    return false;
  emit_transfer(d, &w, msg->btype, target);
  d->current->pc = target;
  return true;
}

/* What only a synchronized source can use; after Error and Correlation it must not come. */
static bool is_usable(struct rvt_decoder *d, const char *row) {
  if (d->current->lock == RVT_LOCK_HELD) return true;
  if (d->current->lock == RVT_LOCK_OVERFLOW || d->current->lock == RVT_LOCK_STOPPED)
    (void)rvt_tolerate(d, RVT_ERR_MISMATCH, row,
                       "expected a synchronizing message first, found one that depends on it");
  return false;
}

static void flow_branch(struct rvt_decoder *d, const struct rvt_ntrace_msg *msg) {
  struct rvt_source *s = d->current;
  bool direct = msg->tcode == RVT_TC_DIRECT_BRANCH;
  if (!is_usable(d, direct ? "NT:DEC-22" : "NT:ADR-09")) return;
  uint64_t target = 0;
  if (direct) {
    if (!set_mode(d, RVT_FLOW_BTM, "NT:MSG-02")) return;
  } else {
    target = rvt_address(d, s->own.ntrace.ref ^ msg->addr << 1);
    if (msg->tcode == RVT_TC_INDIRECT_BRANCH_HIST && !set_mode(d, RVT_FLOW_HTM, "NT:MSG-09"))
      return;
  }
  s->own.ntrace.branch.valid = false;
  if (!replay(d, msg, target)) return;
  if (!direct) s->own.ntrace.ref = target;
  s->own.ntrace.branch.valid = true;
  s->own.ntrace.branch.loose = false;
  s->own.ntrace.branch.msg = *msg;
  s->own.ntrace.branch.target = target;
}

/*
 * Ceilings of repetitions; lenient decoding has but `repeat_max` half-words of all of them, unless
 * they are `empty`, of no half-words.
 */
static bool check_times(struct rvt_decoder *d, uint64_t times, bool empty, const char *text) {
  if (times <= REPEAT_MAX) return true;
  return empty ? rvt_fail(d, RVT_ERR_RANGE, "NT:DEC-23", text)
               : rvt_tolerate(d, RVT_ERR_RANGE, "NT:DEC-23", text);
}

static void flow_repeat(struct rvt_decoder *d, const struct rvt_ntrace_msg *msg) {
  struct rvt_source *s = d->current;
  if (!is_usable(d, "NT:RPT-10")) return;
  if (!s->own.ntrace.branch.valid) {
    (void)rvt_fail(d, RVT_ERR_MISMATCH, "NT:RPT-10",
                   "expected a branch message without SYNC before RepeatBranch, found none");
  } else if (s->own.ntrace.credit != 0) {
    (void)rvt_fail(d, RVT_ERR_MISMATCH, "NT:RPT-07",
                   "expected RepeatBranch before any ResourceFull, found it after one");
  } else if (s->own.ntrace.branch.loose &&
             !rvt_tolerate(d, RVT_ERR_MISMATCH, "NT:RPT-10",
                           "expected a branch message without SYNC before RepeatBranch, found one "
                           "with SYNC or before it")) {
    return;
  } else if (!check_times(d, msg->bcnt, s->own.ntrace.branch.msg.icnt == 0,
                          "expected B-CNT of at most 18 bits, found more")) {
    return;
  } else if (msg->bcnt >
             repeat_max(d) /
                 (s->own.ntrace.branch.msg.icnt != 0 ? s->own.ntrace.branch.msg.icnt : 1)) {
    (void)rvt_fail(d, RVT_ERR_RANGE, "NT:DEC-23",
                   "expected repetitions of no more half-words than configured, found more");
  } else {
    if (msg->bcnt == 0) rvt_warn(d, "NT:RPT-01", "expected B-CNT of at least 1, found 0");
    for (uint64_t i = 0; i < msg->bcnt; i++)
      if (!replay(d, &s->own.ntrace.branch.msg, s->own.ntrace.branch.target)) return;
  }
}

/* NT:HIST-12: the units walked are charged against the I-CNT to come. */
static bool walk_hist(struct rvt_decoder *d, uint64_t hist) {
  struct rvt_source *s = d->current;
  struct rvt_walk w = {.by_hist = true};
  if (!take_hist(d, hist, &w)) return false;
  const uint64_t limit = (uint64_t)(s->own.ntrace.credit > 0 ? s->own.ntrace.credit : 0) + DEBT_MAX;
  w.units = limit;
  if (!walk(d, &w)) return false;
  s->own.ntrace.credit -= (int64_t)(limit - w.units);
  if (s->own.ntrace.credit >= -(int64_t)DEBT_MAX || s->own.ntrace.debt_told) return true;
  s->own.ntrace.debt_told = true;
  return rvt_tolerate(
      d, RVT_ERR_RANGE, "NT:GEN-05",
      "expected ResourceFull with a full I-CNT between histories, found none before "
      "the count passed 22 bits");
}

static void flow_resource_full(struct rvt_decoder *d, const struct rvt_ntrace_msg *msg) {
  if (!is_usable(d, "NT:RSF-10")) return;
  if (msg->rcode == RVT_RC_ICNT) {
    if (check_count(d, msg->icnt)) d->current->own.ntrace.credit += (int64_t)msg->icnt;
    return;
  }
  if (!set_mode(d, RVT_FLOW_HTM, "NT:RSF-02")) return;
  const bool run = msg->rcode >= RVT_RC_VENDOR; /* of outcomes that are all 0, or 1 */
  const uint64_t hist = run ? 2 | (msg->rcode == RVT_RC_TAKEN) : msg->hist;
  if (hist == 1) {
    rvt_warn(d, "NT:HIST-06", "expected at least one outcome in HIST, found none");
    return;
  }
  if (msg->rcode == RVT_RC_HIST) {
    (void)walk_hist(d, hist);
    return;
  }
  if (!run &&
      !check_times(d, msg->hrepeat, false, "expected HREPEAT of at most 18 bits, found more"))
    return;
  if (msg->hrepeat == 0) rvt_warn(d, "NT:RHI-09", "expected HREPEAT of at least 1, found 0");
  /* What ResourceFull with I-CNT has told before is no guess: it may be any number of half-words.
   */
  const int64_t before = d->current->own.ntrace.credit;
  const uint64_t most = repeat_max(d) + (uint64_t)(before > 0 ? before : 0);
  for (uint64_t i = 0; i < msg->hrepeat; i++) {
    if (!walk_hist(d, hist)) return;
    if ((uint64_t)(before - d->current->own.ntrace.credit) > most) {
      (void)rvt_fail(d, RVT_ERR_RANGE, "NT:DEC-23",
                     "expected repetitions of no more half-words than configured, found more");
      return;
    }
  }
}

/*
 * Whether F-ADDR agrees with the walk (NT:DEC-06, NT:BTY-06). It need not where it is no
 * continuation (reset, power-down), where the walk ends on a transfer whose target only F-ADDR
 * tells, and after a trap.
 */
static bool check_sync(struct rvt_decoder *d, const struct rvt_ntrace_msg *msg,
                       const struct rvt_walk *w, uint64_t address) {
  bool typed =
      msg->tcode == RVT_TC_INDIRECT_BRANCH_SYNC || msg->tcode == RVT_TC_INDIRECT_BRANCH_HIST_SYNC;
  uint64_t pc = d->current->pc;
  if (msg->sync == RVT_SYNC_RESET || msg->sync == RVT_SYNC_POWER) return true;
  if (typed && msg->btype != RVT_BT_NONE) {
    emit_transfer(d, w, msg->btype, address);
    return true;
  }
  if (w->open || (w->implicit && typed) || (ends_on_custom(w) && pc != address)) {
    emit_transfer(d, w, RVT_BT_NONE, address);
    return true;
  }
  if (msg->tcode == RVT_TC_DIRECT_BRANCH_SYNC && ends_on_branch(w) &&
      branch_target(d, w) == address)
    return true;
  if (pc == address) return true;
  return rvt_tolerate(d, RVT_ERR_MISMATCH, typed ? "NT:BTY-06" : "NT:DEC-06",
                      "expected F-ADDR to be the address at which the walk arrived, found another");
}

static bool walk_sync(struct rvt_decoder *d, const struct rvt_ntrace_msg *msg, uint64_t address,
                      struct rvt_walk *w) {
  if (msg->tcode == RVT_TC_DIRECT_BRANCH_SYNC && !set_mode(d, RVT_FLOW_BTM, "NT:MSG-06"))
    return false;
  if (msg->tcode == RVT_TC_INDIRECT_BRANCH_HIST_SYNC && !set_mode(d, RVT_FLOW_HTM, "NT:MSG-10"))
    return false;
  return walk_message(d, msg, w) && check_sync(d, msg, w, address);
}

/* A session begins: its mode is the configured one, else what the TCODE tells. */
static bool first_mode(struct rvt_decoder *d, const struct rvt_ntrace_msg *msg) {
  struct rvt_source *s = d->current;
  s->own.ntrace.assumed = false;
  s->own.ntrace.mode = RVT_FLOW_UNKNOWN;
  if (d->config.ntrace.mode == RVT_MODE_BTM) s->own.ntrace.mode = RVT_FLOW_BTM;
  if (d->config.ntrace.mode == RVT_MODE_HTM) s->own.ntrace.mode = RVT_FLOW_HTM;
  if (msg->tcode == RVT_TC_DIRECT_BRANCH_SYNC) return set_mode(d, RVT_FLOW_BTM, "NT:MSG-06");
  if (msg->tcode == RVT_TC_INDIRECT_BRANCH_HIST_SYNC) return set_mode(d, RVT_FLOW_HTM, "NT:MSG-10");
  return true;
}

/*
 * Trace starts here by definition, though nothing was sent about the stop before: the encoder was
 * made inactive in between (NT:DEC-06, NT:SYN-30).
 */
static bool is_restart(const struct rvt_source *s, const struct rvt_ntrace_msg *msg,
                       uint64_t address) {
  const bool begins = msg->sync == RVT_SYNC_DEBUG || msg->sync == RVT_SYNC_ENABLE;
  const bool history = msg->tcode == RVT_TC_INDIRECT_BRANCH_HIST_SYNC && msg->hist > 1;
  return begins && msg->icnt == 0 && !history && (s->own.ntrace.credit != 0 || s->pc != address);
}

/* Whether the sync is a branch message, too, or stands on linear code (NT:SYN-31). */
static bool is_branch(const struct rvt_decoder *d, const struct rvt_ntrace_msg *msg,
                      const struct rvt_walk *w, uint64_t address) {
  if (msg->tcode == RVT_TC_DIRECT_BRANCH_SYNC)
    return ends_on_branch(w) ? branch_target(d, w) == address : all_jumps(d) && ends_on_jump(w);
  return msg->btype != RVT_BT_NONE || w->open || w->implicit || ends_on_custom(w);
}

/*
 * Calls and branch messages before a sync are forgotten (NT:IRT-10, NT:RPT-10), though older
 * encoders keep them at SYNC 0, 4 and 6 and repeat a branch message that has a SYNC: lenient
 * decoding has them where nothing else explains the trace.
 */
static void reset_at_sync(struct rvt_decoder *d, const struct rvt_ntrace_msg *msg, bool continuous,
                          const struct rvt_walk *w, uint64_t address) {
  struct rvt_source *s = d->current;
  const bool keeps = d->config.lenient && continuous &&
                     (msg->sync == RVT_SYNC_EXTERNAL || msg->sync == RVT_SYNC_ICNT_FULL ||
                      msg->sync == RVT_SYNC_EVENT);
  if (!keeps) s->stack.count = 0; /* calls counted in this message have been pushed: they go too */
  s->stack.older = s->stack.count;
  if (msg->tcode == RVT_TC_PROG_TRACE_SYNC || (continuous && !is_branch(d, msg, w, address))) {
    s->own.ntrace.branch.valid = s->own.ntrace.branch.valid && keeps;
  } else {
    s->own.ntrace.branch.valid = d->config.lenient;
    s->own.ntrace.branch.msg = *msg;
    s->own.ntrace.branch.msg.tcode = msg->tcode == RVT_TC_DIRECT_BRANCH_SYNC ? RVT_TC_DIRECT_BRANCH
                                     : msg->tcode == RVT_TC_INDIRECT_BRANCH_SYNC
                                         ? RVT_TC_INDIRECT_BRANCH
                                         : RVT_TC_INDIRECT_BRANCH_HIST;
    s->own.ntrace.branch.target = address;
  }
  s->own.ntrace.branch.loose = true;
}

static void flow_sync(struct rvt_decoder *d, const struct rvt_ntrace_msg *msg) {
  struct rvt_source *s = d->current;
  const uint64_t address = rvt_address(d, msg->addr << 1);
  struct rvt_walk w = {0};
  bool continuous = false;
  if (s->lock == RVT_LOCK_HELD && msg->sync == RVT_SYNC_OVERRUN)
    rvt_warn(d, "NT:ERR-16", "expected Error before SYNC 7, found none");
  else if (s->lock == RVT_LOCK_HELD && is_restart(s, msg, address))
    rvt_warn(d, "NT:DEC-06",
             "expected a message about the stop before trace started anew, found none: what ran in "
             "between is not known");
  else if (s->lock == RVT_LOCK_HELD)
    continuous = walk_sync(d, msg, address, &w);
  else if ((s->lock == RVT_LOCK_OVERFLOW || s->lock == RVT_LOCK_STOPPED) && msg->icnt != 0)
    rvt_warn(d, "NT:SYN-30", "expected I-CNT 0 where trace starts, found another value");
  if (!continuous) {
    s->lock = RVT_LOCK_LOST; /* the first one, too: what contradicts it is an error from here on */
    if (!first_mode(d, msg)) return;
  }
  s->lock = RVT_LOCK_HELD;
  s->pc = address;
  s->own.ntrace.ref = address;
  s->pc_known = true;
  s->own.ntrace.credit = 0;
  s->own.ntrace.debt_told = false;
  s->own.ntrace.passed = false;
  reset_at_sync(d, msg, continuous, &w, address);
  rvt_forget_context(d);
  struct rvt_decoder_event event = {.kind = RVT_DE_SYNC,
                                    .u.sync = {.pc = address, .continuous = continuous},
                                    .own.ntrace.sync = msg->sync};
  rvt_emit(d, &event);
}

static void flow_correlation(struct rvt_decoder *d, const struct rvt_ntrace_msg *msg) {
  struct rvt_source *s = d->current;
  struct rvt_walk w = {0};
  struct rvt_decoder_event event = {.kind = RVT_DE_STOP, .own.ntrace.evcode = msg->evcode};
  if (s->lock == RVT_LOCK_HELD) {
    const bool any_mode = msg->cdf == 0 && d->own.ntrace.dialect->bare_stop;
    if ((any_mode || set_mode(d, msg->cdf == 0 ? RVT_FLOW_BTM : RVT_FLOW_HTM, "NT:COR-03")) &&
        walk_message(d, msg, &w) && !w.open) {
      event.u.end.pc_known = true;
      event.u.end.pc = s->pc;
    }
  } else if (msg->icnt != 0 && (s->lock == RVT_LOCK_OVERFLOW || s->lock == RVT_LOCK_STOPPED)) {
    rvt_warn(d, "NT:COR-14", "expected I-CNT 0 while unsynchronized, found another value");
  }
  rvt_unlock(s, RVT_LOCK_STOPPED);
  rvt_emit(d, &event);
}

static void flow_error(struct rvt_decoder *d, const struct rvt_ntrace_msg *msg) {
  struct rvt_source *s = d->current;
  bool known = s->lock == RVT_LOCK_HELD;
  struct rvt_decoder_event event = {.kind = RVT_DE_OVERFLOW,
                                    .u.end = {.pc = known ? s->pc : 0, .pc_known = known},
                                    .own.ntrace = {.etype = msg->etype, .ecode = msg->ecode}};
  rvt_emit(d, &event);
  rvt_unlock(s, RVT_LOCK_OVERFLOW);
}

struct rvt_decoder_context rvt_ntrace_context(uint64_t process) {
  enum { NONE = 0xff };
  static const uint8_t privs[8] = {RVT_PRIV_U,  RVT_PRIV_S,  NONE, RVT_PRIV_M,
                                   RVT_PRIV_VU, RVT_PRIV_VS, NONE, NONE}; /* by V and PRV */
  const struct rvt_ntrace_process said = rvt_ntrace_process_split(process);
  const bool scontext = said.format == RVT_OWN_SCONTEXT, hcontext = said.format == RVT_OWN_HCONTEXT;
  return (struct rvt_decoder_context){.priv_known = privs[said.level] != NONE,
                                      .priv = privs[said.level] != NONE ? privs[said.level] : 0,
                                      .more = hcontext,
                                      .context = {.has_scontext = scontext,
                                                  .has_hcontext = hcontext,
                                                  .scontext = scontext ? said.context : 0,
                                                  .hcontext = hcontext ? said.context : 0}};
}

static void flow_ownership(struct rvt_decoder *d, const struct rvt_ntrace_msg *msg) {
  struct rvt_decoder_event event = {.kind = RVT_DE_CONTEXT,
                                    .u.context = rvt_ntrace_context(msg->process),
                                    .own.ntrace.process = msg->process};
  rvt_take_context(d, &event);
}

/*
 * A time that the counter cannot have (NT:TSP-05): the end of the message was lost, or the counter
 * is another one; to lenient decoding it has 64 bits then. False: it failed.
 */
static bool check_width(struct rvt_decoder *d, const struct rvt_ntrace_msg *msg) {
  struct rvt_source *s = d->current;
  const unsigned width = d->config.ts_width;
  if (!s->time_known || width == 0 || msg->tstamp >> (width - 1) >> 1 == 0) return true;
  if (!rvt_ntrace_has_flow(msg->tcode)) { /* its layout may be another one */
    s->time_known = false;
    return true;
  }
  if (s->lock == RVT_LOCK_NEVER)
    s->lock = RVT_LOCK_LOST; /* in the first sync it is an error, too */
  if (d->config.lenient) d->config.ts_width = 0;
  s->time_known = rvt_tolerate(d, RVT_ERR_RANGE, "NT:TSP-05",
                               "expected TSTAMP of no more bits than ts_width, found more bits");
  return s->time_known;
}

enum { SELDOM_WRAPS = 32 }; /* bits of time */

/* Times that ran ahead of a sync's, and would not have, had TSTAMP been XOR: a sign of a dialect,
 * but of a narrow time, which is less after each wrap. */
static void check_xor(struct rvt_decoder *d, uint64_t time) {
  const struct rvt_source *s = d->current;
  const unsigned width = d->config.ts_width;
  if (d->own.ntrace.xor_told || d->own.ntrace.dialect->xor_times || time >= s->time) return;
  if (width != 0 && width < SELDOM_WRAPS) return;
  if (!s->own.ntrace.xor_grows || s->own.ntrace.xor_time > time) return;
  d->own.ntrace.xor_told = true;
  d->own.ntrace.sign = RVT_DIALECT_SIFIVE;
  rvt_warn(d, "NT:TSP-02",
           "expected TSTAMP to be the increase of the time, found times that run ahead of this "
           "sync, and would not if it were XOR with the time before");
  d->own.ntrace.sign = RVT_DIALECT_NONE;
}

/* NT:TSP-01, NT:TSP-02, NT:TSP-12. False: it failed, and that was reported. */
static bool take_time(struct rvt_decoder *d, const struct rvt_ntrace_msg *msg) {
  struct rvt_source *s = d->current;
  const bool sync = rvt_ntrace_is_sync(msg->tcode) ||
                    (msg->tcode == RVT_TC_IN_CIRCUIT_TRACE_WS && msg->has_tstamp);
  const bool was_known = s->time_known;
  if (sync) s->time_known = msg->has_tstamp;
  if (!check_width(d, msg)) return false;
  const unsigned width = d->config.ts_width;
  const uint64_t mask = width == 0 || width == 64 ? UINT64_MAX : (UINT64_C(1) << width) - 1;
  if (sync && was_known && s->time_known) check_xor(d, msg->tstamp);
  const uint64_t before = sync ? 0 : s->time; /* TSTAMP is 0 where there is none */
  s->time = (d->own.ntrace.dialect->xor_times ? before ^ msg->tstamp : before + msg->tstamp) & mask;
  const uint64_t xored = (sync ? 0 : s->own.ntrace.xor_time) ^ msg->tstamp;
  s->own.ntrace.xor_grows = sync || (s->own.ntrace.xor_grows && xored >= s->own.ntrace.xor_time);
  s->own.ntrace.xor_time = xored;
  if (!s->time_known || !msg->has_tstamp) return true;
  struct rvt_decoder_event event = {.kind = RVT_DE_TIME, .u.time = s->time};
  rvt_emit(d, &event);
  return true;
}

void rvt_ntrace_flow(struct rvt_decoder *d, const struct rvt_ntrace_msg *msg) {
  if (!take_time(d, msg)) return;
  switch (msg->tcode) {
  case RVT_TC_OWNERSHIP: flow_ownership(d, msg); break; /* nothing else changes (NT:OWN-14) */
  case RVT_TC_DIRECT_BRANCH:
  case RVT_TC_INDIRECT_BRANCH:
  case RVT_TC_INDIRECT_BRANCH_HIST: flow_branch(d, msg); break;
  case RVT_TC_ERROR: flow_error(d, msg); break;
  case RVT_TC_PROG_TRACE_SYNC:
  case RVT_TC_DIRECT_BRANCH_SYNC:
  case RVT_TC_INDIRECT_BRANCH_SYNC:
  case RVT_TC_INDIRECT_BRANCH_HIST_SYNC: flow_sync(d, msg); break;
  case RVT_TC_RESOURCE_FULL: flow_resource_full(d, msg); break;
  case RVT_TC_REPEAT_BRANCH: flow_repeat(d, msg); break;
  case RVT_TC_DATA_ACQUISITION:
  case RVT_TC_IN_CIRCUIT_TRACE:
  case RVT_TC_IN_CIRCUIT_TRACE_WS: rvt_ntrace_pass_over(d, msg->tcode); break;
  default: flow_correlation(d, msg); break;
  }
}
