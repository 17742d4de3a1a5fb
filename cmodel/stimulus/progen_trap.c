/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "progen_program.h"

/* Traps and trap returns. */

static uint8_t destination(struct rvt_progen *g) {
  if (g->walk.priv == RVT_PRIV_M) return RVT_PRIV_M;
  return rvt_progen_chance(g, g->params.p_delegate) ? RVT_PRIV_S : RVT_PRIV_M;
}

static void push_frame(struct rvt_progen *g, struct rvt_progen_place epc, uint8_t handler) {
  struct rvt_progen_walk *w = &g->walk;
  w->frame_top = (w->frame_top + 1) % RVT_PROGEN_FRAMES;
  w->frame[w->frame_top] = (struct rvt_progen_frame){epc, w->priv, handler};
  if (w->frames != 0) g->count[RVT_PROGEN_TRAP_NESTED]++;
  if (w->frames < RVT_PROGEN_FRAMES) w->frames++;
}

/* The step, the handler, the new privilege. `vector` 0 is where exceptions go in vectored mode. */
static uint32_t take(struct rvt_progen *g, struct rvt_step *step, uint8_t itype, uint64_t cause,
                     uint64_t tval, struct rvt_progen_place epc, uint8_t to) {
  struct rvt_progen_walk *w = &g->walk;
  step[0] = (struct rvt_step){.kind = RVT_STEP_TRAP,
                              .itype = itype,
                              .clocks = rvt_progen_clocks(g, true),
                              .pc = rvt_progen_address(g, w->pc),
                              .cause = cause,
                              .tval = tval & rvt_progen_mask(g)};
  if (w->seq) g->count[RVT_PROGEN_PAIR_BROKEN]++;
  w->seq = false;
  w->trap_itype = itype;
  w->environment = false;
  push_frame(g, epc, to);
  const struct rvt_progen_traps *t = to == RVT_PRIV_M ? &g->to_m : &g->to_s;
  const uint32_t r = rvt_progen_below(g, 2 * RVT_PROGEN_HANDLERS);
  if (r < RVT_PROGEN_HANDLERS) {
    w->pc = t->handler[r];
  } else {
    w->pc = t->table;
    if (itype == RVT_IT_INTERRUPT) w->pc.parcel += 2 * (uint32_t)cause;
  }
  w->after = RVT_AFTER_TRAP;
  w->run = 0;
  w->next_clock = true;
  if (w->priv == to) return 1;
  w->priv = to;
  g->count[RVT_PROGEN_PRIV_CHANGE]++;
  step[1] = (struct rvt_step){.kind = RVT_STEP_PRIV, .value = to};
  return 2;
}

static struct rvt_progen_place behind(const struct rvt_progen_parcel *s,
                                      struct rvt_progen_place p) {
  p.parcel += s->size;
  return p;
}

static void count_exception(struct rvt_progen *g, enum rvt_progen_count_id what) {
  const uint8_t after = g->walk.after;
  const bool at_int = after == RVT_AFTER_TRAP && g->walk.trap_itype == RVT_IT_INTERRUPT;
  g->count[RVT_PROGEN_EXC_AT_INT] += at_int;
  g->count[RVT_PROGEN_EXC_AT_RETURN] += after == RVT_AFTER_RETURN;
  g->count[RVT_PROGEN_ECALL_FAULT] += after == RVT_AFTER_TRAP && g->walk.environment;
  g->count[RVT_PROGEN_EXCEPTION]++;
  g->count[what]++;
  if (after == RVT_AFTER_TRAP) g->count[RVT_PROGEN_EXC_AT_HANDLER]++;
  if (after == RVT_AFTER_INDIRECT || after == RVT_AFTER_RETURN)
    g->count[RVT_PROGEN_EXC_AT_TARGET]++;
  if (after == RVT_AFTER_XRET) g->count[RVT_PROGEN_EXC_AFTER_XRET]++;
}

/* ECALL, EBREAK */
static uint32_t environment(struct rvt_progen *g, struct rvt_step *step, uint64_t cause,
                            uint64_t tval, struct rvt_progen_place epc) {
  const uint32_t n = take(g, step, RVT_IT_EXCEPTION, cause, tval, epc, destination(g));
  g->walk.environment = true;
  g->walk.fault_next = rvt_progen_drawn(g, g->params.p_ecall_fault);
  return n;
}

