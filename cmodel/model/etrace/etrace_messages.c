/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <stddef.h>

#include "rvt/unit/back_end.h"

/* No build has E-Trace: `Format` of the parameters is refused. */
const struct rvt_back_end rvt_etrace_back_end = {NULL, NULL, NULL, NULL, 0};
