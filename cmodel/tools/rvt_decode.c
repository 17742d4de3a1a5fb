/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "rvt_decode.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "rvt/number.h"

static const char doc[] =
    "Show the instructions that a trace reports: address, symbol and bytes of each, and the other "
    "events as lines that begin with `@` and the offset of their message.\v"
    "Decoding is strict: whatever shows damage or a contradiction between trace and program "
    "is reported on standard error with its offset and the requirement, and decoding goes on at "
    "the next synchronizing message; the status is then 1, as it is if none is found. Trace that "
    "was "
    "lost, which Error messages announce, gives status 1 too, one line on standard error, and a "
    "line "
    "`# overflow` with --pcs in its place. A restart without a message about the stop before it is "
    "a "
    "warning.\n\n"
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
    "  0x100";

enum {
  OPT_JSON = 0x200,
  OPT_PCS,
  OPT_FUNCTIONS,
  OPT_ELF,
  OPT_BLIND,
  OPT_LENIENT,
  OPT_SRC,
  OPT_RETURN,
  OPT_SEQUENTIAL,
  OPT_ISA,
  OPT_JVT,
  OPT_DISASSEMBLE,
  PROGRESS_FROM = 1 << 24
};

static int number(const char *name, const char *arg, int max, struct argp_state *state) {
  uint64_t value = 0;
  if (!rvt_number(arg, strlen(arg), (uint64_t)max, &value))
    argp_error(state, "%s: expected 0..%d, found '%s'%s", name, max, arg, rvt_number_hint(arg));
  return (int)value;
}

static uint64_t table_base(const char *arg, struct argp_state *state) {
  uint64_t value = 0;
  if (!rvt_number(arg, strlen(arg), UINT64_MAX, &value) || value % RVT_JVT_ALIGN != 0)
    argp_error(state, "--jvt: expected a multiple of %d, found '%s'%s", RVT_JVT_ALIGN, arg,
               rvt_number_hint(arg));
  return value;
}

static const char *isa_string(const char *arg, struct argp_state *state) {
  struct rvt_isa isa;
  if (rvt_isa_parse(arg, &isa) != RVT_OK)
    argp_error(state, "--isa: expected an ISA that begins with rv32 or rv64, found '%s'", arg);
  return arg;
}

static error_t parse_option(int key, char *arg, struct argp_state *state) {
  struct decode_options *o = state->input;
  switch (key) {
  case ARGP_KEY_INIT: state->child_inputs[0] = &o->format; return 0;
  case 'o': o->output = arg; return 0;
  case OPT_JSON: o->json = true; return 0;
  case OPT_PCS: o->pcs = true; return 0;
  case OPT_FUNCTIONS: o->functions = true; return 0;
  case OPT_BLIND: o->blind = true; return 0;
  case OPT_LENIENT: o->lenient = true; return 0;
  case OPT_SRC: o->src = number("--src", arg, (1 << RVT_SRC_BITS_CEIL) - 1, state); return 0;
  case OPT_RETURN: o->implicit_return = number("--implicit-return", arg, 3, state); return 0;
  case OPT_DISASSEMBLE: o->disassemble = true; return 0;
  case OPT_SEQUENTIAL: o->sequential_jump = true; return 0;
  case OPT_ISA: o->isa = isa_string(arg, state); return 0;
  case OPT_JVT:
    o->jvt = table_base(arg, state);
    o->has_jvt = true;
    return 0;
  case OPT_ELF:
    if (o->elfs == RVT_SIDECAR_ELFS)
      argp_error(state, "--elf: expected at most %d files", RVT_SIDECAR_ELFS);
    o->elf[o->elfs++] = arg;
    return 0;
  case ARGP_KEY_ARG:
    if (o->input != NULL) argp_error(state, "expected one TRACE, found '%s' too", arg);
    o->input = o->format.trace = arg;
    return 0;
  case ARGP_KEY_NO_ARGS: argp_error(state, "expected TRACE, found no argument"); return EINVAL;
  case ARGP_KEY_END:
    if (o->pcs && o->json) argp_error(state, "expected --pcs or --json, found both");
    if (o->functions && o->pcs) argp_error(state, "expected --pcs or --functions, found both");
    if (o->disassemble && (o->pcs || o->json || o->functions))
      argp_error(state, "--disassemble: expected neither --pcs, --functions nor --json, found one");
    o->style = o->functions ? DECODE_FUNCTIONS
               : o->pcs     ? DECODE_PCS
               : o->json    ? DECODE_JSON
                            : DECODE_TEXT;
    return 0;
  default: return ARGP_ERR_UNKNOWN;
  }
}

