/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_TB_PORTS_H
#define RVT_TB_PORTS_H

/* The vectors of the ingress port that have one field for each slot, slot 0 in the low bits. */

#include "harness/ingress_binds.h"
#include "rvt/config.h"

struct tb_ports {
#define VECTOR(field, width, most) uint8_t field[((most)*RVT_BLOCKS_MAX + 7) / 8];
  TB_PORT_SLOT_FIELDS(VECTOR)
#undef VECTOR
};

/** Put the low `width` (0..64) bits of `value` at bit `at` of a vector that has zeros there. */
static inline void tb_bits_put(uint8_t *vector, unsigned at, unsigned width, uint64_t value) {
  if (width < 64) value &= (UINT64_C(1) << width) - 1;
  for (vector += at / 8, at %= 8; value != 0; value >>= 8 - at, at = 0)
    *vector++ |= (uint8_t)(value << at);
}

/** The slots of one clock; a field loses the bits that the port does not have. */
static inline void tb_ports_pack(struct tb_ports *v, const struct rvt_params *p,
                                 const struct rvt_ingress *in) {
  *v = (struct tb_ports){.iaddr = {0}};
  for (unsigned i = 0; i < p->blocks; i++) {
    const struct rvt_block *b = &in->block[i];
#define PUT(field, width, most) tb_bits_put(v->field, (width)*i, (width), b->field);
    TB_PORT_SLOT_FIELDS(PUT)
#undef PUT
  }
}

#endif
