/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <stddef.h>
#include <stdint.h>

/*
 * Around main() of docs/examples/board.c, which stays as it is (the linker's --wrap): what a
 * debugger would fetch goes out of a port of the simulator.
 */

#define PORT ((volatile uint32_t *)0x40010000)

extern uint8_t trace[];
extern size_t trace_size;
extern char failure[];

int __real_main(void);
int __wrap_main(void);

int __wrap_main(void) {
  const int status = __real_main();
  for (size_t i = 0; status == 0 && i < trace_size; i++) *PORT = trace[i];
  for (size_t i = 0; status != 0 && failure[i] != '\0'; i++) *PORT = (uint8_t)failure[i];
  return status;
}
