/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef CTR_EMULATE_H
#define CTR_EMULATE_H

#include <stdbool.h>
#include <stdint.h>

/** Address of the recorder's window. */
#ifndef CTR_WINDOW
#define CTR_WINDOW 0
#endif

/** Do what the illegal instruction `word` asks, with the registers `x` of S. False: it is none of the records'. The caller goes on behind
 * it. */
bool ctr_emulate(uintptr_t x[32], uint32_t word);

#endif
