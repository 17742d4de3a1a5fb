/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <zlib.h>
/* cmocka wants the four headers above it */

#include "rvt/itype.h"
#include "rvt/prng.h"
#include "rvt/rvti.h"
#include "stimulus/step_gen.h"
#include "tests/support/test.h"

enum { FILE_STEPS = 200000 };

static char dir[] = "/tmp/rvt_rvti_XXXXXX";
static char path[64], other[64];

static struct rvt_rvti_info info(unsigned xlen, bool words) {
  struct rvt_rvti_info i = {.xlen = (uint8_t)xlen, .words = words, .isa = "rv64imac_zicsr"};
  for (unsigned k = 0; k < 32; k++) i.elf_sha256[k] = (uint8_t)(k * 7 + 1);
  return i;
}

static void write_file(const char *to, const struct rvt_rvti_info *i, const struct rvt_step *steps,
                       size_t count) {
  struct rvt_rvti_writer *w;
  struct rvt_error e = {""};
  if (rvt_rvti_writer_open(&w, to, i, &e) != RVT_OK) fail_msg("%s", e.text);
  for (size_t done = 0; done < count;) {
    const size_t n = count - done < 1000 ? count - done : 1000;
    if (rvt_rvti_write(w, steps + done, n, &e) != RVT_OK) fail_msg("%s", e.text);
    done += n;
  }
  if (rvt_rvti_writer_close(w, &e) != RVT_OK) fail_msg("%s", e.text);
}

static void assert_step_equal(const struct rvt_step *a, const struct rvt_step *b, size_t number) {
  char x[RVT_STEP_TEXT_MAX], y[RVT_STEP_TEXT_MAX];
  rvt_step_format(a, x);
  rvt_step_format(b, y);
  if (a->kind != b->kind || a->size != b->size || a->itype != b->itype || a->value != b->value ||
      a->sijump != b->sijump || a->has_word != b->has_word || a->clocks != b->clocks ||
      a->pc != b->pc || a->cause != b->cause || a->tval != b->tval || a->word != b->word)
    fail_msg("step %zu: expected '%s', found '%s'", number, x, y);
}

static struct rvt_rvti_reader *open_file(const char *from) {
  struct rvt_rvti_reader *r;
  struct rvt_error e = {""};
  if (rvt_rvti_reader_open(&r, from, &e) != RVT_OK) fail_msg("%s", e.text);
  return r;
}

static void assert_rest_equal(struct rvt_rvti_reader *r, const struct rvt_step *steps, size_t from,
                              size_t count, size_t batch) {
  struct rvt_step *got = malloc(batch * sizeof *got);
  assert_non_null(got);
  struct rvt_error e = {""};
  size_t n;
  enum rvt_status status;
  while ((status = rvt_rvti_read(r, got, batch, &n, &e)) == RVT_OK) {
    assert_in_range(n, 1, batch);
    assert_true(n <= count - from);
    for (size_t i = 0; i < n; i++) assert_step_equal(&steps[from + i], &got[i], from + i);
    from += n;
  }
  if (status != RVT_END) fail_msg("%s", e.text);
  assert_int_equal(from, count);
  free(got);
}

static void random_steps_come_back(void **state) {
  (void)state;
  for (unsigned round = 0; round < 8; round++) {
    struct step_gen g = {.seed = 100 + round,
                         .xlen = (round & 1) != 0 ? 32 : 64,
                         .words = (round & 2) != 0,
                         .odd_sizes = true,
                         .events = (round & 4) == 0,
                         .pc = 0x80000000};
    const size_t count = round < 2 ? FILE_STEPS : 3000;
    struct rvt_step *steps = malloc(count * sizeof *steps);
    assert_non_null(steps);
    step_gen(&g, steps, count);
    const struct rvt_rvti_info i = info(g.xlen, g.words);
    write_file(path, &i, steps, count);
    struct rvt_rvti_reader *r = open_file(path);
    const struct rvt_rvti_info *found = rvt_rvti_get_info(r);
    size_t insns = 0;
    for (size_t k = 0; k < count; k++) insns += steps[k].kind == RVT_STEP_INSN;
    assert_int_equal(found->steps, count);
    assert_int_equal(found->instructions, insns);
    assert_int_equal(found->xlen, g.xlen);
    assert_int_equal(found->words, g.words);
    assert_string_equal(found->isa, i.isa);
    assert_memory_equal(found->elf_sha256, i.elf_sha256, 32);
    assert_rest_equal(r, steps, 0, count, 1 + 777 * (round % 4));
    rvt_rvti_reader_close(r);
    free(steps);
  }
}

