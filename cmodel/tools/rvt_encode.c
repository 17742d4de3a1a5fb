/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "rvt_encode.h"

#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "rvt/ntrace_encode.h"
#include "rvt/rvti.h"
#include "rvt/sidecar.h"
#include "rvt_counts.h"
#include "rvt_tool.h"

struct encode {
  const struct encode_options *o;
  struct encode_setup setup;
  const struct rvt_rvti_info *info;
  struct rvt_player player;
  struct rvt_ntrace_encode encoder;
  struct rvt_tool_output out, pcs, side;
  struct rvt_counts counts;
  uint64_t instructions, traps, blocks, clocks; /* traced, the clocks excepted */
  bool progress;
  time_t told;
};

static volatile sig_atomic_t interrupted;
static void on_signal(int number) { interrupted = number; }

static void tell_progress(struct encode *x) {
  const time_t now = time(NULL);
  if (now == x->told) return;
  x->told = now;
  const uint64_t all = x->info->instructions == 0 ? 1 : x->info->instructions;
  fprintf(stderr, "\r%s: %3" PRIu64 " %%", x->o->input, 100 * x->player.insn / all);
}

static void put_pcs(struct encode *x, const struct rvt_player_group *g) {
  for (unsigned i = 0; i < g->insns; i++) fprintf(x->pcs.file, "0x%" PRIx64 "\n", g->insn[i].pc);
}

/* Trace is on and the hart is where something can be traced (D-02). */
static bool traced(const struct encode *x, const struct rvt_ingress *in) {
  const struct rvt_ntrace_params *p = &x->setup.params;
  return rvt_ntrace_on_now(p, &x->setup.config, in) && !rvt_ntrace_away(p, in) &&
         !(p->events && in->hart_reset);
}

static void tell_groups(struct encode *x, const struct rvt_player_clock *told) {
  for (unsigned i = 0; i < told->groups; i++) {
    const struct rvt_player_group *g = &told->group[i];
    x->blocks++;
    x->instructions += g->insns;
    x->traps += g->itype == RVT_IT_EXCEPTION || g->itype == RVT_IT_INTERRUPT;
    if (x->pcs.file != NULL) put_pcs(x, g);
  }
}

static void encode_clock(struct encode *x, const struct rvt_ingress *in) {
  struct rvt_ntrace_config *c = &x->setup.config;
  const struct rvt_ntrace_format format = {.src_bits = c->src_bits, .ts = c->ts_en};
  struct rvt_ntrace_msg msgs[RVT_ENCODE_MSGS_MAX];
  size_t count = 0;
  rvt_ntrace_encode_push_msgs(&x->encoder, c, in, RVT_LOSS_NONE, msgs, &count);
  for (size_t i = 0; i < count; i++) {
    uint8_t bytes[RVT_MSG_BYTES_MAX];
    size_t size = 0;
    if (rvt_ntrace_msg_write(&format, &msgs[i], bytes, &size) != RVT_OK) abort();
    fwrite(bytes, 1, size, x->out.file);
    rvt_count(&x->counts, msgs[i].tcode, size);
  }
  c->tracing = rvt_ntrace_tracing_next(&x->setup.params, c, in);
}

/* The text of a failure: what reading the recording says names the file already. */
static void complain_player(const struct encode *x, const struct rvt_error *e) {
  const enum rvt_status source = x->player.source_status;
  if (source != RVT_OK && source != RVT_END)
    rvt_complain("%s", e->text);
  else
    rvt_complain("%s: %s", x->o->input, e->text);
}

/* All clocks of the hart, and one in which trace is disabled. Complains on failure. */
static bool play(struct encode *x) {
  enum { PROGRESS_CLOCKS = 1 << 16 };
  struct rvt_player_clock told;
  struct rvt_ingress in;
  struct rvt_error e = {""};
  enum rvt_status status = RVT_OK;
  while (status == RVT_OK && interrupted == 0) {
    status = rvt_player_tick(&x->player, false, &in, &told, &e);
    if (status != RVT_OK) break;
    if (traced(x, &in)) tell_groups(x, &told);
    encode_clock(x, &in);
    if (++x->clocks % PROGRESS_CLOCKS == 0 && x->progress) tell_progress(x);
  }
  if (x->progress) fputs("\r\033[K", stderr);
  if (interrupted != 0) {
    rvt_complain("rvt encode: expected the end of %s, found signal %d", x->o->input,
                 (int)interrupted);
    return false;
  }
  if (status != RVT_END) {
    complain_player(x, &e);
    return false;
  }
  x->setup.config.enable = false;
  in.trigger = in.ext_trigger = 0;
  encode_clock(x, &in);
  return true;
}

