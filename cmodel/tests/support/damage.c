/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "damage.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rvt/prng.h"
#include "tests/support/test.h"

enum { SLACK = 128, SYNCS_BEHIND = 4 };

const char *const damage_name[DAMAGES] = {"bit flipped",          "2..4 bits flipped in 8 bytes",
                                          "byte changed",         "byte deleted",
                                          "byte inserted",        "byte doubled",
                                          "end of a message cut", "message deleted",
                                          "message doubled",      "neighbours swapped",
                                          "5..64 bytes lost",     "5..64 bytes zeroed"};

/** The damaged bytes: [0, begin) are old, and what is at old_end or after stands at new_end. */
struct damaged {
  enum damage kind;
  uint64_t seed;
  uint8_t *bytes;
  size_t size, begin, old_end, new_end;
  size_t first;   /* offset of the first message that may be altered */
  size_t trusted; /* old offset from which sync messages must be found */
};

/** What the decoder says of one source, compared with what ran. */
struct follow {
  bool silent; /* after an error */
  bool behind; /* a sync after the damage was passed */
  bool off;    /* a wrong PC was claimed, before `behind` */
  size_t next; /* index of the PC that comes next, while everything is right */
  size_t sync;
};

struct compare {
  const struct damage_subject *s;
  const struct damaged *d; /* NULL: the undamaged trace, which is learned */
  struct damage_subject *learned;
  struct follow follow[DAMAGE_SOURCES];
  size_t wrong;
  unsigned errors, warnings;
  unsigned passed; /* warnings of a TCODE that was stepped over (NT:DEC-07) */
  unsigned cut;    /* errors of a count that ends inside an instruction */
};

__attribute__((format(printf, 3, 4))) static void refute(const struct compare *c, uint64_t offset,
                                                         const char *form, ...) {
  char text[200];
  va_list args;
  va_start(args, form);
  vsnprintf(text, sizeof text, form, args);
  va_end(args);
  if (c->d == NULL) fail_msg("%s: offset %llu: %s", c->s->name, (unsigned long long)offset, text);
  fail_msg("%s, %s, seed 0x%llx: offset %llu: %s", c->s->name, damage_name[c->d->kind],
           (unsigned long long)c->d->seed, (unsigned long long)offset, text);
}

/* The source's number; while learning a new one is taken up. DAMAGE_SOURCES: none of them. */
static size_t source_of(struct compare *c, uint16_t src) {
  size_t i = 0;
  while (i < c->s->sources && c->s->source[i].src != src) i++;
  if (i < c->s->sources || c->d != NULL) return i < c->s->sources ? i : DAMAGE_SOURCES;
  assert_true(i < DAMAGE_SOURCES);
  c->learned->source[i] = (struct damage_source){.src = src};
  c->learned->sources++;
  return i;
}

/* Room for one more; grows by doubling. */
static void *grown(void *list, size_t count, size_t size) {
  if ((count & (count - 1)) != 0) return list;
  void *more = realloc(list, (count == 0 ? 1 : 2 * count) * size);
  assert_non_null(more);
  return more;
}

static void take_pc(struct compare *c, size_t i, uint64_t pc, uint64_t offset) {
  struct follow *f = &c->follow[i];
  if (c->d == NULL) {
    struct damage_source *t = &c->learned->source[i];
    t->pc = grown(t->pc, t->pcs, sizeof *t->pc);
    t->pc[t->pcs++] = pc;
    f->next++;
    return;
  }
  const struct damage_source *t = &c->s->source[i];
  if (f->silent) refute(c, offset, "found PC 0x%llx after an error", (unsigned long long)pc);
  if (f->next < t->pcs && t->pc[f->next] == pc && !f->off) {
    f->next++;
    return;
  }
  if (f->behind || offset < c->d->first)
    refute(c, offset, "found 0x%llx as PC number %zu", (unsigned long long)pc, f->next);
  f->off = true;
  c->wrong++;
}

