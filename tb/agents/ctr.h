/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_TB_CTR_H
#define RVT_TB_CTR_H

/*
 * A hart and its software in front of the recorder of control transfers, by chance: moods of a
 * hart that behaves, of anything on every port, of calls and returns, of full clocks, of rest, one
 * after the other. What a behaving hart does not define is garbage.
 */

#include "harness/bench.h"
#include "rvt/unit/ctr.h"

struct tb_ctr {
  struct rvt_ctr_in in;
  const struct rvt_ctr_params *p;
  bool only_storm, only_hart;
  uint32_t rests, rest_most; /* one mood of so many; powers of two of its clocks */
  /* the mood of the moment */
  uint32_t left;
  bool storm;    /* anything on the ports */
  bool stacks;   /* calls, swaps and returns */
  bool jumps;    /* ... jumps alone, so that full clocks record four */
  bool rest;     /* nothing but cycles, and a jump when their count is a power of two */
  bool enabled;  /* controls enable every mode, freeze nothing and filter nothing */
  uint32_t busy; /* of 256 clocks: with slots */
  uint32_t more; /* of 256 slots: valid */
  uint32_t ask;  /* of 256 clocks: an access */
  uint32_t tick; /* of 256 clocks: mcycle */
  uint32_t sure; /* of 256 accesses: of M, to a register that there is */
  /* a hart that behaves */
  uint8_t mode;
  bool halted, waits;
};

/** Options style=0 (all), 1 (a hart that behaves), 2 (storms alone); rests=N, one mood of
 * N; rest=N, of up to 2^N clocks. */
void tb_ctr_init(struct tb_ctr *g, struct tb *tb, const struct rvt_ctr_params *p);
void tb_ctr_reset(struct tb_ctr *g, struct tb *tb);
/** The inputs of this clock; `s` is the model's state in it. */
void tb_ctr_next(struct tb_ctr *g, struct tb_rng *rng, const struct rvt_ctr *s);

#endif
