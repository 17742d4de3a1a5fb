/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
/* cmocka wants the headers above it */

#include "rvt/itype.h"
#include "rvt/prng.h"
#include "rvt/rvti.h"
#include "stimulus/step_gen.h"
#include "tests/support/test.h"

static char dir[] = "/tmp/rvt_text_XXXXXX";
static char text_path[64], rvti_path[64];

static void assert_same(const struct rvt_step *a, const struct rvt_step *b) {
  assert_int_equal(a->kind, b->kind);
  assert_int_equal(a->size, b->size);
  assert_int_equal(a->itype, b->itype);
  assert_int_equal(a->value, b->value);
  assert_int_equal(a->sijump, b->sijump);
  assert_int_equal(a->has_word, b->has_word);
  assert_int_equal(a->clocks, b->clocks);
  assert_int_equal(a->pc, b->pc);
  assert_int_equal(a->cause, b->cause);
  assert_int_equal(a->tval, b->tval);
  assert_int_equal(a->word, b->word);
}

static void every_step_comes_back_from_its_line(void **state) {
  (void)state;
  for (unsigned round = 0; round < 4; round++) {
    struct step_gen g = {.seed = round,
                         .xlen = (round & 1) != 0 ? 32 : 64,
                         .words = round >= 2,
                         .odd_sizes = true,
                         .events = true};
    for (unsigned i = 0; i < 5000; i++) {
      struct rvt_step s, got;
      char text[RVT_STEP_TEXT_MAX];
      struct rvt_error e = {""};
      step_gen(&g, &s, 1);
      rvt_step_format(&s, text);
      if (rvt_step_parse(text, g.xlen, 0, &got, &e) != RVT_OK) fail_msg("'%s': %s", text, e.text);
      assert_same(&s, &got);
    }
  }
}

static void lines_written_by_hand(void **state) {
  (void)state;
  static const struct {
    const char *line;
    struct rvt_step step;
  } cases[] = {
      {"insn + 1 none", {.size = 1, .clocks = 1, .pc = 0x1234}},
      {"  insn\t0x10 2 5 clocks=0 # taken\r\n",
       {.size = 2, .itype = RVT_IT_TAKEN, .clocks = 0, .pc = 16}},
      {"insn 16 2 indirect-jump sijump word=0x8067",
       {.size = 2,
        .itype = 10,
        .clocks = 1,
        .pc = 16,
        .sijump = true,
        .has_word = true,
        .word = 0x8067}},
      {"trap interrupt + cause=7 clocks=3",
       {.kind = RVT_STEP_TRAP, .itype = 2, .clocks = 3, .pc = 0x1234, .cause = 7}},
      {"insn 0 1 9", {.size = 1, .itype = 9, .clocks = 1}},
      {"priv VS", {.kind = RVT_STEP_PRIV, .value = 6}},
      {"context 0xffffffffffffffff ctype=2",
       {.kind = RVT_STEP_CONTEXT, .value = 2, .tval = UINT64_MAX}},
      {"trigger notify,on", {.kind = RVT_STEP_TRIGGER, .value = 5}},
      {"trigger ext-on,off,ext-notify", {.kind = RVT_STEP_TRIGGER, .value = 42}},
      {"trigger on,off,notify,ext-on,ext-off,ext-notify",
       {.kind = RVT_STEP_TRIGGER, .value = RVT_PULSE_ALL}},
      {"halt on", {.kind = RVT_STEP_HALT, .value = 1}},
      {"time 18446744073709551615", {.kind = RVT_STEP_TIME, .tval = UINT64_MAX}},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    struct rvt_step got;
    struct rvt_error e = {""};
    if (rvt_step_parse(cases[i].line, 64, 0x1234, &got, &e) != RVT_OK)
      fail_msg("'%s': %s", cases[i].line, e.text);
    assert_same(&cases[i].step, &got);
  }
  struct rvt_step got;
  assert_int_equal(rvt_step_parse("", 64, 0, &got, NULL), RVT_END);
  assert_int_equal(rvt_step_parse(" # insn\n", 64, 0, &got, NULL), RVT_END);
}

