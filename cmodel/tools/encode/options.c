/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "encode.h"
#include "rvt/number.h"
#include "rvt/params_text.h"
#include "tools/shared/tool.h"

static const char doc[] =
    "Encode a recorded program (.rvti) as N-Trace or E-Trace: the bytes that the encoder gives "
    "when its sink "
    "is always ready and nothing is lost.\v"
    "OUT gets the bytes; its side-car, which `rvt decode` and `rvt dump` read, stands beside it: "
    "OUT "
    "with .json in place of .nex. It names the program, so that `rvt decode OUT` needs nothing "
    "else. "
    "No file appears before all of IN was good. "
    "Where OUT is standard output (-) or no regular file there is no side-car.\n\n"
    "Trace is on from the first clock on and is disabled after the last step; where the recording "
    "enters debug mode or low power it stops and starts as in hardware, with --events also by its "
    "triggers. --preset takes the parameters of a "
    "published configuration; options win over its numbers, and what else it does not have is "
    "refused.\n\n"
    "Example:\n"
    "  $ printf 'rvti xlen=32\\ninsn 0x100 2 taken\\ninsn 0x80 1 none\\n' >a.txt\n"
    "  $ rvt convert a.txt a.rvti\n"
    "  $ rvt encode --mode btm a.rvti -o a.nex && rvt dump a.nex\n"
    "  a.nex: 2 instructions, 3 messages, 9 bytes, 36.000 bit/instr\n"
    "  0x00000000: ProgTraceSync SYNC=5 I-CNT=0 F-ADDR=0x80  # 24 15 00 0b\n"
    "  0x00000004: DirectBranch I-CNT=2  # 0c 0b\n"
    "  0x00000006: ProgTraceCorrelation EVCODE=4 CDF=0 I-CNT=1  # 84 10 07";

enum { CONTEXT_WIDTH = 16 }; /* where a build has no wider one: scontext of RV32 */

enum {
  OPT_JSON = 0x200,
  OPT_PCS,
  OPT_ELF,
  OPT_PRESET,
  OPT_RETURN,
  OPT_TS,
  OPT_PLAIN_SYNC,
  OPT_SEQUENTIAL,
  OPT_ALL_JUMPS,
  OPT_REPEAT,
  OPT_EXTEND,
  OPT_EVENTS,
  OPT_SEED,
  OPT_FULL_ADDRESS,
  OPT_IMPLICIT_EXCEPTION,
  OPT_IRETS,
  OPT_NAMED,
  OPT_WORDS, /* words of `choices` and numbers of `numbers` from here on */
  OPT_NUMBERS = 0x240
};

/* Options whose argument is one of a few words. */
static const struct choice {
  const char *option;
  size_t offset;
  struct {
    const char *word;
    int value;
  } of[3];
} choices[] = {
    {"--mode",
     offsetof(struct encode_options, mode),
     {{"btm", RVT_MODE_BTM}, {"htm", RVT_MODE_HTM}, {NULL, 0}}},
    {"--sync-mode",
     offsetof(struct encode_options, sync_mode),
     {{"off", RVT_PERIOD_OFF},
      {"messages", RVT_PERIOD_MESSAGES},
      {"halfwords", RVT_PERIOD_HALFWORDS}}},
    {"--form", offsetof(struct encode_options, single), {{"block", 0}, {"single", 1}, {NULL, 0}}},
    {"--pace",
     offsetof(struct encode_options, pace),
     {{"natural", RVT_PACE_NATURAL}, {"recorded", RVT_PACE_RECORDED}, {"fast", RVT_PACE_FAST}}},
    {"--ownership",
     offsetof(struct encode_options, context),
     {{"off", 0}, {"privilege", 1}, {"context", 2}}},
};
enum { CHOICES = sizeof choices / sizeof choices[0] };

