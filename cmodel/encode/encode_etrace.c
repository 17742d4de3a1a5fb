/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */

/* E-Trace of the functional encoder: no build has it, `Format` of the parameters is refused. */

#include "encode_format.h"

const struct rvt_encode_format rvt_etrace_encode_format = {NULL, NULL, NULL};
