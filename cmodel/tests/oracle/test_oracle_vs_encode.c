/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */

/*
 * Random ingress through the functional encoder and the oracle; their messages must be the same,
 * and the encoder's bytes must read as these, clocks alone or in bulk. RVT_SEED=n runs one seed and
 * prints nothing but the first difference; RVT_SEEDS=n runs n seeds, from RVT_FIRST_SEED on;
 * RVT_INSNS=n goes on until n instructions were traced (`make oracle-long`).
 */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "oracle/row.h"
#include "oracle_features.h"
#include "oracle_random.h"
#include "rvt/prng.h"
#include "rvt/unit/encode.h"
#include "tests/support/test.h"

enum { BULK = 128, BULK_BYTES = RVT_ENCODE_BYTES_MAX + 64 }; /* bytes: few blocks fill them */
enum { CLOCKS = 1500, PENDING_MAX = 64, CONTEXT = 24, FIRST_SEED = 1, SEEDS = 1500 };

/* Messages that the other side has not matched yet, after the last one that it has. */
struct list {
  size_t count;
  struct rvt_ntrace_msg msg[PENDING_MAX];
  unsigned clock[PENDING_MAX];
};

/* What kinds of messages were compared. */
struct seen {
  unsigned tcode[64];
  unsigned sync[16][64]; /* by SYNC and TCODE */
  unsigned evcode[16];
  bool closed; /* the last message was Correlation or Error */
  /* Changes of trTeInstSyncMode or trTeInstSyncMax that made a sync due at once, or no longer. */
  unsigned hurried, spared;
  unsigned holes, behind; /* losses after the encoder */
};

/* Of the open session: what retired in traced blocks, and what messages told of it. */
struct tally {
  uint64_t halfwords, outcomes;
  uint64_t icnt, hist;
  uint64_t last_icnt, last_hist; /* of the message before, which RepeatBranch repeats */
};

/* Clocks that differ in block and time alone wait to be encoded at once. */
struct bulk {
  struct rvt_encode encode; /* gives bytes */
  struct rvt_config config;
  uint8_t priv; /* of the clock told alone last, and its context */
  uint64_t context;
  struct rvt_block block[BULK];
  uint64_t time[BULK];
  size_t count;
  struct rvt_ntrace_msg msg[BULK * RVT_ENCODE_BLOCK_MSGS]; /* that these clocks cause */
  size_t msgs;
};

struct compare {
  uint64_t seed;
  struct oracle_random gen;
  uint64_t loss_seed;
  enum rvt_loss loss;
  bool hole; /* the clock opens an overflow by itself: nothing tells the encoder */
  bool lost; /* after the encoder */
  struct rvt_encode encode;
  struct bulk bulk;
  struct rvt_config before; /* of the clock before */
  struct oracle *oracle;
  struct list ours, theirs;
  size_t same;
  unsigned clock;
  uint64_t insns;
  char context[CONTEXT][RVT_BLOCKS_MAX * 80 + 300];
  struct seen seen;
  struct tally tally;
};

static void show(const char *who, const struct list *list, size_t i) {
  if (i >= list->count) {
    print_error("%s: no message\n", who);
    return;
  }
  const struct rvt_ntrace_msg *m = &list->msg[i];
  print_error(
      "%s: clock %u: TCODE %u SRC %u SYNC %u B-TYPE %u RCODE %u EVCODE %u CDF %u I-CNT %llu "
      "ADDR 0x%llx HIST 0x%llx B-CNT %llu ECODE %llu PROCESS 0x%llx TSTAMP %d:%llu\n",
      who, list->clock[i], m->tcode, m->src, m->sync, m->btype, m->rcode, m->evcode, m->cdf,
      (unsigned long long)m->icnt, (unsigned long long)m->addr, (unsigned long long)m->hist,
      (unsigned long long)m->bcnt, (unsigned long long)m->ecode, (unsigned long long)m->process,
      m->has_tstamp, (unsigned long long)m->tstamp);
}

