/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "agents/entries.h"
#include "agents/messages.h"
#include "agents/records.h"
#include "codec/ntrace_layout.h"
#include "cover/flow_cover.h"
#include "harness/bench.h"
#include "harness/pace.h"
#include "rvt/unit/ntrace_flow.h"

enum cover {
  COVER_FLOW, /* one counter per line of the table */
  COVER_BTM_TCODES = TB_FLOW_COVERS,
  COVER_HTM_TCODES = COVER_BTM_TCODES + TB_TCODES,
  COVER_REFUSED = COVER_HTM_TCODES + TB_TCODES,
  COVER_INACTIVE,
  COVER_LONG_PERIOD, /* a sync after 2^18 half-words, messages or clocks and more */
  COVER_TWO,         /* a run of two blocks */
  COVER_MOST,        /* of more than a clock's */
  COVER_JOINED,      /* what was aside begins the planned run */
  COVER_ALONE,       /* ... is a run alone, although there is a plan */
  COVER_ONE,   /* every block of an entry is a run, so that a counter may fill or a sync stand */
  COVER_WAITS, /* a run waits behind the one that flow looks at */
  COVER_THROUGH_FULL,   /* a run is counted in the clock that sends a full counter */
  COVER_THROUGH_BRANCH, /* ... a plain branch */
  COVER_THROUGH_DIRECT, /* ... a held taken branch */
  COVER_DRAIN,          /* a full counter is sent without a run */
  COVER_REST,           /* RCODE 1 leaves outcomes behind */
  COVER_ASKED,          /* a sync without a period, on request */
  COVER_JUDGED,         /* a record compared with that of the steps */
  COVER_CROSS,
  COVERS = COVER_CROSS + TB_FLOW_CROSSES
};
static const char *const covers[COVERS] = {TB_FLOW_COVER_NAMES,
                                           "btm_ownership",
                                           "btm_direct",
                                           "btm_indirect",
                                           "btm_error",
                                           "btm_sync",
                                           "btm_direct_sync",
                                           "btm_indirect_sync",
                                           "btm_resource_full",
                                           "btm_hist",
                                           "btm_hist_sync",
                                           "btm_repeat",
                                           "btm_correlation",
                                           "htm_ownership",
                                           "htm_direct",
                                           "htm_indirect",
                                           "htm_error",
                                           "htm_sync",
                                           "htm_direct_sync",
                                           "htm_indirect_sync",
                                           "htm_resource_full",
                                           "htm_hist",
                                           "htm_hist_sync",
                                           "htm_repeat",
                                           "htm_correlation",
                                           "refused",
                                           "inactive",
                                           "long_period",
                                           "run_two",
                                           "run_most",
                                           "run_joined",
                                           "run_alone",
                                           "run_one",
                                           "run_waits",
                                           "through_full",
                                           "through_branch",
                                           "through_direct",
                                           "drain_alone",
                                           "hist_rest",

                                           "asked",
                                           "judged",
                                           TB_FLOW_CROSS_NAMES};

enum { LONG_MAX_FIRST = 15, LONG_MAX_LAST = 4 }; /* trTeInstSyncMax of the long periods */

enum { HEADS = 64, RECORDS = 64 };

enum { PERIOD_LONGEST = 1 << 19 }; /* in units; there counting may end */

struct flow_bench {
  struct rvt_params p;
  struct tb_heads stimulus;
  struct rvt_ntrace_flow model, after;
  /* The same blocks one after the other: what coverage counts, and which records there have to be.
   */
  struct rvt_ntrace_steps steps;
  struct rvt_head head[HEADS]; /* taken from the queue, and in no run yet */
  uint32_t head_put, head_got;
  struct rvt_ntrace_record want[RECORDS];
  uint32_t want_put, want_got;
  /* The sync settings have changed: until a session whose blocks have all been taken from the queue
   * since, the steps may see it at another block. */
  bool unsure;
  uint32_t head_changed; /* head_put then */
  uint8_t sync_mode, sync_max;
  struct tb_flow_cross cross;
  struct rvt_ntrace_flow_in in;
  struct rvt_ntrace_flow_out out;
  struct rvt_entry entry;
  struct rvt_head heads[TB_FLOW_BLOCKS_MAX]; /* garbage above the count */
  struct tb_entry_ports ports;
  bool valid, word, empty;
  struct tb_pace ready;
  bool ready_o, ready_mask;
  uint32_t rec[TB_RECORD_WORDS], rec_mask[TB_RECORD_WORDS];
  bool asks; /* option asks=1: requests for a sync by chance */
  struct tb_back_signals back;
  bool rotate; /* option rotate=1: the period is each of the long ones in turn */
  uint8_t long_max;
};

