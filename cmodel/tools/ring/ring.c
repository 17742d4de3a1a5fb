/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "tools/shared/tool.h"

static const char doc[] =
    "Make trace bytes of an image of the trace memory, in the order in which they were written.\v"
    "IMAGE has the buffer of a RAM sink from trRamStart on, as a debugger saves it; - is standard "
    "input. VALUE is what trRamWPLow then reads: the next word's address, and in bit 0 whether the "
    "buffer was filled once (trRamWrap). Of a filled buffer the first message is cut: decode with "
    "--blind.\n\n"
    "Example:\n"
    "  $ rvt ring --wp=0x2a5 memory.bin -o a.nex && rvt decode --blind --elf a.elf a.nex";

enum { OPT_WP = 1, OPT_START, OPT_FORMAT };

static const struct argp_option options[] = {
    {NULL, 'o', "FILE", 0, "Write the bytes here; - is standard output, the default", 0},
    {"wp", OPT_WP, "VALUE", 0, "trRamWPLow; of more than 32 bits with trRamWPHigh above it", 0},
    {"start", OPT_START, "ADDRESS", 0, "trRamStart, the address of the first byte; 0 unless given",
     0},
    {"format", OPT_FORMAT, "NAME", 0,
     "Trace format, n-trace unless given: in a filled buffer of e-trace a packet begins at its "
     "start, "
     "and a sync sequence there says so",
     0},
    {0}};

struct options {
  const char *in, *out;
  uint64_t wp, start;
  bool have_wp;
  unsigned format; /* enum rvt_protocol */
};

static uint64_t number(const char *arg, const char *option, const struct argp_state *state) {
  char *end;
  errno = 0;
  const uint64_t value = strtoull(arg, &end, 0);
  if (end == arg || *end != '\0' || *arg == '-' || errno != 0)
    argp_error(state, "%s: expected a number, found '%s'", option, arg);
  return value;
}

static error_t parse_option(int key, char *arg, struct argp_state *state) {
  struct options *o = state->input;
  switch (key) {
  case 'o': o->out = arg; return 0;
  case OPT_WP:
    o->wp = number(arg, "--wp", state);
    o->have_wp = true;
    return 0;
  case OPT_START: o->start = number(arg, "--start", state); return 0;
  case OPT_FORMAT:
    o->format = rvt_protocol_named(arg);
    if (o->format == RVT_PROTOCOLS)
      argp_error(state, "--format: expected n-trace or e-trace, found '%s'", arg);
    return 0;
  case ARGP_KEY_ARG:
    if (o->in != NULL) argp_error(state, "expected one image, found '%s' too", arg);
    o->in = arg;
    return 0;
  case ARGP_KEY_END:
    if (o->in == NULL) argp_error(state, "expected an image, found none");
    if (!o->have_wp) argp_error(state, "expected --wp, for the place where the trace ends");
    return 0;
  default: return ARGP_ERR_UNKNOWN;
  }
}

static const struct argp argp = {options, parse_option, "IMAGE", doc, NULL, NULL, NULL};

static int write_bytes(const struct options *o, const struct rvt_tool_input *in) {
  const uint64_t address = o->wp & ~UINT64_C(3), at = address - o->start;
  const bool wrapped = (o->wp & 1) != 0;
  struct rvt_tool_output out;
  if (address < o->start || at > in->size) {
    rvt_complain(
        "%s: expected --wp in the image, 0x%llx to 0x%llx, found 0x%llx: is the image whole, "
        "and is --start trRamStart?",
        in->name, (unsigned long long)o->start, (unsigned long long)(o->start + in->size),
        (unsigned long long)address);
    return RVT_EXIT_BAD;
  }
  if (!rvt_output_open(&out, o->out != NULL ? o->out : "-")) return RVT_EXIT_BAD;
  if (wrapped) {
    fwrite(in->data + at, 1, in->size - at, out.file);
    rvt_put_sync_sequence(out.file, rvt_framing_of_protocol((int)o->format));
  }
  fwrite(in->data, 1, at, out.file);
  return rvt_output_commit(&out) ? RVT_EXIT_OK : RVT_EXIT_BAD;
}

int rvt_ring(int argc, char **argv) {
  struct options o = {0};
  struct rvt_tool_input in;
  rvt_parse_args(&argp, argc, argv, &o);
  if (!rvt_input_read(&in, o.in)) return RVT_EXIT_BAD;
  const int status = write_bytes(&o, &in);
  rvt_input_free(&in);
  return status;
}
