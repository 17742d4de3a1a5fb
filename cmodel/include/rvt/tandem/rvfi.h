/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_TANDEM_RVFI_H
#define RVT_TANDEM_RVFI_H

/* Golden model of rtl/adapter/rvt_tandem_rvfi.sv: RVFI -> records of tandem verification trace. */

#include "rvt/tandem/record.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

enum { RVT_TANDEM_RVFI_CHANNELS = 32, RVT_TANDEM_RVFI_WAITS = 16 };

/** The RTL's parameters; values outside its ranges are not checked. */
struct rvt_tandem_rvfi_params {
  uint8_t xlen;     /* 32 or 64 */
  uint8_t channels; /* CSRs with ports, 0..32 */
  uint8_t csrs;     /* of a record, 0..4 */
  uint8_t waits;    /* 2..16 */
};

/** RVFI in one clock. */
struct rvt_tandem_rvfi_in {
  bool valid, trap, intr;
  uint8_t mode; /* 0 U, 1 S, 3 M */
  uint32_t insn;
  uint64_t pc_rdata, pc_wdata;
  uint8_t rd_addr;
  uint64_t rd_wdata;
  uint64_t mem_addr, mem_wdata;
  uint8_t mem_rmask, mem_wmask; /* a bit for each byte of XLEN */
  struct {
    uint16_t number;
    uint64_t rdata, wmask, wdata;
  } csr[RVT_TANDEM_RVFI_CHANNELS];
};

struct rvt_tandem_rvfi {
  struct rvt_tandem_rvfi_params p;
  struct rvt_tandem_rvfi_in queue_q[RVT_TANDEM_RVFI_WAITS]; /* behind `held` */
  uint8_t level_q;
  bool held_valid_q, intr_q, lost_q;
  struct rvt_tandem_rvfi_in held_q;
};

void rvt_tandem_rvfi_init(struct rvt_tandem_rvfi *s, const struct rvt_tandem_rvfi_params *p);

/**
 * What the adapter tells in this clock.
 *
 * @return false: nothing, and `record` is not written. A record's fields are those of the ports;
 *         RVFI has no more. A clock after an instruction was lost `*lost` is true.
 */
bool rvt_tandem_rvfi_outputs(const struct rvt_tandem_rvfi *s, struct rvt_tandem_record *record,
                             bool *lost);

void rvt_tandem_rvfi_tick(struct rvt_tandem_rvfi *s, const struct rvt_tandem_rvfi_in *in);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
