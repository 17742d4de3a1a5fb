/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_TB_BENCH_H
#define RVT_TB_BENCH_H

/*
 * A bench: one unit (or chain of units) with its model and its stimulus.
 *
 * The core (run.c) owns the clock. In each clock it calls drive(), gives the unit the edge after
 * which it sees the bound inputs, calls outputs(), compares every output of the unit with the bound
 * value, then gives the model its edge by tick(). A bench never sees the unit: its stimulus may
 * follow the model's outputs only, so nothing flows between the two sides but the comparison.
 */

#include "dut.h"
#include "oracle/row.h"
#include "rng.h"
#include "rvt/framing.h"

/** A port of the unit and the place in the bench's state that it is driven from or compared with.
 */
struct tb_bind {
  const char *port;
  const char *unit; /* named when the comparison fails; NULL: the bench's name */
  uint32_t offset;
  uint16_t bytes;
  bool input;
  uint32_t
      mask; /* place of a mask of the same size: only bits that are 1 there are compared; 0: all */
  bool apart; /* compared, but no part of the digest */
};
#define TB_IN(type, port, member)                                                                  \
  {                                                                                                \
    port, NULL, (uint32_t)offsetof(type, member), (uint16_t)sizeof(((type *)0)->member), true, 0,  \
        false                                                                                      \
  }
#define TB_OUT(type, unit, port, member)                                                           \
  {                                                                                                \
    port, unit, (uint32_t)offsetof(type, member), (uint16_t)sizeof(((type *)0)->member), false, 0, \
        false                                                                                      \
  }
/** An output that is defined only where `mask_member`, of the same size, has ones. */
#define TB_OUT_MASKED(type, unit, port, member, mask_member)                                       \
  {                                                                                                \
    port, unit, (uint32_t)offsetof(type, member), (uint16_t)sizeof(((type *)0)->member), false,    \
        (uint32_t)offsetof(type, mask_member), false                                               \
  }

/** The same of an output that has come later than digests with which a run is compared. */
#define TB_OUT_APART(type, unit, port, member, mask_member)                                        \
  {                                                                                                \
    port, unit, (uint32_t)offsetof(type, member), (uint16_t)sizeof(((type *)0)->member), false,    \
        (uint32_t)offsetof(type, mask_member), true                                                \
  }

/** What a bench may use while it runs. */
struct tb {
  struct tb_rng rng;
  uint64_t clock;  /* rising edges so far */
  uint64_t *cover; /* one counter per name in tb_bench.covers */
  bool in_reset;   /* reset is held in this clock; reset() follows instead of tick() */
  bool done;       /* the bench has nothing more to send and nothing is on its way */
  char error[256]; /* set by tb_fail() */
  const struct tb_args *args;
  const struct rvt_framing *framing; /* of the build's streams */
};

struct tb_bench {
  const char *name;
  size_t bytes; /* of the state, which starts as zeros */
  const struct tb_bind *binds;
  size_t bind_count;
  const char *const *covers;
  size_t cover_count;
  /** Read parameters and options, initialise the model. @return false after tb_fail() */
  bool (*init)(void *self, struct tb *tb);
  /** Model and stimulus as after reset. */
  void (*reset)(void *self, struct tb *tb);
  /** Choose the inputs of this clock. */
  void (*drive)(void *self, struct tb *tb);
  /** Evaluate the model's outputs of this clock. */
  void (*outputs)(void *self);
  /** One rising edge, after all outputs were found equal: counts coverage, checks, ticks. */
  void (*tick)(void *self, struct tb *tb);
  /** Checks at the end of a run without a difference; may be NULL. @return false after tb_fail() */
  bool (*finish)(void *self, struct tb *tb);
  /** Release what init() took; may be NULL. */
  void (*close)(void *self);
};

/** End the run as failed; the first text stands. */
void tb_fail(struct tb *tb, const char *format, ...) __attribute__((format(printf, 2, 3)));

/** A parameter of the build by its RTL name; fails the run if the build has none. */
uint32_t tb_param(struct tb *tb, const char *name);
/** The same of a parameter that the build may not have. */
uint32_t tb_param_or(const char *name, uint32_t otherwise);
/** An option `-o name=value`, or the default. An option that no bench asks for is an error. */
uint64_t tb_option(struct tb *tb, const char *name, uint64_t otherwise);
const char *tb_option_text(struct tb *tb, const char *name, const char *otherwise);
/** A number that fails the run unless it is within the limits. */
uint64_t tb_option_in(struct tb *tb, const char *name, uint64_t otherwise, uint64_t min,
                      uint64_t max);

extern const struct tb_bench *const tb_benches[];

/** ROW() for a check that runs in every clock: says it once, at no cost afterwards. */
#define PROVED(id)                                                                                 \
  do {                                                                                             \
    static bool said;                                                                              \
    if (!said) ROW(id);                                                                            \
    said = true;                                                                                   \
  } while (0)

#endif
