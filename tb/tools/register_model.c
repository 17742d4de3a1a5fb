/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */

/*
 * The benches of registers without their units:
 *
 *   exercise BENCH STEPS "NAME=VALUE..."
 */
#include <stdio.h>
#include <string.h>

#include "alone.h"
#include "harness/config.h"

enum { CLOCKS = 4000000 };

/* There is nothing to compare the configuration with. */
uint64_t tb_config_bits(const struct rvt_config *c) { return c->active; }

extern const struct tb_bench tb_bench_registers_te, tb_bench_registers_ram, tb_bench_registers_pib,
    tb_bench_registers_tandem;

int main(int argc, char **argv) {
  static const struct tb_bench *const benches[] = {&tb_bench_registers_te, &tb_bench_registers_ram,
                                                   &tb_bench_registers_pib,
                                                   &tb_bench_registers_tandem};
  static uint64_t cover[64];
  static char steps[4096];
  const struct tb_bench *bench = NULL;
  for (size_t i = 0; argc == 4 && i < sizeof benches / sizeof *benches; i++)
    if (strcmp(benches[i]->name, argv[1]) == 0) bench = benches[i];
  if (bench == NULL || (size_t)snprintf(steps, sizeof steps, "steps=%s", argv[2]) >= sizeof steps) {
    fprintf(stderr, "usage: %s BENCH STEPS \"NAME=VALUE...\"\n", argv[0]);
    return 2;
  }
  return tb_alone(bench, argv[3], (char *[]){steps}, 1, CLOCKS, cover);
}
