/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "rvt/version.h"

const char *rvt_version(void) { return RVT_VERSION; }
