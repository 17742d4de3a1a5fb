# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Instructions of a program in an ELF file, as far as a trace depends on them: RV32 and RV64, with C."""

import struct
from collections import namedtuple

PT_LOAD, EXECUTABLE = 1, 1
LINKS = (1, 5)
TRAP_RETURNS = (0x00200073, 0x10200073, 0x30200073, 0x70200073)  # URET, SRET, MRET, MNRET
TRAPS = (0x00000073, 0x00100073)  # ECALL, EBREAK: they never retire (ETR AMB-19)

# kind (ETR section 1): plain, branch, jump and call (inferable), return, swap, ijump and icall (uninferable), xret, trap.
# target: of what is inferable. rs1, imm: of JALR. rd, value: what LUI and AUIPC load.
Insn = namedtuple("Insn", "size kind target rs1 imm rd value", defaults=(None, None, 0, None, None))


def bits(value, high, low):
    return value >> low & (1 << high - low + 1) - 1


def signed(value, width):
    return value - (1 << width) if value >> width - 1 & 1 else value


def gather(value, places):
    """A signed immediate: `places` are (high, low, to) of its pieces, in the instruction and in it."""
    width = max(to + high - low + 1 for high, low, to in places)
    return signed(sum(bits(value, high, low) << to for high, low, to in places), width)


def indirect(size, rd, rs1, imm):
    """JALR and its short forms, by their registers."""
    if rs1 == 0:  # a constant: the hart reports an inferable jump
        return Insn(size, "call" if rd in LINKS else "jump", imm)
    if rd in LINKS and rs1 in LINKS and rd != rs1:
        return Insn(size, "swap", None, rs1, imm)
    if rd in LINKS:
        return Insn(size, "icall", None, rs1, imm)
    return Insn(size, "return" if rs1 in LINKS else "ijump", None, rs1, imm)


def long_insn(word, pc):
    opcode, rd, rs1 = bits(word, 6, 0), bits(word, 11, 7), bits(word, 19, 15)
    if opcode == 0x63:
        return Insn(4, "branch", pc + gather(word, [(31, 31, 12), (7, 7, 11), (30, 25, 5), (11, 8, 1)]))
    if opcode == 0x6F:
        target = pc + gather(word, [(31, 31, 20), (19, 12, 12), (20, 20, 11), (30, 21, 1)])
        return Insn(4, "call" if rd in LINKS else "jump", target)
    if opcode == 0x67:
        return indirect(4, rd, rs1, gather(word, [(31, 20, 0)]))
    if opcode in (0x37, 0x17):
        return Insn(4, "plain", rd=rd, value=gather(word, [(31, 12, 12)]) + (pc if opcode == 0x17 else 0))
    return Insn(4, "xret" if word in TRAP_RETURNS else "trap" if word in TRAPS else "plain")


def short_insn(half, pc, xlen):
    where, rd = (half & 3, half >> 13), bits(half, 11, 7)
    if where == (1, 5) or (where == (1, 1) and xlen == 32):  # C.J, C.JAL
        places = [(12, 12, 11), (11, 11, 4), (10, 9, 8), (8, 8, 10), (7, 7, 6), (6, 6, 7), (5, 3, 1), (2, 2, 5)]
        return Insn(2, "jump" if where == (1, 5) else "call", pc + gather(half, places))
    if where in ((1, 6), (1, 7)):  # C.BEQZ, C.BNEZ
        return Insn(2, "branch", pc + gather(half, [(12, 12, 8), (11, 10, 3), (6, 5, 6), (4, 3, 1), (2, 2, 5)]))
    if where == (1, 3) and rd not in (0, 2):  # C.LUI
        return Insn(2, "plain", rd=rd, value=gather(half, [(12, 12, 17), (6, 2, 12)]))
    if where == (2, 4) and bits(half, 6, 2) == 0:
        if rd != 0:  # C.JR, C.JALR
            return indirect(2, bits(half, 12, 12), rd, 0)
        if half == 0x9002:  # C.EBREAK
            return Insn(2, "trap")
    return Insn(2, "plain")


class Program:
    def __init__(self, path):
        with open(path, "rb") as file:
            data = file.read()
        if data[:4] != b"\x7fELF" or data[5] != 1:
            raise ValueError(f"{path}:0: expected a little-endian ELF file")
        self.xlen = 32 * data[4]
        if self.xlen == 32:
            (start,), (size, count) = struct.unpack_from("<I", data, 28), struct.unpack_from("<HH", data, 42)
        else:
            (start,), (size, count) = struct.unpack_from("<Q", data, 32), struct.unpack_from("<HH", data, 54)
        self.parts, self.known = [], {}
        for at in range(start, start + size * count, size):
            if self.xlen == 32:
                kind, offset, address, _, length, _, flags, _ = struct.unpack_from("<8I", data, at)
            else:
                kind, flags, offset, address, _, length, _, _ = struct.unpack_from("<2I6Q", data, at)
            if kind == PT_LOAD and flags & EXECUTABLE:
                self.parts.append((address, data[offset : offset + length]))

    def half(self, pc):
        for address, data in self.parts:
            if 0 <= pc - address <= len(data) - 2:
                return int.from_bytes(data[pc - address : pc - address + 2], "little")
        return None

    def decode(self, pc):
        low = self.half(pc)
        if low is None or low == 0:  # all zero is no instruction
            return None
        if low & 3 != 3:
            return short_insn(low, pc, self.xlen)
        high = self.half(pc + 2)
        return None if high is None else long_insn(high << 16 | low, pc)

    def at(self, pc):
        """The instruction at `pc`, or None where the program has none."""
        if pc not in self.known:
            self.known[pc] = self.decode(pc)
        return self.known[pc]
