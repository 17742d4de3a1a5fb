/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "top_scenarios.h"

#include <string.h>

#include "proved.h"
#include "rvt/regs.h"

#define ACTIVE  RVT_TR_TE_ACTIVE_MASK
#define ENABLE  RVT_TR_TE_ENABLE_MASK
#define TRACING RVT_TR_TE_INST_TRACING_MASK
#define EMPTY   RVT_TR_TE_EMPTY_MASK
#define STICKY  RVT_TR_TE_INST_STALL_OR_OVERFLOW_MASK

enum { POLLS = 200000, LOSSY_ROUNDS = 9 };

/* Active, Enable and Empty are the same bits in every component. */
static uint32_t control(struct tb_top_bench *b, uint16_t base) { return tb_sw_read(&b->sw, base); }

static void set(struct tb_top_bench *b, uint16_t base, uint32_t bits, bool on) {
  const uint32_t word = control(b, base) & ~STICKY;
  tb_sw_write(&b->sw, base, on ? word | bits : word & ~bits);
}

static void enable(struct tb_top_bench *b, uint16_t base) {
  set(b, base, ENABLE, true);
  tb_sw_poll(&b->sw, base, ENABLE, ENABLE, POLLS);
}

static void disable(struct tb_top_bench *b, uint16_t base) {
  set(b, base, ENABLE, false);
  tb_sw_poll(&b->sw, base, ENABLE | EMPTY, EMPTY, POLLS);
}

static uint32_t below(struct tb_top_bench *b, uint32_t n) { return tb_rng_below(&b->tb->rng, n); }

/* The sinks that are built, as addresses. */
static unsigned sinks_of(const struct tb_top_bench *b, uint16_t base[2]) {
  unsigned n = 0;
  if (b->u.p.has_ram) base[n++] = TB_TOP_RAM;
  if (b->u.p.has_pib) base[n++] = TB_TOP_PIB;
  return n;
}

static void end_session(struct tb_top_bench *b) {
  uint16_t sink[2];
  set(b, TB_TOP_TE, TRACING, false);
  disable(b, TB_TOP_TE);
  for (unsigned i = sinks_of(b, sink); i-- != 0;) disable(b, sink[i]);
  b->tb->cover[TB_TOP_SESSIONS]++;
}

/* ---- V-02: the initialisation table from registers that hold anything ---------------------------
 */

static void dirty(struct tb_top_bench *b, uint16_t base) {
  for (unsigned i = 0; i < 60; i++) {
    uint16_t offset = (uint16_t)(4 * below(b, 32));
    uint32_t word = (uint32_t)tb_rng_next(&b->tb->rng);
    if (offset == 0) word = (word & ~ENABLE) | ACTIVE;
    tb_sw_write_bytes(&b->sw, (uint16_t)(base + offset), word, (uint8_t)below(b, 16));
  }
  tb_sw_poll(&b->sw, base, ENABLE | EMPTY, EMPTY, POLLS);
}

void tb_top_dirty(struct tb_software *sw, void *bench) {
  struct tb_top_bench *b = bench;
  struct tb_top_parts p;
  uint16_t sink[2];
  (void)sw;
  tb_top_discover(b, &p);
  for (unsigned round = 0; round < 4; round++) {
    dirty(b, TB_TOP_TE);
    for (unsigned i = sinks_of(b, sink); i-- != 0;) dirty(b, sink[i]);
    tb_top_configure(b, &p, 0, false); /* begins with the table (TCI:CTRL-09) */
    tb_top_need(b, &p, rvt_drv_start(&p.drv, &p.path, true), "start");
    tb_top_run(b, 2000);
    tb_top_need(b, &p, rvt_drv_stop(&p.drv, &p.path), "stop");
    b->tb->cover[TB_TOP_SESSIONS]++;
  }
  tb_top_arrived(b, 0);
  PROVED("TCI:CTRL-09");
}

/* ---- V-04: every order of enabling --------------------------------------------------------------
 */

/* As long as no sink is enabled nothing leaves the encoder. @return whether something had to wait
 */
static bool held_back(struct tb_top_bench *b, uint64_t before) {
  uint16_t sink[2];
  for (unsigned i = sinks_of(b, sink); i-- != 0;)
    if ((control(b, sink[i]) & ENABLE) != 0) return false;
  if (b->sent.count != before) tb_top_fail(b, "a disabled sink takes trace (TCI:LINK-07)");
  return b->u.out.te.m.valid;
}