static void seeking_finds_step_instruction_and_state(void **state) {
  (void)state;
  struct step_gen g = {.seed = 5, .xlen = 64, .odd_sizes = true, .events = true, .pc = 0x1000};
  const size_t count = FILE_STEPS;
  struct rvt_step *steps = malloc(count * sizeof *steps);
  struct rvt_rvti_state *states = malloc((count + 1) * sizeof *states);
  size_t *insn_step = malloc(count * sizeof *insn_step);
  assert_non_null(steps);
  assert_non_null(states);
  assert_non_null(insn_step);
  step_gen(&g, steps, count);
  size_t insns = 0;
  rvt_rvti_state_init(&states[0]);
  for (size_t k = 0; k < count; k++) {
    if (steps[k].kind == RVT_STEP_INSN) insn_step[insns++] = k;
    states[k + 1] = states[k];
    rvt_rvti_state_apply(&states[k + 1], &steps[k]);
  }
  const struct rvt_rvti_info i = info(64, false);
  write_file(path, &i, steps, count);
  struct rvt_rvti_reader *r = open_file(path);
  struct rvt_rvti_state s;
  struct rvt_step got;
  size_t n;
  const size_t fixed[] = {0, 65535, 65536, 65537, 131072, count - 1, count};
  for (unsigned k = 0; k < 60; k++) {
    const size_t to = k < 7 ? fixed[k] : rvt_prng_below(&g.seed, (uint32_t)count);
    assert_int_equal(rvt_rvti_seek_step(r, to, &s, NULL), RVT_OK);
    assert_int_equal(s.priv, states[to].priv);
    assert_int_equal(s.ctype, states[to].ctype);
    assert_int_equal(s.context, states[to].context);
    assert_int_equal(s.time, states[to].time);
    assert_int_equal(s.halted, states[to].halted);
    assert_int_equal(s.reset, states[to].reset);
    assert_int_equal(s.lowpower, states[to].lowpower);
    if (to == count) {
      assert_int_equal(rvt_rvti_read(r, &got, 1, &n, NULL), RVT_END);
    } else {
      assert_int_equal(rvt_rvti_read(r, &got, 1, &n, NULL), RVT_OK);
      assert_step_equal(&steps[to], &got, to);
    }
  }
  for (unsigned k = 0; k < 60; k++) {
    const size_t to = k == 0 ? 0 : k == 1 ? insns - 1 : rvt_prng_below(&g.seed, (uint32_t)insns);
    uint64_t step;
    assert_int_equal(rvt_rvti_seek_insn(r, to, &step, &s, NULL), RVT_OK);
    assert_int_equal(step, insn_step[to]);
    assert_int_equal(s.time, states[step].time);
    assert_int_equal(rvt_rvti_read(r, &got, 1, &n, NULL), RVT_OK);
    assert_step_equal(&steps[step], &got, step);
  }
  assert_int_equal(rvt_rvti_seek_step(r, count + 1, NULL, NULL), RVT_ERR_ARG);
  assert_int_equal(rvt_rvti_seek_insn(r, insns, NULL, NULL, NULL), RVT_ERR_ARG);
  assert_int_equal(rvt_rvti_seek_step(r, 150000, NULL, NULL), RVT_OK);
  assert_rest_equal(r, steps, 150000, count, 4096);
  rvt_rvti_reader_close(r);
  free(insn_step);
  free(states);
  free(steps);
}

static void seeking_within_one_chunk(void **state) {
  (void)state;
  enum { COUNT = 5 };
  struct step_gen g = {.seed = 6, .xlen = 64, .pc = 0x1000};
  struct rvt_step steps[COUNT], got;
  size_t n;
  step_gen(&g, steps, COUNT);
  struct rvt_rvti_info i = info(64, false);
  i.steps = i.instructions = 99; /* the writer counts itself */
  write_file(path, &i, steps, COUNT);
  struct rvt_rvti_reader *r = open_file(path);
  assert_int_equal(rvt_rvti_get_info(r)->steps, COUNT);
  assert_int_equal(rvt_rvti_get_info(r)->instructions, COUNT);
  for (size_t to = 0; to <= COUNT; to++) {
    assert_int_equal(rvt_rvti_seek_step(r, to, NULL, NULL), RVT_OK);
    assert_int_equal(rvt_rvti_read(r, &got, 1, &n, NULL), to == COUNT ? RVT_END : RVT_OK);
    if (to < COUNT) assert_step_equal(&steps[to], &got, to);
  }
  assert_int_equal(rvt_rvti_seek_step(r, COUNT + 1, NULL, NULL), RVT_ERR_ARG);
  rvt_rvti_reader_close(r);
}

