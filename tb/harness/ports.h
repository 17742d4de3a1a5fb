/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_TB_PORTS_H
#define RVT_TB_PORTS_H

/* The vectors of the ingress port that have one field for each slot, slot 0 in the low bits. */

#include "harness/ingress_binds.h"
#include "rvt/config.h"

struct tb_ports {
  uint8_t iaddr[8 * RVT_BLOCKS_MAX];
  uint32_t iretire;
  uint16_t itype;
  uint8_t ilastsize, sijump;
};

/** Put the low `width` (0..64) bits of `value` at bit `at` of a vector that has zeros there. */
static inline void tb_bits_put(uint8_t *vector, unsigned at, unsigned width, uint64_t value) {
  for (unsigned i = 0; i < width; i++)
    vector[(at + i) / 8] |= (uint8_t)((value >> i & 1) << (at + i) % 8);
}

/** The slots of one clock; `itype` and `ilastsize` lose what the port does not have. */
static inline void tb_ports_pack(struct tb_ports *v, const struct rvt_params *p,
                                 const struct rvt_ingress *in) {
  const unsigned itype_mask = (1u << p->itype_width) - 1;
  const unsigned bytes = p->xlen / 8u;
  *v = (struct tb_ports){.iretire = 0};
  for (unsigned i = 0; i < p->blocks; i++) {
    const struct rvt_block *b = &in->block[i];
    for (unsigned k = 0; k < bytes; k++) v->iaddr[bytes * i + k] = (uint8_t)(b->iaddr >> 8 * k);
    v->iretire |= (uint32_t)b->iretire << p->iretire_width * i;
    v->itype = (uint16_t)(v->itype | (b->itype & itype_mask) << p->itype_width * i);
    v->ilastsize = (uint8_t)(v->ilastsize | (b->ilastsize & 3u) << 2 * i);
    v->sijump = (uint8_t)(v->sijump | (unsigned)b->sijump << i);
  }
}

#endif
