/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "harness/bench.h"
#include "rvt/regs.h"
#include "top_scenarios.h"

enum { RUN_STEP = 64, DRIVER_TIMEOUT = 100000, PROBE_LOCKS = 1100 };

void tb_top_fail(struct tb_top_bench *b, const char *what) {
  tb_fail(b->tb, "software: %s", what);
  tb_sw_wait(&b->sw, 1); /* never comes back */
}

void tb_top_need(struct tb_top_bench *b, struct tb_top_parts *p, enum rvt_drv_status status,
                 const char *what) {
  char text[200];
  if (status == RVT_DRV_OK) return;
  rvt_drv_error_text(&p->drv.error, text, sizeof text);
  tb_fail(b->tb, "software: %s: %s", what, text);
  tb_sw_wait(&b->sw, 1);
}

/* What a driver has found, field by field, against the parameters of the build. */
static void check_encoder(struct tb_top_bench *b, const struct rvt_drv_encoder_caps *c) {
  const struct rvt_params *e = &b->u.p.te.encoder;
  const bool stack = tb_top_has_returns(b);
  const bool etrace = e->format == RVT_PROTOCOL_ETRACE;
  const struct rvt_protocol_info *const format = &rvt_protocols[e->format];
  const unsigned modes =
      etrace ? 1u | 1u << RVT_MODE_HTM : 1u | (unsigned)e->btm << 3 | (unsigned)e->htm << 6;
  const unsigned syncs = 0xBu | (unsigned)e->sync_clocks << 2;
  const unsigned returns = !stack ? 1u : e->return_modes ? 0xFu : 9u;
  const unsigned features = (e->seq_jump ? RVT_TR_TE_INST_EN_SEQUENTIAL_JUMP_MASK : 0u) |
                            (stack ? RVT_TR_TE_INST_EN_IMPLICIT_RETURN_MASK : 0u) |
                            (etrace ? RVT_TR_TE_INST_NO_ADDR_DIFF_MASK : 0u) |
                            (etrace ? RVT_TR_TE_INST_NO_TRAP_ADDR_MASK : 0u) |
                            (e->bpred_size ? RVT_TR_TE_INST_EN_BRANCH_PREDICTION_MASK : 0u) |
                            (e->cache_size ? RVT_TR_TE_INST_EN_JUMP_TARGET_CACHE_MASK : 0u) |
                            (e->all_jumps ? RVT_TR_TE_INST_EN_ALL_JUMPS_MASK : 0u) |
                            (e->extend_addr ? RVT_TR_TE_INST_EXTEND_ADDR_MSB_MASK : 0u);
  if (c->protocol_major != format->major || c->protocol_minor != 0 ||
      c->formats != 1u << format->format || (c->modes | 1) != modes ||
      (c->sync_modes | 1) != syncs || c->sync_max != 15 || c->src_bits != e->src_bits_max ||
      c->inhibit_src != (e->src_bits_max != 0) || (c->return_modes | 1) != returns ||
      c->features != features || c->triggers != e->events)
    tb_top_fail(b, "the encoder is not found as it was built (TCI:CTRL-08)");
  if (!c->stall || c->context != (e->context != 0) || c->ts_width != e->ts_width ||
      c->ts_modes != (e->ts_width != 0 ? 0x1F : 0) || (c->filters | c->comparators) != 0 ||
      (c->ext_in | c->ext_out) != 0)
    tb_top_fail(b, "the encoder is found with what is not built (TCI:SW-08)");
}

static uint8_t largest_async_freq(const struct tb_top_bench *b) {
  return b->tb->framing->headed ? 7 : 0;
}

static void check_ram(struct tb_top_bench *b, const struct rvt_drv_ram_caps *c) {
  const uint32_t size = 4u << b->u.p.sinks.ram.sram_words_log2;
  if (!c->has_sram || c->has_smem || !c->stop_on_wrap || !c->data || c->start_min != 0 ||
      c->limit_max != size - 4 || c->mem_formats != 1 || c->async_freq != largest_async_freq(b))
    tb_top_fail(b, "the RAM sink is not found as it was built (TCI:RAM-17)");
}

static void check_pib(struct tb_top_bench *b, const struct rvt_drv_pib_caps *c) {
  const struct rvt_pib_sink_params *p = &b->u.p.sinks.pib;
  const unsigned modes = 1u | 1u << RVT_PIB_4BIT | (p->pib.pins >= 8 ? 1u << RVT_PIB_8BIT : 0u) |
                         (p->pib.pins >= 16 ? 1u << RVT_PIB_16BIT : 0u);
  if ((c->modes | 1) != modes || c->clk_center != p->pib.clk_center ||
      c->calibrate != p->pib.calibrate || c->divider_max != (1u << p->pib.div_width) - 1 ||
      c->divider_preset != p->safe_div || c->async_freq != largest_async_freq(b))
    tb_top_fail(b, "the PIB sink is not found as it was built (TCI:PIB-32)");
}

