/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */

/*
 * The oracle, as plainly as the rows allow: every function is one rule or one message form, and
 * names its row. Rows are NT:…, decisions D-… are those of docs/decisions.md.
 */

#include "oracle.h"

#include <stdio.h>
#include <stdlib.h>

enum { STACK_MAX = 32, NO_SYNC = -1 };
enum { TRIGGER_ON = 1, TRIGGER_OFF = 2, TRIGGER_NOTIFY = 4 }; /* bits of both trigger inputs */

enum pending_kind {
  PENDING_NONE,
  PENDING_TRANSFER, /* an indirect jump, call, return or a trap: its address is not known yet */
  PENDING_BRANCH    /* a taken branch in BTM that waits to become DirectBranchSync (D-07) */
};

struct pending {
  enum pending_kind kind;
  uint8_t btype;
  uint64_t time; /* of the transfer (TSP-06) */
  bool compare;  /* a return or swap that popped an address (ITY-12, ITY-13) */
  uint64_t popped;
};

struct oracle {
  struct rvt_params params;
  struct rvt_ntrace_msg *msg;
  size_t msgs;
  size_t room;

  /* The clock being told. */
  struct oracle_clock slot[RVT_BLOCKS_MAX];
  unsigned slots;

  /* What has been seen of the clocks before this one. */
  uint8_t start_sync; /* SYNC of the next start */
  bool in_overflow;
  uint64_t overflow_time; /* of the first refused slot */
  bool overflow_slot; /* overflow_time is that of a group, or of a loss after the encoder (D-14) */
  bool lost_behind;   /* in the clock before (D-33) */
  uint64_t lost;      /* instructions accepted and unreported when the last overflow opened */

  /* The session: from a start message to its stop or its overflow (D-02). */
  bool session;
  bool htm;
  uint64_t icnt;
  uint64_t counted;  /* instructions in icnt */
  uint64_t hist;     /* with its stop bit (HIST-01) */
  unsigned outcomes; /* in hist */
  uint64_t ref;      /* last address sent (ADR-04) */
  uint64_t stack[STACK_MAX];
  unsigned depth;
  struct pending pending;
  uint64_t period; /* half-words or messages since the last sync message (D-05) */
  bool expired;    /* clocks have reached their count, or a sync was asked for (D-24, D-34) */
  /* Reasons 1, 6 and 0 that wait for the next address (D-21, D-22). */
  bool reset_raised;
  bool event_raised;
  bool external_raised;
  bool straight; /* the program goes on after the last block: itype 0 or 4 (D-21) ... */
  uint64_t end;  /* ... here */

  /* Time. */
  uint64_t last_time; /* last one sent (TSP-03) */
  bool base;          /* one was sent since trTsEnable rose (TSP-10, TCI:TS-16) */
};

/* ---- Small questions ---------------------------------------------------------------------- */

/* D-01. */
static bool block_valid(const struct oracle_clock *c) {
  return c->valid && (c->insns > 0 || c->itype == RVT_IT_EXCEPTION || c->itype == RVT_IT_INTERRUPT);
}

/* D-23, TCI:TRIG-03: a trace-on trigger that counts. */
static bool trace_on(const struct oracle_clock *c) {
  return c->config.trig_ena && ((c->trigger | c->ext_trigger) & TRIGGER_ON) != 0;
}

/* TRIG-10: its stop stands for what its clock notifies. */
static bool trace_off(const struct oracle_clock *c) {
  return c->config.trig_ena && ((c->trigger | c->ext_trigger) & TRIGGER_OFF) != 0;
}

/* D-23, TCI:TRIG-03..07, TRIG-15: debug and external triggers count alike. Trace-on makes its own
 * clock one with tracing. Trace-off ends tracing after its clock: the register shows it then. */
static bool tracing(const struct oracle_clock *c) { return c->config.tracing || trace_on(c); }

/* D-02, TCI:TE-01, ING-24, SEQ-18. */
static bool is_on(const struct oracle_clock *c) {
  return c->config.active && c->config.enable && tracing(c) && c->config.mode != RVT_MODE_OFF &&
         !c->halted && !c->lowpower;
}