static void empty_recording(void **state) {
  (void)state;
  const struct rvt_rvti_info i = info(32, false);
  write_file(path, &i, NULL, 0);
  struct rvt_rvti_reader *r = open_file(path);
  assert_rest_equal(r, NULL, 0, 0, 4);
  assert_int_equal(rvt_rvti_seek_step(r, 0, NULL, NULL), RVT_OK);
  rvt_rvti_reader_close(r);
}

/** Bytes of a small valid file. */
static uint8_t *small_file(size_t *size, struct rvt_step *steps, size_t count) {
  struct step_gen g = {.seed = 9, .xlen = 64, .odd_sizes = true, .events = true, .pc = 0x2000};
  step_gen(&g, steps, count);
  const struct rvt_rvti_info i = info(64, false);
  write_file(path, &i, steps, count);
  FILE *f = fopen(path, "rb");
  assert_non_null(f);
  assert_int_equal(fseek(f, 0, SEEK_END), 0);
  *size = (size_t)ftell(f);
  rewind(f);
  uint8_t *bytes = malloc(*size);
  assert_non_null(bytes);
  assert_int_equal(fread(bytes, 1, *size, f), *size);
  fclose(f);
  return bytes;
}

/** Read all of a file of bytes; the status that ended it. */
static enum rvt_status read_bytes(const uint8_t *bytes, size_t size,
                                  const struct rvt_step *expected, size_t count,
                                  struct rvt_error *e) {
  FILE *f = fopen(other, "wb");
  assert_non_null(f);
  assert_int_equal(fwrite(bytes, 1, size, f), size);
  fclose(f);
  struct rvt_rvti_reader *r;
  e->text[0] = 0;
  enum rvt_status status = rvt_rvti_reader_open(&r, other, e);
  if (status != RVT_OK) {
    assert_null(r);
    return status;
  }
  struct rvt_step got[64];
  size_t n, total = 0;
  while ((status = rvt_rvti_read(r, got, 64, &n, e)) == RVT_OK) {
    assert_in_range(n, 1, 64);
    for (size_t k = 0; expected != NULL && k < n; k++)
      assert_step_equal(&expected[total + k], &got[k], total + k);
    total += n;
    assert_true(total <= 100000);
  }
  if (status == RVT_END && expected != NULL) assert_int_equal(total, count);
  if (status != RVT_END) assert_int_equal(rvt_rvti_read(r, got, 64, &n, NULL), RVT_ERR_FORMAT);
  rvt_rvti_reader_close(r);
  return status;
}

static void every_truncation_is_an_error(void **state) {
  (void)state;
  struct rvt_step steps[300];
  size_t size;
  uint8_t *bytes = small_file(&size, steps, 300);
  struct rvt_error e;
  assert_int_equal(read_bytes(bytes, size, steps, 300, &e), RVT_END);
  for (size_t n = 0; n < size; n++) {
    assert_int_equal(read_bytes(bytes, n, steps, 300, &e), RVT_ERR_FORMAT);
    assert_non_null(strstr(e.text, other));
    assert_non_null(strstr(e.text, "expected"));
  }
  free(bytes);
}

static void every_bit_flip_is_an_error(void **state) {
  (void)state;
  struct rvt_step steps[100];
  size_t size;
  uint8_t *bytes = small_file(&size, steps, 100);
  struct rvt_error e;
  for (size_t bit = 0; bit < 8 * size; bit++) {
    bytes[bit / 8] ^= (uint8_t)(1u << bit % 8);
    if (read_bytes(bytes, size, steps, 100, &e) == RVT_END)
      fail_msg("bit %zu of byte %zu can change without notice", bit % 8, bit / 8);
    assert_true(e.text[0] != 0);
    bytes[bit / 8] ^= (uint8_t)(1u << bit % 8);
  }
  free(bytes);
}

static void put32(uint8_t *p, uint32_t v) {
  for (unsigned i = 0; i < 4; i++) p[i] = (uint8_t)(v >> (8 * i));
}