/* @return whether the encoder had to wait for a sink */
static bool enable_in_order(struct tb_top_bench *b, unsigned order) {
  unsigned left[4] = {0, 1, 2, 3}, n = 4;
  const uint64_t before = b->sent.count;
  bool held = false;
  for (unsigned i = 0; i < 4; i++) {
    const unsigned at = order % n;
    const unsigned what = left[at];
    order /= n--;
    memmove(left + at, left + at + 1, (3 - at) * sizeof left[0]);
    if (what == 0 && b->u.p.has_ram) enable(b, TB_TOP_RAM);
    if (what == 1 && b->u.p.has_pib) enable(b, TB_TOP_PIB);
    if (what == 2) enable(b, TB_TOP_TE);
    if (what == 3) set(b, TB_TOP_TE, TRACING, true);
    tb_sw_wait(&b->sw, below(b, 120));
    held = held_back(b, before) || held;
  }
  return held;
}

/* A disable while tracing is on, in a write that asks for tracing, too: tracing is off behind it,
 * and an enable alone starts nothing while the hart runs. */
static void disable_tracing(struct tb_top_bench *b) {
  const uint64_t before = b->sent.messages;
  tb_sw_write(&b->sw, TB_TOP_TE, (control(b, TB_TOP_TE) & ~(ENABLE | STICKY)) | TRACING);
  const uint32_t word = tb_sw_poll(&b->sw, TB_TOP_TE, ENABLE | EMPTY, EMPTY, POLLS);
  if ((word & TRACING) != 0) tb_top_fail(b, "tracing outlives Enable (TCI:CTRL-22)");
  const uint64_t messages = b->sent.messages;
  enable(b, TB_TOP_TE);
  tb_sw_wait(&b->sw, 200);
  if (b->sent.messages != messages) tb_top_fail(b, "an enable begins to trace (TCI:CTRL-22)");
  if (messages != before && !b->s.ended) PROVED("TCI:CTRL-22");
}

void tb_top_orders(struct tb_software *sw, void *bench) {
  struct tb_top_bench *b = bench;
  struct tb_top_parts p;
  (void)sw;
  tb_top_discover(b, &p);
  tb_top_configure(b, &p, 0, false);
  b->play = true;
  for (unsigned order = 0; order < 24; order++) {
    const bool held = enable_in_order(b, order);
    const uint64_t before = b->sent.messages;
    tb_top_run(b, 200);
    b->tb->cover[TB_TOP_SINK_WAITS] += held && b->sent.messages != before;
    disable_tracing(b);
    end_session(b);
  }
  PROVED("TCI:CTRL-11");
  PROVED("NT:CTL-03");
  if (b->u.p.has_ram && b->u.p.has_pib) return; /* a sink enabled later misses what came before */
  tb_top_arrived(b, 0);
  if (b->tb->cover[TB_TOP_SINK_WAITS] != 0) PROVED("TCI:LINK-07");
}

/* ---- V-05: disable at every fill level, Control read without a pause ----------------------------
 */

/* Correlations of a disable and Errors so far. */
static uint64_t closed(const struct tb_top_bench *b) {
  const uint64_t *c = b->tb->cover, *t = c + TB_ENC_TCODES;
  const unsigned error = tb_tcode_index(RVT_TC_ERROR);
  return c[TB_ENC_EV_DISABLED] + t[error] + t[TB_TCODES + error];
}

static void poll_disable(struct tb_top_bench *b) {
  set(b, TB_TOP_TE, ENABLE, false);
  const struct rvt_ntrace_msg_fifo *fifo = &b->u.model.te.encoder.fifo;
  const bool near_full = 4 * fifo->level_q >= 3 * fifo->p.depth;
  const uint64_t before = closed(b);
  uint32_t word = control(b, TB_TOP_TE);
  if ((word & ENABLE) != 0) tb_top_fail(b, "Enable reads 1 behind a disable (TCI:CTRL-18)");
  const bool full = (word & EMPTY) == 0;
  b->tb->cover[TB_TOP_POLLED_FULL] += full;
  for (unsigned i = 0; (word & EMPTY) == 0; i++) {
    if (i == POLLS) tb_top_fail(b, "the encoder never becomes empty (TCI:CTRL-13)");
    word = control(b, TB_TOP_TE);
  }
  const uint64_t messages = b->sent.messages;
  if (b->sent.in_message) tb_top_fail(b, "Empty within a message (TCI:CTRL-15)");
  tb_sw_wait(&b->sw, 30);
  if (b->sent.messages != messages) tb_top_fail(b, "a message behind Empty (TCI:CTRL-15)");
  if (near_full && closed(b) != before) { /* a hart in debug mode has nothing to close */
    b->tb->cover[TB_TOP_NEAR_FULL]++;
    PROVED("TCI:OVF-13");
  }
  if (!full) return;
  PROVED("TCI:CTRL-15");
  PROVED("TCI:CTRL-16");
  PROVED("TCI:CTRL-18");
}

