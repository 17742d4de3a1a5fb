/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "top_scenarios.h"

#include "harness/bench.h"

enum { ROUNDS = 200 };

/* ---- V-05: disable at every fill level, Control read without a pause ----------------------- */

/* Correlations of a disable and Errors so far. */
static uint64_t closed(const struct tb_top_bench *b) {
  const uint64_t *c = b->tb->cover, *t = c + TB_ENC_TCODES;
  const unsigned error = tb_tcode_index(RVT_TC_ERROR);
  return c[TB_ENC_EV_DISABLED] + t[error] + t[TB_TCODES + error];
}

/* Of the message FIFO, in beats or bytes. */
static unsigned fifo_depth(const struct tb_top_bench *b) {
  const struct rvt_msg_fifo *fifo = rvt_encoder_fifo(&b->u.model.te.encoder);
  return fifo->p.depth * rvt_msg_fifo_unit(fifo);
}

/* Levels at which something was disabled; that of the queue in entries of blocks. */
struct levels {
  bool fifo[RVT_FIFO_DEPTH_MAX * RVT_LANES_MAX + 1], queue[RVT_QUEUE_DEPTH_MAX + 1];
};

static void note_level(struct tb_top_bench *b, struct levels *l) {
  const struct tb_top_judge *j = &b->judge;
  const unsigned entries = b->u.p.te.encoder.queue_depth;
  const unsigned queue = j->queue_level < entries ? j->queue_level : entries;
  b->tb->cover[TB_TOP_FIFO_LEVELS] += !l->fifo[j->fifo_level];
  b->tb->cover[TB_TOP_QUEUE_LEVELS] += !l->queue[queue];
  l->fifo[j->fifo_level] = l->queue[queue] = true;
}

/* Disable (trTeControl reads `on` before), see that Enable falls at once, enable the sink that is
 * `blocked` (0: none is), and see that Empty comes with the last byte. */
static void poll_disable(struct tb_top_bench *b, struct levels *l, uint32_t on, uint16_t blocked) {
  const uint64_t before = closed(b);
  tb_sw_write(&b->sw, TB_TOP_TE, on & ~(STICKY | ENABLE));
  uint32_t word = tb_top_control(b, TB_TOP_TE);
  note_level(b, l);
  const unsigned depth = fifo_depth(b);
  const bool near_full = 4 * b->judge.fifo_level >= 3 * depth;
  if ((word & ENABLE) != 0) tb_top_fail(b, "Enable reads 1 after a disable (TCI:CTRL-18)");
  const bool full = (word & EMPTY) == 0;
  b->tb->cover[TB_TOP_POLLED_FULL] += full;
  if (blocked != 0 && !full && b->judge.fifo_level != 0)
    tb_top_fail(b, "Empty reads 1 although no sink takes anything (TCI:CTRL-16)");
  if (blocked != 0) tb_top_enable(b, blocked);
  for (unsigned i = 0; (word & EMPTY) == 0; i++) {
    if (i == TB_TOP_POLLS) tb_top_fail(b, "the encoder never becomes empty (TCI:CTRL-13)");
    word = tb_top_control(b, TB_TOP_TE);
  }
  const uint64_t messages = b->sent.messages;
  if (b->sent.reader.open) tb_top_fail(b, "Empty within a message (TCI:CTRL-15)");
  tb_sw_wait(&b->sw, 30);
  if (b->sent.messages != messages) tb_top_fail(b, "a message after Empty (TCI:CTRL-15)");
  if (near_full && closed(b) != before) { /* a hart in debug mode has nothing to close */
    b->tb->cover[TB_TOP_NEAR_FULL]++;
    PROVED("TCI:OVF-13");
  }
  b->tb->cover[TB_TOP_SESSIONS]++;
  if (!full) return;
  PROVED("TCI:CTRL-15");
  PROVED("TCI:CTRL-16");
  PROVED("TCI:CTRL-18");
}

/* The only sink takes nothing: the message FIFO fills, and when it is full the queue. A disable
 * when one of them is so full; the write takes a few clocks, so `early` of them before, or a little
 * later.
 */
