/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "top_tape.h"

#include <stdlib.h>
#include <string.h>

static enum rvt_status keep(struct tb_top_tape *t, const struct rvt_step *steps, size_t count,
                            struct rvt_error *e) {
  if (t->room - t->count < count) {
    const size_t room = 2 * t->room + count;
    struct rvt_step *more = realloc(t->steps, room * sizeof *more);
    if (more == NULL) return rvt_error_set(e, RVT_ERR_NO_MEMORY, "no memory for the steps");
    t->steps = more;
    t->room = room;
  }
  memcpy(t->steps + t->count, steps, count * sizeof *steps);
  t->pos = t->count += count;
  return RVT_OK;
}

static enum rvt_status next(void *tape, struct rvt_step *steps, size_t max, size_t *count,
                            struct rvt_error *e) {
  struct tb_top_tape *t = tape;
  const size_t left = t->count - t->pos;
  if (left == 0) {
    const enum rvt_status status = t->live.next(t->live.context, steps, max, count, e);
    return status == RVT_OK ? keep(t, steps, *count, e) : status;
  }
  *count = left < max ? left : max;
  memcpy(steps, t->steps + t->pos, *count * sizeof *steps);
  t->pos += *count;
  return RVT_OK;
}

void tb_top_tape_begin(struct tb_top_tape *t, struct rvt_player *p) {
  t->live = p->source;
  p->source = (struct rvt_step_source){next, t};
  t->start = *p;
}

void tb_top_tape_rewind(struct tb_top_tape *t, struct rvt_player *p) {
  *p = t->start;
  t->pos = 0;
}

void tb_top_tape_close(struct tb_top_tape *t) { free(t->steps); }
