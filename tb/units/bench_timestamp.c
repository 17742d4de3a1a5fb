/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "harness/bench.h"
#include "harness/ports.h"
#include "judges/time_base.h"
#include "rvt/regs.h"
#include "rvt/unit/timestamp.h"

/* The timestamp unit alone, against tb/judges/time_base.h. */

enum cover {
  COVER_WRITES,
  COVER_RESETS,   /* trTsReset of a counter that was not 0 */
  COVER_IGNORED,  /* ... in a mode without one (TCI:TS-04) */
  COVER_WRAPS,    /* the counter began again at 0 */
  COVER_FROZEN,   /* clocks in debug mode without counting */
  COVER_IN_DEBUG, /* ... and with */
  COVER_OUTSIDE,  /* clocks with the time of outside */
  COVER_CARRIES,  /* trTsCounterHigh read as trTsCounterLow had it, and is another by then */
  COVER_NEW,
  COVER_NEW_PRESCALE, /* ... by trTsPrescale alone */
  COVER_PRESCALE,     /* COVER_PRESCALE + n: counts after a whole period of 4^n clocks */
  COVERS = COVER_PRESCALE + 4
};
static const char *const covers[COVERS] = {
    "writes",  "resets", "ignored",      "wraps", "frozen", "in_debug", "outside",
    "carries", "new",    "new_prescale", "by_1",  "by_4",   "by_16",    "by_64"};

struct time_bench {
  struct rvt_timestamp model;
  struct rvt_timestamp_in in;
  uint8_t write; /* bytes */
  uint16_t addr;
  bool read;
  uint32_t rdata;
  uint64_t now;
  bool en, new;
  uint32_t works_left;
  /* the judge */
  struct tb_time_base base;
  uint64_t high; /* of the time when trTsCounterLow was read */
};

#define T struct time_bench
static const struct tb_bind binds[] = {
    TB_IN(T, "works_i", in.works),
    TB_IN(T, "addr_i", addr),
    TB_IN(T, "write_i", write),
    TB_IN(T, "wdata_i", in.data),
    TB_IN(T, "read_i", read),
    TB_IN(T, "halted_i", in.halted),
    TB_IN(T, "time_i", in.time),
    TB_OUT(T, NULL, "rdata_o", rdata),
    TB_OUT(T, NULL, "time_o", now),
    TB_OUT(T, NULL, "en_o", en),
    TB_OUT(T, NULL, "suppress_o", model.suppress_q),
    TB_OUT(T, NULL, "new_o", model.new_q),
};
#undef T

static bool init(void *self, struct tb *tb) {
  struct time_bench *b = self;
  b->model.width = (uint8_t)tb_param(tb, "TsWidth");
  return tb->error[0] == 0;
}

static void reset(void *self, struct tb *tb) {
  struct time_bench *b = self;
  (void)tb;
  *b = (struct time_bench){.model = {.width = b->model.width}};
}

/* Near the ends of the counter now and then, which a counter of many bits never reaches. */
static void drive(void *self, struct tb *tb) {
  struct time_bench *b = self;
  struct tb_rng *rng = &tb->rng;
  b->works_left = b->works_left != 0 ? b->works_left - 1 : tb_rng_below(rng, 20000);
  b->in.works = b->works_left > 3;
  b->write = 0;
  if (tb_rng_one_in(rng, 300)) {
    b->write = tb_rng_one_in(rng, 4) ? (uint8_t)tb_rng_below(rng, 16) : 15;
    b->in.data = (uint32_t)tb_rng_next(rng);
    if (!tb_rng_one_in(rng, 8)) b->in.data |= RVT_TR_TS_ACTIVE_MASK | RVT_TR_TS_COUNT_MASK;
    if (!tb_rng_one_in(rng, 4)) b->in.data &= ~RVT_TR_TS_RESET_MASK;
    if (tb_rng_one_in(rng, 2))
      b->in.data = RVT_WITH_FIELD(b->in.data, RVT_TR_TS_MODE, 2 + tb_rng_below(rng, 2));
  }
  static const uint16_t words[] = {RVT_TR_TS_CONTROL_OFFSET, RVT_TR_TS_COUNTER_LOW_OFFSET,
                                   RVT_TR_TS_COUNTER_HIGH_OFFSET, 0x44};
  const uint32_t r = (uint32_t)tb_rng_next(rng);
  b->addr = (uint16_t)(words[b->write != 0 && (r & 12) != 0 ? 0 : r & 3] | (r >> 4 & 3));
  b->in.write = b->write != 0 && (b->addr & 0xFFC) == RVT_TR_TS_CONTROL_OFFSET;
  b->in.lanes = 0;
  for (unsigned i = 0; i < 4; i++)
    if ((b->write >> i & 1) != 0) b->in.lanes |= 0xFFu << (8 * i);
  if (tb_rng_one_in(rng, 50)) b->in.halted = !b->in.halted;
  b->read = tb_rng_one_in(rng, 3);
  b->in.read_low = b->read && (b->addr & 0xFFC) == RVT_TR_TS_COUNTER_LOW_OFFSET;
  b->in.time = tb_rng_next(rng) & tb_ones(b->model.width);
}

static void outputs(void *self) {
  struct time_bench *b = self;
  b->now = rvt_timestamp_now(&b->model, b->in.time);
  switch (b->addr & 0xFFC) {
  case RVT_TR_TS_CONTROL_OFFSET: b->rdata = rvt_timestamp_control(&b->model); break;
  case RVT_TR_TS_COUNTER_LOW_OFFSET: b->rdata = (uint32_t)b->now; break;
  case RVT_TR_TS_COUNTER_HIGH_OFFSET: b->rdata = b->model.high_q; break;
  default: b->rdata = 0; break;
  }
  b->en = rvt_timestamp_on(&b->model);
}