/* Runs of the undamaged messages in front, which are those that were learned: a quick look. */
static bool is_known_run(struct compare *c, size_t i, const struct rvt_decoder_event *e) {
  if (c->d == NULL || i == DAMAGE_SOURCES || e->offset >= c->d->first) return false;
  const struct damage_source *t = &c->s->source[i];
  const uint64_t insns = e->u.run.insns * e->u.run.times;
  struct follow *f = &c->follow[i];
  if (f->next >= t->pcs || t->pc[f->next] != e->u.run.pc || insns > t->pcs - f->next)
    refute(c, e->offset, "found a run from 0x%llx at PC number %zu",
           (unsigned long long)e->u.run.pc, f->next);
  f->next += (size_t)insns;
  return true;
}

/* Sources that only the damage made up are wrong from the first PC on. */
static void take_run(struct compare *c, size_t i, const struct rvt_decoder_event *e) {
  struct rvt_decoder_pcs pcs;
  if (is_known_run(c, i, e)) return;
  if (c->d != NULL && (i == DAMAGE_SOURCES || (c->follow[i].off && !c->follow[i].silent))) {
    c->wrong += (size_t)(e->u.run.insns * e->u.run.times);
    return;
  }
  rvt_decoder_pcs_begin(&pcs, c->s->image, &e->u.run);
  while (rvt_decoder_pcs_next(&pcs)) take_pc(c, i, pcs.pc, e->offset);
}

/* Where a sync message of the damaged stream stood; SIZE_MAX: within the damage. */
static size_t old_offset(const struct damaged *d, uint64_t offset) {
  return offset >= d->new_end ? (size_t)offset - d->new_end + d->old_end : SIZE_MAX;
}

static void learn_sync(struct compare *c, size_t i, const struct rvt_decoder_event *e) {
  struct damage_source *t = &c->learned->source[i];
  t->sync = grown(t->sync, t->syncs, sizeof *t->sync);
  t->sync[t->syncs++] =
      (struct damage_sync){(size_t)e->offset, c->follow[i].next, e->u.sync.continuous};
}

static void take_sync(struct compare *c, size_t i, const struct rvt_decoder_event *e) {
  if (i == DAMAGE_SOURCES) return;
  struct follow *f = &c->follow[i];
  const struct damage_source *t = &c->s->source[i];
  f->silent = false;
  if (e->offset < c->d->begin && f->sync < t->syncs && t->sync[f->sync].offset == e->offset) {
    f->sync++;
    return;
  }
  const size_t old = old_offset(c->d, e->offset);
  if (old == SIZE_MAX || old < c->d->trusted) return;
  while (f->sync < t->syncs && t->sync[f->sync].offset < c->d->trusted) f->sync++;
  if (f->sync == t->syncs || t->sync[f->sync].offset != old)
    refute(c, e->offset, "expected the sync message that follows the damage, found another");
  const struct damage_sync *expected = &t->sync[f->sync++];
  if (f->behind && (e->u.sync.continuous != expected->continuous || f->next != expected->pcs))
    refute(c, e->offset, "expected %zu PCs before this sync, found %zu", expected->pcs, f->next);
  if (!f->behind && c->errors == 0 && f->next != expected->pcs) f->off = true;
  if (f->off && c->wrong == 0) c->wrong = 1; /* PCs are missing, none is wrong */
  f->behind = true;
  f->off = false;
  f->next = expected->pcs;
}

static void take_error(struct compare *c, size_t i, const struct rvt_decoder_event *e) {
  for (size_t k = 0; k < c->s->sources; k++) {
    struct follow *f = &c->follow[k];
    if (k != i && !e->u.problem.all_sources) continue;
    if (f->behind || c->d == NULL)
      refute(c, e->offset, "%s: %s", e->u.problem.row, e->u.problem.text);
    f->silent = true;
  }
  c->errors++;
  c->cut += strcmp(e->u.problem.row, "NT:ICNT-17") == 0;
}

