/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_DECODER_MEMO_H
#define RVT_DECODER_MEMO_H

/*
 * Walks that were made before. From one address, the same outcomes lead through the same runs to
 * the same end, as long as calls and returns meet what they met then:
 *
 *     address, next 4 outcomes, returns expected -> runs, end, calls
 *
 * The walk alone judges: what it finds wrong or has to say, ends inside a path, or depends on more
 * than this, is never kept.
 */

#include "isa/parcels.h"
#include "rvt/decoder.h"

struct rvt_decoder;
struct rvt_walk;

enum {
  RVT_PATHS_LOG2 = 14,
  RVT_PATHS = 1 << RVT_PATHS_LOG2,
  RVT_PATH_OUTCOMES = 4, /* more of them repeat less often */
  RVT_PATH_CALLS = 4
};

/** What every walk looks at, apart so that little of the cache has to hold it. */
struct rvt_path {
  const struct rvt_image *image; /* NULL: there is none */
  uint64_t pc;
  uint16_t hist;          /* as the field: a stop bit, and the outcomes below it */
  uint8_t calls, returns; /* `returns`: of calls before the path */
  uint32_t halfwords;
  uint64_t end, last_pc;
  const struct rvt_parcel *last;
};

/** The rest of it. */
struct rvt_path_call {
  bool push;
  uint64_t address; /* pushed, or found on the stack */
};
struct rvt_path_rest {
  struct rvt_path_call call[RVT_PATH_CALLS];
  struct rvt_decoder_path said;
};

/** What a decoder does with its paths. */
enum rvt_memo_use {
  RVT_MEMO_ON,
  RVT_MEMO_OFF,
  RVT_MEMO_JUDGE /* for tests: every path is walked again, and compared */
};

struct rvt_memo {
  enum rvt_memo_use use;
  bool making;             /* the walk at hand goes into `made`, */
  bool is_found;           /* and a judge compares it with the path `found` */
  size_t found;            /* number of a path */
  size_t plain, returning; /* where it goes: without, and with returns to calls before it */
  unsigned until;          /* outcomes of the walk that are left when it is whole */
  uint64_t serial, hits, mistakes;
  unsigned looked, missed, pause; /* of late; looks that are left out */
  struct rvt_path made;
  struct rvt_path_rest made_rest;
  struct rvt_path path[RVT_PATHS];
  struct rvt_path_rest rest[RVT_PATHS];
};

/** For tests. */
void rvt_decoder_use_memo(struct rvt_decoder *d, enum rvt_memo_use use);

/** Make the next part of a walk with outcomes by a path; false: there is none, and the walk that
 * follows may become one. */
bool rvt_memo_take(struct rvt_decoder *d, struct rvt_walk *w);
/** The walk at hand: a run, and a call or return with its address. */
void rvt_memo_run(struct rvt_memo *m, uint64_t pc, uint64_t insns, uint64_t halfwords);
void rvt_memo_call(struct rvt_memo *m, bool push, uint64_t address);
/** It has, or may have, what no path has. */
void rvt_memo_drop(struct rvt_memo *m);
/** After each of its runs. */
void rvt_memo_end(struct rvt_decoder *d, const struct rvt_walk *w);

#endif