void tb_top_levels(struct tb_software *sw, void *bench) {
  struct tb_top_bench *b = bench;
  struct tb_top_parts p;
  (void)sw;
  tb_top_discover(b, &p);
  tb_top_configure(b, &p, 0, false);
  tb_top_need(b, &p, rvt_drv_start(&p.drv, &p.path, false), "start");
  b->play = true;
  for (unsigned clocks = 0; clocks < 160; clocks++) {
    enable(b, TB_TOP_TE);
    set(b, TB_TOP_TE, TRACING, true);
    tb_sw_wait(&b->sw, clocks < 80 ? clocks : 8 * clocks);
    poll_disable(b);
    b->tb->cover[TB_TOP_SESSIONS]++;
  }
  end_session(b);
  tb_top_arrived(b, 0);
}

/* ---- V-06: deactivate every component within a message ------------------------------------------
 */

/* Behind a deactivation that found a message open: it has ended, and nothing is kept. */
static void te_cut(struct tb_top_bench *b, uint32_t features) {
  const uint16_t at = TB_TOP_TE + RVT_TR_TE_INST_FEATURES_OFFSET;
  b->tb->cover[TB_TOP_TE_CUT]++;
  PROVED("TCI:CTRL-07");
  tb_sw_write(&b->sw, TB_TOP_TE, ACTIVE);
  tb_sw_poll(&b->sw, TB_TOP_TE, ACTIVE, ACTIVE, POLLS);
  tb_sw_expect(&b->sw, TB_TOP_TE, ENABLE, 0, "Enable behind a reset (TCI:CTRL-03)");
  tb_sw_expect(&b->sw, TB_TOP_TE, UINT32_MAX, RVT_TR_TE_CONTROL_RESET | ACTIVE | EMPTY,
               "trTeControl behind a reset (NT:CTL-01)");
  tb_sw_expect(&b->sw, at, UINT32_MAX, RVT_TR_TE_INST_FEATURES_RESET,
               "trTeInstFeatures behind a reset (TCI:BUS-04)");
  PROVED("TCI:CTRL-03");
  PROVED("NT:CTL-01");
  if (features != RVT_TR_TE_INST_FEATURES_RESET) PROVED("TCI:BUS-04");
}

static void cut(struct tb_top_bench *b, uint16_t base) {
  const uint32_t features = tb_sw_read(&b->sw, TB_TOP_TE + RVT_TR_TE_INST_FEATURES_OFFSET);
  for (unsigned i = 0; i < 400 && !b->sent.in_message; i++) tb_sw_wait(&b->sw, 1 + below(b, 7));
  b->tb->cover[TB_TOP_ACTIVE_CUT] += b->sent.in_message;
  tb_sw_write(&b->sw, base, 0);
  const bool open = b->sent.in_message; /* with Active requested 0 */
  tb_sw_poll(&b->sw, base, ACTIVE | ENABLE, 0, POLLS);
  if (base != TB_TOP_TE) return;
  if (b->sent.in_message) tb_top_fail(b, "a message is cut (TCI:CTRL-07)");
  if (open) te_cut(b, features);
}

/* Whoever is deactivated now must not wait for pins that take nothing, nor must the memory. */
static void calibrating(struct tb_top_bench *b, struct tb_top_parts *p) {
  tb_top_need(b, p, rvt_drv_pib_calibrate(&p->drv, &p->pib, true), "calibration");
  if (!b->u.p.has_ram) return;
  const uint64_t messages = b->u.to_ram.messages;
  for (unsigned i = 0; b->u.to_ram.messages < messages + 3; i++) {
    if (i == POLLS) tb_top_fail(b, "calibration holds the other sink up (TCI:LINK-08)");
    tb_sw_wait(&b->sw, 10);
  }
  PROVED("TCI:LINK-08");
}