/* D-01: an interrupt alone has an address only if the hart drives the interrupted PC. */
static bool address_known(const struct oracle *o, const struct oracle_clock *c) {
  if (c->insns == 0 && c->itype == RVT_IT_INTERRUPT) {
    return o->params.iaddr_on_int && c->iaddr_known;
  }
  return true;
}

/* ADR-08: addresses of RV32 are modulo 2^32. D-35: those of RV64 are what `addr_bits` bits say, as
 * a signed number. */
static uint64_t wrap(const struct oracle *o, uint64_t address) {
  if (o->params.xlen == 32) return address & 0xFFFFFFFFu;
  const unsigned above = 64u - o->params.addr_bits;
  const bool negative = (address >> (o->params.addr_bits - 1) & 1) != 0;
  const uint64_t low = address << above >> above;
  return negative ? low | ~(UINT64_MAX >> above) : low;
}

/* ICNT-07, D-11. */
static bool icnt_full(const struct oracle *o) {
  return o->icnt >= (uint64_t)1 << (o->params.icnt_width - 1);
}

/* HIST-05, D-12. */
static bool hist_full(const struct oracle *o) {
  return o->outcomes == (unsigned)(o->params.hist_width - 1);
}

/* D-05, D-24; CTL-08 for the period. */
static bool period_due(const struct oracle *o, const struct oracle_clock *c) {
  uint64_t threshold = (uint64_t)1 << (c->config.sync_max + 4);
  if (o->expired) {
    return true;
  }
  return (c->config.sync_mode == RVT_PERIOD_MESSAGES ||
          c->config.sync_mode == RVT_PERIOD_HALFWORDS) &&
         o->period >= threshold;
}

/* D-21: SYNC of what waits and may be reported at a stop. */
static int notified(const struct oracle *o) {
  if (o->event_raised) {
    return RVT_SYNC_EVENT;
  }
  return o->external_raised ? RVT_SYNC_EXTERNAL : NO_SYNC;
}

/* D-21, SYN-35: SYNC of the sync message that waits for an address. */
static int sync_waiting(const struct oracle *o, const struct oracle_clock *c) {
  if (o->reset_raised) {
    return RVT_SYNC_RESET;
  }
  if (notified(o) != NO_SYNC) {
    return notified(o);
  }
  return period_due(o, c) ? RVT_SYNC_PERIODIC : NO_SYNC;
}

/* IRT-01, IRT-02, D-18, ING-08. */
static bool implicit_return_on(const struct oracle *o, const struct oracle_clock *c) {
  return o->params.itype_width != 3 && c->config.ir_en && c->config.ir_mode != 0;
}

/* D-26, IRT-03..05: whether a return that popped something needs no message. */
static bool is_implicit(const struct oracle *o, const struct oracle_clock *c,
                        const struct pending *p, uint64_t address) {
  if (!p->compare) {
    return false;
  }
  switch (o->params.return_modes ? c->config.ir_mode : 3) { /* D-32 */
  case 1: return true;
  case 2: return ((p->popped ^ address) & 0x1FFE) == 0;
  default: return p->popped == address;
  }
}

/* ITY-01..15: the ends of a block whose next address must be told. */
static bool is_transfer(uint8_t itype) {
  switch (itype) {
  case RVT_IT_EXCEPTION:     /* ITY-01 */
  case RVT_IT_INTERRUPT:     /* ITY-02 */
  case RVT_IT_TRAP_RETURN:   /* ITY-03 */
  case RVT_IT_INDIRECT:      /* ITY-06, ING-09 */
  case RVT_IT_INDIRECT_CALL: /* ITY-08 */
  case RVT_IT_INDIRECT_JUMP: /* ITY-10 */
  case RVT_IT_SWAP:          /* ITY-12 */
  case RVT_IT_RETURN:        /* ITY-13 */
  case RVT_IT_INDIRECT_LINK: /* ITY-14 */ return true;
  default: /* ITY-00, 04, 05, 07, 09, 11, 15 */ return false;
  }
}

/* D-25, SQJ-01..04, ING-20: a jump whose target the instruction before it, of the same I-CNT,
 * gives. Asked before the block is counted. */
