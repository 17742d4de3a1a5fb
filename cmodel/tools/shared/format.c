/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "rvt/number.h"
#include "tool.h"

enum { OPT_FORMAT = 0x100, OPT_SRC_BITS, OPT_TS, OPT_EXTEND, OPT_DIALECT, OPT_CONFIG };

/* ---- --format ------------------------------------------------------------------------------ */

static const struct argp_option protocol_options[] = {
    {"format", OPT_FORMAT, "NAME", 0,
     "Format of the trace: n-trace or e-trace (default: as the side-car says, else n-trace)", 1},
    {0}};

static error_t parse_protocol(int key, char *arg, struct argp_state *state) {
  int *protocol = state->input;
  if (key == ARGP_KEY_INIT) *protocol = -1;
  if (key == ARGP_KEY_INIT) return 0;
  if (key != OPT_FORMAT) return ARGP_ERR_UNKNOWN;
  const unsigned named = rvt_protocol_named(arg);
  if (named == RVT_PROTOCOLS) {
    char built[64];
    rvt_protocol_names(built, sizeof built);
    argp_error(state, "--format: expected %s (what is built), found '%s'", built, arg);
  }
  *protocol = (int)named;
  return 0;
}

const struct argp rvt_protocol_argp = {.options = protocol_options, .parser = parse_protocol};

const struct rvt_framing *rvt_framing_of_protocol(int protocol) {
  return rvt_framing_of(rvt_framing_named(rvt_protocols[protocol < 0 ? 0 : protocol].name));
}

/* ---- All of them --------------------------------------------------------------------------- */

static const struct argp_option options[] = {
    {"src-bits", OPT_SRC_BITS, "N", 0, "Width of the SRC field, 0..12 (default 0: absent)", 1},
    {"ts", OPT_TS, "WIDTH", OPTION_ARG_OPTIONAL,
     "Messages may carry TSTAMP; WIDTH: bits of the time counter, 1..64, for decode and diff "
     "(default: as the side-car says, else 64)",
     1},
    {"extend-addr", OPT_EXTEND, "XLEN", 0,
     "trTeInstExtendAddrMSB of a hart with XLEN 32 or 64 is 1: equal upper bits of addresses are "
     "not "
     "sent",
     1},
    {"dialect", OPT_DIALECT, "NAME", 0,
     "sifive: a trace of SiFive's boards, which is older than N-Trace (docs/units/decoder.md)", 1},
    {"config", OPT_CONFIG, "FILE", 0,
     "Side-car of the capture: a JSON object with src_bits, ts and more; options win over it "
     "(default: x.json beside a capture x.nex, if there is one; none: read none)",
     1},
    {0}};

char *rvt_sidecar_name(const char *output) {
  size_t size = strlen(output);
  if (size > 4 && strcmp(output + size - 4, ".nex") == 0) size -= 4;
  char *name = NULL;
  if (asprintf(&name, "%.*s.json", (int)size, output) < 0) rvt_need_memory(NULL);
  return name;
}

/* Of a side-car that was refused, why it may be the wrong one. */
static const char *why_not(const struct rvt_tool_format *tool, enum rvt_status status) {
  if (status == RVT_ERR_FORMAT && tool->trace != NULL && rvt_file_seems_ntrace(tool->trace))
    return "; the capture seems to be of N-Trace";
  return "";
}