/* Options whose argument is a number. */
static const struct number {
  const char *option;
  size_t offset;
  int min, max;
  const char *row;
} numbers[] = {
    {"--icnt-width", offsetof(struct encode_options, icnt_width), RVT_ICNT_WIDTH_MIN,
     RVT_ICNT_WIDTH_MAX, "NT:ICNT-07"},
    {"--hist-width", offsetof(struct encode_options, hist_width), RVT_HIST_WIDTH_MIN,
     RVT_HIST_WIDTH_MAX, "NT:HIST-05"},
    {"--stack-depth", offsetof(struct encode_options, stack_depth), RVT_STACK_DEPTH_MIN,
     RVT_STACK_DEPTH_MAX, "NT:IRT-08"},
    {"--src-bits", offsetof(struct encode_options, src_bits), RVT_SRC_BITS_MAX_MIN,
     RVT_SRC_BITS_MAX_MAX, "NT:SRC-01"},
    {"--src-id", offsetof(struct encode_options, src_id), 0, 4095, "NT:SRC-01"},
    {"--sync-max", offsetof(struct encode_options, sync_max), 0, 15, "NT:CTL-08"},
    {"--ts-width", offsetof(struct encode_options, ts_width), 1, RVT_TS_WIDTH_MAX, "NT:TSP-05"},
    {"--iretire-width", offsetof(struct encode_options, iretire_width), RVT_IRETIRE_WIDTH_MIN,
     RVT_IRETIRE_WIDTH_MAX, "NT:ING-05"},
    {"--itype-width", offsetof(struct encode_options, itype_width), RVT_ITYPE_WIDTH_MIN,
     RVT_ITYPE_WIDTH_MAX, "NT:ITY-22"},
    {"--iaddr-on-int", offsetof(struct encode_options, iaddr_on_int), 0, 1, "NT:ING-14"},
    {"--plain-hist", offsetof(struct encode_options, plain_hist), 0, 1, "NT:MSG-03"},
    {"--blocks", offsetof(struct encode_options, blocks), RVT_BLOCKS_MIN, RVT_BLOCKS_MAX,
     "NT:ING-02"},
    {"--context-width", offsetof(struct encode_options, context_width), RVT_CONTEXT_WIDTH_MIN,
     RVT_CONTEXT_WIDTH_MAX, "NT:OWN-10"},
    {"--hcontext-width", offsetof(struct encode_options, hcontext_width), RVT_HCONTEXT_WIDTH_MIN,
     RVT_HCONTEXT_WIDTH_MAX, "NT:OWN-07"},
    {"--branch-prediction", offsetof(struct encode_options, branch_prediction), 1,
     RVT_BPRED_SIZE_MAX, "ETR:M-BP"},
    {"--jump-target-cache", offsetof(struct encode_options, jump_target_cache), 1,
     RVT_CACHE_SIZE_MAX, "ETR:M-JTC"},
    {"--repeat-history", offsetof(struct encode_options, repeat_hist), 1, RVT_HIST_WIDTH_MAX - 1,
     "NT:RHI-01"},
};
enum { NUMBERS = sizeof numbers / sizeof numbers[0] };