void tb_top_deactivate(struct tb_software *sw, void *bench) {
  struct tb_top_bench *b = bench;
  struct tb_top_parts p;
  uint16_t part[3] = {TB_TOP_TE};
  const unsigned parts = 1 + sinks_of(b, part + 1);
  (void)sw;
  tb_top_discover(b, &p);
  b->play = true;
  for (unsigned round = 0; round < 30; round++) {
    tb_top_configure(b, &p, 0, false);
    tb_top_need(b, &p, rvt_drv_start(&p.drv, &p.path, true), "start");
    tb_sw_wait(&b->sw, 200 + below(b, 200));
    if (round / parts % 2 != 0 && b->u.p.has_pib && p.pib.caps.pib.calibrate) calibrating(b, &p);
    cut(b, part[round % parts]);
    tb_sw_wait(&b->sw, 100);
    /* The rest goes on or waits; then all of it begins anew. */
    for (unsigned i = 0; i < parts; i++) tb_sw_write(&b->sw, part[i], 0);
    for (unsigned i = 0; i < parts; i++) tb_sw_poll(&b->sw, part[i], ACTIVE, 0, POLLS);
    tb_top_need(b, &p, rvt_drv_discover(&p.drv, TB_TOP_TE, &p.te), "encoder");
    if (b->u.p.has_ram)
      tb_top_need(b, &p, rvt_drv_discover(&p.drv, TB_TOP_RAM, &p.ram), "RAM sink");
    if (b->u.p.has_pib)
      tb_top_need(b, &p, rvt_drv_discover(&p.drv, TB_TOP_PIB, &p.pib), "PIB sink");
    b->tb->cover[TB_TOP_SESSIONS]++;
  }
}

/* ---- V-07: overflow -----------------------------------------------------------------------------
 */

static void see_sticky(struct tb_top_bench *b) {
  tb_sw_poll(&b->sw, TB_TOP_TE, STICKY, STICKY, POLLS);
  b->tb->cover[TB_TOP_STICKY]++;
  PROVED("TCI:OVF-07"); /* the sinks are still blocked */
}

/* While nothing is traced nothing sets it: a write of 0 keeps it, a write of 1 clears it. */
static void clear_sticky(struct tb_top_bench *b) {
  const uint32_t word = control(b, TB_TOP_TE) & ~STICKY;
  tb_sw_write(&b->sw, TB_TOP_TE, word);
  tb_sw_expect(&b->sw, TB_TOP_TE, STICKY, STICKY, "the sticky bit behind a 0 (TCI:OVF-05)");
  tb_sw_write(&b->sw, TB_TOP_TE, word | STICKY);
  tb_sw_expect(&b->sw, TB_TOP_TE, STICKY, 0, "the sticky bit behind a 1 (TCI:OVF-05)");
}

/* With the sinks off nothing leaves: the FIFO fills, then the queue, then a gap opens. */
static void overflow(struct tb_top_bench *b, unsigned how) {
  uint16_t sink[2];
  const unsigned n = sinks_of(b, sink);
  tb_sw_wait(&b->sw, 100 + below(b, 300));
  for (unsigned i = 0; i < n; i++) set(b, sink[i], ENABLE, false);
  see_sticky(b);
  tb_sw_wait(&b->sw, below(b, 2000));
  if (how == 1) set(b, TB_TOP_TE, TRACING, false);
  if (how == 2) set(b, TB_TOP_TE, ENABLE, false);
  if (how == 2)
    tb_sw_expect(&b->sw, TB_TOP_TE, ENABLE | EMPTY, 0, "full while disabled (TCI:OVF-11)");
  tb_sw_wait(&b->sw, below(b, 300));
  for (unsigned i = n; i-- != 0;) enable(b, sink[i]);
  tb_sw_wait(&b->sw, 2000);
  if (how == 1) {
    clear_sticky(b);
    set(b, TB_TOP_TE, TRACING, true);
  }
  if (how == 2) {
    tb_sw_poll(&b->sw, TB_TOP_TE, EMPTY, EMPTY, POLLS);
    enable(b, TB_TOP_TE);
    tb_sw_expect(&b->sw, TB_TOP_TE, STICKY, 0, "the sticky bit over an enable (TCI:OVF-05)");
    set(b, TB_TOP_TE, TRACING, true);
    PROVED("TCI:OVF-11");
    /* Rounds of the other ways to clear it, and both causes, have been before. */
    if (b->tb->cover[TB_TOP_STICKY] > 2 && b->tb->cover[TB_SCN_GAPS] != 0 &&
        b->tb->cover[TB_SCN_STALLS] != 0)
      PROVED("TCI:OVF-05");
  }
}

