/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "progen_program.h"

/* The walk: halts, traps and instructions, one turn at a time. */

/* The ranges of the parameters keep the sum of all below a million. */
static uint32_t threshold(uint64_t ppm) { return (uint32_t)(ppm * 4294967u / 1000u); }

void rvt_progen_walk_init(struct rvt_progen *g) {
  const struct rvt_progen_params *p = &g->params;
  struct rvt_progen_walk *w = &g->walk;
  w->pc = g->entry;
  w->priv = RVT_PRIV_M;
  w->next_clock = true;
  for (unsigned after = 0; after < RVT_AFTERS; after++) {
    const uint32_t extra = after == RVT_AFTER_NORMAL || after == RVT_AFTER_HALT ? 0
                           : after == RVT_AFTER_TRAP                            ? p->p_handler_trap
                           : after == RVT_AFTER_XRET                            ? p->p_return_trap
                                                     : p->p_transfer_trap;
    w->halt[after] = threshold(p->p_halt);
    w->exception[after] = w->halt[after];
    if (p->traps) w->exception[after] += threshold(p->p_exception + extra);
    w->interrupt[after] = w->exception[after];
    if (p->traps) w->interrupt[after] += threshold(p->p_interrupt + extra);
  }
}

/* An instruction within 256 half-words. */
static struct rvt_progen_place nearby(struct rvt_progen *g, struct rvt_progen_place p) {
  const struct rvt_progen_code *c = &g->code[p.region];
  const uint32_t least = p.parcel > 256 ? p.parcel - 256 : 0;
  const uint32_t end = c->used - p.parcel > 256 ? p.parcel + 256 : c->used;
  p.parcel = rvt_progen_begin(c, least + rvt_progen_below(g, end - least));
  return p;
}

static struct rvt_progen_place jump_target(struct rvt_progen *g,
                                           const struct rvt_progen_parcel *s) {
  if ((s->flags & RVT_FLAG_LOCAL) != 0) return nearby(g, g->walk.pc);
  return rvt_progen_below(g, 4) != 0 ? rvt_progen_function(g) : rvt_progen_anywhere(g);
}

static bool known_target(struct rvt_progen *g, const struct rvt_progen_parcel *s,
                         struct rvt_progen_place *target, bool *sijump) {
  const struct rvt_progen_walk *w = &g->walk;
  if (s->op != RVT_OP_FIXED) return false;
  const struct rvt_progen_pair *pair = &g->pair[s->offset];
  *target = pair->target;
  if ((s->flags & RVT_FLAG_ZERO) != 0) {
    g->count[RVT_PROGEN_JALR_ZERO]++;
    return true;
  }
  *sijump = w->seq;
  if (*sijump) g->count[RVT_PROGEN_SEQUENTIAL]++;
  return w->fixed_known && w->upper.region == pair->upper.region &&
         w->upper.parcel == pair->upper.parcel;
}

/* @return the step's sijump */
static bool go_indirect(struct rvt_progen *g, const struct rvt_progen_parcel *s,
                        struct rvt_progen_place next) {
  struct rvt_progen_walk *w = &g->walk;
  struct rvt_progen_place target = next;
  bool sijump = false;
  const bool known = known_target(g, s, &target, &sijump);
  const bool back = s->itype == RVT_IT_SWAP || s->itype == RVT_IT_RETURN;
  if (known && back)
    rvt_progen_fixed_return(g, s->itype == RVT_IT_SWAP, target);
  else if (back)
    target = rvt_progen_return_target(g, s->itype == RVT_IT_SWAP);
  else if (!known)
    target = jump_target(g, s);
  if (s->itype == RVT_IT_INDIRECT_CALL || s->itype == RVT_IT_SWAP) rvt_progen_push_call(g, next);
  if (s->itype == RVT_IT_INDIRECT_CALL)
    g->count[s->size == 1 ? RVT_PROGEN_CALL_C_JALR : RVT_PROGEN_CALL_INDIRECT]++;
  if (s->itype == RVT_IT_INDIRECT_JUMP) g->count[RVT_PROGEN_JUMP_INDIRECT]++;
  if (s->itype == RVT_IT_INDIRECT_LINK) g->count[RVT_PROGEN_LINK_INDIRECT]++;
  if ((s->flags & RVT_FLAG_TAIL) != 0) g->count[RVT_PROGEN_TAIL_CALL]++;
  w->pc = target;
  w->after = s->itype == RVT_IT_RETURN ? RVT_AFTER_RETURN : RVT_AFTER_INDIRECT;
  return sijump;
}

