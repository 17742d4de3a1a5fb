/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_TB_RUN_H
#define RVT_TB_RUN_H

#include "bench.h"

enum { TB_LIST_MAX = 96, TB_WAVE_CLOCKS = 200 };

struct tb_name_value {
  const char *name; /* points at "name=value" */
  size_t name_len;
  const char *value;
  bool used;
};

struct tb_args {
  const char *bench;
  uint64_t seed;
  uint32_t reset_seed;
  uint64_t clocks;
  uint32_t mutant;  /* of a netlist that holds several; 0: the unit as it is */
  const char *wave; /* file for the waveform of a failure */
  struct tb_name_value options[TB_LIST_MAX];
  size_t option_count;
  struct tb_name_value minima[TB_LIST_MAX];
  size_t minimum_count;
};

struct tb_result {
  bool ok;
  uint64_t clocks;
  uint64_t digest; /* over every output in every clock */
  char text[768];  /* where it failed and how, one line */
};

/**
 * Run once. With `wave_from` other than UINT64_MAX a waveform is written to `args->wave` from that
 * clock on. `cover` has `bench->cover_count` entries, cleared first.
 */
void tb_run(const struct tb_bench *bench, struct tb_args *args, uint64_t wave_from, uint64_t *cover,
            struct tb_result *result);

#endif