#define T struct flow_bench
static const struct tb_bind binds[] = {
    TB_IN(T, "cfg_i", stimulus.entries.config.bits),
    TB_IN(T, "sync_req_i", in.sync_req),
    TB_IN(T, "valid_i", valid),
    TB_IN(T, "entry_i", ports.entry),
    TB_IN(T, "blocks_i", ports.blocks),
    TB_IN(T, "block_i", ports.block),
    TB_IN(T, "rec_ready_i", in.rec_ready),
    TB_OUT_MASKED(T, NULL, "ready_o", ready_o, ready_mask),
    TB_OUT(T, NULL, "rec_valid_o", out.rec_valid),
    TB_OUT_MASKED(T, NULL, "rec_o", rec, rec_mask),
    TB_OUT(T, NULL, "word_o", word),
    TB_OUT(T, NULL, "time_new_o", out.time_new),
    TB_OUT(T, NULL, "empty_o", empty),
};
#undef T

static bool init(void *self, struct tb *tb) {
  struct flow_bench *b = self;
  if (!tb_encoder_params(tb, &b->p)) return false;
  b->p.iaddr_on_int = tb_option_in(tb, "iaddr_on_int", 0, 0, 1) != 0;
  b->p.queue_depth = (uint8_t)tb_option_in(tb, "queue", 8, 2, TB_ENTRIES);
  b->p.stall_latency = 1;
  b->p.events = false; /* of the ingress stage in front; heads have notifications anyhow */
  struct rvt_params stage = b->p;
  stage.blocks = stage.flow_blocks = 1; /* an entry here is made of several there */
  tb_heads_init(&b->stimulus, tb, &stage);
  b->in.cfg = &b->stimulus.entries.config.c;
  b->asks = tb_option_in(tb, "asks", 0, 0, 1) != 0;
  b->cross.asks = b->asks;
  b->rotate = tb_option_in(tb, "rotate", 0, 0, 1) != 0;
  b->long_max = LONG_MAX_FIRST;
  tb_pace_init(&b->ready, tb, "ready", "mixed");
  return tb->error[0] == 0;
}

static void forget(struct flow_bench *b) {
  rvt_ntrace_steps_clear(&b->steps);
  b->head_got = b->head_put;
  b->want_got = b->want_put;
  b->unsure = false;
  b->cross = (struct tb_flow_cross){.asks = b->asks};
}

static void reset(void *self, struct tb *tb) {
  struct flow_bench *b = self;
  (void)tb;
  tb_heads_reset(&b->stimulus);
  rvt_ntrace_flow_init(&b->model, &b->p);
  rvt_ntrace_steps_init(&b->steps, &b->p);
  forget(b);
}

static void garbage(struct flow_bench *b, struct rvt_head *head, uint64_t r) {
  *head = (struct rvt_head){.kind = r & 3,
                            .sub = r >> 2 & 15,
                            .known = r >> 6 & 1,
                            .itype = r >> 7 & 15,
                            .halfwords = (uint8_t)(r >> 11 & ((1u << b->p.iretire_width) - 1)),
                            .seq = r >> 19 & 3,
                            .notify = r >> 21 & 1,
                            .addr = r >> (65 - b->p.xlen)};
}

static void drive(void *self, struct tb *tb) {
  struct flow_bench *b = self;
  tb_heads_drive(&b->stimulus, &tb->rng);
  if (b->rotate) {
    struct tb_config *config = &b->stimulus.entries.config;
    config->c.sync_max = b->long_max;
    config->bits = tb_config_bits(&config->c);
  }
  b->entry.blocks = tb_heads_next(&b->stimulus, b->heads, b->p.blocks);
  for (unsigned i = b->entry.blocks; i < b->p.blocks; i++)
    garbage(b, &b->heads[i], tb_rng_next(&tb->rng));
  memcpy(b->entry.head, b->heads, sizeof b->entry.head);
  memset(&b->ports, 0, sizeof b->ports);
  tb_entry_ports_pack(&b->ports, b->heads, b->p.blocks);
  b->valid = b->entry.blocks != 0;
  b->ports.blocks = (uint8_t)((1u << b->entry.blocks) - 1);
  b->in.entry = b->valid ? &b->entry : NULL;
  b->in.rec_ready = tb_pace_next(&b->ready, &tb->rng);
  if (b->asks) tb_back_signals_next(&b->back, &tb->rng);
  b->in.sync_req = b->back.asks;
}

