/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_TB_TANDEM_DUMP_H
#define RVT_TB_TANDEM_DUMP_H

/*
 * What stands between a gap of a tandem verification trace and the first record after it (TV:E-05,
 * TV:E-08): a reader who knew nothing when the gap began knows of the hart's state what the hart
 * has told before that record, and no more. A gap is from what is not taken, enabled or not, to
 * what is.
 */

#include "harness/bench.h"
#include "rvt/tandem/encoder.h"

/** Places of a state: x, f and CSRs in the order of the dump, then these. */
enum { TB_TANDEM_F = 32, TB_TANDEM_CSR = 64, TB_TANDEM_PC = 96, TB_TANDEM_LEVEL, TB_TANDEM_PLACES };
enum { TB_TANDEM_GAPS = 1024 /* that the largest build may hold */ };

struct tb_tandem_state {
  bool known[TB_TANDEM_PLACES];
  bool stale[TB_TANDEM_PLACES]; /* a view that is not kept was told: it may have been said before */
  uint64_t value[TB_TANDEM_PLACES];
};

struct tb_tandem_gap {
  bool closed;           /* a record comes after it; `due` is what is known then */
  bool lost;             /* it began with a record that was refused */
  bool reset;            /* a dump has to say one */
  unsigned resets, puts; /* that were told; groups of dumps that are to come */
  struct tb_tandem_state due;
};

struct tb_tandem_dump {
  const struct rvt_tandem_params *p;
  struct tb_tandem_state told, read; /* read: since the gap began that is being read */
  bool open;                         /* a gap is, at the end of those that are due */
  uint32_t from, to;
  struct tb_tandem_gap gap[TB_TANDEM_GAPS];
  uint8_t bytes[RVT_TANDEM_GROUP_BYTES]; /* the group that is read, */
  size_t size;                           /* ... so far */
  struct rvt_tandem_reader reader;
  uint64_t after_loss, after_off; /* gaps after which a state was said, with a pc */
};

/** Whether a transaction is told that the build sends. */
bool tb_tandem_is_bus_told(const struct rvt_tandem_params *p, const struct rvt_tandem_in *in);
/** A CSR of the dump by its place after TB_TANDEM_CSR. */
extern const uint16_t tb_tandem_csrs[RVT_TANDEM_BANK];

void tb_tandem_dump_init(struct tb_tandem_dump *d, const struct rvt_tandem_params *p);
/** After a reset. */
void tb_tandem_dump_clear(struct tb_tandem_dump *d);
/** All that is due is dropped. @param pending  a reset is not, which only the encoder knows */
void tb_tandem_dump_drop(struct tb_tandem_dump *d, bool pending);
/** What the hart tells in a clock. @param taken  it is; else a gap begins or goes on, @param lost
 * ... by a loss */
void tb_tandem_dump_told(struct tb_tandem_dump *d, struct tb *tb, const struct rvt_tandem_in *in,
                         bool taken, bool lost);
/** A record of a dump is put. */
void tb_tandem_dump_put(struct tb_tandem_dump *d, struct tb *tb);
/** Bytes of a group in the gap that is read. */
void tb_tandem_dump_beat(struct tb_tandem_dump *d, const struct rvt_beat *m);
/** They are a group of a dump, or fail the run. */
void tb_tandem_dump_group(struct tb_tandem_dump *d, struct tb *tb);
/** Whether one has to come. */
bool tb_tandem_dump_due(const struct tb_tandem_dump *d);
/** Whether a record has to come, since all groups of dumps have. */
bool tb_tandem_dump_ends(const struct tb_tandem_dump *d);
/** The state that was said has to be that of the record; the next gap is read from then on. */
void tb_tandem_dump_next(struct tb_tandem_dump *d, struct tb *tb);

#endif