/* What the outputs must be in this clock. */
static void check(struct time_bench *b, struct tb *tb) {
  const struct tb_time_base *t = &b->base;
  const uint64_t want = tb_time_now(t, b->in.time, b->model.width);
  if (b->now != want)
    tb_fail(tb, "timestamp: time 0x%llx, expected 0x%llx (TCI:TS-03, TS-06)",
            (unsigned long long)b->now, (unsigned long long)want);
  const uint32_t control = RVT_WITH_FIELD(t->control, RVT_TR_TS_WIDTH, (uint32_t)b->model.width);
  const uint16_t word = b->addr & 0xFFC;
  const uint32_t reads = word == RVT_TR_TS_CONTROL_OFFSET        ? control
                         : word == RVT_TR_TS_COUNTER_LOW_OFFSET  ? (uint32_t)want
                         : word == RVT_TR_TS_COUNTER_HIGH_OFFSET ? (uint32_t)b->high
                                                                 : 0;
  if (b->rdata != reads)
    tb_fail(tb, "timestamp: word 0x%03x reads 0x%08x, expected 0x%08x (TCI:TS-20, BUS-12)", word,
            b->rdata, reads);
  const bool enabled = RVT_FIELD(t->control, RVT_TR_TS_ENABLE) != 0;
  if (b->en != (tb_time_active(t) && enabled && tb_time_mode(t) != 0))
    tb_fail(tb, "timestamp: TSTAMP is on with mode %u (TCI:TS-17)", tb_time_mode(t));
  if (b->model.suppress_q != RVT_FIELD(t->control, RVT_RVT_TS_SUPPRESS))
    tb_fail(tb, "timestamp: kinds 0x%x are suppressed (TCI:TS-18)", b->model.suppress_q);
  if (b->model.new_q != t->fresh)
    tb_fail(tb, "timestamp: new_o is %d, trTsControl says %d (TCI:TS-16)", b->model.new_q,
            t->fresh);
}

/* The judge's edge. */
static void judge(struct time_bench *b, struct tb *tb) {
  const struct tb_time_base before = b->base;
  const struct tb_time_base *after = &b->base;
  const unsigned width = b->model.width;
  const uint32_t mode = tb_time_mode(&before);
  const unsigned shift = tb_time_shift(&before);
  const bool active = tb_time_active(&before);
  const bool may = tb_time_may(&before), frozen = tb_time_frozen(&before, b->in.halted);
  const uint64_t counter = before.since + (before.counted >> shift);
  const bool stood = (counter & tb_ones(width)) != 0;
  tb_time_tick(&b->base, b->in.works, b->in.halted, b->in.data, b->in.write ? b->in.lanes : 0);
  const bool written = b->in.write && (b->in.data & b->in.lanes & RVT_TR_TS_RESET_MASK) != 0;
  const bool stays = tb_time_active(after);
  const bool counts = may && !frozen && (before.counted + 1) % (UINT64_C(1) << shift) == 0;
  uint64_t *cover = tb->cover;
  cover[COVER_PRESCALE + shift / 2] += counts && before.counted + 1 >= UINT64_C(1) << shift;
  cover[COVER_FROZEN] += may && frozen;
  cover[COVER_IN_DEBUG] += may && !frozen && mode == 3 && b->in.halted;
  cover[COVER_OUTSIDE] += active && (mode == 1 || mode == 4);
  cover[COVER_WRITES] += b->in.write;
  cover[COVER_WRAPS] +=
      counts && stood && ((counter + 1) & tb_ones(width)) == 0 && !written && stays;
  cover[COVER_RESETS] += written && tb_time_internal(after) && stood && stays;
  cover[COVER_IGNORED] += written && !tb_time_internal(after) && stood && stays;
  cover[COVER_NEW] += after->fresh;
  cover[COVER_NEW_PRESCALE] +=
      after->fresh && active && stays && !written && mode == tb_time_mode(after);
  cover[COVER_CARRIES] += !b->in.read_low && active && (uint32_t)(b->now >> 32) != b->high;
  if (b->in.read_low) b->high = b->now >> 32;
  if (!stays) b->high = 0;
}

static void tick(void *self, struct tb *tb) {
  struct time_bench *b = self;
  check(b, tb);
  judge(b, tb);
  rvt_timestamp_tick(&b->model, &b->in);
}

static bool finish(void *self, struct tb *tb) {
  const uint64_t *c = tb->cover;
  (void)self;
  if (c[COVER_RESETS] != 0) PROVED("TCI:TS-05");
  if (c[COVER_IGNORED] != 0) PROVED("TCI:TS-04");
  if (c[COVER_PRESCALE] * c[COVER_PRESCALE + 1] * c[COVER_PRESCALE + 2] * c[COVER_PRESCALE + 3] !=
      0)
    PROVED("TCI:TS-06");
  if (c[COVER_FROZEN] * c[COVER_IN_DEBUG] != 0) PROVED("TCI:TS-07");
  if (c[COVER_WRAPS] != 0) PROVED("TCI:TS-08");
  if (c[COVER_OUTSIDE] != 0) PROVED("TCI:TS-03");
  return true;
}

const struct tb_bench tb_bench_timestamp = {
    .name = "timestamp",
    .bytes = sizeof(struct time_bench),
    .binds = binds,
    .bind_count = sizeof binds / sizeof *binds,
    .covers = covers,
    .cover_count = COVERS,
    .init = init,
    .reset = reset,
    .drive = drive,
    .outputs = outputs,
    .tick = tick,
    .finish = finish,
};
