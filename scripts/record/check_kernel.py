#!/usr/bin/env python3
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""A program of several processes, its privileges and scontext: what `rvt decode` finds of it, against Spike's own log.

    check_kernel.py RVT SPIKE ISA PROGRAM.elf RECORDING.rvti SHARED.elf PROCESS.elf...

PROGRAM is what ran, SHARED what every process sees of it, each PROCESS what one of them sees, all at the same addresses; their
scontexts count from FIRST_CONTEXT. The side-car names them, so the decoder has to select by Ownership messages (NT:DEC-18); with the
processes mixed up it must not find what ran.

In BTM and in HTM with implicit return, with timestamps: the same PCs, each with its privilege and scontext; the times of
transfers, and the bounds of those between: an instruction takes a clock, so its time is the number of instructions, and of traps
that came in a clock of their own.
"""
import hashlib
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parent.parent / "sim"))
from compare_flow import compare_flow  # noqa: E402  pylint: disable=wrong-import-position

RETIRED = re.compile(r"core +0: (\d) 0x([0-9a-f]+) \(0x[0-9a-f]+\)(.*)")
SCONTEXT = re.compile(r" c1448_scontext 0x([0-9a-f]+)")
FIRST_CONTEXT = 0x21  # of sim/programs/kernel/supervisor.c
PROCESS_NAMES = {"first_process", "draw", "sort", "second_process", "fib", "twice", "third"}  # of sim/programs/kernel/processes.c
PROCESS_CODE = 0x10000, 0x20000  # where sim/programs/kernel/link.ld has it
OVERLAP = re.compile(r"^rvt decode: .*: expected code that overlaps no other", re.M)
WRONG_CODE = re.compile(r"^rvt decode: .*: pc (0x[0-9a-f]+): expected .* \(NT:(?:DEC|ICNT|HIST)-\d+\)$", re.M)
LEAST_BEFORE = 20000  # instructions of the start and of the first time of the right process
MODES = {"BTM": (["--mode", "btm"], 3000), "HTM": (["--mode", "htm", "--implicit-return"], 500)}  # options, least transfers


def output_of(arguments):
    return subprocess.run([str(a) for a in arguments], check=True, capture_output=True, text=True).stdout


def symbol(elf, name):
    for line in output_of(["riscv64-unknown-elf-nm", elf]).splitlines():
        address, _, found = line.split()
        if found == name:
            return int(address, 16)
    sys.exit(f"check_kernel: {elf}: expected a symbol {name}, found none")


def ran(log, entry, tohost):
    """The instructions of Spike's log from the entry to the store that ends the program: `0xPC PRIVILEGE 0xSCONTEXT`."""
    begun, scontext = False, 0
    for line in log:
        match = RETIRED.match(line)
        if not match:
            continue
        begun = begun or int(match[2], 16) == entry
        if begun:
            yield f"0x{int(match[2], 16):x} {match[1]} 0x{scontext:x}"
        if f" mem 0x{tohost:016x} 0x" in match[3]:
            return
        if written := SCONTEXT.search(match[3]):
            scontext = int(written[1], 16)


def times_differ(lines):
    """The first instruction or transfer whose time is not the one it has, or None; and how many transfers were compared."""
    time = insns = late = compared = first_block = 0
    for line in lines:
        words = line.split()
        if words[0].startswith("0x"):
            insns += 1
            about, bounds = words[-2].removeprefix("~"), words[-1].split("..")
            first, last = (int(bound, 16) for bound in bounds)
            # The block of the start is reported when it ends, so of the message after it only bounds are known.
            if insns > first_block and not first <= insns + late <= last:
                return f"{line}: expected bounds of 0x{insns + late:x}", compared
            if first > first_block and abs(int(about, 16) - insns - late) > 1:
                return f"{line}: expected a time of 0x{insns + late:x}", compared
        elif words[1] == "time":
            before, time = time, int(words[2].removeprefix("time="), 16)
            first_block = first_block or time
            if time < before:
                return f"{line}: after the time 0x{before:x}", compared
        elif words[1] == "transfer":
            is_trap = words[-1] != "btype=0"
            if not late <= time - insns <= late + is_trap:
                return f"{line}: at 0x{time:x}, after {insns} instructions and {late} traps with clocks of their own", compared
            late = time - insns
            compared += 1
    return None, compared