static const struct argp_option option_list[] = {
    {"output", 'o', "OUT", 0, "The trace bytes; - is standard output", 0},
    {"elf", OPT_ELF, "FILE", 0,
     "The recorded program, for the side-car (default: IN with .elf in place of .rvti, if that is "
     "the one)",
     0},
    {"pcs", OPT_PCS, "FILE", 0,
     "The addresses of the traced instructions, as `rvt decode --pcs` shows them (with "
     "--src where there is SRC)",
     0},
    {RVT_NAMED, OPT_NAMED, "NAME", OPTION_HIDDEN, "What the counts name, of an output that goes",
     0},
    {"json", OPT_JSON, NULL, 0, "Tell the counts on standard output, as one JSON object", 0},
    {"seed", OPT_SEED, "N", 0,
     "What the hart is free to do, above all traps in a block (NT:ING-12)", 0},
    {NULL, 0, NULL, 0, "Configuration", 1},
    {"mode", OPT_WORDS + 0, "MODE", 0, "btm or htm (default: htm if the encoder has it)", 1},
    {"implicit-return", OPT_RETURN, "MODE", OPTION_ARG_OPTIONAL,
     "No message for returns that the stack foretells: 1 counts calls, 2 compares low address "
     "bits, 3 "
     "(default) addresses",
     1},
    {"sequential-jump", OPT_SEQUENTIAL, NULL, 0,
     "No message for a jump whose target LUI or AUIPC before it tells", 1},
    {"all-jumps", OPT_ALL_JUMPS, NULL, 0,
     "An outcome in HIST, in btm a message, for each direct jump and call too", 1},
    {"repeat-branch", OPT_REPEAT, NULL, 0,
     "A branch message that is the same once more is counted: RepeatBranch", 1},
    {"repeat-history", OPT_NUMBERS + 16, "N", 0,
     "htm: outcomes that repeat with a period of at most N are counted: HREPEAT "
     "(trTeInstEnRepeatedHistory)",
     1},
    {"extend-addr", OPT_EXTEND, NULL, 0,
     "Addresses without their equal upper bits; a little more where they are low", 1},
    {"full-address", OPT_FULL_ADDRESS, NULL, 0,
     "e-trace: all addresses are absolute (trTeInstNoAddrDiff)", 1},
    {"implicit-exception", OPT_IMPLICIT_EXCEPTION, NULL, 0,
     "e-trace: no address of a trap's handler (trTeInstNoTrapAddr); the side-car needs mtvec, "
     "stvec "
     "and the like to decode it",
     1},
    {"irets", OPT_IRETS, NULL, 0,
     "e-trace: the unratified extension Implicit Return: irets, which decoders cannot mistake, and "
     "the standard support packet",
     1},
    {"branch-prediction", OPT_NUMBERS + 14, "N", 0,
     "e-trace: branches that a predictor of 2^N entries foretells are counted "
     "(trTeInstEnBranchPrediction)",
     1},
    {"jump-target-cache", OPT_NUMBERS + 15, "N", 0,
     "e-trace: targets of jumps as indices of a cache of 2^N entries, where that is shorter "
     "(trTeInstEnJumpTargetCache)",
     1},
    {"events", OPT_EVENTS, NULL, 0, "Triggers of the recording count (default: they are ignored)",
     1},
    {"ownership", OPT_WORDS + 4, "WHAT", 0,
     "Messages about changes of privilege, or of privilege and context: off (default), privilege "
     "or context",
     1},
    {"sync-mode", OPT_WORDS + 1, "MODE", 0, "Periodic sync: off, messages or halfwords", 1},
    {"sync-max", OPT_NUMBERS + 5, "N", 0, "Period 2^(N+4), N 0..15 (default 8)", 1},
    {"plain-sync", OPT_PLAIN_SYNC, NULL, 0,
     "A sync at a branch is ProgTraceSync after the plain message", 1},
    {"src-bits", OPT_NUMBERS + 3, "N", 0,
     "Width of the SRC field, " RVT_SRC_BITS_MAX_RANGE " (default 0: absent)", 1},
    {"src-id", OPT_NUMBERS + 4, "N", 0, "SRC, 0..4095 (default 0)", 1},
    {"ts", OPT_TS, NULL, 0, "Messages carry TSTAMP", 1},
    {NULL, 0, NULL, 0, "Encoder and hart", 2},
    {"preset", OPT_PRESET, "NAME", 0, "Parameters of this line of sim/lists/presets.list", 2},
    {"icnt-width", OPT_NUMBERS + 0, "BITS", 0, "I-CNT, " RVT_ICNT_WIDTH_RANGE " (default 16)", 2},
    {"hist-width", OPT_NUMBERS + 1, "BITS", 0,
     "HIST with its stop bit, " RVT_HIST_WIDTH_RANGE " (default 32)", 2},
    {"stack-depth", OPT_NUMBERS + 2, "N", 0,
     "Return stack, " RVT_STACK_DEPTH_RANGE " (default 8); of e-trace a power of two, 0 without "
     "--implicit-return",
     2},
    {"ts-width", OPT_NUMBERS + 6, "BITS", 0, "Time counter of --ts, 1..64 (default 40)", 2},
    {"plain-hist", OPT_NUMBERS + 10, "0|1", 0,
     "htm: IndirectBranch where HIST is empty (default 1)", 2},
    {"form", OPT_WORDS + 2, "FORM", 0, "iretire counts a block (default) or a single instruction",
     2},
    {"iretire-width", OPT_NUMBERS + 7, "BITS", 0,
     "iretire, 2..8, or 1..8 with --form single (default 6)", 2},
    {"blocks", OPT_NUMBERS + 11, "N", 0, "Slots per clock, " RVT_BLOCKS_RANGE " (default 1)", 2},
    {"context-width", OPT_NUMBERS + 12, "BITS", 0,
     "Context of --ownership=context, hcontext above scontext, 1..26, with RV64 58 (default 16)",
     2},
    {"hcontext-width", OPT_NUMBERS + 13, "BITS", 0,
     "Those of hcontext, fewer than of context (default 0). A recording does not have them: one of "
     "`rvt record` with H has 7 of 23, with RV64 14 of 46",
     2},
    {"itype-width", OPT_NUMBERS + 8, "BITS", 0, "itype, 3 or 4 (default 4)", 2},
    {"iaddr-on-int", OPT_NUMBERS + 9, "0|1", 0,
     "An interrupt alone drives the interrupted PC (default 1)", 2},
    {"pace", OPT_WORDS + 3, "PACE", 0,
     "Clocks: natural (default) one per instruction, recorded, or fast", 2},
    {0}};

