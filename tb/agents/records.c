/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "records.h"

#include <string.h>

#include "codec/ntrace_layout.h"
#include "harness/ports.h"
#include "harness/struct_fields.h"

const uint8_t tb_tcodes[TB_TCODES] = {RVT_TC_OWNERSHIP,
                                      RVT_TC_DIRECT_BRANCH,
                                      RVT_TC_INDIRECT_BRANCH,
                                      RVT_TC_ERROR,
                                      RVT_TC_PROG_TRACE_SYNC,
                                      RVT_TC_DIRECT_BRANCH_SYNC,
                                      RVT_TC_INDIRECT_BRANCH_SYNC,
                                      RVT_TC_RESOURCE_FULL,
                                      RVT_TC_INDIRECT_BRANCH_HIST,
                                      RVT_TC_INDIRECT_BRANCH_HIST_SYNC,
                                      RVT_TC_REPEAT_BRANCH,
                                      RVT_TC_PROG_TRACE_CORRELATION};

unsigned tb_tcode_index(uint8_t tcode) {
  unsigned i = 0;
  while (i < TB_TCODES && tb_tcodes[i] != tcode) i++;
  return i;
}

static unsigned at_most(unsigned a, unsigned b) { return a < b ? a : b; }

/* Time goes on by nothing, a little, or anything up to a turn of the counter. */
static uint64_t later(struct tb_rng *rng, const struct rvt_ntrace_packer_params *p, uint64_t *now) {
  *now += tb_rng_value(rng, tb_rng_one_in(rng, 4) ? p->ts_width : at_most(p->ts_width, 8));
  *now &= tb_ones(p->ts_width);
  return p->ts_width == 0 ? 0 : *now;
}

/* With the stop bit: never zero. */
static uint32_t hist_bits(struct tb_rng *rng, const struct rvt_ntrace_packer_params *p) {
  uint32_t hist = (uint32_t)tb_rng_value(rng, p->hist_width);
  return hist == 0 ? 1 : hist;
}

static bool needs_hist(uint8_t tcode) {
  return tcode == RVT_TC_INDIRECT_BRANCH_HIST || tcode == RVT_TC_INDIRECT_BRANCH_HIST_SYNC;
}

static void random_sub_codes(struct tb_rng *rng, const struct rvt_ntrace_packer_params *p,
                             struct rvt_ntrace_record *r) {
  static const uint8_t sync_codes[] = {0, 1, 2, 3, 4, 5, 6, 7, 9};
  if (rvt_ntrace_is_sync(r->tcode)) r->sub = sync_codes[tb_rng_below(rng, sizeof sync_codes)];
  switch (r->tcode) {
  case RVT_TC_INDIRECT_BRANCH:
  case RVT_TC_INDIRECT_BRANCH_SYNC:
  case RVT_TC_INDIRECT_BRANCH_HIST:
  case RVT_TC_INDIRECT_BRANCH_HIST_SYNC: r->btype = (uint8_t)tb_rng_below(rng, 4); break;
  case RVT_TC_RESOURCE_FULL: r->sub = p->hist_width == 0 ? 0 : (uint8_t)tb_rng_below(rng, 3); break;
  case RVT_TC_PROG_TRACE_CORRELATION:
    r->sub = (uint8_t)tb_rng_below(rng, 16);
    r->btype = p->hist_width == 0 ? 0 : (uint8_t)tb_rng_below(rng, 2);
    break;
  default: break;
  }
}

/* What the message does not have is ignored. */
static void ignored_fields(struct tb_rng *rng, const struct rvt_ntrace_packer_params *p,
                           struct rvt_ntrace_record *r) {
  const unsigned parts = rvt_layout_parts(r);
  if (!(parts & RVT_PARTS_ICNT)) r->icnt = (uint32_t)tb_rng_value(rng, p->icnt_width);
  if (!(parts & RVT_PARTS_ADDR)) r->addr = tb_rng_value(rng, p->addr_width);
  if (!(parts & RVT_PARTS_HIST)) r->hist = (uint32_t)tb_rng_value(rng, p->hist_width);
}

