/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_COUNTS_H
#define RVT_COUNTS_H

/* Messages and bytes per TCODE, as `rvt encode` and `rvt stats` report them. */

#include <jansson.h>
#include <stdint.h>
#include <stdio.h>

enum { RVT_TCODES = 64 };

struct rvt_counts {
  uint64_t messages, bytes; /* of all */
  struct {
    uint64_t messages, bytes;
  } of[RVT_TCODES];
};

void rvt_count(struct rvt_counts *c, uint8_t tcode, size_t bytes);
/** Name of a message; NULL where the TCODE is none of N-Trace's. */
const char *rvt_counts_name(uint8_t tcode);
/** 8 * bytes / instructions; 0 without instructions. */
double rvt_bits_per_instr(uint64_t bytes, uint64_t instructions);
/** {"NAME": {"count": N, "bytes": N}, ...}, in the order of TCODEs; only those that occur. */
json_t *rvt_counts_json(const struct rvt_counts *c);
/** A line per message that occurs. */
void rvt_counts_print(const struct rvt_counts *c, FILE *file);
/** The object on a line of its own, its keys in order; drops the reference. */
void rvt_json_print(json_t *object, FILE *file);

#endif
