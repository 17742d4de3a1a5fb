/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "encode_format.h"

uint8_t rvt_encode_ingress(struct rvt_encode *s, const struct rvt_config *cfg,
                           const struct rvt_ingress *ingress, enum rvt_loss loss,
                           struct rvt_ingress_stage_out *out) {
  const struct rvt_ingress_stage_in in = {.cfg = cfg,
                                          .ingress = ingress,
                                          .queue_level = loss == RVT_LOSS_REFUSE,
                                          .resume = true,
                                          .lost = s->lost};
  s->port_priv = ingress->priv;
  s->port_context = ingress->context;
  rvt_ingress_stage_outputs(&s->ingress, &in, out);
  rvt_ingress_stage_tick(&s->ingress, &in, out);
  const uint8_t due_blocks = s->due_blocks;
  s->due_blocks = 0;
  s->lost = false;
  return due_blocks;
}
