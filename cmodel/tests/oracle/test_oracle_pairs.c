/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */

/*
 * Two oracles on the same random ingress, of which one has a feature: what it makes of the messages
 * must say what the other's say. RVT_SEED=n runs one seed.
 */

#include <stdio.h>
#include <stdlib.h>

#include "oracle_random.h"
#include "rvt/prng.h"
#include "tests/support/test.h"

enum { CLOCKS = 1500, SEEDS = 200 };

enum what {
  REPEAT,   /* RepeatBranch; and some kinds of messages without TSTAMP */
  ALL_JUMPS /* direct jumps as taken branches; to the other one the hart reports them as these */
};

struct pair {
  enum what what;
  uint64_t seed; /* of what is not the ingress */
  struct oracle_random gen;
  struct oracle *plain, *with;
  uint8_t suppress;
  bool in_overflow, lost;
  uint64_t repeats, counted, branches, untimed;
};

/* ---- Telling -------------------------------------------------------------------------------- */

/* Whether an overflow is open in this clock. It ends before trTeActive may fall, which would forget
 * what is counted (D-20). */
static void choose_loss(struct pair *p, struct oracle_clock *common, bool last) {
  const bool behind = p->lost && p->gen.config.active;
  common->overflow = p->in_overflow || behind ||
                     (oracle_random_qualified(&p->gen) && rvt_prng_below(&p->seed, 100) == 0);
  common->overflow_end = common->overflow && (!p->gen.config.enable ||
                                              (p->in_overflow && rvt_prng_below(&p->seed, 6) == 0));
  p->in_overflow = (common->overflow || oracle_random_hole(&p->gen)) && !common->overflow_end;
  common->lost = !last && p->gen.config.enable && rvt_prng_below(&p->seed, 200) == 0;
  p->lost = common->lost && !p->in_overflow;
  if (!p->gen.config.active) p->in_overflow = p->lost = false;
}

static void tell_plain(struct pair *p, struct oracle_clock c) {
  if (p->what == ALL_JUMPS) {
    const bool jumps = c.itype == 9 || c.itype == 11 || c.itype == 15;
    if (jumps) c.itype = RVT_IT_TAKEN; /* NT:AJM-01 */
    c.config.all_jumps = false;
    c.config.seq_en = false; /* NT:AJM-06 */
    p->branches += jumps;
  }
  oracle_clock(p->plain, &c);
}

static void tell_with(struct pair *p, struct oracle_clock c) {
  if (p->what == REPEAT) {
    c.config.repeat_branch = true;
    c.config.ts_suppress = p->suppress;
  }
  oracle_clock(p->with, &c);
}

static void one_clock(struct pair *p, bool last) {
  struct oracle_clock common = {0};
  choose_loss(p, &common, last);
  for (unsigned i = 0; i < p->gen.slots || i == 0; i++) {
    struct oracle_clock c = p->gen.slot[i];
    c.overflow = common.overflow;
    c.overflow_end = common.overflow_end;
    c.lost = common.lost;
    c.config.all_jumps = true;
    c.config.repeat_branch = false;
    c.config.ts_suppress = 0;
    if (p->what == ALL_JUMPS) c.config.ir_en = false; /* a branch is not pushed */
    tell_plain(p, c);
    tell_with(p, c);
  }
}

/* ---- Comparing ------------------------------------------------------------------------------ */

/* A list of messages, and their times as a reader adds them up. */
struct reader {
  const struct rvt_ntrace_msg *msg;
  size_t count, at;
  uint64_t times; /* that this one is read again, for RepeatBranch */
  uint64_t time;
};

static bool is_branch(const struct rvt_ntrace_msg *m) {
  return m->tcode == RVT_TC_DIRECT_BRANCH || m->tcode == RVT_TC_INDIRECT_BRANCH ||
         m->tcode == RVT_TC_INDIRECT_BRANCH_HIST;
}

static bool same(struct rvt_ntrace_msg a, struct rvt_ntrace_msg b) {
  a.has_tstamp = b.has_tstamp = false;
  a.tstamp = b.tstamp = 0;
  return rvt_ntrace_msg_equal(&a, &b);
}

static void add_time(struct reader *r, const struct rvt_ntrace_msg *m) {
  if (m->has_tstamp) r->time = rvt_ntrace_is_sync(m->tcode) ? m->tstamp : r->time + m->tstamp;
}

/* TCI:TS-18. */
static bool timed(uint8_t suppress, uint8_t tcode) {
  static const uint8_t bit[64] = {
      [3] = 1, [4] = 1, [28] = 1, [27] = 2, [30] = 2, [2] = 4, [33] = 8, [8] = 8};
  return (suppress & bit[tcode]) == 0;
}

