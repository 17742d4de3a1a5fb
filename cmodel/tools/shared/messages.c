/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "rvt/etrace_text.h"
#include "rvt/ntrace.h"
#include "rvt/ntrace_text.h"
#include "tool.h"

enum { PIECE = 1 << 20 };

/* Position in the bytes at hand, and what is known after them. */
struct walk {
  struct rvt_messages *m;
  size_t pos;
  uint64_t idle; /* bytes before `pos` that were not reported yet */
  unsigned long said;
  bool hinted; /* at a dialect */
};

/* Bytes before `pos` are done with. */
static bool more(struct walk *w) {
  if (w->m->wait != NULL && !w->m->in->regular) w->m->wait(w->m->user);
  const bool ended = w->m->in->ended;
  const bool got = rvt_stream_more(w->m->in, w->pos);
  if (!ended) w->pos = 0;
  return got;
}

static uint64_t offset_of(const struct walk *w, size_t pos) { return w->m->in->base + pos; }

static void skip_idle(struct walk *w) {
  const struct rvt_tool_stream *in = w->m->in;
  do
    for (; w->pos < in->size && in->data[w->pos] == RVT_NTRACE_IDLE; w->pos++) w->idle++;
  while (w->pos == in->size && more(w));
  if (w->idle != 0) w->m->idle(w->m->user, offset_of(w, w->pos) - w->idle, w->idle);
  w->idle = 0;
}

/* A message without program flow is no damage, if it ends well (NT:DEC-07); else `note` says why.
 */
static enum rvt_stretch_kind passed_kind(const struct walk *w, struct rvt_stretch *s,
                                         struct rvt_ntrace_note *note) {
  struct rvt_ntrace_passed passed = {0};
  for (size_t i = 0; i < s->size; i++) {
    const enum rvt_status status =
        rvt_ntrace_pass(&w->m->format->format, &passed, s->bytes[i], note);
    if (status == RVT_OK || status == RVT_END) continue;
    s->note_offset = s->offset + i;
    return RVT_STRETCH_DAMAGE;
  }
  return passed.vendor ? RVT_STRETCH_VENDOR : RVT_STRETCH_RESERVED;
}

/* The bytes up to the next end of a message, or a piece of them; true: the end is among them. */
static bool find_end(struct walk *w, size_t *size) {
  size_t looked = 0;
  for (;;) {
    const struct rvt_tool_stream *in = w->m->in;
    struct rvt_bytes bytes = {.data = in->data, .size = in->size, .pos = w->pos + looked};
    const bool found = rvt_ntrace_resync(&bytes) == RVT_OK;
    *size = bytes.pos - w->pos;
    looked = *size;
    if (found || looked >= PIECE || !more(w)) return found;
  }
}

static void complain(struct walk *w, const struct rvt_ntrace_note *note, uint64_t offset) {
  if (w->said++ < RVT_SAID_MAX)
    rvt_complain("%s:0x%08" PRIx64 ": %s (%s)", w->m->in->name, offset, note->text, note->row);
  if (note->dialect != RVT_DIALECT_NONE && !w->hinted) {
    w->hinted = true;
    rvt_hint_dialect(w->m->in->name, note->dialect);
  } else if (w->said == 1 && w->m->format->missing != NULL)
    rvt_complain("%s: hint: there is no side-car %s; is this how it was traced (--config, "
                 "--src-bits, --ts)?",
                 w->m->in->name, w->m->format->missing);
  if (w->said == 1) rvt_hint_protocol(w->m->format);
}

static void put_incomplete(struct walk *w, size_t size) {
  const uint64_t offset = offset_of(w, w->pos);
  struct rvt_ntrace_note note = {.row = "NT:DEC-20",
                                 .text = "expected the end of the last message, found the end of "
                                         "the input"};
  rvt_complain("%s:0x%08" PRIx64 ": warning: %s (%s)", w->m->in->name, offset, note.text, note.row);
  const struct rvt_stretch s = {.kind = RVT_STRETCH_INCOMPLETE,
                                .offset = offset,
                                .bytes = w->m->in->data + w->pos,
                                .size = size,
                                .begins = true,
                                .note = &note,
                                .note_offset = offset};
  w->m->stretch(w->m->user, &s);
  w->pos += size;
}

