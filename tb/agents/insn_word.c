/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "insn_word.h"

uint32_t tb_insn_word(struct tb_rng *rng) {
  static const uint8_t opcode[] = {0x63, 0x67, 0x6f, 0x37, 0x17, 0x73, 0x01, 0x02};
  static const uint32_t whole[] = {0x73, 0x100073, 0x10200073, 0x30200073, 0x10500073, 0x9002};
  const uint64_t r = tb_rng_next(rng);
  uint32_t word = (uint32_t)r;
  switch (r >> 32 & 7) {
  case 0: return word;
  case 1: return whole[(r >> 40) % (sizeof whole / sizeof *whole)];
  default: break;
  }
  const uint8_t low = opcode[r >> 36 & 7];
  word = low < 4 ? (word & ~UINT32_C(3)) | low : (word & ~UINT32_C(0x7f)) | low;
  if (r >> 44 & 1) word = (word & ~UINT32_C(0xf80)) | (uint32_t)(r >> 45 & 7) << 7;
  if (r >> 48 & 1) word = (word & ~UINT32_C(0xf8000)) | (uint32_t)(r >> 49 & 7) << 15;
  if (r >> 52 & 1) word &= ~UINT32_C(0x7000);
  if (r >> 53 & 1) word &= ~UINT32_C(0x7c);
  return word;
}
