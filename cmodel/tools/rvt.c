/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "rvt_tool.h"
#include "version.inc"

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
    {"decode", "rvt decode", rvt_decode, "show the instructions that a trace reports"},
    {"device", "rvt device", rvt_device, "serve the golden model as a simulated device"},
    {"dump", "rvt dump", rvt_dump, "show the messages in trace bytes"},
    {"encode", "rvt encode", rvt_encode, "make the trace bytes of a recorded program"},
    {"generate", "rvt generate", rvt_generate, "make a random program and a walk through it"},
    {"record", "rvt record", rvt_record, "run a program on Spike and record its execution"},
    {"stats", "rvt stats", rvt_stats, "count messages, bytes, gaps and field sizes in trace bytes"},
};
enum { COMMANDS = sizeof commands / sizeof commands[0] };

static void print_help(FILE *file) {
  fputs("Usage: rvt COMMAND [OPTION...]\nTools for N-Trace captures.\n\nCommands:\n", file);
  for (size_t i = 0; i < COMMANDS; i++)
    fprintf(file, "  %-10s %s\n", commands[i].name, commands[i].brief);
  fputs(
      "\n`rvt COMMAND --help` explains a command, with an example; "
      "`rvt --version` names this version.\n"
      "Exit status: 0 good, 1 a damaged trace stream or a device that fails, 2 bad use or file.\n",
      file);
}

int main(int argc, char **argv) {
  if (argc < 2) {
    print_help(stderr);
    return RVT_EXIT_BAD;
  }
  if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-?") == 0 ||
      strcmp(argv[1], "help") == 0) {
    print_help(stdout);
    return fflush(stdout) == 0 ? RVT_EXIT_OK : RVT_EXIT_BAD;
  }
  if (strcmp(argv[1], "--version") == 0) {
    printf("rvt %s\n", version);
    return fflush(stdout) == 0 ? RVT_EXIT_OK : RVT_EXIT_BAD;
  }
  for (size_t i = 0; i < COMMANDS; i++) {
    if (strcmp(argv[1], commands[i].name) != 0) continue;
    argv[1] = commands[i].full_name;
    return commands[i].run(argc - 1, argv + 1);
  }
  rvt_complain("rvt: expected a command (see `rvt --help`), found '%s'", argv[1]);
  return RVT_EXIT_BAD;
}
