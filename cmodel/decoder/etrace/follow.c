/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "decoder/state.h"

/*
 * The walk from the instruction that retired last to the one that a packet reports (ETR:DEC-01):
 *
 *     pc ── rest of its run ── branch, jump ── run ── ... ── address
 *
 * Runs are passed whole; the address may lie inside the last one.
 */

/* Runs between two outcomes, where calls that are not reported make every state another one; those
 * in which a report is looked at for a second meaning. */
enum { RUNS_MAX = 1 << 22, AMBIGUOUS_MAX = 1 << 12 };
enum { IRETS_MAX = 255 };

enum step { STEP_FAILED, STEP_ON, STEP_REACHED };
/* What leads to the goal: no report of its own, an uninferable jump, a return that was
 * mispredicted. */
enum way { WAY_ON, WAY_JUMP, WAY_RETURN };

/* The last instructions walked, not yet emitted. */
struct walker {
  struct rvt_decoder *d;
  struct rvt_source *s;
  struct rvt_etrace_source *e;
  const struct rvt_etrace_goal *goal;
  struct rvt_decoder_run run;
  unsigned last;       /* half-words of its last instruction */
  uint64_t mark, runs; /* a loop comes back to `mark`; runs since the last outcome */
  bool moved;          /* the return stack has changed since `mark` */
  uint64_t limit;      /* of `runs` */
  uint64_t passed;     /* returns that may have led to the goal, and were taken as implied */
  bool implies;        /* a return was */
  enum way way;
};

static enum step walk(struct walker *w);

static const struct rvt_parcel *parcel_at(struct rvt_decoder *d, uint64_t pc) {
  return rvt_image_parcel(d->image, &d->hint, pc);
}

static bool is_branch_at(struct rvt_decoder *d, uint64_t pc) {
  const struct rvt_parcel *p = parcel_at(d, pc);
  return p != NULL && p->kind == RVT_INSN_BRANCH;
}

static bool at_branch(struct rvt_decoder *d) { return is_branch_at(d, d->current->pc); }

uint64_t rvt_etrace_outstanding(const struct rvt_etrace_source *e) {
  return e->branches + e->correct + e->miss;
}

bool rvt_etrace_unprocessed(struct rvt_decoder *d) {
  return rvt_etrace_outstanding(&d->current->own.etrace) != (at_branch(d) ? 1U : 0U);
}

void rvt_etrace_reset(struct rvt_decoder *d) {
  struct rvt_etrace_source *e = &d->current->own.etrace;
  e->map = 0;
  e->branches = 0;
  e->correct = 0;
  e->miss = e->inferred = e->is_last = e->trapped = e->trap_told = e->epc_known = false;
  e->returned = e->implied = false;
  e->irets = 0;
  e->last_kind = RVT_INSN_LINEAR;
  e->pair = 0;
  d->current->stack.count = 0;
  memset(e->predictor, 1, sizeof e->predictor);
  memset(e->target_known, 0, sizeof e->target_known);
}

static uint64_t ahead(const struct rvt_decoder *d, uint64_t pc, uint64_t halfwords) {
  return rvt_insn_address(pc + 2 * halfwords, d->image->xlen);
}

static void emit_run(struct rvt_decoder *d, const struct rvt_decoder_run *run) {
  if (run->insns == 0) return;
  struct rvt_decoder_event event; /* clearing the rest of the most frequent one takes time */
  event.kind = RVT_DE_RUN;
  event.u.run = *run;
  rvt_emit(d, &event);
}

static void flush(struct walker *w) {
  if (!w->goal->dry) emit_run(w->d, &w->run);
  w->run.insns = w->run.halfwords = 0;
}

/* So many instructions up to the source's new `pc` have retired. */
static void retire(struct walker *w, uint64_t from, uint64_t insns, uint64_t halfwords,
                   unsigned last) {
  if (w->run.insns == 0 || ahead(w->d, w->run.pc, w->run.halfwords) != from) {
    flush(w);
    w->run = (struct rvt_decoder_run){.pc = from, .times = 1};
  }
  w->run.insns += insns;
  w->run.halfwords += halfwords;
  w->last = last;
}

