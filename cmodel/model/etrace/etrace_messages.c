/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "rvt/unit/etrace_messages.h"

#include <stddef.h>

#include "model/common/params.h"

static enum rvt_status init(void *state, const struct rvt_params *p, struct rvt_error *e) {
  struct rvt_etrace_messages *s = state;
  const struct rvt_msg_fifo_params fifo = {.depth = (uint16_t)rvt_fifo_depth(p),
                                           .resume_level = (uint16_t)rvt_fifo_resume(p),
                                           .framing = p->framing,
                                           .marks = true};
  rvt_etrace_flow_init(&s->flow, p);
  rvt_etrace_packer_init(&s->packer, p);
  return rvt_msg_fifo_init(&s->fifo, &fifo, e);
}

static bool clock(void *state, const struct rvt_back_end_in *in) {
  struct rvt_etrace_messages *s = state;
  const bool ready = rvt_msg_fifo_ready(&s->fifo);
  struct rvt_msg_fifo_in fifo_in = {.clr = !in->cfg->active, .m_ready = in->m_ready};
  rvt_etrace_packer_beat(&s->packer, &fifo_in.s);
  const struct rvt_etrace_flow_in flow_in = {.cfg = in->cfg,
                                             .sync_req = in->sync_req,
                                             .entry = in->entry,
                                             .rec_ready =
                                                 rvt_etrace_packer_ready(&s->packer, ready)};
  rvt_etrace_flow_clock(&s->flow, &flow_in, &s->out);
  const struct rvt_etrace_packer_in packer_in = {
      .cfg = in->cfg, .rec_valid = s->out.rec_valid, .rec = &s->out.rec, .m_ready = ready};
  rvt_etrace_packer_tick(&s->packer, &packer_in);
  rvt_msg_fifo_tick(&s->fifo, &fifo_in);
  s->recorded = s->out.rec_valid && flow_in.rec_ready;
  return s->out.taken;
}

static bool settled(const void *state) {
  const struct rvt_etrace_messages *s = state;
  return rvt_etrace_flow_empty(&s->flow) && !rvt_etrace_packer_held(&s->packer);
}

static bool empty(const void *state) {
  const struct rvt_etrace_messages *s = state;
  return settled(s) && !rvt_etrace_packer_busy(&s->packer) && s->fifo.level_q == 0;
}

const struct rvt_back_end rvt_etrace_back_end = {init, settled, empty, clock,
                                                 offsetof(struct rvt_etrace_messages, fifo)};
