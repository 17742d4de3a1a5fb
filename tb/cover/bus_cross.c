/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "bus_cross.h"

static uint64_t *counters(const struct tb_bus_class *classes, unsigned count, uint16_t word,
                          uint64_t *cover) {
  unsigned i = 0;
  while (i + 1 < count && (word < classes[i].first || word > classes[i].last)) i++;
  return cover + i * (unsigned)TB_BUS_CROSSES;
}

void tb_bus_cross(struct tb_bus_cross *c, const struct tb_bus_class *classes, unsigned count,
                  const struct rvt_apb *apb, bool pready, enum rvt_life life, uint64_t *cover) {
  if (!apb->psel) return;
  if (!apb->penable) c->setup = life;
  if (!apb->penable || !pready) return;
  uint64_t *of = counters(classes, count, rvt_apb_word(apb), cover);
  if (!apb->pwrite) {
    of[TB_BUS_READ + (unsigned)c->setup]++;
    return;
  }
  const bool ones = (apb->pwdata & rvt_apb_lanes(apb)) != 0;
  of[TB_BUS_WRITE + (unsigned)life] += ones;
  if (life == RVT_LIFE_ON) of[TB_BUS_STROBE + (apb->pstrb & 15u)] += ones || apb->pstrb == 0;
}

void tb_life_cross(const struct rvt_apb *apb, enum rvt_life life, uint64_t *cover) {
  struct rvt_regs_active_in in = {.write = false};
  rvt_regs_active_access(&in, apb);
  if (in.write) cover[2 * (unsigned)life + in.value]++;
}