static void report(const struct compare *c) {
  const struct rvt_params *p = &c->gen.params;
  const struct rvt_config *f = &c->gen.config;
  print_error("seed %llu, message %zu differs; repeat: RVT_SEED=%llu build/tests/"
              "test_oracle_vs_encode\n",
              (unsigned long long)c->seed, c->same, (unsigned long long)c->seed);
  print_error(
      "xlen %u addr_bits %u blocks %u single %d iretire_width %u iaddr_on_int %d icnt_width %u "
      "hist_width %u stack_depth %u ts_width %u plain_hist %d itype_width %u events %d "
      "seq_jump %d return_modes %d sync_clocks %d context %u/%u/%u all_jumps %d repeat_branch %d\n",
      p->xlen, p->addr_bits, p->blocks, p->single, p->iretire_width, p->iaddr_on_int, p->icnt_width,
      p->hist_width, p->stack_depth, p->ts_width, p->plain_hist, p->itype_width, p->events,
      p->seq_jump, p->return_modes, p->sync_clocks, p->context, p->context_width, p->hcontext_width,
      p->all_jumps, p->repeat_branch);
  print_error("now: mode %u ir %d/%u plain_sync %d trig_ena %d seq_en %d ts_en %d src_bits %u "
              "context_en %d all_jumps %d repeat_branch %d ts_suppress %u\n",
              f->mode, f->ir_en, f->ir_mode, f->plain_sync, f->trig_ena, f->seq_en, f->ts_en,
              f->src_bits, f->context_en, f->all_jumps, f->repeat_branch, f->ts_suppress);
  const unsigned first = c->clock < CONTEXT ? 0 : c->clock - CONTEXT + 1;
  for (unsigned i = first; i <= c->clock; i++) print_error("%s\n", c->context[i % CONTEXT]);
  for (size_t i = 0; i < 2; i++) show("encoder", &c->ours, i);
  for (size_t i = 0; i < 2; i++) show("oracle ", &c->theirs, i);
}

static void note_context(struct compare *c) {
  const struct rvt_config *f = &c->gen.config;
  const struct rvt_ingress *in = &c->gen.ingress;
  char *text = c->context[c->clock % CONTEXT];
  const size_t size = sizeof c->context[0];
  int used =
      snprintf(text, size,
               "%5u: act %d en %d trc %d halt %d priv %u power %d reset %d trig %02x ext %x "
               "sync %u/%u loss %d lost %d ctype %u context 0x%llx time %llu",
               c->clock, f->active, f->enable, f->tracing, in->halted, in->priv, in->lowpower,
               in->hart_reset, in->trigger, in->ext_trigger, f->sync_mode, f->sync_max, c->loss,
               c->lost, in->ctype, (unsigned long long)in->context, (unsigned long long)in->time);
  for (unsigned i = 0; i < c->gen.slots; i++) {
    const struct rvt_block *b = &in->block[i];
    used += snprintf(text + used, size - (size_t)used,
                     "\n       itype %2u iretire %3u ilast %u sijump %d iaddr 0x%llx expired %d",
                     b->itype, b->iretire, b->ilastsize, b->sijump, (unsigned long long)b->iaddr,
                     c->gen.slot[i].expired);
  }
}

static void append(struct compare *c, struct list *list, const struct rvt_ntrace_msg *m, size_t n) {
  for (size_t i = 0; i < n; i++) {
    assert_true(list->count < PENDING_MAX);
    list->msg[list->count] = m[i];
    list->clock[list->count++] = c->clock;
  }
}

static void count(struct seen *s, const struct rvt_ntrace_msg *m) {
  /* Flow goes on with a sync message only (NT:COR-05, ERR-05). */
  assert_true(!s->closed || m->tcode == RVT_TC_ERROR || rvt_ntrace_is_sync(m->tcode));
  s->closed = m->tcode == RVT_TC_ERROR || m->tcode == RVT_TC_PROG_TRACE_CORRELATION;
  s->tcode[m->tcode]++;
  if (rvt_ntrace_is_sync(m->tcode)) s->sync[m->sync][m->tcode]++;
  if (m->tcode == RVT_TC_PROG_TRACE_CORRELATION) s->evcode[m->evcode]++;
}

/* Whether the clock lies in an overflow. */
static bool lost(const struct compare *c) { return c->loss != RVT_LOSS_NONE || c->hole; }