static int *field(struct encode_options *o, size_t offset) {
  return (int *)(void *)((char *)o + offset);
}

static void parse_choice(struct encode_options *o, const struct choice *c, const char *arg,
                         struct argp_state *state) {
  for (size_t i = 0; i < 3; i++) {
    if (c->of[i].word == NULL || strcmp(arg, c->of[i].word) != 0) continue;
    *field(o, c->offset) = c->of[i].value;
    return;
  }
  argp_error(state, "%s: expected %s%s%s or %s, found '%s'", c->option, c->of[0].word,
             c->of[2].word != NULL ? ", " : "", c->of[2].word != NULL ? c->of[1].word : "",
             c->of[c->of[2].word != NULL ? 2 : 1].word, arg);
}

static void parse_number(struct encode_options *o, const struct number *n, const char *arg,
                         struct argp_state *state) {
  uint64_t value = 0;
  if (!rvt_number(arg, strlen(arg), (uint64_t)n->max, &value) || (int)value < n->min)
    argp_error(state, "%s: expected %d..%d, found '%s'%s (%s)", n->option, n->min, n->max, arg,
               rvt_number_hint(arg), n->row);
  *field(o, n->offset) = (int)value;
}

static void parse_seed(struct encode_options *o, const char *arg, struct argp_state *state) {
  if (!rvt_number(arg, strlen(arg), UINT64_MAX, &o->seed))
    argp_error(state, "--seed: expected a number, found '%s'%s", arg, rvt_number_hint(arg));
}

static void parse_return(struct encode_options *o, const char *arg, struct argp_state *state) {
  if (arg != NULL && (strlen(arg) != 1 || arg[0] < '1' || arg[0] > '3'))
    argp_error(state, "--implicit-return: expected 1..3, found '%s' (NT:IRT-03)", arg);
  o->implicit_return = arg == NULL ? 3 : (uint8_t)(arg[0] - '0');
}

static error_t parse_option(int key, char *arg, struct argp_state *state) {
  struct encode_options *o = state->input;
  if (key >= OPT_WORDS && key < OPT_WORDS + CHOICES) {
    parse_choice(o, &choices[key - OPT_WORDS], arg, state);
    return 0;
  }
  if (key >= OPT_NUMBERS && key < OPT_NUMBERS + NUMBERS) {
    parse_number(o, &numbers[key - OPT_NUMBERS], arg, state);
    return 0;
  }
  switch (key) {
  case ARGP_KEY_INIT: state->child_inputs[0] = &o->protocol; return 0;
  case 'o': o->output = arg; return 0;
  case OPT_PCS: o->pcs = arg; return 0;
  case OPT_NAMED: o->named = arg; return 0;
  case OPT_ELF: o->elf = arg; return 0;
  case OPT_JSON: o->json = true; return 0;
  case OPT_SEED: parse_seed(o, arg, state); return 0;
  case OPT_RETURN: parse_return(o, arg, state); return 0;
  case OPT_SEQUENTIAL: o->sequential_jump = true; return 0;
  case OPT_ALL_JUMPS: o->all_jumps = true; return 0;
  case OPT_REPEAT: o->repeat_branch = true; return 0;
  case OPT_EXTEND: o->extend_addr = true; return 0;
  case OPT_FULL_ADDRESS: o->full_address = true; return 0;
  case OPT_IMPLICIT_EXCEPTION: o->implicit_exception = true; return 0;
  case OPT_IRETS: o->irets = true; return 0;
  case OPT_EVENTS: o->events = true; return 0;
  case OPT_PLAIN_SYNC: o->plain_sync = true; return 0;
  case OPT_TS: o->ts = true; return 0;
  case OPT_PRESET:
    o->preset = arg;
    if (rvt_params_init(&(struct rvt_params){0}, arg) != RVT_OK)
      argp_error(state, "--preset: expected one of %s, found '%s'", rvt_presets, arg);
    return 0;
  case ARGP_KEY_ARG:
    if (o->input != NULL) argp_error(state, "expected one IN.rvti, found '%s' too", arg);
    o->input = arg;
    return 0;
  case ARGP_KEY_END:
    if (o->input == NULL) argp_error(state, "expected IN.rvti, found no argument");
    if (o->output == NULL) argp_error(state, "expected -o OUT, found none");
    if (strcmp(o->output, "-") == 0 && (o->json || (o->pcs != NULL && strcmp(o->pcs, "-") == 0)))
      argp_error(state, "expected one thing on standard output, found -o - with another");
    return 0;
  default: return ARGP_ERR_UNKNOWN;
  }
}

