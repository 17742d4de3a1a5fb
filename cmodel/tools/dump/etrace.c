/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>
#include <jansson.h>
#include <string.h>

#include "dump.h"
#include "rvt/etrace_text.h"

/* The packets of E-Trace, as text or JSON. */

enum { BYTES_PER_LINE = 16 };

struct dump {
  const struct dump_options *o;
  struct rvt_etrace_format format;
  struct rvt_tool_stream in;
  struct rvt_tool_output out;
  size_t pos; /* in the bytes at hand */
  struct rvt_etrace_nulls nulls;
  unsigned long said, damages, losses;
  uint64_t first_loss;
  bool any;
};

static bool more(struct dump *d) {
  if (!d->in.regular) fflush(d->out.file);
  const bool ended = d->in.ended, got = rvt_stream_more(&d->in, d->pos);
  if (!ended) d->pos = 0;
  return got;
}

static void put_offset(const struct dump *d) {
  fprintf(d->out.file, "0x%08" PRIx64 ": ", d->in.base + d->pos);
}

static json_t *json_head(const struct dump *d, const char *kind, size_t size) {
  return json_pack("{s:s, s:I, s:I}", "kind", kind, "offset", (json_int_t)(d->in.base + d->pos),
                   "size", (json_int_t)size);
}

static void put_json(const struct dump *d, json_t *object, const struct rvt_etrace_note *note) {
  if (note != NULL && note->row != NULL) {
    json_object_set_new(object, "note", json_string(note->text));
    json_object_set_new(object, "row", json_string(note->row));
  }
  rvt_json_print(object, d->out.file);
}

static void json_bytes(json_t *object, const uint8_t *bytes, size_t size) {
  char hex[2 * RVT_ETRACE_PACKET_BYTES + 1] = "";
  for (size_t i = 0; i < size && i < RVT_ETRACE_PACKET_BYTES; i++)
    snprintf(hex + 2 * i, 3, "%02x", bytes[i]);
  json_object_set_new(object, "bytes", json_string(hex));
}

/* So many null packets of one kind. */
static void put_nulls(struct dump *d, size_t count) {
  const bool align = d->in.data[d->pos] == RVT_ETRACE_ALIGN;
  if (d->o->json) {
    put_json(d, json_head(d, align ? "align" : "idle", count), NULL);
  } else {
    put_offset(d);
    fprintf(d->out.file, "%s COUNT=%zu\n", align ? "Align" : "Idle", count);
  }
  d->pos += count;
}

/* Bytes that no line of a packet stands for. */
static void put_bytes(struct dump *d, size_t size, const char *what,
                      const struct rvt_etrace_note *note) {
  const uint8_t *bytes = d->in.data + d->pos;
  const size_t end = d->pos + size;
  if (d->o->json) {
    json_t *object = json_head(d, what, size);
    json_bytes(object, bytes, size);
    put_json(d, object, note);
    d->pos = end;
  }
  while (d->pos < end) {
    put_offset(d);
    fputs("Bytes", d->out.file);
    for (unsigned i = 0; i < BYTES_PER_LINE && d->pos < end; i++)
      fprintf(d->out.file, " %02x", d->in.data[d->pos++]);
    if (what != NULL) fprintf(d->out.file, "  # %s", what);
    if (what != NULL && note != NULL && note->row != NULL)
      fprintf(d->out.file, "; %s (%s)", note->text, note->row);
    what = NULL;
    fputc('\n', d->out.file);
  }
}

static void put_packet_json(struct dump *d, const struct rvt_etrace_packet *p, size_t size,
                            const struct rvt_etrace_note *note) {
  struct rvt_etrace_line line;
  json_t *object = json_head(d, "packet", size), *values = json_object();
  json_bytes(object, d->in.data + d->pos, size);
  if (rvt_etrace_packet_line(&d->format, p, &line) != RVT_OK) line.count = 0;
  json_object_set_new(object, "name", json_string(line.kind));
  for (size_t i = 0; i < line.count; i++)
    json_object_set_new(values, line.field[i].name,
                        line.field[i].hex ? json_sprintf("0x%" PRIx64, line.field[i].value)
                                          : json_integer((json_int_t)line.field[i].value));
  json_object_set_new(object, "fields", values);
  put_json(d, object, note);
  d->pos += size;
}

/* A form that the writer would not give back is shown as bytes, so that nothing gets lost. */
static void put_packet(struct dump *d, const struct rvt_etrace_packet *p, size_t size,
                       const struct rvt_etrace_note *note) {
  char text[RVT_ETRACE_TEXT_MAX] = "";
  uint8_t again[RVT_ETRACE_PACKET_BYTES];
  size_t made = 0;
  if (p->kind == RVT_ETRACE_SUPPORT && p->qual_status == RVT_ETRACE_TRACE_LOST && d->losses++ == 0)
    d->first_loss = d->in.base + d->pos;
  if (d->o->json) {
    put_packet_json(d, p, size, note);
    return;
  }
  (void)!rvt_etrace_print(&d->format, p, text);
  if (rvt_etrace_packet_write(&d->format, p, again, &made) != RVT_OK || made != size ||
      memcmp(again, d->in.data + d->pos, size) != 0) {
    put_bytes(d, size, text, note);
    return;
  }
  put_offset(d);
  fprintf(d->out.file, "%s  #", text);
  for (size_t i = 0; i < size; i++) fprintf(d->out.file, " %02x", d->in.data[d->pos + i]);
  if (note->row != NULL) fprintf(d->out.file, "; %s (%s)", note->text, note->row);
  fputc('\n', d->out.file);
  d->pos += size;
}

