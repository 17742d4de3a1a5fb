/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <jansson.h>
#include <stdlib.h>

#include "rvt_tool.h"

enum { OPT_SRC_BITS = 0x100, OPT_TS, OPT_CONFIG };

static const struct argp_option options[] = {
    {"src-bits", OPT_SRC_BITS, "N", 0, "Width of the SRC field, 0..12 (default 0: absent)", 1},
    {"ts", OPT_TS, NULL, 0, "Messages may carry TSTAMP", 1},
    {"config", OPT_CONFIG, "FILE", 0,
     "Side-car of the capture: a JSON object with src_bits and ts; options win over it", 1},
    {0}};

/* Unknown keys belong to other commands. */
static void load_config(struct rvt_tool_format *tool, struct argp_state *state) {
  json_error_t error;
  json_t *root = json_load_file(tool->config, JSON_REJECT_DUPLICATES, &error);
  if (root == NULL)
    argp_failure(state, RVT_EXIT_BAD, 0, "%s:%d:%d: expected a JSON object, found: %s",
                 tool->config, error.line, error.column, error.text);
  if (!json_is_object(root))
    argp_failure(state, RVT_EXIT_BAD, 0, "%s: expected a JSON object, found another value",
                 tool->config);
  const json_t *src_bits = json_object_get(root, "src_bits");
  const json_t *ts = json_object_get(root, "ts");
  if (src_bits != NULL) {
    json_int_t value = json_integer_value(src_bits);
    if (!json_is_integer(src_bits) || value < 0 || value > RVT_SRC_BITS_CEIL)
      argp_failure(state, RVT_EXIT_BAD, 0,
                   "%s: expected src_bits 0..12, found another value (NT:SRC-01)", tool->config);
    tool->format.src_bits = (uint8_t)value;
  }
  if (ts != NULL) {
    if (!json_is_boolean(ts))
      argp_failure(state, RVT_EXIT_BAD, 0,
                   "%s: expected ts true or false, found another value (NT:TSP-01)", tool->config);
    tool->format.ts = json_is_true(ts);
  }
  json_decref(root);
}

static error_t parse_option(int key, char *arg, struct argp_state *state) {
  struct rvt_tool_format *tool = state->input;
  switch (key) {
  case ARGP_KEY_INIT: *tool = (struct rvt_tool_format){.src_bits = -1}; return 0;
  case OPT_SRC_BITS: {
    char *end = NULL;
    long value = strtol(arg, &end, 10);
    if (end == arg || *end != '\0' || value < 0 || value > RVT_SRC_BITS_CEIL)
      argp_error(state, "--src-bits: expected 0..12, found '%s' (NT:SRC-01)", arg);
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
