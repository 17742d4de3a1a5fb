/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * A program of S, for a hart without records, whose window is memory: what the CSRs say has to be what stands in it. */
#include <stdio.h>
#include "rvt/ctr.h"

static const struct rvt_ctr_io csrs = {0};
static volatile uint64_t *const window = (volatile uint64_t *)CTR_WINDOW;
static unsigned wrong;

static void check(const char *what, uint64_t found, uint64_t expected) {
  if (found != expected) printf("%s: expected 0x%lx, found 0x%lx\n", what, (long)expected, (long)found);
  wrong += found != expected;
}

int main(void) {
  for (unsigned i = 0; i < 256; i++) {
    window[i] = 0x1001 + 2 * i;
    window[256 + i] = 0x2000 + 2 * i;
    window[512 + i] = i & 15;
  }
  for (unsigned i = 0; i < 256; i++) {
    const struct rvt_ctr_entry e = rvt_ctr_io_entry(&csrs, i);
    check("source", e.source, 0x1001 + 2 * i);
    check("target", e.target, 0x2000 + 2 * i);
    check("data", e.data, i & 15);
  }
  const struct rvt_ctr_entry e = {0xabc1, 0xdef0, 9};
  rvt_ctr_io_set_entry(&csrs, 200, e);
  check("source written", window[200], 0xabc1);
  check("target written", window[456], 0xdef0);
  check("data written", window[712], 9);
  rvt_ctr_io_set_control(&csrs, 3);
  check("sctrctl", window[0x1808 / 8], 3);
  rvt_ctr_io_set_depth(&csrs, 4);
  check("sctrdepth", window[0x1818 / 8], 4);
  rvt_ctr_io_set_status(&csrs, 5);
  uint64_t old;
  __asm__ volatile("csrrs %0, 0x14f, %1" : "=r"(old) : "r"(RVT_CTR_FROZEN));
  check("status before", old, 5);
  check("sctrstatus", window[0x1820 / 8], RVT_CTR_FROZEN | 5);
  __asm__ volatile("csrrci s11, 0x14f, 4\n mv %0, s11" : "=r"(old)::"s11");
  check("status before", old, RVT_CTR_FROZEN | 5);
  check("sctrstatus cleared", window[0x1820 / 8], RVT_CTR_FROZEN | 1);
  window[0x1828 / 8] = 7;
  rvt_ctr_io_clear(&csrs);
  check("SCTRCLR", (uint32_t)window[0x1828 / 8], 0);
  puts(wrong == 0 ? "the window and the CSRs are one" : "differ");
  return wrong != 0;
}
