/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_PROGEN_ASM_H
#define RVT_PROGEN_ASM_H

/* Encoders. Offsets in bytes must be even and in reach; compressed registers are x8..x15. */

#include <stdbool.h>
#include <stdint.h>

enum rvt_reach {
  RVT_REACH_CB = 256,
  RVT_REACH_CJ = 2048,
  RVT_REACH_B = 4096,
  RVT_REACH_J = 1 << 20
};

uint32_t rvt_asm_r(unsigned opcode, unsigned funct3, unsigned funct7, unsigned rd, unsigned rs1,
                   unsigned rs2);
uint32_t rvt_asm_i(unsigned opcode, unsigned funct3, unsigned rd, unsigned rs1, int32_t imm);
uint32_t rvt_asm_s(unsigned opcode, unsigned funct3, unsigned rs1, unsigned rs2, int32_t imm);
/** LUI (opcode 0x37) and AUIPC (0x17); the low 12 bits of `imm` are ignored. */
uint32_t rvt_asm_u(unsigned opcode, unsigned rd, uint32_t imm);
uint32_t rvt_asm_jal(unsigned rd, int32_t offset);
uint32_t rvt_asm_jalr(unsigned rd, unsigned rs1, int32_t imm);
uint32_t rvt_asm_branch(unsigned funct3, unsigned rs1, unsigned rs2, int32_t offset);
/** C.J, or C.JAL (RV32). */
uint32_t rvt_asm_c_j(bool link, int32_t offset);
/** C.BEQZ, or C.BNEZ. */
uint32_t rvt_asm_c_branch(bool nez, unsigned rs1, int32_t offset);
/** C.JR, or C.JALR; rs1 is not 0. */
uint32_t rvt_asm_c_jr(bool link, unsigned rs1);
/** C.LUI; rd is not 0 or 2, bits 17:12 of `imm` not 0. */
uint32_t rvt_asm_c_lui(unsigned rd, uint32_t imm);

#endif
