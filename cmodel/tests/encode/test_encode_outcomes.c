/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */

/*
 * Outcomes that are hard to count through functional encoder and decoder: what the decoder walks
 * must have the outcomes that were made (NT:RHI-01 to RHI-08). RVT_OUTCOMES=n: so many of them,
 * RVT_FIRST=n: from this stream on.
 */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "oracle/row.h"
#include "rvt/decoder.h"
#include "rvt/encode.h"
#include "rvt/image.h"
#include "rvt/itype.h"
#include "rvt/ntrace_msg.h"
#include "rvt/prng.h"
#include "tests/support/test.h"

enum { OUTCOMES = 3000000, STREAM = 20000, BLOCKS = 1024, ROOM = 1 << 20 };
enum { BRANCH = 0x1000, BACK = 0x1004, HANDLER = 0x2000 };

/* ---- Outcomes -------------------------------------------------------------------------------- */

enum kind { RANDOM, BIASED, THUE_MORSE, FIBONACCI, FLIPPED, CHANGING, WORDS, KINDS };

struct source {
  enum kind kind;
  uint64_t seed, place, before; /* `before`: outcomes, the newest in bit 0 */
  unsigned period, one_in, left;
};

static struct source source_of(uint64_t stream) {
  return (struct source){.kind = (enum kind)(stream % KINDS),
                         .seed = stream,
                         .before = stream * UINT64_C(0x9E3779B97F4A7C15),
                         .period = 1 + (unsigned)(stream / KINDS) % 40,
                         .one_in = 2 + (unsigned)(stream / KINDS) % 300};
}

/* The Fibonacci word: 0 becomes 01, 1 becomes 0; a place has 1 where its Zeckendorf form ends so.
 */
static unsigned fibonacci(uint64_t n) {
  uint64_t a = 1, b = 2;
  while (b <= n) {
    const uint64_t c = a + b;
    a = b;
    b = c;
  }
  while (n > 1) {
    if (a <= n) n -= a;
    const uint64_t c = b - a;
    b = a;
    a = c;
  }
  return (unsigned)n;
}

/* Another period where a whole number of blocks, or a HIST, has just ended. */
static unsigned changing(struct source *g, bool words) {
  if (g->left == 0) {
    g->period = 1 + rvt_prng_below(&g->seed, 40);
    g->left = words ? 31 * (1 + rvt_prng_below(&g->seed, 6))
                    : g->period * (1 + rvt_prng_below(&g->seed, 12)) + rvt_prng_below(&g->seed, 2);
    g->before = rvt_prng_next(&g->seed);
  }
  g->left--;
  return g->before >> (g->period - 1) & 1;
}

static unsigned next_of(struct source *g) {
  unsigned bit = 0;
  const uint64_t n = g->place++;
  switch (g->kind) {
  case RANDOM: bit = rvt_prng_below(&g->seed, 2); break;
  case BIASED: bit = rvt_prng_below(&g->seed, g->one_in) == 0; break;
  case THUE_MORSE: bit = (unsigned)__builtin_popcountll(n) & 1; break;
  case FIBONACCI: bit = fibonacci(n); break;
  case CHANGING: bit = changing(g, false); break;
  case WORDS: bit = changing(g, true); break;
  default:
    bit = g->before >> (g->period - 1) & 1;
    if (rvt_prng_below(&g->seed, 3 * g->one_in) == 0) bit ^= 1;
  }
  g->before = g->before << 1 | bit;
  return bit;
}

/* ---- What is walked -------------------------------------------------------------------------- */

struct walk {
  struct source expected;
  uint64_t outcomes;
  bool open; /* the branch was walked last */
  bool bad;
  unsigned traps, syncs;
};

static void outcome(struct walk *w, unsigned taken) {
  if (next_of(&w->expected) != taken) w->bad = true;
  w->outcomes++;
  w->open = false;
}

static void came_to(struct walk *w, uint64_t pc) {
  if (w->open && (pc == BRANCH || pc == BACK)) outcome(w, pc == BRANCH);
  w->bad = w->bad || w->open;
}

static void walked(struct walk *w, const struct rvt_decoder_run *run) {
  for (uint64_t t = 0; t < run->times; t++) {
    came_to(w, run->pc);
    for (uint64_t i = 0; i < run->insns; i++) {
      const uint64_t pc = run->pc + 4 * i;
      if (i != 0) came_to(w, pc);
      w->open = pc == BRANCH;
    }
  }
}

