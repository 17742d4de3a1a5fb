/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "rvt/number.h"
#include "rvt/rvti.h"
#include "stimulus/import.h"
#include "stream.h"
#include "tools/shared/tool.h"

static const char doc[] =
    "Make a recorded program (.rvti) of a list of PCs, of a log of `spike -l` or `spike "
    "--log-commits`, or of QEMU.\v"
    "LOG has an address in hexadecimal at the beginning of each line, or the lines of Spike or "
    "QEMU; - is standard input. What stands before the program is skipped. Instructions come from "
    "the "
    "program, so that the list needs nothing but the addresses, in order, of what retired; an "
    "ECALL or "
    "EBREAK in it, or left out of it, is an exception. A list does not name other traps: --traps "
    "takes a step to where "
    "the instruction before it cannot go for an interrupt. Neither tells privileges. `rvt record "
    "--log` reads a log of `spike -l --log-commits`, which tells more.\n\n"
    "A log of QEMU (10.0) is of `-d exec,nochain,int` with an instruction in each block; it tells "
    "traps and privileges, V too, but has no words of instructions.\n\n"
    "With --core LOG is a tandem verification trace of that core (docs/units/tandem.md).\n\n"
    "Example:\n"
    "  $ spike -l --log=log --isa=rv32imac_zicsr PROGRAM.elf\n"
    "  $ rvt import --elf PROGRAM.elf log -o PROGRAM.rvti\n"
    "  PROGRAM.rvti: 405003 instructions, 0 traps\n"
    "  $ qemu-system-riscv64 -accel tcg,one-insn-per-tb=on -d exec,nochain,int -D log ...";

enum { OPT_ELF = 0x200, OPT_CLASSES, OPT_ISA, OPT_TRAPS, OPT_LIMIT, OPT_CORE };

struct options {
  const char *input, *output, *isa, *classes, *core;
  const char *elf[RVT_SIDECAR_ELFS];
  size_t elfs;
  struct rvt_import_config config;
};

struct import {
  const struct options *o;
  struct rvt_image *image;
  struct rvt_import import;
  struct rvt_tool_output out;
  struct rvt_tool_steps steps;
  struct rvt_tandem_core core;
  uint64_t halts; /* of a stream */
  int status;     /* of a failure */
};

static error_t parse_option(int key, char *arg, struct argp_state *state) {
  struct options *o = state->input;
  struct rvt_isa isa;
  switch (key) {
  case 'o': o->output = arg; return 0;
  case OPT_TRAPS: o->config.traps = true; return 0;
  case OPT_CORE: o->core = arg; return 0;
  case OPT_ELF:
    if (o->elfs < RVT_SIDECAR_ELFS) o->elf[o->elfs] = arg;
    o->elfs++;
    return 0;
  case OPT_CLASSES: o->classes = arg; return 0;
  case OPT_ISA:
    if (rvt_isa_parse(arg, &isa) != RVT_OK || strlen(arg) > RVT_RVTI_ISA_MAX)
      argp_error(state, "--isa: expected an ISA that begins with rv32 or rv64, found '%s'", arg);
    o->isa = arg;
    return 0;
  case OPT_LIMIT:
    if (!rvt_number(arg, strlen(arg), UINT64_MAX, &o->config.limit) || o->config.limit == 0)
      argp_error(state, "--limit: expected a number from 1 on, found '%s'%s", arg,
                 rvt_number_hint(arg));
    return 0;
  case ARGP_KEY_ARG:
    if (o->input != NULL) argp_error(state, "expected one LOG, found '%s' too", arg);
    o->input = arg;
    return 0;
  case ARGP_KEY_END:
    if (o->input == NULL) argp_error(state, "expected LOG, found no argument");
    if (o->elfs == 0) argp_error(state, "expected --elf FILE, found none");
    if (o->elfs > RVT_SIDECAR_ELFS)
      argp_error(state, "--elf: expected at most %d files, found %zu", RVT_SIDECAR_ELFS, o->elfs);
    rvt_need_output_file(o->output, state);
    return 0;
  default: return ARGP_ERR_UNKNOWN;
  }
}

static const struct argp_option option_list[] = {
    {"output", 'o', "OUT", 0, "The recording", 0},
    {"elf", OPT_ELF, "FILE", 0, "The program; may be given up to 16 times", 0},
    {"core", OPT_CORE, "CORE", 0, "LOG is a tandem verification trace of this core (TOML)", 0},
    {"isa", OPT_ISA, "ISA", 0,
     "ISA of the hart, as rv32imac_zicsr (default: what the programs say of themselves)", 0},
    {"insn-class", OPT_CLASSES, "FILE", 0, "Custom branches and jumps; `rvt decode --help`", 0},
    {"traps", OPT_TRAPS, NULL, 0, "A list of PCs has interrupts", 0},
    {"limit", OPT_LIMIT, "N", 0, "End the recording after N instructions", 0},
    {0}};
static const struct argp argp = {option_list, parse_option, "LOG", doc, NULL, NULL, NULL};

static bool load_image(struct import *x) {
  struct rvt_isa isa = {.xlen = 0};
  if (x->o->isa != NULL && rvt_isa_parse(x->o->isa, &isa) != RVT_OK) abort();
  if (rvt_image_new(isa.xlen, &x->image) != RVT_OK ||
      (isa.xlen != 0 && rvt_image_set_isa(x->image, &isa) != RVT_OK)) {
    rvt_complain("expected memory, found none left");
    return false;
  }
  struct rvt_error e = {""};
  if (x->o->classes != NULL) rvt_input_claim(x->o->classes);
  if (x->o->classes != NULL && rvt_image_read_classes(x->image, x->o->classes, &e) != RVT_OK) {
    rvt_complain("%s", e.text);
    return false;
  }
  for (size_t i = 0; i < x->o->elfs; i++) {
    struct rvt_error error;
    rvt_input_claim(x->o->elf[i]);
    if (!rvt_file_is(x->o->elf[i], 1U << RVT_FILE_ELF, "an ELF file")) return false;
    if (rvt_image_add_elf(x->image, x->o->elf[i], &error) == RVT_OK) continue;
    rvt_complain("%s: %s", x->o->elf[i], error.text);
    return false;
  }
  return true;
}

