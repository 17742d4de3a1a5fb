/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "rvt_decode.h"

#include <errno.h>
#include <inttypes.h>
#include <libgen.h>
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
    "`rvt decode x.nex` suffices. What it says must fit: if it names ELF files, their SHA-256 is "
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
     "TRACE may start inside a message: begin behind the first end of a message (NT:PKT-14)", 0},
    {0}};
static const struct argp_child children[] = {{&rvt_format_argp, 0, NULL, 0}, {0}};
static const struct argp argp = {option_list, parse_option, "TRACE", doc, children, NULL, NULL};

/* Without --elf: the programs that the side-car names, as its folder sees them. */
static bool find_programs(struct decode_options *o) {
  const struct rvt_sidecar *s = &o->format.sidecar;
  if (o->elfs != 0) return true;
  for (size_t i = 0; i < s->elfs; i++) {
    char *copy = strdup(o->format.config), *path = NULL;
    if (copy == NULL) abort();
    const bool good = s->elf[i].path[0] == '/'
                          ? asprintf(&path, "%s", s->elf[i].path) >= 0
                          : asprintf(&path, "%s/%s", dirname(copy), s->elf[i].path) >= 0;
    free(copy);
    if (!good) abort();
    if (s->elf[i].path[0] == '\0' || access(path, R_OK) != 0) {
      rvt_complain(s->elf[i].path[0] == '\0'
                       ? "%s: expected --elf FILE, found none, and no path of the program here"
                       : "%s: expected the program at %s or --elf FILE, found: %s",
                   o->format.config, path, strerror(errno));
      free(path);
      return false;
    }
    o->elf[o->elfs] = o->path[o->elfs] = path;
    o->elfs++;
    o->elf_told = true;
  }
  if (o->elfs != 0) return true;
  if (o->format.config != NULL)
    rvt_complain("%s: expected --elf FILE, found none, and no program named here",
                 o->format.config);
  else
    rvt_complain("expected --elf FILE, found none");
  return false;
}

/* Every file that the side-car names must be given, and no other. */
static bool check_hashes(const struct decode_options *o, const struct rvt_image *image) {
  const struct rvt_sidecar *s = &o->format.sidecar;
  if (s->elfs == 0) return true;
  if (s->elfs != o->elfs) {
    rvt_complain("%s: expected %zu --elf as the side-car names them, found %zu", o->format.config,
                 s->elfs, o->elfs);
    return false;
  }
  bool good = true;
  for (size_t i = 0; i < s->elfs; i++) {
    const struct rvt_image_file *file = rvt_image_get_file(image, i);
    bool found = false;
    for (size_t k = 0; k < s->elfs; k++)
      found = found || strcmp(s->elf[k].sha256, file->sha256) == 0;
    if (!found)
      rvt_complain("%s: expected SHA-256 %s (%s), found %s%s", file->path, s->elf[i].sha256,
                   o->format.config, file->sha256, o->elf_told ? "; was it built anew since?" : "");
    good = good && found;
  }
  return good;
}

static bool set_isa(const struct decode_options *o, struct rvt_image *image) {
  const struct rvt_sidecar *s = &o->format.sidecar;
  const char *text = o->isa != NULL ? o->isa : s->isa;
  struct rvt_isa isa;
  enum rvt_status status = RVT_OK;
  if (o->has_jvt || s->has_jvt) status = rvt_image_set_jvt(image, o->has_jvt ? o->jvt : s->jvt);
  if (status == RVT_OK && text[0] != '\0') status = rvt_isa_parse(text, &isa);
  if (status == RVT_OK && text[0] != '\0') status = rvt_image_set_isa(image, &isa);
  if (status != RVT_OK)
    rvt_complain("%s: expected an ISA with XLEN %u, found '%s'", o->format.config, s->xlen, text);
  return status == RVT_OK;
}

static bool load_image(const struct decode_options *o, struct rvt_image **image) {
  const struct rvt_sidecar *s = &o->format.sidecar;
  if (rvt_image_new(s->xlen, image) != RVT_OK) {
    rvt_complain("expected memory, found none left");
    return false;
  }
  if (!set_isa(o, *image)) return false;
  for (size_t i = 0; i < o->elfs; i++) {
    struct rvt_image_error error;
    rvt_input_claim(o->elf[i]);
    if (rvt_image_add_elf(*image, o->elf[i], &error) == RVT_OK) continue;
    rvt_complain("%s: %s", o->elf[i], error.text);
    return false;
  }
  return check_hashes(o, *image);
}

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

/* Anything but idle bytes must synchronize some source. */
static bool check_synchronized(const struct decode *d) {
  if (d->synchronized) return true;
  if (d->any)
    rvt_complain("%s: no synchronizing message found; is --config right? (NT:DEC-04)", d->in.name);
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
  if (check_features(&o) && find_programs(&o) && load_image(&o, &d.image) &&
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
