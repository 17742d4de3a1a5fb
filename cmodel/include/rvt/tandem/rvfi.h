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

enum { RVT_TANDEM_RVFI_SLOTS = 4, RVT_TANDEM_RVFI_CHANNELS = 32, RVT_TANDEM_RVFI_WAITS = 16 };

/** The RTL's parameters; values outside its ranges are not checked. */
struct rvt_tandem_rvfi_params {
  uint8_t xlen;     /* 32 or 64 */
  uint8_t nret;     /* instructions of a clock, 1..4 */
  uint8_t channels; /* CSRs with ports, 0..32 */
  uint8_t csrs;     /* of a record, 0..4 */
  uint8_t waits;    /* clocks, 2..16 */
};

/** A channel of RVFI in one clock. */
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

/** A clock's instructions, the oldest first; channels between others may be idle. */
struct rvt_tandem_rvfi_word {
  struct rvt_tandem_rvfi_in in[RVT_TANDEM_RVFI_SLOTS];
};

struct rvt_tandem_rvfi {
  struct rvt_tandem_rvfi_params p;
  struct rvt_tandem_rvfi_word queue_q[RVT_TANDEM_RVFI_WAITS]; /* behind `held` */
  uint8_t head_q, level_q;
  bool held_valid_q, lost_q;
  bool interrupted_q; /* the interrupt before the first that has not left has left */
  bool trapped_q;     /* what was before `held` has trapped */
  uint8_t told_q;     /* of `held`, a bit each: they have left */
  struct rvt_tandem_rvfi_word held_q;
};

void rvt_tandem_rvfi_init(struct rvt_tandem_rvfi *s, const struct rvt_tandem_rvfi_params *p);

/**
 * What the adapter tells in this clock.
 *
 * @param records  RVT_TANDEM_RVFI_SLOTS, each written if there is one. Its fields are those of the
 *                 ports; RVFI has no more
 * @param lost     true: what the clock before told is lost
 * @return         a bit for each slot that has a record
 */
uint8_t rvt_tandem_rvfi_outputs(const struct rvt_tandem_rvfi *s, struct rvt_tandem_record *records,
                                bool *lost);

/** @param in  RVFI in this clock; channels above those of the build are not read */
void rvt_tandem_rvfi_tick(struct rvt_tandem_rvfi *s, const struct rvt_tandem_rvfi_word *in);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
