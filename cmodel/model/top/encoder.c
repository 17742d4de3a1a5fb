/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "rvt/encoder.h"

#include <string.h>

#include "model/common/params.h"
#include "model/ingress/ingress_port.h"

#define BACK_END(NAME, name, text, format, major) [RVT_PROTOCOL_##NAME] = &rvt_##name##_back_end,
static const struct rvt_back_end *const back_ends[RVT_PROTOCOLS] = {RVT_PROTOCOL_LIST(BACK_END)};

static inline const struct rvt_back_end *back_end(const struct rvt_encoder *s) {
  return back_ends[s->p.format];
}

enum rvt_status rvt_encoder_init(struct rvt_encoder *s, const struct rvt_params *p,
                                 struct rvt_error *e) {
  const enum rvt_status refused = rvt_params_check(p, e);
  if (refused != RVT_OK) return refused;
  struct rvt_encoder r;
  memset(&r, 0, sizeof r);
  r.p = *p;
  r.p.fifo_depth = (uint16_t)rvt_fifo_depth(p);
  r.beyond = rvt_block_beyond(p);
  rvt_ingress_stage_init(&r.ingress, p);
  rvt_queue_init(&r.queue, p);
  r.queue.depth++; /* one entry of a stop */
  const enum rvt_status status = back_end(&r)->init(&r.messages, p, e);
  if (status != RVT_OK) return status;
  *s = r;
  return RVT_OK;
}

/** Neither a queue entry nor a byte is held. */
static inline bool drained(const struct rvt_encoder *s) {
  return s->queue.level_q == 0 && back_end(s)->empty(&s->messages);
}

const struct rvt_msg_fifo *rvt_encoder_fifo(const struct rvt_encoder *s) {
  return (const void *)((const char *)&s->messages + back_end(s)->fifo);
}

/** There is room enough for an overflow to end (TCI:OVF-02). */
static inline bool resumes(const struct rvt_encoder *s) {
  return rvt_encoder_fifo(s)->resume_q && back_end(s)->settled(&s->messages);
}

void rvt_encoder_outputs(const struct rvt_encoder *s, const struct rvt_config *cfg,
                         struct rvt_encoder_out *out) {
  if (rvt_config_too_wide(&s->p, cfg)) {
    const struct rvt_config cut = rvt_config_cut(&s->p, cfg);
    rvt_encoder_outputs(s, &cut, out);
    return;
  }
  const bool busy = rvt_ingress_stage_busy(&s->ingress);
  rvt_msg_fifo_beat(rvt_encoder_fifo(s), &out->m);
  out->stall = rvt_ingress_stage_stalls(&s->ingress, cfg, s->queue.level_q);
  out->overflow = s->ingress.overflow_q;
  out->empty = !busy && drained(s);
  out->settled = !busy && s->queue.level_q == 0 && back_end(s)->settled(&s->messages);
  out->flush_ack = s->flush_ack_q;
}

static void tick(struct rvt_encoder *s, const struct rvt_encoder_in *in) {
  const struct rvt_config *cfg = &in->cfg;
  s->flush_ack_q = in->flush_req && cfg->active && drained(s);

  struct rvt_ingress_stage_in ingress_in = {
      .cfg = cfg, .ingress = &in->ingress, .queue_level = s->queue.level_q, .resume = resumes(s)};
  struct rvt_ingress_stage_out ingress;
  rvt_ingress_stage_outputs(&s->ingress, &ingress_in, &ingress);
  ingress_in.lost = in->dn_lost && (rvt_ingress_stage_busy(&s->ingress) || !drained(s)); /* D-33 */
  rvt_ingress_stage_tick(&s->ingress, &ingress_in, &ingress);

  const struct rvt_back_end_in messages = {.cfg = cfg,
                                           .entry = rvt_queue_front(&s->queue),
                                           .sync_req = in->sync_req,
                                           .m_ready = in->m_ready,
                                           .flush = in->flush_req && s->queue.level_q == 0};
  const bool taken = back_end(s)->clock(&s->messages, &messages);

  const struct rvt_queue_in queue_in = {
      .clr = !cfg->active, .put = ingress.valid ? &ingress.entry : NULL, .taken = taken};
  rvt_queue_tick(&s->queue, &queue_in);
}

void rvt_encoder_tick(struct rvt_encoder *s, const struct rvt_encoder_in *in) {
  if (!rvt_config_too_wide(&s->p, &in->cfg) &&
      !rvt_ingress_too_wide(&s->p, s->beyond, &in->ingress)) {
    tick(s, in);
    return;
  }
  struct rvt_encoder_in cut = *in;
  cut.cfg = rvt_config_cut(&s->p, &in->cfg);
  cut.ingress = rvt_ingress_cut(&s->p, &in->ingress);
  tick(s, &cut);
}
