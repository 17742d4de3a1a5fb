/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "rvt/etrace_text.h"
#include "rvt/framing.h"
#include "rvt/ntrace.h"
#include "rvt/ntrace_text.h"
#include "tools/shared/tool.h"

static const char doc[] =
    "Make trace bytes from message lines, the inverse of `rvt dump`.\v"
    "FILE holds one message per line, as `rvt dump` prints it; an offset in front (0x1f4:) and "
    "everything after # are ignored. `Idle COUNT=n` gives n idle bytes, `Bytes 24 0e` literal "
    "ones. - is standard input or output; OUT appears only when all lines were good.\n\n"
    "Example:\n"
    "  $ echo 'ProgTraceSync SYNC=3 I-CNT=0 F-ADDR=0x80' | rvt assemble - | xxd -p\n"
    "  240d000b";

struct options {
  struct rvt_tool_format format;
  const char *input;
  const char *output;
};

/* Bytes made so far; nothing is written before the last line was accepted. */
struct buffer {
  uint8_t *data;
  size_t size;
  size_t room;
};

enum { IDLE_MAX = 1 << 30 };

static error_t parse_option(int key, char *arg, struct argp_state *state) {
  struct options *o = state->input;
  switch (key) {
  case ARGP_KEY_INIT: state->child_inputs[0] = &o->format; return 0;
  case 'o': o->output = arg; return 0;
  case ARGP_KEY_ARG:
    if (o->input != NULL) argp_error(state, "expected one FILE, found '%s' too", arg);
    o->input = arg;
    return 0;
  case ARGP_KEY_NO_ARGS: argp_error(state, "expected FILE, found no argument"); return EINVAL;
  default: return ARGP_ERR_UNKNOWN;
  }
}

static const struct argp_option option_list[] = {
    {"output", 'o', "OUT", 0, "Where the bytes go (default: standard output)", 0}, {0}};
static const struct argp_child children[] = {{&rvt_format_argp, 0, NULL, 0}, {0}};
static const struct argp argp = {option_list, parse_option, "FILE", doc, children, NULL, NULL};

static bool append(struct buffer *b, const uint8_t *bytes, size_t size) {
  if (b->room - b->size < size) {
    if (b->room > SIZE_MAX / 2 - size) return false;
    size_t room = b->room * 2 + size + 4096;
    uint8_t *grown = realloc(b->data, room);
    if (grown == NULL) return false;
    b->data = grown;
    b->room = room;
  }
  memcpy(b->data + b->size, bytes, size);
  b->size += size;
  return true;
}

struct line {
  const char *text;
  size_t column; /* of what is still to be read */
  size_t wrong;  /* ... of what was refused */
  struct rvt_error error;
};

static enum rvt_status refuse(struct line *line, enum rvt_status status, const char *expected) {
  line->wrong = line->column;
  snprintf(line->error.text, sizeof line->error.text, "expected %s, found '%.20s'", expected,
           line->text + line->column);
  return status;
}

static void skip_blanks(struct line *line) {
  line->column += strspn(line->text + line->column, " \t\r");
}

static void skip_offset(struct line *line) {
  const char *word = line->text + line->column;
  if (strncmp(word, "0x", 2) != 0) return;
  size_t digits = strspn(word + 2, "0123456789abcdefABCDEF");
  if (digits == 0 || word[2 + digits] != ':') return;
  line->column += 2 + digits + 1;
  skip_blanks(line);
}

/* Whether the line starts with this word; if so it is passed over. */
static bool take_word(struct line *line, const char *word) {
  size_t length = strlen(word);
  const char *text = line->text + line->column;
  if (strncmp(text, word, length) != 0 || (text[length] != ' ' && text[length] != '\t'))
    return false;
  line->column += length;
  skip_blanks(line);
  return true;
}

static enum rvt_status assemble_idle(struct line *line, uint8_t byte, struct buffer *b) {
  static const char key[] = "COUNT=";
  const char *text = line->text + line->column;
  char *end = NULL;
  if (strncmp(text, key, strlen(key)) != 0) return refuse(line, RVT_ERR_FORMAT, "COUNT=VALUE");
  line->column += strlen(key);
  text += strlen(key);
  unsigned long count = strtoul(text, &end, 10);
  if (*text < '0' || *text > '9' || count > IDLE_MAX)
    return refuse(line, RVT_ERR_FORMAT, "a count of idle bytes up to 2^30");
  line->column = (size_t)(end - line->text);
  skip_blanks(line);
  if (line->text[line->column] != '\0') return refuse(line, RVT_ERR_FORMAT, "the end of the line");
  uint8_t idle[4096];
  memset(idle, byte, sizeof idle);
  while (count > 0) {
    size_t part = count < sizeof idle ? count : sizeof idle;
    if (!append(b, idle, part)) return refuse(line, RVT_ERR_NO_MEMORY, "memory for the bytes");
    count -= part;
  }
  return RVT_OK;
}

