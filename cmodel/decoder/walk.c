/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "state.h"

/* ---- Source and context -------------------------------------------------------------------- */

static void use_image(struct rvt_decoder *d, const struct rvt_image *image) {
  if (d->image == image) return;
  d->image = image;
  d->hint = NULL; /* a segment of the other one */
}

void rvt_select_source(struct rvt_decoder *d, uint16_t src) {
  d->src = d->sources == 1 ? 0 : src;
  d->current = &d->source[d->src];
  use_image(d, d->current->image);
}

void rvt_take_context(struct rvt_decoder *d, struct rvt_decoder_event *event) {
  struct rvt_image_context *c = &d->current->context;
  const struct rvt_image_context *said = &event->u.context.context;
  if (said->has_scontext) c->has_scontext = true, c->scontext = said->scontext;
  if (said->has_hcontext) c->has_hcontext = true, c->hcontext = said->hcontext;
  if (said->has_scontext || said->has_hcontext) { /* else the context stays (NT:OWN-13) */
    d->current->image = rvt_image_in(d->program, c);
    use_image(d, d->current->image);
  }
  rvt_emit(d, event);
}

void rvt_forget_context(struct rvt_decoder *d) {
  d->current->context = (struct rvt_image_context){.has_scontext = false};
  d->current->image = d->program;
  use_image(d, d->program);
}

/* ---- The walk ------------------------------------------------------------------------------ */

/* A fault, in the words of the format. */
static bool fail(struct rvt_decoder *d, enum rvt_walk_fault fault) {
  rvt_memo_drop(d->memo);
  const struct rvt_walk_text *said = &d->format->walk[fault];
  return rvt_fail(d, said->status, said->row, said->text);
}

static bool tolerate(struct rvt_decoder *d, enum rvt_walk_fault fault) {
  rvt_memo_drop(d->memo);
  const struct rvt_walk_text *said = &d->format->walk[fault];
  return rvt_tolerate(d, said->status, said->row, said->text);
}

uint64_t rvt_address(const struct rvt_decoder *d, uint64_t address) {
  const unsigned bits = d->config.addr_bits;
  if (bits != 0 && bits < 64) {
    const uint64_t sign = (uint64_t)1 << (bits - 1);
    address = ((address & (2 * sign - 1)) ^ sign) - sign;
  }
  return rvt_insn_address(address, d->image->xlen);
}

static uint64_t ahead(const struct rvt_decoder *d, uint64_t pc, uint64_t halfwords) {
  return rvt_insn_address(pc + 2 * halfwords, d->image->xlen);
}

static void call(struct rvt_decoder *d, uint64_t behind) {
  rvt_memo_call(d->memo, true, behind);
  rvt_push(&d->current->stack, behind);
}

static uint64_t target_of(const struct rvt_decoder *d, const struct rvt_walk *w) {
  return rvt_insn_address(w->last_pc + (uint64_t)(int64_t)w->last->imm, d->image->xlen);
}

static void emit_run(struct rvt_decoder *d, uint64_t pc, uint64_t insns, uint64_t halfwords,
                     uint64_t times) {
  if (insns == 0) return;
  struct rvt_decoder_event
      event; /* the most frequent ones: clearing the rest takes half the time */
  event.kind = RVT_DE_RUN;
  rvt_memo_run(d->memo, pc, insns, halfwords);
  event.u.run =
      (struct rvt_decoder_run){.pc = pc, .insns = insns, .halfwords = halfwords, .times = times};
  rvt_emit(d, &event);
}

/* The count ends before the run does: all instructions up to there are linear. */
static bool walk_part(struct rvt_decoder *d, struct rvt_walk *w, const struct rvt_parcel *parcel) {
  struct rvt_source *s = d->current;
  uint64_t insns = 0;
  uint64_t done = 0;
  while (done < w->units && parcel->size <= w->units - done) {
    w->last = parcel;
    w->last_pc = ahead(d, s->pc, done);
    done += parcel->size;
    insns++;
    parcel += parcel->size;
  }
  emit_run(d, s->pc, insns, done, 1);
  s->pc = ahead(d, s->pc, done);
  w->units -= done;
  if (w->units == 0) return true;
  return fail(d, RVT_WALK_CUT);
}

