/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "te_cross.h"

#include "rvt/regs.h"

enum { BLOCKED = 64 };

/* [queue][message FIFO] */
static unsigned fill(const struct rvt_encoder *e) {
  const unsigned queue = e->queue.level_q == 0 ? 0 : e->queue.level_q < e->p.queue_depth ? 1 : 2;
  const unsigned fifo = rvt_encoder_fifo(e)->level_q == 0         ? 0
                        : rvt_msg_fifo_ready(rvt_encoder_fifo(e)) ? 1
                                                                  : 2;
  return 3 * queue + fifo;
}

/* Tracing ends in this clock. */
static void cross_close(const struct tb_te_cross_state *c, const struct rvt_te *s,
                        const struct rvt_te_in *in, const struct rvt_te_out *out, uint64_t *cover) {
  const struct rvt_encoder *e = &s->encoder;
  const bool open = e->ingress.open_q;
  if (!s->regs.active.want_q) {
    cover[TB_TX_LEAVE + fill(e)] += open;
    return;
  }
  const unsigned how = rvt_ingress_away(&in->ingress) ? 3
                       : !out->cfg.enable             ? 0
                       : c->trigger                   ? 2
                                                      : 1;
  if (open)
    cover[TB_TX_CLOSE + how * TB_TX_FILLS + fill(e)]++;
  else
    cover[TB_TX_SILENT + how] += !c->traced && !out->overflow;
}

static void cross_start(const struct tb_te_cross_state *c, const struct rvt_config *cfg,
                        uint64_t *cover) {
  static const uint8_t reasons[] = {RVT_SYNC_ENABLE, RVT_SYNC_DEBUG, RVT_SYNC_OVERRUN,
                                    RVT_SYNC_RESET, RVT_SYNC_POWER};
  for (unsigned i = 0; i < sizeof reasons; i++) cover[TB_TX_START + i] += c->reason == reasons[i];
  cover[TB_TX_RETURNS + 4u * cfg->ir_en + cfg->ir_mode]++;
}

static void cross_overflow(const struct tb_te_cross_state *c, const struct rvt_te *s,
                           const struct rvt_te_out *out, bool on, uint64_t *cover) {
  const struct rvt_config *was = &c->cfg, *cfg = &out->cfg;
  const bool want = s->regs.active.want_q;
  if (out->overflow && !c->overflow) cover[TB_TX_OVERFLOW + 2u * was->stall_ena + c->open]++;
  if (out->overflow && c->overflow) {
    cover[TB_TX_OVERFLOW_MEETS] += was->enable && !cfg->enable && want;
    cover[TB_TX_OVERFLOW_MEETS + 1] += was->tracing && !cfg->tracing && cfg->enable;
    cover[TB_TX_OVERFLOW_MEETS + 2] += c->want && !want;
    const bool queue = s->encoder.queue.level_q != 0;
    cover[TB_TX_OVERFLOW_WAITS] += queue;
    cover[TB_TX_OVERFLOW_WAITS + 1] += !queue && !rvt_encoder_fifo(&s->encoder)->resume_q;
  }
  if (c->overflow && !out->overflow && cfg->active)
    cover[TB_TX_OVERFLOW_ENDS + (on ? 0 : cfg->enable ? 1 : 2)]++;
}

static void cross_stall(const struct rvt_te *s, const struct rvt_te_out *out, uint64_t *cover) {
  const unsigned why = !s->regs.active.want_q      ? 4
                       : !out->cfg.enable          ? 1
                       : !out->cfg.tracing         ? 2
                       : s->encoder.ingress.away_q ? 3
                                                   : 0;
  cover[TB_TX_STALL_ENDS + why]++;
}

static void cross_read(const struct rvt_te_in *in, const struct rvt_te_out *out, uint64_t *cover) {
  const struct rvt_ingress *hart = &in->ingress;
  const unsigned does = hart->halted || hart->priv == RVT_PRIV_DEBUG ? 1
                        : hart->lowpower                             ? 2
                        : hart->hart_reset                           ? 3
                        : out->stall                                 ? 4
                                                                     : 0;
  if (rvt_apb_word(&in->apb) == RVT_TR_TE_CONTROL_OFFSET) cover[TB_TX_READ + does]++;
}

void tb_te_cross(struct tb_te_cross_state *c, const struct rvt_te *s, const struct rvt_te_in *in,
                 const struct rvt_te_out *out, uint64_t cover[TB_TE_CROSSES]) {
  const struct rvt_config *cfg = &out->cfg;
  const struct rvt_encoder *e = &s->encoder;
  const bool open = e->ingress.open_q;
  const bool on = rvt_ingress_on_now(&e->p, cfg, &in->ingress) && !rvt_ingress_away(&in->ingress);
  if (cfg->active && rvt_block_valid(&in->ingress.block[0]))
    cover[TB_TX_ON + 4u * cfg->enable + 2u * cfg->tracing + (cfg->mode != RVT_MODE_OFF)]++;
  if (open && !c->open) cross_start(c, cfg, cover);
  if (c->on && !on) cross_close(c, s, in, out, cover);
  if (out->overflow || c->overflow) cross_overflow(c, s, out, on, cover);
  if (c->stall && !out->stall) cross_stall(s, out, cover);
  if (rvt_apb_reads(&in->apb) && cfg->active) cross_read(in, out, cover);
  if (out->m.valid && out->m.eom && in->m_ready) {
    const unsigned bits = cfg->src_bits == 0 ? 0 : cfg->src_bits == e->p.src_bits_max ? 2 : 1;
    cover[TB_TX_SRC + 2 * bits + cfg->inhibit_src]++;
  }
  const bool blocked = cfg->active && !cfg->enable && !out->empty && !in->m_ready;
  c->blocked = blocked ? c->blocked + 1 : 0;
  cover[TB_TX_BLOCKED] += c->blocked == BLOCKED;
  c->traced = open || (c->traced && c->on);
  c->cfg = *cfg;
  c->overflow = out->overflow;
  c->stall = out->stall;
  c->open = open;
  c->want = s->regs.active.want_q;
  c->on = on;
  c->trigger = rvt_ingress_triggered(&e->p, cfg, &in->ingress, RVT_TRIGGER_OFF);
  c->reason = e->ingress.reason_q;
}
