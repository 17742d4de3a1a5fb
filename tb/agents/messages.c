/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "messages.h"

#include <string.h>

#include "harness/bench.h"
#include "records.h"
#include "rvt/ntrace_text.h"

enum { LINE_MAX_BYTES = 1024 };

bool tb_messages_open(struct tb_messages *m, struct tb *tb,
                      const struct rvt_ntrace_packer_params *p) {
  *m = (struct tb_messages){.p = *p};
  uint64_t any_src = tb_rng_below(&tb->rng, p->src_bits_max + 1u);
  uint64_t any_ts = p->ts_width != 0 && tb_rng_one_in(&tb->rng, 2);
  uint64_t any_id = tb_rng_next(&tb->rng) & 0xfff;
  m->format.src_bits = (uint8_t)tb_option_in(tb, "src_bits", any_src, 0, p->src_bits_max);
  m->format.ts = tb_option_in(tb, "ts", any_ts, 0, p->ts_width != 0) != 0;
  m->src_id =
      (uint16_t)(tb_option_in(tb, "src_id", any_id, 0, 0xfff) & ((1u << m->format.src_bits) - 1));
  const char *list = tb_option_text(tb, "list", NULL);
  m->path = tb_option_text(tb, "messages", NULL);
  if (m->path != NULL && (m->in = fopen(m->path, "r")) == NULL)
    tb_fail(tb, "%s: cannot be read", m->path);
  if (list != NULL && (m->list = fopen(list, "w")) == NULL)
    tb_fail(tb, "%s: cannot be written", list);
  return tb->error[0] == 0;
}

void tb_messages_close(struct tb_messages *m) {
  if (m->in != NULL) fclose(m->in);
  if (m->list != NULL) fclose(m->list);
}

void tb_messages_clear(struct tb_messages *m) {
  m->last_time = 0;
  m->time_sent = false;
}

static uint64_t time_mask(const struct tb_messages *m) {
  return m->p.ts_width >= 64 ? ~(uint64_t)0 : ((uint64_t)1 << m->p.ts_width) - 1;
}

/* Fields that a message lacks are zero, and no two of those joined here stand in one message. */
static void to_record(struct tb_messages *m, const struct rvt_ntrace_msg *msg,
                      struct rvt_ntrace_record *rec) {
  uint64_t from = rvt_ntrace_is_sync(msg->tcode) ? 0 : m->now;
  if (msg->has_tstamp) m->now = (from + msg->tstamp) & time_mask(m);
  *rec = (struct rvt_ntrace_record){
      .tcode = msg->tcode,
      .sub = msg->sync | msg->etype | msg->rcode | msg->evcode,
      .btype = msg->btype | msg->cdf,
      .icnt = (uint32_t)(msg->icnt | msg->ecode | msg->bcnt | msg->hrepeat),
      .hist = (uint32_t)msg->hist,
      .addr = msg->addr | msg->process,
      .abs_time = m->now};
}

static bool next_line(struct tb_messages *m, struct tb *tb, struct tb_message *out) {
  char text[LINE_MAX_BYTES];
  while (fgets(text, sizeof text, m->in) != NULL) {
    m->line++;
    if (text[strspn(text, " \t\r\n")] == 0 || text[0] == '#') continue;
    struct rvt_error error;
    size_t column = 0;
    if (rvt_ntrace_msg_parse(&m->format, text, &out->msg, &column, &error) != RVT_OK) {
      tb_fail(tb, "%s:%u:%zu: %s", m->path, m->line, column + 1, error.text);
      return false;
    }
    if (out->msg.src != m->src_id || out->msg.has_tstamp != m->format.ts) {
      tb_fail(tb, "%s:%u: every message needs SRC=%u, and TSTAMP if it is on", m->path, m->line,
              m->src_id);
      return false;
    }
    to_record(m, &out->msg, &out->rec);
    return true;
  }
  return false;
}

bool tb_messages_next(struct tb_messages *m, struct tb *tb, struct tb_message *out) {
  if (m->in != NULL) return next_line(m, tb, out);
  if (tb_rng_one_in(&tb->rng, 64))
    tb_record_longest(&m->p, &m->now, &out->rec);
  else
    tb_record_random(&tb->rng, &m->p, &m->now, &out->rec);
  if (rvt_ntrace_msg_from_record(&out->rec, &out->msg) != RVT_OK)
    tb_fail(tb, "no message stands for a record with TCODE %u", out->rec.tcode);
  return true;
}

static void complete(struct tb_messages *m, struct tb_message *message) {
  const struct rvt_ntrace_record *rec = &message->rec;
  const bool sync = rvt_ntrace_is_sync(rec->tcode);
  message->msg.src = m->src_id;
  if (m->format.ts && (sync || m->time_sent)) { /* NT:TSP-03, TSP-10 */
    message->msg.has_tstamp = m->time_sent = true;
    message->msg.tstamp = (rec->abs_time - (sync ? 0 : m->last_time)) & time_mask(m);
    m->last_time = rec->abs_time;
  } else if (m->format.ts) {
    PROVED("NT:TSP-10");
  }
}

void tb_messages_taken(struct tb_messages *m, struct tb *tb, struct tb_message *message,
                       uint8_t bytes[RVT_MSG_BYTES_MAX], size_t *size) {
  char text[RVT_MSG_TEXT_MAX];
  *size = 0;
  if (m->in == NULL) complete(m, message);
  if (rvt_ntrace_msg_write(&m->format, &message->msg, bytes, size) != RVT_OK)
    tb_fail(tb, "the codec does not write a message with TCODE %u", message->msg.tcode);
  if (m->list == NULL) return;
  if (rvt_ntrace_msg_print(&m->format, &message->msg, text) != RVT_OK)
    tb_fail(tb, "the codec does not print a message with TCODE %u", message->msg.tcode);
  else
    fprintf(m->list, "%s\n", text);
}
