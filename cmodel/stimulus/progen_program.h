/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_PROGEN_PROGRAM_H
#define RVT_PROGEN_PROGRAM_H

#include "progen.h"
#include "rvt/itype.h"
#include "rvt/prng.h"

/* The program and the walk, shared by the parts of the generator. */

enum rvt_progen_op {
  RVT_OP_LINEAR = 0,
  RVT_OP_LOAD,
  RVT_OP_STORE,
  RVT_OP_CUSTOM,
  RVT_OP_UPPER, /* first of a sequential pair */
  RVT_OP_BRANCH,
  RVT_OP_JUMP,     /* direct */
  RVT_OP_INDIRECT, /* any target */
  RVT_OP_FIXED,    /* JALR whose target is in `pair`: rs1 = x0, or second of a sequential pair */
  RVT_OP_MRET,
  RVT_OP_SRET,
  RVT_OP_ECALL,
  RVT_OP_EBREAK,
  RVT_OP_ILLEGAL
};

enum rvt_progen_flag {
  RVT_FLAG_LOOP = 1,      /* BRANCH taken while the loop goes on */
  RVT_FLAG_LOOP_EXIT = 2, /* BRANCH taken when the loop ends */
  RVT_FLAG_LEAF = 4,      /* a loop that may be long: nothing inside multiplies its time */
  RVT_FLAG_RECURSE = 8,   /* BRANCH taken when the recursion turns back */
  RVT_FLAG_SELF = 16,     /* JUMP to itself */
  RVT_FLAG_TAIL = 32,     /* JUMP or INDIRECT that is a tail call */
  RVT_FLAG_LOCAL = 64,    /* INDIRECT to somewhere near */
  RVT_FLAG_ZERO = 128     /* FIXED with rs1 = x0 */
};

/** One half-word of code. */
struct rvt_progen_parcel {
  uint64_t word;
  int32_t offset; /* BRANCH, JUMP: target - pc in bytes; FIXED: number of its pair */
  uint32_t left;  /* walk: rounds left of the loop, recursion or `j .` */
  uint8_t size;   /* half-words; 0: inside an instruction */
  uint8_t op;     /* enum rvt_progen_op */
  uint8_t itype;  /* 4-bit itype, 5 for a BRANCH */
  uint8_t flags;
  uint8_t bias; /* BRANCH: taken so often of 256, if no flag decides */
};

/** A place in the code. */
struct rvt_progen_place {
  uint32_t region;
  uint32_t parcel;
};

enum {
  RVT_PROGEN_REGIONS = 5,
  RVT_PROGEN_SLACK = 1024 /* half-words of a region that constructs may take beyond their end */
};

struct rvt_progen_code {
  uint64_t address;
  struct rvt_progen_parcel *parcel;
  uint32_t used, room; /* half-words */
  uint32_t *entry;     /* parcels where functions begin, rising */
  uint32_t entries, entry_room;
  uint8_t *bytes;
};

/** A direct call or jump whose target is chosen when all functions stand. */
struct rvt_progen_site {
  struct rvt_progen_place at;
  bool guarded; /* a branch leads around it, so that it may close a cycle */
};

/** A jump with a target known from the code, chosen when all functions stand. */
struct rvt_progen_pair {
  struct rvt_progen_place upper, jump; /* the same place if rs1 = x0 */
  struct rvt_progen_place target;
};

enum { RVT_PROGEN_HANDLERS = 4, RVT_PROGEN_VECTORS = 12 };

/** Where traps to one privilege go: handlers, and a table of jumps for vectored mode. */
struct rvt_progen_traps {
  struct rvt_progen_place handler[RVT_PROGEN_HANDLERS];
  struct rvt_progen_place table;
};

/** An open trap. */
struct rvt_progen_frame {
  struct rvt_progen_place epc;
  uint8_t priv;    /* interrupted */
  uint8_t handler; /* privilege of the handler */
};

enum rvt_progen_after {
  RVT_AFTER_NORMAL = 0,
  RVT_AFTER_BRANCH,
  RVT_AFTER_JUMP,     /* direct */
  RVT_AFTER_INDIRECT, /* jump, call or swap */
  RVT_AFTER_RETURN,
  RVT_AFTER_XRET,
  RVT_AFTER_TRAP,
  RVT_AFTER_HALT,
  RVT_AFTERS
};

enum {
  RVT_PROGEN_CALLS = 4096, /* return addresses that the walk knows; power of two */
  RVT_PROGEN_FRAMES = 64,  /* open traps that it knows; power of two */
  RVT_PROGEN_TURN = 8      /* steps that one turn of the walk can make */
};

