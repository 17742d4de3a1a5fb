/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "rvt/top.h"

#include <string.h>

#include "base/range.h"
#include "rvt/unit/apb_decode.h"

/** Number of the PIB's branch after the fork; the RAM sink's is 0. */
static unsigned pib_branch(const struct rvt_top *s) { return s->p.has_ram ? 1 : 0; }

enum rvt_status rvt_top_init(struct rvt_top *s, const struct rvt_top_params *p,
                             struct rvt_error *e) {
  const uint8_t lanes = p->te.encoder.lanes;
  RVT_REFUSE(!p->has_ram && !p->has_pib, "expected has_ram or has_pib, found neither");
  RVT_REFUSE(p->has_ram && p->ram.lanes != lanes, "expected ram.lanes %u as the encoder, found %u",
             lanes, p->ram.lanes);
  RVT_REFUSE(p->has_pib && p->pib.pib.lanes != lanes,
             "expected pib.lanes %u as the encoder, found %u", lanes, p->pib.pib.lanes);
  struct rvt_top_params params = *p;
  params.ram.framing = params.pib.pib.framing = p->te.encoder.framing;
  struct rvt_fork fork;
  struct rvt_ram_sink ram;
  struct rvt_pib_sink pib;
  memset(&ram, 0, sizeof ram);
  memset(&pib, 0, sizeof pib);
  enum rvt_status status = rvt_fork_init(&fork, (uint8_t)(p->has_ram + p->has_pib), e);
  if (status == RVT_OK && p->has_ram) status = rvt_ram_sink_init(&ram, &params.ram, e);
  if (status == RVT_OK && p->has_pib) status = rvt_pib_sink_init(&pib, &params.pib, e);
  if (status == RVT_OK) status = rvt_te_init(&s->te, &p->te, e);
  if (status != RVT_OK) return status;
  s->p = params;
  s->fork = fork;
  s->ram = ram;
  s->pib = pib;
  return RVT_OK;
}

void rvt_top_ram_in(const struct rvt_top *s, const struct rvt_top_in *in,
                    const struct rvt_top_out *out, struct rvt_ram_sink_in *to) {
  (void)s;
  *to = (struct rvt_ram_sink_in){.apb = rvt_apb_decode(&in->apb, RVT_TOP_RAM),
                                 .active_ack = (in->active_ack >> RVT_TOP_RAM & 1) != 0,
                                 .s = out->fork.m[0],
                                 .s_cut = (out->fork.m_cut & 1) != 0,
                                 .ram_rdata = in->ram_rdata};
}

void rvt_top_pib_in(const struct rvt_top *s, const struct rvt_top_in *in,
                    const struct rvt_top_out *out, struct rvt_pib_sink_in *to) {
  *to = (struct rvt_pib_sink_in){.apb = rvt_apb_decode(&in->apb, RVT_TOP_PIB),
                                 .active_ack = (in->active_ack >> RVT_TOP_PIB & 1) != 0,
                                 .s = out->fork.m[pib_branch(s)]};
}

/** A branch's back signals. */
static void join(struct rvt_fork_in *f, unsigned branch, bool ready, bool on, bool stopped,
                 bool lost) {
  f->m_ready = (uint8_t)(f->m_ready | ready << branch);
  f->m_dn_on = (uint8_t)(f->m_dn_on | on << branch);
  f->m_dn_stopped = (uint8_t)(f->m_dn_stopped | stopped << branch);
  f->m_dn_lost = (uint8_t)(f->m_dn_lost | lost << branch);
}

/** The sinks' outputs depend on no stream: what `out` has of the fork is not looked at. */
static void sinks(const struct rvt_top *s, const struct rvt_top_in *in, struct rvt_top_out *out) {
  struct rvt_fork_in *f = &out->fork_in;
  if (s->p.has_ram) {
    const struct rvt_ram_sink_in to = {.ram_rdata = in->ram_rdata};
    rvt_ram_sink_outputs(&s->ram, &to, &out->ram);
    join(f, 0, out->ram.s_ready, out->ram.s_dn_on, out->ram.s_dn_stopped, out->ram.s_dn_lost);
  } else {
    memset(&out->ram, 0, sizeof out->ram);
    out->ram.pready = true;
  }
  if (s->p.has_pib) {
    rvt_pib_sink_outputs(&s->pib, &out->pib);
    join(f, pib_branch(s), out->pib.s_ready, out->pib.s_dn_on, out->pib.s_dn_stopped,
         out->pib.s_dn_lost);
  } else {
    memset(&out->pib, 0, sizeof out->pib);
    out->pib.pready = true;
  }
}

void rvt_top_outputs(const struct rvt_top *s, const struct rvt_top_in *in,
                     struct rvt_top_out *out) {
  rvt_te_outputs(&s->te, &out->te);
  out->fork_in =
      (struct rvt_fork_in){.clr = !out->te.active_req, .closing = out->te.closing, .s = out->te.m};
  sinks(s, in, out);
  rvt_fork_outputs(&s->fork, &out->fork_in, &out->fork);
  out->fork.s_ready = rvt_fork_ready(&s->fork, &out->fork_in);
  const struct rvt_apb_answer from[RVT_TOP_COMPONENTS] = {
      {out->te.prdata, out->te.pready, out->te.pslverr},
      {out->ram.prdata, out->ram.pready, out->ram.pslverr},
      {out->pib.prdata, out->pib.pready, out->pib.pslverr}};
  const struct rvt_apb_answer to = rvt_apb_merge(&in->apb, from, RVT_TOP_COMPONENTS);
  out->prdata = to.prdata;
  out->pready = to.pready;
  out->pslverr = to.pslverr;
  out->busy = out->te.busy || out->ram.active_req || out->pib.active_req;
  out->active_req =
      (uint8_t)(out->te.active_req << RVT_TOP_TE | out->ram.active_req << RVT_TOP_RAM |
                out->pib.active_req << RVT_TOP_PIB);
}

void rvt_top_tick(struct rvt_top *s, const struct rvt_top_in *in, const struct rvt_top_out *out) {
  const struct rvt_te_in te = {.apb = rvt_apb_decode(&in->apb, RVT_TOP_TE),
                               .active_ack = (in->active_ack >> RVT_TOP_TE & 1) != 0,
                               .ingress = in->ingress,
                               .m_ready = out->fork.s_ready,
                               .dn_on = out->fork.s_dn_on,
                               .dn_lost = out->fork.s_dn_lost,
                               .sync_req = out->fork.s_sync_req};
  if (s->p.has_ram) {
    struct rvt_ram_sink_in ram;
    rvt_top_ram_in(s, in, out, &ram);
    rvt_ram_sink_tick(&s->ram, &ram);
  }
  if (s->p.has_pib) {
    struct rvt_pib_sink_in pib;
    rvt_top_pib_in(s, in, out, &pib);
    rvt_pib_sink_tick(&s->pib, &pib);
  }
  rvt_fork_tick(&s->fork, &out->fork_in);
  rvt_te_tick(&s->te, &te, &out->te);
}
