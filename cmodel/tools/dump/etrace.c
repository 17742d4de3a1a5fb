/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>
#include <jansson.h>
#include <string.h>

#include "dump.h"
#include "rvt/etrace_text.h"
#include "tools/shared/packets.h"

/* The packets of E-Trace, as text or JSON. */

enum { BYTES_PER_LINE = 16 };

struct dump {
  const struct dump_options *o;
  struct rvt_etrace_format format;
  struct rvt_tool_stream in;
  struct rvt_tool_output out;
};

static void put_offset(const struct dump *d, uint64_t offset) {
  fprintf(d->out.file, "0x%08" PRIx64 ": ", offset);
}

static json_t *json_head(const char *kind, uint64_t offset, uint64_t size) {
  return json_pack("{s:s, s:I, s:I}", "kind", kind, "offset", (json_int_t)offset, "size",
                   (json_int_t)size);
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

static void put_nulls(void *user, uint64_t offset, uint64_t count, bool align) {
  struct dump *d = user;
  if (d->o->json) {
    put_json(d, json_head(align ? "align" : "idle", offset, count), NULL);
    return;
  }
  put_offset(d, offset);
  fprintf(d->out.file, "%s COUNT=%" PRIu64 "\n", align ? "Align" : "Idle", count);
}

/* Bytes that no line of a packet stands for. */
static void put_bytes(struct dump *d, uint64_t offset, const uint8_t *bytes, size_t size,
                      const char *what, const struct rvt_etrace_note *note) {
  for (size_t at = 0; at < size;) {
    put_offset(d, offset + at);
    fputs("Bytes", d->out.file);
    for (unsigned i = 0; i < BYTES_PER_LINE && at < size; i++)
      fprintf(d->out.file, " %02x", bytes[at++]);
    if (what != NULL) fprintf(d->out.file, "  # %s", what);
    if (what != NULL && note != NULL && note->row != NULL)
      fprintf(d->out.file, "; %s (%s)", note->text, note->row);
    what = NULL;
    fputc('\n', d->out.file);
  }
}

static void put_stretch(void *user, const struct rvt_packet_stretch *s) {
  struct dump *d = user;
  const char *what = s->kind == RVT_STRETCH_DAMAGE       ? "damage"
                     : s->kind == RVT_STRETCH_INCOMPLETE ? "incomplete"
                                                         : "skipped";
  if (!s->begins) what = "goes on";
  const struct rvt_etrace_note *note = s->begins ? s->note : NULL;
  if (!d->o->json) {
    put_bytes(d, s->offset, s->bytes, s->size, what, note);
    return;
  }
  json_t *object = json_head(what, s->offset, s->size);
  json_bytes(object, s->bytes, s->size);
  put_json(d, object, note);
}

static void put_packet_json(struct dump *d, const struct rvt_packet *p) {
  struct rvt_etrace_line line;
  json_t *object = json_head("packet", p->offset, p->size), *values = json_object();
  json_bytes(object, p->bytes, p->size);
  if (rvt_etrace_packet_line(&d->format, p->packet, &line) != RVT_OK) line.count = 0;
  json_object_set_new(object, "name", json_string(line.kind));
  for (size_t i = 0; i < line.count; i++)
    json_object_set_new(values, line.field[i].name,
                        line.field[i].hex ? json_sprintf("0x%" PRIx64, line.field[i].value)
                                          : json_integer((json_int_t)line.field[i].value));
  json_object_set_new(object, "fields", values);
  put_json(d, object, p->note);
}

/* A form that the writer would not give back is shown as bytes, so that nothing gets lost. */
static void put_packet(void *user, const struct rvt_packet *p) {
  struct dump *d = user;
  char text[RVT_ETRACE_TEXT_MAX] = "";
  uint8_t again[RVT_ETRACE_PACKET_BYTES];
  size_t made = 0;
  if (d->o->json) {
    put_packet_json(d, p);
    return;
  }
  (void)!rvt_etrace_print(&d->format, p->packet, text);
  if (rvt_etrace_packet_write(&d->format, p->packet, again, &made) != RVT_OK || made != p->size ||
      memcmp(again, p->bytes, p->size) != 0) {
    put_bytes(d, p->offset, p->bytes, p->size, text, p->note);
    return;
  }
  put_offset(d, p->offset);
  fprintf(d->out.file, "%s  #", text);
  for (size_t i = 0; i < p->size; i++) fprintf(d->out.file, " %02x", p->bytes[i]);
  if (p->note->row != NULL) fprintf(d->out.file, "; %s (%s)", p->note->text, p->note->row);
  fputc('\n', d->out.file);
}

static void flush(void *user) {
  const struct dump *d = user;
  fflush(d->out.file);
}

int dump_etrace(const struct dump_options *o) {
  struct dump d = {.o = o};
  struct rvt_packets p = {.in = &d.in,
                          .tool = &o->format,
                          .format = &d.format,
                          .blind = o->blind,
                          .user = &d,
                          .nulls = put_nulls,
                          .packet = put_packet,
                          .stretch = put_stretch,
                          .wait = flush};
  int status = RVT_EXIT_BAD;
  if (!rvt_format_completes_etrace(&o->format, &d.format)) return status;
  if (rvt_stream_open(&d.in, o->input) && rvt_output_open(&d.out, o->output)) {
    if (rvt_packets_walk(&p) && rvt_output_commit(&d.out)) status = rvt_packets_status(&p);
    rvt_output_abort(&d.out);
  }
  rvt_stream_close(&d.in);
  return status;
}
