/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "stats.h"

static const char doc[] =
    "Count what trace bytes hold: messages and bytes per message, overflows, distances of "
    "synchronizing messages; of N-Trace how many bytes the variable fields take, and with "
    "Ownership messages what each process has; of E-Trace the bytes of headers and payloads.\v"
    "N-Trace: a byte that a field shares with the fixed fields before it is counted to that field. "
    "A "
    "distance is counted from the first byte of one synchronizing message to that of the next; "
    "each SRC counts its own messages. The half-words of a message, its I-CNT and that of "
    "each repetition, are counted to the process that the last Ownership before it names. It ran "
    "them, where that process began with a trap or trap return. A write of scontext or hcontext "
    "ends no message: what ran since the last I-CNT before its Ownership is counted to the new "
    "process (NT:OWN-15), for each write at most the I-CNT of one message. "
    "That --recording is the one of this trace is taken on trust; but where the side-car names the "
    "program, it has to be of that. Damage and announced losses are reported as by `rvt dump`, and "
    "give status 1.\n\n"
    "E-Trace: a packet is its header, a byte; whole bytes of srcID and time; and the payload, in "
    "which what bits of srcID are left stand, too. A packet of 3.0 or 3.1 synchronizes. Bits per "
    "instruction are those of all of these.\n\n"
    "Example:\n"
    "  $ printf '\\x24\\x15\\x00\\x0b\\x0c\\x0f\\x84\\x10\\x07' | rvt stats -\n"
    "  message                         count        bytes    share\n"
    "  DirectBranch                        1            2   22.22%\n"
    "  ProgTraceSync                       1            4   44.44%\n"
    "  ProgTraceCorrelation                1            3   33.33%\n"
    "  all                                 3            9\n"
    "  overflows                           0\n"
    "  bytes of I-CNT           1: 3\n"
    "  bytes of F-ADDR          2: 1";

enum { OPT_JSON = 0x200, OPT_BLIND, OPT_RECORDING };

static error_t parse_option(int key, char *arg, struct argp_state *state) {
  struct stats_options *o = state->input;
  switch (key) {
  case ARGP_KEY_INIT: state->child_inputs[0] = &o->format; return 0;
  case OPT_JSON: o->json = true; return 0;
  case OPT_BLIND: o->blind = true; return 0;
  case OPT_RECORDING: o->recording = arg; return 0;
  case ARGP_KEY_ARG:
    if (o->input != NULL) argp_error(state, "expected one TRACE, found '%s' too", arg);
    o->input = o->format.trace = arg;
    return 0;
  case ARGP_KEY_NO_ARGS: argp_error(state, "expected TRACE, found no argument"); return EINVAL;
  default: return ARGP_ERR_UNKNOWN;
  }
}

static const struct argp_option option_list[] = {
    {"json", OPT_JSON, NULL, 0, "One JSON object", 0},
    {"recording", OPT_RECORDING, "FILE", 0,
     "The recorded program (.rvti), for bits per instruction", 0},
    {"blind", OPT_BLIND, NULL, 0,
     "TRACE may start inside a message: begin after the first end of a message (NT:PKT-14), of "
     "E-Trace at the first sync sequence",
     0},
    {0}};
static const struct argp_child children[] = {{&rvt_format_argp, 0, NULL, 0}, {0}};
static const struct argp argp = {option_list, parse_option, "TRACE", doc, children, NULL, NULL};

int rvt_stats(int argc, char **argv) {
#define FORMAT(NAME, name, text, format, major) [RVT_PROTOCOL_##NAME] = stats_##name,
  static int (*const formats[RVT_PROTOCOLS])(const struct stats_options *) = {
      RVT_PROTOCOL_LIST(FORMAT)};
  struct stats_options o = {.input = NULL};
  rvt_parse_args(&argp, argc, argv, &o);
  return formats[o.format.sidecar.protocol](&o);
}