/** Return addresses; the oldest is lost when it is full. */
struct rvt_progen_ring {
  struct rvt_progen_place at[RVT_PROGEN_CALLS];
  uint32_t count, top;
};

struct rvt_progen_walk {
  struct rvt_progen_place pc;
  uint8_t priv;
  uint8_t after;    /* enum rvt_progen_after: what came just before */
  bool seq;         /* an UPPER retired just before */
  bool fixed_known; /* `upper` holds the UPPER that retired last */
  struct rvt_progen_place upper;
  uint8_t trap_itype;          /* of the trap before, with RVT_AFTER_TRAP */
  bool environment;            /* that trap was an ECALL or EBREAK */
  bool fault_next;             /* its handler faults at once */
  struct rvt_progen_ring call; /* of the program: emptied by a new thread, unwound */
  struct rvt_progen_ring seen; /* of a tracer: one more per call, one less per return, no more */
  uint32_t shallow;            /* entries of `call` that a 32-deep stack would hold */
  struct rvt_progen_frame frame[RVT_PROGEN_FRAMES]; /* ring */
  uint32_t frames, frame_top;
  uint32_t run; /* half-words since the last transfer, trap or halt */
  /* time */
  uint32_t in_clock; /* instructions in this clock */
  bool next_clock;   /* the next one may not be in this clock */
  uint32_t phase_left;
  uint32_t burst, stall; /* thresholds of this phase, of 2^16 */
  /* per `after`: sums of thresholds of 2^32 */
  uint32_t exception[RVT_AFTERS], interrupt[RVT_AFTERS], halt[RVT_AFTERS];
};

struct rvt_progen {
  struct rvt_progen_params params;
  uint64_t random;
  struct rvt_progen_code code[RVT_PROGEN_REGIONS];
  struct rvt_progen_place entry;
  struct rvt_progen_traps to_m, to_s;
  struct rvt_progen_site *site;
  uint32_t sites, site_room;
  struct rvt_progen_pair *pair;
  uint32_t pairs, pair_room;
  uint8_t upper_rd; /* builder: the linear LUI, AUIPC or C.LUI just emitted sets it; 0: none */
  char isa[32];
  struct rvt_progen_walk walk;
  struct rvt_step stash[RVT_PROGEN_TURN]; /* steps that did not fit the caller's buffer */
  uint32_t stash_begin, stash_end;
  uint64_t count[RVT_PROGEN_COUNTS];
};

static inline uint64_t rvt_progen_mask(const struct rvt_progen *g) {
  return g->params.xlen == 32 ? UINT32_MAX : UINT64_MAX;
}

static inline struct rvt_progen_parcel *rvt_progen_at(struct rvt_progen *g,
                                                      struct rvt_progen_place p) {
  return &g->code[p.region].parcel[p.parcel];
}

static inline uint64_t rvt_progen_address(const struct rvt_progen *g, struct rvt_progen_place p) {
  return g->code[p.region].address + 2u * (uint64_t)p.parcel;
}

/** The instruction that holds or precedes a parcel. */
static inline uint32_t rvt_progen_begin(const struct rvt_progen_code *c, uint32_t parcel) {
  while (c->parcel[parcel].size == 0) parcel--;
  return parcel;
}

/** Whether two places are the same. */
static inline bool rvt_progen_same(struct rvt_progen_place a, struct rvt_progen_place b) {
  return a.region == b.region && a.parcel == b.parcel;
}

/** Any instruction of the program. */
struct rvt_progen_place rvt_progen_anywhere(struct rvt_progen *g);
/** The first instruction of any function. */
struct rvt_progen_place rvt_progen_function(struct rvt_progen *g);

/* Builder. Every instruction appended is a legal one; `room` must have been looked at. */

/** Append an instruction to a region. @return its parcel */
uint32_t rvt_progen_emit(struct rvt_progen *g, uint32_t region, uint64_t word, unsigned size,
                         enum rvt_progen_op op, unsigned itype);
