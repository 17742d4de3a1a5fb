/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_PROCESS_H
#define RVT_PROCESS_H

/* Who runs, as the trace reports (NT:OWN-01 to OWN-03), and what is counted for each. */

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "rvt/decoder.h"

/** Contexts stay known while the privilege alone is reported (NT:OWN-13). */
struct rvt_process {
  bool known; /* something was reported */
  bool has_scontext, has_hcontext;
  uint8_t level; /* V and PRV (NT:OWN-03) */
  uint64_t scontext, hcontext;
};

/** Take what one event reports; whether another one belongs to it (NT:OWN-07). */
bool rvt_process_take(struct rvt_process *p, const struct rvt_decoder_context *said);
bool rvt_process_same(const struct rvt_process *a, const struct rvt_process *b);
/** "U", "S", "M", "VU", "VS", or "reserved". */
const char *rvt_process_level(const struct rvt_process *p);

/** Messages, their bytes, and half-words by I-CNT (those of HIST and of implicit jumps included),
 * of each process; without Ownership all are of one that is not known. */
struct rvt_processes {
  struct rvt_process_sum {
    struct rvt_process process;
    uint16_t src;
    uint64_t messages, bytes, halfwords;
  } * sum;
  size_t count, room;
};

void rvt_processes_add(struct rvt_processes *p, uint16_t src, const struct rvt_process *process,
                       uint64_t bytes, uint64_t halfwords);
/** A line each, the most half-words first; SRC only where there are several. Nothing if none is
 * known. */
void rvt_processes_print(struct rvt_processes *p, FILE *file);
/** [{"src": N, "privilege": "U", "scontext": "0x1d", "messages": N, "bytes": N, "halfwords": N},
 * ...], in the same order; privilege and contexts are left out where they are not known. */
json_t *rvt_processes_json(struct rvt_processes *p);
void rvt_processes_free(struct rvt_processes *p);

#endif
