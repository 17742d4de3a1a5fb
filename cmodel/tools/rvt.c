/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tools/shared/tool.h"

struct command {
  const char *name;
  char *full_name; /* argv[0] of the command, as its --help shows it */
  int (*run)(int argc, char **argv);
  const char *brief;
};

static const struct command commands[] = {
    {"assemble", "rvt assemble", rvt_assemble, "make trace bytes from message lines"},
    {"convert", "rvt convert", rvt_convert, "turn a recorded program into text and back"},
    {"ctl", "rvt ctl", rvt_ctl, "control the trace of a simulated device"},
    {"ctr", "rvt ctr", rvt_ctr, "show records of control transfers, of a dump or a trace"},
    {"decode", "rvt decode", rvt_decode, "show the instructions that a trace reports"},
    {"device", "rvt device", rvt_device, "serve the golden model as a simulated device"},
    {"diff", "rvt diff", rvt_diff, "compare a trace with what a core or simulator retired"},
    {"dump", "rvt dump", rvt_dump, "show the messages in trace bytes"},
    {"encode", "rvt encode", rvt_encode, "make the trace bytes of a recorded program"},
    {"generate", "rvt generate", rvt_generate, "make a random program and a walk through it"},
    {"import", "rvt import", rvt_import, "make a recorded program of a list of PCs or a log"},
    {"pins", "rvt pins", rvt_pins, "make trace bytes of a capture of the trace pins"},
    {"record", "rvt record", rvt_record, "run a program on Spike and record its execution"},
    {"ring", "rvt ring", rvt_ring, "make trace bytes of an image of the trace memory"},
    {"stats", "rvt stats", rvt_stats,
     "count messages, bytes, overflows and field sizes in trace bytes"},
    {"tandem", "rvt tandem", rvt_tandem, "compare a core with a reference model, step by step"},
    {"trace", "rvt trace", rvt_trace, "record, encode and decode a program; list its functions"},
};
enum { COMMANDS = sizeof commands / sizeof commands[0] };

static void print_help(FILE *file) {
  fputs("Usage: rvt COMMAND [OPTION...]\nTools for N-Trace captures.\n\nCommands:\n", file);
  for (size_t i = 0; i < COMMANDS; i++)
    fprintf(file, "  %-10s %s\n", commands[i].name, commands[i].brief);
  fputs(
      "\n`rvt help COMMAND` explains a command, with an example; "
      "`rvt --version` names this version.\n"
      "Exit status: 0 good, 1 a trace stream that is damaged or announces a loss, or a device that "
      "fails,\nor a recorded program that comes to no good end; 2 bad use or file.\n",
      file);
}

/* Whoever wrote to standard output last, a full disk shows in the status. */
static void close_stdout(void) {
  if (!rvt_stdout_flush()) _exit(RVT_EXIT_BAD);
}

static const struct command *find_command(const char *name) {
  const char *names[COMMANDS];
  for (size_t i = 0; i < COMMANDS; i++) {
    names[i] = commands[i].name;
    if (strcmp(name, names[i]) == 0) return &commands[i];
  }
  rvt_complain("expected a command (see `rvt --help`), found '%s'%s", name,
               rvt_suggestion(name, names, COMMANDS));
  return NULL;
}

static int run_command(const struct command *c, int argc, char **argv) {
  program_invocation_name = argv[0] = c->full_name;
  return c->run(argc, argv);
}

static bool is_one_of(const char *word, const char *a, const char *b, const char *c) {
  return strcmp(word, a) == 0 || strcmp(word, b) == 0 || strcmp(word, c) == 0;
}

int main(int argc, char **argv) {
  static char name[] = "rvt", help_option[] = "--help";
  program_invocation_name = name;
  if (atexit(close_stdout) != 0) rvt_need_memory(NULL);
  if (argc < 2) {
    print_help(stderr);
    return RVT_EXIT_BAD;
  }
  if (is_one_of(argv[1], "--help", "-?", "-h") || (argc == 2 && strcmp(argv[1], "help") == 0)) {
    print_help(stdout);
    return RVT_EXIT_OK;
  }
  if (is_one_of(argv[1], "--version", "-V", "version")) {
    rvt_print_version();
    return RVT_EXIT_OK;
  }
  const bool help = strcmp(argv[1], "help") == 0;
  const struct command *c = find_command(argv[help ? 2 : 1]);
  if (c == NULL) return RVT_EXIT_BAD;
  if (!help) return run_command(c, argc - 1, argv + 1);
  char *const arguments[] = {name, help_option, NULL};
  return run_command(c, 2, (char **)arguments);
}