static uint32_t loop_rounds(struct rvt_progen *g, const struct rvt_progen_parcel *s) {
  if ((s->flags & RVT_FLAG_LEAF) == 0) return rvt_progen_magnitude(g, 4);
  const uint32_t rounds = rvt_progen_magnitude(
      g, rvt_progen_below(g, 64) == 0 || g->params.loop_max < 16 ? g->params.loop_max : 16);
  if (rounds >= 256) g->count[RVT_PROGEN_LOOP_LONG]++;
  return rounds;
}

/* Rounds are counted in `left`, which holds what is left plus one while the loop runs. */
static bool decide(struct rvt_progen *g, struct rvt_progen_parcel *s) {
  if ((s->flags & (RVT_FLAG_LOOP | RVT_FLAG_LOOP_EXIT)) != 0) {
    if (s->left == 0) s->left = loop_rounds(g, s) + 1;
    s->left--;
    const bool goes_on = s->left > 1;
    if (!goes_on) s->left = 0;
    return goes_on == ((s->flags & RVT_FLAG_LOOP) != 0);
  }
  if ((s->flags & RVT_FLAG_RECURSE) != 0) {
    if (s->left == 0) {
      s->left = rvt_progen_magnitude(g, g->params.recursion_max) + 1;
      g->count[RVT_PROGEN_RECURSION]++;
    }
    return --s->left == 0;
  }
  return (uint8_t)(rvt_progen_next(g) >> 56) < s->bias;
}

static uint8_t go_branch(struct rvt_progen *g, struct rvt_progen_parcel *s,
                         struct rvt_progen_place next) {
  struct rvt_progen_walk *w = &g->walk;
  const bool taken = decide(g, s);
  g->count[taken ? RVT_PROGEN_TAKEN : RVT_PROGEN_NOT_TAKEN]++;
  if (s->size == 1) g->count[taken ? RVT_PROGEN_C_TAKEN : RVT_PROGEN_C_NOT_TAKEN]++;
  if (taken) next.parcel = (uint32_t)((int32_t)w->pc.parcel + s->offset / 2);
  w->pc = next;
  w->after = RVT_AFTER_BRANCH;
  return taken ? RVT_IT_TAKEN : RVT_IT_NOT_TAKEN;
}

static void go_jump(struct rvt_progen *g, struct rvt_progen_parcel *s,
                    struct rvt_progen_place next) {
  struct rvt_progen_walk *w = &g->walk;
  if (s->itype == RVT_IT_DIRECT_CALL) {
    g->count[s->size == 1 ? RVT_PROGEN_CALL_C_JAL : RVT_PROGEN_CALL_DIRECT]++;
    rvt_progen_push_call(g, next);
  } else {
    g->count[s->itype == RVT_IT_DIRECT_JUMP ? RVT_PROGEN_JUMP_DIRECT : RVT_PROGEN_LINK_DIRECT]++;
  }
  if ((s->flags & RVT_FLAG_TAIL) != 0) g->count[RVT_PROGEN_TAIL_CALL]++;
  w->pc.parcel = (uint32_t)((int32_t)w->pc.parcel + s->offset / 2);
  w->after = RVT_AFTER_JUMP;
}

static void count_linear(struct rvt_progen *g, const struct rvt_progen_parcel *s) {
  struct rvt_progen_walk *w = &g->walk;
  if (s->op == RVT_OP_CUSTOM) g->count[RVT_PROGEN_CUSTOM]++;
  if (s->size > 2) g->count[RVT_PROGEN_LONG]++;
  if (w->run < 1000 && w->run + s->size >= 1000) g->count[RVT_PROGEN_STRAIGHT_LONG]++;
  w->run += s->size;
}