static void disable_at(struct tb_top_bench *b, struct levels *l, uint16_t sink, unsigned fifo,
                       unsigned queue, unsigned early) {
  const struct rvt_encoder *e = &b->u.model.te.encoder;
  tb_top_disable(b, sink);
  tb_top_enable(b, TB_TOP_TE);
  tb_top_set(b, TB_TOP_TE, TRACING, true);
  const uint32_t on = tb_top_control(b, TB_TOP_TE);
  for (unsigned i = 0; i < 4000; i++) {
    if (rvt_encoder_fifo(e)->level_q + early >= fifo && e->queue.level_q + early / 2 >= queue)
      break;
    tb_sw_wait(&b->sw, 1);
  }
  tb_sw_wait(&b->sw, tb_top_below(b, 8));
  poll_disable(b, l, on, sink);
}

/* What a write meets is chance, so again for the levels that none has met. */
static void every_level(struct tb_top_bench *b, struct levels *l, uint16_t sink) {
  const unsigned depth = fifo_depth(b);
  const unsigned entries = b->u.p.te.encoder.queue_depth;
  for (unsigned round = 0; round < ROUNDS; round++) {
    for (unsigned n = 0; n <= depth; n++)
      if (!l->fifo[n]) disable_at(b, l, sink, n, 0, tb_top_below(b, 6));
    for (unsigned n = 0; n <= entries; n++)
      if (!l->queue[n]) disable_at(b, l, sink, depth, n, tb_top_below(b, 4));
  }
  if (b->tb->cover[TB_TOP_FIFO_LEVELS] != depth + 1 ||
      b->tb->cover[TB_TOP_QUEUE_LEVELS] != entries + 1)
    tb_top_fail(b, "there is a fill level at which nothing was disabled (TCI:CTRL-15)");
}

void tb_top_levels(struct tb_software *sw, void *bench) {
  struct tb_top_bench *b = bench;
  struct tb_top_parts p;
  struct levels l = {{false}, {false}};
  (void)sw;
  tb_top_discover(b, &p);
  tb_top_configure(b, &p, 0, false);
  tb_top_need(b, &p, rvt_drv_start(&p.drv, &p.path, false), "start");
  b->play = true;
  for (unsigned clocks = 0; clocks < 160; clocks++) {
    tb_top_enable(b, TB_TOP_TE);
    tb_top_set(b, TB_TOP_TE, TRACING, true);
    tb_sw_wait(&b->sw, clocks < 80 ? clocks : 8 * clocks);
    tb_top_same_config(b);
    poll_disable(b, &l, tb_top_control(b, TB_TOP_TE), 0);
  }
  tb_top_end_session(b);
  tb_top_arrived(b, 0);
  const struct tb_capture *c = b->u.p.sinks.has_ram ? &b->u.to_ram : &b->u.to_pins;
  const size_t c_from = c->count, from = b->sent.count;
  every_level(b, &l, b->u.p.sinks.has_ram ? TB_TOP_RAM : TB_TOP_PIB);
  tb_top_end_session(b);
  tb_top_has(b, c, c_from, from, true);
}

/* ---- V-06: deactivate every component within a message ------------------------------------- */

/* After a deactivation that found a message open: it has ended, and nothing is kept. */
static void te_cut(struct tb_top_bench *b, uint32_t features) {
  const uint16_t at = TB_TOP_TE + RVT_TR_TE_INST_FEATURES_OFFSET;
  b->tb->cover[TB_TOP_TE_CUT]++;
  PROVED("TCI:CTRL-07");
  tb_sw_write(&b->sw, TB_TOP_TE, ACTIVE);
  tb_sw_poll(&b->sw, TB_TOP_TE, ACTIVE, ACTIVE, TB_TOP_POLLS);
  tb_sw_expect(&b->sw, TB_TOP_TE, ENABLE, 0, "Enable after a reset (TCI:CTRL-03)");
  const uint32_t format = rvt_protocols[b->u.p.te.encoder.format].format;
  tb_sw_expect(&b->sw, TB_TOP_TE, UINT32_MAX,
               RVT_WITH_FIELD(RVT_TR_TE_CONTROL_RESET | ACTIVE | EMPTY, RVT_TR_TE_FORMAT, format),
               "trTeControl after a reset (NT:CTL-01)");
  tb_sw_expect(&b->sw, at, UINT32_MAX, RVT_TR_TE_INST_FEATURES_RESET,
               "trTeInstFeatures after a reset (TCI:BUS-04)");
  PROVED("TCI:CTRL-03");
  PROVED("NT:CTL-01");
  if (features != RVT_TR_TE_INST_FEATURES_RESET) PROVED("TCI:BUS-04");
}

