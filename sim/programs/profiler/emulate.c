/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * CSRs and SCTRCLR of control transfer records for a hart that has none, on the memory-mapped window of its recorder: for the handler of
 * illegal instructions in M. siselect is kept here. */
#include "emulate.h"

#include "rvt/ctr.h"

static const struct rvt_ctr_io window = {.window = CTR_WINDOW};
static uintptr_t select;

static int offset_of(unsigned csr) {
  static const struct {
    uint16_t csr, offset;
  } known[] = {{RVT_CTR_SCTRCTL, RVT_CTR_WINDOW_SCTRCTL},
               {RVT_CTR_SCTRSTATUS, RVT_CTR_WINDOW_SCTRSTATUS},
               {RVT_CTR_SCTRDEPTH, RVT_CTR_WINDOW_SCTRDEPTH},
               {RVT_CTR_SIREG, RVT_CTR_WINDOW_SOURCE},
               {RVT_CTR_SIREG2, RVT_CTR_WINDOW_TARGET},
               {RVT_CTR_SIREG3, RVT_CTR_WINDOW_DATA}};
  for (unsigned i = 0; i < sizeof known / sizeof known[0]; i++)
    if (known[i].csr == csr) return csr >= RVT_CTR_SIREG && csr <= RVT_CTR_SIREG3 ? known[i].offset + 8 * (int)(select & 0xff) : known[i].offset;
  return -1;
}

/* A store may be posted: S goes on when it has arrived. */
static void settle(void) { (void)RVT_CTR_WINDOW_READ(window.window + RVT_CTR_WINDOW_SCTRSTATUS); }

bool ctr_emulate(uintptr_t x[32], uint32_t word) {
  const unsigned csr = word >> 20, funct3 = word >> 12 & 7, rs1 = word >> 15 & 31, rd = word >> 7 & 31;
  if (word == 0x10400073) {
    rvt_ctr_io_clear(&window);
    settle();
    return true;
  }
  const int offset = offset_of(csr);
  if ((word & 0x7f) != 0x73 || (funct3 & 3) == 0 || (offset < 0 && csr != RVT_CTR_SISELECT)) return false;
  if (offset >= 0 && csr < RVT_CTR_SCTRDEPTH && csr >= RVT_CTR_SIREG && select >> 8 != RVT_CTR_SELECT >> 8) return false;
  const uintptr_t operand = (funct3 & 4) != 0 ? rs1 : x[rs1];
  const uintptr_t old = offset < 0 ? select : (uintptr_t)rvt_ctr_window_get(&window, (unsigned)offset);
  const uintptr_t now = (funct3 & 3) == 1 ? operand : (funct3 & 3) == 2 ? old | operand : old & ~operand;
  if ((funct3 & 3) == 1 || rs1 != 0) {
    if (offset < 0) {
      select = now;
    } else {
      rvt_ctr_window_put(&window, (unsigned)offset, now);
      settle();
    }
  }
  if (rd != 0) x[rd] = old;
  return true;
}
