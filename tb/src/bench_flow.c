/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "benches.h"
#include "entries.h"
#include "flow_cover.h"
#include "flow_cross.h"
#include "ntrace_layout.h"
#include "pace.h"
#include "records.h"

enum cover {
  COVER_FLOW, /* one counter per line of the table */
  COVER_BTM_TCODES = TB_FLOW_COVERS,
  COVER_HTM_TCODES = COVER_BTM_TCODES + TB_TCODES,
  COVER_REFUSED = COVER_HTM_TCODES + TB_TCODES,
  COVER_INACTIVE,
  COVER_LONG_PERIOD, /* a sync behind 2^18 half-words or messages and more */
  COVER_CROSS,
  COVERS = COVER_CROSS + TB_FLOW_CROSSES
};
static const char *const covers[COVERS] = {
    TB_FLOW_COVER_NAMES, "btm_ownership", "btm_direct",      "btm_indirect",
    "btm_error",         "btm_sync",      "btm_direct_sync", "btm_indirect_sync",
    "btm_resource_full", "btm_hist",      "btm_hist_sync",   "btm_repeat",
    "btm_correlation",   "htm_ownership", "htm_direct",      "htm_indirect",
    "htm_error",         "htm_sync",      "htm_direct_sync", "htm_indirect_sync",
    "htm_resource_full", "htm_hist",      "htm_hist_sync",   "htm_repeat",
    "htm_correlation",   "refused",       "inactive",        "long_period",
    TB_FLOW_CROSS_NAMES};

struct flow_bench {
  struct rvt_ntrace_params p;
  struct tb_entries entries;
  struct rvt_ntrace_flow model;
  struct rvt_ntrace_flow_step step;
  struct tb_flow_cross cross;
  struct rvt_ntrace_head head; /* garbage while `valid` is false */
  struct tb_pace ready;
  bool valid, rec_ready, rec_valid, pop;
  uint8_t ready_mask;
  uint32_t rec[TB_RECORD_WORDS], rec_mask[TB_RECORD_WORDS];
};

#define T struct flow_bench
static const struct tb_bind binds[] = {
    TB_IN(T, "cfg_i", entries.config.bits),
    TB_IN(T, "valid_i", valid),
    TB_IN(T, "kind_i", head.kind),
    TB_IN(T, "sub_i", head.sub),
    TB_IN(T, "known_i", head.known),
    TB_IN(T, "addr_i", head.addr),
    TB_IN(T, "units_i", head.units),
    TB_IN(T, "itype_i", head.itype),
    TB_IN(T, "time_i", head.time),
    TB_IN(T, "rec_ready_i", rec_ready),
    TB_OUT_MASKED(T, NULL, "ready_o", pop, ready_mask),
    TB_OUT(T, NULL, "rec_valid_o", rec_valid),
    TB_OUT_MASKED(T, NULL, "rec_o", rec, rec_mask),
};
#undef T

static bool init(void *self, struct tb *tb) {
  struct flow_bench *b = self;
  const unsigned units_width = tb_param(tb, "UnitsWidth");
  b->p = (struct rvt_ntrace_params){.xlen = (uint8_t)tb_param(tb, "Xlen"),
                                    .btm = tb_param(tb, "Btm") != 0,
                                    .htm = tb_param(tb, "Htm") != 0,
                                    .blocks = 1,
                                    .iretire_width = (uint8_t)units_width,
                                    .iaddr_on_int = tb_option_in(tb, "iaddr_on_int", 0, 0, 1) != 0,
                                    .icnt_width = (uint8_t)tb_param(tb, "IcntWidth"),
                                    .hist_width = (uint8_t)tb_param(tb, "HistWidth"),
                                    .stack_depth = (uint8_t)tb_param(tb, "StackDepth"),
                                    .ts_width = (uint8_t)tb_param(tb, "TsWidth"),
                                    .queue_depth =
                                        (uint8_t)tb_option_in(tb, "queue", 8, 2, TB_ENTRIES),
                                    .stall_latency = 1,
                                    .plain_hist = tb_param(tb, "PlainHist") != 0};
  tb_entries_init(&b->entries, tb, &b->p);
  tb_pace_init(&b->ready, tb, "ready", "mixed");
  return tb->error[0] == 0;
}

