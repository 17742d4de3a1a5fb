/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_TB_TOP_PINS_H
#define RVT_TB_TOP_PINS_H

/* The probe at the pins of a PIB sink: set up anew whenever the registers change what they show. */

#include "judges/pin_check.h"
#include "rvt/unit/pib_sink.h"

struct tb_top_pins {
  struct rvt_pib_in in; /* of the PIB inside, in this clock */
  struct rvt_pib_out out;
  struct tb_pin_check check;
  uint8_t mode; /* what the probe is set up for; RVT_PIB_OFF: nothing */
  bool center;
  uint16_t divider;
  uint8_t settle;          /* edges whose distance is not looked at */
  uint64_t setups, unseen; /* bytes that were sent before a probe could be in phase */
};

void tb_top_pins_reset(struct tb_top_pins *p, const struct tb *tb);
/**
 * One clock, before the model's edge.
 * @param s      what the sink is offered
 * @param ready  it takes it
 */
void tb_top_pins_clock(struct tb_top_pins *p, struct tb *tb, const struct rvt_pib_sink *model,
                       const struct rvt_beat *s, bool ready);

#endif
