/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/* Written by scripts/interface from fusesoc.core; `make interface` writes it anew. */
#ifndef RVT_VERSION_H
#define RVT_VERSION_H

/*
 * The version of headers, libraries, `rvt` and RTL, MAJOR.MINOR.PATCH. docs/api.md says what a
 * change of each means.
 */

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/* clang-format off */
#define RVT_VERSION "0.1.0"
#define RVT_VERSION_MAJOR 0
#define RVT_VERSION_MINOR 1
#define RVT_VERSION_PATCH 0
/* clang-format on */

/** RVT_VERSION of the library that the program runs with; constant. The driver has none. */
const char *rvt_version(void);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
