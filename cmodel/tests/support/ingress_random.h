/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_TESTS_INGRESS_RANDOM_H
#define RVT_TESTS_INGRESS_RANDOM_H

/* Seeded ingress that looks like programs: calls that return, loops, traps; and its configuration.
 */

#include "rvt/config.h"

enum { INGRESS_INSNS_MAX = 256, INGRESS_CALLS_MAX = 64 };

/** How the ingress is to be: chances are per 256 clocks. */
struct ingress_style {
  uint8_t idle;    /* a clock without a slot */
  uint8_t flicker; /* tracing or enable changes */
  uint8_t halt;    /* debug mode is entered; it is left soon */
  uint8_t sync;    /* periodic sync settings change */
  uint8_t reset;   /* while disabled: trTeActive goes to 0, and another configuration is taken */
};

struct ingress_random {
  uint64_t seed;
  struct rvt_params params;
  struct ingress_style style;
  struct rvt_config config;
  struct rvt_ingress ingress;
  bool hold; /* the encoder is not empty: only trTeEnable and trTeInstTracing may change */
  uint64_t pc;
  uint64_t calls[INGRESS_CALLS_MAX];
  uint8_t call_count;
  uint8_t insns;                    /* instructions of this clock's slot */
  uint8_t sizes[INGRESS_INSNS_MAX]; /* half-words of each */
};

/** A legal build, every width by chance; buffers are large enough for it. */
struct rvt_params ingress_random_params(uint64_t *seed);
void ingress_random_init(struct ingress_random *g, uint64_t seed);
/** Make the next clock: `config`, `ingress`, `insns` and `sizes`. */
void ingress_random_next(struct ingress_random *g);
/** The same, but the hart has nothing to report. */
void ingress_random_idle(struct ingress_random *g);

#endif
