/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
/* cmocka wants the headers above it */

#include "oracle/row.h"
#include "progen_check.h"
#include "rvt/prng.h"
#include "tests/support/test.h"

enum { WALK = 300000, CHUNK = 1000, STEPS_AN_INSTRUCTION = 1000 }; /* far more than any walk has */

static uint64_t total[RVT_PROGEN_COUNTS];

static struct rvt_progen_params params(uint32_t xlen, uint64_t seed, uint64_t instructions) {
  struct rvt_progen_params p;
  rvt_progen_params_init(&p, xlen, seed);
  p.instructions = instructions;
  return p;
}

static struct rvt_progen *open_program(const struct rvt_progen_params *p) {
  struct rvt_progen *g;
  struct rvt_error e = {""};
  if (rvt_progen_open(&g, p, &e) != RVT_OK) fail_msg("%s", e.text);
  return g;
}

static FILE *write_elf(const struct rvt_progen *g) {
  struct rvt_error e = {""};
  FILE *f = tmpfile();
  assert_non_null(f);
  if (rvt_progen_write_elf(g, fileno(f), &e) != RVT_OK) fail_msg("%s", e.text);
  return f;
}

/* Generate, walk again from the ELF file, compare the counts, add them to `total`. */
static void rewalk(const struct rvt_progen_params *p) {
  struct rvt_progen *g = open_program(p);
  FILE *f = write_elf(g);
  struct progen_check *c = malloc(sizeof *c);
  static struct rvt_step steps[CHUNK];
  size_t count;
  uint64_t left = p->instructions * (uint64_t)STEPS_AN_INSTRUCTION;
  assert_non_null(c);
  bool good = progen_check_open(c, fileno(f), p->xlen);
  c->returns_rule = p->returns;
  while (good && rvt_progen_fill(g, steps, CHUNK, &count) == RVT_OK) {
    for (size_t i = 0; i < count && good; i++) good = progen_check_step(c, &steps[i]);
    if (left < count) fail_msg("seed %llu: no walk ends", (unsigned long long)p->seed);
    left -= count;
  }
  const uint64_t *n = rvt_progen_counts(g);
  good = good && progen_check_counts(c, n);
  if (!good) fail_msg("xlen %u seed %llu: %s", p->xlen, (unsigned long long)p->seed, c->error);
  assert_int_equal(n[RVT_PROGEN_INSTRUCTIONS], p->instructions);
  for (unsigned i = 0; i < RVT_PROGEN_COUNTS; i++) total[i] += n[i];
  progen_check_close(c);
  free(c);
  fclose(f);
  rvt_progen_close(g);
}

static void walks_are_what_the_elf_file_allows(void **state) {
  (void)state;
  for (uint64_t seed = 1; seed <= 3; seed++) {
    struct rvt_progen_params p = params(32, seed, WALK);
    rewalk(&p);
    p = params(64, seed, WALK);
    rewalk(&p);
  }
  ROW("NT:ITY-23");
  ROW("NT:ITY-24");
  ROW("NT:ITY-25");
  ROW("NT:ITY-26");
  ROW("NT:ITY-27");
}

/* Everything that no program has unless it is asked for. */
static struct rvt_progen_params storm(uint32_t xlen, uint64_t seed) {
  struct rvt_progen_params p = params(xlen, seed, WALK / 4);
  p.p_mismatch = 100000;
  p.p_mismatch_low = p.p_mismatch_high = 200000;
  p.p_nested = 20000;
  p.p_ecall_fault = 200000;
  p.p_pair_break = 100000;
  p.p_trigger = 50000;
  p.p_reset = 500;
  p.p_lowpower = 5000;
  p.p_halt = 2000;
  p.p_together = 300000;
  p.p_context = 20000;
  return p;
}

/* Uses what the test above has walked. */
static void every_feature_is_met(void **state) {
  (void)state;
  struct rvt_progen_params p = params(64, 9, WALK / 4);
  p.p_long = 300000;
  rewalk(&p);
  for (uint32_t xlen = 32; xlen <= 64; xlen += 32) {
    p = storm(xlen, xlen);
    rewalk(&p);
  }
  ROW("NT:SQJ-02"); /* pairs whole, broken and paused */
  for (unsigned i = 0; i < RVT_PROGEN_COUNTS; i++)
    if (total[i] < 5)
      fail_msg("%s: only %llu", rvt_progen_count_text((enum rvt_progen_count_id)i),
               (unsigned long long)total[i]);
}

