// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0
#include "print.h"

#include "verilated.h"

#include <cstdarg>
#include <cstdio>

namespace {
char text[400];
size_t length = 0;
} // namespace

extern "C" int rvt_tb_printf(const char *format, ...) {
  va_list args;
  va_start(args, format);
  const int n = std::vsnprintf(text + length, sizeof text - length, format, args);
  va_end(args);
  if (n > 0) length += static_cast<size_t>(n);
  if (length >= sizeof text) length = sizeof text - 1;
  for (size_t i = 0; i < length; i++)
    if (text[i] == '\n') text[i] = ' ';
  return n;
}

const char *tb_text() { return text; }

void tb_text_clear() {
  length = 0;
  text[0] = 0;
}

// Called for a failed assertion, after its text was printed.
void vl_stop(const char *, int, const char *) {
  Verilated::threadContextp()->gotError(true);
  Verilated::threadContextp()->gotFinish(true);
}
