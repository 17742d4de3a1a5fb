/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_PLAYER_H
#define RVT_PLAYER_H

/*
 * The player: steps of a recorded program -> the ingress port, clock by clock. It is the hart of
 * the simulation: it forms blocks, obeys stall, and drives seeded garbage wherever a value is
 * undefined. Beside the port it tells what it meant, so that a checker need not trust the port's
 * encoding.
 */

#include <stddef.h>

#include "rvt/error.h"
#include "rvt/step.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

enum rvt_pace {
  RVT_PACE_NATURAL =
      0, /* n instructions take n clocks (n / blocks with several blocks per clock) */
  RVT_PACE_RECORDED =
      1,            /* the clocks of the steps; what does not fit into its clock follows later */
  RVT_PACE_FAST = 2 /* something in every clock */
};

/** How a trap after a block is reported, where both ways are open (NT:ING-12). */
enum rvt_fold {
  RVT_FOLD_RANDOM = 0, /* by seed */
  RVT_FOLD_NEVER = 1,  /* alone, iretire 0 */
  RVT_FOLD_ALWAYS = 2  /* with the block's iretire */
};

/** What the hart does when stall rises (NT:ING-26). A slot is a clock that reports anything. */
enum rvt_stall_rule {
  RVT_STALL_RANDOM = 0, /* 0..stall_latency more slots by seed, also fewer by running out of time */
  RVT_STALL_LATEST = 1, /* exactly stall_latency more slots, the clock in which it rises included */
  RVT_STALL_IGNORE = 2  /* disobeys */
};

/** What is driven where a value is undefined. */
enum rvt_garbage {
  RVT_GARBAGE_ALL = 0,   /* seeded garbage, also on priv while nothing is reported */
  RVT_GARBAGE_SLOTS = 1, /* seeded garbage on slots, cause, tval and impdef only */
  RVT_GARBAGE_QUIET = 2  /* zero; priv holds */
};

struct rvt_player_options {
  uint64_t seed;
  uint8_t xlen;          /* 32 or 64 */
  uint8_t blocks;        /* per clock, 1..4 */
  uint8_t iretire_width; /* bits, 1..8; block form only */
  uint8_t itype_width;   /* 4, or 3 (NT:ITY-22) */
  bool jumps_taken;      /* direct jumps are itype 5, as all jumps want it of 3 bits (NT:AJM-01) */
  bool infers;           /* JALR with rs1 = x0 is a direct jump, as E-Trace has it (ETR:IN-03) */
  bool single;           /* single-retirement form of iretire (NT:ING-05) */
  bool iaddr_on_int;     /* an interrupt alone drives the interrupted PC (NT:ING-14) */
  uint8_t stall_latency; /* 1.. */
  enum rvt_pace pace;
  enum rvt_fold fold;
  enum rvt_stall_rule stall_rule;
  enum rvt_garbage garbage;
  uint8_t max_insns;  /* a block also ends after so many instructions; 0: no limit */
  uint8_t random_end; /* chance, in 1/256, that a block ends anywhere */
  uint8_t time_step;  /* `time` grows by this in every clock; a TIME step sets it */
  const uint64_t
      *cuts; /* ascending: instruction numbers that begin a block and a clock; may be NULL */
  size_t cut_count;
  bool checked; /* the source's steps pass rvt_step_check() for `xlen`, as those of a recording of
                 * this `xlen` do: the player does not look again */
};

struct rvt_params;
/** The hart of an encoder: what its port has in common with these parameters. All else is 0. */
struct rvt_player_options rvt_player_options_for(const struct rvt_params *p);

/**
 * Where steps come from. Deliver 1..`max` steps, or RVT_END; any other status ends the player.
 * rvt_step_array_next() and rvt_step_rvti_next() are ready made.
 */
struct rvt_step_source {
  enum rvt_status (*next)(void *context, struct rvt_step *steps, size_t max, size_t *count,
                          struct rvt_error *e);
  void *context;
};

/** A source that delivers an array; the context of rvt_step_array_next(). */
struct rvt_step_array {
  const struct rvt_step *steps;
  size_t count;
  size_t pos; /* 0 at the start */
};
enum rvt_status rvt_step_array_next(void *array, struct rvt_step *steps, size_t max, size_t *count,
                                    struct rvt_error *e);
/** A source that reads a recording; the context is the struct rvt_rvti_reader. */
enum rvt_status rvt_step_rvti_next(void *reader, struct rvt_step *steps, size_t max, size_t *count,
                                   struct rvt_error *e);

/** A slot has 255 instructions at most; they are moved in pieces. */
enum { RVT_SLOT_INSNS_PIECE = 4, RVT_SLOT_INSNS_MAX = 256, RVT_PLAYER_WINDOW = 256 };

struct rvt_player_insn {
  uint64_t pc;
  uint8_t size; /* half-words */
};

/** What a slot means, independent of the port's encoding. */
struct rvt_player_slot {
  uint8_t insns;                  /* instructions that retired, 0 for a trap alone */
  uint8_t itype;                  /* as reported at the port's itype width */
  bool iaddr_known;               /* false: an interrupt alone whose PC is not driven (NT:SEQ-16) */
  bool notify;                    /* trace-notify of this block */
  uint64_t iaddr;                 /* of the first instruction, or the faulting or interrupted PC */
  uint64_t first_step, last_step; /* numbers of its first and last INSN or TRAP step */
  uint64_t first_insn;            /* instructions before it */
  struct rvt_player_insn insn[RVT_SLOT_INSNS_MAX];
};

