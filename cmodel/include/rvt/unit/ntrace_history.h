/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_NTRACE_HISTORY_H
#define RVT_NTRACE_HISTORY_H

/*
 * Outcomes of whole HISTs that repeat with a short period are counted, not sent (NT:RHI-01 to
 * RHI-07). docs/units/repeat.md. Without clocks: a record is loaded, then steps are taken until
 * nothing of it is left.
 */

#include "rvt/ntrace.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

struct rvt_ntrace_history {
  uint8_t longest; /* period, 1 .. `word` */
  uint8_t word;    /* outcomes of a whole HIST */
  bool plain_hist; /* a message without outcomes has no HIST (NT:MSG-03) */
  bool valid_q;    /* `rec_q` is here, and not yet done */
  bool en_q;       /* ... and was loaded while outcomes are held */
  struct rvt_ntrace_record rec_q;
  uint8_t left_q;    /* its outcomes that are still in it */
  uint64_t window_q; /* outcomes, the newest one in bit 0 ... */
  uint8_t held_q;    /* ... as many, 0 .. 2 * `word` */
  uint8_t before_q;  /* of these, the oldest, to be sent literally ... */
  uint8_t found_q;   /* ... before a repeat of this period, 0: of none ... */
  uint8_t blocks_q;  /* ... with so many blocks in the window ... */
  bool open_q;       /* ... that goes on with the outcomes that come */
  uint8_t period_q;  /* of a repeat that goes on; 0: there is none */
  uint32_t block_q;  /* its outcomes, the newest one in bit 0 */
  uint8_t phase_q;   /* outcomes of the block that has begun */
  uint32_t count_q;  /* blocks before it */
};

/** State after reset. `longest` 1..`word`, `word` of 2..31 outcomes. */
void rvt_ntrace_history_init(struct rvt_ntrace_history *s, uint8_t longest, uint8_t word,
                             bool plain_hist);
/** The synchronous clear. */
void rvt_ntrace_history_clear(struct rvt_ntrace_history *s);
/** Take `rec` while none is here; `en` is the configuration's, which stands still in a session. */
void rvt_ntrace_history_load(struct rvt_ntrace_history *s, const struct rvt_ntrace_record *rec,
                             bool en);
/**
 * One step, while a record is here.
 * @return whether `*out` is to be sent
 */
bool rvt_ntrace_history_step(struct rvt_ntrace_history *s, struct rvt_ntrace_record *out);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