void tb_record_random(struct tb_rng *rng, const struct rvt_ntrace_packer_params *p, uint64_t *now,
                      struct rvt_ntrace_record *r) {
  memset(r, 0, sizeof *r);
  do {
    r->tcode = tb_tcodes[tb_rng_below(rng, TB_TCODES)];
  } while (p->hist_width == 0 && needs_hist(r->tcode));
  random_sub_codes(rng, p, r);
  uint64_t addr = tb_rng_value(rng, p->addr_width);
  if (p->extend_addr && tb_rng_one_in(rng, 2)) addr ^= tb_ones(p->addr_width);
  uint32_t icnt = (uint32_t)tb_rng_value(rng, p->icnt_width);
  switch (r->tcode) {
  case RVT_TC_OWNERSHIP: r->addr = addr; break;
  case RVT_TC_ERROR: r->icnt = icnt; break;
  case RVT_TC_DIRECT_BRANCH: r->icnt = icnt; break;
  case RVT_TC_REPEAT_BRANCH: r->icnt = icnt & (uint32_t)tb_ones(RVT_REPEAT_CEIL); break;
  case RVT_TC_RESOURCE_FULL:
    if (r->sub == RVT_RC_ICNT) r->icnt = icnt;
    if (r->sub == RVT_RC_HIST_REPEAT) r->icnt = icnt & (uint32_t)tb_ones(RVT_REPEAT_CEIL);
    if (r->sub != RVT_RC_ICNT) r->hist = hist_bits(rng, p);
    break;
  case RVT_TC_PROG_TRACE_CORRELATION:
    r->icnt = icnt;
    if (r->btype == 1) r->hist = hist_bits(rng, p);
    break;
  default:
    r->icnt = icnt;
    r->addr = addr;
    if (needs_hist(r->tcode)) r->hist = hist_bits(rng, p);
    break;
  }
  r->abs_time = later(rng, p, now);
  ignored_fields(rng, p, r);
}

void tb_record_longest(const struct rvt_ntrace_packer_params *p, uint64_t *now,
                       struct rvt_ntrace_record *r) {
  memset(r, 0, sizeof *r);
  r->tcode = p->hist_width == 0 ? RVT_TC_INDIRECT_BRANCH_SYNC : RVT_TC_INDIRECT_BRANCH_HIST_SYNC;
  r->sub = RVT_SYNC_PERIODIC;
  r->btype = RVT_BT_INTERRUPT;
  r->icnt = (uint32_t)tb_ones(p->icnt_width);
  r->addr = tb_ones(p->addr_width);
  /* Two upper bits that differ: none of them can be left out. */
  if (p->extend_addr && p->addr_width > 1) r->addr ^= (uint64_t)1 << (p->addr_width - 2);
  r->hist = (uint32_t)tb_ones(p->hist_width);
  *now = tb_ones(p->ts_width);
  r->abs_time = p->ts_width == 0 ? 0 : *now;
}

void tb_record_bits(const struct rvt_ntrace_record *r, uint32_t words[TB_RECORD_WORDS]) {
  uint8_t bytes[4 * TB_RECORD_WORDS] = {0};
  unsigned at = 0;
#define WIDTH(field, width) at += (width);
#define PUT(field, width)   tb_bits_put(bytes, at -= (width), width, r->field);
  TB_RECORD_FIELDS(WIDTH)
  TB_RECORD_FIELDS(PUT)
#undef WIDTH
#undef PUT
  memcpy(words, bytes, sizeof bytes);
}

void tb_packer_params(struct tb *tb, struct rvt_ntrace_packer_params *p) {
  *p = (struct rvt_ntrace_packer_params){.lanes = (uint8_t)tb_param(tb, "Lanes"),
                                         .icnt_width = (uint8_t)tb_param(tb, "IcntWidth"),
                                         .addr_width = (uint8_t)tb_param(tb, "AddrWidth"),
                                         .hist_width = (uint8_t)tb_param(tb, "HistWidth"),
                                         .ts_width = (uint8_t)tb_param(tb, "TsWidth"),
                                         .src_bits_max = (uint8_t)tb_param(tb, "SrcBitsMax")};
}
