/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_TB_INSN_WORD_H
#define RVT_TB_INSN_WORD_H

#include "harness/rng.h"

/** An instruction word: any; more often one of an opcode that transfers control, with registers
 * that are often links; or one of those of which all bits count. */
uint32_t tb_insn_word(struct tb_rng *rng);

#endif
