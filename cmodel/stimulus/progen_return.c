/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "progen_program.h"

/* Calls, and where returns and swaps go. */

enum { WINDOW = 4096 /* half-words that differ in address bits 12..1 only */ };

static void push(struct rvt_progen_ring *r, struct rvt_progen_place back) {
  r->top = (r->top + 1) % RVT_PROGEN_CALLS;
  r->at[r->top] = back;
  if (r->count < RVT_PROGEN_CALLS) r->count++;
}

static bool pop(struct rvt_progen_ring *r, struct rvt_progen_place *back) {
  if (r->count == 0) return false;
  *back = r->at[r->top];
  r->top = (r->top + RVT_PROGEN_CALLS - 1) % RVT_PROGEN_CALLS;
  r->count--;
  return true;
}

void rvt_progen_push_call(struct rvt_progen *g, struct rvt_progen_place back) {
  struct rvt_progen_walk *w = &g->walk;
  if (w->call.count > 32) g->count[RVT_PROGEN_CALL_DEEP]++;
  push(&w->call, back);
  push(&w->seen, back);
  if (w->shallow < 32) w->shallow++;
}

void rvt_progen_no_calls(struct rvt_progen *g) {
  g->walk.call.count = 0;
  g->walk.shallow = 0;
}

/* Where the function called last returns to. */
static bool pop_call(struct rvt_progen *g, struct rvt_progen_place *back) {
  struct rvt_progen_walk *w = &g->walk;
  if (!pop(&w->call, back)) return false;
  if (w->shallow > 0) w->shallow--;
  return true;
}

static uint64_t low_bits(const struct rvt_progen *g, struct rvt_progen_place p) {
  return rvt_progen_address(g, p) & (2 * WINDOW - 1);
}

/* Another instruction in the same 8 KiB; the place itself if there is none. */
static struct rvt_progen_place near_place(struct rvt_progen *g, struct rvt_progen_place p) {
  const struct rvt_progen_code *c = &g->code[p.region];
  const uint32_t before = (uint32_t)low_bits(g, p) / 2;
  const uint32_t least = p.parcel > before ? p.parcel - before : 0;
  const uint32_t end =
      c->used - p.parcel > WINDOW - before ? p.parcel + (WINDOW - before) : c->used;
  const struct rvt_progen_place to = {
      p.region, rvt_progen_begin(c, least + rvt_progen_below(g, end - least))};
  return to.parcel >= least ? to : p;
}

/* Another instruction whose address has the same bits 12..1; the place itself if there is none. */
static struct rvt_progen_place far_place(struct rvt_progen *g, struct rvt_progen_place p) {
  struct rvt_progen_place to = p;
  uint32_t found = 0;
  for (uint32_t region = 0; region < RVT_PROGEN_REGIONS; region++) {
    const struct rvt_progen_code *c = &g->code[region];
    const uint64_t first = (low_bits(g, p) - c->address) & (2 * WINDOW - 1);
    for (uint32_t parcel = (uint32_t)first / 2; parcel < c->used; parcel += WINDOW) {
      const struct rvt_progen_place at = {region, parcel};
      if (c->parcel[parcel].size == 0 || rvt_progen_same(at, p)) continue;
      if (rvt_progen_below(g, ++found) == 0) to = at;
    }
  }
  return to;
}

/* Half of the altered returns unwind to an older call, the others go anywhere. */
static struct rvt_progen_place altered(struct rvt_progen *g, struct rvt_progen_place back) {
  const struct rvt_progen_params *p = &g->params;
  const struct rvt_progen_place expected = back;
  if (rvt_progen_drawn(g, p->p_mismatch_low))
    back = near_place(g, expected);
  else if (rvt_progen_drawn(g, p->p_mismatch_high))
    back = far_place(g, expected);
  else if ((rvt_progen_next(g) & 1) != 0)
    for (uint32_t n = rvt_progen_magnitude(g, 8); n > 0; n--) (void)pop_call(g, &back);
  if (!rvt_progen_same(back, expected)) return back;
  do back = rvt_progen_anywhere(g);
  while (rvt_progen_same(back, expected));
  return back;
}

static struct rvt_progen_place any_target(struct rvt_progen *g, bool swap) {
  const bool lost = g->walk.shallow == 0;
  struct rvt_progen_place back;
  if (!pop_call(g, &back)) {
    g->count[swap ? RVT_PROGEN_SWAP_OTHER : RVT_PROGEN_RETURN_UNKNOWN]++;
    return rvt_progen_anywhere(g);
  }
  if (rvt_progen_chance(g, g->params.p_mismatch)) {
    g->count[swap ? RVT_PROGEN_SWAP_OTHER : RVT_PROGEN_RETURN_MISMATCHED]++;
    return altered(g, back);
  }
  g->count[swap ? RVT_PROGEN_SWAP_MATCHED : RVT_PROGEN_RETURN_MATCHED]++;
  if (!swap && lost) g->count[RVT_PROGEN_RETURN_DEEP]++;
  return back;
}

/* How a target differs from the one that a tracer expects. */
static void count_difference(struct rvt_progen *g, struct rvt_progen_place to,
                             struct rvt_progen_place expected) {
  if (rvt_progen_same(to, expected)) return;
  const uint64_t other = rvt_progen_address(g, to) ^ rvt_progen_address(g, expected);
  if (other < 2 * WINDOW) g->count[RVT_PROGEN_RETURN_LOW]++;
  if (other % (2 * WINDOW) == 0) g->count[RVT_PROGEN_RETURN_HIGH]++;
}

struct rvt_progen_place rvt_progen_return_target(struct rvt_progen *g, bool swap) {
  struct rvt_progen_place expected = {0, 0};
  const bool counted = pop(&g->walk.seen, &expected);
  if (g->params.returns == 1 && counted) {
    struct rvt_progen_place unused;
    if (!swap && g->walk.shallow == 0) g->count[RVT_PROGEN_RETURN_DEEP]++;
    (void)pop_call(g, &unused);
    g->count[swap ? RVT_PROGEN_SWAP_MATCHED : RVT_PROGEN_RETURN_MATCHED]++;
    return expected;
  }
  const struct rvt_progen_place to = any_target(g, swap);
  if (!counted) return to;
  /* What a tracer takes for matched must be so. */
  if (g->params.returns == 2 && low_bits(g, to) == low_bits(g, expected)) return expected;
  count_difference(g, to, expected);
  return to;
}

void rvt_progen_fixed_return(struct rvt_progen *g, bool swap, struct rvt_progen_place target) {
  struct rvt_progen_place back, expected;
  if (pop(&g->walk.seen, &expected)) count_difference(g, target, expected);
  const bool known = pop_call(g, &back);
  const bool match = known && rvt_progen_same(back, target);
  if (swap)
    g->count[match ? RVT_PROGEN_SWAP_MATCHED : RVT_PROGEN_SWAP_OTHER]++;
  else
    g->count[match   ? RVT_PROGEN_RETURN_MATCHED
             : known ? RVT_PROGEN_RETURN_MISMATCHED
                     : RVT_PROGEN_RETURN_UNKNOWN]++;
}
