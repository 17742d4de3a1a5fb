/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * printf() of picolibc: a line goes to the simulator through `tohost`, which it looks at after some
 * thousand instructions. The program waits for that in rt_console_wait(), as the trace shows. */
#include <stdint.h>
#include <stdio.h>

#include "runtime.h"

extern volatile uint64_t tohost, fromhost;

enum { HOST_WRITE = 64, STANDARD_OUTPUT = 1 };

static char line[128];
static unsigned used;
static volatile uint64_t request[8] __attribute__((aligned(64)));

static void __attribute__((noinline)) rt_console_wait(void) {
  while (fromhost == 0) continue;
  fromhost = 0;
}

static void flush(void) {
  if (used == 0) return;
  request[0] = HOST_WRITE;
  request[1] = STANDARD_OUTPUT;
  request[2] = (uintptr_t)line;
  request[3] = used;
  __sync_synchronize();
  tohost = (uintptr_t)request;
  rt_console_wait();
  used = 0;
}

static int put(char c, FILE *file) {
  (void)file;
  line[used++] = c;
  if (c == '\n' || used == sizeof line) flush();
  return (unsigned char)c;
}

static FILE console = FDEV_SETUP_STREAM(put, NULL, NULL, _FDEV_SETUP_WRITE);
FILE *const stdout = &console;
FILE *const stderr = &console;

/* The linker has start.S call this one (--wrap=main): a line without its end is shown, too. */
int __real_main(void);
int __wrap_main(void) {
  const int code = __real_main();
  flush();
  return code;
}

void _exit(int code) {
  flush();
  rt_exit(code);
}
