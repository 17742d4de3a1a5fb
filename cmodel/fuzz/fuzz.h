/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_FUZZ_FUZZ_H
#define RVT_FUZZ_FUZZ_H

/*
 * What the fuzz targets share. Each target is one file with LLVMFuzzerTestOneInput(), linked either
 * with libFuzzer or with replay.c, which runs the inputs named on its command line.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rvt/error.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max, unsigned seed);
/** libFuzzer's own mutations. */
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max);

/** A property of the target; its text is printed when it is broken, and the program aborts. */
#define FUZZ_CHECK(condition)                                                                      \
  do {                                                                                             \
    if (!(condition)) fuzz_broken(__FILE__, __LINE__, #condition);                                 \
  } while (0)
_Noreturn void fuzz_broken(const char *file, int line, const char *condition);

/** Called before that; may be NULL. */
extern void (*fuzz_on_break)(void);

/** The input as a regular file in memory; the path is valid until the next call. */
const char *fuzz_file(const uint8_t *data, size_t size);
/** A path in a directory of this process's own, for outputs; `name` without a slash. */
const char *fuzz_output(const char *name);
/** Content of a file; free() it. */
uint8_t *fuzz_read(const char *path, size_t *size);
bool fuzz_same_file(const char *a, const char *b);

/**
 * An error text must be there and begin with `path`; a number after it, the offset or line, must
 * be at most `most`.
 */
void fuzz_check_place(const struct rvt_error *e, const char *path, uint64_t most);

/** Number of lines of an input, a last one without an end included. */
uint64_t fuzz_lines(const uint8_t *data, size_t size);

#endif
