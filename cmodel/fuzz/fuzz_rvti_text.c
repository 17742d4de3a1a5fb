/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */

/* The text form of recordings: lines, and whole files to `.rvti` and back. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "rvt/rvti.h"

enum { WHOLE_FILE_IN = 8 };

static bool same_step(const struct rvt_step *a, const struct rvt_step *b) {
  return a->kind == b->kind && a->size == b->size && a->itype == b->itype && a->value == b->value &&
         a->sijump == b->sijump && a->has_word == b->has_word && a->clocks == b->clocks &&
         a->pc == b->pc && a->cause == b->cause && a->tval == b->tval && a->word == b->word;
}

static void check_line(const char *line, unsigned xlen) {
  struct rvt_step s = {.kind = 99}, again;
  struct rvt_error e = {""};
  char text[RVT_STEP_TEXT_MAX];
  const enum rvt_status status = rvt_step_parse(line, xlen, 0x1234, &s, &e);
  if (status != RVT_OK) {
    FUZZ_CHECK(s.kind == 99);
    FUZZ_CHECK((status == RVT_END) == (e.text[0] == 0));
    return;
  }
  FUZZ_CHECK(rvt_step_check(&s, xlen, &e) == RVT_OK);
  rvt_step_format(&s, text);
  FUZZ_CHECK(strlen(text) < sizeof text - 1);
  FUZZ_CHECK(rvt_step_parse(text, xlen, 0x1234, &again, &e) == RVT_OK);
  FUZZ_CHECK(same_step(&s, &again));
}

static void check_lines(const uint8_t *data, size_t size) {
  while (size > 0) {
    const uint8_t *end = memchr(data, '\n', size);
    const size_t length = end == NULL ? size : (size_t)(end - data) + 1;
    char *line = malloc(length + 1); /* of its own, so that a read after it shows */
    FUZZ_CHECK(line != NULL);
    memcpy(line, data, length);
    line[length] = 0;
    check_line(line, 32);
    check_line(line, 64);
    free(line);
    data += length;
    size -= length;
  }
}

static void to_text(const char *from, const char *to) {
  FILE *out = fopen(to, "w");
  FUZZ_CHECK(out != NULL);
  FUZZ_CHECK(rvt_rvti_to_text(from, out, NULL) == RVT_OK);
  FUZZ_CHECK(fclose(out) == 0);
}

/* Text to file to text to file: the second round changes nothing any more. */
static void check_file(const uint8_t *data, size_t size) {
  struct rvt_error e = {""};
  char first[128], text[128];
  strcpy(first, fuzz_output("first.rvti"));
  strcpy(text, fuzz_output("text"));
  const char *path = fuzz_file(data, size);
  if (rvt_rvti_from_text(path, first, &e) != RVT_OK) {
    fuzz_check_place(&e, path, fuzz_lines(data, size));
    return;
  }
  FUZZ_CHECK(memchr(data, 0, size) == NULL);
  to_text(first, text);
  char second[128], again[128];
  strcpy(second, fuzz_output("second.rvti"));
  strcpy(again, fuzz_output("again"));
  FUZZ_CHECK(rvt_rvti_from_text(text, second, NULL) == RVT_OK);
  FUZZ_CHECK(fuzz_same_file(first, second));
  to_text(second, again);
  FUZZ_CHECK(fuzz_same_file(text, again));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  check_lines(data, size);
  unsigned sum = 0;
  for (size_t i = 0; i < size; i++) sum = sum * 31 + data[i];
  const bool good = size > 4 && memcmp(data, "rvti", 4) == 0;
  if (good || sum % WHOLE_FILE_IN == 0) check_file(data, size);
  return 0;
}
