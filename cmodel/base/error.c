/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "rvt/error.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

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
