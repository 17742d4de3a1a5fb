/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "capture.h"

/*
 * The program traces a workload of its own with the driver, reads the trace out of the memory and
 * sends it over the UART. It ends as the workload does.
 */

#define UART    ((volatile uint32_t *)0x10000000)
#define CONSOLE ((volatile uint32_t *)0x10000004)

enum { NO_TRACE = 50 };

/** main() of the workload. */
int workload(void);

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

static void work(void *context) { *(int *)context = workload(); }

static uint8_t trace[1 << 14];
static char failure[192];

int main(void) {
  static const struct rvt_drv_bus bus = {.read32 = reg_read, .write32 = reg_write};
  static const struct capture_map map = {.encoder = 0x40000000, .ram = 0x40001000};
  int result = NO_TRACE;
  size_t size = 0;
  if (!capture(&bus, &map, work, &result, trace, sizeof trace, &size, failure)) {
    for (const char *c = failure; *c != '\0'; c++) *CONSOLE = (uint8_t)*c;
    *CONSOLE = '\n';
    return NO_TRACE;
  }
  for (size_t i = 0; i < size; i++) *UART = trace[i];
  return result;
}
