/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "bench.h"

/* Every bench of tb/units and tb/system; the makefile writes the list. */
#define TB_BENCH(name) extern const struct tb_bench name;
#include "benches.inc"
#undef TB_BENCH

#define TB_BENCH(name) &name,
const struct tb_bench *const tb_benches[] = {
#include "benches.inc"
    NULL};
