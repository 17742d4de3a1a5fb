/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_UNIT_CTR_H
#define RVT_UNIT_CTR_H

/* Golden model of rtl/ctr/rvt_ctr.sv: the recorder of control transfers, clock by clock. */

#include "rvt/unit/ctr_records.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

enum rvt_ctr_op { RVT_CTR_READ = 0, RVT_CTR_WRITE = 1, RVT_CTR_CLEAR = 2 }; /* 3 reads */

/** What the recorder is told of a slot beside the ingress port. */
struct rvt_ctr_slot {
  bool mispredict;
  uint64_t target; /* PC after the transfer; of a trap its handler */
};

/** What the hart tells in a clock. A value wider than its port loses its upper bits. */
struct rvt_ctr_hart {
  struct rvt_block block[RVT_BLOCKS_MAX]; /* of the ingress port; sijump is not read */
  struct rvt_ctr_slot slot[RVT_BLOCKS_MAX];
  uint64_t cause;
  uint64_t epc;       /* of the trap of this clock */
  uint8_t priv;       /* enum rvt_priv */
  uint8_t priv_after; /* after the trap or return of this clock */
  bool halted;
  bool cycle; /* mcycle ticks */
};

struct rvt_ctr_in {
  struct rvt_ctr_hart hart;
  bool csr_valid;
  uint8_t csr_op;      /* enum rvt_ctr_op */
  uint16_t csr_addr;   /* 12 bits */
  uint16_t csr_select; /* siselect or vsiselect, 12 bits */
  uint64_t csr_wdata;
  uint8_t csr_mode; /* enum rvt_priv, of the instruction */
  bool csr_xlen32;
  bool mstateen_ctr, hstateen_ctr;
};

struct rvt_ctr_out {
  bool csr_ready, csr_done;
  uint64_t csr_rdata; /* 0 without csr_done */
  uint8_t csr_exc;    /* enum rvt_ctr_exception */
};

/** An access that waits, decoded. */
struct rvt_ctr_request {
  bool valid;
  uint8_t op;        /* enum rvt_ctr_op */
  uint8_t reg;       /* which; none with an exception */
  uint8_t exception; /* enum rvt_ctr_exception */
  uint8_t logical;   /* of an entry */
  bool xlen32;
  uint64_t wdata;
};

struct rvt_ctr {
  struct rvt_ctr_records r;
  struct rvt_ctr_hart in_q;
  uint8_t mode_q; /* of a clock without a slot */
  struct rvt_ctr_request op_q;
  struct rvt_ctr_out done_q; /* csr_ready is not kept */
  /* Entries that the RTL has still to zero after an SCTRCLR; here they are 0 at once. */
  uint16_t upper_q; /* behind the depth: depth .. depth + upper - 1 */
  uint16_t ring_q;  /* ... and so many from `first` on, round the depth */
  uint8_t first_q;
  /* Of the last clock, for who compares. */
  uint8_t touched_count;           /* entries written */
  uint8_t touched[RVT_BLOCKS_MAX]; /* physical; more than one with records alone */
};

/** @retval RVT_ERR_ARG  `e` names the parameter and its rule; `*s` has not changed */
RVT_MUST_CHECK enum rvt_status rvt_ctr_init(struct rvt_ctr *s, const struct rvt_ctr_params *p,
                                            struct rvt_error *e);
/** Outputs of this clock: a function of state alone. */
void rvt_ctr_outputs(const struct rvt_ctr *s, struct rvt_ctr_out *out);
/** One rising clock edge with reset released. */
void rvt_ctr_tick(struct rvt_ctr *s, const struct rvt_ctr_in *in);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
