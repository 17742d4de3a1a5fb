/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "ntrace_steps.h"

#include "base/kept_address.h"
#include "model/common/itypes.h"
#include "model/ntrace/codes.h"

/** What a step does to the state: the last column of the table in docs/units/flow.md. */
enum {
  DO_END,         /* forget all, done */
  DO_START,       /* forget all, ref A, started */
  DO_RELEASE,     /* icnt 0, no pend */
  DO_BRANCH,      /* icnt 0, hist 1, ref A, no pend */
  DO_SYNC,        /* synced */
  DO_HIST,        /* hist 1, done */
  DO_OWN,         /* one Ownership less is to come */
  DO_COUNT,       /* count; no record */
  DO_TRANSFER,    /* count; the block's transfer waits */
  DO_HOLD,        /* count; the block's taken branch waits */
  DO_COUNT_ICNT,  /* count; I-CNT is sent, by RCODE 0 or DirectBranch */
  DO_COUNT_HIST,  /* count; RCODE 1 */
  DO_COUNT_ICNT_1 /* count; RCODE 0, and RCODE 1 is to follow */
};

enum { NO_HIST = 1, LOW_BITS = 0xfff };

static inline bool is_htm(const struct rvt_config *cfg) { return cfg->mode == RVT_MODE_HTM; }

/** Whether times have another base from the head on, and it has had no step yet (TCI:TS-22). */
static inline bool asks(const struct rvt_ntrace_steps *s, const struct rvt_head *head) {
  return head->time_new && !s->started_q && s->p.ts_width != 0;
}

/** Whether a sync is due without a reason of the hart's, once the counter stands at `period`. */
static inline bool is_due(const struct rvt_ntrace_steps *s, const struct rvt_config *cfg,
                          const struct rvt_head *head, uint32_t period) {
  if (s->due_q || asks(s, head)) return true;
  if (cfg->sync_mode == RVT_PERIOD_OFF || cfg->sync_mode == RVT_PERIOD_CLOCKS) return false;
  return rvt_steps_period_over(cfg, period);
}

/** Reasons for a sync before the head: what its `sub` says counts from its first step on. */
static inline uint8_t requests(const struct rvt_ntrace_steps *s, const struct rvt_head *head) {
  if (s->started_q) return s->req_q;
  if (head->kind == RVT_ENTRY_BLOCK)
    return s->req_q | (head->sub & (RVT_BEFORE_RESET | RVT_BEFORE_NOTIFY));
  if (head->kind == RVT_ENTRY_STOP)
    return (uint8_t)(s->req_q | (head->sub & RVT_STOP_RESET ? RVT_REQUEST_RESET : 0) |
                     (head->sub & RVT_STOP_NOTIFIED ? RVT_REQUEST_EXTERNAL : 0));
  return s->req_q;
}

/** Ownership messages that are to come before the head is counted: what is new with it counts from
 * its first step on. */
static inline uint8_t own_left(const struct rvt_ntrace_steps *s, const struct rvt_head *head) {
  if (s->started_q) return s->own_q;
  if (head->kind == RVT_ENTRY_STOP) return 0; /* nothing runs under it any more */
  return s->p.context != 0 && head->context_new ? rvt_own_messages(&s->p) : s->own_q;
}

static inline bool icnt_full(const struct rvt_ntrace_steps *s, uint32_t icnt) {
  return icnt >> (s->p.icnt_width - 1) != 0; /* NT:ICNT-07 */
}

static inline bool hist_full(const struct rvt_ntrace_steps *s, uint32_t hist) {
  return hist >> (s->p.hist_width - 1) != 0; /* NT:HIST-05 */
}

/** Whether the waiting return is implicit: the head is where its call said, as far as is compared.
 */
static inline bool is_match(const struct rvt_ntrace_steps *s, const struct rvt_config *cfg,
                            const struct rvt_head *head) {
  if (!s->pop_q || !head->known) return false;
  const uint64_t differs = s->pop_addr_q ^ head->addr;
  switch (cfg->ir_mode) {
  case 1: return s->p.return_modes || differs == 0;                       /* NT:IRT-03 */
  case 2: return (s->p.return_modes ? differs & LOW_BITS : differs) == 0; /* NT:IRT-05 */
  default: return differs == 0;                                           /* NT:IRT-04 */
  }
}

/** Whether the block's indirect jump is an inferable one (D-25). */
static inline bool is_sequential(const struct rvt_ntrace_steps *s, const struct rvt_head *head) {
  return head->seq == RVT_SEQ_WITHIN || (head->seq == RVT_SEQ_BEHIND && s->icnt_q != 0);
}

