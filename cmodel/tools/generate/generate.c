/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "rvt/number.h"
#include "rvt/rvti.h"
#include "stimulus/progen.h"
#include "tools/shared/tool.h"

static const char doc[] =
    "Make a random program and a walk through it: OUT.elf and OUT.rvti.\v"
    "The same options make the same files. --set NAME=VALUE changes how often something occurs, "
    "--list shows the names; --counts tells what the walk met. Triggers, hart resets, low power, "
    "nested "
    "traps and broken pairs of LUI or AUIPC and JALR have p_ names and do not occur by default; "
    "returns=1 and returns=2 suit a tracer that infers returns by counting or by low address "
    "bits.\n\n"
    "Example:\n"
    "  $ rvt generate --seed 7 --xlen 32 --instructions 1000 -o prog\n"
    "  $ rvt convert prog.rvti - | head -n 2";

struct options {
  struct rvt_progen_params params;
  const char *output;
  bool counts;
};

enum {
  KEY_SEED = 256,
  KEY_XLEN,
  KEY_SET,
  KEY_LIST,
  KEY_COUNTS,
  CHUNK = 4096,
  DEFAULT_LENGTH = 100000
};

static const struct argp_option options[] = {
    {"seed", KEY_SEED, "N", 0, "seed of the random numbers (default 1)", 0},
    {"xlen", KEY_XLEN, "BITS", 0, "32 or 64 (default)", 0},
    {"instructions", 'n', "N", 0, "length of the walk (default 100000)", 0},
    {"output", 'o', "OUT", 0, "names of the files without their ends", 0},
    {"set", KEY_SET, "NAME=VALUE", 0, "change a parameter", 0},
    {"list", KEY_LIST, NULL, 0, "list the parameters", 0},
    {"counts", KEY_COUNTS, NULL, 0, "print what the walk met", 0},
    {0}};

static uint64_t number(struct argp_state *state, const char *name, const char *text,
                       uint64_t most) {
  uint64_t value = 0;
  if (!rvt_number(text, strlen(text), most, &value))
    argp_error(state, "%s: expected a number up to %" PRIu64 ", found '%s'%s", name, most, text,
               rvt_number_hint(text));
  return value;
}

static void set(struct argp_state *state, struct rvt_progen_params *params, const char *text) {
  char name[64];
  struct rvt_error e = {""};
  const char *equals = strchr(text, '=');
  if (equals == NULL || (size_t)(equals - text) >= sizeof name) {
    argp_error(state, "--set: expected NAME=VALUE, found '%s'", text);
    return;
  }
  memcpy(name, text, (size_t)(equals - text));
  name[equals - text] = 0;
  const uint32_t value = (uint32_t)number(state, name, equals + 1, UINT32_MAX);
  if (rvt_progen_params_set(params, name, value, &e) != RVT_OK)
    argp_error(state, "--set: %s (see --list)", e.text);
}

