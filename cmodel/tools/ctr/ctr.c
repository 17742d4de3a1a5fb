/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "ctr.h"

#include <errno.h>
#include <string.h>

#include "rvt/number.h"

static const char doc[] =
    "Show records of control transfers (Smctr, Ssctr): those that software has read from a hart "
    "and "
    "printed, or with --from-trace those that a hart would hold at the end of a capture of its "
    "trace, or after every N instructions.\v"
    "A dump has a line `ctr 1 COUNT PC` for each sample, PC being where the hart was, and then "
    "COUNT lines `ctr SOURCE TARGET DATA`, the newest record first, as ctrsource, ctrtarget and "
    "ctrdata read. Lines that begin otherwise are passed over, so what came over a console will "
    "do.\n\n"
    "--from-trace takes the options of `rvt decode`. All modes are recorded, and every type but "
    "branches that are not taken (CTR:F-01); where trace was lost, nothing from before is left. "
    "With --bolt and without --every all transfers of the capture are counted, in place of "
    "samples.\n\n"
    "Example:\n"
    "  $ printf 'ctr 1 1 0x24\\nctr 0x11 0x20 0x30009\\n' | rvt ctr -\n"
    "  # 0 at 0x24\n"
    "    0 call               0x10 -> 0x20\n"
    "  $ rvt ctr --from-trace prog.nex --bolt -o prog.preagg\n"
    "  $ rvt ctr --from-trace prog.nex --call-stack --collapsed --every 10000 | flamegraph.pl "
    ">a.svg";

enum { OPT_JSON = 0x200, OPT_FROM_TRACE, OPT_CALL_STACK, OPT_PERF_SCRIPT, OPT_BOLT, OPT_COLLAPSED };
enum { OPT_DEPTH = OPT_COLLAPSED + 1, OPT_EVERY };

static uint64_t number(const char *name, const char *arg, uint64_t max, struct argp_state *state) {
  uint64_t value = 0;
  if (!rvt_number(arg, strlen(arg), max, &value) || value == 0)
    argp_error(state, "%s: expected 1..%llu, found '%s'%s", name, (unsigned long long)max, arg,
               rvt_number_hint(arg));
  return value;
}

static uint16_t depth(const char *arg, struct argp_state *state) {
  const uint64_t value = number("--depth", arg, RVT_CTR_ENTRIES_MAX, state);
  if (value < 16 || (value & (value - 1)) != 0)
    argp_error(state, "--depth: expected 16, 32, 64, 128 or 256, found '%s'", arg);
  return (uint16_t)value;
}

static void choose(struct ctr *c, enum ctr_style style, struct argp_state *state) {
  if (c->style != CTR_TEXT && c->style != style)
    argp_error(state, "expected one of --json, --perf-script, --bolt, --collapsed, found two");
  c->style = style;
}

static void check(struct ctr *c, struct argp_state *state) {
  if (!c->from_trace && (c->call_stack || c->every != 0 || c->depth != 0))
    argp_error(state, "--call-stack, --every, --depth: expected --from-trace, found a dump");
  if (c->call_stack && (c->style == CTR_PERF_SCRIPT || c->style == CTR_BOLT))
    argp_error(state, "--call-stack: expected neither --perf-script nor --bolt, found one");
  if (c->from_trace && c->style == CTR_COLLAPSED && !c->call_stack)
    argp_error(state, "--collapsed: expected --call-stack with --from-trace, found none");
  if (c->depth == 0) c->depth = 32;
}

static error_t parse_option(int key, char *arg, struct argp_state *state) {
  struct ctr *c = state->input;
  switch (key) {
  case ARGP_KEY_INIT: state->child_inputs[0] = &c->decoding; return 0;
  case 'o': c->output = arg; return 0;
  case OPT_FROM_TRACE: c->from_trace = true; return 0;
  case OPT_CALL_STACK: c->call_stack = true; return 0;
  case OPT_DEPTH: c->depth = depth(arg, state); return 0;
  case OPT_EVERY: c->every = number("--every", arg, UINT64_MAX, state); return 0;
  case OPT_JSON: choose(c, CTR_JSON, state); return 0;
  case OPT_PERF_SCRIPT: choose(c, CTR_PERF_SCRIPT, state); return 0;
  case OPT_BOLT: choose(c, CTR_BOLT, state); return 0;
  case OPT_COLLAPSED: choose(c, CTR_COLLAPSED, state); return 0;
  case ARGP_KEY_ARG:
    if (c->input != NULL) argp_error(state, "expected one file, found '%s' too", arg);
    c->input = arg;
    if (c->from_trace) rvt_decoding_set_input(&c->decoding, arg); /* options come first */
    return 0;
  case ARGP_KEY_NO_ARGS:
    argp_error(state, "expected DUMP or TRACE, found no argument");
    return EINVAL;
  case ARGP_KEY_SUCCESS: check(c, state); return 0;
  default: return ARGP_ERR_UNKNOWN;
  }
}

static const struct argp_option option_list[] = {
    {"output", 'o', "OUT", 0, "Where the lines go (default: standard output)", 0},
    {"from-trace", OPT_FROM_TRACE, NULL, 0, "The file is a capture: make the records of it", 0},
    {"every", OPT_EVERY, "N", 0,
     "With --from-trace a sample before every Nth instruction (default: one, at the end)", 0},
    {"depth", OPT_DEPTH, "N", 0, "With --from-trace entries: 16, 32 (default), 64, 128, 256", 0},
    {"call-stack", OPT_CALL_STACK, NULL, 0,
     "With --from-trace calls that have not returned, in place of all transfers (CTR:R-01)", 0},
    {"json", OPT_JSON, NULL, 0, "One JSON object per sample", 0},
    {"perf-script", OPT_PERF_SCRIPT, NULL, 0,
     "A line per sample as `perf script -F ip,brstack` has it, for llvm-profgen --perfscript", 0},
    {"bolt", OPT_BOLT, NULL, 0, "Counts of transfers and straight ranges, for perf2bolt -pa", 0},
    {"collapsed", OPT_COLLAPSED, NULL, 0,
     "The functions of each stack of calls, the outermost first; of a dump in RAS emulation", 0},
    {0}};
static const struct argp_child children[] = {{&rvt_decoding_argp, 0, NULL, 0}, {0}};
static const struct argp argp = {
    option_list, parse_option, "DUMP\n--from-trace TRACE", doc, children, NULL, NULL};

/* The programs of a dump are for its names. */
static int run(struct ctr *c) {
  if (c->from_trace) return ctr_from_trace(c);
  if (c->decoding.elfs + c->decoding.raws != 0 && !rvt_decoding_load(&c->decoding))
    return RVT_EXIT_BAD;
  return ctr_read_dump(c);
}

int rvt_ctr(int argc, char **argv) {
  struct ctr c = {.output = "-"};
  rvt_parse_args(&argp, argc, argv, &c);
  if (c.style == CTR_BOLT) c.counts = ctr_counts_new();
  int status = RVT_EXIT_BAD;
  if (rvt_output_open(&c.out, c.output)) {
    status = run(&c);
    if (status != RVT_EXIT_BAD && c.counts != NULL) ctr_counts_print(c.counts, c.out.file);
    if (status == RVT_EXIT_BAD || (!c.from_trace && status != RVT_EXIT_OK))
      rvt_output_abort(&c.out);
    else if (!rvt_output_commit(&c.out))
      status = RVT_EXIT_BAD;
  }
  ctr_counts_free(c.counts);
  rvt_decoding_close(&c.decoding);
  return status;
}
