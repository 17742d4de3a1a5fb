/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "rvt/unit/pib_sink.h"

/** A framing that there is not is rvt_pib_init()'s to refuse. */
static bool is_headed(const struct rvt_pib_params *p) {
  const struct rvt_framing *const framing = rvt_framing_of(p->framing);
  return framing != NULL && framing->headed;
}

enum rvt_status rvt_pib_sink_init(struct rvt_pib_sink *s, const struct rvt_pib_sink_params *p,
                                  struct rvt_error *e) {
  const struct rvt_regs_pib_params regs = {.pins = p->pib.pins,
                                           .div_width = p->pib.div_width,
                                           .safe_div = p->safe_div,
                                           .clk_center = p->pib.clk_center,
                                           .calibrate = p->pib.calibrate,
                                           .async_freq = is_headed(&p->pib)};
  struct rvt_pib_sink made = {.sequence = {.count_q = 0}};
  enum rvt_status status = rvt_regs_pib_init(&made.regs, &regs, e);
  if (status == RVT_OK) status = rvt_pib_init(&made.pib, &p->pib, e);
  if (status == RVT_OK) *s = made;
  return status;
}

void rvt_pib_sink_inside(const struct rvt_pib_sink *s, struct rvt_pib_in *in,
                         struct rvt_pib_out *out) {
  struct rvt_regs_pib_out regs;
  rvt_regs_pib_outputs(&s->regs, &regs);
  *in = (struct rvt_pib_in){.active = regs.active,
                            .enable = regs.enable,
                            .mode = regs.mode,
                            .center = regs.center,
                            .calibrate = regs.calibrate,
                            .divider = regs.divider};
  rvt_pib_outputs(&s->pib, in, out);
}

void rvt_pib_sink_outputs(const struct rvt_pib_sink *s, struct rvt_pib_sink_out *out) {
  struct rvt_regs_pib_out regs;
  struct rvt_pib_in in;
  struct rvt_pib_out pib;
  rvt_regs_pib_outputs(&s->regs, &regs);
  rvt_pib_sink_inside(s, &in, &pib);
  struct rvt_beat unused;
  const bool kept =
      rvt_sync_sequence_beat(&s->sequence, s->pib.framing, s->regs.async_freq_q, s->pib.p.lanes,
                             &(struct rvt_beat){.valid = false}, &unused);
  *out = (struct rvt_pib_sink_out){
      .prdata = regs.prdata,
      .pready = regs.pready,
      .pslverr = regs.pslverr,
      .active_req = regs.active_req,
      .s_ready = pib.s_ready && !kept,
      .s_dn_on = pib.s_dn_on,
      .s_dn_stopped = false,
      .s_dn_lost = pib.s_dn_lost,
      .trc_clk = pib.trc_clk,
      .trc_data = pib.trc_data,
  };
}

void rvt_pib_sink_tick(struct rvt_pib_sink *s, const struct rvt_pib_sink_in *in) {
  struct rvt_pib_in pib_in;
  struct rvt_pib_out pib;
  rvt_pib_sink_inside(s, &pib_in, &pib);
  const struct rvt_framing *const f = s->pib.framing;
  const uint8_t freq = s->regs.async_freq_q, lanes = s->pib.p.lanes;
  (void)rvt_sync_sequence_beat(&s->sequence, f, freq, lanes, &in->s, &pib_in.s);
  const struct rvt_regs_pib_in regs_in = {
      .apb = in->apb, .active_ack = in->active_ack, .empty = pib.empty, .in_msg = pib.in_msg};
  if (pib_in.active)
    rvt_sync_sequence_tick(&s->sequence, f, freq, lanes, &in->s, pib.s_ready);
  else
    s->sequence = (struct rvt_sync_sequence){.count_q = 0};
  rvt_pib_tick(&s->pib, &pib_in);
  rvt_regs_pib_tick(&s->regs, &regs_in);
}