static void bad_lines_say_what_was_expected(void **state) {
  (void)state;
  static const struct {
    const char *line, *text;
    enum rvt_status status;
  } cases[] = {
      {"instruction 0 1 none", "expected insn, trap", RVT_ERR_FORMAT},
      {"insn 0 1", "expected 3 words after 'insn', found 2", RVT_ERR_FORMAT},
      {"context 1 ctype=4", "expected ctype up to 3, found '4'", RVT_ERR_RANGE},
      {"insn 0 1 7", "itype 7 is reserved (NT:ITY-07)", RVT_ERR_RESERVED},
      {"insn 0 1 interrupt", "NT:ITY-25", RVT_ERR_RANGE},
      {"insn 0 0 none", "1..4 half-words", RVT_ERR_RANGE},
      {"insn 0 5 none", "a size up to 4", RVT_ERR_RANGE},
      {"insn 0x 1 none", "expected a number", RVT_ERR_FORMAT},
      {"insn -2 1 none", "expected a number", RVT_ERR_FORMAT},
      {"insn 0x10000000000000000 1 none", "expected a PC up to", RVT_ERR_RANGE},
      {"insn 18446744073709551616 1 none", "expected a PC up to", RVT_ERR_RANGE},
      {"insn 0 1 nothing", "expected an itype", RVT_ERR_FORMAT},
      {"insn 0 1 256", "expected an itype up to 255", RVT_ERR_RANGE},
      {"insn 0 1 255", "itype has 4 bits, found 255", RVT_ERR_RANGE},
      {"insn 0 1 none clocks=4294967296", "expected clocks up to", RVT_ERR_RANGE},
      {"insn 0 1 none cause=1", "expected an option of 'insn'", RVT_ERR_FORMAT},
      {"trap taken 0", "exception or interrupt", RVT_ERR_FORMAT},
      {"priv H", "expected U, S", RVT_ERR_FORMAT},
      {"priv 7", "NT:ING-18", RVT_ERR_RESERVED},
      {"trigger on,", "expected on, off, notify", RVT_ERR_FORMAT},
      {"halt maybe", "expected on or off", RVT_ERR_FORMAT},
      {"time 1 2 3", "expected an option of 'time'", RVT_ERR_FORMAT},
      {"time 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 "
       "32",
       "at most 32 words", RVT_ERR_FORMAT},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    struct rvt_step got = {.pc = 42};
    struct rvt_error e = {""};
    const enum rvt_status status = rvt_step_parse(cases[i].line, 64, 0, &got, &e);
    if (status != cases[i].status || strstr(e.text, cases[i].text) == NULL)
      fail_msg("'%s': expected '%s', found '%s'", cases[i].line, cases[i].text, e.text);
    assert_int_equal(got.pc, 42);
  }
}

static void random_lines_never_harm(void **state) {
  (void)state;
  struct step_gen g = {.seed = 31, .xlen = 64, .words = true, .events = true};
  uint64_t seed = 8;
  for (unsigned i = 0; i < 50000; i++) {
    struct rvt_step s, got;
    char text[RVT_STEP_TEXT_MAX];
    step_gen(&g, &s, 1);
    rvt_step_format(&s, text);
    const size_t n = strlen(text);
    for (unsigned k = 0; k < 3; k++)
      text[rvt_prng_below(&seed, (uint32_t)n)] =
          (char)(rvt_prng_below(&seed, 2) == 0 ? ' ' + rvt_prng_below(&seed, 95)
                                               : rvt_prng_below(&seed, 256));
    if (rvt_step_parse(text, 64, 0, &got, NULL) == RVT_OK)
      assert_int_equal(rvt_step_check(&got, 64, NULL), RVT_OK);
  }
}

static void put_text(const char *text) {
  FILE *f = fopen(text_path, "w");
  assert_non_null(f);
  fputs(text, f);
  fclose(f);
}

/* What comes back for a text. */
static void check_file(const char *text, const char *expected) {
  struct rvt_error e = {""};
  put_text(text);
  if (rvt_rvti_from_text(text_path, rvti_path, &e) != RVT_OK) fail_msg("%s", e.text);
  char *got = NULL;
  size_t size = 0;
  FILE *f = open_memstream(&got, &size);
  assert_non_null(f);
  if (rvt_rvti_to_text(rvti_path, f, &e) != RVT_OK) fail_msg("%s", e.text);
  fclose(f);
  assert_string_equal(got, expected);
  free(got);
}

static void check_both_ways(const char *text) { check_file(text, text); }

/* `+` is the address after the step before, from 0 on; a trap takes no room. */
static void addresses_follow_each_other(void **state) {
  (void)state;
  check_file("rvti xlen=32\ninsn + 1 none\ninsn + 2 none\npriv U\ninsn + 4 none\n"
             "trap interrupt +\ninsn + 1 none\ninsn 0xfffffffc 2 none\ninsn + 1 none\n",
             "rvti xlen=32\ninsn 0x0 1 none\ninsn 0x2 2 none\npriv U\ninsn 0x6 4 none\n"
             "trap interrupt 0xe cause=0x0 tval=0x0\ninsn 0xe 1 none\ninsn 0xfffffffc 2 none\ninsn "
             "0x0 1 none\n");
}

