/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "dump.h"
#include "rvt/ntrace_text.h"

/* The messages of N-Trace, as text or JSON. */

enum { BYTES_PER_LINE = 16 };

struct dump {
  const struct dump_options *o;
  struct rvt_tool_stream in;
  struct rvt_tool_output out;
  bool colour;
  struct {
    bool known;
    uint64_t address; /* sent last, what U-ADDR refers to (NT:ADR-04) */
  } ref[1 << RVT_SRC_BITS_CEIL];
};

static void put_offset(const struct dump *d, uint64_t offset) {
  fprintf(d->out.file, d->colour ? "\033[2m0x%08" PRIx64 ":\033[0m " : "0x%08" PRIx64 ": ", offset);
}

static void put_note(const struct dump *d, const struct rvt_ntrace_note *note) {
  if (note->row != NULL) fprintf(d->out.file, "; %s (%s)", note->text, note->row);
}

static json_t *json_head(const char *kind, uint64_t offset, uint64_t size) {
  return json_pack("{s:s, s:I, s:I}", "kind", kind, "offset", (json_int_t)offset, "size",
                   (json_int_t)size);
}

/* What cannot be written shows when the output is closed. */
static void put_json(const struct dump *d, json_t *object) {
  (void)!json_dumpf(rvt_need_memory(object), d->out.file, JSON_COMPACT);
  fputc('\n', d->out.file);
  json_decref(object);
}

/* At most the first bytes of a long stretch: `size` has its length. */
static void json_bytes(json_t *object, const uint8_t *bytes, size_t size) {
  enum { SHOWN = 64 };
  char hex[2 * SHOWN + 1] = "";
  for (size_t i = 0; i < size && i < SHOWN; i++) snprintf(hex + 2 * i, 3, "%02x", bytes[i]);
  json_object_set_new(object, "bytes", json_string(hex));
}

static void json_note(json_t *object, const struct rvt_ntrace_note *note, uint64_t offset) {
  if (note->row == NULL) return;
  json_object_set_new(object, "note", json_string(note->text));
  json_object_set_new(object, "row", json_string(note->row));
  json_object_set_new(object, "note_offset", json_integer((json_int_t)offset));
}

/* Addresses, times and what else may have 64 bits are strings, whatever their value. */
static json_t *json_value(const struct rvt_ntrace_field *f) {
  return f->hex || strcmp(f->name, "TSTAMP") == 0 ? json_sprintf("0x%" PRIx64, f->value)
                                                  : json_integer((json_int_t)f->value);
}

static void put_idle(void *user, uint64_t offset, uint64_t count) {
  const struct dump *d = user;
  if (d->o->json) {
    put_json(d, json_head("idle", offset, count));
    return;
  }
  put_offset(d, offset);
  fprintf(d->out.file, "Idle COUNT=%" PRIu64 "\n", count);
}

/* Bytes that no message line stands for; `what` says why, NULL: it was said. */
static void put_bytes(const struct dump *d, uint64_t offset, const uint8_t *bytes, size_t size,
                      const char *what, const struct rvt_ntrace_note *note) {
  for (size_t done = 0; done < size; done += BYTES_PER_LINE) {
    put_offset(d, offset + done);
    fputs(d->colour ? "\033[31mBytes\033[0m" : "Bytes", d->out.file);
    for (size_t i = done; i < size && i < done + BYTES_PER_LINE; i++)
      fprintf(d->out.file, " %02x", bytes[i]);
    if (done == 0 && what != NULL) {
      fprintf(d->out.file, "  # %s", what);
      put_note(d, note);
    }
    fputc('\n', d->out.file);
  }
}

static void put_stretch(void *user, const struct rvt_stretch *s) {
  static const struct {
    const char *kind, *what;
  } names[] = {[RVT_STRETCH_SKIPPED] = {"skipped", "skipped"},
               [RVT_STRETCH_VENDOR] = {"vendor", "vendor message"},
               [RVT_STRETCH_RESERVED] = {"reserved", "reserved message"},
               [RVT_STRETCH_DAMAGE] = {"damage", "damaged"},
               [RVT_STRETCH_INCOMPLETE] = {"incomplete", "incomplete message"}};
  struct dump *d = user;
  if (s->kind == RVT_STRETCH_DAMAGE) memset(d->ref, 0, sizeof d->ref);
  if (!d->o->json) {
    put_bytes(d, s->offset, s->bytes, s->size, s->begins ? names[s->kind].what : NULL, s->note);
    return;
  }
  json_t *object = json_head(names[s->kind].kind, s->offset, s->size);
  json_bytes(object, s->bytes, s->size);
  json_note(object, s->note, s->note_offset);
  put_json(d, object);
}