static void sink(void *user, const struct rvt_decoder_event *e) {
  struct compare *c = user;
  const bool problem = e->kind == RVT_DE_ERROR || e->kind == RVT_DE_WARNING;
  const size_t i = problem && e->u.problem.all_sources ? 0 : source_of(c, e->src);
  switch (e->kind) {
  case RVT_DE_RUN: take_run(c, i, e); break;
  case RVT_DE_SYNC:
    if (c->d == NULL)
      learn_sync(c, i, e);
    else
      take_sync(c, i, e);
    break;
  case RVT_DE_TRANSFER:
  case RVT_DE_TRAP:
    if (i < DAMAGE_SOURCES && c->follow[i].silent)
      refute(c, e->offset, "expected nothing after an error, found a transfer");
    break;
  case RVT_DE_STOP:
    if (i < DAMAGE_SOURCES && c->follow[i].silent && e->u.end.pc_known)
      refute(c, e->offset, "expected no PC after an error, found one at a stop");
    break;
  case RVT_DE_ERROR: take_error(c, i, e); break;
  case RVT_DE_WARNING:
    c->warnings++;
    c->passed += strcmp(e->u.problem.row, "NT:DEC-07") == 0;
    break;
  default: break;
  }
}

static void decode(struct compare *c, const uint8_t *bytes, size_t size) {
  struct rvt_decoder *d = NULL;
  struct rvt_bytes in = {.data = bytes, .size = size};
  assert_int_equal(rvt_decoder_new(c->s->config, c->s->image, sink, c, &d, NULL), RVT_OK);
  const enum rvt_status status = rvt_decoder_feed(d, &in);
  assert_true(status == RVT_END || status == RVT_NEED_MORE);
  rvt_decoder_finish(d, size - in.pos);
  rvt_decoder_free(d);
}

void damage_learn(struct damage_subject *s) {
  struct rvt_bytes in = {.data = s->bytes, .size = s->size};
  struct rvt_ntrace_msg msg;
  s->start = NULL;
  s->messages = s->sources = 0;
  while (s->start = grown(s->start, s->messages, sizeof *s->start), s->start[s->messages] = in.pos,
         rvt_ntrace_msg_read(&s->config->ntrace.format, &in, &msg, NULL) == RVT_OK)
    s->messages++;
  assert_int_equal(s->start[s->messages], s->size);
  struct compare c = {.s = s, .learned = s};
  decode(&c, s->bytes, s->size);
  assert_int_equal(c.errors + c.warnings, 0);
  assert_true(s->messages > 50 && s->sources > 0);
  s->last = s->start[s->messages - 20];
  for (size_t i = 0; i < s->sources; i++) {
    const struct damage_source *t = &s->source[i];
    if (t->syncs <= SYNCS_BEHIND + 1) continue;
    const size_t last = t->sync[t->syncs - SYNCS_BEHIND].offset;
    if (last < s->last) s->last = last;
  }
}

void damage_forget(struct damage_subject *s) {
  for (size_t i = 0; i < s->sources; i++) {
    free(s->source[i].pc);
    free(s->source[i].sync);
  }
  free(s->start);
}

/* The message at an offset: the last one that begins at or before it. */
static size_t message_of(const struct damage_subject *s, size_t offset) {
  size_t low = 0, high = s->messages;
  while (high - low > 1) {
    const size_t middle = low + (high - low) / 2;
    if (s->start[middle] <= offset)
      low = middle;
    else
      high = middle;
  }
  return low;
}

/* Replace [begin, old_end) by `size` bytes. */
static void splice(struct damaged *d, const struct damage_subject *s, size_t begin, size_t old_end,
                   const uint8_t *bytes, size_t size) {
  memcpy(d->bytes, s->bytes, begin);
  memcpy(d->bytes + begin, bytes, size);
  memcpy(d->bytes + begin + size, s->bytes + old_end, s->size - old_end);
  d->begin = begin;
  d->old_end = old_end;
  d->new_end = begin + size;
  d->size = s->size - old_end + begin + size;
  d->first = s->start[message_of(s, begin)];
  /* A message may swallow the one after it when its end is lost. */
  const size_t m = message_of(s, old_end > begin ? old_end - 1 : begin);
  d->trusted = s->start[m + 2 < s->messages ? m + 2 : s->messages];
}

