/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_TB_BUS_CROSS_H
#define RVT_TB_BUS_CROSS_H

/*
 * How the words of a component were reached on its bus: writes by their strobes, reads and writes
 * by where Active stands. Cross points of docs/reference/coverage.tsv.
 */

#include "rvt/unit/regs_active.h"

enum { TB_BUS_STROBES = 16, TB_BUS_LIVES = 5 };

/** Counters of a class of words. */
enum {
  TB_BUS_STROBE,                                /* [pstrb] of a write in On, ones among the data */
  TB_BUS_READ = TB_BUS_STROBE + TB_BUS_STROBES, /* [life] in the setup clock */
  TB_BUS_WRITE = TB_BUS_READ + TB_BUS_LIVES,    /* [life] in the access clock, with ones */
  TB_BUS_CROSSES = TB_BUS_WRITE + TB_BUS_LIVES
};

#define TB_BUS_LIVES_(p) p "_off", p "_rising", p "_on", p "_closing", p "_falling"
/** A class and its name. */
#define TB_BUS_NAMES(p)                                                                            \
  p "_s0", p "_s1", p "_s2", p "_s3", p "_s4", p "_s5", p "_s6", p "_s7", p "_s8", p "_s9",        \
      p "_s10", p "_s11", p "_s12", p "_s13", p "_s14", p "_s15", TB_BUS_LIVES_(p "_read"),        \
      TB_BUS_LIVES_(p "_write")

/** Words from `first` to `last`. */
struct tb_bus_class {
  uint16_t first, last;
};

struct tb_bus_cross {
  enum rvt_life setup; /* of the access under way */
};

/** One clock; the first class that has the word counts, and the last one for every other word. */
void tb_bus_cross(struct tb_bus_cross *c, const struct tb_bus_class *classes, unsigned count,
                  const struct rvt_apb *apb, bool pready, enum rvt_life life, uint64_t *cover);

/** What is written to Active, by where it stands: [life][value]. */
enum { TB_LIFE_CROSSES = 2 * TB_BUS_LIVES };
#define TB_LIFE_NAMES                                                                              \
  "x_life_off_0", "x_life_off_1", "x_life_rising_0", "x_life_rising_1", "x_life_on_0",             \
      "x_life_on_1", "x_life_closing_0", "x_life_closing_1", "x_life_falling_0",                   \
      "x_life_falling_1"
void tb_life_cross(const struct rvt_apb *apb, enum rvt_life life, uint64_t *cover);

#endif
