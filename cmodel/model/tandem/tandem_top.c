/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "rvt/framing.h"
#include "rvt/tandem/top.h"

enum rvt_status rvt_tandem_top_init(struct rvt_tandem_top *s, const struct rvt_tandem_top_params *p,
                                    struct rvt_error *e) {
  struct rvt_tandem_top_params params = *p;
  params.sinks.ram.lanes = params.sinks.pib.pib.lanes = p->encoder.lanes;
  params.sinks.ram.framing = params.sinks.pib.pib.framing = RVT_FRAMING_TANDEM;
  const struct rvt_tandem_params *const t = &params.encoder;
  const struct rvt_regs_tandem_params regs = {.xlen = t->format.xlen,
                                              .flen = t->format.flen,
                                              .mlen = t->format.mlen,
                                              .nret = t->nret,
                                              .csrs = t->csrs,
                                              .elements = t->elements,
                                              .increment_pc = t->forms.increment_pc,
                                              .or_fcsr = t->forms.or_fcsr,
                                              .add_registers = t->forms.add_registers,
                                              .shadow = t->shadow};
  struct rvt_sinks sinks;
  enum rvt_status status = rvt_sinks_init(&sinks, &params.sinks, e);
  if (status == RVT_OK) status = rvt_tandem_init(&s->encoder, t, e);
  if (status != RVT_OK) return status;
  s->p = params;
  s->sinks = sinks;
  rvt_regs_tandem_init(&s->regs, &regs);
  return RVT_OK;
}

static void sinks_in(const struct rvt_tandem_top_in *in, const struct rvt_tandem_top_out *out,
                     struct rvt_sinks_in *to) {
  *to = (struct rvt_sinks_in){.active_ack = (uint8_t)(in->active_ack >> RVT_TANDEM_TOP_SINKS),
                              .clr = !out->regs.active,
                              .closing = out->regs.closing,
                              .s = out->encoder.m,
                              .ram_rdata = in->ram_rdata};
  for (unsigned i = 0; i < RVT_SINKS; i++)
    to->apb[i] = rvt_apb_decode(&in->apb, RVT_TANDEM_TOP_SINKS + i);
}

void rvt_tandem_top_outputs(const struct rvt_tandem_top *s, const struct rvt_tandem_top_in *in,
                            struct rvt_tandem_top_out *out) {
  rvt_regs_tandem_outputs(&s->regs, &out->regs);
  rvt_tandem_outputs(&s->encoder, &out->encoder);
  if (!out->regs.active) memset(&out->encoder.m, 0, sizeof out->encoder.m);
  out->encoder.m.sync = out->encoder.m.valid; /* a sink can begin with any group */
  struct rvt_sinks_in sinks;
  sinks_in(in, out, &sinks);
  rvt_sinks_outputs(&s->sinks, &sinks, &out->sinks);
  struct rvt_apb_answer from[RVT_TANDEM_TOPS] = {
      {out->regs.prdata, out->regs.pready, out->regs.pslverr}};
  memcpy(from + RVT_TANDEM_TOP_SINKS, out->sinks.apb, sizeof out->sinks.apb);
  const struct rvt_apb_answer to = rvt_apb_merge(&in->apb, from, RVT_TANDEM_TOPS);
  out->prdata = to.prdata;
  out->pready = to.pready;
  out->pslverr = to.pslverr;
  /* What keeps the hart's state is never switched off. */
  out->active_req =
      (uint8_t)((out->regs.active_req || s->p.encoder.shadow) << RVT_TANDEM_TOP_ENCODER |
                out->sinks.active_req << RVT_TANDEM_TOP_SINKS);
  out->stall = out->encoder.stall && out->regs.stall_ena && out->regs.enable && out->regs.active;
}

void rvt_tandem_top_encoder_in(const struct rvt_tandem_top_in *in,
                               const struct rvt_tandem_top_out *out, struct rvt_tandem_in *to) {
  *to = in->hart;
  to->active = out->regs.active;
  to->enable = out->regs.enable;
  to->lost_clr = true; /* the register keeps it */
  to->m_ready = out->sinks.fork.s_ready && out->regs.active;
}

void rvt_tandem_top_tick(struct rvt_tandem_top *s, const struct rvt_tandem_top_in *in,
                         const struct rvt_tandem_top_out *out) {
  const bool acknowledged = (in->active_ack >> RVT_TANDEM_TOP_ENCODER & 1) != 0;
  const struct rvt_regs_tandem_in regs = {
      .apb = rvt_apb_decode(&in->apb, RVT_TANDEM_TOP_ENCODER),
      .active_ack = acknowledged && (out->regs.active_req || !s->p.encoder.shadow),
      .empty = out->encoder.empty || !out->regs.active,
      .lost = out->encoder.lost && out->regs.active,
      .sink_lost = out->sinks.fork.s_dn_lost,
      .m_valid = out->encoder.m.valid,
      .m_ready = out->sinks.fork.s_ready,
      .m_eom = out->encoder.m.eom,
      .dn_on = out->sinks.fork.s_dn_on};
  struct rvt_tandem_in encoder;
  rvt_tandem_top_encoder_in(in, out, &encoder);
  struct rvt_sinks_in sinks;
  sinks_in(in, out, &sinks);
  rvt_sinks_tick(&s->sinks, &sinks, &out->sinks);
  rvt_tandem_tick(&s->encoder, &encoder);
  rvt_regs_tandem_tick(&s->regs, &regs);
}
