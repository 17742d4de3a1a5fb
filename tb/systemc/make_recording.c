/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */

/* A recording with everything that steps can be, by chance: make_recording SEED STEPS OUT.rvti */

#include <stdio.h>
#include <stdlib.h>

#include "rvt/rvti.h"
#include "stimulus/step_gen.h"

enum { CHUNK = 1000 };

int main(int argc, char **argv) {
  if (argc != 4) {
    fputs("usage: make_recording SEED STEPS OUT.rvti\n", stderr);
    return 2;
  }
  struct step_gen g = {
      .seed = strtoull(argv[1], NULL, 0), .xlen = 64, .events = true, .pc = 0x80000000};
  const struct rvt_rvti_info info = {.xlen = 64, .isa = "rv64imac"};
  struct rvt_rvti_writer *w = NULL;
  struct rvt_error e = {""};
  enum rvt_status status = rvt_rvti_writer_open(&w, argv[3], &info, &e);
  for (unsigned long left = strtoul(argv[2], NULL, 0); status == RVT_OK && left > 0;) {
    static struct rvt_step steps[CHUNK];
    const size_t count = left < CHUNK ? left : CHUNK;
    step_gen(&g, steps, count);
    status = rvt_rvti_write(w, steps, count, &e);
    left -= count;
  }
  if (status == RVT_OK)
    status = rvt_rvti_writer_close(w, &e);
  else
    rvt_rvti_writer_abort(w);
  if (status != RVT_OK) fprintf(stderr, "make_recording: %s\n", e.text);
  return status == RVT_OK ? 0 : 2;
}