static inline void no_pend(struct rvt_ntrace_steps *s) { s->pend_q = s->held_q = s->pop_q = false; }

/** Half-words the periodic counter gains with the head (NT:CTL-08). */
static inline uint32_t period_after(const struct rvt_ntrace_steps *s, const struct rvt_config *cfg,
                                    const struct rvt_head *head) {
  return cfg->sync_mode == RVT_PERIOD_HALFWORDS ? s->period_q + head->halfwords : s->period_q;
}

static inline uint32_t hist_after(const struct rvt_ntrace_steps *s, const struct rvt_config *cfg,
                                  const struct rvt_head *head) {
  const uint8_t itype = rvt_itype_for(&s->p, cfg, head->itype);
  if (!is_htm(cfg) || !rvt_is_conditional(itype)) return s->hist_q;
  return s->hist_q << 1 | (itype == RVT_IT_TAKEN);
}

static void forget_all(struct rvt_ntrace_steps *s) {
  s->icnt_q = 0;
  s->hist_q = NO_HIST;
  s->period_q = 0;
  s->due_q = false;
  s->req_q = 0;
  s->own_q = 0;
  no_pend(s);
  rvt_ret_stack_clear(&s->stack);
  s->started_q = s->counted_q = false;
}

void rvt_ntrace_steps_init(struct rvt_ntrace_steps *s, const struct rvt_params *p) {
  *s = (struct rvt_ntrace_steps){.p = *p};
  rvt_ret_stack_init(&s->stack, p->stack_depth);
  rvt_ntrace_steps_clear(s);
}

void rvt_ntrace_steps_clear(struct rvt_ntrace_steps *s) {
  forget_all(s);
  s->ref_q = 0;
}

static inline void offer(struct rvt_ntrace_step *step, uint8_t what, bool done,
                         struct rvt_ntrace_record rec) {
  step->what = what;
  step->rec_valid = true;
  step->done = done;
  step->rec = rec;
}

/** The time of what waits: if the base has changed since, there is none but the head's (D-40). */
static inline uint64_t waiting_time(const struct rvt_ntrace_steps *s, const struct rvt_head *head) {
  return head->time_new ? head->abs_time : s->pend_time_q;
}

static void direct_branch(const struct rvt_ntrace_steps *s, const struct rvt_head *head,
                          struct rvt_ntrace_step *step) {
  offer(step, DO_RELEASE, false,
        (struct rvt_ntrace_record){
            .tcode = RVT_TC_DIRECT_BRANCH, .icnt = s->icnt_q, .abs_time = waiting_time(s, head)});
}

/** The message of the waiting transfer, whose target is the head's address. */
static void branch_message(const struct rvt_ntrace_steps *s, const struct rvt_config *cfg,
                           const struct rvt_head *head, bool sync, uint8_t reason,
                           struct rvt_ntrace_step *step) {
  const bool plain = !is_htm(cfg) || (s->hist_q == NO_HIST && s->p.plain_hist); /* NT:MSG-03 */
  struct rvt_ntrace_record rec = {.btype = s->pend_btype_q,
                                  .icnt = s->icnt_q,
                                  .hist = plain ? 0 : s->hist_q,
                                  .abs_time = waiting_time(s, head)};
  if (sync) {
    rec.tcode = plain ? RVT_TC_INDIRECT_BRANCH_SYNC : RVT_TC_INDIRECT_BRANCH_HIST_SYNC;
    rec.sub = reason;
    rec.addr = head->addr;
  } else {
    rec.tcode = plain ? RVT_TC_INDIRECT_BRANCH : RVT_TC_INDIRECT_BRANCH_HIST;
    rec.addr = head->addr ^ s->ref_q; /* NT:ADR-03 */
  }
  offer(step, sync ? DO_SYNC : DO_BRANCH, false, rec);
}

/** A sync that is tied to no transfer (NT:SYN-31, SYN-32). */
static void linear_sync(const struct rvt_ntrace_steps *s, const struct rvt_config *cfg,
                        const struct rvt_head *head, uint64_t addr, uint8_t reason,
                        struct rvt_ntrace_step *step) {
  const bool hist = is_htm(cfg) && s->hist_q != NO_HIST;
  offer(step, DO_SYNC, false,
        (struct rvt_ntrace_record){.tcode = hist ? RVT_TC_INDIRECT_BRANCH_HIST_SYNC
                                                 : RVT_TC_PROG_TRACE_SYNC,
                                   .sub = reason,
                                   .icnt = s->icnt_q,
                                   .hist = hist ? s->hist_q : 0,
                                   .addr = addr,
                                   .abs_time = head->abs_time});
}

