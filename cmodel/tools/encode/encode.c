/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "encode.h"

#include <inttypes.h>
#include <libgen.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "rvt/framing.h"
#include "rvt/rvti.h"
#include "rvt/sidecar.h"
#include "rvt/unit/encode.h"
#include "tools/shared/tool.h"

/* Blocks that are encoded at once, and bytes that are written at once. */
enum { BLOCKS = 256, BYTES = 1 << 16 };

struct encode {
  const struct encode_options *o;
  struct encode_setup setup;
  const struct rvt_rvti_info *info;
  struct rvt_player player;
  struct rvt_encode encoder;
  char *elf; /* the program; NULL: not known */
  uint8_t elf_sha256[32], loaded_sha256[32];
  struct rvt_tool_output out, pcs, side;
  struct rvt_tool_pcs list; /* into `pcs` */
  struct rvt_block block[BLOCKS];
  uint64_t time[BLOCKS];
  size_t held; /* of these */
  uint8_t bytes[BYTES];
  size_t used; /* of these */
  struct rvt_counts counts;
  struct rvt_etrace_format etrace;              /* if it is the format */
  uint64_t instructions, traps, blocks, clocks; /* traced, the clocks excepted */
  bool progress;
  time_t told;
};

static void tell_progress(struct encode *x) {
  const time_t now = time(NULL);
  if (now == x->told) return;
  x->told = now;
  const uint64_t all = x->info->instructions == 0 ? 1 : x->info->instructions;
  fprintf(stderr, "\r%s: %3" PRIu64 " %%", x->o->input, 100 * x->player.insn / all);
}

static void put_pcs(struct encode *x, const struct rvt_player_slot *g) {
  for (unsigned i = 0; i < g->insns; i++) rvt_pcs_put(&x->list, -1, &g->insn[i].pc, 1);
}

/* Trace is on and the hart is where something can be traced (D-02). */
static bool traced(const struct encode *x, const struct rvt_ingress *in) {
  const struct rvt_params *p = &x->setup.params;
  return rvt_ingress_on_now(p, &x->setup.config, in) && !rvt_ingress_away(in) && !in->hart_reset;
}

static void tell_slots(struct encode *x, const struct rvt_player_clock *told) {
  for (unsigned i = 0; i < told->slots; i++) {
    const struct rvt_player_slot *g = &told->slot[i];
    x->blocks++;
    x->instructions += g->insns;
    x->traps += g->itype == RVT_IT_EXCEPTION || g->itype == RVT_IT_INTERRUPT;
    if (x->pcs.file != NULL) put_pcs(x, g);
  }
}

static void count_messages(struct encode *x) {
  const struct rvt_framing *framing = rvt_framing_of(x->setup.params.framing);
  uint32_t place = 0;
  for (size_t i = 0, begin = 0; i < x->used; i++) {
    if (!framing->ends(&place, x->bytes[i])) continue;
    rvt_count(&x->counts, x->bytes[begin] >> 2, i + 1 - begin);
    begin = i + 1;
  }
}

static void count_packets(struct encode *x) {
  struct rvt_bytes bytes = {.data = x->bytes, .size = x->used};
  struct rvt_etrace_nulls nulls = {.any = false};
  struct rvt_etrace_packet packet;
  size_t begin = 0;
  while (rvt_etrace_packet_read(&x->etrace, &bytes, &nulls, &packet, NULL) == RVT_OK) {
    rvt_count(&x->counts, packet.kind, bytes.pos - begin);
    begin = bytes.pos;
  }
}

/* Whole messages: count them, write them. */
static void put_bytes(struct encode *x) {
  if (x->setup.params.format == RVT_PROTOCOL_NTRACE)
    count_messages(x);
  else
    count_packets(x);
  fwrite(x->bytes, 1, x->used, x->out.file);
  x->used = 0;
}

/* Room for what is made next. */
static struct rvt_encode_bytes room(struct encode *x) {
  if (BYTES - x->used < RVT_ENCODE_BYTES_MAX) put_bytes(x);
  return (struct rvt_encode_bytes){.data = x->bytes, .size = BYTES, .used = x->used};
}

static void encode_held(struct encode *x) {
  if (x->progress) tell_progress(x);
  for (size_t at = 0, done = 0; at < x->held; at += done) {
    struct rvt_encode_bytes out = room(x);
    /* NEED_MORE: there is room again */
    (void)!rvt_encode_blocks(&x->encoder, &x->setup.config, x->block + at, x->time + at,
                             x->held - at, &done, &out);
    x->used = out.used;
  }
  x->held = 0;
}