/* --config, or the side-car beside the capture. */
static void load_config(struct rvt_tool_format *tool, struct argp_state *state) {
  struct rvt_error error;
  const bool beside = tool->config == NULL;
  if (beside) {
    if (tool->trace == NULL || strcmp(tool->trace, "-") == 0) return;
    static char *name; /* kept to the end */
    name = rvt_sidecar_name(tool->trace);
    const bool there = access(name, F_OK) == 0;
    *(there ? &tool->config : &tool->missing) = name;
    if (!there) return;
  } else if (strcmp(tool->config, "none") == 0) {
    tool->config = NULL;
    return;
  }
  if (!rvt_file_is(tool->config, 1U << RVT_FILE_JSON | 1U << RVT_FILE_TEXT, "a side-car (JSON)"))
    exit(RVT_EXIT_BAD);
  const enum rvt_status status = rvt_sidecar_read(tool->config, &tool->sidecar, &error);
  if (status != RVT_OK)
    argp_failure(state, RVT_EXIT_BAD, 0, "%s: %s%s%s", tool->config, error.text,
                 why_not(tool, status), beside ? "; --config none reads no side-car" : "");
  rvt_input_claim(tool->config);
  tool->format = tool->sidecar.ntrace.format;
}

/* A side-car of another format is that of another capture. */
static void take_protocol(struct rvt_tool_format *tool, struct argp_state *state) {
  if (tool->protocol < 0) return;
  if (tool->sidecar.has_protocol && tool->protocol != (int)tool->sidecar.protocol)
    argp_failure(state, RVT_EXIT_BAD, 0, "%s: expected format %s, as --format says, found %s",
                 tool->config, rvt_protocols[tool->protocol].name,
                 rvt_protocols[tool->sidecar.protocol].name);
  tool->sidecar.protocol = (enum rvt_protocol)tool->protocol;
}

/* srcID and times are options of both formats; without a side-car all other widths are plain. */
void rvt_put_sync_sequence(FILE *file, const struct rvt_framing *framing) {
  if (!framing->headed) return;
  for (unsigned i = 0; i < framing->sync_bytes; i++) fputc(framing->idle, file);
  fputc(framing->align, file); /* rvt_output_commit() sees a failure */
}

static void complete_etrace(struct rvt_tool_format *tool) {
  struct rvt_etrace_format *f = &tool->sidecar.etrace.format;
  if (tool->sidecar.protocol != RVT_PROTOCOL_ETRACE) return;
  if (f->priv_bits == 0) *f = rvt_etrace_format_plain(0);
  f->src_bits = tool->format.src_bits;
  if (tool->format.ts && (f->time_bytes == 0 || tool->ts_width != 0))
    f->time_bytes =
        tool->ts_width == 0 ? RVT_ETRACE_TIME_BYTES : (uint8_t)((tool->ts_width + 7) / 8);
}

static error_t parse_option(int key, char *arg, struct argp_state *state) {
  struct rvt_tool_format *tool = state->input;
  switch (key) {
  case ARGP_KEY_INIT:
    *tool = (struct rvt_tool_format){.src_bits = -1};
    state->child_inputs[0] = &tool->protocol;
    return 0;
  case OPT_SRC_BITS: {
    uint64_t value = 0;
    if (!rvt_number(arg, strlen(arg), RVT_SRC_BITS_CEIL, &value))
      argp_error(state, "--src-bits: expected 0..12, found '%s'%s (NT:SRC-01)", arg,
                 rvt_number_hint(arg));
    tool->src_bits = (int)value;
    return 0;
  }
  case OPT_TS: {
    uint64_t value = 0;
    if (arg != NULL && (!rvt_number(arg, strlen(arg), RVT_TIME_CEIL, &value) || value == 0))
      argp_error(state, "--ts: expected a width of 1..%d, found '%s'%s (NT:TSP-05)", RVT_TIME_CEIL,
                 arg, rvt_number_hint(arg));
    tool->ts = true;
    if (arg != NULL) tool->ts_width = (uint8_t)value;
    return 0;
  }
  case OPT_EXTEND:
    if (strcmp(arg, "32") != 0 && strcmp(arg, "64") != 0)
      argp_error(state, "--extend-addr: expected 32 or 64, found '%s' (NT:ADR-14)", arg);
    tool->extend_bits = rvt_extend_bits(true, strcmp(arg, "32") == 0 ? 32 : 64);
    return 0;
  case OPT_DIALECT:
    tool->dialect = (uint8_t)rvt_dialect_named(arg);
    if (tool->dialect == RVT_DIALECT_NONE)
      argp_error(state, "--dialect: expected sifive, found '%s'", arg);
    return 0;
  case OPT_CONFIG: tool->config = arg; return 0;
  case ARGP_KEY_SUCCESS:
    load_config(tool, state);
    take_protocol(tool, state);
    if (tool->extend_bits != 0 && tool->sidecar.xlen != 0 &&
        tool->extend_bits != rvt_extend_bits(true, tool->sidecar.xlen))
      argp_failure(state, RVT_EXIT_BAD, 0,
                   "--extend-addr: expected %u, the xlen of %s, found %u (NT:ADR-14)",
                   tool->sidecar.xlen, tool->config, tool->extend_bits + 1U);
    if (tool->src_bits >= 0) tool->format.src_bits = (uint8_t)tool->src_bits;
    if (tool->ts) tool->format.ts = true;
    if (tool->ts_width != 0) tool->sidecar.ts_width = tool->ts_width;
    if (tool->extend_bits != 0) tool->format.extend_bits = tool->extend_bits;
    if (tool->dialect != RVT_DIALECT_NONE) {
      tool->format.dialect = tool->dialect;
      if (tool->sidecar.implicit_return == 0)
        tool->sidecar.implicit_return = rvt_dialects[tool->dialect].implicit_return;
    }
    complete_etrace(tool);
    return 0;
  default: return ARGP_ERR_UNKNOWN;
  }
}