/** Make all CRCs right again: an attacker can. */
static void repair(uint8_t *bytes, size_t size, size_t chunk, size_t index) {
  put32(bytes + chunk - 4, (uint32_t)crc32(0, bytes, (uInt)(chunk - 4)));
  put32(bytes + chunk + 4, (uint32_t)crc32(0, bytes + chunk + 8, (uInt)(index - chunk - 8)));
  put32(bytes + index + 4, (uint32_t)crc32(0, bytes + index + 8, (uInt)(size - index - 8)));
}

static void hostile_bytes_with_right_crcs_harm_nothing(void **state) {
  (void)state;
  struct rvt_step steps[300];
  size_t size;
  uint8_t *bytes = small_file(&size, steps, 300);
  uint8_t *copy = malloc(size);
  assert_non_null(copy);
  const size_t chunk = 80 + strlen("rv64imac_zicsr") + 4, index = size - 16 - 24;
  struct rvt_error e;
  uint64_t seed = 77;
  unsigned refused = 0;
  for (unsigned round = 0; round < 6000; round++) {
    memcpy(copy, bytes, size);
    for (uint32_t k = 1 + rvt_prng_below(&seed, 3); k > 0; k--) {
      /* lengths and counts are the interesting places: half of the changes go there */
      const size_t at = rvt_prng_below(&seed, 2) == 0   ? rvt_prng_below(&seed, (uint32_t)size)
                        : rvt_prng_below(&seed, 2) == 0 ? chunk + 8 + rvt_prng_below(&seed, 48)
                                                        : 48 + rvt_prng_below(&seed, 26);
      copy[at] = rvt_prng_below(&seed, 2) == 0 ? 0xff : (uint8_t)rvt_prng_next(&seed);
    }
    repair(copy, size, chunk, index);
    const enum rvt_status status = read_bytes(copy, size, NULL, 0, &e);
    assert_true(status != RVT_OK && status != RVT_ERR_NO_MEMORY && status != RVT_ERR_IO);
    if (status != RVT_END) {
      refused++;
      assert_non_null(strstr(e.text, other));
    }
  }
  assert_true(refused > 1000);
  free(copy);
  free(bytes);
}

static void check_refused(struct rvt_step s, enum rvt_status expected, const char *text) {
  struct rvt_error e = {""};
  const struct rvt_rvti_info i = info(32, false);
  struct rvt_rvti_writer *w;
  assert_int_equal(rvt_rvti_writer_open(&w, path, &i, &e), RVT_OK);
  assert_int_equal(rvt_rvti_write(w, &s, 1, &e), expected);
  if (strstr(e.text, text) == NULL) fail_msg("expected '%s' in '%s'", text, e.text);
  assert_non_null(strstr(e.text, "step 0"));
  assert_int_equal(rvt_rvti_write(w, &s, 0, &e), RVT_ERR_IO);
  assert_int_equal(rvt_rvti_writer_close(w, &e), RVT_ERR_IO);
}

