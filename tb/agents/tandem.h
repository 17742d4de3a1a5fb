/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_TB_TANDEM_H
#define RVT_TB_TANDEM_H

/*
 * A hart in front of the encoder of tandem verification trace, and who reads its stream, by chance:
 * moods of a hart that keeps the rules, of anything on every port, of full clocks and of rest, one
 * after the other. A hart that obeys tells nothing where it was told to stall StallLatency clocks
 * before.
 */

#include "harness/bench.h"
#include "harness/pace.h"
#include "rvt/tandem/encoder.h"

struct tb_tandem {
  struct rvt_tandem_in in;
  const struct rvt_tandem_params *p;
  struct tb_pace ready;
  bool only_hart, only_storm;
  uint32_t inactive, disabled, clears; /* one in so many clocks: begins to be, is cleared */
  uint64_t stalled;                    /* of this clock and those before, a bit each */
  uint32_t inactive_left, disabled_left;
  /* the mood of the moment */
  uint32_t left;
  bool storm;     /* anything on the ports */
  bool obeys;     /* the hart does */
  uint32_t busy;  /* of 256 clocks: with slots */
  uint32_t more;  /* of 256 slots: valid */
  uint32_t rich;  /* of 256: an element that may be there is */
  uint32_t other; /* of 256: of another kind than retired */
  uint32_t bus;   /* of 256 clocks: with a transaction */
};

/** Options style=0 (all), 1 (a hart that keeps the rules and obeys), 2 (anything, no hart obeys);
 * ready=MODE; inactive=N, disabled=N, clears=N: one in N clocks, 0 never. */
void tb_tandem_init(struct tb_tandem *g, struct tb *tb, const struct rvt_tandem_params *p);
void tb_tandem_reset(struct tb_tandem *g);
/** The inputs of this clock, of which `out` has the outputs. */
void tb_tandem_next(struct tb_tandem *g, struct tb_rng *rng, const struct rvt_tandem_out *out);

#endif
