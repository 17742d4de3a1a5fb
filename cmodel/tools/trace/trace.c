/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "rvt/rvti.h"
#include "tools/shared/tool.h"

static const char doc[] =
    "Trace a program of your own: record its execution on Spike, encode it, decode the bytes, and "
    "list the functions that ran with their instructions and calls, the hottest first.\v"
    "The same as `rvt record`, `rvt encode --implicit-return --ts` and `rvt decode --functions`, "
    "one "
    "after the other; `rvt record --help` says how a program ends. A program that writes scontext "
    "or "
    "hcontext, as an operating system may for each task, has `--ownership=context`, and the list "
    "tells functions of different contexts apart. A call is an arrival at the "
    "first instruction of a function, from another function, by a call instruction or by a trap. "
    "The status is the worst one of the three: 1 also if the program fails.\n\n"
    "Example:\n"
    "  $ rvt trace program.elf --keep program\n"
    "  program.rvti: 6672 instructions, 0 traps\n"
    "  program.nex: 6672 instructions, 345 messages, 1999 bytes, 2.397 bit/instr\n"
    "  instructions       %      calls  function\n"
    "          4164   62.41          1  qsort\n"
    "  ...\n"
    "  $ rvt decode program.nex     # every instruction";

enum {
  OPT_ISA = 0x200,
  OPT_SPIKE,
  OPT_LIMIT,
  OPT_MEM,
  OPT_KEEP,
  OPT_JSON,
  OPT_NO_DEMANGLE,
  WORDS_MAX = 48
};

struct options {
  char *program, *keep;
  char *named; /* what the counts name if the files are not kept */
  bool json, keep_mangled;
  char *record[WORDS_MAX]; /* options for `rvt record` */
  int records;
};

static error_t parse_option(int key, char *arg, struct argp_state *state) {
  static char isa[] = "--isa", spike[] = "--spike", limit[] = "--limit", mem[] = "--mem";
  struct options *o = state->input;
  char *option = NULL;
  switch (key) {
  case OPT_KEEP: o->keep = arg; return 0;
  case OPT_JSON: o->json = true; return 0;
  case OPT_NO_DEMANGLE: o->keep_mangled = true; return 0;
  case OPT_ISA: option = isa; break;
  case OPT_SPIKE: option = spike; break;
  case OPT_LIMIT: option = limit; break;
  case OPT_MEM: option = mem; break;
  case ARGP_KEY_ARG:
    if (o->program != NULL) argp_error(state, "expected one PROGRAM.elf, found '%s' too", arg);
    o->program = arg;
    return 0;
  case ARGP_KEY_NO_ARGS:
    argp_error(state, "expected PROGRAM.elf, found no argument");
    return EINVAL;
  default: return ARGP_ERR_UNKNOWN;
  }
  if (o->records + 2 > WORDS_MAX - 8) argp_error(state, "expected fewer options, found more");
  o->record[o->records++] = option;
  o->record[o->records++] = arg;
  return 0;
}

static const struct argp_option option_list[] = {
    {"isa", OPT_ISA, "ISA", 0,
     "ISA of the hart, as rv32imac_zicsr or rv64gc (default: what the program says of itself)", 0},
    {"limit", OPT_LIMIT, "N", 0,
     "End the recording after N instructions (default: 50000000, 10000000 without `tohost`)", 0},
    {"mem", OPT_MEM, "BASE:SIZE", 0, "More memory for the program", 0},
    {"spike", OPT_SPIKE, "FILE", 0, "The simulator", 0},
    {"keep", OPT_KEEP, "NAME", 0, "Leave NAME.rvti, NAME.nex and NAME.json", 0},
    {"json", OPT_JSON, NULL, 0, "A JSON object for each function", 0},
    {"no-demangle", OPT_NO_DEMANGLE, NULL, 0, "Names of C++ and Rust as the program has them", 0},
    {0}};
static const struct argp argp = {option_list, parse_option, "PROGRAM.elf", doc, NULL, NULL, NULL};