static enum rvt_status assemble_bytes(struct line *line, struct buffer *b) {
  static const char hex[] = "0123456789abcdefABCDEF";
  while (line->text[line->column] != '\0') {
    const char *text = line->text + line->column;
    size_t digits = strspn(text, hex);
    if (digits != 2 || (text[2] != '\0' && strchr(" \t\r", text[2]) == NULL))
      return refuse(line, RVT_ERR_FORMAT, "two hexadecimal digits");
    uint8_t byte = (uint8_t)strtoul(text, NULL, 16);
    if (!append(b, &byte, 1)) return refuse(line, RVT_ERR_NO_MEMORY, "memory for the bytes");
    line->column += 2;
    skip_blanks(line);
  }
  return RVT_OK;
}

/* What makes bytes of a line. */
struct assembler {
  enum rvt_protocol protocol;
  uint8_t idle;
  const struct rvt_ntrace_format *ntrace;
  struct rvt_etrace_format etrace;
};

static enum rvt_status assemble_packet(struct line *line, const struct assembler *a,
                                       struct buffer *b) {
  struct rvt_etrace_packet packet;
  uint8_t bytes[RVT_ETRACE_PACKET_BYTES];
  size_t size = 0;
  enum rvt_status status =
      rvt_etrace_parse(&a->etrace, line->text + line->column, &packet, &line->wrong, &line->error);
  if (status != RVT_OK) {
    line->wrong += line->column;
    return status;
  }
  status = rvt_etrace_packet_write(&a->etrace, &packet, bytes, &size);
  if (status != RVT_OK) return refuse(line, status, "a packet that can be written");
  if (!append(b, bytes, size)) return refuse(line, RVT_ERR_NO_MEMORY, "memory for the bytes");
  return RVT_OK;
}

static enum rvt_status assemble_message(struct line *line, const struct rvt_ntrace_format *format,
                                        struct buffer *b) {
  struct rvt_ntrace_msg msg;
  uint8_t bytes[RVT_MSG_BYTES_MAX];
  size_t size = 0;
  enum rvt_status status =
      rvt_ntrace_msg_parse(format, line->text + line->column, &msg, &line->wrong, &line->error);
  if (status != RVT_OK) {
    line->wrong += line->column;
    return status;
  }
  status = rvt_ntrace_msg_write(format, &msg, bytes, &size);
  if (status != RVT_OK) return refuse(line, status, "a message that can be written");
  if (!append(b, bytes, size)) return refuse(line, RVT_ERR_NO_MEMORY, "memory for the bytes");
  return RVT_OK;
}

static enum rvt_status assemble_line(struct line *line, const struct assembler *a,
                                     struct buffer *b) {
  skip_blanks(line);
  skip_offset(line);
  if (line->text[line->column] == '\0') return RVT_OK;
  if (take_word(line, "Idle")) return assemble_idle(line, a->idle, b);
  if (take_word(line, "Bytes")) return assemble_bytes(line, b);
  if (a->protocol != RVT_PROTOCOL_ETRACE) return assemble_message(line, a->ntrace, b);
  if (take_word(line, "Align")) return assemble_idle(line, RVT_ETRACE_ALIGN, b);
  return assemble_packet(line, a, b);
}

static bool assemble(const struct assembler *a, struct rvt_tool_input *in, struct buffer *b) {
  char *text = (char *)in->data;
  char *end = text + in->size;
  for (size_t number = 1; text < end; number++) {
    char *line_end = memchr(text, '\n', (size_t)(end - text));
    if (line_end == NULL) line_end = end;
    *line_end = '\0';
    char *comment = strchr(text, '#');
    if (comment != NULL) *comment = '\0';
    struct line line = {.text = text};
    if (comment == NULL && strlen(text) < (size_t)(line_end - text)) {
      rvt_complain("%s:%zu:%zu: expected text, found a zero byte", in->name, number,
                   strlen(text) + 1);
      return false;
    }
    if (assemble_line(&line, a, b) != RVT_OK) {
      rvt_complain("%s:%zu:%zu: %s", in->name, number, line.wrong + 1, line.error.text);
      return false;
    }
    text = line_end + 1;
  }
  return true;
}

int rvt_assemble(int argc, char **argv) {
  struct options o = {.output = "-"};
  rvt_parse_args(&argp, argc, argv, &o);
  struct assembler a = {.protocol = o.format.sidecar.protocol,
                        .idle = rvt_framing_of_protocol((int)o.format.sidecar.protocol)->idle,
                        .ntrace = &o.format.format};
  if (!rvt_format_reads_addresses(&o.format) ||
      (a.protocol == RVT_PROTOCOL_ETRACE && !rvt_format_completes_etrace(&o.format, &a.etrace)))
    return RVT_EXIT_BAD;
  struct rvt_tool_input in;
  struct rvt_tool_output out;
  struct buffer b = {.data = NULL};
  if (!rvt_file_is(o.input, 1U << RVT_FILE_TEXT, "a text of messages") ||
      !rvt_input_read(&in, o.input))
    return RVT_EXIT_BAD;
  bool good = assemble(&a, &in, &b) && rvt_output_open(&out, o.output);
  if (good) {
    if (b.size > 0) fwrite(b.data, 1, b.size, out.file);
    good = rvt_output_commit(&out);
  }
  free(b.data);
  rvt_input_free(&in);
  return good ? RVT_EXIT_OK : RVT_EXIT_BAD;
}
