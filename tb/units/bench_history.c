/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "agents/records.h"
#include "cover/history_cover.h"
#include "harness/bench.h"
#include "harness/pace.h"
#include "rvt/unit/ntrace_history.h"

enum { KEPT_TIMES = 16 };
enum { KEPT = 1 << 20, MOST = (1 << 18) - 1 };

enum cover {
  COVER_LITERAL,
  COVER_REPEAT,
  COVER_REPEAT_LONGEST, /* of the longest period */
  COVER_REPEAT_ONE,     /* of period 1 */
  COVER_FULL,           /* the largest count */
  COVER_OVERTAKES,      /* RCODE 0 while outcomes are held */
  COVER_JOINS,          /* what is left goes into a message of another TCODE */
  COVER_JOINS_SAME,     /* ... into one that has HIST anyhow */
  COVER_BEFORE,         /* ... before a message with outcomes of its own */
  COVER_CLOSES_OTHER,   /* ... before Ownership or Error */
  COVER_CLOSES_REPEAT,
  COVER_FLUSH,
  COVER_FLUSH_REPEAT,
  COVER_FLUSH_MEETS, /* a record comes while it goes on */
  COVER_OFF,
  COVER_CLR_BUSY,
  COVER_WAITS, /* a message of outcomes is not taken at once */
  COVER_TIME_WAIT,
  COVER_GONE, /* a record that closes is on offer no more */
  COVER_CORNERS,
  COVERS = COVER_CORNERS + TB_HIST_COVERS
};
static const char *const covers[COVERS] = {
    "literal",       "repeat", "repeat_longest", "repeat_one",  "full",
    "overtakes",     "joins",  "joins_same",     "before",      "closes_other",
    "closes_repeat", "flush",  "flush_repeat",   "flush_meets", "off",
    "clr_busy",      "waits",  "time_wait",      "gone",        TB_HISTORY_COVER_NAMES};

struct history_bench {
  struct rvt_ntrace_packer_params p; /* of the records */
  uint8_t longest, word;
  struct rvt_ntrace_history model;
  struct tb_history_cover corners;
  struct rvt_ntrace_history_in in;
  struct rvt_ntrace_history_out out;
  uint32_t rec[TB_RECORD_WORDS], rec_out[TB_RECORD_WORDS], rec_mask[TB_RECORD_WORDS];
  struct tb_pace offer, ready;
  /* Options: one record of `close` closes, one of `icnt` has RCODE 0; a period is left once in
   * `change` records, and broken once in `flip` outcomes. */
  uint32_t clr_every, close_every, icnt_every, change_every, flip_every, flush_every, gone_every;
  uint64_t now, before; /* `before`: outcomes, the newest in bit 0 */
  unsigned period;
  /* What the judge knows: outcomes that have come and not gone, in a ring; bytes since the last
   * message that closes, of a literal stream and of what has gone. */
  uint8_t come[KEPT];
  uint32_t first, count;
  uint64_t literal, bytes;
  /* Times of the records that have come, from that of the last one gone on (NT:TSP-08). */
  uint64_t times[KEPT_TIMES];
  unsigned base_of[KEPT_TIMES], bases;
  unsigned times_first, times_end;
  unsigned still;           /* clocks in which it was asked for what is held, and nothing went */
  bool offered;             /* a record of outcomes is on offer */
  bool rec_new;             /* the record begins another base of time */
  bool time_was, time_owed; /* in the clock before; it has not gone on ... */
  bool time_again;          /* ... or may once more */
};

#define T struct history_bench
static const struct tb_bind binds[] = {
    TB_IN(T, "clr_i", in.clr),
    TB_IN(T, "en_i", in.en),
    TB_IN(T, "flush_i", in.flush),
    TB_IN(T, "rec_valid_i", in.rec_valid),
    TB_IN(T, "rec_i", rec),
    TB_IN(T, "word_i", offered),
    TB_IN(T, "time_new_i", in.time_new),
    TB_IN(T, "out_ready_i", in.out_ready),
    TB_OUT(T, NULL, "rec_ready_o", out.rec_ready),
    TB_OUT(T, NULL, "out_valid_o", out.out_valid),
    TB_OUT_MASKED(T, NULL, "out_rec_o", rec_out, rec_mask),
    TB_OUT(T, NULL, "time_new_o", out.time_new),
    TB_OUT(T, NULL, "held_o", out.held),
    TB_OUT(T, NULL, "busy_o", out.busy),
};
#undef T

