/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */

/*
 * The functional model of control transfer records against the oracle: random builds, in each a
 * stream of events and accesses of any kind; after each step all registers, and the entries that a
 * step may have changed; at the end all entries.
 *
 * CTR_TRANSFERS=N: so many transfers, by hand. RVT_SEED=N: the stream with that seed alone.
 */

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "ctr_run.h"
#include "oracle/ctr/ctr.h"

enum { STEPS = 4000, TRANSFERS = 300000 };

struct pair {
  uint64_t seed, stream;
  struct rvt_ctr_records model;
  struct oracle_ctr oracle;
  bool xlen32;
  unsigned step;
  char what[160]; /* the last step */
  bool tame;      /* controls that record much */
  uint64_t transfers, records, freezes, refusals;
};

static uint32_t below(struct pair *p, uint32_t limit) { return rvt_prng_below(&p->seed, limit); }

static uint64_t word(struct pair *p) {
  const uint64_t value = rvt_prng_bits(&p->seed, 64);
  return p->model.p.xlen == 32 || p->xlen32 ? (uint32_t)value : value;
}

/** A mode of the build, or debug; codes that are none are told by other tests. */
static uint8_t any_mode(struct pair *p) {
  static const uint8_t modes[] = {U, S, M, VU, VS};
  return below(p, 16) == 0 ? D : modes[below(p, p->model.p.hyp ? 5 : 3)];
}

static void failed(const struct pair *p, const char *what, uint64_t model, uint64_t oracle) {
  fail_msg("step %u, %s: %s: model 0x%" PRIx64 ", oracle 0x%" PRIx64 " (RVT_SEED=%" PRIu64 ")",
           p->step, p->what, what, model, oracle, p->stream);
}

static void same(const struct pair *p, const char *what, uint64_t model, uint64_t oracle) {
  if (model != oracle) failed(p, what, model, oracle);
}

static void same_entry(const struct pair *p, unsigned at) {
  const struct rvt_ctr_entry *const m = &p->model.entry[at];
  const struct oracle_ctr_entry *const o = &p->oracle.physical[at];
  if (m->source == o->source && m->target == o->target && m->data == o->data) return;
  fprintf(stderr, "entry %u\n", at);
  same(p, "ctrsource", m->source, o->source);
  same(p, "ctrtarget", m->target, o->target);
  same(p, "ctrdata", m->data, o->data);
}

static void same_registers(const struct pair *p) {
  const struct rvt_ctr_records *const m = &p->model;
  const struct oracle_ctr *const o = &p->oracle;
  same(p, "mctrctl", m->mctrctl_q, o->mctrctl);
  same(p, "vsctrctl", m->vsctrctl_q, o->vsctrctl);
  same(p, "DEPTH", m->depth_q, o->depth_code);
  same(p, "WRPTR", m->wrptr_q, o->wrptr);
  same(p, "FROZEN", m->frozen_q, o->frozen);
  same(p, "the counter", m->counter_q, o->counter);
  if (m->counter_max != 0) same(p, "CCV of the next record", m->valid_q, o->ccv);
}

static void count(struct pair *p) {
  static const uint32_t most[] = {4, 40, 5000, 40000, 1u << 28};
  const uint32_t n = below(p, most[below(p, below(p, 8) == 0 ? 5 : 2)]);
  const uint8_t mode = any_mode(p);
  snprintf(p->what, sizeof p->what, "%u cycles in mode %u", n, mode);
  rvt_ctr_cycles(&p->model, n, mode);
  oracle_ctr_cycles(&p->oracle, n, (enum oracle_ctr_mode)mode);
}

