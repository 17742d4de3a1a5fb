# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""A place in a program, with all that encoder and decoder of E-Trace both know there; how a program goes on from it."""

from copy import copy

import packets

UNINFERABLE = ("ijump", "icall", "swap", "xret")  # ETR AMB-1; and returns that the stack does not predict


class Place:
    """An instruction, and all that encoder and decoder both know there, before it takes effect."""

    def __init__(self, program, car):
        self.program, self.w = program, packets.widths(car)
        self.depth = car.get("stack_depth", 0)
        self.compare = car.get("implicit_return", 0) or 3
        self.most = 255 if self.w.iret_ext else 1  # of irets; without the field it is a flag
        self.options = self.w.options
        self.pc, self.base, self.priv, self.context = 0, 0, 0, 0
        self.reset(0)

    def reset(self, address):
        """ETR:F3-07: a synchronization packet."""
        self.arrive(address, None)
        self.stack, self.cache, self.predictor = [], {}, {}
        self.irets, self.implied = 0, False
        self.right, self.wrong, self.map, self.own = 0, 0, [], None

    def copied(self):
        other = copy(self)
        other.stack, other.cache, other.predictor, other.map = self.stack[:], dict(self.cache), dict(self.predictor), self.map[:]
        return other

    def arrive(self, pc, before):
        self.pc, self.before, self.implied = pc, before, False
        self.insn = self.program.at(pc)

    def on(self, option):
        return self.options & option != 0

    def is_branch(self):
        return self.insn is not None and self.insn.kind == "branch"

    def left(self):
        """Outcomes that no branch has had yet."""
        return self.right + self.wrong + len(self.map)

    def outcome(self):
        """Of the branch at pc: the next one of a map, or of a count, which needs the predictor (ETR:M-BP)."""
        predicted = self.predictor.get(self.entry(self.w.bpred_bits), 1) >> 1
        if self.right:
            self.right, taken = self.right - 1, predicted
        elif self.wrong:
            self.wrong, taken = 0, 1 - predicted
        else:
            taken = 1 - self.map.pop(0)
        self.train(taken)
        return taken

    def train(self, taken):
        index = self.entry(self.w.bpred_bits)
        state = self.predictor.get(index, 1)
        high = state >> 1 if state >> 1 == state & 1 else taken
        self.predictor[index] = high << 1 | taken

    def constant(self):
        """ETR:M-SIJ, IN-08: the target of a jump whose register the instruction before has loaded."""
        before = self.before
        if self.on(packets.SEQUENTIAL_JUMP) and before and before.value is not None and before.rd == self.insn.rs1:
            return before.value + self.insn.imm & ~1
        return None

    def predicts(self):
        return self.on(packets.IMPLICIT_RETURN) and len(self.stack) > 0 and not (self.w.iret_ext and self.irets == self.most)

    def is_uninferable(self):
        if self.insn is None:
            return False
        if self.insn.kind == "return":
            return not self.predicts()
        return self.insn.kind in UNINFERABLE and (self.insn.kind == "xret" or self.constant() is None)

    def differs(self, address):
        """ETR:M-IRET: whether a return to `address` is not where the stack says."""
        return {1: False, 2: (address ^ self.stack[-1]) & 0x1FFE != 0}.get(self.compare, address != self.stack[-1])

    def may_mispredict(self, address):
        return self.insn is not None and self.insn.kind == "return" and self.predicts() and self.differs(address)

    def leave(self, implied=False):
        """What the instruction does beside going on."""
        if self.insn.kind in ("call", "icall") and self.on(packets.IMPLICIT_RETURN) and self.depth:
            self.stack = (self.stack + [self.canonical(self.pc + self.insn.size)])[-self.depth :]
        if self.insn.kind == "branch" or (self.insn.kind in ("call", "icall") and not self.w.iret_ext):
            self.irets = 0
        if self.insn.kind == "return" and self.stack and (implied or self.w.iret_ext):
            self.stack.pop()

    def step(self):
        """To the next instruction; False where nothing says which."""
        insn = self.insn
        if insn is None or insn.kind == "trap" or self.is_uninferable():
            return False
        target, implied = self.pc + insn.size, False
        if insn.kind == "branch":
            if self.own is None and not self.left():
                return False
            taken = self.own if self.own is not None else self.outcome()
            self.own = None
            target = insn.target if taken else target
        elif insn.kind in ("jump", "call"):
            target = insn.target
        elif insn.kind == "return":
            target, implied = self.stack[-1], True
        elif insn.kind in UNINFERABLE:
            target = self.constant()
        self.leave(implied)
        self.arrive(self.canonical(target), insn)
        if implied:
            self.implied, self.irets = True, min(self.irets + 1, self.most)
            self.cache.pop(self.entry(self.w.cache_bits), None)  # ETR:DC-03
        return True

    def jump(self, address):
        """To what a packet says."""
        insn = self.insn
        self.leave()
        self.arrive(address, insn)

    def canonical(self, address):
        address &= (1 << self.w.addr_bits) - 1
        if self.w.xlen == 64 and address >> self.w.addr_bits - 1:
            address |= -1 << self.w.addr_bits & (1 << 64) - 1
        return address

    def entry(self, size):
        """Of this instruction in predictor or cache."""
        return self.pc >> self.w.addr_lsb & (1 << size) - 1

    def way_to(self, start):
        """How this instruction leads to a 3.0: a change of privilege is a trap return (ETR:DEC-01). None: not."""
        address = self.canonical(start.address)
        if self.insn is None or (start.priv != self.priv and self.insn.kind != "xret"):
            return None
        if self.is_uninferable():
            return "jump"
        if self.may_mispredict(address):
            return "mispredicted"
        after = self.copied()
        return "goes on" if after.step() and after.pc == address else None

    def needs_depth(self):
        """ETR:A-05 (ii) and (iii)."""
        return len(self.stack) != 0 if self.implied else self.irets != 0
