/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_TB_TANDEM_CHECK_H
#define RVT_TB_TANDEM_CHECK_H

/*
 * The stream of the encoder of tandem verification trace against the functional encoder and the
 * strict reader: of every record that was taken its group, whole, in order, and nothing else but,
 * with Shadow, dumps of the state in gaps (tandem_dump.h).
 */

#include "harness/bench.h"
#include "judges/stream_check.h"
#include "judges/tandem_dump.h"
#include "rvt/tandem/encoder.h"

/** What is counted of groups that have left: opcodes, then identifiers of opcode 7, then sizes. */
enum {
  TB_TANDEM_STATE = RVT_TANDEM_INSN32 + 1,
  TB_TANDEM_COUNTS = TB_TANDEM_STATE + RVT_TANDEM_STATES
};

enum { TB_TANDEM_DUE = 2048 /* groups that the largest build may hold, and more */ };

struct tb_tandem_group {
  uint8_t bytes[RVT_TANDEM_GROUP_BYTES];
  uint8_t size;
  uint8_t kind;
  bool gap;    /* no group: one of tandem_dump.h */
  bool strict; /* of a hart that keeps the rules: no register twice */
  bool ends;   /* the word: no group of the same clock comes after it */
  bool other;  /* another kind in the same clock */
  bool less;   /* something was told that this build does not send */
  bool x0;     /* ... or that is x0 */
  bool trap;   /* with privilege and four CSRs */
};

struct tb_tandem_check {
  const struct rvt_tandem_params *p;
  bool obeys; /* the hart does, always: nothing may be lost */
  bool lost;  /* what lost_o has to be */
  bool dropping;
  unsigned idle;  /* clocks in which it was empty, 2 at most */
  unsigned words; /* clocks that were taken and have not left */
  size_t at;      /* bytes of the group that leaves */
  uint32_t from, to;
  uint8_t bound; /* bytes of this build's longest group */
  struct tb_tandem_group due[TB_TANDEM_DUE];
  struct tb_tandem_dump dump; /* with Shadow */
  struct tb_stream_check stream;
  struct rvt_tandem_reader reader;
  uint64_t counts[TB_TANDEM_COUNTS]; /* elements that have left */
  uint64_t longest;                  /* groups as long as any, that have left */
  uint64_t wraps;                    /* opcode 3 from the last instruction of memory to the first */
};

void tb_tandem_check_init(struct tb_tandem_check *c, const struct rvt_tandem_params *p, bool obeys);
/** After a reset. */
void tb_tandem_check_clear(struct tb_tandem_check *c);
/** Of a clock what only the encoder knows. */
struct tb_tandem_moment {
  bool taken;   /* what the hart tells is, if it is enabled */
  bool dumping; /* ... and if not, it is no loss */
  bool put;     /* a record of a dump is put behind what was taken */
  bool reset;   /* one that a dump still has to say */
};

/** Before the clock's edge, of the model. */
struct tb_tandem_moment tb_tandem_moment_of(const struct rvt_tandem *model,
                                            const struct rvt_tandem_in *in);
/** A clock. Fails the run with the rule that was broken. */
void tb_tandem_check_clock(struct tb_tandem_check *c, struct tb *tb, const struct rvt_tandem_in *in,
                           const struct rvt_tandem_out *out, const struct tb_tandem_moment *of);
/** Whether the hart tells something. */
bool tb_tandem_any_told(const struct tb_tandem_check *c, const struct rvt_tandem_in *in);
/** Whether a record in this slot is one. */
bool tb_tandem_is_told(const struct tb_tandem_check *c, const struct rvt_tandem_in *in,
                       unsigned slot);

#endif
