/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_NTRACE_HISTORY_H
#define RVT_NTRACE_HISTORY_H

/*
 * Golden model of rtl/ntrace/rvt_ntrace_history.sv: outcomes of whole HISTs that repeat with a
 * short period are counted, not sent (NT:RHI-01 to RHI-07). docs/units/repeat.md. The functional
 * encoder folds it: it offers a record, takes what comes, and goes on until nothing moves.
 */

#include "rvt/ntrace.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

enum rvt_history_kind {
  RVT_HISTORY_NONE,
  RVT_HISTORY_WORD,  /* RCODE 1: its outcomes are held */
  RVT_HISTORY_ICNT,  /* RCODE 0 overtakes them */
  RVT_HISTORY_CLOSE, /* what is held goes before any other ... */
  RVT_HISTORY_JOIN   /* ... or into one that can have outcomes, and has none (NT:RHI-06) */
};

enum rvt_history_state {
  RVT_HISTORY_IDLE,   /* nothing is held: records pass */
  RVT_HISTORY_REST,   /* outcomes come in, or follow the repeat */
  RVT_HISTORY_SEARCH, /* a period a clock */
  RVT_HISTORY_NEWEST, /* does the run reach the newest outcome, which has no other beside it? */
  RVT_HISTORY_OLDER,  /* does it begin an outcome earlier? That outcome ... */
  RVT_HISTORY_SAME,   /* ... and the one a period behind it */
  RVT_HISTORY_LENGTH, /* what is before it */
  RVT_HISTORY_FIRST,  /* how many outcomes its blocks have to cover to be worth a message, ... */
  RVT_HISTORY_CHECK,  /* ... and whether they do, a block a clock */
  RVT_HISTORY_FOUND,  /* what is before the run goes out */
  RVT_HISTORY_READ,   /* outcomes of a HIST: before the run, the block, or of what is left */
  RVT_HISTORY_SKIP,   /* what was measured of the run is not looked at again */
  RVT_HISTORY_SEND,
  RVT_HISTORY_CLOSES
};

/** The RTL's registers of the same names. */
struct rvt_ntrace_history {
  uint8_t longest;              /* period, 1 .. `word` */
  uint8_t word;                 /* outcomes of a whole HIST, 2..31 */
  enum rvt_history_kind kind_q; /* of the record on offer in the clock before */
  uint32_t word_q;              /* outcomes of a record ... */
  uint8_t at_q;                 /* ... the next one of them ... */
  bool more_q;                  /* ... if there is one */
  uint64_t word_time_q;         /* ... its time, or that of a later one that has gone */
  enum rvt_history_state state_q;
  uint64_t window_q; /* outcomes, the newest one in bit 0 */
  uint8_t held_q;    /* of them those that are not yet sent or counted, 0 .. 2 * `word` */
  uint8_t ptr_q;     /* the next one to be read, counted from 1; 0: none */
  uint32_t acc_q;    /* HIST of what is read, with its stop bit */
  uint8_t start1_q, start2_q, stop2_q, start3_q, run3_q; /* of a run, in pairs of outcomes */
  bool any1_q, any2_q, reach3_q;
  uint8_t best_q;   /* outcomes of the longest run yet; of them those that are not covered */
  uint8_t less_q;   /* its period, less one */
  uint8_t start_q;  /* pairs before it */
  bool reach_q;     /* no whole pair comes after it */
  bool words_q;     /* what is before it fills a HIST, and more */
  bool same_q;      /* two outcomes are ... */
  bool look_q;      /* ... of which one is of the block */
  uint8_t limit_q;  /* fewer outcomes have to be behind its blocks */
  bool found_q;     /* what is before it is on its way */
  bool repeat_q;    /* `acc_q` is a block: read, compared with outcomes or sent ... */
  uint8_t index_q;  /* ... this one of it; outcomes that are still to be read */
  uint32_t count_q; /* ... of which there are so many; clocks of the search */
  bool still_q;     /* nothing was to be done in the clock before */
  uint64_t time_q;  /* the same, of what is held */
  bool closing_q;   /* what goes out has the time of the record that closes */
  bool flush_q;     /* all that is held is on its way */
  bool wait_q;      /* another base of time, when what came before it has left */
};

/** Inputs of one clock. */
struct rvt_ntrace_history_in {
  bool clr;
  bool en;    /* outcomes that come from now on are held */
  bool flush; /* what is held is to go out; no record is on offer */
  bool rec_valid;
  bool time_new; /* the record and what follows have another base of time */
  bool out_ready;
  struct rvt_ntrace_record rec; /* defined while `rec_valid` */
};

/** Outputs of one clock. */
struct rvt_ntrace_history_out {
  bool rec_ready;
  bool out_valid;
  bool time_new;                /* `time_new` of what is offered */
  bool held;                    /* something moves, or a record is held */
  bool busy;                    /* outcomes are held */
  struct rvt_ntrace_record rec; /* defined while `out_valid` */
};

/** State after reset. `longest` 1..`word`, `word` of 2..31 outcomes. */
void rvt_ntrace_history_init(struct rvt_ntrace_history *s, uint8_t longest, uint8_t word);
/** The synchronous clear. */
void rvt_ntrace_history_clear(struct rvt_ntrace_history *s);
/** Whether something moves, or a record is held. */
bool rvt_ntrace_history_held(const struct rvt_ntrace_history *s);
/** Whether outcomes are held. */
static inline bool rvt_ntrace_history_busy(const struct rvt_ntrace_history *s) {
  return s->state_q != RVT_HISTORY_IDLE;
}
/** `rec_ready` of the outputs; `holds`: the record on offer is one of outcomes, which are held. */
bool rvt_ntrace_history_ready(const struct rvt_ntrace_history *s, bool holds, bool out_ready);
/** Pure. */
void rvt_ntrace_history_outputs(const struct rvt_ntrace_history *s,
                                const struct rvt_ntrace_history_in *in,
                                struct rvt_ntrace_history_out *out);
/** One rising clock edge; `out` are the outputs with the same inputs. */
void rvt_ntrace_history_tick(struct rvt_ntrace_history *s, const struct rvt_ntrace_history_in *in,
                             const struct rvt_ntrace_history_out *out);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
