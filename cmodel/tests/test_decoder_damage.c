/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "capture.h"
#include "prng.h"
#include "row.h"

/*
 * Traces of generated programs, each with one damage. What was decoded before the damage stays;
 * from the first sync message on that begins behind the damage and its message, every PC is right.
 * Between the two it is counted how often the damage is reported, and what is claimed wrongly.
 *
 * RVT_SEEDS=n tries n damages of every kind per trace; RVT_DAMAGE_REPORT=1 prints the counts that
 * docs/fuzzing.md shows.
 */

enum { TRIES = 60, MESSAGES = 1 << 13, SLACK = 128 };

enum damage {
  BIT_FLIPPED,
  BITS_FLIPPED,
  BYTE_CHANGED,
  BYTE_DELETED,
  BYTE_INSERTED,
  BYTE_DOUBLED,
  MESSAGE_CUT,
  MESSAGE_DELETED,
  MESSAGE_DOUBLED,
  MESSAGES_SWAPPED,
  BYTES_LOST,
  BYTES_ZEROED,
  DAMAGES
};

static const char *const names[DAMAGES] = {"bit flipped",          "2..4 bits flipped in 8 bytes",
                                           "byte changed",         "byte deleted",
                                           "byte inserted",        "byte doubled",
                                           "end of a message cut", "message deleted",
                                           "message doubled",      "neighbours swapped",
                                           "5..64 bytes lost",     "5..64 bytes zeroed"};

/** What came of the damages of one kind. */
struct outcome {
  unsigned long tries, reported, remarked, same, silent;
  unsigned long wrong_reported; /* reported damages with wrong PCs before the report */
  uint64_t wrong, wrong_max;    /* wrong PCs */
};

/** A sync message of the undamaged trace: its place, and the PCs before its F-ADDR. */
struct sync_at {
  size_t offset, pcs;
  bool continuous;
};

struct subject {
  struct capture c;
  size_t messages;
  size_t start[MESSAGES + 1]; /* of every message; then the trace's size */
  size_t syncs;
  struct sync_at sync[MESSAGES];
};

/** The damaged bytes: [0, begin) are old, and what is at old_end or behind stands at new_end. */
struct damaged {
  uint8_t *bytes;
  size_t size, begin, old_end, new_end;
  size_t first;   /* offset of the first message that may be altered */
  size_t trusted; /* old offset from which sync messages must be found */
};

/** What the decoder says, compared with what ran. */
struct compare {
  const struct subject *s;
  const struct damaged *d; /* NULL: the undamaged trace, which is learned */
  struct subject *learned;
  bool behind; /* a sync behind the damage was passed */
  size_t next; /* index of the PC that comes next, while everything is right */
  size_t wrong;
  bool off; /* a wrong PC was claimed, before `behind` */
  size_t sync;
  unsigned errors, warnings;
};

static void take_pc(struct compare *c, uint64_t pc, uint64_t offset) {
  const struct capture *t = &c->s->c;
  const bool right = !c->off && c->next < t->pcs && t->pc[c->next] == pc;
  if (right) {
    c->next++;
    return;
  }
  if (c->d == NULL || c->behind || offset < c->d->first)
    fail_msg("offset %llu: expected PC 0x%llx (number %zu), found 0x%llx",
             (unsigned long long)offset, (unsigned long long)t->pc[c->next], c->next,
             (unsigned long long)pc);
  c->off = true;
  c->wrong++;
}

/* Where a sync message of the damaged stream stood; SIZE_MAX: within the damage. */
static size_t old_offset(const struct damaged *d, uint64_t offset) {
  return offset >= d->new_end ? (size_t)offset - d->new_end + d->old_end : SIZE_MAX;
}

static void take_sync(struct compare *c, const struct rvt_decoder_event *e) {
  if (c->d == NULL) {
    c->learned->sync[c->learned->syncs++] =
        (struct sync_at){(size_t)e->offset, c->next, e->u.sync.continuous};
    return;
  }
  if (e->offset < c->d->begin && c->sync < c->s->syncs && c->s->sync[c->sync].offset == e->offset) {
    c->sync++;
    return;
  }
  const size_t old = old_offset(c->d, e->offset);
  if (old == SIZE_MAX || old < c->d->trusted) return;
  while (c->sync < c->s->syncs && c->s->sync[c->sync].offset < c->d->trusted) c->sync++;
  assert_true(c->sync < c->s->syncs);
  assert_int_equal(c->s->sync[c->sync].offset, old);
  const size_t pcs = c->s->sync[c->sync].pcs;
  if (c->behind) {
    assert_int_equal(e->u.sync.continuous, c->s->sync[c->sync].continuous);
    assert_int_equal(c->next, pcs);
  }
  if (!c->behind && c->errors == 0 && c->next != pcs) c->off = true;
  c->behind = true;
  if (c->off && c->wrong == 0) c->wrong = 1; /* PCs are missing, none is wrong */
  c->off = false;
  c->next = pcs;
  c->sync++;
}

