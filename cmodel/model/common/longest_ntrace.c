/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */

/* Beats of N-Trace's longest message. */

#include "model/common/params.h"

enum { TCODE_BITS = 6, SYNC_BITS = 4, BTYPE_BITS = 2, MDO_BITS = 6 };

/** `at` bytes are in beats, a part of `bits` bits follows: in the same beat if it fits there. */
static unsigned after_part(unsigned at, unsigned lanes, unsigned bits) {
  const unsigned bytes = (bits + MDO_BITS - 1) / MDO_BITS;
  const unsigned beat_end = (at + lanes - 1) / lanes * lanes;
  return at + bytes <= beat_end ? at + bytes : beat_end + bytes;
}

unsigned rvt_ntrace_longest_beats(const struct rvt_params *p) {
  const unsigned lanes = p->lanes;
  const unsigned head =
      (unsigned)TCODE_BITS + p->src_bits_max + SYNC_BITS + BTYPE_BITS + p->icnt_width;
  unsigned at = after_part(0, lanes, head);
  at = after_part(at, lanes, p->xlen - 1u);
  at = after_part(at, lanes, p->htm ? p->hist_width : 0);
  at = after_part(at, lanes, p->ts_width);
  return (at + lanes - 1) / lanes;
}
