/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */

/*
 * Random ingress through the functional encoder and the oracle; their messages must be the same.
 * RVT_SEED=n runs one seed and prints nothing but the first difference; RVT_SEEDS=n runs n seeds.
 */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "ingress_random.h"
#include "oracle.h"
#include "prng.h"
#include "rvt/ntrace_encode.h"

enum { CLOCKS = 1500, MSGS_MAX = 4 * CLOCKS + 16, CONTEXT = 24, FIRST_SEED = 1, SEEDS = 1500 };

struct list {
  size_t count;
  struct rvt_ntrace_msg msg[MSGS_MAX];
  unsigned clock[MSGS_MAX];
};

struct compare {
  uint64_t seed;
  struct ingress_random gen;
  uint64_t loss_seed;
  enum rvt_ntrace_loss loss;
  struct rvt_ntrace_encode encode;
  struct oracle *oracle;
  struct list ours, theirs;
  size_t same;
  unsigned clock;
  char context[CONTEXT][320];
  unsigned tcodes[64];
};

static bool same(const struct rvt_ntrace_msg *a, const struct rvt_ntrace_msg *b) {
  return a->tcode == b->tcode && a->src == b->src && a->sync == b->sync && a->btype == b->btype &&
         a->etype == b->etype && a->rcode == b->rcode && a->evcode == b->evcode &&
         a->cdf == b->cdf && a->icnt == b->icnt && a->addr == b->addr && a->hist == b->hist &&
         a->hrepeat == b->hrepeat && a->bcnt == b->bcnt && a->ecode == b->ecode &&
         a->process == b->process && a->tstamp == b->tstamp && a->has_tstamp == b->has_tstamp;
}

static void show(const char *who, const struct list *list, size_t i) {
  if (i >= list->count) {
    print_error("%s: no message\n", who);
    return;
  }
  const struct rvt_ntrace_msg *m = &list->msg[i];
  print_error(
      "%s: clock %u: TCODE %u SRC %u SYNC %u B-TYPE %u RCODE %u EVCODE %u CDF %u I-CNT %llu "
      "ADDR 0x%llx HIST 0x%llx ECODE %llu TSTAMP %d:%llu\n",
      who, list->clock[i], m->tcode, m->src, m->sync, m->btype, m->rcode, m->evcode, m->cdf,
      (unsigned long long)m->icnt, (unsigned long long)m->addr, (unsigned long long)m->hist,
      (unsigned long long)m->ecode, m->has_tstamp, (unsigned long long)m->tstamp);
}

static void report(const struct compare *c) {
  const struct rvt_ntrace_params *p = &c->gen.params;
  const struct rvt_ntrace_config *f = &c->gen.config;
  print_error("seed %llu, message %zu differs; repeat: RVT_SEED=%llu build/tests/"
              "test_oracle_vs_encode\n",
              (unsigned long long)c->seed, c->same, (unsigned long long)c->seed);
  print_error("xlen %u single %d iretire_width %u iaddr_on_int %d icnt_width %u hist_width %u "
              "stack_depth %u ts_width %u plain_hist %d\n",
              p->xlen, p->single, p->iretire_width, p->iaddr_on_int, p->icnt_width, p->hist_width,
              p->stack_depth, p->ts_width, p->plain_hist);
  print_error("now: mode %u ir %d/%u plain_sync %d ts_en %d src_bits %u\n", f->mode, f->ir_en,
              f->ir_mode, f->plain_sync, f->ts_en, f->src_bits);
  const unsigned first = c->clock < CONTEXT ? 0 : c->clock - CONTEXT + 1;
  for (unsigned i = first; i <= c->clock; i++) print_error("%s\n", c->context[i % CONTEXT]);
  for (size_t i = c->same < 3 ? 0 : c->same - 3; i < c->same; i++) show("both   ", &c->ours, i);
  for (size_t i = c->same; i < c->same + 2; i++) show("encoder", &c->ours, i);
  for (size_t i = c->same; i < c->same + 2; i++) show("oracle ", &c->theirs, i);
}

static void note_context(struct compare *c) {
  const struct rvt_ntrace_config *f = &c->gen.config;
  const struct rvt_ingress *in = &c->gen.ingress;
  const struct rvt_block *b = &in->block[0];
  snprintf(c->context[c->clock % CONTEXT], sizeof c->context[0],
           "%5u: act %d en %d trc %d halt %d priv %u sync %u/%u loss %d itype %2u iretire %3u "
           "ilast %u iaddr 0x%llx time %llu",
           c->clock, f->active, f->enable, f->tracing, in->halted, in->priv, f->sync_mode,
           f->sync_max, c->loss, b->itype, b->iretire, b->ilastsize, (unsigned long long)b->iaddr,
           (unsigned long long)in->time);
}

static void append(struct compare *c, struct list *list, const struct rvt_ntrace_msg *m, size_t n) {
  for (size_t i = 0; i < n; i++) {
    assert_true(list->count < MSGS_MAX);
    list->msg[list->count] = m[i];
    list->clock[list->count++] = c->clock;
  }
}

