/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_TB_PACE_H
#define RVT_TB_PACE_H

/* When a consumer is ready or a producer offers: patterns drawn from the run's seed. */

#include "bench.h"

enum tb_pace_mode {
  TB_PACE_ALWAYS,
  TB_PACE_RANDOM, /* each clock on its own, the odds change now and then */
  TB_PACE_BURSTS, /* runs of yes and no of 1..32 clocks */
  TB_PACE_RARE,   /* no for up to 1000 clocks, then one to eight times yes */
  TB_PACE_MIXED,  /* one of the others for up to 2000 clocks at a time */
  TB_PACE_MODES
};

struct tb_pace {
  enum tb_pace_mode mode; /* as chosen */
  enum tb_pace_mode now;
  uint32_t now_left;
  uint32_t odds; /* of 256 */
  uint32_t run_left;
  bool value;
};

/** Read option `name` (always, random, bursts, rare, mixed); fails the run on another word. */
void tb_pace_init(struct tb_pace *p, struct tb *tb, const char *name, const char *otherwise);
bool tb_pace_next(struct tb_pace *p, struct tb_rng *rng);

#endif
