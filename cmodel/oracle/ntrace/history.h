/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_ORACLE_NTRACE_HISTORY_H
#define RVT_ORACLE_NTRACE_HISTORY_H

/*
 * The judge of streams in which outcomes may be counted (NT:RHI-01 to RHI-07, D-43): any split of
 * them over ResourceFull messages and HIST is right whose outcomes are (NT:RSF-07), and that costs
 * no more than ORACLE_HISTORY_ABOVE bytes above the literal one, from a message that closes to the
 * next. It is told the literal messages, and takes those that were sent.
 */

#include "rvt/ntrace_msg.h"
#include "rvt/params.h"

enum { ORACLE_HISTORY_ABOVE = 7, ORACLE_HISTORY_TEXT = 200 };

/** What the oracle knows of a literal message beside its fields. */
struct oracle_origin {
  uint64_t time; /* of its event (D-19), of which TSTAMP is made */
  uint32_t base; /* clocks without a time, or with a new base, before it (TCI:TS-16) */
  struct rvt_ntrace_format format;
  uint16_t src;
  uint8_t ts_suppress;
  bool repeats;   /* RepeatBranch is on ... */
  bool histories; /* ... and HREPEAT */
};

/** What has been seen of the messages taken; all counted from oracle_history_clear() on. */
struct oracle_history_seen {
  uint64_t literal, split; /* RCODE 1; of them those that are no whole HIST of flow's */
  uint64_t repeats, one, longest, full; /* RCODE 2; of one outcome; of the longest period; 2^18-1 */
  uint64_t whole;                       /* ... of HISTs that are full (NT:RHI-01) */
  uint64_t overtakes;                   /* RCODE 0 while outcomes have not gone */
  uint64_t between;                     /* ... and the repeat that it overtakes goes on behind it */
  uint64_t joins[64], before[64];       /* by TCODE of flow's: outcomes in it, sent before it */
  uint64_t repeat_before[64];           /* ... HREPEAT directly before it */
  uint64_t flushes;                     /* flushes with outcomes since the message before */
  uint64_t merged; /* branch messages in RepeatBranch that have outcomes held before */
  uint64_t late;   /* messages whose time is that of a later record than their outcomes' */
  int64_t above;   /* most bytes above the literal stream */
};

struct oracle_history;

/** NULL: out of memory. Of `params` only what shapes messages is used. */
struct oracle_history *oracle_history_new(const struct rvt_params *params);
void oracle_history_free(struct oracle_history *h);
/** As after reset; what was seen stays. */
void oracle_history_clear(struct oracle_history *h);

/** Tell the next literal message. */
void oracle_history_tell(struct oracle_history *h, const struct rvt_ntrace_msg *msg,
                         const struct oracle_origin *origin);
/** Tell that a flush has found nothing before what holds outcomes (D-43), and what a message would
 * have of its clock. */
void oracle_history_flush(struct oracle_history *h, const struct oracle_origin *origin);
/** How the next message is to be read; NULL: none is due. */
const struct rvt_ntrace_format *oracle_history_format(struct oracle_history *h);
/** Take a message that was sent. @return false: it is wrong, and `text` says how */
bool oracle_history_take(struct oracle_history *h, const struct rvt_ntrace_msg *msg,
                         char text[ORACLE_HISTORY_TEXT]);
/** Whether literal messages are left that nothing sent has told of. */
bool oracle_history_owes(struct oracle_history *h);
const struct oracle_history_seen *oracle_history_seen(const struct oracle_history *h);

#endif