static void steps_without_meaning_are_refused(void **state) {
  (void)state;
  const struct rvt_step insn = {.kind = RVT_STEP_INSN, .size = 1, .pc = 0x100};
  struct rvt_step s = insn;
  for (unsigned itype = 0; itype < 256; itype++) {
    s = insn;
    s.itype = (uint8_t)itype;
    if (itype == 6)
      check_refused(s, RVT_ERR_RESERVED, "NT:ING-09");
    else if (itype == 7)
      check_refused(s, RVT_ERR_RESERVED, "itype 7 is reserved (NT:ITY-07)");
    else if (itype == 1 || itype == 2)
      check_refused(s, RVT_ERR_RANGE, "NT:ITY-25");
    else if (itype > 15)
      check_refused(s, RVT_ERR_RANGE, "itype has 4 bits");
    else
      assert_int_equal(rvt_step_check(&s, 32, NULL), RVT_OK);
  }
  s = insn, s.size = 0, check_refused(s, RVT_ERR_RANGE, "1..4 half-words");
  s = insn, s.size = 5, check_refused(s, RVT_ERR_RANGE, "1..4 half-words");
  s = insn, s.pc = 0x101, check_refused(s, RVT_ERR_RANGE, "a PC is even");
  s = insn, s.pc = UINT64_C(0x100000000), check_refused(s, RVT_ERR_RANGE, "XLEN");
  s = insn, s.has_word = true, s.word = 0x10000, check_refused(s, RVT_ERR_RANGE, "word of 1");
  s = insn, s.kind = 9, check_refused(s, RVT_ERR_RANGE, "kind");
  const struct rvt_step trap = {.kind = RVT_STEP_TRAP, .itype = 1};
  s = trap, s.itype = 0, check_refused(s, RVT_ERR_RANGE, "itype 1 or 2");
  s = trap, s.itype = 3, check_refused(s, RVT_ERR_RANGE, "itype 1 or 2");
  s = trap, s.pc = 3, check_refused(s, RVT_ERR_RANGE, "a PC is even");
  s = trap, s.cause = UINT64_C(1) << 32, check_refused(s, RVT_ERR_RANGE, "cause");
  for (unsigned priv = 0; priv < 256; priv++) {
    s = (struct rvt_step){.kind = RVT_STEP_PRIV, .value = (uint8_t)priv};
    if (priv == 2 || priv >= 7)
      check_refused(s, RVT_ERR_RESERVED, "NT:ING-18");
    else
      assert_int_equal(rvt_step_check(&s, 32, NULL), RVT_OK);
  }
  s = (struct rvt_step){.kind = RVT_STEP_CONTEXT, .value = 4};
  check_refused(s, RVT_ERR_RANGE, "NT:ING-19");
  s = (struct rvt_step){.kind = RVT_STEP_TRIGGER, .value = 0};
  check_refused(s, RVT_ERR_RANGE, "NT:ING-21");
  s = (struct rvt_step){.kind = RVT_STEP_TRIGGER, .value = 64};
  check_refused(s, RVT_ERR_RANGE, "NT:ING-21");
  for (unsigned kind = RVT_STEP_HALT; kind <= RVT_STEP_LOWPOWER; kind++) {
    s = (struct rvt_step){.kind = (uint8_t)kind, .value = 2};
    check_refused(s, RVT_ERR_RANGE, "level");
  }
}

static unsigned files_in_dir(void) {
  DIR *d = opendir(dir);
  assert_non_null(d);
  unsigned n = 0;
  for (const struct dirent *f; (f = readdir(d)) != NULL;) n += f->d_name[0] != '.';
  closedir(d);
  return n;
}

static void nothing_half_written_is_seen(void **state) {
  (void)state;
  unlink(path);
  unlink(other);
  const struct rvt_step s = {.size = 2, .pc = 0x100};
  const struct rvt_step bad = {.size = 2, .pc = 0x101};
  struct rvt_rvti_info i = info(64, false);
  struct rvt_rvti_writer *w;
  assert_int_equal(rvt_rvti_writer_open(&w, path, &i, NULL), RVT_OK);
  assert_int_equal(rvt_rvti_write(w, &s, 1, NULL), RVT_OK);
  assert_int_not_equal(access(path, F_OK), 0);
  rvt_rvti_writer_abort(w);
  assert_int_equal(files_in_dir(), 0);
  /* an older file stays as it was when a new one fails */
  write_file(path, &i, &s, 1);
  assert_int_equal(rvt_rvti_writer_open(&w, path, &i, NULL), RVT_OK);
  assert_int_equal(rvt_rvti_write(w, &bad, 1, NULL), RVT_ERR_RANGE);
  assert_int_equal(rvt_rvti_writer_close(w, NULL), RVT_ERR_IO);
  assert_int_equal(files_in_dir(), 1);
  struct rvt_rvti_reader *r = open_file(path);
  assert_rest_equal(r, &s, 0, 1, 4);
  rvt_rvti_reader_close(r);
  /* arguments and places that cannot work */
  i.xlen = 16;
  assert_int_equal(rvt_rvti_writer_open(&w, path, &i, NULL), RVT_ERR_ARG);
  assert_null(w);
  i = info(64, true);
  assert_int_equal(rvt_rvti_writer_open(&w, path, &i, NULL), RVT_OK);
  assert_int_equal(rvt_rvti_write(w, &s, 1, NULL), RVT_ERR_ARG);
  rvt_rvti_writer_abort(w);
  assert_int_equal(rvt_rvti_writer_open(&w, "/nowhere/at/all.rvti", &i, NULL), RVT_ERR_IO);
  assert_int_equal(rvt_rvti_reader_open(&r, "/nowhere/at/all.rvti", NULL), RVT_ERR_IO);
  assert_null(r);
}

