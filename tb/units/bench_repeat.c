/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "agents/records.h"
#include "codec/ntrace_layout.h"
#include "harness/bench.h"
#include "harness/pace.h"
#include "rvt/unit/ntrace_repeat.h"

enum cover {
  COVER_SENT_TCODES, /* one counter per TCODE that goes out */
  COVER_MERGED = TB_TCODES,
  COVER_MERGED_DIRECT,
  COVER_MERGED_INDIRECT,
  COVER_MERGED_HIST,
  COVER_MERGED_TRAP, /* ... of a trap */
  COVER_MERGED_BUSY, /* ... while nothing can be sent */
  COVER_FULL,        /* the largest count, and further times behind it */
  COVER_BEFORE,      /* one counter per TCODE before which a count goes out */
  COVER_NEAR_TCODE = COVER_BEFORE + TB_TCODES, /* not equal by one field alone */
  COVER_NEAR_BTYPE,
  COVER_NEAR_ICNT,
  COVER_NEAR_HIST,
  COVER_NEAR_ADDR,
  COVER_AFTER_SYNC, /* equal to what a sync has reported, and sent in full */
  COVER_AFTER_ADDR, /* equal to a message with a U-ADDR but for that, and sent in full */
  COVER_OFF,        /* equal, but not to be counted */
  COVER_CLR_BUSY,
  COVER_SEND_WAITS,
  COVER_TIME_NEW,  /* times have another base, and no record is held */
  COVER_TIME_WAIT, /* ... and one that came before it is */
  COVERS
};
static const char *const covers[COVERS] = {TB_TCODE_COVERS,
                                           "merged",
                                           "merged_direct",
                                           "merged_indirect",
                                           "merged_hist",
                                           "merged_trap",
                                           "merged_busy",
                                           "full",
                                           "before_ownership",
                                           "before_direct",
                                           "before_indirect",
                                           "before_error",
                                           "before_sync",
                                           "before_direct_sync",
                                           "before_indirect_sync",
                                           "before_resource_full",
                                           "before_hist",
                                           "before_hist_sync",
                                           "before_repeat",
                                           "before_correlation",
                                           "near_tcode",
                                           "near_btype",
                                           "near_icnt",
                                           "near_hist",
                                           "near_addr",
                                           "after_sync",
                                           "after_addr",
                                           "off",
                                           "clr_busy",
                                           "send_waits",
                                           "time_new",
                                           "time_wait"};

struct repeat_bench {
  struct rvt_ntrace_packer_params p; /* of the records */
  unsigned count_bits;
  struct rvt_ntrace_repeat model;
  struct rvt_ntrace_repeat_in in;
  struct rvt_ntrace_repeat_out out;
  uint32_t rec[TB_RECORD_WORDS], rec_out[TB_RECORD_WORDS], rec_mask[TB_RECORD_WORDS];
  struct tb_pace offer, ready;
  /* Options other=N, near=N: one record of N is another, or differs from the one before. en=N: en_i
   * is drawn anew once in N clocks. */
  uint32_t clr_every, other_every, near_every, en_every;
  uint64_t now;
  struct rvt_ntrace_record base; /* of the next records */
  /* What the judge knows: the record sent last, how often it came again since the last output, and
   * the one after that, which is neither sent nor counted. */
  struct rvt_ntrace_record sent, held;
  bool any_sent, any_held;
  bool counts, held_counts; /* `en` when the one sent or counted last came; when `held` came */
  uint64_t again, last_time;
  bool full_before;
  bool time_new, time_wait; /* another base: for what is on offer; behind `held` */
};

