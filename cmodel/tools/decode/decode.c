/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "decode.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "rvt/number.h"

static const char doc[] =
    "Show the instructions that a trace reports: address, symbol and bytes of each, and the other "
    "events as lines that begin with `@` and the offset of their message.\v"
    "Decoding is strict: whatever shows damage or a contradiction between trace and program "
    "is reported on standard error with its offset and the requirement, and decoding goes on at "
    "the next synchronizing message; the status is then 1, as it is if TRACE has more than idle "
    "bytes and none of them. Trace that was lost, which Error messages announce, gives status 1 "
    "too, one line on standard error, and a "
    "line "
    "`# overflow` with --pcs and --runs in its place. A restart without a message about the stop "
    "before it is "
    "a "
    "warning.\n\n"
    "An Ownership stands where its message does. A trap that changes the privilege is reported "
    "before it; but a write of scontext or hcontext is one of the instructions that the next "
    "message reports, which stand after the Ownership. Those up to the write ran in the context "
    "before it (NT:OWN-15); "
    "they are looked up in the programs of the new one; --functions counts them to the context "
    "before, "
    "where the instruction is a CSR access.\n\n"
    "The side-car x.json beside a capture x.nex is read, and the programs that it names, so that "
    "`rvt decode x.nex` suffices; where a path leads to no file, one of its name and SHA-256 "
    "beside "
    "the side-car or the capture is taken, and said. What it says must fit: if it names ELF files, "
    "their SHA-256 is "
    "compared and the status is 2 if one differs. Where TRACE is no regular file, lines are shown "
    "as "
    "soon as its bytes have come.\n\n"
    "Example:\n"
    "  $ printf '\\x24\\x0d\\x00\\x0b\\x84\\x00\\x07' >t\n"
    "  $ rvt decode t --elf prog.elf --pcs\n"
    "  0x100\n"
    "  $ rvt decode t --elf kernel.elf --elf a.elf,scontext=0x21 --elf b.elf@0x2000,scontext=0x22";

enum { OPT_JSON = 0x200, OPT_PCS, OPT_RUNS, OPT_FUNCTIONS, OPT_DISASSEMBLE, OPT_TIMES, OPT_HOLD };
enum { JOBS_MAX = 256, HOLD_MAX = 1 << 16 };

static unsigned number(const char *name, const char *arg, unsigned max, struct argp_state *state) {
  uint64_t value = 0;
  if (!rvt_number(arg, strlen(arg), max, &value) || value == 0)
    argp_error(state, "%s: expected 1..%u, found '%s'%s", name, max, arg, rvt_number_hint(arg));
  return (unsigned)value;
}

static error_t parse_option(int key, char *arg, struct argp_state *state) {
  struct decode *d = state->input;
  struct decode_options *o = &d->o;
  switch (key) {
  case ARGP_KEY_INIT: state->child_inputs[0] = &d->decoding; return 0;
  case 'o': o->output = arg; return 0;
  case OPT_JSON: o->json = true; return 0;
  case OPT_PCS: o->pcs = true; return 0;
  case OPT_RUNS: o->runs = true; return 0;
  case OPT_FUNCTIONS: o->functions = true; return 0;
  case OPT_DISASSEMBLE: o->disassemble = true; return 0;
  case OPT_TIMES: o->times = true; return 0;
  case 'j': o->jobs = number("--jobs", arg, JOBS_MAX, state); return 0;
  case OPT_HOLD: o->hold = number("--hold", arg, HOLD_MAX, state); return 0;
  case ARGP_KEY_ARG:
    if (d->decoding.input != NULL) argp_error(state, "expected one TRACE, found '%s' too", arg);
    rvt_decoding_set_input(&d->decoding, arg);
    return 0;
  case ARGP_KEY_NO_ARGS: argp_error(state, "expected TRACE, found no argument"); return EINVAL;
  case ARGP_KEY_END:
    if (o->pcs && o->json) argp_error(state, "expected --pcs or --json, found both");
    if (o->functions && o->pcs) argp_error(state, "expected --pcs or --functions, found both");
    if (o->runs && (o->pcs || o->json || o->functions))
      argp_error(state, "--runs: expected neither --pcs, --functions nor --json, found one");
    if (o->disassemble && (o->pcs || o->runs || o->json || o->functions))
      argp_error(state, "--disassemble: expected neither --pcs, --runs, --functions nor --json, "
                        "found one");
    if (o->times && (o->pcs || o->runs || o->functions))
      argp_error(state, "--times: expected neither --pcs, --runs nor --functions, found one");
    o->style = o->functions ? DECODE_FUNCTIONS
               : o->pcs     ? DECODE_PCS
               : o->runs    ? DECODE_RUNS
               : o->json    ? DECODE_JSON
                            : DECODE_TEXT;
    return 0;
  default: return ARGP_ERR_UNKNOWN;
  }
}