void rvt_etrace_emit_here(struct rvt_decoder *d) {
  const struct rvt_parcel *p = parcel_at(d, d->current->pc);
  const struct rvt_decoder_run run = {
      .pc = d->current->pc, .insns = 1, .halfwords = p != NULL ? p->size : 0U, .times = 1};
  if (p != NULL) emit_run(d, &run);
}

static enum step fail(struct walker *w, enum rvt_status status, const char *row, const char *text) {
  flush(w);
  if (!w->goal->dry) (void)rvt_fail(w->d, status, row, text);
  return STEP_FAILED;
}

/* What is certain comes first. */
static void warn_ambiguous(struct walker *w) {
  flush(w);
  rvt_warn(w->d, "ETR:DC-05",
           "expected one place that fits the report with implicit return, found another; the first "
           "was taken, and what follows may be wrong up to the next synchronisation packet");
}

/* ---- Outcomes ---------------------------------------------------------------------------------
 */

/* Entry of a table of 2^bits, by an address (ETR:M-BP, M-JTC). */
static unsigned entry_of(const struct rvt_decoder *d, uint64_t address, unsigned bits) {
  const unsigned lsb = d->config.etrace.format.addr_lsb;
  return (unsigned)(address >> (lsb == 0 ? 1U : lsb)) & ((1U << bits) - 1U);
}

static bool predict(const struct rvt_decoder *d, uint64_t pc, uint8_t **entry) {
  struct rvt_etrace_source *e = &d->current->own.etrace;
  *entry = &e->predictor[entry_of(d, pc, d->config.etrace.format.bpred_bits)];
  return **entry >> 1 != 0;
}

/* ETR:M-BP: the prediction follows when two outcomes in a row differ from it. */
static void train(uint8_t *entry, bool taken) {
  const bool predicted = *entry >> 1 != 0, last = (*entry & 1) != 0;
  const bool predicts = predicted != last ? taken : predicted;
  *entry = (uint8_t)((predicts ? 2U : 0U) | (taken ? 1U : 0U));
}

/* The outcome of the branch at `pc`; false: there is none. */
static bool take_outcome(struct rvt_decoder *d, uint64_t pc, bool *taken) {
  struct rvt_etrace_source *e = &d->current->own.etrace;
  uint8_t *entry = NULL;
  const bool predicted = predict(d, pc, &entry);
  if (e->branches != 0) {
    *taken = (e->map & 1) == 0; /* ETR:P-06 */
    e->map >>= 1;
    e->branches--;
  } else if (e->correct != 0) {
    *taken = predicted;
    e->correct--;
  } else if (e->miss) {
    *taken = !predicted;
    e->miss = false;
  } else {
    return false;
  }
  train(entry, *taken);
  return true;
}

/* The outcome of the reported branch goes before those of the next packet. */
static void settle(struct rvt_decoder *d) {
  struct rvt_etrace_source *e = &d->current->own.etrace;
  uint8_t *entry = NULL;
  if (e->branches != 0 || e->correct + e->miss != 1) return;
  const bool predicted = predict(d, d->current->pc, &entry);
  e->map = predicted == e->miss; /* 1: not taken */
  e->branches = 1;
  e->correct = 0;
  e->miss = false;
}

/* ---- Calls and returns ------------------------------------------------------------------------
 */

static bool is_call(const struct rvt_parcel *p) {
  return p->itype == RVT_IT_DIRECT_CALL || p->itype == RVT_IT_INDIRECT_CALL;
}

static unsigned stack_depth(const struct rvt_decoder *d) {
  return 1U << d->config.etrace.stack_bits;
}

static void push(struct rvt_decoder *d, uint64_t address) {
  struct rvt_return_stack *stack = &d->current->stack;
  stack->address[stack->top] = address;
  stack->top = (uint8_t)((stack->top + 1U) % RVT_DECODER_STACK);
  if (stack->count < stack_depth(d)) stack->count++;
}

static uint64_t top_of(const struct rvt_return_stack *stack) {
  return stack->address[(stack->top + RVT_DECODER_STACK - 1U) % RVT_DECODER_STACK];
}