/* The message `of` the one with the feature against the next ones of the other. */
static bool one_message(struct pair *p, struct reader *plain, struct reader *with) {
  const struct rvt_ntrace_msg *m = &with->msg[with->at];
  const uint8_t width = p->gen.params.ts_width;
  const uint64_t mask = width >= 64 ? UINT64_MAX : (UINT64_C(1) << width) - 1;
  uint64_t times = 1;
  if (m->tcode == RVT_TC_REPEAT_BRANCH) {
    times = m->bcnt; /* NT:RPT-01 */
    m--;             /* NT:RPT-10 */
    if (times == 0 || with->at == 0 || !is_branch(m) || m->addr != 0) return false;
    p->repeats++;
    p->counted += times;
  } else if (with->at > 0 && p->what == REPEAT && is_branch(m) && m->addr == 0) {
    const struct rvt_ntrace_msg *before = m - 1; /* all that may be counted is */
    if (before->tcode == RVT_TC_REPEAT_BRANCH) before--;
    if (same(*m, *before)) return false;
  }
  const struct rvt_ntrace_msg *sent = &with->msg[with->at++];
  add_time(with, sent);
  bool has_tstamp = false;
  for (; times > 0; times--, plain->at++) {
    if (plain->at == plain->count || !same(plain->msg[plain->at], *m)) return false;
    add_time(plain, &plain->msg[plain->at]);
    has_tstamp = plain->msg[plain->at].has_tstamp;
  }
  if (!timed(p->what == REPEAT ? p->suppress : 0, sent->tcode)) {
    p->untimed += has_tstamp;
    return !sent->has_tstamp;
  }
  /* NT:TSP-11. A RepeatBranch is sent later than its last event: timestamps may be off by then. */
  if (sent->has_tstamp != has_tstamp && sent->tcode != RVT_TC_REPEAT_BRANCH) return false;
  return !sent->has_tstamp || !has_tstamp || ((plain->time ^ with->time) & mask) == 0;
}

static bool compare(struct pair *p) {
  struct reader plain = {0}, with = {0};
  plain.msg = oracle_messages(p->plain, &plain.count);
  with.msg = oracle_messages(p->with, &with.count);
  while (with.at < with.count) {
    const size_t at = with.at, other = plain.at;
    if (!one_message(p, &plain, &with)) {
      const struct rvt_ntrace_msg *m = &with.msg[at];
      print_error("message %zu, TCODE %u, I-CNT %llu, B-CNT %llu, is not what the plain messages "
                  "from %zu of %zu on say\n",
                  at, m->tcode, (unsigned long long)m->icnt, (unsigned long long)m->bcnt, other,
                  plain.count);
      return false;
    }
  }
  return plain.at == plain.count;
}

/* ---- Running -------------------------------------------------------------------------------- */

static void seed(struct pair *p, enum what what, uint64_t seed) {
  p->what = what;
  p->seed = ~seed;
  p->in_overflow = p->lost = false;
  p->suppress = (uint8_t)rvt_prng_below(&p->seed, 16);
  oracle_random_init(&p->gen, seed);
  p->gen.params.all_jumps = true;
  p->gen.params.repeat_branch = true;
  p->gen.style.loop = (uint8_t)rvt_prng_below(&p->seed, 120);
  p->plain = oracle_new(&oracle_of_ntrace, &p->gen.params);
  p->with = oracle_new(&oracle_of_ntrace, &p->gen.params);
  assert_true(p->plain != NULL && p->with != NULL);
  for (unsigned clock = 0; clock < CLOCKS; clock++) {
    oracle_random_next(&p->gen);
    one_clock(p, false);
  }
  oracle_random_disable(&p->gen); /* brings out what waits */
  one_clock(p, true);
  if (!compare(p)) {
    print_error("repeat: RVT_SEED=%llu build/tests/test_oracle_pairs\n", (unsigned long long)seed);
    fail();
  }
  oracle_free(p->plain);
  oracle_free(p->with);
}

static void seeds(struct pair *p, enum what what) {
  const char *one = getenv("RVT_SEED");
  if (one != NULL) {
    seed(p, what, strtoull(one, NULL, 0));
    return;
  }
  for (uint64_t i = 1; i <= SEEDS; i++) seed(p, what, i);
}

static void repeats_say_what_they_stand_for(void **state) {
  (void)state;
  static struct pair p;
  seeds(&p, REPEAT);
  print_message("%llu RepeatBranch of %llu messages, %llu without TSTAMP\n",
                (unsigned long long)p.repeats, (unsigned long long)p.counted,
                (unsigned long long)p.untimed);
  assert_true(getenv("RVT_SEED") != NULL ||
              (p.repeats > 1000 && p.counted > 2 * p.repeats && p.untimed > 1000));
}

static void direct_jumps_are_as_taken_branches(void **state) {
  (void)state;
  static struct pair p;
  seeds(&p, ALL_JUMPS);
  print_message("%llu direct jumps\n", (unsigned long long)p.branches);
  assert_true(getenv("RVT_SEED") != NULL || p.branches > 10000);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(repeats_say_what_they_stand_for),
      cmocka_unit_test(direct_jumps_are_as_taken_branches),
  };
  return cmocka_run_group_tests_name("oracle pairs", tests, NULL, NULL);
}