static void list(void) {
  printf("%-18s %10s %10s %10s\n", "name", "default", "least", "most");
#define ROW_OF(name, preset, least, most, text)                                                    \
  printf("%-18s %10d %10d %10d  %s\n", #name, preset, least, most, text);
  RVT_PROGEN_PARAM_LIST(ROW_OF)
#undef ROW_OF
}

static error_t parse_option(int key, char *arg, struct argp_state *state) {
  struct options *o = state->input;
  switch (key) {
  case KEY_SEED: o->params.seed = number(state, "--seed", arg, UINT64_MAX); return 0;
  case KEY_XLEN: o->params.xlen = (uint32_t)number(state, "--xlen", arg, 64); return 0;
  case 'n':
    o->params.instructions = number(state, "--instructions", arg, UINT64_MAX);
    if (o->params.instructions == 0)
      argp_error(state, "--instructions: expected at least 1, found 0");
    return 0;
  case 'o': o->output = arg; return 0;
  case KEY_SET: set(state, &o->params, arg); return 0;
  case KEY_LIST: list(); exit(rvt_stdout_flush() ? RVT_EXIT_OK : RVT_EXIT_BAD);
  case KEY_COUNTS: o->counts = true; return 0;
  case ARGP_KEY_ARG: argp_error(state, "expected options only, found '%s'", arg); return 0;
  case ARGP_KEY_END:
    if (o->output == NULL) argp_error(state, "expected -o OUT");
    return 0;
  default: return ARGP_ERR_UNKNOWN;
  }
}

static const struct argp argp = {options, parse_option, NULL, doc, NULL, NULL, NULL};

static bool write_elf(const struct rvt_progen *g, const struct rvt_tool_output *out) {
  struct rvt_error e = {""};
  if (rvt_progen_write_elf(g, fileno(out->file), &e) == RVT_OK) return true;
  rvt_complain("%s: %s", out->name, e.text);
  return false;
}

static enum rvt_status write_steps(struct rvt_progen *g, struct rvt_rvti_writer *w,
                                   struct rvt_error *e) {
  static struct rvt_step steps[CHUNK];
  size_t count;
  enum rvt_status status;
  while ((status = rvt_progen_fill(g, steps, CHUNK, &count)) == RVT_OK) {
    status = rvt_rvti_write(w, steps, count, e);
    if (status != RVT_OK) return status;
  }
  return status == RVT_END ? RVT_OK : status;
}

static bool write_rvti(struct rvt_progen *g, const struct options *o,
                       const struct rvt_tool_output *elf, const struct rvt_tool_output *out) {
  struct rvt_rvti_info info = {.xlen = (uint8_t)o->params.xlen, .words = true};
  struct rvt_rvti_writer *w = NULL;
  struct rvt_error e = {""};
  snprintf(info.isa, sizeof info.isa, "%s", rvt_progen_isa(g));
  const char *name = elf->temporary != NULL ? elf->temporary : elf->name;
  enum rvt_status status = rvt_rvti_hash_file(name, info.elf_sha256, &e);
  (void)!rvt_image_hash_loaded(name, info.loaded_sha256, NULL);
  if (status == RVT_OK) status = rvt_rvti_writer_open_on(&w, out->file, out->name, &info, &e);
  if (status == RVT_OK) status = write_steps(g, w, &e);
  if (status == RVT_OK)
    status = rvt_rvti_writer_close(w, &e);
  else
    rvt_rvti_writer_abort(w);
  if (status != RVT_OK) rvt_complain("%s", e.text);
  return status == RVT_OK;
}

static void print_counts(const struct rvt_progen *g) {
  for (unsigned i = 0; i < RVT_PROGEN_COUNTS; i++)
    printf("%12" PRIu64 "  %s\n", rvt_progen_counts(g)[i],
           rvt_progen_count_text((enum rvt_progen_count_id)i));
}

int rvt_generate(int argc, char **argv) {
  struct options o = {0};
  rvt_progen_params_init(&o.params, 64, 1);
  o.params.instructions = DEFAULT_LENGTH;
  rvt_parse_args(&argp, argc, argv, &o);
  struct rvt_progen *g = NULL;
  struct rvt_error e = {""};
  char *elf_name = NULL, *rvti_name = NULL;
  struct rvt_tool_output elf = {0}, rvti = {0};
  bool good = rvt_progen_open(&g, &o.params, &e) == RVT_OK;
  if (!good) rvt_complain("%s", e.text);
  good = good && asprintf(&elf_name, "%s.elf", o.output) >= 0 &&
         asprintf(&rvti_name, "%s.rvti", o.output) >= 0;
  good = good && rvt_output_open(&elf, elf_name) && rvt_output_open(&rvti, rvti_name);
  good = good && write_elf(g, &elf) && write_rvti(g, &o, &elf, &rvti);
  good = good && rvt_outputs_commit((struct rvt_tool_output *[]){&elf, &rvti}, 2);
  if (good && o.counts) print_counts(g);
  rvt_output_abort(&elf);
  rvt_output_abort(&rvti);
  free(elf_name);
  free(rvti_name);
  rvt_progen_close(g);
  return good && rvt_stdout_flush() ? RVT_EXIT_OK : RVT_EXIT_BAD;
}