static void transfer(struct pair *p) {
  static const uint8_t causes[] = {3, 13, 8, 12, 64 + 3, 0};
  const struct rvt_ctr_transfer e = {.itype = (uint8_t)below(p, 16),
                                     .mispredict = below(p, 2) != 0,
                                     .from = any_mode(p),
                                     .to = any_mode(p),
                                     .cause = causes[below(p, 4)],
                                     .source = word(p),
                                     .target = word(p)};
  snprintf(p->what, sizeof p->what,
           "itype %u from mode %u to %u, cause %u, mctrctl 0x%" PRIx64 ", vsctrctl 0x%" PRIx64,
           e.itype, e.from, e.to, (unsigned)e.cause, p->model.mctrctl_q, p->model.vsctrctl_q);
  const bool was_frozen = p->model.frozen_q;
  const int at = rvt_ctr_event(&p->model, &e);
  const enum oracle_ctr_mode from = (enum oracle_ctr_mode)e.from, to = (enum oracle_ctr_mode)e.to;
  if (e.itype == 1 || e.itype == 2)
    oracle_ctr_trap(&p->oracle, e.cause, e.itype == 2, e.source, e.target, from, to);
  else if (e.itype == 3)
    oracle_ctr_return(&p->oracle, e.source, e.target, e.mispredict, from, to);
  else
    oracle_ctr_transfer(&p->oracle, e.itype, e.source, e.target, e.mispredict, from);
  if (at != RVT_CTR_UNTOUCHED) same_entry(p, (unsigned)at);
  p->transfers++;
  p->records += at != RVT_CTR_UNTOUCHED;
  p->freezes += !was_frozen && p->model.frozen_q;
}

/** Controls by chance; most of the time the modes are enabled and nothing is filtered. */
static uint64_t control(struct pair *p) {
  uint64_t value = rvt_prng_next(&p->seed);
  if (p->tame) {
    value |= RVT_CTR_CTL_U | RVT_CTR_CTL_S | RVT_CTR_CTL_M;
    if (below(p, 2) != 0) value &= UINT32_MAX;
    if (below(p, 4) != 0) value &= ~(uint64_t)(RVT_CTR_CTL_RASEMU | RVT_CTR_CTL_BPFRZ);
  }
  return value;
}

static uint16_t any_csr(struct pair *p) {
  static const uint16_t csrs[] = {0x14e, 0x14f, 0x15f, 0x24e, 0x34e, 0x151, 0x152, 0x153, 0x155,
                                  0x156, 0x157, 0x251, 0x252, 0x253, 0x255, 0x256, 0x257};
  return csrs[below(p, sizeof csrs / sizeof csrs[0])];
}

static uint64_t operand(struct pair *p, uint16_t csr) {
  switch (csr) {
  case RVT_CTR_SCTRCTL:
  case RVT_CTR_VSCTRCTL:
  case RVT_CTR_MCTRCTL: return control(p);
  case RVT_CTR_SCTRSTATUS: return below(p, 256) | (below(p, 4) == 0 ? RVT_CTR_FROZEN : 0);
  default: return rvt_prng_next(&p->seed);
  }
}

static void access_csr(struct pair *p) {
  struct rvt_ctr_access a = {.mode = below(p, 3) == 0 ? any_mode(p) : M,
                             .xlen32 = p->xlen32,
                             .mstateen = below(p, 4) != 0,
                             .hstateen = below(p, 4) != 0,
                             .select = (uint16_t)(RVT_CTR_SELECT + below(p, 256))};
  if (below(p, 2) == 0) a.select = (uint16_t)(RVT_CTR_SELECT + below(p, 16));
  const uint16_t csr = any_csr(p);
  const struct oracle_ctr_access o = {.mode = (enum oracle_ctr_mode)a.mode,
                                      .mstateen = a.mstateen,
                                      .hstateen = a.hstateen,
                                      .siselect = a.select,
                                      .vsiselect = a.select};
  snprintf(p->what, sizeof p->what, "CSR 0x%x from mode %u, %d %d, select 0x%x", csr, a.mode,
           a.mstateen, a.hstateen, a.select);
  unsigned found, wanted;
  uint64_t value = 0, expected = 0;
  switch (below(p, 8)) {
  case 0:
    if (below(p, 8) != 0) return;
    found = rvt_ctr_clear(&p->model, &a);
    wanted = oracle_ctr_clear(&p->oracle, &o);
    break;
  case 1:
  case 2:
  case 3:
  case 4:
    value = operand(p, csr);
    if (p->model.p.xlen == 32) value = (uint32_t)value;
    found = rvt_ctr_write(&p->model, &a, csr, value);
    wanted = oracle_ctr_write(&p->oracle, &o, csr, value);
    value = 0;
    break;
  default:
    found = rvt_ctr_read(&p->model, &a, csr, &value);
    wanted = oracle_ctr_read(&p->oracle, &o, csr, &expected);
    break;
  }
  same(p, "exception", found, wanted);
  same(p, "value", value, expected);
  for (unsigned i = 0; i < RVT_CTR_ENTRIES_MAX; i++) same_entry(p, i);
  p->refusals += found != RVT_CTR_NONE;
}

