/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "top_judge.h"

#include "proved.h"
#include "rvt/regs.h"
#include "top_bench.h"

void tb_top_judge_message(void *bench, struct tb *tb, const struct rvt_ntrace_msg *m) {
  const struct tb_top_bench *b = bench;
  const struct rvt_ntrace_config *w = &b->want;
  const unsigned bits = w->inhibit_src ? 0 : w->src_bits;
  /* What software has chosen, not what the registers hold. */
  if (!b->others && m->src != (w->src_id & ((1u << bits) - 1)))
    tb_fail(tb, "a message has SRC %u, software has chosen 0x%x with %u bits (NT:GEN-09)", m->src,
            w->src_id, bits);
  else if (!b->others && bits > 1 && m->src != 0)
    PROVED("NT:GEN-09");
  tb->cover[TB_TOP_ERROR_SRC] += m->tcode == RVT_TC_ERROR && m->src != 0;
}

/* Triggers set and clear the register while Enable is 1 and they are let through; both in one clock
 * leave it 0. A write wins or loses by rules of its own (TCI:TRIG-16). */
static void follow_tracing(struct tb_top_bench *b) {
  struct tb_top_judge *j = &b->judge;
  const struct rvt_ntrace_config *c = &j->before;
  const bool now = b->u.model.te.regs.tracing_q;
  const bool counts = c->enable && c->trig_ena;
  bool expected = j->tracing;
  if (counts && (j->on || j->off)) expected = !j->off;
  if (!j->written && now != expected)
    tb_fail(b->tb, "trTeInstTracing is %d, expected %d behind triggers on %d, off %d (NT:CTL-03)",
            now, expected, j->on, j->off);
  if (!j->written && c->enable && !c->trig_ena)
    b->tb->cover[TB_TOP_TRIGGERS_MASKED] += j->off ? j->tracing : j->on && !j->tracing;
  if (now == j->tracing) return;
  j->by_trigger = !j->written;
  b->tb->cover[TB_TOP_ON_TRIGGER] += j->by_trigger && now;
}

static bool writes_control(const struct rvt_apb *bus) {
  return rvt_apb_writes(bus) && (bus->paddr & 0xFFFCu) == TB_TOP_TE + RVT_TR_TE_CONTROL_OFFSET &&
         (bus->pstrb & 1) != 0;
}

void tb_top_judge_registers(struct tb_top_bench *b) {
  struct tb_top_judge *j = &b->judge;
  const struct rvt_ntrace_config *c = &b->s.unit.in.cfg;
  const struct rvt_ingress *in = &b->u.in.ingress;
  const unsigned triggers = b->u.p.te.encoder.events ? in->trigger | in->ext_trigger : 0u;
  if (c->active && j->before.active) {
    follow_tracing(b);
    if (j->before.enable && !c->enable) {
      j->fifo_level = b->u.model.te.encoder.fifo.level_q;
      j->queue_level = b->u.model.te.encoder.queue.level_q;
    }
  }
  j->before = *c;
  j->tracing = b->u.model.te.regs.tracing_q;
  j->on = (triggers & RVT_TRIGGER_ON) != 0;
  j->off = (triggers & RVT_TRIGGER_OFF) != 0;
  j->written = writes_control(&b->u.in.apb);
  j->open = b->s.unit.model.entrance.open_q;
}

/* A session that was open has ended: by what? */
static void count_stop(struct tb_top_bench *b) {
  const struct tb_top_judge *j = &b->judge;
  const struct tb_encoder_unit *u = &b->s.unit;
  if (!j->open || u->model.entrance.open_q || u->on_before) return;
  if (!j->before.active || rvt_ntrace_away(&u->in.ingress)) return;
  const enum tb_top_cover cause = !j->before.enable ? TB_TOP_OFF_ENABLE
                                  : j->by_trigger   ? TB_TOP_OFF_TRIGGER
                                                    : TB_TOP_OFF_TRACING;
  b->tb->cover[cause]++;
}

void tb_top_judge_clock(struct tb_top_bench *b) {
  const struct tb_encoder_unit *u = &b->s.unit;
  count_stop(b);
  if (b->check == TB_TOP_CHECK_TE && tb_encoder_unit_idle(u) && u->loss == RVT_LOSS_NONE)
    tb_trace_check_empty(&b->s.check, b->tb);
}

void tb_top_judge_rows(const struct tb_top_bench *b) {
  const uint64_t *c = b->tb->cover;
  if (b->check == TB_TOP_CHECK_NONE || b->tb->error[0] != 0) return;
  if (c[TB_ENC_SYNC_ENABLE] > 1 && c[TB_ENC_SYNC_DEBUG] != 0 && c[TB_ENC_SYNC_OVERRUN] != 0 &&
      c[TB_ENC_SYNC_RESET] != 0 && c[TB_ENC_SYNC_POWER] != 0)
    PROVED("TCI:TE-16");
  const bool stops = c[TB_TOP_OFF_TRACING] != 0 && c[TB_TOP_OFF_TRIGGER] != 0;
  if (stops && c[TB_TOP_OFF_ENABLE] != 0 && c[TB_ENC_EV_DEBUG] != 0) PROVED("TCI:TE-17");
  if (stops && c[TB_TOP_ON_TRIGGER] != 0 && c[TB_TOP_TRIGGERS_MASKED] != 0) PROVED("NT:CTL-03");
}
