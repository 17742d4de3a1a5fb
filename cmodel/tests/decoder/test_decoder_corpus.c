/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "oracle/row.h"
#include "rvt/sidecar.h"
#include "tests/support/damage.h"
#include "tests/support/test.h"

/*
 * Damages (damage.h) to the recorded captures of sim/corpus, each decoded with its own program and
 * side-car. `make corpus` checks that the undamaged ones become the PCs that Spike tells.
 *
 * Of each the first BYTES_MAX bytes, up to the end of a message. 10,000 tries; RVT_SEEDS=n makes n,
 * RVT_SEED=n only that one. A failure names the seed.
 */

enum { TRIES = 10000, BYTES_MAX = 6000 };

/* How many of 40 tries a capture gets: more where syncs lie after a damage. */
static const struct {
  const char *program, *name;
  unsigned share;
} captures[] = {
    {"nested-rv64", "sync", 16},   {"calls-rv32", "overflow", 8}, {"traps-rv64", "halts", 6},
    {"setjmp-rv32", "returns", 2}, {"calls-rv32", "htm", 2},      {"calls-rv64", "btm", 1},
    {"sort-rv32", "htm", 1},       {"sort-rv64", "btm", 1},       {"interp-rv32", "btm", 1},
    {"interp-rv64", "htm", 1},     {"traps-rv32", "btm", 1}};
enum { CAPTURES = sizeof captures / sizeof *captures };

struct loaded {
  char name[64];
  struct rvt_image *image;
  struct rvt_decoder_config config;
  uint8_t *bytes;
  struct damage_subject subject;
};

static void load(struct loaded *l, const char *program, const char *name) {
  char path[128];
  struct rvt_sidecar s;
  struct rvt_error error;
  snprintf(l->name, sizeof l->name, "%s/%s", program, name);
  snprintf(path, sizeof path, "sim/corpus/%s/program.elf", program);
  assert_int_equal(rvt_image_new(0, &l->image), RVT_OK);
  if (rvt_image_add_elf(l->image, path, &error) != RVT_OK) fail_msg("%s: %s", path, error.text);
  snprintf(path, sizeof path, "sim/corpus/%s/%s.json", program, name);
  if (rvt_sidecar_read(path, &s, &error) != RVT_OK) fail_msg("%s: %s", path, error.text);
  l->config = (struct rvt_decoder_config){.ntrace.format = s.ntrace.format,
                                          .ntrace.mode = s.ntrace.mode,
                                          .ts_width = s.ts_width,
                                          .implicit_return = s.implicit_return,
                                          .sequential_jump = s.sequential_jump};
  snprintf(path, sizeof path, "sim/corpus/%s/%s.nex", program, name);
  FILE *file = fopen(path, "rb");
  if (file == NULL) fail_msg("%s: expected a capture, found none", path);
  l->bytes = malloc(BYTES_MAX);
  assert_non_null(l->bytes);
  size_t size = fread(l->bytes, 1, BYTES_MAX, file);
  fclose(file);
  assert_true(size > 0);
  while (size == BYTES_MAX || (l->bytes[size - 1] & 3) != RVT_MSEO_END_MSG) size--;
  l->subject = (struct damage_subject){
      .name = l->name, .image = l->image, .config = &l->config, .bytes = l->bytes, .size = size};
  damage_learn(&l->subject);
}

static void unload(struct loaded *l) {
  damage_forget(&l->subject);
  rvt_image_free(l->image);
  free(l->bytes);
}

/* Seed 0 is the first try of the first capture, and so on: a seed names its capture, too. */
static size_t capture_of(unsigned long seed) {
  unsigned long turn = seed % 40;
  for (size_t i = 0; i < CAPTURES; i++) {
    if (turn < captures[i].share) return i;
    turn -= captures[i].share;
  }
  fail_msg("the shares add up to less than 40");
  return 0;
}

/*
 * Per cent. Loops of real programs send equal messages: one more or fewer is a lawful trace of one
 * pass more or fewer.
 */
static const unsigned char silent_max[DAMAGES] = {5, 5, 4, 6, 4, 7, 8, 45, 42, 25, 10, 2};

static void corpus(void **state) {
  (void)state;
  struct loaded loaded[CAPTURES];
  struct damage_outcome sum = {0}, outcome[DAMAGES] = {{0}};
  const char *tries = getenv("RVT_SEEDS"), *only = getenv("RVT_SEED");
  const unsigned long first = only == NULL ? 0 : strtoul(only, NULL, 0);
  const unsigned long count = only != NULL ? 1 : tries == NULL ? TRIES : strtoul(tries, NULL, 0);
  for (size_t i = 0; i < CAPTURES; i++) load(&loaded[i], captures[i].program, captures[i].name);
  for (unsigned long seed = first; seed - first < count; seed++) {
    const enum damage kind = seed / 40 % DAMAGES;
    damage_try(&loaded[capture_of(seed)].subject, kind, seed, &outcome[kind]);
  }
  for (size_t i = 0; i < CAPTURES; i++) unload(&loaded[i]);
  for (size_t i = 0; i < DAMAGES; i++) {
    if (outcome[i].silent * 100 > outcome[i].tries * silent_max[i] && count == TRIES)
      fail_msg("%s: %lu of %lu went unnoticed with wrong PCs", damage_name[i], outcome[i].silent,
               outcome[i].tries);
    sum.tries += outcome[i].tries;
    sum.reported += outcome[i].reported;
    sum.same += outcome[i].same;
    sum.warned += outcome[i].warned;
    sum.silent += outcome[i].silent;
    sum.resynchronized += outcome[i].resynchronized;
    sum.cut += outcome[i].cut;
  }
  if (getenv("RVT_DAMAGE_REPORT") != NULL)
    for (size_t i = 0; i < DAMAGES; i++)
      printf("%s: %lu tries, %lu reported, %lu same, %lu warned, %lu silent\n", damage_name[i],
             outcome[i].tries, outcome[i].reported, outcome[i].same, outcome[i].warned,
             outcome[i].silent);
  if (getenv("RVT_DAMAGE_REPORT") != NULL)
    printf("%lu tries: %lu reported, %lu resynchronized, %lu unnoticed with the same PCs, %lu with "
           "wrong ones, %lu more after a warning; %lu counts end inside an instruction\n",
           sum.tries, sum.reported, sum.resynchronized, sum.same, sum.silent, sum.warned, sum.cut);
  if (count < TRIES) return;
  assert_int_equal(sum.tries, count);
  assert_true(sum.resynchronized * 2 > count && sum.reported * 10 > count * 8);
  assert_true(sum.cut * 100 >
              count * 2); /* the tolerance above would hide the loss of this check */
  ROW("NT:DEC-05");
  ROW("NT:DEC-09");
  ROW("NT:DEC-22");
  ROW("NT:ICNT-17");
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(corpus)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
