/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "rvt/unit/ntrace_messages.h"

#include <stddef.h>

#include "model/common/params.h"

/** B-CNT and HREPEAT go the way of I-CNT (NT:RPT-06, RHI-05). */
static uint8_t counts_width(const struct rvt_params *p) {
  const bool counts = p->repeat_branch || p->repeat_hist != 0;
  return counts && p->icnt_width < RVT_REPEAT_CEIL ? RVT_REPEAT_CEIL : p->icnt_width;
}

static enum rvt_status init(void *state, const struct rvt_params *p, struct rvt_error *e) {
  struct rvt_ntrace_messages *s = state;
  const struct rvt_ntrace_packer_params packer = {.lanes = p->lanes,
                                                  .icnt_width = counts_width(p),
                                                  .addr_width = (uint8_t)(p->xlen - 1),
                                                  .hist_width = p->htm ? p->hist_width : 0,
                                                  .ts_width = p->ts_width,
                                                  .src_bits_max = p->src_bits_max,
                                                  .extend_addr = p->extend_addr};
  const struct rvt_msg_fifo_params fifo = {.depth = (uint16_t)rvt_fifo_depth(p),
                                           .resume_level = (uint16_t)rvt_fifo_resume(p),
                                           .row = p->fifo_bytes ? p->lanes : 0,
                                           .framing = p->framing};
  rvt_ntrace_flow_init(&s->flow, p);
  rvt_ntrace_history_init(&s->history, p->repeat_hist, (uint8_t)(p->hist_width - 1));
  rvt_ntrace_repeat_init(&s->repeat, RVT_REPEAT_CEIL);
  const enum rvt_status status = rvt_ntrace_packer_init(&s->packer, &packer, e);
  return status == RVT_OK ? rvt_msg_fifo_init(&s->fifo, &fifo, e) : status;
}

/** Packer and message FIFO; a clock in which both rest costs nothing. */
static void tick_back_end(struct rvt_ntrace_messages *s, const struct rvt_back_end_in *in,
                          const struct rvt_ntrace_packer_in *packer_in,
                          const struct rvt_beat *beat) {
  const struct rvt_config *cfg = in->cfg;
  /* Without times the packer forgets the last one even while it rests (NT:TSP-03). */
  const bool forgets = s->packer.base_q && (!cfg->ts_en || packer_in->ts_forget);
  if (rvt_ntrace_packer_busy(&s->packer) || packer_in->rec_valid || !cfg->active || forgets)
    rvt_ntrace_packer_tick(&s->packer, packer_in);
  struct rvt_msg_fifo_in fifo_in;
  fifo_in.clr = !cfg->active;
  fifo_in.m_ready = in->m_ready;
  fifo_in.s.valid = false;
  if (beat != NULL) fifo_in.s = *beat;
  rvt_msg_fifo_tick(&s->fifo, &fifo_in);
}

/** Flow's records with the outcomes that are held before them, from which the next unit takes. */
static struct rvt_ntrace_flow_out pass_history(struct rvt_ntrace_messages *s,
                                               const struct rvt_back_end_in *in, bool out_ready) {
  const struct rvt_config *cfg = in->cfg;
  const bool holds = s->flow.p.repeat_hist != 0;
  struct rvt_ntrace_history_in held_in = {.clr = !cfg->active,
                                          .en = cfg->repeat_hist,
                                          .flush = in->flush && rvt_ntrace_flow_empty(&s->flow),
                                          .out_ready = out_ready};
  struct rvt_ntrace_flow_in flow_in = {
      .cfg = cfg, .sync_req = in->sync_req, .entry = in->entry, .rec_ready = out_ready};
  struct rvt_ntrace_flow_out flow;
  struct rvt_ntrace_history_out held;
  const bool word =
      rvt_ntrace_flow_words(&s->flow) && (cfg->repeat_hist || rvt_ntrace_history_busy(&s->history));
  if (holds) flow_in.rec_ready = rvt_ntrace_history_ready(&s->history, word, out_ready);
  rvt_ntrace_flow_clock(&s->flow, &flow_in, &flow);
  s->left = flow.rec_valid && flow_in.rec_ready && cfg->active;
  if (s->left) s->left_tcode = flow.rec.tcode;
  if (!holds) return flow;
  held_in.rec_valid = flow.rec_valid;
  held_in.time_new = flow.time_new;
  if (flow.rec_valid) held_in.rec = flow.rec;
  rvt_ntrace_history_outputs(&s->history, &held_in, &held);
  rvt_ntrace_history_tick(&s->history, &held_in, &held);
  flow.rec_valid = held.out_valid;
  flow.time_new = held.time_new;
  if (held.out_valid) flow.rec = held.rec;
  return flow;
}