static void check_caps(struct tb_top_bench *b, const struct tb_top_parts *p) {
  check_encoder(b, &p->te.caps.encoder);
  if (b->u.p.sinks.has_ram) check_ram(b, &p->ram.caps.ram);
  if (b->u.p.sinks.has_pib) check_pib(b, &p->pib.caps.pib);
  PROVED("TCI:CTRL-08");
  PROVED("TCI:BUS-02");
  PROVED("TCI:BUS-08");
  PROVED("TCI:SW-01");
  PROVED("TCI:SW-08");
}

void tb_top_discover(struct tb_top_bench *b, struct tb_top_parts *p) {
  *p = (struct tb_top_parts){.drv = {.bus = &b->sw.drv_bus, .timeout = DRIVER_TIMEOUT}};
  tb_top_need(b, p, rvt_drv_discover(&p->drv, TB_TOP_TE, &p->te), "encoder");
  p->path.encoder = &p->te;
  if (b->u.p.sinks.has_ram) {
    tb_top_need(b, p, rvt_drv_discover(&p->drv, TB_TOP_RAM, &p->ram), "RAM sink");
    p->path.sink[p->path.sinks++] = &p->ram;
  } else {
    tb_sw_expect(&b->sw, TB_TOP_RAM, UINT32_MAX, 0, "a sink that is not built");
  }
  if (b->u.p.sinks.has_pib) {
    tb_top_need(b, p, rvt_drv_discover(&p->drv, TB_TOP_PIB, &p->pib), "PIB sink");
    tb_top_need(b, p, rvt_drv_pib_probe_pins(&p->drv, &p->pib), "pins");
    p->path.sink[p->path.sinks++] = &p->pib;
  } else {
    tb_sw_expect(&b->sw, TB_TOP_PIB, UINT32_MAX, 0, "a sink that is not built");
  }
  check_caps(b, p);
}

/* trTsMode: the time of outside, which is the clock of the scenario. */
enum { EXTERNAL = 1 };

void tb_top_configure(struct tb_top_bench *b, struct tb_top_parts *p, uint64_t bytes,
                      bool stop_on_wrap) {
  const struct rvt_config *w = &b->want;
  const struct rvt_drv_encoder_config te = {
      .etrace = b->u.p.te.encoder.format == RVT_PROTOCOL_ETRACE,
      .full_address = w->no_addr_diff,
      .implicit_exception = w->no_trap_addr,
      .branch_prediction = w->branch_prediction,
      .jump_target_cache = w->jump_target_cache,
      .mode = w->mode,
      .sync_mode = w->sync_mode,
      .sync_max = w->sync_max,
      .src_bits = w->src_bits,
      .src_id = (uint16_t)(w->src_id & ((1u << w->src_bits) - 1)),
      .implicit_return = w->ir_en && tb_top_has_returns(b) ? w->ir_mode : 0,
      .inhibit_src = w->inhibit_src,
      .sequential_jump = w->seq_en,
      .all_jumps = w->all_jumps,
      .extend_addr = w->extend_addr,
      .triggers = w->trig_ena,
      .context = w->context_en,
      .stall = w->stall_ena,
      .repeat_branch = w->repeat_branch,
      .ts_mode = w->ts_en ? EXTERNAL : 0,
      .ts_suppress = w->ts_suppress};
  tb_top_need(b, p, rvt_drv_encoder_configure(&p->drv, &p->te, &te), "encoder");
  tb_top_configure_sinks(b, p, bytes, stop_on_wrap);
}

void tb_top_configure_sinks(struct tb_top_bench *b, struct tb_top_parts *p, uint64_t bytes,
                            bool stop_on_wrap) {
  const struct rvt_drv_ram_config ram = {.bytes = bytes, .stop_on_wrap = stop_on_wrap};
  const struct rvt_drv_pib_config pib = {.mode = b->pins == 4   ? 10
                                                 : b->pins == 8 ? 11
                                                                : 12,
                                         .divider = b->divider,
                                         .clk_center = b->clk_center};
  if (b->u.p.sinks.has_ram)
    tb_top_need(b, p, rvt_drv_ram_configure(&p->drv, &p->ram, &ram), "RAM sink");
  if (b->u.p.sinks.has_pib)
    tb_top_need(b, p, rvt_drv_pib_configure(&p->drv, &p->pib, &pib), "PIB sink");
  /* A probe locks on TRC_CLK, which may come from a slower rate (TCI:PIB-07); between packets with
   * lengths it needs more idle beats than the longest has, of two clocks of the divider each. */
  const struct rvt_framing *f = b->tb->framing;
  const unsigned cycles = f->headed ? 2 * (f->longest * 8u / 4 + 4) : 16;
  if (b->u.p.sinks.has_pib) tb_sw_wait(&b->sw, PROBE_LOCKS + cycles * b->divider);
}

