/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "record_run.h"
#include "tests/support/test.h"

#include <stdio.h>
#include <string.h>

enum rvt_status record_sink(void *context, const struct rvt_step *steps, size_t count,
                            struct rvt_error *e) {
  struct run *run = context;
  for (size_t i = 0; i < count; i++) {
    if (run->fail_at != 0 && run->count + 1 >= run->fail_at)
      return rvt_error_set(e, RVT_ERR_IO, "disk full");
    assert_in_range(run->count, 0, COUNT(run->steps) - 1);
    run->steps[run->count++] = steps[i];
  }
  return RVT_OK;
}

const struct rvt_record_config rv32 = {
    .xlen = 32, .entry = 0x80000000, .has_tohost = true, .tohost = 0x80001000};
const struct rvt_record_config endless = {.xlen = 32, .entry = 0x80000000};

/* Feed in pieces of `piece` bytes, as a pipe delivers them. */
enum rvt_status run_pieces(struct run *run, const struct rvt_record_config *config, const char *log,
                           size_t piece) {
  *run = (struct run){.fail_at = run->fail_at};
  assert_int_equal(rvt_record_init(&run->record, config, record_sink, run), RVT_OK);
  size_t size = strlen(log), begin = 0, end = 0;
  while (end < size) {
    end = size - end < piece ? size : end + piece;
    size_t used;
    enum rvt_status status =
        rvt_record_feed(&run->record, log + begin, end - begin, &used, &run->error);
    if (status == RVT_END) return RVT_OK;
    if (status != RVT_OK) return status;
    begin += used;
  }
  return rvt_record_finish(&run->record, size - begin, &run->error);
}

void record(struct run *run, const struct rvt_record_config *config, const char *log) {
  static const size_t pieces[] = {1, 7, 64, SIZE_MAX};
  struct run first;
  for (size_t i = 0; i < COUNT(pieces); i++) {
    *run = (struct run){.count = 0};
    enum rvt_status status = run_pieces(run, config, log, pieces[i]);
    if (status != RVT_OK) fail_msg("%s: %s", rvt_status_text(status), run->error.text);
    if (i == 0) first = *run;
    assert_int_equal(run->count, first.count);
    assert_memory_equal(run->steps, first.steps, sizeof first.steps);
  }
}

void refuse(const struct rvt_record_config *config, const char *log, enum rvt_status status,
            const char *text) {
  struct run run = {.count = 0};
  assert_int_equal(run_pieces(&run, config, log, SIZE_MAX), status);
  if (strncmp(run.error.text, text, strlen(text)) != 0)
    fail_msg("expected '%s', found '%s'", text, run.error.text);
}

void expect_insn(const struct run *run, size_t i, uint64_t pc, unsigned itype) {
  assert_in_range(i, 0, run->count - 1);
  const struct rvt_step *s = &run->steps[i];
  if (s->kind != RVT_STEP_INSN || s->pc != pc || s->itype != itype)
    fail_msg("step %zu: kind %u, pc 0x%llx, itype %u", i, s->kind, (unsigned long long)s->pc,
             s->itype);
  assert_true(s->has_word);
  assert_int_equal(s->clocks, 1);
}

void expect_trap(const struct run *run, size_t i, uint64_t pc, unsigned itype, uint64_t cause,
                 uint64_t tval) {
  assert_in_range(i, 0, run->count - 1);
  const struct rvt_step *s = &run->steps[i];
  if (s->kind != RVT_STEP_TRAP || s->pc != pc || s->itype != itype || s->cause != cause ||
      s->tval != tval)
    fail_msg("step %zu: kind %u, pc 0x%llx, itype %u, cause %llu, tval 0x%llx", i, s->kind,
             (unsigned long long)s->pc, s->itype, (unsigned long long)s->cause,
             (unsigned long long)s->tval);
  assert_false(s->has_word);
}

void expect_priv(const struct run *run, size_t i, enum rvt_priv priv) {
  assert_in_range(i, 0, run->count - 1);
  assert_int_equal(run->steps[i].kind, RVT_STEP_PRIV);
  assert_int_equal(run->steps[i].value, priv);
}
