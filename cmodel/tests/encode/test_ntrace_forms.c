/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */

/*
 * One program, reported in different forms and counted in registers of different widths: what the
 * messages say together must be the same (NT:GEN-10, NT:RSF-07).
 */

#include <stdlib.h>
#include <string.h>

#include "oracle/row.h"
#include "rvt/encoder.h"
#include "rvt/ntrace_msg.h"
#include "rvt/player.h"
#include "rvt/unit/encode.h"
#include "rvt/unit/ntrace_packer.h"
#include "stimulus/progen.h"
#include "tests/support/test.h"

enum { STEPS_MAX = 40000, REPORTS_MAX = 20000, SEEDS = 6, INSNS = 15000 };

/* What a message reports, with everything that ResourceFull messages brought before it. */
struct report {
  uint8_t kind; /* TCODE; IndirectBranch and IndirectBranchHist are one */
  uint8_t code, btype;
  uint64_t icnt, addr;
  uint32_t outcomes;
  uint64_t digest; /* of the outcomes, in order */
};

struct form {
  bool single;
  uint8_t iretire_width, icnt_width, hist_width;
  enum rvt_fold fold;
};

struct capture {
  struct report report[REPORTS_MAX];
  size_t count;
  unsigned messages, hist_fulls, icnt_fulls;
};

static struct rvt_step steps[STEPS_MAX];
static size_t step_count;

static void make_program(uint64_t seed, uint8_t xlen) {
  struct rvt_progen *g;
  struct rvt_progen_params params;
  struct rvt_error e;
  rvt_progen_params_init(&params, xlen, seed);
  params.instructions = INSNS;
  assert_int_equal(rvt_progen_open(&g, &params, &e), RVT_OK);
  step_count = 0;
  for (size_t n = 1; n != 0; step_count += n) {
    assert_true(step_count < STEPS_MAX);
    if (rvt_progen_fill(g, steps + step_count, STEPS_MAX - step_count, &n) != RVT_OK) n = 0;
  }
  rvt_progen_close(g);
}

static void add_outcomes(struct report *r, uint64_t hist) {
  unsigned n = 63 - (unsigned)__builtin_clzll(hist);
  r->outcomes += n;
  while (n-- != 0) r->digest = r->digest * 0x100000001b3u + 1 + (hist >> n & 1);
}

static bool has_hist(const struct rvt_ntrace_msg *m) {
  return m->tcode == RVT_TC_INDIRECT_BRANCH_HIST || m->tcode == RVT_TC_INDIRECT_BRANCH_HIST_SYNC ||
         (m->tcode == RVT_TC_PROG_TRACE_CORRELATION && m->cdf == 1);
}

static void read_messages(struct capture *c, const uint8_t *bytes, size_t size) {
  const struct rvt_ntrace_format format = {.src_bits = 0};
  struct rvt_bytes in = {bytes, size, 0};
  struct rvt_ntrace_msg m;
  struct report next = {0};
  enum rvt_status status;
  while ((status = rvt_ntrace_msg_read(&format, &in, &m, NULL)) == RVT_OK) {
    c->messages++;
    next.icnt += m.icnt;
    if (m.tcode == RVT_TC_RESOURCE_FULL) {
      c->hist_fulls += m.rcode == RVT_RC_HIST;
      c->icnt_fulls += m.rcode == RVT_RC_ICNT;
      if (m.rcode == RVT_RC_HIST) add_outcomes(&next, m.hist);
      continue;
    }
    if (has_hist(&m)) add_outcomes(&next, m.hist);
    next.kind = m.tcode == RVT_TC_INDIRECT_BRANCH_HIST ? RVT_TC_INDIRECT_BRANCH : m.tcode;
    next.code = m.tcode == RVT_TC_PROG_TRACE_CORRELATION ? m.evcode : m.sync;
    next.btype = m.btype;
    next.addr = m.addr;
    assert_true(c->count < REPORTS_MAX);
    c->report[c->count++] = next;
    next = (struct report){0};
  }
  assert_int_equal(status, RVT_END);
}

