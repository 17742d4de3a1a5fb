/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_TB_TANDEM_COVER_H
#define RVT_TB_TANDEM_COVER_H

/* The corners of the dump of a hart's state that are counted (TV:E-08). */

#include "rvt/tandem/encoder.h"

enum tb_dump_cover_point {
  TB_DUMP_RESET,       /* a hart reset is put */
  TB_DUMP_RESET_AGAIN, /* ... and told in the same clock */
  TB_DUMP_GPR,         /* a register of each bank is */
  TB_DUMP_FPR,
  TB_DUMP_CSR,
  TB_DUMP_BARE,       /* nothing is due at a step */
  TB_DUMP_ROUND,      /* behind the last step comes the first */
  TB_DUMP_FULL,       /* a record that finds the queue full */
  TB_DUMP_WRITTEN,    /* a register is put, and told anew in the same clock */
  TB_DUMP_REWRITTEN,  /* told anew after it was put */
  TB_DUMP_FLAGS,      /* flags are gathered in fcsr or fflags that were put */
  TB_DUMP_VIEW,       /* the wider one is put after a view of it, which goes again */
  TB_DUMP_HIDDEN,     /* a view is forgotten, since the wider one is told */
  TB_DUMP_STALE,      /* a wider one is forgotten, since a view is told that is not kept */
  TB_DUMP_TOLD,       /* told while dumped, and not lost */
  TB_DUMP_WAITS,      /* nothing is due, but the hart does not rest */
  TB_DUMP_LAST,       /* a dump ends with the pc */
  TB_DUMP_NO_PC,      /* ... with privilege alone */
  TB_DUMP_NOTHING,    /* ... with no record at all, since nothing is known */
  TB_DUMP_OFF,        /* ... before its time, not enabled */
  TB_DUMP_CUT,        /* ... not active */
  TB_DUMP_AFTER_LOSS, /* states that the judge has read */
  TB_DUMP_AFTER_OFF,
  TB_DUMP_COVERS
};
#define TB_DUMP_NAMES                                                                              \
  "dump_reset", "dump_reset_again", "dump_gpr", "dump_fpr", "dump_csr", "dump_bare", "dump_round", \
      "dump_full", "dump_written", "dump_rewritten", "dump_flags", "dump_view", "dump_hidden",     \
      "dump_stale", "dump_told", "dump_waits", "dump_last", "dump_no_pc", "dump_nothing",          \
      "dump_off", "dump_cut", "dump_after_loss", "dump_after_off"

/** Add to `count` a clock of a model with Shadow, from what it was before and is after. @param
 * ready the queue was. @param told  the hart told something */
void tb_dump_cover(const struct rvt_tandem *before, const struct rvt_tandem *after,
                   const struct rvt_tandem_in *in, bool ready, bool told, uint64_t *count);

#endif
