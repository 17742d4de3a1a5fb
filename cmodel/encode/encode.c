/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "rvt/unit/encode.h"

#include <stdlib.h>

#include "model/common/params.h"
#include "model/ingress/ingress_port.h"
#include "model/ingress/ingress_slot.h"
#include "model/ntrace/ntrace_steps.h"

enum rvt_status rvt_encode_init(struct rvt_encode *s, const struct rvt_params *p,
                                struct rvt_error *e) {
  const enum rvt_status status = rvt_params_shape(p, e);
  if (status != RVT_OK) return status;
  struct rvt_params params = *p;
  params.queue_depth = 1;
  params.stall_latency = 0;
  rvt_ingress_stage_init(&s->ingress, &params);
  rvt_ntrace_steps_init(&s->flow, &params);
  rvt_ntrace_repeat_init(&s->repeat, RVT_REPEAT_CEIL);
  s->last_time = 0;
  s->port_context = 0;
  s->port_priv = 0;
  s->time_sent = false;
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

static inline bool too_wide(const struct rvt_encode *s, const struct rvt_config *cfg,
                            const struct rvt_ingress *ingress) {
  return rvt_config_too_wide(&s->ingress.p, cfg) ||
         rvt_ingress_too_wide(&s->ingress.p, s->beyond, ingress);
}

/** The messages of a head: flow's records, branches that are the same once more counted. */
static size_t take_head(struct rvt_encode *s, const struct rvt_config *cfg,
                        const struct rvt_head *head, struct rvt_ntrace_record *records) {
  if (!s->flow.p.repeat_branch) return rvt_steps_run(&s->flow, cfg, head, records);
  struct rvt_ntrace_record made[RVT_ENCODE_BLOCK_MSGS];
  const size_t count = rvt_steps_run(&s->flow, cfg, head, made);
  size_t sent = 0;
  for (size_t i = 0; i < count; i++) {
    rvt_ntrace_repeat_load(&s->repeat, &made[i], cfg->repeat_branch);
    enum rvt_repeat_act act;
    while ((act = rvt_ntrace_repeat_act(&s->repeat)) != RVT_REPEAT_NONE) {
      if (act != RVT_REPEAT_MERGE) records[sent++] = rvt_ntrace_repeat_record(&s->repeat, act);
      rvt_ntrace_repeat_apply(&s->repeat, act);
    }
  }
  return sent;
}

/** One clock of the ingress stage with a queue of one entry that flow empties at once. */
static size_t run_clock(struct rvt_encode *s, const struct rvt_config *cfg,
                        const struct rvt_ingress *ingress, enum rvt_loss loss,
                        struct rvt_ntrace_record *records) {
  const struct rvt_ingress_stage_in in = {.cfg = cfg,
                                          .ingress = ingress,
                                          .queue_level = loss == RVT_LOSS_REFUSE,
                                          .resume = true,
                                          .lost = s->lost};
  s->port_priv = ingress->priv;
  s->port_context = ingress->context;
  struct rvt_ingress_stage_out out;
  rvt_ingress_stage_outputs(&s->ingress, &in, &out);
  rvt_ingress_stage_tick(&s->ingress, &in, &out);
  const uint8_t due_blocks = s->due_blocks;
  s->due_blocks = 0;
  s->lost = false;
  if (!cfg->active) {
    rvt_ntrace_steps_clear(&s->flow);
    rvt_ntrace_repeat_clear(&s->repeat);
    s->last_time = 0;
    s->time_sent = false;
    return 0;
  }
  if (!cfg->ts_en) s->time_sent = false;
  if (!out.valid) return 0;
  size_t count = 0;
  if (out.entry.head[0].time_new)
    s->time_sent = false; /* all records of this clock are behind it */
  for (unsigned i = 0; i < out.entry.blocks; i++) {
    if ((due_blocks >> i & 1) != 0 && out.entry.head[i].kind == RVT_ENTRY_BLOCK)
      s->flow.due_q = true;
    count += take_head(s, cfg, &out.entry.head[i], records + count);
  }
  return count;
}

/** The message with the fields that the packer adds: SRC and TSTAMP (NT:SRC-01, TSP-01, TSP-02). */
static void finish(struct rvt_encode *s, const struct rvt_config *cfg,
                   const struct rvt_ntrace_record *rec, struct rvt_ntrace_msg *msg) {
  const unsigned src_bits = cfg->inhibit_src ? 0 : cfg->src_bits;
  const uint8_t ts_width = s->flow.p.ts_width;
  /* Flow makes only messages that the table knows, so the status says nothing. */
  (void)!rvt_ntrace_msg_from_record(rec, msg);
  msg->src = (uint16_t)(cfg->src_id & ((1u << src_bits) - 1));
  const bool sync = rvt_ntrace_is_sync(rec->tcode);
  const bool silent = (cfg->ts_suppress & rvt_ntrace_time_kind(rec->tcode)) != 0;
  if (cfg->ts_en && ts_width != 0 && (sync || (s->time_sent && !silent))) {
    const uint64_t mask = ts_width >= 64 ? UINT64_MAX : ((uint64_t)1 << ts_width) - 1;
    const uint64_t base = sync ? 0 : s->last_time;
    msg->has_tstamp = s->time_sent = true;
    msg->tstamp = (rec->abs_time - base) & mask;
    s->last_time = rec->abs_time;
  }
}

static void write_records(struct rvt_encode *s, const struct rvt_config *cfg,
                          const struct rvt_ntrace_record *records, size_t count,
                          struct rvt_encode_bytes *out) {
  const struct rvt_ntrace_format format = {
      .src_bits = cfg->inhibit_src ? 0 : cfg->src_bits,
      .ts = cfg->ts_en && s->flow.p.ts_width != 0,
      .extend_bits = rvt_extend_bits(cfg->extend_addr && s->flow.p.extend_addr, s->flow.p.xlen),
  };
  for (size_t i = 0; i < count; i++) {
    struct rvt_ntrace_msg msg;
    finish(s, cfg, &records[i], &msg);
    size_t size = 0;
    (void)!rvt_ntrace_msg_write(&format, &msg, out->data + out->used, &size);
    out->used += size;
  }
}

static inline bool has_room(const struct rvt_encode_bytes *out) {
  return out->size - out->used >= RVT_ENCODE_BYTES_MAX;
}

enum rvt_status rvt_encode_push(struct rvt_encode *s, const struct rvt_config *cfg,
                                const struct rvt_ingress *ingress, enum rvt_loss loss,
                                struct rvt_encode_bytes *out) {
  if (too_wide(s, cfg, ingress)) {
    const struct rvt_config c = rvt_config_cut(&s->ingress.p, cfg);
    const struct rvt_ingress in = rvt_ingress_cut(&s->ingress.p, ingress);
    return rvt_encode_push(s, &c, &in, loss, out);
  }
  struct rvt_ntrace_record records[RVT_ENCODE_MSGS_MAX];
  if (!has_room(out)) return RVT_NEED_MORE;
  const size_t count = run_clock(s, cfg, ingress, loss, records);
  if (count != 0) write_records(s, cfg, records, count, out);
  return RVT_OK;
}

void rvt_ntrace_encode_push_msgs(struct rvt_encode *s, const struct rvt_config *cfg,
                                 const struct rvt_ingress *ingress, enum rvt_loss loss,
                                 struct rvt_ntrace_msg *msgs, size_t *count) {
  if (too_wide(s, cfg, ingress)) {
    const struct rvt_config c = rvt_config_cut(&s->ingress.p, cfg);
    const struct rvt_ingress in = rvt_ingress_cut(&s->ingress.p, ingress);
    rvt_ntrace_encode_push_msgs(s, &c, &in, loss, msgs, count);
    return;
  }
  struct rvt_ntrace_record records[RVT_ENCODE_MSGS_MAX];
  *count = run_clock(s, cfg, ingress, loss, records);
  for (size_t i = 0; i < *count; i++) finish(s, cfg, &records[i], &msgs[i]);
}

/** Whether a clock does nothing but pass a block on while configuration and hart state stay. */
static inline bool is_steady(const struct rvt_encode *s, const struct rvt_config *cfg) {
  return s->ingress.open_q && !s->ingress.rst_q && !s->ingress.ext_q && s->due_blocks == 0 &&
         !s->lost && !s->ingress.lost_q && rvt_config_on(cfg) && !cfg->time_new &&
         !s->ingress.time_new_q &&
         (s->ingress.p.context == 0 || (!s->ingress.told_q && s->ingress.priv_q == s->port_priv));
}

enum rvt_status rvt_encode_blocks(struct rvt_encode *s, const struct rvt_config *cfg,
                                  const struct rvt_block *blocks, const uint64_t *time,
                                  size_t count, size_t *done, struct rvt_encode_bytes *out) {
  const struct rvt_params *p = &s->ingress.p;
  const struct rvt_config cut = rvt_config_cut(p, cfg);
  cfg = &cut;
  size_t i = 0;
  enum rvt_status status = RVT_OK;
  if (!cfg->ts_en) s->time_sent = false;
  struct rvt_head head = {.priv = p->context == 0 ? 0 : s->port_priv,
                          .hart_context = rvt_slot_context(p, s->port_context)};
  for (; i < count && !is_steady(s, cfg) && status == RVT_OK; i += status == RVT_OK) {
    const struct rvt_ingress ingress = {.block = {blocks[i]},
                                        .time = time == NULL ? 0 : time[i],
                                        .priv = head.priv,
                                        .context = head.hart_context};
    status = rvt_encode_push(s, cfg, &ingress, RVT_LOSS_NONE, out);
  }
  for (; i < count && status == RVT_OK; i++) {
    struct rvt_ntrace_record records[RVT_ENCODE_BLOCK_MSGS];
    const struct rvt_block *b = &blocks[i];
    struct rvt_block cut_block;
    if (rvt_block_too_wide(s->beyond, b)) {
      cut_block = rvt_block_cut(p, b);
      b = &cut_block;
    }
    if (!rvt_block_valid(b)) continue;
    if (!has_room(out)) {
      status = RVT_NEED_MORE;
      break;
    }
    rvt_slot_block(p, cfg, b, time == NULL ? 0 : time[i], &head);
    const size_t made = take_head(s, cfg, &head, records);
    if (made != 0) write_records(s, cfg, records, made, out);
  }
  *done = i;
  return status;
}