/* The packer ignores fields that the message does not have; SYNC .. EVCODE and B-TYPE are exact. */
static void mask_record(struct flow_bench *b) {
  memset(b->rec_mask, 0, sizeof b->rec_mask);
  if (!b->out.rec_valid) return;
  const unsigned parts = rvt_layout_parts(&b->out.rec);
  const struct rvt_ntrace_record mask = {.tcode = 0x3f,
                                         .sub = 0xf,
                                         .btype = 3,
                                         .icnt = parts & RVT_PARTS_ICNT ? 0x3fffff : 0,
                                         .hist = parts & RVT_PARTS_HIST ? UINT32_MAX : 0,
                                         .addr = parts & RVT_PARTS_ADDR ? UINT64_MAX >> 1 : 0,
                                         .abs_time = b->p.ts_width != 0 ? UINT64_MAX : 0};
  tb_record_bits(&mask, b->rec_mask);
  tb_record_bits(&b->out.rec, b->rec);
}

static void outputs(void *self) {
  struct flow_bench *b = self;
  b->word = rvt_ntrace_flow_words(&b->model);
  b->empty = rvt_ntrace_flow_empty(&b->model);
  b->after = b->model;
  rvt_ntrace_flow_clock(&b->after, &b->in, &b->out);
  b->ready_mask = b->valid;
  b->ready_o = b->out.taken;
  mask_record(b);
}

static void count_step(struct flow_bench *b, const struct rvt_head *head,
                       const struct rvt_ntrace_step *step, uint64_t *cover) {
  const struct rvt_config *cfg = b->in.cfg;
  const struct rvt_ntrace_steps *state = &b->steps;
  tb_flow_cover(state, cfg, head, step, cover + COVER_FLOW);
  tb_flow_cross(&b->cross, state, cfg, head, step, cover + COVER_CROSS);
  if (!step->rec_valid) return;
  if (rvt_ntrace_is_sync(step->rec.tcode) && step->rec.sub == RVT_SYNC_PERIODIC) {
    cover[COVER_LONG_PERIOD] += state->period_q >= 1u << 18;
    cover[COVER_ASKED] += cfg->sync_mode == RVT_PERIOD_OFF;
    b->long_max = b->long_max == LONG_MAX_LAST ? LONG_MAX_FIRST : (uint8_t)(b->long_max - 1);
  }
  const unsigned tcode = tb_tcode_index(step->rec.tcode);
  cover[(cfg->mode == RVT_MODE_HTM ? COVER_HTM_TCODES : COVER_BTM_TCODES) + tcode]++;
}

/* The steps have no clocks, which a period may count: the time of this one. */
static void count_time(struct flow_bench *b) {
  const bool by_clock = b->p.sync_clocks && b->in.cfg->sync_mode == RVT_PERIOD_CLOCKS;
  if (by_clock && b->steps.period_q < PERIOD_LONGEST) b->steps.period_q++;
}

/* A start loads: all records before it have left, and both sides begin anew. */
static void begin_session(struct flow_bench *b, struct tb *tb) {
  if (!b->unsure && b->want_got != b->want_put)
    tb_fail(tb, "%u records of the steps are missing", b->want_put - b->want_got);
  b->want_got = b->want_put;
  if ((int32_t)(b->head_got - b->head_changed) >= 0) b->unsure = false;
}

/* The steps of the run that loads. */
static void count_run(struct flow_bench *b, struct tb *tb) {
  const struct rvt_ntrace_run *run = &b->after.runs.run_q;
  const bool by_clock = b->p.sync_clocks && b->in.cfg->sync_mode == RVT_PERIOD_CLOCKS;
  if (b->after.due_q && (by_clock || b->asks)) b->steps.due_q = true;
  if (run->kind == RVT_ENTRY_START) begin_session(b, tb);
  for (unsigned i = 0; i < run->blocks; i++) {
    if (i == 0 || b->unsure) tb_flow_cross_clock(&b->cross, b->in.cfg);
    const struct rvt_head head = b->head[b->head_got++ % HEADS];
    struct rvt_ntrace_step step;
    do {
      rvt_ntrace_steps_decide(&b->steps, b->in.cfg, &head, &step);
      count_step(b, &head, &step, tb->cover);
      rvt_ntrace_steps_apply(&b->steps, b->in.cfg, &head, &step);
      if (step.rec_valid) b->want[b->want_put++ % RECORDS] = step.rec;
    } while (!step.done);
  }
  tb->cover[COVER_TWO] += run->blocks == 2;
  tb->cover[COVER_MOST] += run->blocks > b->p.flow_blocks;
}

