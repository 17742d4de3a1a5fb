/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "harness/bench.h"
#include "top_scenarios.h"

/* ---- V-02: the initialisation table from registers that hold anything ---------------------- */

/* Words of a component that are written at random; reading the first ones changes nothing. */
enum { WORDS = 32, STILL = RVT_TR_RAM_RP_LOW_OFFSET / 4 };

static void look(struct tb_top_bench *b, uint16_t base, uint32_t words[STILL]) {
  for (unsigned i = 0; i < STILL; i++) words[i] = tb_sw_read(&b->sw, (uint16_t)(base + 4 * i));
}

/** @return whether the component holds something else now; by chance it need not */
static bool dirty(struct tb_top_bench *b, uint16_t base) {
  uint32_t before[STILL], after[STILL];
  look(b, base, before);
  for (unsigned i = 0; i < 60; i++) {
    uint16_t offset = (uint16_t)(4 * tb_top_below(b, WORDS));
    uint32_t word = (uint32_t)tb_rng_next(&b->tb->rng);
    if (offset == 0) word = (word & ~ENABLE) | ACTIVE;
    tb_sw_write_bytes(&b->sw, (uint16_t)(base + offset), word, (uint8_t)tb_top_below(b, 16));
  }
  tb_sw_poll(&b->sw, base, ENABLE | EMPTY, EMPTY, TB_TOP_POLLS);
  look(b, base, after);
  return memcmp(before, after, sizeof before) != 0;
}

/* What the specification tells software to write to an encoder (TCI:CTRL-09). */
static void table(struct tb_top_bench *b) {
  static const uint16_t zeros[] = {
      RVT_TR_TE_INST_FEATURES_OFFSET,        RVT_TR_TE_INST_FILTERS_OFFSET,
      RVT_TR_TE_DATA_CONTROL_OFFSET,         RVT_TR_TE_DATA_FILTERS_OFFSET,
      RVT_TR_TE_TRIG_DBG_CONTROL_OFFSET,     RVT_TR_TE_TRIG_EXT_IN_CONTROL_OFFSET,
      RVT_TR_TE_TRIG_EXT_OUT_CONTROL_OFFSET, RVT_TR_TS_CONTROL_OFFSET};
  tb_sw_write(&b->sw, TB_TOP_TE, ACTIVE);
  for (unsigned i = 0; i < sizeof zeros / sizeof *zeros; i++)
    tb_sw_write(&b->sw, (uint16_t)(TB_TOP_TE + zeros[i]), 0);
}

/* The program from its beginning, for a number of clocks of the hart. Of the encoder nothing is
 * written but mode and period: the rest is as reset or table have left it. @return the first of its
 * bytes in `sent` */
static size_t golden(struct tb_top_bench *b, struct tb_top_parts *p) {
  const size_t from = b->sent.count;
  const struct rvt_config *w = &b->want;
  const uint32_t word = RVT_WITH_FIELD(0u, RVT_TR_TE_INST_MODE, (uint32_t)w->mode) |
                        RVT_WITH_FIELD(0u, RVT_TR_TE_INST_SYNC_MODE, (uint32_t)w->sync_mode) |
                        RVT_WITH_FIELD(0u, RVT_TR_TE_INST_SYNC_MAX, (uint32_t)w->sync_max);
  tb_top_set(b, TB_TOP_TE, word, true);
  tb_top_configure_sinks(b, p, 0, false);
  tb_top_start(b, p, &p->path);
  tb_top_restart(b);
  tb_top_run(b, 8000);
  b->play = false;
  tb_top_need(b, p, rvt_drv_stop(&p->drv, &p->path), "stop");
  b->tb->cover[TB_TOP_SESSIONS]++;
  return from;
}

