/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_SRC_NTRACE_PARAMS_H
#define RVT_SRC_NTRACE_PARAMS_H

#include "rvt/ntrace_config.h"

/** Whether everything that shapes messages is in its range; queue and buffers are not looked at. */
bool rvt_ntrace_params_shape_ok(const struct rvt_ntrace_params *p);

/** Beats of the longest message of this build (NT:GEN-07). */
unsigned rvt_ntrace_longest_beats(const struct rvt_ntrace_params *p);

#endif