static struct rvt_sidecar make_sidecar(const struct encode *x) {
  const struct rvt_ntrace_config *c = &x->setup.config;
  static const uint8_t unknown[32];
  struct rvt_sidecar s = {.xlen = x->info->xlen,
                          .mode = c->mode,
                          .format = {.src_bits = c->src_bits, .ts = c->ts_en},
                          .has_src_id = c->src_bits != 0,
                          .src_id = c->src_id,
                          .ts_width = c->ts_en ? x->setup.params.ts_width : 0,
                          .implicit_return = c->ir_en ? c->ir_mode : 0,
                          .sequential_jump = c->seq_en,
                          .stack_depth = c->ir_en ? x->setup.params.stack_depth : 0};
  struct rvt_isa isa;
  if (rvt_isa_parse(x->info->isa, &isa) == RVT_OK && isa.xlen == s.xlen)
    snprintf(s.isa, sizeof s.isa, "%s", x->info->isa);
  if (memcmp(x->info->elf_sha256, unknown, sizeof unknown) == 0) return s;
  s.elfs = 1;
  for (size_t i = 0; i < sizeof unknown; i++)
    snprintf(s.elf[0].sha256 + 2 * i, 3, "%02x", x->info->elf_sha256[i]);
  return s;
}

static bool open_outputs(struct encode *x, const char *side) {
  if (!rvt_output_open(&x->out, x->o->output)) return false;
  if (x->out.target != NULL && !rvt_output_open(&x->side, side)) return false;
  return x->o->pcs == NULL || rvt_output_open(&x->pcs, x->o->pcs);
}

static bool commit_outputs(struct encode *x) {
  const struct rvt_sidecar s = make_sidecar(x);
  if (x->side.file != NULL) {
    const char *path = x->side.temporary != NULL ? x->side.temporary : x->side.name;
    if (rvt_sidecar_write(path, &s) != RVT_OK) {
      rvt_complain("%s: expected to write it, found an error", x->side.name);
      return false;
    }
  }
  return (x->pcs.file == NULL || rvt_output_commit(&x->pcs)) &&
         (x->side.file == NULL || rvt_output_commit(&x->side)) && rvt_output_commit(&x->out);
}

static void tell_counts(const struct encode *x) {
  const double bits = rvt_bits_per_instr(x->counts.bytes, x->instructions);
  if (!x->o->json) {
    fprintf(stderr,
            "%s: %" PRIu64 " instructions, %" PRIu64 " messages, %" PRIu64 " bytes, "
            "%.3f bit/instr\n",
            x->out.name, x->instructions, x->counts.messages, x->counts.bytes, bits);
    return;
  }
  json_t *object =
      json_pack("{s:I, s:I, s:I, s:I, s:I, s:I, s:f}", "instructions", (json_int_t)x->instructions,
                "traps", (json_int_t)x->traps, "blocks", (json_int_t)x->blocks, "clocks",
                (json_int_t)x->clocks, "messages", (json_int_t)x->counts.messages, "bytes",
                (json_int_t)x->counts.bytes, "bits_per_instr", bits);
  json_object_set_new(object, "by_message", rvt_counts_json(&x->counts));
  rvt_json_print(object, stdout);
}

/* Player and encoder of this recording. Complains on failure. */
static bool make_units(struct encode *x, struct rvt_rvti_reader *reader) {
  struct rvt_error e = {""};
  const struct rvt_step_source source = {rvt_step_rvti_next, reader};
  enum rvt_status status = encode_make_setup(x->o, x->info->xlen, &x->setup, &e);
  if (status == RVT_OK) status = rvt_player_init(&x->player, &x->setup.player, &source, &e);
  if (status == RVT_OK) status = rvt_ntrace_encode_init(&x->encoder, &x->setup.params, &e);
  if (status != RVT_OK) rvt_complain("%s: %s", x->o->input, e.text);
  return status == RVT_OK;
}

static bool encode_file(struct encode *x) {
  struct rvt_rvti_reader *reader = NULL;
  struct rvt_error e = {""};
  if (rvt_rvti_reader_open(&reader, x->o->input, &e) != RVT_OK) {
    rvt_complain("%s", e.text);
    return false;
  }
  x->info = rvt_rvti_get_info(reader);
  char *side = rvt_sidecar_name(x->o->output);
  const bool good = make_units(x, reader) && open_outputs(x, side) && play(x) && commit_outputs(x);
  if (good) tell_counts(x);
  rvt_output_abort(&x->out);
  rvt_output_abort(&x->side);
  rvt_output_abort(&x->pcs);
  free(side);
  rvt_rvti_reader_close(reader);
  return good;
}

int rvt_encode(int argc, char **argv) {
  struct encode_options o;
  encode_parse(argc, argv, &o);
  struct encode *x = calloc(1, sizeof *x);
  if (x == NULL) abort();
  x->o = &o;
  x->progress = isatty(STDERR_FILENO) != 0;
  struct sigaction action = {.sa_handler = on_signal};
  sigaction(SIGINT, &action, NULL);
  sigaction(SIGTERM, &action, NULL);
  const bool good = encode_file(x);
  free(x);
  return good && fflush(stdout) == 0 ? RVT_EXIT_OK : RVT_EXIT_BAD;
}