static void tell_oracle(struct compare *c) {
  for (unsigned i = 0; i < c->gen.slots || i == 0; i++) {
    c->gen.slot[i].overflow = lost(c);
    c->gen.slot[i].overflow_end = c->loss == RVT_LOSS_END;
    c->gen.slot[i].lost = c->lost;
    oracle_clock(c->oracle, &c->gen.slot[i]);
  }
}

/* Periodic syncs among the messages of a clock. */
static unsigned periodic(const struct rvt_ntrace_msg *m, size_t n) {
  unsigned syncs = 0;
  for (size_t i = 0; i < n; i++) syncs += rvt_ntrace_is_sync(m[i].tcode) && m[i].sync == 2;
  return syncs;
}

/* What the clock would have sent under the settings of the clock before (TCI:SYNC-07). */
static void count_changes(struct compare *c, const struct rvt_encode *before,
                          const struct rvt_ntrace_msg *msgs, size_t n) {
  const struct rvt_config *f = &c->gen.config;
  struct rvt_config as_before = *f;
  struct rvt_encode other = *before;
  struct rvt_ntrace_msg otherwise[RVT_ENCODE_MSGS_MAX];
  size_t m;
  const bool changed = f->sync_mode != c->before.sync_mode || f->sync_max != c->before.sync_max;
  as_before.sync_mode = c->before.sync_mode;
  as_before.sync_max = c->before.sync_max;
  c->before = *f;
  if (!changed || f->sync_mode == RVT_PERIOD_CLOCKS || as_before.sync_mode == RVT_PERIOD_CLOCKS)
    return;
  rvt_ntrace_encode_push_msgs(&other, &as_before, &c->gen.ingress, c->loss, otherwise, &m);
  const unsigned with = periodic(msgs, n), without = periodic(otherwise, m);
  c->seen.hurried += with > without;
  c->seen.spared += with < without;
}

/* What only hardware knows of the clock. */
static void say_due(const struct compare *c, struct rvt_encode *encode) {
  if (c->lost) rvt_encode_lost(encode);
  for (unsigned i = 0; i < c->gen.slots; i++) {
    if (c->gen.slot[i].expired) {
      rvt_encode_due(encode, i);
      break;
    }
  }
}

/* How many of the messages the bytes are, if they are nothing else. */
static size_t read_back(const struct rvt_config *f, uint8_t ts_width,
                        const struct rvt_encode_bytes *out, const struct rvt_ntrace_msg *msgs,
                        size_t n) {
  const struct rvt_ntrace_format format = {.src_bits = f->inhibit_src ? 0 : f->src_bits,
                                           .ts = f->ts_en && ts_width != 0};
  struct rvt_bytes in = {out->data, out->used, 0};
  size_t same = 0;
  while (in.pos < in.size) {
    struct rvt_ntrace_msg msg;
    const bool good = same < n && rvt_ntrace_msg_read(&format, &in, &msg, NULL) == RVT_OK &&
                      rvt_ntrace_msg_equal(&msg, &msgs[same]);
    if (!good) return SIZE_MAX;
    same++;
  }
  return same;
}

/* The clocks that wait; whenever the bytes are full, the rest is asked for. */
static bool encode_bulk(struct compare *c) {
  struct bulk *b = &c->bulk;
  size_t at = 0, read = 0;
  while (at < b->count) {
    uint8_t bytes[BULK_BYTES];
    struct rvt_encode_bytes out = {bytes, sizeof bytes, 0};
    size_t done = 0;
    const enum rvt_status status = rvt_encode_blocks(&b->encode, &b->config, b->block + at,
                                                     b->time + at, b->count - at, &done, &out);
    const bool well =
        status == RVT_OK ? done == b->count - at : status == RVT_NEED_MORE && done != 0;
    if (!well || out.used > sizeof bytes) return false;
    const size_t same =
        read_back(&b->config, c->gen.params.ts_width, &out, b->msg + read, b->msgs - read);
    if (same == SIZE_MAX) return false;
    at += done;
    read += same;
  }
  const bool all = at == b->count && read == b->msgs;
  b->count = b->msgs = 0;
  return all;
}

