/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */

/* Runs a fuzz target on inputs, without libFuzzer: TARGET FILE-OR-FOLDER... */

#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "fuzz.h"

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max) {
  (void)data;
  return size < max ? size : max;
}

static unsigned inputs;
static const char *current;

/* The input to look at, should the program end here. */
static void tell(void) {
  if (current != NULL) fprintf(stderr, "input: %s\n", current);
}

static int run(const char *path, const struct stat *info, int kind) {
  (void)info;
  if (kind != FTW_F) return 0;
  size_t size;
  uint8_t *data = fuzz_read(path, &size);
  current = path;
  fuzz_on_break = tell;
  (void)LLVMFuzzerTestOneInput(data, size);
  current = NULL;
  free(data);
  inputs++;
  return 0;
}

int main(int argc, char **argv) {
  for (int i = 1; i < argc; i++)
    if (ftw(argv[i], run, 8) != 0) {
      fprintf(stderr, "%s: expected a readable file or folder\n", argv[i]);
      return 2;
    }
  printf("%u inputs hold\n", inputs);
  return inputs > 0 ? 0 : 2;
}
