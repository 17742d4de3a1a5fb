/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_SRC_NTRACE_MSG_PUT_H
#define RVT_SRC_NTRACE_MSG_PUT_H

/* Fields into bytes: of a message as of a record. */

#include "ntrace_layout.h"

/** A message under construction; its last byte may still be open. */
struct rvt_put {
  uint8_t *at;   /* where the open byte goes */
  unsigned mdo;  /* its MDO bits */
  unsigned used; /* so many of them are taken, 0..5 */
};

/** Append the low `bits` bits, at most 26, of a value that has no others (NT:PKT-02, PKT-06). */
static inline void rvt_put_fixed(struct rvt_put *p, uint32_t value, unsigned bits) {
  p->mdo |= value << p->used;
  p->used += bits;
  while (p->used >= RVT_MDO_BITS) {
    *p->at++ = (uint8_t)((p->mdo & RVT_MDO_MASK) << 2 | RVT_MSEO_NORMAL);
    p->mdo >>= RVT_MDO_BITS;
    p->used -= RVT_MDO_BITS;
  }
}

/** Shortest form, at least one bit (NT:PKT-09, PKT-10); the next field starts in a new byte. */
static inline void rvt_put_variable(struct rvt_put *p, uint64_t value) {
  unsigned mdo = p->mdo | (unsigned)(value << p->used & RVT_MDO_MASK);
  uint8_t *at = p->at;
  value >>= RVT_MDO_BITS - p->used;
  while (value != 0) {
    *at++ = (uint8_t)(mdo << 2 | RVT_MSEO_NORMAL);
    mdo = (unsigned)value & RVT_MDO_MASK;
    value >>= RVT_MDO_BITS;
  }
  *at++ = (uint8_t)(mdo << 2 | RVT_MSEO_END_VAR);
  *p = (struct rvt_put){.at = at};
}

/** F-ADDR or U-ADDR of `width` bits with equal upper bits left out; it begins a byte (NT:ADR-07).
 */
static inline void rvt_put_extended(struct rvt_put *p, uint64_t value, unsigned width) {
  uint8_t *at = p->at;
  for (unsigned left = rvt_extended_bytes(value, width); left > 0; left--) {
    *at++ = (uint8_t)((value & RVT_MDO_MASK) << 2 | (left == 1 ? RVT_MSEO_END_VAR : 0));
    value >>= RVT_MDO_BITS;
  }
  *p = (struct rvt_put){.at = at};
}

/** Every message ends with a variable field: its last byte gets the end of the message, too. */
static inline size_t rvt_put_end(const struct rvt_put *p, const uint8_t *out) {
  p->at[-1] |= RVT_MSEO_END_MSG;
  return (size_t)(p->at - out);
}

#endif
