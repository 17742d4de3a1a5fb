/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_TESTS_DRV_CHECK_H
#define RVT_TESTS_DRV_CHECK_H

/* What a test expects of a call of the driver. */

#include "rvt/drv.h"

/** It succeeded; if not, the test fails with the driver's text. */
void drv_ok(const struct rvt_drv *drv, enum rvt_drv_status status);
/** It failed so, and the text says what it should. */
void drv_fails(const struct rvt_drv *drv, enum rvt_drv_status status, enum rvt_drv_status expected,
               const char *text);

#endif
