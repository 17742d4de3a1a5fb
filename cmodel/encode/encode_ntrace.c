/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */

/* N-Trace of the functional encoder: flow's steps, HREPEAT, RepeatBranch, SRC and TSTAMP. */

#include "encode_format.h"
#include "model/ntrace/ntrace_steps.h"

static void init(void *messages, const struct rvt_params *p) {
  struct rvt_encode_ntrace *s = messages;
  rvt_ntrace_steps_init(&s->flow, p);
  rvt_ntrace_history_init(&s->history, p->repeat_hist, (uint8_t)(p->hist_width - 1));
  rvt_ntrace_repeat_init(&s->repeat, RVT_REPEAT_CEIL);
  s->last_time = 0;
  s->time_sent = false;
}

/** The record, unless it is a branch that is the same once more and is counted. */
static size_t pass_repeat(struct rvt_encode_ntrace *s, const struct rvt_config *cfg,
                          const struct rvt_ntrace_record *made, struct rvt_ntrace_record *records) {
  if (!s->flow.p.repeat_branch) {
    records[0] = *made;
    return 1;
  }
  size_t sent = 0;
  rvt_ntrace_repeat_load(&s->repeat, made, cfg->repeat_branch);
  enum rvt_repeat_act act;
  while ((act = rvt_ntrace_repeat_act(&s->repeat)) != RVT_REPEAT_NONE) {
    if (act != RVT_REPEAT_MERGE) records[sent++] = rvt_ntrace_repeat_record(&s->repeat, act);
    rvt_ntrace_repeat_apply(&s->repeat, act);
  }
  return sent;
}

/** The same of what is held of outcomes, and of the record if it is not held. */
static size_t pass_history(struct rvt_encode_ntrace *s, const struct rvt_config *cfg,
                           const struct rvt_ntrace_record *made,
                           struct rvt_ntrace_record *records) {
  if (s->flow.p.repeat_hist == 0) return pass_repeat(s, cfg, made, records);
  struct rvt_ntrace_history_in in = {
      .en = cfg->repeat_hist, .rec_valid = true, .out_ready = true, .rec = *made};
  size_t sent = 0;
  while (in.rec_valid || rvt_ntrace_history_held(&s->history)) {
    struct rvt_ntrace_history_out out;
    rvt_ntrace_history_outputs(&s->history, &in, &out);
    if (out.out_valid) sent += pass_repeat(s, cfg, &out.rec, records + sent);
    rvt_ntrace_history_tick(&s->history, &in, &out);
    if (out.rec_ready) in.rec_valid = false;
  }
  return sent;
}

/** The messages of a head: flow's records, without what is counted. */
static size_t take_head(struct rvt_encode_ntrace *s, const struct rvt_config *cfg,
                        const struct rvt_head *head, struct rvt_ntrace_record *records) {
  if (!s->flow.p.repeat_branch && s->flow.p.repeat_hist == 0)
    return rvt_steps_run(&s->flow, cfg, head, records);
  struct rvt_ntrace_record made[RVT_ENCODE_BLOCK_MSGS];
  const size_t count = rvt_steps_run(&s->flow, cfg, head, made);
  size_t sent = 0;
  for (size_t i = 0; i < count; i++) sent += pass_history(s, cfg, &made[i], records + sent);
  return sent;
}

/** The messages of an entry; NULL: of a clock that has none. */
static size_t take_entry(struct rvt_encode_ntrace *s, const struct rvt_config *cfg,
                         const struct rvt_entry *entry, uint8_t due_blocks,
                         struct rvt_ntrace_record *records) {
  if (!cfg->active) {
    rvt_ntrace_steps_clear(&s->flow);
    rvt_ntrace_history_clear(&s->history);
    rvt_ntrace_repeat_clear(&s->repeat);
    s->last_time = 0;
    s->time_sent = false;
    return 0;
  }
  if (!cfg->ts_en) s->time_sent = false;
  if (entry == NULL) return 0;
  size_t count = 0;
  if (entry->head[0].time_new) s->time_sent = false; /* all records of this clock are behind it */
  for (unsigned i = 0; i < entry->blocks; i++) {
    if ((due_blocks >> i & 1) != 0 && entry->head[i].kind == RVT_ENTRY_BLOCK) s->flow.due_q = true;
    count += take_head(s, cfg, &entry->head[i], records + count);
  }
  return count;
}

