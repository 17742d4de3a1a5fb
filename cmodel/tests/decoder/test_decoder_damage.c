/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "oracle/row.h"
#include "tests/support/capture.h"
#include "tests/support/damage.h"
#include "tests/support/test.h"

/*
 * Damages (damage.h) to traces of generated programs, one source or two. It is counted how often a
 * damage is reported, and what is claimed wrongly before the next sync.
 *
 * RVT_SEEDS=n tries n damages of every kind per trace; RVT_DAMAGE_REPORT=1 prints the counts
 * (docs/verification/fuzzing.md).
 */

enum { TRIES = 60 };

static const struct capture_options traces[] = {
    {.xlen = 64, .mode = RVT_MODE_BTM},
    {.xlen = 64, .mode = RVT_MODE_HTM},
    {.xlen = 32, .mode = RVT_MODE_BTM, .src_bits = 4},
    {.xlen = 32, .mode = RVT_MODE_HTM, .src_bits = 4},
    {.xlen = 64, .mode = RVT_MODE_BTM, .ts = true},
    {.xlen = 64, .mode = RVT_MODE_HTM, .ts = true},
    {.xlen = 32, .mode = RVT_MODE_BTM, .implicit_return = true},
    {.xlen = 32, .mode = RVT_MODE_HTM, .implicit_return = true},
    {.xlen = 64, .mode = RVT_MODE_BTM, .implicit_return = true, .src_bits = 8, .ts = true},
    {.xlen = 64, .mode = RVT_MODE_HTM, .implicit_return = true, .src_bits = 8, .ts = true},
    {.xlen = 64, .mode = RVT_MODE_BTM, .sequential_jump = true},
    {.xlen = 32, .mode = RVT_MODE_HTM, .implicit_return = true, .sequential_jump = true}};
enum { TRACES = sizeof traces / sizeof *traces };

static void print_outcomes(const struct damage_outcome *outcome) {
  printf("| damage | tries | reported | unnoticed, same PCs | a warning alone, wrong PCs | "
         "unnoticed, wrong PCs | wrong PCs before the report | wrong PCs per try | most |\n");
  for (unsigned i = 0; i < DAMAGES; i++) {
    const struct damage_outcome *o = &outcome[i];
    const double n = (double)o->tries;
    printf("| %s | %lu | %.1f %% | %.1f %% | %.1f %% | %.1f %% | %.1f %% | %.1f | %llu |\n",
           damage_name[i], o->tries, 100 * (double)o->reported / n, 100 * (double)o->same / n,
           100 * (double)o->warned / n, 100 * (double)o->silent / n,
           100 * (double)o->wrong_reported / n, (double)o->wrong / n,
           (unsigned long long)o->wrong_max);
  }
}

/* Per cent; the table of docs/verification/fuzzing.md. More: a check of the decoder is lost. */
static const unsigned char silent_max[DAMAGES] = {5, 3, 3, 6, 3, 6, 6, 16, 16, 4, 4, 2};

static unsigned long try_count(void) {
  const char *tries = getenv("RVT_SEEDS");
  return tries == NULL ? TRIES : strtoul(tries, NULL, 10);
}

static void try_all(struct damage_subject *s, uint64_t number, struct damage_outcome *outcome) {
  damage_learn(s);
  for (unsigned kind = 0; kind < DAMAGES; kind++)
    for (unsigned long i = 0; i < try_count(); i++) {
      const unsigned long before = outcome[kind].resynchronized;
      damage_try(s, kind, number << 40 | (uint64_t)kind << 32 | i, &outcome[kind]);
      assert_int_equal(outcome[kind].resynchronized, before + 1);
    }
  damage_forget(s);
}

static void make_trace(struct capture *c, const struct capture_options *kind, uint64_t seed) {
  struct capture_options o = *kind;
  o.seed = seed;
  o.sync_max = 4;
  o.code = 8192;
  o.instructions = 8000;
  o.traps = 2000;
  capture_make(c, &o);
}