static bool is_sequential(const struct oracle *o, const struct oracle_clock *c) {
  if (!o->params.seq_jump || !c->config.seq_en || !c->sijump) {
    return false;
  }
  switch (c->itype) {
  case RVT_IT_INDIRECT:
  case RVT_IT_INDIRECT_CALL:
  case RVT_IT_INDIRECT_JUMP:
  case RVT_IT_SWAP:
  case RVT_IT_INDIRECT_LINK: return c->insns > 1 || o->icnt != 0;
  default: return false;
  }
}

/* BTY-01..03. */
static uint8_t btype_of(uint8_t itype) {
  if (itype == RVT_IT_EXCEPTION) {
    return RVT_BT_EXCEPTION;
  }
  return itype == RVT_IT_INTERRUPT ? RVT_BT_INTERRUPT : RVT_BT_NONE;
}

static bool is_sync(uint8_t tcode) {
  return tcode == RVT_TC_PROG_TRACE_SYNC || tcode == RVT_TC_DIRECT_BRANCH_SYNC ||
         tcode == RVT_TC_INDIRECT_BRANCH_SYNC || tcode == RVT_TC_INDIRECT_BRANCH_HIST_SYNC;
}

/* ---- Messages ----------------------------------------------------------------------------- */

/* Put a message into the list, with SRC and TSTAMP; `time` is that of its event (D-19). */
static void emit(struct oracle *o, const struct oracle_clock *c, uint64_t time,
                 struct rvt_ntrace_msg m) {
  /* SRC-01, SRC-02. */
  if (!c->config.inhibit_src && c->config.src_bits > 0) {
    m.src = (uint16_t)(c->config.src_id & ((1u << c->config.src_bits) - 1));
  }

  if (c->config.ts_en && o->params.ts_width > 0) {
    uint64_t mask = o->params.ts_width == 64 ? UINT64_MAX : ((uint64_t)1 << o->params.ts_width) - 1;
    if (is_sync(m.tcode)) { /* TSP-01 */
      m.has_tstamp = true;
      m.tstamp = time & mask;
    } else if (o->base) { /* TSP-02, TSP-05, Q-21 */
      m.has_tstamp = true;
      m.tstamp = (time - o->last_time) & mask;
    }
    if (m.has_tstamp) {
      o->last_time = time; /* TSP-03 */
      o->base = true;
    }
  }

  if (c->config.sync_mode == RVT_PERIOD_MESSAGES) {
    o->period++; /* D-05, mode 1; send_sync() sets it to 0 */
  }

  if (o->msgs == o->room) {
    o->room = o->room == 0 ? 64 : 2 * o->room;
    o->msg = realloc(o->msg, o->room * sizeof *o->msg);
    if (o->msg == NULL) {
      fputs("oracle: out of memory\n", stderr);
      abort();
    }
  }
  o->msg[o->msgs++] = m;
}

static void forget_count(struct oracle *o) { o->icnt = o->counted = 0; }

/* Any sync message: I-CNT and HIST so far (SYN-02), F-ADDR (ADR-02), then all is reset (SYN-01). */
static void send_sync(struct oracle *o, const struct oracle_clock *c, uint8_t tcode, uint8_t sync,
                      uint8_t btype, uint64_t address, uint64_t time) {
  struct rvt_ntrace_msg m = {.tcode = tcode, .sync = sync, .btype = btype, .icnt = o->icnt};
  m.addr = address >> 1;
  if (tcode == RVT_TC_INDIRECT_BRANCH_HIST_SYNC) {
    m.hist = o->hist;
  }
  emit(o, c, time, m);
  forget_count(o); /* ICNT-05 */
  o->hist = 1;     /* HIST-04 */
  o->outcomes = 0;
  o->ref = address; /* ADR-04 */
  o->depth = 0;     /* IRT-10, D-16 */
  o->period = 0;    /* SYN-36 */
  o->expired = false;
  o->reset_raised = o->event_raised = o->external_raised = false; /* D-21: one message for all */
}

/* MSG-02; ADR-05: REF stays. */
static void send_direct_branch(struct oracle *o, const struct oracle_clock *c, uint64_t time) {
  struct rvt_ntrace_msg m = {.tcode = RVT_TC_DIRECT_BRANCH, .icnt = o->icnt};
  emit(o, c, time, m);
  forget_count(o); /* ICNT-05 */
}

