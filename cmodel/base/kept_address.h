/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_SRC_KEPT_ADDRESS_H
#define RVT_SRC_KEPT_ADDRESS_H

/* Addresses, without bit 0, of a build that keeps some of their bits (D-35). */

#include "rvt/params.h"

/** Bits of an address without bit 0 that are kept. */
static inline unsigned rvt_addr_width(const struct rvt_params *p) {
  return (p->xlen < p->addr_bits ? p->xlen : p->addr_bits) - 1u;
}

/** What is kept of an address without bit 0. */
static inline uint64_t rvt_addr_kept(const struct rvt_params *p, uint64_t addr) {
  return addr & UINT64_MAX >> (64 - rvt_addr_width(p));
}

/** What a message says of kept bits: the ones above are copies of the highest. */
static inline uint64_t rvt_addr_sent(const struct rvt_params *p, uint64_t addr) {
  const uint64_t highest = (uint64_t)1 << (rvt_addr_width(p) - 1);
  return ((rvt_addr_kept(p, addr) ^ highest) - highest) & (((uint64_t)1 << (p->xlen - 1)) - 1);
}

#endif
