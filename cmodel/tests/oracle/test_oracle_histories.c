/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */

/*
 * Random ingress with many branches through a functional encoder that counts outcomes, and the
 * judge of what the oracle says of it; and the judge itself: one thing wrong in a stream, and it is
 * refused. RVT_SEED=n runs one seed; RVT_INSNS=n goes on until n instructions were traced (`make
 * oracle-long`).
 */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "oracle_random.h"
#include "rvt/prng.h"
#include "rvt/unit/encode.h"
#include "tests/support/test.h"

enum { CLOCKS = 3000, SEEDS = 400 };

/* What one message of a stream is made to say. */
enum wrong {
  RIGHT,
  COUNT_MORE, /* HREPEAT, and B-CNT */
  COUNT_LESS,
  OUTCOME,  /* another one */
  LEFT_OUT, /* the message */
  TWICE,
  LATER,  /* RCODE 0 after the message that follows it */
  SOONER, /* ... before the one that it follows */
  TIME,
  SPLIT, /* RCODE 1 in messages of an outcome each: right, and too dear */
  WRONGS
};
static const char *const names[WRONGS] = {"right", "count + 1", "count - 1", "outcome", "left out",
                                          "twice", "later",     "sooner",    "time",    "split"};

struct compare {
  uint64_t seed, other; /* of the ingress; of losses, flushes and what is wrong */
  struct oracle_random gen;
  enum rvt_loss loss;
  struct rvt_encode encode;
  struct oracle *oracle;
  struct oracle_history *history;
  enum wrong wrong;
  bool done; /* it has been */
  bool kept; /* a message waits for the next one */
  struct rvt_ntrace_msg keep;
  bool refused;
  char why[ORACLE_HISTORY_TEXT];
  uint64_t insns, messages;
  uint64_t refusals[WRONGS], dones[WRONGS];
};

static void show(const struct rvt_ntrace_msg *m) {
  print_error("TCODE %u SRC %u SYNC %u B-TYPE %u RCODE %u EVCODE %u I-CNT %llu ADDR 0x%llx HIST "
              "0x%llx HREPEAT %llu B-CNT %llu TSTAMP %d:%llu\n",
              m->tcode, m->src, m->sync, m->btype, m->rcode, m->evcode, (unsigned long long)m->icnt,
              (unsigned long long)m->addr, (unsigned long long)m->hist,
              (unsigned long long)m->hrepeat, (unsigned long long)m->bcnt, m->has_tstamp,
              (unsigned long long)m->tstamp);
}

static void judge(struct compare *c, const struct rvt_ntrace_msg *m) {
  c->messages++;
  if (c->refused || oracle_history_take(c->history, m, c->why)) return;
  c->refused = true;
  if (c->wrong != RIGHT) return;
  print_error("seed %llu: %s: ", (unsigned long long)c->seed, c->why);
  show(m);
}

static bool is_full(const struct rvt_ntrace_msg *m, uint8_t rcode) {
  return m->tcode == RVT_TC_RESOURCE_FULL && m->rcode == rcode;
}

/* @return whether the message could be made wrong, and was */
static bool spoil(struct compare *c, struct rvt_ntrace_msg *m) {
  uint64_t *count = is_full(m, RVT_RC_HIST_REPEAT)     ? &m->hrepeat
                    : m->tcode == RVT_TC_REPEAT_BRANCH ? &m->bcnt
                                                       : NULL;
  switch (c->wrong) {
  case COUNT_MORE:
  case COUNT_LESS:
    if (count == NULL) return false;
    *count += c->wrong == COUNT_MORE ? 1 : UINT64_MAX;
    return true;
  case OUTCOME:
    if (m->hist <= 1) return false;
    m->hist ^= 1;
    return true;
  case TIME: m->tstamp += m->has_tstamp; return m->has_tstamp;
  default: return false;
  }
}

/* The message as it was sent, or with what is wrong, about once a run. */
static void take(struct compare *c, struct rvt_ntrace_msg m) {
  const bool may = c->wrong != RIGHT && !c->done && rvt_prng_below(&c->other, 30) == 0;
  if (c->kept) { /* the two in the other order */
    judge(c, &m);
    judge(c, &c->keep);
    c->kept = false;
    return;
  }
  if (may && spoil(c, &m)) {
    c->done = true;
  } else if (may && c->wrong == LEFT_OUT) {
    c->done = true;
    return;
  } else if (may && c->wrong == TWICE) {
    c->done = true;
    judge(c, &m);
  } else if (may && c->wrong == SPLIT && is_full(&m, RVT_RC_HIST)) {
    unsigned count = 0;
    for (uint64_t h = m.hist; h > 1; h >>= 1) count++;
    if (count > 12 && c->gen.config.repeat_hist) {
      const uint64_t hist = m.hist;
      for (unsigned i = count; i-- > 0;) {
        m.hist = 2 | (hist >> i & 1);
        judge(c, &m);
        m.tstamp = 0;
      }
      c->done = true;
      return;
    }
  }
  if (c->wrong == LATER && !c->done && is_full(&m, RVT_RC_ICNT) && may) {
    c->done = c->kept = true;
    c->keep = m;
    return;
  }
  judge(c, &m);
}

