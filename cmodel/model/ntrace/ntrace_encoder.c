/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "rvt/ntrace_encoder.h"

#include <string.h>

#include "model/common/params.h"
#include "model/ingress/ingress_port.h"

enum rvt_status rvt_ntrace_encoder_init(struct rvt_ntrace_encoder *s, const struct rvt_params *p,
                                        struct rvt_error *e) {
  const enum rvt_status refused = rvt_params_check(p, e);
  if (refused != RVT_OK) return refused;
  const struct rvt_ntrace_packer_params packer = {.lanes = p->lanes,
                                                  .icnt_width = p->icnt_width,
                                                  .addr_width = (uint8_t)(p->xlen - 1),
                                                  .hist_width = p->htm ? p->hist_width : 0,
                                                  .ts_width = p->ts_width,
                                                  .src_bits_max = p->src_bits_max};
  struct rvt_ntrace_encoder r;
  memset(&r, 0, sizeof r);
  r.p = *p;
  r.p.fifo_depth = (uint16_t)rvt_fifo_depth(p);
  const struct rvt_msg_fifo_params fifo = {.depth = r.p.fifo_depth,
                                           .resume_level = r.p.fifo_depth / 2};
  r.beyond = rvt_block_beyond(p);
  rvt_ingress_stage_init(&r.ingress, p);
  rvt_queue_init(&r.queue, p);
  r.queue.depth++; /* one entry of a stop */
  rvt_ntrace_flow_init(&r.flow, p);
  enum rvt_status status = rvt_ntrace_packer_init(&r.packer, &packer);
  if (status == RVT_OK) status = rvt_msg_fifo_init(&r.fifo, &fifo);
  if (status != RVT_OK) return status;
  *s = r;
  return RVT_OK;
}

/** Neither a queue entry nor a byte is held. */
static inline bool drained(const struct rvt_ntrace_encoder *s) {
  return s->queue.level_q == 0 && !s->packer.busy_q && s->fifo.level_q == 0;
}

void rvt_ntrace_encoder_outputs(const struct rvt_ntrace_encoder *s, const struct rvt_config *cfg,
                                struct rvt_ntrace_encoder_out *out) {
  if (rvt_config_too_wide(&s->p, cfg)) {
    const struct rvt_config cut = rvt_config_cut(&s->p, cfg);
    rvt_ntrace_encoder_outputs(s, &cut, out);
    return;
  }
  /* stall, overflow and busy do not look at the ingress. */
  static const struct rvt_ingress nothing;
  const struct rvt_ingress_stage_in in = {
      .cfg = cfg, .ingress = &nothing, .queue_level = s->queue.level_q, .resume = s->fifo.resume_q};
  struct rvt_ingress_stage_out ingress;
  rvt_ingress_stage_outputs(&s->ingress, &in, &ingress);
  struct rvt_msg_fifo_out fifo;
  rvt_msg_fifo_outputs(&s->fifo, &fifo);
  out->m = fifo.m;
  out->stall = ingress.stall;
  out->overflow = ingress.overflow;
  out->empty = !ingress.busy && drained(s);
  out->settled = !ingress.busy && s->queue.level_q == 0;
  out->flush_ack = s->flush_ack_q;
}

/** Packer and message FIFO; a clock in which both rest costs nothing. */
static void tick_back_end(struct rvt_ntrace_encoder *s, const struct rvt_ntrace_encoder_in *in,
                          const struct rvt_ntrace_packer_in *packer_in,
                          const struct rvt_beat *beat) {
  const struct rvt_config *cfg = &in->cfg;
  /* Without times the packer forgets the last one even while it rests (NT:TSP-03). */
  const bool forgets = s->packer.base_q && !cfg->ts_en;
  if (s->packer.busy_q || packer_in->rec_valid || !cfg->active || forgets)
    rvt_ntrace_packer_tick(&s->packer, packer_in);
  struct rvt_msg_fifo_in fifo_in;
  fifo_in.clr = !cfg->active;
  fifo_in.m_ready = in->m_ready;
  fifo_in.s.valid = false;
  if (beat != NULL) fifo_in.s = *beat;
  rvt_msg_fifo_tick(&s->fifo, &fifo_in);
}

static void tick(struct rvt_ntrace_encoder *s, const struct rvt_ntrace_encoder_in *in) {
  const struct rvt_config *cfg = &in->cfg;
  s->flush_ack_q = in->flush_req && cfg->active && drained(s);

  struct rvt_ingress_stage_in ingress_in = {.cfg = cfg,
                                            .ingress = &in->ingress,
                                            .queue_level = s->queue.level_q,
                                            .resume = s->fifo.resume_q};
  struct rvt_ingress_stage_out ingress;
  rvt_ingress_stage_outputs(&s->ingress, &ingress_in, &ingress);
  ingress_in.lost = in->dn_lost && (ingress.busy || !drained(s)); /* D-33 */
  rvt_ingress_stage_tick(&s->ingress, &ingress_in, &ingress);

  struct rvt_ntrace_packer_in packer_in;
  packer_in.clr = !cfg->active;
  packer_in.m_ready = s->fifo.level_q < s->p.fifo_depth;
  packer_in.src_bits = cfg->inhibit_src ? 0 : cfg->src_bits;
  packer_in.src_id = cfg->src_id;
  packer_in.ts_en = cfg->ts_en;
  packer_in.rec_valid = false;
  struct rvt_ntrace_packer_out packer;
  bool rec_ready = true;
  if (s->packer.busy_q) {
    rvt_ntrace_packer_outputs(&s->packer, &packer_in, &packer);
    rec_ready = packer.rec_ready;
  }
  const bool beat = s->packer.busy_q;

  struct rvt_ntrace_flow_in flow_in = {
      .cfg = cfg, .sync_req = in->sync_req, .rec_ready = rec_ready};
  unsigned heads;
  flow_in.heads = rvt_queue_heads(&s->queue, &heads);
  flow_in.count = (uint8_t)heads;
  struct rvt_ntrace_flow_out flow;
  rvt_ntrace_flow_clock(&s->flow, &flow_in, &flow);
  packer_in.rec_valid = flow.rec_valid;
  if (flow.rec_valid) packer_in.rec = flow.rec;
  tick_back_end(s, in, &packer_in, beat ? &packer.m : NULL);

  if (!cfg->active) {
    rvt_queue_clear(&s->queue);
    return;
  }
  rvt_queue_tick(&s->queue, ingress.valid ? &ingress.entry : NULL, flow.done);
}

void rvt_ntrace_encoder_tick(struct rvt_ntrace_encoder *s, const struct rvt_ntrace_encoder_in *in) {
  if (!rvt_config_too_wide(&s->p, &in->cfg) &&
      !rvt_ingress_too_wide(&s->p, s->beyond, &in->ingress)) {
    tick(s, in);
    return;
  }
  struct rvt_ntrace_encoder_in cut = *in;
  cut.cfg = rvt_config_cut(&s->p, &in->cfg);
  cut.ingress = rvt_ingress_cut(&s->p, &in->ingress);
  tick(s, &cut);
}
