#!/usr/bin/env python3
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""A program of random instructions on random data, for who compares a core with a model: every instruction of I, M and C, edge operands.

    random_program.py SEED INSTRUCTIONS [64] > FILE.S      called as `workload`; about so many instructions are executed

For RV32, with 64 for RV64 with A and S-mode besides: AMOs, LR and SC with and without the other, CSRs, counters among them.

It checks nothing itself. x2 to x4 keep their values, x8 is the middle of its data; jumps go forward within a round, and all rounds are the same code.
"""

import random
import sys

STATIC = 8000  # instructions of a round
EDGES = (0, 1, 2, -1, -2, 31, 32, 33, 0x7f, 0x80, 0xff, 0x7fff, 0x8000, 0xffff, 0x7fffffff, 0x80000000, 0x80000001, 0x55555555)
REGS = [x for x in range(1, 32) if x not in (2, 3, 4, 8)]
SHORT = [x for x in range(9, 16)]  # a compressed instruction names x8 to x15, and x8 stays
OPS = "add sub sll slt sltu xor srl sra or and mul mulh mulhsu mulhu div divu rem remu".split()
IMMS = "addi slti sltiu xori ori andi".split()
BRANCHES = "beq bne blt bge bltu bgeu".split()
LOADS = {"lb": 1, "lbu": 1, "lh": 2, "lhu": 2, "lw": 4}
STORES = {"sb": 1, "sh": 2, "sw": 4}
C_OPS = "c.sub c.xor c.or c.and".split()
EDGES_64 = (*EDGES, 63, 64, 0xffffffff, 0x100000000, 0x7fffffffffffffff, 1 << 63, (1 << 63) + 1, 0xffffffff80000000, 0xffffffff7fffffff)
OPS_64 = "addw subw sllw srlw sraw mulw divw divuw remw remuw".split()
AMOS = "amoswap amoadd amoxor amoand amoor amomin amomax amominu amomaxu".split()
CSRS = "sscratch sepc stval".split()  # which this program has for itself
READS = "mcycle minstret cycle instret mip".split()


class Program:
    def __init__(self, seed):
        self.rng, self.labels, self.left = random.Random(seed), 0, {}

    def reg(self):
        return f"x{self.rng.choice(REGS)}"

    def short(self):
        return f"x{self.rng.choice(SHORT)}"

    def any(self):
        return f"x{self.rng.choice([0, *REGS])}"

    def label(self):
        """A label some instructions ahead."""
        self.labels += 1
        self.left[self.labels] = self.rng.randint(1, 4)
        return f"L{self.labels}"

    def imm(self):
        return self.rng.choice([self.rng.randint(-2048, 2047), self.rng.choice([0, 1, -1, 2047, -2048])])

    def plain(self):
        r = self.rng
        return r.choice([
            lambda: f"{r.choice(OPS)} {self.any()}, {self.any()}, {self.any()}",
            lambda: f"{r.choice(OPS)} {self.reg()}, {self.reg()}, {self.reg()}",
            lambda: f"{r.choice(IMMS)} {self.any()}, {self.any()}, {self.imm()}",
            lambda: f"{r.choice(['slli', 'srli', 'srai'])} {self.reg()}, {self.any()}, {r.randint(0, 31)}",
            lambda: f"{r.choice(['lui', 'auipc'])} {self.reg()}, {r.randint(0, 0xfffff)}",
            lambda: f"li {self.reg()}, {r.choice([r.choice(EDGES), r.getrandbits(32)]) & 0xffffffff}",
        ])()

    def memory(self):
        name, size = self.rng.choice([*LOADS.items(), *STORES.items()])
        offset = self.rng.randrange(-2048, 2048, size)
        return f"{name} {self.reg()}, {offset}(x8)"

    def compressed(self):
        r, k = self.rng, self.rng.choice([-32, -1, 1, 31])
        return r.choice([
            lambda: f"{r.choice(C_OPS)} {self.short()}, {self.short()}",
            lambda: f"c.addi {self.reg()}, {k}",
            lambda: f"c.li {self.reg()}, {r.randint(-32, 31)}",
            lambda: f"c.lui {self.reg()}, {r.choice([r.randint(1, 31), r.randint(0xfffe0, 0xfffff)])}",
            lambda: f"c.andi {self.short()}, {r.randint(-32, 31)}",
            lambda: f"{r.choice(['c.srli', 'c.srai'])} {self.short()}, {r.randint(1, 31)}",
            lambda: f"c.slli {self.reg()}, {r.randint(1, 31)}",
            lambda: f"{r.choice(['c.mv', 'c.add'])} {self.reg()}, {self.reg()}",
            lambda: f"{r.choice(['c.lw', 'c.sw'])} {self.short()}, {r.randrange(0, 128, 4)}(x8)",
            lambda: f"{r.choice(['c.lwsp', 'c.swsp'])} {self.reg()}, {r.randrange(0, 256, 4)}(sp)",
            lambda: f"c.addi4spn {self.short()}, sp, {r.randrange(4, 1024, 4)}",
        ])()

    def jump(self):
        r = self.rng
        return r.choice([
            lambda: f"{r.choice(BRANCHES)} {self.any()}, {self.any()}, {self.label()}",
            lambda: f"{r.choice(['c.beqz', 'c.bnez'])} {self.short()}, {self.label()}",
            lambda: f"jal {self.any()}, {self.label()}",
            lambda: f"{r.choice(['c.j', 'c.jal'])} {self.label()}",
            lambda: "la {0}, {1}\n\t{2}".format(reg := self.reg(), self.label(), r.choice([f"jalr {self.any()}, {reg}", f"c.jr {reg}", f"c.jalr {reg}"])),
        ])()

    def instruction(self):
        make = self.rng.choices([self.plain, self.memory, self.compressed, self.jump], [5, 3, 3, 2])[0]
        return make()

    def round(self):
        for _ in range(STATIC):
            yield "\t" + self.instruction()
            for label in [name for name, left in self.left.items() if left == 0]:
                del self.left[label]
                yield f"L{label}:"
            self.left = {name: left - 1 for name, left in self.left.items()}
        yield from (f"L{name}:" for name in self.left)


class Wide(Program):
    """RV64, with A and CSRs."""

    def edge(self):
        r = self.rng
        return r.choice([r.choice(EDGES_64), r.getrandbits(64), r.getrandbits(32)]) & (1 << 64) - 1

    def plain(self):
        r = self.rng
        return r.choice([
            super().plain,
            lambda: f"{r.choice(OPS_64)} {self.any()}, {self.any()}, {self.any()}",
            lambda: f"{r.choice(OPS_64)} {self.reg()}, {self.reg()}, {self.reg()}",
            lambda: f"addiw {self.any()}, {self.any()}, {self.imm()}",
            lambda: f"{r.choice(['slliw', 'srliw', 'sraiw'])} {self.reg()}, {self.any()}, {r.randint(0, 31)}",
            lambda: f"{r.choice(['slli', 'srli', 'srai'])} {self.reg()}, {self.any()}, {r.randint(0, 63)}",
            lambda: f"li {self.reg()}, {self.edge()}",
        ])()

    def memory(self):
        r = self.rng
        return r.choice([
            super().memory,
            lambda: f"{r.choice(['ld', 'sd'])} {self.reg()}, {r.randrange(-2048, 2048, 8)}(x8)",
            lambda: f"lwu {self.reg()}, {r.randrange(-2048, 2048, 4)}(x8)",
            self.atomic,
        ])()

    def atomic(self):
        """At an address in a register that is not written before it is used.

        An SC alone is at a double word: CVA6 says of an SC.W that fails at an upper word that it has stored.
        """
        r = self.rng
        size, at = r.choice("wd"), self.reg()
        other = [f"x{x}" for x in REGS if f"x{x}" != at]
        order = r.choice(["", ".aq", ".rl", ".aqrl"])
        lr, sc = f"lr.{size}{order} {r.choice(other)}, ({at})", f"sc.{size}{order} {self.reg()}, {self.any()}, ({at})"
        access = r.choices([f"{r.choice(AMOS)}.{size}{order} {self.any()}, {self.any()}, ({at})", f"{lr}\n\t{sc}", lr, sc], [8, 3, 1, 1])[0]
        step = 8 if size == "d" or access is sc else 4
        return f"addi {at}, x8, {r.randrange(-2048, 2048, step)}\n\t{access}"

    def compressed(self):
        r = self.rng
        return r.choice([
            super().compressed,
            lambda: f"{r.choice(['c.addw', 'c.subw'])} {self.short()}, {self.short()}",
            lambda: f"c.addiw {self.reg()}, {r.randint(-32, 31)}",
            lambda: f"{r.choice(['c.slli', 'c.srli', 'c.srai'])} {self.short()}, {r.randint(32, 63)}",
            lambda: f"{r.choice(['c.ld', 'c.sd'])} {self.short()}, {r.randrange(0, 256, 8)}(x8)",
            lambda: f"{r.choice(['c.ldsp', 'c.sdsp'])} {self.reg()}, {r.randrange(0, 256, 8)}(sp)",
        ])()

    def jump(self):
        return super().jump().replace("c.jal ", "c.j ")  # which RV64 has not

    def system(self):
        r = self.rng
        return r.choice([
            lambda: f"{r.choice(['csrrw', 'csrrs', 'csrrc'])} {self.any()}, {r.choice(CSRS)}, {self.any()}",
            lambda: f"{r.choice(['csrrwi', 'csrrsi', 'csrrci'])} {self.any()}, {r.choice(CSRS)}, {r.randint(0, 31)}",
            lambda: f"csrr {self.any()}, {r.choice(READS)}",
        ])()

    def instruction(self):
        make = self.rng.choices([super().instruction, self.system], [20, 1])[0]
        return make()


def main():
    seed, instructions, wide = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3:] == ["64"]
    save, load, room = ("sd", "ld", 8) if wide else ("sw", "lw", 4)
    frame = 512
    saved = [1, *range(8, 10), *range(18, 28)]
    print("\t.text\n\t.globl workload\nworkload:")
    print(f"\taddi sp, sp, -{frame}")
    for n, reg in enumerate(saved):
        print(f"\t{save} x{reg}, {256 + room * n}(sp)")
    print("\tla x8, middle")
    for reg in (r for r in REGS if r not in (1,)):
        print(f"\tli x{reg}, {random.Random(seed + reg).getrandbits(64 if wide else 32)}")
    print(f"\tli x1, {max(1, instructions * 10 // (9 * STATIC))}\n\tsw x1, 508(sp)\nround:")
    print("\n".join((Wide if wide else Program)(seed).round()))
    print("\tlw x1, 508(sp)\n\taddi x1, x1, -1\n\tsw x1, 508(sp)\n\tbeqz x1, over\n\tla x1, round\n\tjr x1\nover:")
    for n, reg in enumerate(saved):
        print(f"\t{load} x{reg}, {256 + room * n}(sp)")
    print(f"\taddi sp, sp, {frame}\n\tli a0, 0\n\tret")
    print("\t.bss\n\t.balign 4096\ndata:\n\t.space 2048\nmiddle:\n\t.space 2048")


if __name__ == "__main__":
    main()
