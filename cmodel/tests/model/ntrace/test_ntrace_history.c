/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/outcomes.h"
#include "rvt/ntrace_text.h"
#include "rvt/prng.h"
#include "rvt/unit/ntrace_history.h"
#include "tests/support/test.h"

enum { BYTES = 1 << 22, TEXT = 1 << 14 };

static const struct rvt_ntrace_format bare = {.src_bits = 0};

/** A stream as flow makes it, and what becomes of it. */
struct streams {
  struct rvt_ntrace_history unit;
  bool on, plain_hist;
  uint32_t hist; /* flow's, with its stop bit */
  uint64_t time;
  size_t used[2]; /* literal, ours */
  uint8_t bytes[2][BYTES];
  unsigned most; /* messages of one record */
  char text[TEXT];
};

static void put(struct streams *s, unsigned which, const struct rvt_ntrace_record *rec) {
  struct rvt_ntrace_msg msg;
  size_t size = 0;
  assert_int_equal(rvt_ntrace_msg_from_record(rec, &msg), RVT_OK);
  assert_true(BYTES - s->used[which] > RVT_MSG_BYTES_MAX);
  assert_int_equal(rvt_ntrace_msg_write(&bare, &msg, s->bytes[which] + s->used[which], &size),
                   RVT_OK);
  s->used[which] += size;
  const size_t at = strlen(s->text);
  if (which == 0 || TEXT - at < RVT_MSG_TEXT_MAX + 32) return;
  assert_int_equal(rvt_ntrace_msg_print(&bare, &msg, s->text + at), RVT_OK);
  sprintf(s->text + strlen(s->text), " @%u;", (unsigned)rec->abs_time);
}

static void take(struct streams *s, struct rvt_ntrace_record rec) {
  unsigned sent = 0;
  rec.abs_time = ++s->time;
  put(s, 0, &rec);
  struct rvt_ntrace_history_in in = {.en = s->on, .rec_valid = true, .out_ready = true, .rec = rec};
  while (in.rec_valid || rvt_ntrace_history_held(&s->unit)) {
    struct rvt_ntrace_history_out out;
    rvt_ntrace_history_outputs(&s->unit, &in, &out);
    if (out.out_valid) {
      put(s, 1, &out.rec);
      sent++;
    }
    rvt_ntrace_history_tick(&s->unit, &in, &out);
    if (out.rec_ready) in.rec_valid = false;
  }
  if (sent > s->most) s->most = sent;
}

static struct streams *start(uint8_t longest, uint8_t word, bool plain_hist) {
  static struct streams s;
  s = (struct streams){.on = true, .plain_hist = plain_hist, .hist = 1};
  rvt_ntrace_history_init(&s.unit, longest, word);
  return &s;
}

static void outcome(struct streams *s, unsigned taken) {
  s->hist = s->hist << 1 | (taken & 1);
  if (s->hist >> s->unit.word == 0) return;
  take(s, (struct rvt_ntrace_record){
              .tcode = RVT_TC_RESOURCE_FULL, .sub = RVT_RC_HIST, .hist = s->hist});
  s->hist = 1;
}

/** A message of flow's that ends HIST, in the form that it has with or without outcomes. */
static void end_with(struct streams *s, uint8_t tcode) {
  struct rvt_ntrace_record rec = {.tcode = tcode, .icnt = 6, .addr = 0x123};
  const bool empty = s->hist == 1 && s->plain_hist;
  if (tcode == RVT_TC_PROG_TRACE_CORRELATION) {
    rec.btype = 1; /* CDF */
    rec.addr = 0;
  } else if (tcode == RVT_TC_INDIRECT_BRANCH_HIST && empty) {
    rec.tcode = RVT_TC_INDIRECT_BRANCH;
  } else if (tcode == RVT_TC_INDIRECT_BRANCH_HIST_SYNC && empty) {
    rec.tcode = RVT_TC_INDIRECT_BRANCH_SYNC;
  } else if (tcode == RVT_TC_PROG_TRACE_SYNC && s->hist != 1) {
    rec.tcode = RVT_TC_INDIRECT_BRANCH_HIST_SYNC;
  }
  const bool has = rec.tcode == tcode ? tcode >= RVT_TC_INDIRECT_BRANCH_HIST
                                      : rec.tcode >= RVT_TC_INDIRECT_BRANCH_HIST;
  rec.hist = has ? s->hist : 0;
  s->hist = 1;
  take(s, rec);
}