static uint64_t hash_bytes(uint64_t h, const void *data, size_t size) {
  for (size_t i = 0; i < size; i++) h = (h ^ ((const uint8_t *)data)[i]) * UINT64_C(0x100000001b3);
  return h;
}

static uint64_t hash_number(uint64_t h, uint64_t value) {
  uint8_t b[8];
  for (unsigned i = 0; i < 8; i++) b[i] = (uint8_t)(value >> (8 * i));
  return hash_bytes(h, b, sizeof b);
}

static uint64_t hash_step(uint64_t h, const struct rvt_step *s) {
  const uint8_t small[] = {
      s->kind,    s->size, rvt_step_itype(s, false), s->value, s->sijump && !rvt_step_absolute(s),
      s->has_word};
  h = hash_number(hash_bytes(h, small, sizeof small), s->clocks);
  h = hash_number(hash_number(h, s->pc), s->cause);
  return hash_number(hash_number(h, s->tval), s->word);
}

/* Program and walk in one number; `chunk` 0: as many steps at a time as chance has it. */
static uint64_t digest(uint32_t xlen, uint64_t seed, size_t chunk) {
  struct rvt_progen_params p = params(xlen, seed, 50000);
  struct rvt_progen *g = open_program(&p);
  static struct rvt_step steps[CHUNK];
  struct rvt_progen_region region;
  uint64_t h = UINT64_C(0xcbf29ce484222325), random = 1;
  for (size_t i = 0; rvt_progen_get_region(g, i, &region); i++)
    h = hash_bytes(hash_number(h, region.address), region.bytes, region.size);
  size_t count;
  while (rvt_progen_fill(g, steps, chunk != 0 ? chunk : 1 + rvt_prng_below(&random, 40), &count) ==
         RVT_OK)
    for (size_t i = 0; i < count; i++) h = hash_step(h, &steps[i]);
  rvt_progen_close(g);
  return h;
}

static void same_seed_same_walk(void **state) {
  (void)state;
  const uint64_t h = digest(64, 1, CHUNK);
  assert_true(digest(64, 1, CHUNK) == h);
  assert_true(digest(64, 1, 1) == h);
  assert_true(digest(64, 1, 0) == h);
  assert_true(digest(64, 2, CHUNK) != h);
  assert_true(digest(32, 1, CHUNK) != h);
}

/* A change of these numbers changes the program of every seed that someone has written down. */
static void walks_are_the_same_everywhere(void **state) {
  (void)state;
  assert_int_equal(digest(32, 1, CHUNK), UINT64_C(0x3c27f4c970fceb2c));
  assert_int_equal(digest(64, 1, CHUNK), UINT64_C(0x4226d0e24e5f3814));
}

static void elf_files_are_the_same(void **state) {
  (void)state;
  struct rvt_progen_params p = params(32, 5, 1);
  uint64_t h[2];
  for (unsigned i = 0; i < 2; i++) {
    struct rvt_progen *g = open_program(&p);
    FILE *f = write_elf(g);
    static uint8_t bytes[1 << 20];
    rewind(f);
    const size_t size = fread(bytes, 1, sizeof bytes, f);
    assert_in_range(size, 2 * p.code, sizeof bytes - 1);
    h[i] = hash_bytes(0, bytes, size);
    fclose(f);
    rvt_progen_close(g);
  }
  assert_true(h[0] == h[1]);
}

static void the_walk_ends_where_asked(void **state) {
  (void)state;
  for (uint64_t n = 1; n < 2000; n += 37) {
    struct rvt_progen_params p = n % 2 == 0 ? storm(64, n) : params(64, n, n);
    p.instructions = n;
    struct rvt_progen *g = open_program(&p);
    struct rvt_step steps[7];
    size_t count, insns = 0;
    assert_int_equal(rvt_progen_fill(g, steps, 0, &count), RVT_OK);
    assert_int_equal(count, 0);
    while (rvt_progen_fill(g, steps, 7, &count) == RVT_OK)
      for (size_t i = 0; i < count; i++) insns += steps[i].kind == RVT_STEP_INSN;
    assert_int_equal(insns, n);
    assert_int_equal(count, 0);
    assert_int_equal(rvt_progen_fill(g, steps, 7, &count), RVT_END);
    rvt_progen_close(g);
  }
}

