#!/usr/bin/env python3
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Judge the model of control transfer records, and its oracle, by QEMU: random programs, whose log of what was executed goes through both;
what a program then reads of its records must be what they hold.

    judge.py [--programs N] [--hypervisor N] [--first SEED] [--keep DIR]

What QEMU does against the specification, or leaves out:

    no cycle counts          CTR:T-07: an implementation may have none; the model is built without, too
    no mispredictions        CTR:E-03: MISP is what software wrote, and 0 in every record
    five more                `moved`, `stricter`, `reserved`, `open`, `refused`: tb/tools/ctr_play.c has the condition and row of each. Where it
                             holds, model and oracle do as QEMU; the program is then played by the rules, too, and counted if that differs
    software's CC            no program writes CC or CCV into an entry: QEMU would keep what it never records

Everything else has to be equal.
"""

import argparse
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from program import LOGGED, Program

ROOT = Path(__file__).resolve().parent.parent.parent
QEMU = ROOT / "build/qemu/qemu-system-riscv64"
PLAY = ROOT / "build/bin/ctr_play"
U, S, M, VU, VS = 0, 1, 3, 5, 6
RECORDERS = {0x14E, 0x14F, 0x15F, 0x34E, 0x24E} | {v + r for v in (0x150, 0x250) for r in (1, 2, 3, 5, 6, 7)}
FETCH_FAULTS = (1, 12, 20)
MRET, SRET, SCTRCLR = 0x30200073, 0x10200073, 0x10400073

STARTS = re.compile(r"^(?:Trace 0: |Stopped execution|riscv_cpu_do_interrupt)", re.M)
TRACE = re.compile(r"Trace 0: \S+ \[\w+/(\w+)/(\w+)/")
TRAP = re.compile(r"hart:0, async:(\d), cause:(\w+), epc:0x(\w+)")


class Insn:
    """A line of what was executed, with the state before it."""

    def __init__(self, text):
        pc, flags = TRACE.match(text).groups()
        privilege, virtual = int(flags, 16) >> 22 & 3, int(flags, 16) >> 21 & 1
        self.pc, self.mode, self.text = int(pc, 16), VU + privilege if virtual else privilege, text

    def csr(self, name):
        return int(re.search(rf"\b{name} +(\w+)", self.text)[1], 16)

    def reg(self, number):
        return int(re.search(rf"\bx{number}/\w+ +(\w+)", self.text)[1], 16)

    def returns_to(self, word):
        """The mode after MRET or SRET."""
        mstatus, virtual = self.csr("mstatus"), self.mode in (VU, VS)
        if word == MRET:
            mpp = mstatus >> 11 & 3
            return mpp if mpp == M or not mstatus >> 39 & 1 else VU + mpp
        return mstatus >> 8 & 1 if not (virtual or (" hstatus" in self.text and self.csr("hstatus") >> 7 & 1)) else VU + (mstatus >> 8 & 1)

    def came_from(self):
        """The mode that the trap whose handler begins here came from."""
        return self.returns_to(MRET if self.mode == M else SRET)


class Trap:
    def __init__(self, text):
        interrupt, cause, epc = TRAP.search(text).groups()
        self.interrupt, self.cause, self.epc = int(interrupt), int(cause, 16), int(epc, 16)


def read_log(text):
    """Instructions and traps, in order. What was stopped before it was executed is none."""
    items, starts = [], [m.start() for m in STARTS.finditer(text)] + [len(text)]
    for begin, end in zip(starts, starts[1:]):
        if text[begin] == "T":
            items.append(Insn(text[begin:end]))
        elif text[begin] == "S":
            del items[-1:]
        else:
            items.append(Trap(text[begin:end]))
    return items


def next_insn(items, i):
    return next((x for x in items[i + 1 :] if isinstance(x, Insn)), None)


class Player:
    """The lines for ctr_play."""

    def __init__(self, image, program):
        self.image, self.program = image, program
        self.lines, self.select = [], {False: 0, True: 0}
        self.after_return = self.behind = self.unfetched = 0

    def word(self, pc):
        at = pc - LOGGED[0]
        low = int.from_bytes(self.image[at : at + 2], "little")
        return low if low & 3 != 3 else int.from_bytes(self.image[at : at + 4], "little")

    def play(self, items):
        came, returned = U, False  # mode after the item before, and whether that was a return
        for i, x in enumerate(items[:-1]):
            after = items[i + 1]
            where = after.pc if isinstance(after, Insn) else after.epc
            if isinstance(x, Trap):
                source = came
                if isinstance(items[i - 1], Trap):
                    self.behind += 1
                self.after_return += returned and x.interrupt
                came, returned = self.mode_of(items, i + 1), False
                self.lines.append(f"t {x.interrupt:x} {x.cause:x} {x.epc:x} {where:x} {source:x} {came:x}")
                first = next_insn(items, i)
                if isinstance(after, Insn) and first.came_from() != source:
                    raise ValueError(f"trap at {x.epc:#x}: expected from mode {source}, its handler says {first.came_from()}")
                continue
            word = self.word(x.pc)
            trapped = isinstance(after, Trap) and not after.interrupt and after.epc == x.pc
            came, returned = x.mode, False
            exception = after.cause if trapped else 0
            if word & 0x7F == 0x73 and word >> 12 & 3:
                self.access(x, word, next_insn(items, i), exception)
            elif word == SCTRCLR:
                self.lines.append(f"c {x.mode:x} {self.stateens():x} {exception:x}")
            if trapped:
                continue
            # Such a jump has retired: model and oracle record it, then the exception (CTR:B-07).
            self.unfetched += isinstance(after, Trap) and not after.interrupt and after.cause in FETCH_FAULTS
            if word in (MRET, SRET):
                came, returned = x.returns_to(word), True
            if isinstance(after, Insn) and after.mode != came:
                raise ValueError(f"after {x.pc:#x}: expected mode {came}, found {after.mode}")
            self.lines.append(f"i {word:x} {x.mode:x} {x.pc:x} {where:x} {came:x}")

    def mode_of(self, items, i):
        """The mode in which item i begins, behind a trap: of a second trap, what its handler says."""
        return items[i].mode if isinstance(items[i], Insn) else next_insn(items, i).came_from()

    def stateens(self):
        return self.program.mstateen | self.program.hstateen << 1

    def access(self, x, word, later, exception):
        csr, rs1, funct3, rd = word >> 20, word >> 15 & 31, word >> 12 & 7, word >> 7 & 31
        operand = rs1 if funct3 & 4 else x.reg(rs1)
        guest = x.mode in (VU, VS)
        if csr in (0x150, 0x250) and not exception:
            if funct3 != 1:
                raise ValueError(f"{x.pc:#x}: expected csrw of a select")
            self.select[guest or csr == 0x250] = operand
        if csr not in RECORDERS:
            return
        if csr & 0xFF in (0x51, 0x52, 0x53, 0x55, 0x56, 0x57) and not 0x200 <= self.select[guest or csr >> 8 == 2] <= 0x2FF:
            return  # nothing that a recorder answers
        value = later.reg(rd) if later is not None and rd and not exception else 0
        self.lines.append(
            f"a {csr:x} {x.mode:x} {self.stateens():x} {self.select[False]:x} {self.select[True]:x} {funct3:x} {rs1:x} {operand:x} {rd:x} {value:x} {exception:x}"
        )


def run(*command, **more):
    return subprocess.run([str(c) for c in command], check=True, stdout=subprocess.PIPE, text=True, timeout=20, **more).stdout


def emulate(program, where):
    """What the program printed, and what the emulator logged of the same run."""
    (where / "program.S").write_text(program.text)
    sections = ["-Wl,-Ttext=0x80000000", "-Wl,--section-start=.print=0x80200000", "-Wl,-Tdata=0x80100000", "-Wl,--no-relax"]
    run("riscv64-unknown-elf-gcc", "-march=rv64imac_zicsr", "-mabi=lp64", "-nostdlib", *sections, where / "program.S", "-o", where / "program.elf")
    run("riscv64-unknown-elf-objcopy", "-O", "binary", "-j", ".text", where / "program.elf", where / "program.bin")
    cpu = f"rv64,h={'true' if program.h else 'false'},smctr=true,ssctr=true,smcsrind=true,sscsrind=true,smstateen=true,sscofpmf=true"
    how = ["-accel", "tcg,one-insn-per-tb=on", "-icount", "shift=6", "-d", "exec,cpu,nochain,int", "-dfilter", f"{LOGGED[0]:#x}..{LOGGED[1]:#x}"]
    plain = ["-M", "virt", "-m", "16M", "-bios", "none", "-display", "none", "-monitor", "none", "-nic", "none"]
    run(QEMU, *plain, "-cpu", cpu, *how, "-D", where / "log", "-serial", f"file:{where}/printed", "-kernel", where / "program.elf")
    return (where / "printed").read_text(), (where / "log").read_text()


def judge(seed, hypervisor, keep):
    """A line of what differs, or None; transfers; and what was met on the way."""
    program = Program(seed, hypervisor)
    with tempfile.TemporaryDirectory() as scratch:
        where = Path(keep) if keep else Path(scratch)
        printed, log = emulate(program, where)
        player = Player((where / "program.bin").read_bytes(), program)
        player.play(read_log(log))
        (where / "lines").write_text("\n".join(player.lines) + "\n")
        words = ["h"] * hypervisor

        def play(*more):
            with open(where / "lines", encoding="ascii") as lines:
                first, *rest = run(PLAY, *words, *more, stdin=lines).split("\n")
            found = [line for line in [first, *rest] if line.startswith("difference")]
            rest = [line for line in [first, *rest] if not line.startswith("difference")]
            return found, rest[0].split(), "\n".join(rest[1:])

        found, counts, model = play("emulator")
        counts = {name: int(n) for name, n in zip(counts[::2], counts[1::2])}
        deviates = sum(counts.values()) > counts["transfers"]
        rule = play() if deviates else None
        if keep:
            (where / "model").write_text(model)
    for left, right in zip(printed.split("\n"), model.split("\n")):
        if left != right and not found:
            found = [f"QEMU has '{left}', model and oracle have '{right}'"]
    if not found and printed != model:
        found = ["the printed records have another length"]
    met = counts | {"interrupts after a return": player.after_return}
    met |= {"jumps to where nothing can be fetched": player.unfetched, "traps after a trap": player.behind, "accesses": sum(line[0] in "ac" for line in player.lines)}
    met |= {"records": len(re.findall(r"^ctr 0x\w+[13579bdf] ", printed, re.M)), "programs that differ by the rules": bool(rule and (rule[0] or rule[2] != model))}
    return (found or [None])[0], met


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--programs", type=int, default=8)
    parser.add_argument("--hypervisor", type=int, default=8)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--keep", help="where the files of the one program go")
    o = parser.parse_args()
    if not QEMU.exists():
        print("ctr: skipped: build/qemu is missing (make setup GROUPS=ctr)")
        return 0
    failed, totals = 0, {}
    seeds = [(seed, h) for h, n in ((False, o.programs), (True, o.hypervisor)) for seed in range(o.first, o.first + n)]
    with ThreadPoolExecutor(2) as pool:
        for (seed, h), (found, met) in zip(seeds, pool.map(lambda s: judge(*s, o.keep), seeds)):
            for key, n in met.items():
                totals[key] = totals.get(key, 0) + n
            if found:
                failed += 1
                kind = "--programs 0 --hypervisor 1" if h else "--programs 1 --hypervisor 0"
                print(f"ctr: {found}; again: scripts/ctr/judge.py --first {seed} {kind} --keep DIR")
    print(f"ctr: {len(seeds) - failed} of {len(seeds)} programs equal ({o.programs} in M, S, U, {o.hypervisor} with H): " + ", ".join(f"{n} {key}" for key, n in totals.items()))
    return int(failed != 0)


if __name__ == "__main__":
    sys.exit(main())
