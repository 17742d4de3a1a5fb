/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "tandem.h"

#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "rvt/number.h"
#include "rvt/tandem/text.h"

static const char doc[] =
    "Step a reference model along a tandem verification trace, and name each difference.\v"
    "The model runs the ELF file beside the hart: after each instruction or trap of the trace all "
    "that either of both has changed is compared. CORE is the description of the core, a TOML file "
    "(docs/units/tandem.md). After a difference the model gets what the hart has, and the check "
    "goes on. With --against the groups of another stream take the model's place. TRACE may be a "
    "pipe; - is standard input. The exit status is 1 if there is a "
    "difference, or the stream is damaged.\n\n"
    "Example:\n"
    "  $ rvt tandem --core picorv32.toml --elf prog.elf prog.tv";

enum { OPT_CORE = 0x100, OPT_ELF, OPT_MODEL, OPT_AGAINST, OPT_LOG, OPT_MAX, OPT_JSON, MOST = 100 };

struct tandem {
  const char *core_name, *elf, *model_name, *other, *log, *input;
  struct tandem_report report;

  struct rvt_tandem_core core;
  struct rvt_tandem_loaded model;
  struct rvt_image *image; /* for names; NULL: there are none */
  struct rvt_tandem_check *check;
  struct tandem_groups trace;
  bool other_program; /* the model has another one than the hart */
};

static error_t parse_option(int key, char *arg, struct argp_state *state) {
  struct tandem *t = state->input;
  switch (key) {
  case OPT_CORE: t->core_name = arg; return 0;
  case OPT_ELF: t->elf = arg; return 0;
  case OPT_MODEL: t->model_name = arg; return 0;
  case OPT_AGAINST: t->other = arg; return 0;
  case OPT_LOG: t->log = arg; return 0;
  case OPT_MAX:
    if (!rvt_number(arg, strlen(arg), UINT64_MAX, &t->report.max) || t->report.max == 0)
      argp_error(state, "--max: expected a number of differences from 1 on, found '%s'", arg);
    return 0;
  case OPT_JSON: t->report.json = true; return 0;
  case ARGP_KEY_ARG:
    if (t->input != NULL) argp_error(state, "expected one TRACE, found '%s' too", arg);
    t->input = arg;
    return 0;
  case ARGP_KEY_END:
    if (t->input == NULL) argp_error(state, "expected TRACE, found no argument");
    if (t->core_name == NULL) argp_error(state, "expected --core, the description of the core");
    if ((t->other != NULL) + (t->model_name != NULL) + (t->log != NULL) > 1)
      argp_error(state, "expected one of --model, --commit-log and --against, found more");
    if (t->other != NULL && strcmp(t->other, "-") == 0 && strcmp(t->input, "-") == 0)
      argp_error(state, "expected one of both streams on standard input, found both");
    if (t->other == NULL && t->log == NULL && t->elf == NULL)
      argp_error(state, "expected --elf, the program that the core ran");
    return 0;
  default: return ARGP_ERR_UNKNOWN;
  }
}

static const struct argp_option option_list[] = {
    {"core", OPT_CORE, "CORE", 0, "Description of the core, TOML", 0},
    {"elf", OPT_ELF, "FILE", 0, "The program that the core ran", 0},
    {"model", OPT_MODEL, "NAME", 0,
     "The reference model: a name in lib/rvtrace, or a path (default: spike)", 0},
    {"against", OPT_AGAINST, "OTHER", 0,
     "A stream of another core, or of another version, in place of a model; --elf is for names", 0},
    {"commit-log", OPT_LOG, "FILE", 0,
     "A log of `spike -l --log-commits` in place of a model; --elf is for names", 0},
    {"max", OPT_MAX, "N", 0, "Stop after N differences (default 100)", 0},
    {"json", OPT_JSON, NULL, 0, "One JSON object per difference, and one at the end", 0},
    {0}};
static const struct argp argp = {option_list, parse_option, "TRACE", doc, NULL, NULL, NULL};

/* ---- The check ------------------------------------------------------------------------------ */

static void put_difference(void *user, const struct rvt_tandem_difference *d) {
  struct tandem *t = user;
  tandem_report_difference(&t->report, d, rvt_tandem_check_counts(t->check)->differences);
  if (d->kind != RVT_TANDEM_OTHER_INSN || d->group >= RVT_TANDEM_LAST) return;
  t->other_program = true;
  rvt_complain("%s: the first instructions are others than in the trace: is this the %s, and "
               "`boot` where the core begins?",
               t->log != NULL ? t->log : t->elf, t->log != NULL ? "log" : "ELF");
}

