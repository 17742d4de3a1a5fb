/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_ORACLE_NTRACE_STATE_H
#define RVT_ORACLE_NTRACE_STATE_H

/*
 * The state of an oracle of N-Trace, and what its files call of each other: clock.c is a clock,
 * block.c a block and a stop, messages.c the forms of the messages, rules.c the questions that the
 * rows answer. Each function has its rows where it is written.
 */

#include "ntrace.h"
#include "oracle/oracle_state.h"

enum { NO_SYNC = -1 };
enum { REPEATS_MAX = (1 << 18) - 1 }; /* RPT-06 */

enum pending_kind {
  PENDING_NONE,
  PENDING_TRANSFER, /* an indirect jump, call, return or a trap: its address is not known yet */
  PENDING_BRANCH    /* a taken branch in BTM that waits to become DirectBranchSync (D-07) */
};

/* What TSTAMP goes on from. */
struct oracle_time {
  uint32_t base; /* `bases` at the last message */
  bool sent;     /* one was sent since (TSP-10) ... */
  uint64_t last; /* ... this (TSP-03) */
};

struct pending {
  enum pending_kind kind;
  uint8_t btype;
  uint64_t time;  /* of the transfer (TSP-06) ... */
  bool time_gone; /* ... in a base that has gone (TCI:TS-16, D-40) */
  bool compare;   /* a return or swap that popped an address (ITY-12, ITY-13) */
  uint64_t popped;
};

struct oracle_ntrace {
  struct oracle common;
  struct rvt_ntrace_msg *msg;
  struct oracle_origin *origin; /* of each */
  size_t msgs;
  size_t room;

  /* What has been seen of the clocks before this one. */
  uint8_t start_sync; /* SYNC of the next start */
  bool in_overflow;
  uint64_t overflow_time; /* of the first refused slot */
  bool overflow_slot; /* overflow_time is that of a group, or of a loss after the encoder (D-14) */
  bool lost_behind;   /* in the clock before (D-33) */

  /* The session. */
  bool htm;
  uint64_t icnt;
  uint64_t counted;  /* instructions in icnt */
  uint64_t hist;     /* with its stop bit (HIST-01) */
  unsigned outcomes; /* in hist */
  uint64_t ref;      /* last address sent (ADR-04) */
  struct pending pending;
  uint64_t period; /* half-words or messages since the last sync message (D-05) */
  bool expired;    /* clocks have reached their count, or a sync was asked for (D-24, D-34) */
  /* Reasons 1, 6 and 0 that wait for the next address (D-21, D-22). */
  bool reset_raised;
  bool event_raised;
  bool external_raised;
  bool straight; /* the program goes on after the last block: itype 4, of a 4-bit port 0 (D-21) ...
                  */
  uint64_t end;  /* ... here */

  /* Ownership. */
  uint8_t priv;        /* of the last clock with blocks, taken or refused */
  bool context_new;    /* reported, and no block came since (OWN-04) */
  bool own_due;        /* the session has one to send */
  bool ownership_lost; /* in the overflow that is open (ERR-03) */

  /* RepeatBranch. */
  struct rvt_ntrace_msg last; /* sent last, but for RepeatBranch */
  uint64_t repeats;           /* of it, counted and not sent */
  uint64_t events;            /* messages sent or counted */

  /* Time. */
  uint64_t event_time; /* of the last message, sent or counted: its event's */
  uint32_t bases;      /* clocks without a time, or with a new base (TSP-10, TCI:TS-16) */
  struct oracle_time time;
};

/* rules.c: of what is counted and sent. */
bool oracle_is_literal(const struct oracle_ntrace *o);
bool oracle_icnt_full(const struct oracle_ntrace *o);
bool oracle_hist_full(const struct oracle_ntrace *o);
int oracle_notified(const struct oracle_ntrace *o);
int oracle_sync_waiting(const struct oracle_ntrace *o, const struct oracle_clock *c);
bool oracle_is_implicit(const struct oracle_ntrace *o, const struct oracle_clock *c,
                        const struct pending *p, uint64_t address);
bool oracle_is_taken(const struct oracle_ntrace *o, const struct oracle_clock *c);
bool oracle_is_sequential(const struct oracle_ntrace *o, const struct oracle_clock *c);
uint8_t oracle_btype_of(uint8_t itype);
bool oracle_is_sync(uint8_t tcode);
bool oracle_is_same_branch(const struct rvt_ntrace_msg *last, const struct rvt_ntrace_msg *m);
bool oracle_is_repeat(const struct oracle_ntrace *o, const struct oracle_clock *c,
                      const struct rvt_ntrace_msg *m);
bool oracle_ownership_on(const struct oracle_ntrace *o, const struct oracle_clock *c);
bool oracle_owner_changes(struct oracle_ntrace *o, const struct oracle_clock *c, bool open);

/* messages.c: each puts one message into the list, and does to the state what it says; but
 * the first, which is TSTAMP (TSP-01 to TSP-05). */
void oracle_add_time(const struct rvt_params *p, const struct oracle_origin *origin,
                     struct oracle_time *t, struct rvt_ntrace_msg *m);
void oracle_forget_count(struct oracle_ntrace *o);
void oracle_send_sync(struct oracle_ntrace *o, const struct oracle_clock *c, uint8_t tcode,
                      uint8_t sync, uint8_t btype, uint64_t address, uint64_t time);
void oracle_send_direct_branch(struct oracle_ntrace *o, const struct oracle_clock *c,
                               uint64_t time);
void oracle_send_indirect_branch(struct oracle_ntrace *o, const struct oracle_clock *c,
                                 uint8_t btype, uint64_t address, uint64_t time);
void oracle_send_indirect_branch_sync(struct oracle_ntrace *o, const struct oracle_clock *c,
                                      int sync, uint8_t btype, uint64_t address, uint64_t time);
void oracle_send_linear_sync(struct oracle_ntrace *o, const struct oracle_clock *c, int sync,
                             uint64_t address);
void oracle_send_icnt_full(struct oracle_ntrace *o, const struct oracle_clock *c);
void oracle_send_hist_full(struct oracle_ntrace *o, const struct oracle_clock *c);
void oracle_send_correlation(struct oracle_ntrace *o, const struct oracle_clock *c, uint8_t evcode);
void oracle_send_error(struct oracle_ntrace *o, const struct oracle_clock *c);
void oracle_send_ownership(struct oracle_ntrace *o, const struct oracle_clock *c, uint8_t priv,
                           uint64_t time);

/* block.c */
void oracle_end_session(struct oracle_ntrace *o);
void oracle_block(struct oracle_ntrace *o, const struct oracle_clock *c, bool notify);
void oracle_stop(struct oracle_ntrace *o);

#endif
