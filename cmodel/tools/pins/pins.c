/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#include "capture.h"
#include "groups.h"
#include "oracle/pin_monitor.h"
#include "tools/shared/tandem.h"

static const char doc[] =
    "Make trace bytes of a capture of the trace pins, TRC_CLK and TRC_DATA.\v"
    "IN is a VCD file, or CSV with a line of names; - is standard input. The mode is 10, 11 or 12: "
    "4, "
    "8 or 16 pins. How many are used, and whether edges of the clock are where beats begin or in "
    "their middle, is found by what changes when, unless it is said. Bytes begin with the first "
    "whole message; those of tandem verification trace (--format tandem --help) at the first "
    "group, "
    "before which the pins have to be idle: a capture that begins within one is refused. Packets "
    "of "
    "E-Trace with srcID or a time need their side-car (--config). Other "
    "formats: `fst2vcd x.fst`, `sigrok-cli -i x.sr -O csv:label=channel`.\n\n"
    "Example:\n"
    "  $ rvt pins pins.vcd -o a.nex && rvt decode --elf a.elf a.nex";

enum { OPT_CENTER = 1, OPT_CONFIG };

static const struct argp_option options[] = {
    {NULL, 'o', "FILE", 0, "Write the bytes here; - is standard output, the default", 0},
    {"clock", 'c', "NAME", 0, "Signal or column of TRC_CLK", 0},
    {"data", 'd', "NAME", 0, "Vector of TRC_DATA, or what its pins' names begin with", 0},
    {"pins", 'p', "N", 0, "4, 8 or 16 pins are used", 0},
    {"clk-center", OPT_CENTER, "0|1", 0, "Edges are in the middle of beats (trPibClkCenter)", 0},
    {"config", OPT_CONFIG, "FILE", 0,
     "Side-car: format, and where packets of E-Trace with srcID or a time end", 0},
    {0}};

struct options {
  const char *in, *out, *clock, *data;
  unsigned pins; /* 0: find out */
  int center;    /* -1: find out */
  int protocol;  /* --format */
  const char *config;
  struct rvt_sidecar sidecar;
  bool is_tandem; /* --format tandem, with options of its own */
  struct rvt_tool_tandem tandem;
};

static error_t parse_option(int key, char *arg, struct argp_state *state) {
  struct options *o = state->input;
  switch (key) {
  case ARGP_KEY_INIT:
    state->child_inputs[0] = o->is_tandem ? (void *)&o->tandem : (void *)&o->protocol;
    return 0;
  case 'o': o->out = arg; return 0;
  case 'c': o->clock = arg; return 0;
  case 'd': o->data = arg; return 0;
  case 'p':
    o->pins = (unsigned)strtoul(arg, NULL, 10);
    if (o->pins != 4 && o->pins != 8 && o->pins != 16)
      argp_error(state, "--pins: expected 4, 8 or 16, found '%s'", arg);
    return 0;
  case OPT_CENTER:
    if ((arg[0] != '0' && arg[0] != '1') || arg[1] != '\0')
      argp_error(state, "--clk-center: expected 0 or 1, found '%s'", arg);
    o->center = arg[0] - '0';
    return 0;
  case OPT_CONFIG: o->config = arg; return 0;
  case ARGP_KEY_ARG:
    if (o->in != NULL) argp_error(state, "expected one capture, found '%s' too", arg);
    o->in = arg;
    return 0;
  case ARGP_KEY_END:
    if (o->in == NULL) argp_error(state, "expected a capture, found none");
    return 0;
  default: return ARGP_ERR_UNKNOWN;
  }
}

static const struct argp_child children[] = {{&rvt_protocol_argp, 0, NULL, 0}, {0}};
static const struct argp argp = {options, parse_option, "IN", doc, children, NULL, NULL};
static const struct argp_child tandem_children[] = {{&rvt_tandem_argp, 0, NULL, 0}, {0}};
static const struct argp tandem_argp = {options,         parse_option, "IN", doc,
                                        tandem_children, NULL,         NULL};

static bool is_edge(const struct rvt_capture *c, size_t i) {
  return i > 0 && c->samples[i].clock != c->samples[i - 1].clock;
}

/** The next edge of the clock behind sample `i`, or the end. */
static size_t next_edge(const struct rvt_capture *c, size_t i) {
  do i++;
  while (i < c->count && !is_edge(c, i));
  return i;
}

/** Do the data pins change between edges more often than at them? */
static bool find_center(const struct rvt_capture *c) {
  uint64_t middle = 0, all = 0;
  for (size_t e = next_edge(c, 0); e < c->count;) {
    const size_t end = next_edge(c, e);
    if (end == c->count) break;
    const uint64_t begin = c->samples[e].time, beat = c->samples[end].time - begin;
    for (size_t i = e; i < end; i++) {
      if (c->samples[i].data == c->samples[i - 1].data) continue;
      const uint64_t at = c->samples[i].time - begin;
      all++;
      middle += 4 * at > beat && 4 * at < 3 * beat;
    }
    e = end;
  }
  return 2 * middle > all;
}

/** What the pins say in the beat of the edge `e`, which ends with the edge `end`. */
static uint16_t beat_at(const struct rvt_capture *c, size_t e, size_t end, bool center) {
  if (center) return c->samples[e - 1].data;
  if (end == c->count) return c->samples[end - 1].data;
  const uint64_t middle = c->samples[e].time + (c->samples[end].time - c->samples[e].time) / 2;
  size_t i = e;
  while (i + 1 < end && c->samples[i + 1].time <= middle) i++;
  return c->samples[i].data;
}