/* Bytes of ResourceFull with RCODE 1, with RCODE 2, and of HIST alone. */
static unsigned literal_bytes(unsigned outcomes) { return (outcomes + 16) / 6; }
static unsigned repeat_bytes(unsigned period, uint32_t count) {
  return literal_bytes(period) + 1 + (count > 0x3f) + (count > 0xfff);
}
static unsigned hist_bytes(unsigned outcomes) { return (outcomes + 6) / 6; }

static bool is_word(const struct rvt_ntrace_record *r) {
  return r->tcode == RVT_TC_RESOURCE_FULL && r->sub == RVT_RC_HIST;
}

static bool has_hist(const struct rvt_ntrace_record *r) {
  return r->tcode == RVT_TC_INDIRECT_BRANCH_HIST || r->tcode == RVT_TC_INDIRECT_BRANCH_HIST_SYNC ||
         (r->tcode == RVT_TC_PROG_TRACE_CORRELATION && r->btype == 1);
}

static unsigned next_outcome(struct history_bench *b, struct tb_rng *rng) {
  unsigned bit = b->before >> (b->period - 1) & 1;
  if (tb_rng_one_in(rng, b->flip_every)) bit ^= 1;
  b->before = b->before << 1 | bit;
  return bit;
}

/* A record as flow makes it, which counts outcomes the way they come. */
static void new_record(struct history_bench *b, struct tb_rng *rng) {
  struct rvt_ntrace_record *r = &b->in.rec;
  if (tb_rng_one_in(rng, b->change_every)) {
    b->period = 1 + tb_rng_below(rng, tb_rng_one_in(rng, 3) ? 3 : 40);
    b->before = tb_rng_value(rng, 63);
  }
  const bool closes = tb_rng_one_in(rng, b->close_every);
  do tb_record_random(rng, &b->p, &b->now, r);
  while (r->tcode == RVT_TC_REPEAT_BRANCH || r->tcode == RVT_TC_DIRECT_BRANCH ||
         r->tcode == RVT_TC_DIRECT_BRANCH_SYNC ||
         (r->tcode == RVT_TC_RESOURCE_FULL ? closes || r->sub != RVT_RC_ICNT : !closes));
  if (r->tcode == RVT_TC_RESOURCE_FULL && !tb_rng_one_in(rng, b->icnt_every)) r->sub = RVT_RC_HIST;
  if (r->tcode == RVT_TC_PROG_TRACE_CORRELATION) r->btype = 1;
  unsigned outcomes = 0;
  if (is_word(r)) outcomes = b->word;
  if (has_hist(r) && !tb_rng_one_in(rng, 3)) outcomes = tb_rng_below(rng, b->word);
  if (is_word(r) || has_hist(r)) {
    r->hist = 1;
    for (unsigned i = 0; i < outcomes; i++) r->hist = r->hist << 1 | next_outcome(b, rng);
  }
  tb_record_bits(r, b->rec);
  b->rec_new = b->p.ts_width != 0 && !is_word(r) && tb_rng_one_in(rng, 40);
}

static bool init(void *self, struct tb *tb) {
  struct history_bench *b = self;
  b->p = (struct rvt_ntrace_packer_params){.icnt_width = 22,
                                           .hist_width = (uint8_t)tb_param(tb, "HistWidth"),
                                           .ts_width = (uint8_t)tb_param(tb, "TsWidth"),
                                           .addr_width = RVT_ADDR_CEIL};
  b->word = (uint8_t)(b->p.hist_width - 1);
  b->longest = (uint8_t)tb_param(tb, "Longest");
  tb_pace_init(&b->offer, tb, "offer", "mixed");
  tb_pace_init(&b->ready, tb, "ready", "mixed");
  b->clr_every = (uint32_t)tb_option_in(tb, "clr", 20000, 0, UINT32_MAX);
  b->close_every = (uint32_t)tb_option_in(tb, "close", 9, 0, UINT32_MAX);
  b->icnt_every = (uint32_t)tb_option_in(tb, "icnt", 12, 0, UINT32_MAX);
  b->change_every = (uint32_t)tb_option_in(tb, "change", 8, 0, UINT32_MAX);
  b->flip_every = (uint32_t)tb_option_in(tb, "flip", 50, 0, UINT32_MAX);
  b->flush_every = (uint32_t)tb_option_in(tb, "flush", 1000, 0, UINT32_MAX);
  b->gone_every = (uint32_t)tb_option_in(tb, "gone", 500, 0, UINT32_MAX);
  b->in.en = true;
  return tb->error[0] == 0;
}

