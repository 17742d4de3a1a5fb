/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_TB_TOP_JUDGE_H
#define RVT_TB_TOP_JUDGE_H

#include <stdbool.h>
#include <stdint.h>

#include "rvt/encoder.h"
#include "top_unit.h"

/*
 * Clocks from one port of the subsystem to another: the longest that was seen where nothing is in
 * the way. docs/integration.md has what a run measures.
 */

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

/*
 * What the bench `top` looks at in every clock beside the comparison: trTeInstTracing against a
 * rule of its own (TCI:TRIG-03, TRIG-07); SRC against what software has written (TCI:TE-07, TE-08);
 * why sessions begin and end.
 */

struct rvt_ntrace_msg;
struct tb;
struct tb_top_bench;

/** The source that messages name. */
struct tb_top_src {
  uint8_t bits; /* 0: messages have no SRC */
  uint16_t id;
};

enum { TB_TOP_STARTS = 8192 }; /* a message FIFO has room for the stops of so many */

struct tb_top_judge {
  /* trTeInhibitSrc, trTeSrcBits and trTeSrcID as software's writes leave them. */
  bool inhibit;
  struct tb_top_src wrote;
  struct tb_top_src next;                 /* of the next trace (TCI:CTRL-23) ... */
  struct tb_top_src start[TB_TOP_STARTS]; /* ... of sessions whose first message has not come */
  uint32_t opened, begun;
  struct tb_top_src now; /* of the session whose message came last */
  bool between;          /* that message ended it */
  /* The clock before. */
  struct rvt_config before;
  bool tracing;    /* trTeInstTracing */
  bool on, off;    /* triggers, whatever they do */
  bool written;    /* byte 0 of trTeControl, by software */
  bool open;       /* a session was open after it */
  bool by_trigger; /* tracing has changed last by a trigger */
  /* The last clock in which trTeEnable became 0. */
  uint16_t fifo_level;
  uint8_t queue_level;
};

/** A message of the stream that is checked; of tb_trace_check. */
void tb_top_judge_message(void *bench, struct tb *tb, const struct rvt_ntrace_msg *m);
/** Registers and triggers of this clock, before the edge. */
void tb_top_judge_registers(struct tb_top_bench *b);
/** After the encoder's edge. */
void tb_top_judge_clock(struct tb_top_bench *b);
/** Rows that a run as a whole proves. */
void tb_top_judge_rows(const struct tb_top_bench *b);

#endif
