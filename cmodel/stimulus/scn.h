/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_SCN_H
#define RVT_SCN_H

/* Scenarios: what is played, on which build, and what is done when. docs/reference/scn.md. */

#include <stddef.h>

#include "rvt/config.h"
#include "rvt/error.h"
#include "rvt/player.h"

#ifdef __cplusplus
extern "C" {
#endif

enum rvt_scn_sink_kind { RVT_SINK_ALWAYS, RVT_SINK_RANDOM, RVT_SINK_BURST };

/** When the consumer of the byte stream is ready. */
struct rvt_scn_sink {
  enum rvt_scn_sink_kind kind;
  uint32_t on;                 /* BURST: clocks ready; RANDOM: chance of being ready, in 1/256 */
  uint32_t off;                /* BURST: clocks not ready after them */
  uint64_t dead_from, dead_to; /* never ready in clocks dead_from <= n < dead_to */
};

enum rvt_scn_when {
  RVT_AT_CLOCK,  /* in clock `at` */
  RVT_AT_INSN,   /* in the clock that reports instruction `at`; a halt just before it */
  RVT_AFTER_INSN /* in the clock after the one that reports instruction `at` */
};

enum rvt_scn_what { RVT_DO_SET, RVT_DO_HALT, RVT_DO_SINK, RVT_DO_EXT };

struct rvt_scn_action {
  enum rvt_scn_when when;
  uint64_t at;
  enum rvt_scn_what what;
  unsigned field;           /* SET: for rvt_scn_set() */
  uint64_t value;           /* SET: the value; HALT: number of clocks, at least 1; EXT: pulses as
                             * in struct rvt_ingress, for this clock */
  struct rvt_scn_sink sink; /* SINK */
  unsigned line;            /* in the file */
};

/** What a run must have reached at least to count. */
struct rvt_scn_minimum {
  char name[24]; /* one of the names in docs/reference/scn.md */
  uint64_t value;
};

struct rvt_scn {
  char *trace; /* path of the .rvti file, relative ones already joined to the scenario's folder */
  struct rvt_params params;
  struct rvt_config config;         /* in clock 0 */
  struct rvt_player_options player; /* complete: fits `params`, holds the cuts */
  struct rvt_scn_sink sink;
  struct rvt_scn_action *actions; /* in the order of the file */
  size_t action_count;
  struct rvt_scn_minimum *minima;
  size_t minimum_count;
  uint64_t seed;
  uint64_t clocks; /* the run ends after so many; 0: with the recording */
  uint64_t *cuts;
};

/**
 * Read a scenario. The trace file need not exist yet.
 * @retval RVT_ERR_FORMAT, RVT_ERR_RANGE  with "file:line: expected ..., found ..."
 * @retval RVT_ERR_IO, RVT_ERR_NO_MEMORY
 * On an error nothing is left to free.
 */
RVT_MUST_CHECK enum rvt_status rvt_scn_load(struct rvt_scn *scn, const char *path,
                                            struct rvt_error *e);
void rvt_scn_free(struct rvt_scn *scn);

/** Carry out a SET action. */
void rvt_scn_set(struct rvt_config *config, const struct rvt_scn_action *action);

/**
 * Whether an action is due. Ask for a HALT before the player's tick, with `after` = `before`; for
 * the others after it, before the encoder sees the clock. An action is carried out once.
 *
 * @param clock   number of the clock
 * @param before  instructions reported before the clock
 * @param after   instructions reported up to and including it
 */
static inline bool rvt_scn_due(const struct rvt_scn_action *action, uint64_t clock, uint64_t before,
                               uint64_t after) {
  switch (action->when) {
  case RVT_AT_CLOCK: return clock >= action->at;
  case RVT_AT_INSN: return action->what == RVT_DO_HALT ? before >= action->at : after > action->at;
  default: return before > action->at;
  }
}

/** Whether the sink is ready in a clock; `seed` advances by one number per clock in any case. */
bool rvt_scn_sink_ready(const struct rvt_scn_sink *sink, uint64_t clock, uint64_t *seed);

/* ---- Names, places and ranges of the fields that a scenario can set ---- */

struct scn_field {
  const char *name;
  size_t offset;
  uint8_t size; /* bytes: 1 or 2 */
  uint64_t min, max;
  const char *const *names; /* words for 0, 1, ...; NULL: numbers only */
};

/** Sentinel-terminated (name NULL). */
extern const struct scn_field rvt_scn_build_fields[];
extern const struct scn_field rvt_scn_config_fields[];
extern const struct scn_field rvt_scn_player_fields[];

void rvt_scn_field_store(const struct scn_field *f, void *base, uint64_t value);

/** A build of common size, tracing in HTM from the first clock. */
void rvt_scn_defaults(struct rvt_scn *scn);

/**
 * Whether build, configuration and player fit each other; completes `player` from `params`.
 * @retval RVT_ERR_RANGE  the text names no place
 */
RVT_MUST_CHECK enum rvt_status rvt_scn_check(struct rvt_scn *scn, struct rvt_error *e);

/** Whether a configuration fits the build. */
RVT_MUST_CHECK enum rvt_status
rvt_scn_check_config(const struct rvt_params *p, const struct rvt_config *c, struct rvt_error *e);

#ifdef __cplusplus
}
#endif
#endif
