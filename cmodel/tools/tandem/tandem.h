/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_TOOLS_TANDEM_CHECK_H
#define RVT_TOOLS_TANDEM_CHECK_H

/* Parts of `rvt tandem`. */

#include "rvt/image.h"
#include "rvt/tandem/check.h"
#include "rvt/tandem/groups.h"
#include "rvt/tandem/load.h"
#include "tools/shared/tool.h"

/* ---- The model ---- */

/** A log of Spike's commits in place of a model: commit_log.c. It stands at `boot`. Complains and
 * returns false; to be closed in any case. */
RVT_MUST_CHECK bool tandem_log_open(struct rvt_tandem_loaded *m, const char *path,
                                    const struct rvt_tandem_core *core);
/** Whether there is nothing left of it; `*failed`: because of a line, which was complained of. */
bool tandem_log_ended(const struct rvt_tandem_loaded *m, bool *failed);

/* ---- A stream, group by group: groups.c ---- */

struct tandem_groups {
  struct rvt_tool_stream in;
  struct rvt_tandem_groups at;
};

/** Complains and returns false. */
RVT_MUST_CHECK bool tandem_groups_open(struct tandem_groups *g, const char *path,
                                       const struct rvt_tandem_format *format);
void tandem_groups_close(struct tandem_groups *g);
/** Read the next group, or an element outside of groups. `*status` is set where it returns false:
 * RVT_EXIT_OK at the end, else after a complaint. */
RVT_MUST_CHECK bool tandem_groups_next(struct tandem_groups *g, int *status);

/* ---- What is printed: report.c ---- */

struct tandem_report {
  bool json;
  uint64_t max;                  /* differences */
  const char *expected;          /* whose values are expected ones */
  const struct rvt_image *image; /* for names; NULL: there are none */
  const struct tandem_groups *trace;
  const struct tandem_groups *other; /* NULL: a model */
};

/** @param number  of the difference, from 1 on: the first one has the groups before it */
void tandem_report_difference(const struct tandem_report *r, const struct rvt_tandem_difference *d,
                              uint64_t number);
/** Nothing is compared from here on: a state from outside, as behind a gap, has no counterpart. */
void tandem_report_gap(const struct tandem_report *r, const struct tandem_groups *at,
                       const char *other);
/** The names of what the description says that a stream has not. */
void tandem_report_absent(const struct rvt_tandem_core *core);

/* ---- Two streams: against.c ---- */

/** @return an exit status */
int tandem_against(const struct rvt_tandem_core *core, const char *other,
                   struct tandem_report *report, struct tandem_groups *trace);

#endif