/* From now on the hart waits rather than lose trace. */
static void stall_now(struct tb_top_bench *b) {
  tb_sw_write_bytes(&b->sw, TB_TOP_TE, RVT_TR_TE_INST_STALL_ENA_MASK, 2);
}

void tb_top_overflow(struct tb_software *sw, void *bench) {
  struct tb_top_bench *b = bench;
  struct tb_top_parts p;
  (void)sw;
  tb_top_discover(b, &p);
  tb_top_configure(b, &p, 0, false);
  tb_top_need(b, &p, rvt_drv_start(&p.drv, &p.path, true), "start");
  b->play = true;
  for (unsigned round = 0; round < 12 && !b->s.ended; round++) {
    if (round == LOSSY_ROUNDS) stall_now(b);
    overflow(b, round % 3);
    if (round >= LOSSY_ROUNDS && b->tb->cover[TB_SCN_GAPS] != 0 && b->tb->cover[TB_SCN_STALLS] != 0)
      PROVED("NT:CTL-11");
    tb_top_need(b, &p, rvt_drv_clear_lost(&p.drv, &p.te), "sticky");
    b->tb->cover[TB_TOP_SESSIONS]++;
  }
  end_session(b);
}

/* ---- V-08, V-15: a buffer that fills, is read out, and goes on without a loss
 * -------------------- */

void tb_top_stop_on_wrap(struct tb_software *sw, void *bench) {
  struct tb_top_bench *b = bench;
  struct tb_top_parts p;
  struct rvt_drv_state state;
  (void)sw;
  tb_top_discover(b, &p);
  tb_top_configure(b, &p, 64 + 4 * below(b, 20), true);
  tb_top_need(b, &p, rvt_drv_start(&p.drv, &p.path, true), "start");
  b->play = true;
  while (!b->s.ended || (control(b, TB_TOP_TE) & EMPTY) == 0) {
    tb_top_need(b, &p, rvt_drv_get_state(&p.drv, &p.ram, &state), "state");
    if (state.stopped) {
      tb_top_read_out(b, &p);
      b->tb->cover[TB_TOP_STOPS]++;
      tb_top_need(b, &p, rvt_drv_resume(&p.drv, &p.ram), "resume");
    } else if (b->s.ended) {
      set(b, TB_TOP_TE, ENABLE, false);
    }
    tb_sw_wait(&b->sw, below(b, 100));
  }
  tb_top_need(b, &p, rvt_drv_get_state(&p.drv, &p.ram, &state), "state");
  while (state.stopped) { /* what it kept may fill a buffer of its own */
    tb_top_read_out(b, &p);
    tb_top_need(b, &p, rvt_drv_resume(&p.drv, &p.ram), "resume");
    tb_top_need(b, &p, rvt_drv_get_state(&p.drv, &p.ram, &state), "state");
  }
  tb_top_need(b, &p, rvt_drv_stop(&p.drv, &p.path), "stop");
  tb_top_need(b, &p, rvt_drv_get_state(&p.drv, &p.ram, &state), "state");
  const size_t from = b->read_count, newest = b->u.to_ram.count - from;
  tb_top_read_out(b, &p);
  /* trRamWrap still tells of the part before: of the buffer the newest bytes count, up to WP, or
   * all if the padding has filled it. */
  if (newest % (state.limit + 4) != state.wp - state.start || newest > b->read_count - from)
    tb_top_fail(b, "WP is not behind what was written last (TCI:RAM-04)");
  memmove(b->read_out + from, b->read_out + b->read_count - newest, newest);
  b->read_count = from + newest;
  const struct tb_capture *w = &b->u.to_ram;
  if (b->read_count != w->count || memcmp(b->read_out, w->bytes, w->count) != 0)
    tb_top_fail(b, "the parts read out are not what was written (TCI:RAM-13)");
  tb_top_arrived(b, 0); /* and the pins have it all, too: they wait along */
  PROVED("TCI:RAM-11");
  PROVED("TCI:RAM-12");
  PROVED("TCI:RAM-13");
  PROVED("TCI:OVF-08");
}

