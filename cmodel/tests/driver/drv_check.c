/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "drv_check.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

void drv_ok(const struct rvt_drv *drv, enum rvt_drv_status status) {
  char text[256];
  rvt_drv_error_text(&drv->error, text, sizeof text);
  if (status != RVT_DRV_OK) fail_msg("%s", text);
}

void drv_fails(const struct rvt_drv *drv, enum rvt_drv_status status, enum rvt_drv_status expected,
               const char *text) {
  char found[256];
  assert_int_equal(status, expected);
  assert_int_equal(drv->error.status, expected);
  rvt_drv_error_text(&drv->error, found, sizeof found);
  assert_string_equal(found, text);
}
