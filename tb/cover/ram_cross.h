/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_TB_RAM_CROSS_H
#define RVT_TB_RAM_CROSS_H

/* In which state of the RAM sink what happened: cross points of docs/reference/coverage.tsv. */

#include "regs_cover.h"
#include "rvt/unit/ram_sink.h"

/** What the sink holds. */
enum tb_ram_level { TB_RAM_NONE, TB_RAM_PART, TB_RAM_WORD, TB_RAM_LEVELS }; /* 0, 1..3, 4.. */
/** What it does. */
enum tb_ram_state { TB_RAM_IDLE, TB_RAM_STOPPED, TB_RAM_RUNNING, TB_RAM_DRAINING, TB_RAM_STATES };

enum {
  TB_RMX_WORDS = 12, /* classes of words */
  TB_RMX_HELD = 2 * TB_RAM_LEVELS
};

enum tb_ram_cross {
  TB_RMX_BUS,                                                  /* [class][...] */
  TB_RMX_LIFE = TB_RMX_BUS + TB_RMX_WORDS * TB_BUS_CROSSES,    /* [life][value] */
  TB_RMX_DISABLE = TB_RMX_LIFE + TB_LIFE_CROSSES,              /* [level 0..4][mid] */
  TB_RMX_STOP = TB_RMX_DISABLE + 10,                           /* [kept, discarded][held] */
  TB_RMX_RESUME = TB_RMX_STOP + 2 * TB_RMX_HELD,               /* [held] */
  TB_RMX_DISCARD = TB_RMX_RESUME + TB_RMX_HELD,                /* [held] */
  TB_RMX_LEAVE = TB_RMX_DISCARD + TB_RMX_HELD,                 /* [state][held] */
  TB_RMX_POINTER = TB_RMX_LEAVE + TB_RAM_STATES * TB_RMX_HELD, /* Limit, WP, RP: [state] */
  TB_RMX_TO = TB_RMX_POINTER + 3 * TB_RAM_STATES,              /* [pointer][value's place] */
  TB_RMX_WRAP = TB_RMX_TO + 3 * 5,                             /* [stop][draining] */
  TB_RMX_WRAP_LIMIT = TB_RMX_WRAP + 4,                         /* [Limit 0, 1, more, all] */
  TB_RMX_WRAP_AGAIN = TB_RMX_WRAP_LIMIT + 4,                   /* trRamWrap was set already */
  TB_RMX_WRAP_CLEARED,                                         /* [bit 0 as written] */
  TB_RMX_DATA = TB_RMX_WRAP_CLEARED + 2,          /* [RP 0, below, limit, above][state] */
  TB_RMX_EMPTY = TB_RMX_DATA + 4 * TB_RAM_STATES, /* Control is read: [state][held] */
  TB_RMX_STOP_BIT = TB_RMX_EMPTY + TB_RAM_STATES * TB_RMX_HELD, /* [state][old][written] */
  TB_RMX_RESERVED = TB_RMX_STOP_BIT + TB_RAM_STATES * 4, /* Mode, MemFormat, AsyncFreq, rest */
  TB_RMX_ENABLE = TB_RMX_RESERVED + 4,                   /* [WP 0, below, limit, above][wrap] */
  TB_RMX_PACK = TB_RMX_ENABLE + 8,                       /* [level mod 4][bytes] */
  TB_RAM_CROSSES = TB_RMX_PACK + 4 * RVT_RAM_LANES_MAX
};

#define TB_RMX_HELD_(p)                                                                            \
  p "_none_whole", p "_none_mid", p "_part_whole", p "_part_mid", p "_word_whole", p "_word_mid"
#define TB_RMX_STATES_(p) p "_idle", p "_stopped", p "_running", p "_draining"
#define TB_RMX_STATES_HELD_(p)                                                                     \
  TB_RMX_HELD_(p "_idle"), TB_RMX_HELD_(p "_stopped"), TB_RMX_HELD_(p "_running"),                 \
      TB_RMX_HELD_(p "_draining")