/* MSG-03 in BTM; in HTM MSG-09, or MSG-03 with an empty HIST if built so (D-08). */
static void send_indirect_branch(struct oracle *o, const struct oracle_clock *c, uint8_t btype,
                                 uint64_t address, uint64_t time) {
  struct rvt_ntrace_msg m = {.tcode = RVT_TC_INDIRECT_BRANCH, .btype = btype, .icnt = o->icnt};
  m.addr = (address ^ o->ref) >> 1; /* ADR-03 */
  if (o->htm && (o->outcomes > 0 || !o->params.plain_hist)) {
    m.tcode = RVT_TC_INDIRECT_BRANCH_HIST;
    m.hist = o->hist;
  }
  emit(o, c, time, m);
  forget_count(o); /* ICNT-05 */
  o->hist = 1;     /* HIST-04 */
  o->outcomes = 0;
  o->ref = address; /* ADR-04 */
}

/* The same message upgraded in place: B-TYPE kept, F-ADDR (SYN-33, D-08). */
static void send_indirect_branch_sync(struct oracle *o, const struct oracle_clock *c, int sync,
                                      uint8_t btype, uint64_t address, uint64_t time) {
  uint8_t tcode = RVT_TC_INDIRECT_BRANCH_SYNC; /* MSG-07 */
  if (o->htm && (o->outcomes > 0 || !o->params.plain_hist)) {
    tcode = RVT_TC_INDIRECT_BRANCH_HIST_SYNC; /* MSG-10 */
  }
  send_sync(o, c, tcode, (uint8_t)sync, btype, address, time);
}

/* SYN-31, SYN-32, Q-03, Q-04: between two instructions. */
static void send_linear_sync(struct oracle *o, const struct oracle_clock *c, int sync,
                             uint64_t address) {
  uint8_t tcode = RVT_TC_PROG_TRACE_SYNC;
  if (o->htm && o->outcomes > 0) {
    tcode = RVT_TC_INDIRECT_BRANCH_HIST_SYNC;
  }
  send_sync(o, c, tcode, (uint8_t)sync, RVT_BT_NONE, address, c->time);
}

/* RSF-01, Q-01; ICNT-05, ADR-05. */
static void send_icnt_full(struct oracle *o, const struct oracle_clock *c) {
  struct rvt_ntrace_msg m = {.tcode = RVT_TC_RESOURCE_FULL, .rcode = RVT_RC_ICNT, .icnt = o->icnt};
  emit(o, c, c->time, m);
  forget_count(o);
}

/* RSF-02, Q-02; ICNT-06: I-CNT stays. */
static void send_hist_full(struct oracle *o, const struct oracle_clock *c) {
  struct rvt_ntrace_msg m = {.tcode = RVT_TC_RESOURCE_FULL, .rcode = RVT_RC_HIST, .hist = o->hist};
  emit(o, c, c->time, m);
  o->hist = 1; /* HIST-04 */
  o->outcomes = 0;
}

/* MSG-12, COR-02..06. */
static void send_correlation(struct oracle *o, const struct oracle_clock *c, uint8_t evcode) {
  struct rvt_ntrace_msg m = {
      .tcode = RVT_TC_PROG_TRACE_CORRELATION, .evcode = evcode, .icnt = o->icnt};
  if (o->htm) { /* COR-03 */
    m.cdf = 1;
    m.hist = o->hist;
  }
  emit(o, c, c->time, m);
}

/* MSG-04, ERR-02, ERR-03, D-14. */
static void send_error(struct oracle *o, const struct oracle_clock *c) {
  struct rvt_ntrace_msg m = {.tcode = RVT_TC_ERROR, .etype = 0, .ecode = 4};
  emit(o, c, o->overflow_time, m);
}

/* ---- Return stack ------------------------------------------------------------------------- */

static void push(struct oracle *o, uint64_t address) {
  if (o->params.stack_depth == 0) {
    return;
  }
  if (o->depth == o->params.stack_depth) { /* IRT-09: the oldest is lost */
    for (unsigned i = 1; i < o->depth; i++) {
      o->stack[i - 1] = o->stack[i];
    }
    o->depth--;
  }
  o->stack[o->depth++] = address;
}

