/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "agents/entries.h"
#include "agents/ingress.h"
#include "harness/bench.h"
#include "harness/config.h"
#include "rvt/unit/ingress_stage.h"

enum cover {
  COVER_START_ENABLE,
  COVER_START_DEBUG,
  COVER_START_OVERRUN,
  COVER_BLOCK,
  COVER_BLOCK_UNKNOWN,
  COVER_START_IGNORED,
  COVER_STOP_DEBUG,
  COVER_STOP_DISABLED,
  COVER_STOP_KNOWN,
  COVER_STOP_FULL, /* a stop takes the entry kept for it */
  COVER_STOP_FULL_OVERFLOW,
  COVER_OVERFLOW_SESSION,
  COVER_OVERFLOW_NO_SESSION,
  COVER_OVERFLOW_END_RUNNING,
  COVER_OVERFLOW_END_STOPPED,
  COVER_OVERFLOW_END_REFUSES,
  COVER_STALL,
  COVER_STALL_HALTED,
  COVER_INACTIVE_BUSY,
  COVER_SEVERAL,
  COVER_FULL_CLOCK,
  COVER_START_RESET,
  COVER_START_POWER,
  COVER_STOP_POWER,
  COVER_STOP_NOTIFIED,
  COVER_STOP_FULL_NOTIFIED,
  COVER_RESET_HELD,
  COVER_RESET_SLOT,
  COVER_NOTIFY,
  COVER_NOTIFY_DROPPED,
  COVER_EXT_HELD,
  COVER_EXT_DROPPED,
  COVER_ON_TRIGGER,
  COVER_BOTH_TRIGGERS,
  COVER_OFF_THEN_ON,
  COVER_TRIGGER_HALTED,
  COVER_SEQ_WITHIN,
  COVER_SEQ_BEHIND,
  COVER_START_NOTIFY, /* a start's clock notifies */
  COVER_STOP_RESET,   /* a stop has no address since a reset waits */
  COVER_LOSS_RESET,   /* a reset does not replace reason 7 */
  COVER_CONTEXT_NEW,
  COVER_CONTEXT_TOLD, /* ... a report came in a clock without blocks */
  COVER_CONTEXT_LOST,
  COVERS
};
static const char *const covers[COVERS] = {"start_enable",
                                           "start_debug",
                                           "start_overrun",
                                           "block",
                                           "block_unknown",
                                           "start_ignored",
                                           "stop_debug",
                                           "stop_disabled",
                                           "stop_known",
                                           "stop_full",
                                           "stop_full_overflow",
                                           "overflow_session",
                                           "overflow_no_session",
                                           "overflow_end_running",
                                           "overflow_end_stopped",
                                           "overflow_end_refuses",
                                           "stall",
                                           "stall_halted",
                                           "inactive_busy",
                                           "several",
                                           "full_clock",
                                           "start_reset",
                                           "start_power",
                                           "stop_power",
                                           "stop_notified",
                                           "stop_full_notified",
                                           "reset_held",
                                           "reset_slot",
                                           "notify",
                                           "notify_dropped",
                                           "ext_held",
                                           "ext_dropped",
                                           "on_trigger",
                                           "both_triggers",
                                           "off_then_on",
                                           "trigger_halted",
                                           "seq_within",
                                           "seq_behind",
                                           "start_notify",
                                           "stop_reset",
                                           "loss_reset",
                                           "context_new",
                                           "context_told",
                                           "context_lost"};

struct ingress_bench {
  struct rvt_params p;
  struct rvt_ingress_stage model;
  struct tb_config config;
  struct tb_ingress ingress;
  struct rvt_ingress_stage_in in;
  struct rvt_ingress_stage_out out;
  struct tb_entry_ports entry, mask; /* of `out.entry`; all ones where it is defined */
  struct tb_slot_ports slots, slots_mask;
  bool on_before, off_before;
  uint32_t level_left;
  uint8_t level_style;
};

#define T struct ingress_bench
static const struct tb_bind binds[] = {
    TB_IN(T, "cfg_i", config.bits),
    TB_INGRESS_READ_BINDS(T, ingress.ports, ingress.in),
    TB_IN(T, "level_i", in.queue_level),
    TB_IN(T, "resume_i", in.resume),
    TB_IN(T, "lost_i", in.lost),
    TB_OUT(T, NULL, "stall_o", out.stall),
    TB_OUT(T, NULL, "valid_o", out.valid),
    TB_OUT_MASKED(T, NULL, "entry_o", entry.entry, mask.entry),
    TB_OUT_MASKED(T, NULL, "blocks_o", entry.blocks, mask.blocks),
    TB_OUT_MASKED(T, NULL, "block_o", entry.block, mask.block),
    TB_OUT_APART(T, NULL, "slots_o", slots.slot, slots_mask.slot),
    TB_OUT(T, NULL, "overflow_o", out.overflow),
    TB_OUT(T, NULL, "busy_o", out.busy),
};
#undef T