static void reset(void *self, struct tb *tb) {
  struct flow_bench *b = self;
  (void)tb;
  tb_entries_reset(&b->entries);
  rvt_ntrace_flow_init(&b->model, &b->p);
  b->cross = (struct tb_flow_cross){0};
}

static void garbage(struct flow_bench *b, uint64_t r) {
  b->head.kind = r & 3;
  b->head.sub = r >> 2 & 15;
  b->head.known = r >> 6 & 1;
  b->head.itype = r >> 7 & 15;
  b->head.units = (uint8_t)(r >> 11 & ((1u << b->p.iretire_width) - 1));
  b->head.addr = r >> (65 - b->p.xlen);
  b->head.time = 0;
}

static void drive(void *self, struct tb *tb) {
  struct flow_bench *b = self;
  tb_entries_drive(&b->entries, &tb->rng);
  const struct rvt_ntrace_head *head = tb_entries_head(&b->entries);
  b->valid = head != NULL;
  if (b->valid)
    b->head = *head;
  else
    garbage(b, tb_rng_next(&tb->rng));
  b->rec_ready = tb_pace_next(&b->ready, &tb->rng);
}

/* The packer ignores fields that the message does not have; SYNC .. EVCODE and B-TYPE are exact. */
static void mask_record(struct flow_bench *b) {
  memset(b->rec_mask, 0, sizeof b->rec_mask);
  if (!b->rec_valid) return;
  const unsigned parts = rvt_layout_parts(&b->step.rec);
  const struct rvt_ntrace_record mask = {.tcode = 0x3f,
                                         .sub = 0xf,
                                         .btype = 3,
                                         .icnt = parts & RVT_PARTS_ICNT ? 0x3fffff : 0,
                                         .hist = parts & RVT_PARTS_HIST ? UINT32_MAX : 0,
                                         .addr = parts & RVT_PARTS_ADDR ? UINT64_MAX >> 1 : 0,
                                         .abs_time = b->p.ts_width != 0 ? UINT64_MAX : 0};
  tb_record_bits(&mask, b->rec_mask);
  tb_record_bits(&b->step.rec, b->rec);
}

static void outputs(void *self) {
  struct flow_bench *b = self;
  b->ready_mask = b->valid;
  b->rec_valid = b->pop = false;
  if (b->valid) {
    rvt_ntrace_flow_decide(&b->model, &b->entries.config.c, &b->head, &b->step);
    b->rec_valid = b->step.rec_valid;
    b->pop = b->step.done && (!b->rec_valid || b->rec_ready);
  }
  mask_record(b);
}

static void count(struct flow_bench *b, uint64_t *cover) {
  const struct rvt_ntrace_config *cfg = &b->entries.config.c;
  tb_flow_cover(&b->model, cfg, &b->head, &b->step, cover + COVER_FLOW);
  tb_flow_cross(&b->cross, &b->model, cfg, &b->head, &b->step, cover + COVER_CROSS);
  if (!b->rec_valid) return;
  if (rvt_ntrace_is_sync(b->step.rec.tcode) && b->step.rec.sub == RVT_SYNC_PERIODIC)
    cover[COVER_LONG_PERIOD] += b->model.period_q >= 1u << 18;
  const unsigned tcode = tb_tcode_index(b->step.rec.tcode);
  cover[(cfg->mode == RVT_MODE_HTM ? COVER_HTM_TCODES : COVER_BTM_TCODES) + tcode]++;
}

static void tick(void *self, struct tb *tb) {
  struct flow_bench *b = self;
  const struct rvt_ntrace_config *cfg = &b->entries.config.c;
  if (!cfg->active) {
    tb->cover[COVER_INACTIVE] += b->valid;
    rvt_ntrace_flow_clear(&b->model);
    b->cross = (struct tb_flow_cross){0};
  } else if (b->valid && (!b->rec_valid || b->rec_ready)) {
    count(b, tb->cover);
    rvt_ntrace_flow_apply(&b->model, cfg, &b->head, &b->step);
  } else {
    tb->cover[COVER_REFUSED] += b->valid;
  }
  tb_entries_tick(&b->entries, &tb->rng, b->pop);
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
