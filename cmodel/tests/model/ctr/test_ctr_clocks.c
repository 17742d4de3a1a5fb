/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */

/*
 * The clocked model of control transfer records against the functional one, under a hart that
 * behaves: it waits for its accesses, tells a trap or return in the last slot of a clock, and
 * nothing of its mode in a clock without a slot. The latter model is told what the hart did, not
 * what its ports carry. RVT_SEED=N: the stream with that seed alone.
 */

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ctr_run.h"

enum { CLOCKS = 4000, STREAMS = 60 };

/** What a clock does. */
struct doing {
  uint8_t mode;
  bool counts;
  unsigned events;
  struct rvt_ctr_transfer event[RVT_BLOCKS_MAX];
};

struct run {
  uint64_t seed, stream;
  unsigned clock;
  struct rvt_ctr clocked;
  struct rvt_ctr_records records;
  uint8_t mode;
  bool halted;
  struct rvt_ctr_in in;
  struct doing now, before;
  bool waits; /* for an access ... */
  unsigned since;
  bool busy; /* its clock had transfers */
  uint8_t op;
  uint16_t csr;
  uint64_t wdata;
  struct rvt_ctr_access access;
  uint64_t transfers, accesses, together, clears, longest;
};

static uint32_t below(struct run *t, uint32_t limit) { return rvt_prng_below(&t->seed, limit); }

static uint64_t word(struct run *t) {
  return rvt_prng_next(&t->seed) & (t->records.p.xlen == 32 ? UINT32_MAX : UINT64_MAX);
}

static uint8_t any_mode(struct run *t) {
  static const uint8_t modes[] = {U, S, M, VU, VS};
  return modes[below(t, t->records.p.hyp ? 5 : 3)];
}

/** One slot: its ports, and what it is. @return false after the last one of the clock */
static bool slot(struct run *t, unsigned i) {
  static const uint8_t causes[] = {3, 13, 8, 12};
  const struct rvt_ctr_params *const p = &t->records.p;
  struct rvt_block *const b = &t->in.hart.block[i];
  struct rvt_ctr_transfer e = {.itype = (uint8_t)below(t, 16), .from = t->mode, .to = t->mode};
  if (e.itype <= 3 && below(t, 3) != 0) e.itype = 5;
  const bool trap = e.itype == 1 || e.itype == 2, last = trap || e.itype == 3;
  e.mispredict = below(t, 2) != 0;
  e.source = word(t) & ~UINT64_C(1);
  e.target = word(t) & ~UINT64_C(1);
  t->in.hart.slot[i] = (struct rvt_ctr_slot){.mispredict = e.mispredict, .target = e.target};
  b->itype = e.itype;
  if (trap) {
    t->in.hart.epc = e.source;
    e.cause = t->in.hart.cause = causes[below(t, sizeof causes)];
    if (below(t, 2) == 0) t->in.hart.cause += 64;
  } else {
    const uint32_t most = (1u << p->iretire_width) - 1;
    const uint32_t size = most < 2 || below(t, 2) == 0 ? 1 : 2;
    b->iretire = (uint8_t)(p->single ? 1 : size + below(t, most - size + 1));
    b->ilastsize = (uint8_t)(p->single ? below(t, 2) : size - 1);
    b->iaddr = p->single ? e.source : e.source - 2 * (b->iretire - (uint64_t)size);
    if (p->xlen == 32) b->iaddr = (uint32_t)b->iaddr;
  }
  if (last) t->mode = e.to = t->in.hart.priv_after = any_mode(t);
  if (e.itype != 0 && e.itype != 6 && e.itype != 7) t->now.event[t->now.events++] = e;
  return !last;
}

static void hart(struct run *t) {
  t->in.hart = (struct rvt_ctr_hart){.priv = (uint8_t)below(t, 8),
                                     .priv_after = (uint8_t)below(t, 8),
                                     .cause = word(t),
                                     .epc = word(t)};
  t->now = (struct doing){.mode = t->mode, .counts = below(t, 4) != 0};
  t->in.hart.cycle = t->now.counts;
  if (below(t, 200) == 0 && !t->waits) t->halted = !t->halted;
  t->in.hart.halted = t->halted;
  if (t->halted) t->now.counts = false;
  if (t->waits || t->halted || below(t, 3) == 0) return;
  t->in.hart.priv = t->mode;
  for (unsigned i = 0; i < t->records.p.blocks; i++)
    if (below(t, 3) != 0 && !slot(t, i)) break;
}

static uint64_t operand(struct run *t) {
  switch (t->csr) {
  case RVT_CTR_MCTRCTL:
  case RVT_CTR_SCTRCTL:
  case RVT_CTR_VSCTRCTL: return (word(t) & (below(t, 2) == 0 ? UINT64_MAX : ~UINT64_C(0x880))) | 7;
  case RVT_CTR_SCTRSTATUS: return below(t, 4) == 0 ? word(t) : below(t, 256);
  default: return word(t);
  }
}

