/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_TB_REGS_CROSS_H
#define RVT_TB_REGS_CROSS_H

/*
 * What was written over what in the encoder's registers, and what became of it: cross points of
 * docs/reference/coverage.tsv, for every bench that has this block.
 */

#include "bus_cross.h"
#include "rvt/unit/regs_encoder.h"

enum {
  TB_RX_WORDS = 10, /* classes of words */
  TB_RX_HELD = 7,   /* fields of struct rvt_regs_held */
  TB_RX_FLAGS = 5   /* fields of one bit */
};

enum tb_regs_cross {
  TB_RX_BUS,                                             /* [class][...] */
  TB_RX_LIFE = TB_RX_BUS + TB_RX_WORDS * TB_BUS_CROSSES, /* [life][value] */
  TB_RX_MODE = TB_RX_LIFE + TB_LIFE_CROSSES,             /* [old][written] */
  TB_RX_SYNC_MODE = TB_RX_MODE + 3 * 8,                  /* [old][written] */
  TB_RX_IR_MODE = TB_RX_SYNC_MODE + 4 * 4,               /* [old][written] */
  TB_RX_SYNC_MAX = TB_RX_IR_MODE + 4 * 4,                /* [written] */
  TB_RX_SRC_BITS = TB_RX_SYNC_MAX + 16,                  /* [written] */
  TB_RX_FLAG = TB_RX_SRC_BITS + 16,                      /* [field][written][after] */
  TB_RX_STORED = TB_RX_FLAG + TB_RX_FLAGS * 4,           /* [held field] */
  TB_RX_TAKEN = TB_RX_STORED + TB_RX_HELD,               /* [held field] */
  TB_RX_RESERVED = TB_RX_TAKEN + TB_RX_HELD,             /* Control, Features */
  TB_RX_RUN = TB_RX_RESERVED + 2,                        /* [old E, T][written E, T] */
  TB_RX_TRIGGER = TB_RX_RUN + 16,                        /* [which][E][gate][T] */
  TB_RX_LEAVE = TB_RX_TRIGGER + 3 * 8,                   /* [off, on, traced][Empty] */
  TB_RX_STICKY = TB_RX_LEAVE + 6,                        /* [cause][StallEna] */
  TB_RX_STICKY_END = TB_RX_STICKY + 6,                   /* how it ends and does not */
  TB_RX_READ_EMPTY = TB_RX_STICKY_END + 8,               /* [E][Empty] of a read */
  TB_RX_READ_STICKY = TB_RX_READ_EMPTY + 4,              /* [overflow open] */
  TB_REGS_CROSSES = TB_RX_READ_STICKY + 2
};

#define TB_RX_4_(p) p "_0", p "_1", p "_2", p "_3"
#define TB_RX_8_(p) TB_RX_4_(p), p "_4", p "_5", p "_6", p "_7"
#define TB_RX_16_(p)                                                                               \
  TB_RX_8_(p), p "_8", p "_9", p "_10", p "_11", p "_12", p "_13", p "_14", p "_15"
#define TB_RX_4X4_(p)  TB_RX_4_(p "_0"), TB_RX_4_(p "_1"), TB_RX_4_(p "_2"), TB_RX_4_(p "_3")
#define TB_RX_FLAG_(p) p "_w0_r0", p "_w0_r1", p "_w1_r0", p "_w1_r1"
#define TB_RX_HELD_(p)                                                                             \
  p "_mode", p "_ir_mode", p "_ir_en", p "_seq_en", p "_inhibit_src", p "_src_bits", p "_src_id"
#define TB_RX_ET_(p) p "_e0t0", p "_e0t1", p "_e1t0", p "_e1t1"
#define TB_RX_TRIG_(p)                                                                             \
  p "_e0g0t0", p "_e0g0t1", p "_e0g1t0", p "_e0g1t1", p "_e1g0t0", p "_e1g0t1", p "_e1g1t0",       \
      p "_e1g1t1"
#define TB_REGS_CROSS_NAMES                                                                        \
  TB_BUS_NAMES("x_bus_control"), TB_BUS_NAMES("x_bus_impl"), TB_BUS_NAMES("x_bus_features"),       \
      TB_BUS_NAMES("x_bus_inst_filters"), TB_BUS_NAMES("x_bus_data"),                              \
      TB_BUS_NAMES("x_bus_timestamps"), TB_BUS_NAMES("x_bus_triggers"),                            \
      TB_BUS_NAMES("x_bus_filters"), TB_BUS_NAMES("x_bus_vendor"), TB_BUS_NAMES("x_bus_reserved"), \
      TB_LIFE_NAMES, TB_RX_8_("x_mode_off"), TB_RX_8_("x_mode_btm"), TB_RX_8_("x_mode_htm"),       \
      TB_RX_4X4_("x_sync_mode"), TB_RX_4X4_("x_ir_mode"), TB_RX_16_("x_sync_max"),                 \
      TB_RX_16_("x_src_bits"), TB_RX_FLAG_("x_ir_en"), TB_RX_FLAG_("x_seq_en"),                    \
      TB_RX_FLAG_("x_inhibit_src"), TB_RX_FLAG_("x_trig_ena"), TB_RX_FLAG_("x_stall_ena"),         \
      TB_RX_HELD_("x_stored"), TB_RX_HELD_("x_taken"), "x_reserved_control",                       \
      "x_reserved_features", TB_RX_ET_("x_run_e0t0"), TB_RX_ET_("x_run_e0t1"),                     \
      TB_RX_ET_("x_run_e1t0"), TB_RX_ET_("x_run_e1t1"), TB_RX_TRIG_("x_trigger_on"),               \
      TB_RX_TRIG_("x_trigger_off"), TB_RX_TRIG_("x_trigger_both"), "x_leave_off_held",             \
      "x_leave_off_empty", "x_leave_on_held", "x_leave_on_empty", "x_leave_traced_held",           \
      "x_leave_traced_empty", "x_sticky_overflow_ena0", "x_sticky_overflow_ena1",                  \
      "x_sticky_stall_ena0", "x_sticky_stall_ena1", "x_sticky_both_ena0", "x_sticky_both_ena1",    \
      "x_sticky_cleared_one", "x_sticky_cleared_enable", "x_sticky_cleared_reset",                 \
      "x_sticky_kept_zero", "x_sticky_kept_strobe", "x_sticky_kept_enable", "x_sticky_wins_one",   \
      "x_sticky_wins_enable", "x_read_e0_held", "x_read_e0_empty", "x_read_e1_held",               \
      "x_read_e1_empty", "x_read_sticky_past", "x_read_sticky_overflow"

/** One clock: its inputs and outputs, and the registers before and after its edge. */
void tb_regs_cross(struct tb_bus_cross *bus, const struct rvt_regs_encoder *before,
                   const struct rvt_regs_encoder_in *in, const struct rvt_regs_encoder_out *out,
                   const struct rvt_regs_encoder *after, uint64_t cover[TB_REGS_CROSSES]);

#endif
