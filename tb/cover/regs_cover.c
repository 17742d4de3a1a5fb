/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "regs_cover.h"

#include "rvt/regs.h"

/* ---- Reached on the bus -------------------------------------------------------------------- */

static uint64_t *counters(const struct tb_bus_class *classes, unsigned count, uint16_t word,
                          uint64_t *cover) {
  unsigned i = 0;
  while (i + 1 < count && (word < classes[i].first || word > classes[i].last)) i++;
  return cover + i * (unsigned)TB_BUS_CROSSES;
}

void tb_bus_cross(struct tb_bus_cross *c, const struct tb_bus_class *classes, unsigned count,
                  const struct rvt_apb *apb, bool pready, enum rvt_life life, uint64_t *cover) {
  if (!apb->psel) return;
  if (!apb->penable) c->setup = life;
  if (!apb->penable || !pready) return;
  uint64_t *of = counters(classes, count, rvt_apb_word(apb), cover);
  if (!apb->pwrite) {
    of[TB_BUS_READ + (unsigned)c->setup]++;
    return;
  }
  const bool ones = (apb->pwdata & rvt_apb_lanes(apb)) != 0;
  of[TB_BUS_WRITE + (unsigned)life] += ones;
  if (life == RVT_LIFE_ON) of[TB_BUS_STROBE + (apb->pstrb & 15u)] += ones || apb->pstrb == 0;
}

void tb_life_cross(const struct rvt_apb *apb, enum rvt_life life, uint64_t *cover) {
  struct rvt_regs_active_in in = {.write = false};
  rvt_regs_active_access(&in, apb);
  if (in.write) cover[2 * (unsigned)life + in.value]++;
}

/* ---- Values -------------------------------------------------------------------------------- */

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

/* ---- Crosses ------------------------------------------------------------------------------- */

#define CONTROL  RVT_TR_TE_CONTROL_OFFSET
#define FEATURES RVT_TR_TE_INST_FEATURES_OFFSET

static const struct tb_bus_class words[TB_RX_WORDS] = {
    {CONTROL, CONTROL},
    {RVT_TR_TE_IMPL_OFFSET, RVT_TR_TE_IMPL_OFFSET},
    {FEATURES, FEATURES},
    {0x00C, 0x00C},
    {RVT_TR_TE_DATA_CONTROL_OFFSET, 0x01C},
    {RVT_TR_TS_CONTROL_OFFSET, 0x04C},
    {0x050, 0x058},
    {0x400, 0x6FC},
    {0xE00, 0xFFC},
    {0, 0},
};

static unsigned mode_index(uint8_t mode) {
  return mode == RVT_MODE_OFF ? 0u : mode == RVT_MODE_BTM ? 1u : 2u;
}

static void flag(uint64_t *cover, unsigned field, bool written, bool behind) {
  cover[TB_RX_FLAG + 4 * field + 2u * written + behind]++;
}

/* Fields of trTeControl whose bytes are written, Active staying 1. */
static void cross_control(const struct rvt_regs_encoder *s, const struct rvt_apb *apb,
                          const struct rvt_regs_encoder *d, uint64_t *cover) {
  const uint32_t lanes = rvt_apb_lanes(apb), w = apb->pwdata & lanes;
  cover[TB_RX_RESERVED] += (w & ~(uint32_t)RVT_TR_TE_CONTROL_WRITABLE) != 0;
  if ((lanes & RVT_TR_TE_INST_MODE_MASK) != 0) {
    const unsigned run = 4u * (2u * s->enable_q + s->tracing_q);
    cover[TB_RX_MODE + 8 * mode_index(s->set_q.mode) + RVT_FIELD(w, RVT_TR_TE_INST_MODE)]++;
    cover[TB_RX_RUN + run + 2 * RVT_FIELD(w, RVT_TR_TE_ENABLE) +
          RVT_FIELD(w, RVT_TR_TE_INST_TRACING)]++;
  }
  if ((lanes & RVT_TR_TE_INHIBIT_SRC_MASK) != 0) {
    flag(cover, 2, RVT_FIELD(w, RVT_TR_TE_INHIBIT_SRC) != 0, d->set_q.inhibit_src);
    flag(cover, 3, RVT_FIELD(w, RVT_TR_TE_INST_TRIG_ENABLE) != 0, d->trig_ena_q);
    flag(cover, 4, RVT_FIELD(w, RVT_TR_TE_INST_STALL_ENA) != 0, d->stall_ena_q);
  }
  if ((lanes & RVT_TR_TE_INST_SYNC_MODE_MASK) == 0) return;
  cover[TB_RX_SYNC_MODE + 4u * s->sync_mode_q + RVT_FIELD(w, RVT_TR_TE_INST_SYNC_MODE)]++;
  cover[TB_RX_SYNC_MAX + RVT_FIELD(w, RVT_TR_TE_INST_SYNC_MAX)]++;
}