/* The decoder's checks of I-CNT are seen at work: their loss would hide in the tolerance. */
static void check_counts(const struct damage_outcome *outcome) {
  unsigned long tries = 0, cut = 0;
  for (unsigned i = 0; i < DAMAGES; i++) {
    tries += outcome[i].tries;
    cut += outcome[i].cut;
  }
  if (getenv("RVT_DAMAGE_REPORT") != NULL) printf("%lu of %lu: NT:ICNT-17\n", cut, tries);
  assert_true(cut * 100 > tries * 2);
  ROW("NT:DEC-09");
  ROW("NT:ICNT-17");
}

static void check_outcomes(const struct damage_outcome *outcome) {
  if (getenv("RVT_DAMAGE_REPORT") != NULL) print_outcomes(outcome);
  for (unsigned i = 0; i < DAMAGES; i++) {
    const struct damage_outcome *o = &outcome[i];
    if (o->silent * 100 > o->tries * silent_max[i])
      fail_msg("%s: %lu of %lu went unnoticed with wrong PCs", damage_name[i], o->silent, o->tries);
    /* neighbours that are equal, or of two sources, may be swapped */
    assert_true((o->reported + o->same) * 100 > o->tries * 80);
    if (i != MESSAGES_SWAPPED) assert_true(o->reported * 100 > o->tries * 80);
  }
}

static void damages(void **state) {
  (void)state;
  struct damage_outcome outcome[DAMAGES] = {{0}};
  for (size_t i = 0; i < TRACES; i++) {
    struct capture c;
    char name[32];
    snprintf(name, sizeof name, "trace %zu", i);
    make_trace(&c, &traces[i], 100 + i);
    struct damage_subject s = {
        .name = name, .image = c.image, .config = &c.config, .bytes = c.bytes, .size = c.size};
    try_all(&s, i, outcome);
    capture_free(&c);
  }
  check_outcomes(outcome);
  check_counts(outcome);
  ROW("NT:DEC-05");
  ROW("NT:PKT-12");
}

/* Copy the messages of both traces in turns, those of the second with another SRC. */
static size_t merge(const struct capture c[2], uint8_t *bytes) {
  struct rvt_bytes in[2] = {{.data = c[0].bytes, .size = c[0].size},
                            {.data = c[1].bytes, .size = c[1].size}};
  const struct rvt_ntrace_format *format = &c[0].config.ntrace.format;
  size_t size = 0;
  for (unsigned turn = 0; in[0].pos < in[0].size || in[1].pos < in[1].size; turn++) {
    struct rvt_bytes *from = &in[turn % 3 == 0 ? 1 : 0];
    if (from->pos == from->size) from = &in[turn % 3 == 0 ? 0 : 1];
    struct rvt_ntrace_msg msg;
    size_t length = 0;
    assert_int_equal(rvt_ntrace_msg_read(format, from, &msg, NULL), RVT_OK);
    if (from == &in[1]) msg.src = 2;
    assert_int_equal(rvt_ntrace_msg_write(format, &msg, bytes + size, &length), RVT_OK);
    size += length;
  }
  return size;
}

/*
 * Two harts in one stream: each is found again at its own next sync. Neighbours are mostly of
 * different sources, and may be swapped without harm.
 */
static void two_sources(void **state) {
  (void)state;
  struct damage_outcome outcome[DAMAGES] = {{0}};
  for (size_t i = 0; i < 4; i++) {
    const struct capture_options kind = {.xlen = 64,
                                         .mode = i < 2 ? RVT_MODE_BTM : RVT_MODE_HTM,
                                         .implicit_return = i % 2 != 0,
                                         .sequential_jump = i == 3,
                                         .src_bits = 2,
                                         .ts = i == 2};
    struct capture c[2];
    char name[32];
    snprintf(name, sizeof name, "two sources %zu", i);
    make_trace(&c[0], &kind, 200 + i);
    make_trace(&c[1], &kind, 200 + i);
    uint8_t *bytes = malloc(c[0].size + c[1].size);
    assert_non_null(bytes);
    struct damage_subject s = {
        .name = name, .image = c[0].image, .config = &c[0].config, .bytes = bytes};
    s.size = merge(c, bytes);
    try_all(&s, 32 + i, outcome);
    free(bytes);
    capture_free(&c[0]);
    capture_free(&c[1]);
  }
  check_outcomes(outcome);
  ROW("NT:DEC-17");
  ROW("NT:SRC-07");
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(damages), cmocka_unit_test(two_sources)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