/* What the reader refused: skip it. `passed`: it may be a message without program flow. */
static void put_refused(struct walk *w, bool passed, struct rvt_ntrace_note *note,
                        uint64_t note_offset) {
  bool found;
  struct rvt_stretch s = {
      .kind = RVT_STRETCH_DAMAGE, .begins = true, .note = note, .note_offset = note_offset};
  do {
    found = find_end(w, &s.size);
    s.offset = offset_of(w, w->pos);
    s.bytes = w->m->in->data + w->pos;
    if (s.begins) {
      if (passed) s.kind = passed_kind(w, &s, note);
      if (s.kind != RVT_STRETCH_DAMAGE && !found && w->m->in->ended) {
        put_incomplete(w, s.size);
        return;
      }
      if (s.kind == RVT_STRETCH_DAMAGE) {
        complain(w, note, s.note_offset);
        w->m->damages++;
      }
    }
    w->m->stretch(w->m->user, &s);
    w->pos += s.size;
    s.begins = false;
  } while (!found && !w->m->in->ended);
}

static void start_blind(struct walk *w) {
  static const struct rvt_ntrace_note note = {.row = "NT:PKT-14",
                                              .text = "before the first end of a message"};
  struct rvt_stretch s = {.kind = RVT_STRETCH_SKIPPED, .begins = true, .note = &note};
  bool found;
  do {
    found = find_end(w, &s.size);
    s.offset = offset_of(w, w->pos);
    s.bytes = w->m->in->data + w->pos;
    w->m->stretch(w->m->user, &s);
    w->pos += s.size;
    s.begins = false;
  } while (!found && !w->m->in->ended);
  w->m->any = true;
  if (!found)
    rvt_complain("%s:0x%08" PRIx64 ": warning: expected the end of a message, found the end of the "
                 "input (%s)",
                 w->m->in->name, offset_of(w, w->pos), note.row);
}

/* One message, or what stands in its place; false: the stream ends here. */
static bool step(struct walk *w) {
  struct rvt_ntrace_msg msg;
  struct rvt_ntrace_note note;
  struct rvt_tool_stream *in = w->m->in;
  skip_idle(w);
  enum rvt_status status;
  struct rvt_bytes bytes;
  do {
    bytes = (struct rvt_bytes){.data = in->data, .size = in->size, .pos = w->pos};
    status = rvt_ntrace_msg_read(&w->m->format->format, &bytes, &msg, &note);
  } while (status == RVT_NEED_MORE && more(w));
  if (status == RVT_END) return false;
  w->m->any = true;
  if (status == RVT_NEED_MORE) {
    put_incomplete(w, in->size - w->pos);
  } else if (status == RVT_OK) {
    const struct rvt_message message = {.msg = &msg,
                                        .offset = offset_of(w, w->pos),
                                        .bytes = in->data + w->pos,
                                        .size = bytes.pos - w->pos,
                                        .note = &note,
                                        .note_offset = in->base + note.offset};
    w->m->message(w->m->user, &message);
    if (msg.tcode == RVT_TC_ERROR && w->m->losses++ == 0) w->m->first_loss = message.offset;
    w->pos = bytes.pos;
  } else {
    const bool passed = status == RVT_ERR_RESERVED && !rvt_ntrace_has_flow(in->data[w->pos] >> 2);
    put_refused(w, passed, &note, in->base + note.offset);
  }
  return true;
}

bool rvt_messages_walk(struct rvt_messages *m) {
  struct walk w = {.m = m};
  if (m->blind || m->format->sidecar.blind) start_blind(&w);
  while (step(&w)) continue;
  if (w.said > RVT_SAID_MAX)
    rvt_complain("%s: %lu more errors", m->in->name, w.said - RVT_SAID_MAX);
  if (!m->any && !m->in->failed)
    rvt_complain("%s: warning: expected messages, found %s", m->in->name,
                 offset_of(&w, w.pos) == 0 ? "no byte" : "idle bytes alone");
  rvt_complain_losses(m->in->name, m->losses, m->first_loss);
  return !m->in->failed;
}