static void pop(struct rvt_return_stack *stack) {
  stack->top = (uint8_t)((stack->top + RVT_DECODER_STACK - 1U) % RVT_DECODER_STACK);
  stack->count--;
}

static bool is_extended(const struct walker *w) { return w->d->config.etrace.format.iret_ext; }

static bool is_predicted(const struct walker *w, const struct rvt_parcel *p) {
  return w->e->implicit_return && p->itype == RVT_IT_RETURN && w->s->stack.count != 0 &&
         w->e->irets != IRETS_MAX;
}

/* Whether no outcome is to go but that of the branch that is reported. */
static bool is_last_outcome(const struct walker *w) {
  return rvt_etrace_outstanding(w->e) == (is_branch_at(w->d, w->goal->address) ? 1U : 0U);
}

/* Whether trTeInstImplicitReturnMode tells the address from that of the stack (ETR:M-IRET). */
static bool is_another(const struct walker *w) {
  const uint64_t bits = top_of(&w->s->stack) ^ w->goal->address;
  switch (w->d->config.implicit_return) {
  case 1: return false;
  case 2: return (bits & 0x1ffe) != 0;
  default: return bits != 0;
  }
}

/* Whether the sync has another privilege, which only a trap return leads to. */
static bool changes_level(const struct walker *w) {
  return w->e->owner_known && w->goal->privilege != w->e->privilege;
}

/*
 * Whether a return with an entry on the stack may lead to the goal all the same: no outcome is to
 * go but that of the branch that is reported, and a report tells this depth (ETR:DC-05). A sync
 * tells none; after an implied return it would follow a report (ETR:DC-06).
 */
static bool may_mispredict(const struct walker *w) {
  const struct rvt_etrace_goal *goal = w->goal;
  if (!goal->irreport && !goal->sync) return false;
  if (is_extended(w)) /* it leads there whatever was predicted; before a sync none is implied */
    return is_last_outcome(w) && (goal->sync ? !changes_level(w) : goal->irdepth == w->e->irets);
  if (goal->irreport && goal->irdepth != w->s->stack.count) return false;
  if (goal->sync && ((w->e->returned && !goal->renews) || changes_level(w))) return false;
  return is_another(w) && is_last_outcome(w);
}

/* ---- One instruction --------------------------------------------------------------------------
 */

/* The jump's target, if its register is x0 or the instruction before sets it (ETR:M-SIJ). */
static bool known_target(const struct rvt_decoder *d, const struct rvt_parcel *p,
                         uint64_t *target) {
  const struct rvt_etrace_source *e = &d->current->own.etrace;
  if (p->absolute) {
    *target = rvt_insn_address((uint64_t)(int64_t)p->imm & ~UINT64_C(1), d->image->xlen);
    return true;
  }
  if (!d->config.sequential_jump || e->pair == 0 || p->itype == RVT_IT_RETURN) return false;
  const struct rvt_parcel *upper = p - e->pair;
  uint64_t base = (uint64_t)(int64_t)upper->imm;
  if (upper->kind == RVT_PARCEL_UPPER_PC) base += d->current->pc - 2U * e->pair;
  *target = rvt_insn_address((base + (uint64_t)(int64_t)p->imm) & ~UINT64_C(1), d->image->xlen);
  return true;
}

/* A return whose call is on the stack: to behind it. */
static void imply(struct walker *w, uint64_t *next) {
  *next = top_of(&w->s->stack);
  pop(&w->s->stack);
  w->e->returned = w->e->implied = w->implies = w->moved = true;
  if (is_extended(w)) w->e->irets++;
}

/* A jump whose target only the packet tells; `pc` is the jump. */
static enum step discontinuity(struct walker *w, uint64_t *next) {
  struct rvt_etrace_source *e = w->e;
  const struct rvt_etrace_goal *goal = w->goal;
  if (!goal->has_address)
    return fail(w, RVT_ERR_MISMATCH, "ETR:DEC-03",
                "expected a conditional branch for every outcome, found an uninferable jump before "
                "it");
  w->runs = 0;
  *next = goal->address;
  flush(w);
  if (!goal->sync) {
    const unsigned entry = entry_of(w->d, *next, w->d->config.etrace.format.cache_bits);
    e->target[entry] = *next; /* ETR:DC-03 */
    e->target_known[entry] = true;
  }
  if (!goal->dry) {
    struct rvt_decoder_event event = {
        .kind = RVT_DE_TRANSFER, .u.transfer = {.from = w->s->pc, .to = *next, .from_known = true}};
    rvt_emit(w->d, &event);
  }
  return STEP_REACHED;
}

