/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * scn_read FILE: whether a scenario is one, before anything is built for it. */
#include <stdio.h>

#include "rvt/scn.h"

int main(int argc, char **argv) {
  struct rvt_scn scn;
  struct rvt_error e = {"expected one FILE"};
  if (argc != 2 || rvt_scn_load(&scn, argv[1], &e) != RVT_OK) {
    fprintf(stderr, "%s\n", e.text);
    return 2;
  }
  rvt_scn_free(&scn);
  return 0;
}
