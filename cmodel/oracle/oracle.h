/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_ORACLE_H
#define RVT_ORACLE_H

/*
 * The oracle: a third, clockless encoder, written from the requirement rows alone. It
 * shares no code with the model and knows no encoder state. It is told, clock by clock, which
 * instructions retired, where blocks end, what the configuration and the hart's state were, and
 * which clocks fell into an overflow; it answers with the messages that this must cause. A format
 * has a folder of its own, in which its messages are declared.
 */

#include <stddef.h>

#include "rvt/config.h"

enum { ORACLE_INSN_MAX = 256 };

struct oracle_insn {
  uint64_t pc;
  uint8_t size; /* half-words, 1..4 */
};

/**
 * One slot and the clock it was reported in, as the player knows it. The slots of a clock are
 * told one per call, oldest first, all but the newest with `more`; what belongs to the clock is the
 * same in all of them. A clock without a slot is one call with `valid` 0, as is a hole between
 * two.
 */
struct oracle_clock {
  bool more; /* the next call tells another slot of this clock */

  /* The clock. */
  struct rvt_config config; /* as the encoder sees it; `tracing` is the register's (D-23) */
  bool halted;              /* debug mode: the halted input, or privilege code 4 */
  bool lowpower;
  bool hart_reset;
  uint8_t trigger;     /* the port's: [0] on, [1] off, [2+i] notify of the clock's slot i */
  uint8_t ext_trigger; /* [0] on, [1] off, [2] notify */
  uint8_t priv;        /* enum rvt_priv, of all that the clock reports (NT:ING-17) */
  uint8_t ctype;       /* 0: no context is reported (NT:ING-19) */
  uint64_t context;
  uint64_t time;
  bool overflow; /* this clock lies in an overflow: whatever it reports was refused (NT:ERR-01) */
  bool overflow_end; /* last clock of an overflow: everything from the next clock on is accepted
                        again */
  bool lost; /* bytes that had left are lost in this clock, while the encoder is not Empty (D-33) */
  uint64_t cause; /* of the clock's trap; a format that reports none does not look (ETR:IN-09) */
  uint64_t tval;  /* likewise, of an exception */

  /* The slot. */
  bool valid;    /* a slot was reported */
  uint8_t insns; /* instructions of the slot, 0 for a trap alone */
  struct oracle_insn insn[ORACLE_INSN_MAX];
  uint8_t itype; /* of the slot's end, enum rvt_itype */
  bool sijump;   /* its last instruction is a sequentially inferable jump */
  uint64_t
      iaddr; /* the port's iaddr: insn[0].pc, or the faulting or interrupted PC of a trap alone */
  bool iaddr_known; /* 0: an interrupt alone whose PC the hart does not drive (NT:SEQ-16) */
  bool expired; /* a sync is due from this qualified block on, before it is counted, as a period of
                 * clocks has ended (D-24) or one was asked for (D-34) */
};

struct oracle;
struct oracle_format;

/** A new oracle of a format for a build; only what shapes messages is used of `params`. NULL: out
 * of memory. */
struct oracle *oracle_new(const struct oracle_format *format, const struct rvt_params *params);
/** Another one in the same state, without the messages caused so far. NULL: out of memory. */
struct oracle *oracle_copy(const struct oracle *o);
void oracle_free(struct oracle *o);
/**
 * Tell the next slot; with the newest of a clock the clock takes place. Clocks without a slot, a
 * change of configuration, an event or an overflow may be left out.
 */
void oracle_clock(struct oracle *o, const struct oracle_clock *c);
/**
 * Instructions that were accepted, and that no message accounted for, when the last overflow
 * opened. A decoder knows every instruction before them: no more than these may be missing before
 *  an overflow.
 */
uint64_t oracle_lost(const struct oracle *o);
/** Forget the messages delivered so far, keep the state. */
void oracle_take(struct oracle *o);

#endif