/*
 * Whether a later place fits the report as well: the same depth, the same outcomes left. From a
 * return on, which is taken as implied then, or from the instruction that the report may mean,
 * which another implied return has to lead back to.
 */
static bool fits_later(const struct walker *w, bool is_return) {
  const struct rvt_source saved = *w->s;
  struct rvt_etrace_goal goal = *w->goal;
  goal.dry = true;
  struct walker later = {.d = w->d, .s = w->s, .e = w->e, .goal = &goal, .limit = AMBIGUOUS_MAX};
  if (is_return) {
    later.e->pair = 0;
    imply(&later, &later.s->pc);
  }
  const bool fits = walk(&later) == STEP_REACHED && later.way != WAY_JUMP && later.implies;
  *w->s = saved;
  return fits;
}

/* Whether the return at `pc`, with an entry on the stack, leads to the goal all the same. */
static bool mispredicts(struct walker *w) {
  if (!may_mispredict(w)) return false;
  if (is_extended(w)) return true;
  if (w->goal->sync && !w->goal->mispredicts) {
    w->passed++;
    return false;
  }
  if (w->goal->irreport && !w->goal->dry && fits_later(w, true)) {
    warn_ambiguous(w);
  }
  return true;
}

/* From the instruction at `pc`, which `p` describes, to the next one. */
static enum step one(struct walker *w, const struct rvt_parcel *p) {
  struct rvt_decoder *d = w->d;
  struct rvt_source *s = w->s;
  const uint64_t behind = ahead(d, s->pc, p->size);
  const uint64_t target = rvt_insn_address(s->pc + (uint64_t)(int64_t)p->imm, d->image->xlen);
  uint64_t next = behind;
  bool taken = false;
  enum step step = STEP_ON;
  w->e->implied = false;
  switch (p->kind) {
  case RVT_INSN_BRANCH:
    if (!take_outcome(d, s->pc, &taken))
      return fail(w, RVT_ERR_MISMATCH, "ETR:DEC-01",
                  "expected an outcome for every conditional branch, found none left");
    if (taken) next = target;
    w->e->returned = false;
    w->e->irets = 0;
    w->runs = 0;
    break;
  case RVT_INSN_JUMP: next = target; break;
  case RVT_INSN_TABLE_JUMP:
    if (!rvt_image_table(d->image, (uint32_t)p->imm, &next))
      return fail(w, RVT_ERR_NO_CODE, "ETR:DEC-03",
                  "expected the table of this jump in the program, found no such entry");
    break;
  case RVT_INSN_INDIRECT:
  case RVT_INSN_TRAP_RETURN:
    if (known_target(d, p, &next)) break;
    w->way = is_predicted(w, p) ? WAY_RETURN : WAY_JUMP;
    if (w->way == WAY_RETURN && !mispredicts(w)) {
      imply(w, &next);
      w->way = WAY_ON;
      break;
    }
    step = discontinuity(w, &next);
    if (is_extended(w) && w->e->implicit_return && p->itype == RVT_IT_RETURN &&
        w->s->stack.count != 0)
      pop(&w->s->stack); /* implied or not */
    break;
  case RVT_INSN_TRAP:
    if (w->goal->dry) return STEP_FAILED;
    flush(w);
    if (!rvt_tolerate(d, RVT_ERR_MISMATCH, "ETR:DEC-02",
                      "expected instructions that retire, found an ECALL or EBREAK before the "
                      "address"))
      return STEP_FAILED;
    break;
  default: break;
  }
  if (step == STEP_FAILED) return step;
  if (w->e->implicit_return && is_call(p)) {
    push(d, behind);
    w->e->returned = false;
    w->moved = true;
  }
  w->e->last_kind = p->kind;
  w->e->pair = 0;
  s->pc = next;
  const struct rvt_parcel *to = parcel_at(d, next);
  if (to == NULL)
    return fail(w, RVT_ERR_NO_CODE, "ETR:DEC-03",
                "expected code of the program, found none at this address");
  retire(w, next, 1, to->size, to->size);
  return step;
}

