/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_TB_HISTORY_COVER_H
#define RVT_TB_HISTORY_COVER_H

/* The corners of outcomes that are counted, of docs/reference/coverage.tsv. */

#include "rvt/unit/ntrace_history.h"

enum { TB_HIST_PERIODS = 31 };
/** What is held: nothing, outcomes in the window, a repeat with and without some of a period. */
enum tb_hist_held { TB_HIST_NONE, TB_HIST_WINDOW, TB_HIST_EDGE, TB_HIST_INSIDE, TB_HIST_HELDS };
enum tb_hist_close {
  TB_HIST_OWNERSHIP,
  TB_HIST_ERROR,
  TB_HIST_SYNC,
  TB_HIST_INDIRECT,
  TB_HIST_INDIRECT_SYNC,
  TB_HIST_HIST, /* with outcomes of its own, and without */
  TB_HIST_HIST_SYNC,
  TB_HIST_CORRELATION,
  TB_HIST_EMPTY,
  TB_HIST_EMPTY_SYNC,
  TB_HIST_EMPTY_CORRELATION,
  TB_HIST_CLOSES
};

enum tb_history_cover_point {
  TB_HIST_CLOSE, /* [what closes][what is held] */
  TB_HIST_ICNT = TB_HIST_CLOSE + TB_HIST_CLOSES * TB_HIST_HELDS,
  TB_HIST_FLUSH = TB_HIST_ICNT + TB_HIST_HELDS,
  TB_HIST_PERIOD = TB_HIST_FLUSH + TB_HIST_HELDS,
  TB_HIST_GAIN = TB_HIST_PERIOD + TB_HIST_PERIODS, /* of a full window, a run is worth a message */
  TB_HIST_GAIN_BEFORE,                             /* ... and what is before it goes out */
  TB_HIST_NO_RUN,                                  /* ... no period has one ... */
  TB_HIST_NO_GAIN,      /* ... or the longest is worth less than its bytes */
  TB_HIST_BREAK_EDGE,   /* a repeat ends with another outcome, after a whole period ... */
  TB_HIST_BREAK_INSIDE, /* ... or within one */
  TB_HIST_FULL_AGAIN,   /* a repeat goes on after a full count, and is told */
  TB_HIST_COVERS
};

#define TB_HIST_HELD_(p) p "_none", p "_window", p "_edge", p "_inside"
#define TB_HISTORY_COVER_NAMES                                                                     \
  TB_HIST_HELD_("h_close_ownership"), TB_HIST_HELD_("h_close_error"),                              \
      TB_HIST_HELD_("h_close_sync"), TB_HIST_HELD_("h_close_indirect"),                            \
      TB_HIST_HELD_("h_close_indirect_sync"), TB_HIST_HELD_("h_close_hist"),                       \
      TB_HIST_HELD_("h_close_hist_sync"), TB_HIST_HELD_("h_close_correlation"),                    \
      TB_HIST_HELD_("h_close_empty"), TB_HIST_HELD_("h_close_empty_sync"),                         \
      TB_HIST_HELD_("h_close_empty_correlation"), TB_HIST_HELD_("h_icnt"),                         \
      TB_HIST_HELD_("h_flush"), "h_period_1", "h_period_2", "h_period_3", "h_period_4",            \
      "h_period_5", "h_period_6", "h_period_7", "h_period_8", "h_period_9", "h_period_10",         \
      "h_period_11", "h_period_12", "h_period_13", "h_period_14", "h_period_15", "h_period_16",    \
      "h_period_17", "h_period_18", "h_period_19", "h_period_20", "h_period_21", "h_period_22",    \
      "h_period_23", "h_period_24", "h_period_25", "h_period_26", "h_period_27", "h_period_28",    \
      "h_period_29", "h_period_30", "h_period_31", "h_gain", "h_gain_before", "h_no_run",          \
      "h_no_gain", "h_break_edge", "h_break_inside", "h_full_again"

/** Of clocks before: a record that closes has been counted; a count was full; since the last
 * message a period had a run. */
struct tb_history_cover {
  bool seen, full, run;
  bool repeats; /* a repeat was under way */
};

/** A clock, before the edge. */
void tb_history_cover_clock(struct tb_history_cover *s, const struct rvt_ntrace_history *m,
                            const struct rvt_ntrace_history_in *in,
                            const struct rvt_ntrace_history_out *out,
                            uint64_t cover[TB_HIST_COVERS]);
#endif
