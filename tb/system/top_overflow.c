/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "top_scenarios.h"

#include <string.h>

#include "harness/bench.h"

enum { LOSSY_ROUNDS = 9 };

/* ---- V-07: overflow ------------------------------------------------------------------------ */

static void see_sticky(struct tb_top_bench *b) {
  tb_sw_poll(&b->sw, TB_TOP_TE, STICKY, STICKY, TB_TOP_POLLS);
  b->tb->cover[TB_TOP_STICKY]++;
  PROVED("TCI:OVF-07"); /* the sinks are still blocked */
  PROVED("NT:ERR-13");
}

/* While nothing is traced nothing sets it: a write of 0 keeps it, a write of 1 clears it. */
static void clear_sticky(struct tb_top_bench *b) {
  const uint32_t word = tb_top_control(b, TB_TOP_TE) & ~STICKY;
  tb_sw_write(&b->sw, TB_TOP_TE, word);
  tb_sw_expect(&b->sw, TB_TOP_TE, STICKY, STICKY, "the sticky bit after a 0 (TCI:OVF-05)");
  tb_sw_write(&b->sw, TB_TOP_TE, word | STICKY);
  tb_sw_expect(&b->sw, TB_TOP_TE, STICKY, 0, "the sticky bit after a 1 (TCI:OVF-05)");
}

/* With the sinks off nothing leaves: the FIFO fills, then the queue, then an overflow opens. */
static void overflow(struct tb_top_bench *b, unsigned how) {
  uint16_t sink[2];
  const unsigned n = tb_top_sinks(b, sink);
  tb_sw_wait(&b->sw, 100 + tb_top_below(b, 300));
  for (unsigned i = 0; i < n; i++) tb_top_set(b, sink[i], ENABLE, false);
  see_sticky(b);
  tb_sw_wait(&b->sw, tb_top_below(b, 2000));
  if (how == 1) tb_top_set(b, TB_TOP_TE, TRACING, false);
  if (how == 2) tb_top_set(b, TB_TOP_TE, ENABLE, false);
  for (unsigned clocks = tb_top_below(b, 300); clocks != 0; clocks -= clocks < 3 ? clocks : 3) {
    if (how == 2) /* again and again, for as long as no sink takes anything */
      tb_sw_expect(&b->sw, TB_TOP_TE, ENABLE | EMPTY, 0, "full while disabled (TCI:OVF-11)");
    else
      tb_sw_wait(&b->sw, 3);
  }
  for (unsigned i = n; i-- != 0;) tb_top_enable(b, sink[i]);
  tb_sw_wait(&b->sw, 2000);
  if (how == 1) {
    clear_sticky(b);
    tb_top_set(b, TB_TOP_TE, TRACING, true);
  }
  if (how == 2) {
    tb_sw_poll(&b->sw, TB_TOP_TE, EMPTY, EMPTY, TB_TOP_POLLS);
    tb_top_enable(b, TB_TOP_TE);
    tb_sw_expect(&b->sw, TB_TOP_TE, STICKY, 0, "the sticky bit over an enable (TCI:OVF-05)");
    tb_top_set(b, TB_TOP_TE, TRACING, true);
    PROVED("TCI:OVF-11");
    /* Rounds of the other ways to clear it, and both causes, have been before. */
    if (b->tb->cover[TB_TOP_STICKY] > 2 && b->tb->cover[TB_SCN_OVERFLOWS] != 0 &&
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
  tb_top_start(b, &p, &p.path);
  b->play = true;
  for (unsigned round = 0; round < 12 && !b->s.ended; round++) {
    if (round == LOSSY_ROUNDS) stall_now(b);
    overflow(b, round % 3);
    if (round >= LOSSY_ROUNDS && b->tb->cover[TB_SCN_OVERFLOWS] != 0 &&
        b->tb->cover[TB_SCN_STALLS] != 0)
      PROVED("NT:CTL-11");
    tb_top_need(b, &p, rvt_drv_clear_lost(&p.drv, &p.te), "sticky");
    b->tb->cover[TB_TOP_SESSIONS]++;
  }
  tb_top_end_session(b);
}

/* ---- V-08, V-15: a buffer that fills, is read out, and goes on without a loss -------------- */

void tb_top_stop_on_wrap(struct tb_software *sw, void *bench) {
  struct tb_top_bench *b = bench;
  struct tb_top_parts p;
  struct rvt_drv_state state;
  (void)sw;
  tb_top_discover(b, &p);
  tb_top_configure(b, &p, 64 + 4 * tb_top_below(b, 20), true);
  tb_top_start(b, &p, &p.path);
  b->play = true;
  while (!b->s.ended || (tb_top_control(b, TB_TOP_TE) & EMPTY) == 0) {
    tb_top_need(b, &p, rvt_drv_get_state(&p.drv, &p.ram, &state), "state");
    if (state.stopped) {
      tb_top_read_out(b, &p);
      b->tb->cover[TB_TOP_STOPS]++;
      tb_top_need(b, &p, rvt_drv_resume(&p.drv, &p.ram), "resume");
    } else if (b->s.ended) {
      tb_top_set(b, TB_TOP_TE, ENABLE, false);
    }
    tb_sw_wait(&b->sw, tb_top_below(b, 100));
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
    tb_top_fail(b, "WP is not after what was written last (TCI:RAM-04)");
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
    tb_top_configure(b, &p, 32 + 4 * tb_top_below(b, 60), false);
    tb_top_need(b, &p, rvt_drv_ram_rewind(&p.drv, &p.ram), "rewind");
    tb_top_start(b, &p, &p.path);
    const size_t before = b->u.to_ram.count;
    b->play = true;
    const uint32_t rp = tb_sw_read(&b->sw, rp_at);
    bool other = false;
    for (unsigned i = 0; i < 60; i++) {
      tb_top_need(b, &p, rvt_drv_get_state(&p.drv, &p.ram, &state), "state");
      tb_sw_expect(&b->sw, TB_TOP_RAM + RVT_TR_RAM_DATA_OFFSET, UINT32_MAX, 0,
                   "trRamData while it runs");
      const uint32_t word = 4 * tb_top_below(b, 20);
      tb_sw_write(&b->sw, rp_at, word);
      tb_sw_expect(&b->sw, rp_at, UINT32_MAX, rp, "RP while it runs (TCI:RAM-26)");
      other = other || word != rp;
      tb_sw_wait(&b->sw, tb_top_below(b, 40));
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
