/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "proved.h"
#include "rvt/regs.h"
#include "top_scenarios.h"

/* What the fields of the encoder do to the trace, session by session, and what debug mode leaves.
 */

#define TRACING RVT_TR_TE_INST_TRACING_MASK
#define RETURNS (RVT_TR_TE_INST_EN_IMPLICIT_RETURN_MASK | RVT_TR_TE_INST_IMPLICIT_RETURN_MODE_MASK)

enum { SESSIONS = 32, HALTS = 12 };

/* Nothing is traced, so nothing is said (TCI:TE-18). */
static void silent(struct tb_top_bench *b, struct tb_top_parts *p) {
  tb_top_configure(b, p, 0, false);
  tb_top_need(b, p, rvt_drv_start(&p->drv, &p->path, true), "start");
  tb_sw_wait(&b->sw, 100);
  tb_top_need(b, p, rvt_drv_stop(&p->drv, &p->path), "stop");
  if (b->sent.count != 0) tb_top_fail(b, "a session without an instruction is told (TCI:TE-18)");
  PROVED("TCI:TE-18");
}

/* The configuration of session `i`; all that the oracle looks at is what the registers then hold.
 */
static void choose(struct tb_top_bench *b, unsigned i) {
  const struct rvt_ntrace_params *e = &b->u.p.te.encoder;
  const uint8_t widths[] = {0, (uint8_t)(e->src_bits_max / 2u), e->src_bits_max};
  struct rvt_ntrace_config *w = &b->want;
  w->mode = e->btm && (i % 2 != 0 || !e->htm) ? RVT_MODE_BTM : RVT_MODE_HTM;
  w->src_bits = widths[i % 3];
  w->inhibit_src = e->src_bits_max != 0 && i / 3 % 2 != 0;
  w->seq_en = e->seq_jump && i / 2 % 2 != 0;
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
}

/* The mode comes behind Enable, as some software does it (TCI:SW-03, CTRL-23). */
static void mode_late(struct tb_top_bench *b) {
  const uint32_t word = tb_sw_read(&b->sw, TB_TOP_TE);
  const uint32_t none = word & ~RVT_TR_TE_INST_MODE_MASK;
  tb_sw_write(&b->sw, TB_TOP_TE, none);
  tb_sw_write(&b->sw, TB_TOP_TE, RVT_WITH_FIELD(none, RVT_TR_TE_INST_MODE, b->want.mode));
  tb_sw_write(&b->sw, TB_TOP_TE, word | TRACING);
}

static void session(struct tb_top_bench *b, struct tb_top_parts *p, unsigned i) {
  const uint64_t before = b->sent.messages;
  tb_top_need(b, p, rvt_drv_reset(&p->drv, &p->te), "reset");
  choose(b, i);
  tb_top_configure(b, p, 0, false);
  if (b->u.p.te.encoder.stack_depth != 0) returns(b, i);
  tb_top_need(b, p, rvt_drv_start(&p->drv, &p->path, i % 2 == 0), "start");
  if (i % 2 != 0) mode_late(b);
  tb_top_run(b, 400);
  tb_top_need(b, p, rvt_drv_stop(&p->drv, &p->path), "stop");
  if (b->sent.messages == before) tb_top_fail(b, "nothing was traced");
  b->tb->cover[TB_TOP_SESSIONS]++;
}

/* What a halted hart leaves in the sink stays there until the sink is disabled (TCI:CTRL-19). */
static void halted(struct tb_top_bench *b, struct tb_top_parts *p) {
  unsigned kept = 0;
  for (unsigned i = 0; i < HALTS; i++) {
    tb_top_need(b, p, rvt_drv_start(&p->drv, &p->path, true), "start");
    tb_top_run(b, 200 + i);
    rvt_player_force_halt(&b->s.player, true);
    tb_sw_wait(&b->sw, 600);
    if (!b->u.out.te.empty) tb_top_fail(b, "the encoder holds something behind a halt");
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
  silent(b, &p);
  for (unsigned i = 0; i < SESSIONS; i++) session(b, &p, i);
  tb_top_arrived(b, 0);
  if (b->u.p.te.encoder.src_bits_max != 0) {
    PROVED("TCI:TE-07");
    PROVED("NT:CTL-10");
  }
  if (b->u.p.te.encoder.stack_depth != 0) PROVED("TCI:TE-10");
  if (b->u.p.te.encoder.seq_jump) PROVED("NT:CTL-12");
  PROVED("NT:CTL-17");
  if (b->u.p.has_ram) halted(b, &p);
}