static void event(void *user, const struct rvt_decoder_event *e) {
  struct walk *w = user;
  switch (e->kind) {
  case RVT_DE_RUN: walked(w, &e->u.run); break;
  case RVT_DE_TRAP:
    came_to(w, e->u.trap.epc);
    w->bad = w->bad || !e->u.trap.epc_known;
    w->traps++;
    break;
  case RVT_DE_SYNC: w->syncs++; break;
  case RVT_DE_STOP: came_to(w, e->u.end.pc); break;
  case RVT_DE_OVERFLOW:
  case RVT_DE_WARNING:
  case RVT_DE_ERROR: w->bad = true; break;
  default: break;
  }
}

/* ---- A stream -------------------------------------------------------------------------------- */

struct stream {
  struct rvt_params p;
  struct rvt_config config;
  struct source made;
  uint64_t seed;
  unsigned trap_in; /* 0: none */
  struct rvt_block block[BLOCKS + 4];
  uint64_t time[BLOCKS + 4];
  uint64_t now;
  uint8_t bytes[ROOM];
  size_t used;
};

static struct rvt_image *image(void) {
  static const uint8_t loop[] = {0x63, 0x00, 0xb5, 0x00,     /* beq a0, a1, . */
                                 0x6f, 0xf0, 0xdf, 0xff};    /* j .-4 */
  static const uint8_t handler[] = {0x73, 0x00, 0x20, 0x30}; /* mret */
  struct rvt_image *made = NULL;
  assert_int_equal(rvt_image_new(32, &made), RVT_OK);
  assert_int_equal(rvt_image_add(made, BRANCH, loop, sizeof loop), RVT_OK);
  assert_int_equal(rvt_image_add(made, HANDLER, handler, sizeof handler), RVT_OK);
  return made;
}

static void choose(struct stream *s, uint64_t number) {
  uint64_t seed = number ^ 0x5EED;
  s->p = build_of("StackDepth=0 TsWidth=40 RepeatBranch=1");
  s->p.hist_width = rvt_prng_below(&seed, 3) == 0 ? (uint8_t)(3 + rvt_prng_below(&seed, 30)) : 32;
  s->p.repeat_hist = (uint8_t)(s->p.hist_width - 1);
  if (rvt_prng_below(&seed, 2) == 0)
    s->p.repeat_hist = (uint8_t)(1 + rvt_prng_below(&seed, s->p.hist_width - 1u));
  s->p.plain_hist = rvt_prng_below(&seed, 2) != 0;
  s->p.icnt_width = rvt_prng_below(&seed, 2) == 0 ? 22 : 10;
  s->config = (struct rvt_config){.active = true,
                                  .enable = true,
                                  .tracing = true,
                                  .mode = RVT_MODE_HTM,
                                  .repeat_hist = true,
                                  .repeat_branch = rvt_prng_below(&seed, 2) != 0,
                                  .ts_en = rvt_prng_below(&seed, 3) == 0,
                                  .plain_sync = rvt_prng_below(&seed, 2) != 0};
  s->config.sync_mode = rvt_prng_below(&seed, 2) == 0 ? RVT_PERIOD_OFF : RVT_PERIOD_HALFWORDS;
  s->config.sync_max = (uint8_t)(2 + rvt_prng_below(&seed, 10));
  s->trap_in = rvt_prng_below(&seed, 3) == 0 ? 0 : 20u << rvt_prng_below(&seed, 10);
  s->made = source_of(number);
  s->seed = seed;
  s->used = 0;
}

static void put(struct stream *s, size_t *count, struct rvt_block b) {
  s->now += rvt_prng_below(&s->seed, 4);
  s->time[*count] = s->now;
  s->block[(*count)++] = b;
}

/* Some blocks more. */
static void make(struct stream *s, size_t *count, uint64_t *left) {
  for (*count = 0; *count < BLOCKS && *left != 0; --*left) {
    const bool taken = next_of(&s->made) != 0;
    put(s, count,
        (struct rvt_block){.itype = taken ? RVT_IT_TAKEN : RVT_IT_NOT_TAKEN,
                           .iretire = 2,
                           .ilastsize = 1,
                           .iaddr = BRANCH});
    if (s->trap_in != 0 && rvt_prng_below(&s->seed, s->trap_in) == 0) {
      put(s, count, (struct rvt_block){.itype = RVT_IT_EXCEPTION, .iaddr = taken ? BRANCH : BACK});
      put(s, count,
          (struct rvt_block){
              .itype = RVT_IT_TRAP_RETURN, .iretire = 2, .ilastsize = 1, .iaddr = HANDLER});
    }
    if (!taken)
      put(s, count,
          (struct rvt_block){
              .itype = RVT_IT_DIRECT_JUMP, .iretire = 2, .ilastsize = 1, .iaddr = BACK});
  }
}

