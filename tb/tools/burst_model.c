/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */

/*
 * tb/units/bench_burst.c without the RTL, for scripts/bench/bandwidth.py:
 *
 *   burst_model "NAME=VALUE..." [OPTION=VALUE...]
 *
 * Parameters of rvt_encoder, the missing ones at their defaults; options of the bench. A
 * line with what was counted, as NAME=N.
 */
#include <inttypes.h>
#include <stdio.h>

#include "alone.h"

enum { CLOCKS = 4000000, COVERS_MAX = 1024 };

extern const struct tb_bench tb_bench_burst;

int main(int argc, char **argv) {
  static uint64_t cover[COVERS_MAX];
  const struct tb_bench *bench = &tb_bench_burst;
  if (argc < 2 || bench->cover_count > COVERS_MAX) {
    fprintf(stderr, "usage: %s \"NAME=VALUE...\" [OPTION=VALUE...]\n", argv[0]);
    return 2;
  }
  const int status = tb_alone(bench, argv[1], argv + 2, (size_t)argc - 2, CLOCKS, cover);
  for (size_t i = 0; status == 0 && i < bench->cover_count; i++)
    printf(" %s=%" PRIu64, bench->covers[i], cover[i]);
  putchar('\n');
  return status;
}