void tb_top_dirty(struct tb_software *sw, void *bench) {
  struct tb_top_bench *b = bench;
  struct tb_top_parts p;
  const struct rvt_config *w = &b->want;
  uint16_t sink[2];
  bool changed[1 + 2] = {false};
  (void)sw;
  if (w->src_bits != 0 || w->ir_en || w->seq_en || w->trig_ena || w->stall_ena)
    tb_top_fail(b, "the table cannot ask for this: src=0 ir=0 seq=0 trig=0 stall=0");
  tb_top_tape_begin(&b->tape, &b->s.player);
  tb_top_discover(b, &p);
  tb_top_need(b, &p, rvt_drv_reset(&p.drv, &p.te), "reset");
  for (unsigned i = 0; i < p.path.sinks; i++)
    tb_top_need(b, &p, rvt_drv_reset(&p.drv, p.path.sink[i]), "reset");
  const size_t fresh = golden(b, &p), bytes = b->sent.count - fresh;
  if (bytes < 64) tb_top_fail(b, "a fresh reset leads to no trace to compare with");
  for (unsigned round = 0; round < 4; round++) {
    changed[2] |= dirty(b, TB_TOP_TE);
    for (unsigned i = tb_top_sinks(b, sink); i-- != 0;) changed[i] |= dirty(b, sink[i]);
    table(b);
    const size_t from = golden(b, &p);
    if (b->sent.count - from != bytes ||
        memcmp(b->sent.bytes + from, b->sent.bytes + fresh, bytes) != 0)
      tb_top_fail(b, "not the bytes of a fresh reset after the table (TCI:CTRL-09)");
  }
  for (unsigned i = tb_top_sinks(b, sink); i-- != 0;) changed[2] = changed[2] && changed[i];
  if (!changed[2]) tb_top_fail(b, "what was written at random has changed nothing");
  tb_top_arrived(b, 0);
  PROVED("TCI:CTRL-09");
}

/* ---- V-04: every order of enabling --------------------------------------------------------- */

/* As long as no sink is enabled nothing leaves the encoder. @return whether something had to wait
 */
static bool held_back(struct tb_top_bench *b, uint64_t before) {
  uint16_t sink[2];
  for (unsigned i = tb_top_sinks(b, sink); i-- != 0;)
    if ((tb_top_control(b, sink[i]) & ENABLE) != 0) return false;
  if (b->sent.count != before) tb_top_fail(b, "a disabled sink takes trace (TCI:LINK-07)");
  return b->u.out.te.m.valid;
}

/* What comes in any order: the sinks that are built, encoder, tracing. */
struct order {
  uint16_t what[4]; /* components; 1: tracing */
  uint16_t first;   /* the sink that was enabled first */
  bool held;        /* the encoder had to wait for it */
  bool late;        /* the other one came when messages had left */
};

static void enable_in_order(struct tb_top_bench *b, struct order *o, unsigned number) {
  const uint64_t before = b->sent.count;
  unsigned n = tb_top_sinks(b, o->what);
  o->what[n++] = TB_TOP_TE;
  o->what[n++] = 1;
  for (; n != 0; number /= n--) {
    const unsigned at = number % n;
    const uint16_t what = o->what[at];
    memmove(o->what + at, o->what + at + 1, (3 - at) * sizeof o->what[0]);
    const bool sink = what > 1;
    if (what == 1)
      tb_top_set(b, TB_TOP_TE, TRACING, true);
    else
      tb_top_enable(b, what);
    if (sink && o->first != 0) o->late = o->late || b->sent.count != before;
    if (sink && o->first == 0) o->first = what;
    tb_sw_wait(&b->sw, tb_top_below(b, 120));
    o->held = held_back(b, before) || o->held;
  }
}

/* A disable while tracing is on, in a write that asks for tracing, too: tracing is off after it,
 * and an enable alone starts nothing while the hart runs. */
