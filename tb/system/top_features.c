/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "harness/bench.h"
#include "top_scenarios.h"

/* What the fields of the encoder do to the trace, session by session, and what debug mode leaves.
 */

#define RETURNS (RVT_TR_TE_INST_EN_IMPLICIT_RETURN_MASK | RVT_TR_TE_INST_IMPLICIT_RETURN_MODE_MASK)

enum { SESSIONS = 32, HALTS = 12, QUIET = 100 };

/* In the clocks that follow nothing may leave the encoder, nor wait in it. */
static void is_silent(struct tb_top_bench *b, const char *when) {
  const size_t before = b->sent.count;
  tb_sw_wait(&b->sw, QUIET);
  if (b->sent.count != before || !b->u.out.te.empty) tb_top_fail(b, when);
}

/* Trace is turned on and off while the hart does what it does. */
static void on_and_off(struct tb_top_bench *b, const char *when) {
  tb_top_set(b, TB_TOP_TE, TRACING, true);
  is_silent(b, when);
  tb_top_set(b, TB_TOP_TE, TRACING, false);
  is_silent(b, when);
}

/* Where nothing is traced nothing is told (TCI:TE-18, NT:SEQ-07). */
static void silences(struct tb_top_bench *b, struct tb_top_parts *p) {
  tb_top_configure(b, p, 0, false);
  tb_top_start(b, p, &p->path);
  if (tb_top_reports_enable(b)) tb_sw_wait(&b->sw, QUIET);
  is_silent(b, "a session without an instruction is told (TCI:TE-18)");
  tb_top_run(b, 300);
  b->play = false;
  tb_top_set(b, TB_TOP_TE, TRACING, false);
  tb_sw_poll(&b->sw, TB_TOP_TE, EMPTY, EMPTY, TB_TOP_POLLS);
  if (b->sent.messages < 2) tb_top_fail(b, "there was no session before the silence");
  on_and_off(b, "a second stop is told, nothing traced since the first (TCI:TE-18)");
  b->play = true;
  is_silent(b, "what runs with trace off is told");
  rvt_player_force_halt(&b->s.player, true);
  is_silent(b, "debug entry with trace off is told (TCI:TE-18)");
  if (!b->s.told.halted) tb_top_fail(b, "the hart has not entered debug mode");
  on_and_off(b, "trace on and off within debug mode is told (TCI:TE-18)");
  rvt_player_force_halt(&b->s.player, false);
  is_silent(b, "debug exit with trace off is told (TCI:TE-18)");
  tb_top_need(b, p, rvt_drv_stop(&p->drv, &p->path), "stop");
  PROVED("TCI:TE-18");
}

/* The configuration of session `i`; all that the oracle looks at is what the registers then hold.
 */
static void choose(struct tb_top_bench *b, unsigned i) {
  const struct rvt_params *e = &b->u.p.te.encoder;
  const uint8_t widths[] = {0, (uint8_t)(e->src_bits_max / 2u), e->src_bits_max};
  struct rvt_config *w = &b->want;
  w->mode = e->btm && (i % 2 != 0 || !e->htm) ? RVT_MODE_BTM : RVT_MODE_HTM;
  w->src_bits = widths[i % 3];
  w->inhibit_src = e->src_bits_max != 0 && i / 3 % 2 != 0;
  w->seq_en = e->seq_jump && i / 2 % 2 != 0;
  w->all_jumps = e->all_jumps && i / 4 % 2 == 0;
  w->extend_addr = e->extend_addr && i / 4 % 2 != 0;
  w->branch_prediction = e->bpred_size != 0 && i / 4 % 2 == 0;
  w->jump_target_cache = e->cache_size != 0 && i / 2 % 2 == 0;
  w->ir_en = false;
}

/* Both halves of implicit return in every combination (TCI:TE-10). */
static void returns(struct tb_top_bench *b, unsigned i) {
  const uint16_t at = TB_TOP_TE + RVT_TR_TE_INST_FEATURES_OFFSET;
  uint32_t word = tb_sw_read(&b->sw, at) & ~RETURNS;
  word = RVT_WITH_FIELD(word, RVT_TR_TE_INST_IMPLICIT_RETURN_MODE, i / 4 % 2 != 0 ? 3u : 0u);
  word = RVT_WITH_FIELD(word, RVT_TR_TE_INST_EN_IMPLICIT_RETURN, i / 8 % 2);
  tb_sw_write(&b->sw, at, word);
  tb_sw_expect(&b->sw, at, RETURNS, word & RETURNS, "implicit return");
  b->want.ir_en = i / 8 % 2 != 0;
  b->want.ir_mode = i / 4 % 2 != 0 ? 3 : 0;
}

/* The mode comes after Enable, as some software does it (TCI:SW-03, CTRL-23). */
static void mode_late(struct tb_top_bench *b) {
  const uint32_t word = tb_sw_read(&b->sw, TB_TOP_TE);
  const uint32_t none = word & ~RVT_TR_TE_INST_MODE_MASK;
  tb_sw_write(&b->sw, TB_TOP_TE, none);
  tb_sw_write(&b->sw, TB_TOP_TE, RVT_WITH_FIELD(none, RVT_TR_TE_INST_MODE, b->want.mode));
  tb_sw_write(&b->sw, TB_TOP_TE, word | TRACING);
}