static const struct argp_option option_list[] = {
    {"elf", OPT_ELF, "FILE", 0,
     "Program that was traced; may be given several times (default: as the side-car names them)",
     0},
    {"output", 'o', "OUT", 0, "Where the lines go (default: standard output)", 0},
    {"pcs", OPT_PCS, NULL, 0,
     "Only the addresses of the instructions, and `# overflow` where trace was lost", 0},
    {"functions", OPT_FUNCTIONS, NULL, 0,
     "Instructions and calls of each function, the hottest first; with --json an object for each",
     0},
    {"disassemble", OPT_DISASSEMBLE, NULL, 0,
     "With mnemonics, by riscv64-unknown-elf-objdump or what RVT_OBJDUMP names", 0},
    {"json", OPT_JSON, NULL, 0, "One JSON object per event; straight runs are one event", 0},
    {"src", OPT_SRC, "N", 0, "Only this SRC", 0},
    {"implicit-return", OPT_RETURN, "MODE", 0, "trTeInstImplicitReturnMode, 0..3 (default 0)", 0},
    {"sequential-jump", OPT_SEQUENTIAL, NULL, 0, "trTeInstEnSequentialJump is 1", 0},
    {"isa", OPT_ISA, "ISA", 0,
     "ISA of the hart, as rv32imac_zcmp_zcmt (default: what the programs say of themselves)", 0},
    {"jvt", OPT_JVT, "ADDRESS", 0,
     "Base of the table of CM.JT and CM.JALT (default: the symbol __jvt_base$)", 0},
    {"lenient", OPT_LENIENT, NULL, 0, "Warn and go on where the specification allows it", 0},
    {"blind", OPT_BLIND, NULL, 0,
     "TRACE may start inside a message: begin after the first end of a message (NT:PKT-14)", 0},
    {0}};
static const struct argp_child children[] = {{&rvt_format_argp, 0, NULL, 0}, {0}};
static const struct argp argp = {option_list, parse_option, "TRACE", doc, children, NULL, NULL};

/* A feature that changes what the bytes mean must not be passed over (NT:CTL-12). */
static bool check_features(const struct decode_options *o) {
  const struct rvt_sidecar *s = &o->format.sidecar;
  const struct {
    bool on;
    const char *key, *row;
  } features[] = {{s->all_jumps, "all_jumps", "NT:AJM-04"},
                  {s->extend_addr, "extend_addr", "NT:ADR-14"}};
  for (size_t i = 0; i < sizeof features / sizeof features[0]; i++) {
    if (!features[i].on) continue;
    rvt_complain("%s: expected %s false, found true: this decoder does not support it (%s)",
                 o->format.config, features[i].key, features[i].row);
    return false;
  }
  return true;
}

static bool make_decoder(struct decode *d, struct rvt_decoder **decoder) {
  const struct decode_options *o = d->o;
  const struct rvt_sidecar *s = &o->format.sidecar;
  struct rvt_decoder_config config = {
      .protocol = s->protocol,
      .format = o->format.format,
      .mode = s->mode,
      .ts_width = s->ts_width,
      .implicit_return =
          (uint8_t)(o->implicit_return >= 0 ? o->implicit_return : s->implicit_return),
      .sequential_jump = o->sequential_jump || s->sequential_jump,
      .blind = o->blind || s->blind,
      .lenient = o->lenient};
  if (rvt_decoder_new(&config, d->image, decode_put_event, d, decoder) == RVT_OK) return true;
  rvt_complain("expected memory for the decoder, found none left");
  return false;
}

