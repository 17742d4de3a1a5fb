/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_ORACLE_ROW_H
#define RVT_ORACLE_ROW_H

/**
 * Say that a check of requirement row `id` ("NT:ICNT-04") has just been evaluated on a case in
 * which it could have failed. Call it beside the check, after it held.
 *
 * The rows of a process count only if it exits with status 0: they are then written to
 * $RVT_ROW_DIR/<program>.<pid>.rows, one per line. Without RVT_ROW_DIR nothing is written.
 */
void rvt_row(const char *id);
#define ROW(id) rvt_row(id)

#endif