/* V-15: the newest trace in a buffer that wraps, registers looked at meanwhile. */
void tb_top_wrap(struct tb_software *sw, void *bench) {
  struct tb_top_bench *b = bench;
  struct tb_top_parts p;
  struct rvt_drv_state state;
  const uint16_t rp_at = TB_TOP_RAM + RVT_TR_RAM_RP_LOW_OFFSET;
  (void)sw;
  tb_top_discover(b, &p);
  for (unsigned round = 0; round < 6; round++) {
    tb_top_configure(b, &p, 32 + 4 * below(b, 60), false);
    tb_top_need(b, &p, rvt_drv_ram_rewind(&p.drv, &p.ram), "rewind");
    tb_top_need(b, &p, rvt_drv_start(&p.drv, &p.path, true), "start");
    const size_t before = b->u.to_ram.count;
    b->play = true;
    const uint32_t rp = tb_sw_read(&b->sw, rp_at);
    bool other = false;
    for (unsigned i = 0; i < 60; i++) {
      tb_top_need(b, &p, rvt_drv_get_state(&p.drv, &p.ram, &state), "state");
      tb_sw_expect(&b->sw, TB_TOP_RAM + RVT_TR_RAM_DATA_OFFSET, UINT32_MAX, 0,
                   "trRamData while it runs");
      const uint32_t word = 4 * below(b, 20);
      tb_sw_write(&b->sw, rp_at, word);
      tb_sw_expect(&b->sw, rp_at, UINT32_MAX, rp, "RP while it runs (TCI:RAM-26)");
      other = other || word != rp;
      tb_sw_wait(&b->sw, below(b, 40));
    }
    tb_top_need(b, &p, rvt_drv_stop(&p.drv, &p.path), "stop");
    b->tb->cover[TB_TOP_SESSIONS]++;
    tb_top_need(b, &p, rvt_drv_get_state(&p.drv, &p.ram, &state), "state");
    const size_t from = b->read_count;
    tb_top_read_out(b, &p);
    const size_t got = b->read_count - from, written = b->u.to_ram.count - before;
    if (got != (state.wrapped ? state.limit + 4 : written) || got > written ||
        memcmp(b->read_out + from, b->u.to_ram.bytes + b->u.to_ram.count - got, got) != 0)
      tb_top_fail(b, "not the newest bytes are read (TCI:RAM-14)");
    if (!state.wrapped) continue;
    PROVED("TCI:RAM-05");
    PROVED("TCI:RAM-14");
    if (other) PROVED("TCI:RAM-26");
  }
}

/* ---- V-11: periods ------------------------------------------------------------------------------
 */

/* Read trTeControl without a pause while the hart runs; the oracle, which knows of no bus, judges
 * what comes of it. */
static void poll_run(struct tb_top_bench *b) {
  const uint64_t before = b->sent.messages;
  for (unsigned i = 0; i < 400 && !b->s.ended; i++)
    tb_sw_expect(&b->sw, TB_TOP_TE, TRACING | ENABLE, TRACING | ENABLE, "polled (TCI:CTRL-24)");
  if (b->sent.messages > before + 1 && b->check == TB_TOP_CHECK_TE) PROVED("TCI:CTRL-24");
}

void tb_top_periods(struct tb_software *sw, void *bench) {
  struct tb_top_bench *b = bench;
  struct tb_top_parts p;
  static const uint8_t modes[] = {RVT_PERIOD_MESSAGES, RVT_PERIOD_HALFWORDS, RVT_PERIOD_OFF};
  (void)sw;
  tb_top_discover(b, &p);
  b->play = true;
  for (unsigned i = 0; i < 24; i++) {
    tb_top_need(b, &p, rvt_drv_reset(&p.drv, &p.te),
                "reset"); /* the checker knows one period a life */
    b->want.sync_mode = modes[i % 3];
    b->want.sync_max = (uint8_t)(i / 3 % 5);
    tb_top_configure(b, &p, 0, false);
    tb_top_need(b, &p, rvt_drv_start(&p.drv, &p.path, true), "start");
    if (i % 2 != 0)
      poll_run(b);
    else
      tb_top_run(b, 1500);
    tb_top_need(b, &p, rvt_drv_stop(&p.drv, &p.path), "stop");
    b->tb->cover[TB_TOP_SESSIONS]++;
  }
  PROVED("TCI:SYNC-01");
}

