/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_CTR_NEXT_H
#define RVT_CTR_NEXT_H

/* Golden model of rtl/ctr/rvt_ctr_next.sv: an ingress port -> what the recorder of control
 * transfers is told, with targets that the next PC tells. */

#include "rvt/unit/ctr.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/** The RTL's parameters; values outside its ranges are not checked. */
struct rvt_ctr_next_params {
  uint8_t xlen;   /* 32 or 64 */
  uint8_t blocks; /* 1..RVT_BLOCKS_MAX */
  bool single;
  bool targets;
};

struct rvt_ctr_next {
  struct rvt_ctr_next_params p;
  struct rvt_ctr_hart in_q; /* the clock that leaves or waits */
};

/** mispredict and cycle of `hart` are those of the input of the clock before. */
struct rvt_ctr_next_out {
  struct rvt_ctr_hart hart;
  bool waits; /* a transfer waits for the next PC */
};

void rvt_ctr_next_init(struct rvt_ctr_next *s, const struct rvt_ctr_next_params *p);
/** Outputs of this clock. Of `in` its blocks, priv and halted are read. */
void rvt_ctr_next_outputs(const struct rvt_ctr_next *s, const struct rvt_ctr_hart *in,
                          struct rvt_ctr_next_out *out);
/** One rising clock edge with reset released. */
void rvt_ctr_next_tick(struct rvt_ctr_next *s, const struct rvt_ctr_hart *in);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