static bool init(void *self, struct tb *tb) {
  struct ingress_bench *b = self;
  if (!tb_encoder_params(tb, &b->p)) return false;
  tb_config_init(&b->config, tb, &b->p);
  tb_ingress_init(&b->ingress, tb, &b->p);
  b->config.hart = &b->ingress.in;
  b->in.cfg = &b->config.c;
  b->in.ingress = &b->ingress.in;
  return tb->error[0] == 0;
}

static void reset(void *self, struct tb *tb) {
  struct ingress_bench *b = self;
  (void)tb;
  rvt_ingress_stage_init(&b->model, &b->p);
}

/* Full, empty or anything, for a while each: no queue would do this. In a session the entry that is
 * kept for its stop is free. */
static void drive_level(struct ingress_bench *b, struct tb_rng *rng) {
  if (b->level_left-- == 0) {
    b->level_left = tb_rng_below(rng, 30);
    b->level_style = (uint8_t)tb_rng_below(rng, 4);
  }
  const uint8_t most = (uint8_t)(b->p.queue_depth + !b->model.open_q);
  switch (b->level_style) {
  case 0: b->in.queue_level = 0; break;
  case 1: b->in.queue_level = most; break;
  case 2: b->in.queue_level = (uint8_t)tb_rng_below(rng, most + 1u); break;
  default: b->in.queue_level = (uint8_t)(most - tb_rng_below(rng, 3)); break;
  }
  b->in.resume = !tb_rng_one_in(rng, 4);
  b->in.lost = tb_rng_one_in(rng, 100);
}

static void drive(void *self, struct tb *tb) {
  struct ingress_bench *b = self;
  tb_config_next(&b->config, &tb->rng, !b->out.busy && !b->on_before);
  tb_ingress_next(&b->ingress, &tb->rng, false);
  drive_level(b, &tb->rng);
}

static void outputs(void *self) {
  struct ingress_bench *b = self;
  struct rvt_slot slots[RVT_BLOCKS_MAX];
  rvt_ingress_stage_slots(&b->model, &b->in, slots);
  tb_slot_ports_pack(&b->slots, slots, b->p.blocks);
  tb_slot_ports_mask(&b->slots_mask, slots, b->p.blocks);
  rvt_ingress_stage_outputs(&b->model, &b->in, &b->out);
  memset(&b->entry, 0, sizeof b->entry);
  memset(&b->mask, 0, sizeof b->mask);
  if (!b->out.valid) return;
  tb_entry_ports_pack(&b->entry, b->out.entry.head, b->out.entry.blocks);
  tb_entry_ports_mask(&b->mask, &b->p, b->out.entry.head, b->out.entry.blocks);
  b->mask.blocks = 0xff;
}

static void count_blocks(const struct ingress_bench *b, uint64_t *cover) {
  const struct rvt_entry *e = &b->out.entry;
  cover[COVER_SEVERAL] += e->blocks > 1;
  cover[COVER_FULL_CLOCK] += e->blocks == b->p.blocks;
  cover[COVER_ON_TRIGGER] += !b->config.c.tracing;
  cover[COVER_CONTEXT_NEW] += e->head[0].context_new;
  cover[COVER_CONTEXT_TOLD] += e->head[0].context_new && b->model.told_q;
  for (unsigned i = 0; i < e->blocks; i++) {
    cover[COVER_NOTIFY] += e->head[i].notify;
    cover[COVER_SEQ_WITHIN] += e->head[i].seq == RVT_SEQ_WITHIN;
    cover[COVER_SEQ_BEHIND] += e->head[i].seq == RVT_SEQ_BEHIND;
  }
}

/* With a trace-on trigger the start stands for notifications (D-21). */
static void count_start(const struct ingress_bench *b, uint64_t *cover) {
  const struct rvt_ingress *in = &b->ingress.in;
  const bool by_trigger = rvt_ingress_triggered(&b->p, &b->config.c, in, RVT_TRIGGER_ON);
  const bool external = (in->ext_trigger & RVT_TRIGGER_NOTIFY) != 0;
  cover[COVER_NOTIFY_DROPPED] += by_trigger && (in->trigger & RVT_TRIGGER_NOTIFY) != 0;
  cover[COVER_EXT_DROPPED] += by_trigger && external;
  cover[COVER_START_NOTIFY] += b->out.entry.head[0].notify || (external && !by_trigger);
}