static void encode_clock(struct encode *x, const struct rvt_ingress *in) {
  struct rvt_config *c = &x->setup.config;
  encode_held(x);
  struct rvt_encode_bytes out = room(x);
  if (rvt_encode_push(&x->encoder, c, in, RVT_LOSS_NONE, &out) != RVT_OK) abort();
  x->used = out.used;
  c->tracing = rvt_ingress_tracing_next(&x->setup.params, c, in);
}

/* Nothing but blocks, if anything; and the next clock, too, may be left out if it has none. Packets
 * of E-Trace say cause and privilege always. */
static bool is_plain(const struct encode *x, const struct rvt_ingress *in) {
  const bool etrace = x->setup.params.format == RVT_PROTOCOL_ETRACE;
  const uint8_t itype = in->block[0].itype;
  if (etrace && (itype == RVT_IT_EXCEPTION || itype == RVT_IT_INTERRUPT)) return false;
  return in->trigger == 0 && in->ext_trigger == 0 && !in->hart_reset && !rvt_ingress_away(in) &&
         ((x->setup.params.context == 0 && !etrace) ||
          (in->ctype == 0 && in->priv == x->encoder.port_priv &&
           in->context == x->encoder.port_context));
}

static void hold_block(struct encode *x, const struct rvt_ingress *in) {
  if (x->held == BLOCKS) encode_held(x);
  x->block[x->held] = in->block[0];
  x->time[x->held++] = in->time;
}

/* The text of a failure: what reading the recording says names the file already. */
static void complain_player(const struct encode *x, const struct rvt_error *e) {
  const enum rvt_status source = x->player.source_status;
  if (source != RVT_OK && source != RVT_END)
    rvt_complain("%s", e->text);
  else
    rvt_complain("%s: %s", x->o->input, e->text);
}

/* After a plain clock: the blocks that follow, as far as nothing but blocks does. */
static void hold_blocks(struct encode *x, bool on) {
  const uint64_t before = x->player.insns_told;
  size_t count;
  do {
    if (x->held == BLOCKS) encode_held(x);
    count = rvt_player_blocks(&x->player, x->block + x->held, x->time + x->held, BLOCKS - x->held);
    x->held += count;
    if (on) x->blocks += count;
  } while (count != 0);
  if (on) x->instructions += x->player.insns_told - before;
}

/* Whether the context of this clock fits the encoder's. Complains if it does not. */
static bool fits_context(const struct encode *x, const struct rvt_ingress *in,
                         struct rvt_rvti_reader *reader) {
  const struct rvt_params *p = &x->setup.params;
  struct rvt_error e = {""};
  if (p->context < 2 || in->context >> p->context_width == 0 ||
      rvt_rvti_check_context(reader, p->context_width, "--context-width", &e) == RVT_OK)
    return true;
  rvt_complain("%s", e.text);
  return false;
}

/* All clocks of the hart, and one in which trace is disabled. Complains on failure. */
static bool play(struct encode *x, struct rvt_rvti_reader *reader) {
  struct rvt_player_clock told;
  struct rvt_ingress in;
  struct rvt_error e = {""};
  enum rvt_status status;
  while ((status = rvt_player_tick(&x->player, false, &in, &told, &e)) == RVT_OK) {
    if (!fits_context(x, &in, reader)) return false;
    const bool on = traced(x, &in);
    if (on) tell_slots(x, &told);
    const bool plain = is_plain(x, &in);
    if (plain && told.slots == 1)
      hold_block(x, &in);
    else
      encode_clock(x, &in);
    if (!plain) continue;
    if (x->pcs.file == NULL) hold_blocks(x, on);
    (void)rvt_player_skip(&x->player); /* the player counts the clocks itself */
  }
  x->clocks = x->player.clock - 1; /* without the one that said so */
  if (x->progress) fputs("\r\033[K", stderr);
  if (status != RVT_END) {
    complain_player(x, &e);
    return false;
  }
  encode_held(x);
  x->setup.config.enable = false;
  in.trigger = in.ext_trigger = 0;
  encode_clock(x, &in);
  put_bytes(x);
  rvt_pcs_end(&x->list);
  return true;
}

static const uint8_t unknown[32];