/* A conditional branch: `s->pc` is after it. */
static bool walk_branch(struct rvt_decoder *d, struct rvt_walk *w) {
  struct rvt_source *s = d->current;
  if (w->outcomes > 0) {
    w->outcomes--;
    if ((w->hist >> w->outcomes & 1) != 0) s->pc = target_of(d, w);
    return true;
  }
  if (w->units == 0 && w->expects_taken) return true;
  if (w->all_outcomes) return tolerate(d, RVT_WALK_NO_OUTCOME);
  w->assumed = true;
  return true;
}

/*
 * NT:AJM-04: a direct jump is a taken branch, in either mode. Where its outcome is missing or
 * wrong, lenient decoding follows the program.
 */
static bool take_jump(struct rvt_decoder *d, struct rvt_walk *w) {
  if (w->outcomes > 0) {
    w->outcomes--;
    if ((w->hist >> w->outcomes & 1) != 0) return true;
    return tolerate(d, RVT_WALK_JUMP_NOT_TAKEN);
  }
  if (w->units == 0 && w->expects_taken) return true;
  return tolerate(d, w->no_outcomes ? RVT_WALK_JUMP_NO_MESSAGE : RVT_WALK_JUMP_NO_OUTCOME);
}

static bool table_target(struct rvt_decoder *d, const struct rvt_walk *w, uint64_t *target) {
  if (rvt_image_table(d->image, (uint32_t)w->last->imm, target)) return true;
  d->current->pc = w->last_pc;
  return fail(d, RVT_WALK_NO_TABLE);
}

/* An unconditional jump whose target the program tells: `s->pc` is after it. */
static bool walk_jump(struct rvt_decoder *d, struct rvt_walk *w, uint64_t run_pc) {
  struct rvt_source *s = d->current;
  uint64_t target = target_of(d, w);
  if (w->last->kind == RVT_INSN_TABLE_JUMP && !table_target(d, w, &target)) return false;
  if (w->all_jumps && !take_jump(d, w)) return false;
  if (d->config.implicit_return != 0 && w->last->itype == RVT_IT_DIRECT_CALL) call(d, s->pc);
  s->pc = target;
  if (w->all_jumps) return true; /* no loop passes without a message or an outcome */
  if (w->last->itype == RVT_IT_DIRECT_CALL || s->pc != run_pc) return true;
  if (w->by_hist) return fail(d, RVT_WALK_LOOP);
  /* A loop without a way out: all passes at once (NT:DEC-21). */
  uint64_t size = (w->last_pc - run_pc) / 2 + w->last->size;
  uint64_t times = w->units / size;
  if (times == 0) return true;
  const struct rvt_parcel *first = rvt_image_parcel(d->image, &d->hint, run_pc);
  if (first == NULL) return true;
  emit_run(d, run_pc, first->insns, size, times);
  w->units -= times * size;
  return true;
}

/* The target of the jump that ends a run, if the instruction before it tells (NT:SQJ-05). */
static uint64_t pair_target(const struct rvt_decoder *d, const struct rvt_walk *w, unsigned size) {
  const struct rvt_parcel *upper = w->last - size;
  uint64_t base = (uint64_t)(int64_t)upper->imm;
  if (upper->kind == RVT_PARCEL_UPPER_PC) base += w->last_pc - 2U * size;
  return rvt_insn_address((base + (uint64_t)(int64_t)w->last->imm) & ~UINT64_C(1), d->image->xlen);
}

/*
 * NT:IRT-15, NT:IRT-16, NT:SQJ-06: whether the end of the count is explicit is for the message to
 * say. A pair is certain of its target, whatever the stack holds (NT:SQJ-07); it was walked by one
 * count, since it lies in one run (NT:SQJ-08).
 */
