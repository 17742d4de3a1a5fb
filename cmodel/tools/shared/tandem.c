/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "tandem.h"

#include <string.h>

#include "rvt/number.h"

enum { OPT_FORMAT = 0x100, OPT_XLEN, OPT_FLEN, OPT_SV32 };

static const char name[] = "tandem", option[] = "--format";

bool rvt_tandem_is_asked(int argc, char **argv) {
  const size_t length = sizeof option - 1;
  for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++) {
    if (strncmp(argv[i], option, length) != 0) continue;
    if (argv[i][length] == '=') return strcmp(argv[i] + length + 1, name) == 0;
    if (argv[i][length] == '\0') return i + 1 < argc && strcmp(argv[i + 1], name) == 0;
  }
  return false;
}

static const struct argp_option options[] = {
    {"format", OPT_FORMAT, "tandem", 0, "Tandem verification trace", 1},
    {"xlen", OPT_XLEN, "N", 0, "XLEN of the hart, 32 or 64", 1},
    {"flen", OPT_FLEN, "N", 0, "FLEN of the hart, 32 or 64 (default 0: no F)", 1},
    {"sv32", OPT_SV32, NULL, 0, "The hart has Sv32: memory addresses of 34 bits", 1},
    {0}};

static unsigned width(const char *arg, const char *what, struct argp_state *state) {
  uint64_t value = 0;
  if (!rvt_number(arg, strlen(arg), 64, &value) || (value != 32 && value != 64))
    argp_error(state, "--%s: expected 32 or 64, found '%s'", what, arg);
  return (unsigned)value;
}

static error_t parse_option(int key, char *arg, struct argp_state *state) {
  struct rvt_tool_tandem *t = state->input;
  switch (key) {
  case OPT_FORMAT: return 0;
  case OPT_XLEN: t->xlen = width(arg, "xlen", state); return 0;
  case OPT_FLEN: t->flen = width(arg, "flen", state); return 0;
  case OPT_SV32: t->sv32 = true; return 0;
  case ARGP_KEY_END:
    if (t->xlen == 0) argp_error(state, "expected --xlen, which the stream does not say");
    if (t->sv32 && t->xlen == 64)
      argp_error(state, "expected --sv32 with --xlen 32 alone, found --xlen 64");
    t->format = rvt_tandem_format_of(t->xlen, t->flen, t->sv32);
    return 0;
  default: return ARGP_ERR_UNKNOWN;
  }
}

const struct argp rvt_tandem_argp = {.options = options, .parser = parse_option};