static void capture(struct capture *c, const struct form *f, uint8_t xlen, uint8_t mode,
                    bool implicit) {
  static uint8_t bytes[1 << 20];
  static struct rvt_player player;
  static struct rvt_encode encode;
  struct rvt_error e = {""};
  struct rvt_step_array array = {.steps = steps, .count = step_count};
  const struct rvt_step_source source = {rvt_step_array_next, &array};
  const struct rvt_player_options options = {.seed = f->icnt_width,
                                             .xlen = xlen,
                                             .blocks = 1,
                                             .iretire_width = f->iretire_width,
                                             .itype_width = 4,
                                             .single = f->single,
                                             .iaddr_on_int = true,
                                             .stall_latency = 1,
                                             .pace = RVT_PACE_FAST,
                                             .fold = f->fold};
  struct rvt_params params;
  rvt_params_init(&params, NULL);
  params.xlen = xlen;
  params.iretire_width = f->iretire_width;
  params.single = f->single;
  params.icnt_width = f->icnt_width;
  params.hist_width = f->hist_width;
  params.src_bits_max = 0;
  params.stack_depth = 8;
  params.queue_depth = 4;
  params.stall_latency = 1;
  params.fifo_depth = 128;
  struct rvt_config config = {.active = true,
                              .enable = true,
                              .tracing = true,
                              .mode = mode,
                              .ir_en = implicit,
                              .ir_mode = 3};
  struct rvt_encode_bytes out = {bytes, sizeof bytes, 0};
  struct rvt_ingress in;
  struct rvt_player_clock told;
  *c = (struct capture){.count = 0};
  assert_int_equal(rvt_player_init(&player, &options, &source, &e), RVT_OK);
  assert_int_equal(rvt_encode_init(&encode, &params, NULL), RVT_OK);
  while (config.tracing) {
    const enum rvt_status status = rvt_player_tick(&player, false, &in, &told, &e);
    if (status != RVT_OK && status != RVT_END) fail_msg("%s", e.text);
    config.tracing = status == RVT_OK;
    assert_int_equal(rvt_encode_push(&encode, &config, &in, RVT_LOSS_NONE, &out), RVT_OK);
  }
  read_messages(c, bytes, out.used);
}

static void compare(const struct capture *a, const struct capture *b, size_t form) {
  for (size_t i = 0; i < a->count || i < b->count; i++) {
    const struct report *x = &a->report[i], *y = &b->report[i];
    if (i < a->count && i < b->count && x->kind == y->kind && x->code == y->code &&
        x->btype == y->btype && x->icnt == y->icnt && x->addr == y->addr &&
        x->outcomes == y->outcomes && x->digest == y->digest)
      continue;
    fail_msg("form %zu, report %zu of %zu and %zu: TCODE %u I-CNT %llu 0x%llx, %u outcomes; in the "
             "first form TCODE %u I-CNT %llu 0x%llx, %u outcomes",
             form, i, b->count, a->count, y->kind, (unsigned long long)y->icnt,
             (unsigned long long)y->addr, y->outcomes, x->kind, (unsigned long long)x->icnt,
             (unsigned long long)x->addr, x->outcomes);
  }
}

static void every_form_says_the_same(void **state) {
  (void)state;
  static const struct form forms[] = {
      {true, 1, 22, 32, RVT_FOLD_NEVER}, /* one instruction at a time */
      {false, 6, 22, 32, RVT_FOLD_NEVER},  {false, 8, 22, 32, RVT_FOLD_ALWAYS},
      {false, 2, 22, 32, RVT_FOLD_RANDOM}, {false, 6, 22, 5, RVT_FOLD_RANDOM},
      {true, 1, 8, 3, RVT_FOLD_NEVER},     {false, 7, 9, 7, RVT_FOLD_RANDOM}};
  static struct capture first, other;
  unsigned messages = 0, splits = 0, icnt_splits = 0;
  for (uint64_t run = 0; run < 4 * SEEDS; run++) {
    const uint8_t xlen = run % 2 == 0 ? 32 : 64;
    const uint8_t mode = run / 2 % 2 == 0 ? RVT_MODE_BTM : RVT_MODE_HTM;
    make_program(run, xlen);
    capture(&first, &forms[0], xlen, mode, run % 3 == 0);
    messages += first.messages;
    for (size_t i = 1; i < sizeof forms / sizeof *forms; i++) {
      capture(&other, &forms[i], xlen, mode, run % 3 == 0);
      compare(&first, &other, i);
      splits += other.hist_fulls;
      icnt_splits += other.icnt_fulls;
    }
  }
  print_message("%u messages; %u HIST and %u I-CNT splits in the other forms\n", messages, splits,
                icnt_splits);
  assert_true(messages > 1000 && splits > 1000 && icnt_splits > 100);
  ROW("NT:GEN-10");
  ROW("NT:RSF-07");
}

