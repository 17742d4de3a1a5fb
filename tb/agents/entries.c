/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "entries.h"

void tb_entries_init(struct tb_entries *e, struct tb *tb, const struct rvt_params *p) {
  e->p = *p;
  tb_config_init(&e->config, tb, &e->p);
  tb_ingress_init(&e->ingress, tb, &e->p);
  tb_entries_reset(e);
}

void tb_entries_reset(struct tb_entries *e) {
  rvt_ingress_stage_init(&e->stage, &e->p);
  e->head = e->level = 0;
  e->empty = false;
}

void tb_entries_drive(struct tb_entries *e, struct tb_rng *rng) {
  tb_config_next(&e->config, rng, e->empty);
  tb_ingress_next(&e->ingress, rng, false);
}

void tb_entries_tick(struct tb_entries *e, struct tb_rng *rng, bool pop) {
  const struct rvt_ingress_stage_in in = {.cfg = &e->config.c,
                                          .ingress = &e->ingress.in,
                                          .queue_level = (uint8_t)e->level,
                                          .resume = !tb_rng_one_in(rng, 4)};
  struct rvt_ingress_stage_out out;
  rvt_ingress_stage_outputs(&e->stage, &in, &out);
  rvt_ingress_stage_tick(&e->stage, &in, &out);
  e->empty = !out.busy && e->level == 0 && !rvt_ingress_on_now(&e->p, &e->config.c, &e->ingress.in);
  if (!e->config.c.active) {
    e->level = 0;
    return;
  }
  if (out.valid) e->queue[(e->head + e->level) % TB_ENTRIES] = out.entry.head[0];
  e->level += out.valid;
  if (!pop) return;
  e->head++;
  e->level--;
}
