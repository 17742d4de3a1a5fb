/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_TESTS_ORACLE_CTR_RUN_H
#define RVT_TESTS_ORACLE_CTR_RUN_H

/* What the tests of the oracle of control transfer records share: builds, and M reading and
 * writing. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "oracle/ctr/ctr.h"
#include "oracle/row.h"

enum { U = ORACLE_CTR_U, S = ORACLE_CTR_S, M = ORACLE_CTR_M, D = ORACLE_CTR_D };
enum { VU = ORACLE_CTR_VU, VS = ORACLE_CTR_VS };

/* Fields of the control registers, by their values. */
enum {
  CTL_U = 1,
  CTL_S = 2,
  CTL_M = 4,
  RASEMU = 0x80,
  STE = 0x100,
  MTE = 0x200,
  BPFRZ = 0x800,
  LCOFIFRZ = 0x1000
};
#define FILTER(type)    (UINT64_C(1) << (32 + (type)))
#define ALL_FILTERS     UINT64_C(0x0000FF3E00000000)
#define HANDLER         UINT64_C(0xffffffc000001000)
#define ALL_OF_MCTRCTL  UINT64_C(0x0000FF3E00001B87)
#define ALL_OF_VSCTRCTL UINT64_C(0x0000FF3E00001983)

/** All that can be built, of 64 bits, at depth 16 after reset. */
static inline struct oracle_ctr_build all_built(void) {
  return (struct oracle_ctr_build){.mxlen = 64,
                                   .xlen = 64,
                                   .depths = 0x1F,
                                   .cycles = true,
                                   .cce_bits = 4,
                                   .type = true,
                                   .misp = true,
                                   .filters = 0xFFFF,
                                   .external = true,
                                   .ras = true,
                                   .hypervisor = true,
                                   .has_overflow = true};
}

static inline struct oracle_ctr_access as(unsigned mode) {
  return (struct oracle_ctr_access){
      .mode = (enum oracle_ctr_mode)mode, .mstateen = true, .hstateen = true};
}

static inline void put(struct oracle_ctr *o, unsigned csr, uint64_t value) {
  const struct oracle_ctr_access m = as(M);
  assert_int_equal(oracle_ctr_write(o, &m, csr, value), ORACLE_CTR_NONE);
}

static inline uint64_t get(const struct oracle_ctr *o, unsigned csr) {
  const struct oracle_ctr_access m = as(M);
  const struct oracle_ctr before = *o;
  uint64_t value = ~UINT64_C(0);
  assert_int_equal(oracle_ctr_read(o, &m, csr, &value), ORACLE_CTR_NONE);
  assert_memory_equal(o, &before, sizeof before);
  return value;
}

static inline void put_entry(struct oracle_ctr *o, unsigned logical, unsigned csr, uint64_t value) {
  struct oracle_ctr_access m = as(M);
  m.siselect = 0x200 + logical;
  assert_int_equal(oracle_ctr_write(o, &m, csr, value), ORACLE_CTR_NONE);
}

static inline uint64_t get_entry(const struct oracle_ctr *o, unsigned logical, unsigned csr) {
  struct oracle_ctr_access m = as(M);
  uint64_t value = ~UINT64_C(0);
  m.siselect = 0x200 + logical;
  m.vsiselect = 0x200 + (255 - logical); /* not that one */
  assert_int_equal(oracle_ctr_read(o, &m, csr, &value), ORACLE_CTR_NONE);
  return value;
}

/** A recorder of `build` whose controls hold `m` and `vs`. */
static inline void begin(struct oracle_ctr *o, struct oracle_ctr_build build, uint64_t m,
                         uint64_t vs) {
  oracle_ctr_init(o, &build);
  put(o, ORACLE_CTR_MCTRCTL, m);
  if (build.hypervisor) put(o, ORACLE_CTR_VSCTRCTL, vs);
}

static inline void jump(struct oracle_ctr *o, unsigned type, uint64_t source, uint64_t target,
                        unsigned mode) {
  oracle_ctr_transfer(o, (uint8_t)type, source, target, false, (enum oracle_ctr_mode)mode);
}

static inline void trap(struct oracle_ctr *o, uint64_t cause, bool interrupt, uint64_t epc,
                        uint64_t handler, unsigned from, unsigned to) {
  oracle_ctr_trap(o, cause, interrupt, epc, handler, (enum oracle_ctr_mode)from,
                  (enum oracle_ctr_mode)to);
}

static inline void back(struct oracle_ctr *o, uint64_t source, uint64_t target, unsigned from,
                        unsigned to) {
  oracle_ctr_return(o, source, target, false, (enum oracle_ctr_mode)from, (enum oracle_ctr_mode)to);
}

static inline void cycles(struct oracle_ctr *o, uint64_t n, unsigned mode) {
  oracle_ctr_cycles(o, n, (enum oracle_ctr_mode)mode);
}

static inline enum oracle_ctr_exception clear(struct oracle_ctr *o, unsigned mode) {
  const struct oracle_ctr_access access = as(mode);
  return oracle_ctr_clear(o, &access);
}

/** As software and as a bench sees it. */
static inline void expect_entry(const struct oracle_ctr *o, unsigned logical, uint64_t source,
                                uint64_t target, uint64_t data) {
  const struct oracle_ctr_entry entry = oracle_ctr_entry_at(o, logical);
  assert_int_equal(entry.source, source);
  assert_int_equal(entry.target, target);
  assert_int_equal(entry.data, data);
  assert_int_equal(get_entry(o, logical, ORACLE_CTR_SIREG), source);
  assert_int_equal(get_entry(o, logical, ORACLE_CTR_SIREG2), target);
  assert_int_equal(get_entry(o, logical, ORACLE_CTR_SIREG3), data);
}

static inline unsigned valid_entries(const struct oracle_ctr *o) {
  unsigned count = 0;
  for (unsigned i = 0; i < ORACLE_CTR_ENTRIES; i++) count += o->physical[i].source & 1;
  return count;
}

/** Nothing but these. */
static inline void expect_count(const struct oracle_ctr *o, unsigned count) {
  assert_int_equal(valid_entries(o), count);
  assert_int_equal(get(o, ORACLE_CTR_SCTRSTATUS) & 0xFF, count);
}

#endif