static void cross_features(const struct rvt_regs_encoder *s, const struct rvt_apb *apb,
                           const struct rvt_regs_encoder *d, uint64_t *cover) {
  const uint32_t lanes = rvt_apb_lanes(apb), w = apb->pwdata & lanes;
  cover[TB_RX_RESERVED + 1] += (w & ~(uint32_t)RVT_TR_TE_INST_FEATURES_WRITABLE) != 0;
  if ((lanes & RVT_TR_TE_INST_EN_IMPLICIT_RETURN_MASK) != 0) {
    flag(cover, 0, RVT_FIELD(w, RVT_TR_TE_INST_EN_IMPLICIT_RETURN) != 0, d->set_q.ir_en);
    flag(cover, 1, RVT_FIELD(w, RVT_TR_TE_INST_EN_SEQUENTIAL_JUMP) != 0, d->set_q.seq_en);
    cover[TB_RX_IR_MODE + 4u * s->set_q.ir_mode +
          RVT_FIELD(w, RVT_TR_TE_INST_IMPLICIT_RETURN_MODE)]++;
  }
  if ((lanes & RVT_TR_TE_SRC_BITS_MASK) != 0)
    cover[TB_RX_SRC_BITS + RVT_FIELD(w, RVT_TR_TE_SRC_BITS)]++;
}

/* Fields in which two configurations differ, a bit each. */
static unsigned differences(const struct rvt_regs_held *a, const struct rvt_regs_held *b) {
  return (a->mode != b->mode ? 1u : 0u) | (a->ir_mode != b->ir_mode ? 2u : 0u) |
         (a->ir_en != b->ir_en ? 4u : 0u) | (a->seq_en != b->seq_en ? 8u : 0u) |
         (a->inhibit_src != b->inhibit_src ? 16u : 0u) | (a->src_bits != b->src_bits ? 32u : 0u) |
         (a->src_id != b->src_id ? 64u : 0u);
}

/* What is stored while something is traced, and what of it the copy takes later. */
static void cross_held(const struct rvt_regs_encoder *s, const struct rvt_regs_encoder_out *out,
                       const struct rvt_regs_encoder *d, bool write, uint64_t *cover) {
  const unsigned stored = write && rvt_config_on(&out->cfg) ? differences(&s->set_q, &d->set_q) : 0;
  const unsigned waited = differences(&s->set_q, &s->copy_q);
  const unsigned taken = waited & ~differences(&d->copy_q, &s->set_q);
  if ((stored | taken) == 0) return;
  for (unsigned i = 0; i < TB_RX_HELD; i++) {
    cover[TB_RX_STORED + i] += stored >> i & 1;
    cover[TB_RX_TAKEN + i] += taken >> i & 1;
  }
}

