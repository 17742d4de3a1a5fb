/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "record.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "rvt/number.h"
#include "rvt/rvti.h"
#include "stimulus/record.h"
#include "tools/shared/tool.h"

static const char doc[] =
    "Run a program on the ISA simulator Spike and record its execution (.rvti).\v"
    "PROGRAM.elf starts at its entry in machine mode and ends by storing exit code * 2 + 1 to its "
    "symbol `tohost`; the recording ends with that store. It also ends where the hart can never go "
    "on: a jump to itself or a WFI with no interrupt enabled, a trap handler that traps; and after "
    "--limit, or Ctrl-C (SIGINT). The program has memory where its segments are, up to the next "
    "MiB, and "
    "--mem. Spike is found by --spike, RVT_SPIKE, PATH, or where "
    "`make setup GROUPS=record` puts it. What it and the program print is on standard error, "
    "`spike: ` before each line.\n\n"
    "OUT is complete with status 0 and 1. Status 1: the program did not come to a good end: its "
    "exit code is not 0, it traps for ever, it has `tohost` and stays at a jump to itself or a WFI "
    "instead, Spike executes nothing any more, or a signal ended the recording.\n\n"
    "Example:\n"
    "  $ rvt record PROGRAM.elf -o PROGRAM.rvti\n"
    "  PROGRAM.rvti: 405003 instructions, 0 traps";

enum { OPT_ISA = 0x200, OPT_SPIKE, OPT_LOG, OPT_LIMIT, OPT_MEM, OPT_NAMED, CHUNK = 1 << 18 };
enum { LIMIT_WITHOUT_TOHOST = 10000000, LIMIT = 50000000 };

struct options {
  const char *isa, *program, *output, *spike, *log;
  const char *named; /* what the counts name; NULL: the output */
  uint64_t limit;
  struct rvt_region mem[RVT_REGIONS_MAX];
  size_t mems;
};

struct recording {
  const struct options *o;
  struct rvt_record record;
  struct rvt_tool_output out;
  struct rvt_tool_steps steps;
  bool progress;
  time_t told;
  char buffer[CHUNK];
  size_t held; /* bytes of an incomplete line at the front of the buffer */
};

static volatile sig_atomic_t interrupted;
static void on_signal(int number) { interrupted = number; }

static const char *signal_name(int number) {
  return number == SIGINT ? "Ctrl-C (SIGINT)" : number == SIGTERM ? "SIGTERM" : "SIGHUP";
}

/** The number before `stop`, or of the end if it is 0; `*end` is then there. */
static uint64_t parse_number(struct argp_state *state, const char *text, char stop,
                             const char **end) {
  const size_t size = strcspn(text, (char[]){stop, 0});
  uint64_t value = 0;
  *end = text + size;
  if (**end != stop || !rvt_number(text, size, UINT64_MAX, &value))
    argp_error(state, "expected a number, found '%s'%s", text, rvt_number_hint(text));
  return value;
}

static error_t parse_option(int key, char *arg, struct argp_state *state) {
  struct options *o = state->input;
  const char *end = NULL;
  switch (key) {
  case 'o': o->output = arg; return 0;
  case OPT_ISA: o->isa = arg; return 0;
  case OPT_SPIKE: o->spike = arg; return 0;
  case OPT_LOG: o->log = arg; return 0;
  case OPT_NAMED: o->named = arg; return 0;
  case OPT_LIMIT:
    o->limit = parse_number(state, arg, 0, &end);
    if (o->limit == 0) argp_error(state, "expected a limit of at least 1, found 0");
    return 0;
  case OPT_MEM:
    if (o->mems == RVT_REGIONS_MAX / 2) argp_error(state, "expected at most 8 --mem, found more");
    o->mem[o->mems].base = parse_number(state, arg, ':', &end);
    o->mem[o->mems].size = parse_number(state, end + 1, 0, &end);
    if ((o->mem[o->mems].base | o->mem[o->mems].size) % 4096 != 0 || o->mem[o->mems].size == 0)
      argp_error(state, "expected --mem in units of 4096 bytes, found '%s'", arg);
    o->mems++;
    return 0;
  case ARGP_KEY_ARG:
    if (o->program != NULL) argp_error(state, "expected one PROGRAM.elf, found '%s' too", arg);
    o->program = arg;
    return 0;
  case ARGP_KEY_END:
    if (o->program == NULL) argp_error(state, "expected PROGRAM.elf, found no argument");
    rvt_need_output_file(o->output, state);
    return 0;
  default: return ARGP_ERR_UNKNOWN;
  }
}