static void forget(struct history_bench *b) {
  b->first = b->count = b->still = 0;
  b->times_first = b->times_end = 0;
  b->literal = b->bytes = 0;
  b->time_was = b->time_owed = b->time_again = b->in.flush = false;
}

static void reset(void *self, struct tb *tb) {
  struct history_bench *b = self;
  rvt_ntrace_history_init(&b->model, b->longest, b->word);
  forget(b);
  b->in.rec_valid = false;
  b->period = 1;
  new_record(b, &tb->rng);
}

static void drive(void *self, struct tb *tb) {
  struct history_bench *b = self;
  b->in.clr = tb_rng_one_in(&tb->rng, b->clr_every);
  b->in.out_ready = tb_pace_next(&b->ready, &tb->rng);
  /* The configuration stands still while outcomes are held. */
  if (!rvt_ntrace_history_busy(&b->model) && !b->model.more_q && tb_rng_one_in(&tb->rng, 40))
    b->in.en = !tb_rng_one_in(&tb->rng, 5);
  if (!b->in.rec_valid && tb_rng_one_in(&tb->rng, b->flush_every)) b->in.flush = true;
  const bool closes = b->in.rec.tcode != RVT_TC_RESOURCE_FULL;
  if (b->in.rec_valid && closes && tb_rng_one_in(&tb->rng, b->gone_every)) {
    b->in.rec_valid = false; /* of a sync that is not wanted any more */
    tb->cover[COVER_GONE]++;
  } else if (!b->in.rec_valid && !b->in.flush) {
    b->in.rec_valid = tb_pace_next(&b->offer, &tb->rng);
  } else if (b->in.flush && tb_rng_one_in(&tb->rng, 50)) {
    b->in.flush = false; /* a record comes; what has begun goes on */
    b->in.rec_valid = true;
    tb->cover[COVER_FLUSH_MEETS] += b->model.flush_q;
  }
  b->offered = b->in.rec_valid && is_word(&b->in.rec);
  b->in.time_new =
      b->in.rec_valid ? b->rec_new : b->p.ts_width != 0 && tb_rng_one_in(&tb->rng, 200);
}

static void outputs(void *self) {
  struct history_bench *b = self;
  rvt_ntrace_history_outputs(&b->model, &b->in, &b->out);
  memset(b->rec_mask, 0, sizeof b->rec_mask);
  if (!b->out.out_valid) return;
  /* Of what is made here, the fields that it does not have are not looked at. */
  const bool own = b->model.state_q == RVT_HISTORY_SEND;
  const bool counts = own && b->model.repeat_q;
  const struct rvt_ntrace_record mask = {.tcode = 0x3f,
                                         .sub = 15,
                                         .btype = 3,
                                         .icnt = own && !counts ? 0 : UINT32_MAX,
                                         .hist = UINT32_MAX,
                                         .addr = own ? 0 : UINT64_MAX,
                                         .abs_time = UINT64_MAX};
  tb_record_bits(&mask, b->rec_mask);
  tb_record_bits(&b->out.rec, b->rec_out);
}

static unsigned outcomes_of(uint32_t hist) { return 31 - (unsigned)__builtin_clz(hist | 1); }

static void come(struct history_bench *b, struct tb *tb, uint32_t hist) {
  for (unsigned i = outcomes_of(hist); i-- != 0;) {
    if (b->count == KEPT) tb_fail(tb, "more outcomes are held than the bench keeps");
    b->come[(b->first + b->count++) % KEPT] = hist >> i & 1;
  }
}

/* The outcomes of a message are the oldest ones that have come. */
static void gone(struct history_bench *b, struct tb *tb, uint32_t hist, uint32_t times) {
  for (uint32_t t = 0; t < times; t++)
    for (unsigned i = outcomes_of(hist); i-- != 0;) {
      if (b->count == 0 || b->come[b->first] != (hist >> i & 1)) {
        tb_fail(tb, "an outcome goes out that has not come, or not in its order (NT:RSF-07)");
        return;
      }
      b->first = (b->first + 1) % KEPT;
      b->count--;
    }
}