/* Whether nothing but a block and the time is in the clock. */
static bool is_plain(const struct compare *c) {
  const struct rvt_ingress *in = &c->gen.ingress;
  const bool same_owner =
      in->priv == c->bulk.priv && in->context == c->bulk.context && in->ctype == 0;
  if (c->gen.params.context != 0 && !same_owner) return false;
  return !lost(c) && !c->lost && c->gen.slots <= 1 && !c->gen.slot[0].expired && !in->halted &&
         in->priv != RVT_PRIV_DEBUG && !in->lowpower && !in->hart_reset && in->trigger == 0 &&
         in->ext_trigger == 0;
}

/* The clock once more, as bytes: what they say must be the messages of the clock. */
static bool encode_bytes(struct compare *c, const struct rvt_ntrace_msg *msgs, size_t n) {
  struct bulk *b = &c->bulk;
  const struct rvt_config *f = &c->gen.config;
  const bool plain = is_plain(c);
  if (b->count != 0 && (!plain || b->count == BULK || memcmp(f, &b->config, sizeof *f) != 0) &&
      !encode_bulk(c))
    return false;
  if (plain) {
    b->config = *f;
    b->block[b->count] = c->gen.ingress.block[0];
    b->time[b->count++] = c->gen.ingress.time;
    memcpy(b->msg + b->msgs, msgs, n * sizeof *msgs);
    b->msgs += n;
    return true;
  }
  uint8_t bytes[RVT_ENCODE_BYTES_MAX];
  struct rvt_encode_bytes out = {bytes, sizeof bytes, 0};
  say_due(c, &b->encode);
  b->priv = c->gen.ingress.priv;
  b->context = c->gen.ingress.context;
  return rvt_encode_push(&b->encode, f, &c->gen.ingress, c->loss, &out) == RVT_OK &&
         read_back(f, c->gen.params.ts_width, &out, msgs, n) == n;
}

static bool tell_encoder(struct compare *c) {
  const struct rvt_encode before = c->encode;
  struct rvt_ntrace_msg msgs[RVT_ENCODE_MSGS_MAX];
  size_t n;
  say_due(c, &c->encode);
  rvt_ntrace_encode_push_msgs(&c->encode, &c->gen.config, &c->gen.ingress, c->loss, msgs, &n);
  append(c, &c->ours, msgs, n);
  count_changes(c, &before, msgs, n);
  if (encode_bytes(c, msgs, n)) return true;
  print_error("the bytes are not those of the messages\n");
  return false;
}

/* An overflow opens with a slot that would have been accepted, a hole, or after a loss at a sink
 * (D-33), and lasts for some clocks. */
static void choose_loss(struct compare *c, bool allowed) {
  const bool behind = c->lost && c->loss == RVT_LOSS_NONE && !c->hole && c->gen.config.active;
  c->lost = allowed && c->gen.config.enable && rvt_prng_below(&c->loss_seed, 200) == 0;
  if (c->loss == RVT_LOSS_REFUSE || c->hole) {
    c->hole = false;
    c->loss = rvt_prng_below(&c->loss_seed, 6) == 0 || !allowed ? RVT_LOSS_END : RVT_LOSS_REFUSE;
    return;
  }
  const bool opens = behind || (allowed && oracle_random_qualified(&c->gen) &&
                                rvt_prng_below(&c->loss_seed, 100) == 0);
  c->loss = opens ? RVT_LOSS_REFUSE : RVT_LOSS_NONE;
  c->hole = !opens && oracle_random_hole(&c->gen);
  c->seen.holes += c->hole;
  c->seen.behind += c->lost;
}

static bool is_outcome(const struct oracle_clock *g) {
  const bool direct = g->itype == RVT_IT_DIRECT_CALL || g->itype == RVT_IT_DIRECT_JUMP ||
                      g->itype == RVT_IT_DIRECT_LINK;
  return g->itype == RVT_IT_TAKEN || g->itype == RVT_IT_NOT_TAKEN ||
         (direct && g->config.all_jumps); /* NT:AJM-02 */
}

