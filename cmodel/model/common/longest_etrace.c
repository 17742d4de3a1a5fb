/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */

/* Beats of E-Trace's longest packet: of a 3.1, or of a format 1 with its address. */

#include "model/common/params.h"

unsigned rvt_etrace_longest_beats(const struct rvt_params *p) {
  const unsigned address = (p->xlen < p->addr_bits ? p->xlen : p->addr_bits) - 1u;
  const unsigned context = p->context < 2 ? 0 : p->context_width;
  const unsigned trap =
      4u + 1 + p->priv_bits + context + (p->xlen == 32 ? 5 : 6) + 2 + address + (address + 1);
  unsigned map = 2u + 5 + 31 + address + 3; /* and irdepth, or irets (ETR:F2-03) */
  if (p->iret_ext)
    map += 8;
  else
    for (unsigned depth = p->stack_depth; depth != 0; depth /= 2) map++;
  const unsigned payload = ((trap > map ? trap : map) + 7) / 8;
  const unsigned bytes = 1u + (p->src_bits_max + 7u) / 8 + p->ts_width / 8u + payload;
  return (bytes + p->lanes - 1) / p->lanes;
}
