/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>
#include <stdlib.h>

#include "decode.h"

/*
 * When each instruction was reported. A message has the time of the event that ends its
 * instructions (NT:TSP-06): the hart reported them not after that, and not before the time of the
 * last message that had instructions, or was a sync. So the events of a message wait until it is
 * whole, and those of messages without time for the next one that has it.
 */

enum { HELD_MAX = 1 << 16 }; /* events: so many without a time are given up */

struct decode_times {
  struct rvt_decoder_event *held;
  size_t count, room;
  uint64_t message; /* of the last event */
  bool from_known, until_known;
  uint64_t from, until;
};

struct decode_times *decode_times_new(void) {
  return rvt_need_memory(calloc(1, sizeof(struct decode_times)));
}

void decode_times_free(struct decode_times *t) {
  if (t == NULL) return;
  free(t->held);
  free(t);
}

static void hold(struct decode_times *t, const struct rvt_decoder_event *e) {
  if (t->count == t->room) {
    t->room = 2 * t->room + 64;
    t->held = rvt_need_memory(realloc(t->held, t->room * sizeof *t->held));
  }
  t->held[t->count++] = *e;
}

/* Whether what comes behind this event has not followed what stands before it. */
static bool is_break(const struct rvt_decoder_event *e) {
  return e->kind == RVT_DE_OVERFLOW || (e->kind == RVT_DE_SYNC && !e->u.sync.continuous) ||
         (e->kind == RVT_DE_ERROR && e->u.problem.lost);
}

/* An increase may wrap, so a bound below the one before it is well. The time of a sync message is
 * no increase: below the time before, it is of another base (TCI:TS-16) or of a counter that has
 * wrapped, how often is not known, and there are no bounds. A new base with a later time is not
 * seen.
 */
static void put_held(struct decode *d, struct decode_times *t) {
  const unsigned width = d->decoding.format.sidecar.ts_width;
  struct decode_span span = {.known = t->from_known && t->until_known,
                             .from = t->from,
                             .until = t->until,
                             .mask = t->until >= t->from || width == 0 || width > 63
                                         ? UINT64_MAX
                                         : (UINT64_C(1) << width) - 1};
  bool any = false;
  for (size_t i = 0; i < t->count; i++)
    if (t->held[i].kind == RVT_DE_SYNC && t->until < t->from) span.known = false;
  for (size_t i = 0; i < t->count; i++)
    if (t->held[i].kind == RVT_DE_RUN)
      span.insns += t->held[i].u.run.insns * t->held[i].u.run.times;
  for (size_t i = 0; i < t->count; i++) {
    const struct rvt_decoder_event *e = &t->held[i];
    decode_put(d, e, &span);
    any = any || e->kind == RVT_DE_RUN || e->kind == RVT_DE_SYNC;
    if (is_break(e)) t->from_known = false, any = e->kind == RVT_DE_SYNC;
  }
  if (any && t->until_known) t->from_known = true, t->from = t->until;
  t->count = 0;
  t->until_known = false;
}

void decode_times_take(struct decode *d, const struct rvt_decoder_event *e) {
  struct decode_times *t = d->times;
  if (t->count != 0 && e->message != t->message && (t->until_known || t->count >= HELD_MAX))
    put_held(d, t);
  if (t->count == 0 && e->message < t->message) t->from_known = false; /* it was put already */
  t->message = e->message;
  if (e->kind == RVT_DE_TIME) t->until_known = true, t->until = e->u.time;
  hold(t, e);
}

void decode_times_end(struct decode *d) {
  if (d->times != NULL && d->times->count != 0) put_held(d, d->times);
}