static void resource_full(uint8_t what, bool done, uint8_t rcode, uint32_t value,
                          const struct rvt_head *head, struct rvt_ntrace_step *step) {
  offer(step, what, done,
        (struct rvt_ntrace_record){.tcode = RVT_TC_RESOURCE_FULL,
                                   .sub = rcode,
                                   .icnt = rcode == RVT_RC_ICNT ? value : 0,
                                   .hist = rcode == RVT_RC_HIST ? value : 0,
                                   .abs_time = head->abs_time});
}

/** Ownership, behind the head's message before it, if any, and with its time. */
static void ownership(const struct rvt_ntrace_steps *s, const struct rvt_head *head,
                      struct rvt_ntrace_step *step) {
  const bool first = own_left(s, head) == 2;
  offer(step, DO_OWN, false,
        (struct rvt_ntrace_record){.tcode = RVT_TC_OWNERSHIP,
                                   .addr =
                                       rvt_process_of(&s->p, head->priv, head->hart_context, first),
                                   .abs_time = s->started_q ? s->own_time_q : head->abs_time});
}

static void decide_stop(const struct rvt_ntrace_steps *s, const struct rvt_config *cfg,
                        const struct rvt_head *head, struct rvt_ntrace_step *step) {
  const uint8_t req = requests(s, head);
  /* After a reset the address is the vector, where nothing has gone yet (D-22). */
  const bool known = head->known && !(req & RVT_REQUEST_RESET);
  if (s->held_q) {
    direct_branch(s, head, step); /* NT:COR-11 */
  } else if (s->pend_q && known && !is_match(s, cfg, head)) {
    branch_message(s, cfg, head, false, 0, step); /* NT:COR-09 */
  } else if (s->straight_q && req != 0 && !(req & RVT_REQUEST_RESET)) {
    linear_sync(s, cfg, head, s->end_q, rvt_sync_reason(req), step); /* D-21 */
  } else if (own_left(s, head) != 0) {
    ownership(s, head, step);
  } else {
    offer(step, DO_END, true,
          (struct rvt_ntrace_record){.tcode = RVT_TC_PROG_TRACE_CORRELATION,
                                     .sub = rvt_evcode_of(head->sub & RVT_ENDED_BITS),
                                     .btype = is_htm(cfg), /* CDF, NT:COR-03 */
                                     .icnt = s->icnt_q,
                                     .hist = is_htm(cfg) ? s->hist_q : 0,
                                     .abs_time = head->abs_time});
  }
}

static void decide_overflow(const struct rvt_head *head, struct rvt_ntrace_step *step) {
  offer(step, DO_END, true,
        (struct rvt_ntrace_record){
            .tcode = RVT_TC_ERROR, .icnt = rvt_ecode_of(head->sub), .abs_time = head->abs_time});
}

static inline void count(const struct rvt_ntrace_steps *s, const struct rvt_config *cfg,
                         const struct rvt_head *head, struct rvt_ntrace_step *step) {
  const uint32_t icnt = s->icnt_q + head->halfwords;
  step->rec_valid = false;
  step->done = true;
  step->what = DO_COUNT;
  if (rvt_is_transfer(head->itype) && !is_sequential(s, head)) {
    step->what = DO_TRANSFER;
    return;
  }
  const uint8_t itype = rvt_itype_for(&s->p, cfg, head->itype);
  if (rvt_is_conditional(itype)) {
    if (is_htm(cfg)) {
      const uint32_t hist = hist_after(s, cfg, head);
      if (hist_full(s, hist)) {
        if (icnt_full(s, icnt))
          resource_full(DO_COUNT_ICNT_1, false, RVT_RC_ICNT, icnt, head, step); /* NT:ICNT-14 */
        else
          resource_full(DO_COUNT_HIST, true, RVT_RC_HIST, hist, head, step);
        return;
      }
    } else if (itype == RVT_IT_TAKEN) {
      if ((head->notify || is_due(s, cfg, head, period_after(s, cfg, head))) && !cfg->plain_sync) {
        step->what = DO_HOLD; /* D-07 */
        return;
      }
      offer(step, DO_COUNT_ICNT, true,
            (struct rvt_ntrace_record){
                .tcode = RVT_TC_DIRECT_BRANCH, .icnt = icnt, .abs_time = head->abs_time});
      return;
    }
  }
  if (icnt_full(s, icnt)) resource_full(DO_COUNT_ICNT, true, RVT_RC_ICNT, icnt, head, step);
}

