/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "sinks_cross.h"

#include "rvt/regs.h"

#define CONTROL RVT_TR_PIB_CONTROL_OFFSET

static const struct tb_bus_class words[TB_PX_WORDS] = {
    {CONTROL, CONTROL},
    {RVT_TR_PIB_IMPL_OFFSET, RVT_TR_PIB_IMPL_OFFSET},
    {0xE00, 0xFFC},
    {0, 0},
};

static unsigned mode_index(uint8_t mode) {
  return mode == RVT_PIB_OFF ? 0u : mode - (unsigned)RVT_PIB_4BIT + 1u;
}

/* [pins][buffer] */
static unsigned holds(const struct rvt_pib *p) {
  const unsigned pins = !p->on_pins_q  ? TB_PIB_IDLE
                        : p->pattern_q ? TB_PIB_PATTERN
                                       : TB_PIB_MESSAGE;
  const unsigned buffer = p->level_q == p->p.buffer_bytes ? TB_PIB_FULL
                          : p->msgs_q != 0                ? TB_PIB_WHOLE
                          : p->level_q != 0               ? TB_PIB_OPEN
                                                          : TB_PIB_EMPTY;
  return pins * TB_PIB_BUFFERS + buffer;
}

/* Fields that a write of every byte would change: mode, edge, divider. */
static unsigned wanted(const struct rvt_pib_sink *s, uint32_t w) {
  const struct rvt_regs_pib *r = &s->regs;
  const uint32_t mode = RVT_FIELD(w, RVT_TR_PIB_MODE);
  const uint32_t most = (1u << r->p.div_width) - 1u;
  const uint32_t divider = RVT_FIELD(w, RVT_TR_PIB_DIVIDER);
  const bool legal = mode == RVT_PIB_OFF || rvt_pib_has_mode(s->pib.p.pins, mode);
  const bool center = r->p.clk_center && r->mode_q != RVT_PIB_OFF &&
                      (RVT_FIELD(w, RVT_TR_PIB_CLK_CENTER) != 0) != r->center_q;
  return (legal && mode != r->mode_q ? 1u : 0u) | (center ? 2u : 0u) |
         ((divider < most ? divider : most) != r->divider_q ? 4u : 0u);
}

static unsigned changed(const struct rvt_regs_pib *s, const struct rvt_regs_pib *d) {
  return (s->mode_q != d->mode_q ? 1u : 0u) | (s->center_q != d->center_q ? 2u : 0u) |
         (s->divider_q != d->divider_q ? 4u : 0u);
}

static void add(uint64_t *cover, unsigned fields, unsigned step) {
  for (unsigned i = 0; i < 3; i++) cover[i * step] += fields >> i & 1;
}

/* Mode, edge and divider of a whole word while they can be written. */
static void cross_form(const struct rvt_pib_sink *s, uint32_t w, const struct rvt_pib_sink *d,
                       uint64_t *cover) {
  const uint32_t most = (1u << s->regs.p.div_width) - 1u;
  const uint32_t divider = RVT_FIELD(w, RVT_TR_PIB_DIVIDER);
  const unsigned fields = changed(&s->regs, &d->regs);
  const unsigned place = divider > most ? 4 : divider == most ? 3 : divider > 1 ? 2 : divider;
  cover[TB_PX_MODE + 16 * mode_index(s->regs.mode_q) + RVT_FIELD(w, RVT_TR_PIB_MODE)]++;
  cover[TB_PX_CENTER + 2 * mode_index(d->regs.mode_q) + RVT_FIELD(w, RVT_TR_PIB_CLK_CENTER)]++;
  cover[TB_PX_DIVIDER + place]++;
  if (d->regs.enable_q) add(cover + TB_PX_TOGETHER, fields, 1);
  if (s->regs.mode_q != RVT_PIB_OFF) add(cover + TB_PX_RUNNING, fields, 1);
}

static void cross_calibrate(const struct rvt_pib_sink *s, const struct rvt_pib_sink *d,
                            uint64_t *cover) {
  if (s->regs.calibrate_q == d->regs.calibrate_q) return;
  const unsigned at = s->regs.enable_q * (unsigned)(TB_PIB_PINS * TB_PIB_BUFFERS) + holds(&s->pib);
  cover[(d->regs.calibrate_q ? TB_PX_CAL_ON : TB_PX_CAL_OFF) + at]++;
}

static void cross_write(const struct rvt_pib_sink *s, const struct rvt_apb *apb,
                        const struct rvt_pib_sink *d, uint64_t *cover) {
  const uint32_t w = apb->pwdata & rvt_apb_lanes(apb);
  const bool low = (apb->pstrb & 1u) != 0;
  if (low && (w & RVT_TR_PIB_ACTIVE_MASK) == 0) {
    cover[TB_PX_LEAVE + holds(&s->pib)]++;
    return;
  }
  struct rvt_pib_in in;
  struct rvt_pib_out out;
  rvt_pib_sink_inside(s, &in, &out);
  cover[TB_PX_RESERVED] += RVT_FIELD(w, RVT_TR_PIB_ASYNC_FREQ) != 0;
  cover[TB_PX_RESERVED + 1] += (w & ~(uint32_t)RVT_TR_PIB_CONTROL_WRITABLE) != 0;
  if (s->regs.enable_q && !d->regs.enable_q) cover[TB_PX_DISABLE + holds(&s->pib)]++;
  cross_calibrate(s, d, cover);
  if (apb->pstrb != 15) return;
  if (!s->regs.enable_q && out.empty)
    cross_form(s, w, d, cover);
  else
    add(cover + TB_PX_IGNORED + (s->regs.enable_q ? out.empty ? 0 : 1 : 2), wanted(s, w), 3);
}

void tb_pib_cross(struct tb_bus_cross *bus, const struct rvt_pib_sink *before,
                  const struct rvt_pib_sink_in *in, const struct rvt_pib_sink *after,
                  uint64_t cover[TB_PIB_CROSSES]) {
  const struct rvt_apb *apb = &in->apb;
  const enum rvt_life life = before->regs.active.life_q;
  tb_bus_cross(bus, words, TB_PX_WORDS, apb, true, life, cover + TB_PX_BUS);
  tb_life_cross(apb, life, cover + TB_PX_LIFE);
  if (life != RVT_LIFE_ON || !apb->psel || rvt_apb_word(apb) != CONTROL) return;
  if (rvt_apb_writes(apb)) cross_write(before, apb, after, cover);
  if (rvt_apb_reads(apb))
    cover[TB_PX_READ + before->regs.enable_q * (unsigned)(TB_PIB_PINS * TB_PIB_BUFFERS) +
          holds(&before->pib)]++;
}

void tb_pib_cross_form(uint8_t mode, bool center, uint16_t divider, bool pattern,
                       uint64_t cover[TB_PIB_CROSSES]) {
  const unsigned form =
      (mode - (unsigned)RVT_PIB_4BIT) * 6 + 3u * center + (divider < 2 ? divider : 2u);
  cover[(pattern ? TB_PX_PATTERN : TB_PX_SENT) + form]++;
}
