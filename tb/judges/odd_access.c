/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "odd_access.h"

#include <string.h>

#include "rvt/config.h"
#include "rvt/regs.h"
#include "rvt/unit/pib.h"

struct word_row {
  const char *unit;
  uint16_t offset, repeat, stride;
  uint8_t msb, lsb;
  bool writable; /* neither read-only nor of one value */
};

/* Of sim/lists/registers.tsv: scripts/mk/sim.mk. */
#include "words.inc"

static const char *const units[TB_ODD_NOWHERE] = {"te", "ram", "pib"};

void tb_odd_init(struct tb_odd *o) {
  memset(o, 0, sizeof *o);
  for (size_t i = 0; i < sizeof word_rows / sizeof *word_rows; i++) {
    const struct word_row *r = &word_rows[i];
    const uint32_t mask = (uint32_t)((UINT64_C(2) << r->msb) - (UINT64_C(1) << r->lsb));
    for (unsigned unit = 0; unit < TB_ODD_NOWHERE; unit++) {
      if (strcmp(r->unit, units[unit]) != 0) continue;
      for (unsigned k = 0; k < r->repeat; k++) {
        const unsigned at = (r->offset + r->stride * k) / 4u;
        o->words[unit][at].fields |= mask;
        if (r->writable) o->words[unit][at].writable |= mask;
      }
    }
  }
}

/* What is legal in some build of sim/lists/builds.list, a bit per value. */
enum {
  LEGAL_MODE = 1u << RVT_MODE_OFF | 1u << RVT_MODE_BTM | 1u << RVT_MODE_HTM,
  LEGAL_FORMAT = 1u << 1,                             /* N-Trace */
  LEGAL_SRC_BITS = (2u << 12) - 1,                    /* 0..12 */
  LEGAL_PIB = 1u << RVT_PIB_OFF | 7u << RVT_PIB_4BIT, /* parallel, 4, 8 and 16 bits */
};

/* Values that no parameter makes legal; of fields that one byte has whole. */
static bool reserved(enum tb_odd_unit unit, uint16_t offset, uint32_t data, uint32_t lanes) {
#define WRITTEN(field)  ((lanes & field##_MASK) != 0)
#define VALUE_IS(field) (1u << RVT_FIELD(data, field))
  if (unit == TB_ODD_TE && offset == RVT_TR_TE_CONTROL_OFFSET)
    return (WRITTEN(RVT_TR_TE_INST_MODE) && (VALUE_IS(RVT_TR_TE_INST_MODE) & LEGAL_MODE) == 0) ||
           (WRITTEN(RVT_TR_TE_FORMAT) && (VALUE_IS(RVT_TR_TE_FORMAT) & LEGAL_FORMAT) == 0);
  if (unit == TB_ODD_TE && offset == RVT_TR_TE_INST_FEATURES_OFFSET)
    return WRITTEN(RVT_TR_TE_SRC_BITS) && (VALUE_IS(RVT_TR_TE_SRC_BITS) & LEGAL_SRC_BITS) == 0;
  if (unit == TB_ODD_RAM && offset == RVT_TR_RAM_CONTROL_OFFSET)
    return WRITTEN(RVT_TR_RAM_MODE) && RVT_FIELD(data, RVT_TR_RAM_MODE) != 0;
  if (unit == TB_ODD_PIB && offset == RVT_TR_PIB_CONTROL_OFFSET)
    return WRITTEN(RVT_TR_PIB_MODE) && (VALUE_IS(RVT_TR_PIB_MODE) & LEGAL_PIB) == 0;
  return false;
#undef VALUE_IS
#undef WRITTEN
}

void tb_odd_count(const struct tb_odd *o, enum tb_odd_unit unit, const struct tb_apb_access *a,
                  uint64_t cover[TB_ODD_COVERS]) {
  const struct rvt_apb written = {.pstrb = a->strb};
  const uint32_t lanes = rvt_apb_lanes(&written);
  const uint16_t offset = a->paddr & 0xFFC;
  cover[TB_ODD_UNALIGNED] += (a->paddr & 3u) != 0;
  if (!a->write || lanes == 0) return;
  cover[TB_ODD_NARROW] += lanes != UINT32_MAX;
  const uint32_t fields = unit == TB_ODD_NOWHERE ? 0 : o->words[unit][offset / 4u].fields;
  cover[TB_ODD_ABSENT] += fields == 0;
  if (fields == 0) return;
  cover[TB_ODD_READ_ONLY] += o->words[unit][offset / 4u].writable == 0;
  cover[TB_ODD_BITS] += (a->data & lanes & ~fields) != 0;
  cover[TB_ODD_VALUES] += reserved(unit, offset, a->data, lanes);
}