static bool open_writer(struct import *x) {
  struct rvt_error e = {""};
  struct rvt_rvti_info info = {.xlen = (uint8_t)rvt_image_xlen(x->image), .words = true};
  if (x->o->isa != NULL) snprintf(info.isa, sizeof info.isa, "%s", x->o->isa);
  struct rvt_import_config config = x->o->config;
  config.image = x->image;
  if (rvt_import_init(&x->import, &config, rvt_steps_take, &x->steps) != RVT_OK) abort();
  if (!rvt_output_open(&x->out, x->o->output)) return false;
  enum rvt_status status = RVT_OK;
  if (x->o->elfs == 1) status = rvt_rvti_hash_file(x->o->elf[0], info.elf_sha256, &e);
  if (x->o->elfs == 1) (void)!rvt_image_hash_loaded(x->o->elf[0], info.loaded_sha256, NULL);
  if (status == RVT_OK)
    status = rvt_rvti_writer_open_on(&x->steps.writer, x->out.file, x->out.name, &info, &e);
  if (status != RVT_OK) rvt_complain("%s", e.text);
  return status == RVT_OK;
}

static bool read_lines(struct import *x, FILE *file, const char *name) {
  struct rvt_error e = {""};
  enum rvt_status status = RVT_OK;
  char *text = NULL;
  size_t room = 0;
  uint64_t number = 0;
  while (status == RVT_OK) {
    ssize_t size = getline(&text, &room, file);
    if (size < 0) break;
    number++;
    if (text[size - 1] == '\n') size--;
    status = rvt_import_line(&x->import, text, (size_t)size, &e);
  }
  const bool failed = status == RVT_OK && !feof(file); /* also for want of memory */
  if (failed) rvt_complain("%s: expected a readable file, found: %s", name, strerror(errno));
  free(text);
  if (failed) return false;
  if (status == RVT_OK) status = rvt_import_finish(&x->import, &e);
  if (status == RVT_OK || status == RVT_END) status = rvt_steps_flush(&x->steps, &e);
  if (status != RVT_OK) rvt_complain("%s:%" PRIu64 ": %s", name, number, e.text);
  return status == RVT_OK;
}

static bool import_lines(struct import *x) {
  const bool standard = strcmp(x->o->input, "-") == 0;
  const char *name = standard ? "<stdin>" : x->o->input;
  if (!rvt_file_is(x->o->input, 1U << RVT_FILE_TEXT, "a list of PCs or a log of Spike or QEMU"))
    return false;
  FILE *file = standard ? stdin : fopen(x->o->input, "r");
  if (file == NULL) {
    rvt_complain("%s: expected a readable file, found: %s", name, strerror(errno));
    return false;
  }
  rvt_input_claim(x->o->input);
  const bool good = open_writer(x) && read_lines(x, file, name);
  if (!standard) fclose(file);
  return good;
}

static bool import_stream(struct import *x) {
  struct rvt_error e = {""};
  if (rvt_tandem_core_read(x->o->core, &x->core, &e) != RVT_OK) {
    rvt_complain("%s", e.text);
    return false;
  }
  rvt_input_claim(x->o->core);
  if (x->core.format.xlen != rvt_image_xlen(x->image)) {
    rvt_complain("%s: expected the XLEN of the program, %u, found %u", x->o->core,
                 rvt_image_xlen(x->image), x->core.format.xlen);
    return false;
  }
  if (!open_writer(x)) return false;
  x->status = rvt_import_stream(&x->import, &x->core, x->o->input, &x->halts);
  if (x->status != RVT_EXIT_OK) return false;
  x->status = RVT_EXIT_BAD;
  if (rvt_steps_flush(&x->steps, &e) == RVT_OK) return true;
  rvt_complain("%s", e.text);
  return false;
}

static bool import(struct import *x) {
  struct rvt_error e = {""};
  if (!(x->o->core != NULL ? import_stream(x) : import_lines(x))) {
    rvt_rvti_writer_abort(x->steps.writer);
    return false;
  }
  if (rvt_rvti_writer_close(x->steps.writer, &e) == RVT_OK) return rvt_output_commit(&x->out);
  rvt_complain("%s", e.text);
  return false;
}

int rvt_import(int argc, char **argv) {
  struct options o = {.input = NULL};
  rvt_parse_args(&argp, argc, argv, &o);
  struct import *x = rvt_need_memory(calloc(1, sizeof *x));
  x->o = &o;
  x->status = RVT_EXIT_BAD;
  const bool good = load_image(x) && import(x);
  if (good)
    fprintf(stderr, "%s: %" PRIu64 " instructions, %" PRIu64 " traps", o.output,
            x->import.instructions, x->import.traps);
  if (good && x->halts != 0)
    fprintf(stderr, "; halts where state comes from outside, as behind a gap: %" PRIu64, x->halts);
  if (good) fputc('\n', stderr);
  const int status = good ? RVT_EXIT_OK : x->status;
  rvt_output_abort(&x->out);
  rvt_image_free(x->image);
  free(x);
  return status;
}