#define TB_RMX_TO_(p)   p "_0", p "_below", p "_limit", p "_above", p "_beyond"
#define TB_RMX_BIT_(p)  p "_0_0", p "_0_1", p "_1_0", p "_1_1"
#define TB_RMX_PACK_(p) p "_1", p "_2", p "_3", p "_4", p "_5", p "_6", p "_7", p "_8"
#define TB_RAM_CROSS_NAMES                                                                         \
  TB_BUS_NAMES("x_bus_control"), TB_BUS_NAMES("x_bus_impl"), TB_BUS_NAMES("x_bus_start_low"),      \
      TB_BUS_NAMES("x_bus_start_high"), TB_BUS_NAMES("x_bus_limit_low"),                           \
      TB_BUS_NAMES("x_bus_limit_high"), TB_BUS_NAMES("x_bus_wp_low"),                              \
      TB_BUS_NAMES("x_bus_wp_high"), TB_BUS_NAMES("x_bus_rp_low"), TB_BUS_NAMES("x_bus_rp_high"),  \
      TB_BUS_NAMES("x_bus_data"), TB_BUS_NAMES("x_bus_reserved"), TB_LIFE_NAMES,                   \
      "x_disable_0_whole", "x_disable_0_mid", "x_disable_1_whole", "x_disable_1_mid",              \
      "x_disable_2_whole", "x_disable_2_mid", "x_disable_3_whole", "x_disable_3_mid",              \
      "x_disable_4_whole", "x_disable_4_mid", TB_RMX_HELD_("x_stop_kept"),                         \
      TB_RMX_HELD_("x_stop_lost"), TB_RMX_HELD_("x_resume"), TB_RMX_HELD_("x_discard"),            \
      TB_RMX_STATES_HELD_("x_leave"), TB_RMX_STATES_("x_limit"), TB_RMX_STATES_("x_wp"),           \
      TB_RMX_STATES_("x_rp"), TB_RMX_TO_("x_limit_to"), TB_RMX_TO_("x_wp_to"),                     \
      TB_RMX_TO_("x_rp_to"), "x_wrap_goes_enabled", "x_wrap_goes_draining",                        \
      "x_wrap_stops_enabled", "x_wrap_stops_draining", "x_wrap_limit_0", "x_wrap_limit_1",         \
      "x_wrap_limit_more", "x_wrap_limit_all", "x_wrap_again", "x_wrap_cleared_0",                 \
      "x_wrap_cleared_1", TB_RMX_STATES_("x_data_0"), TB_RMX_STATES_("x_data_below"),              \
      TB_RMX_STATES_("x_data_limit"), TB_RMX_STATES_("x_data_above"),                              \
      TB_RMX_STATES_HELD_("x_empty"), TB_RMX_BIT_("x_stop_bit_idle"),                              \
      TB_RMX_BIT_("x_stop_bit_stopped"), TB_RMX_BIT_("x_stop_bit_running"),                        \
      TB_RMX_BIT_("x_stop_bit_draining"), "x_reserved_mode", "x_reserved_format",                  \
      "x_reserved_async", "x_reserved_control", "x_enable_0_new", "x_enable_0_wrapped",            \
      "x_enable_below_new", "x_enable_below_wrapped", "x_enable_limit_new",                        \
      "x_enable_limit_wrapped", "x_enable_above_new", "x_enable_above_wrapped",                    \
      TB_RMX_PACK_("x_pack_0"), TB_RMX_PACK_("x_pack_1"), TB_RMX_PACK_("x_pack_2"),                \
      TB_RMX_PACK_("x_pack_3")

/** One clock: its inputs and outputs, and the sink before and after its edge. */
void tb_ram_cross(struct tb_bus_cross *bus, const struct rvt_ram_sink *before,
                  const struct rvt_ram_sink_in *in, const struct rvt_ram_sink_out *out,
                  const struct rvt_ram_sink *after, uint64_t cover[TB_RAM_CROSSES]);

#endif