static void show_progress(const struct decode *d, uint64_t pos) {
  if (d->in.length < PROGRESS_FROM || !isatty(STDERR_FILENO)) return;
  const uint64_t percent = 100 * pos / d->in.length;
  fprintf(stderr, "\r%3" PRIu64 " %%%s", percent, percent >= 100 ? "\n" : "");
}

/* Idle alone is a capture of nothing. */
static bool has_message(const struct rvt_bytes *bytes) {
  for (size_t i = 0; i < bytes->pos; i++)
    if (bytes->data[i] != 0xff) return true;
  return false;
}

/* False: reading failed. */
static bool walk(struct decode *d, struct rvt_decoder *decoder) {
  size_t used = 0;
  while (rvt_stream_more(&d->in, used)) {
    struct rvt_bytes bytes = {.data = d->in.data, .size = d->in.size};
    (void)!rvt_decoder_feed(decoder, &bytes); /* END or NEED_MORE: `pos` tells */
    used = bytes.pos;
    d->any = d->any || has_message(&bytes);
    show_progress(d, d->in.base + d->in.size);
    if (!d->in.regular) fflush(d->out.file);
  }
  d->any = d->any || d->in.size != 0;
  rvt_decoder_finish(decoder, d->in.size);
  return !d->in.failed;
}

static void complain_unsynchronized(const struct decode *d) {
  const struct rvt_tool_format *f = &d->o->format;
  rvt_complain("%s: no synchronizing message found%s%s; is %s right? (NT:DEC-04)", d->in.name,
               f->missing != NULL ? ", and no side-car " : "", f->missing != NULL ? f->missing : "",
               f->config != NULL ? f->config : "the format (--config, --src-bits, --ts)");
}

/* Anything but idle bytes must synchronize some source. */
static bool check_synchronized(const struct decode *d) {
  if (d->synchronized) return true;
  if (d->any)
    complain_unsynchronized(d);
  else
    rvt_complain("%s: warning: expected messages, found %s", d->in.name,
                 d->in.base + d->in.size == 0 ? "no byte" : "idle bytes alone");
  return !d->any;
}

int rvt_decode(int argc, char **argv) {
  struct decode_options o = {.output = "-", .src = -1, .implicit_return = -1};
  rvt_parse_args(&argp, argc, argv, &o);
  struct decode d = {.o = &o};
  if (o.functions) d.functions = decode_functions_new();
  struct rvt_decoder *decoder = NULL;
  int status = RVT_EXIT_BAD;
  if (check_features(&o) && decode_programs_load(&o, &d.image) &&
      (!o.disassemble || decode_listing_make(&d.listing, o.elf, o.elfs)) &&
      make_decoder(&d, &decoder) && rvt_stream_open(&d.in, o.input) &&
      rvt_output_open(&d.out, o.output)) {
    if (walk(&d, decoder)) {
      if (o.functions) decode_functions_print(&d);
      decode_finish(&d);
      const bool good = check_synchronized(&d) && d.errors == 0 && d.losses == 0;
      if (rvt_output_commit(&d.out)) status = good ? RVT_EXIT_OK : RVT_EXIT_DAMAGED;
    }
    rvt_output_abort(&d.out);
  }
  rvt_stream_close(&d.in);
  rvt_decoder_free(decoder);
  decode_listing_free(d.listing);
  decode_functions_free(d.functions);
  rvt_image_free(d.image);
  for (size_t i = 0; i < RVT_SIDECAR_ELFS; i++) free(o.path[i]);
  return status;
}
