/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "rvt/ntrace_text.h"
#include "rvt_tool.h"

static const char doc[] =
    "Show the messages in trace bytes, one per line: offset, name, fields, and the bytes as a "
    "comment.\v"
    "`rvt assemble` turns the output back into the same bytes. What is no message in its shortest "
    "form is shown as `Bytes ...` with the reason as a comment; idle bytes as `Idle COUNT=n`. "
    "Behind damage the dump goes on at the next message (NT:PKT-12) and ends with status 1. A last "
    "message that is not complete is no error (NT:DEC-20). --json gives one object per line; "
    "values "
    "of 2^63 and more are decimal strings there.\n\n"
    "Example:\n"
    "  $ printf '\\x24\\x0d\\x00\\x0b' | rvt dump -\n"
    "  0x00000000: ProgTraceSync SYNC=3 I-CNT=0 F-ADDR=0x80  # 24 0d 00 0b";

enum { OPT_JSON = 0x200, OPT_BLIND, BYTES_PER_LINE = 16, IDLE = 0xff };

struct options {
  struct rvt_tool_format format;
  const char *input;
  const char *output;
  bool json;
  bool blind;
};

struct dump {
  const struct options *o;
  struct rvt_tool_input in;
  struct rvt_tool_output out;
  struct rvt_bytes bytes;
  bool colour;
  bool damaged;
};

static error_t parse_option(int key, char *arg, struct argp_state *state) {
  struct options *o = state->input;
  switch (key) {
  case ARGP_KEY_INIT: state->child_inputs[0] = &o->format; return 0;
  case 'o': o->output = arg; return 0;
  case OPT_JSON: o->json = true; return 0;
  case OPT_BLIND: o->blind = true; return 0;
  case ARGP_KEY_ARG:
    if (o->input != NULL) argp_error(state, "expected one FILE, found '%s' too", arg);
    o->input = arg;
    return 0;
  case ARGP_KEY_NO_ARGS: argp_error(state, "expected FILE, found no argument"); return EINVAL;
  default: return ARGP_ERR_UNKNOWN;
  }
}

static const struct argp_option option_list[] = {
    {"output", 'o', "OUT", 0, "Where the lines go (default: standard output)", 0},
    {"json", OPT_JSON, NULL, 0, "One JSON object per line", 0},
    {"blind", OPT_BLIND, NULL, 0,
     "FILE may start inside a message: begin behind the first end of a message (NT:PKT-14)", 0},
    {0}};
static const struct argp_child children[] = {{&rvt_format_argp, 0, NULL, 0}, {0}};
static const struct argp argp = {option_list, parse_option, "FILE", doc, children, NULL, NULL};

static void put_hex(const struct dump *d, size_t offset, size_t size) {
  for (size_t i = 0; i < size; i++) fprintf(d->out.file, " %02x", d->in.data[offset + i]);
}

static void put_offset(const struct dump *d, size_t offset) {
  fprintf(d->out.file, d->colour ? "\033[2m0x%08zx:\033[0m " : "0x%08zx: ", offset);
}

static void put_note(const struct dump *d, const struct rvt_ntrace_note *note) {
  if (note->row != NULL) fprintf(d->out.file, "; %s (%s)", note->text, note->row);
}

static json_t *json_head(const char *kind, size_t offset, size_t size) {
  return json_pack("{s:s, s:I, s:I}", "kind", kind, "offset", (json_int_t)offset, "size",
                   (json_int_t)size);
}

static void put_json(const struct dump *d, json_t *object) {
  if (object == NULL || json_dumpf(object, d->out.file, JSON_COMPACT) != 0 ||
      fputc('\n', d->out.file) == EOF) {
    rvt_complain("%s: expected to write JSON, found an error", d->out.name);
    exit(RVT_EXIT_BAD);
  }
  json_decref(object);
}