static void cut(struct tb_top_bench *b, uint16_t base) {
  const uint32_t features = tb_sw_read(&b->sw, TB_TOP_TE + RVT_TR_TE_INST_FEATURES_OFFSET);
  for (unsigned i = 0; i < 400 && !b->sent.reader.open; i++)
    tb_sw_wait(&b->sw, 1 + tb_top_below(b, 7));
  b->tb->cover[TB_TOP_CUT_TE + (base >> 12)] += b->sent.reader.open;
  tb_sw_write(&b->sw, base, 0);
  const bool open = b->sent.reader.open; /* with Active requested 0 */
  tb_sw_poll(&b->sw, base, ACTIVE | ENABLE, 0, TB_TOP_POLLS);
  if (base != TB_TOP_TE) return;
  if (b->sent.reader.open) tb_top_fail(b, "a message is cut (TCI:CTRL-07)");
  if (open) te_cut(b, features);
}

/* Whoever is deactivated now must not wait for pins that take nothing, nor must the memory. */
static void calibrating(struct tb_top_bench *b, struct tb_top_parts *p) {
  tb_top_need(b, p, rvt_drv_pib_calibrate(&p->drv, &p->pib, true), "calibration");
  if (!b->u.p.sinks.has_ram) return;
  const uint64_t messages = b->u.to_ram.messages;
  for (unsigned i = 0; b->u.to_ram.messages < messages + 3; i++) {
    if (i == TB_TOP_POLLS) tb_top_fail(b, "calibration holds the other sink up (TCI:LINK-08)");
    tb_sw_wait(&b->sw, 10);
  }
  PROVED("TCI:LINK-08");
}

void tb_top_deactivate(struct tb_software *sw, void *bench) {
  struct tb_top_bench *b = bench;
  struct tb_top_parts p;
  uint16_t part[3] = {TB_TOP_TE};
  const unsigned parts = 1 + tb_top_sinks(b, part + 1);
  (void)sw;
  tb_top_discover(b, &p);
  b->play = true;
  for (unsigned round = 0; round < 30; round++) {
    tb_top_configure(b, &p, 0, false);
    tb_top_start(b, &p, &p.path);
    tb_sw_wait(&b->sw, 200 + tb_top_below(b, 200));
    if (round / parts % 2 != 0 && b->u.p.sinks.has_pib && p.pib.caps.pib.calibrate)
      calibrating(b, &p);
    cut(b, part[round % parts]);
    tb_sw_wait(&b->sw, 100);
    /* The rest goes on or waits; then all of it begins anew. */
    for (unsigned i = 0; i < parts; i++) tb_sw_write(&b->sw, part[i], 0);
    for (unsigned i = 0; i < parts; i++) tb_sw_poll(&b->sw, part[i], ACTIVE, 0, TB_TOP_POLLS);
    tb_top_need(b, &p, rvt_drv_discover(&p.drv, TB_TOP_TE, &p.te), "encoder");
    if (b->u.p.sinks.has_ram)
      tb_top_need(b, &p, rvt_drv_discover(&p.drv, TB_TOP_RAM, &p.ram), "RAM sink");
    if (b->u.p.sinks.has_pib)
      tb_top_need(b, &p, rvt_drv_discover(&p.drv, TB_TOP_PIB, &p.pib), "PIB sink");
    b->tb->cover[TB_TOP_SESSIONS]++;
  }
}
