# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""A hart with Zcmp and Zcmt that knows the few instructions of program.py, and their encodings.

It executes: registers, memory and frames are real, and a jump through the table goes where the memory says.
The itype of a step is what the specification says of the instruction (NT:ITY), written down once more here:
nothing is shared with the C sources.
"""

import random
from collections import Counter
from typing import Callable, NamedTuple

RA, SP, T0, T1, T2, S0, S1 = 1, 2, 5, 6, 7, 8, 9
A0, A1 = 10, 11
SAVED = [8, 9, *range(18, 28)]  # s0..s11
JVT, MTVEC, MEPC, MCAUSE, MSTATUS = 0x017, 0x305, 0x341, 0x342, 0x300
CAUSE_ECALL, CAUSE_FETCH, CAUSE_TIMER = 11, 12, 7
LINKS = (RA, T0)


class Insn(NamedTuple):
    size: int  # bytes
    encode: Callable  # (machine, pc) -> word
    run: Callable  # (machine, pc) -> None: goes on after itself; or (itype, next PC); or "ecall"
    kind: str = "linear"


def linear(size, encode, effect):
    """`encode` may be a word, `effect` returns nothing that counts."""

    def run(m, pc):
        effect(m, pc)

    return Insn(size, encode if callable(encode) else lambda m, pc: encode, run)


def i_type(opcode, funct3, rd, rs1, imm):
    return (imm & 0xFFF) << 20 | rs1 << 15 | funct3 << 12 | rd << 7 | opcode


def addi(rd, rs1, imm):
    return linear(4, i_type(0x13, 0, rd, rs1, imm), lambda m, pc: m.put(rd, m.x[rs1] + imm))


def andi(rd, rs1, imm):
    return linear(4, i_type(0x13, 7, rd, rs1, imm), lambda m, pc: m.put(rd, m.x[rs1] & imm))


def slli(rd, rs1, by):
    return linear(4, i_type(0x13, 1, rd, rs1, by), lambda m, pc: m.put(rd, m.x[rs1] << by))


def srli(rd, rs1, by):
    return linear(4, i_type(0x13, 5, rd, rs1, by), lambda m, pc: m.put(rd, m.x[rs1] >> by))


def xor(rd, rs1, rs2):
    return linear(4, rs2 << 20 | rs1 << 15 | 4 << 12 | rd << 7 | 0x33, lambda m, pc: m.put(rd, m.x[rs1] ^ m.x[rs2]))


def lui(rd, upper):
    return linear(4, upper << 12 | rd << 7 | 0x37, lambda m, pc: m.put(rd, upper << 12))


def csrw(csr, rs1):
    return linear(4, i_type(0x73, 1, 0, rs1, csr), lambda m, pc: m.csr.__setitem__(csr, m.x[rs1]))


def csrr(rd, csr):
    return linear(4, i_type(0x73, 2, rd, 0, csr), lambda m, pc: m.put(rd, m.csr[csr]))


def load(rd, rs1, offset):
    """LW or LD, as wide as a register; of an entry of the table, so never negative."""
    return linear(4, lambda m, pc: i_type(0x03, 2 if m.xlen == 32 else 3, rd, rs1, offset * m.bytes),
                  lambda m, pc: m.put(rd, m.read(m.x[rs1] + offset * m.bytes)))


def store(rs2, rs1):
    """SW or SD, to where rs1 points."""
    return linear(4, lambda m, pc: rs2 << 20 | rs1 << 15 | (2 if m.xlen == 32 else 3) << 12 | 0x23,
                  lambda m, pc: m.write(m.x[rs1], m.x[rs2]))


def la(rd, label):
    """AUIPC, ADDI."""

    def parts(m, pc):
        distance = m.label[label] - pc
        upper = (distance + 0x800) >> 12
        return upper, distance - (upper << 12)

    return [linear(4, lambda m, pc: (parts(m, pc)[0] & 0xFFFFF) << 12 | rd << 7 | 0x17,
                   lambda m, pc: m.put(rd, pc + (parts(m, pc)[0] << 12))),
            linear(4, lambda m, pc: i_type(0x13, 0, rd, rd, parts(m, pc - 4)[1]),
                   lambda m, pc: m.put(rd, m.x[rd] + parts(m, pc - 4)[1]))]


C_NOP = linear(2, 0x0001, lambda m, pc: None)


def c_addi(rd, imm):
    return linear(2, 0x0001 | (imm >> 5 & 1) << 12 | rd << 7 | (imm & 31) << 2, lambda m, pc: m.put(rd, m.x[rd] + imm))


def c_store(word):
    """C.FSDSP, on a hart without Zcmp and Zcmt: no code reads what it stores."""
    return linear(2, word, lambda m, pc: None)


def branch(size, encode, taken, label):
    def run(m, pc):
        return ("taken", m.label[label]) if taken(m) else ("not-taken", pc + size)

    return Insn(size, lambda m, pc: encode(m.label[label] - pc), run)


def c_branch(funct3, rs1, taken, label):
    def encode(d):
        return (funct3 << 13 | (d >> 8 & 1) << 12 | (d >> 3 & 3) << 10 | (rs1 - 8) << 7 | (d >> 6 & 3) << 5
                | (d >> 1 & 3) << 3 | (d >> 5 & 1) << 2 | 1)

    return branch(2, encode, taken, label)


def c_beqz(rs1, label):
    return c_branch(6, rs1, lambda m: m.x[rs1] == 0, label)


def c_bnez(rs1, label):
    return c_branch(7, rs1, lambda m: m.x[rs1] != 0, label)


def bnez(rs1, label):
    def encode(d):
        return ((d >> 12 & 1) << 31 | (d >> 5 & 63) << 25 | rs1 << 15 | 1 << 12 | (d >> 1 & 15) << 8
                | (d >> 11 & 1) << 7 | 0x63)

    return branch(4, encode, lambda m: m.x[rs1] != 0, label)


def jal(label):
    def encode(m, pc):
        d = m.label[label] - pc
        return ((d >> 20 & 1) << 31 | (d >> 1 & 0x3FF) << 21 | (d >> 11 & 1) << 20 | (d >> 12 & 0xFF) << 12
                | RA << 7 | 0x6F)

    def run(m, pc):
        m.put(RA, pc + 4)
        return "direct-call", m.label[label]

    return Insn(4, encode, run)


def indirect(size, word, rd, rs1):
    """The rule of x1 and x5 (NT:IRT-19)."""
    if rd in LINKS:
        itype = "swap" if rs1 in LINKS and rs1 != rd else "indirect-call"
    elif rd != 0:
        itype = "indirect-link"
    else:
        itype = "return" if rs1 in LINKS else "indirect-jump"

    def run(m, pc):
        target = m.x[rs1] & ~1
        m.put(rd, pc + size)
        return itype, target

    return Insn(size, lambda m, pc: word, run, "jalr")


def c_jr(rs1):
    return indirect(2, 0x8002 | rs1 << 7, 0, rs1)


def c_jalr(rs1):
    return indirect(2, 0x9002 | rs1 << 7, RA, rs1)


def jalr(rd, rs1):
    return indirect(4, i_type(0x67, 0, rd, rs1, 0), rd, rs1)


ECALL = Insn(4, lambda m, pc: 0x73, lambda m, pc: "ecall")
MRET = Insn(4, lambda m, pc: 0x30200073, lambda m, pc: m.trap_return())


def cm_mv(to_saved, first, second):
    """CM.MVSA01 (to two of s0..s7) or CM.MVA01S (back)."""

    def effect(m, pc):
        pairs = [(SAVED[first], A0), (SAVED[second], A1)]
        values = [m.x[a if to_saved else s] for s, a in pairs]
        for (s, a), value in zip(pairs, values):
            m.put(s if to_saved else a, value)

    return linear(2, (0xAC22 if to_saved else 0xAC62) | first << 7 | second << 2, effect)


class Frame:
    """CM.PUSH and what undoes it, for a list of registers 4..15 and 0..3 times 16 bytes beside it."""

    def __init__(self, registers, more=0):
        self.saved = [RA, *SAVED][: registers - 3 if registers < 15 else 13]
        self.more = more
        self.bits = registers << 4 | more << 2

    def bytes(self, m):
        return -(-len(self.saved) * m.bytes // 16) * 16 + 16 * self.more

    def push(self):
        def effect(m, pc):
            at = m.x[SP]
            for register in reversed(self.saved):
                at -= m.bytes
                m.write(at, m.x[register])
            m.put(SP, m.x[SP] - self.bytes(m))

        return linear(2, 0xB802 | self.bits, effect)

    def restore(self, m):
        m.put(SP, m.x[SP] + self.bytes(m))
        at = m.x[SP]
        for register in reversed(self.saved):
            at -= m.bytes
            m.put(register, m.read(at))

    def pop(self):
        return linear(2, 0xBA02 | self.bits, lambda m, pc: self.restore(m))

    def popret(self, zero=False):
        def run(m, pc):
            self.restore(m)
            if zero:
                m.put(A0, 0)
            return "return", m.x[RA] & ~1

        return Insn(2, lambda m, pc: (0xBC02 if zero else 0xBE02) | self.bits, run, "popret")


def table_jump(entry):
    """CM.JT for the entries 0..31, CM.JALT for 32..255."""

    def run(m, pc):
        target = m.read((m.csr[JVT] & ~63) + entry * m.bytes) & ~1
        m.seen[f"entry {entry}"] += 1
        if entry < 32:
            return "direct-jump", target
        m.put(RA, pc + 2)
        return "direct-call", target

    return Insn(2, lambda m, pc: 0xA002 | entry << 2, run, "table")


class Machine:
    """Memory of `size` bytes from `base`; `rare` is one in how many instructions a trap hits by chance."""

    def __init__(self, xlen, base, size, rare, seed):
        self.xlen, self.bytes, self.base = xlen, xlen // 8, base
        self.memory = bytearray(size)
        self.x, self.csr = [0] * 32, {}
        self.label, self.code = {}, {}
        self.rare, self.rng = rare, random.Random(seed)
        self.calls = []  # where each call goes on, as the rule of x1 and x5 says
        self.seen = Counter()
        self.in_trap = False

    def put(self, register, value):
        if register != 0:
            self.x[register] = value & ((1 << self.xlen) - 1)

    def read(self, address):
        at = address - self.base
        if at < 0 or at + self.bytes > len(self.memory):
            raise RuntimeError(f"no memory at {address:#x}")
        return int.from_bytes(self.memory[at : at + self.bytes], "little")

    def write(self, address, value):
        at = address - self.base
        if at < 0 or at + self.bytes > len(self.memory):
            raise RuntimeError(f"no memory at {address:#x}")
        self.memory[at : at + self.bytes] = value.to_bytes(self.bytes, "little")

    def place(self, address, items):
        """Labels (text) and instructions from `address` on; @return the address after them."""
        here = address
        for item in items:
            if isinstance(item, str):
                self.label[item] = here
            else:
                self.code[here] = item
                here += item.size
        for pc in range(address, here, 2):
            if pc in self.code:
                insn = self.code[pc]
                word = insn.encode(self, pc)
                self.memory[pc - self.base : pc - self.base + insn.size] = word.to_bytes(insn.size, "little")
        return here

    def word(self, pc):
        at = pc - self.base
        return int.from_bytes(self.memory[at : at + self.code[pc].size], "little")

    def follow(self, itype, behind, target):
        """What a tracer's stack of returns would do, without an end to it."""
        if itype in ("return", "swap") and self.calls:
            self.seen["return" if self.calls.pop() == target else "return elsewhere"] += 1
        if itype in ("direct-call", "indirect-call", "swap"):
            self.calls.append(behind)
        self.seen["deepest"] = max(self.seen["deepest"], len(self.calls))

    def trap(self, pc, what, cause):
        self.csr[MEPC] = pc
        self.csr[MCAUSE] = cause | (1 << (self.xlen - 1) if what == "interrupt" else 0)
        self.in_trap = True
        value = pc if cause == CAUSE_FETCH else 0
        return f"trap {what} {pc:#x} cause={cause}" + (f" tval={value:#x}" if value else "")

    def trap_return(self):
        self.in_trap = False
        return "trap-return", self.csr[MEPC]

    def chance(self, pc, before):
        """A trap before the instruction, most often on or after a jump; each is retried."""
        kind = self.code[pc].kind
        often = 6 if kind == "table" or before in ("table", "popret") else 1
        if self.in_trap or MTVEC not in self.csr or self.rare == 0 or self.rng.randrange(self.rare) >= often:
            return None
        what = self.rng.choice(["interrupt", "exception"])
        self.seen[f"{what} on {kind}"] += 1
        self.seen[f"{what} after {before}"] += 1
        return self.trap(pc, what, CAUSE_TIMER if what == "interrupt" else CAUSE_FETCH)

    def walk(self, start, end):
        """Steps as `rvt convert` reads them, up to the instruction before the label `end`."""
        pc, before = self.label[start], "linear"
        while pc != self.label[end]:
            insn = self.code[pc]
            hit = self.chance(pc, before)
            before = insn.kind if hit is None else "trap"
            done = None if hit else insn.run(self, pc)
            if done == "ecall":
                hit = self.trap(pc, "exception", CAUSE_ECALL)
            if hit:
                yield hit
                pc = self.csr[MTVEC]
                continue
            itype, target = done or ("none", pc + insn.size)
            self.follow(itype, pc + insn.size, target)
            yield f"insn {pc:#x} {insn.size // 2} {itype} word={self.word(pc):#x}"
            pc = target