static const struct argp_child children[] = {{&rvt_protocol_argp, 0, NULL, 0}, {0}};
static const struct argp argp = {option_list, parse_option, "IN.rvti", doc, children, NULL, NULL};

void encode_parse(int argc, char **argv, struct encode_options *o) {
  *o = (struct encode_options){.implicit_return = 0};
  for (size_t i = 0; i < CHOICES; i++) *field(o, choices[i].offset) = -1;
  for (size_t i = 0; i < NUMBERS; i++) *field(o, numbers[i].offset) = -1;
  rvt_parse_args(&argp, argc, argv, o);
}

static uint8_t pick(int given, uint8_t otherwise) {
  return given >= 0 ? (uint8_t)given : otherwise;
}

/* What is asked for, no option builds, and the preset does not have. */
static enum rvt_status check_preset(const struct encode_options *o, const struct rvt_params *p,
                                    struct rvt_error *e) {
  const struct {
    const char *option;
    bool asked, built;
  } of[] = {
      {"--mode=btm", o->mode == RVT_MODE_BTM, p->btm},
      {"--mode=htm", o->mode == RVT_MODE_HTM, p->htm},
      {"--implicit-return", o->implicit_return != 0 && o->stack_depth < 0, p->stack_depth != 0},
      {"--implicit-return=1", o->implicit_return == 1, p->return_modes},
      {"--implicit-return=2", o->implicit_return == 2, p->return_modes},
      {"--sequential-jump", o->sequential_jump, p->seq_jump},
      {"--all-jumps", o->all_jumps, p->all_jumps},
      {"--repeat-branch", o->repeat_branch, p->repeat_branch},
      {"--extend-addr", o->extend_addr, p->extend_addr},
      {"--events", o->events, p->events},
      {"--src-bits", o->src_bits > 0, p->src_bits_max != 0},
      {"--ts", o->ts && o->ts_width < 0, p->ts_width != 0},
      {"--ownership=privilege", o->context == 1, p->context == 1},
      {"--ownership=context", o->context == 2, p->context == 2},
  };
  for (size_t i = 0; i < sizeof of / sizeof of[0]; i++)
    if (of[i].asked && !of[i].built)
      return rvt_error_set(e, RVT_ERR_ARG, "%s: expected an encoder that has it, found %s%s",
                           of[i].option, o->preset != NULL ? "preset " : "that of E-Trace",
                           o->preset != NULL ? o->preset : "");
  return RVT_OK;
}

/* Options that one format alone has; a preset has that of its encoder. */
static enum rvt_status check_format(const struct encode_options *o, enum rvt_protocol of_preset,
                                    enum rvt_protocol protocol, struct rvt_error *e) {
  const struct {
    const char *option;
    bool asked;
    enum rvt_protocol of;
  } of[] = {
      {"--preset", o->preset != NULL, of_preset},
      {"--mode", o->mode >= 0, RVT_PROTOCOL_NTRACE},
      {"--all-jumps", o->all_jumps, RVT_PROTOCOL_NTRACE},
      {"--repeat-branch", o->repeat_branch, RVT_PROTOCOL_NTRACE},
      {"--repeat-history", o->repeat_hist >= 0, RVT_PROTOCOL_NTRACE},
      {"--extend-addr", o->extend_addr, RVT_PROTOCOL_NTRACE},
      {"--plain-sync", o->plain_sync, RVT_PROTOCOL_NTRACE},
      {"--icnt-width", o->icnt_width >= 0, RVT_PROTOCOL_NTRACE},
      {"--hist-width", o->hist_width >= 0, RVT_PROTOCOL_NTRACE},
      {"--plain-hist", o->plain_hist >= 0, RVT_PROTOCOL_NTRACE},
      {"--full-address", o->full_address, RVT_PROTOCOL_ETRACE},
      {"--implicit-exception", o->implicit_exception, RVT_PROTOCOL_ETRACE},
      {"--irets", o->irets, RVT_PROTOCOL_ETRACE},
      {"--branch-prediction", o->branch_prediction >= 0, RVT_PROTOCOL_ETRACE},
      {"--jump-target-cache", o->jump_target_cache >= 0, RVT_PROTOCOL_ETRACE},
  };
  for (size_t i = 0; i < sizeof of / sizeof of[0]; i++)
    if (of[i].asked && of[i].of != protocol)
      return rvt_error_set(e, RVT_ERR_ARG, "%s: expected --format %s, which has it, found %s",
                           of[i].option, rvt_protocols[of[i].of].name,
                           rvt_protocols[protocol].name);
  return RVT_OK;
}

