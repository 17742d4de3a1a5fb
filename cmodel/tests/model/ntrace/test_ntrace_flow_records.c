/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "flow_clocks.h"
#include "oracle/row.h"
#include "rvt/prng.h"
#include "rvt/unit/ntrace_steps.h"
#include "tests/support/test.h"

/* ---- Records ------------------------------------------------------------------------------- */

/* Flow's records are those of the steps, however many blocks it takes in a clock. */

enum { ENTRIES = 200, RECORDS = 5 * RVT_BLOCKS_MAX * ENTRIES, SEEDS = 1024 };

struct traffic {
  struct rvt_config config;
  struct rvt_params p;
  uint64_t random;
  bool calm; /* few transfers and reasons: counters fill, periods end, runs are long */
  unsigned entries;
  struct rvt_entry entry[ENTRIES];
  unsigned records;
  struct rvt_ntrace_record record[RECORDS]; /* of the steps */
};

static bool once_in(struct traffic *t, unsigned n) { return rvt_prng_below(&t->random, n) == 0; }

static uint8_t some_itype(struct traffic *t) {
  static const uint8_t calm[] = {RVT_IT_NONE, RVT_IT_NOT_TAKEN, RVT_IT_TAKEN, RVT_IT_DIRECT_CALL};
  return t->calm && !once_in(t, 16) ? calm[rvt_prng_below(&t->random, sizeof calm)]
                                    : (uint8_t)rvt_prng_below(&t->random, 16);
}

static struct rvt_head some_block(struct traffic *t) {
  const bool known = !once_in(t, t->calm ? 300 : 12);
  return (struct rvt_head){.known = known,
                           .itype = known ? some_itype(t) : RVT_IT_INTERRUPT,
                           .halfwords = known ? (uint8_t)(1 + rvt_prng_below(&t->random, 15)) : 0,
                           .addr = 0x80 + rvt_prng_below(&t->random, 4),
                           .seq = once_in(t, 9) ? (uint8_t)rvt_prng_below(&t->random, 3) : 0,
                           .notify = once_in(t, t->calm ? 300 : 20),
                           .abs_time = 10 * t->entries};
}

/** Privilege and context of each entry, some of them new. */
static void add_context(struct traffic *t) {
  uint64_t random = ~t->random;
  uint8_t priv = RVT_PRIV_M;
  for (unsigned i = 0; i < t->entries; i++) {
    struct rvt_entry *e = &t->entry[i];
    const bool block = e->head[0].kind == RVT_ENTRY_BLOCK;
    const uint64_t context = rvt_prng_bits(&random, t->p.context_width);
    e->head[0].context_new = t->config.context_en && block && rvt_prng_below(&random, 4) == 0;
    if (e->head[0].context_new || !block) priv = (uint8_t)rvt_prng_below(&random, 8);
    for (unsigned j = 0; j < e->blocks; j++) {
      e->head[j].priv = priv;
      e->head[j].hart_context = context;
    }
  }
}

/** A session that ends now and then, by a stop or an overflow, and begins again. */
static void make_entries(struct traffic *t, uint8_t blocks) {
  bool traced = false;
  for (t->entries = 0; t->entries < ENTRIES; t->entries++) {
    struct rvt_entry *e = &t->entry[t->entries];
    e->blocks = (uint8_t)(1 + rvt_prng_below(&t->random, blocks));
    for (unsigned i = 0; i < e->blocks; i++) e->head[i] = some_block(t);
    struct rvt_head *first = &e->head[0];
    if (!traced) {
      first->kind = RVT_ENTRY_START;
      first->sub = RVT_START_ENABLE;
      first->known = true;
      traced = true;
    } else if (once_in(t, t->calm ? 150 : 25)) {
      e->blocks = 1;
      *first = (struct rvt_head){
          .kind = RVT_ENTRY_STOP,
          .sub = (uint8_t)(RVT_ENDED_DISABLED | (once_in(t, 3) ? RVT_STOP_NOTIFIED : 0)),
          .known = once_in(t, 2),
          .addr = 0x90,
          .abs_time = 10 * t->entries};
      if (once_in(t, 2)) {
        first->kind = RVT_ENTRY_OVERFLOW;
        first->sub = RVT_LOST_BLOCKS;
      }
      traced = false;
    } else if (once_in(t, t->calm ? 150 : 12)) {
      first->sub = once_in(t, 3) ? RVT_BEFORE_RESET : RVT_BEFORE_NOTIFY;
    }
  }
}

