/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_TESTS_ORACLE_RANDOM_H
#define RVT_TESTS_ORACLE_RANDOM_H

/*
 * Seeded ingress for the random judge, clock by clock, told twice: as the port carries it and as
 * the oracle is told. It looks like programs (calls that return, loops, traps) on a hart that is
 * halted, reset, put to sleep and triggered, and is legal by the contract of rvt/config.h,
 * but for holes between the slots of a clock (D-27).
 */

#include "oracle/ntrace/ntrace.h"

enum { ORACLE_CALLS_MAX = 64 };

/** How the ingress is to be; chances per 256 clocks. */
struct oracle_style {
  uint8_t idle;    /* a clock without a slot */
  uint8_t flicker; /* tracing or enable changes */
  uint8_t halt;    /* debug mode is entered; it is left soon */
  uint8_t power;   /* low power, too */
  uint8_t reset;   /* the hart's reset, too */
  uint8_t trigger; /* each trigger bit */
  uint8_t context; /* another privilege; another context; one is reported */
  uint8_t sync;    /* periodic sync settings change */
  uint8_t expire;  /* a sync falls due by clocks, or on request */
  uint8_t hole;    /* a slot is none, and a younger one is */
  uint8_t loop;   /* of the blocks that jump, one goes back to itself; 7 of 8 times it does again */
  uint8_t branch; /* of the blocks, one has an outcome of a period; 0: whatever comes */
  uint8_t change; /* one of these begins another period */
  uint8_t flip;   /* one of these is another outcome */
  uint8_t restart; /* while disabled: trTeActive goes to 0, and another configuration is taken */
  bool deep;       /* more calls than returns */
};

struct oracle_random {
  uint64_t seed;
  struct oracle_style style;
  struct rvt_params params;
  uint64_t pc;
  uint64_t calls[ORACLE_CALLS_MAX];
  uint8_t call_count;
  uint8_t priv; /* out of debug mode */
  bool expired; /* an older slot of the clock has `expired` */
  bool looping; /* the next block is this one again: */
  struct rvt_block loop_block;
  struct oracle_clock loop;
  bool histories;    /* outcomes are counted */
  uint64_t outcomes; /* the last ones, the newest in bit 0 ... */
  uint8_t period;    /* ... which have this one */

  /* The clock made last. */
  struct rvt_config config;
  struct rvt_ingress ingress;
  unsigned slots; /* the oldest of `slot` is filled even if there are none */
  struct oracle_clock slot[RVT_BLOCKS_MAX];
};

void oracle_random_init(struct oracle_random *g, uint64_t seed);
/** The same in a build with HREPEAT, of programs with many branches and few other transfers. */
void oracle_random_histories(struct oracle_random *g, uint64_t seed);
/** Make the next clock; `overflow` and `overflow_end` of the slots are left to the caller. */
void oracle_random_next(struct oracle_random *g);
/** The clock in which trTeEnable falls and the hart has nothing to report. */
void oracle_random_disable(struct oracle_random *g);
/** Instructions of the clock if trace is on in it, whatever becomes of them, else 0. */
unsigned oracle_random_insns(const struct oracle_random *g);
/** Whether the clock has a qualified block with instructions (D-02). */
bool oracle_random_qualified(const struct oracle_random *g);
/** Whether the encoder refuses the clock by itself, for a hole: an overflow begins, unless it lies
 * in one. */
bool oracle_random_hole(const struct oracle_random *g);

#endif