static uint32_t retire(struct rvt_progen *g, struct rvt_step *step) {
  struct rvt_progen_walk *w = &g->walk;
  struct rvt_progen_parcel *s = rvt_progen_at(g, w->pc);
  const struct rvt_progen_place at = w->pc;
  const struct rvt_progen_place next = {at.region, at.parcel + s->size};
  const uint64_t pc = rvt_progen_address(g, at);
  uint32_t more = 0;
  step[0] = (struct rvt_step){.kind = RVT_STEP_INSN,
                              .size = s->size,
                              .itype = s->itype,
                              .has_word = true,
                              .clocks = rvt_progen_clocks(g, false),
                              .pc = pc,
                              .word = s->word};
  g->count[RVT_PROGEN_INSTRUCTIONS]++;
  if (s->size == 2 && (pc & 2) != 0) g->count[RVT_PROGEN_HALF_ALIGNED]++;
  if (s->op <= RVT_OP_UPPER)
    count_linear(g, s);
  else
    w->run = 0;
  switch (s->op) {
  case RVT_OP_BRANCH: step[0].itype = go_branch(g, s, next); break;
  case RVT_OP_JUMP: go_jump(g, s, next); break;
  case RVT_OP_INDIRECT:
  case RVT_OP_FIXED:
    step[0].sijump = go_indirect(g, s, next);
    if ((s->flags & RVT_FLAG_ZERO) != 0) { /* rvt_step_absolute() */
      step[0].itype |= 1;
      step[0].sijump = true;
    }
    break;
  case RVT_OP_MRET:
  case RVT_OP_SRET:
    g->count[s->op == RVT_OP_MRET ? RVT_PROGEN_MRET : RVT_PROGEN_SRET]++;
    more = rvt_progen_trap_return(g, s->op == RVT_OP_MRET ? RVT_PRIV_M : RVT_PRIV_S, step + 1);
    break;
  default:
    w->pc = next;
    w->after = RVT_AFTER_NORMAL;
    break;
  }
  w->seq = s->op == RVT_OP_UPPER;
  if (w->seq) {
    w->upper = at;
    w->fixed_known = true;
  }
  return 1 + more;
}

/* Instructions that cannot retire here. */
static bool must_trap(const struct rvt_progen *g, const struct rvt_progen_parcel *s) {
  if (s->op < RVT_OP_MRET) return false;
  if (s->op == RVT_OP_MRET) return g->walk.priv != RVT_PRIV_M;
  if (s->op == RVT_OP_SRET) return g->walk.priv == RVT_PRIV_U;
  return true;
}

static uint32_t one_turn(struct rvt_progen *g, struct rvt_step *step) {
  struct rvt_progen_walk *w = &g->walk;
  const uint32_t r = (uint32_t)(rvt_progen_next(g) >> 32);
  if (r < w->interrupt[w->after]) {
    if (r < w->halt[w->after]) return rvt_progen_halt(g, step);
    if (r < w->exception[w->after]) return rvt_progen_exception(g, step);
    return rvt_progen_interrupt(g, step);
  }
  struct rvt_progen_parcel *s = rvt_progen_at(g, w->pc);
  if (must_trap(g, s)) return rvt_progen_exception(g, step);
  if ((s->flags & RVT_FLAG_SELF) != 0) {
    if (s->left == 0) s->left = rvt_progen_magnitude(g, g->params.self_max) + 1;
    if (--s->left == 0) {
      s->left = 1; /* rounds were made: this interrupt ends them */
      return rvt_progen_interrupt(g, step);
    }
  }
  return retire(g, step);
}

uint32_t rvt_progen_turn(struct rvt_progen *g, struct rvt_step step[RVT_PROGEN_TURN]) {
  uint32_t count = rvt_progen_levels(g, step);
  if (count != 0) return count;
  count = rvt_progen_extra_trap(g, step);
  if (count == 0) count = one_turn(g, step);
  count = rvt_progen_pulses(g, step, count);
  return rvt_progen_context(g, step, count);
}