/* IRT-06; in mode 1 only the depth counts (D-26). What the end of the block does to the stack; `p`
 * learns the address popped. */
static void work_stack(struct oracle *o, const struct oracle_clock *c, struct pending *p) {
  /* ITY-20, D-18. Every call, return and swap retires itself. */
  if (!implicit_return_on(o, c) || c->insns == 0) {
    return;
  }
  const struct oracle_insn *last = &c->insn[c->insns - 1];
  uint64_t return_address = wrap(o, last->pc + 2u * last->size); /* ING-07 */

  if (c->itype == RVT_IT_RETURN || c->itype == RVT_IT_SWAP) {
    if (o->depth > 0) {
      o->depth--;
      p->compare = true;
      p->popped = o->stack[o->depth];
    }
  }
  if (c->itype == RVT_IT_INDIRECT_CALL || c->itype == RVT_IT_DIRECT_CALL ||
      c->itype == RVT_IT_SWAP) { /* D-17: a swap pushes after its pop, and on an empty stack too */
    push(o, return_address);
  }
}

/* ---- One block ---------------------------------------------------------------------------- */

/* COR-05, ERR-08, D-14, D-16: nothing survives the end of a session. */
static void end_session(struct oracle *o) {
  o->session = false;
  forget_count(o);
  o->hist = 1;
  o->outcomes = 0;
  o->depth = 0;
  o->pending.kind = PENDING_NONE;
  o->period = 0;
  o->expired = false;                                             /* D-10 */
  o->reset_raised = o->event_raised = o->external_raised = false; /* D-21 */
}

/* ORD-02, SYN-30, SEQ-01, SEQ-03. */
static void start(struct oracle *o, const struct oracle_clock *c, uint64_t address) {
  o->session = true;
  o->htm = c->config.mode == RVT_MODE_HTM;
  send_sync(o, c, RVT_TC_PROG_TRACE_SYNC, o->start_sync, RVT_BT_NONE, address, c->time);
}

/* ORD-03, ORD-04, D-06, D-21: what waited for the address of the next block, and a sync. */
static void resolve(struct oracle *o, const struct oracle_clock *c, uint64_t address) {
  struct pending p = o->pending;
  o->pending.kind = PENDING_NONE;
  int sync = sync_waiting(o, c);
  /* D-09: with plain_sync nothing is upgraded; the linear sync below has what is left, if anything.
   */
  bool upgrade = sync != NO_SYNC && !c->config.plain_sync;
  /* D-09, D-22, SEQ-17: the vector is no target, so no plain branch message may carry it. */
  bool to_vector = o->reset_raised && !upgrade;

  if (p.kind == PENDING_BRANCH) {
    if (upgrade) { /* D-07, MSG-06 */
      send_sync(o, c, RVT_TC_DIRECT_BRANCH_SYNC, (uint8_t)sync, RVT_BT_NONE, address, p.time);
    } else { /* D-07: the sync was switched off meanwhile */
      send_direct_branch(o, c, p.time);
    }
  } else if (p.kind == PENDING_TRANSFER && is_implicit(o, c, &p, address) && !o->reset_raised) {
    /* D-11, ORD-09: its full count goes out now, or in the sync. */
    if (icnt_full(o) && sync == NO_SYNC) {
      send_icnt_full(o, c);
    }
  } else if (p.kind == PENDING_TRANSFER && !to_vector) { /* IRT-12; D-22: after a reset any */
    if (upgrade) {
      send_indirect_branch_sync(o, c, sync, p.btype, address, p.time);
    } else {
      send_indirect_branch(o, c, p.btype, address, p.time);
    }
  }

  /* D-06: also if the message just sent is the one that reached the count. */
  sync = sync_waiting(o, c);
  if (sync != NO_SYNC) {
    send_linear_sync(o, c, sync, address);
  }
}

