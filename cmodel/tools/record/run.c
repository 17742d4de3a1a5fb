/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "record.h"
#include "tools/shared/tool.h"

/* The log is never stored: Spike writes it to this descriptor, the end of a pipe. */
enum { LOG_FD = 3 };
/* After the end of the recording: how long its simulation may go on, and what it takes to end it.
 */
enum { DRAIN_MS = 5000, DRAIN_BYTES = 64 << 20, ENDS_MS = 50, TERM_MS = 2000 };
/* Without a line: how often to look, and how much processor time is too much. */
enum { LOOK_MS = 100, QUIET_MS = 2000 };
static char log_option[] = "--log=/dev/fd/3";

extern char **environ;

const char *rvt_spike_device(const struct rvt_region *region) {
  static const struct {
    struct rvt_region at;
    const char *name;
  } devices[] = {{{0, 0x2000}, "debug and boot ROM"},
                 {{0x2000000, 0xc0000}, "timer"},
                 {{0xc000000, 0x1000000}, "interrupt controller"},
                 {{0x10000000, 0x100}, "UART"}};
  for (size_t i = 0; i < sizeof devices / sizeof devices[0]; i++)
    if (region->base < devices[i].at.base + devices[i].at.size &&
        devices[i].at.base < region->base + region->size)
      return devices[i].name;
  return NULL;
}

static int spawn(struct rvt_simulation *s, char *const argv[], int log, int said) {
  posix_spawn_file_actions_t actions;
  int error = posix_spawn_file_actions_init(&actions);
  if (error != 0) return error;
  error = posix_spawn_file_actions_adddup2(&actions, log, LOG_FD);
  if (error == 0) error = posix_spawn_file_actions_adddup2(&actions, said, STDOUT_FILENO);
  if (error == 0) error = posix_spawn_file_actions_adddup2(&actions, said, STDERR_FILENO);
  posix_spawnattr_t attributes;
  sigset_t defaults;
  sigemptyset(&defaults);
  sigaddset(&defaults, SIGPIPE);
  if (error == 0 && (error = posix_spawnattr_init(&attributes)) == 0) {
    posix_spawnattr_setsigdefault(&attributes, &defaults);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
    error = posix_spawnp(&s->pid, s->spike, &actions, &attributes, argv, environ);
    posix_spawnattr_destroy(&attributes);
  }
  posix_spawn_file_actions_destroy(&actions);
  return error;
}

/* Where `make setup GROUPS=record` puts it, seen from build/bin/rvt. False: it is not there. */
static bool find_beside(char *path, size_t size) {
  static const char below[] = "venv/bin/spike";
  const ssize_t got = readlink("/proc/self/exe", path, size - sizeof below);
  if (got <= 0) return false;
  path[got] = 0;
  for (int level = 0; level < 2; level++) {
    char *slash = strrchr(path, '/');
    if (slash == NULL) return false;
    *slash = 0;
  }
  strcat(path, "/");
  strcat(path, below);
  return access(path, X_OK) == 0;
}

bool rvt_simulation_start(struct rvt_simulation *s, const char *spike, const char *isa,
                          const struct rvt_program *program, const char *path) {
  *s = (struct rvt_simulation){.spike = spike, .pid = -1, .log = -1, .said = -1};
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
  int ends[2], says[2] = {-1, -1};
  if (pipe2(ends, O_CLOEXEC) != 0 || pipe2(says, O_CLOEXEC) != 0) {
    rvt_complain("expected a pipe, found: %s", strerror(errno));
    return false;
  }
  int error = spawn(s, argv, ends[1], says[1]);
  if (error == ENOENT && strcmp(spike, RVT_SPIKE_DEFAULT) == 0 &&
      find_beside(command, sizeof command)) {
    s->spike = command;
    error = spawn(s, argv, ends[1], says[1]);
    s->spike = spike;
  }
  close(ends[1]);
  close(says[1]);
  s->log = ends[0];
  s->said = says[0];
  if (error == 0) return true;
  close(s->log);
  close(s->said);
  s->pid = -1;
  rvt_complain(
      "%s: expected the ISA simulator Spike (`make setup GROUPS=record` installs it; or set "
      "RVT_SPIKE), found: %s",
      spike, strerror(error));
  return false;
}

/* ---- What it and the program print: each line with its name, apart from ours --------------- */

static void end_line(struct rvt_simulation *s) {
  if (s->line_used != 0) fprintf(stderr, "spike: %.*s\n", (int)s->line_used, s->line);
  s->line_used = 0;
}

