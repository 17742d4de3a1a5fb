/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "ntrace_params.h"

enum { TCODE_BITS = 6, SYNC_BITS = 4, BTYPE_BITS = 2, MDO_BITS = 6 };

bool rvt_ntrace_params_shape_ok(const struct rvt_ntrace_params *p) {
  if (p->xlen != 32 && p->xlen != 64) return false;
  if (!p->btm && !p->htm) return false;
  if (p->blocks < 1 || p->blocks > RVT_BLOCKS_MAX) return false;
  if (p->iretire_width < 1 || p->iretire_width > 8) return false;
  if (p->itype_width != 3 && p->itype_width != 4) return false;
  if (p->icnt_width < 8 || p->icnt_width > RVT_ICNT_CEIL) return false;
  /* The limit and the largest block fit the counter together (NT:ICNT-11). */
  if (!p->single && p->icnt_width <= p->iretire_width) return false;
  if (p->htm && (p->hist_width < 3 || p->hist_width > RVT_HIST_CEIL)) return false;
  return p->stack_depth <= 32 && p->src_bits_max <= RVT_SRC_BITS_CEIL &&
         p->ts_width <= RVT_TIME_CEIL;
}

unsigned rvt_ntrace_longest_beats(const struct rvt_ntrace_params *p) {
  const unsigned beat = (unsigned)MDO_BITS * p->lanes;
  const unsigned head =
      (unsigned)TCODE_BITS + p->src_bits_max + SYNC_BITS + BTYPE_BITS + p->icnt_width;
  const unsigned hist = p->htm ? p->hist_width : 0;
  return (head + beat - 1) / beat + ((unsigned)p->xlen - 1 + beat - 1) / beat +
         (hist + beat - 1) / beat + (p->ts_width + beat - 1) / beat;
}