static bool walk_indirect(struct rvt_decoder *d, struct rvt_walk *w, unsigned pair) {
  struct rvt_source *s = d->current;
  uint64_t behind = s->pc;
  uint64_t target = 0;
  bool have = false;
  bool older = false;
  bool is_return = w->last->itype == RVT_IT_RETURN || w->last->itype == RVT_IT_SWAP;
  if (d->config.implicit_return != 0) {
    if (is_return) have = rvt_pop(&s->stack, &target, &older);
    if (have) rvt_memo_call(d->memo, false, target);
    if (w->last->itype == RVT_IT_INDIRECT_CALL || w->last->itype == RVT_IT_SWAP) call(d, behind);
  }
  if (is_return && !have) rvt_memo_drop(d->memo);
  if (pair != 0 && d->config.sequential_jump) {
    target = pair_target(d, w, pair);
    have = true;
    older = false;
  }
  if (!have || older) rvt_memo_drop(d->memo);
  if (have) s->pc = target;
  if (w->units == 0 && !w->by_hist) {
    w->open = !have || older;
    w->implicit = have && !older;
    return true;
  }
  const struct rvt_walk_text *said = &d->format->walk[RVT_WALK_OLDER_RETURN];
  if (older) rvt_warn(d, said->row, said->text);
  if (have) return true;
  s->pc = w->last_pc;
  if (d->config.implicit_return != 0 && is_return) return fail(d, RVT_WALK_NO_CALL);
  return fail(d, w->by_hist ? RVT_WALK_EARLY_TRANSFER : RVT_WALK_UNITS_LEFT);
}

/* One run that fits; false: failed. */
static bool walk_run(struct rvt_decoder *d, struct rvt_walk *w, const struct rvt_parcel *parcel) {
  struct rvt_source *s = d->current;
  uint64_t run_pc = s->pc;
  w->last = parcel + parcel->run - parcel->last;
  w->last_pc = ahead(d, run_pc, (uint64_t)(parcel->run - parcel->last));
  if (w->last->kind == RVT_INSN_TRAP) {
    emit_run(d, run_pc, parcel->insns - 1U, (uint64_t)(parcel->run - parcel->last), 1);
    s->pc = w->last_pc;
    if (!tolerate(d, RVT_WALK_TRAP_RETIRED)) return false;
    emit_run(d, s->pc, 1, parcel->last, 1);
  } else {
    emit_run(d, run_pc, parcel->insns, parcel->run, 1);
  }
  w->units -= parcel->run;
  s->pc = ahead(d, run_pc, parcel->run);
  switch (w->last->kind) {
  case RVT_INSN_BRANCH: return walk_branch(d, w);
  case RVT_INSN_JUMP:
  case RVT_INSN_TABLE_JUMP: return walk_jump(d, w, run_pc);
  case RVT_INSN_INDIRECT:
  case RVT_INSN_TRAP_RETURN: return walk_indirect(d, w, parcel->pair);
  default: return true;
  }
}

bool rvt_walk(struct rvt_decoder *d, struct rvt_walk *w) {
  struct rvt_source *s = d->current;
  while (w->by_hist ? w->outcomes > 0 : w->units > 0) {
    if (w->outcomes > 0 && !d->memo->making && rvt_memo_take(d, w)) continue;
    const struct rvt_parcel *parcel = rvt_image_parcel(d->image, &d->hint, s->pc);
    if (parcel == NULL) return fail(d, RVT_WALK_NO_CODE);
    if (parcel->run > w->units) {
      if (w->by_hist) return fail(d, RVT_WALK_NO_BRANCH);
      if (!walk_part(d, w, parcel)) return false;
    } else if (!walk_run(d, w, parcel)) {
      return false;
    }
    rvt_memo_end(d, w);
  }
  rvt_memo_drop(d->memo); /* the walk ended before it was whole */
  if (w->outcomes == 0) return true;
  return tolerate(d, RVT_WALK_OUTCOMES_LEFT);
}