int rvt_messages_status(const struct rvt_messages *m) {
  return m->damages != 0 || m->losses != 0 ? RVT_EXIT_DAMAGED : RVT_EXIT_OK;
}

void rvt_complain_losses(const char *name, uint64_t count, uint64_t first) {
  if (count == 0) return;
  rvt_complain("%s:0x%08" PRIx64 ": overflow: %" PRIu64
               " Error message%s announce%s that trace was "
               "lost, here first (NT:ERR-01)",
               name, first, count, count == 1 ? "" : "s", count == 1 ? "s" : "");
}

/* ---- Counts of them ----------------------------------------------------------------------------
 */

void rvt_count(struct rvt_counts *c, uint8_t kind, size_t bytes) {
  c->messages++;
  c->bytes += bytes;
  c->of[kind].messages++;
  c->of[kind].bytes += bytes;
}

static const char *name_ntrace(uint8_t kind) {
  const struct rvt_ntrace_format format = {0};
  const struct rvt_ntrace_msg msg = {.tcode = kind};
  struct rvt_ntrace_fields fields;
  return rvt_ntrace_msg_fields(&format, &msg, &fields) == RVT_OK ? fields.message : NULL;
}

static const char *name_etrace(uint8_t kind) {
  const struct rvt_etrace_format format = {0};
  const struct rvt_etrace_packet packet = {.kind = kind};
  struct rvt_etrace_line line;
  return rvt_etrace_packet_line(&format, &packet, &line) == RVT_OK ? line.kind : NULL;
}

const char *rvt_counts_name(const struct rvt_counts *c, uint8_t kind) {
#define NAME(NAME, name, text, format, major) [RVT_PROTOCOL_##NAME] = name_##name,
  static const char *(*const names[RVT_PROTOCOLS])(uint8_t) = {RVT_PROTOCOL_LIST(NAME)};
#undef NAME
  return names[c->protocol](kind);
}

double rvt_bits_per_instr(uint64_t bytes, uint64_t instructions) {
  return instructions == 0 ? 0 : 8 * (double)bytes / (double)instructions;
}

json_t *rvt_counts_json(const struct rvt_counts *c) {
  json_t *object = json_object();
  for (uint8_t kind = 0; kind < RVT_TCODES; kind++) {
    const char *name = rvt_counts_name(c, kind);
    if (name == NULL || c->of[kind].messages == 0) continue;
    json_object_set_new(object, name,
                        json_pack("{s:I, s:I}", "count", (json_int_t)c->of[kind].messages, "bytes",
                                  (json_int_t)c->of[kind].bytes));
  }
  return object;
}

void rvt_counts_print(const struct rvt_counts *c, FILE *file) {
  fprintf(file, "%-24s %12s %12s %8s\n", c->protocol == RVT_PROTOCOL_NTRACE ? "message" : "packet",
          "count", "bytes", "share");
  for (uint8_t kind = 0; kind < RVT_TCODES; kind++) {
    const char *name = rvt_counts_name(c, kind);
    if (name == NULL || c->of[kind].messages == 0) continue;
    fprintf(file, "%-24s %12" PRIu64 " %12" PRIu64 " %7.2f%%\n", name, c->of[kind].messages,
            c->of[kind].bytes, 100 * (double)c->of[kind].bytes / (double)c->bytes);
  }
  fprintf(file, "%-24s %12" PRIu64 " %12" PRIu64 "\n", "all", c->messages, c->bytes);
}

void rvt_json_print(json_t *object, FILE *file) {
  /* What cannot be written shows when the output is closed. */
  (void)!json_dumpf(rvt_need_memory(object), file, JSON_COMPACT | JSON_REAL_PRECISION(6));
  fputc('\n', file);
  json_decref(object);
}