static void disable_tracing(struct tb_top_bench *b) {
  const uint64_t before = b->sent.messages;
  tb_sw_write(&b->sw, TB_TOP_TE, (tb_top_control(b, TB_TOP_TE) & ~(ENABLE | STICKY)) | TRACING);
  const uint32_t word = tb_sw_poll(&b->sw, TB_TOP_TE, ENABLE | EMPTY, EMPTY, TB_TOP_POLLS);
  if ((word & TRACING) != 0) tb_top_fail(b, "tracing outlives Enable (TCI:CTRL-22)");
  const uint64_t messages = b->sent.messages + tb_top_reports_enable(b);
  tb_top_enable(b, TB_TOP_TE);
  tb_sw_wait(&b->sw, 200);
  if (b->sent.messages != messages) tb_top_fail(b, "an enable begins to trace (TCI:CTRL-22)");
  if (messages != before && !b->s.ended) PROVED("TCI:CTRL-22");
}

/* One order, a session, and what each sink has of it. */
static void one_order(struct tb_top_bench *b, unsigned number) {
  struct order o = {.first = 0};
  const size_t from = b->sent.count, ram = b->u.to_ram.count, pins = b->u.to_pins.count;
  enable_in_order(b, &o, number);
  const uint64_t messages = b->sent.messages;
  tb_top_run(b, 200);
  b->tb->cover[TB_TOP_SINK_WAITS] += o.held && b->sent.messages != messages;
  b->tb->cover[TB_TOP_LATE_SINKS] += o.late;
  disable_tracing(b);
  tb_top_end_session(b);
  if (b->sent.count == from) return; /* the hart was halted all the time */
  if (b->u.p.sinks.has_ram)
    tb_top_has(b, &b->u.to_ram, ram, from, o.first == TB_TOP_RAM || !o.late);
  if (b->u.p.sinks.has_pib)
    tb_top_has(b, &b->u.to_pins, pins, from, o.first == TB_TOP_PIB || !o.late);
}

void tb_top_orders(struct tb_software *sw, void *bench) {
  struct tb_top_bench *b = bench;
  struct tb_top_parts p;
  (void)sw;
  tb_top_discover(b, &p);
  tb_top_configure(b, &p, 0, false);
  b->play = true;
  /* 4! with two sinks; 3! with one, four times */
  for (unsigned number = 0; number < 24; number++) one_order(b, number);
  PROVED("TCI:CTRL-11");
  if (b->tb->cover[TB_TOP_SINK_WAITS] != 0) PROVED("TCI:LINK-07");
}

/* ---- V-11: periods ------------------------------------------------------------------------- */

/* Read trTeControl without a pause while the hart runs; the oracle, which knows of no bus, judges
 * what comes of it. */
static void poll_run(struct tb_top_bench *b) {
  const uint64_t before = b->sent.messages;
  for (unsigned i = 0; i < 400 && !b->s.ended; i++)
    tb_sw_expect(&b->sw, TB_TOP_TE, TRACING | ENABLE, TRACING | ENABLE, "polled (TCI:CTRL-24)");
  if (b->sent.messages > before + 1 && b->check == TB_TOP_CHECK_TE) PROVED("TCI:CTRL-24");
}

/* No sink takes anything until trace is lost; then the overflow ends. */
static void lose_some(struct tb_top_bench *b) {
  uint16_t sink[2];
  const unsigned n = tb_top_sinks(b, sink);
  const uint64_t overflows = b->tb->cover[TB_SCN_OVERFLOWS];
  for (unsigned i = 0; i < n; i++) tb_top_set(b, sink[i], ENABLE, false);
  for (unsigned i = 0; i < 60 && !b->u.out.te.overflow; i++) tb_sw_wait(&b->sw, 50);
  for (unsigned i = n; i-- != 0;) tb_top_enable(b, sink[i]);
  for (unsigned i = 0; i < 60 && b->tb->cover[TB_SCN_OVERFLOWS] == overflows; i++)
    tb_sw_wait(&b->sw, 50);
}

/* With triggers the trace stops and begins by itself, so nothing is known of what is polled. */
static void period(struct tb_top_bench *b, struct tb_top_parts *p, unsigned i) {
  tb_top_configure(b, p, 0, false);
  tb_top_start(b, p, &p->path);
  if (i % 2 != 0 && !b->want.trig_ena)
    poll_run(b);
  else
    tb_top_run(b, 1500);
  if (i % 4 == 0) lose_some(b);
  tb_top_need(b, p, rvt_drv_stop(&p->drv, &p->path), "stop");
  b->tb->cover[TB_TOP_SESSIONS]++;
}