static void feed(struct stream *s, struct rvt_decoder *decoder) {
  struct rvt_bytes in = {s->bytes, s->used, 0};
  const enum rvt_status status = rvt_decoder_feed(decoder, &in);
  assert_true(status == RVT_END || status == RVT_NEED_MORE);
  s->used -= in.pos;
  memmove(s->bytes, s->bytes + in.pos, s->used);
}

/* HREPEAT of 2^18-1 in what is about to be decoded. */
static unsigned full_counts(const struct stream *s) {
  const struct rvt_ntrace_format format = {.ts = s->config.ts_en};
  struct rvt_bytes in = {s->bytes, s->used, 0};
  struct rvt_ntrace_msg m;
  unsigned count = 0;
  while (rvt_ntrace_msg_read(&format, &in, &m, NULL) == RVT_OK)
    count += m.tcode == RVT_TC_RESOURCE_FULL && m.hrepeat == (1 << 18) - 1;
  return count;
}

/* @return full counts */
static unsigned run(uint64_t number, uint64_t length, bool calm, uint64_t *bytes) {
  static struct stream s;
  unsigned full = 0;
  static struct rvt_encode *encode;
  struct rvt_image *program = image();
  struct rvt_decoder *decoder = NULL;
  struct rvt_error e = {""};
  choose(&s, number);
  if (calm) { /* nothing closes, and few outcomes are others */
    s.config.sync_mode = RVT_PERIOD_OFF;
    s.trap_in = 0;
    s.made = (struct source){.kind = FLIPPED, .seed = number, .period = 1, .one_in = 1u << 22};
  }
  struct walk w = {.expected = s.made};
  const struct rvt_decoder_config config = {.protocol = RVT_PROTOCOL_NTRACE,
                                            .ts_width = 40,
                                            .ntrace = {.format = {.ts = s.config.ts_en},
                                                       .mode = RVT_MODE_HTM,
                                                       .repeat_max = UINT64_C(1) << 40}};
  assert_int_equal(rvt_encode_new(&s.p, &encode, &e), RVT_OK);
  assert_int_equal(rvt_decoder_new(&config, program, event, &w, &decoder, &e), RVT_OK);
  uint64_t left = length;
  while (left != 0) {
    size_t count, at = 0, done;
    make(&s, &count, &left);
    while (at < count) {
      struct rvt_encode_bytes out = {s.bytes, sizeof s.bytes, s.used};
      const enum rvt_status status =
          rvt_encode_blocks(encode, &s.config, s.block + at, s.time + at, count - at, &done, &out);
      assert_true(status == RVT_OK || status == RVT_NEED_MORE);
      *bytes += out.used - s.used;
      s.used = out.used;
      at += done;
      if (calm) full += full_counts(&s);
      feed(&s, decoder);
    }
  }
  struct rvt_encode_bytes out = {s.bytes, sizeof s.bytes, s.used};
  const struct rvt_ingress after = {.time = s.now};
  s.config.enable = false;
  assert_int_equal(rvt_encode_push(encode, &s.config, &after, RVT_LOSS_NONE, &out), RVT_OK);
  s.used = out.used;
  feed(&s, decoder);
  rvt_decoder_finish(decoder, s.used);
  /* Whether the last branch went on nothing says but a message after it. */
  if (w.bad || w.outcomes + w.open != length || s.used != 0)
    fail_msg("stream %llu, of kind %u: outcome %llu of %llu is another one; repeat: RVT_FIRST=%llu "
             "RVT_OUTCOMES=1 build/tests/test_encode_outcomes",
             (unsigned long long)number, (unsigned)(number % KINDS), (unsigned long long)w.outcomes,
             (unsigned long long)length, (unsigned long long)number);
  rvt_encode_free(encode);
  rvt_decoder_free(decoder);
  rvt_image_free(program);
  return full;
}

static uint64_t option(const char *name, uint64_t otherwise) {
  const char *text = getenv(name);
  return text != NULL ? strtoull(text, NULL, 0) : otherwise;
}

static void outcomes_come_back(void **state) {
  (void)state;
  const uint64_t first = option("RVT_FIRST", 0), most = option("RVT_OUTCOMES", OUTCOMES);
  uint64_t bytes = 0, done = 0;
  for (uint64_t n = first; done < most; n++, done += STREAM) run(n, STREAM, false, &bytes);
  print_message("%llu outcomes, %llu bytes\n", (unsigned long long)done, (unsigned long long)bytes);
  ROW("NT:RHI-08");
}

static void full_counts_come_back(void **state) {
  (void)state;
  uint64_t bytes = 0;
  unsigned full = 0;
  for (uint64_t n = 1; n <= 4; n++) full += run(n, 600000, true, &bytes);
  assert_true(full >= 4);
  ROW("NT:RHI-05");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(full_counts_come_back),
      cmocka_unit_test(outcomes_come_back),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
