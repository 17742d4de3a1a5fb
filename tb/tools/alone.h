/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_TB_ALONE_H
#define RVT_TB_ALONE_H

/* A bench without its unit: the model alone answers. For builds that nobody simulates. */

#include "harness/bench.h"

/**
 * Run the bench, and print what went wrong.
 *
 * @param params   "NAME=VALUE...", of the build
 * @param options  `count` texts "name=value"
 * @param clocks   the run ends after so many, if the bench does not end it before
 * @param cover    one counter per name in bench->covers, 0 at the begin
 * @return the status for exit()
 */
int tb_alone(const struct tb_bench *bench, const char *params, char **options, size_t count,
             uint64_t clocks, uint64_t *cover);

#endif