/** What a clock means. */
struct rvt_player_clock {
  uint64_t clock; /* number of this clock, 0 is the first */
  uint64_t time;
  uint64_t insns; /* instructions reported before this clock */
  uint8_t slots;  /* valid ones of slot[]; garbage in debug mode is not counted */
  uint8_t priv;   /* of what is reported; of the last report if nothing is */
  uint64_t context;
  bool halted;   /* debug mode: the halted input, or privilege code 4 on a report */
  bool refusing; /* the hart had something to report and waited for stall to fall */
  struct rvt_player_slot slot[RVT_BLOCKS_MAX];
};

enum rvt_player_item {
  RVT_ITEM_NONE,
  RVT_ITEM_SLOT,
  RVT_ITEM_LEVEL,  /* halted, reset or low power changes */
  RVT_ITEM_TRIGGER /* trigger pulses without a block */
};

/** What is due next. */
struct rvt_player_next {
  enum rvt_player_item item;
  uint64_t due; /* in clocks of the hart */
  struct rvt_player_slot slot;
  struct rvt_block block; /* as the port shows it, garbage excepted */
  bool own_clock;         /* no older block in its clock: it begins at a cut */
  bool trap;
  uint64_t cause, tval;
  uint8_t trigger; /* as in struct rvt_step */
  uint8_t priv, ctype;
  uint64_t context;
  bool set_time;
  uint64_t time;
  uint8_t level_kind; /* RVT_STEP_HALT .. RVT_STEP_LOWPOWER */
  bool level_on;
  uint32_t dwell; /* clocks that a level lasts at least */
};

struct rvt_player {
  struct rvt_player_options o;
  struct rvt_step_source source;
  uint64_t seed;  /* of what the hart does */
  uint64_t noise; /* of garbage, apart so that `garbage` changes nothing else */
  /* window of steps read ahead */
  struct rvt_step window[RVT_PLAYER_WINDOW];
  size_t head, fill;
  unsigned patience;   /* refills before steps are again asked for as runs */
  uint64_t step, insn; /* numbers of the step and the instruction at the window's head */
  size_t cut;          /* first cut not reached yet */
  /* formation, one item ahead of the port */
  struct rvt_player_next next;
  uint8_t form_priv, form_ctype;
  uint64_t form_context, form_time;
  bool form_set_time;
  uint64_t due_parts; /* due time of the last formed item, in 1/blocks of a clock */
  /* the hart now */
  uint64_t hart_clock; /* stands still while the hart is stalled */
  uint64_t dwell_until;
  bool halted, reset, lowpower, forced_halt;
  bool stall_before;
  uint32_t stall_slots, stall_clocks; /* still allowed since stall rose */
  uint8_t priv;
  uint64_t context, time, clock, insns_told;
  enum rvt_status source_status; /* RVT_OK while the source may have more steps */
  enum rvt_status status;        /* RVT_OK while something is left to be told */
  struct rvt_error error;        /* of `source_status` or `status` */
};

/**
 * Begin. `p` keeps the source's context and the cuts: they must stay.
 * @retval RVT_ERR_ARG  an option is out of its range
 */
RVT_MUST_CHECK enum rvt_status rvt_player_init(struct rvt_player *p,
                                               const struct rvt_player_options *options,
                                               const struct rvt_step_source *source,
                                               struct rvt_error *e);
/**
 * Make the next clock.
 *
 * @param stall  the encoder's stall output in this very clock
 * @retval RVT_OK
 * @retval RVT_END        all steps were played; an idle clock was made, and more can be
 * @retval RVT_ERR_RANGE  the steps cannot be shown on this port: an instruction longer than iretire
 *                        can count, or of 3 half-words at the end of a block (NT:ING-06)
 * and the errors of the source. After an error every call gives the same status and an idle clock.
 */
RVT_MUST_CHECK enum rvt_status rvt_player_tick(struct rvt_player *p, bool stall,
                                               struct rvt_ingress *in,
                                               struct rvt_player_clock *told, struct rvt_error *e);
/**
 * Pass over the clocks ahead in which nothing is to be reported: all that they would change is the
 * time. Who reacts to the clock before in the one after it (as to a trigger) takes that one first.
 * Returns their number; 0 where garbage is driven, the pace is RVT_PACE_FAST, or the hart is
 * stalled or halted from outside.
 */
uint64_t rvt_player_skip(struct rvt_player *p);
/**
 * The clocks ahead in bulk, while each reports one block of instructions or nothing: what
 * rvt_player_tick() and rvt_player_skip() would give without a stall. The level signals stay, no
 * trigger comes, and nobody is told the instructions; `p->insns_told` counts them.
 *
 * @param blocks  as the port shows them, up to `max`
 * @param time    of each
 * @return their number; 0: the next report, if there is one, is for rvt_player_tick(). Always 0
 *         unless `blocks` is 1, the pace RVT_PACE_NATURAL, no garbage driven, and a first clock has
 * been made
 */
size_t rvt_player_blocks(struct rvt_player *p, struct rvt_block *blocks, uint64_t *time,
                         size_t max);
/** Debug mode from outside, beside what the steps say: from the next clock on the hart stands
 * still. */
void rvt_player_force_halt(struct rvt_player *p, bool halted);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