static const struct argp_option option_list[] = {
    {"output", 'o', "OUT", 0, "Where the lines go (default: standard output)", 0},
    {"pcs", OPT_PCS, NULL, 0,
     "Only the addresses of the instructions, and `# overflow` where trace was lost", 0},
    {"runs", OPT_RUNS, NULL, 0,
     "Only the straight runs: the address of the first instruction, instructions, bytes; and "
     "`# overflow`",
     0},
    {"functions", OPT_FUNCTIONS, NULL, 0,
     "Instructions and calls of each function, the hottest first, those of different SRC and "
     "contexts apart, and its program where several "
     "are "
     "given; with --json an object for each",
     0},
    {"disassemble", OPT_DISASSEMBLE, NULL, 0,
     "With mnemonics, by riscv64-unknown-elf-objdump or what RVT_OBJDUMP names", 0},
    {"times", OPT_TIMES, NULL, 0,
     "With each instruction `~TIME FROM..UNTIL`: the hart reported it not before one time and not "
     "after the other, and TIME lies between them as it does among the instructions; in JSON "
     "`from` "
     "and `until` of a run. Of one SRC, whose messages have TSTAMP",
     0},
    {"jobs", 'j', "N", 0,
     "N-Trace, from a file: decode parts between synchronizing messages by N threads (default 1), "
     "with the same output; not for --functions and --times",
     0},
    {"hold", OPT_HOLD, "MIB", 0,
     "Lines that each thread of --jobs holds until it is its turn (default 64)", 0},
    {"json", OPT_JSON, NULL, 0, "One JSON object per event; straight runs are one event", 0},
    {0}};
static const struct argp_child children[] = {{&rvt_decoding_argp, 0, NULL, 0}, {0}};
static const struct argp argp = {option_list, parse_option, "TRACE", doc, children, NULL, NULL};

/* The decoder's sink. */
static void take_event(void *user, const struct rvt_decoder_event *e) {
  struct decode *d = user;
  if (!rvt_decoding_take(&d->decoding, e)) return;
  if (d->o.functions)
    decode_functions_take(d, e);
  else if (d->times != NULL)
    decode_times_take(d, e);
  else
    decode_put(d, e, NULL);
}

/* The same for runs that came before, so nothing is left to be said of them. */
static void take_path(void *user, const struct rvt_decoder_event *e,
                      const struct rvt_decoder_path *path) {
  struct decode *d = user;
  if (d->decoding.src >= 0 && e->src != d->decoding.src) return;
  if (!d->o.functions) {
    decode_put_path(d, e, path);
    return;
  }
  struct rvt_decoder_event event = *e;
  for (unsigned i = 0; i < path->runs; i++) {
    rvt_decoder_path_run(path, i, &event.u.run);
    decode_functions_take(d, &event);
  }
}

/* Messages of several SRC stand between each other, each with times of its own. */
static bool has_one_src(const struct decode *d) {
  if (!d->o.times || !rvt_decoding_names_src(&d->decoding)) return true;
  rvt_complain("--times: expected the SRC to show (--src=N), found none");
  return false;
}

static bool has_times(const struct decode *d) {
  if (!d->o.times || d->decoding.format.format.ts) return true;
  rvt_complain("--times: expected a trace with TSTAMP (--ts, or ts in the side-car), found one "
               "without");
  return false;
}

static void show(void *user) {
  struct decode *d = user;
  rvt_pcs_flush(&d->list);
  fflush(d->out.file);
}

int rvt_decode(int argc, char **argv) {
  struct decode d = {.o = {.output = "-", .jobs = 1, .hold = 64}};
  struct rvt_decoding *decoding = &d.decoding;
  rvt_parse_args(&argp, argc, argv, &d);
  if (d.o.functions) d.functions = decode_functions_new();
  if (d.o.times) d.times = decode_times_new();
  d.kept = decode_kept_new();
  int status = RVT_EXIT_BAD;
  if (rvt_decoding_open(decoding, take_event, &d) && has_times(&d) && has_one_src(&d) &&
      (!d.o.disassemble || decode_listing_make(&d.listing, decoding)) &&
      rvt_output_open(&d.out, d.o.output)) {
    rvt_pcs_begin(&d.list, d.out.file);
    if (d.times == NULL) rvt_decoder_on_path(decoding->decoder, take_path);
    bool walked = false;
    const bool alone = d.o.jobs == 1 || d.o.functions || d.o.times;
    if (alone || !decode_parallel(&d, &walked)) walked = rvt_decoding_walk(decoding, show, &d);
    decode_times_end(&d);
    rvt_pcs_end(&d.list);
    if (walked) {
      if (d.o.functions) decode_functions_print(&d);
      const bool good = rvt_decoding_finish(decoding);
      if (rvt_output_commit(&d.out)) status = good ? RVT_EXIT_OK : RVT_EXIT_DAMAGED;
    }
    rvt_output_abort(&d.out);
  }
  decode_listing_free(d.listing);
  decode_functions_free(d.functions);
  decode_times_free(d.times);
  decode_kept_free(d.kept);
  free(d.made.text);
  rvt_decoding_close(decoding);
  return status;
}
