/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_TB_SINKS_CROSS_H
#define RVT_TB_SINKS_CROSS_H

#include "regs_cover.h"
#include "rvt/top.h"
#include "rvt/unit/pib_sink.h"
#include "rvt/unit/ram_sink.h"

/* What the two sinks after a fork do while messages pass: cross points of
 * docs/reference/coverage.tsv. Counts nothing in a build with one sink. */

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

/* In which state of the RAM sink what happened: cross points of docs/reference/coverage.tsv. */

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

/* In which state of the PIB sink what happened: cross points of docs/reference/coverage.tsv. */

/** What is written to the sink that has not left it. */
enum tb_pib_buffer { TB_PIB_EMPTY, TB_PIB_OPEN, TB_PIB_WHOLE, TB_PIB_FULL, TB_PIB_BUFFERS };
/** What the pins show. */
enum tb_pib_pins { TB_PIB_IDLE, TB_PIB_MESSAGE, TB_PIB_PATTERN, TB_PIB_PINS };

enum { TB_PX_WORDS = 4, TB_PX_FORMS = 3 * 2 * 3 /* [mode][center][divider 0, 1, more] */ };

enum tb_pib_cross {
  TB_PX_BUS,                                                  /* [class][...] */
  TB_PX_LIFE = TB_PX_BUS + TB_PX_WORDS * TB_BUS_CROSSES,      /* [life][value] */
  TB_PX_MODE = TB_PX_LIFE + TB_LIFE_CROSSES,                  /* [old][written], while idle */
  TB_PX_CENTER = TB_PX_MODE + 4 * 16,                         /* [mode after][written] */
  TB_PX_DIVIDER = TB_PX_CENTER + 8,                           /* [0, 1, below, most, above] */
  TB_PX_IGNORED = TB_PX_DIVIDER + 5,                          /* [field][enabled, busy, draining] */
  TB_PX_TOGETHER = TB_PX_IGNORED + 9,                         /* [field] with Enable 0 to 1 */
  TB_PX_RUNNING = TB_PX_TOGETHER + 3,                         /* [field] while TRC_CLK runs */
  TB_PX_DISABLE = TB_PX_RUNNING + 3,                          /* [pins][buffer] */
  TB_PX_LEAVE = TB_PX_DISABLE + TB_PIB_PINS * TB_PIB_BUFFERS, /* [pins][buffer] */
  TB_PX_READ = TB_PX_LEAVE + TB_PIB_PINS * TB_PIB_BUFFERS,    /* Control: [E][pins][buffer] */
  TB_PX_CAL_ON = TB_PX_READ + 2 * TB_PIB_PINS * TB_PIB_BUFFERS,      /* [E][pins][buffer] */
  TB_PX_CAL_OFF = TB_PX_CAL_ON + 2 * TB_PIB_PINS * TB_PIB_BUFFERS,   /* [E][pins][buffer] */
  TB_PX_RESERVED = TB_PX_CAL_OFF + 2 * TB_PIB_PINS * TB_PIB_BUFFERS, /* AsyncFreq, rest */
  TB_PX_SENT = TB_PX_RESERVED + 2,                                   /* [form] messages */
  TB_PX_PATTERN = TB_PX_SENT + TB_PX_FORMS,                          /* [form] patterns */
  TB_PIB_CROSSES = TB_PX_PATTERN + TB_PX_FORMS
};

#define TB_PX_16_(p)                                                                               \
  p "_0", p "_1", p "_2", p "_3", p "_4", p "_5", p "_6", p "_7", p "_8", p "_9", p "_10",         \
      p "_11", p "_12", p "_13", p "_14", p "_15"
#define TB_PX_FIELDS_(p) p "_mode", p "_center", p "_divider"
#define TB_PX_STATES_(p) p "_enabled", p "_busy", p "_draining"
#define TB_PX_BUFFER_(p) p "_empty", p "_open", p "_whole", p "_full"
#define TB_PX_HELD_(p)                                                                             \
  TB_PX_BUFFER_(p "_idle"), TB_PX_BUFFER_(p "_message"), TB_PX_BUFFER_(p "_pattern")
#define TB_PX_DIVS_(p)  p "_div0", p "_div1", p "_divn"
#define TB_PX_EDGES_(p) TB_PX_DIVS_(p "_edge"), TB_PX_DIVS_(p "_center")
#define TB_PX_FORMS_(p) TB_PX_EDGES_(p "_4bit"), TB_PX_EDGES_(p "_8bit"), TB_PX_EDGES_(p "_16bit")
#define TB_PIB_CROSS_NAMES                                                                         \
  TB_BUS_NAMES("x_bus_control"), TB_BUS_NAMES("x_bus_impl"), TB_BUS_NAMES("x_bus_vendor"),         \
      TB_BUS_NAMES("x_bus_reserved"), TB_LIFE_NAMES, TB_PX_16_("x_mode_off"),                      \
      TB_PX_16_("x_mode_4bit"), TB_PX_16_("x_mode_8bit"), TB_PX_16_("x_mode_16bit"),               \
      "x_center_off_0", "x_center_off_1", "x_center_4bit_0", "x_center_4bit_1", "x_center_8bit_0", \
      "x_center_8bit_1", "x_center_16bit_0", "x_center_16bit_1", "x_divider_0", "x_divider_1",     \
      "x_divider_below", "x_divider_most", "x_divider_above", TB_PX_STATES_("x_ignored_mode"),     \
      TB_PX_STATES_("x_ignored_center"), TB_PX_STATES_("x_ignored_divider"),                       \
      TB_PX_FIELDS_("x_together"), TB_PX_FIELDS_("x_running"), TB_PX_HELD_("x_disable"),           \
      TB_PX_HELD_("x_leave"), TB_PX_HELD_("x_read_e0"), TB_PX_HELD_("x_read_e1"),                  \
      TB_PX_HELD_("x_cal_on_e0"), TB_PX_HELD_("x_cal_on_e1"), TB_PX_HELD_("x_cal_off_e0"),         \
      TB_PX_HELD_("x_cal_off_e1"), "x_reserved_async", "x_reserved_control",                       \
      TB_PX_FORMS_("x_sent"), TB_PX_FORMS_("x_pattern")

/** One clock: its inputs, and the sink before and after its edge. */
void tb_pib_cross(struct tb_bus_cross *bus, const struct rvt_pib_sink *before,
                  const struct rvt_pib_sink_in *in, const struct rvt_pib_sink *after,
                  uint64_t cover[TB_PIB_CROSSES]);
/** A message or pattern has ended on the pins, in a mode that is built. */
void tb_pib_cross_form(uint8_t mode, bool center, uint16_t divider, bool pattern,
                       uint64_t cover[TB_PIB_CROSSES]);

#endif
