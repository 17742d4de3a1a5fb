/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */

/* Shapes of code that compilers seldom make: 16- and 32-bit instructions in turn, so that half of
 * the long ones are misaligned; very long straight blocks; loops of two instructions; chains of
 * jumps; and each kind of jump and call that itype tells apart (NT:ITY-23, NT:ITY-24). */

#include <stdint.h>

uintptr_t straight(uintptr_t x);
uintptr_t tight(uintptr_t count);
uintptr_t hops(uintptr_t x);
uintptr_t kinds(uintptr_t x);

/* 3001 instructions, 4001 half-words, no branch; adds 3000. */
__asm__(".text\n.option push\n.option rvc\n"
        ".balign 4\nstraight:\n"
        ".rept 1000\n"
        "  c.addi a0, 1\n"
        ".option norvc\n addi a0, a0, 3\n.option rvc\n"
        "  c.addi a0, -1\n"
        ".endr\n"
        "  c.jr ra\n"
        ".option pop\n");

/* Loops of two short, one short and one long, two long instructions; returns 3 * count. */
__asm__(".text\n.option push\n.option rvc\n"
        ".balign 4\n.half 1\ntight:\n"
        "  c.mv a1, a0\n  c.mv a2, a0\n  c.mv a3, a0\n  c.li a0, 0\n"
        "1: c.addi a1, -1\n  c.bnez a1, 1b\n"
        "2: c.addi a0, 3\n"
        ".option norvc\n  addi a2, a2, -1\n  bnez a2, 2b\n"
        "3: addi a3, a3, -1\n  bne a3, zero, 3b\n  jalr zero, 0(ra)\n"
        ".option pop\n");

/* Forty jumps over fillers of one to four half-words, short and long in turn; adds 40. */
__asm__(".text\n.option push\n.option rvc\n"
        "hops:\n"
        ".rept 10\n"
        "  c.addi a0, 1\n  c.j 1f\n  c.nop\n"
        "1: c.addi a0, 1\n"
        ".option norvc\n  j 2f\n.option rvc\n  c.nop\n  c.nop\n"
        "2: c.addi a0, 1\n  c.j 3f\n.option norvc\n  nop\n  nop\n"
        "3: addi a0, a0, 1\n  j 4f\n.option rvc\n  c.nop\n  c.nop\n  c.nop\n"
        "4:\n"
        ".endr\n"
        "  c.jr ra\n"
        ".option pop\n");

/* Every 4-bit itype of a jump. Each stop adds a power of two; together 0x3ff. */
__asm__(".text\n.option push\n.option norvc\n.option norelax\n"
        "kinds:\n"
        "  mv   a5, ra\n"
        "  jal  ra, 10f\n"              /* 9: direct call */
        "  jal  t0, 11f\n"              /* 9, the other link register */
        "  jal  a1, 12f\n"              /* 15: direct jump with linkage */
        "  j    20f\n"                  /* 11: direct jump */
        "10: addi a0, a0, 1\n  jalr zero, 0(ra)\n" /* 13: return */
        "11: addi a0, a0, 2\n  jr t0\n"
        "12: addi a0, a0, 4\n  jr a1\n"  /* 10: indirect jump */
        "20: la   a2, 21f\n"
        "  jalr ra, 0(a2)\n"            /* 8: indirect call, sequentially inferable or not */
        "  la   a2, 22f\n  nop\n"
        "  jalr t0, 0(a2)\n"            /* 8 */
        "  la   a2, 23f\n  nop\n"
        "  jalr a1, 0(a2)\n"            /* 14: indirect jump with linkage */
        "  j    30f\n"
        "21: addi a0, a0, 8\n  ret\n"
        "22: addi a0, a0, 16\n"
        "  mv   ra, t0\n  ret\n"
        "23: addi a0, a0, 32\n  jr a1\n"
        "30: la   t0, 31f\n  nop\n"
        "  jalr ra, 0(t0)\n"            /* 12: swap into the co-routine */
        "  addi a0, a0, 128\n"
        "  jalr ra, 0(t0)\n"            /* 12 again, to where it had stopped */
        "  j    40f\n"
        "31: addi a0, a0, 64\n"
        "  jalr t0, 0(ra)\n"            /* 12: swap back */
        "  addi a0, a0, 256\n"
        "  jalr t0, 0(ra)\n"
        "40: auipc t1, 0\n"
        "  jalr zero, 12(t1)\n"         /* 10, sequentially inferable: two instructions on */
        "  ebreak\n"
        "  call 41f\n"                  /* 8, sequentially inferable: auipc and jalr of ra */
        "  mv   ra, a5\n"
        "  ret\n"
        "41: addi a0, a0, 512\n  ret\n"
        ".option pop\n");

int main(void) {
  uint32_t sum = 0;
  for (uint32_t round = 1; round <= SCALE; round++) {
    sum += (uint32_t)straight(round);
    sum = sum * 31 + (uint32_t)tight(round % 100 + 1);
    sum = sum * 31 + (uint32_t)hops(round);
    sum = sum * 31 + (uint32_t)kinds(round);
  }
  return sum == EXPECTED ? 0 : 1;
}