/* A word of the header may be as long as the recording has room for. */
static void longest_isa(void **state) {
  (void)state;
  char text[400], isa[RVT_RVTI_ISA_MAX + 2];
  memset(isa, 'x', sizeof isa);
  isa[RVT_RVTI_ISA_MAX] = 0;
  snprintf(text, sizeof text, "rvti xlen=64 isa=%s words\n", isa);
  check_both_ways(text);
  isa[RVT_RVTI_ISA_MAX] = 'x';
  isa[RVT_RVTI_ISA_MAX + 1] = 0;
  snprintf(text, sizeof text, "rvti xlen=64 isa=%s words\n", isa);
  put_text(text);
  assert_int_equal(rvt_rvti_from_text(text_path, rvti_path, NULL), RVT_ERR_FORMAT);
}

static void files_both_ways(void **state) {
  (void)state;
  check_both_ways("rvti xlen=32 isa=rv32imc elf="
                  "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f\n"
                  "priv U\n"
                  "insn 0xfffffffc 2 none\n"
                  "insn 0x0 1 not-taken clocks=9\n"
                  "trap exception 0x2 cause=0x2 tval=0xffffffff\n"
                  "insn 0x100 1 none\n");
  check_both_ways("rvti xlen=64 words\n"
                  "insn 0x1fffffffc 2 none word=0x13\n");
  /* A hash of zeros is none; one bit makes it one, wherever it is. */
  check_both_ways("rvti xlen=64\n");
  for (unsigned i = 0; i < 64; i++) {
    char text[96] = "rvti xlen=64 elf=";
    const size_t head = strlen(text);
    memset(text + head, '0', 64);
    text[head + i] = '8';
    strcpy(text + head + 64, "\n");
    check_both_ways(text);
  }
}

static void bad_files_name_their_line(void **state) {
  (void)state;
  static const char *const cases[][2] = {
      {"", "expected 'rvti"},
      {"# nothing\n\n", "expected 'rvti"},
      {"insn 0 1 none\n", ":1: expected 'rvti xlen=32|64 ...', found 'insn'"},
      {"\nrvti\n", ":2: expected xlen=32 or xlen=64"},
      {"rvti xlen=65\n", "found 'xlen=65'"},
      {"rvti xlen=16\n", ":1: expected xlen=32"},
      {"rvti isa=x\n", ":1: expected xlen=32"},
      {"rvti xlen=32 elf=12\n", ":1: expected xlen=32"},
      {"rvti xlen=32\n#\ninsn 0 1 6\n", ":3: itype 6"},
      {"rvti xlen=32\ninsn 0x100000000 1 none\n", ":2: a PC is even"},
      {"rvti xlen=32 words\ninsn 0 1 none\n", ":2: "},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    struct rvt_error e = {""};
    put_text(cases[i][0]);
    unlink(rvti_path);
    assert_int_not_equal(rvt_rvti_from_text(text_path, rvti_path, &e), RVT_OK);
    if (strstr(e.text, cases[i][1]) == NULL) fail_msg("expected '%s' in '%s'", cases[i][1], e.text);
    assert_non_null(strstr(e.text, text_path));
    assert_int_not_equal(access(rvti_path, F_OK), 0);
  }
}

static int make_dir(void **state) {
  (void)state;
  if (mkdtemp(dir) == NULL) return -1;
  snprintf(text_path, sizeof text_path, "%s/a.txt", dir);
  snprintf(rvti_path, sizeof rvti_path, "%s/a.rvti", dir);
  return 0;
}

static int remove_dir(void **state) {
  (void)state;
  unlink(text_path);
  unlink(rvti_path);
  return rmdir(dir);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_step_comes_back_from_its_line),
      cmocka_unit_test(lines_written_by_hand),
      cmocka_unit_test(bad_lines_say_what_was_expected),
      cmocka_unit_test(random_lines_never_harm),
      cmocka_unit_test(files_both_ways),
      cmocka_unit_test(addresses_follow_each_other),
      cmocka_unit_test(longest_isa),
      cmocka_unit_test(bad_files_name_their_line),
  };
  return cmocka_run_group_tests(tests, make_dir, remove_dir);
}
