/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "record_line.h"
#include "rvt/ingress.h"

/* Of the third number in brackets, as of QEMU 10.0. */
enum { FLAG_VIRTUAL_AT = 21, FLAG_PRIV_AT = 22 };

static const char trace[] = "Trace ", stopped[] = "Stopped execution of TB chain before ",
                  rewound[] = "cpu_io_recompile: rewound execution of TB to ",
                  trapped[] = "riscv_cpu_do_interrupt: ";

struct text {
  const char *at, *end;
};

static bool begins(const char *text, size_t size, const char *with) {
  return size >= strlen(with) && memcmp(text, with, strlen(with)) == 0;
}

static bool take(struct text *t, const char *expected) {
  if (!begins(t->at, (size_t)(t->end - t->at), expected)) return false;
  t->at += strlen(expected);
  return true;
}

static bool take_hex(struct text *t, uint64_t *value) {
  const size_t used = rvt_line_hex(t->at, (size_t)(t->end - t->at), value);
  t->at += used;
  return used != 0;
}

static bool find(struct text *t, char c) {
  const char *found = memchr(t->at, c, (size_t)(t->end - t->at));
  if (found == NULL) return false;
  t->at = found + 1;
  return true;
}

/* Trace 0: 0x7f4fc0002440 [00000000/000000008000004a/02c24003/ff022201] NAME */
static bool parse_executed(struct text t, struct rvt_line *line) {
  uint64_t base, flags, how;
  line->kind = RVT_LINE_EXECUTED;
  if (!take_hex(&t, &line->hart) || !take(&t, ": ") || !find(&t, '[') || !take_hex(&t, &base) ||
      !take(&t, "/") || !take_hex(&t, &line->pc) || !take(&t, "/") || !take_hex(&t, &flags) ||
      !take(&t, "/") || !take_hex(&t, &how) || !take(&t, "]"))
    return false;
  const uint8_t priv = flags >> FLAG_PRIV_AT & 3;
  if (priv == 2) return false;
  line->priv = priv;
  if ((flags >> FLAG_VIRTUAL_AT & 1) != 0) line->priv = priv == 0 ? RVT_PRIV_VU : RVT_PRIV_VS;
  return true;
}

/* hart:0, async:0, cause:000000000000000a, epc:0x000000008000003c, tval:0x0000000000000000, ... */
static bool parse_trap(struct text t, struct rvt_line *line) {
  uint64_t interrupt;
  if (!take(&t, "hart:") || !take_hex(&t, &line->hart) || !take(&t, ", async:") ||
      !take_hex(&t, &interrupt) || !take(&t, ", cause:") || !take_hex(&t, &line->cause) ||
      !take(&t, ", epc:") || !take_hex(&t, &line->pc) || !take(&t, ", tval:") ||
      !take_hex(&t, &line->tval) || !take(&t, ","))
    return false;
  line->kind = interrupt != 0 ? RVT_LINE_INTERRUPT : RVT_LINE_EXCEPTION;
  return true;
}

bool rvt_line_of_qemu(const char *text, size_t size) {
  return begins(text, size, trace) || begins(text, size, stopped) || begins(text, size, rewound) ||
         begins(text, size, trapped);
}

bool rvt_line_parse_qemu(const char *text, size_t size, struct rvt_line *line) {
  struct text t = {text, text + size};
  *line = (struct rvt_line){.kind = RVT_LINE_UNDONE};
  if (take(&t, trace)) return parse_executed(t, line);
  if (take(&t, trapped)) return parse_trap(t, line);
  if (take(&t, stopped)) return find(&t, '[') && take_hex(&t, &line->pc) && take(&t, "]");
  return take(&t, rewound) && take_hex(&t, &line->pc);
}
