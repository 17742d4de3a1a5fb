/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_CTR_APB_H
#define RVT_CTR_APB_H

/* Golden model of rtl/ctr/rvt_ctr_apb.sv: the memory-mapped window of a recorder's registers. */

#include "rvt/apb.h"
#include "rvt/unit/ctr.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

enum { RVT_CTR_WINDOW_VERSION = 1 };

struct rvt_ctr_apb {
  struct rvt_ctr_params p;
  uint8_t lag;     /* the RTL's Lag */
  uint8_t lag_q;   /* clocks that the access has waited, at most `lag` */
  bool sent_q;     /* an access waits for its answer */
  uint32_t held_q; /* the lower word of a register to write; xlen 64 */
};

struct rvt_ctr_apb_out {
  uint32_t prdata;
  bool pready, pslverr;
  /* To the recorder: the fields of struct rvt_ctr_in of these names. */
  bool csr_valid;
  uint8_t csr_op;
  uint16_t csr_addr, csr_select;
  uint64_t csr_wdata;
};

/** @param lag clocks that an access waits first */
void rvt_ctr_apb_init(struct rvt_ctr_apb *s, const struct rvt_ctr_params *p, uint8_t lag);
/** Outputs of this clock, with what the recorder answers in it. */
void rvt_ctr_apb_outputs(const struct rvt_ctr_apb *s, const struct rvt_apb *bus,
                         const struct rvt_ctr_out *from, struct rvt_ctr_apb_out *out);
/** One rising clock edge with reset released. */
void rvt_ctr_apb_tick(struct rvt_ctr_apb *s, const struct rvt_apb *bus,
                      const struct rvt_ctr_out *from);
/** The read-only word of what a build has. */
uint64_t rvt_ctr_apb_id(const struct rvt_ctr_params *p);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
