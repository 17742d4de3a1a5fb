/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "rvt/error.h"
#include "rvt/status.h"

enum rvt_status rvt_error_set(struct rvt_error *e, enum rvt_status status, const char *format,
                              ...) {
  if (e == NULL) return status;
  va_list args;
  va_start(args, format);
  vsnprintf(e->text, sizeof e->text, format, args);
  va_end(args);
  return status;
}

enum rvt_status rvt_error_at(struct rvt_error *e, enum rvt_status status, const char *format, ...) {
  if (e == NULL) return status;
  struct rvt_error old = *e;
  va_list args;
  va_start(args, format);
  vsnprintf(e->text, sizeof e->text, format, args);
  va_end(args);
  size_t used = strlen(e->text);
  snprintf(e->text + used, sizeof e->text - used, ": %s", old.text);
  return status;
}

const char *rvt_status_text(enum rvt_status status) {
  switch (status) {
#define RVT_STATUS_CASE(id, text)                                                                  \
  case id: return text;
    RVT_STATUS_LIST(RVT_STATUS_CASE)
#undef RVT_STATUS_CASE
  }
  return "unknown status";
}