static void take_steps(struct traffic *t) {
  struct rvt_ntrace_steps steps;
  rvt_ntrace_steps_init(&steps, &t->p);
  t->records = 0;
  for (unsigned i = 0; i < t->entries; i++) {
    for (unsigned j = 0; j < t->entry[i].blocks; j++) {
      struct rvt_ntrace_step step;
      do {
        rvt_ntrace_steps_decide(&steps, &t->config, &t->entry[i].head[j], &step);
        rvt_ntrace_steps_apply(&steps, &t->config, &t->entry[i].head[j], &step);
        if (step.rec_valid) t->record[t->records++] = step.rec;
      } while (!step.done);
    }
  }
}

static struct traffic *make(uint64_t seed) {
  static struct traffic t;
  static const uint8_t periods[] = {RVT_PERIOD_OFF, RVT_PERIOD_MESSAGES, RVT_PERIOD_HALFWORDS,
                                    RVT_PERIOD_HALFWORDS};
  memset(&t, 0, sizeof t);
  t.random = seed;
  t.calm = seed / 64 % 2;
  t.p = small_build();
  t.p.blocks = (uint8_t)(1 + seed % 4);
  t.p.iretire_width = 4;
  t.p.hist_width = (uint8_t)(3 + rvt_prng_below(&t.random, 4));
  t.p.ts_width = seed % 8 < 4 ? 32 : 0;
  t.config = (struct rvt_config){.active = true,
                                 .mode = seed / 256 % 2 ? RVT_MODE_BTM : RVT_MODE_HTM,
                                 .ir_en = true,
                                 .ir_mode = (uint8_t)rvt_prng_below(&t.random, 4),
                                 .plain_sync = once_in(&t, 4),
                                 .sync_mode = periods[seed / 8 % 4],
                                 .sync_max = seed / 32 % 2 ? 0 : 5};
  t.p.context = (uint8_t)(seed / 512 * (1 + seed / 2 % 2));
  t.p.context_width = (uint8_t)(1 + seed % 58);
  t.p.hcontext_width = seed % 3 ? (uint8_t)(seed % t.p.context_width) : 0;
  t.config.context_en = t.p.context != 0 && seed % 16 != 9;
  make_entries(&t, t.p.blocks);
  add_context(&t);
  take_steps(&t);
  return &t;
}

/** In a build without timestamps a record's time is nobody's. */
static bool same(const struct rvt_params *p, const struct rvt_ntrace_record *a,
                 const struct rvt_ntrace_record *b) {
  return a->tcode == b->tcode && a->sub == b->sub && a->btype == b->btype && a->icnt == b->icnt &&
         a->hist == b->hist && a->addr == b->addr &&
         (p->ts_width == 0 || a->abs_time == b->abs_time);
}

/** The clocks that flow takes; `slow`: the packer does not always take a record. */
static unsigned compare(struct traffic *t, uint8_t flow_blocks, bool slow, uint64_t seed) {
  static struct rvt_ntrace_flow flow;
  struct rvt_params p = t->p;
  p.flow_blocks = flow_blocks;
  rvt_ntrace_flow_init(&flow, &p);
  unsigned put = 0, got = 0, clocks = 0;
  while (put < t->entries || !rvt_ntrace_flow_empty(&flow)) {
    const bool offered = put < t->entries && !(slow && once_in(t, 3));
    const struct rvt_ntrace_flow_in in = {.cfg = &t->config,
                                          .entry = offered ? &t->entry[put] : NULL,
                                          .rec_ready = !(slow && once_in(t, 3))};
    struct rvt_ntrace_flow_out out;
    rvt_ntrace_flow_clock(&flow, &in, &out);
    put += out.taken;
    clocks++;
    assert_true(clocks < 100 * ENTRIES);
    if (!out.rec_valid || !in.rec_ready) continue;
    if (got == t->records || !same(&p, &t->record[got], &out.rec))
      fail_msg("seed %llu, FlowBlocks %u: record %u of %u differs, TCODE %u",
               (unsigned long long)seed, flow_blocks, got, t->records, out.rec.tcode);
    got++;
  }
  assert_int_equal(got, t->records);
  return clocks;
}