uint32_t rvt_progen_exception(struct rvt_progen *g, struct rvt_step *step) {
  const struct rvt_progen_walk *w = &g->walk;
  const struct rvt_progen_parcel *s = rvt_progen_at(g, w->pc);
  const uint64_t pc = rvt_progen_address(g, w->pc);
  const uint32_t r = rvt_progen_below(g, 16);
  const bool machine = w->priv == RVT_PRIV_M;
  const struct rvt_progen_place next = behind(s, w->pc);
  switch (s->op) {
  case RVT_OP_ECALL: {
    static const uint8_t cause[] = {8, 9, 0, 11}; /* by privilege */
    count_exception(g, RVT_PROGEN_ECALL);
    return environment(g, step, cause[w->priv & 3], 0, r == 0 ? w->pc : next);
  }
  case RVT_OP_EBREAK:
    count_exception(g, RVT_PROGEN_EBREAK);
    return environment(g, step, 3, pc, next);
  case RVT_OP_MRET: /* at a privilege that does not have it */
  case RVT_OP_SRET:
    if (machine || (s->op == RVT_OP_SRET && w->priv == RVT_PRIV_S)) break;
    count_exception(g, RVT_PROGEN_ILLEGAL);
    return take(g, step, RVT_IT_EXCEPTION, 2, s->word, next, destination(g));
  case RVT_OP_ILLEGAL:
    count_exception(g, RVT_PROGEN_ILLEGAL);
    return take(g, step, RVT_IT_EXCEPTION, 2, s->word, next, destination(g));
  case RVT_OP_CUSTOM:
    if (r >= 8) break;
    count_exception(g, RVT_PROGEN_ILLEGAL);
    return take(g, step, RVT_IT_EXCEPTION, 2, s->word, r < 4 ? next : w->pc, destination(g));
  case RVT_OP_LOAD:
  case RVT_OP_STORE: {
    static const uint8_t load[] = {4, 5, 13, 13}, store[] = {6, 7, 15, 15};
    if (r >= 12) break;
    count_exception(g, RVT_PROGEN_DATA_FAULT);
    const uint8_t cause = (s->op == RVT_OP_LOAD ? load : store)[r & (machine ? 1 : 3)];
    const uint64_t address = rvt_progen_next(g);
    return take(g, step, RVT_IT_EXCEPTION, cause, address, r < 2 ? next : w->pc, destination(g));
  }
  default: break;
  }
  count_exception(g, RVT_PROGEN_FETCH_FAULT);
  return take(g, step, RVT_IT_EXCEPTION, machine ? 1 : 12, pc, w->pc, destination(g));
}

uint32_t rvt_progen_interrupt(struct rvt_progen *g, struct rvt_step *step) {
  static const uint8_t number[] = {1, 5, 9};
  static const enum rvt_progen_count_id after[RVT_AFTERS] = {
      [RVT_AFTER_NORMAL] = RVT_PROGEN_INTERRUPT,
      [RVT_AFTER_HALT] = RVT_PROGEN_INTERRUPT,
      [RVT_AFTER_BRANCH] = RVT_PROGEN_INT_AFTER_BRANCH,
      [RVT_AFTER_JUMP] = RVT_PROGEN_INT_AFTER_JUMP,
      [RVT_AFTER_INDIRECT] = RVT_PROGEN_INT_AFTER_JUMP,
      [RVT_AFTER_RETURN] = RVT_PROGEN_INT_AFTER_RETURN,
      [RVT_AFTER_XRET] = RVT_PROGEN_INT_AFTER_XRET,
      [RVT_AFTER_TRAP] = RVT_PROGEN_INT_AT_HANDLER};
  struct rvt_progen_walk *w = &g->walk;
  struct rvt_progen_parcel *s = rvt_progen_at(g, w->pc);
  struct rvt_progen_place epc = w->pc;
  if ((s->flags & RVT_FLAG_SELF) != 0) {
    if (s->left != 0) g->count[RVT_PROGEN_SELF_LOOP]++;
    s->left = 0;
    epc = behind(s, epc);
  }
  const uint8_t to = destination(g);
  const uint64_t cause = number[rvt_progen_below(g, 3)] + (to == RVT_PRIV_M ? 2u : 0u);
  g->count[RVT_PROGEN_INTERRUPT]++;
  if (after[w->after] != RVT_PROGEN_INTERRUPT) g->count[after[w->after]]++;
  if (w->after == RVT_AFTER_TRAP)
    g->count[RVT_PROGEN_INT_AT_EXC] += w->trap_itype == RVT_IT_EXCEPTION;
  else
    g->count[RVT_PROGEN_INT_IN_HANDLER] += w->frames != 0;
  return take(g, step, RVT_IT_INTERRUPT, cause, 0, epc, to);
}

/* Close the innermost trap that went to `handler`, and those above it: they were left otherwise. */
static bool pop_frame(struct rvt_progen_walk *w, uint8_t handler, struct rvt_progen_frame *frame) {
  for (uint32_t i = 0; i < w->frames; i++) {
    const uint32_t at = (w->frame_top + RVT_PROGEN_FRAMES - i) % RVT_PROGEN_FRAMES;
    if (w->frame[at].handler != handler) continue;
    *frame = w->frame[at];
    w->frame_top = (at + RVT_PROGEN_FRAMES - 1) % RVT_PROGEN_FRAMES;
    w->frames -= i + 1;
    return true;
  }
  return false;
}

/* Without an open trap, and by p_move_epc, software has set the address, and the privilege too if
 * there is no trap. */
uint32_t rvt_progen_trap_return(struct rvt_progen *g, uint8_t from, struct rvt_step *step) {
  static const uint8_t low[] = {RVT_PRIV_U, RVT_PRIV_U, RVT_PRIV_S, RVT_PRIV_M};
  struct rvt_progen_walk *w = &g->walk;
  struct rvt_progen_frame frame = {.priv = from};
  const bool found = pop_frame(w, from, &frame);
  if (!found) frame.priv = low[rvt_progen_below(g, from == RVT_PRIV_M ? 4 : 3)];
  if (!found || rvt_progen_chance(g, g->params.p_move_epc)) {
    g->count[RVT_PROGEN_EPC_MOVED]++;
    const bool start = (rvt_progen_next(g) & 1) != 0;
    frame.epc = start ? rvt_progen_function(g) : rvt_progen_anywhere(g);
    if (start) { /* a new thread */
      rvt_progen_no_calls(g);
    }
  }
  w->pc = frame.epc;
  w->after = RVT_AFTER_XRET;
  if (w->priv == frame.priv) return 0;
  w->priv = frame.priv;
  w->next_clock = true;
  g->count[RVT_PROGEN_PRIV_CHANGE]++;
  step[0] = (struct rvt_step){.kind = RVT_STEP_PRIV, .value = frame.priv};
  return 1;
}