static void count_put(const struct ingress_bench *b, uint64_t *cover) {
  const struct rvt_head *e = &b->out.entry.head[0];
  const bool full = b->in.queue_level == b->p.queue_depth;
  if (e->kind == RVT_ENTRY_START || e->kind == RVT_ENTRY_BLOCK) count_blocks(b, cover);
  switch (e->kind) {
  case RVT_ENTRY_START:
    cover[COVER_START_ENABLE] += e->sub == RVT_START_ENABLE;
    cover[COVER_START_DEBUG] += e->sub == RVT_START_DEBUG;
    cover[COVER_START_OVERRUN] += e->sub == RVT_START_OVERRUN;
    cover[COVER_START_RESET] += e->sub == RVT_START_RESET;
    cover[COVER_START_POWER] += e->sub == RVT_START_POWER;
    if (!b->p.events) break;
    count_start(b, cover);
    break;
  case RVT_ENTRY_BLOCK:
    cover[COVER_BLOCK]++;
    cover[COVER_BLOCK_UNKNOWN] += !e->known;
    cover[COVER_RESET_HELD] += (e->sub & RVT_BEFORE_RESET) != 0;
    cover[COVER_EXT_HELD] += (e->sub & RVT_BEFORE_NOTIFY) != 0;
    break;
  case RVT_ENTRY_STOP:
    cover[COVER_STOP_DEBUG] += (e->sub & 5) == RVT_ENDED_DEBUG;
    cover[COVER_STOP_DISABLED] += (e->sub & 5) == RVT_ENDED_DISABLED;
    cover[COVER_STOP_POWER] += (e->sub & 5) == RVT_ENDED_POWER;
    cover[COVER_STOP_NOTIFIED] += (e->sub & RVT_STOP_NOTIFIED) != 0;
    cover[COVER_STOP_FULL] += full;
    cover[COVER_STOP_FULL_NOTIFIED] += full && (e->sub & RVT_STOP_NOTIFIED) != 0;
    cover[COVER_STOP_KNOWN] += e->known;
    cover[COVER_STOP_RESET] +=
        b->model.rst_q && b->ingress.valid && !rvt_ingress_away(&b->ingress.in);
    break;
  default: cover[COVER_CONTEXT_LOST] += (e->sub & RVT_LOST_CONTEXT) != 0; break;
  }
}

static void count_events(struct ingress_bench *b, uint64_t *cover) {
  const struct rvt_ingress *in = &b->ingress.in;
  const struct rvt_config *c = &b->config.c;
  const bool on = c->active && c->enable && rvt_ingress_triggered(&b->p, c, in, RVT_TRIGGER_ON);
  const bool off = rvt_ingress_triggered(&b->p, c, in, RVT_TRIGGER_OFF);
  cover[COVER_BOTH_TRIGGERS] += on && off && !c->tracing && b->out.valid;
  cover[COVER_OFF_THEN_ON] += on && b->off_before && !c->tracing && b->model.open_q;
  cover[COVER_TRIGGER_HALTED] += (on || off) && rvt_ingress_away(in);
  cover[COVER_LOSS_RESET] += in->hart_reset && !b->model.open_q && !b->model.overflow_q &&
                             b->model.reason_q == RVT_START_OVERRUN && c->active &&
                             rvt_ingress_on_now(&b->p, c, in) && !rvt_ingress_away(in);
  cover[COVER_RESET_SLOT] += in->hart_reset && b->ingress.valid && b->model.open_q;
  b->off_before = off && c->tracing;
}

static void tick(void *self, struct tb *tb) {
  struct ingress_bench *b = self;
  uint64_t *cover = tb->cover;
  const struct rvt_ingress_stage before = b->model;
  const bool halted = rvt_ingress_away(&b->ingress.in);
  const bool on_now = rvt_ingress_on_now(&b->p, &b->config.c, &b->ingress.in);
  const bool on = on_now && !halted;
  if (b->p.events) count_events(b, cover);
  if (b->out.valid) count_put(b, cover);
  cover[COVER_STALL] += b->out.stall;
  cover[COVER_STALL_HALTED] += b->out.stall && halted;
  cover[COVER_INACTIVE_BUSY] += !b->config.c.active && b->out.busy;
  cover[COVER_START_IGNORED] += on && b->ingress.valid && !b->out.busy && !b->out.valid &&
                                b->ingress.in.block[0].iretire == 0 && !b->p.iaddr_on_int;
  rvt_ingress_stage_tick(&b->model, &b->in, &b->out);
  b->on_before = on_now;
  if (!b->config.c.active) return;
  if (!before.overflow_q && b->model.overflow_q) {
    cover[before.open_q ? COVER_OVERFLOW_SESSION : COVER_OVERFLOW_NO_SESSION]++;
    cover[COVER_STOP_FULL_OVERFLOW] += b->in.queue_level > b->p.queue_depth;
  }
  if (before.overflow_q && !b->model.overflow_q) {
    cover[on ? COVER_OVERFLOW_END_RUNNING : COVER_OVERFLOW_END_STOPPED]++;
    cover[COVER_OVERFLOW_END_REFUSES] += on && b->ingress.valid;
  }
}

const struct tb_bench tb_bench_ingress = {
    .name = "ingress",
    .bytes = sizeof(struct ingress_bench),
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