static void records_are_those_of_the_steps(void **state) {
  (void)state;
  unsigned records = 0, owns = 0, clocks[RVT_BLOCKS_MAX + 1] = {0};
  for (uint64_t seed = 1; seed <= SEEDS; seed++) {
    struct traffic *t = make(seed);
    records += t->records;
    for (unsigned i = 0; i < t->records; i++) owns += t->record[i].tcode == RVT_TC_OWNERSHIP;
    for (uint8_t flow_blocks = 1; flow_blocks <= t->p.blocks; flow_blocks++) {
      compare(t, flow_blocks, true, seed);
      const unsigned n = compare(t, flow_blocks, false, seed);
      if (t->p.blocks == RVT_BLOCKS_MAX) clocks[flow_blocks] += n;
    }
  }
  assert_true(records > 100 * SEEDS && owns > 50 * SEEDS);
  assert_true(clocks[2] < clocks[1] && clocks[4] < clocks[2]);
}

/* ---- Messages ------------------------------------------------------------------------------ */

/* Periods of messages in flow, a call for each clock: docs/units/period.md. */

static struct clocks after(uint32_t messages) {
  const struct rvt_params p = small_build();
  struct clocks b = session(&p, RVT_MODE_BTM, 1, RVT_IT_NONE);
  b.config.sync_mode = RVT_PERIOD_MESSAGES;
  QUIET(&b);
  b.dut.ahead_q = messages;
  return b;
}

static void the_last_record_of_a_period_makes_a_sync_due(void **state) {
  (void)state;
  struct clocks b = after(14);
  for (unsigned i = 0; i < 2; i++) {
    offer(&b, 0x100, 1, RVT_IT_TAKEN);
    QUIET(&b);
    clocked(&b, false); /* it is not taken */
    assert_false(b.dut.message_q);
    HAS(&b, .tcode = 3, .icnt = i == 0 ? 2 : 1, .abs_time = b.time);
    assert_int_equal(b.dut.message_q, i == 1);
  }
  assert_int_equal(b.dut.ahead_q, 16);
  offer(&b, 0x200, 1, RVT_IT_NONE);
  QUIET(&b);
  QUIET(&b); /* the preparation */
  HAS(&b, .tcode = 9, .sub = 2, .addr = 0x200, .abs_time = b.time);
  assert_false(b.dut.message_q);
  assert_int_equal(b.dut.ahead_q, 0);
  ROW("NT:CTL-08");
}

static void a_change_of_the_period_shows_a_clock_later(void **state) {
  (void)state;
  struct clocks b = after(16);
  b.config.sync_max = 1;
  QUIET(&b);
  assert_false(b.dut.message_q);
  offer(&b, 0x100, 1, RVT_IT_NONE);
  QUIET(&b);
  b.config.sync_max = 0;
  QUIET(&b); /* the run is counted as before */
  assert_true(b.dut.message_q);
  assert_int_equal(b.dut.icnt_q, 2);
  b.config.sync_mode = RVT_PERIOD_OFF;
  offer(&b, 0x101, 1, RVT_IT_NONE);
  QUIET(&b);
  assert_false(b.dut.message_q);
  QUIET(&b);
  assert_int_equal(b.dut.icnt_q, 3);
  b.config.sync_mode = RVT_PERIOD_MESSAGES;
  offer(&b, 0x102, 1, RVT_IT_NONE);
  QUIET(&b);
  QUIET(&b);                           /* the preparation */
  b.config.sync_mode = RVT_PERIOD_OFF; /* the sync comes all the same */
  HAS(&b, .tcode = 9, .sub = 2, .icnt = 3, .addr = 0x102, .abs_time = b.time);
  ROW("TCI:SYNC-07");
}

/* ---- Several blocks a clock -------------------------------------------------------------------
 */

static struct rvt_params four_blocks(void) {
  struct rvt_params p = small_build();
  p.blocks = p.flow_blocks = 4;
  return p;
}

static void several_blocks_take_two_clocks_more(void **state) {
  (void)state;
  const struct rvt_params p = four_blocks();
  struct clocks b = session(&p, HTM, 3, RVT_IT_NONE);
  QUIET(&b);
  offer(&b, 0x83, 1, RVT_IT_TAKEN);
  offer_more(&b, 2, RVT_IT_NONE);
  offer_more(&b, 4, RVT_IT_INDIRECT);
  QUIET(&b); /* -> entry */
  assert_false(b.there);
  QUIET(&b); /* -> plan */
  QUIET(&b); /* -> run */
  assert_true(b.dut.runs.valid_q);
  assert_int_equal(b.dut.icnt_q, 3);
  QUIET(&b); /* all three blocks at once */
  assert_int_equal(b.dut.icnt_q, 10);
  assert_int_equal(b.dut.hist_q, 3);
  assert_true(b.dut.pend_q);
}

