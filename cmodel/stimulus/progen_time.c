/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "progen_program.h"

/* The time of the walk: which clock a step is in. */

/* A phase of a few hundred instructions is dense, one per clock, or slow. */
static void next_phase(struct rvt_progen *g) {
  static const uint32_t burst[] = {58000, 30000, 0, 3000}, stall[] = {500, 3000, 0, 20000};
  struct rvt_progen_walk *w = &g->walk;
  const uint32_t phase = rvt_progen_below(g, 4);
  w->phase_left = 50 + rvt_progen_below(g, 400);
  w->burst = burst[phase];
  w->stall = stall[phase];
}

uint32_t rvt_progen_clocks(struct rvt_progen *g, bool trap) {
  struct rvt_progen_walk *w = &g->walk;
  if (w->phase_left-- == 0) next_phase(g);
  const uint32_t r = (uint32_t)(rvt_progen_next(g) >> 48);
  if (!w->next_clock && r < w->burst && (trap || w->in_clock < g->params.retire_max)) {
    if (!trap) {
      w->in_clock++;
      g->count[RVT_PROGEN_BURST]++;
    }
    return 0;
  }
  w->next_clock = false;
  w->in_clock = trap ? 0 : 1;
  if (r < 65536 - w->stall || g->params.stall_max == 1) return 1;
  if (!trap) g->count[RVT_PROGEN_STALL]++;
  return 1 + rvt_progen_magnitude(g, g->params.stall_max - 1);
}