static void tell_oracle(struct compare *c) {
  static struct oracle_clock o;
  const struct rvt_ingress *in = &c->gen.ingress;
  const struct rvt_block *b = &in->block[0];
  o.config = c->gen.config;
  o.halted = in->halted || in->priv == RVT_PRIV_DEBUG;
  o.time = in->time;
  o.valid = rvt_block_valid(b);
  o.gap = c->loss != RVT_LOSS_NONE;
  o.gap_end = c->loss == RVT_LOSS_END;
  o.insns = c->gen.insns;
  uint64_t pc = b->iaddr;
  for (unsigned i = 0; i < c->gen.insns; i++) {
    o.insn[i] = (struct oracle_insn){.pc = pc, .size = c->gen.sizes[i]};
    pc += 2u * c->gen.sizes[i];
  }
  o.itype = b->itype;
  o.iaddr = b->iaddr;
  o.iaddr_known = b->iretire != 0 || b->itype != RVT_IT_INTERRUPT || c->gen.params.iaddr_on_int;
  oracle_clock(c->oracle, &o);
}

/* A gap opens with a group that would have been accepted, and lasts for some clocks. */
static void choose_loss(struct compare *c, bool allowed) {
  const struct rvt_ingress *in = &c->gen.ingress;
  const struct rvt_block *b = &in->block[0];
  if (c->loss == RVT_LOSS_REFUSE) {
    if (prng_below(&c->loss_seed, 6) == 0 || !allowed) c->loss = RVT_LOSS_END;
    return;
  }
  c->loss = RVT_LOSS_NONE;
  const bool qualified = rvt_ntrace_on(&c->gen.config) && !in->halted &&
                         in->priv != RVT_PRIV_DEBUG && rvt_block_valid(b) && b->iretire != 0;
  if (allowed && qualified && prng_below(&c->loss_seed, 100) == 0) c->loss = RVT_LOSS_REFUSE;
}

/* Everything of one clock; false: the messages differ. */
static bool one_clock(struct compare *c) {
  note_context(c);
  struct rvt_ntrace_msg msgs[RVT_ENCODE_MSGS_MAX];
  size_t count;
  rvt_ntrace_encode_push_msgs(&c->encode, &c->gen.config, &c->gen.ingress, c->loss, msgs, &count);
  append(c, &c->ours, msgs, count);
  tell_oracle(c);
  const struct rvt_ntrace_msg *theirs = oracle_messages(c->oracle, &count);
  append(c, &c->theirs, theirs, count);
  oracle_take(c->oracle);
  while (c->same < c->ours.count && c->same < c->theirs.count) {
    if (!same(&c->ours.msg[c->same], &c->theirs.msg[c->same])) return false;
    c->tcodes[c->ours.msg[c->same].tcode]++;
    c->same++;
  }
  return true;
}

static bool run(struct compare *c, uint64_t seed) {
  c->seed = seed;
  c->loss_seed = ~seed;
  c->loss = RVT_LOSS_NONE;
  c->ours.count = c->theirs.count = c->same = 0;
  ingress_random_init(&c->gen, seed);
  const bool lossy = seed % 2 == 0;
  assert_int_equal(rvt_ntrace_encode_init(&c->encode, &c->gen.params), RVT_OK);
  c->oracle = oracle_new(&c->gen.params);
  assert_non_null(c->oracle);
  bool good = true;
  for (c->clock = 0; good && c->clock < CLOCKS; c->clock++) {
    ingress_random_next(&c->gen);
    choose_loss(c, lossy && c->gen.config.active);
    good = one_clock(c);
  }
  if (good) { /* a last stop brings out what waits */
    const struct rvt_ntrace_config before = c->gen.config;
    ingress_random_idle(&c->gen);
    c->gen.config = before;
    c->gen.config.enable = false;
    choose_loss(c, false);
    good = one_clock(c) && c->ours.count == c->theirs.count;
  } else {
    c->clock--;
  }
  if (!good) report(c);
  oracle_free(c->oracle);
  return good;
}

static void functional_encoder_and_oracle_agree(void **state) {
  (void)state;
  static struct compare c;
  const char *one = getenv("RVT_SEED");
  const char *many = getenv("RVT_SEEDS");
  if (one != NULL) {
    assert_true(run(&c, strtoull(one, NULL, 0)));
    return;
  }
  const unsigned long seeds = many != NULL ? strtoul(many, NULL, 0) : SEEDS;
  unsigned bad = 0;
  for (uint64_t seed = FIRST_SEED; seed < FIRST_SEED + seeds && bad < 5; seed++)
    bad += !run(&c, seed);
  assert_int_equal(bad, 0);
  static const uint8_t seen[] = {3, 4, 8, 9, 11, 12, 27, 28, 29, 33};
  for (size_t i = 0; i < sizeof seen; i++) assert_true(c.tcodes[seen[i]] > 100);
  print_message("%lu seeds; messages compared:", seeds);
  for (unsigned i = 0; i < 64; i++)
    if (c.tcodes[i] != 0) print_message(" TCODE %u: %u", i, c.tcodes[i]);
  print_message("\n");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(functional_encoder_and_oracle_agree),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