/* Options that another one must give a meaning. */
static enum rvt_status check_company(const struct encode_options *o, const struct rvt_params *p,
                                     struct rvt_error *e) {
  const int of_context = o->hcontext_width >= 0 ? o->hcontext_width : o->context_width;
  if (of_context >= 0 && p->context != 2)
    return rvt_error_set(e, RVT_ERR_ARG, "%s: expected --ownership=context, found %s",
                         o->hcontext_width >= 0 ? "--hcontext-width" : "--context-width",
                         p->context == 0 ? "none" : "--ownership=privilege");
  if (o->irets && o->implicit_return == 0)
    return rvt_error_set(e, RVT_ERR_ARG, "--irets: expected --implicit-return, found none");
  if (o->ts_width >= 0 && !o->ts)
    return rvt_error_set(e, RVT_ERR_ARG, "--ts-width: expected --ts, found none");
  if (o->repeat_hist >= 0 && o->mode == RVT_MODE_BTM)
    return rvt_error_set(e, RVT_ERR_ARG, "--repeat-history: expected --mode=htm, found btm");
  const int hist_width = pick(o->hist_width, p->hist_width);
  if (o->repeat_hist >= hist_width)
    return rvt_error_set(
        e, RVT_ERR_ARG,
        "--repeat-history: expected 1..%d with --hist-width=%d, found %d (NT:RHI-01)",
        hist_width - 1, hist_width, o->repeat_hist);
  return RVT_OK;
}

static enum rvt_status make_params(const struct encode_options *o, uint8_t xlen,
                                   struct rvt_params *p, struct rvt_error *e) {
  if (rvt_params_init(p, o->preset) != RVT_OK)
    return rvt_error_set(e, RVT_ERR_ARG, "--preset: expected one of %s, found '%s'", rvt_presets,
                         o->preset);
  if (o->preset != NULL && p->xlen != xlen)
    return rvt_error_set(e, RVT_ERR_MISMATCH, "expected XLEN %u as preset %s has, found %u",
                         p->xlen, o->preset, xlen);
  const enum rvt_protocol of_preset = (enum rvt_protocol)p->format;
  p->format = pick(o->protocol, p->format);
  p->framing = rvt_framing_named(rvt_protocols[p->format].name);
  if (o->preset == NULL) {
    p->xlen = xlen;
    p->stack_depth = 8;
    p->ts_width = 40;
    if (p->format == RVT_PROTOCOL_ETRACE) {
      if (o->implicit_return == 0) p->stack_depth = 0;
      if (!o->ts) p->ts_width = 0;
      if (o->ts) p->src_bits_max = 8; /* ETR:DC-11 */
    }
    p->events = o->events;
    p->seq_jump = o->sequential_jump;
    p->all_jumps = o->all_jumps;
    p->repeat_branch = o->repeat_branch;
    p->extend_addr = o->extend_addr;
    p->context = pick(o->context, 0);
  }
  enum rvt_status status = check_format(o, of_preset, (enum rvt_protocol)p->format, e);
  if (status == RVT_OK) status = check_preset(o, p, e);
  if (status == RVT_OK) status = check_company(o, p, e);
  if (status != RVT_OK) return status;
  p->icnt_width = pick(o->icnt_width, p->icnt_width);
  p->hist_width = pick(o->hist_width, p->hist_width);
  p->repeat_hist = pick(o->repeat_hist, p->repeat_hist);
  p->stack_depth = pick(o->stack_depth, p->stack_depth);
  p->iret_ext |= o->irets;
  p->bpred_size = pick(o->branch_prediction, p->bpred_size);
  p->cache_size = pick(o->jump_target_cache, p->cache_size);
  p->ts_width = pick(o->ts_width, p->ts_width);
  p->iretire_width = pick(o->iretire_width, p->iretire_width);
  p->single = pick(o->single, p->single) != 0;
  p->blocks = pick(o->blocks, p->blocks);
  p->itype_width = pick(o->itype_width, p->itype_width);
  const uint8_t usual = p->context_width > 1 ? p->context_width : CONTEXT_WIDTH;
  p->context_width = pick(o->context_width, p->context == 2 ? usual : p->context_width);
  p->hcontext_width = pick(o->hcontext_width, p->hcontext_width);
  p->iaddr_on_int = pick(o->iaddr_on_int, p->iaddr_on_int) != 0;
  p->plain_hist = pick(o->plain_hist, p->plain_hist) != 0;
  return RVT_OK;
}