/* At most the first bytes of a long stretch: `size` has its length. */
static void json_bytes(const struct dump *d, json_t *object, size_t offset, size_t size) {
  enum { SHOWN = 64 };
  char hex[2 * SHOWN + 1] = "";
  for (size_t i = 0; i < size && i < SHOWN; i++)
    snprintf(hex + 2 * i, 3, "%02x", d->in.data[offset + i]);
  json_object_set_new(object, "bytes", json_string(hex));
}

static void json_note(json_t *object, const struct rvt_ntrace_note *note) {
  if (note->row == NULL) return;
  json_object_set_new(object, "note", json_string(note->text));
  json_object_set_new(object, "row", json_string(note->row));
  json_object_set_new(object, "note_offset", json_integer((json_int_t)note->offset));
}

static json_t *json_value(uint64_t value) {
  if (value <= INT64_MAX) return json_integer((json_int_t)value);
  char text[24];
  snprintf(text, sizeof text, "%" PRIu64, value);
  return json_string(text);
}

static void put_idle(const struct dump *d, size_t offset, size_t count) {
  if (count == 0) return;
  if (d->o->json) {
    put_json(d, json_head("idle", offset, count));
    return;
  }
  put_offset(d, offset);
  fprintf(d->out.file, "Idle COUNT=%zu\n", count);
}

/* Bytes that no message line stands for; `what` says why. */
static void put_bytes(const struct dump *d, const char *kind, size_t offset, size_t size,
                      const char *what, const struct rvt_ntrace_note *note) {
  if (d->o->json) {
    json_t *object = json_head(kind, offset, size);
    json_bytes(d, object, offset, size);
    json_note(object, note);
    put_json(d, object);
    return;
  }
  for (size_t done = 0; done < size; done += BYTES_PER_LINE) {
    put_offset(d, offset + done);
    fputs(d->colour ? "\033[31mBytes\033[0m" : "Bytes", d->out.file);
    put_hex(d, offset + done, size - done < BYTES_PER_LINE ? size - done : BYTES_PER_LINE);
    if (done == 0) {
      fprintf(d->out.file, "  # %s", what);
      put_note(d, note);
    }
    fputc('\n', d->out.file);
  }
}

/* A form that the writer would not give back is shown as bytes, so that nothing gets lost. */
static bool is_writers_form(const struct dump *d, const struct rvt_ntrace_msg *msg, size_t offset) {
  uint8_t again[RVT_MSG_BYTES_MAX];
  size_t size = 0;
  return rvt_ntrace_msg_write(&d->o->format.format, msg, again, &size) == RVT_OK &&
         size == d->bytes.pos - offset && memcmp(again, d->in.data + offset, size) == 0;
}

static void put_message(const struct dump *d, const struct rvt_ntrace_msg *msg, size_t offset,
                        const struct rvt_ntrace_note *note) {
  struct rvt_ntrace_fields fields;
  char text[RVT_MSG_TEXT_MAX];
  size_t size = d->bytes.pos - offset;
  if (rvt_ntrace_msg_fields(&d->o->format.format, msg, &fields) != RVT_OK ||
      rvt_ntrace_msg_print(&d->o->format.format, msg, text) != RVT_OK)
    abort(); /* the reader delivers no message without a layout */
  if (d->o->json) {
    json_t *object = json_head("message", offset, size);
    json_bytes(d, object, offset, size);
    json_object_set_new(object, "name", json_string(fields.message));
    json_object_set_new(object, "tcode", json_integer(msg->tcode));
    json_t *values = json_object();
    for (size_t i = 0; i < fields.count; i++)
      json_object_set_new(values, fields.field[i].name, json_value(fields.field[i].value));
    json_object_set_new(object, "fields", values);
    json_note(object, note);
    put_json(d, object);
  } else if (!is_writers_form(d, msg, offset)) {
    put_bytes(d, "message", offset, size, text, note);
  } else {
    put_offset(d, offset);
    fprintf(d->out.file, d->colour ? "%s  \033[2m#" : "%s  #", text);
    put_hex(d, offset, size);
    put_note(d, note);
    fputs(d->colour ? "\033[0m\n" : "\n", d->out.file);
  }
}

