/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_TB_RECORDS_H
#define RVT_TB_RECORDS_H

/* Random records of every TCODE, within the widths of a build. */

#include "harness/bench.h"
#include "harness/rng.h"
#include "rvt/unit/ntrace_packer.h"

enum { TB_RECORD_WORDS = 7, TB_TCODES = 12 };

/** The TCODEs in the order of their numbers, and the names of their coverage points. */
extern const uint8_t tb_tcodes[TB_TCODES];
#define TB_TCODE_COVERS                                                                            \
  "tc_ownership", "tc_direct", "tc_indirect", "tc_error", "tc_sync", "tc_direct_sync",             \
      "tc_indirect_sync", "tc_resource_full", "tc_hist", "tc_hist_sync", "tc_repeat",              \
      "tc_correlation"

/** Index of `tcode` in `tb_tcodes`; TB_TCODES if it is none of them. */
unsigned tb_tcode_index(uint8_t tcode);

/** The packer's parameters from those of the build. */
void tb_packer_params(struct tb *tb, struct rvt_ntrace_packer_params *p);

/** A record that the build can hold, later than `*now`, which advances. */
void tb_record_random(struct tb_rng *rng, const struct rvt_ntrace_packer_params *p, uint64_t *now,
                      struct rvt_ntrace_record *r);

/** The longest message of the build. */
void tb_record_longest(const struct rvt_ntrace_packer_params *p, uint64_t *now,
                       struct rvt_ntrace_record *r);

/** The record as the bits of `record_t`. */
void tb_record_bits(const struct rvt_ntrace_record *r, uint32_t words[TB_RECORD_WORDS]);

#endif