def name_programs(sidecar, shared, processes):
    """In the side-car, instead of the one program: what all processes share, and each of them by its scontext."""
    def named(elf, **place):
        return {"path": str(Path(elf).resolve()), "sha256": hashlib.sha256(Path(elf).read_bytes()).hexdigest(), **place}
    car = json.loads(sidecar.read_text(encoding="utf-8"))
    car["elf"] = [named(shared), *(named(elf, scontext=hex(FIRST_CONTEXT + n)) for n, elf in enumerate(processes))]
    sidecar.write_text(json.dumps(car), encoding="utf-8")


def failed_so(done, expected, overlaps):
    """Whether decoding failed as it has to: files that overlap are refused; else the walk comes to code that did not run, in a
    process, behind instructions that did."""
    if overlaps:
        return done.returncode == 2 and OVERLAP.search(done.stderr) and not done.stdout
    walk = WRONG_CODE.search(done.stderr)
    found = [line for line in done.stdout.splitlines() if line.startswith("0x")]
    return (done.returncode == 1 and walk and int(walk[1], 16) in range(*PROCESS_CODE) and compare_flow(expected, done.stdout.splitlines())
            and LEAST_BEFORE < len(found) < len(expected))


def mixed_up_fails(rvt, capture, expected, shared, processes):
    """Without a selection, and with another one, decoding fails, and because of the code that is there; with the right one, given
    in the same way, it finds what ran."""
    car = json.loads(capture.with_suffix(".json").read_text(encoding="utf-8"))
    bare = capture.with_name("bare.json")
    bare.write_text(json.dumps({key: value for key, value in car.items() if key != "elf"}), encoding="utf-8")

    def decoded(programs):
        files = [word for elf in programs for word in ("--elf", elf)]
        return subprocess.run([rvt, "decode", capture, "--config", bare, *files], capture_output=True, text=True, check=False)

    right, swapped = ([f"{elf},scontext={hex(FIRST_CONTEXT + n)}" for n, elf in enumerate(elves)] for elves in (processes, processes[::-1]))
    done = decoded([shared, *right])
    if done.returncode != 0 or compare_flow(expected, done.stdout.splitlines()):
        sys.exit(f"check_kernel: expected what ran with {right}, found status {done.returncode}: {done.stderr.strip()[:400]}")
    for programs in (processes, *([elf] for elf in processes), swapped):
        done = decoded([shared, *programs])
        if not failed_so(done, expected, programs is processes):
            sys.exit(f"check_kernel: expected the code of {programs} to be refused, found status {done.returncode}: {done.stderr.strip()[:400]}")


def main():
    rvt, spike, isa, elf, recording, shared, *processes = sys.argv[1:]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        output_of([spike, f"--isa={isa}", "-l", f"--log={folder}/log", "--log-commits", elf])
        with open(folder / "log", encoding="utf-8") as log:
            expected = list(ran(log, symbol(elf, "_start"), symbol(elf, "tohost")))
        owners = {tuple(line.split()[1:]) for line in expected}
        if not {"0", "1", "3"} <= {level for level, _ in owners} or len({context for _, context in owners}) < 3:
            sys.exit(f"check_kernel: expected three privileges and two processes beside the start, found {sorted(owners)}")
        for mode, (options, least) in MODES.items():
            output_of([rvt, "encode", recording, "-o", folder / "x.nex", "--elf", elf, "--ownership", "context", "--ts", *options])
            name_programs(folder / "x.json", shared, processes)
            lines = output_of([rvt, "decode", folder / "x.nex", "--times"]).splitlines()
            complaint = compare_flow(expected, lines)
            late, compared = times_differ(lines)
            if not (complaint or late) and compared < least:
                complaint = f"expected the times of {least} transfers or more, found {compared}"
            if complaint or late:
                sys.exit(f"check_kernel: {mode}: {complaint or late}")
            names = {line.split()[1].split("+")[0] for line in lines if line.startswith("0x") and int(line.split()[0], 16) < PROCESS_CODE[1]}
            listed = {line.split()[-1] for line in output_of([rvt, "decode", folder / "x.nex", "--functions"]).splitlines()}
            if names != PROCESS_NAMES or not names <= listed:
                sys.exit(f"check_kernel: {mode}: expected functions of both processes, found {sorted(names)}, and listed {sorted(listed)}")
            mixed_up_fails(rvt, folder / "x.nex", expected, shared, processes)
            print(f"check_kernel: {mode}: {len(expected)} instructions of {len(owners)} pairs of privilege and scontext, times of {compared} transfers")


if __name__ == "__main__":
    main()