static void complain_at(const struct dump *d, const struct rvt_ntrace_note *note) {
  rvt_complain("%s:0x%08zx: %s (%s)", d->in.name, note->offset, note->text, note->row);
}

/* A last message that is not complete: no error, but said (NT:DEC-20). */
static void put_incomplete(struct dump *d, size_t offset) {
  struct rvt_ntrace_note note = {.row = "NT:DEC-20",
                                 .text = "expected the end of the last message, found the end of "
                                         "the input",
                                 .offset = offset};
  rvt_complain("%s:0x%08zx: warning: %s (%s)", d->in.name, offset, note.text, note.row);
  put_bytes(d, "incomplete", offset, d->in.size - offset, "incomplete message", &note);
  d->bytes.pos = d->in.size;
}

static bool has_reserved_mseo(const struct dump *d, size_t offset, size_t end) {
  for (; offset < end; offset++)
    if ((d->in.data[offset] & 3) == RVT_MSEO_RESERVED) return true;
  return false;
}

/* What the reader refused: skip it; a vendor's message is no damage (NT:DEC-07). */
static void put_refused(struct dump *d, const struct rvt_ntrace_note *note) {
  size_t offset = d->bytes.pos;
  bool vendor = strcmp(note->row, "NT:MSG-13") == 0;
  enum rvt_status status = rvt_ntrace_resync(&d->bytes);
  if (vendor && !has_reserved_mseo(d, offset, d->bytes.pos)) {
    if (status == RVT_OK)
      put_bytes(d, "vendor", offset, d->bytes.pos - offset, "vendor message", note);
    else
      put_incomplete(d, offset);
    return;
  }
  complain_at(d, note);
  put_bytes(d, "damage", offset, d->bytes.pos - offset, "damaged", note);
  d->damaged = true;
}

static void start_blind(struct dump *d) {
  static const struct rvt_ntrace_note note = {.row = "NT:PKT-14",
                                              .text = "before the first end of a message"};
  bool found = rvt_ntrace_resync(&d->bytes) == RVT_OK;
  put_bytes(d, "skipped", 0, d->bytes.pos, "skipped", &note);
  if (!found)
    rvt_complain(
        "%s:0x%08zx: warning: expected the end of a message, found the end of the input (%s)",
        d->in.name, d->in.size, note.row);
}

static void walk(struct dump *d) {
  if (d->o->blind) start_blind(d);
  for (;;) {
    struct rvt_ntrace_msg msg;
    struct rvt_ntrace_note note;
    size_t offset = d->bytes.pos;
    while (offset < d->in.size && d->in.data[offset] == IDLE) offset++;
    put_idle(d, d->bytes.pos, offset - d->bytes.pos);
    enum rvt_status status = rvt_ntrace_msg_read(&d->o->format.format, &d->bytes, &msg, &note);
    if (status == RVT_END) return;
    if (status == RVT_OK)
      put_message(d, &msg, offset, &note);
    else if (status == RVT_NEED_MORE)
      put_incomplete(d, offset);
    else
      put_refused(d, &note);
  }
}

int rvt_dump(int argc, char **argv) {
  struct options o = {.output = "-"};
  rvt_parse_args(&argp, argc, argv, &o);
  struct dump d = {.o = &o};
  if (!rvt_input_read(&d.in, o.input)) return RVT_EXIT_BAD;
  int status = RVT_EXIT_BAD;
  if (rvt_output_open(&d.out, o.output)) {
    d.bytes = (struct rvt_bytes){.data = d.in.data, .size = d.in.size};
    d.colour = isatty(fileno(d.out.file)) && getenv("NO_COLOR") == NULL;
    walk(&d);
    if (rvt_output_commit(&d.out)) status = d.damaged ? RVT_EXIT_DAMAGED : RVT_EXIT_OK;
  }
  rvt_input_free(&d.in);
  return status;
}