void tb_top_same_config(struct tb_top_bench *b) {
  const struct rvt_config *w = &b->want, *c = &b->s.unit.in.cfg;
  const uint16_t id = (uint16_t)((1u << w->src_bits) - 1);
  const bool stack = tb_top_has_returns(b);
  const unsigned wanted = stack && w->ir_en ? w->ir_mode : 0u;
  const unsigned found = c->ir_en ? c->ir_mode : 0u;
  if (c->mode != w->mode || c->sync_mode != w->sync_mode || c->sync_max != w->sync_max ||
      c->src_bits != w->src_bits || ((c->src_id ^ w->src_id) & id) != 0 ||
      c->inhibit_src != w->inhibit_src || wanted != found || c->seq_en != w->seq_en ||
      c->all_jumps != w->all_jumps || c->stall_ena != w->stall_ena || c->trig_ena != w->trig_ena ||
      c->ts_en != w->ts_en || c->ts_suppress != w->ts_suppress || c->context_en != w->context_en ||
      c->plain_sync != w->plain_sync || c->extend_addr != w->extend_addr ||
      c->repeat_branch != w->repeat_branch || c->branch_prediction != w->branch_prediction ||
      c->jump_target_cache != w->jump_target_cache)
    tb_top_fail(b, "the encoder has not the configuration that software has chosen");
}

void tb_top_start(struct tb_top_bench *b, struct tb_top_parts *p, const struct rvt_drv_path *path) {
  tb_top_need(b, p, rvt_drv_start(&p->drv, path, true), "start");
  tb_top_same_config(b);
}

void tb_top_restart(struct tb_top_bench *b) {
  b->play = false;
  b->s.ended = false;
  tb_top_tape_rewind(&b->tape, &b->s.player);
}

void tb_top_run(struct tb_top_bench *b, uint64_t clocks) {
  b->play = true;
  while (clocks != 0 && !b->s.ended) {
    const uint64_t step = clocks < RUN_STEP ? clocks : RUN_STEP;
    tb_sw_wait(&b->sw, step);
    clocks -= step;
  }
}

static void append(struct tb_top_bench *b, struct tb_top_parts *p, struct rvt_drv_readout *r) {
  uint8_t bytes[64];
  size_t count = 1;
  while (count != 0) {
    tb_top_need(b, p, rvt_drv_readout_next(&p->drv, &p->ram, r, bytes, sizeof bytes, &count),
                "read-out");
    if (b->read_count + count > b->read_room) {
      b->read_room = 2 * b->read_room + sizeof bytes;
      uint8_t *more = realloc(b->read_out, b->read_room);
      if (more == NULL) tb_top_fail(b, "out of memory");
      b->read_out = more;
    }
    memcpy(b->read_out + b->read_count, bytes, count);
    b->read_count += count;
  }
  b->tb->cover[TB_TOP_READ_OUT] = b->read_count;
}

void tb_top_read_out(struct tb_top_bench *b, struct tb_top_parts *p) {
  struct rvt_drv_readout r;
  tb_top_need(b, p, rvt_drv_readout_begin(&p->drv, &p->ram, &r), "read-out");
  append(b, p, &r);
}

void tb_top_read_on(struct tb_top_bench *b, struct tb_top_parts *p) {
  struct rvt_drv_readout r;
  tb_top_need(b, p, rvt_drv_readout_resumed(&p->drv, &p->ram, &r), "read-out");
  append(b, p, &r);
}

size_t tb_top_strip(const struct tb_top_bench *b, uint8_t *to, const uint8_t *bytes, size_t count) {
  struct rvt_framing_reader reader = {0};
  size_t kept = 0;
  for (size_t i = 0; i < count; i++) {
    if (rvt_framing_read(b->tb->framing, &reader, bytes[i])) to[kept++] = bytes[i];
  }
  return kept;
}

static void same_messages(struct tb_top_bench *b, const struct tb_capture *c, const char *what) {
  if (c->messages != b->sent.messages || c->sum != b->sent.sum) tb_top_fail(b, what);
}

void tb_top_arrived(struct tb_top_bench *b, uint16_t only) {
  if (b->u.p.sinks.has_ram && only != TB_TOP_PIB) {
    same_messages(b, &b->u.to_ram, "the memory has not what left the encoder (TCI:CTRL-12)");
    PROVED("TCI:RAM-03");
    if (b->u.to_ram.count > b->sent.count) PROVED("NT:PIB-10"); /* idle bytes fill the word */
  }
  if (b->u.p.sinks.has_pib && only != TB_TOP_RAM) {
    same_messages(b, &b->u.to_pins, "the pins did not show what left the encoder (TCI:CTRL-12)");
    PROVED("TCI:CTRL-14");
  }
}
