/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_RECORD_TOOL_H
#define RVT_RECORD_TOOL_H

/* Parts of `rvt record`: what the recorder needs to know of the ELF file, and the run of Spike. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

enum { RVT_REGIONS_MAX = 16 };

struct rvt_region {
  uint64_t base, size; /* multiples of 4 KiB */
};

struct rvt_program {
  uint8_t xlen;
  uint64_t entry;
  bool has_tohost;
  uint64_t tohost;
  struct rvt_region region[RVT_REGIONS_MAX]; /* memory that holds its segments, in order */
  size_t regions;
};

/** Read an executable for RISC-V. Complains and returns false on failure. */
bool rvt_program_read(struct rvt_program *program, const char *path);

struct rvt_simulation {
  const char *spike;
  pid_t pid;
  int log; /* read the log here */
};

/** Start Spike on a program. Complains and returns false on failure. */
bool rvt_simulation_start(struct rvt_simulation *s, const char *spike, const char *isa,
                          const struct rvt_program *program, const char *path);
/** Wait for its end, after ending it if `stop`. @return the wait status, -1: it has none */
int rvt_simulation_end(struct rvt_simulation *s, bool stop);

#endif