/* ORD-06..09: the block itself. */
static void count_block(struct oracle *o, const struct oracle_clock *c, bool notified_block) {
  /* D-25: it counts as an inferable jump; a swap still works on the stack (SQJ-07). */
  bool waits = is_transfer(c->itype) && !is_sequential(o, c);

  /* ICNT-01..03, ING-12, D-05. */
  for (unsigned i = 0; i < c->insns; i++) {
    o->icnt += c->insn[i].size;
    o->counted++;
    if (c->config.sync_mode == RVT_PERIOD_HALFWORDS) {
      o->period += c->insn[i].size;
    }
  }

  /* D-21, D-28: a block of one of these is followed by what stands after it. */
  o->straight = c->itype == RVT_IT_NONE || c->itype == RVT_IT_NOT_TAKEN || c->itype == 7;
  if (o->straight) {
    const struct oracle_insn *last = &c->insn[c->insns - 1];
    o->end = wrap(o, last->pc + 2u * last->size);
  }

  /* HIST-01, HIST-10. */
  if (o->htm && (c->itype == RVT_IT_TAKEN || c->itype == RVT_IT_NOT_TAKEN)) {
    o->hist = o->hist << 1 | (c->itype == RVT_IT_TAKEN ? 1u : 0u);
    o->outcomes++;
  }

  struct pending p = {
      .kind = PENDING_TRANSFER, .btype = btype_of(c->itype), .time = c->time /* TSP-06, D-19 */};
  work_stack(o, c, &p);

  bool direct_branch = !o->htm && c->itype == RVT_IT_TAKEN;

  /* ORD-07, D-11: the message of a transfer or a taken branch carries the count itself. */
  if (icnt_full(o) && !waits && !direct_branch) {
    send_icnt_full(o, c);
  }
  /* D-12, ICNT-14. */
  if (o->htm && hist_full(o)) {
    send_hist_full(o, c);
  }

  if (notified_block) { /* D-21, ORD-10, SYN-34 */
    o->event_raised = true;
  }
  if (direct_branch) {                                            /* ORD-08 */
    if (sync_waiting(o, c) != NO_SYNC && !c->config.plain_sync) { /* D-07, D-09, D-21 */
      p.kind = PENDING_BRANCH;
      o->pending = p;
    } else {
      send_direct_branch(o, c, c->time);
    }
  }
  if (waits) { /* ORD-09 */
    o->pending = p;
  }
}

static void block(struct oracle *o, const struct oracle_clock *c, bool notify) {
  bool starts = !o->session;
  if (c->expired) { /* D-24, D-34, TCI:SYNC-09; a start message clears it */
    o->expired = true;
  }
  if (!address_known(o, c)) {
    if (!o->session) {
      return; /* D-04: it cannot start a trace */
    }
    if (o->pending.kind == PENDING_BRANCH) { /* D-07, last sentence */
      send_direct_branch(o, c, o->pending.time);
    }
    /* D-13: the trap takes the place of a pending transfer; a return was popped when counted. */
    o->pending.kind = PENDING_NONE;
  } else if (!o->session) {
    start(o, c, wrap(o, c->iaddr));
  } else {
    resolve(o, c, wrap(o, c->iaddr));
  }
  /* D-21, Q-06, Q-08: the start has the address before the block, the notification the one after
   * it, so both are told; but TRIG-10: trace-on beside it tells of the block by its start. */
  count_block(o, c, notify && !(starts && trace_on(c)) && !trace_off(c));
}

/* D-27, NT:ING-02: slots without an order; or blocks after one that cannot start a trace (D-04).
 */
static bool is_odd(const struct oracle *o) {
  bool valid_before = true;
  for (unsigned i = 0; i < o->slots; i++) {
    bool valid = block_valid(&o->slot[i]);
    if (valid && !valid_before) {
      return true;
    }
    if (valid && i > 0 && !o->session && !address_known(o, &o->slot[0]) &&
        address_known(o, &o->slot[i])) {
      return true;
    }
    valid_before = valid;
  }
  return false;
}

/* D-03: the address that a stop by EVCODE 4 carries; NULL: none. After a reset the next block is
 * not where a transfer went (COR-09). */
static const struct oracle_clock *stop_address(const struct oracle *o) {
  const struct oracle_clock *c = &o->slot[0];
  if (c->halted || c->lowpower || c->hart_reset || o->reset_raised) {
    return NULL;
  }
  return block_valid(c) && address_known(o, c) && !is_odd(o) ? c : NULL;
}

