/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_ORACLE_ETRACE_STATE_H
#define RVT_ORACLE_ETRACE_STATE_H

/*
 * The state of an oracle of E-Trace, and what its files call of each other: clock.c makes events of
 * clocks, step.c is the algorithm of the rows, rules.c its questions, modes.c what implicit return,
 * branch prediction and jump target cache remember, packets.c the forms of the packets, payload.c
 * their bytes.
 */

#include "etrace.h"
#include "oracle/oracle_state.h"

enum { BRANCHES_MAX = 31 };   /* ETR:F1-01 */
enum { ENTRIES_MAX = 128 };   /* 2^7, of predictor and cache (ETR section 7) */
#define COUNT_MAX 0xFFFFFFFFu /* of branch_count (ETR:F0-02) */
enum { IRETS_MAX = 255 };     /* ETR:A-06 */

/** ETR section 8: what a clock is expanded into, in program order. */
enum event_kind {
  EVENT_NONE,
  EVENT_RETIRED, /* R: an instruction */
  EVENT_TRAP     /* T: an exception or an interrupt */
};

/** What a clock says of times. */
struct oracle_te_time {
  uint64_t time;
  bool on;          /* trTsEnable, and time is built */
  uint8_t left_out; /* kinds of packets without it, TCI:TS-18 */
};

struct event {
  enum event_kind kind;
  uint64_t address; /* of R; of T its EPC, which an interrupt does not have */
  uint8_t size;     /* of R in half-words */
  uint8_t itype;    /* of R: none but for the last of a block */
  bool sijump;
  bool first_of;  /* of R: the first one of its block ... */
  bool last;      /* ... the last one */
  bool interrupt; /* of T: else an exception */
  uint64_t cause;
  uint64_t tval;
  uint8_t priv; /* of T: before the trap (ETR:IN-06) */
  struct oracle_te_time time;
  uint64_t context;
  uint8_t ctype; /* of the first event after it was reported */
  bool notify;   /* ETR:DC-16; beside a start or stop too: step.c has one packet (TCI:TRIG-10) */
  bool expired;  /* a period of clocks has ended at its block, or before */
  uint8_t sync_mode;
  uint8_t sync_max;

  bool first; /* qualified, and none before it in this session (ETR:Q-03) */
  /* Known once it has been processed. */
  bool ud;        /* R: what follows is a target that has to be told (AMB-1) */
  bool predicted; /* R: a return to the top of the stack ... */
  bool implied;   /* ... which no packet reports; or one that is reported, and its place is ... */
  bool missed;    /* ... told by a depth or count (ETR:A-05 (i), A-06) */
};

/** ETR:R-03. */
enum resync { RESYNC_S1, RESYNC_S2, RESYNC_S3 };

struct oracle_etrace {
  struct oracle common; /* its `session`: an event was qualified, and tracing has not ended */
  struct oracle_te_build build;
  struct oracle_te_options asked; /* what software chose last */
  struct oracle_te_packet *packet;
  size_t packets;
  size_t room;

  /* The clock being told. */
  struct oracle_te_time now;
  struct oracle_te_encapsulation around; /* but for the time */

  /* Of the clocks before this one. */
  bool enabled; /* trTeEnable */
  bool in_overflow;
  struct oracle_te_time refused; /* of the first clock in overflow */
  bool lost_behind;              /* in the clock before (D-33) */
  uint8_t told;                  /* options of the last support packet */
  uint8_t ctype;                 /* reported in clocks without an event */
  bool notify;                   /* an external trigger's, likewise */
  bool expired;                  /* a period of clocks has ended */
  struct event p;                /* P: the event before, traced or not (AMB-4) */
  bool trep;                     /* P is a trap that has been reported */
  struct event c;                /* C: waits for the next event; EVENT_NONE: nothing waits */
  uint64_t unreached;            /* instructions after the last one that a decoder can reach */

  /* The session. */
  struct oracle_te_options options; /* in effect */
  bool any_sent;                    /* as the first traced instruction is (DC-07) */
  uint64_t branches;                /* since the last packet that told some ... */
  uint64_t pbc;                     /* ... and those of them that were predicted right */
  uint32_t map;                     /* of the first 31 */
  uint64_t last_address;            /* delta base (ETR:F2-04) */
  uint8_t predictor[ENTRIES_MAX];
  struct {
    bool valid;
    uint64_t target;
  } cache[ENTRIES_MAX];
  /* Implied returns since the last branch or address, in strict 2.0 or call (ETR: ). */
  uint64_t irets;
  bool surprise;    /* C is a branch that was not predicted right */
  bool context_due; /* ctype 1 that has not been reported (AMB-24) */
  enum resync resync;
  uint64_t count; /* packets or half-words (ETR:R-02) */
  bool synced;    /* in this step a 3.0 or 3.1 was sent ... */
  bool for_ud;    /* ... or a packet as P is an uninferable jump (ETR:F3-06) */
};

/* rules.c */
uint64_t oracle_te_low_bits(uint64_t value, unsigned bits);
bool oracle_te_is_branch(const struct event *e);
bool oracle_te_is_exception(const struct event *e);
bool oracle_te_differs(const struct event *x, const struct event *y);
bool oracle_te_is_asynchronous(const struct event *x, const struct event *y);
bool oracle_te_is_updiscon(const struct oracle_etrace *o, const struct event *e);
uint8_t oracle_te_ioptions(const struct oracle_etrace *o, const struct oracle_te_options *options);
bool oracle_te_has_time(const struct oracle_te_time *t, enum oracle_te_kind kind);

uint8_t oracle_te_priv(const struct oracle_etrace *o, const struct oracle_clock *c);
uint64_t oracle_te_context(const struct oracle_etrace *o, const struct oracle_clock *c);
bool oracle_te_is_odd(const struct oracle_etrace *o);

/* packets.c: each puts one packet into the list, and does to the state what it says. */
void oracle_te_send_start(struct oracle_etrace *o);
void oracle_te_send_trap(struct oracle_etrace *o, const struct event *trap, bool thaddr);
void oracle_te_send_address(struct oracle_etrace *o, bool notify, bool updiscon, bool irreport);
void oracle_te_send_full_map(struct oracle_etrace *o);
void oracle_te_send_count(struct oracle_etrace *o);
void oracle_te_send_context(struct oracle_etrace *o);
void oracle_te_send_support(struct oracle_etrace *o, bool ienable, enum oracle_te_qual qual,
                            const struct oracle_te_options *options,
                            const struct oracle_te_time *reported);
void oracle_te_forget_history(struct oracle_etrace *o);

/* modes.c */
uint8_t oracle_te_return_mode(const struct oracle_etrace *o, uint8_t asked);
void oracle_te_reset_modes(struct oracle_etrace *o);
bool oracle_te_predict(struct oracle_etrace *o);
bool oracle_te_in_cache(const struct oracle_etrace *o);
uint64_t oracle_te_index(const struct oracle_etrace *o, uint8_t size);
void oracle_te_enter(struct oracle_etrace *o, bool valid);
bool oracle_te_needs_depth(const struct oracle_etrace *o);
uint64_t oracle_te_depth(const struct oracle_etrace *o);
void oracle_te_call_or_return(struct oracle_etrace *o, const struct event *n);

/* step.c */
void oracle_te_step(struct oracle_etrace *o, const struct event *n);

#endif
