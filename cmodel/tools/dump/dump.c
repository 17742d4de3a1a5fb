/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "dump.h"
#include "tools/shared/tandem.h"

static const char doc[] =
    "Show the messages in trace bytes, one per line: offset, name, fields, and the bytes as a "
    "comment.\v"
    "`rvt assemble` turns the output back into the same bytes. What is no message in its shortest "
    "form, or of an unknown TCODE, is shown as `Bytes ...` with the reason as a comment; idle "
    "bytes as "
    "`Idle COUNT=n`. "
    "After damage the dump goes on at the next message (NT:PKT-12) and ends with status 1. Error "
    "messages, which announce that trace was lost, give status 1, too, and one line on standard "
    "error. A last message that is not complete is no error (NT:DEC-20). --json gives one object "
    "per line: "
    "addresses, "
    "times and HIST are strings in hexadecimal there, `fields` has the values as sent, and `pc` "
    "the "
    "address that F-ADDR or U-ADDR stands for. Where FILE is no regular file, each message is "
    "shown "
    "as soon as it has come. `--format tandem --help` has the options of tandem verification "
    "trace.\n\n"
    "Example:\n"
    "  $ printf '\\x24\\x0d\\x00\\x0b' | rvt dump -\n"
    "  0x00000000: ProgTraceSync SYNC=3 I-CNT=0 F-ADDR=0x80  # 24 0d 00 0b";

enum { OPT_JSON = 0x200, OPT_BLIND };

static error_t parse_option(int key, char *arg, struct argp_state *state) {
  struct dump_options *o = state->input;
  switch (key) {
  case ARGP_KEY_INIT: state->child_inputs[0] = &o->format; return 0;
  case 'o': o->output = arg; return 0;
  case OPT_JSON: o->json = true; return 0;
  case OPT_BLIND: o->blind = true; return 0;
  case ARGP_KEY_ARG:
    if (o->input != NULL) argp_error(state, "expected one FILE, found '%s' too", arg);
    o->input = o->format.trace = arg;
    return 0;
  case ARGP_KEY_NO_ARGS: argp_error(state, "expected FILE, found no argument"); return EINVAL;
  default: return ARGP_ERR_UNKNOWN;
  }
}

static const struct argp_option option_list[] = {
    {"output", 'o', "OUT", 0, "Where the lines go (default: standard output)", 0},
    {"json", OPT_JSON, NULL, 0, "One JSON object per line", 0},
    {"blind", OPT_BLIND, NULL, 0,
     "FILE may start inside a message: begin after the first end of a message (NT:PKT-14), of "
     "E-Trace at the first sync sequence",
     0},
    {0}};
static const struct argp_child children[] = {{&rvt_format_argp, 0, NULL, 0}, {0}};
static const struct argp argp = {option_list, parse_option, "FILE", doc, children, NULL, NULL};

int rvt_dump(int argc, char **argv) {
#define FORMAT(NAME, name, text, format, major) [RVT_PROTOCOL_##NAME] = dump_##name,
  static int (*const formats[RVT_PROTOCOLS])(const struct dump_options *) = {
      RVT_PROTOCOL_LIST(FORMAT)};
  struct dump_options o = {.output = "-"};
  if (rvt_tandem_is_asked(argc, argv)) return dump_tandem(argc, argv);
  rvt_parse_args(&argp, argc, argv, &o);
  return formats[o.format.sidecar.protocol](&o);
}
