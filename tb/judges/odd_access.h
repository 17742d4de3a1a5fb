/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_TB_ODD_ACCESS_H
#define RVT_TB_ODD_ACCESS_H

/*
 * Accesses that a well-behaved driver does not make and a component must bear (TCI:BUS-01), told by
 * the table of registers, sim/lists/registers.tsv. Only those to a component that is active count:
 * to another one they are all alike.
 */

#include "agents/apb_bus.h"

enum tb_odd_cover {
  TB_ODD_UNALIGNED, /* reads and writes with bits 1:0 of the address not 0 */
  TB_ODD_NARROW,    /* writes of some bytes of a word */
  TB_ODD_READ_ONLY, /* writes to a word of read-only fields and such of one value */
  TB_ODD_ABSENT,    /* writes to a word that is not there, or of no component */
  TB_ODD_BITS,      /* ones written to bits of a word that no field has */
  TB_ODD_VALUES,    /* a value written to a field that is legal in no build */
  TB_ODD_COVERS
};
#define TB_ODD_COVER_NAMES                                                                         \
  "unaligned", "narrow", "read_only", "absent", "reserved_bits", "reserved_values"

enum tb_odd_unit { TB_ODD_TE, TB_ODD_RAM, TB_ODD_PIB, TB_ODD_NOWHERE };

struct tb_odd {
  struct {
    uint32_t fields, writable; /* bits; without fields the word is not there */
  } words[TB_ODD_NOWHERE][1024];
};

void tb_odd_init(struct tb_odd *o);
/** An access that has ended. */
void tb_odd_count(const struct tb_odd *o, enum tb_odd_unit unit, const struct tb_apb_access *a,
                  uint64_t cover[TB_ODD_COVERS]);

#endif