/* A tracer that counts calls, or compares bits 12..1 only, must never be misled. */
static void returns_suit_a_tracer_that_hardly_compares(void **state) {
  (void)state;
  for (uint32_t rule = 1; rule <= 2; rule++) {
    memset(total, 0, sizeof total);
    for (uint64_t seed = 1; seed <= 6; seed++) {
      struct rvt_progen_params p = storm(seed % 2 == 0 ? 32 : 64, seed);
      p.returns = rule;
      p.p_move_epc = 300000;
      rewalk(&p);
    }
    assert_true(total[RVT_PROGEN_RETURN_MATCHED] > 1000);
    assert_true(total[RVT_PROGEN_SWAP_MATCHED] > 10);
    assert_int_equal(total[RVT_PROGEN_RETURN_HIGH], 0);
    assert_true((total[RVT_PROGEN_RETURN_LOW] > 10) == (rule == 2));
  }
}

/* Three blocks in a row without an instruction that retires (NT:ING-28). */
static void every_ecall_can_fault_again(void **state) {
  (void)state;
  struct rvt_progen_params p = params(64, 3, WALK / 4);
  p.p_ecall_fault = 1000000;
  p.p_halt = 0;
  memset(total, 0, sizeof total);
  rewalk(&p);
  const uint64_t calls = total[RVT_PROGEN_ECALL] + total[RVT_PROGEN_EBREAK];
  assert_true(calls > 100);
  assert_in_range(total[RVT_PROGEN_ECALL_FAULT], calls - 1, calls);
}

struct off {
  const char *name;
  enum rvt_progen_count_id count;
};

/* What has no weight or no probability does not occur. */
static void features_can_be_left_out(void **state) {
  (void)state;
  static const struct off off[] = {{"w_if", RVT_PROGEN_COUNTS},
                                   {"w_loop", RVT_PROGEN_LOOP_LONG},
                                   {"w_swap", RVT_PROGEN_COUNTS},
                                   {"w_link", RVT_PROGEN_LINK_DIRECT},
                                   {"w_sequential", RVT_PROGEN_SEQUENTIAL},
                                   {"w_zero", RVT_PROGEN_JALR_ZERO},
                                   {"w_recursion", RVT_PROGEN_RECURSION},
                                   {"w_tail", RVT_PROGEN_TAIL_CALL},
                                   {"w_self", RVT_PROGEN_SELF_LOOP},
                                   {"w_ecall", RVT_PROGEN_ECALL},
                                   {"w_ebreak", RVT_PROGEN_EBREAK},
                                   {"p_custom", RVT_PROGEN_CUSTOM},
                                   {"p_mismatch", RVT_PROGEN_COUNTS},
                                   {"p_halt", RVT_PROGEN_HALT},
                                   {"p_halt_move", RVT_PROGEN_HALT_MOVED},
                                   {"stall_max", RVT_PROGEN_STALL},
                                   {"retire_max", RVT_PROGEN_BURST},
                                   {"traps", RVT_PROGEN_EXCEPTION},
                                   {"traps", RVT_PROGEN_INTERRUPT},
                                   {"traps", RVT_PROGEN_PRIV_CHANGE},
                                   {"w_straight", RVT_PROGEN_COUNTS},
                                   {"w_call", RVT_PROGEN_COUNTS},
                                   {"w_call_indirect", RVT_PROGEN_COUNTS},
                                   {"w_jump_indirect", RVT_PROGEN_COUNTS},
                                   {"w_link_indirect", RVT_PROGEN_COUNTS},
                                   {"p_compressed", RVT_PROGEN_CALL_C_JAL}};
  struct rvt_error e;
  for (size_t i = 0; i < sizeof off / sizeof *off; i++) {
    struct rvt_progen_params p = params(32, 100 + i, 20000);
    const bool level = strstr(off[i].name, "_max") != NULL;
    assert_int_equal(rvt_progen_params_set(&p, off[i].name, level ? 1 : 0, &e), RVT_OK);
    memset(total, 0, sizeof total);
    rewalk(&p);
    if (off[i].count != RVT_PROGEN_COUNTS && total[off[i].count] != 0)
      fail_msg("%s=0: found %llu %s", off[i].name, (unsigned long long)total[off[i].count],
               rvt_progen_count_text(off[i].count));
  }
}