/** A block for which something may wait: a transfer, a sync, or the second message of its own;
 *  false: nothing of these gives a record here. */
static bool decide_waiting(const struct rvt_ntrace_steps *s, const struct rvt_config *cfg,
                           const struct rvt_head *head, struct rvt_ntrace_step *step) {
  if (s->counted_q) {
    resource_full(DO_HIST, true, RVT_RC_HIST, s->hist_q, head, step);
    return true;
  }
  const uint8_t own = own_left(s, head);
  if (own == 1 && rvt_own_messages(&s->p) == 2) { /* two in a row (NT:OWN-07) */
    ownership(s, head, step);
    return true;
  }
  const uint8_t req = requests(s, head);
  const uint8_t reason = rvt_sync_reason(req);
  const bool due = req != 0 || is_due(s, cfg, head, s->period_q);
  const bool upgrade = due && !cfg->plain_sync;
  if (s->held_q) {
    direct_branch(s, head, step);
    if (head->known && upgrade) {
      step->what = DO_SYNC;
      step->rec.tcode = RVT_TC_DIRECT_BRANCH_SYNC;
      step->rec.sub = reason;
      step->rec.addr = head->addr;
    }
    return true;
  }
  const bool reset = (req & RVT_REQUEST_RESET) != 0; /* the head is at the vector (NT:SEQ-17) */
  const bool match = is_match(s, cfg, head) && !reset;
  if (s->pend_q && head->known && !match && !(reset && cfg->plain_sync)) /* D-09 */
    branch_message(s, cfg, head, upgrade, reason, step);
  else if (due && head->known)
    linear_sync(s, cfg, head, head->addr, reason, step);
  else if (match && icnt_full(s, s->icnt_q))
    resource_full(DO_RELEASE, false, RVT_RC_ICNT, s->icnt_q, head, step); /* D-11 */
  else if (own != 0 && (head->known || !(s->pend_q || reset))) /* behind its message (NT:OWN-08) */
    ownership(s, head, step);
  else
    return false;
  return true;
}

static inline void decide(const struct rvt_ntrace_steps *s, const struct rvt_config *cfg,
                          const struct rvt_head *head, struct rvt_ntrace_step *step) {
  if (head->kind == RVT_ENTRY_STOP) {
    decide_stop(s, cfg, head, step);
  } else if (head->kind == RVT_ENTRY_OVERFLOW) {
    decide_overflow(head, step);
  } else if (head->kind == RVT_ENTRY_START && !s->started_q) {
    offer(step, DO_START, false,
          (struct rvt_ntrace_record){.tcode = RVT_TC_PROG_TRACE_SYNC,
                                     .sub = rvt_sync_of(head->sub),
                                     .addr = head->addr,
                                     .abs_time = head->abs_time});
  } else {
    const bool waits = s->pend_q || s->counted_q || (s->req_q | head->sub) != 0 ||
                       (s->p.context != 0 && own_left(s, head) != 0) ||
                       is_due(s, cfg, head, s->period_q);
    if (!waits || !decide_waiting(s, cfg, head, step)) {
      count(s, cfg, head, step);
      return; /* its records have no address */
    }
  }
  if (step->what != DO_OWN) step->rec.addr = rvt_addr_sent(&s->p, step->rec.addr);
}

/** Pop and push of the head (NT:IRT-06, IRT-07); the popped address of a transfer waits for
 * comparison. */
static void use_stack(struct rvt_ntrace_steps *s, const struct rvt_head *head) {
  if (rvt_is_return(head->itype)) {
    s->pop_q = rvt_ret_stack_top(&s->stack, &s->pop_addr_q) && s->pend_q;
    rvt_ret_stack_pop(&s->stack);
  }
  if (rvt_is_call(head->itype))
    rvt_ret_stack_push(&s->stack, rvt_addr_kept(&s->p, head->addr + head->halfwords));
}

/** Where the program goes on after the block, if it does. */
static inline void end_block(struct rvt_ntrace_steps *s, const struct rvt_head *head) {
  s->straight_q = rvt_is_straight(&s->p, head->itype);
  s->end_q = head->addr + head->halfwords; /* in a record what is kept of it counts */
}