/* A form that the writer would not give back is shown as bytes, so that nothing gets lost. */
static bool is_writers_form(const struct dump *d, const struct rvt_message *m) {
  uint8_t again[RVT_MSG_BYTES_MAX];
  size_t made = 0;
  return rvt_ntrace_msg_write(&d->o->format.format, m->msg, again, &made) == RVT_OK &&
         made == m->size && memcmp(again, m->bytes, m->size) == 0;
}

/* The address that a message sends, in full or as a difference (NT:ADR-02, NT:ADR-04). */
static bool find_pc(struct dump *d, const struct rvt_ntrace_msg *msg, uint64_t *pc) {
  const size_t src = d->o->format.format.src_bits == 0 ? 0 : msg->src;
  const bool sync = rvt_ntrace_is_sync(msg->tcode);
  const bool indirect =
      msg->tcode == RVT_TC_INDIRECT_BRANCH || msg->tcode == RVT_TC_INDIRECT_BRANCH_HIST;
  if (msg->tcode == RVT_TC_ERROR || msg->tcode == RVT_TC_PROG_TRACE_CORRELATION)
    d->ref[src].known = false;
  if (!sync && !(indirect && d->ref[src].known)) return false;
  *pc = (sync ? 0 : d->ref[src].address) ^ msg->addr << 1;
  if (d->o->format.sidecar.xlen == 32) *pc &= UINT32_MAX;
  d->ref[src].known = true;
  d->ref[src].address = *pc;
  return true;
}

static void put_message_json(const struct dump *d, const struct rvt_message *m,
                             const struct rvt_ntrace_fields *fields, const uint64_t *pc) {
  json_t *object = json_head("message", m->offset, m->size);
  json_bytes(object, m->bytes, m->size);
  json_object_set_new(object, "name", json_string(fields->message));
  json_object_set_new(object, "tcode", json_integer(m->msg->tcode));
  json_t *values = json_object();
  for (size_t i = 0; i < fields->count; i++)
    json_object_set_new(values, fields->field[i].name, json_value(&fields->field[i]));
  json_object_set_new(object, "fields", values);
  if (pc != NULL) json_object_set_new(object, "pc", json_sprintf("0x%" PRIx64, *pc));
  json_note(object, m->note, m->note_offset);
  put_json(d, object);
}

static void put_message(void *user, const struct rvt_message *m) {
  struct dump *d = user;
  struct rvt_ntrace_fields fields;
  char text[RVT_MSG_TEXT_MAX];
  uint64_t pc = 0;
  const bool has_pc = find_pc(d, m->msg, &pc);
  if (rvt_ntrace_msg_fields(&d->o->format.format, m->msg, &fields) != RVT_OK ||
      rvt_ntrace_msg_print(&d->o->format.format, m->msg, text) != RVT_OK)
    abort(); /* the reader delivers no message without a layout */
  if (d->o->json) {
    put_message_json(d, m, &fields, has_pc ? &pc : NULL);
  } else if (!is_writers_form(d, m)) {
    put_bytes(d, m->offset, m->bytes, m->size, text, m->note);
  } else {
    put_offset(d, m->offset);
    fprintf(d->out.file, d->colour ? "%s  \033[2m#" : "%s  #", text);
    for (size_t i = 0; i < m->size; i++) fprintf(d->out.file, " %02x", m->bytes[i]);
    put_note(d, m->note);
    fputs(d->colour ? "\033[0m\n" : "\n", d->out.file);
  }
}

static void show_now(void *user) {
  const struct dump *d = user;
  fflush(d->out.file);
}

int dump_ntrace(const struct dump_options *o) {
  if (!rvt_format_reads_addresses(&o->format)) return RVT_EXIT_BAD;
  struct dump *d = rvt_need_memory(calloc(1, sizeof *d));
  d->o = o;
  struct rvt_messages m = {.in = &d->in,
                           .format = &o->format,
                           .blind = o->blind,
                           .user = d,
                           .idle = put_idle,
                           .message = put_message,
                           .stretch = put_stretch,
                           .wait = show_now};
  int status = RVT_EXIT_BAD;
  if (rvt_stream_open(&d->in, o->input) && rvt_output_open(&d->out, o->output)) {
    d->colour = isatty(fileno(d->out.file)) && getenv("NO_COLOR") == NULL;
    if (rvt_messages_walk(&m) && rvt_output_commit(&d->out)) status = rvt_messages_status(&m);
    rvt_output_abort(&d->out);
  }
  rvt_stream_close(&d->in);
  free(d);
  return status;
}
