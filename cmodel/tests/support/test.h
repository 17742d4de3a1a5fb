/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_SUPPORT_TEST_H
#define TESTS_SUPPORT_TEST_H

/* What every test includes: cmocka with what it wants before it, and a build by its words. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "rvt/params_text.h"

/** The default build but for what the words say, NAME=VALUE of the RTL's parameters. */
static inline struct rvt_params build_of(const char *words) {
  struct rvt_params p;
  assert_int_equal(rvt_params_init(&p, NULL), RVT_OK);
  assert_int_equal(rvt_params_parse(words, &p, NULL), RVT_OK);
  return p;
}

#endif
