/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef TABLES_H
#define TABLES_H

/* Entries of page tables, and what satp has of a root. */

#include <stdint.h>

enum { V = 1, R = 2, W = 4, X = 8, U = 16, GLOBAL = 32, A = 64, D = 128 };
#define POINTS(at, flags) ((uint64_t)(at) >> 12 << 10 | (uint64_t)(flags) | V)
#define SV39(space, root) (UINT64_C(8) << 60 | (uint64_t)(space) << 44 | (uint64_t)(root) >> 12)

#endif
