/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "fuzz.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

void (*fuzz_on_break)(void);

_Noreturn void fuzz_broken(const char *file, int line, const char *condition) {
  fprintf(stderr, "%s:%d: broken property: %s\n", file, line, condition);
  if (fuzz_on_break != NULL) fuzz_on_break();
  abort();
}

const char *fuzz_file(const uint8_t *data, size_t size) {
  static int fd = -1;
  static char path[64];
  if (fd < 0) {
    fd = memfd_create("input", MFD_CLOEXEC);
    FUZZ_CHECK(fd >= 0);
    snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
  }
  /* Written first, so that the file keeps its pages. */
  FUZZ_CHECK(size == 0 || pwrite(fd, data, size, 0) == (ssize_t)size);
  FUZZ_CHECK(ftruncate(fd, (off_t)size) == 0);
  return path;
}

static char folder[64];

static void remove_folder(void) {
  char command[96];
  snprintf(command, sizeof command, "rm -rf %s", folder);
  if (system(command) != 0) fprintf(stderr, "%s could not be removed\n", folder);
}

const char *fuzz_output(const char *name) {
  static char path[2][128];
  static unsigned turn;
  if (folder[0] == 0) {
    const bool shm = access("/dev/shm", W_OK) == 0;
    snprintf(folder, sizeof folder, "%s/rvt-fuzz-XXXXXX", shm ? "/dev/shm" : "/tmp");
    FUZZ_CHECK(mkdtemp(folder) != NULL);
    atexit(remove_folder);
  }
  char *to = path[turn++ % 2];
  snprintf(to, sizeof path[0], "%s/%s", folder, name);
  return to;
}

uint8_t *fuzz_read(const char *path, size_t *size) {
  FILE *file = fopen(path, "rb");
  FUZZ_CHECK(file != NULL);
  FUZZ_CHECK(fseek(file, 0, SEEK_END) == 0);
  const long end = ftell(file);
  FUZZ_CHECK(end >= 0 && fseek(file, 0, SEEK_SET) == 0);
  uint8_t *data = malloc((size_t)end + 1);
  FUZZ_CHECK(data != NULL);
  *size = fread(data, 1, (size_t)end, file);
  FUZZ_CHECK(*size == (size_t)end);
  fclose(file);
  return data;
}

bool fuzz_same_file(const char *a, const char *b) {
  size_t size_a, size_b;
  uint8_t *data_a = fuzz_read(a, &size_a), *data_b = fuzz_read(b, &size_b);
  const bool same = size_a == size_b && memcmp(data_a, data_b, size_a) == 0;
  free(data_a);
  free(data_b);
  return same;
}

void fuzz_check_place(const struct rvt_error *e, const char *path, uint64_t most) {
  const size_t length = strlen(path);
  FUZZ_CHECK(strncmp(e->text, path, length) == 0);
  FUZZ_CHECK(strlen(e->text) > length + 2);
  if (e->text[length] == ':' && e->text[length + 1] >= '0' && e->text[length + 1] <= '9')
    FUZZ_CHECK(strtoull(e->text + length + 1, NULL, 10) <= most);
}

uint64_t fuzz_lines(const uint8_t *data, size_t size) {
  uint64_t lines = size > 0 && data[size - 1] != '\n' ? 1 : 0;
  for (size_t i = 0; i < size; i++) lines += data[i] == '\n';
  return lines;
}
