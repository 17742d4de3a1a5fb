/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "rvt/session.h"
#include "tests/support/test.h"

/* Side-car, programs and decoder in one call; the captures are those of sim/corpus. */

static const char car[] = "sim/corpus/traps-rv64/htm.json";
static const char *const right[] = {"sim/corpus/traps-rv64/program.elf"};
static const char *const wrong[] = {"sim/corpus/calls-rv64/program.elf"};
static char path[] = "/tmp/rvt-session-XXXXXX";

struct seen {
  uint64_t insns, errors;
};

static void sink(void *user, const struct rvt_decoder_event *event) {
  struct seen *seen = user;
  if (event->kind == RVT_DE_RUN) seen->insns += event->u.run.insns * event->u.run.times;
  if (event->kind == RVT_DE_ERROR) seen->errors++;
}

static struct seen decode(const struct rvt_session_options *options, const char *capture) {
  struct rvt_session *session = NULL;
  struct rvt_error e = {""};
  struct rvt_session_options with = *options;
  struct seen seen = {0};
  with.sink = sink;
  with.user = &seen;
  if (rvt_session_open(&with, &session, &e) != RVT_OK) fail_msg("%s", e.text);
  assert_int_equal(rvt_image_xlen(rvt_session_image(session)), 64);
  if (rvt_session_decode(session, capture, &e) != RVT_OK) fail_msg("%s", e.text);
  rvt_session_free(session);
  return seen;
}

static void a_capture_is_decoded_with_what_the_side_car_names(void **state) {
  (void)state;
  const struct seen named =
      decode(&(struct rvt_session_options){.sidecar = car}, "sim/corpus/traps-rv64/htm.nex");
  const struct seen given =
      decode(&(struct rvt_session_options){.sidecar = car, .elf = right, .elfs = 1},
             "sim/corpus/traps-rv64/htm.nex");
  assert_int_equal(named.insns, 66278);
  assert_int_equal(named.errors, 0);
  assert_memory_equal(&named, &given, sizeof named);
}

static void returns_are_known_by_the_side_car_alone(void **state) {
  (void)state;
  struct rvt_session *session = NULL;
  const char *const elf[] = {"sim/corpus/setjmp-rv32/program.elf"};
  const struct rvt_session_options with = {
      .sidecar = "sim/corpus/setjmp-rv32/returns.json", .sink = sink, .user = &(struct seen){0}};
  assert_int_equal(rvt_session_open(&with, &session, NULL), RVT_OK);
  assert_int_equal(rvt_session_decode(session, "sim/corpus/setjmp-rv32/returns.nex", NULL), RVT_OK);
  assert_int_equal(((struct seen *)with.user)->errors, 0);
  assert_int_equal(rvt_session_sidecar(session)->implicit_return, 3);
  rvt_session_free(session);
  struct seen without = {0};
  const struct rvt_session_options bare = {.elf = elf, .elfs = 1, .sink = sink, .user = &without};
  assert_int_equal(rvt_session_open(&bare, &session, NULL), RVT_OK);
  assert_int_equal(rvt_session_decode(session, "sim/corpus/setjmp-rv32/returns.nex", NULL), RVT_OK);
  rvt_session_free(session);
  assert_true(without.errors > 0);
}

static bool has_code(const struct rvt_image *image, uint64_t pc) {
  struct rvt_insn insn;
  return rvt_image_insn(image, pc, &insn, NULL) == RVT_OK;
}

/* main() of this program is at 0x80000560 (README.md). */
static void the_side_car_tells_where_a_program_lies(void **state) {
  (void)state;
  const struct rvt_image_context s5 = {.has_scontext = true, .scontext = 5};
  struct rvt_sidecar is;
  char *folder = getcwd(NULL, 0);
  assert_non_null(folder);
  assert_int_equal(rvt_sidecar_read(car, &is, NULL), RVT_OK);
  snprintf(is.elf[0].path, sizeof is.elf[0].path, "%s/%s", folder, right[0]);
  free(folder);
  for (unsigned i = 0; i < 2; i++) {
    struct rvt_session *session = NULL;
    struct rvt_error e = {""};
    char file[] = "/tmp/rvt-session-XXXXXX";
    const int fd = mkstemp(file);
    assert_true(fd >= 0);
    close(fd);
    is.elf[0].offset = 0x1000;
    if (i == 1) is.elf[0].context = s5;
    assert_int_equal(rvt_sidecar_write(file, &is), RVT_OK);
    const struct rvt_session_options with = {.sidecar = file, .sink = sink};
    if (rvt_session_open(&with, &session, &e) != RVT_OK) fail_msg("%s", e.text);
    const struct rvt_image *image = rvt_session_image(session);
    assert_true(has_code(rvt_image_in(image, &s5), 0x80001560));
    assert_false(has_code(rvt_image_in(image, &s5), 0x80000000));
    assert_int_equal(has_code(image, 0x80001560), i == 0);
    rvt_session_free(session);
    unlink(file);
  }
}