static const struct argp_option option_list[] = {
    {"output", 'o', "OUT", 0, "The recording", 0},
    {"isa", OPT_ISA, "ISA", 0,
     "ISA of the hart, as rv32imac_zicsr or rv64gc; with h, as rv64gch, the recording has VU and "
     "VS (default: what the program says of itself, or else rv32gc or rv64gc)",
     0},
    {"limit", OPT_LIMIT, "N", 0,
     "End the recording after N instructions (default of a run: 50000000, 10000000 without "
     "`tohost`)",
     0},
    {"mem", OPT_MEM, "BASE:SIZE", 0, "More memory for the program", 0},
    {"spike", OPT_SPIKE, "FILE", 0, "The simulator", 0},
    {RVT_NAMED, OPT_NAMED, "NAME", OPTION_HIDDEN, "What the counts name, of an output that goes",
     0},
    {"log", OPT_LOG, "FILE", 0,
     "Take this log of `spike -l --log-commits` (- is standard input) instead of running it; one "
     "whose words are not the program's is refused",
     0},
    {0}};
static const struct argp argp = {option_list, parse_option, "PROGRAM.elf", doc, NULL, NULL, NULL};

static void tell_progress(struct recording *rec) {
  time_t now = rec->progress ? time(NULL) : rec->told;
  if (now == rec->told) return;
  rec->told = now;
  fprintf(stderr, "\r%s: %" PRIu64 " instructions", rec->o->program, rec->record.instructions);
}

static void clear_progress(const struct recording *rec) {
  if (rec->progress) fputs("\r\033[K", stderr);
}

/* Read the log to the program's end, or its own. Complains and returns false on failure. */
static bool read_log(struct recording *rec, int fd, struct rvt_simulation *s, const char *name) {
  struct rvt_error e = {""};
  enum rvt_status status = RVT_OK;
  while (status == RVT_OK) {
    char *at = rec->buffer + rec->held;
    const size_t room = CHUNK - rec->held;
    const ssize_t got =
        s != NULL ? rvt_simulation_read(s, at, room, &interrupted) : read(fd, at, room);
    if (s == NULL && interrupted != 0) break;
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) {
      rvt_complain("%s: expected to read the log, found: %s", name, strerror(errno));
      return false;
    }
    if (got == 0 && s != NULL && s->ending) break;
    if (got == 0) {
      status = rvt_record_finish(&rec->record, rec->held, &e);
      break;
    }
    size_t size = rec->held + (size_t)got, used;
    status = rvt_record_feed(&rec->record, rec->buffer, size, &used, &e);
    rec->held = size - used;
    memmove(rec->buffer, rec->buffer + used, rec->held);
    if (status == RVT_OK && rec->held == CHUNK)
      status = rvt_error_set(&e, RVT_ERR_FORMAT, "%" PRIu64 ": expected a line, found %d bytes",
                             rec->record.lines + 1, CHUNK);
    tell_progress(rec);
  }
  clear_progress(rec);
  if (status == RVT_OK && (interrupted != 0 || (s != NULL && s->ending)))
    status = rvt_record_stop(&rec->record, &e);
  if (status == RVT_OK || status == RVT_END) status = rvt_steps_flush(&rec->steps, &e);
  if (status == RVT_OK) return true;
  if (interrupted != 0)
    rvt_complain("%s: %s", signal_name(interrupted), e.text);
  else
    rvt_complain("%s:%s", name, e.text);
  return false;
}

