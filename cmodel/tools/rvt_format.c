/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "rvt/number.h"
#include "rvt_tool.h"

enum { OPT_SRC_BITS = 0x100, OPT_TS, OPT_CONFIG };

static const struct argp_option options[] = {
    {"src-bits", OPT_SRC_BITS, "N", 0, "Width of the SRC field, 0..12 (default 0: absent)", 1},
    {"ts", OPT_TS, NULL, 0, "Messages may carry TSTAMP", 1},
    {"config", OPT_CONFIG, "FILE", 0,
     "Side-car of the capture: a JSON object with src_bits, ts and more; options win over it", 1},
    {0}};

static void load_config(struct rvt_tool_format *tool, struct argp_state *state) {
  struct rvt_sidecar_error error;
  if (rvt_sidecar_read(tool->config, &tool->sidecar, &error) != RVT_OK)
    argp_failure(state, RVT_EXIT_BAD, 0, "%s: %s", tool->config, error.text);
  tool->format = tool->sidecar.format;
}

static error_t parse_option(int key, char *arg, struct argp_state *state) {
  struct rvt_tool_format *tool = state->input;
  switch (key) {
  case ARGP_KEY_INIT: *tool = (struct rvt_tool_format){.src_bits = -1}; return 0;
  case OPT_SRC_BITS: {
    uint64_t value = 0;
    if (!rvt_number(arg, strlen(arg), RVT_SRC_BITS_CEIL, &value))
      argp_error(state, "--src-bits: expected 0..12, found '%s'%s (NT:SRC-01)", arg,
                 rvt_number_hint(arg));
    tool->src_bits = (int)value;
    return 0;
  }
  case OPT_TS: tool->ts = true; return 0;
  case OPT_CONFIG: tool->config = arg; return 0;
  case ARGP_KEY_SUCCESS:
    if (tool->config != NULL) load_config(tool, state);
    if (tool->src_bits >= 0) tool->format.src_bits = (uint8_t)tool->src_bits;
    if (tool->ts) tool->format.ts = true;
    return 0;
  default: return ARGP_ERR_UNKNOWN;
  }
}

const struct argp rvt_format_argp = {.options = options, .parser = parse_option};
