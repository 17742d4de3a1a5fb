/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_TB_REGS_COVER_H
#define RVT_TB_REGS_COVER_H

/* Which of the encoder's register cases a clock has met, for every bench that has this block. */

#include "rvt/unit/regs_encoder.h"

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

#endif