/* Among 1000 narrow ones a context of 3 bits after `before` instructions, and later a wider one. */
static void write_contexts(size_t before, uint64_t wide) {
  const struct rvt_rvti_info i = info(64, false);
  static struct rvt_step steps[2000];
  for (size_t k = 0; k < 2000; k += 2) {
    steps[k] = (struct rvt_step){.kind = RVT_STEP_CONTEXT, .value = k / 2 & 3, .tval = k / 2 & 1};
    steps[k + 1] = (struct rvt_step){.kind = RVT_STEP_INSN, .size = 1, .pc = 0x1000 + k};
  }
  steps[2 * before].tval = 5;
  steps[1900].tval = wide;
  write_file(path, &i, steps, 2000);
}

static void contexts_fit_or_are_refused(void **state) {
  (void)state;
  struct rvt_error e = {""};
  struct rvt_step first;
  size_t n;
  for (unsigned bits = 3; bits <= 64; bits++) {
    char text[sizeof e.text];
    const uint64_t wide = UINT64_C(5) << (bits - 3);
    write_contexts(700 + bits, wide);
    struct rvt_rvti_reader *r = open_file(path);
    assert_int_equal(rvt_rvti_check_context(r, bits, "Width", &e), RVT_OK);
    assert_int_equal(rvt_rvti_read(r, &first, 1, &n, &e), RVT_OK);
    assert_int_equal(first.kind, RVT_STEP_CONTEXT); /* from the first step on */
    assert_int_equal(rvt_rvti_check_context(r, bits - 1, "Width", &e), RVT_ERR_MISMATCH);
    assert_int_equal(rvt_rvti_check_context(r, 2, "Width", &e), RVT_ERR_MISMATCH);
    const int used = snprintf(text, sizeof text,
                              "%s: after %u instructions: expected a context of at most 2 bits, "
                              "found 0x5; ",
                              path, 700 + bits);
    if (bits <= 58)
      snprintf(text + used, sizeof text - (size_t)used, "all of them fit Width=%u", bits);
    else
      snprintf(text + used, sizeof text - (size_t)used,
               "the widest one has %u bits, more than the 58 that Ownership reports (NT:OWN-01)",
               bits);
    assert_string_equal(e.text, text);
    rvt_rvti_reader_close(r);
  }
}

static void hash_of_a_file(void **state) {
  (void)state;
  FILE *f = fopen(other, "wb");
  assert_non_null(f);
  fputs("abc", f);
  fclose(f);
  /* FIPS 180-4, example for "abc" */
  static const uint8_t expected[32] = {0xba, 0x78, 0x16, 0xbf, 0x8f, 0x01, 0xcf, 0xea,
                                       0x41, 0x41, 0x40, 0xde, 0x5d, 0xae, 0x22, 0x23,
                                       0xb0, 0x03, 0x61, 0xa3, 0x96, 0x17, 0x7a, 0x9c,
                                       0xb4, 0x10, 0xff, 0x61, 0xf2, 0x00, 0x15, 0xad};
  uint8_t digest[32];
  assert_int_equal(rvt_rvti_hash_file(other, digest, NULL), RVT_OK);
  assert_memory_equal(digest, expected, 32);
  assert_int_equal(rvt_rvti_hash_file("/nowhere/at/all", digest, NULL), RVT_ERR_IO);
}

static int make_dir(void **state) {
  (void)state;
  if (mkdtemp(dir) == NULL) return -1;
  snprintf(path, sizeof path, "%s/a.rvti", dir);
  snprintf(other, sizeof other, "%s/b.rvti", dir);
  return 0;
}

static int remove_dir(void **state) {
  (void)state;
  unlink(path);
  unlink(other);
  return rmdir(dir);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(random_steps_come_back),
      cmocka_unit_test(seeking_finds_step_instruction_and_state),
      cmocka_unit_test(seeking_within_one_chunk),
      cmocka_unit_test(empty_recording),
      cmocka_unit_test(every_truncation_is_an_error),
      cmocka_unit_test(every_bit_flip_is_an_error),
      cmocka_unit_test(hostile_bytes_with_right_crcs_harm_nothing),
      cmocka_unit_test(steps_without_meaning_are_refused),
      cmocka_unit_test(nothing_half_written_is_seen),
      cmocka_unit_test(contexts_fit_or_are_refused),
      cmocka_unit_test(hash_of_a_file),
  };
  return cmocka_run_group_tests(tests, make_dir, remove_dir);
}