/* A recording that does not know its program's hash takes any. */
static bool is_program(struct encode *x, const char *path, struct rvt_error *e) {
  uint8_t found[32], loaded[32] = {0};
  if (rvt_rvti_hash_file(path, found, e) != RVT_OK) return false;
  if (rvt_image_hash_loaded(path, loaded, e) != RVT_OK) memset(loaded, 0, sizeof loaded);
  if (memcmp(x->elf_sha256, unknown, sizeof unknown) == 0 ||
      memcmp(x->elf_sha256, found, sizeof found) == 0 ||
      (memcmp(loaded, unknown, sizeof unknown) != 0 &&
       memcmp(x->loaded_sha256, loaded, sizeof loaded) == 0)) {
    memcpy(x->elf_sha256, found, sizeof found);
    memcpy(x->loaded_sha256, loaded, sizeof loaded);
    return true;
  }
  (void)!rvt_error_set(e, RVT_ERR_MISMATCH,
                       "%s: expected the program that %s was recorded from, found another SHA-256, "
                       "of what it loads, too",
                       path, x->o->input);
  return false;
}

/* The program: --elf, or the file beside the recording if it is the one that was recorded. */
static bool find_program(struct encode *x) {
  struct rvt_error e = {""};
  memcpy(x->elf_sha256, x->info->elf_sha256, sizeof x->elf_sha256);
  memcpy(x->loaded_sha256, x->info->loaded_sha256, sizeof x->loaded_sha256);
  if (x->o->elf != NULL) {
    x->elf = rvt_need_memory(strdup(x->o->elf));
    if (is_program(x, x->elf, &e)) {
      rvt_input_claim(x->elf);
      return true;
    }
    rvt_complain("%s", e.text);
    return false;
  }
  size_t size = strlen(x->o->input);
  if (size > 5 && strcmp(x->o->input + size - 5, ".rvti") == 0) size -= 5;
  if (asprintf(&x->elf, "%.*s.elf", (int)size, x->o->input) < 0) rvt_need_memory(NULL);
  if (memcmp(x->elf_sha256, unknown, sizeof unknown) != 0 && is_program(x, x->elf, &e)) {
    rvt_input_claim(x->elf);
    return true;
  }
  free(x->elf);
  x->elf = NULL;
  return true;
}

/* The path of the program, as the side-car's folder sees it; absolute if they share none but /. */
static void put_path(const char *elf, const char *side, char *path, size_t room) {
  char *copy = strdup(side);
  char *to = realpath(elf, NULL), *from = copy != NULL ? realpath(dirname(copy), NULL) : NULL;
  free(copy);
  path[0] = '\0';
  if (to != NULL && from != NULL) {
    size_t shared = 0, same = 0; /* `shared` ends after a / */
    while (from[same] != '\0' && from[same] == to[same])
      if (to[same++] == '/') shared = same;
    if (from[same] == '\0' && to[same] == '/') shared = same + 1;
    char up[RVT_SIDECAR_PATH] = "";
    size_t used = 0;
    const char *rest = shared > strlen(from) ? "" : from + shared;
    while (shared > 1 && *rest != '\0' && used + 3 < sizeof up) {
      used += (size_t)snprintf(up + used, sizeof up - used, "../");
      rest += strcspn(rest, "/");
      rest += *rest == '/';
    }
    const int size = snprintf(path, room, "%s%s", up, shared > 1 ? to + shared : to);
    if (size < 0 || (size_t)size >= room) path[0] = '\0';
  }
  free(from);
  free(to);
  json_t *text = json_string(path); /* NULL: no UTF-8 */
  if (text == NULL) path[0] = '\0';
  json_decref(text);
}

