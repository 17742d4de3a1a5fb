/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "rvt/top.h"

#include <string.h>

#include "base/range.h"

enum rvt_status rvt_top_init(struct rvt_top *s, const struct rvt_top_params *p,
                             struct rvt_error *e) {
  const struct rvt_sinks_params *sinks = &p->sinks;
  const uint8_t lanes = p->te.encoder.lanes;
  RVT_REFUSE(sinks->has_ram && sinks->ram.lanes != lanes,
             "expected ram.lanes %u as the encoder, found %u", lanes, sinks->ram.lanes);
  RVT_REFUSE(sinks->has_pib && sinks->pib.pib.lanes != lanes,
             "expected pib.lanes %u as the encoder, found %u", lanes, sinks->pib.pib.lanes);
  struct rvt_top_params params = *p;
  params.sinks.ram.framing = params.sinks.pib.pib.framing = p->te.encoder.framing;
  struct rvt_sinks made;
  RVT_TRY(rvt_sinks_init(&made, &params.sinks, e));
  RVT_TRY(rvt_te_init(&s->te, &p->te, e));
  s->p = params;
  s->sinks = made;
  return RVT_OK;
}

void rvt_top_sinks_in(const struct rvt_top_in *in, const struct rvt_te_out *te,
                      struct rvt_sinks_in *to) {
  *to = (struct rvt_sinks_in){.active_ack = (uint8_t)(in->active_ack >> RVT_TOP_SINKS),
                              .clr = !te->active_req,
                              .closing = te->closing,
                              .s = te->m,
                              .ram_rdata = in->ram_rdata};
  for (unsigned i = 0; i < RVT_SINKS; i++) to->apb[i] = rvt_apb_decode(&in->apb, RVT_TOP_SINKS + i);
}

void rvt_top_outputs(const struct rvt_top *s, const struct rvt_top_in *in,
                     struct rvt_top_out *out) {
  rvt_te_outputs(&s->te, &out->te);
  struct rvt_sinks_in sinks;
  rvt_top_sinks_in(in, &out->te, &sinks);
  rvt_sinks_outputs(&s->sinks, &sinks, &out->sinks);
  struct rvt_apb_answer from[RVT_TOP_COMPONENTS] = {
      {out->te.prdata, out->te.pready, out->te.pslverr}};
  memcpy(from + RVT_TOP_SINKS, out->sinks.apb, sizeof out->sinks.apb);
  const struct rvt_apb_answer to = rvt_apb_merge(&in->apb, from, RVT_TOP_COMPONENTS);
  out->prdata = to.prdata;
  out->pready = to.pready;
  out->pslverr = to.pslverr;
  out->busy = out->te.busy || out->sinks.active_req != 0;
  out->active_req =
      (uint8_t)(out->te.active_req << RVT_TOP_TE | out->sinks.active_req << RVT_TOP_SINKS);
}

void rvt_top_tick(struct rvt_top *s, const struct rvt_top_in *in, const struct rvt_top_out *out) {
  const struct rvt_fork_out *fork = &out->sinks.fork;
  const struct rvt_te_in te = {.apb = rvt_apb_decode(&in->apb, RVT_TOP_TE),
                               .active_ack = (in->active_ack >> RVT_TOP_TE & 1) != 0,
                               .ingress = in->ingress,
                               .m_ready = fork->s_ready,
                               .dn_on = fork->s_dn_on,
                               .dn_lost = fork->s_dn_lost,
                               .sync_req = fork->s_sync_req};
  struct rvt_sinks_in sinks;
  rvt_top_sinks_in(in, &out->te, &sinks);
  rvt_sinks_tick(&s->sinks, &sinks, &out->sinks);
  rvt_te_tick(&s->te, &te, &out->te);
}
