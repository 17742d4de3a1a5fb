/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "rvt/unit/regs_active.h"

static enum rvt_life next(const struct rvt_regs_active *s, const struct rvt_regs_active_in *in) {
  switch (s->life_q) {
  case RVT_LIFE_OFF: return s->want_q ? RVT_LIFE_RISING : RVT_LIFE_OFF;
  case RVT_LIFE_RISING: return in->ack ? RVT_LIFE_ON : RVT_LIFE_RISING;
  case RVT_LIFE_ON: return s->want_q ? RVT_LIFE_ON : RVT_LIFE_CLOSING;
  case RVT_LIFE_CLOSING: return in->hold ? RVT_LIFE_CLOSING : RVT_LIFE_FALLING;
  case RVT_LIFE_FALLING:
  default: return in->ack ? RVT_LIFE_FALLING : RVT_LIFE_OFF;
  }
}

void rvt_regs_active_tick(struct rvt_regs_active *s, const struct rvt_regs_active_in *in) {
  if (in->write) s->want_q = in->value;
  s->life_q = next(s, in);
}