/* A configuration that the encoder cannot hold would be ignored by hardware; here it is said. */
static enum rvt_status check_config(const struct rvt_params *p, const struct rvt_config *c,
                                    struct rvt_error *e) {
  const enum rvt_status status = rvt_config_check(p, c, e);
  if (status != RVT_OK) return status;
  if (c->src_id >> c->src_bits != 0)
    return rvt_error_set(e, RVT_ERR_ARG,
                         "--src-id: expected 0..%u with --src-bits=%u, found %u (NT:SRC-01)",
                         (1u << c->src_bits) - 1, c->src_bits, c->src_id);
  return RVT_OK;
}

void encode_name_option(struct rvt_error *e) {
  const struct rvt_error old = *e;
  for (size_t i = 0; i < NUMBERS; i++) {
    const char *name = numbers[i].option + strlen("--"), *at = old.text;
    if (strncmp(at, "expected ", strlen("expected ")) != 0) return;
    at += strlen("expected ");
    while (*name != '\0' && *at == (*name == '-' ? '_' : *name)) {
      name++;
      at++;
    }
    if (*name != '\0' || *at != ' ') continue;
    (void)!rvt_error_set(e, RVT_ERR_ARG, "%s: expected%s", numbers[i].option, at);
    return;
  }
}

enum rvt_status encode_make_setup(const struct encode_options *o, uint8_t xlen,
                                  struct encode_setup *setup, struct rvt_error *e) {
  struct rvt_params *p = &setup->params;
  enum rvt_status status = make_params(o, xlen, p, e);
  if (status != RVT_OK) return status;
  setup->config = (struct rvt_config){.active = true,
                                      .enable = true,
                                      .tracing = true,
                                      .mode = pick(o->mode, p->htm ? RVT_MODE_HTM : RVT_MODE_BTM),
                                      .sync_mode = pick(o->sync_mode, RVT_PERIOD_OFF),
                                      .sync_max = pick(o->sync_max, 8),
                                      .trig_ena = o->events,
                                      .ir_mode = o->implicit_return,
                                      .ir_en = o->implicit_return != 0,
                                      .seq_en = o->sequential_jump,
                                      .all_jumps = o->all_jumps,
                                      .repeat_branch = o->repeat_branch,
                                      .repeat_hist = p->repeat_hist != 0,
                                      .extend_addr = o->extend_addr,
                                      .no_addr_diff = o->full_address,
                                      .no_trap_addr = o->implicit_exception,
                                      .branch_prediction = o->branch_prediction >= 0,
                                      .jump_target_cache = o->jump_target_cache >= 0,
                                      .src_bits = pick(o->src_bits, 0),
                                      .src_id = (uint16_t)(o->src_id >= 0 ? o->src_id : 0),
                                      .context_en = o->context > 0,
                                      .ts_en = o->ts,
                                      .plain_sync = o->plain_sync};
  setup->player = rvt_player_options_for(p);
  setup->player.seed = o->seed;
  setup->player.jumps_taken = o->all_jumps && p->itype_width == 3;
  setup->player.stall_latency = 1; /* nothing stalls */
  setup->player.pace = (enum rvt_pace)pick(o->pace, 0);
  setup->player.garbage = RVT_GARBAGE_QUIET;
  setup->player.time_step = 1;
  setup->player.checked = true; /* by the reader */
  return check_config(p, &setup->config, e);
}
