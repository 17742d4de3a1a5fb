/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "progen_program.h"

/* Debug halts, hart resets, low power, triggers, and traps where ordinary code has few. What has no
 * probability draws no number, so that it changes no walk. */

enum { LESS_THAN_XLEN = 6 }; /* bits that the widest context of an encoder has less (NT:OWN-01) */

uint32_t rvt_progen_halt(struct rvt_progen *g, struct rvt_step *step) {
  struct rvt_progen_walk *w = &g->walk;
  g->count[RVT_PROGEN_HALT]++;
  if (w->seq) g->count[RVT_PROGEN_PAIR_BROKEN]++;
  if (w->after >= RVT_AFTER_BRANCH && w->after <= RVT_AFTER_RETURN)
    g->count[RVT_PROGEN_HALT_AFTER_TRANSFER]++;
  if (rvt_progen_chance(g, g->params.p_halt_move)) {
    g->count[RVT_PROGEN_HALT_MOVED]++;
    w->pc = rvt_progen_anywhere(g);
  }
  step[0] = (struct rvt_step){.kind = RVT_STEP_HALT, .value = 1};
  step[1] = (struct rvt_step){.kind = RVT_STEP_HALT, .value = 0};
  w->after = RVT_AFTER_HALT;
  w->seq = false;
  w->fixed_known = false; /* the debugger may have changed the register */
  w->run = 0;
  w->next_clock = true;
  return 2;
}

static struct rvt_step pulses_of(struct rvt_progen *g, unsigned value) {
  g->count[RVT_PROGEN_TRIGGER_ON] += value & 1;
  g->count[RVT_PROGEN_TRIGGER_OFF] += value >> 1 & 1;
  g->count[RVT_PROGEN_TRIGGER_NOTIFY] += value >> 2 & 1;
  g->count[RVT_PROGEN_TRIGGER_OUTSIDE] += value >> 3 != 0;
  return (struct rvt_step){.kind = RVT_STEP_TRIGGER, .value = (uint8_t)value};
}

/* One kind of pulse in half of the cases, any mixture in the others. */
static unsigned any_pulses(struct rvt_progen *g) {
  const uint32_t r = rvt_progen_below(g, 12);
  return r < 6 ? 1u << r : 1 + rvt_progen_below(g, RVT_PULSE_ALL);
}

uint32_t rvt_progen_pulses(struct rvt_progen *g, struct rvt_step *step, uint32_t count) {
  if (step[0].kind > RVT_STEP_TRAP || !rvt_progen_drawn(g, g->params.p_trigger)) return count;
  for (uint32_t i = count; i > 1; i--) step[i] = step[i - 1];
  step[1] = pulses_of(g, any_pulses(g));
  return count + 1;
}

uint32_t rvt_progen_context(struct rvt_progen *g, struct rvt_step *step, uint32_t count) {
  if (step[0].kind > RVT_STEP_TRAP || !rvt_progen_drawn(g, g->params.p_context)) return count;
  const uint64_t context = rvt_progen_next(g) & rvt_progen_mask(g) >> LESS_THAN_XLEN;
  step[count] = (struct rvt_step){
      .kind = RVT_STEP_CONTEXT, .value = (uint8_t)(1 + rvt_progen_below(g, 3)), .tval = context};
  g->count[RVT_PROGEN_CONTEXT]++;
  g->walk.next_clock = true;
  return count + 1;
}

/* What a reset leaves: machine mode at the first instruction, no trap, no call. */
static uint32_t restart(struct rvt_progen *g, struct rvt_step *step) {
  struct rvt_progen_walk *w = &g->walk;
  w->pc = g->entry;
  w->frames = 0;
  w->fixed_known = false;
  rvt_progen_no_calls(g);
  if (w->priv == RVT_PRIV_M) return 0;
  w->priv = RVT_PRIV_M;
  g->count[RVT_PROGEN_PRIV_CHANGE]++;
  *step = (struct rvt_step){.kind = RVT_STEP_PRIV, .value = RVT_PRIV_M};
  return 1;
}

static void count_levels(struct rvt_progen *g, const bool on[3]) {
  const struct rvt_progen_walk *w = &g->walk;
  const bool behind = w->after >= RVT_AFTER_BRANCH && w->after <= RVT_AFTER_RETURN;
  g->count[RVT_PROGEN_HALT] += on[0];
  g->count[RVT_PROGEN_HALT_AFTER_TRANSFER] += on[0] && behind;
  g->count[RVT_PROGEN_RESET] += on[1];
  g->count[RVT_PROGEN_LOWPOWER] += on[2];
  g->count[RVT_PROGEN_TOGETHER] += on[0] + on[1] + on[2] > 1;
  if (w->seq) g->count[on[0] || on[1] ? RVT_PROGEN_PAIR_BROKEN : RVT_PROGEN_PAIR_PAUSED]++;
}

/* Each level once, beginning with any of them. */
static uint32_t change(const bool on[3], uint32_t first, uint8_t value, struct rvt_step *step) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < 3; i++) {
    const uint32_t level = (first + i) % 3;
    if (on[level])
      step[n++] = (struct rvt_step){.kind = (uint8_t)(RVT_STEP_HALT + level), .value = value};
  }
  return n;
}

uint32_t rvt_progen_levels(struct rvt_progen *g, struct rvt_step *step) {
  const struct rvt_progen_params *p = &g->params;
  const uint32_t ppm[3] = {p->p_halt, p->p_reset, p->p_lowpower};
  struct rvt_progen_walk *w = &g->walk;
  bool on[3] = {false, rvt_progen_drawn(g, ppm[1]), rvt_progen_drawn(g, ppm[2])};
  if (w->seq && ppm[2] != 0 && rvt_progen_drawn(g, p->p_pair_break)) on[2] = true;
  if (!on[1] && !on[2]) return 0;
  for (unsigned i = 0; i < 3; i++)
    on[i] = on[i] || (ppm[i] != 0 && rvt_progen_drawn(g, p->p_together));
  count_levels(g, on);
  uint32_t n = change(on, rvt_progen_below(g, 3), 1, step);
  if (rvt_progen_drawn(g, p->p_trigger)) step[n++] = pulses_of(g, any_pulses(g));
  n += change(on, rvt_progen_below(g, 3), 0, step + n);
  if (on[0] || on[1]) {
    w->seq = false;
    w->fixed_known = false;
  }
  if (on[1]) n += restart(g, step + n);
  w->after = RVT_AFTER_HALT;
  w->fault_next = false;
  w->run = 0;
  w->next_clock = true;
  return n;
}

uint32_t rvt_progen_extra_trap(struct rvt_progen *g, struct rvt_step *step) {
  const struct rvt_progen_params *p = &g->params;
  struct rvt_progen_walk *w = &g->walk;
  const bool fault = w->fault_next;
  w->fault_next = false;
  if (!p->traps) return 0;
  if (fault) return rvt_progen_exception(g, step);
  if (w->seq && rvt_progen_drawn(g, p->p_pair_break)) return rvt_progen_interrupt(g, step);
  if (w->frames == 0 || !rvt_progen_drawn(g, p->p_nested)) return 0;
  return rvt_progen_below(g, 2) == 0 ? rvt_progen_interrupt(g, step)
                                     : rvt_progen_exception(g, step);
}
