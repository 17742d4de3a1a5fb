/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */

/*
 * Prints the table of docs/units/packer.md: messages a clock and how full beats are, by lanes and
 * messages, of the golden model, with a record offered and a beat taken in every clock. No SRC, no
 * TSTAMP.
 */

#include <stdbool.h>
#include <stdio.h>

#include "rvt/unit/ntrace_packer.h"

enum { MESSAGES = 3000, KINDS_MAX = 3 };

static const struct mix {
  const char *name;
  unsigned kinds;
  struct rvt_ntrace_record rec[KINDS_MAX];
} mixes[] = {
    {"DirectBranch, I-CNT of 6 bits", 1, {{.tcode = 3, .icnt = 0x2F}}},
    {"IndirectBranch, U-ADDR of 24", 1, {{.tcode = 4, .icnt = 9, .addr = 0x900001}}},
    {"IndirectBranchHist, U-ADDR of 12, HIST of 18",
     1,
     {{.tcode = 28, .icnt = 0x81, .addr = 0x801, .hist = 0x20001}}},
    {"these three by turns",
     3,
     {{.tcode = 3, .icnt = 0x2F},
      {.tcode = 4, .icnt = 9, .addr = 0x900001},
      {.tcode = 28, .icnt = 0x81, .addr = 0x801, .hist = 0x20001}}},
    {"ResourceFull, HIST of 32", 1, {{.tcode = 27, .sub = 1, .hist = 0x80000001}}},
    {"IndirectBranchHistSync, F-ADDR of 31, HIST of 32",
     1,
     {{.tcode = 29, .sub = 2, .icnt = 0x201, .addr = 0x40000001, .hist = 0x80000001}}},
};

struct figures {
  unsigned long clocks, beats, bytes;
};

/** Of `MESSAGES` messages, from the first beat to the last. */
static bool measure(const struct mix *mix, uint8_t lanes, struct figures *f) {
  const struct rvt_ntrace_packer_params p = {
      .lanes = lanes, .icnt_width = 16, .addr_width = 31, .hist_width = 32};
  struct rvt_ntrace_packer s;
  if (rvt_ntrace_packer_init(&s, &p, NULL) != RVT_OK) return false;
  struct rvt_ntrace_packer_in in = {.m_ready = true, .rec_valid = true};
  unsigned sent = 0, ended = 0;
  *f = (struct figures){0};
  while (ended < MESSAGES) {
    in.rec = mix->rec[sent % mix->kinds];
    struct rvt_ntrace_packer_out out;
    rvt_ntrace_packer_outputs(&s, &in, &out);
    f->clocks += f->beats != 0 || out.m.valid;
    f->beats += out.m.valid;
    f->bytes += out.m.bytes;
    ended += out.m.eom;
    sent += out.rec_ready;
    rvt_ntrace_packer_tick(&s, &in);
  }
  return true;
}

int main(void) {
  static const uint8_t lanes[] = {1, 2, 4, 8};
  for (size_t i = 0; i < sizeof mixes / sizeof *mixes; i++) {
    for (size_t l = 0; l < sizeof lanes; l++) {
      struct figures f;
      if (!measure(&mixes[i], lanes[l], &f)) return 1;
      if (l == 0) printf("| %s | %.1f |", mixes[i].name, (double)f.bytes / MESSAGES);
      printf(" %.2f, %.0f %% |", (double)MESSAGES / (double)f.clocks,
             100.0 * (double)f.bytes / ((double)f.beats * lanes[l]));
    }
    putchar('\n');
  }
  return 0;
}
