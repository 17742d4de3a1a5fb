/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "agents/records.h"
#include "codec/ntrace_layout.h"
#include "harness/bench.h"
#include "harness/pace.h"
#include "harness/proved.h"
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
                                           "send_waits"};

struct repeat_bench {
  struct rvt_ntrace_packer_params p; /* of the records */
  unsigned count_bits;
  struct rvt_ntrace_repeat model;
  struct rvt_ntrace_repeat_in in;
  struct rvt_ntrace_repeat_out out;
  uint32_t rec[TB_RECORD_WORDS], rec_out[TB_RECORD_WORDS], rec_mask[TB_RECORD_WORDS];
  struct tb_pace offer, ready;
  /* Options other=N, near=N: one record of N is another, or differs from the one before. */
  uint32_t clr_every, other_every, near_every;
  uint64_t now;
  /* What the judge knows: the record sent last, and how often it came again since the last output.
   */
  struct rvt_ntrace_record sent, base;
  bool any_sent;
  bool counts; /* `en` when it was sent */
  uint64_t again, last_time;
  bool full_before;
};

#define T struct repeat_bench
static const struct tb_bind binds[] = {
    TB_IN(T, "clr_i", in.clr),
    TB_IN(T, "en_i", in.en),
    TB_IN(T, "rec_valid_i", in.rec_valid),
    TB_IN(T, "rec_i", rec),
    TB_IN(T, "out_ready_i", in.out_ready),
    TB_OUT(T, NULL, "rec_ready_o", out.rec_ready),
    TB_OUT(T, NULL, "out_valid_o", out.out_valid),
    TB_OUT_MASKED(T, NULL, "out_rec_o", rec_out, rec_mask),
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
  b->in.en = true;
  return tb->error[0] == 0;
}

static void forget(struct repeat_bench *b) {
  b->any_sent = b->full_before = false;
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
  if (tb_rng_one_in(&tb->rng, 200)) b->in.en = !tb_rng_one_in(&tb->rng, 4);
  b->in.out_ready = tb_pace_next(&b->ready, &tb->rng);
  if (!b->in.rec_valid) b->in.rec_valid = tb_pace_next(&b->offer, &tb->rng);
}

static void outputs(void *self) {
  struct repeat_bench *b = self;
  rvt_ntrace_repeat_outputs(&b->model, &b->in, &b->out);
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

/* A record has come and not gone out: it is the one sent last, once more. */
static void judge_counted(struct repeat_bench *b, struct tb *tb) {
  const struct rvt_ntrace_record *r = &b->in.rec;
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
  tb->cover[COVER_BEFORE + tb_tcode_index(b->in.rec.tcode)]++;
  b->again = 0;
}

static void cover_sent(struct repeat_bench *b, struct tb *tb) {
  const struct rvt_ntrace_record *r = &b->in.rec, *s = &b->sent;
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

static void judge(struct repeat_bench *b, struct tb *tb) {
  const bool taken = b->in.rec_valid && b->out.rec_ready;
  const bool gone = b->out.out_valid && b->in.out_ready;
  tb->cover[COVER_SEND_WAITS] +=
      b->out.out_valid && !b->in.out_ready && b->out.rec.tcode == RVT_TC_REPEAT_BRANCH;
  if (b->out.busy != (b->again != 0)) tb_fail(tb, "busy_o does not say whether a count is held");
  if (gone && b->out.rec.tcode == RVT_TC_REPEAT_BRANCH) {
    if (taken) tb_fail(tb, "a record is taken in the clock of RepeatBranch");
    judge_repeat(b, tb);
  } else if (gone) {
    if (!taken) tb_fail(tb, "a record goes out that has not come");
    if (b->again != 0) tb_fail(tb, "a record goes out before the count (NT:RPT-07)");
    cover_sent(b, tb);
    tb->cover[COVER_SENT_TCODES + tb_tcode_index(b->in.rec.tcode)]++;
    if (tb->cover[COVER_BEFORE] != 0) PROVED("NT:OWN-11");
    if (tb->cover[COVER_BEFORE + TB_TCODES - 1] != 0) PROVED("NT:RPT-07");
    b->any_sent = true;
    b->full_before = false;
    b->sent = b->in.rec;
    b->counts = b->in.en;
  } else if (taken) {
    judge_counted(b, tb);
  }
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
