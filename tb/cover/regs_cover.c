/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "regs_cover.h"

#include "rvt/regs.h"

static void count_life(const struct rvt_regs_encoder *s, const struct rvt_regs_encoder_in *in,
                       bool low, uint64_t *cover) {
  const bool one = (in->apb.pwdata & RVT_TR_TE_ACTIVE_MASK) != 0;
  const bool crosses = in->m_valid || s->mid_q;
  const bool ended = !crosses || (in->m_valid && in->m_ready && in->m_eom);
  switch (s->active.life_q) {
  case RVT_LIFE_RISING:
    cover[TB_REGS_RISING] += !in->active_ack;
    cover[TB_REGS_WITHDRAWN] += low && !one;
    break;
  case RVT_LIFE_CLOSING:
    cover[TB_REGS_CLOSE_IDLE] += !crosses;
    cover[TB_REGS_CLOSE_TAKEN] += crosses && ended;
    cover[TB_REGS_CLOSE_DEAF] += !ended && !in->dn_on;
    cover[TB_REGS_CLOSING] += !ended && in->dn_on;
    cover[TB_REGS_CLOSE_BETWEEN] += !ended && in->dn_on && !in->m_valid;
    cover[TB_REGS_AGAIN] += low && one;
    break;
  case RVT_LIFE_FALLING:
    cover[TB_REGS_FALLING] += in->active_ack;
    cover[TB_REGS_AGAIN] += low && one;
    break;
  case RVT_LIFE_OFF:
  case RVT_LIFE_ON:
  default: break;
  }
}

static void count_sticky(const struct rvt_regs_encoder *s, const struct rvt_regs_encoder *d,
                         bool written, bool lost, uint64_t *cover) {
  cover[TB_REGS_STICKY] += !s->sticky_q && d->sticky_q;
  cover[TB_REGS_STICKY_WINS] += s->sticky_q && written && lost;
  if (!s->sticky_q || lost) return;
  cover[TB_REGS_STICKY_CLEARED] += written && !d->sticky_q;
  cover[TB_REGS_STICKY_ENABLE] += !written && !d->sticky_q && !s->enable_q && d->enable_q;
}

/* Control is written, Active staying 1. */
static void count_control(const struct rvt_regs_encoder *s, const struct rvt_regs_encoder_in *in,
                          const struct rvt_regs_encoder *d, bool trigger, uint64_t *cover) {
  const uint32_t w = in->apb.pwdata;
  const uint32_t mode = RVT_FIELD(w, RVT_TR_TE_INST_MODE);
  const bool low = (in->apb.pstrb & 1) != 0;
  const bool tracing = RVT_FIELD(w, RVT_TR_TE_INST_TRACING) != 0;
  const bool cleared =
      (in->apb.pstrb & 2) != 0 && RVT_FIELD(w, RVT_TR_TE_INST_STALL_OR_OVERFLOW) != 0;
  count_sticky(s, d, cleared, in->overflow || in->stall, cover);
  cover[TB_REGS_BYTE_1] += in->apb.pstrb == 2 && trigger && s->tracing_q != d->tracing_q;
  if (!low) return;
  cover[TB_REGS_DISABLE] += s->enable_q && !d->enable_q && s->tracing_q;
  cover[TB_REGS_TRIGGER_DISABLE] += trigger && in->trig_on && s->enable_q && !d->enable_q;
  cover[TB_REGS_TRIGGER_WRITE] += trigger && d->enable_q && d->tracing_q != tracing;
  cover[TB_REGS_STICKY_STAYS] += s->sticky_q && d->sticky_q && s->enable_q && d->enable_q &&
                                 !cleared && !in->overflow && !in->stall;
  cover[TB_REGS_MODE_AND_START] += d->enable_q && !s->tracing_q && d->tracing_q && !d->wait_q &&
                                   d->copy_q.mode != s->copy_q.mode && d->copy_q.mode != 0;
  if (d->set_q.mode == mode) return;
  cover[s->set_q.mode == 0 ? TB_REGS_MODE_FROM_0 : TB_REGS_MODE_KEPT]++;
}

