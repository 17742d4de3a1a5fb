/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "packets.h"

#include <inttypes.h>

/* Position in the bytes at hand, and what is known after them. */
struct walk {
  struct rvt_packets *p;
  size_t pos;
  struct rvt_etrace_nulls nulls;
  unsigned long said;
};

static bool more(struct walk *w) {
  struct rvt_tool_stream *in = w->p->in;
  if (w->p->wait != NULL && !in->regular) w->p->wait(w->p->user);
  const bool ended = in->ended, got = rvt_stream_more(in, w->pos);
  if (!ended) w->pos = 0;
  return got;
}

static struct rvt_bytes bytes_of(const struct walk *w) {
  return (struct rvt_bytes){.data = w->p->in->data, .size = w->p->in->size, .pos = w->pos};
}

static uint64_t offset_of(const struct walk *w) { return w->p->in->base + w->pos; }

static void complain(struct walk *w, const struct rvt_etrace_note *note) {
  w->p->damages++;
  if (w->said++ < RVT_SAID_MAX)
    rvt_complain("%s:0x%08" PRIx64 ": %s (%s)", w->p->in->name, offset_of(w), note->text,
                 note->row);
  if (w->said != 1) return;
  if (w->p->tool->missing != NULL)
    rvt_complain("%s: hint: there is no side-car %s; is this how it was traced (--config)?",
                 w->p->in->name, w->p->tool->missing);
  rvt_hint_protocol(w->p->tool);
}

static void put_stretch(struct walk *w, struct rvt_packet_stretch *s, size_t size) {
  s->offset = offset_of(w);
  s->bytes = w->p->in->data + w->pos;
  s->size = size;
  if (size != 0) w->p->stretch(w->p->user, s);
  w->pos += size;
  s->begins = false;
}

/* Everything up to the next sync sequence. */
static void skip(struct walk *w, enum rvt_stretch_kind kind, const struct rvt_etrace_note *note) {
  struct rvt_packet_stretch s = {.kind = kind, .begins = true, .note = note};
  enum rvt_status status;
  w->nulls = (struct rvt_etrace_nulls){.any = false};
  do {
    struct rvt_bytes bytes = bytes_of(w);
    status = rvt_etrace_resync(w->p->format, &bytes, &w->nulls);
    put_stretch(w, &s, bytes.pos - w->pos);
  } while (status == RVT_NEED_MORE && more(w));
}

static void put_nulls(struct walk *w, uint8_t first) {
  const struct rvt_tool_stream *in = w->p->in;
  struct rvt_etrace_packet none;
  size_t count = 0;
  while (w->pos + count < in->size && in->data[w->pos + count] == first) count++;
  struct rvt_bytes bytes = {.data = in->data, .size = w->pos + count, .pos = w->pos};
  (void)!rvt_etrace_packet_read(w->p->format, &bytes, &w->nulls, &none, NULL); /* counts them */
  w->p->nulls(w->p->user, offset_of(w), count, first == RVT_ETRACE_ALIGN);
  w->pos += count;
}

static void put_packet(struct walk *w, const struct rvt_etrace_packet *packet, size_t size,
                       const struct rvt_etrace_note *note) {
  const struct rvt_packet p = {.packet = packet,
                               .offset = offset_of(w),
                               .bytes = w->p->in->data + w->pos,
                               .size = size,
                               .note = note};
  if (packet->kind == RVT_ETRACE_SUPPORT && packet->qual_status == RVT_ETRACE_TRACE_LOST &&
      w->p->losses++ == 0)
    w->p->first_loss = p.offset;
  w->p->packet(w->p->user, &p);
  w->pos += size;
}

static void put_incomplete(struct walk *w) {
  const struct rvt_etrace_note note = {.row = "ETR:E-02",
                                       .text = "expected the end of the last packet, found that "
                                               "of the input"};
  struct rvt_packet_stretch s = {.kind = RVT_STRETCH_INCOMPLETE, .begins = true, .note = &note};
  rvt_complain("%s:0x%08" PRIx64 ": warning: %s (%s)", w->p->in->name, offset_of(w), note.text,
               note.row);
  put_stretch(w, &s, w->p->in->size - w->pos);
}

/* One packet, or null packets; false: the stream ends here. */
static bool step(struct walk *w) {
  const struct rvt_tool_stream *in = w->p->in;
  struct rvt_etrace_packet packet;
  struct rvt_etrace_note note;
  struct rvt_bytes bytes;
  enum rvt_status status;
  while (w->pos == in->size)
    if (!more(w)) return false;
  const uint8_t first = in->data[w->pos];
  if (first == RVT_ETRACE_IDLE || first == RVT_ETRACE_ALIGN) {
    put_nulls(w, first);
    return true;
  }
  w->p->any = true;
  do {
    bytes = bytes_of(w);
    status = rvt_etrace_packet_read(w->p->format, &bytes, &w->nulls, &packet, &note);
  } while (status == RVT_NEED_MORE && more(w));
  if (status == RVT_OK) {
    put_packet(w, &packet, bytes.pos - w->pos, &note);
  } else if (status == RVT_NEED_MORE) {
    put_incomplete(w);
  } else {
    complain(w, &note);
    skip(w, RVT_STRETCH_DAMAGE, &note);
  }
  return true;
}

bool rvt_packets_walk(struct rvt_packets *p) {
  struct walk w = {.p = p};
  const char *name = p->in->name;
  if (p->blind || p->tool->sidecar.blind) {
    static const struct rvt_etrace_note note = {.row = "ETR:E-06",
                                                .text = "before the first sync sequence"};
    skip(&w, RVT_STRETCH_SKIPPED, &note);
    p->any = true;
  }
  while (step(&w)) continue;
  if (w.said > RVT_SAID_MAX) rvt_complain("%s: %lu more errors", name, w.said - RVT_SAID_MAX);
  if (!p->any && !p->in->failed)
    rvt_complain("%s: warning: expected packets, found %s", name,
                 offset_of(&w) == 0 ? "no byte" : "null packets alone");
  if (p->losses != 0)
    rvt_complain("%s:0x%08" PRIx64 ": overflow: trace was lost %" PRIu64
                 " times, here first (ETR:F3-06)",
                 name, p->first_loss, p->losses);
  return !p->in->failed;
}

int rvt_packets_status(const struct rvt_packets *p) {
  return p->damages != 0 || p->losses != 0 ? RVT_EXIT_DAMAGED : RVT_EXIT_OK;
}