/* Every parameter anywhere in its range, small programs and big ones. */
static void any_parameters_give_a_sound_walk(void **state) {
  (void)state;
  uint64_t random = 77;
  for (unsigned run = 0; run < 60; run++) {
    struct rvt_progen_params p = params(rvt_prng_below(&random, 2) == 0 ? 32 : 64, run, 3000);
    struct rvt_error e = {""};
    const uint32_t style = rvt_prng_below(&random, 3);
    const uint32_t share = 1 + rvt_prng_below(&random, 4);
#define ANY(name, preset, least, most, text)                                                       \
  if (rvt_prng_below(&random, 4) < share)                                                          \
    assert_int_equal(rvt_progen_params_set(                                                        \
                         &p, #name,                                                                \
                         style == 0 ? (rvt_prng_below(&random, 2) == 0 ? least : most)             \
                         : style == 1                                                              \
                             ? least + rvt_prng_below(&random, most - least + 1)                   \
                             : least + (uint32_t)rvt_prng_bits(&random, 31) % (most - least + 1),  \
                         &e),                                                                      \
                     RVT_OK);
    RVT_PROGEN_PARAM_LIST(ANY)
#undef ANY
    if (rvt_prng_below(&random, 8) != 0 && p.code > 40000) p.code = 40000;
    rewalk(&p);
  }
}

static void parameters_have_ranges(void **state) {
  (void)state;
  struct rvt_progen_params p = params(64, 1, 1);
  struct rvt_error e = {""};
  struct rvt_progen *g = (struct rvt_progen *)&p;
  assert_int_equal(rvt_progen_params_set(&p, "nothing", 0, &e), RVT_ERR_ARG);
  assert_non_null(strstr(e.text, "nothing"));
  assert_int_equal(rvt_progen_params_set(&p, "retire_max", 0, &e), RVT_ERR_ARG);
  assert_int_equal(p.retire_max, 4);
  assert_string_equal(e.text, "retire_max: expected 1..64, found 0");
  assert_int_equal(rvt_progen_params_set(&p, "retire_max", 65, NULL), RVT_ERR_ARG);
  assert_int_equal(rvt_progen_params_set(&p, "retire_max", 64, &e), RVT_OK);
  assert_int_equal(p.retire_max, 64);
  p.xlen = 128;
  assert_int_equal(rvt_progen_open(&g, &p, &e), RVT_ERR_ARG);
  assert_null(g);
  p.xlen = 32;
  p.w_if = 10001;
  assert_int_equal(rvt_progen_open(&g, &p, &e), RVT_ERR_ARG);
  assert_string_equal(e.text, "w_if: expected 0..10000, found 10001");
  rvt_progen_close(NULL);
}

static void an_elf_file_needs_a_file(void **state) {
  (void)state;
  const struct rvt_progen_params p = params(64, 1, 1);
  struct rvt_progen *g = open_program(&p);
  struct rvt_error e = {""};
  FILE *full = fopen("/dev/full", "wb");
  assert_int_equal(rvt_progen_write_elf(g, -1, &e), RVT_ERR_IO);
  assert_true(e.text[0] != 0);
  if (full != NULL) {
    assert_int_equal(rvt_progen_write_elf(g, fileno(full), &e), RVT_ERR_IO);
    fclose(full);
  }
  rvt_progen_close(g);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(walks_are_what_the_elf_file_allows),
      cmocka_unit_test(every_feature_is_met),
      cmocka_unit_test(same_seed_same_walk),
      cmocka_unit_test(walks_are_the_same_everywhere),
      cmocka_unit_test(elf_files_are_the_same),
      cmocka_unit_test(the_walk_ends_where_asked),
      cmocka_unit_test(returns_suit_a_tracer_that_hardly_compares),
      cmocka_unit_test(every_ecall_can_fault_again),
      cmocka_unit_test(features_can_be_left_out),
      cmocka_unit_test(any_parameters_give_a_sound_walk),
      cmocka_unit_test(parameters_have_ranges),
      cmocka_unit_test(an_elf_file_needs_a_file),
  };
  return cmocka_run_group_tests_name("progen", tests, NULL, NULL);
}