/* What the description says to be absent would not be compared. */
static bool has_all(const struct tandem *t) {
  const char *absent = NULL;
  for (size_t i = 0; i < t->trace.at.count; i++)
    if (rvt_tandem_core_lacks(&t->core, &t->trace.at.element[i], &absent)) {
      rvt_complain("%s: byte %" PRIu64 ": expected a group without %s, which %s says to be absent, "
                   "found one",
                   t->trace.in.name, t->trace.at.begin, absent, t->core_name);
      return false;
    }
  return true;
}

static void put_log_end(const struct tandem *t) {
  const uint64_t steps = rvt_tandem_check_counts(t->check)->steps;
  if (t->report.json)
    rvt_json_print(rvt_need_memory(json_pack("{s:s, s:s, s:I}", "kind", "shorter", "file", t->log,
                                             "steps", (json_int_t)steps)),
                   stdout);
  else
    printf("%s ends after %" PRIu64 " steps, and %s goes on\n", t->log, steps, t->trace.in.name);
}

/* A log goes on behind its last line, wherever a state from outside moves the hart. */
static bool leaves_log(const struct tandem *t) {
  const struct rvt_tandem_element *e = t->trace.at.element;
  uint64_t pc = 0;
  bool init = false, moves = false;
  if (t->log == NULL || !t->model.face->get(t->model.handle, RVT_TANDEM_MODEL_PC, &pc))
    return false;
  for (size_t i = 0; i < t->trace.at.count; i++) {
    init |= e[i].opcode == RVT_TANDEM_INIT;
    moves |= e[i].opcode == RVT_TANDEM_STATE && e[i].number == RVT_TANDEM_PC &&
             (e[i].data != pc || rvt_tandem_check_counts(t->check)->steps != 0);
  }
  return init && moves;
}

static int walk(struct tandem *t) {
  const struct rvt_tandem_counts *counts = rvt_tandem_check_counts(t->check);
  int status = RVT_EXIT_OK;
  while (counts->differences < t->report.max) {
    const bool more = tandem_groups_next(&t->trace, &status);
    bool failed = false;
    const bool log_ends = t->log != NULL && tandem_log_ended(&t->model, &failed);
    if (failed) return RVT_EXIT_BAD;
    if (!more) {
      if (status != RVT_EXIT_OK) return status;
      if (counts->steps == 0)
        rvt_complain("%s: expected what a core has done, found no instruction and no trap",
                     t->trace.in.name);
      return counts->steps == 0 || counts->differences != 0 ? RVT_EXIT_DAMAGED : RVT_EXIT_OK;
    }
    if (!has_all(t)) return RVT_EXIT_BAD;
    if (log_ends && !rvt_tandem_is_bus(t->trace.at.element, t->trace.at.count)) {
      put_log_end(t);
      return RVT_EXIT_DAMAGED;
    }
    if (leaves_log(t)) {
      tandem_report_gap(&t->report, &t->trace, t->log);
      return RVT_EXIT_DAMAGED;
    }
    rvt_tandem_check_group(t->check, t->trace.at.element, t->trace.at.count, t->trace.at.begin);
    if (t->other_program) return RVT_EXIT_BAD;
  }
  return RVT_EXIT_DAMAGED;
}

/* A model that crashes takes this program along: then it is said where. */
static struct tandem *running;

static void crash(int signal) {
  char text[256];
  const int size = snprintf(
      text, sizeof text,
      "rvt tandem: %s: the model ended by signal %d in group %" PRIu64 ", byte %" PRIu64 "\n",
      running->trace.in.name, signal, running->trace.at.groups - 1, running->trace.at.begin);
  if (size > 0 && write(STDERR_FILENO, text, (size_t)size) < 0) _exit(RVT_EXIT_BAD);
  _exit(RVT_EXIT_BAD);
}

static int walk_guarded(struct tandem *t) {
  static const int signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
  enum { SIGNALS = sizeof signals / sizeof *signals };
  struct sigaction before[SIGNALS];
  const struct sigaction action = {.sa_handler = crash};
  running = t;
  fflush(stdout);
  for (size_t i = 0; i < SIGNALS; i++) sigaction(signals[i], &action, &before[i]);
  const int status = walk(t);
  for (size_t i = 0; i < SIGNALS; i++) sigaction(signals[i], &before[i], NULL);
  return status;
}

/* ---- The end ------------------------------------------------------------------------------- */