/** The message with the fields that the packer adds: SRC and TSTAMP (NT:SRC-01, TSP-01, TSP-02). */
static void finish(struct rvt_encode_ntrace *s, const struct rvt_config *cfg,
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

static void write_records(struct rvt_encode_ntrace *s, const struct rvt_config *cfg,
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

static void clock(void *messages, const struct rvt_config *cfg, const struct rvt_entry *entry,
                  uint8_t due, struct rvt_encode_bytes *out) {
  struct rvt_ntrace_record records[RVT_ENCODE_MSGS_MAX];
  const size_t count = take_entry(messages, cfg, entry, due, records);
  if (count != 0) write_records(messages, cfg, records, count, out);
}

__attribute__((always_inline)) static inline void head_of(void *messages,
                                                          const struct rvt_config *cfg,
                                                          const struct rvt_head *head,
                                                          struct rvt_encode_bytes *out) {
  struct rvt_encode_ntrace *s = messages;
  struct rvt_ntrace_record records[RVT_ENCODE_BLOCK_MSGS];
  const size_t count = take_head(s, cfg, head, records);
  if (count != 0) write_records(s, cfg, records, count, out);
}

static enum rvt_status steady(struct rvt_encode *s, const struct rvt_encode_steady *in,
                              struct rvt_head *head, size_t *i, struct rvt_encode_bytes *out) {
  return rvt_encode_steady_with(s, in, head, i, out, false, head_of);
}

const struct rvt_encode_format rvt_ntrace_encode_format = {init, clock, steady};

void rvt_ntrace_encode_push_msgs(struct rvt_encode *s, const struct rvt_config *cfg,
                                 const struct rvt_ingress *ingress, enum rvt_loss loss,
                                 struct rvt_ntrace_msg *msgs, size_t *count) {
  if (rvt_encode_too_wide(s, cfg, ingress)) {
    const struct rvt_config c = rvt_config_cut(&s->ingress.p, cfg);
    const struct rvt_ingress in = rvt_ingress_cut(&s->ingress.p, ingress);
    rvt_ntrace_encode_push_msgs(s, &c, &in, loss, msgs, count);
    return;
  }
  struct rvt_ntrace_record records[RVT_ENCODE_MSGS_MAX];
  struct rvt_ingress_stage_out stage;
  const uint8_t due = rvt_encode_ingress(s, cfg, ingress, loss, &stage);
  struct rvt_encode_ntrace *ntrace = &s->messages.ntrace;
  *count = take_entry(ntrace, cfg, cfg->active && stage.valid ? &stage.entry : NULL, due, records);
  for (size_t i = 0; i < *count; i++) finish(ntrace, cfg, &records[i], &msgs[i]);
}

/** What leaves when nothing else comes: the loop of pass_history() without a record. */
static size_t flush_history(struct rvt_encode_ntrace *s, const struct rvt_config *cfg,
                            struct rvt_ntrace_record *records) {
  const struct rvt_ntrace_history_in in = {
      .en = cfg->repeat_hist, .flush = true, .out_ready = true};
  size_t sent = 0;
  while (rvt_ntrace_history_held(&s->history) || rvt_ntrace_history_busy(&s->history)) {
    struct rvt_ntrace_history_out out;
    rvt_ntrace_history_outputs(&s->history, &in, &out);
    if (out.out_valid) sent += pass_repeat(s, cfg, &out.rec, records + sent);
    rvt_ntrace_history_tick(&s->history, &in, &out);
  }
  return sent;
}

void rvt_ntrace_encode_flush_msgs(struct rvt_encode *s, const struct rvt_config *cfg,
                                  struct rvt_ntrace_msg *msgs, size_t *count) {
  struct rvt_ntrace_record records[RVT_ENCODE_MSGS_MAX];
  *count = flush_history(&s->messages.ntrace, cfg, records);
  for (size_t i = 0; i < *count; i++) finish(&s->messages.ntrace, cfg, &records[i], &msgs[i]);
}

void rvt_ntrace_encode_flush(struct rvt_encode *s, const struct rvt_config *cfg,
                             struct rvt_encode_bytes *out) {
  struct rvt_ntrace_record records[RVT_ENCODE_MSGS_MAX];
  write_records(&s->messages.ntrace, cfg, records, flush_history(&s->messages.ntrace, cfg, records),
                out);
}