/* A signal ends the part that runs, and what that leaves complete is used; one that comes between
 * two parts keeps the next one from starting. They are blocked here, and waited for together with a
 * part's end. */
static const int passed[] = {SIGINT, SIGTERM, SIGHUP};
static sigset_t awaited, before;

static void hold_signals(void) {
  sigemptyset(&awaited);
  sigaddset(&awaited, SIGCHLD);
  for (size_t i = 0; i < sizeof passed / sizeof passed[0]; i++) sigaddset(&awaited, passed[i]);
  signal(SIGCHLD, SIG_DFL);
  sigprocmask(SIG_BLOCK, &awaited, &before);
}

/* Whether one has come that sigwaitinfo() has not told: a process that was stopped and goes on gets
 * EINTR from it first. */
static bool one_waits(void) {
  sigset_t pending;
  sigpending(&pending);
  bool found = false;
  for (size_t i = 0; i < sizeof passed / sizeof passed[0]; i++)
    found |= sigismember(&pending, passed[i]) == 1;
  return found;
}

/* Each in a process of its own: they end as they do alone. */
static int run(int (*command)(int, char **), char **words) {
  static bool late; /* a signal found its part ended */
  int count = 0, status = 0;
  if (late) return RVT_EXIT_BAD;
  while (words[count] != NULL) count++;
  fflush(NULL);
  const pid_t pid = fork();
  if (pid == 0) {
    for (size_t i = 0; i < sizeof passed / sizeof passed[0]; i++) signal(passed[i], SIG_DFL);
    sigprocmask(SIG_SETMASK, &before, NULL);
    exit(command(count, words));
  }
  if (pid < 0) {
    rvt_complain("expected a process, found: %s", strerror(errno));
    return RVT_EXIT_BAD;
  }
  for (;;) {
    const int number = sigwaitinfo(&awaited, NULL);
    const bool passes = number > 0 && number != SIGCHLD;
    if (waitpid(pid, &status, WNOHANG) != 0) {
      late = passes || one_waits();
      break;
    }
    if (passes) kill(pid, number);
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : RVT_EXIT_BAD;
}

/* What contexts a recording has; false: it cannot be read, which the next part says. */
struct contexts {
  bool any;
  bool wide; /* hcontext, above scontext */
  uint8_t xlen;
};

static bool look_for_contexts(const char *rvti, struct contexts *c) {
  enum { STEPS = 4096 };
  struct rvt_rvti_reader *reader = NULL;
  struct rvt_error e = {""};
  if (rvt_rvti_reader_open(&reader, rvti, &e) != RVT_OK) return false;
  struct rvt_step *steps = rvt_need_memory(malloc(STEPS * sizeof *steps));
  *c = (struct contexts){.xlen = rvt_rvti_get_info(reader)->xlen};
  size_t count = 0;
  while (rvt_rvti_read(reader, steps, STEPS, &count, &e) == RVT_OK)
    for (size_t i = 0; i < count; i++) {
      if (steps[i].kind != RVT_STEP_CONTEXT) continue;
      c->any = true;
      c->wide = c->wide || steps[i].tval >> c->xlen / 2 != 0;
    }
  free(steps);
  rvt_rvti_reader_close(reader);
  return true;
}

static char *join(const char *name, const char *extension) {
  char *path = NULL;
  if (asprintf(&path, "%s%s", name, extension) < 0) rvt_need_memory(NULL);
  return path;
}

static int trace(const struct options *o, const char *name) {
  static char elf[] = "--elf", output[] = "-o", functions[] = "--functions", json[] = "--json";
  static char implicit[] = "--implicit-return", mangled[] = "--no-demangle";
  static char ts[] = "--ts", ownership[] = "--ownership=context";
  static char context_width[] = "--context-width", hcontext_width[] = "--hcontext-width";
  char *me = program_invocation_name; /* what they complain about is what the user called */
  char *rvti = join(name, ".rvti"), *nex = join(name, ".nex");
  char *record[WORDS_MAX] = {me, o->program, output, rvti};
  memcpy(record + 4, o->record, (size_t)o->records * sizeof *record);
  char *encode[WORDS_MAX] = {me, rvti, implicit, ts, elf, o->program, output, nex};
  char *decode[] = {me, nex, functions, NULL, NULL, NULL};
  int words = 3;
  if (o->named != NULL) {
    static char named[] = "--" RVT_NAMED;
    record[4 + o->records] = encode[8] = named;
    record[5 + o->records] = encode[9] = o->named;
  }
  if (o->json) decode[words++] = json;
  if (o->keep_mangled) decode[words++] = mangled;
  const int recorded = run(rvt_record, record);
  int status = recorded;
  struct contexts c = {.any = false};
  if (status != RVT_EXIT_BAD && look_for_contexts(rvti, &c) && c.any) {
    /* scontext has half the bits of XLEN, as docs/recording.md says, hcontext 7 or 14 */
    static char width32[] = "23", width64[] = "46", above32[] = "7", above64[] = "14";
    static char narrow32[] = "16", narrow64[] = "32";
    const bool rv32 = c.xlen == 32;
    int used = o->named != NULL ? 10 : 8;
    encode[used++] = ownership;
    encode[used++] = context_width;
    encode[used++] = c.wide ? (rv32 ? width32 : width64) : (rv32 ? narrow32 : narrow64);
    if (c.wide) {
      encode[used++] = hcontext_width;
      encode[used++] = rv32 ? above32 : above64;
    }
  }
  if (status != RVT_EXIT_BAD) status = run(rvt_encode, encode);
  if (status == RVT_EXIT_OK) status = run(rvt_decode, decode);
  free(rvti);
  free(nex);
  return status > recorded ? status : recorded;
}

/* A path that holds in any directory. A command without a slash is looked for in PATH. */
static char *from_here(char *path, bool command, char place[PATH_MAX]) {
  if (command && strchr(path, '/') == NULL) return path;
  return realpath(path, place) != NULL ? place : path;
}

/* In a directory that is removed: the counts name the program. */
static int trace_only(const struct options *o) {
  const char *parent = getenv("TMPDIR");
  char *directory = join(parent != NULL && parent[0] != 0 ? parent : "/tmp", "/rvt-XXXXXX");
  if (mkdtemp(directory) == NULL) {
    rvt_complain("%s: expected to make this directory, found: %s", directory, strerror(errno));
    free(directory);
    return RVT_EXIT_BAD;
  }
  char *name = join(directory, "/trace");
  static char places[3][PATH_MAX];
  struct options there = *o;
  there.program = from_here(o->program, false, places[0]);
  there.named = o->program;
  for (int i = 1; i < o->records; i += 2)
    if (strcmp(o->record[i - 1], "--spike") == 0)
      there.record[i] = from_here(o->record[i], true, places[1]);
  char *spike = getenv("RVT_SPIKE");
  if (spike != NULL) setenv("RVT_SPIKE", from_here(spike, true, places[2]), 1);
  const int here = open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  int status = RVT_EXIT_BAD;
  if (here < 0 || chdir(directory) != 0)
    rvt_complain("%s: expected to work there, found: %s", directory, strerror(errno));
  else
    status = trace(&there, "trace");
  if (here >= 0 && fchdir(here) != 0) status = RVT_EXIT_BAD;
  static const char *const extensions[] = {".rvti", ".nex", ".json"};
  for (size_t i = 0; i < sizeof extensions / sizeof extensions[0]; i++) {
    char *path = join(name, extensions[i]);
    (void)!unlink(path);
    free(path);
  }
  if (rmdir(directory) != 0)
    rvt_complain("%s: expected to remove it, found: %s", directory, strerror(errno));
  free(name);
  free(directory);
  return status;
}

int rvt_trace(int argc, char **argv) {
  struct options o = {.program = NULL};
  rvt_parse_args(&argp, argc, argv, &o);
  hold_signals();
  return o.keep != NULL ? trace(&o, o.keep) : trace_only(&o);
}