static void sink(void *user, const struct rvt_decoder_event *e) {
  struct compare *c = user;
  struct rvt_decoder_pcs pcs;
  switch (e->kind) {
  case RVT_DE_RUN:
    rvt_decoder_pcs_begin(&pcs, c->s->c.image, &e->u.run);
    while (rvt_decoder_pcs_next(&pcs)) take_pc(c, pcs.pc, e->offset);
    break;
  case RVT_DE_SYNC: take_sync(c, e); break;
  case RVT_DE_ERROR:
    if (c->behind) fail_msg("%s: %s behind the damage", e->u.problem.row, e->u.problem.text);
    c->errors++;
    break;
  case RVT_DE_WARNING: c->warnings++; break;
  default: break;
  }
}

static void decode(struct compare *c, const uint8_t *bytes, size_t size) {
  struct rvt_decoder *d = NULL;
  struct rvt_bytes in = {.data = bytes, .size = size};
  assert_int_equal(rvt_decoder_new(&c->s->c.config, c->s->c.image, sink, c, &d), RVT_OK);
  const enum rvt_status status = rvt_decoder_feed(d, &in);
  assert_true(status == RVT_END || status == RVT_NEED_MORE);
  rvt_decoder_finish(d, size - in.pos);
  rvt_decoder_free(d);
}

/* Messages and syncs of the undamaged trace, which must decode to what ran. */
static void learn(struct subject *s) {
  struct rvt_bytes in = {.data = s->c.bytes, .size = s->c.size};
  struct rvt_ntrace_msg msg;
  s->messages = s->syncs = 0;
  while (s->start[s->messages] = in.pos,
         rvt_ntrace_msg_read(&s->c.config.format, &in, &msg, NULL) == RVT_OK)
    assert_true(++s->messages < MESSAGES);
  assert_int_equal(s->start[s->messages], s->c.size);
  struct compare c = {.s = s, .learned = s};
  decode(&c, s->c.bytes, s->c.size);
  assert_int_equal(c.next, s->c.pcs);
  assert_int_equal(c.errors + c.warnings, 0);
  assert_true(s->syncs > 10 && s->messages > 200);
}

static size_t message_of(const struct subject *s, size_t offset) {
  size_t m = 0;
  while (s->start[m + 1] <= offset) m++;
  return m;
}

/* Replace [begin, old_end) by `size` bytes. */
static void splice(struct damaged *d, const struct subject *s, size_t begin, size_t old_end,
                   const uint8_t *bytes, size_t size) {
  const struct capture *c = &s->c;
  memcpy(d->bytes, c->bytes, begin);
  memcpy(d->bytes + begin, bytes, size);
  memcpy(d->bytes + begin + size, c->bytes + old_end, c->size - old_end);
  d->begin = begin;
  d->old_end = old_end;
  d->new_end = begin + size;
  d->size = c->size - old_end + begin + size;
  d->first = s->start[message_of(s, begin)];
  /* A message may swallow the one behind it when its end is lost. */
  const size_t m = message_of(s, old_end > begin ? old_end - 1 : begin);
  d->trusted = s->start[m + 2 < s->messages ? m + 2 : s->messages];
}

/* The damage lies behind the first message and leaves some syncs behind it. */
static void damage(struct damaged *d, const struct subject *s, enum damage kind, uint64_t *seed) {
  const size_t first = s->start[1], most = s->sync[s->syncs - 4].offset;
  const size_t at = first + prng_below(seed, (uint32_t)(most - first));
  const size_t m = message_of(s, at), begin = s->start[m], end = s->start[m + 1];
  const uint8_t *old = s->c.bytes;
  uint8_t made[SLACK];
  size_t count;
  memcpy(made, old + at, 8);
  switch (kind) {
  case BIT_FLIPPED:
    made[0] ^= (uint8_t)(1U << prng_below(seed, 8));
    splice(d, s, at, at + 1, made, 1);
    break;
  case BITS_FLIPPED:
    for (unsigned i = 2 + prng_below(seed, 3); i > 0; i--)
      made[prng_below(seed, 8)] ^= (uint8_t)(1U << prng_below(seed, 8));
    splice(d, s, at, at + 8, made, 8);
    break;
  case BYTE_CHANGED:
    made[0] ^= (uint8_t)(1 + prng_below(seed, 255));
    splice(d, s, at, at + 1, made, 1);
    break;
  case BYTE_DELETED: splice(d, s, at, at + 1, made, 0); break;
  case BYTE_INSERTED:
    made[0] = (uint8_t)prng_below(seed, 256);
    splice(d, s, at, at, made, 1);
    break;
  case BYTE_DOUBLED: splice(d, s, at, at, made, 1); break;
  case MESSAGE_CUT: {
    const size_t keep = 1 + prng_below(seed, (uint32_t)(end - begin - 1));
    splice(d, s, begin + keep, end, made, 0);
    break;
  }
  case MESSAGE_DELETED: splice(d, s, begin, end, made, 0); break;
  case MESSAGE_DOUBLED: splice(d, s, end, end, old + begin, end - begin); break;
  case MESSAGES_SWAPPED:
    count = s->start[m + 2] - begin;
    memcpy(made, old + end, count - (end - begin));
    memcpy(made + count - (end - begin), old + begin, end - begin);
    splice(d, s, begin, begin + count, made, count);
    break;
  case BYTES_LOST: splice(d, s, at, at + 5 + prng_below(seed, 60), made, 0); break;
  default:
    memset(made, 0, sizeof made);
    count = 5 + prng_below(seed, 60);
    splice(d, s, at, at + count, made, count);
    break;
  }
}