static void a_program_of_the_caller(void **state) {
  (void)state;
  struct rvt_image *image = NULL, *other = NULL;
  assert_int_equal(rvt_image_new(64, &image), RVT_OK);
  assert_int_equal(rvt_image_add_elf(image, right[0], NULL), RVT_OK);
  const struct seen given = decode(&(struct rvt_session_options){.sidecar = car, .image = image},
                                   "sim/corpus/traps-rv64/htm.nex");
  assert_int_equal(given.insns, 66278);
  assert_true(has_code(image, 0x80000560)); /* it is still the caller's */
  assert_int_equal(rvt_image_new(64, &other), RVT_OK);
  assert_int_equal(rvt_image_add_elf(other, wrong[0], NULL), RVT_OK);
  struct rvt_session *session = NULL;
  const struct rvt_session_options bad = {.sidecar = car, .image = other, .sink = sink};
  assert_int_equal(rvt_session_open(&bad, &session, NULL), RVT_ERR_MISMATCH);
  rvt_image_free(image);
  rvt_image_free(other);
}

static void refused(const struct rvt_session_options *options, enum rvt_status status,
                    const char *says) {
  struct rvt_session *session = NULL;
  struct rvt_error e = {""};
  struct rvt_session_options with = *options;
  with.sink = sink;
  const enum rvt_status found = rvt_session_open(&with, &session, &e);
  if (found != status) fail_msg("expected status %d, found %d: %s", status, found, e.text);
  assert_null(session);
  if (strstr(e.text, says) == NULL) fail_msg("expected '%s', found '%s'", says, e.text);
}

static void refused_text(const char *text, const char *const *elf, enum rvt_status status,
                         const char *says) {
  FILE *file = fopen(path, "wb");
  assert_non_null(file);
  fputs(text, file);
  fclose(file);
  refused(&(struct rvt_session_options){.sidecar = path, .elf = elf, .elfs = elf != NULL}, status,
          says);
}

static void what_does_not_fit_is_refused_and_named(void **state) {
  (void)state;
  const int fd = mkstemp(path);
  assert_true(fd >= 0);
  close(fd);
  const char *const missing[] = {"sim/corpus/none.elf"};
  refused(&(struct rvt_session_options){.sidecar = "sim/none.json"}, RVT_ERR_IO, "sim/none.json");
  refused(&(struct rvt_session_options){.sidecar = car, .elf = wrong, .elfs = 1}, RVT_ERR_MISMATCH,
          "program.elf: expected SHA-256 ");
  refused(&(struct rvt_session_options){.elf = missing, .elfs = 1}, RVT_ERR_IO,
          "sim/corpus/none.elf: ");
  refused(&(struct rvt_session_options){.sink = NULL}, RVT_ERR_ARG,
          "no side-car: expected a program, found none given and none named");
  refused_text("{}", NULL, RVT_ERR_ARG, "expected a program, found none");
  refused_text("{\"xlen\": 32}", right, RVT_ERR_MISMATCH, "traps-rv64/program.elf: ");
  refused_text("{\"xlen\": 32, \"isa\": \"rv64gc\"}", right, RVT_ERR_RANGE,
               "expected isa to be one of xlen 32");
  refused_text("{\"elf\": [{\"path\": \"none.elf\", \"sha256\": "
               "\"c3cfbfb63ca1caf99d870f3381fd78a19011c4cde9892df32a154797f01624fa\"}]}",
               NULL, RVT_ERR_IO, ": /tmp/none.elf: ");
  static const char zeros[] = "0000000000000000000000000000000000000000000000000000000000000000";
  struct rvt_image *image = NULL;
  assert_int_equal(rvt_image_new(64, &image), RVT_OK);
  assert_int_equal(rvt_image_add_elf(image, right[0], NULL), RVT_OK);
  char text[512], both[512];
  (void)snprintf(both, sizeof both, "; of what it loads expected %s, found %s; was it built", zeros,
                 rvt_image_get_file(image, 0)->loaded_sha256);
  rvt_image_free(image);
  (void)snprintf(text, sizeof text,
                 "{\"elf\": [{\"name\": \"program.elf\", \"sha256\": \"%s\", "
                 "\"loaded_sha256\": \"%s\"}]}",
                 zeros, zeros);
  refused_text(text, right, RVT_ERR_MISMATCH, both);
  remove(path);
}

static void a_capture_that_is_not_there_is_named(void **state) {
  (void)state;
  struct rvt_session *session = NULL;
  struct rvt_error e = {""};
  const struct rvt_session_options with = {.sidecar = car, .sink = sink};
  assert_int_equal(rvt_session_open(&with, &session, NULL), RVT_OK);
  assert_int_equal(rvt_session_decode(session, "sim/none.nex", &e), RVT_ERR_IO);
  assert_string_equal(e.text,
                      "sim/none.nex: expected a readable file, found: No such file or directory");
  assert_int_equal(rvt_session_decode(session, "sim", &e), RVT_ERR_IO);
  rvt_session_free(session);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_capture_is_decoded_with_what_the_side_car_names),
      cmocka_unit_test(returns_are_known_by_the_side_car_alone),
      cmocka_unit_test(the_side_car_tells_where_a_program_lies),
      cmocka_unit_test(a_program_of_the_caller),
      cmocka_unit_test(what_does_not_fit_is_refused_and_named),
      cmocka_unit_test(a_capture_that_is_not_there_is_named),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
