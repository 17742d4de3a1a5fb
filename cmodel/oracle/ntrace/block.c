/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */

/* What the oracle of N-Trace does with a block, with its end, and at a stop. */

#include <stddef.h>

#include "state.h"

/* ---- Return stack ------------------------------------------------------------------------- */

/* IRT-06; in mode 1 only the depth counts (D-26). What the end of the block does to the stack; `p`
 * learns the address popped. */
static void work_stack(struct oracle_ntrace *o, const struct oracle_clock *c, struct pending *p) {
  /* ITY-20, D-18. Every call, return and swap retires itself. */
  if (!oracle_implicit_return_on(&o->common, c) || c->insns == 0) {
    return;
  }
  const struct oracle_insn *last = &c->insn[c->insns - 1];
  uint64_t return_address = oracle_wrap(&o->common, last->pc + 2u * last->size); /* ING-07 */

  if (c->itype == RVT_IT_RETURN || c->itype == RVT_IT_SWAP) {
    if (o->common.depth > 0) {
      o->common.depth--;
      p->compare = true;
      p->popped = o->common.stack[o->common.depth];
    }
  }
  if (c->itype == RVT_IT_INDIRECT_CALL || c->itype == RVT_IT_DIRECT_CALL ||
      c->itype == RVT_IT_SWAP) { /* D-17: a swap pushes after its pop, and on an empty stack too */
    oracle_push(&o->common, return_address);
  }
}

/* ---- One block ---------------------------------------------------------------------------- */

/* COR-05, ERR-08, D-14, D-16: nothing survives the end of a session. */
void oracle_end_session(struct oracle_ntrace *o) {
  o->common.session = false;
  oracle_forget_count(o);
  o->hist = 1;
  o->outcomes = 0;
  o->common.depth = 0;
  o->pending.kind = PENDING_NONE;
  o->period = 0;
  o->expired = false;                                             /* D-10 */
  o->reset_raised = o->event_raised = o->external_raised = false; /* D-21 */
}

/* ORD-02, SYN-30, SEQ-01, SEQ-03. */
static void start(struct oracle_ntrace *o, const struct oracle_clock *c, uint64_t address) {
  o->common.session = true;
  o->htm = c->config.mode == RVT_MODE_HTM;
  oracle_send_sync(o, c, RVT_TC_PROG_TRACE_SYNC, o->start_sync, RVT_BT_NONE, address, c->time);
}

/* ORD-03, ORD-04, D-06, D-21: what waited for the address of the next block, and a sync. */
static void resolve(struct oracle_ntrace *o, const struct oracle_clock *c, uint64_t address) {
  struct pending p = o->pending;
  o->pending.kind = PENDING_NONE;
  if (p.time_gone) { /* D-40: what it was at the transfer means nothing beside what follows */
    p.time = c->time;
  }
  int sync = oracle_sync_waiting(o, c);
  /* D-09: with plain_sync nothing is upgraded; the linear sync below has what is left, if anything.
   */
  bool upgrade = sync != NO_SYNC && !c->config.plain_sync;
  /* D-09, D-22, SEQ-17: the vector is no target, so no plain branch message may carry it. */
  bool to_vector = o->reset_raised && !upgrade;

  if (p.kind == PENDING_BRANCH) {
    if (upgrade) { /* D-07, MSG-06 */
      oracle_send_sync(o, c, RVT_TC_DIRECT_BRANCH_SYNC, (uint8_t)sync, RVT_BT_NONE, address,
                       p.time);
    } else { /* D-07: the sync was switched off meanwhile */
      oracle_send_direct_branch(o, c, p.time);
    }
  } else if (p.kind == PENDING_TRANSFER && oracle_is_implicit(o, c, &p, address) &&
             !o->reset_raised) {
    /* D-11, ORD-09: its full count goes out now, or in the sync. */
    if (oracle_icnt_full(o) && sync == NO_SYNC) {
      oracle_send_icnt_full(o, c);
    }
  } else if (p.kind == PENDING_TRANSFER && !to_vector) { /* IRT-12; D-22: after a reset any */
    if (upgrade) {
      oracle_send_indirect_branch_sync(o, c, sync, p.btype, address, p.time);
    } else {
      oracle_send_indirect_branch(o, c, p.btype, address, p.time);
    }
  }

  /* D-06: also if the message just sent is the one that reached the count. */
  sync = oracle_sync_waiting(o, c);
  if (sync != NO_SYNC) {
    oracle_send_linear_sync(o, c, sync, address);
  }
}