static void complain(struct dump *d, const struct rvt_etrace_note *note) {
  d->damages++;
  if (d->said++ < RVT_SAID_MAX)
    rvt_complain("%s:0x%08" PRIx64 ": %s (%s)", d->in.name, d->in.base + d->pos, note->text,
                 note->row);
  if (d->said == 1) rvt_hint_protocol(&d->o->format);
}

/* Everything up to the next sync sequence. */
static void put_stretch(struct dump *d, const char *what, const struct rvt_etrace_note *note) {
  enum rvt_status status = RVT_NEED_MORE;
  d->nulls = (struct rvt_etrace_nulls){.any = false};
  do {
    struct rvt_bytes bytes = {.data = d->in.data, .size = d->in.size, .pos = d->pos};
    status = rvt_etrace_resync(&d->format, &bytes, &d->nulls);
    if (bytes.pos != d->pos) put_bytes(d, bytes.pos - d->pos, what, note);
    what = "goes on";
    note = NULL;
  } while (status == RVT_NEED_MORE && more(d));
}

/* One packet, or null packets; false: the stream ends here. */
static bool step(struct dump *d) {
  struct rvt_etrace_packet p;
  struct rvt_etrace_note note;
  size_t nulls = 0;
  while (d->pos == d->in.size)
    if (!more(d)) return false;
  const uint8_t first = d->in.data[d->pos];
  struct rvt_bytes bytes = {.data = d->in.data, .size = d->pos};
  if (first == RVT_ETRACE_IDLE || first == RVT_ETRACE_ALIGN) {
    while (d->pos + nulls < d->in.size && d->in.data[d->pos + nulls] == first) nulls++;
    bytes = (struct rvt_bytes){.data = d->in.data, .size = d->pos + nulls, .pos = d->pos};
    (void)!rvt_etrace_packet_read(&d->format, &bytes, &d->nulls, &p, NULL); /* counts them */
    put_nulls(d, nulls);
    return true;
  }
  d->any = true;
  enum rvt_status status;
  do {
    bytes = (struct rvt_bytes){.data = d->in.data, .size = d->in.size, .pos = d->pos};
    status = rvt_etrace_packet_read(&d->format, &bytes, &d->nulls, &p, &note);
  } while (status == RVT_NEED_MORE && more(d));
  if (status == RVT_OK) {
    put_packet(d, &p, bytes.pos - d->pos, &note);
  } else if (status == RVT_NEED_MORE) {
    note = (struct rvt_etrace_note){.row = "ETR:E-02",
                                    .text = "expected the end of the last packet, found that of "
                                            "the input"};
    rvt_complain("%s:0x%08" PRIx64 ": warning: %s (%s)", d->in.name, d->in.base + d->pos, note.text,
                 note.row);
    put_bytes(d, d->in.size - d->pos, "incomplete", &note);
  } else {
    complain(d, &note);
    put_stretch(d, "damage", &note);
  }
  return true;
}

static bool walk(struct dump *d) {
  if (d->o->blind || d->o->format.sidecar.blind) {
    static const struct rvt_etrace_note note = {.row = "ETR:E-06",
                                                .text = "before the first sync sequence"};
    put_stretch(d, "skipped", &note);
    d->any = true;
  }
  while (step(d)) continue;
  if (d->said > RVT_SAID_MAX)
    rvt_complain("%s: %lu more errors", d->in.name, d->said - RVT_SAID_MAX);
  if (!d->any && !d->in.failed)
    rvt_complain("%s: warning: expected packets, found %s", d->in.name,
                 d->in.base + d->pos == 0 ? "no byte" : "idle bytes alone");
  if (d->losses != 0)
    rvt_complain("%s:0x%08" PRIx64 ": overflow: trace was lost %lu times, here first (ETR:F3-06)",
                 d->in.name, d->first_loss, d->losses);
  return !d->in.failed;
}

int dump_etrace(const struct dump_options *o) {
  struct dump d = {.o = o};
  int status = RVT_EXIT_BAD;
  if (!rvt_format_completes_etrace(&o->format, &d.format)) return status;
  if (rvt_stream_open(&d.in, o->input) && rvt_output_open(&d.out, o->output)) {
    if (walk(&d) && rvt_output_commit(&d.out))
      status = d.damages != 0 || d.losses != 0 ? RVT_EXIT_DAMAGED : RVT_EXIT_OK;
    rvt_output_abort(&d.out);
  }
  rvt_stream_close(&d.in);
  return status;
}
