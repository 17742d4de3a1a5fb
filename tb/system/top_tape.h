/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_TB_TOP_TAPE_H
#define RVT_TB_TOP_TAPE_H

/* A program that can begin anew: its steps are kept as the hart takes them. */

#include "rvt/player.h"

struct tb_top_tape {
  struct rvt_player start; /* before its first clock */
  struct rvt_step_source live;
  struct rvt_step *steps;
  size_t count, room, pos;
};

/** Keep what `p`, which has not begun, takes from its source; both stay where they are. */
void tb_top_tape_begin(struct tb_top_tape *t, struct rvt_player *p);
/** The next clock of `p` is the first of the program. */
void tb_top_tape_rewind(struct tb_top_tape *t, struct rvt_player *p);
void tb_top_tape_close(struct tb_top_tape *t);

#endif
