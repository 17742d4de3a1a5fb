/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "capture.h"

/*
 * The example on a bare-metal hart whose trace registers lie in its address space. The addresses
 * are the integrator's; a debugger, or whatever the chip sends, fetches `trace` or `failure`.
 */

enum { WORK_STEPS = 1000 };

static bool reg_read(void *context, uint64_t address, uint32_t *value) {
  (void)context;
  *value = *(volatile uint32_t *)(uintptr_t)address;
  return true;
}

static bool reg_write(void *context, uint64_t address, uint32_t value) {
  (void)context;
  *(volatile uint32_t *)(uintptr_t)address = value;
  return true;
}

/** What is to be traced. */
static void work(void *context) {
  volatile uint32_t *sum = context;
  for (uint32_t i = 0; i < WORK_STEPS; i++) *sum += (i & 1) != 0 ? i : 2 * i;
}

uint8_t trace[4096];
size_t trace_size;
char failure[192];

int main(void) {
  static const struct rvt_drv_bus bus = {.read32 = reg_read, .write32 = reg_write};
  static const struct capture_map map = {.encoder = 0x40000000, .ram = 0x40001000};
  static volatile uint32_t sum;
  const bool good =
      capture(&bus, &map, work, (void *)&sum, trace, sizeof trace, &trace_size, failure);
  return good ? 0 : 1;
}