static void bare_message(struct streams *s, uint8_t tcode) {
  take(s, (struct rvt_ntrace_record){.tcode = tcode,
                                     .addr = tcode == RVT_TC_OWNERSHIP ? 7 : 0,
                                     .icnt = tcode == RVT_TC_ERROR ? 4 : 0});
}

static void icnt_full(struct streams *s) {
  take(s, (struct rvt_ntrace_record){
              .tcode = RVT_TC_RESOURCE_FULL, .sub = RVT_RC_ICNT, .icnt = 0x8000});
}

/** What the two streams are: the same outcomes, in no segment more than seven bytes more. */
static void judge(const struct streams *s, uint64_t ours_and_fewest[2]) {
  struct rvt_bytes in[2] = {{.data = s->bytes[0], .size = s->used[0]},
                            {.data = s->bytes[1], .size = s->used[1]}};
  struct rvt_outcomes_segment of[2] = {{.outcomes = NULL}, {.outcomes = NULL}};
  enum rvt_status status;
  while ((status = rvt_outcomes_next(&in[0], &of[0])) == RVT_OK) {
    assert_int_equal(rvt_outcomes_next(&in[1], &of[1]), RVT_OK);
    assert_int_equal(of[0].count, of[1].count);
    if (of[0].count != 0) assert_memory_equal(of[0].outcomes, of[1].outcomes, of[0].count);
    assert_true(of[1].bytes <= of[0].bytes + 7);
    if (ours_and_fewest == NULL) continue;
    ours_and_fewest[0] += of[1].bytes;
    ours_and_fewest[1] +=
        of[0].other + rvt_outcomes_fewest(of[0].outcomes, of[0].count, &of[0].end);
  }
  assert_int_equal(status, RVT_END);
  assert_int_equal(rvt_outcomes_next(&in[1], &of[1]), RVT_END);
  free(of[0].outcomes);
  free(of[1].outcomes);
}

/* ---- Streams that are hard to repeat --------------------------------------------------------- */

enum kind { RANDOM, BIASED, THUE_MORSE, FIBONACCI, FLIPPED, CHANGING, KINDS };

struct source {
  enum kind kind;
  uint64_t seed, place, before; /* `before`: outcomes, the newest in bit 0 */
  unsigned period, one_in;
};

static unsigned next_of(struct source *g) {
  unsigned bit = 0;
  const uint64_t n = g->place++;
  switch (g->kind) {
  case RANDOM: bit = rvt_prng_below(&g->seed, 2); break;
  case BIASED: bit = rvt_prng_below(&g->seed, g->one_in) == 0; break;
  case THUE_MORSE: bit = (unsigned)__builtin_popcountll(n) & 1; break;
  case FIBONACCI: /* floor((n+2)/phi) - floor((n+1)/phi) */
    bit = (unsigned)((uint64_t)((double)(n + 2) * 0.6180339887498949) -
                     (uint64_t)((double)(n + 1) * 0.6180339887498949));
    break;
  case CHANGING:
    if (n % (g->one_in * 7) == 0) g->period = 1 + rvt_prng_below(&g->seed, 40);
    bit = rvt_prng_below(&g->seed, 60) == 0 || (g->before >> (g->period - 1) & 1);
    break;
  default:
    bit = g->before >> (g->period - 1) & 1;
    if (rvt_prng_below(&g->seed, 3 * g->one_in) == 0) bit ^= 1;
  }
  g->before = g->before << 1 | bit;
  return bit;
}