void rvt_hint_protocol(const struct rvt_tool_format *tool) {
  const bool etrace = tool->sidecar.protocol == RVT_PROTOCOL_ETRACE;
  if (tool->trace == NULL) return;
  if (!etrace && rvt_file_seems_etrace(tool->trace))
    rvt_complain("%s: hint: it seems to be of E-Trace (--format e-trace)", tool->trace);
  if (etrace && rvt_file_seems_ntrace(tool->trace))
    rvt_complain("%s: hint: it seems to be of N-Trace (--format n-trace)", tool->trace);
}

void rvt_hint_dialect(const char *name, enum rvt_dialect dialect) {
  rvt_complain(
      "%s: hint: is this a trace of a board that is older than N-Trace? --dialect=%s reads it",
      name, rvt_dialects[dialect].name);
}

bool rvt_format_reads_addresses(const struct rvt_tool_format *tool) {
  if (tool->extend_bits != 0 || !tool->sidecar.ntrace.extend_addr || tool->sidecar.xlen != 0)
    return true;
  rvt_complain("%s: expected xlen beside extend_addr, found none; --extend-addr=32 or "
               "--extend-addr=64 has the hart's (NT:ADR-14)",
               tool->config);
  return false;
}

bool rvt_format_completes_etrace(const struct rvt_tool_format *tool,
                                 struct rvt_etrace_format *format) {
  *format = tool->sidecar.etrace.format;
  if (format->addr_bits == 0 && tool->sidecar.xlen == 0) {
    rvt_complain(
        "%s: expected a side-car with xlen, which the widths of E-Trace follow, found none "
        "(--config; {\"format\": \"e-trace\", \"xlen\": 64} says that no width is special)",
        tool->trace != NULL ? tool->trace : "e-trace");
    return false;
  }
  rvt_etrace_format_complete(format,
                             tool->sidecar.xlen == 0 ? format->addr_bits : tool->sidecar.xlen);
  if (rvt_etrace_format_valid(format)) return true;
  rvt_complain("%s: expected widths with which the longest payload has 31 bytes, found others "
               "(ETR:P-03)",
               tool->config != NULL ? tool->config : "e-trace");
  return false;
}

static const struct argp_child children[] = {{&rvt_protocol_argp, 0, NULL, 0}, {0}};
const struct argp rvt_format_argp = {
    .options = options, .parser = parse_option, .children = children};