/* When a session stops, every half-word and every outcome has been told (NT:SYN-02, COR-04). */
static bool all_told(struct compare *c, const struct rvt_ntrace_msg *m, size_t n) {
  struct tally *t = &c->tally;
  bool told = true;
  if (lost(c) || !c->gen.config.active) *t = (struct tally){0};
  for (size_t i = 0; i < n; i++) {
    if (m[i].tcode != RVT_TC_REPEAT_BRANCH) {
      t->last_icnt = m[i].icnt;
      t->last_hist = 0;
      for (uint64_t h = m[i].hist; h > 1; h >>= 1) t->last_hist++;
    }
    const uint64_t times = m[i].tcode == RVT_TC_REPEAT_BRANCH ? m[i].bcnt : 1; /* NT:RPT-01 */
    t->icnt += times * t->last_icnt;
    t->hist += times * t->last_hist;
    const bool stops = m[i].tcode == RVT_TC_PROG_TRACE_CORRELATION;
    if (stops) told = told && t->icnt == t->halfwords && t->hist == t->outcomes;
    if (stops || m[i].tcode == RVT_TC_ERROR) *t = (struct tally){0};
  }
  if (lost(c) || oracle_random_insns(&c->gen) == 0) return told;
  for (unsigned i = 0; i < c->gen.slots; i++) {
    const struct oracle_clock *g = &c->gen.slot[i];
    for (unsigned k = 0; k < g->insns; k++) t->halfwords += g->insn[k].size;
    if (g->config.mode == RVT_MODE_HTM && is_outcome(g)) t->outcomes++;
  }
  return told;
}

static void drop(struct list *list, size_t n) {
  list->count -= n;
  memmove(list->msg, list->msg + n, list->count * sizeof list->msg[0]);
  memmove(list->clock, list->clock + n, list->count * sizeof list->clock[0]);
}

/* Everything of one clock; false: the messages differ. */
static bool one_clock(struct compare *c) {
  note_context(c);
  tell_oracle(c);
  size_t n;
  const struct rvt_ntrace_msg *theirs = oracle_messages(c->oracle, &n);
  append(c, &c->theirs, theirs, n);
  if (!all_told(c, theirs, n)) {
    print_error("oracle: a session ends with untold half-words or outcomes\n");
    return false;
  }
  oracle_take(c->oracle);
  const bool bytes = tell_encoder(c);
  if (!lost(c)) c->insns += oracle_random_insns(&c->gen);

  n = 0;
  while (n < c->ours.count && n < c->theirs.count &&
         rvt_ntrace_msg_equal(&c->ours.msg[n], &c->theirs.msg[n]))
    count(&c->seen, &c->ours.msg[n++]);
  drop(&c->ours, n);
  drop(&c->theirs, n);
  c->same += n;
  return bytes && (c->ours.count == 0 || c->theirs.count == 0);
}

static bool run(struct compare *c, uint64_t seed) {
  c->seed = seed;
  c->loss_seed = ~seed;
  c->loss = RVT_LOSS_NONE;
  c->hole = false;
  c->lost = false;
  c->ours.count = c->theirs.count = c->same = 0;
  c->tally = (struct tally){0};
  c->seen.closed = false;
  oracle_random_init(&c->gen, seed);
  c->before = c->gen.config;
  const bool lossy = seed % 2 == 0;
  assert_int_equal(rvt_encode_init(&c->encode, &c->gen.params, NULL), RVT_OK);
  c->bulk.encode = c->encode;
  c->bulk.count = c->bulk.msgs = 0;
  c->bulk.priv = 0;
  c->bulk.context = 0;
  c->oracle = oracle_new(&oracle_of_ntrace, &c->gen.params);
  assert_non_null(c->oracle);
  bool good = true;
  for (c->clock = 0; good && c->clock < CLOCKS; c->clock++) {
    oracle_random_next(&c->gen);
    choose_loss(c, lossy && c->gen.config.active);
    good = one_clock(c);
  }
  if (good) { /* a last stop brings out what waits */
    oracle_random_disable(&c->gen);
    choose_loss(c, false);
    good = one_clock(c) && encode_bulk(c) && c->ours.count == 0 && c->theirs.count == 0;
  } else {
    c->clock--;
  }
  if (!good) report(c);
  oracle_free(c->oracle);
  return good;
}

