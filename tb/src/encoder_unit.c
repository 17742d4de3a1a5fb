/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "encoder_unit.h"

#include "config.h"
#include "records.h"

bool tb_encoder_unit_init(struct tb_encoder_unit *u, struct tb *tb) {
  if (!tb_encoder_params(tb, &u->p)) return false;
  if (rvt_ntrace_encoder_init(&u->model, &u->p) != RVT_OK)
    tb_fail(tb, "encoder: a parameter is out of range");
  return tb->error[0] == 0;
}

void tb_encoder_unit_reset(struct tb_encoder_unit *u, struct tb *tb) {
  if (rvt_ntrace_encoder_init(&u->model, &u->p) != RVT_OK) tb_fail(tb, "encoder: init failed");
  u->on_before = u->was_empty = u->want_before = false;
  u->loss = RVT_LOSS_NONE;
}

/* What flow has done is read off the packer, which loads every record. */
static void count_record(const struct tb_encoder_unit *u, uint64_t *cover) {
  const struct rvt_ntrace_packer *k = &u->model.packer;
  const uint8_t tcode = k->carry_q & 0x3f;
  const bool htm = u->in.cfg.mode == RVT_MODE_HTM;
  cover[TB_ENC_TCODES + (htm ? (unsigned)TB_TCODES : 0u) + tb_tcode_index(tcode)]++;
  tb_encoder_cross_record(&u->in, tcode, cover + TB_ENC_CROSS);
  const unsigned src_bits = u->in.cfg.inhibit_src ? 0 : u->in.cfg.src_bits;
  const unsigned sub = k->carry_q >> (6 + src_bits) & 15;
  if (rvt_ntrace_is_sync(tcode)) {
    cover[TB_ENC_SYNC_ENABLE] += sub == RVT_SYNC_ENABLE;
    cover[TB_ENC_SYNC_DEBUG] += sub == RVT_SYNC_DEBUG;
    cover[TB_ENC_SYNC_OVERRUN] += sub == RVT_SYNC_OVERRUN;
    cover[TB_ENC_SYNC_PERIODIC] += sub == RVT_SYNC_PERIODIC;
  } else if (tcode == RVT_TC_PROG_TRACE_CORRELATION) {
    cover[sub == RVT_EV_DEBUG ? TB_ENC_EV_DEBUG : TB_ENC_EV_DISABLED]++;
  }
  cover[TB_ENC_BOTH_FULL] += u->model.flow.counted_q;
}

/* The few registers of which coverage is made, before the edge. */
struct before {
  bool open, gap, side, busy, head, held, pop;
};

static void count_edge(const struct tb_encoder_unit *u, const struct before *b, bool on,
                       uint64_t *cover) {
  const struct rvt_ntrace_encoder *m = &u->model;
  if (!u->in.cfg.active) return;
  if (m->packer.head_q && (!b->head || !b->busy)) count_record(u, cover);
  cover[TB_ENC_SIDE] += !b->side && m->entrance.side_q;
  if (!b->gap && m->entrance.gap_q) {
    cover[b->open ? TB_ENC_GAP_SESSION : TB_ENC_GAP_NO_SESSION]++;
    cover[TB_ENC_SIDE_GAP] += b->side;
  }
  if (b->gap && !m->entrance.gap_q) cover[on ? TB_ENC_GAP_END_RUNNING : TB_ENC_GAP_END_STOPPED]++;
  cover[TB_ENC_HELD] += !b->held && m->flow.held_q;
  cover[TB_ENC_IMPLICIT] += b->pop && !m->flow.pop_q && !m->packer.head_q;
}

void tb_encoder_unit_tick(struct tb_encoder_unit *u, uint64_t cover[TB_ENC_COVERS]) {
  const struct rvt_ntrace_encoder *m = &u->model;
  const struct before b = {m->entrance.open_q, m->entrance.gap_q, m->entrance.side_q,
                           m->packer.busy_q,   m->packer.head_q,  m->flow.held_q,
                           m->flow.pop_q};
  const bool on = rvt_ntrace_on(&u->in.cfg);
  const bool halted = u->in.ingress.halted || u->in.ingress.priv == RVT_PRIV_DEBUG;
  cover[TB_ENC_STALL] += u->out.stall;
  cover[TB_ENC_QUEUE_FULL] += m->queue.level_q == u->p.queue_depth;
  cover[TB_ENC_FIFO_FULL] += m->fifo.level_q == u->p.fifo_depth;
  cover[TB_ENC_INACTIVE_BUSY] += !u->in.cfg.active && !u->out.empty;
  cover[TB_ENC_EMPTY] += u->out.empty && !u->was_empty;
  cover[TB_ENC_FLUSH_ACK] += u->out.flush_ack;
  cover[TB_ENC_BLOCKS] += rvt_block_valid(&u->in.ingress.block[0]) && on && !halted;
  u->was_empty = u->out.empty;
  u->on_before = on;
  rvt_ntrace_encoder_tick(&u->model, &u->in);
  count_edge(u, &b, on && !halted, cover);
  if (b.gap && m->entrance.gap_q)
    tb_encoder_cross_gap(u->want_before, on && !halted, halted, cover + TB_ENC_CROSS);
  u->want_before = on && !halted;
  u->loss = !u->in.cfg.active             ? RVT_LOSS_NONE
            : b.gap && !m->entrance.gap_q ? RVT_LOSS_END
            : b.gap || m->entrance.gap_q  ? RVT_LOSS_REFUSE
                                          : RVT_LOSS_NONE;
}