static void run(struct streams *s, struct source *g, unsigned outcomes) {
  static const uint8_t tcodes[] = {RVT_TC_INDIRECT_BRANCH_HIST, RVT_TC_INDIRECT_BRANCH_HIST,
                                   RVT_TC_INDIRECT_BRANCH_HIST_SYNC, RVT_TC_PROG_TRACE_SYNC,
                                   RVT_TC_PROG_TRACE_CORRELATION};
  const unsigned segment = 2 + rvt_prng_below(&g->seed, 400);
  for (unsigned i = 0; i < outcomes; i++) {
    outcome(s, next_of(g));
    if (rvt_prng_below(&g->seed, segment) == 0)
      end_with(s, tcodes[rvt_prng_below(&g->seed, sizeof tcodes)]);
    const unsigned what = rvt_prng_below(&g->seed, 400);
    if (what == 0) bare_message(s, RVT_TC_OWNERSHIP);
    if (what == 1) icnt_full(s);
    if (what != 2) continue;
    s->hist = 1; /* lost in an overflow */
    bare_message(s, RVT_TC_ERROR);
  }
  end_with(s, RVT_TC_PROG_TRACE_CORRELATION);
}

static void any_stream_says_the_same(void **state) {
  (void)state;
  const char *more = getenv("HISTORY_STREAMS"); /* by hand: more of them */
  const unsigned streams = more != NULL ? (unsigned)atoi(more) : 400;
  unsigned most = 0;
  uint64_t seed = 1;
  for (unsigned n = 0; n < streams; n++) {
    const uint8_t word = n % 3 == 0 ? (uint8_t)(2 + rvt_prng_below(&seed, 30)) : 31;
    const uint8_t longest = n % 2 == 0 ? word : (uint8_t)(1 + rvt_prng_below(&seed, word));
    struct streams *s = start(longest, word, rvt_prng_below(&seed, 4) != 0);
    struct source g = {.kind = (enum kind)(n % KINDS),
                       .seed = n,
                       .before = n * UINT64_C(0x9E3779B97F4A7C15),
                       .period = 1 + n / KINDS % 40,
                       .one_in = 2 + rvt_prng_below(&seed, 60)};
    run(s, &g, 20000);
    judge(s, NULL);
    if (s->most > most) most = s->most;
  }
  assert_in_range(most, 4, 9); /* 8 of what was held, and the record: RVT_ENCODE_BLOCK_MSGS */
}

/* ---- What stands in the stream --------------------------------------------------------------- */

/** `times` the outcomes of a text of 0 and 1. */
static void outcomes(struct streams *s, unsigned times, const char *text) {
  for (unsigned t = 0; t < times; t++)
    for (const char *at = text; *at != '\0'; at++) outcome(s, *at == '1');
}

static void check_text(struct streams *s, const char *expected) {
  assert_string_equal(s->text, expected);
  judge(s, NULL);
  s->text[0] = '\0';
}

/* NT:RHI-02, RHI-03, RHI-06: a run ends with its count, what is left joins HIST. */
static void a_run_is_counted(void **state) {
  (void)state;
  struct streams *s = start(31, 31, true);
  outcomes(s, 100, "011");
  outcomes(s, 1, "0100"); /* breaks in the second outcome of a block */
  outcomes(s, 6, "1");    /* ... and fills a HIST, which is whole */
  end_with(s, RVT_TC_INDIRECT_BRANCH_HIST);
  check_text(s, "ResourceFull RCODE=2 HIST=0xb HREPEAT=100 @10;"
                "IndirectBranchHist B-TYPE=0 I-CNT=6 U-ADDR=0x123 HIST=0x53f @11;");
}