/** Append one random linear instruction, at most four half-words. */
void rvt_progen_emit_linear(struct rvt_progen *g, uint32_t region);
/** Write a direct transfer's offset into its word. The target must be in reach. */
void rvt_progen_set_target(struct rvt_progen *g, uint32_t region, uint32_t parcel, uint32_t target);
/** Bytes that the direct transfer in a parcel can jump: offsets -reach .. reach - 2. */
int32_t rvt_progen_reach(const struct rvt_progen_parcel *s);
/** Constructs up to about `end` half-words of the region; `depth` 0 is the body of a function. */
void rvt_progen_body(struct rvt_progen *g, uint32_t region, uint32_t end, unsigned depth);
/** A function that ends at about `end` half-words of the region. */
void rvt_progen_add_function(struct rvt_progen *g, uint32_t region, uint32_t end);
/** The last function of a region: nothing leads on after it. */
void rvt_progen_add_last(struct rvt_progen *g, uint32_t region);
/** Vector table and handlers of one privilege; they end in MRET or SRET. */
void rvt_progen_add_handlers(struct rvt_progen *g, uint32_t region, struct rvt_progen_traps *to,
                             bool machine);
/** One of each construct that has a weight, the first code that runs. */
void rvt_progen_sampler(struct rvt_progen *g, uint32_t region);
/** Choose the targets of all sites and pairs. */
void rvt_progen_link(struct rvt_progen *g);
/** Make the whole program; all tables have their room. */
void rvt_progen_build(struct rvt_progen *g);

/* Walk. */

void rvt_progen_walk_init(struct rvt_progen *g);
/** One instruction with what comes before it. @return number of steps */
uint32_t rvt_progen_turn(struct rvt_progen *g, struct rvt_step step[RVT_PROGEN_TURN]);
/** Take a trap: its steps, the new place. @return number of steps */
uint32_t rvt_progen_exception(struct rvt_progen *g, struct rvt_step *step);
uint32_t rvt_progen_interrupt(struct rvt_progen *g, struct rvt_step *step);
/** The effect of MRET, SRET: a step if the privilege changes. @return number of steps */
uint32_t rvt_progen_trap_return(struct rvt_progen *g, uint8_t from, struct rvt_step *step);
/** A call counts, for the program and for a tracer. */
void rvt_progen_push_call(struct rvt_progen *g, struct rvt_progen_place back);
/** A new thread, or a reset: nobody called its functions. */
void rvt_progen_no_calls(struct rvt_progen *g);
/** Where a return, or a swap, goes; it counts. */
struct rvt_progen_place rvt_progen_return_target(struct rvt_progen *g, bool swap);
/** A return, or a swap, whose target is known from the code. */
void rvt_progen_fixed_return(struct rvt_progen *g, bool swap, struct rvt_progen_place target);
/** Debug halt, hart reset and low power before the next instruction. @return number of steps */
uint32_t rvt_progen_levels(struct rvt_progen *g, struct rvt_step *step);
/** A trap that only p_nested, p_ecall_fault or p_pair_break make. @return number of steps */
uint32_t rvt_progen_extra_trap(struct rvt_progen *g, struct rvt_step *step);
/** Debug halt alone. @return number of steps */
uint32_t rvt_progen_halt(struct rvt_progen *g, struct rvt_step *step);
/** Pulses after the first of `count` steps. @return number of steps with them */
uint32_t rvt_progen_pulses(struct rvt_progen *g, struct rvt_step *step, uint32_t count);
/** A change of context after all of `count` steps. @return number of steps with it */
uint32_t rvt_progen_context(struct rvt_progen *g, struct rvt_step *step, uint32_t count);
/** Clocks for the next INSN or TRAP step. */
uint32_t rvt_progen_clocks(struct rvt_progen *g, bool trap);

/* The random numbers of program and walk, all from one seed. */

/** At most one draw in an expression: the order of evaluation differs between compilers. */
static inline uint64_t rvt_progen_next(struct rvt_progen *g) { return rvt_prng_next(&g->random); }

/** 0..limit-1; `limit` > 0. */
static inline uint32_t rvt_progen_below(struct rvt_progen *g, uint32_t limit) {
  return rvt_prng_below(&g->random, limit);
}

/** True in `ppm` of a million cases. */
static inline bool rvt_progen_chance(struct rvt_progen *g, uint32_t ppm) {
  return rvt_progen_below(g, 1000000) < ppm;
}

/** The same, but without a draw if it never is: so that a parameter that is 0 changes no walk. */
static inline bool rvt_progen_drawn(struct rvt_progen *g, uint32_t ppm) {
  return ppm != 0 && rvt_progen_chance(g, ppm);
}

/** 1..most, small numbers as likely as large ones. */
static inline uint32_t rvt_progen_magnitude(struct rvt_progen *g, uint32_t most) {
  unsigned bits = 0;
  while (bits < 31 && most >> (bits + 1) != 0) bits++;
  const unsigned n = rvt_progen_below(g, bits + 1);
  const uint32_t v = (UINT32_C(1) << n) + rvt_progen_below(g, UINT32_C(1) << n);
  return v > most ? most : v;
}

#endif
