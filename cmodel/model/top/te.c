/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "rvt/te.h"

#include "base/range.h"

enum rvt_status rvt_te_init(struct rvt_te *s, const struct rvt_te_params *p, struct rvt_error *e) {
  struct rvt_params encoder = p->encoder;
  RVT_TRY(rvt_range(e, "stack_depth", encoder.stack_depth, 0, RVT_STACK_DEPTH_MAX, " (NT:IRT-08)"));
  RVT_TRY(rvt_range(e, "ts_width", encoder.ts_width, 0, RVT_TS_WIDTH_MOST, " (TCI:TS-09)"));
  if (encoder.itype_width == 3) encoder.stack_depth = 0; /* no returns are told (NT:ING-08) */
  struct rvt_regs_encoder r;
  enum rvt_status status = rvt_regs_encoder_init(&r, &encoder, p->plain_sync, e);
  if (status == RVT_OK) status = rvt_encoder_init(&s->encoder, &encoder, e);
  if (status == RVT_OK) {
    s->regs = r;
    s->held_q = false;
  }
  return status;
}

void rvt_te_outputs(const struct rvt_te *s, struct rvt_te_out *out) {
  struct rvt_regs_encoder_out r;
  struct rvt_encoder_out e;
  rvt_regs_encoder_outputs(&s->regs, &r);
  rvt_encoder_outputs(&s->encoder, &r.cfg, &e);
  *out = (struct rvt_te_out){.prdata = r.prdata,
                             .pready = r.pready,
                             .pslverr = r.pslverr,
                             .busy = s->held_q,
                             .active_req = r.active_req,
                             .closing = r.closing,
                             .cfg = r.cfg,
                             .empty = true,
                             .settled = true};
  if (!r.cfg.active) return; /* what the encoder still has is nobody's (TCI:CTRL-20) */
  out->m = e.m;
  out->stall = e.stall;
  out->empty = e.empty;
  out->settled = e.settled;
  out->busy = out->busy || !e.empty;
  out->overflow = e.overflow;
  out->flush_ack = e.flush_ack;
}

void rvt_te_regs_in(const struct rvt_te_in *in, const struct rvt_te_out *out,
                    struct rvt_regs_encoder_in *regs) {
  const unsigned triggers = in->ingress.trigger | in->ingress.ext_trigger; /* TCI:TRIG-15 */
  *regs = (struct rvt_regs_encoder_in){.apb = in->apb,
                                       .active_ack = in->active_ack,
                                       .empty = out->empty,
                                       .settled = out->settled,
                                       .overflow = out->overflow,
                                       .stall = out->stall,
                                       .trig_on = (triggers & RVT_TRIGGER_ON) != 0,
                                       .trig_off = (triggers & RVT_TRIGGER_OFF) != 0,
                                       .m_valid = out->m.valid,
                                       .m_ready = in->m_ready,
                                       .m_eom = out->m.eom,
                                       .dn_on = in->dn_on,
                                       .halted =
                                           in->ingress.halted || in->ingress.priv == RVT_PRIV_DEBUG,
                                       .time = in->ingress.time};
}

void rvt_te_tick(struct rvt_te *s, const struct rvt_te_in *in, const struct rvt_te_out *out) {
  struct rvt_regs_encoder_in regs;
  struct rvt_encoder_in encoder = {.cfg = out->cfg,
                                   .ingress = in->ingress,
                                   .m_ready = in->m_ready && out->cfg.active,
                                   .dn_lost = in->dn_lost,
                                   .sync_req = in->sync_req,
                                   .flush_req = in->flush_req};
  encoder.ingress.time = rvt_regs_encoder_time(&s->regs, in->ingress.time);
  s->held_q = !out->empty;
  rvt_te_regs_in(in, out, &regs);
  rvt_regs_encoder_tick(&s->regs, &regs);
  rvt_encoder_tick(&s->encoder, &encoder);
}
