/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */

/*
 * A bench without its unit: the model alone answers. For builds that nobody simulates.
 *
 *   exercise BENCH STEPS "NAME=VALUE..."
 */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/bench.h"
#include "harness/config.h"
#include "oracle/row.h"

enum { CLOCKS = 4000000, RESET_CLOCKS = 2 };

static const char *steps_path, *params;

void tb_fail(struct tb *tb, const char *format, ...) {
  if (tb->error[0] != 0) return;
  va_list args;
  va_start(args, format);
  vsnprintf(tb->error, sizeof tb->error, format, args);
  va_end(args);
}

static const char *find_param(const char *name) {
  const size_t len = strlen(name);
  for (const char *p = params; *p != 0; p += strcspn(p, " ")) {
    p += strspn(p, " ");
    if (strncmp(p, name, len) == 0 && p[len] == '=') return p + len + 1;
  }
  return NULL;
}

uint32_t tb_param(struct tb *tb, const char *name) {
  const char *value = find_param(name);
  if (value == NULL) tb_fail(tb, "no parameter %s", name);
  return value == NULL ? 0 : (uint32_t)strtoul(value, NULL, 0);
}

uint32_t tb_param_or(const char *name, uint32_t otherwise) {
  const char *value = find_param(name);
  return value == NULL ? otherwise : (uint32_t)strtoul(value, NULL, 0);
}

const char *tb_option_text(struct tb *tb, const char *name, const char *otherwise) {
  (void)tb;
  return strcmp(name, "steps") == 0 ? steps_path : otherwise;
}

uint64_t tb_option_in(struct tb *tb, const char *name, uint64_t otherwise, uint64_t min,
                      uint64_t max) {
  (void)tb, (void)name, (void)min, (void)max;
  return otherwise;
}

/* There is nothing to compare the configuration with, and no row is proved without the RTL. */
uint64_t tb_config_bits(const struct rvt_config *c) { return c->active; }
void rvt_row(const char *id) { (void)id; }

static void play(const struct tb_bench *bench, void *self, struct tb *tb) {
  bench->reset(self, tb);
  while (tb->clock < CLOCKS && !tb->done && tb->error[0] == 0) {
    tb->in_reset = tb->clock < RESET_CLOCKS;
    bench->drive(self, tb);
    bench->outputs(self);
    if (tb->in_reset)
      bench->reset(self, tb);
    else
      bench->tick(self, tb);
    tb->clock++;
  }
  bench->finish(self, tb);
}

extern const struct tb_bench tb_bench_registers_te, tb_bench_registers_ram, tb_bench_registers_pib;

int main(int argc, char **argv) {
  static const struct tb_bench *const benches[] = {&tb_bench_registers_te, &tb_bench_registers_ram,
                                                   &tb_bench_registers_pib};
  static uint64_t cover[64];
  static struct tb tb = {.cover = cover};
  const struct tb_bench *bench = NULL;
  for (size_t i = 0; argc == 4 && i < sizeof benches / sizeof *benches; i++)
    if (strcmp(benches[i]->name, argv[1]) == 0) bench = benches[i];
  if (bench == NULL) {
    fprintf(stderr, "usage: %s BENCH STEPS \"NAME=VALUE...\"\n", argv[0]);
    return 2;
  }
  steps_path = argv[2];
  params = argv[3];
  tb_rng_seed(&tb.rng, 1);
  void *self = calloc(1, bench->bytes);
  if (self == NULL) return 2;
  if (bench->init(self, &tb)) play(bench, self, &tb);
  bench->close(self);
  free(self);
  if (tb.error[0] != 0) printf("clock %" PRIu64 ": %s\n", tb.clock, tb.error);
  return tb.error[0] != 0;
}
