/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "proved.h"
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

static void check_caps(struct tb_top_bench *b, const struct tb_top_parts *p) {
  const struct rvt_ntrace_params *e = &b->u.p.te.encoder;
  const struct rvt_drv_encoder_caps *c = &p->te.caps.encoder;
  const uint8_t modes = (uint8_t)(1u | (unsigned)e->btm << 3 | (unsigned)e->htm << 6);
  const uint8_t syncs = (uint8_t)(0xB | (unsigned)b->u.p.te.sync_clocks << 2);
  if ((c->modes | 1) != modes || c->src_bits != e->src_bits_max || c->triggers != e->events ||
      (c->sync_modes | 1) != syncs || c->sync_max != 15 || c->formats != 2 || !c->stall)
    tb_top_fail(b, "the encoder is not found as it was built (TCI:CTRL-08)");
  const uint32_t size = 4u << b->u.p.ram.sram_words_log2;
  if (b->u.p.has_ram && (p->ram.caps.ram.limit_max != size - 4 || !p->ram.caps.ram.data ||
                         p->ram.caps.ram.start_min != 0 || p->ram.caps.ram.has_smem))
    tb_top_fail(b, "the RAM sink is not found as it was built (TCI:RAM-17)");
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
  if (b->u.p.has_ram) {
    tb_top_need(b, p, rvt_drv_discover(&p->drv, TB_TOP_RAM, &p->ram), "RAM sink");
    p->path.sink[p->path.sinks++] = &p->ram;
  } else {
    tb_sw_expect(&b->sw, TB_TOP_RAM, UINT32_MAX, 0, "a sink that is not built");
  }
  if (b->u.p.has_pib) {
    tb_top_need(b, p, rvt_drv_discover(&p->drv, TB_TOP_PIB, &p->pib), "PIB sink");
    p->path.sink[p->path.sinks++] = &p->pib;
  } else {
    tb_sw_expect(&b->sw, TB_TOP_PIB, UINT32_MAX, 0, "a sink that is not built");
  }
  check_caps(b, p);
}

void tb_top_configure(struct tb_top_bench *b, struct tb_top_parts *p, uint64_t bytes,
                      bool stop_on_wrap) {
  const struct rvt_ntrace_config *w = &b->want;
  const struct rvt_drv_encoder_config te = {
      .mode = w->mode,
      .sync_mode = w->sync_mode,
      .sync_max = w->sync_max,
      .src_bits = w->src_bits,
      .src_id = (uint16_t)(w->src_id & ((1u << w->src_bits) - 1)),
      .implicit_return = w->ir_en && b->u.p.te.encoder.stack_depth != 0 ? w->ir_mode : 0,
      .inhibit_src = w->inhibit_src,
      .sequential_jump = w->seq_en,
      .triggers = w->trig_ena,
      .stall = w->stall_ena};
  const struct rvt_drv_ram_config ram = {.bytes = bytes, .stop_on_wrap = stop_on_wrap};
  const struct rvt_drv_pib_config pib = {.mode = b->pins == 4   ? 10
                                                 : b->pins == 8 ? 11
                                                                : 12,
                                         .divider = b->divider,
                                         .clk_center = b->clk_center};
  tb_top_need(b, p, rvt_drv_encoder_configure(&p->drv, &p->te, &te), "encoder");
  if (b->u.p.has_ram) tb_top_need(b, p, rvt_drv_ram_configure(&p->drv, &p->ram, &ram), "RAM sink");
  if (b->u.p.has_pib) tb_top_need(b, p, rvt_drv_pib_configure(&p->drv, &p->pib, &pib), "PIB sink");
  /* A probe locks on TRC_CLK, which may come from a slower rate (TCI:PIB-07). */
  if (b->u.p.has_pib) tb_sw_wait(&b->sw, PROBE_LOCKS + 16u * b->divider);
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

static void same_messages(struct tb_top_bench *b, const struct tb_capture *c, const char *what) {
  if (c->messages != b->sent.messages || c->sum != b->sent.sum) tb_top_fail(b, what);
}

void tb_top_arrived(struct tb_top_bench *b, uint16_t only) {
  if (b->u.p.has_ram && only != TB_TOP_PIB) {
    same_messages(b, &b->u.to_ram, "the memory has not what left the encoder (TCI:CTRL-12)");
    PROVED("TCI:RAM-03");
    if (b->u.to_ram.count > b->sent.count) PROVED("NT:PIB-10"); /* idle bytes fill the word */
  }
  if (b->u.p.has_pib && only != TB_TOP_RAM) {
    same_messages(b, &b->u.to_pins, "the pins did not show what left the encoder (TCI:CTRL-12)");
    PROVED("TCI:CTRL-14");
  }
  if (b->sent.messages != 0) {
    PROVED("TCI:CTRL-10");
    PROVED("TCI:CTRL-12");
    PROVED("TCI:CTRL-13");
  }
}

/* What a user does: find, set up, trace a program, stop, read out. */
static void capture(struct tb_software *sw, void *bench) {
  struct tb_top_bench *b = bench;
  struct tb_top_parts p;
  (void)sw;
  tb_top_discover(b, &p);
  tb_top_configure(b, &p, 0, false);
  tb_top_need(b, &p, rvt_drv_start(&p.drv, &p.path, true), "start");
  tb_top_run(b, UINT64_MAX);
  tb_top_need(b, &p, rvt_drv_stop(&p.drv, &p.path), "stop");
  b->tb->cover[TB_TOP_SESSIONS]++;
  tb_top_arrived(b, 0);
  if (!b->u.p.has_ram) return;
  tb_top_read_out(b, &p);
  const struct tb_capture *written = &b->u.to_ram;
  if (b->read_count > written->count ||
      memcmp(b->read_out, written->bytes + written->count - b->read_count, b->read_count) != 0)
    tb_top_fail(b, "software has not read what was written (TCI:RAM-25)");
  PROVED("TCI:RAM-25");
  PROVED("TCI:SW-07");
}

const struct tb_top_program tb_top_programs[] = {{"capture", capture},
                                                 {"sequences", tb_top_sequences},
                                                 {"device", tb_top_device},
                                                 {"dirty", tb_top_dirty},
                                                 {"orders", tb_top_orders},
                                                 {"levels", tb_top_levels},
                                                 {"deactivate", tb_top_deactivate},
                                                 {"overflow", tb_top_overflow},
                                                 {"stop_on_wrap", tb_top_stop_on_wrap},
                                                 {"full", tb_top_full},
                                                 {"abandon", tb_top_abandon},
                                                 {"wrap", tb_top_wrap},
                                                 {"periods", tb_top_periods},
                                                 {"live", tb_top_live},
                                                 {"forms", tb_top_forms},
                                                 {"features", tb_top_features},
                                                 {"toggle", tb_top_toggle},
                                                 {NULL, NULL}};