void tb_top_periods(struct tb_software *sw, void *bench) {
  struct tb_top_bench *b = bench;
  struct tb_top_parts p;
  static const uint8_t modes[] = {RVT_PERIOD_MESSAGES, RVT_PERIOD_HALFWORDS, RVT_PERIOD_OFF,
                                  RVT_PERIOD_CLOCKS};
  const unsigned count = b->u.p.te.encoder.sync_clocks ? 4 : 3;
  (void)sw;
  tb_top_discover(b, &p);
  b->play = true;
  for (unsigned i = 0; i < 10 * count; i++) {
    /* The checker knows one period a life. */
    tb_top_need(b, &p, rvt_drv_reset(&p.drv, &p.te), "reset");
    b->want.sync_mode = modes[i % count];
    b->want.sync_max = (uint8_t)(i / count % 5);
    b->want.trig_ena = b->u.p.te.encoder.events && i / count % 2 != 0;
    b->want.stall_ena = false;
    period(b, &p, i / count);
  }
  PROVED("TCI:SYNC-01");
}

/* The same changed while it runs: RTL and model only. */
void tb_top_live(struct tb_software *sw, void *bench) {
  struct tb_top_bench *b = bench;
  struct tb_top_parts p;
  (void)sw;
  tb_top_discover(b, &p);
  tb_top_configure(b, &p, 0, false);
  tb_top_start(b, &p, &p.path);
  b->play = true;
  for (unsigned i = 0; i < 300 && !b->s.ended; i++) {
    const uint32_t byte = tb_top_below(b, 4) | tb_top_below(b, 5) << 4;
    tb_sw_write_bytes(&b->sw, TB_TOP_TE, byte << 16, 4);
    tb_sw_expect(&b->sw, TB_TOP_TE, TRACING | ENABLE, TRACING | ENABLE,
                 "a byte of its own (TCI:BUS-06)");
    tb_sw_wait(&b->sw, tb_top_below(b, 150));
  }
  tb_top_end_session(b);
}

/* ---- V-17: every form of the pins, and calibration ----------------------------------------- */

static void calibrate(struct tb_top_bench *b, struct tb_top_parts *p) {
  tb_top_need(b, p, rvt_drv_pib_calibrate(&p->drv, &p->pib, true), "calibration");
  tb_sw_wait(&b->sw, 100 + 20u * b->divider);
  tb_top_need(b, p, rvt_drv_pib_calibrate(&p->drv, &p->pib, false), "calibration");
}

void tb_top_forms(struct tb_software *sw, void *bench) {
  struct tb_top_bench *b = bench;
  struct tb_top_parts p;
  static const uint16_t dividers[] = {0, 1, 3, 255};
  (void)sw;
  tb_top_discover(b, &p);
  const struct rvt_drv_pib_caps *c = &p.pib.caps.pib;
  /* No probe of the bench reads patterns between packets with lengths. */
  const bool calibrates = c->calibrate && !b->tb->framing->headed;
  /* The pins alone: beside another sink they would miss what leaves while they calibrate. */
  const struct rvt_drv_path pins = {.encoder = &p.te, .sink = {&p.pib}, .sinks = 1};
  b->play = true;
  for (unsigned form = 0; form < 3 * 4 * 2; form++) {
    b->pins = (uint8_t)(4u << form % 3);
    b->divider = dividers[form / 3 % 4];
    b->clk_center = form / 12 != 0;
    if (b->pins > b->u.p.sinks.pib.pib.pins || b->divider > c->divider_max) continue;
    if (b->clk_center && !c->clk_center) continue;
    tb_top_configure(b, &p, 0, false);
    tb_top_start(b, &p, &pins);
    tb_top_run(b, 300);
    if (calibrates) calibrate(b, &p);
    tb_top_run(b, 100);
    tb_top_need(b, &p, rvt_drv_stop(&p.drv, &pins), "stop");
    tb_top_arrived(b, TB_TOP_PIB);
    b->tb->cover[TB_TOP_SESSIONS]++;
  }
  PROVED("TCI:PIB-07");
  if (calibrates && c->clk_center) PROVED("TCI:PIB-29");
}