/* Fewer than a window are never counted; both HISTs are one if they fit. */
static void a_window_is_the_least(void **state) {
  (void)state;
  struct streams *s = start(31, 31, true);
  outcomes(s, 31, "1");
  end_with(s, RVT_TC_INDIRECT_BRANCH_HIST);
  check_text(s, "IndirectBranchHist B-TYPE=0 I-CNT=6 U-ADDR=0x123 HIST=0xffffffff @2;");
  outcomes(s, 31, "1");
  end_with(s, RVT_TC_PROG_TRACE_SYNC);
  check_text(s, "IndirectBranchHistSync SYNC=0 B-TYPE=0 I-CNT=6 F-ADDR=0x123 HIST=0xffffffff @4;");
  outcomes(s, 31, "1");
  end_with(s, RVT_TC_INDIRECT_BRANCH_HIST_SYNC);
  check_text(s, "IndirectBranchHistSync SYNC=0 B-TYPE=0 I-CNT=6 F-ADDR=0x123 HIST=0xffffffff @6;");
  outcomes(s, 32, "1");
  end_with(s, RVT_TC_PROG_TRACE_CORRELATION);
  check_text(s, "ResourceFull RCODE=1 HIST=0xffffffff @8;"
                "ProgTraceCorrelation EVCODE=0 CDF=1 I-CNT=6 HIST=0x3 @8;");
  outcomes(s, 80, "1");
  end_with(s, RVT_TC_INDIRECT_BRANCH_HIST); /* the 18 of its own HIST stay there */
  check_text(s, "ResourceFull RCODE=2 HIST=0x3 HREPEAT=62 @11;"
                "IndirectBranchHist B-TYPE=0 I-CNT=6 U-ADDR=0x123 HIST=0x7ffff @11;");
}

/* RCODE 0 overtakes what is held; Ownership and Error close, and have no HIST. */
static void others_pass_or_close(void **state) {
  (void)state;
  struct streams *s = start(31, 31, true);
  outcomes(s, 70, "1");
  icnt_full(s);
  bare_message(s, RVT_TC_OWNERSHIP);
  outcomes(s, 23, "1");
  bare_message(s, RVT_TC_ERROR);
  check_text(s, "ResourceFull RCODE=0 I-CNT=32768 @3;ResourceFull RCODE=2 HIST=0x3 HREPEAT=62 @4;"
                "Ownership PROCESS=0x7 @4;ResourceFull RCODE=1 HIST=0xffffffff @6;"
                "Error ETYPE=0 ECODE=0x4 @6;");
}

/* NT:RHI-04, RHI-05: the largest count is sent at once, and counting goes on; one block is literal.
 */
static void a_full_count_is_sent(void **state) {
  (void)state;
  enum { MOST = (1 << 18) - 1, LONGEST = 31 };
  static const char block[] = "0101101110111101111101111110000"; /* of no shorter period */
  for (unsigned more = 0; more < 3; more++) {
    struct streams *s = start(LONGEST, LONGEST, true);
    outcomes(s, MOST + more, block); /* each one a whole HIST */
    end_with(s, RVT_TC_INDIRECT_BRANCH_HIST);
    char expected[512];
    snprintf(expected, sizeof expected,
             "ResourceFull RCODE=2 HIST=0xaddefbf0 HREPEAT=262143 @262143;"
             "%sIndirectBranch%s B-TYPE=0 I-CNT=6 U-ADDR=0x123%s @%u;",
             more == 2 ? "ResourceFull RCODE=2 HIST=0xaddefbf0 HREPEAT=2 @262146;" : "",
             more == 1 ? "Hist" : "", more == 1 ? " HIST=0xaddefbf0" : "", MOST + more + 1);
    check_text(s, expected);
  }
}

/* Off, and in a session of BTM, a record is as it was. */
static void off_passes(void **state) {
  (void)state;
  struct streams *s = start(31, 31, true);
  s->on = false;
  outcomes(s, 100, "1");
  end_with(s, RVT_TC_INDIRECT_BRANCH_HIST);
  bare_message(s, RVT_TC_DIRECT_BRANCH);
  assert_int_equal(s->used[0], s->used[1]);
  assert_memory_equal(s->bytes[0], s->bytes[1], s->used[0]);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(any_stream_says_the_same), cmocka_unit_test(a_run_is_counted),
      cmocka_unit_test(a_window_is_the_least),    cmocka_unit_test(others_pass_or_close),
      cmocka_unit_test(a_full_count_is_sent),     cmocka_unit_test(off_passes)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