/** Pins that are 1 at some time: an idle beat has all of those in use. */
static unsigned find_pins(const struct rvt_capture *c) {
  unsigned any = 0;
  for (size_t i = 0; i < c->count; i++) any |= c->samples[i].data;
  return any > 0xFF ? 16 : any > 0xF ? 8 : any != 0 ? 4 : 0;
}

struct found {
  uint64_t beats, messages, bytes;
  bool bad;
  bool inside; /* what is no group of tandem verification trace */
};

static struct found write_bytes(const struct rvt_capture *c, const struct options *o, unsigned pins,
                                bool center, FILE *out) {
  const struct rvt_sidecar *const sidecar = &o->sidecar;
  const struct rvt_etrace_format *etrace = &sidecar->etrace.format;
  struct found found = {0};
  struct pin_monitor m;
  static struct pins_groups groups;
  pin_monitor_init(&m, rvt_framing_of_protocol((int)sidecar->protocol), (uint8_t)pins, false, 0);
  m.place = rvt_framing_place(etrace->src_bits, etrace->time_bytes);
  if (o->is_tandem) pins_groups_init(&groups, &m, &o->tandem.format, (uint8_t)pins);
  for (size_t e = next_edge(c, 0), end; e < c->count; e = end) {
    end = next_edge(c, e);
    uint8_t bytes[2];
    found.beats++;
    const enum pin_event event =
        pin_monitor_sample(&m, !m.trc_clk, beat_at(c, e, end, center), &bytes[0]);
    if (event != PIN_BYTE && event != PIN_MESSAGE_END) continue;
    bytes[1] = m.second;
    const size_t count = m.has_second ? 2 : 1;
    found.inside =
        o->is_tandem && !pins_groups_take(&groups, bytes, count, event == PIN_MESSAGE_END);
    if (found.inside) break;
    found.bytes += fwrite(bytes, 1, count, out);
    found.messages += event == PIN_MESSAGE_END;
  }
  found.bad = m.bad_tail || m.bad_pattern;
  return found;
}

static int convert(const struct options *o, const struct rvt_capture *c, const char *name) {
  const unsigned pins = o->pins != 0 ? o->pins : find_pins(c);
  const bool center = o->center >= 0 ? o->center != 0 : find_center(c);
  struct rvt_tool_output out;
  if (pins == 0) {
    rvt_complain("%s: expected idle pins to be 1, found all at 0: is the PIB active?", name);
    return RVT_EXIT_DAMAGED;
  }
  if (!rvt_output_open(&out, o->out != NULL ? o->out : "-")) return RVT_EXIT_BAD;
  const struct found found = write_bytes(c, o, pins, center, out.file);
  if (found.inside) {
    rvt_output_abort(&out);
    rvt_complain(
        "%s: beat %llu: expected a group of %u pins, which begins with 01, found none: does the "
        "capture begin within a group, or with other widths than --xlen says (TV:E-06)?",
        name, (unsigned long long)found.beats, pins);
    return RVT_EXIT_DAMAGED;
  }
  if (found.messages == 0 || found.bad) {
    rvt_output_abort(&out);
    rvt_complain(
        "%s: expected messages of %u pins, edges %s beats; found %s in %llu beats: see --pins "
        "and --clk-center%s",
        name, pins, center ? "in the middle of" : "at the begin of",
        found.messages == 0 ? "none" : "beats that no PIB sends", (unsigned long long)found.beats,
        o->sidecar.protocol == RVT_PROTOCOL_ETRACE
            ? ", and --config with srcID or a time (ETR:E-02)"
            : "");
    return RVT_EXIT_DAMAGED;
  }
  if (!rvt_output_commit(&out)) return RVT_EXIT_BAD;
  fprintf(stderr, "%u pins, edges %s beats: %llu messages, %llu bytes in %llu beats\n", pins,
          center ? "in the middle of" : "at the begin of", (unsigned long long)found.messages,
          (unsigned long long)found.bytes, (unsigned long long)found.beats);
  return RVT_EXIT_OK;
}

/** Format and widths. Complains if they cannot be had. */
static bool load_config(struct options *o) {
  struct rvt_error e;
  if (o->config != NULL) {
    if (!rvt_file_is(o->config, 1U << RVT_FILE_JSON | 1U << RVT_FILE_TEXT, "a side-car (JSON)"))
      return false;
    if (rvt_sidecar_read(o->config, &o->sidecar, &e) != RVT_OK) {
      rvt_complain("%s: %s", o->config, e.text);
      return false;
    }
    if (o->protocol >= 0 && o->protocol != (int)o->sidecar.protocol) {
      rvt_complain("%s: expected format %s, as --format says, found %s", o->config,
                   rvt_protocols[o->protocol].name, rvt_protocols[o->sidecar.protocol].name);
      return false;
    }
  } else if (o->protocol >= 0) {
    o->sidecar.protocol = (enum rvt_protocol)o->protocol;
  }
  return true;
}

int rvt_pins(int argc, char **argv) {
  struct options o = {.center = -1, .protocol = -1, .is_tandem = rvt_tandem_is_asked(argc, argv)};
  struct rvt_tool_input in;
  struct rvt_capture capture;
  rvt_parse_args(o.is_tandem ? &tandem_argp : &argp, argc, argv, &o);
  if (!load_config(&o) ||
      !rvt_file_is(o.in, 1U << RVT_FILE_VCD | 1U << RVT_FILE_TEXT, "a VCD file or CSV") ||
      !rvt_input_read(&in, o.in))
    return RVT_EXIT_BAD;
  int status = RVT_EXIT_BAD;
  if (rvt_capture_read(&in, o.clock, o.data, &capture)) {
    status = convert(&o, &capture, in.name);
    rvt_capture_free(&capture);
  }
  rvt_input_free(&in);
  return status;
}
