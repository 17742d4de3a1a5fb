/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_TANDEM_ACCESS_H
#define RVT_TANDEM_ACCESS_H

/* What an instruction does with memory, as far as it gets something from there. */

#include <stdbool.h>
#include <stdint.h>

enum tandem_access {
  TANDEM_ACCESS_NONE, /* or a store */
  TANDEM_ACCESS_LOAD,
  TANDEM_ACCESS_POP,      /* of Zcmp */
  TANDEM_ACCESS_TABLE,    /* of Zcmt: where a jump goes */
  TANDEM_ACCESS_RESERVES, /* LR */
  TANDEM_ACCESS_SC,
  TANDEM_ACCESS_CAS, /* an AMO that may store nothing */
  TANDEM_ACCESS_AMO
};

/** What codes of C mean that not all harts have alike. */
enum tandem_floats {
  TANDEM_FLOATS_NONE,   /* C.LD; no instruction has an F register */
  TANDEM_FLOATS_DOUBLE, /* C.LD, C.FLD */
  TANDEM_FLOATS_SINGLE  /* C.FLW, C.FLD */
};
/** Where an instruction accesses memory, if it is one of I, A, C and Zcb, with floats also of F, D
 * and Zfh: `bytes` at x`base` plus `offset`. An AMO does both, but SC. */
struct tandem_place {
  bool loads, stores;
  uint8_t bytes, base, source; /* source: the register that is stored, x or F */
  int32_t offset;
};
struct tandem_place tandem_access_place(uint32_t word, enum tandem_floats floats);

/** @param word  in its low bits, 16 or 32. @param zcm  the hart has Zcmp or Zcmt, where others have
 * C.FSDSP */
enum tandem_access tandem_access_of(uint32_t word, bool zcm);
/** Integer or F registers that get what an access has found, a bit of each number. */
uint32_t tandem_access_writes(uint32_t word, enum tandem_access access);
/** Whether what it has found is where the hart goes on. */
bool tandem_access_jumps(uint32_t word, enum tandem_access access);

#endif