static void put_counts(const struct tandem *t) {
  const struct rvt_tandem_counts *c = rvt_tandem_check_counts(t->check);
  const struct {
    const char *name;
    uint64_t value;
  } all[] = {{"groups", c->groups},
             {"steps", c->steps},
             {"interrupts", c->interrupts},
             {"compared", c->compared},
             {"copied", c->copied},
             {"foreign_loads", c->loads},
             {"skipped", c->skipped},
             {"outside", c->outside},
             {"differences", c->differences},
             {"attached", c->attached},
             {"copied_behind_gaps", c->unknown},
             {"transactions", c->transactions}};
  if (t->report.json) {
    json_t *o =
        rvt_need_memory(json_pack("{s:s, s:s}", "kind", "end", "model", t->model.face->name));
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
      json_object_set_new(o, all[i].name, json_integer((json_int_t)all[i].value));
    rvt_json_print(o, stdout);
    return;
  }
  printf("%s: %" PRIu64 " groups, %" PRIu64 " steps of %s, %" PRIu64 " interrupts; %" PRIu64
         " values compared, %" PRIu64 " copied (%" PRIu64 " loads from outside), %" PRIu64
         " skipped; %" PRIu64 " differences\n",
         t->trace.in.name, c->groups, c->steps, t->model.face->name, c->interrupts, c->compared,
         c->copied, c->loads, c->skipped, c->differences);
  if (c->attached + c->unknown != 0)
    printf("attached to %" PRIu64 " state%s in the trace; copied behind gaps: %" PRIu64
           " of loads and CSRs\n",
           c->attached, c->attached == 1 ? "" : "s", c->unknown);
  if (c->transactions != 0) printf("left out: %" PRIu64 " bus transactions\n", c->transactions);
  tandem_report_absent(&t->core);
}

/* Names for addresses; without any the check goes on. */
static void read_names(struct tandem *t) {
  if (rvt_image_new(t->core.format.xlen, &t->image) != RVT_OK) return;
  const struct rvt_image_context always = {.has_scontext = false};
  if (rvt_image_add_elf_in(t->image, &always, t->elf, 0, NULL) == RVT_OK) return;
  rvt_image_free(t->image);
  t->image = NULL;
}

enum { PATH_SIZE = 4096 };

/* A path as it is, or NAME.so in lib/rvtrace beside the folder of this program. */
static bool find_model(const char *name, char *path) {
  char own[PATH_SIZE];
  if (strchr(name, '/') != NULL) return snprintf(path, PATH_SIZE, "%s", name) < PATH_SIZE;
  const ssize_t got = readlink("/proc/self/exe", own, sizeof own - 1);
  if (got < 0) return false;
  own[got] = '\0';
  for (int up = 0; up < 2; up++) {
    char *last = strrchr(own, '/');
    if (last == NULL) return false;
    *last = '\0';
  }
  return snprintf(path, PATH_SIZE, "%s/lib/rvtrace/%s.so", own, name) < PATH_SIZE;
}

/* The model with the program that the core ran. */
static bool load_model(struct tandem *t) {
  struct rvt_error error = {""};
  char path[PATH_SIZE];
  const char *name = t->model_name == NULL ? "spike" : t->model_name;
  if (!find_model(name, path)) {
    rvt_complain("--model: expected the path of a library, found '%s'", name);
    return false;
  }
  if (rvt_tandem_loaded_open(&t->model, path, &t->core, &error) != RVT_OK) {
    rvt_complain("%s", error.text);
    return false;
  }
  if (!rvt_file_is(t->elf, 1U << RVT_FILE_ELF, "an executable for RISC-V (ELF)")) return false;
  if (rvt_tandem_loaded_program(&t->model, t->elf, &t->core, &error) != RVT_OK) {
    rvt_complain("%s", error.text);
    return false;
  }
  rvt_input_claim(t->elf);
  return true;
}

static bool open_model(struct tandem *t) {
  if (t->log != NULL ? !tandem_log_open(&t->model, t->log, &t->core) : !load_model(t)) return false;
  t->report.expected = t->model.face->name;
  const struct rvt_tandem_check_config config = {.core = &t->core,
                                                 .model = t->model.face,
                                                 .handle = t->model.handle,
                                                 .difference = put_difference,
                                                 .user = t};
  t->check = rvt_need_memory(rvt_tandem_check_new(&config));
  return true;
}

static int run(struct tandem *t) {
  struct rvt_error error;
  if (rvt_tandem_core_read(t->core_name, &t->core, &error) != RVT_OK) {
    rvt_complain("%s", error.text);
    return RVT_EXIT_BAD;
  }
  if (t->elf != NULL) read_names(t);
  t->report.image = t->image;
  t->report.trace = &t->trace;
  if (t->other == NULL && !open_model(t)) return RVT_EXIT_BAD;
  if (!tandem_groups_open(&t->trace, t->input, &t->core.format)) return RVT_EXIT_BAD;
  if (t->other != NULL) return tandem_against(&t->core, t->other, &t->report, &t->trace);
  const int status = walk_guarded(t);
  put_counts(t);
  return status;
}

int rvt_tandem(int argc, char **argv) {
  static struct tandem t = {.report = {.max = MOST}, .trace = {.in = {.fd = -1}}};
  rvt_parse_args(&argp, argc, argv, &t);
  const int status = run(&t);
  tandem_groups_close(&t.trace);
  rvt_tandem_check_free(t.check);
  rvt_tandem_loaded_close(&t.model);
  rvt_image_free(t.image);
  return status;
}