/** The record goes to the count of branches, and what that offers to the packer. */
static void pass_repeat(struct rvt_ntrace_messages *s, const struct rvt_config *cfg, bool out_ready,
                        const struct rvt_ntrace_flow_out *flow,
                        const struct rvt_ntrace_repeat_out *offer,
                        struct rvt_ntrace_packer_in *packer_in) {
  struct rvt_ntrace_repeat_in in;
  in.clr = !cfg->active;
  in.en = cfg->repeat_branch;
  in.rec_valid = flow->rec_valid;
  in.time_new = flow->time_new;
  in.out_ready = out_ready;
  if (in.rec_valid) in.rec = flow->rec;
  rvt_ntrace_repeat_tick(&s->repeat, &in);
  packer_in->rec_valid = offer->out_valid;
  packer_in->ts_forget = offer->time_new;
  if (offer->out_valid) packer_in->rec = offer->rec;
}

static bool clock(void *state, const struct rvt_back_end_in *in) {
  struct rvt_ntrace_messages *s = state;
  const struct rvt_config *cfg = in->cfg;
  struct rvt_ntrace_packer_in packer_in;
  packer_in.clr = !cfg->active;
  packer_in.m_ready = rvt_msg_fifo_ready(&s->fifo);
  packer_in.src_bits = cfg->inhibit_src ? 0 : cfg->src_bits;
  packer_in.src_id = cfg->src_id;
  packer_in.ts_en = cfg->ts_en;
  packer_in.extend_addr = cfg->extend_addr;
  packer_in.ts_suppress = cfg->ts_suppress;
  packer_in.rec_valid = packer_in.ts_forget = false;
  struct rvt_ntrace_packer_out packer;
  bool rec_ready = true;
  bool beat = false;
  if (rvt_ntrace_packer_busy(&s->packer)) {
    rvt_ntrace_packer_outputs(&s->packer, &packer_in, &packer);
    rec_ready = packer.rec_ready;
    beat = packer.m.valid;
  }

  const bool repeats = s->flow.p.repeat_branch;
  struct rvt_ntrace_repeat_out repeat;
  if (repeats) rvt_ntrace_repeat_outputs(&s->repeat, rec_ready, &repeat);
  const struct rvt_ntrace_flow_out flow =
      pass_history(s, in, repeats ? repeat.rec_ready : rec_ready);
  if (repeats) {
    pass_repeat(s, cfg, rec_ready, &flow, &repeat, &packer_in);
  } else {
    packer_in.rec_valid = flow.rec_valid;
    packer_in.ts_forget = flow.time_new;
    if (flow.rec_valid) packer_in.rec = flow.rec;
  }
  tick_back_end(s, in, &packer_in, beat ? &packer.m : NULL);
  s->load = flow.load;
  return flow.taken;
}

static bool settled(const void *s) { return rvt_ntrace_messages_settled(s); }

static bool empty(const void *s) { return rvt_ntrace_messages_empty(s); }

const struct rvt_back_end rvt_ntrace_back_end = {init, settled, empty, clock,
                                                 offsetof(struct rvt_ntrace_messages, fifo)};
