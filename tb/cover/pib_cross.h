/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_TB_PIB_CROSS_H
#define RVT_TB_PIB_CROSS_H

/* In which state of the PIB sink what happened: cross points of docs/reference/coverage.tsv. */

#include "regs_cover.h"
#include "rvt/unit/pib_sink.h"

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
