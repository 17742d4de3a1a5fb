/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */

/*
 * What the library does when memory or the disk is full: it says so, loses no memory (the
 * sanitizers look on) and leaves no file. This program is linked with --wrap for the functions
 * below, so that the library's own calls, and only those, can be made to fail.
 */

#include <elf.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "rvt/image.h"
#include "rvt/rvti.h"
#include "rvt/sidecar.h"
#include "stimulus/progen.h"
#include "stimulus/scn.h"
#include "tests/support/elf_make.h"
#include "tests/support/test.h"

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
FILE *__real_fdopen(int fd, const char *mode);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *old, size_t size);
FILE *__wrap_fdopen(int fd, const char *mode);

static unsigned long left; /* calls that succeed before one fails; 0: none fails */
static bool failed;

static bool fails(void) {
  if (left == 0 || --left != 0) return false;
  failed = true;
  return true;
}

void *__wrap_malloc(size_t size) { return fails() ? NULL : __real_malloc(size); }
void *__wrap_calloc(size_t count, size_t size) {
  return fails() ? NULL : __real_calloc(count, size);
}
void *__wrap_realloc(void *old, size_t size) { return fails() ? NULL : __real_realloc(old, size); }
FILE *__wrap_fdopen(int fd, const char *mode) { return fails() ? NULL : __real_fdopen(fd, mode); }

static char folder[] = "/tmp/rvt_no_room_XXXXXX";
static char rvti_path[64], elf_path[64], scn_path[64], text_path[64], other_path[64];
static struct rvt_error error;

static void expect_absent(const char *path) { assert_int_not_equal(access(path, F_OK), 0); }

/* The operation with its first, second, ... allocation failing, until none is left to fail. */
static void exhaust(enum rvt_status (*operation)(void), unsigned long least) {
  unsigned long n = 0;
  do {
    left = ++n;
    failed = false;
    const enum rvt_status status = operation();
    left = 0;
    assert_int_equal(status, failed ? RVT_ERR_NO_MEMORY : RVT_OK);
  } while (failed);
  assert_true(n > least);
}

static enum rvt_status write_recording(const char *path, size_t steps) {
  const struct rvt_rvti_info info = {.xlen = 32, .isa = "rv32imac"};
  const struct rvt_step step = {.kind = RVT_STEP_INSN, .size = 1, .clocks = 1, .pc = 0x100};
  struct rvt_rvti_writer *w;
  enum rvt_status status = rvt_rvti_writer_open(&w, path, &info, &error);
  if (status != RVT_OK) return status;
  struct rvt_step moved = step;
  for (size_t i = 0; i < steps && status == RVT_OK; i++) {
    moved.pc = 0x100 + (i * 0x12346 & 0xfffff);
    status = rvt_rvti_write(w, &moved, 1, &error);
  }
  if (status == RVT_OK) return rvt_rvti_writer_close(w, &error);
  /* What failed once is not tried again. */
  assert_int_equal(rvt_rvti_writer_close(w, &error), RVT_ERR_IO);
  return status;
}

static enum rvt_status record(void) {
  unlink(other_path);
  const enum rvt_status status = write_recording(other_path, 10);
  if (status == RVT_ERR_NO_MEMORY) expect_absent(other_path);
  return status;
}

static enum rvt_status read_back(void) {
  struct rvt_rvti_reader *r;
  enum rvt_status status = rvt_rvti_reader_open(&r, rvti_path, &error);
  if (status != RVT_OK) return status;
  struct rvt_step steps[16];
  size_t count;
  do {
    status = rvt_rvti_read(r, steps, 16, &count, &error);
  } while (status == RVT_OK);
  rvt_rvti_reader_close(r);
  return status == RVT_END ? RVT_OK : status;
}

static enum rvt_status to_text(void) {
  FILE *out = fopen(text_path, "w");
  assert_non_null(out);
  const enum rvt_status status = rvt_rvti_to_text(rvti_path, out, &error);
  fclose(out);
  return status;
}

static enum rvt_status from_text(void) {
  unlink(other_path);
  const enum rvt_status status = rvt_rvti_from_text(text_path, other_path, &error);
  if (status == RVT_ERR_NO_MEMORY) expect_absent(other_path);
  return status;
}

static enum rvt_status load_scenario(void) {
  struct rvt_scn scn;
  const enum rvt_status status = rvt_scn_load(&scn, scn_path, &error);
  if (status == RVT_OK) rvt_scn_free(&scn);
  return status;
}

