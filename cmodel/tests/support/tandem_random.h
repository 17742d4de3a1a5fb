/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_SUPPORT_TANDEM_RANDOM_H
#define TESTS_SUPPORT_TANDEM_RANDOM_H

#include "rvt/tandem/record.h"

/** A record that has a group in this format, of any kind, with any of the elements. @param p  state
 * of rvt_prng */
struct rvt_tandem_record tandem_random_record(uint64_t *p, const struct rvt_tandem_format *f);

#endif