/* Every form that an encoder sends was there often, and no other. */
static void check_seen(const struct seen *s, unsigned least) {
  static const uint8_t tcodes[] = {2, 3, 4, 8, 9, 11, 12, 27, 28, 29, 33};
  static const uint8_t forms[] = {9, 11, 12, 29};
  static const uint8_t starts[] = {3, 5, 7};
  uint64_t known = 0;
  if (ENCODER_REPEAT_BRANCH) {
    assert_true(s->tcode[RVT_TC_REPEAT_BRANCH] > least);
    known |= (uint64_t)1 << RVT_TC_REPEAT_BRANCH;
  }
  for (size_t i = 0; i < sizeof tcodes; i++) {
    assert_true(s->tcode[tcodes[i]] > least);
    known |= (uint64_t)1 << tcodes[i];
  }
  for (unsigned i = 0; i < 64; i++)
    assert_true(s->tcode[i] == 0 || (known >> i & 1) != 0); /* NT:GEN-12 */
  assert_true(s->evcode[RVT_EV_DEBUG] > least && s->evcode[RVT_EV_DISABLED] > least);
  for (size_t i = 0; i < sizeof starts; i++) assert_true(s->sync[starts[i]][9] > least);
  for (size_t i = 0; i < sizeof forms; i++) assert_true(s->sync[2][forms[i]] > least);
  assert_true(s->evcode[RVT_EV_POWER] > least && s->sync[9][9] > least);
  for (size_t i = 0; i < sizeof forms; i++) {
    /* Few branches wait when the hart is reset. */
    assert_true(s->sync[1][forms[i]] > (forms[i] == RVT_TC_DIRECT_BRANCH_SYNC ? 0 : least));
    assert_true(s->sync[6][forms[i]] > least);
    if (forms[i] != RVT_TC_DIRECT_BRANCH_SYNC) assert_true(s->sync[0][forms[i]] > least);
  }
}

static void print_seen(const struct compare *c, uint64_t seeds) {
  print_message("%llu seeds, %llu instructions traced; messages compared:",
                (unsigned long long)seeds, (unsigned long long)c->insns);
  for (unsigned i = 0; i < 64; i++)
    if (c->seen.tcode[i] != 0) print_message(" TCODE %u: %u", i, c->seen.tcode[i]);
  for (unsigned i = 0; i < 16; i++) {
    unsigned n = 0;
    for (unsigned t = 0; t < 64; t++) n += c->seen.sync[i][t];
    if (n != 0) print_message(" SYNC %u: %u", i, n);
  }
  print_message("\n");
}

static uint64_t option(const char *name, uint64_t otherwise) {
  const char *text = getenv(name);
  return text != NULL ? strtoull(text, NULL, 0) : otherwise;
}

static void functional_encoder_and_oracle_agree(void **state) {
  (void)state;
  static struct compare c;
  if (getenv("RVT_SEED") != NULL) {
    assert_true(run(&c, option("RVT_SEED", 0)));
    return;
  }
  const uint64_t first = option("RVT_FIRST_SEED", FIRST_SEED);
  const uint64_t insns = option("RVT_INSNS", 0);
  const uint64_t seeds = option("RVT_SEEDS", insns > 0 ? UINT64_MAX : SEEDS);
  unsigned bad = 0;
  uint64_t done = 0;
  for (; done < seeds && bad < 5 && (insns == 0 || c.insns < insns); done++)
    bad += !run(&c, first + done);
  assert_int_equal(bad, 0);
  if (done >= SEEDS) {
    check_seen(&c.seen, 100);
    ROW("NT:GEN-04");
    ROW("NT:GEN-12");
    ROW("NT:MSG-14");
    ROW("NT:COR-05");
    ROW("NT:SYN-06");
    /* Oracle and encoder have agreed on all of these, whenever they came. */
    assert_true(c.seen.hurried > 100 && c.seen.spared > 100);
    assert_true(c.seen.holes > 100);
    assert_true(c.seen.behind > 1000);
    ROW("TCI:SYNC-07");
  }
  print_seen(&c, done);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(functional_encoder_and_oracle_agree),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
