/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "top_pins.h"

void tb_top_pins_reset(struct tb_top_pins *p, const struct tb *tb) {
  tb_pin_check_reset(&p->check, tb);
  p->mode = RVT_PIB_OFF;
}

/* With another form of the pins the probe begins anew; nothing may be under way then. */
static void follow_setup(struct tb_top_pins *p, struct tb *tb, const struct rvt_pib_sink *model) {
  const struct rvt_pib_in *in = &p->in;
  const bool on = in->active && rvt_pib_has_mode(model->pib.p.pins, in->mode);
  if (!in->active) {
    if (p->out.trc_clk || p->out.trc_data != 0)
      tb_fail(tb, "pins: not 0 while inactive (TCI:CTRL-20)");
    tb_pin_check_stop(&p->check);
    p->mode = RVT_PIB_OFF;
    return;
  }
  const bool same = in->mode == p->mode && in->center == p->center;
  if (in->divider != p->divider) p->settle = 2; /* cycles of the old rate may still end */
  p->divider = in->divider;
  if (model->regs.active.life_q == RVT_LIFE_CLOSING || (on && same)) return;
  if (tb_pin_check_within(&p->check))
    tb_fail(tb, "pins: they change their form within a message (TCI:PIB-27)");
  p->mode = on ? in->mode : RVT_PIB_OFF;
  p->center = in->center;
  tb_pin_check_stop(&p->check);
  if (on) tb_pin_check_start(&p->check, in->mode, in->center, &p->out);
  p->setups += on;
}

void tb_top_pins_clock(struct tb_top_pins *p, struct tb *tb, const struct rvt_pib_sink *model,
                       const struct rvt_beat *s, bool ready) {
  rvt_pib_sink_inside(model, &p->in, &p->out);
  p->in.s = *s;
  follow_setup(p, tb, model);
  if (p->settle != 0) p->check.monitor.edges = 0;
  tb_pin_check_clock(&p->check, &p->in, &p->out, tb);
  if (p->check.event != PIN_NO_EDGE && p->settle != 0) p->settle--;
  if (!s->valid || !ready) return;
  /* A probe reads what begins when it is in phase. */
  if (!p->check.monitor.in_phase && p->check.watching) {
    tb_pin_check_stop(&p->check);
    p->unseen++;
  }
  tb_pin_check_expect(&p->check, s, tb);
}
