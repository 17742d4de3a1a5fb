/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "state.h"

/* The rest of the state is set anew when the source locks again; nothing reads it before. */
void rvt_unlock(struct rvt_source *s, enum rvt_lock lock) {
  s->lock = s->lock == RVT_LOCK_NEVER ? RVT_LOCK_NEVER : lock;
  s->pc_known = false;
}

void rvt_emit(struct rvt_decoder *d, struct rvt_decoder_event *event) {
  event->protocol = d->config.protocol;
  event->src = d->src;
  event->image = d->image;
  event->message = d->message;
  event->offset = d->offset;
  d->sink(d->user, event);
}

void rvt_report(struct rvt_decoder *d, bool error, uint64_t offset,
                const struct rvt_decoder_problem *problem) {
  struct rvt_decoder_event event = {.kind = error ? RVT_DE_ERROR : RVT_DE_WARNING,
                                    .protocol = d->config.protocol,
                                    .src = d->src,
                                    .image = problem->all_sources ? d->program : d->image,
                                    .message = d->message,
                                    .offset = offset,
                                    .u.problem = *problem};
  d->sink(d->user, &event);
}

static struct rvt_decoder_problem problem_here(const struct rvt_decoder *d, enum rvt_status status,
                                               const char *row, const char *text) {
  return (struct rvt_decoder_problem){.status = status,
                                      .row = row,
                                      .text = text,
                                      .pc = d->current->pc_known ? d->current->pc : 0,
                                      .pc_known = d->current->pc_known,
                                      .dialect = d->sign,
                                      .passed = d->current->passed,
                                      .passed_tcode = d->current->passed_tcode,
                                      .passed_offset = d->current->passed_offset};
}

void rvt_pass_over(struct rvt_decoder *d, uint8_t tcode) {
  struct rvt_decoder_event event = {.kind = RVT_DE_NO_FLOW, .u.tcode = tcode};
  d->current->passed = true;
  d->current->passed_tcode = tcode;
  d->current->passed_offset = d->offset;
  rvt_emit(d, &event);
  if (d->config.lenient || d->config.format.dialect != RVT_DIALECT_NONE ||
      (d->passed_told >> tcode & 1) != 0)
    return;
  d->passed_told |= UINT64_C(1) << tcode;
  rvt_warn(d, "NT:DEC-07",
           rvt_ntrace_is_vendor(tcode)
               ? "expected a TCODE of N-Trace, found a vendor's: stepped over"
               : "expected a TCODE of N-Trace, found a reserved one: stepped over");
}

void rvt_warn(struct rvt_decoder *d, const char *row, const char *text) {
  rvt_warn_byte(d, d->offset, row, text);
}

void rvt_warn_byte(struct rvt_decoder *d, uint64_t offset, const char *row, const char *text) {
  struct rvt_decoder_problem problem = problem_here(d, RVT_OK, row, text);
  problem.passed = problem.passed && problem.passed_offset == d->offset; /* no contradiction */
  rvt_report(d, false, offset, &problem);
}

void rvt_warn_at(struct rvt_decoder *d, uint64_t pc, const char *row, const char *text) {
  const struct rvt_decoder_problem problem = {
      .status = RVT_OK, .row = row, .text = text, .pc = pc, .pc_known = true};
  rvt_report(d, false, d->offset, &problem);
}

bool rvt_fail(struct rvt_decoder *d, enum rvt_status status, const char *row, const char *text) {
  struct rvt_decoder_problem problem = problem_here(d, status, row, text);
  problem.lost = d->current->lock != RVT_LOCK_NEVER;
  rvt_report(d, problem.lost, d->offset, &problem);
  rvt_unlock(d->current, RVT_LOCK_LOST);
  return false;
}

bool rvt_tolerate(struct rvt_decoder *d, enum rvt_status status, const char *row,
                  const char *text) {
  if (!d->config.lenient) return rvt_fail(d, status, row, text);
  struct rvt_decoder_problem problem = problem_here(d, status, row, text);
  rvt_report(d, false, d->offset, &problem);
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
  rvt_report(d, lost, offset, &problem);
}
