/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "decoding.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "rvt/ntrace.h"
#include "rvt/number.h"

enum {
  OPT_ELF = 0x300,
  OPT_BLIND,
  OPT_LENIENT,
  OPT_SRC,
  OPT_RETURN,
  OPT_SEQUENTIAL,
  OPT_ALL_JUMPS,
  OPT_ADDRESS_BITS,
  OPT_ISA,
  OPT_JVT,
  OPT_RAW,
  OPT_NO_DEMANGLE,
  OPT_SYMBOLS,
  OPT_CLASSES,
  PROGRESS_FROM = 1 << 24
};

/* ---- Options ------------------------------------------------------------------------------- */

static int number_from(const char *name, const char *arg, int min, int max,
                       struct argp_state *state) {
  uint64_t value = 0;
  if (!rvt_number(arg, strlen(arg), (uint64_t)max, &value) || value < (uint64_t)min)
    argp_error(state, "%s: expected %d..%d, found '%s'%s", name, min, max, arg,
               rvt_number_hint(arg));
  return (int)value;
}

static int number(const char *name, const char *arg, int max, struct argp_state *state) {
  return number_from(name, arg, 0, max, state);
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

static void take_program(const char *name, bool needs_address, char *arg, struct rvt_program *list,
                         size_t *count, struct argp_state *state) {
  const char *complaint = NULL, *found = NULL;
  struct rvt_program program;
  if (!rvt_decoding_parse_program(arg, &program, &complaint, &found))
    argp_error(state, "%s: expected %s '%s'%s", name, complaint, found, rvt_number_hint(found));
  if (needs_address && !program.has_address)
    argp_error(state, "%s: expected FILE@ADDRESS, found '%s'", name, arg);
  if (*count < RVT_SIDECAR_ELFS) list[*count] = program;
  ++*count;
}

static void check_count_of(const char *name, size_t count, struct argp_state *state) {
  if (count > RVT_SIDECAR_ELFS)
    argp_error(state, "%s: expected at most %d files, found %zu", name, RVT_SIDECAR_ELFS, count);
}

static error_t parse_option(int key, char *arg, struct argp_state *state) {
  struct rvt_decoding *f = state->input;
  switch (key) {
  case ARGP_KEY_INIT:
    *f = (struct rvt_decoding){.src = -1, .implicit_return = -1};
    state->child_inputs[0] = &f->format;
    return 0;
  case OPT_BLIND: f->blind = true; return 0;
  case OPT_LENIENT: f->lenient = true; return 0;
  case OPT_NO_DEMANGLE: f->keep_mangled = true; return 0;
  case OPT_SRC: f->src = number("--src", arg, (1 << RVT_SRC_BITS_CEIL) - 1, state); return 0;
  case OPT_RETURN: f->implicit_return = number("--implicit-return", arg, 3, state); return 0;
  case OPT_SEQUENTIAL: f->sequential_jump = true; return 0;
  case OPT_ALL_JUMPS: f->all_jumps = true; return 0;
  case OPT_ADDRESS_BITS:
    f->addr_bits = (uint8_t)number_from("--address-bits", arg, 1, 64, state);
    return 0;
  case OPT_ISA: f->isa = isa_string(arg, state); return 0;
  case OPT_JVT:
    f->jvt = table_base(arg, state);
    f->has_jvt = true;
    return 0;
  case OPT_ELF: take_program("--elf", false, arg, f->elf, &f->elfs, state); return 0;
  case OPT_CLASSES: f->classes = arg; return 0;
  case OPT_SYMBOLS:
    take_program("--symbols", false, arg, f->names, &f->name_files, state);
    if (f->name_files <= RVT_SIDECAR_ELFS &&
        rvt_decoding_has_context(&f->names[f->name_files - 1].context))
      argp_error(state, "--symbols: expected FILE[@OFFSET], found a context");
    return 0;
  case OPT_RAW: take_program("--raw", true, arg, f->raw, &f->raws, state); return 0;
  case ARGP_KEY_END:
    check_count_of("--elf", f->elfs, state);
    check_count_of("--raw", f->raws, state);
    check_count_of("--symbols", f->name_files, state);
    return 0;
  default: return ARGP_ERR_UNKNOWN;
  }
}

static const struct argp_option option_list[] = {
    {"elf", OPT_ELF, "FILE[@OFFSET][,scontext=N][,hcontext=N]", 0,
     "Program that was traced, OFFSET bytes above where it was linked for (modulo 2^XLEN; -N: "
     "below), and there only while "
     "Ownership messages report these contexts; may be given up to 16 times (default: as the "
     "side-car names them, whose SHA-256 is compared; not if one here has contexts and none there: "
     "these are then parts of those)",
     0},
    {"raw", OPT_RAW, "FILE@ADDRESS[,scontext=N][,hcontext=N]", 0,
     "Code without symbols: the bytes of FILE at ADDRESS, as --elf. Over a program they are read "
     "and the program names them; needs --isa if nothing else "
     "tells XLEN",
     0},
    {"symbols", OPT_SYMBOLS, "FILE[@OFFSET]", 0,
     "Names from another ELF file, OFFSET bytes above: for raw code, or a program that was "
     "stripped "
     "(default: what its .gnu_debuglink or build-id leads to, as for debuggers)",
     0},
    {"no-demangle", OPT_NO_DEMANGLE, NULL, 0, "Names of C++ and Rust as the files have them", 0},
    {"src", OPT_SRC, "N", 0, "Only this SRC", 0},
    {"implicit-return", OPT_RETURN, "MODE", 0, "trTeInstImplicitReturnMode, 0..3 (default 0)", 0},
    {"sequential-jump", OPT_SEQUENTIAL, NULL, 0, "trTeInstEnSequentialJump is 1", 0},
    {"all-jumps", OPT_ALL_JUMPS, NULL, 0, "trTeInstEnAllJumps is 1", 0},
    {"address-bits", OPT_ADDRESS_BITS, "N", 0,
     "The encoder sends the lowest N bits of an address, 39 for Sv39; those above are copies of "
     "the "
     "highest one (default 64)",
     0},
    {"isa", OPT_ISA, "ISA", 0,
     "ISA of the hart, as rv32imac_zcmp_zcmt (default: what the programs say of themselves)", 0},
    {"insn-class", OPT_CLASSES, "FILE", 0,
     "Custom branches and jumps: lines of MASK MATCH CLASS [BITS]; CLASS: none, branch, "
     "direct-jump, direct-call, indirect-jump, indirect-call, return, trap-return; BITS: where the "
     "immediate of a branch or direct jump is, as 31,7,30-25,11-8",
     0},
    {"jvt", OPT_JVT, "ADDRESS", 0,
     "Base of the table of CM.JT and CM.JALT (default: the symbol __jvt_base$)", 0},
    {"lenient", OPT_LENIENT, NULL, 0, "Warn and go on where the specification allows it", 0},
    {"blind", OPT_BLIND, NULL, 0,
     "TRACE may start inside a message: begin after the first end of a message (NT:PKT-14)", 0},
    {0}};
static const struct argp_child children[] = {{&rvt_format_argp, 0, NULL, 0}, {0}};
const struct argp rvt_decoding_argp = {option_list, parse_option, NULL, NULL, children, NULL, NULL};

void rvt_decoding_set_input(struct rvt_decoding *f, const char *path) {
  f->input = f->format.trace = path;
}

/* ---- Begin and end --------------------------------------------------------------------------- */

bool rvt_decoding_decoder(const struct rvt_decoding *f, rvt_decoder_sink *sink, void *user,
                          struct rvt_decoder **decoder) {
  const struct rvt_sidecar *s = &f->format.sidecar;
  struct rvt_decoder_config config = {
      .protocol = s->protocol,
      .ts_width = s->ts_width,
      .implicit_return =
          (uint8_t)(f->implicit_return >= 0 ? f->implicit_return : s->implicit_return),
      .sequential_jump = f->sequential_jump || s->sequential_jump,
      .addr_bits = f->addr_bits,
      .blind = f->blind || s->blind,
      .lenient = f->lenient,
      .ntrace = {.format = f->format.format,
                 .mode = s->ntrace.mode,
                 .all_jumps = f->all_jumps || s->ntrace.all_jumps},
      .etrace = s->etrace};
  struct rvt_error e;
  if (rvt_decoder_new(&config, f->image, sink, user, decoder, &e) == RVT_OK) return true;
  rvt_complain("%s", e.text);
  return false;
}

/* Before anything else that may be missing; a FIFO is opened last, for that may have to wait. What
 * seems to be a text is said then. */
static bool is_there(const char *path) {
  if (strcmp(path, "-") == 0 || access(path, F_OK) == 0)
    return rvt_file_is(path, 1U << RVT_FILE_TRACE | 1U << RVT_FILE_TEXT, "a trace");
  rvt_complain("%s: expected a readable file, found: %s", path, strerror(errno));
  return false;
}

bool rvt_decoding_open(struct rvt_decoding *f, rvt_decoder_sink *sink, void *user) {
  f->process = rvt_need_memory(calloc((size_t)1 << f->format.format.src_bits, sizeof *f->process));
  return is_there(f->input) && rvt_decoding_load(f) &&
         rvt_decoding_decoder(f, sink, user, &f->decoder) && rvt_stream_open(&f->in, f->input);
}

void rvt_decoding_close(struct rvt_decoding *f) {
  rvt_stream_close(&f->in);
  rvt_decoder_free(f->decoder);
  rvt_image_free(f->image);
  free(f->process);
  for (size_t i = 0; i < RVT_SIDECAR_ELFS; i++) free(f->path[i]);
}

/* ---- The walk -------------------------------------------------------------------------------- */

void rvt_decoding_show_progress(const struct rvt_decoding *f, uint64_t pos) {
  if (f->in.length < PROGRESS_FROM || !isatty(STDERR_FILENO)) return;
  const uint64_t percent = 100 * pos / f->in.length;
  fprintf(stderr, "\r%3" PRIu64 " %%%s", percent, percent >= 100 ? "\n" : "");
}

/* Idle alone is a capture of nothing. */
static bool has_message(const struct rvt_framing *framing, const struct rvt_bytes *bytes) {
  for (size_t i = 0; i < bytes->pos; i++)
    if (bytes->data[i] != framing->idle) return true;
  return false;
}

/* Messages that end in what was decoded; idle bytes are none. */
static unsigned long messages_in(const struct rvt_decoding *f, const struct rvt_framing *framing,
                                 const struct rvt_bytes *bytes) {
  const struct rvt_etrace_format *etrace = &f->format.sidecar.etrace.format;
  unsigned long count = 0;
  struct rvt_framing_reader reader = {.place =
                                          rvt_framing_place(etrace->src_bits, etrace->time_bytes)};
  for (size_t i = 0; i < bytes->pos; i++)
    if (rvt_framing_read(framing, &reader, bytes->data[i]) && !reader.open) count++;
  return count;
}

/* Where messages begin, and whether it is a place where an encoder begins, as N-Trace shows. */
void rvt_decoding_begins(struct rvt_decoding *f, const uint8_t *data, size_t size) {
  const struct rvt_framing *framing = rvt_framing_of_protocol((int)f->format.sidecar.protocol);
  struct rvt_bytes bytes = {.data = data, .size = size};
  struct rvt_ntrace_msg msg;
  while (bytes.pos < bytes.size && bytes.data[bytes.pos] == framing->idle) bytes.pos++;
  f->lead = f->in.base + bytes.pos;
  f->whole = f->format.sidecar.protocol == RVT_PROTOCOL_NTRACE &&
             rvt_ntrace_msg_read(&f->format.format, &bytes, &msg, NULL) == RVT_OK &&
             rvt_ntrace_is_sync(msg.tcode);
}

bool rvt_decoding_walk(struct rvt_decoding *f, void (*show)(void *user), void *user) {
  const struct rvt_framing *framing = rvt_framing_of_protocol((int)f->format.sidecar.protocol);
  size_t used = 0;
  while (rvt_stream_more(&f->in, used)) {
    struct rvt_bytes bytes = {.data = f->in.data, .size = f->in.size};
    if (!f->any) rvt_decoding_begins(f, f->in.data, f->in.size);
    (void)!rvt_decoder_feed(f->decoder, &bytes); /* END or NEED_MORE: `pos` tells */
    used = bytes.pos;
    f->any = f->any || has_message(framing, &bytes);
    if (!f->synchronized) f->messages += messages_in(f, framing, &bytes);
    rvt_decoding_show_progress(f, f->in.base + f->in.size);
    if (!f->in.regular && show != NULL) show(user);
  }
  f->any = f->any || f->in.size != 0;
  rvt_decoder_finish(f->decoder, f->in.size);
  return !f->in.failed;
}

/* ---- What is said ---------------------------------------------------------------------------- */

bool rvt_decoding_shows(const struct rvt_decoding *f, const struct rvt_decoder_event *e) {
  bool everybody =
      (e->kind == RVT_DE_ERROR || e->kind == RVT_DE_WARNING) && e->u.problem.all_sources;
  return f->src < 0 || e->src == f->src || everybody;
}

bool rvt_decoding_names_src(const struct rvt_decoding *f) {
  return f->format.format.src_bits != 0 && f->src < 0;
}

static void complain(const struct rvt_decoding *f, const struct rvt_decoder_event *e) {
  const struct rvt_decoder_problem *p = &e->u.problem;
  const struct rvt_ntrace_event *own = &e->own.ntrace;
  char src[24] = "";
  char pc[32] = "";
  char tcode[16] = "";
  char cause[96] = "";
  if (rvt_decoding_names_src(f) && !p->all_sources) snprintf(src, sizeof src, "SRC %u: ", e->src);
  if (p->pc_known) snprintf(pc, sizeof pc, "pc 0x%" PRIx64 ": ", p->pc);
  if (e->protocol != RVT_PROTOCOL_NTRACE)
    cause[0] = '\0';
  else if (own->passed && own->passed_offset == e->offset)
    snprintf(tcode, sizeof tcode, "TCODE %u: ", own->tcode);
  else if (own->passed)
    snprintf(cause, sizeof cause,
             "; likely cause: the message with TCODE %u at 0x%08" PRIx64 " was another one",
             own->tcode, own->passed_offset);
  rvt_complain("%s:0x%08" PRIx64 ": %s%s%s%s%s%s (%s)", f->in.name, e->offset,
               e->kind == RVT_DE_WARNING ? "warning: " : "", src, pc, tcode, p->text, cause,
               p->row);
}

/* Where the hart sees nothing but what is there in all contexts, and there is more than that. */
static void hint_contexts(const struct rvt_decoding *f, const struct rvt_process *p) {
  char named[80] = "";
  int used = 0;
  if (p->has_hcontext) used = snprintf(named, sizeof named, "hcontext=0x%" PRIx64, p->hcontext);
  if (p->has_scontext)
    snprintf(named + used, sizeof named - (size_t)used, "%sscontext=0x%" PRIx64,
             used != 0 ? "," : "", p->scontext);
  if (named[0] == '\0')
    rvt_complain("%s: hint: no Ownership message has named a context since the last synchronizing "
                 "message; till then programs with scontext= or hcontext= are not there",
                 f->in.name);
  else
    rvt_complain("%s: hint: no program is there in %s, which Ownership messages have named (--elf)",
                 f->in.name, named);
}

/* Of E-Trace. */
static void hint_widths(const struct rvt_decoding *f) {
  const struct rvt_etrace_format *etrace = &f->format.sidecar.etrace.format;
  rvt_complain("%s: hint: has the encoder src_bits %u, ts_width %u, addr_bits %u, priv_bits %u, "
               "context_bits %u and time_bits %u, as %s says?",
               f->in.name, etrace->src_bits, 8U * etrace->time_bytes, etrace->addr_bits,
               etrace->priv_bits, etrace->context_bits, etrace->time_bits, f->format.config);
}

/* What is not known to fit may be why a flow contradicts its program (NT:DEC-02). */
static void hint(const struct rvt_decoding *f, const struct rvt_decoder_event *e) {
  const char *row = e->u.problem.row, *missing = f->format.missing;
  const bool told = f->format.config != NULL;
  const struct rvt_etrace_format *etrace = &f->format.sidecar.etrace.format;
  const char *how = e->protocol == RVT_PROTOCOL_ETRACE
                        ? " is this how it was traced (--config, where alone are sizes of "
                          "predictor, cache and stack; --src-bits, --ts, --sequential-jump)?"
                        : " is this how it was traced (--config, or --src-bits, --ts, "
                          "--implicit-return, --sequential-jump, --all-jumps, --extend-addr)?";
  const bool hashed = f->format.sidecar.elfs != 0 && !f->elf_cut;
  if (strcmp(row, "NT:GEN-05") == 0)
    rvt_complain("%s: hint: --lenient reads streams of encoders that let a counter grow",
                 f->in.name);
  else if (strcmp(row, "NT:TSP-05") == 0)
    rvt_complain("%s: hint: ts_width is %u by %s", f->in.name, f->format.sidecar.ts_width,
                 f->format.ts_width != 0 ? "--ts" : f->format.config);
  else if (strcmp(row, "NT:DEC-16") == 0 && e->image == f->image && rvt_decoding_has_contexts(f))
    hint_contexts(f, &f->process[e->src]);
  else if (!told || !hashed)
    rvt_complain("%s: hint:%s%s%s%s%s", f->in.name, missing != NULL ? " there is no side-car " : "",
                 missing != NULL ? missing : "", missing != NULL ? ";" : "",
                 hashed ? "" : " is this the program that ran (--elf)?", told ? "" : how);
  enum { FIRST_PACKETS = 128 }; /* bytes in which a wrong width shows */
  if (told && e->protocol == RVT_PROTOCOL_ETRACE && e->offset < FIRST_PACKETS) hint_widths(f);
  if (told && e->protocol == RVT_PROTOCOL_ETRACE &&
      (etrace->bpred_bits | etrace->cache_bits | etrace->irdepth_bits) != 0)
    rvt_complain("%s: hint: has the encoder stack_depth %u, bpred_bits %u and cache_bits %u, as %s "
                 "says?",
                 f->in.name, f->format.sidecar.stack_depth, etrace->bpred_bits, etrace->cache_bits,
                 f->format.config);
}

/* A wrong format makes thousands; the output has them all. */
static void complain_limited(struct rvt_decoding *f, const struct rvt_decoder_event *e) {
  const bool error = e->kind == RVT_DE_ERROR;
  const bool hinted =
      f->hinted || e->protocol != RVT_PROTOCOL_NTRACE || e->own.ntrace.dialect == RVT_DIALECT_NONE;
  if ((error ? ++f->errors : ++f->warnings) > RVT_SAID_MAX && hinted) return;
  complain(f, e);
  if (!hinted) {
    rvt_hint_dialect(f->in.name, e->own.ntrace.dialect);
    f->hinted = true;
    return;
  }
  const bool width = strcmp(e->u.problem.row, "NT:TSP-05") == 0; /* lenient: there is but one */
  if (error ? f->errors == 1 : width) hint(f, e);
  if (error && f->errors == 1) rvt_hint_protocol(&f->format);
}

/* Said once: what runs there may have been written since. */
static void look_for_data(struct rvt_decoding *f, const struct rvt_decoder_event *e) {
  size_t file = 0;
  if (f->data_told || !rvt_image_is_data(e->image, e->u.run.pc)) return;
  f->data_told = true;
  if (rvt_image_file_at(e->image, e->u.run.pc, &file))
    rvt_complain("%s: warning: code at 0x%" PRIx64 " is in a segment that %s does not call "
                 "executable; was it written since?",
                 f->in.name, e->u.run.pc, f->elf[file].path);
}

bool rvt_decoding_take(struct rvt_decoding *f, const struct rvt_decoder_event *e) {
  if (e->kind == RVT_DE_NO_FLOW) f->passed++;
  if (!rvt_decoding_shows(f, e)) return false;
  struct rvt_process *process = &f->process[e->src];
  if (e->kind == RVT_DE_SYNC) {
    if (!f->synchronized) {
      f->begin = e->offset;
      f->begin_message = e->message;
      f->begin_passed = e->message == f->passed;
    }
    f->synchronized = true;
    *process = (struct rvt_process){.known = false};
  }
  if (e->kind == RVT_DE_CONTEXT) (void)rvt_process_take(process, &e->u.context);
  if (e->kind == RVT_DE_RUN) look_for_data(f, e);
  if (e->kind == RVT_DE_OVERFLOW && f->losses++ == 0) f->first_loss = e->offset;
  if (e->kind == RVT_DE_ERROR || e->kind == RVT_DE_WARNING) complain_limited(f, e);
  return true;
}

static void complain_unsynchronized(const struct rvt_decoding *f) {
  const struct rvt_tool_format *t = &f->format;
  rvt_complain("%s: no synchronizing message found%s%s; is %s right? (NT:DEC-04)", f->in.name,
               t->missing != NULL ? ", and no side-car " : "", t->missing != NULL ? t->missing : "",
               t->config != NULL ? t->config : "the format (--config, --src-bits, --ts)");
  if (t->config != NULL && t->sidecar.protocol == RVT_PROTOCOL_ETRACE) hint_widths(f);
  rvt_hint_protocol(t);
}

/* Anything but idle bytes must synchronize some source; an error has reported why not. */
static bool check_synchronized(const struct rvt_decoding *f) {
  if (f->synchronized || f->errors != 0) return true;
  const bool no_flow = f->passed != 0 && f->passed == f->messages;
  if (no_flow)
    rvt_complain("%s: warning: expected messages of program flow, found others alone (NT:DEC-07)",
                 f->in.name);
  else if (f->any)
    complain_unsynchronized(f);
  else
    rvt_complain("%s: warning: expected messages, found %s", f->in.name,
                 f->in.base + f->in.size == 0 ? "no byte" : "idle bytes alone");
  return no_flow || !f->any;
}

/* What stands before the first synchronizing message has no flow, and nobody else says so. */
static void tell_begin(const struct rvt_decoding *f) {
  const bool blind = f->blind || f->format.sidecar.blind;
  /* of E-Trace a support packet is first (ETR:F3-05) */
  const bool support = f->format.sidecar.protocol == RVT_PROTOCOL_ETRACE && f->begin_message == 1;
  if (!f->synchronized || f->begin <= f->lead || (!blind && (f->begin_passed || support))) return;
  rvt_complain(
      "%s: begins at message %" PRIu64 ", byte 0x%" PRIx64 ": what stands before it is left out%s",
      f->in.name, f->begin_message + blind, f->begin, /* the first is passed over */
      !blind     ? ", for nothing synchronizes it (NT:DEC-04)"
      : f->whole ? "; its first message is whole, so if the memory has not wrapped, leave out "
                   "--blind, or say so in the side-car (\"origin\": \"start\")"
                 : " (NT:PKT-14)");
}

bool rvt_decoding_finish(const struct rvt_decoding *f) {
  tell_begin(f);
  if (f->warnings > RVT_SAID_MAX)
    rvt_complain("%s: warning: %lu more warnings", f->in.name, f->warnings - RVT_SAID_MAX);
  if (f->errors > RVT_SAID_MAX)
    rvt_complain("%s: %lu more errors", f->in.name, f->errors - RVT_SAID_MAX);
  rvt_complain_losses(f->in.name, f->losses, f->first_loss);
  return check_synchronized(f) && f->errors == 0 && f->losses == 0;
}
