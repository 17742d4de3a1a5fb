/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_CAPTURE_H
#define RVT_CAPTURE_H

/* What a simulator or a logic analyser has seen of a clock and some data pins. */

#include "tools/shared/tool.h"

struct rvt_capture_sample {
  uint64_t time; /* VCD: units of the file; CSV: picoseconds, or lines if no column is the time */
  uint16_t data;
  bool clock;
};

/** Every change of clock or data, in the order of time, and one sample at the end. */
struct rvt_capture {
  struct rvt_capture_sample *samples;
  size_t count, room;
};

/**
 * Read a VCD file, or a CSV file with a line of names. Unknown levels count as 0.
 *
 * A name is that of a signal or column, or the end of its path after a dot; data may be one vector
 * or signals NAME0, NAME1 ... or NAME[0] ....
 * @param clock,data  names; NULL: trc_clk, trc_data, those with _o, or in capital letters
 * @return false: a complaint was made, and `c` is empty
 */
RVT_MUST_CHECK bool rvt_capture_read(const struct rvt_tool_input *in, const char *clock,
                                     const char *data, struct rvt_capture *c);
void rvt_capture_free(struct rvt_capture *c);

#endif