static inline void apply_count(struct rvt_ntrace_steps *s, const struct rvt_config *cfg,
                               const struct rvt_head *head, uint8_t what) {
  s->hist_q = hist_after(s, cfg, head);
  if (cfg->sync_mode == RVT_PERIOD_HALFWORDS && s->period_q < RVT_PERIOD_LONGEST)
    s->period_q += head->halfwords;
  s->icnt_q += head->halfwords;
  s->pop_q = false; /* a match is resolved by this block; other transfers never have it here */
  s->held_q = what == DO_HOLD;
  if (what == DO_TRANSFER || what == DO_HOLD) {
    s->pend_q = true;
    s->pend_time_q = head->abs_time;
    s->pend_btype_q = head->itype == RVT_IT_EXCEPTION   ? RVT_BT_EXCEPTION
                      : head->itype == RVT_IT_INTERRUPT ? RVT_BT_INTERRUPT
                                                        : RVT_BT_NONE;
  } else {
    s->pend_q = false;
  }
  if (head->itype >= RVT_IT_INDIRECT_CALL && rvt_steps_use_stack(s, cfg, head)) use_stack(s, head);
  if (head->notify) s->req_q |= RVT_REQUEST_EVENT;
  end_block(s, head);
  if (what == DO_COUNT_ICNT || what == DO_COUNT_ICNT_1) s->icnt_q = 0;
  if (what == DO_COUNT_HIST) s->hist_q = NO_HIST;
  s->counted_q = what == DO_COUNT_ICNT_1;
}

static inline uint8_t owed_after_sync(const struct rvt_ntrace_steps *s,
                                      const struct rvt_config *cfg) {
  return s->p.context != 0 && cfg->context_en ? rvt_own_messages(&s->p) : 0; /* NT:OWN-06 */
}

static inline void apply(struct rvt_ntrace_steps *s, const struct rvt_config *cfg,
                         const struct rvt_head *head, const struct rvt_ntrace_step *step) {
  if ((s->req_q | head->sub) != 0) s->req_q = requests(s, head);
  if (s->p.context != 0) s->own_q = own_left(s, head);
  s->due_q = s->due_q || asks(s, head);
  switch (step->what) {
  case DO_END: forget_all(s); break;
  case DO_START:
    forget_all(s);
    s->ref_q = head->addr;
    s->own_q = owed_after_sync(s, cfg);
    break;
  case DO_RELEASE:
    s->icnt_q = 0;
    no_pend(s);
    break;
  case DO_SYNC:
    s->period_q = 0;
    s->due_q = false;
    s->req_q = 0;
    rvt_ret_stack_clear(&s->stack); /* NT:SYN-01 */
    s->icnt_q = 0;
    s->hist_q = NO_HIST;
    s->ref_q = step->rec.addr;
    s->own_q = owed_after_sync(s, cfg);
    no_pend(s);
    break;
  case DO_BRANCH:
    s->icnt_q = 0;
    s->hist_q = NO_HIST;
    s->ref_q = head->addr;
    no_pend(s);
    break;
  case DO_HIST: s->hist_q = NO_HIST; break;
  case DO_OWN: s->own_q--; break; /* nothing else (NT:OWN-14) */
  default: apply_count(s, cfg, head, step->what); break;
  }
  if (step->rec_valid && cfg->sync_mode == RVT_PERIOD_MESSAGES &&
      !rvt_ntrace_is_sync(step->rec.tcode) && s->period_q < RVT_PERIOD_LONGEST)
    s->period_q++;
  if (s->p.context != 0 && step->rec_valid) s->own_time_q = step->rec.abs_time;
  s->started_q = !step->done;
  if (step->done) s->counted_q = false;
}

void rvt_ntrace_steps_decide(const struct rvt_ntrace_steps *s, const struct rvt_config *cfg,
                             const struct rvt_head *head, struct rvt_ntrace_step *step) {
  decide(s, cfg, head, step);
}

void rvt_ntrace_steps_apply(struct rvt_ntrace_steps *s, const struct rvt_config *cfg,
                            const struct rvt_head *head, const struct rvt_ntrace_step *step) {
  apply(s, cfg, head, step);
}

size_t rvt_steps_run(struct rvt_ntrace_steps *s, const struct rvt_config *cfg,
                     const struct rvt_head *head, struct rvt_ntrace_record *records) {
  struct rvt_ntrace_step step;
  size_t count = 0;
  do {
    decide(s, cfg, head, &step);
    apply(s, cfg, head, &step);
    if (step.rec_valid) records[count++] = step.rec;
  } while (!step.done);
  return count;
}