static void cross_sticky(const struct rvt_regs_encoder *s, const struct rvt_regs_encoder_in *in,
                         const struct rvt_regs_encoder *d, bool control, uint64_t *cover) {
  enum { ONE, ENABLE, RESET, ZERO, STROBE, AGAIN, WINS_ONE, WINS_ENABLE };
  uint64_t *end = cover + TB_RX_STICKY_END;
  const bool lost = in->overflow || in->stall;
  if (!s->sticky_q && d->sticky_q) {
    const unsigned cause = !in->stall ? 0 : !in->overflow ? 1 : 2;
    cover[TB_RX_STICKY + 2 * cause + s->stall_ena_q]++;
  }
  if (!s->sticky_q || !control) return;
  const uint8_t strb = in->apb.pstrb;
  const bool one =
      (strb & 2u) != 0 && (in->apb.pwdata & RVT_TR_TE_INST_STALL_OR_OVERFLOW_MASK) != 0;
  const bool rises = !s->enable_q && d->enable_q;
  const bool again = (strb & 1u) != 0 && s->enable_q && d->enable_q;
  if (lost) {
    end[WINS_ONE] += one && d->sticky_q;
    end[WINS_ENABLE] += rises && d->sticky_q;
  } else if (!d->sticky_q) {
    end[one ? ONE : ENABLE]++;
  } else {
    end[ZERO] += (strb & 2u) != 0;
    end[STROBE] += (strb & 2u) == 0 && strb != 0;
    end[AGAIN] += again;
  }
}

static void cross_leave(const struct rvt_regs_encoder *s, const struct rvt_regs_encoder_in *in,
                        uint64_t *cover) {
  const unsigned what = !s->enable_q ? 0 : s->tracing_q && !s->wait_q ? 2 : 1;
  cover[TB_RX_LEAVE + 2 * what + in->empty]++;
}

static void cross_triggers(const struct rvt_regs_encoder *s, const struct rvt_regs_encoder_in *in,
                           uint64_t *cover) {
  if (!in->trig_on && !in->trig_off) return;
  const unsigned which = !in->trig_off ? 0 : !in->trig_on ? 1 : 2;
  cover[TB_RX_TRIGGER + 8 * which + 4u * s->enable_q + 2u * s->trig_ena_q + s->tracing_q]++;
}

static void cross_read(const struct rvt_regs_encoder *s, const struct rvt_regs_encoder_in *in,
                       uint64_t *cover) {
  if (!rvt_apb_reads(&in->apb) || rvt_apb_word(&in->apb) != CONTROL) return;
  cover[TB_RX_READ_EMPTY + 2u * s->enable_q + in->empty]++;
  if (s->sticky_q) cover[TB_RX_READ_STICKY + in->overflow]++;
}

void tb_regs_cross(struct tb_bus_cross *bus, const struct rvt_regs_encoder *before,
                   const struct rvt_regs_encoder_in *in, const struct rvt_regs_encoder_out *out,
                   const struct rvt_regs_encoder *after, uint64_t cover[TB_REGS_CROSSES]) {
  const struct rvt_regs_encoder *s = before;
  const struct rvt_apb *apb = &in->apb;
  const enum rvt_life life = s->active.life_q;
  tb_bus_cross(bus, words, TB_RX_WORDS, apb, out->pready, life, cover + TB_RX_BUS);
  tb_life_cross(apb, life, cover + TB_RX_LIFE);
  if (s->sticky_q && !rvt_regs_active_works(&s->active)) cover[TB_RX_STICKY_END + 2]++;
  if (!rvt_regs_active_on(&s->active)) return;
  const bool write = rvt_apb_writes(apb);
  const bool control = write && rvt_apb_word(apb) == CONTROL;
  const bool leave =
      control && (apb->pstrb & 1u) != 0 && (apb->pwdata & RVT_TR_TE_ACTIVE_MASK) == 0;
  cross_triggers(s, in, cover);
  cross_read(s, in, cover);
  cross_sticky(s, in, after, control && !leave, cover);
  if (leave) {
    cross_leave(s, in, cover);
    return;
  }
  cross_held(s, out, after, write, cover);
  if (control) cross_control(s, apb, after, cover);
  if (write && rvt_apb_word(apb) == FEATURES) cross_features(s, apb, after, cover);
}
