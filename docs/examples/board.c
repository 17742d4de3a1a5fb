/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "capture.h"
#include "work.h"

/*
 * The example, capture.c or known.c, on a bare-metal hart whose trace registers lie in its address
 * space. The addresses are the integrator's; a debugger, or whatever the chip sends, fetches
 * `trace` and `trace_wrapped`, which is the `origin` of its side-car, or `failure`.
 */

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

uint8_t trace[4096];
size_t trace_size;
bool trace_wrapped;
char failure[192];

int main(void) {
  static const struct rvt_drv_bus bus = {.read32 = reg_read, .write32 = reg_write};
  static const struct capture_map map = {.encoder = 0x40000000, .ram = 0x40001000};
  static volatile uint32_t sum;
  const bool good = capture(&bus, &map, work, (void *)&sum, trace, sizeof trace, &trace_size,
                            &trace_wrapped, failure);
  return good ? 0 : 1;
}
