/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_TOOLS_STATS_H
#define RVT_TOOLS_STATS_H

#include "tools/shared/tool.h"

struct stats_options {
  struct rvt_tool_format format;
  const char *input, *recording; /* the latter NULL: not given */
  bool json, blind;
};

/** Each format's counts, in a file of its own. @return the exit status */
#define STATS_FORMAT(NAME, name, text, format, major)                                              \
  int stats_##name(const struct stats_options *o);
RVT_PROTOCOL_LIST(STATS_FORMAT)
#undef STATS_FORMAT

/* common.c */

/** Distances between synchronizing messages, in bytes or messages. */
struct stats_distance {
  uint64_t count, sum, min, max;
};
void stats_add_distance(struct stats_distance *d, uint64_t value);
json_t *stats_distance_json(const struct stats_distance *d);
/** A line; none without a distance. */
void stats_print_distance(const char *unit, const struct stats_distance *d);

/** The instructions of --recording; `*instructions` is unchanged without one. Complains of one of
 * another program than the side-car's. */
RVT_MUST_CHECK bool stats_read_instructions(const struct stats_options *o, uint64_t *instructions);

#endif
