/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_RECORD_TOOL_H
#define RVT_RECORD_TOOL_H

/* Parts of `rvt record`: what the recorder needs to know of the ELF file, and the run of Spike. */

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "rvt/rvti.h"
#include "stimulus/record.h"

enum { RVT_REGIONS_MAX = 16, RVT_LINE_MAX = 1024 };
#define RVT_SPIKE_DEFAULT "spike"

struct rvt_region {
  uint64_t base, size; /* multiples of 4 KiB */
};

struct rvt_program {
  uint8_t xlen;
  uint64_t entry;
  bool has_tohost, has_fromhost; /* Spike looks at `tohost` only if both are there */
  uint64_t tohost;
  char isa[RVT_RVTI_ISA_MAX + 1]; /* as its attributes say, without versions; "": they do not */
  struct rvt_region region[RVT_REGIONS_MAX]; /* memory that holds its segments, in order */
  size_t regions;
  struct rvt_record_code code[RVT_REGIONS_MAX]; /* of its executable segments */
  size_t codes;
};

/** Read an executable for RISC-V. Complains and returns false on failure. */
bool rvt_program_read(struct rvt_program *program, const char *path);
void rvt_program_free(struct rvt_program *program);

/** What Spike has in this region; NULL: nothing. */
const char *rvt_spike_device(const struct rvt_region *region);

struct rvt_simulation {
  const char *spike;
  pid_t pid;
  int log;          /* end of the pipe that the log comes from */
  int said;         /* and that of what it and the program print; -1: they have closed theirs */
  size_t line_used; /* of a line of that, which has not ended */
  char line[RVT_LINE_MAX];
  bool quiet;        /* it had to be ended: it executed for long without a line */
  bool ending;       /* it was asked to end: what it has not printed yet comes now */
  uint64_t deadline; /* of that, in milliseconds */
};

/** Start Spike on a program. Complains and returns false on failure. */
bool rvt_simulation_start(struct rvt_simulation *s, const char *spike, const char *isa,
                          const struct rvt_program *program, const char *path);
/**
 * The next bytes of the log, as read(2); 0 too when it was ended because of `*stop`, or because it
 * had printed nothing for seconds of processor time, and what it still had has been read.
 */
ssize_t rvt_simulation_read(struct rvt_simulation *s, void *buffer, size_t size,
                            const volatile sig_atomic_t *stop);
/** Let it come to its own end, for a few seconds and some megabytes of log; `*stop` ends this. */
void rvt_simulation_drain(struct rvt_simulation *s, const volatile sig_atomic_t *stop);
/** End it if it has not ended by itself. @return the wait status, -1: it has none */
int rvt_simulation_end(struct rvt_simulation *s);

#endif
