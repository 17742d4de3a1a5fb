/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_TESTS_CTR_RUN_H
#define RVT_TESTS_CTR_RUN_H

/* What the tests of the control transfer models share: builds, and M reading and writing. */

#include "oracle/row.h"
#include "rvt/prng.h"
#include "rvt/unit/ctr.h"
#include "tests/support/test.h"

enum { U = RVT_PRIV_U, S = RVT_PRIV_S, M = RVT_PRIV_M, D = RVT_PRIV_DEBUG };
enum { VU = RVT_PRIV_VU, VS = RVT_PRIV_VS };
#define HANDLER UINT64_C(0xffffffc000001000)

/** All that can be built, with 64 bits. */
static inline struct rvt_ctr_params all_built(void) {
  return (struct rvt_ctr_params){.xlen = 64,
                                 .blocks = 4,
                                 .iretire_width = 3,
                                 .depths = 31,
                                 .counter_width = 27,
                                 .misp = true,
                                 .type = true,
                                 .filters = 0xff3e,
                                 .ext_traps = true,
                                 .ras_emu = true,
                                 .hyp = true,
                                 .lcofi = true};
}

/** Any legal build. */
static inline struct rvt_ctr_params any_build(uint64_t *seed) {
  static const uint8_t widths[] = {0, 12, 13, 15, 19, 27};
  struct rvt_ctr_params p = {.xlen = rvt_prng_below(seed, 4) == 0 ? 32 : 64};
  p.blocks = (uint8_t)(1 + rvt_prng_below(seed, 4));
  p.single = rvt_prng_below(seed, 4) == 0;
  p.iretire_width = (uint8_t)(p.single ? 1 : 1 + rvt_prng_below(seed, 8));
  p.depths = (uint8_t)(1 + rvt_prng_below(seed, 31));
  p.counter_width = widths[rvt_prng_below(seed, sizeof widths)];
  p.misp = rvt_prng_below(seed, 2) != 0;
  p.type = rvt_prng_below(seed, 4) != 0;
  if (p.xlen == 64) p.filters = (uint16_t)(rvt_prng_next(seed) & 0xff3e);
  if (p.xlen == 64 && rvt_prng_below(seed, 2) == 0) p.filters = 0xff3e;
  p.ext_traps = rvt_prng_below(seed, 4) != 0;
  p.ras_emu = rvt_prng_below(seed, 4) != 0;
  p.hyp = rvt_prng_below(seed, 3) != 0;
  p.lcofi = rvt_prng_below(seed, 4) != 0;
  p.block_ram = p.depths > 1 && rvt_prng_below(seed, 2) != 0;
  return p;
}

static inline struct rvt_ctr_access as(unsigned mode) {
  return (struct rvt_ctr_access){.mode = (uint8_t)mode, .mstateen = true, .hstateen = true};
}

static inline void put(struct rvt_ctr_records *r, uint16_t csr, uint64_t value) {
  const struct rvt_ctr_access a = as(M);
  assert_int_equal(rvt_ctr_write(r, &a, csr, value), RVT_CTR_NONE);
}

static inline uint64_t get(const struct rvt_ctr_records *r, uint16_t csr) {
  const struct rvt_ctr_access a = as(M);
  uint64_t value = 1;
  assert_int_equal(rvt_ctr_read(r, &a, csr, &value), RVT_CTR_NONE);
  return value;
}

static inline void begin(struct rvt_ctr_records *r, uint64_t m, uint64_t vs) {
  const struct rvt_ctr_params p = all_built();
  assert_int_equal(rvt_ctr_records_init(r, &p, NULL), RVT_OK);
  put(r, RVT_CTR_MCTRCTL, m);
  put(r, RVT_CTR_VSCTRCTL, vs);
}

static inline int jump(struct rvt_ctr_records *r, uint8_t itype, uint64_t source, uint64_t target,
                       uint8_t mode) {
  const struct rvt_ctr_transfer event = {
      .itype = itype, .source = source, .target = target, .from = mode, .to = mode};
  return rvt_ctr_event(r, &event);
}

static inline void trap(struct rvt_ctr_records *r, uint64_t cause, bool interrupt, uint64_t epc,
                        uint64_t handler, uint8_t from, uint8_t to) {
  const struct rvt_ctr_transfer event = {.itype = interrupt ? 2 : 1,
                                         .cause = cause,
                                         .source = epc,
                                         .target = handler,
                                         .from = from,
                                         .to = to};
  (void)rvt_ctr_event(r, &event);
}

static inline void back(struct rvt_ctr_records *r, uint64_t source, uint64_t target, uint8_t from,
                        uint8_t to) {
  const struct rvt_ctr_transfer event = {
      .itype = 3, .source = source, .target = target, .from = from, .to = to};
  (void)rvt_ctr_event(r, &event);
}

/** As software sees it. */
static inline void expect_entry(const struct rvt_ctr_records *r, unsigned logical, uint64_t source,
                                uint64_t target, uint64_t data) {
  struct rvt_ctr_access a = as(M);
  a.select = (uint16_t)(RVT_CTR_SELECT + logical);
  const uint64_t want[] = {source, target, data};
  for (unsigned i = 0; i < 3; i++) {
    uint64_t value = 1;
    assert_int_equal(rvt_ctr_read(r, &a, (uint16_t)(RVT_CTR_SIREG + i), &value), RVT_CTR_NONE);
    assert_int_equal(value, want[i]);
  }
}

/** So many entries have been recorded since reset, and no others. */
static inline void expect_count(const struct rvt_ctr_records *r, unsigned count) {
  unsigned found = 0;
  for (unsigned i = 0; i < RVT_CTR_ENTRIES_MAX; i++) found += r->entry[i].source & 1;
  assert_int_equal(found, count);
  assert_int_equal(get(r, RVT_CTR_SCTRSTATUS) & 0xff, count);
}

#endif