/** Beats of the longest message that a build's packer makes. */
static unsigned longest(const struct rvt_params *p) {
  static struct rvt_ntrace_packer packer;
  const struct rvt_ntrace_packer_params params = {.lanes = p->lanes,
                                                  .icnt_width = p->icnt_width,
                                                  .addr_width = (uint8_t)(p->xlen - 1),
                                                  .hist_width = p->htm ? p->hist_width : 0,
                                                  .ts_width = p->ts_width,
                                                  .src_bits_max = p->src_bits_max};
  struct rvt_ntrace_packer_in in = {.src_bits = p->src_bits_max, .src_id = 0xFFF, .ts_en = true};
  struct rvt_ntrace_packer_out out;
  assert_int_equal(rvt_ntrace_packer_init(&packer, &params, NULL), RVT_OK);
  in.rec_valid = true;
  in.m_ready = true;
  in.rec = (struct rvt_ntrace_record){
      .tcode = p->htm ? RVT_TC_INDIRECT_BRANCH_HIST_SYNC : RVT_TC_INDIRECT_BRANCH_SYNC,
      .sub = RVT_SYNC_PERIODIC,
      .btype = 3,
      .icnt = (UINT32_C(1) << p->icnt_width) - 1,
      .addr = UINT64_MAX >> (65 - p->xlen),
      .hist = p->htm ? (uint32_t)(UINT64_C(0xFFFFFFFF) >> (32 - p->hist_width)) : 0,
      .abs_time = p->ts_width == 0 ? 0 : UINT64_MAX >> (64 - p->ts_width)};
  unsigned beats = 0;
  for (unsigned clock = 0; clock < 100; clock++) {
    rvt_ntrace_packer_outputs(&packer, &in, &out);
    beats += out.m.valid;
    rvt_ntrace_packer_tick(&packer, &in);
    in.rec_valid = false;
  }
  return beats;
}

static void fifo_holds_a_longest_message(void **state) {
  (void)state;
  static struct rvt_encoder encoder;
  unsigned builds = 0, of_one_beat = 0;
  static const uint8_t lanes[] = {1, 2, 4, 8, 16};
  for (unsigned i = 0; i < 5 * 2 * 3 * 3 * 4; i++) {
    struct rvt_params p = build_of("QueueDepth=4 StallLatency=1 PlainHist=0");
    p.xlen = i / 5 % 2 == 0 ? 32 : 64;
    p.btm = i / 10 % 3 != 0;
    p.htm = i / 10 % 3 != 1;
    p.icnt_width = (uint8_t)(9 + i / 90 % 4 * 4);
    p.hist_width = (uint8_t)(8 + i % 7 * 4);
    p.src_bits_max = (uint8_t)(i / 30 % 3 * 6);
    p.ts_width = (uint8_t)(i % 3 * 32);
    p.lanes = lanes[i % 5];
    const unsigned beats = longest(&p);
    p.fifo_depth = (uint16_t)(beats > 2 ? beats : 2);
    assert_int_equal(rvt_encoder_init(&encoder, &p, NULL), RVT_OK);
    p.fifo_depth--;
    assert_int_equal(rvt_encoder_init(&encoder, &p, NULL), RVT_ERR_ARG);
    p.fifo_depth = 0;
    assert_int_equal(rvt_encoder_init(&encoder, &p, NULL), RVT_OK);
    assert_int_equal(encoder.p.fifo_depth, 2 * beats);
    builds++;
    of_one_beat += beats == 1;
  }
  assert_int_equal(builds, 360);
  assert_true(of_one_beat > 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_form_says_the_same),
      cmocka_unit_test(fifo_holds_a_longest_message),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