static struct rvt_sidecar make_sidecar(const struct encode *x) {
  const struct rvt_config *c = &x->setup.config;
  struct rvt_sidecar s = {.protocol = (enum rvt_protocol)x->setup.params.format,
                          .xlen = x->info->xlen,
                          .ntrace = {.format = {.src_bits = c->src_bits, .ts = c->ts_en},
                                     .mode = c->mode,
                                     .all_jumps = c->all_jumps,
                                     .extend_addr = c->extend_addr},
                          .has_src_id = c->src_bits != 0,
                          .src_id = c->src_id,
                          .ts_width = c->ts_en ? x->setup.params.ts_width : 0,
                          .implicit_return = c->ir_en ? c->ir_mode : 0,
                          .sequential_jump = c->seq_en,
                          .stack_depth = c->ir_en ? x->setup.params.stack_depth : 0};
  if (s.protocol == RVT_PROTOCOL_ETRACE) {
    s.etrace.format = x->etrace;
    s.etrace.full_address = c->no_addr_diff;
    s.stack_depth = x->setup.params.stack_depth; /* the width of irdepth follows it */
  }
  struct rvt_isa isa;
  if (rvt_isa_parse(x->info->isa, &isa) == RVT_OK && isa.xlen == s.xlen)
    snprintf(s.isa, sizeof s.isa, "%s", x->info->isa);
  if (memcmp(x->elf_sha256, unknown, sizeof unknown) == 0) return s;
  s.elfs = 1;
  for (size_t i = 0; i < sizeof unknown; i++)
    snprintf(s.elf[0].sha256 + 2 * i, 3, "%02x", x->elf_sha256[i]);
  for (size_t i = 0; i < sizeof unknown && memcmp(x->loaded_sha256, unknown, sizeof unknown) != 0;
       i++)
    snprintf(s.elf[0].loaded_sha256 + 2 * i, 3, "%02x", x->loaded_sha256[i]);
  if (x->elf != NULL) put_path(x->elf, x->side.name, s.elf[0].path, sizeof s.elf[0].path);
  return s;
}

static bool open_outputs(struct encode *x, const char *side) {
  if (!rvt_output_open(&x->out, x->o->output)) return false;
  if (x->out.target != NULL && !rvt_output_open(&x->side, side)) return false;
  if (x->o->pcs == NULL) return true;
  if (!rvt_output_open(&x->pcs, x->o->pcs)) return false;
  rvt_pcs_begin(&x->list, x->pcs.file);
  return true;
}

static bool commit_outputs(struct encode *x) {
  if (x->side.file != NULL) {
    const struct rvt_sidecar s = make_sidecar(x);
    if (!rvt_sidecar_put(&x->side, &s)) return false;
  }
  return rvt_outputs_commit((struct rvt_tool_output *[]){&x->out, &x->side, &x->pcs}, 3);
}

static void tell_counts(const struct encode *x) {
  const double bits = rvt_bits_per_instr(x->counts.bytes, x->instructions);
  if (!x->o->json) {
    fprintf(stderr,
            "%s: %" PRIu64 " instructions, %" PRIu64 " %s, %" PRIu64 " bytes, "
            "%.3f bit/instr\n",
            x->o->named != NULL ? x->o->named : x->out.name, x->instructions, x->counts.messages,
            x->counts.protocol == RVT_PROTOCOL_NTRACE ? "messages" : "packets", x->counts.bytes,
            bits);
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
  if (status == RVT_OK) status = rvt_encode_init(&x->encoder, &x->setup.params, &e);
  if (status == RVT_OK) return true;
  if (status != RVT_ERR_ARG) {
    rvt_complain("%s: %s", x->o->input, e.text);
    return false;
  }
  encode_name_option(&e);
  rvt_complain("%s", e.text);
  return false;
}

static bool encode_file(struct encode *x) {
  struct rvt_rvti_reader *reader = NULL;
  struct rvt_error e = {""};
  if (!rvt_file_is_recording(x->o->input)) return false;
  if (rvt_rvti_reader_open(&reader, x->o->input, &e) != RVT_OK) {
    rvt_complain("%s", e.text);
    return false;
  }
  x->info = rvt_rvti_get_info(reader);
  rvt_input_claim(x->o->input);
  char *side = rvt_sidecar_name(x->o->output);
  bool good = find_program(x) && make_units(x, reader) && open_outputs(x, side);
  if (good) {
    x->counts.protocol = (enum rvt_protocol)x->setup.params.format;
    x->etrace = rvt_etrace_format_of(&x->setup.params, &x->setup.config);
    good = play(x, reader) && commit_outputs(x);
  }
  if (good) tell_counts(x);
  rvt_output_abort(&x->out);
  rvt_output_abort(&x->side);
  rvt_output_abort(&x->pcs);
  free(side);
  free(x->elf);
  rvt_rvti_reader_close(reader);
  return good;
}

int rvt_encode(int argc, char **argv) {
  struct encode_options o;
  encode_parse(argc, argv, &o);
  struct encode *x = rvt_need_memory(calloc(1, sizeof *x));
  x->o = &o;
  x->progress = isatty(STDERR_FILENO) != 0;
  const bool good = encode_file(x);
  free(x);
  return good && rvt_stdout_flush() ? RVT_EXIT_OK : RVT_EXIT_BAD;
}
