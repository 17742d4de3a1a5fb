/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "rvt/unit/encode.h"

#include <stdlib.h>

#include "encode_format.h"
#include "model/common/params.h"
#include "model/ingress/ingress_port.h"
#include "model/ingress/ingress_slot.h"

#define FORMAT(NAME, name, text, format, major) [RVT_PROTOCOL_##NAME] = &rvt_##name##_encode_format,
static const struct rvt_encode_format *const formats[RVT_PROTOCOLS] = {RVT_PROTOCOL_LIST(FORMAT)};

static inline const struct rvt_encode_format *format_of(const struct rvt_encode *s) {
  return formats[s->ingress.p.format];
}

enum rvt_status rvt_encode_init(struct rvt_encode *s, const struct rvt_params *p,
                                struct rvt_error *e) {
  const enum rvt_status status = rvt_params_shape(p, e);
  if (status != RVT_OK) return status;
  struct rvt_params params = *p;
  params.queue_depth = 1;
  params.stall_latency = 0;
  rvt_ingress_stage_init(&s->ingress, &params);
  format_of(s)->init(&s->messages, &params);
  s->port_context = 0;
  s->port_priv = 0;
  s->due_blocks = 0;
  s->lost = false;
  s->beyond = rvt_block_beyond(p);
  return RVT_OK;
}

enum rvt_status rvt_encode_new(const struct rvt_params *p, struct rvt_encode **encode,
                               struct rvt_error *e) {
  struct rvt_encode *made = calloc(1, sizeof *made);
  if (made == NULL)
    return rvt_error_set(e, RVT_ERR_NO_MEMORY, "expected memory for the encoder, found none left");
  const enum rvt_status status = rvt_encode_init(made, p, e);
  if (status == RVT_OK)
    *encode = made;
  else
    free(made);
  return status;
}

void rvt_encode_free(struct rvt_encode *encode) { free(encode); }

void rvt_encode_due(struct rvt_encode *s, unsigned block) {
  s->due_blocks = (uint8_t)(s->due_blocks | 1u << block);
}

void rvt_encode_lost(struct rvt_encode *s) { s->lost = true; }

enum rvt_status rvt_encode_push(struct rvt_encode *s, const struct rvt_config *cfg,
                                const struct rvt_ingress *ingress, enum rvt_loss loss,
                                struct rvt_encode_bytes *out) {
  if (rvt_encode_too_wide(s, cfg, ingress)) {
    const struct rvt_config c = rvt_config_cut(&s->ingress.p, cfg);
    const struct rvt_ingress in = rvt_ingress_cut(&s->ingress.p, ingress);
    return rvt_encode_push(s, &c, &in, loss, out);
  }
  if (!rvt_encode_has_room(out)) return RVT_NEED_MORE;
  struct rvt_ingress_stage_out stage;
  const uint8_t due = rvt_encode_ingress(s, cfg, ingress, loss, &stage);
  format_of(s)->clock(&s->messages, cfg, cfg->active && stage.valid ? &stage.entry : NULL, due,
                      out);
  return RVT_OK;
}

/** Whether a clock does nothing but pass a block on while configuration and hart state stay. */
static inline bool is_steady(const struct rvt_encode *s, const struct rvt_config *cfg) {
  return s->ingress.open_q && !s->ingress.rst_q && !s->ingress.ext_q && s->due_blocks == 0 &&
         s->ingress.trap_q == 0 && !s->lost && !s->ingress.lost_q && rvt_config_on(cfg) &&
         !cfg->time_new && !s->ingress.time_new_q &&
         (s->ingress.p.context == 0 || (!s->ingress.told_q && s->ingress.priv_q == s->port_priv));
}

enum rvt_status rvt_encode_blocks(struct rvt_encode *s, const struct rvt_config *cfg,
                                  const struct rvt_block *blocks, const uint64_t *time,
                                  size_t count, size_t *done, struct rvt_encode_bytes *out) {
  const struct rvt_params *p = &s->ingress.p;
  const struct rvt_encode_format *format = format_of(s);
  const struct rvt_config cut = rvt_config_cut(p, cfg);
  cfg = &cut;
  size_t i = 0;
  enum rvt_status status = RVT_OK;
  if (count != 0 && cfg->active) format->clock(&s->messages, cfg, NULL, 0, out);
  struct rvt_head head = {.priv = rvt_slot_priv(p, s->port_priv),
                          .hart_context = rvt_slot_context(p, cfg, s->port_context)};
  const struct rvt_encode_steady steady = {cfg, blocks, time, count};
  while (i < count && status == RVT_OK) {
    if (is_steady(s, cfg)) status = format->steady(s, &steady, &head, &i, out);
    if (i == count || status != RVT_OK) break;
    const struct rvt_ingress ingress = {.block = {blocks[i]},
                                        .time = time == NULL ? 0 : time[i],
                                        .priv = head.priv,
                                        .context = head.hart_context};
    status = rvt_encode_push(s, cfg, &ingress, RVT_LOSS_NONE, out);
    i += status == RVT_OK;
  }
  *done = i;
  return status;
}