/* What becomes of the blocks that are aside. */
static void count_aside(const struct flow_bench *b, uint64_t *cover) {
  const struct rvt_ntrace_runs *runs = &b->model.runs;
  if (!runs->aside_valid_q || runs->next_valid_q || !runs->plan_valid_q) return;
  const bool joined = b->after.runs.next_q.blocks > runs->aside_q.blocks;
  cover[joined ? COVER_JOINED : COVER_ALONE]++;
}

/* What flow's own registers have met. */
static void count_clock(struct flow_bench *b, uint64_t *cover) {
  const struct rvt_ntrace_flow *m = &b->model;
  const bool refused = b->out.rec_valid && !b->in.rec_ready;
  const bool sent = b->out.rec_valid && !refused;
  const uint8_t tcode = b->out.rec.tcode;
  const bool full = sent && tcode == RVT_TC_RESOURCE_FULL;
  const bool rest = full && b->out.rec.sub == RVT_RC_HIST;
  const bool left = m->runs.valid_q && (b->out.load || !b->after.runs.valid_q);
  const bool through = left && sent && m->runs.run_q.kind <= RVT_ENTRY_START;
  count_aside(b, cover);
  cover[COVER_REFUSED] += refused;
  cover[COVER_ONE] += b->after.runs.plan_one && b->out.taken && b->entry.blocks > 1;
  cover[COVER_WAITS] += m->runs.next_valid_q;
  cover[COVER_THROUGH_FULL] += through && full;
  cover[COVER_THROUGH_BRANCH] +=
      through && (tcode == RVT_TC_INDIRECT_BRANCH || tcode == RVT_TC_INDIRECT_BRANCH_HIST);
  cover[COVER_THROUGH_DIRECT] += through && tcode == RVT_TC_DIRECT_BRANCH && m->held_q;
  cover[COVER_DRAIN] += full && !m->runs.valid_q;
  cover[COVER_REST] += rest && m->hist_q >> m->p.hist_width != 0;
}

static bool same(const struct rvt_ntrace_record *a, const struct rvt_ntrace_record *b) {
  return a->tcode == b->tcode && a->sub == b->sub && a->btype == b->btype && a->icnt == b->icnt &&
         a->hist == b->hist && a->addr == b->addr && a->abs_time == b->abs_time;
}

/* The record that leaves, against that of the steps. */
static void judge_record(struct flow_bench *b, struct tb *tb) {
  if (b->sync_mode != b->in.cfg->sync_mode || b->sync_max != b->in.cfg->sync_max) {
    b->unsure = true;
    b->head_changed = b->head_put;
  }
  b->sync_mode = b->in.cfg->sync_mode;
  b->sync_max = b->in.cfg->sync_max;
  if (b->unsure || !b->out.rec_valid || !b->in.rec_ready) return;
  if (b->want_got == b->want_put) {
    tb_fail(tb, "record with TCODE %u that the steps do not have", b->out.rec.tcode);
    return;
  }
  tb->cover[COVER_JUDGED]++;
  const struct rvt_ntrace_record *want = &b->want[b->want_got++ % RECORDS];
  if (!same(want, &b->out.rec))
    tb_fail(tb, "record TCODE %u I-CNT %u HIST %x, of the steps %u %u %x", b->out.rec.tcode,
            b->out.rec.icnt, b->out.rec.hist, want->tcode, want->icnt, want->hist);
}

static void tick(void *self, struct tb *tb) {
  struct flow_bench *b = self;
  if (b->in.cfg->active) {
    for (unsigned i = 0; b->out.taken && i < b->entry.blocks; i++)
      b->head[b->head_put++ % HEADS] = b->entry.head[i];
    judge_record(b, tb);
    count_clock(b, tb->cover);
    count_time(b);
    if (b->out.load) count_run(b, tb);
  } else {
    tb->cover[COVER_INACTIVE] += b->valid;
    forget(b);
  }
  b->model = b->after;
  tb_heads_tick(&b->stimulus, &tb->rng, b->out.taken ? b->entry.blocks : 0);
  if (!rvt_ntrace_flow_empty(&b->model)) b->stimulus.entries.empty = false;
}

const struct tb_bench tb_bench_flow = {
    .name = "flow",
    .bytes = sizeof(struct flow_bench),
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