static void encoded(struct compare *c, const struct rvt_ntrace_msg *msgs, size_t n) {
  for (size_t i = 0; i < n; i++) {
    /* RCODE 0 before a full count that ended before it came. */
    const bool swaps = c->wrong == SOONER && !c->done && i + 1 < n &&
                       is_full(&msgs[i + 1], RVT_RC_ICNT) && !is_full(&msgs[i], RVT_RC_ICNT) &&
                       msgs[i].tcode != RVT_TC_RESOURCE_FULL;
    if (swaps) {
      c->done = true;
      judge(c, &msgs[i + 1]);
      judge(c, &msgs[i]);
      i++;
      continue;
    }
    take(c, msgs[i]);
  }
}

static void flush(struct compare *c) {
  struct rvt_ntrace_msg msgs[RVT_ENCODE_MSGS_MAX];
  size_t n;
  const struct oracle_origin now =
      oracle_origin_now(c->oracle, &c->gen.config, c->gen.ingress.time);
  oracle_history_flush(c->history, &now);
  rvt_ntrace_encode_flush_msgs(&c->encode, &c->gen.config, msgs, &n);
  encoded(c, msgs, n);
}

static void one_clock(struct compare *c) {
  for (unsigned i = 0; i < c->gen.slots || i == 0; i++) {
    c->gen.slot[i].overflow = c->loss != RVT_LOSS_NONE;
    c->gen.slot[i].overflow_end = c->loss == RVT_LOSS_END;
    c->gen.slot[i].lost = false;
    oracle_clock(c->oracle, &c->gen.slot[i]);
  }
  size_t n;
  const struct rvt_ntrace_msg *told = oracle_messages(c->oracle, &n);
  for (size_t i = 0; i < n; i++)
    oracle_history_tell(c->history, &told[i], &oracle_origins(c->oracle)[i]);
  oracle_take(c->oracle);
  struct rvt_ntrace_msg msgs[RVT_ENCODE_MSGS_MAX];
  for (unsigned i = 0; i < c->gen.slots; i++) {
    if (!c->gen.slot[i].expired) continue;
    rvt_encode_due(&c->encode, i);
    break;
  }
  rvt_ntrace_encode_push_msgs(&c->encode, &c->gen.config, &c->gen.ingress, c->loss, msgs, &n);
  encoded(c, msgs, n);
  if (c->loss == RVT_LOSS_NONE) c->insns += oracle_random_insns(&c->gen);
  if (!c->gen.config.active) oracle_history_clear(c->history);
}

static void next_loss(struct compare *c, bool allowed) {
  if (c->loss == RVT_LOSS_REFUSE) {
    c->loss = rvt_prng_below(&c->other, 6) == 0 || !allowed ? RVT_LOSS_END : RVT_LOSS_REFUSE;
    return;
  }
  const bool opens =
      allowed && oracle_random_qualified(&c->gen) && rvt_prng_below(&c->other, 300) == 0;
  c->loss = opens ? RVT_LOSS_REFUSE : RVT_LOSS_NONE;
}

/* @return whether nothing was refused, and nothing is left */
static bool run(struct compare *c, uint64_t seed, enum wrong wrong) {
  const bool lossy = seed % 4 == 0;
  const unsigned flushes = seed % 3 == 0 ? 0 : seed % 3 == 1 ? 500 : 40;
  c->seed = seed;
  c->other = ~seed;
  c->wrong = wrong;
  c->loss = RVT_LOSS_NONE;
  c->done = c->kept = c->refused = false;
  oracle_random_histories(&c->gen, seed);
  assert_int_equal(rvt_encode_init(&c->encode, &c->gen.params, NULL), RVT_OK);
  c->oracle = oracle_new(&oracle_of_ntrace, &c->gen.params);
  c->history = oracle_history_new(&c->gen.params);
  assert_non_null(c->oracle);
  assert_non_null(c->history);
  for (unsigned clock = 0; !c->refused && clock < CLOCKS; clock++) {
    if (flushes != 0 && c->gen.config.active && rvt_prng_below(&c->other, flushes) == 0) flush(c);
    oracle_random_next(&c->gen);
    next_loss(c, lossy && c->gen.config.active);
    one_clock(c);
  }
  if (!c->refused) { /* a last stop brings out what waits */
    oracle_random_disable(&c->gen);
    next_loss(c, false);
    one_clock(c);
  }
  const bool owes = !c->refused && oracle_history_owes(c->history);
  if (owes && wrong == RIGHT)
    print_error("seed %llu: messages have not come\n", (unsigned long long)seed);
  return !c->refused && !owes;
}

