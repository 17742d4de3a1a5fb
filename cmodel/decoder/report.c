/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "state.h"

/* The rest of the state is set anew when the source locks again; nothing reads it before. */
void rvt_unlock(struct rvt_source *s, enum rvt_lock lock) {
  s->lock = s->lock == RVT_LOCK_NEVER ? RVT_LOCK_NEVER : lock;
  s->pc_known = false;
}

void rvt_fill(const struct rvt_decoder *d, struct rvt_decoder_event *event) {
  event->protocol = d->config.protocol;
  event->src = d->src;
  event->image = d->image;
  event->message = d->message;
  event->offset = d->offset;
}

void rvt_emit(struct rvt_decoder *d, struct rvt_decoder_event *event) {
  rvt_fill(d, event);
  d->sink(d->user, event);
}

void rvt_report(struct rvt_decoder *d, bool error, enum rvt_mark mark, uint64_t offset,
                const struct rvt_decoder_problem *problem) {
  struct rvt_decoder_event event = {.kind = error ? RVT_DE_ERROR : RVT_DE_WARNING,
                                    .protocol = d->config.protocol,
                                    .src = d->src,
                                    .image = problem->all_sources ? d->program : d->image,
                                    .message = d->message,
                                    .offset = offset,
                                    .u.problem = *problem};
  if (mark != RVT_MARK_NONE) d->format->mark(d, mark, &event);
  d->sink(d->user, &event);
}

static struct rvt_decoder_problem problem_here(const struct rvt_decoder *d, enum rvt_status status,
                                               const char *row, const char *text) {
  return (struct rvt_decoder_problem){.status = status,
                                      .row = row,
                                      .text = text,
                                      .pc = d->current->pc_known ? d->current->pc : 0,
                                      .pc_known = d->current->pc_known};
}

void rvt_warn(struct rvt_decoder *d, const char *row, const char *text) {
  rvt_warn_byte(d, d->offset, row, text);
}

void rvt_warn_byte(struct rvt_decoder *d, uint64_t offset, const char *row, const char *text) {
  const struct rvt_decoder_problem problem = problem_here(d, RVT_OK, row, text);
  rvt_report(d, false, RVT_MARK_HERE, offset, &problem); /* no contradiction to what came before */
}

void rvt_warn_at(struct rvt_decoder *d, uint64_t pc, const char *row, const char *text) {
  const struct rvt_decoder_problem problem = {
      .status = RVT_OK, .row = row, .text = text, .pc = pc, .pc_known = true};
  rvt_report(d, false, RVT_MARK_NONE, d->offset, &problem);
}

void rvt_look_for_code(struct rvt_decoder *d, uint64_t to, const char *row, const char *text) {
  const struct rvt_segment *hint = d->hint;
  if (rvt_image_parcel(d->image, &hint, to) == NULL &&
      (d->program->parts == 0 || !rvt_image_has(d->program, to)))
    rvt_warn_at(d, to, row, text);
}

bool rvt_fail(struct rvt_decoder *d, enum rvt_status status, const char *row, const char *text) {
  struct rvt_decoder_problem problem = problem_here(d, status, row, text);
  problem.lost = d->current->lock != RVT_LOCK_NEVER;
  rvt_report(d, problem.lost, RVT_MARK_BEFORE, d->offset, &problem);
  rvt_unlock(d->current, RVT_LOCK_LOST);
  return false;
}

bool rvt_tolerate(struct rvt_decoder *d, enum rvt_status status, const char *row,
                  const char *text) {
  if (!d->config.lenient) return rvt_fail(d, status, row, text);
  struct rvt_decoder_problem problem = problem_here(d, status, row, text);
  rvt_report(d, false, RVT_MARK_BEFORE, d->offset, &problem);
  return true;
}

void rvt_fail_all(struct rvt_decoder *d, enum rvt_status status, uint64_t offset, const char *row,
                  const char *text) {
  bool lost = false;
  for (size_t i = 0; i < d->sources; i++) {
    struct rvt_source *s = &d->source[i];
    lost = lost || s->lock != RVT_LOCK_NEVER;
    rvt_unlock(s, RVT_LOCK_LOST);
    s->time_known = false;
  }
  struct rvt_decoder_problem problem = {
      .status = status, .row = row, .text = text, .lost = lost, .all_sources = true};
  d->src = 0;
  rvt_report(d, lost, RVT_MARK_NONE, offset, &problem);
}

void rvt_warn_cut(struct rvt_decoder *d, const char *row, const char *text) {
  const struct rvt_decoder_problem problem = {.status = RVT_NEED_MORE, .row = row, .text = text};
  d->src = 0;
  rvt_report(d, false, RVT_MARK_NONE, d->offset, &problem);
}
