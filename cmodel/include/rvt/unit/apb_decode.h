/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_APB_DECODE_H
#define RVT_APB_DECODE_H

/* Golden model of rtl/common/rvt_apb_decode.sv: it has no state. docs/registers.md, "The bus". */

#include "rvt/apb.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { RVT_APB_BLOCKS_MAX = 16 };

/** What a component answers. */
struct rvt_apb_answer {
  uint32_t prdata;
  bool pready, pslverr;
};

/** What component `block` sees of `bus`: the same, but PSEL only for its own addresses. */
static inline struct rvt_apb rvt_apb_decode(const struct rvt_apb *bus, unsigned block) {
  struct rvt_apb to = *bus;
  to.psel = bus->psel && bus->paddr >> 12 == block;
  to.paddr = bus->paddr & 0xFFFu;
  return to;
}

/** What the requester sees of the answers of `blocks` components. */
static inline struct rvt_apb_answer
rvt_apb_merge(const struct rvt_apb *bus, const struct rvt_apb_answer *from, unsigned blocks) {
  struct rvt_apb_answer to = {0, true, false};
  const unsigned block = bus->paddr >> 12;
  for (unsigned b = 0; b < blocks; b++) to.prdata |= from[b].prdata;
  if (bus->psel && block < blocks) {
    to.pready = from[block].pready;
    to.pslverr = from[block].pslverr;
  }
  return to;
}

#ifdef __cplusplus
}
#endif
#endif
