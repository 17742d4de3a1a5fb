/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "rvt/unit/sinks.h"

#include <string.h>

#include "base/range.h"

/** Number of the PIB's branch after the fork; the RAM sink's is 0. */
static unsigned pib_branch(const struct rvt_sinks *s) { return s->p.has_ram ? 1 : 0; }

enum rvt_status rvt_sinks_init(struct rvt_sinks *s, const struct rvt_sinks_params *p,
                               struct rvt_error *e) {
  RVT_REFUSE(!p->has_ram && !p->has_pib, "expected has_ram or has_pib, found neither");
  struct rvt_sinks made = {.p = *p};
  enum rvt_status status = rvt_fork_init(&made.fork, (uint8_t)(p->has_ram + p->has_pib), e);
  if (status == RVT_OK && p->has_ram) status = rvt_ram_sink_init(&made.ram, &p->ram, e);
  if (status == RVT_OK && p->has_pib) status = rvt_pib_sink_init(&made.pib, &p->pib, e);
  if (status == RVT_OK) *s = made;
  return status;
}

void rvt_sinks_ram_in(const struct rvt_sinks_in *in, const struct rvt_sinks_out *out,
                      struct rvt_ram_sink_in *to) {
  *to = (struct rvt_ram_sink_in){.apb = in->apb[RVT_SINKS_RAM],
                                 .active_ack = (in->active_ack >> RVT_SINKS_RAM & 1) != 0,
                                 .s = out->fork.m[0],
                                 .s_cut = (out->fork.m_cut & 1) != 0,
                                 .ram_rdata = in->ram_rdata};
}

void rvt_sinks_pib_in(const struct rvt_sinks *s, const struct rvt_sinks_in *in,
                      const struct rvt_sinks_out *out, struct rvt_pib_sink_in *to) {
  *to = (struct rvt_pib_sink_in){.apb = in->apb[RVT_SINKS_PIB],
                                 .active_ack = (in->active_ack >> RVT_SINKS_PIB & 1) != 0,
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

/** The sinks' outputs depend on no stream, but for the length of the message that it offers. */
static void sinks(const struct rvt_sinks *s, const struct rvt_sinks_in *in,
                  struct rvt_sinks_out *out) {
  struct rvt_fork_in *f = &out->fork_in;
  if (s->p.has_ram) {
    const struct rvt_ram_sink_in to = {.s = in->s, .ram_rdata = in->ram_rdata};
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

void rvt_sinks_outputs(const struct rvt_sinks *s, const struct rvt_sinks_in *in,
                       struct rvt_sinks_out *out) {
  out->fork_in = (struct rvt_fork_in){.clr = in->clr, .closing = in->closing, .s = in->s};
  sinks(s, in, out);
  rvt_fork_outputs(&s->fork, &out->fork_in, &out->fork);
  out->fork.s_ready = rvt_fork_ready(&s->fork, &out->fork_in);
  out->apb[RVT_SINKS_RAM] =
      (struct rvt_apb_answer){out->ram.prdata, out->ram.pready, out->ram.pslverr};
  out->apb[RVT_SINKS_PIB] =
      (struct rvt_apb_answer){out->pib.prdata, out->pib.pready, out->pib.pslverr};
  out->active_req =
      (uint8_t)(out->ram.active_req << RVT_SINKS_RAM | out->pib.active_req << RVT_SINKS_PIB);
}

void rvt_sinks_tick(struct rvt_sinks *s, const struct rvt_sinks_in *in,
                    const struct rvt_sinks_out *out) {
  if (s->p.has_ram) {
    struct rvt_ram_sink_in ram;
    rvt_sinks_ram_in(in, out, &ram);
    rvt_ram_sink_tick(&s->ram, &ram);
  }
  if (s->p.has_pib) {
    struct rvt_pib_sink_in pib;
    rvt_sinks_pib_in(s, in, out, &pib);
    rvt_pib_sink_tick(&s->pib, &pib);
  }
  rvt_fork_tick(&s->fork, &out->fork_in);
}