static void judge_full(struct history_bench *b, struct tb *tb) {
  const struct rvt_ntrace_record *r = &b->out.rec;
  const unsigned outcomes = outcomes_of(r->hist);
  if (r->sub == RVT_RC_HIST) {
    tb->cover[COVER_LITERAL]++;
    b->bytes += literal_bytes(outcomes);
    gone(b, tb, r->hist, 1);
    return;
  }
  if (r->icnt < 2 || outcomes == 0 || outcomes > b->longest)
    tb_fail(tb, "HREPEAT=%u of %u outcomes (NT:RHI-04)", r->icnt, outcomes);
  tb->cover[COVER_REPEAT]++;
  tb->cover[COVER_REPEAT_ONE] += outcomes == 1;
  tb->cover[COVER_REPEAT_LONGEST] += outcomes == b->longest;
  tb->cover[COVER_FULL] += r->icnt == MOST;
  if (r->icnt == MOST) PROVED("NT:RHI-05");
  b->bytes += repeat_bytes(outcomes, r->icnt);
  gone(b, tb, r->hist, r->icnt);
  PROVED("NT:RSF-03");
  PROVED("NT:RHI-01");
  PROVED("NT:RHI-02");
  PROVED("NT:RHI-04");
  PROVED("NT:RHI-03");
}

/* A record goes out as it came, but for the outcomes that join it. */
static void judge_record(struct history_bench *b, struct tb *tb) {
  const struct rvt_ntrace_record *in = &b->in.rec, *r = &b->out.rec;
  if (in->tcode == RVT_TC_RESOURCE_FULL) {
    if (b->count != 0) PROVED("NT:RHI-07");
    tb->cover[COVER_OVERTAKES] += in->sub == RVT_RC_ICNT && b->count != 0;
    tb->cover[COVER_OFF] += in->sub == RVT_RC_HIST;
    if (in->sub == RVT_RC_HIST && (b->in.en || b->count != 0))
      tb_fail(tb, "outcomes pass although they are to be held");
    return;
  }
  if (r->sub != in->sub || r->btype != in->btype || r->icnt != in->icnt || r->addr != in->addr ||
      r->abs_time != in->abs_time)
    tb_fail(tb, "a record goes out that has not come");
  const unsigned held = b->count;
  if (held != 0) {
    tb->cover[r->tcode == in->tcode ? COVER_JOINS_SAME : COVER_JOINS]++;
    if (!has_hist(r) || (has_hist(in) && in->hist != 1))
      tb_fail(tb, "outcomes are lost in a message (NT:RHI-06)");
    gone(b, tb, r->hist, 1);
    b->bytes += has_hist(in) ? hist_bytes(held) - 1 : hist_bytes(held);
  } else if (r->tcode != in->tcode || (has_hist(r) && r->hist != in->hist)) {
    tb_fail(tb, "a record goes out with other outcomes");
  }
  if (b->count != 0) tb_fail(tb, "a message goes out before the outcomes (NT:RHI-06)");
  PROVED("NT:RHI-06");
  tb->cover[COVER_CLOSES_OTHER] += !has_hist(in) && b->literal != 0 && held == 0;
  tb->cover[COVER_BEFORE] += has_hist(in) && in->hist != 1 && b->literal != 0;
  if (b->bytes > b->literal + 7)
    tb_fail(tb, "%u bytes more than a literal stream since the message before",
            (unsigned)(b->bytes - b->literal));
  b->literal = b->bytes = 0;
}

static void keep_time(struct history_bench *b, uint64_t time) {
  b->times[b->times_end % KEPT_TIMES] = time;
  b->base_of[b->times_end++ % KEPT_TIMES] = b->bases;
  if (b->times_end - b->times_first > KEPT_TIMES) b->times_first++;
}

/* It goes on once, before what has a time of it. */
static void judge_base(struct history_bench *b, struct tb *tb, bool taken) {
  const bool begins = b->in.time_new && !b->time_was;
  tb->cover[COVER_TIME_WAIT] += b->in.time_new && !b->out.time_new;
  b->bases += begins;
  b->time_owed = b->time_owed || begins;
  /* What begins it may be no more before it goes: then it is told once more. */
  b->time_again = b->time_again || (b->time_was && !b->in.rec_valid);
  if (b->out.time_new && !b->in.time_new && !b->time_owed && !b->time_again)
    tb_fail(tb, "time_new_o without another base of time");
  if (b->out.time_new) b->time_owed = b->time_again = false;
  b->time_was = b->in.time_new && b->in.rec_valid && !taken;
}

