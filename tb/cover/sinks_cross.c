/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "sinks_cross.h"

enum { RAM = 1, PIB = 2 }; /* bits of the fork's branches */

/* Who has the beat already counts as one who is on, whatever has become of him since. */
static void cross_first(const struct rvt_top_out *out, uint8_t sent, uint64_t *cover) {
  const struct rvt_fork_in *f = &out->sinks.fork_in;
  const unsigned ram = (sent & RAM) != 0              ? TB_SINK_ON
                       : (f->m_dn_stopped & RAM) != 0 ? TB_SINK_STOPPED
                       : (f->m_dn_on & RAM) != 0      ? TB_SINK_ON
                                                      : TB_SINK_OFF;
  const unsigned at = 2 * ram + (((f->m_dn_on | sent) & PIB) != 0);
  cover[(out->sinks.fork.s_ready ? TB_SX_PASSES : TB_SX_WAITS) + at]++;
}

/* A sink that has a part in the message turns its back. */
static void turn(unsigned sink, enum tb_sink_turn turn, uint8_t set, uint64_t *cover) {
  const bool beside = (set & ~(1u << sink)) != 0;
  cover[TB_SX_TURNS + (sink * TB_TURNS + (unsigned)turn) * 2u + beside]++;
}

static void cross_turns(const struct tb_sinks_cross_before *b, const struct rvt_top *d,
                        uint64_t *cover) {
  const struct rvt_regs_ram *ram = &d->sinks.ram.regs;
  const struct rvt_regs_pib *pib = &d->sinks.pib.regs;
  if ((b->set & RAM) != 0) {
    const bool leaves = b->ram_life == RVT_LIFE_ON && ram->active.life_q != RVT_LIFE_ON;
    const bool stops = !b->ram_stopped && ram->stopped_q;
    if (leaves) turn(0, TB_TURN_LEFT, b->set, cover);
    if (stops) turn(0, TB_TURN_OTHER, b->set, cover);
    if (!leaves && !stops && b->ram_enable && !ram->enable_q)
      turn(0, TB_TURN_DISABLED, b->set, cover);
  }
  if ((b->set & PIB) == 0) return;
  const bool leaves = b->pib_life == RVT_LIFE_ON && pib->active.life_q != RVT_LIFE_ON;
  if (leaves) turn(1, TB_TURN_LEFT, b->set, cover);
  if (!b->pib_calibrate && pib->calibrate_q) turn(1, TB_TURN_OTHER, b->set, cover);
  if (!leaves && b->pib_enable && !pib->enable_q) turn(1, TB_TURN_DISABLED, b->set, cover);
}

void tb_sinks_cross(const struct tb_sinks_cross_before *before, const struct rvt_top_out *out,
                    const struct rvt_top *after, uint64_t cover[TB_SINKS_CROSSES]) {
  const struct rvt_fork_in *f = &out->sinks.fork_in;
  if (after->sinks.fork.branches != 2) return;
  if (!before->in_msg) {
    if (f->s.valid && !f->closing) cross_first(out, before->sent, cover);
    return;
  }
  cross_turns(before, after, cover);
  const unsigned joins = f->m_dn_on & ~(unsigned)before->set;
  cover[TB_SX_JOINS] += (joins & RAM) != 0 && before->ram_life == RVT_LIFE_ON && f->s.valid;
  cover[TB_SX_JOINS + 1] += (joins & PIB) != 0 && f->s.valid;
  cover[TB_SX_LEFT] += f->closing && (before->set & f->m_dn_stopped) != 0;
  cover[TB_SX_LOST] += f->s.valid && out->sinks.fork.s_ready && (before->set & f->m_dn_on) == 0;
}