static bool run_spike(struct recording *rec, const struct rvt_program *program) {
  struct rvt_simulation s;
  if (!rvt_simulation_start(&s, rec->o->spike, rec->o->isa, program, rec->o->program)) return false;
  bool good = read_log(rec, s.log, &s, "log of Spike");
  /* Spike looks at tohost now and then only: let it see the end, and what the program has said. */
  if (good && rec->record.end == RVT_RECORD_EXIT && program->has_fromhost)
    rvt_simulation_drain(&s, &interrupted);
  int status = rvt_simulation_end(&s);
  if (rec->record.lines == 0 && !good)
    rvt_complain("%s: expected a run of %s, found exit status %d; see its own words above",
                 rec->o->spike, rec->o->program, WIFEXITED(status) ? WEXITSTATUS(status) : -1);
  return good;
}

static bool read_stored_log(struct recording *rec) {
  bool standard = strcmp(rec->o->log, "-") == 0;
  const char *name = standard ? "<stdin>" : rec->o->log;
  int fd = standard ? STDIN_FILENO : open(rec->o->log, O_RDONLY | O_CLOEXEC);
  if (fd < 0) {
    rvt_complain("%s: expected a readable file, found: %s", name, strerror(errno));
    return false;
  }
  bool good = read_log(rec, fd, NULL, name);
  if (!standard) close(fd);
  return good;
}

static int default_limit(bool has_tohost) { return has_tohost ? LIMIT : LIMIT_WITHOUT_TOHOST; }

/* How the program ended. Says what is not as it should be; false: it came to no good end. */
static bool judge(const struct recording *rec, bool has_tohost) {
  const struct rvt_record *r = &rec->record;
  const char *name = rec->o->program;
  const char *expected = has_tohost ? "expected a store to tohost, " : "";
  switch (r->end) {
  case RVT_RECORD_EXIT:
    if (r->exit_code != 0)
      rvt_complain("%s: expected exit code 0, found %" PRIu64 "; it is recorded to that end", name,
                   r->exit_code);
    return r->exit_code == 0;
  case RVT_RECORD_IDLE:
    rvt_complain("%s: %sfound that the hart stays at 0x%" PRIx64
                 ": no interrupt is enabled to leave it",
                 name, expected, r->end_pc);
    return !has_tohost;
  case RVT_RECORD_TRAPS:
    rvt_complain("%s: expected a trap handler at 0x%" PRIx64
                 ", found that it traps itself; is mtvec set?",
                 name, r->end_pc);
    return false;
  case RVT_RECORD_STOP:
    if (interrupted != 0)
      rvt_complain("%s: expected the program's end, found %s; what was executed is recorded", name,
                   signal_name(interrupted));
    else
      rvt_complain(
          "%s: expected the program's end, found that Spike executes nothing any more: does "
          "the hart wait in WFI?",
          name);
    return false;
  case RVT_RECORD_LIMIT:
    if (rec->o->limit == 0)
      rvt_complain(has_tohost
                       ? "%s: expected a store to tohost, found none within %d instructions, the "
                         "default of --limit; what was executed is recorded"
                       : "%s: no symbol `tohost` and no --limit: ended after %d instructions",
                   name, default_limit(has_tohost));
    return !has_tohost || rec->o->limit != 0;
  default: return true;
  }
}

static bool open_writer(struct recording *rec, const struct rvt_program *program) {
  struct rvt_error e = {""};
  struct rvt_rvti_info info = {.xlen = program->xlen, .words = true};
  snprintf(info.isa, sizeof info.isa, "%s", rec->o->isa);
  rvt_input_claim(rec->o->program);
  if (rec->o->log != NULL) rvt_input_claim(rec->o->log);
  if (!rvt_output_open(&rec->out, rec->o->output)) return false;
  (void)!rvt_image_hash_loaded(rec->o->program, info.loaded_sha256, NULL);
  if (rvt_rvti_hash_file(rec->o->program, info.elf_sha256, &e) == RVT_OK &&
      rvt_rvti_writer_open_on(&rec->steps.writer, rec->out.file, rec->out.name, &info, &e) ==
          RVT_OK)
    return true;
  rvt_complain("%s", e.text);
  return false;
}

