/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "rvt/tandem/regs.h"

#include "rvt/regs.h"

void rvt_regs_tandem_init(struct rvt_regs_tandem *s, const struct rvt_regs_tandem_params *p) {
  *s = (struct rvt_regs_tandem){.p = *p};
}

void rvt_regs_tandem_outputs(const struct rvt_regs_tandem *s, struct rvt_regs_tandem_out *out) {
  *out = (struct rvt_regs_tandem_out){
      .prdata = s->prdata_q,
      .pready = true,
      .active_req = rvt_regs_active_req(&s->active),
      .active = rvt_regs_active_works(&s->active),
      .closing = rvt_regs_active_works(&s->active) && !rvt_regs_active_on(&s->active),
      .enable = s->enable_q,
      .stall_ena = s->stall_ena_q,
  };
}

#define PUT(word, field, value) RVT_WITH_FIELD(word, field, (uint32_t)(value))

static uint32_t control_of(const struct rvt_regs_tandem *s, bool empty) {
  uint32_t w = PUT(0, RVT_RVT_TANDEM_EMPTY, empty);
  w = PUT(w, RVT_RVT_TANDEM_ACTIVE, rvt_regs_active_reads(&s->active));
  w = PUT(w, RVT_RVT_TANDEM_ENABLE, s->enable_q);
  w = PUT(w, RVT_RVT_TANDEM_LOST, s->lost_q);
  w = PUT(w, RVT_RVT_TANDEM_STALL_ENA, s->stall_ena_q);
  return PUT(w, RVT_RVT_TANDEM_SINK_LOST, s->sink_lost_q);
}

/** The word as it reads. */
static uint32_t word_of(const struct rvt_regs_tandem *s, bool empty, uint16_t offset) {
  const struct rvt_regs_tandem_params *const p = &s->p;
  uint32_t w = 0;
  if (offset == RVT_RVT_TANDEM_IMPL_OFFSET) return RVT_RVT_TANDEM_IMPL_RESET;
  if (offset == RVT_RVT_TANDEM_CONTROL_OFFSET) return control_of(s, empty);
  if (!rvt_regs_active_reads(&s->active)) return 0;
  if (offset == RVT_RVT_TANDEM_SIZES_OFFSET) {
    w = PUT(w, RVT_RVT_TANDEM_XLEN, p->xlen);
    w = PUT(w, RVT_RVT_TANDEM_FLEN, p->flen);
    w = PUT(w, RVT_RVT_TANDEM_MLEN, p->mlen);
    return PUT(w, RVT_RVT_TANDEM_SLOTS, p->nret);
  }
  if (offset != RVT_RVT_TANDEM_FORMS_OFFSET) return 0;
  w = PUT(w, RVT_RVT_TANDEM_ELEMENTS, p->elements);
  w = PUT(w, RVT_RVT_TANDEM_CSRS, p->csrs);
  w = PUT(w, RVT_RVT_TANDEM_INCREMENT_PC, p->increment_pc);
  w = PUT(w, RVT_RVT_TANDEM_OR_FCSR, p->or_fcsr);
  w = PUT(w, RVT_RVT_TANDEM_ADD_REGISTERS, p->add_registers);
  return PUT(w, RVT_RVT_TANDEM_SHADOW, p->shadow);
}

/** The fields after this clock, of a component that works. */
static void fields(struct rvt_regs_tandem *d, const struct rvt_regs_tandem *s,
                   const struct rvt_regs_tandem_in *in) {
  const struct rvt_apb *const b = &in->apb;
  const uint32_t lanes = rvt_apb_lanes(b), data = b->pwdata & lanes;
  if (rvt_apb_writes(b) && rvt_apb_word(b) == RVT_RVT_TANDEM_CONTROL_OFFSET &&
      rvt_regs_active_on(&s->active)) {
    const bool low = (lanes & RVT_RVT_TANDEM_ACTIVE_MASK) != 0;
    const bool leave = low && (data & RVT_RVT_TANDEM_ACTIVE_MASK) == 0; /* nothing else counts */
    if (low) d->enable_q = !leave && (data & RVT_RVT_TANDEM_ENABLE_MASK) != 0;
    if ((lanes & RVT_RVT_TANDEM_LOST_MASK) != 0 && !leave) {
      d->stall_ena_q = (data & RVT_RVT_TANDEM_STALL_ENA_MASK) != 0;
      if ((data & RVT_RVT_TANDEM_LOST_MASK) != 0) d->lost_q = false;
      if ((data & RVT_RVT_TANDEM_SINK_LOST_MASK) != 0) d->sink_lost_q = false;
    }
  }
  if (in->lost) d->lost_q = true; /* TV:E-05 */
  if (in->sink_lost) d->sink_lost_q = true;
  if (in->m_valid && in->m_ready) d->mid_q = !in->m_eom;
}

void rvt_regs_tandem_tick(struct rvt_regs_tandem *s, const struct rvt_regs_tandem_in *in) {
  struct rvt_regs_tandem d = *s;
  const bool crosses = in->m_valid ? !(in->m_ready && in->m_eom) : s->mid_q;
  struct rvt_regs_active_in life = {.hold = crosses && in->dn_on, .ack = in->active_ack};
  rvt_regs_active_access(&life, &in->apb);
  if (rvt_regs_active_works(&s->active))
    fields(&d, s, in);
  else
    d.enable_q = d.stall_ena_q = d.lost_q = d.sink_lost_q = d.mid_q = false;
  rvt_regs_active_tick(&d.active, &life);
  d.prdata_q = rvt_apb_reads(&in->apb) ? word_of(s, in->empty, rvt_apb_word(&in->apb)) : 0;
  *s = d;
}