#define T struct repeat_bench
static const struct tb_bind binds[] = {
    TB_IN(T, "clr_i", in.clr),
    TB_IN(T, "en_i", in.en),
    TB_IN(T, "rec_valid_i", in.rec_valid),
    TB_IN(T, "rec_i", rec),
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

static bool is_branch(uint8_t tcode) {
  return tcode == RVT_TC_DIRECT_BRANCH || tcode == RVT_TC_INDIRECT_BRANCH ||
         tcode == RVT_TC_INDIRECT_BRANCH_HIST;
}

static bool has_hist(uint8_t tcode) {
  return tcode == RVT_TC_INDIRECT_BRANCH_HIST || tcode == RVT_TC_INDIRECT_BRANCH_HIST_SYNC;
}

static void other_record(struct repeat_bench *b, struct tb_rng *rng) {
  do tb_record_random(rng, &b->p, &b->now, &b->in.rec);
  while (b->in.rec.tcode == RVT_TC_REPEAT_BRANCH ||
         (!is_branch(b->in.rec.tcode) && !tb_rng_one_in(rng, 3)));
  if (!tb_rng_one_in(rng, 4)) b->in.rec.addr = 0;
  if (!tb_rng_one_in(rng, 4)) b->in.rec.icnt &= 3;
  if (b->p.hist_width != 0 && !tb_rng_one_in(rng, 4))
    b->in.rec.hist = b->in.rec.hist & 3 ? b->in.rec.hist & 3 : 1;
}

/* The record before once more, or but for one field, or its other form. */
static void new_record(struct repeat_bench *b, struct tb_rng *rng) {
  struct rvt_ntrace_record *r = &b->in.rec;
  if (tb_rng_one_in(rng, b->other_every)) {
    other_record(b, rng);
    b->base = *r;
  } else {
    *r = b->base;
    b->now += tb_rng_below(rng, 9);
    b->now &= tb_ones(b->p.ts_width);
    r->abs_time = b->p.ts_width == 0 ? 0 : b->now;
    if (tb_rng_one_in(rng, b->near_every)) {
      switch (tb_rng_below(rng, 7)) {
      case 0: r->icnt ^= 1u << tb_rng_below(rng, b->p.icnt_width); break;
      case 1:
        if (has_hist(r->tcode)) r->hist ^= 1u << tb_rng_below(rng, b->p.hist_width);
        if (has_hist(r->tcode) && r->hist == 0) r->hist = 1;
        break;
      case 2:
        if (is_branch(r->tcode)) r->addr ^= (uint64_t)1 << tb_rng_below(rng, b->p.addr_width);
        break;
      case 3:
        if (is_branch(r->tcode) && r->tcode != RVT_TC_DIRECT_BRANCH)
          r->btype ^= 1u << tb_rng_below(rng, 2);
        break;
      case 4: /* the form with F-ADDR, or back */
        if (r->tcode == RVT_TC_DIRECT_BRANCH)
          r->tcode = RVT_TC_DIRECT_BRANCH_SYNC;
        else if (r->tcode == RVT_TC_INDIRECT_BRANCH)
          r->tcode = RVT_TC_INDIRECT_BRANCH_SYNC;
        else if (r->tcode == RVT_TC_INDIRECT_BRANCH_HIST)
          r->tcode = RVT_TC_INDIRECT_BRANCH_HIST_SYNC;
        break;
      case 5:
        if (r->tcode == RVT_TC_INDIRECT_BRANCH && b->p.hist_width != 0)
          r->tcode = RVT_TC_INDIRECT_BRANCH_HIST, r->hist = 1;
        else if (r->tcode == RVT_TC_INDIRECT_BRANCH_HIST)
          r->tcode = RVT_TC_INDIRECT_BRANCH;
        break;
      default: /* what the message does not have is ignored */
        if (r->tcode == RVT_TC_DIRECT_BRANCH) r->addr ^= tb_rng_value(rng, b->p.addr_width);
        if (!has_hist(r->tcode)) r->hist ^= (uint32_t)tb_rng_value(rng, b->p.hist_width);
        break;
      }
    }
  }
  tb_record_bits(r, b->rec);
}

static bool init(void *self, struct tb *tb) {
  struct repeat_bench *b = self;
  b->p = (struct rvt_ntrace_packer_params){.icnt_width = (uint8_t)tb_param(tb, "IcntWidth"),
                                           .hist_width = (uint8_t)tb_param(tb, "HistWidth"),
                                           .ts_width = (uint8_t)tb_param(tb, "TsWidth"),
                                           .addr_width = RVT_ADDR_CEIL};
  b->count_bits = (unsigned)tb_param(tb, "CountWidth");
  tb_pace_init(&b->offer, tb, "offer", "mixed");
  tb_pace_init(&b->ready, tb, "ready", "mixed");
  b->clr_every = (uint32_t)tb_option_in(tb, "clr", 1000, 0, UINT32_MAX);
  b->other_every = (uint32_t)tb_option_in(tb, "other", 6, 0, UINT32_MAX);
  b->near_every = (uint32_t)tb_option_in(tb, "near", 8, 0, UINT32_MAX);
  b->en_every = (uint32_t)tb_option_in(tb, "en", 200, 0, UINT32_MAX);
  b->in.en = true;
  return tb->error[0] == 0;
}

static void forget(struct repeat_bench *b) {
  b->any_sent = b->any_held = b->full_before = b->time_new = b->time_wait = false;
  b->again = 0;
}

static void reset(void *self, struct tb *tb) {
  struct repeat_bench *b = self;
  rvt_ntrace_repeat_init(&b->model, b->count_bits);
  forget(b);
  b->in.rec_valid = false;
  other_record(b, &tb->rng);
  b->base = b->in.rec;
  tb_record_bits(&b->in.rec, b->rec);
}

static void drive(void *self, struct tb *tb) {
  struct repeat_bench *b = self;
  b->in.clr = tb_rng_one_in(&tb->rng, b->clr_every);
  if (tb_rng_one_in(&tb->rng, b->en_every)) b->in.en = !tb_rng_one_in(&tb->rng, 4);
  b->in.out_ready = tb_pace_next(&b->ready, &tb->rng);
  if (!b->in.rec_valid) b->in.rec_valid = tb_pace_next(&b->offer, &tb->rng);
  if (b->p.ts_width != 0) b->in.time_new = tb_rng_one_in(&tb->rng, 50);
}

static void outputs(void *self) {
  struct repeat_bench *b = self;
  rvt_ntrace_repeat_outputs(&b->model, b->in.out_ready, &b->out);
  memset(b->rec_mask, 0, sizeof b->rec_mask);
  if (!b->out.out_valid) return;
  /* Of RepeatBranch, address and HIST are not looked at. */
  const bool counted = b->out.rec.tcode == RVT_TC_REPEAT_BRANCH;
  const struct rvt_ntrace_record mask = {.tcode = 0x3f,
                                         .sub = 15,
                                         .btype = 3,
                                         .icnt = UINT32_MAX,
                                         .hist = counted ? 0 : UINT32_MAX,
                                         .addr = counted ? 0 : UINT64_MAX,
                                         .abs_time = UINT64_MAX};
  tb_record_bits(&mask, b->rec_mask);
  tb_record_bits(&b->out.rec, b->rec_out);
}

static bool equal(const struct rvt_ntrace_record *a, const struct rvt_ntrace_record *b) {
  return a->tcode == b->tcode && a->btype == b->btype && a->icnt == b->icnt &&
         (!has_hist(a->tcode) || a->hist == b->hist);
}

/* Whether a decoder goes where the message before went by its address reference alone. */
static bool stays(const struct rvt_ntrace_record *r) {
  return r->tcode == RVT_TC_DIRECT_BRANCH || r->addr == 0;
}

/* A record has left and not gone out: it is the one sent last, once more. */
static void judge_counted(struct repeat_bench *b, struct tb *tb) {
  const struct rvt_ntrace_record *r = &b->held;
  const bool may = b->any_sent && b->counts && is_branch(b->sent.tcode) && stays(&b->sent) &&
                   stays(r) && equal(r, &b->sent);
  if (!may) {
    tb_fail(tb, "a record is counted that is not the one before once more (NT:RPT-02)");
    return;
  }
  PROVED("NT:RPT-02");
  PROVED("NT:RPT-04");
  PROVED("NT:RPT-09");
  if (r->tcode != RVT_TC_DIRECT_BRANCH) PROVED("NT:RPT-05");
  b->again++;
  b->counts = b->held_counts;
  b->last_time = r->abs_time;
  tb->cover[COVER_MERGED]++;
  tb->cover[COVER_MERGED_DIRECT] += r->tcode == RVT_TC_DIRECT_BRANCH;
  tb->cover[COVER_MERGED_INDIRECT] += r->tcode == RVT_TC_INDIRECT_BRANCH;
  tb->cover[COVER_MERGED_HIST] += r->tcode == RVT_TC_INDIRECT_BRANCH_HIST;
  tb->cover[COVER_MERGED_TRAP] += r->btype != 0;
  tb->cover[COVER_MERGED_BUSY] += !b->in.out_ready;
  tb->cover[COVER_FULL] += b->full_before;
  if (b->full_before) PROVED("NT:RPT-06");
  b->full_before = false;
}

/* RepeatBranch: as often as the record came again, before any other, in the last one's time. */
static void judge_repeat(struct repeat_bench *b, struct tb *tb) {
  const struct rvt_ntrace_record *r = &b->out.rec;
  if (b->again == 0 || r->icnt != b->again)
    tb_fail(tb, "RepeatBranch: expected B-CNT=%llu, found %u (NT:RPT-01)",
            (unsigned long long)b->again, r->icnt);
  else if (r->abs_time != b->last_time)
    tb_fail(tb, "RepeatBranch: expected the time of the last repetition (NT:TSP-11)");
  PROVED("NT:RPT-01");
  if (b->p.ts_width != 0) PROVED("NT:TSP-11");
  b->full_before = b->again == b->model.count_max;
  tb->cover[COVER_BEFORE + tb_tcode_index(b->held.tcode)]++;
  b->again = 0;
}

static void cover_sent(struct repeat_bench *b, struct tb *tb) {
  const struct rvt_ntrace_record *r = &b->held, *s = &b->sent;
  uint64_t *cover = tb->cover;
  if (!b->any_sent || !is_branch(r->tcode)) return;
  const bool known = b->counts && is_branch(s->tcode) && stays(s);
  const bool hist = !has_hist(r->tcode) || r->hist == s->hist;
  const bool icnt = r->icnt == s->icnt, btype = r->btype == s->btype, tcode = r->tcode == s->tcode;
  if (known && stays(r)) {
    cover[COVER_NEAR_TCODE] += !tcode && btype && icnt;
    cover[COVER_NEAR_BTYPE] += tcode && !btype && icnt && hist;
    cover[COVER_NEAR_ICNT] += tcode && btype && !icnt && hist;
    cover[COVER_NEAR_HIST] += tcode && btype && icnt && !hist;
  }
  if (known && !stays(r)) cover[COVER_NEAR_ADDR] += equal(r, s);
  if (!b->counts && stays(s) && stays(r)) cover[COVER_OFF] += equal(r, s);
  if (is_branch(s->tcode) && !stays(s) && stays(r)) cover[COVER_AFTER_ADDR] += equal(r, s);
  if (rvt_ntrace_is_sync(s->tcode) && stays(r) && btype && icnt && hist) {
    cover[COVER_AFTER_SYNC]++;
    PROVED("NT:RPT-03");
  }
}

/* What went out is what came, whole. */
static bool whole(const struct rvt_ntrace_record *a, const struct rvt_ntrace_record *b) {
  return a->tcode == b->tcode && a->sub == b->sub && a->btype == b->btype && a->icnt == b->icnt &&
         a->hist == b->hist && a->addr == b->addr && a->abs_time == b->abs_time;
}

static void judge_sent(struct repeat_bench *b, struct tb *tb) {
  if (!b->any_held || !whole(&b->out.rec, &b->held))
    tb_fail(tb, "a record goes out that has not come");
  if (b->again != 0) tb_fail(tb, "a record goes out before the count (NT:RPT-07)");
  cover_sent(b, tb);
  tb->cover[COVER_SENT_TCODES + tb_tcode_index(b->held.tcode)]++;
  if (tb->cover[COVER_BEFORE] != 0) PROVED("NT:OWN-11");
  if (tb->cover[COVER_BEFORE + TB_TCODES - 1] != 0) PROVED("NT:RPT-07");
  b->any_sent = true;
  b->full_before = false;
  b->sent = b->held;
  b->counts = b->held_counts;
}

/* Another base of time is told in the clock after it came, but behind a record that is held. */
static void judge_time(struct repeat_bench *b, struct tb *tb) {
  if (b->out.time_new != b->time_new)
    tb_fail(tb, "time_new_o: expected %d: what is offered has another base of time, or has not",
            b->time_new);
  tb->cover[COVER_TIME_NEW] += b->in.time_new && !b->any_held;
  tb->cover[COVER_TIME_WAIT] += b->in.time_new && b->any_held;
  const bool comes = b->in.time_new || b->time_wait;
  b->time_new = comes && !b->any_held;
  b->time_wait = comes && b->any_held;
}

static void judge(struct repeat_bench *b, struct tb *tb) {
  const bool gone = b->out.out_valid && b->in.out_ready;
  tb->cover[COVER_SEND_WAITS] +=
      b->out.out_valid && !b->in.out_ready && b->out.rec.tcode == RVT_TC_REPEAT_BRANCH;
  if (b->out.busy != (b->again != 0)) tb_fail(tb, "busy_o does not say whether a count is held");
  if (b->out.held != b->any_held) tb_fail(tb, "held_o does not say whether a record is held");
  if (gone && b->out.rec.tcode == RVT_TC_REPEAT_BRANCH) {
    if (b->out.rec_ready) tb_fail(tb, "a record is taken in the clock of RepeatBranch");
    judge_repeat(b, tb);
  } else if (gone) {
    judge_sent(b, tb);
    b->any_held = false;
  } else if (b->any_held && b->out.rec_ready) {
    judge_counted(b, tb);
    b->any_held = false;
  }
  if (!b->any_held && !b->out.rec_ready) tb_fail(tb, "a record waits although none is held");
  judge_time(b, tb);
  if (!b->in.rec_valid || !b->out.rec_ready) return;
  b->any_held = true;
  b->held = b->in.rec;
  b->held_counts = b->in.en;
}

static void tick(void *self, struct tb *tb) {
  struct repeat_bench *b = self;
  const bool taken = b->in.rec_valid && b->out.rec_ready && !b->in.clr;
  if (b->in.clr) {
    tb->cover[COVER_CLR_BUSY] += b->out.busy;
    forget(b);
  } else {
    judge(b, tb);
  }
  rvt_ntrace_repeat_tick(&b->model, &b->in);
  if (taken || (b->in.clr && b->in.rec_valid)) {
    b->in.rec_valid = false;
    new_record(b, &tb->rng);
  }
}

const struct tb_bench tb_bench_repeat = {
    .name = "repeat",
    .bytes = sizeof(struct repeat_bench),
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