/* The damage lies after the first message. */
static void make(struct damaged *d, const struct damage_subject *s) {
  uint64_t seed = d->seed;
  const size_t first = s->start[1];
  const size_t at = first + rvt_prng_below(&seed, (uint32_t)(s->last - first));
  const size_t m = message_of(s, at), begin = s->start[m], end = s->start[m + 1];
  const uint8_t *old = s->bytes;
  uint8_t made[SLACK];
  size_t count;
  memcpy(made, old + at, 8);
  switch (d->kind) {
  case BIT_FLIPPED:
    made[0] ^= (uint8_t)(1U << rvt_prng_below(&seed, 8));
    splice(d, s, at, at + 1, made, 1);
    break;
  case BITS_FLIPPED:
    for (unsigned i = 2 + rvt_prng_below(&seed, 3); i > 0; i--)
      made[rvt_prng_below(&seed, 8)] ^= (uint8_t)(1U << rvt_prng_below(&seed, 8));
    splice(d, s, at, at + 8, made, 8);
    break;
  case BYTE_CHANGED:
    made[0] ^= (uint8_t)(1 + rvt_prng_below(&seed, 255));
    splice(d, s, at, at + 1, made, 1);
    break;
  case BYTE_DELETED: splice(d, s, at, at + 1, made, 0); break;
  case BYTE_INSERTED:
    made[0] = (uint8_t)rvt_prng_below(&seed, 256);
    splice(d, s, at, at, made, 1);
    break;
  case BYTE_DOUBLED: splice(d, s, at, at, made, 1); break;
  case MESSAGE_CUT: {
    const size_t keep =
        end - begin > 1 ? 1 + rvt_prng_below(&seed, (uint32_t)(end - begin - 1)) : 0;
    splice(d, s, begin + keep, end, made, 0);
    break;
  }
  case MESSAGE_DELETED: splice(d, s, begin, end, made, 0); break;
  case MESSAGE_DOUBLED: splice(d, s, end, end, old + begin, end - begin); break;
  case MESSAGES_SWAPPED:
    count = s->start[m + 2] - begin;
    assert_true(count <= sizeof made);
    memcpy(made, old + end, count - (end - begin));
    memcpy(made + count - (end - begin), old + begin, end - begin);
    splice(d, s, begin, begin + count, made, count);
    break;
  case BYTES_LOST:
    count = 5 + rvt_prng_below(&seed, 60);
    splice(d, s, at, at + count < s->size ? at + count : s->size, made, 0);
    break;
  default:
    memset(made, 0, sizeof made);
    count = 5 + rvt_prng_below(&seed, 60);
    if (count > s->size - at) count = s->size - at;
    splice(d, s, at, at + count, made, count);
    break;
  }
}

static void count_outcome(struct damage_outcome *o, const struct compare *c) {
  o->tries++;
  o->reported += c->errors > 0;
  o->cut += c->cut > 0;
  o->remarked += c->errors == 0 && c->warnings > 0;
  o->wrong_reported += c->errors > 0 && c->wrong > 0;
  if (c->errors == 0 && c->wrong == 0)
    o->same++;
  else if (c->errors == 0 && c->passed > 0)
    o->warned++;
  else if (c->errors == 0)
    o->silent++;
  o->wrong += c->wrong;
  if (c->wrong > o->wrong_max) o->wrong_max = c->wrong;
}

void damage_try(const struct damage_subject *s, enum damage kind, uint64_t seed,
                struct damage_outcome *outcome) {
  struct damaged d = {.kind = kind, .seed = seed, .bytes = malloc(s->size + 2 * SLACK)};
  assert_non_null(d.bytes);
  make(&d, s);
  struct compare c = {.s = s, .d = &d};
  decode(&c, d.bytes, d.size);
  bool found = false;
  for (size_t i = 0; i < s->sources; i++) {
    const struct damage_source *t = &s->source[i];
    const struct follow *f = &c.follow[i];
    const bool due = t->syncs > 0 && t->sync[t->syncs - 1].offset >= d.trusted;
    if (due && (!f->behind || f->next != t->pcs))
      refute(&c, d.size, "source %u not resynchronized (PC %zu of %zu)", t->src, f->next, t->pcs);
    /* Without a sync after it, an end that came too early was noticed by nobody. */
    if (!due && c.errors == 0 && f->next != t->pcs && c.wrong == 0) c.wrong = 1;
    found = found || due;
  }
  outcome->resynchronized += found;
  count_outcome(outcome, &c);
  free(d.bytes);
}