/* What goes out has the time of a record that has come or is on offer, and none of one before that
 * of the message before (NT:TSP-08, D-43). */
static void judge_time(struct history_bench *b, struct tb *tb, bool leaves, bool taken) {
  const uint64_t offered = b->in.rec.abs_time;
  if (taken) keep_time(b, offered);
  if (!leaves) return;
  while (b->times_first != b->times_end &&
         b->times[b->times_first % KEPT_TIMES] != b->out.rec.abs_time)
    b->times_first++;
  if (b->times_first == b->times_end) {
    if (!b->in.rec_valid || b->out.rec.abs_time != offered)
      tb_fail(tb, "a message has the time of no record after that of the one before (NT:TSP-08)");
    keep_time(b, offered); /* it may yet be no more */
  }
  if (b->time_owed && b->base_of[b->times_first % KEPT_TIMES] == b->bases)
    tb_fail(tb, "a message goes out before the base of its time (TCI:TS-16)");
}

/* All that was held has gone, and a flush had asked for it. */
static void judge_flush(struct history_bench *b, struct tb *tb) {
  if (!(b->in.flush || b->model.flush_q) || b->out.busy || b->out.held) return;
  if (b->count != 0) tb_fail(tb, "a flush leaves outcomes held");
  if (b->bytes > b->literal + 7) tb_fail(tb, "a flush costs more than seven bytes");
  b->literal = b->bytes = 0;
  tb->cover[COVER_FLUSH]++;
  b->in.flush = false;
}

static void judge(struct history_bench *b, struct tb *tb) {
  const bool own = b->model.state_q == RVT_HISTORY_SEND;
  const bool leaves = b->out.out_valid && b->in.out_ready;
  const bool taken = b->in.rec_valid && b->out.rec_ready;
  tb->cover[COVER_WAITS] += own && !b->in.out_ready;
  tb->cover[COVER_CLOSES_REPEAT] += leaves && own && b->model.closing_q && b->out.rec.sub == 2;
  tb->cover[COVER_FLUSH_REPEAT] += leaves && own && b->in.flush && b->out.rec.sub == 2;
  judge_flush(b, tb);
  judge_base(b, tb, taken);
  judge_time(b, tb, leaves, taken);
  if (leaves && own) judge_full(b, tb);
  if (leaves && !own) judge_record(b, tb);
  if (leaves != taken && !own && !(taken && is_word(&b->in.rec)))
    tb_fail(tb, "a record is taken that does not go out, or stays");
  if (taken && !leaves && is_word(&b->in.rec)) {
    come(b, tb, b->in.rec.hist);
    b->literal += literal_bytes(b->word);
  } else if (taken && own && is_word(&b->in.rec)) {
    come(b, tb, b->in.rec.hist);
    b->literal += literal_bytes(b->word);
  }
  if (!b->out.busy && !b->out.held && b->count != 0 && !taken)
    tb_fail(tb, "busy_o says that no outcome is held");
  b->still =
      (b->in.flush || b->in.rec_valid) && b->in.out_ready && !leaves && !taken ? b->still + 1 : 0;
  if (b->still > 400) tb_fail(tb, "nothing moves although all is taken");
}

static void tick(void *self, struct tb *tb) {
  struct history_bench *b = self;
  const bool taken = b->in.rec_valid && b->out.rec_ready && !b->in.clr;
  const struct rvt_ntrace_history_in in = b->in;
  if (b->in.clr) {
    tb->cover[COVER_CLR_BUSY] += b->out.busy;
    forget(b);
  } else {
    judge(b, tb);
  }
  tb_history_cover_clock(&b->corners, &b->model, &in, &b->out, tb->cover + COVER_CORNERS);
  rvt_ntrace_history_tick(&b->model, &in, &b->out);
  if (taken || (b->in.clr && b->in.rec_valid)) {
    b->in.rec_valid = false;
    new_record(b, &tb->rng);
  }
}

const struct tb_bench tb_bench_history = {
    .name = "history",
    .bytes = sizeof(struct history_bench),
    .binds = binds,
    .bind_count = sizeof binds / sizeof *binds,
    .covers = covers,
    .cover_count = COVERS,
    .init = init,
    .reset = reset,
    .drive = drive,
    .outputs = outputs,
    .tick = tick,
};
