/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "top_judge.h"

#include "harness/proved.h"
#include "rvt/regs.h"
#include "top_bench.h"

/* What software has written, not what the registers hold: SrcBits is clamped, SrcID masked by it
 * (TCI:BUS-09, BUS-10). */
static void follow_writes(struct tb_top_bench *b) {
  struct tb_top_judge *j = &b->judge;
  const struct rvt_apb *bus = &b->u.in.apb;
  const uint8_t most = b->u.p.te.encoder.src_bits_max;
  const uint32_t lanes = rvt_apb_lanes(bus);
  const uint32_t word = bus->paddr & ~3u; /* of all components */
  if (!b->u.out.te.cfg.active) {
    j->inhibit = false;
    j->wrote = (struct tb_top_src){0};
  } else if (rvt_apb_writes(bus) && !b->u.out.te.closing) {
    if (word == TB_TOP_TE + RVT_TR_TE_CONTROL_OFFSET && (lanes & RVT_TR_TE_INHIBIT_SRC_MASK) != 0)
      j->inhibit = most != 0 && (bus->pwdata & RVT_TR_TE_INHIBIT_SRC_MASK) != 0;
    if (word == TB_TOP_TE + RVT_TR_TE_INST_FEATURES_OFFSET) {
      uint32_t w = RVT_WITH_FIELD(0u, RVT_TR_TE_SRC_ID, j->wrote.id);
      w = RVT_WITH_FIELD(w, RVT_TR_TE_SRC_BITS, j->wrote.bits);
      w = (w & ~lanes) | (bus->pwdata & lanes);
      j->wrote.bits = (uint8_t)RVT_FIELD(w, RVT_TR_TE_SRC_BITS);
      if (j->wrote.bits > most) j->wrote.bits = most;
      j->wrote.id = (uint16_t)(RVT_FIELD(w, RVT_TR_TE_SRC_ID) & ((1u << j->wrote.bits) - 1));
    }
  }
}

/* While trace is on, writes wait for its next start (TCI:CTRL-23). */
static void follow_src(struct tb_top_bench *b) {
  struct tb_top_judge *j = &b->judge;
  const struct rvt_config *c = &b->s.unit.in.cfg;
  if (!c->active) {
    j->begun = j->opened;
    j->between = true;
  }
  if (!rvt_ingress_on_now(&b->u.p.te.encoder, c, &b->u.in.ingress))
    j->next = j->inhibit ? (struct tb_top_src){0} : j->wrote;
  follow_writes(b);
}

/* A session has begun. */
static void count_start(struct tb_top_bench *b) {
  struct tb_top_judge *j = &b->judge;
  if (j->open || !b->s.unit.model.ingress.open_q) return;
  if (j->opened - j->begun == TB_TOP_STARTS)
    tb_fail(b->tb, "%d sessions have begun without a message", TB_TOP_STARTS);
  const struct rvt_config *c = &b->s.unit.in.cfg;
  const unsigned bits = c->inhibit_src ? 0 : c->src_bits;
  if (bits != j->next.bits)
    tb_fail(b->tb, "a session begins with %u bits of SRC, software has written %u (TCI:TE-07)",
            bits, j->next.bits);
  j->start[j->opened++ % TB_TOP_STARTS] = j->next;
}

void tb_top_judge_message(void *bench, struct tb *tb, const struct rvt_ntrace_msg *m) {
  struct tb_top_bench *b = bench;
  struct tb_top_judge *j = &b->judge;
  if (j->between && rvt_ntrace_is_sync(m->tcode) && j->begun != j->opened) {
    j->now = j->start[j->begun++ % TB_TOP_STARTS];
    j->between = false;
  }
  if (m->src != j->now.id)
    tb_fail(tb, "a message has SRC %u, software has written 0x%x with %u bits (NT:GEN-09)", m->src,
            j->now.id, j->now.bits);
  else if (j->now.bits > 1 && m->src != 0)
    PROVED("NT:GEN-09");
  j->between = j->between || m->tcode == RVT_TC_ERROR || m->tcode == RVT_TC_PROG_TRACE_CORRELATION;
  tb->cover[TB_TOP_ERROR_SRC] += m->tcode == RVT_TC_ERROR && m->src != 0;
}

/* Triggers set and clear the register while Enable is 1 and they are let through; both in one clock
 * leave it 0. A write wins or loses by rules of its own (TCI:TRIG-16). */
static void follow_tracing(struct tb_top_bench *b) {
  struct tb_top_judge *j = &b->judge;
  const struct rvt_config *c = &j->before;
  const bool now = b->u.model.te.regs.tracing_q;
  const bool counts = c->enable && c->trig_ena;
  bool expected = j->tracing;
  if (counts && (j->on || j->off)) expected = !j->off;
  if (!j->written && now != expected)
    tb_fail(b->tb, "trTeInstTracing is %d, expected %d after triggers on %d, off %d (NT:CTL-03)",
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
  const struct rvt_config *c = &b->s.unit.in.cfg;
  const struct rvt_ingress *in = &b->u.in.ingress;
  const unsigned triggers = b->u.p.te.encoder.events ? in->trigger | in->ext_trigger : 0u;
  follow_src(b);
  if (c->active && j->before.active) {
    follow_tracing(b);
    if (j->before.enable && !c->enable) {
      j->fifo_level = b->u.model.te.encoder.messages.ntrace.fifo.level_q;
      j->queue_level = b->u.model.te.encoder.queue.level_q;
    }
  }
  j->before = *c;
  j->tracing = b->u.model.te.regs.tracing_q;
  j->on = (triggers & RVT_TRIGGER_ON) != 0;
  j->off = (triggers & RVT_TRIGGER_OFF) != 0;
  j->written = writes_control(&b->u.in.apb);
  j->open = b->s.unit.model.ingress.open_q;
}

/* A session that was open has ended: by what? */
static void count_stop(struct tb_top_bench *b) {
  const struct tb_top_judge *j = &b->judge;
  const struct tb_encoder_unit *u = &b->s.unit;
  if (!j->open || u->model.ingress.open_q || u->on_before) return;
  if (!j->before.active || rvt_ingress_away(&u->in.ingress)) return;
  const enum tb_top_cover cause = !j->before.enable ? TB_TOP_OFF_ENABLE
                                  : j->by_trigger   ? TB_TOP_OFF_TRIGGER
                                                    : TB_TOP_OFF_TRACING;
  b->tb->cover[cause]++;
}

void tb_top_judge_clock(struct tb_top_bench *b) {
  const struct tb_encoder_unit *u = &b->s.unit;
  count_stop(b);
  count_start(b);
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
