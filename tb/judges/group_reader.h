/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_TB_GROUP_READER_H
#define RVT_TB_GROUP_READER_H

/*
 * What a reader of a sink of tandem verification trace gets: every group that the sink took, whole
 * and in order, with 00 between them; of one that was cut nothing that a strict reader takes
 * (TV:E-06, R-17).
 */

#include "harness/bench.h"
#include "rvt/tandem/element.h"
#include "rvt/tandem/record.h"
#include "rvt/unit/beat.h"

enum { TB_GROUPS = 512 /* that a sink can hold, and more */ };

struct tb_group {
  uint8_t bytes[RVT_TANDEM_GROUP_BYTES];
  uint16_t size;
  bool whole, cut;
};

struct tb_group_reader {
  const char *sink;
  bool strict; /* the hart keeps the rules: so do the groups */
  uint32_t begin, place;
  struct tb_group due[TB_GROUPS];
  uint32_t from, to; /* of `due`: the one that is read; behind the one that is taken */
  unsigned at;       /* bytes of it that were read */
  struct rvt_tandem_reader reader;
  uint64_t groups, cuts;
};

void tb_group_reader_init(struct tb_group_reader *r, const char *sink, bool strict,
                          const struct rvt_tandem_format *format);
/** The sink was reset: what it held is forgotten, and the next group begins anew. */
void tb_group_reader_clear(struct tb_group_reader *r);
/** The sink has taken a beat. */
void tb_group_reader_take(struct tb_group_reader *r, const struct rvt_beat *beat, struct tb *tb);
/** The rest of the group under way will not come. */
void tb_group_reader_cut(struct tb_group_reader *r);
/** The sink has given up the last `bytes` bytes that it took, and of a group that it had begun the
 * rest. */
void tb_group_reader_give_up(struct tb_group_reader *r, unsigned bytes, struct tb *tb);
/** Its reader gets a byte. */
void tb_group_reader_byte(struct tb_group_reader *r, uint8_t byte, struct tb *tb);

#endif
