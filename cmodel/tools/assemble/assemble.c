/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "assemble.h"
#include "rvt/etrace_text.h"
#include "rvt/framing.h"
#include "rvt/ntrace.h"
#include "rvt/ntrace_text.h"
#include "tools/shared/tandem.h"

static const char doc[] =
    "Make trace bytes from message lines, the inverse of `rvt dump`.\v"
    "FILE holds one message per line, as `rvt dump` prints it; an offset in front (0x1f4:) and "
    "everything after # are ignored. `Idle COUNT=n` gives n idle bytes, `Bytes 24 0e` literal "
    "ones. - is standard input or output; OUT appears only when all lines were good. `--format "
    "tandem --help` has the options of tandem "
    "verification trace.\n\n"
    "Example:\n"
    "  $ echo 'ProgTraceSync SYNC=3 I-CNT=0 F-ADDR=0x80' | rvt assemble - | xxd -p\n"
    "  240d000b";

struct options {
  struct rvt_tool_format format;
  const char *input;
  const char *output;
};

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

/* What makes bytes of a line. */
struct assembler {
  enum rvt_protocol protocol;
  uint8_t idle;
  const struct rvt_ntrace_format *ntrace;
  struct rvt_etrace_format etrace;
};

static enum rvt_status assemble_packet(struct assemble_line *line, const struct assembler *a,
                                       struct assemble_buffer *b) {
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
  if (status != RVT_OK) return assemble_refuse(line, status, "a packet that can be written");
  if (!assemble_append(b, bytes, size))
    return assemble_refuse(line, RVT_ERR_NO_MEMORY, "memory for the bytes");
  return RVT_OK;
}

static enum rvt_status assemble_message(struct assemble_line *line,
                                        const struct rvt_ntrace_format *format,
                                        struct assemble_buffer *b) {
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
  if (status != RVT_OK) return assemble_refuse(line, status, "a message that can be written");
  if (!assemble_append(b, bytes, size))
    return assemble_refuse(line, RVT_ERR_NO_MEMORY, "memory for the bytes");
  return RVT_OK;
}

static enum rvt_status take_line(struct assemble_line *line, void *user,
                                 struct assemble_buffer *b) {
  const struct assembler *a = user;
  if (assemble_take_word(line, "Idle")) return assemble_idle(line, a->idle, b);
  if (assemble_take_word(line, "Bytes")) return assemble_bytes(line, b);
  if (a->protocol != RVT_PROTOCOL_ETRACE) return assemble_message(line, a->ntrace, b);
  if (assemble_take_word(line, "Align")) return assemble_idle(line, RVT_ETRACE_ALIGN, b);
  return assemble_packet(line, a, b);
}

int rvt_assemble(int argc, char **argv) {
  struct options o = {.output = "-"};
  if (rvt_tandem_is_asked(argc, argv)) return assemble_tandem(argc, argv);
  rvt_parse_args(&argp, argc, argv, &o);
  struct assembler a = {.protocol = o.format.sidecar.protocol,
                        .idle = rvt_framing_of_protocol((int)o.format.sidecar.protocol)->idle,
                        .ntrace = &o.format.format};
  if (!rvt_format_reads_addresses(&o.format) ||
      (a.protocol == RVT_PROTOCOL_ETRACE && !rvt_format_completes_etrace(&o.format, &a.etrace)))
    return RVT_EXIT_BAD;
  return assemble_file(o.input, o.output, take_line, &a);
}