static void session(struct tb_top_bench *b, struct tb_top_parts *p, unsigned i) {
  const uint64_t before = b->sent.messages, implicit = b->tb->cover[TB_ENC_IMPLICIT];
  tb_top_need(b, p, rvt_drv_reset(&p->drv, &p->te), "reset");
  choose(b, i);
  tb_top_configure(b, p, 0, false);
  if (tb_top_has_returns(b)) returns(b, i);
  tb_top_need(b, p, rvt_drv_start(&p->drv, &p->path, i % 2 == 0), "start");
  if (i % 2 != 0) mode_late(b);
  tb_top_same_config(b);
  tb_top_run(b, 400);
  tb_top_need(b, p, rvt_drv_stop(&p->drv, &p->path), "stop");
  if (b->sent.messages == before) tb_top_fail(b, "nothing was traced");
  if (b->tb->cover[TB_ENC_IMPLICIT] != implicit && !(b->want.ir_en && b->want.ir_mode != 0))
    tb_top_fail(b, "a return is implicit although one half of it is off (TCI:TE-10)");
  b->tb->cover[TB_TOP_SESSIONS]++;
}

/* Error, too, has SRC: no sink takes anything until trace is lost. */
static void lossy(struct tb_top_bench *b, struct tb_top_parts *p, bool inhibit) {
  uint16_t sink[2];
  const unsigned n = tb_top_sinks(b, sink);
  tb_top_need(b, p, rvt_drv_reset(&p->drv, &p->te), "reset");
  b->want.src_bits = b->u.p.te.encoder.src_bits_max;
  b->want.src_id |= 1;
  b->want.inhibit_src = inhibit;
  b->want.stall_ena = false;
  b->want.ir_en = false;
  tb_top_configure(b, p, 0, false);
  const uint64_t overflows = b->tb->cover[TB_SCN_OVERFLOWS], told = b->tb->cover[TB_TOP_ERROR_SRC];
  tb_top_start(b, p, &p->path);
  for (unsigned i = 0; i < n; i++) tb_top_set(b, sink[i], ENABLE, false);
  tb_top_run(b, 200);
  tb_sw_poll(&b->sw, TB_TOP_TE, STICKY, STICKY, TB_TOP_POLLS);
  for (unsigned i = n; i-- != 0;) tb_top_enable(b, sink[i]);
  tb_sw_wait(&b->sw, 2000);
  tb_top_need(b, p, rvt_drv_stop(&p->drv, &p->path), "stop");
  b->tb->cover[TB_TOP_SESSIONS]++;
  if (b->tb->cover[TB_SCN_OVERFLOWS] == overflows) tb_top_fail(b, "no overflow has ended");
  if ((b->tb->cover[TB_TOP_ERROR_SRC] != told) == inhibit)
    tb_top_fail(b, "Error has SRC where it is inhibited, or has none where not (TCI:TE-07)");
}

/* What a halted hart leaves in the sink stays there until the sink is disabled (TCI:CTRL-19). */
static void halted(struct tb_top_bench *b, struct tb_top_parts *p) {
  unsigned kept = 0;
  for (unsigned i = 0; i < HALTS; i++) {
    tb_top_start(b, p, &p->path);
    tb_top_run(b, 200 + i);
    rvt_player_force_halt(&b->s.player, true);
    tb_sw_wait(&b->sw, 600);
    if (!b->u.out.te.empty) tb_top_fail(b, "the encoder holds something after a halt");
    kept += (tb_sw_read(&b->sw, TB_TOP_RAM) & RVT_TR_RAM_EMPTY_MASK) == 0;
    tb_top_need(b, p, rvt_drv_stop(&p->drv, &p->path), "stop");
    tb_top_arrived(b, 0);
    rvt_player_force_halt(&b->s.player, false);
  }
  if (kept == 0) tb_top_fail(b, "no halt left a partial word");
  PROVED("TCI:CTRL-19");
}

void tb_top_features(struct tb_software *sw, void *bench) {
  struct tb_top_bench *b = bench;
  struct tb_top_parts p;
  (void)sw;
  tb_top_discover(b, &p);
  silences(b, &p);
  const uint64_t implicit = b->tb->cover[TB_ENC_IMPLICIT];
  for (unsigned i = 0; i < SESSIONS; i++) session(b, &p, i);
  if (b->tb->cover[TB_ENC_IMPLICIT] != implicit) PROVED("TCI:TE-10");
  tb_top_arrived(b, 0);
  if (b->u.p.sinks.has_ram) halted(b, &p);
  if (b->u.p.te.encoder.src_bits_max != 0) {
    PROVED("NT:CTL-10");
    lossy(b, &p, false);
    lossy(b, &p, true);
    PROVED("TCI:TE-07");
  }
}