/* ---- Where it ends ----------------------------------------------------------------------------
 */

/* Whether the report of what no jump leads to has a depth (ETR:A-05). */
static bool needs_depth(const struct walker *w) {
  if (w->d->config.etrace.format.irdepth_bits == 0) return false;
  return w->e->returned && !(w->e->implied && w->s->stack.count == 0);
}

/* Whether an instruction that linear code reaches, or a jump that is not reported, is the goal. */
static bool ends_here(const struct walker *w) {
  const struct rvt_etrace_goal *goal = w->goal;
  const struct rvt_etrace_source *e = w->e;
  if (goal->last_branch) return rvt_etrace_outstanding(e) == 1 && at_branch(w->d);
  if (!goal->has_address || w->s->pc != goal->address || rvt_etrace_unprocessed(w->d)) return false;
  if (goal->sync) return !changes_level(w) || e->last_kind == RVT_INSN_TRAP_RETURN;
  if (is_extended(w)) /* what a return leads to, that return finds */
    return !e->implied && goal->irreport == (e->irets != 0) &&
           (!goal->irreport || goal->irdepth == e->irets) && (goal->notify || !goal->updiscon);
  if (goal->irreport && goal->irdepth != w->s->stack.count) return false;
  return goal->notify || (!goal->updiscon && goal->irreport == needs_depth(w));
}

/* Over the linear instructions of a run, to its last one or to the goal. */
static void advance(struct walker *w, const struct rvt_parcel *p) {
  struct rvt_source *s = w->s;
  const uint64_t start = s->pc, from = ahead(w->d, start, p->size);
  const uint64_t end = (uint64_t)(p->run - p->last); /* half-words before the run's last one */
  const uint64_t to = (w->goal->address - start) / 2;
  w->e->last_kind = RVT_INSN_LINEAR;
  w->e->pair = 0;
  w->e->implied = false;
  if (w->goal->has_address && to != 0 && to < end) {
    const struct rvt_parcel *at = p;
    uint64_t insns = 0;
    for (; (uint64_t)(at - p) < to; insns++) at += at->size;
    s->pc = ahead(w->d, start, to);
    if ((uint64_t)(at - p) == to && ends_here(w)) {
      retire(w, from, insns, to + at->size - p->size, at->size);
      return;
    }
  }
  s->pc = ahead(w->d, start, end);
  w->e->pair = p->pair;
  retire(w, from, p->insns - 1U, (uint64_t)p->run - p->size, p->last);
}

/* Whether the walk gets on: without an outcome the program alone decides, and a state that comes
 * back comes back for ever. */
static bool gets_on(struct walker *w) {
  w->runs++;
  if ((w->runs & (w->runs - 1)) == 0) {
    w->mark = w->s->pc;
    w->moved = false;
  } else if (w->s->pc == w->mark && !w->moved) {
    return false;
  }
  return w->runs <= w->limit;
}

static enum step walk(struct walker *w) {
  enum step step = STEP_ON;
  do {
    const struct rvt_parcel *p = parcel_at(w->d, w->s->pc);
    if (p == NULL)
      return fail(w, RVT_ERR_NO_CODE, "ETR:DEC-03",
                  "expected code of the program, found none at this address");
    if (!gets_on(w))
      return fail(w, RVT_ERR_MISMATCH, "ETR:DEC-01",
                  "expected the program to reach the reported address or the branches of the "
                  "packet, found a loop without a branch");
    if (p->insns > 1)
      advance(w, p);
    else
      step = one(w, p);
    if (step == STEP_REACHED && rvt_etrace_unprocessed(w->d))
      return fail(w, RVT_ERR_MISMATCH, "ETR:DEC-03",
                  "expected no outcomes left at the target of an uninferable jump, found some");
  } while (step == STEP_ON && !ends_here(w));
  if (step == STEP_FAILED) return step;
  if (step == STEP_ON) {
    const struct rvt_etrace_goal *goal = w->goal;
    const bool reported = !goal->last_branch && !goal->sync;
    if (reported && !goal->dry && w->e->implicit_return && !is_extended(w) && fits_later(w, false))
      warn_ambiguous(w);
    w->e->inferred = reported && !goal->notify;
  }
  return STEP_REACHED;
}