/* ORD-06..09: the block itself. */
static void count_block(struct oracle_ntrace *o, const struct oracle_clock *c,
                        bool notified_block) {
  /* D-25: it counts as an inferable jump; a swap still works on the stack (SQJ-07). */
  bool waits = oracle_is_transfer(c->itype) && !oracle_is_sequential(o, c);
  bool taken = oracle_is_taken(o, c);

  /* ICNT-01..03, ING-12, D-05. */
  for (unsigned i = 0; i < c->insns; i++) {
    o->icnt += c->insn[i].size;
    o->counted++;
    if (c->config.sync_mode == RVT_PERIOD_HALFWORDS) {
      o->period += c->insn[i].size;
    }
  }

  /* D-21, D-28: a block of one of these is followed by what stands after it; of a 3-bit port, itype
   * 0 may be an inferable jump (ING-04). */
  o->straight = c->itype == RVT_IT_NOT_TAKEN ||
                (o->common.params.itype_width != 3 && (c->itype == RVT_IT_NONE || c->itype == 7));
  if (o->straight) {
    const struct oracle_insn *last = &c->insn[c->insns - 1];
    o->end = oracle_wrap(&o->common, last->pc + 2u * last->size);
  }

  /* HIST-01, HIST-10. */
  if (o->htm && (taken || c->itype == RVT_IT_NOT_TAKEN)) {
    o->hist = o->hist << 1 | (taken ? 1u : 0u);
    o->outcomes++;
  }

  struct pending p = {.kind = PENDING_TRANSFER,
                      .btype = oracle_btype_of(c->itype),
                      .time = c->time /* TSP-06, D-19 */};
  work_stack(o, c, &p);

  bool direct_branch = !o->htm && taken;

  /* ORD-07, D-11: the message of a transfer or a taken branch carries the count itself. */
  if (oracle_icnt_full(o) && !waits && !direct_branch) {
    oracle_send_icnt_full(o, c);
  }
  /* D-12, ICNT-14. */
  if (o->htm && oracle_hist_full(o)) {
    oracle_send_hist_full(o, c);
  }

  if (notified_block) { /* D-21, ORD-10, SYN-34 */
    o->event_raised = true;
  }
  if (direct_branch) {                                                   /* ORD-08 */
    if (oracle_sync_waiting(o, c) != NO_SYNC && !c->config.plain_sync) { /* D-07, D-09, D-21 */
      p.kind = PENDING_BRANCH;
      o->pending = p;
    } else {
      oracle_send_direct_branch(o, c, c->time);
    }
  }
  if (waits) { /* ORD-09 */
    o->pending = p;
  }
}

void oracle_block(struct oracle_ntrace *o, const struct oracle_clock *c, bool notify) {
  bool starts = !o->common.session;
  bool target_unknown = false;
  uint64_t before = o->events;
  if (c->expired) { /* D-24, D-34, TCI:SYNC-09; a start message clears it */
    o->expired = true;
  }
  if (!oracle_address_known(&o->common, c)) {
    if (!o->common.session) {
      return; /* D-04: it cannot start a trace */
    }
    if (o->pending.kind == PENDING_BRANCH) { /* D-07, last sentence */
      oracle_send_direct_branch(o, c, o->pending.time);
    }
    target_unknown = o->pending.kind == PENDING_TRANSFER;
    /* D-13: the trap takes the place of a pending transfer; a return was popped when counted. */
    o->pending.kind = PENDING_NONE;
  } else if (!o->common.session) {
    start(o, c, oracle_wrap(&o->common, c->iaddr));
  } else {
    resolve(o, c, oracle_wrap(&o->common, c->iaddr));
  }
  target_unknown |= o->reset_raised && !oracle_address_known(&o->common, c);
  /* ORD-02..05. Not before the message that has the address (OWN-08): it waits for that one. Its
   * time is that of the message before it at this block (TSP-08). */
  if (oracle_owner_changes(o, c, !starts)) {
    o->own_due = true;
  }
  if (o->own_due && !target_unknown) {
    oracle_send_ownership(o, c, c->priv, o->events > before ? o->event_time : c->time);
    /* D-06: also if the Ownership is the message that reached the count. */
    int sync = oracle_sync_waiting(o, c);
    if (sync != NO_SYNC && oracle_address_known(&o->common, c)) {
      oracle_send_linear_sync(o, c, sync, oracle_wrap(&o->common, c->iaddr));
      oracle_send_ownership(o, c, c->priv, c->time);
    }
  }
  /* D-21, Q-06, Q-08: the start has the address before the block, the notification the one after
   * it, so both are told; but TRIG-10: trace-on beside it tells of the block by its start. */
  count_block(o, c, notify && !(starts && oracle_trace_on(c)) && !oracle_trace_off(c));
}

/* D-03: the address that a stop by EVCODE 4 carries; NULL: none. After a reset the next block is
 * not where a transfer went (COR-09). */
static const struct oracle_clock *stop_address(const struct oracle_ntrace *o) {
  const struct oracle_clock *c = &o->common.slot[0];
  if (c->halted || c->lowpower || c->hart_reset || o->reset_raised) {
    return NULL;
  }
  return oracle_block_valid(c) && oracle_address_known(&o->common, c) && !oracle_is_odd(&o->common)
             ? c
             : NULL;
}

/* D-03, ORD-01, COR-08, COR-09, COR-11; D-10, D-21: reasons 1 and 2 are dropped. */
void oracle_stop(struct oracle_ntrace *o) {
  const struct oracle_clock *c = &o->common.slot[0];
  const struct oracle_clock *next = stop_address(o);
  uint64_t address = next == NULL ? 0 : oracle_wrap(&o->common, next->iaddr);
  struct pending p = o->pending;

  if (p.kind == PENDING_BRANCH) { /* D-21: never upgraded here */
    oracle_send_direct_branch(o, c, p.time);
  }
  if (next != NULL) { /* */
    if (p.kind == PENDING_TRANSFER && !oracle_is_implicit(o, c, &p, address)) {
      oracle_send_indirect_branch(o, c, p.btype, address, p.time);
    }
  }
  if (oracle_notified(o) != NO_SYNC && o->straight && !o->reset_raised) { /* D-21 */
    oracle_send_linear_sync(o, c, oracle_notified(o), o->end);
    oracle_send_ownership(o, c, o->priv, c->time); /* OWN-06 */
  }
  /* COR-02, D-03. */
  oracle_send_correlation(o, c,
                          c->halted     ? RVT_EV_DEBUG
                          : c->lowpower ? RVT_EV_POWER
                                        : RVT_EV_DISABLED);
  oracle_end_session(o);
}