/* What options and program say of each other. */
static bool check(struct options *o, struct rvt_program *program, struct rvt_isa *isa) {
  const char *default_isa = program->xlen == 32 ? "rv32gc" : "rv64gc";
  if (o->isa == NULL) o->isa = program->isa[0] != 0 ? program->isa : default_isa;
  if (rvt_isa_parse(o->isa, isa) != RVT_OK || isa->xlen != program->xlen ||
      strlen(o->isa) > RVT_RVTI_ISA_MAX) {
    rvt_complain("%s: expected an ISA that begins with rv%u, found '%s'", o->program, program->xlen,
                 o->isa);
    return false;
  }
  for (size_t i = 0; i < program->regions; i++) {
    const char *device = rvt_spike_device(&program->region[i]);
    if (device == NULL) continue;
    rvt_complain("%s: expected segments apart from Spike's devices, found one at 0x%" PRIx64
                 " with the %s; link it to 0x80000000, as sim/programs/runtime/link.ld does",
                 o->program, program->region[i].base, device);
    return false;
  }
  if (o->mems > RVT_REGIONS_MAX - program->regions) {
    rvt_complain("%s: expected at most %d regions of memory, found more", o->program,
                 RVT_REGIONS_MAX);
    return false;
  }
  memcpy(program->region + program->regions, o->mem, o->mems * sizeof *o->mem);
  program->regions += o->mems;
  return true;
}

static bool close_file(struct recording *rec) {
  struct rvt_error e = {""};
  if (rvt_rvti_writer_close(rec->steps.writer, &e) != RVT_OK) {
    rvt_complain("%s", e.text);
    return false;
  }
  if (!rvt_output_commit(&rec->out)) return false;
  fprintf(stderr, "%s: %" PRIu64 " instructions, %" PRIu64 " traps\n",
          rec->o->named != NULL ? rec->o->named : rec->o->output, rec->record.instructions,
          rec->record.traps);
  return true;
}

/* Whether H is among the letters after rv32 or rv64; names of several ones begin with S, X or Z. */
static bool has_hypervisor(const char *isa) {
  const char *at = isa + 4 + strcspn(isa + 4, "hHsSxXzZ");
  return *at == 'h' || *at == 'H';
}

int rvt_record(int argc, char **argv) {
  const char *spike = getenv("RVT_SPIKE");
  struct options o = {.spike = spike != NULL && spike[0] != 0 ? spike : RVT_SPIKE_DEFAULT};
  rvt_parse_args(&argp, argc, argv, &o);
  struct rvt_program program;
  struct rvt_isa isa;
  if (!rvt_program_read(&program, o.program)) return RVT_EXIT_BAD;
  if (!check(&o, &program, &isa)) {
    rvt_program_free(&program);
    return RVT_EXIT_BAD;
  }
  struct recording *rec = rvt_need_memory(calloc(1, sizeof *rec));
  rec->o = &o;
  rec->progress = isatty(STDERR_FILENO) != 0;
  struct rvt_record_config config = {.xlen = program.xlen,
                                     .zcmp = isa.zcmp,
                                     .zcmt = isa.zcmt,
                                     .hypervisor = has_hypervisor(o.isa),
                                     .entry = program.entry,
                                     .has_tohost = program.has_tohost,
                                     .tohost = program.tohost,
                                     .limit = o.limit,
                                     .until_idle = o.limit == 0,
                                     .code = program.code,
                                     .codes = o.log != NULL ? program.codes : 0,
                                     .name = o.program};
  if (o.limit == 0 && o.log == NULL) config.limit = (uint64_t)default_limit(program.has_tohost);
  if (rvt_record_init(&rec->record, &config, rvt_steps_take, &rec->steps) != RVT_OK) abort();
  struct sigaction action = {.sa_handler = on_signal};
  sigaction(SIGINT, &action, NULL);
  sigaction(SIGTERM, &action, NULL);
  sigaction(SIGHUP, &action, NULL);
  bool good = open_writer(rec, &program);
  if (good && (o.log != NULL ? read_stored_log(rec) : run_spike(rec, &program)))
    good = close_file(rec);
  else if (good) {
    rvt_rvti_writer_abort(rec->steps.writer);
    good = false;
  }
  int status = !good                            ? RVT_EXIT_BAD
               : judge(rec, program.has_tohost) ? RVT_EXIT_OK
                                                : RVT_EXIT_DAMAGED;
  rvt_output_abort(&rec->out);
  rvt_program_free(&program);
  free(rec);
  return status;
}
