/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_TB_SINKS_CROSS_H
#define RVT_TB_SINKS_CROSS_H

/* What the two sinks after a fork do while messages pass: cross points of
 * docs/reference/coverage.tsv. Counts nothing in a build with one sink. */

#include "rvt/top.h"

/** A sink as the fork sees it. */
enum tb_sink_state { TB_SINK_OFF, TB_SINK_ON, TB_SINK_STOPPED, TB_SINK_STATES };
/** How a sink turns its back. */
enum tb_sink_turn { TB_TURN_DISABLED, TB_TURN_OTHER, TB_TURN_LEFT, TB_TURNS };

enum tb_sinks_cross {
  TB_SX_WAITS,                                     /* [RAM sink][PIB off, on]: a first beat */
  TB_SX_PASSES = TB_SX_WAITS + 2 * TB_SINK_STATES, /* the same: it passes */
  TB_SX_TURNS = TB_SX_PASSES + 2 * TB_SINK_STATES, /* [sink][turn][the other has a part] */
  TB_SX_JOINS = TB_SX_TURNS + 2 * TB_TURNS * 2,    /* [sink] comes on within a message */
  TB_SX_LEFT = TB_SX_JOINS + 2,                    /* a stopped sink by a closing encoder */
  TB_SX_LOST,                                      /* beats that are nobody's */
  TB_SINKS_CROSSES
};

#define TB_SX_PIB_(p) p "_pib_off", p "_pib_on"
#define TB_SX_STATES_(p)                                                                           \
  TB_SX_PIB_(p "_ram_off"), TB_SX_PIB_(p "_ram_on"), TB_SX_PIB_(p "_ram_stopped")
#define TB_SX_OTHER_(p) p "_alone", p "_beside"
#define TB_SINKS_CROSS_NAMES                                                                       \
  TB_SX_STATES_("x_waits"), TB_SX_STATES_("x_passes"), TB_SX_OTHER_("x_ram_disabled"),             \
      TB_SX_OTHER_("x_ram_stopped"), TB_SX_OTHER_("x_ram_left"), TB_SX_OTHER_("x_pib_disabled"),   \
      TB_SX_OTHER_("x_pib_calibrates"), TB_SX_OTHER_("x_pib_left"), "x_ram_joins", "x_pib_joins",  \
      "x_stopped_left", "x_nobodys"

/** What a clock is judged by, of the model before its edge. */
struct tb_sinks_cross_before {
  bool ram_enable, ram_stopped, pib_enable, pib_calibrate;
  enum rvt_life ram_life, pib_life;
  bool in_msg;
  uint8_t set, sent;
};
static inline struct tb_sinks_cross_before tb_sinks_before(const struct rvt_top *s) {
  return (struct tb_sinks_cross_before){.ram_enable = s->sinks.ram.regs.enable_q,
                                        .ram_stopped = s->sinks.ram.regs.stopped_q,
                                        .pib_enable = s->sinks.pib.regs.enable_q,
                                        .pib_calibrate = s->sinks.pib.regs.calibrate_q,
                                        .ram_life = s->sinks.ram.regs.active.life_q,
                                        .pib_life = s->sinks.pib.regs.active.life_q,
                                        .in_msg = s->sinks.fork.in_msg_q,
                                        .set = s->sinks.fork.set_q,
                                        .sent = s->sinks.fork.sent_q};
}

/** One clock: its outputs, and the model after its edge. */
void tb_sinks_cross(const struct tb_sinks_cross_before *before, const struct rvt_top_out *out,
                    const struct rvt_top *after, uint64_t cover[TB_SINKS_CROSSES]);

#endif
