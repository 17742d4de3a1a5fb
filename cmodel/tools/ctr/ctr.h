/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_TOOLS_CTR_H
#define RVT_TOOLS_CTR_H

/* `rvt ctr`: records of control transfers, of a dump or of a trace, and what others read of them.
 */

#include "rvt/unit/ctr_records.h"
#include "tools/shared/decoding.h"

enum ctr_style { CTR_TEXT, CTR_JSON, CTR_PERF_SCRIPT, CTR_BOLT, CTR_COLLAPSED };

/** A record, as software reads it. */
struct ctr_record {
  uint64_t source, target; /* PCs; 0: of a mode that is not recorded */
  uint8_t type;            /* enum rvt_itype */
  bool mispredict;
  bool counted;    /* `cycles` is known */
  uint32_t cycles; /* since the record before */
};

/** What a hart holds at some instruction; the newest record first, without those not valid. */
struct ctr_sample {
  uint64_t number; /* from 0 */
  bool pc_known;
  uint64_t pc; /* of the instruction that comes next */
  unsigned count;
  struct ctr_record record[RVT_CTR_ENTRIES_MAX];
};

/** Edges and straight ranges between them, with how often each was: counts.c. */
struct ctr_counts;
struct ctr_counts *ctr_counts_new(void);
void ctr_counts_free(struct ctr_counts *c);
void ctr_counts_edge(struct ctr_counts *c, uint64_t from, uint64_t to, uint64_t times,
                     uint64_t mispredicts);
/** Instructions from `first` on up to the transfer at `last`, one after the other. */
void ctr_counts_range(struct ctr_counts *c, uint64_t first, uint64_t last, uint64_t times);
/** Those of a sample: the range before its oldest record began is not known. */
void ctr_counts_sample(struct ctr_counts *c, const struct ctr_sample *s);
/** Lines of `perf2bolt -pa`. */
void ctr_counts_print(const struct ctr_counts *c, FILE *file);

struct ctr {
  struct rvt_decoding decoding; /* programs; of --from-trace the capture, too */
  const char *input, *output;
  bool from_trace, call_stack;
  enum ctr_style style;
  uint16_t depth;
  uint64_t every; /* instructions from one sample to the next; 0: one, at the end */

  struct rvt_tool_output out;
  struct ctr_counts *counts; /* of CTR_BOLT */
  uint64_t samples;
};

/** Put out a sample: print.c. */
void ctr_put(struct ctr *c, const struct ctr_sample *s);

/** Read a dump and put out its samples: dump.c. An exit status; what is wrong was said. */
RVT_MUST_CHECK int ctr_read_dump(struct ctr *c);
/** Decode a capture and put out samples or counts: from_trace.c. An exit status likewise. */
RVT_MUST_CHECK int ctr_from_trace(struct ctr *c);

#endif