static enum rvt_status generate(void) {
  struct rvt_progen_params params;
  struct rvt_progen *g;
  rvt_progen_params_init(&params, 32, 1);
  enum rvt_status status = rvt_progen_open(&g, &params, &error);
  if (status != RVT_OK) return status;
  const int fd = open(other_path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  assert_true(fd >= 0);
  status = rvt_progen_write_elf(g, fd, &error);
  close(fd);
  rvt_progen_close(g);
  return status;
}

static enum rvt_status load_image(void) {
  struct rvt_error e;
  struct rvt_image *image;
  enum rvt_status status = rvt_image_new(0, &image);
  if (status != RVT_OK) return status;
  status = rvt_image_add_elf(image, elf_path, &e);
  if (status == RVT_ERR_NO_MEMORY)
    assert_string_equal(e.text, "expected memory for the file, found none left");
  rvt_image_free(image);
  return status;
}

/* The same for code of two contexts that both hide some of it, and a view of each. */
static enum rvt_status load_contexts(void) {
  static const uint8_t code[] = {0x01, 0x00};
  const struct rvt_image_context context[] = {{.has_scontext = true, .scontext = 1},
                                              {.has_hcontext = true, .hcontext = 2}};
  struct rvt_error e;
  struct rvt_image *image;
  enum rvt_status status = rvt_image_new(32, &image);
  if (status != RVT_OK) return status;
  status = rvt_image_add_in(image, &context[0], 0x206, code, sizeof code);
  if (status == RVT_OK) status = rvt_image_add_elf_in(image, NULL, elf_path, 0, &e);
  if (status == RVT_OK) status = rvt_image_add_elf_in(image, &context[1], elf_path, 0x100, &e);
  if (status == RVT_OK) status = rvt_image_add_in(image, &context[1], 0x100, code, sizeof code);
  rvt_image_free(image);
  return status;
}

static int set_up(void **state) {
  (void)state;
  static const uint8_t code[] = {0x01, 0x00, 0x01, 0x00};
  static const struct rvt_elf_symbol symbols[] = {{"main", 0x100}, {"tail", 0x102}};
  const struct rvt_elf_make make = {.xlen = 32,
                                    .machine = EM_RISCV,
                                    .flags = PF_R | PF_X,
                                    .address = 0x100,
                                    .code = code,
                                    .size = sizeof code,
                                    .symbol = symbols,
                                    .symbols = 2};
  if (mkdtemp(folder) == NULL) return -1;
  snprintf(rvti_path, sizeof rvti_path, "%s/a.rvti", folder);
  snprintf(elf_path, sizeof elf_path, "%s/a.elf", folder);
  snprintf(scn_path, sizeof scn_path, "%s/a.scn", folder);
  snprintf(text_path, sizeof text_path, "%s/a.txt", folder);
  snprintf(other_path, sizeof other_path, "%s/other", folder);
  rvt_elf_make(elf_path, &make);
  FILE *scn = fopen(scn_path, "w");
  if (scn == NULL) return -1;
  fputs("trace a.rvti\nat insn 5 stop\nat insn 9 start\nplayer pace fast\nexpect halts 1\n"
        "expect syncs 1\n",
        scn);
  return fclose(scn) == 0 && write_recording(rvti_path, 100) == RVT_OK ? 0 : -1;
}

static int clean_up(void **state) {
  (void)state;
  const char *const all[] = {rvti_path, elf_path, scn_path, text_path, other_path};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) unlink(all[i]);
  return rmdir(folder); /* fails if anybody has left a file */
}

static void memory_is_full(void **state) {
  (void)state;
  exhaust(record, 6);
  exhaust(read_back, 4);
  exhaust(to_text, 4);
  exhaust(from_text, 6);
  exhaust(load_scenario, 4);
  exhaust(generate, 6);
  exhaust(load_image, 4);
  exhaust(load_contexts, 12);
}

/* Nothing may grow beyond `bytes`; writing more gives EFBIG. */
static void limit_files(rlim_t bytes, struct rlimit *before) {
  assert_int_equal(getrlimit(RLIMIT_FSIZE, before), 0);
  const struct rlimit limit = {.rlim_cur = bytes, .rlim_max = before->rlim_max};
  assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
}

static void disk_is_full(void **state) {
  (void)state;
  struct rlimit before;
  signal(SIGXFSZ, SIG_IGN);
  unlink(other_path);
  limit_files(16, &before);
  /* Found only when the file is closed; and in a chunk in the middle. */
  const enum rvt_status at_close = write_recording(other_path, 10);
  const enum rvt_status in_between = write_recording(other_path, 200000);
  assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
  assert_int_equal(at_close, RVT_ERR_IO);
  assert_int_equal(in_between, RVT_ERR_IO);
  expect_absent(other_path);

  /* A system without this device cannot make the full disk of what follows. */
  FILE *full = fopen("/dev/full", "w");
  if (full == NULL) skip();
  assert_int_equal(rvt_rvti_to_text(rvti_path, full, &error), RVT_ERR_IO);
  fclose(full);
  const struct rvt_sidecar car = {.xlen = 32};
  assert_int_equal(rvt_sidecar_write("/dev/full", &car), RVT_ERR_IO);
}

static void other_faults_of_files(void **state) {
  (void)state;
  struct rvt_rvti_reader *r;
  assert_int_equal(rvt_rvti_reader_open(&r, folder, &error), RVT_ERR_IO);
  assert_non_null(strstr(error.text, "expected a regular file"));
  /* A recording cannot take the place of a folder. */
  unlink(other_path);
  assert_int_equal(mkdir(other_path, 0700), 0);
  assert_int_equal(write_recording(other_path, 10), RVT_ERR_IO);
  assert_int_equal(rmdir(other_path), 0);
  const struct rvt_sidecar good = {.xlen = 32};
  assert_int_equal(rvt_sidecar_write(folder, &good), RVT_ERR_IO);
  const struct rvt_sidecar car = {.ntrace.mode = 5};
  assert_int_equal(rvt_sidecar_write(other_path, &car), RVT_ERR_RANGE);
  expect_absent(other_path);
}

static void every_status_has_a_text(void **state) {
  (void)state;
#define TEXT(id, text) assert_string_equal(rvt_status_text(id), text);
  RVT_STATUS_LIST(TEXT)
#undef TEXT
  assert_string_equal(rvt_status_text((enum rvt_status)99), "unknown status");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(memory_is_full), cmocka_unit_test(disk_is_full),
      cmocka_unit_test(other_faults_of_files), cmocka_unit_test(every_status_has_a_text)};
  return cmocka_run_group_tests(tests, set_up, clean_up);
}
