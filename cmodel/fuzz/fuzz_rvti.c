/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */

/* The reader of `.rvti` files; what it accepts must come back from the writer. */

#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "rvt/rvti.h"

enum { STEPS_MAX = 1 << 16, BATCH = 37, SEEKS = 4 };

struct recording {
  struct rvt_rvti_info info;
  size_t count;
  struct rvt_step step[STEPS_MAX];
};

static bool same_step(const struct rvt_step *a, const struct rvt_step *b) {
  return a->kind == b->kind && a->size == b->size && a->itype == b->itype && a->value == b->value &&
         a->sijump == b->sijump && a->has_word == b->has_word && a->clocks == b->clocks &&
         a->pc == b->pc && a->cause == b->cause && a->tval == b->tval && a->word == b->word;
}

/* All steps, or as many as there is room for; false: the file was refused. */
static bool read_all(struct rvt_rvti_reader *r, struct recording *to, const char *path,
                     size_t size) {
  struct rvt_error e = {""};
  size_t count = 0;
  enum rvt_status status = RVT_OK;
  to->info = *rvt_rvti_get_info(r);
  to->count = 0;
  while (STEPS_MAX - to->count >= BATCH) {
    status = rvt_rvti_read(r, to->step + to->count, BATCH, &count, &e);
    if (status != RVT_OK) break;
    FUZZ_CHECK(count > 0 && count <= BATCH);
    for (size_t i = 0; i < count; i++)
      FUZZ_CHECK(rvt_step_check(&to->step[to->count + i], to->info.xlen, NULL) == RVT_OK);
    to->count += count;
    FUZZ_CHECK(to->count <= to->info.steps);
  }
  if (status == RVT_OK) return false; /* longer than what the target looks at */
  FUZZ_CHECK(count == 0);
  if (status == RVT_END) {
    FUZZ_CHECK(to->count == to->info.steps);
    return true;
  }
  fuzz_check_place(&e, path, size);
  FUZZ_CHECK(rvt_rvti_read(r, to->step, 1, &count, &e) != RVT_OK && count == 0);
  return false;
}

static void check_seeks(struct rvt_rvti_reader *r, const struct recording *all) {
  struct rvt_rvti_state state;
  struct rvt_step s;
  size_t count = 0;
  for (size_t i = 0; i < SEEKS && all->count > 0; i++) {
    const size_t to = i * (all->count - 1) / (SEEKS - 1);
    FUZZ_CHECK(rvt_rvti_seek_step(r, to, &state, NULL) == RVT_OK);
    FUZZ_CHECK(rvt_rvti_read(r, &s, 1, &count, NULL) == RVT_OK && count == 1);
    FUZZ_CHECK(same_step(&s, &all->step[to]));
  }
  uint64_t found = 0;
  for (size_t i = 0; i < SEEKS && all->info.instructions > 0; i++) {
    const uint64_t to = i * (all->info.instructions - 1) / (SEEKS - 1);
    FUZZ_CHECK(rvt_rvti_seek_insn(r, to, &found, NULL, NULL) == RVT_OK);
    FUZZ_CHECK(found < all->count && all->step[found].kind == RVT_STEP_INSN);
    FUZZ_CHECK(rvt_rvti_read(r, &s, 1, &count, NULL) == RVT_OK && count == 1);
    FUZZ_CHECK(same_step(&s, &all->step[found]));
  }
  FUZZ_CHECK(rvt_rvti_seek_step(r, all->info.steps, NULL, NULL) == RVT_OK);
  FUZZ_CHECK(rvt_rvti_read(r, &s, 1, &count, NULL) == RVT_END);
  FUZZ_CHECK(rvt_rvti_seek_step(r, all->info.steps + 1, NULL, NULL) == RVT_ERR_ARG);
}

static void write_all(const struct recording *from, const char *path) {
  struct rvt_rvti_writer *w;
  FUZZ_CHECK(rvt_rvti_writer_open(&w, path, &from->info, NULL) == RVT_OK);
  FUZZ_CHECK(rvt_rvti_write(w, from->step, from->count, NULL) == RVT_OK);
  FUZZ_CHECK(rvt_rvti_writer_close(w, NULL) == RVT_OK);
}

/* Written and read again it is the same recording, and its file the same bytes as a third one. */
static void check_written(const struct recording *from) {
  static struct recording again;
  struct rvt_rvti_reader *r;
  char first[128];
  strcpy(first, fuzz_output("first.rvti"));
  write_all(from, first);
  FUZZ_CHECK(rvt_rvti_reader_open(&r, first, NULL) == RVT_OK);
  FUZZ_CHECK(read_all(r, &again, first, SIZE_MAX));
  check_seeks(r, &again);
  rvt_rvti_reader_close(r);
  FUZZ_CHECK(again.count == from->count && again.info.instructions == from->info.instructions);
  FUZZ_CHECK(again.info.xlen == from->info.xlen && again.info.words == from->info.words);
  FUZZ_CHECK(strcmp(again.info.isa, from->info.isa) == 0);
  FUZZ_CHECK(memcmp(again.info.elf_sha256, from->info.elf_sha256, 32) == 0);
  for (size_t i = 0; i < from->count; i++) FUZZ_CHECK(same_step(&from->step[i], &again.step[i]));
  const char *second = fuzz_output("second.rvti");
  write_all(&again, second);
  FUZZ_CHECK(fuzz_same_file(first, second));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static struct recording all;
  struct rvt_rvti_reader *r;
  struct rvt_error e = {""};
  const char *path = fuzz_file(data, size);
  if (rvt_rvti_reader_open(&r, path, &e) != RVT_OK) {
    FUZZ_CHECK(r == NULL);
    fuzz_check_place(&e, path, size);
    return 0;
  }
  const bool good = read_all(r, &all, path, size);
  if (good) check_seeks(r, &all);
  rvt_rvti_reader_close(r);
  if (good) check_written(&all);
  return 0;
}
