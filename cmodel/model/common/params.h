/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_SRC_PARAMS_H
#define RVT_SRC_PARAMS_H

#include "rvt/config.h"

/** Whether everything that shapes messages is in its range; queue and buffers are not looked at.
 * @retval RVT_ERR_ARG  with the parameter and its rule in `e` */
RVT_MUST_CHECK enum rvt_status rvt_params_shape(const struct rvt_params *p, struct rvt_error *e);

/** Beats of the longest message of this build, whose format is in its range (NT:GEN-07). */
unsigned rvt_longest_beats(const struct rvt_params *p);
/** ... as each format says it, in its own room. */
#define RVT_LONGEST_BEATS(NAME, name, text, format, major)                                         \
  unsigned rvt_##name##_longest_beats(const struct rvt_params *p);
RVT_PROTOCOL_LIST(RVT_LONGEST_BEATS)
#undef RVT_LONGEST_BEATS

/** Beats of the message FIFO: fifo_depth, or for 0 two of the longest messages (NT:GEN-08). */
unsigned rvt_fifo_depth(const struct rvt_params *p);
/** ... and those at which an overflow may end (TCI:OVF-02). */
unsigned rvt_fifo_resume(const struct rvt_params *p);

#endif