static void add(struct oracle_history_seen *sum, const struct oracle_history_seen *s) {
  sum->literal += s->literal;
  sum->split += s->split;
  sum->repeats += s->repeats;
  sum->one += s->one;
  sum->longest += s->longest;
  sum->whole += s->whole;
  sum->overtakes += s->overtakes;
  sum->between += s->between;
  sum->flushes += s->flushes;
  sum->merged += s->merged;
  sum->late += s->late;
  if (s->above > sum->above) sum->above = s->above;
  for (unsigned i = 0; i < 64; i++) {
    sum->joins[i] += s->joins[i];
    sum->before[i] += s->before[i];
    sum->repeat_before[i] += s->repeat_before[i];
  }
}

static void end(struct compare *c) {
  oracle_free(c->oracle);
  oracle_history_free(c->history);
}

static void print_seen(const struct oracle_history_seen *s) {
  print_message("literal %llu, split %llu, repeats %llu (one %llu, longest %llu, whole %llu), "
                "overtakes %llu, between %llu, flushes %llu, merged %llu, late %llu, above %lld\n",
                (unsigned long long)s->literal, (unsigned long long)s->split,
                (unsigned long long)s->repeats, (unsigned long long)s->one,
                (unsigned long long)s->longest, (unsigned long long)s->whole,
                (unsigned long long)s->overtakes, (unsigned long long)s->between,
                (unsigned long long)s->flushes, (unsigned long long)s->merged,
                (unsigned long long)s->late, (long long)s->above);
  for (unsigned i = 0; i < 64; i++)
    if (s->joins[i] + s->before[i] != 0)
      print_message("TCODE %u: joins %llu, before %llu, repeat before %llu\n", i,
                    (unsigned long long)s->joins[i], (unsigned long long)s->before[i],
                    (unsigned long long)s->repeat_before[i]);
}

static uint64_t option(const char *name, uint64_t otherwise) {
  const char *text = getenv(name);
  return text != NULL ? strtoull(text, NULL, 0) : otherwise;
}

static void functional_encoder_and_oracle_agree_on_counted_outcomes(void **state) {
  (void)state;
  static struct compare c;
  static struct oracle_history_seen sum;
  const uint64_t one = option("RVT_SEED", 0);
  const uint64_t first = one != 0 ? one : option("RVT_FIRST_SEED", 1);
  const uint64_t insns = option("RVT_INSNS", 0);
  const uint64_t seeds = one != 0 ? 1 : insns > 0 ? UINT64_MAX : SEEDS;
  unsigned bad = 0;
  uint64_t done = 0;
  c.insns = 0;
  for (; done < seeds && bad < 5 && (insns == 0 || c.insns < insns); done++) {
    bad += !run(&c, first + done, RIGHT);
    add(&sum, oracle_history_seen(c.history));
    end(&c);
  }
  print_message("%llu seeds, %llu instructions traced, %llu messages\n", (unsigned long long)done,
                (unsigned long long)c.insns, (unsigned long long)c.messages);
  print_seen(&sum);
  assert_int_equal(bad, 0);
  if (done < SEEDS) return;
  assert_true(sum.split > 1000 && sum.repeats > 1000 && sum.one > 100 && sum.longest > 100 &&
              sum.whole > 30 && sum.overtakes > 1000 && sum.between > 30 && sum.flushes > 300 &&
              sum.late > 1000);
  static const uint8_t joined[] = {RVT_TC_INDIRECT_BRANCH, RVT_TC_PROG_TRACE_SYNC,
                                   RVT_TC_INDIRECT_BRANCH_HIST, RVT_TC_PROG_TRACE_CORRELATION};
  static const uint8_t behind[] = {RVT_TC_OWNERSHIP, RVT_TC_ERROR, RVT_TC_INDIRECT_BRANCH_HIST,
                                   RVT_TC_INDIRECT_BRANCH_HIST_SYNC, RVT_TC_PROG_TRACE_CORRELATION};
  for (size_t i = 0; i < sizeof joined; i++) assert_true(sum.joins[joined[i]] > 100);
  for (size_t i = 0; i < sizeof behind; i++)
    assert_true(sum.before[behind[i]] > 100 && sum.repeat_before[behind[i]] > 10);
}

static void what_is_wrong_is_refused(void **state) {
  (void)state;
  static struct compare c;
  for (uint64_t seed = 1; seed <= 60; seed++)
    for (enum wrong w = COUNT_MORE; w < WRONGS; w++) {
      const bool good = run(&c, seed, w);
      c.dones[w] += c.done;
      c.refusals[w] += c.done && !good;
      if (!c.done) assert_true(good);
      end(&c);
    }
  for (enum wrong w = COUNT_MORE; w < WRONGS; w++) {
    print_message("%s: %llu of %llu\n", names[w], (unsigned long long)c.refusals[w],
                  (unsigned long long)c.dones[w]);
    assert_true(c.dones[w] > 5);
    /* RCODE 0 may come after outcomes that came before it (NT:RSF-09). */
    if (w == LATER)
      assert_true(2 * c.refusals[w] > c.dones[w]);
    else
      assert_true(c.refusals[w] == c.dones[w]);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(functional_encoder_and_oracle_agree_on_counted_outcomes),
      cmocka_unit_test(what_is_wrong_is_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
