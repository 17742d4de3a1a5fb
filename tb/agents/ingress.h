/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_TB_INGRESS_H
#define RVT_TB_INGRESS_H

/*
 * The ingress port by chance: storms of every itype, of traps, calls and returns, of large blocks,
 * of halts, of triggers, resets and low power, and of nothing, one after the other. What is
 * undefined, and what the build ignores, is garbage (NT:ING-03).
 */

#include "harness/bench.h"
#include "harness/ports.h"
#include "rvt/unit/ingress_stage.h"

enum { TB_CALLS = 64, TB_ITYPE_MIX = 32, TB_LOOP_BLOCKS = 4 };

/* A block of a loop. */
struct tb_ingress_past {
  uint8_t iretire, itype, ilastsize;
  uint64_t pc;
};

struct tb_ingress {
  struct rvt_ingress in;
  struct tb_ports ports;             /* the slots of `in` */
  uint8_t iretire, itype, ilastsize; /* of the slot made last */
  uint64_t iaddr;
  const struct rvt_params *p;
  uint64_t addr_mask, time_mask;
  uint64_t pc;
  uint64_t calls[TB_CALLS];
  uint32_t call_top;
  /* the storm of the moment */
  uint32_t phase_left, phase_most;
  uint8_t mix[TB_ITYPE_MIX];
  uint8_t idle;                         /* of 256 clocks */
  uint8_t wild;                         /* of 256 blocks: not where the program would go on */
  uint8_t more;                         /* of 256 slots: another one follows in the same clock */
  bool events;                          /* triggers, resets and low power come */
  uint16_t trigger, notify, reset, low; /* of 65536 clocks */
  uint32_t reset_left, low_left;
  uint16_t
      moves;    /* of 65536 clocks: another privilege, and as often another context; with Context */
  uint8_t priv; /* of the moment, outside debug mode */
  uint64_t context;
  bool calm;
  bool branches;               /* storms are long runs of branches between few places ... */
  bool others;                 /* ... then a few blocks of anything else ... */
  bool edge;                   /* ... which this is, or the first or last one of a run */
  uint32_t run_left, run_most; /* branches of the run; of the longest one with periods */
  uint8_t outcome;             /* of most of them */
  uint32_t periods; /* 0, or most go as one a period before, but for one in so many, ... */
  uint8_t period;   /* ... which is 1 to 40 ... */
  uint64_t gone;    /* ... of these, the newest in bit 0 */
  uint32_t any;     /* one storm of so many is of any values, 0: none */
  bool lawless;     /* the storm of the moment is: whatever the ports can say, no hart would */
  uint16_t halt;    /* of 65536 clocks */
  uint16_t units;   /* largest block */
  uint32_t halt_left;
  bool halt_input, halt_priv;
  bool valid; /* something is reported in this clock */
  /* With RepeatBranch: the last blocks, and how many more are some of them again. */
  struct tb_ingress_past past[TB_LOOP_BLOCKS];
  uint32_t past_put, loop_length, loop_left, loop_most;
};

/** Options phase=N: longest storm in clocks; calm=1: no halt, and time for every record;
 * branches=1: long runs of branches between few places; periods=N: longer ones, up to runs=N, with
 * outcomes that repeat, but for one in N and another period as often; events=0:
 * no triggers, resets and low power in a build with triggers; hart=1: resets and low power in one
 * without; any=N: one storm of N drives any values; loops=N: with RepeatBranch the longest loop in
 * blocks. */
void tb_ingress_init(struct tb_ingress *g, struct tb *tb, const struct rvt_params *p);
/** Make the next clock; with `quiet` nothing is reported. */
void tb_ingress_next(struct tb_ingress *g, struct tb_rng *rng, bool quiet);

static inline bool tb_ingress_halted(const struct tb_ingress *g) {
  return g->in.halted || g->in.priv == RVT_PRIV_DEBUG;
}

/** Half-words of the block. */
static inline unsigned tb_ingress_units(const struct tb_ingress *g) {
  return !g->p->single || g->iretire == 0 ? g->iretire : 1u << g->ilastsize;
}

#endif