/* Each clock has a transfer between blocks of both its sides, as a loop over a table of pointers.
 */
static void a_transfer_in_each_clock_has_a_record_in_each(void **state) {
  (void)state;
  const struct rvt_params p = four_blocks();
  struct clocks b = session(&p, HTM, 1, RVT_IT_NONE);
  QUIET(&b);
  for (unsigned i = 0; i < 12; i++) {
    offer(&b, 0x100, 1, RVT_IT_NOT_TAKEN);
    offer_more(&b, 2, RVT_IT_INDIRECT);
    offer_more(&b, 4, RVT_IT_NONE);
    b.entry.head[2].addr = 0xFE; /* goes on at 0x100, where it should be 0x102 */
    b.entry.head[2].halfwords = 2;
    /* The first clock's own I-CNT has the start's block, the address the way from 0x80. */
    if (i < 4)
      QUIET(&b);
    else if (i == 4)
      HAS(&b, .tcode = 28, .icnt = 4, .hist = 2, .addr = 0x7E, .abs_time = 20);
    else
      HAS(&b, .tcode = 28, .icnt = 5, .hist = 2, .addr = 0, .abs_time = 10 * (i - 2));
    assert_false(b.there);
  }
}

static void hist_keeps_what_is_behind_the_outcome_that_filled_it(void **state) {
  (void)state;
  const struct rvt_params p = four_blocks();
  struct clocks b = session(&p, HTM, 1, RVT_IT_NONE);
  offer(&b, 0x81, 1, RVT_IT_TAKEN);
  offer_more(&b, 1, RVT_IT_NOT_TAKEN);
  QUIET(&b);
  offer(&b, 0x90, 1, RVT_IT_TAKEN);
  offer_more(&b, 1, RVT_IT_TAKEN);
  offer_more(&b, 1, RVT_IT_NOT_TAKEN);
  offer_more(&b, 1, RVT_IT_NONE);
  QUIET(&b);
  offer(&b, 0xA0, 1, RVT_IT_NOT_TAKEN);
  QUIET(&b);
  QUIET(&b); /* 10 */
  QUIET(&b); /* 10 110 */
  assert_int_equal(b.dut.hist_q, 0x36);
  HAS(&b, .tcode = 27, .sub = 1, .hist = 0xD, .abs_time = 30); /* 101; 10 stays, then 0 */
  assert_int_equal(b.dut.hist_q, 0xC);
  assert_int_equal(b.dut.icnt_q, 8);
  HAS(&b, .tcode = 27, .sub = 1, .hist = 0xC, .abs_time = 40);
  assert_int_equal(b.dut.hist_q, 1);
  ROW("NT:HIST-05");
  ROW("NT:HIST-09");
  /* With a transfer that waits, RCODE 1 goes alone, then its message with the rest. */
  b = session(&p, HTM, 1, RVT_IT_TAKEN);
  offer(&b, 0x90, 1, RVT_IT_TAKEN);
  offer_more(&b, 1, RVT_IT_NOT_TAKEN);
  offer_more(&b, 1, RVT_IT_TAKEN);
  offer_more(&b, 1, RVT_IT_INDIRECT);
  QUIET(&b);
  offer(&b, 0x100, 2, RVT_IT_NOT_TAKEN);
  QUIET(&b);
  QUIET(&b);
  QUIET(&b); /* 1 101, and the transfer */
  assert_true(b.dut.pend_q);
  HAS(&b, .tcode = 27, .sub = 1, .hist = 0xE, .abs_time = 20);
  HAS(&b, .tcode = 28, .icnt = 5, .hist = 3, .addr = 0x180, .abs_time = 20);
  assert_int_equal(b.dut.hist_q, 2);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(records_are_those_of_the_steps),
      cmocka_unit_test(the_last_record_of_a_period_makes_a_sync_due),
      cmocka_unit_test(a_change_of_the_period_shows_a_clock_later),
      cmocka_unit_test(several_blocks_take_two_clocks_more),
      cmocka_unit_test(a_transfer_in_each_clock_has_a_record_in_each),
      cmocka_unit_test(hist_keeps_what_is_behind_the_outcome_that_filled_it),
  };
  return cmocka_run_group_tests_name("ntrace_flow_records", tests, NULL, NULL);
}
