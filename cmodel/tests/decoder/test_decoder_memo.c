/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "decoder/state.h"
#include "rvt/prng.h"
#include "tests/support/capture.h"
#include "tests/support/decoder_lines.h"
#include "tests/support/test.h"

/*
 * Paths that the decoder has walked before (cmodel/decoder/memo.h): with them, without them, by a
 * sink of paths, and with a walk that judges each of them, every event is the same, of good traces
 * and of damaged ones.
 */

enum { PROGRAMS = 24, DAMAGES_EACH = 12 };

struct sum {
  uint64_t hash, events, paths;
  struct rvt_decoder *decoder;
  uint64_t hits, mistakes;
};

static void add(struct sum *s, uint64_t value) {
  s->hash = (s->hash ^ value) * UINT64_C(0x100000001b3);
}

static void see(void *user, const struct rvt_decoder_event *e) {
  struct sum *s = user;
  s->events++;
  add(s, (uint64_t)e->kind);
  add(s, e->src);
  add(s, (uint64_t)(uintptr_t)e->image);
  add(s, e->message);
  add(s, e->offset);
  switch (e->kind) {
  case RVT_DE_RUN:
    add(s, e->u.run.pc);
    add(s, e->u.run.insns);
    add(s, e->u.run.halfwords);
    add(s, e->u.run.times);
    break;
  case RVT_DE_TRANSFER:
    add(s, e->u.transfer.from_known ? e->u.transfer.from : 1);
    add(s, e->u.transfer.to);
    break;
  case RVT_DE_TRAP:
    add(s, e->u.trap.epc_known ? e->u.trap.epc : 1);
    add(s, e->u.trap.to);
    break;
  case RVT_DE_SYNC:
    add(s, e->u.sync.pc);
    add(s, e->u.sync.continuous);
    break;
  case RVT_DE_OVERFLOW:
  case RVT_DE_STOP: add(s, e->u.end.pc_known ? e->u.end.pc : 1); break;
  case RVT_DE_TIME: add(s, e->u.time); break;
  case RVT_DE_WARNING:
  case RVT_DE_ERROR:
    add(s, (uint64_t)(uintptr_t)e->u.problem.text);
    add(s, e->u.problem.pc_known ? e->u.problem.pc : 1);
    add(s, e->u.problem.lost);
    break;
  default: break;
  }
}

static void see_path(void *user, const struct rvt_decoder_event *e,
                     const struct rvt_decoder_path *path) {
  struct sum *s = user;
  struct rvt_decoder_event event = *e;
  s->paths++;
  for (unsigned i = 0; i < path->runs; i++) {
    rvt_decoder_path_run(path, i, &event.u.run);
    see(s, &event);
  }
}

static struct sum sum_of(const struct capture *c, const uint8_t *bytes, enum rvt_memo_use use,
                         bool paths) {
  struct sum s = {.hash = 1};
  struct rvt_bytes in = {.data = bytes, .size = c->size};
  assert_int_equal(rvt_decoder_new(&c->config, c->image, see, &s, &s.decoder, NULL), RVT_OK);
  rvt_decoder_use_memo(s.decoder, use);
  if (paths) rvt_decoder_on_path(s.decoder, see_path);
  (void)!rvt_decoder_feed(s.decoder, &in);
  rvt_decoder_finish(s.decoder, in.size - in.pos);
  s.hits = s.decoder->memo->hits;
  s.mistakes = s.decoder->memo->mistakes;
  rvt_decoder_free(s.decoder);
  return s;
}

static uint64_t compare(const struct capture *c, const uint8_t *bytes, const char *what) {
  const struct sum plain = sum_of(c, bytes, RVT_MEMO_OFF, false);
  const struct sum runs = sum_of(c, bytes, RVT_MEMO_ON, false);
  const struct sum paths = sum_of(c, bytes, RVT_MEMO_ON, true);
  const struct sum judged = sum_of(c, bytes, RVT_MEMO_JUDGE, false);
  if (runs.hash != plain.hash || paths.hash != plain.hash || judged.hash != plain.hash)
    fail_msg("%s: expected the events of a walk without paths, found others", what);
  if (judged.mistakes != 0)
    fail_msg("%s: expected paths as the walk makes them, found %lu others", what,
             (unsigned long)judged.mistakes);
  assert_true(plain.hits == 0 && paths.paths == paths.hits && runs.events == plain.events);
  return paths.hits;
}

static void generated_programs(void **state) {
  (void)state;
  uint64_t chance = 1, hits = 0;
  for (unsigned seed = 0; seed < PROGRAMS; seed++) {
    const struct capture_options options = {.seed = seed + 1,
                                            .xlen = seed % 2 == 0 ? 32 : 64,
                                            .mode = seed % 6 == 5 ? RVT_MODE_BTM : RVT_MODE_HTM,
                                            .implicit_return = seed % 4 != 0,
                                            .sequential_jump = seed % 5 == 1,
                                            .all_jumps = seed % 7 == 2,
                                            .src_bits = seed % 3 == 0 ? 2 : 0,
                                            .ts = seed % 3 == 1,
                                            .sync_max = 8,
                                            .code = 8192,
                                            .instructions = 60000,
                                            .traps = seed % 8 == 3 ? 500 : 0};
    struct capture c;
    char what[64];
    capture_make(&c, &options);
    snprintf(what, sizeof what, "program %u", seed);
    hits += compare(&c, c.bytes, what);
    uint8_t *bytes = malloc(c.size);
    assert_non_null(bytes);
    for (unsigned i = 0; i < DAMAGES_EACH; i++) {
      memcpy(bytes, c.bytes, c.size);
      for (unsigned k = 0; k <= i % 4; k++) {
        const uint32_t at = rvt_prng_below(&chance, (uint32_t)c.size);
        bytes[at] ^= (uint8_t)(1U << rvt_prng_below(&chance, 8));
      }
      snprintf(what, sizeof what, "program %u, damage %u", seed, i);
      (void)compare(&c, bytes, what);
    }
    free(bytes);
    capture_free(&c);
  }
  assert_true(hits > 10000);
}

