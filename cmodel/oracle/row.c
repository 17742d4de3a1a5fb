/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "row.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { ROWS_MAX = 2048, ID_MAX = 24 };
static char rows[ROWS_MAX][ID_MAX];
static int row_count;

static void write_rows(int status, void *unused) {
  (void)unused;
  const char *dir = getenv("RVT_ROW_DIR");
  if (status != 0 || dir == NULL) return;
  char path[4096];
  snprintf(path, sizeof path, "%s/%s.%ld.rows", dir, program_invocation_short_name, (long)getpid());
  FILE *f = fopen(path, "w");
  if (f == NULL) {
    perror(path);
    _Exit(2);
  }
  for (int i = 0; i < row_count; i++) fprintf(f, "%s\n", rows[i]);
  fclose(f);
}

void rvt_row(const char *id) {
  if (row_count == 0) on_exit(write_rows, NULL);
  for (int i = 0; i < row_count; i++)
    if (strcmp(rows[i], id) == 0) return;
  if (row_count == ROWS_MAX) {
    fprintf(stderr, "row.c: expected at most %d rows, found %s too\n", ROWS_MAX, id);
    abort();
  }
  snprintf(rows[row_count++], ID_MAX, "%s", id);
}