/* Whether a return leads to the sync: the one that was reported for it, or where nothing else is
 * known to. */
static bool is_mispredicted(struct walker *w) {
  const struct rvt_etrace_goal *goal = w->goal;
  const struct rvt_parcel *at = parcel_at(w->d, w->s->pc);
  if (goal->mispredicts && at != NULL && is_predicted(w, at) && may_mispredict(w)) return true;
  const struct rvt_source saved = *w->s;
  struct rvt_etrace_goal all = *goal;
  all.dry = true;
  all.mispredicts = false;
  struct walker dry = {.d = w->d, .s = w->s, .e = w->e, .goal = &all, .limit = RUNS_MAX};
  const bool reached =
      walk(&dry) == STEP_REACHED && (goal->renews || !w->e->returned || w->e->implied);
  *w->s = saved;
  if (dry.passed == 0) return false;
  if (!goal->dry && (reached || dry.passed > 1)) warn_ambiguous(w);
  return !reached || dry.way != WAY_ON;
}

bool rvt_etrace_follow(struct rvt_decoder *d, const struct rvt_etrace_goal *goal) {
  struct rvt_etrace_goal whole = *goal;
  struct walker w = {
      .d = d, .s = d->current, .e = &d->current->own.etrace, .goal = &whole, .limit = RUNS_MAX};
  if (!goal->again) w.e->irets = 0;
  whole.mispredicts = goal->sync && w.e->implicit_return && !is_extended(&w) && is_mispredicted(&w);
  const bool reached = walk(&w) == STEP_REACHED;
  if (reached && goal->sync && w.run.insns != 0) { /* what a sync reports is emitted after it */
    w.run.insns--;
    w.run.halfwords -= w.last;
  }
  flush(&w);
  if (reached && goal->has_address) w.e->returned = w.e->implied = false;
  if (reached) settle(d);
  return reached;
}

bool rvt_etrace_follow_again(struct rvt_decoder *d, bool dry) {
  struct rvt_etrace_source *e = &d->current->own.etrace;
  const struct rvt_etrace_goal goal = {.address = e->address,
                                       .has_address = true,
                                       .updiscon = true,
                                       .irreport = e->irreport,
                                       .irdepth = e->irdepth,
                                       .again = true,
                                       .dry = dry};
  e->inferred = false;
  return rvt_etrace_follow(d, &goal);
}

bool rvt_etrace_next(struct rvt_decoder *d, bool predicted, uint64_t *next) {
  const struct rvt_source *s = d->current;
  const struct rvt_etrace_source *e = &s->own.etrace;
  const struct rvt_parcel *p = parcel_at(d, s->pc);
  if (p == NULL) return false;
  *next = ahead(d, s->pc, p->size);
  const uint64_t target = rvt_insn_address(s->pc + (uint64_t)(int64_t)p->imm, d->image->xlen);
  switch (p->kind) {
  case RVT_INSN_BRANCH:
    if ((e->map & 1) == 0) *next = target;
    return e->branches != 0;
  case RVT_INSN_JUMP: *next = target; return true;
  case RVT_INSN_TABLE_JUMP: return rvt_image_table(d->image, (uint32_t)p->imm, next);
  case RVT_INSN_INDIRECT:
  case RVT_INSN_TRAP_RETURN:
    if (known_target(d, p, next)) return true;
    if (!predicted || !e->implicit_return || p->itype != RVT_IT_RETURN || s->stack.count == 0)
      return false;
    *next = top_of(&s->stack);
    return true;
  case RVT_INSN_TRAP: *next = s->pc; return true; /* an encoder that counts it (AMB-19) */
  default: return true;
  }
}