/* Paths found, where so many looks, misses, and looks to be left out, were before. */
static uint64_t hits_after(const struct capture *c, unsigned looked, unsigned missed,
                           unsigned pause) {
  struct sum s = {.hash = 1};
  struct rvt_bytes in = {.data = c->bytes, .size = c->size};
  assert_int_equal(rvt_decoder_new(&c->config, c->image, see, &s, &s.decoder, NULL), RVT_OK);
  struct rvt_memo *m = s.decoder->memo;
  m->looked = looked, m->missed = missed, m->pause = pause;
  (void)!rvt_decoder_feed(s.decoder, &in);
  const uint64_t hits = m->hits;
  rvt_decoder_free(s.decoder);
  return hits;
}

/* Where more than an eighth of 2048 paths is missing, none is looked for, for 16 times as many. */
static void looks_pause_where_paths_are_missing(void **state) {
  (void)state;
  enum { LOOKS = 2048, PAUSE = 16 * LOOKS };
  const struct capture_options options = {.seed = 1,
                                          .xlen = 32,
                                          .mode = RVT_MODE_HTM,
                                          .sync_max = 8,
                                          .code = 8192,
                                          .instructions = 60000};
  struct capture c;
  capture_make(&c, &options);
  const uint64_t all = hits_after(&c, 0, 0, 0);
  assert_true(all != 0);
  assert_int_equal(hits_after(&c, LOOKS - 1, LOOKS / 8, 0), all);
  assert_int_equal(hits_after(&c, LOOKS - 1, LOOKS / 8 + 1, 0), 0);
  assert_int_equal(hits_after(&c, 0, 0, PAUSE), 0);
  assert_true(hits_after(&c, 0, 0, LOOKS / 2) != 0);
  capture_free(&c);
}

/* A loop that another context has, too, with another instruction in it. */
static void contexts_have_paths_of_their_own(void **state) {
  (void)state;
  static const uint8_t loop[] = {0x01, 0, 0x01, 0, 0x75, 0xdc}; /* C.NOP; C.NOP; C.BEQZ .-4 */
  static const uint8_t nop32[] = {0x13, 0, 0, 0};
  const struct rvt_image_context s5 = {.has_scontext = true, .scontext = 5};
  assert_int_equal(rvt_image_new(64, &image), RVT_OK);
  assert_int_equal(rvt_image_add(image, 0x100, loop, sizeof loop), RVT_OK);
  assert_int_equal(rvt_image_add_in(image, &s5, 0x100, nop32, sizeof nop32), RVT_OK);
  config = (struct rvt_decoder_config){.ntrace.mode = RVT_MODE_HTM};
#define FOUR ";ResourceFull RCODE=1 HIST=0x1f"
#define A    " 100 102 104 100 102 104 100 102 104 100 102 104"
#define B    " 100 104 100 104 100 104 100 104"
  CHECK("ProgTraceSync SYNC=3 I-CNT=0 F-ADDR=0x80" FOUR FOUR ";Ownership PROCESS=0xa2" FOUR FOUR
        ";Ownership PROCESS=0x122" FOUR ";Ownership PROCESS=0xa2" FOUR,
        "S3@100" A A " Oa2" B B " O122" A " Oa2" B);
  rvt_image_free(image);
}

/* The same branches in a function, which returns to where it was called from. */
static void returns_go_to_their_call(void **state) {
  (void)state;
  const struct rvt_code code[] = {
      {0x100, rvt_jal(1, 0x100)}, {0x104, C_NOP}, {0x106, rvt_jal(1, 0xfa)}, {0x10a, C_NOP},
      {0x10c, rvt_branch(-0xc)},  {0x200, C_NOP}, {0x202, rvt_branch(8)},    {0x20a, C_RET}};
  image = rvt_code_image(64, code, sizeof code / sizeof *code);
  config = (struct rvt_decoder_config){.ntrace.mode = RVT_MODE_HTM, .implicit_return = 3};
#define CALLED " 200 202 20a"
#define ROUND  " 100" CALLED " 104 106" CALLED " 10a 10c"
  CHECK("ProgTraceSync SYNC=3 I-CNT=0 F-ADDR=0x80"
        ";ResourceFull RCODE=1 HIST=0xffff",
        "S3@100" ROUND ROUND ROUND ROUND ROUND);
  /* after a sync no call is known, though a return like this one was walked before */
#define ONE ";ResourceFull RCODE=1 HIST=0x3"
  CHECK("ProgTraceSync SYNC=3 I-CNT=0 F-ADDR=0x80" ONE ONE ONE ONE
        ";ProgTraceSync SYNC=2 I-CNT=21 F-ADDR=0x105" ONE,
        "S3@100" ROUND " 100 200 202 S2@20ac 20a E:NT:IRT-16@11");
  rvt_image_free(image);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(generated_programs),
                                     cmocka_unit_test(looks_pause_where_paths_are_missing),
                                     cmocka_unit_test(contexts_have_paths_of_their_own),
                                     cmocka_unit_test(returns_go_to_their_call)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