static void count_held(const struct rvt_regs_encoder *s, const struct rvt_regs_encoder_in *in,
                       const struct rvt_regs_encoder_out *out, const struct rvt_regs_encoder *d,
                       uint64_t *cover) {
  const struct rvt_config *c = &out->cfg;
  const bool stored = !rvt_regs_held_same(&s->set_q, &s->copy_q);
  const bool start = c->enable && c->trig_ena && c->mode != RVT_MODE_OFF && in->trig_on;
  const bool fresh = !rvt_regs_held_same(&d->copy_q, &s->copy_q);
  cover[TB_REGS_COPY] += fresh;
  cover[TB_REGS_COPY_WRITE] += fresh && !rvt_regs_held_same(&d->copy_q, &s->set_q);
  cover[TB_REGS_STORED] += rvt_config_on(c) && stored;
  cover[TB_REGS_WAIT] += s->wait_q && s->enable_q && !s->tracing_q && d->tracing_q && d->wait_q;
  cover[TB_REGS_WAIT_TRIGGER] += s->wait_q && s->enable_q && s->trig_ena_q && in->trig_on &&
                                 !s->tracing_q && d->tracing_q && d->wait_q;
  cover[TB_REGS_START_STORED] += !c->tracing && start && stored;
}

void tb_regs_count(const struct rvt_regs_encoder *before, const struct rvt_regs_encoder_in *in,
                   const struct rvt_regs_encoder_out *out, const struct rvt_regs_encoder *after,
                   uint64_t cover[TB_REGS_COVERS]) {
  const struct rvt_regs_encoder *s = before;
  const struct rvt_apb *apb = &in->apb;
  const bool write = rvt_apb_writes(apb);
  const bool control = write && rvt_apb_word(apb) == RVT_TR_TE_CONTROL_OFFSET;
  const bool low = control && (apb->pstrb & 1) != 0;
  const bool leave = low && (apb->pwdata & RVT_TR_TE_ACTIVE_MASK) == 0;
  const bool more = write && (apb->pwdata & rvt_apb_lanes(apb) & 0xFFFFFFFEu) != 0;
  const bool triggers = in->trig_on || in->trig_off;
  cover[TB_REGS_READ] += out->prdata != 0;
  count_life(s, in, low, cover);
  if (!rvt_regs_active_on(&s->active)) {
    cover[rvt_regs_active_reads(&s->active) ? TB_REGS_WRITE_LATE : TB_REGS_WRITE_EARLY] += more;
    return;
  }
  cover[TB_REGS_NO_STROBE] += control && apb->pstrb == 0;
  cover[TB_REGS_LEAVE_ENABLE] += leave && (apb->pwdata & RVT_TR_TE_ENABLE_MASK) != 0;
  const bool trigger = triggers && s->enable_q && s->trig_ena_q;
  cover[TB_REGS_BOTH_TRIGGERS] += trigger && in->trig_on && in->trig_off && !s->tracing_q;
  cover[TB_REGS_TRIGGER_OFF] += triggers && !trigger;
  if (control && !leave)
    count_control(s, in, after, trigger, cover);
  else
    count_sticky(s, after, false, in->overflow || in->stall, cover);
  if (!leave) count_held(s, in, out, after, cover);
  if (!write || rvt_apb_word(apb) != RVT_TR_TE_INST_FEATURES_OFFSET) return;
  cover[TB_REGS_BYTE_SRC] += apb->pstrb == 4 && s->set_q.src_id != after->set_q.src_id;
  cover[TB_REGS_SRC_MASKED] +=
      apb->pstrb == 8 && (s->set_q.src_id & 0xFF) != (after->set_q.src_id & 0xFF);
}
