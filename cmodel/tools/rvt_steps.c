/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "rvt/rvti.h"
#include "rvt_tool.h"

enum rvt_status rvt_steps_flush(struct rvt_tool_steps *s, struct rvt_error *e) {
  const size_t count = s->count;
  s->count = 0;
  return count == 0 ? RVT_OK : rvt_rvti_write(s->writer, s->batch, count, e);
}

enum rvt_status rvt_steps_take(void *steps, const struct rvt_step *more, size_t count,
                               struct rvt_error *e) {
  struct rvt_tool_steps *s = steps;
  const enum rvt_status status = count > RVT_STEPS - s->count ? rvt_steps_flush(s, e) : RVT_OK;
  if (status != RVT_OK) return status;
  memcpy(s->batch + s->count, more, count * sizeof *more);
  s->count += count;
  return RVT_OK;
}

void rvt_need_output_file(const char *output, struct argp_state *state) {
  if (output == NULL) argp_error(state, "expected -o OUT, found none");
  if (strcmp(output, "-") == 0) argp_error(state, "-o: expected a file, found standard output");
}
