/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "assemble.h"
#include "rvt/tandem/text.h"
#include "tools/shared/tandem.h"

/* Groups of tandem verification trace, from the lines that `rvt dump` makes of them. */

static const char doc[] =
    "Make a tandem verification trace from lines of groups, the inverse of `rvt dump --format "
    "tandem`.\v"
    "FILE holds one group per line; an offset in front and everything after # are ignored. `Idle "
    "COUNT=n` gives n bytes of padding, `Bytes 24 0e` literal ones. What the lines say is not "
    "compared with the rules of a stream: `rvt dump` does. - is standard input or output; OUT "
    "appears only when all lines were good.\n\n"
    "Example:\n"
    "  $ echo 'Group pc+ insn16=0x8d0d x10=0x5' | rvt assemble --format tandem --xlen 32 - | xxd "
    "-p\n"
    "  0103100d8d040a100500000002";

struct options {
  struct rvt_tool_tandem tandem;
  const char *input, *output;
  uint8_t op; /* of the element before, if it is a request */
};

static error_t parse_option(int key, char *arg, struct argp_state *state) {
  struct options *o = state->input;
  switch (key) {
  case ARGP_KEY_INIT: state->child_inputs[0] = &o->tandem; return 0;
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
static const struct argp_child children[] = {{&rvt_tandem_argp, 0, NULL, 0}, {0}};
static const struct argp argp = {option_list, parse_option, "FILE", doc, children, NULL, NULL};

static enum rvt_status put(struct assemble_line *line, struct options *o,
                           const struct rvt_tandem_element *e, struct assemble_buffer *b) {
  uint8_t bytes[RVT_TANDEM_ELEMENT_BYTES];
  size_t size = 0;
  const enum rvt_status status = rvt_tandem_write(&o->tandem.format, e, o->op, bytes, &size);
  if (status != RVT_OK)
    return assemble_refuse(line, status, "an element that this hart has, with a value that fits");
  if (!assemble_append(b, bytes, size))
    return assemble_refuse(line, RVT_ERR_NO_MEMORY, "memory for the bytes");
  o->op = e->op;
  return RVT_OK;
}

/* The elements of a line. */
static enum rvt_status take_words(struct assemble_line *line, struct options *o, bool *open,
                                  struct assemble_buffer *b) {
  while (line->text[line->column] != '\0') {
    const char *word = line->text + line->column;
    const size_t length = strcspn(word, " \t\r");
    struct rvt_tandem_element e;
    *open = length == 4 && memcmp(word, "open", length) == 0;
    if (!*open) {
      line->wrong = line->column;
      enum rvt_status status = rvt_tandem_parse(word, length, &e, &line->error);
      if (status == RVT_OK) status = put(line, o, &e, b);
      if (status != RVT_OK) return status;
    }
    line->column += length;
    assemble_skip_blanks(line);
    if (*open && line->text[line->column] != '\0')
      return assemble_refuse(line, RVT_ERR_FORMAT, "the end of the line behind `open`");
  }
  return RVT_OK;
}

static enum rvt_status take_line(struct assemble_line *line, void *user,
                                 struct assemble_buffer *b) {
  struct options *o = user;
  struct rvt_tandem_element bound = {.opcode = RVT_TANDEM_BEGIN};
  bool open = false;
  if (assemble_take_word(line, "Idle")) return assemble_idle(line, 0, b);
  if (assemble_take_word(line, "Bytes")) return assemble_bytes(line, b);
  if (assemble_take_word(line, "Outside")) return take_words(line, o, &open, b);
  if (!assemble_take_word(line, "Group"))
    return assemble_refuse(line, RVT_ERR_FORMAT, "Group, Outside, Idle or Bytes");
  enum rvt_status status = put(line, o, &bound, b);
  if (status == RVT_OK) status = take_words(line, o, &open, b);
  bound.opcode = RVT_TANDEM_END;
  return status == RVT_OK && !open ? put(line, o, &bound, b) : status;
}

int assemble_tandem(int argc, char **argv) {
  struct options o = {.output = "-"};
  rvt_parse_args(&argp, argc, argv, &o);
  return assemble_file(o.input, o.output, take_line, &o);
}
