/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_TB_TOP_TIMES_H
#define RVT_TB_TOP_TIMES_H

/*
 * Clocks from one port of the subsystem to another: the longest that was seen where nothing is in
 * the way. docs/integration.md has what a run measures.
 */

#include "top_unit.h"

enum tb_top_time {
  TB_TOP_TIMED,      /* starts of a trace in an empty subsystem */
  TB_TOP_TO_MEMORY,  /* from the block that starts a trace to the first word of its message */
  TB_TOP_TO_WORD,    /* from the byte that fills a word to the word on the memory's port */
  TB_TOP_TO_STALL,   /* from the last slot to a stall that it causes */
  TB_TOP_OF_ACCESS,  /* from the setup clock of an access to its last */
  TB_TOP_OF_DATA,    /* ... of a read of trRamData that has a word */
  TB_TOP_TO_REQUEST, /* from the write of an Active bit to active_req_o */
  TB_TOP_TIMES
};
#define TB_TOP_TIME_NAMES                                                                          \
  "timed", "clocks_to_memory", "clocks_to_word", "clocks_to_stall", "clocks_of_access",            \
      "clocks_of_ram_data", "clocks_to_request"

struct tb_top_times {
  bool to_memory, to_word, to_request; /* under way, since the clock of the same name */
  uint64_t block, word, request, setup, slot;
  bool grouped;
  bool stalled, away, could; /* in the clock before; it could have stalled */
};

/** In every clock before tb_top_unit_tick(); `longest` are TB_TOP_TIMES counts. */
void tb_top_times_clock(struct tb_top_times *t, const struct tb_top_unit *u, uint64_t clock,
                        uint64_t *longest);

#endif