/* Some of what has come; false: there is none now, or will be none. */
static bool pass_on(struct rvt_simulation *s) {
  char buffer[4096];
  struct pollfd said = {.fd = s->said, .events = POLLIN};
  if (s->said < 0 || poll(&said, 1, 0) <= 0) return false;
  const ssize_t got = read(s->said, buffer, sizeof buffer);
  if (got < 0 && errno == EINTR) return true;
  if (got <= 0) {
    close(s->said);
    s->said = -1;
    return false;
  }
  for (ssize_t i = 0; i < got; i++) {
    if (buffer[i] == '\n' && s->line_used == 0) fputs("spike:\n", stderr);
    if (buffer[i] != '\n') s->line[s->line_used++] = buffer[i];
    if (buffer[i] == '\n' || s->line_used == sizeof s->line) end_line(s);
  }
  return true;
}

/* The log has something, or is at its end; what is printed meanwhile passes. */
static bool wait_log(struct rvt_simulation *s, int ms) {
  struct pollfd from[2] = {{.fd = s->log, .events = POLLIN}, {.fd = s->said, .events = POLLIN}};
  if (poll(from, 2, ms) <= 0) return false;
  if (from[1].revents != 0) (void)pass_on(s);
  return from[0].revents != 0;
}

static uint64_t milliseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

void rvt_simulation_drain(struct rvt_simulation *s, const volatile sig_atomic_t *stop) {
  static char buffer[1 << 16];
  const uint64_t end = milliseconds() + DRAIN_MS;
  size_t drained = 0;
  while (*stop == 0 && drained < DRAIN_BYTES) {
    const uint64_t now = milliseconds();
    if (now >= end) return;
    if (!wait_log(s, (int)(end - now))) continue;
    const ssize_t got = read(s->log, buffer, sizeof buffer);
    if (got == 0 || (got < 0 && errno != EINTR)) return;
    if (got > 0) drained += (size_t)got;
  }
}

static uint64_t processor_time(const struct rvt_simulation *s) {
  clockid_t clock;
  struct timespec used = {0};
  if (clock_getcpuclockid(s->pid, &clock) == 0) (void)clock_gettime(clock, &used);
  return (uint64_t)used.tv_sec * 1000 + (uint64_t)used.tv_nsec / 1000000;
}

/* Spike keeps the last page of its log until it ends, so it is asked to, and then read on. */
ssize_t rvt_simulation_read(struct rvt_simulation *s, void *buffer, size_t size,
                            const volatile sig_atomic_t *stop) {
  const uint64_t used = processor_time(s);
  for (;;) {
    if (!s->ending && (*stop != 0 || s->quiet)) {
      kill(s->pid, SIGTERM);
      s->ending = true;
      s->deadline = milliseconds() + TERM_MS;
    }
    if (s->ending && milliseconds() >= s->deadline) return 0;
    if (wait_log(s, LOOK_MS)) {
      const ssize_t got = read(s->log, buffer, size);
      if (got >= 0 || errno != EINTR) return got;
    }
    s->quiet = s->quiet || processor_time(s) > used + QUIET_MS;
  }
}

/* True: it has ended within `ms`. */
static bool wait_for(struct rvt_simulation *s, int ms, int *status) {
  const uint64_t end = milliseconds() + (uint64_t)ms;
  for (;;) {
    const pid_t pid = waitpid(s->pid, status, WNOHANG);
    if (pid == s->pid || (pid < 0 && errno != EINTR)) return true;
    if (milliseconds() >= end) return false;
    if (pass_on(s)) continue;
    nanosleep(&(struct timespec){.tv_nsec = 5000000}, NULL);
  }
}

/* A Spike that Python has started ignores the signal of a closed pipe: it never ends by that. */
int rvt_simulation_end(struct rvt_simulation *s) {
  if (s->pid < 0) return -1;
  int status = -1;
  if (!wait_for(s, ENDS_MS, &status)) {
    kill(s->pid, SIGTERM);
    close(s->log);
    s->log = -1;
    if (!wait_for(s, TERM_MS, &status)) {
      kill(s->pid, SIGKILL);
      (void)!waitpid(s->pid, &status, 0);
    }
  }
  while (pass_on(s)) {
  }
  end_line(s);
  if (s->said >= 0) close(s->said);
  if (s->log >= 0) close(s->log);
  s->pid = -1;
  return status;
}
