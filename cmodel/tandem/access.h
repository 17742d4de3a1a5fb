/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_TANDEM_ACCESS_H
#define RVT_TANDEM_ACCESS_H

/* What an instruction does with memory, as far as it gets something from there. */

#include <stdint.h>

enum tandem_access {
  TANDEM_ACCESS_NONE, /* or a store */
  TANDEM_ACCESS_LOAD,
  TANDEM_ACCESS_RESERVES, /* LR */
  TANDEM_ACCESS_SC,
  TANDEM_ACCESS_CAS, /* an AMO that may store nothing */
  TANDEM_ACCESS_AMO
};

/** @param word  in its low bits, 16 or 32 */
enum tandem_access tandem_access_of(uint32_t word);
/** Integer or F registers that a load or AMO may write, a bit of each number: one, or a pair. */
uint32_t tandem_access_writes(uint32_t word);

#endif