/* The same while it runs, periods of clocks included: RTL and model only. */
void tb_top_live(struct tb_software *sw, void *bench) {
  struct tb_top_bench *b = bench;
  struct tb_top_parts p;
  (void)sw;
  tb_top_discover(b, &p);
  tb_top_configure(b, &p, 0, false);
  tb_top_need(b, &p, rvt_drv_start(&p.drv, &p.path, true), "start");
  b->play = true;
  for (unsigned i = 0; i < 300 && !b->s.ended; i++) {
    const uint32_t byte = below(b, 4) | below(b, 5) << 4;
    tb_sw_write_bytes(&b->sw, TB_TOP_TE, byte << 16, 4);
    tb_sw_expect(&b->sw, TB_TOP_TE, TRACING | ENABLE, TRACING | ENABLE,
                 "a byte of its own (TCI:BUS-06)");
    tb_sw_wait(&b->sw, below(b, 150));
  }
  end_session(b);
}

/* ---- V-17: every form of the pins, and calibration ----------------------------------------------
 */

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
  /* The pins alone: beside another sink they would miss what leaves while they calibrate. */
  const struct rvt_drv_path pins = {.encoder = &p.te, .sink = {&p.pib}, .sinks = 1};
  b->play = true;
  for (unsigned form = 0; form < 3 * 4 * 2; form++) {
    b->pins = (uint8_t)(4u << form % 3);
    b->divider = dividers[form / 3 % 4];
    b->clk_center = form / 12 != 0;
    if (b->pins > b->u.p.pib.pib.pins || b->divider > c->divider_max) continue;
    if (b->clk_center && !c->clk_center) continue;
    tb_top_configure(b, &p, 0, false);
    tb_top_need(b, &p, rvt_drv_start(&p.drv, &pins, true), "start");
    tb_top_run(b, 300);
    if (c->calibrate) calibrate(b, &p);
    tb_top_run(b, 100);
    tb_top_need(b, &p, rvt_drv_stop(&p.drv, &pins), "stop");
    tb_top_arrived(b, TB_TOP_PIB);
    b->tb->cover[TB_TOP_SESSIONS]++;
  }
  PROVED("TCI:PIB-07");
  if (c->calibrate && c->clk_center) PROVED("TCI:PIB-29");
}

/* ---- Nothing is lost unannounced, whatever is switched ------------------------------------------
 */

void tb_top_toggle(struct tb_software *sw, void *bench) {
  struct tb_top_bench *b = bench;
  struct tb_top_parts p;
  uint16_t sink[2];
  (void)sw;
  tb_top_discover(b, &p);
  tb_top_configure(b, &p, 0, false);
  tb_top_need(b, &p, rvt_drv_start(&p.drv, &p.path, true), "start");
  const unsigned n = sinks_of(b, sink);
  b->play = true;
  while (!b->s.ended) {
    switch (below(b, 12)) {
    case 0: set(b, TB_TOP_TE, TRACING, false); break;
    case 1: set(b, TB_TOP_TE, ENABLE, false); break;
    case 2: /* of two sinks, one that is off misses what the other has (TCI:LINK-08) */
      if (n == 1) set(b, sink[0], ENABLE, false);
      break;
    case 3: tb_sw_write_bytes(&b->sw, TB_TOP_TE, below(b, 2) << 13, 2); break;
    case 4: tb_sw_write_bytes(&b->sw, TB_TOP_TE, STICKY, 2); break;
    case 5: control(b, (uint16_t)(4 * below(b, 0x1000))); break;
    case 6: tb_sw_write(&b->sw, (uint16_t)(0x3000 + 4 * below(b, 0x800)), UINT32_MAX); break;
    default: tb_sw_wait(&b->sw, below(b, 300)); break;
    }
    if (below(b, 3) != 0) continue;
    enable(b, sink[0]);
    enable(b, TB_TOP_TE);
    set(b, TB_TOP_TE, TRACING, true);
  }
  for (unsigned i = 0; i < n; i++) enable(b, sink[i]);
  end_session(b);
  tb_top_arrived(b, 0);
}
