/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_TB_REGS_COVER_H
#define RVT_TB_REGS_COVER_H

#include "rvt/unit/regs_active.h"
#include "rvt/unit/regs_encoder.h"

/*
 * How the words of a component were reached on its bus: writes by their strobes, reads and writes
 * by where Active stands. Cross points of docs/reference/coverage.tsv.
 */

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

/* Which of the encoder's register cases a clock has met, for every bench that has this block. */

enum tb_regs_cover {
  TB_REGS_READ,            /* reads of words that were not 0 */
  TB_REGS_RISING,          /* clocks that wait for active_ack */
  TB_REGS_FALLING,         /* ... for its end */
  TB_REGS_WITHDRAWN,       /* a 0 written before Active reads 1 */
  TB_REGS_AGAIN,           /* a 1 written before Active reads 0 */
  TB_REGS_CLOSE_IDLE,      /* Closing ends: nothing crossed */
  TB_REGS_CLOSE_TAKEN,     /* ... the message's last beat was taken */
  TB_REGS_CLOSE_DEAF,      /* ... nobody listened */
  TB_REGS_CLOSING,         /* clocks in which a message holds it */
  TB_REGS_CLOSE_BETWEEN,   /* ... with no beat on offer */
  TB_REGS_WRITE_EARLY,     /* writes of more than Active while it reads 0 */
  TB_REGS_WRITE_LATE,      /* ... in Closing and Falling */
  TB_REGS_LEAVE_ENABLE,    /* Active 0 and Enable 1 in one write (TCI:CTRL-06) */
  TB_REGS_COPY,            /* the copy takes something new */
  TB_REGS_COPY_WRITE,      /* ... from a write of the same clock */
  TB_REGS_STORED,          /* clocks of a trace in which other fields are stored */
  TB_REGS_WAIT,            /* starts that wait */
  TB_REGS_WAIT_TRIGGER,    /* ... and are trace-on triggers */
  TB_REGS_START_STORED,    /* trace-on goes through although other fields are stored (TRIG-06) */
  TB_REGS_MODE_AND_START,  /* mode and trTeInstTracing in one write, which traces at once */
  TB_REGS_TRIGGER_WRITE,   /* a trigger in the clock of a write to byte 0, and another value */
  TB_REGS_TRIGGER_DISABLE, /* ... of a disable */
  TB_REGS_BOTH_TRIGGERS,
  TB_REGS_TRIGGER_OFF, /* a trigger that does not count */
  TB_REGS_DISABLE,     /* Enable 1 to 0 with tracing on (TCI:CTRL-22) */
  TB_REGS_STICKY,
  TB_REGS_STICKY_CLEARED,
  TB_REGS_STICKY_WINS,   /* set against a written 1 (TCI:OVF-06) */
  TB_REGS_STICKY_ENABLE, /* cleared by Enable 0 to 1 */
  TB_REGS_STICKY_STAYS,  /* ... not by 1 over 1 */
  TB_REGS_BYTE_1,        /* byte 1 alone in the clock of a trigger (TCI:BUS-06) */
  TB_REGS_BYTE_SRC,      /* one byte of trTeSrcID alone */
  TB_REGS_SRC_MASKED,    /* a smaller trTeSrcBits cuts trTeSrcID */
  TB_REGS_MODE_KEPT,     /* an illegal mode */
  TB_REGS_MODE_FROM_0,   /* ... over 0 (TCI:TE-02) */
  TB_REGS_NO_STROBE,     /* writes of no byte */
  TB_REGS_COVERS
};
#define TB_REGS_COVER_NAMES                                                                        \
  "read", "rising", "falling", "withdrawn", "again", "close_idle", "close_taken", "close_deaf",    \
      "closing", "close_between", "write_early", "write_late", "leave_enable", "copy",             \
      "copy_write", "stored", "wait", "wait_trigger", "start_stored", "mode_and_start",            \
      "trigger_write", "trigger_disable", "both_triggers", "trigger_off", "disable", "sticky",     \
      "sticky_cleared", "sticky_wins", "sticky_enable", "sticky_stays", "byte_1", "byte_src",      \
      "src_masked", "mode_kept", "mode_from_0", "no_strobe"

/** One clock: its inputs and outputs, and the registers before and after its edge. */
void tb_regs_count(const struct rvt_regs_encoder *before, const struct rvt_regs_encoder_in *in,
                   const struct rvt_regs_encoder_out *out, const struct rvt_regs_encoder *after,
                   uint64_t cover[TB_REGS_COVERS]);

/*
 * What was written over what in the encoder's registers, and what became of it: cross points of
 * docs/reference/coverage.tsv, for every bench that has this block.
 */

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
