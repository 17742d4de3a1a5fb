/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "rvt/unit/regs_pib.h"

#include "base/range.h"
#include "rvt/regs.h"

enum rvt_status rvt_regs_pib_init(struct rvt_regs_pib *s, const struct rvt_regs_pib_params *p,
                                  struct rvt_error *e) {
  RVT_REFUSE(p->pins != 4 && p->pins != 8 && p->pins != 16, "expected pins 4, 8 or 16, found %u",
             p->pins);
  RVT_TRY(rvt_range(e, "div_width", p->div_width, 1, 16, ""));
  RVT_REFUSE(p->safe_div >> p->div_width != 0, "expected safe_div of div_width %u bits, found %u",
             p->div_width, p->safe_div);
  *s = (struct rvt_regs_pib){.p = *p, .divider_q = p->safe_div};
  return RVT_OK;
}

void rvt_regs_pib_outputs(const struct rvt_regs_pib *s, struct rvt_regs_pib_out *out) {
  const bool on = rvt_regs_active_on(&s->active);
  *out = (struct rvt_regs_pib_out){
      .prdata = s->prdata_q,
      .pready = true,
      .active_req = rvt_regs_active_req(&s->active),
      .active = rvt_regs_active_works(&s->active),
      .enable = s->enable_q,
      .center = s->center_q,
      .calibrate = s->calibrate_q,
      .mode = on ? s->mode_q : RVT_PIB_OFF, /* Closing stops the pins */
      .divider = s->divider_q,
      .async_freq = s->async_freq_q,
  };
}

#define PUT(word, field, value) RVT_WITH_FIELD(word, field, (uint32_t)(value))

/** The word as it reads. */
static uint32_t word_of(const struct rvt_regs_pib *s, bool empty, uint16_t offset) {
  uint32_t w = 0;
  if (offset == RVT_TR_PIB_IMPL_OFFSET) return RVT_TR_PIB_IMPL_RESET;
  if (offset != RVT_TR_PIB_CONTROL_OFFSET) return 0;
  w = PUT(w, RVT_TR_PIB_EMPTY, empty);
  if (!rvt_regs_active_reads(&s->active)) return w;
  w = PUT(w, RVT_TR_PIB_ACTIVE, 1);
  w = PUT(w, RVT_TR_PIB_ENABLE, s->enable_q);
  w = PUT(w, RVT_TR_PIB_MODE, s->mode_q);
  w = PUT(w, RVT_TR_PIB_CLK_CENTER, s->center_q);
  w = PUT(w, RVT_TR_PIB_CALIBRATE, s->calibrate_q);
  w = PUT(w, RVT_TR_PIB_ASYNC_FREQ, s->async_freq_q);
  return PUT(w, RVT_TR_PIB_DIVIDER, s->divider_q);
}

static uint8_t legal_mode(const struct rvt_regs_pib_params *p, uint32_t value, uint8_t old) {
  const bool legal = value == RVT_PIB_OFF || rvt_pib_has_mode(p->pins, value);
  return legal ? (uint8_t)value : old; /* TCI:PIB-32 */
}

/** trPibControl of a component that works; `w`: the merged word. */
static void write_control(struct rvt_regs_pib *d, uint32_t w, bool idle) {
  const uint32_t most = (1u << d->p.div_width) - 1u;
  const uint32_t divider = RVT_FIELD(w, RVT_TR_PIB_DIVIDER);
  d->enable_q = RVT_FIELD(w, RVT_TR_PIB_ENABLE) != 0;
  d->calibrate_q = d->p.calibrate && RVT_FIELD(w, RVT_TR_PIB_CALIBRATE) != 0;
  if (d->p.async_freq) d->async_freq_q = (uint8_t)RVT_FIELD(w, RVT_TR_PIB_ASYNC_FREQ);
  if (!idle) return; /* TCI:PIB-27 */
  d->mode_q = legal_mode(&d->p, RVT_FIELD(w, RVT_TR_PIB_MODE), d->mode_q);
  d->center_q = d->p.clk_center && d->mode_q != RVT_PIB_OFF &&
                RVT_FIELD(w, RVT_TR_PIB_CLK_CENTER) != 0; /* TCI:PIB-03, BUS-10 */
  d->divider_q = (uint16_t)(divider < most ? divider : most);
}

/** The fields after this clock. */
static void access(struct rvt_regs_pib *d, const struct rvt_regs_pib *s,
                   const struct rvt_regs_pib_in *in) {
  const uint32_t lanes = rvt_apb_lanes(&in->apb);
  const uint32_t data = in->apb.pwdata & lanes;
  if (!rvt_apb_writes(&in->apb) || rvt_apb_word(&in->apb) != RVT_TR_PIB_CONTROL_OFFSET ||
      !rvt_regs_active_on(&s->active))
    return;
  const uint32_t merged = (word_of(s, in->empty, RVT_TR_PIB_CONTROL_OFFSET) & ~lanes) | data;
  if ((merged & RVT_TR_PIB_ACTIVE_MASK) == 0)
    d->enable_q = false; /* nothing else counts (TCI:CTRL-06) */
  else
    write_control(d, merged, !s->enable_q && in->empty);
}

void rvt_regs_pib_tick(struct rvt_regs_pib *s, const struct rvt_regs_pib_in *in) {
  struct rvt_regs_pib d = *s;
  struct rvt_regs_active_in life = {.hold = in->in_msg, .ack = in->active_ack};
  rvt_regs_active_access(&life, &in->apb);
  if (rvt_regs_active_works(&s->active)) {
    access(&d, s, in);
  } else {
    d = (struct rvt_regs_pib){.p = s->p, .active = s->active, .divider_q = s->p.safe_div};
  }
  rvt_regs_active_tick(&d.active, &life);
  d.prdata_q = rvt_apb_reads(&in->apb) ? word_of(s, in->empty, rvt_apb_word(&in->apb)) : 0;
  *s = d;
}
