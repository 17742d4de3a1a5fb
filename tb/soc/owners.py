#!/usr/bin/env python3
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The kernel on a real core: who ran each instruction, by the trace and by the core.

    owners.py LIST TRACE.nex SHARED.elf PROCESS.elf...

LIST is what the core has retired, a table of PC, privilege and context, of which the trace is a piece; contexts are ASIDs, of which the first
process has 1. Each privilege has its addresses, and a context begins behind a write of satp. With the processes exchanged decoding
has to fail.
"""
import re
import subprocess
import sys
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parent.parent.parent / "scripts/sim"))
from compare_flow import compare_flow  # noqa: E402  pylint: disable=wrong-import-position

RVT = "build/bin/rvt"
PLACES = {"0": range(0x10000, 0x20000), "1": range(0xFFFFFFC080100000, 0xFFFFFFC080180000), "3": range(0x80000000, 0x80100000)}  # sw/*.ld
OWNERS = {(level, context) for level in PLACES for context in ("0x1", "0x2")} | {("3", "0x0")}
LEAST_SWITCHES = 50
WRONG_CODE = re.compile(r"^rvt decode: .*: pc 0x1[0-9a-f]{4}: expected .* \(NT:(?:DEC|ICNT|HIST)-\d+\)$", re.M)


def fail(complaint):
    sys.exit(f"owners: {complaint}")


def decode(trace, shared, processes):
    files = [word for n, elf in enumerate(processes, 1) for word in ("--elf", f"{elf},scontext={n}")]
    return subprocess.run([RVT, "decode", trace, "--isa", "rv64imac", "--elf", shared, *files], capture_output=True, text=True, check=False)


def piece_of(ran, lines):
    """The lines of `ran` that have the PCs of what was decoded."""
    pcs = [line.split()[0] for line in ran]
    found = [line.split()[0] for line in lines if line.startswith("0x")]
    for at, pc in enumerate(pcs):
        if pc == found[0] and pcs[at:at + len(found)] == found:
            return ran[at:at + len(found)]
    return fail("the trace is no piece of the list")


def main():
    listed, trace, shared, *processes = sys.argv[1:]
    done = decode(trace, shared, processes)
    if done.returncode != 0:
        fail(f"{trace}: expected to be decoded, found status {done.returncode}: {done.stderr.strip()[:400]}")
    lines = done.stdout.splitlines()
    ran = piece_of(Path(listed).read_text(encoding="utf-8").replace(",", " ").splitlines()[1:], lines)

    code = subprocess.run(["riscv64-unknown-elf-objdump", "-d", shared], check=True, capture_output=True, text=True).stdout
    writes = {f"0x{address}" for address in re.findall(r"^ *([0-9a-f]+):.*\tcsrw\tsatp,", code, re.M)}
    steps = [tuple(line.split()) for line in ran]
    switches = 0
    for before, (pc, level, context) in zip(steps, steps[1:]):
        if int(pc, 16) not in PLACES[level]:
            fail(f"{pc}: no address of privilege {level}")
        switches += context != before[2]
        if context != before[2] and before[0] not in writes:
            fail(f"{pc}: expected context {before[2]}, for {before[0]} does not write satp, found {context}")
    owners = {tuple(step[1:]) for step in steps}
    if owners != OWNERS or switches < LEAST_SWITCHES:
        fail(f"expected {sorted(OWNERS)} and {LEAST_SWITCHES} switches or more, found {sorted(owners)} and {switches}")

    if complaint := compare_flow(ran, lines):
        fail(complaint)
    swapped = decode(trace, shared, processes[::-1])
    if swapped.returncode != 1 or not WRONG_CODE.search(swapped.stderr):
        fail(f"expected the processes exchanged to be refused, found status {swapped.returncode}: {swapped.stderr.strip()[:400]}")
    print(f"{trace}: each has its privilege and context, of {len(owners)} pairs, with {switches} switches")


if __name__ == "__main__":
    main()