/** A new access, of an instruction behind all that this clock tells. */
static void ask(struct run *t) {
  static const uint16_t csrs[] = {0x14e, 0x14f, 0x15f, 0x24e, 0x34e, 0x151,
                                  0x152, 0x153, 0x156, 0x251, 0x253, 0x154};
  t->waits = true;
  t->since = 0;
  t->op = (uint8_t)below(t, 4);
  if (t->op == 2 && below(t, 4) != 0) t->op = 1;
  t->csr = csrs[below(t, sizeof csrs / sizeof csrs[0])];
  t->wdata = operand(t);
  t->access = (struct rvt_ctr_access){.mode = below(t, 3) == 0 ? t->mode : M,
                                      .xlen32 = below(t, 8) == 0,
                                      .mstateen = below(t, 8) != 0,
                                      .hstateen = below(t, 8) != 0,
                                      .select = (uint16_t)(RVT_CTR_SELECT + below(t, 256))};
  if (below(t, 2) == 0) t->access.select = (uint16_t)(RVT_CTR_SELECT + below(t, 16));
  t->in.csr_valid = true;
  t->in.csr_op = t->op;
  t->in.csr_addr = t->csr;
  t->in.csr_select = t->access.select;
  t->in.csr_wdata = t->wdata;
  t->in.csr_mode = t->access.mode;
  t->in.csr_xlen32 = t->access.xlen32;
  t->in.mstateen_ctr = t->access.mstateen;
  t->in.hstateen_ctr = t->access.hstateen;
  t->busy = t->now.events != 0;
  t->together += t->now.events == t->records.p.blocks;
}

static void same(const struct run *t, const char *what, uint64_t clocked, uint64_t wanted) {
  if (clocked != wanted)
    fail_msg("clock %u: %s: clocked 0x%" PRIx64 ", wanted 0x%" PRIx64 " (RVT_SEED=%" PRIu64 ")",
             t->clock, what, clocked, wanted, t->stream);
}

/** The functional model does what the clocked one has just executed. */
static void follow(struct run *t) {
  const struct doing *const d = &t->before;
  if (d->counts) rvt_ctr_cycles(&t->records, 1, d->mode);
  for (unsigned i = 0; i < d->events; i++) (void)rvt_ctr_event(&t->records, &d->event[i]);
  t->transfers += d->events;
}

static void answered(struct run *t, const struct rvt_ctr_out *out) {
  uint64_t value = 0;
  enum rvt_ctr_exception exception;
  if (t->op == RVT_CTR_CLEAR)
    exception = rvt_ctr_clear(&t->records, &t->access);
  else if (t->op == RVT_CTR_WRITE)
    exception = rvt_ctr_write(&t->records, &t->access, t->csr, t->wdata);
  else
    exception = rvt_ctr_read(&t->records, &t->access, t->csr, &value);
  same(t, "exception", out->csr_exc, exception);
  same(t, "data", out->csr_rdata, value);
  if (t->op != RVT_CTR_WRITE) same(t, "clocks to an answer", t->since, t->busy ? 2 : 1);
  t->clears += t->op == RVT_CTR_CLEAR && exception == RVT_CTR_NONE;
  t->accesses++;
  if (t->since > t->longest) t->longest = t->since;
  t->waits = false;
}

static void clock(struct run *t) {
  struct rvt_ctr_out out;
  t->in.csr_valid = false;
  hart(t);
  rvt_ctr_outputs(&t->clocked, &out);
  if (!t->waits) {
    same(t, "csr_ready", out.csr_ready, true);
    if (below(t, 6) == 0) ask(t);
  }
  rvt_ctr_tick(&t->clocked, &t->in);
  follow(t);
  rvt_ctr_outputs(&t->clocked, &out);
  if (t->waits && out.csr_done) answered(t, &out);
  t->since++;
  t->before = t->now;
  same(t, "mctrctl", t->clocked.r.mctrctl_q, t->records.mctrctl_q);
  same(t, "counter", t->clocked.r.counter_q, t->records.counter_q);
  if (memcmp(&t->clocked.r, &t->records, sizeof t->records) != 0)
    fail_msg("clock %u: the records differ (RVT_SEED=%" PRIu64 ")", t->clock, t->stream);
}

static void stream(struct run *t, uint64_t seed) {
  t->seed = t->stream = seed;
  const struct rvt_ctr_params p = any_build(&t->seed);
  t->mode = M;
  t->halted = t->waits = false;
  t->in = (struct rvt_ctr_in){.csr_valid = false};
  t->before = (struct doing){.mode = M};
  assert_int_equal(rvt_ctr_init(&t->clocked, &p, NULL), RVT_OK);
  assert_int_equal(rvt_ctr_records_init(&t->records, &p, NULL), RVT_OK);
  for (t->clock = 0; t->clock < CLOCKS; t->clock++) clock(t);
}

static void a_hart_that_waits(void **state) {
  (void)state;
  static struct run t;
  const char *const one = getenv("RVT_SEED"), *const many = getenv("CTR_STREAMS");
  if (one != NULL) {
    stream(&t, strtoull(one, NULL, 10));
    return;
  }
  const uint64_t streams = many == NULL ? STREAMS : strtoull(many, NULL, 10);
  for (uint64_t seed = 1; seed <= streams; seed++) stream(&t, seed);
  printf("%" PRIu64 " transfers, %" PRIu64 " accesses, %" PRIu64 " behind a full clock, %" PRIu64
         " clears, at most %" PRIu64 " clocks to an answer\n",
         t.transfers, t.accesses, t.together, t.clears, t.longest);
  assert_true(t.transfers > 10000 && t.accesses > 1000 && t.together > 100 && t.clears > 10);
  assert_true(t.longest > 200 && t.longest < 300); /* a walk of 256 entries */
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(a_hart_that_waits)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
