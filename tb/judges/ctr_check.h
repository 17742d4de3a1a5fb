/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_TB_CTR_CHECK_H
#define RVT_TB_CTR_CHECK_H

/*
 * The recorder of control transfers against the oracle: what a hart that behaves tells, in the
 * order of CTR:H-02, and the registers and entries that the bench has found in the RTL.
 */

#include "harness/bench.h"
#include "oracle/ctr/ctr.h"
#include "rvt/unit/ctr.h"

struct tb_ctr_check {
  const struct rvt_ctr_params *p;
  struct oracle_ctr oracle;
  struct rvt_ctr_hart hart; /* told in the clock before */
  bool mstateen;            /* ... then */
  uint8_t mode;             /* in which a clock without a slot is */
  bool asked, behind;       /* an access, and transfers in its clock */
  struct rvt_ctr_in ask;
  unsigned turn; /* the entry that is compared next */
};

void tb_ctr_check_init(struct tb_ctr_check *c, const struct rvt_ctr_params *p);
/** A clock: its inputs and outputs, and the state at its begin. Fails the run where they differ. */
void tb_ctr_check_clock(struct tb_ctr_check *c, struct tb *tb, const struct rvt_ctr_in *in,
                        const struct rvt_ctr_out *out, const struct rvt_ctr *s);

#endif
