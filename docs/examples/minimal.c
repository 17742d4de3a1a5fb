/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "rvt/min.h"
#include "work.h"

/*
 * The least program that traces itself: rvt/min.h, nothing discovered, nothing linked. A debugger,
 * or whatever the chip sends, fetches `trace_words` words of `trace`.
 */

enum { TE = 0x40000000, RAM = 0x40001000, WORDS = 1024 };

uint32_t trace[WORDS];
size_t trace_words;

int main(void) {
  static volatile uint32_t sum;
  if (!rvt_min_on(TE, RAM, RVT_MIN_HTM)) return 1;
  work((void *)&sum);
  if (!rvt_min_off(TE, RAM)) return 1;
  trace_words = rvt_min_read_out(RAM, trace, WORDS);
  return 0;
}