/* ---- Nothing is lost unannounced, whatever is switched ------------------------------------- */

/* Stall, and whether triggers count. */
static void switch_byte_1(struct tb_top_bench *b) {
  uint32_t word = tb_top_below(b, 2) != 0 ? STALL : 0u;
  if (b->want.trig_ena && tb_top_below(b, 3) != 0) word |= TRIGGERS;
  tb_sw_write_bytes(&b->sw, TB_TOP_TE, word, 2);
}

void tb_top_toggle(struct tb_software *sw, void *bench) {
  struct tb_top_bench *b = bench;
  struct tb_top_parts p;
  uint16_t sink[2];
  (void)sw;
  tb_top_discover(b, &p);
  tb_top_configure(b, &p, 0, false);
  tb_top_start(b, &p, &p.path);
  const unsigned n = tb_top_sinks(b, sink);
  b->play = true;
  while (!b->s.ended) {
    switch (tb_top_below(b, 12)) {
    case 0: tb_top_set(b, TB_TOP_TE, TRACING, false); break;
    case 1: tb_top_set(b, TB_TOP_TE, ENABLE, false); break;
    case 2: /* of two sinks, one that is off misses what the other has (TCI:LINK-08) */
      if (n == 1) tb_top_set(b, sink[0], ENABLE, false);
      break;
    case 3: switch_byte_1(b); break;
    case 4: tb_sw_write_bytes(&b->sw, TB_TOP_TE, STICKY, 2); break;
    case 5: tb_top_control(b, (uint16_t)(4 * tb_top_below(b, 0x1000))); break;
    case 6: tb_sw_write(&b->sw, (uint16_t)(0x3000 + 4 * tb_top_below(b, 0x800)), UINT32_MAX); break;
    default: tb_sw_wait(&b->sw, tb_top_below(b, 300)); break;
    }
    if (tb_top_below(b, 3) != 0) continue;
    tb_top_enable(b, sink[0]);
    tb_top_enable(b, TB_TOP_TE);
    tb_top_set(b, TB_TOP_TE, TRACING, true);
  }
  for (unsigned i = 0; i < n; i++) tb_top_enable(b, sink[i]);
  tb_top_end_session(b);
  tb_top_arrived(b, 0);
}

/* ---- Programs ------------------------------------------------------------------------------ */

/* What software can do, by name, and the plain one of it. */

/* What a user does: find, set up, trace a program, stop, read out. */
static void capture(struct tb_software *sw, void *bench) {
  struct tb_top_bench *b = bench;
  struct tb_top_parts p;
  (void)sw;
  tb_top_discover(b, &p);
  tb_top_configure(b, &p, 0, false);
  tb_top_start(b, &p, &p.path);
  tb_top_run(b, UINT64_MAX);
  const uint64_t before = b->sent.messages;
  const bool open = b->s.unit.model->ingress.open_q;
  tb_top_need(b, &p, rvt_drv_stop(&p.drv, &p.path), "stop");
  b->tb->cover[TB_TOP_SESSIONS]++;
  tb_top_arrived(b, 0);
  PROVED("TCI:CTRL-10");
  PROVED("TCI:CTRL-12");
  if (open && b->sent.messages == before)
    tb_top_fail(b, "the disable closes nothing (TCI:CTRL-13)");
  if (open) PROVED("TCI:CTRL-13");
  if (!b->u.p.sinks.has_ram) return;
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
                                                 {"splice", tb_top_splice},
                                                 {"return", tb_top_return},
                                                 {"wrap", tb_top_wrap},
                                                 {"periods", tb_top_periods},
                                                 {"live", tb_top_live},
                                                 {"forms", tb_top_forms},
                                                 {"features", tb_top_features},
                                                 {"toggle", tb_top_toggle},
                                                 {NULL, NULL}};