/* D-03, ORD-01, COR-08, COR-09, COR-11; D-10, D-21: reasons 1 and 2 are dropped. */
static void stop(struct oracle *o) {
  const struct oracle_clock *c = &o->slot[0];
  const struct oracle_clock *next = stop_address(o);
  uint64_t address = next == NULL ? 0 : wrap(o, next->iaddr);
  struct pending p = o->pending;

  if (p.kind == PENDING_BRANCH) { /* D-21: never upgraded here */
    send_direct_branch(o, c, p.time);
  }
  if (next != NULL) { /* */
    if (p.kind == PENDING_TRANSFER && !is_implicit(o, c, &p, address)) {
      send_indirect_branch(o, c, p.btype, address, p.time);
    }
  }
  if (notified(o) != NO_SYNC && o->straight && !o->reset_raised) { /* D-21 */
    send_linear_sync(o, c, notified(o), o->end);
  }
  /* COR-02, D-03. */
  send_correlation(o, c, c->halted ? RVT_EV_DEBUG : c->lowpower ? RVT_EV_POWER : RVT_EV_DISABLED);
  end_session(o);
}

/* ---- One clock ---------------------------------------------------------------------------- */

/* D-04: why the next start happens. Also while slots are refused. */
static void watch_start_reason(struct oracle *o, const struct oracle_clock *c) {
  if (is_on(c) && !c->hart_reset) {
    return; /* the last clock with tracing off, or in reset, decides */
  }
  if (is_on(c) && o->start_sync == RVT_SYNC_OVERRUN) {
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
  if (!o->in_overflow) {
    o->lost = o->counted;
    end_session(o);
    o->in_overflow = true;
    o->overflow_time = c->time;
    o->overflow_slot = by_loss;
  }
  for (unsigned i = 0; i < o->slots; i++) { /* TSP-09; only a qualified slot is refused */
    if (!o->overflow_slot && is_on(c) && !c->hart_reset && block_valid(&o->slot[i])) {
      o->overflow_time = c->time;
      o->overflow_slot = true;
    }
  }
  if (c->overflow_end) {
    send_error(o, c);
    o->in_overflow = false;
    if (is_on(c)) {
      o->start_sync = RVT_SYNC_OVERRUN; /* D-04: stands while tracing does */
    }
  }
}

/* The state after reset (CTL-01). */
static void reset(struct oracle *o) {
  end_session(o);
  o->start_sync = RVT_SYNC_ENABLE;
  o->in_overflow = false;
  o->lost_behind = false;
  o->base = false; /* TSP-10 */
}

/* A clock that is accepted. */
static void accepted(struct oracle *o) {
  const struct oracle_clock *c = &o->slot[0];
  bool on = is_on(c);

  if (o->session && !on) { /* what is notified in this clock finds no session (TCI:TRIG-08) */
    stop(o);
  }
  bool old = o->session;             /* the session was open before this clock, and still is */
  if (o->session && c->hart_reset) { /* D-22, ING-25 */
    o->reset_raised = true;
  }
  for (unsigned i = 0; i < o->slots; i++) { /* ING-02, D-27; D-02: none in reset is qualified */
    if (on && !c->hart_reset && block_valid(&o->slot[i])) {
      block(o, &o->slot[i], (c->trigger & TRIGGER_NOTIFY << i) != 0);
    }
  }
  /* D-21, ING-30, SYN-10: after the clock; TRIG-10 as for a block. */
  bool starts = o->session && !old;
  if (o->session && (c->ext_trigger & TRIGGER_NOTIFY) != 0 && !(starts && trace_on(c)) &&
      !trace_off(c)) {
    o->external_raised = true;
  }
}

static void whole_clock(struct oracle *o) {
  const struct oracle_clock *c = &o->slot[0];
  if (!c->config.active) {
    reset(o);
    return;
  }

  /* TCI:TS-16. */
  if (!c->config.ts_en) {
    o->base = false;
  }

  watch_start_reason(o, c);
  bool qualified = is_on(c) && !c->hart_reset;
  /* D-33, ERR-01: after a loss at a sink. What is lost in an overflow its Error announces; after
   * Enable 0 trace ends. */
  bool by_loss = o->lost_behind;
  o->lost_behind = c->lost && (o->session || (c->config.enable && !o->in_overflow));
  if (by_loss || c->overflow || c->overflow_end || o->in_overflow || (qualified && is_odd(o))) {
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