static void count_outcome(struct outcome *o, const struct compare *c) {
  o->tries++;
  o->reported += c->errors > 0;
  o->remarked += c->errors == 0 && c->warnings > 0;
  o->wrong_reported += c->errors > 0 && c->wrong > 0;
  if (c->errors == 0 && c->wrong == 0)
    o->same++;
  else if (c->errors == 0)
    o->silent++;
  o->wrong += c->wrong;
  if (c->wrong > o->wrong_max) o->wrong_max = c->wrong;
}

static void try_all(const struct subject *s, uint64_t number, struct outcome *outcome) {
  struct damaged d = {.bytes = malloc(s->c.size + 2 * SLACK)};
  const char *tries = getenv("RVT_SEEDS");
  const unsigned long count = tries == NULL ? TRIES : strtoul(tries, NULL, 10);
  assert_non_null(d.bytes);
  for (unsigned kind = 0; kind < DAMAGES; kind++)
    for (unsigned long i = 0; i < count; i++) {
      uint64_t seed = number << 40 | (uint64_t)kind << 32 | i;
      damage(&d, s, kind, &seed);
      struct compare c = {.s = s, .d = &d};
      decode(&c, d.bytes, d.size);
      if (!c.behind || c.next != s->c.pcs)
        fail_msg("trace %llu, %s, try %lu: not resynchronized (%zu of %zu)",
                 (unsigned long long)number, names[kind], i, c.next, s->c.pcs);
      count_outcome(&outcome[kind], &c);
    }
  free(d.bytes);
}

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
    {.xlen = 64, .mode = RVT_MODE_HTM, .implicit_return = true, .src_bits = 8, .ts = true}};
enum { TRACES = sizeof traces / sizeof *traces };

static void print_outcomes(const struct outcome *outcome) {
  printf("| damage | tries | reported | unnoticed, same PCs | unnoticed, wrong PCs | wrong PCs "
         "before the report, share of tries | wrong PCs, mean | most |\n");
  for (unsigned i = 0; i < DAMAGES; i++) {
    const struct outcome *o = &outcome[i];
    const double n = (double)o->tries;
    printf("| %s | %lu | %.1f %% | %.1f %% | %.1f %% | %.1f %% | %.1f | %llu |\n", names[i],
           o->tries, 100 * (double)o->reported / n, 100 * (double)o->same / n,
           100 * (double)o->silent / n, 100 * (double)o->wrong_reported / n, (double)o->wrong / n,
           (unsigned long long)o->wrong_max);
  }
}

/* Per cent; docs/fuzzing.md shows what is counted. More says that the decoder has lost a check. */
static const unsigned char silent_max[DAMAGES] = {5, 3, 3, 6, 3, 6, 6, 16, 16, 4, 4, 2};

static void damages(void **state) {
  (void)state;
  static struct subject s;
  struct outcome outcome[DAMAGES] = {{0}};
  for (size_t i = 0; i < TRACES; i++) {
    struct capture_options o = traces[i];
    o.seed = 100 + i;
    o.sync_max = 4;
    o.code = 8192;
    o.instructions = 8000;
    o.traps = 2000;
    capture_make(&s.c, &o);
    learn(&s);
    try_all(&s, i, outcome);
    capture_free(&s.c);
  }
  if (getenv("RVT_DAMAGE_REPORT") != NULL) print_outcomes(outcome);
  for (unsigned i = 0; i < DAMAGES; i++) {
    const struct outcome *o = &outcome[i];
    if (o->silent * 100 > o->tries * silent_max[i])
      fail_msg("%s: %lu of %lu went unnoticed with wrong PCs", names[i], o->silent, o->tries);
    assert_true(o->reported * 100 > o->tries * 80);
  }
  ROW("NT:DEC-05");
  ROW("NT:PKT-12");
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(damages)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