static void begin_pair(struct pair *p, uint64_t stream) {
  p->seed = p->stream = stream;
  const struct rvt_ctr_params b = any_build(&p->seed);
  assert_int_equal(rvt_ctr_records_init(&p->model, &b, NULL), RVT_OK);
  p->xlen32 = b.xlen == 64 && below(p, 6) == 0;
  p->tame = below(p, 4) != 0;
  static const uint8_t exponents[] = {[12] = 0, [13] = 1, [15] = 2, [19] = 3, [27] = 4};
  const struct oracle_ctr_build build = {.mxlen = b.xlen,
                                         .xlen = p->xlen32 ? 32 : b.xlen,
                                         .depths = b.depths,
                                         .cycles = b.counter_width != 0,
                                         .cce_bits = exponents[b.counter_width],
                                         .type = b.type,
                                         .misp = b.misp,
                                         .filters = b.filters,
                                         .external = b.ext_traps,
                                         .ras = b.ras_emu,
                                         .hypervisor = b.hyp,
                                         .has_overflow = b.lcofi};
  oracle_ctr_init(&p->oracle, &build);
  if (p->tame) {
    const struct rvt_ctr_access a = {.mode = M, .xlen32 = p->xlen32};
    const struct oracle_ctr_access o = {.mode = ORACLE_CTR_M};
    const uint16_t csrs[] = {RVT_CTR_MCTRCTL, RVT_CTR_VSCTRCTL};
    for (unsigned i = 0; i < (b.hyp ? 2 : 1); i++) {
      const uint64_t value = b.xlen == 64 ? control(p) : (uint32_t)control(p);
      assert_int_equal(rvt_ctr_write(&p->model, &a, csrs[i], value), RVT_CTR_NONE);
      assert_int_equal(oracle_ctr_write(&p->oracle, &o, csrs[i], value), ORACLE_CTR_NONE);
    }
  }
}

static void stream(struct pair *p, uint64_t seed) {
  begin_pair(p, seed);
  same_registers(p);
  for (p->step = 0; p->step < STEPS; p->step++) {
    const uint32_t kind = below(p, 16);
    if (kind == 0)
      access_csr(p);
    else if (kind < 4)
      count(p);
    else
      transfer(p);
    same_registers(p);
  }
  for (unsigned i = 0; i < RVT_CTR_ENTRIES_MAX; i++) same_entry(p, i);
}

static void random_streams(void **state) {
  (void)state;
  static struct pair p;
  const char *const one = getenv("RVT_SEED"), *const many = getenv("CTR_TRANSFERS");
  const uint64_t wanted = many == NULL ? TRANSFERS : strtoull(many, NULL, 10);
  if (one != NULL) {
    stream(&p, strtoull(one, NULL, 10));
    return;
  }
  for (uint64_t seed = 1; p.transfers < wanted; seed++) stream(&p, seed);
  printf("%" PRIu64 " transfers, %" PRIu64 " records, %" PRIu64 " freezes, %" PRIu64
         " accesses refused\n",
         p.transfers, p.records, p.freezes, p.refusals);
  assert_true(p.records > p.transfers / 8 && p.freezes > 100 && p.refusals > 100);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(random_streams)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
