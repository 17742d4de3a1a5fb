/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_TB_DIRECTED_H
#define RVT_TB_DIRECTED_H

/*
 * Directed cases: what is put on the encoder's ports clock by clock, and the messages that must
 * come, written by hand from the rows. docs/verification/subsystem.md, "Cases written by hand".
 */

#include <stddef.h>

#include "rvt/config.h"
#include "rvt/error.h"

enum tb_directed_what {
  TB_DO_BLOCK,  /* slots */
  TB_DO_IDLE,   /* clocks without a slot */
  TB_DO_DRAIN,  /* clocks without a slot until nothing comes any more */
  TB_DO_CONFIG, /* the rest takes effect in the next clock */
  TB_DO_HALTED,
  TB_DO_PRIV,
  TB_DO_SINK,
  TB_DO_TIME,
  TB_DO_TRIGGER, /* pulses on `trigger` and `ext_trigger` in the next clock */
  TB_DO_EXT,
  TB_DO_RESET,
  TB_DO_LOWPOWER,
  TB_DO_SYNC_REQ,
  TB_DO_LOST, /* in the next clock */
  TB_DO_CHECK /* an output of the last clock */
};

enum tb_directed_output { TB_CHECK_STALL, TB_CHECK_EMPTY, TB_CHECK_OVERFLOW };

struct tb_directed_slot {
  uint64_t address;
  uint8_t units, itype;
  uint8_t last; /* half-words of the last instruction */
  bool sijump, notify;
  bool custom; /* the last instruction has a custom opcode */
};

/** Whether it is a slot at all (NT:ING-03); what is none leaves a hole. */
static inline bool tb_directed_reports(const struct tb_directed_slot *g) {
  return g->units != 0 || g->itype == 1 || g->itype == 2;
}

struct tb_directed_op {
  enum tb_directed_what what;
  unsigned line;
  unsigned which;      /* CONFIG: place of the field; CHECK: enum tb_directed_output */
  uint64_t value;      /* of a level, field, time, output; pulses */
  uint64_t clocks;     /* BLOCK, IDLE */
  uint8_t step, pause; /* BLOCK: half-words by which addresses grow, clocks after each clock */
  unsigned slots;      /* BLOCK: in one clock */
  struct tb_directed_slot slot[RVT_BLOCKS_MAX];
};

struct tb_directed_message {
  char *text; /* as `rvt dump` prints it */
  unsigned times, line;
};

struct tb_directed_case {
  char *name, *origin; /* origin: where the expected messages come from */
  unsigned line;
  const char *skipped; /* not for this build: what it lacks; NULL: for this build */
  char *needs;         /* parameters that the build must name; NULL: none */
  char *nocode; /* why no program does what the case says, perhaps in some builds; NULL: one does */
  char *misleads; /* why a decoder finds something else than what ran; NULL: it must not */
  struct tb_directed_op *ops;
  struct tb_directed_message *messages;
  char **rows;
  uint8_t *bytes; /* that the messages must consist of; NULL: any that mean the same */
  size_t op_count, message_count, row_count, byte_count;
};

struct tb_directed {
  struct tb_directed_case *cases;
  size_t count;
};

/** Read a file for the build `p`. On any status but RVT_OK there is nothing to free. */
RVT_MUST_CHECK enum rvt_status tb_directed_load(struct tb_directed *d, const char *path,
                                                const struct rvt_params *p, struct rvt_error *e);
void tb_directed_free(struct tb_directed *d);

/** Print how many cases are skipped for which reason, a line each. @return their number */
size_t tb_directed_print_skipped(const struct tb_directed *d, const char *path);

/** Carry out a CONFIG. */
void tb_directed_set(struct rvt_config *c, const struct tb_directed_op *op);

#endif
