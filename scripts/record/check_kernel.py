#!/usr/bin/env python3
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""A program of several processes, or of several guests with some: what `rvt decode` finds of it, against Spike's own log.

    check_kernel.py RVT SPIKE ISA PROGRAM.elf RECORDING.rvti PART.elf[,hcontext=N][,scontext=N]...

PROGRAM is what ran, each PART what is seen in one context, or in all, several at the same addresses. The side-car names them, so the
decoder has to select by Ownership messages (NT:DEC-18); with contexts mixed up, or left away, it must not find what ran.

With hcontext privileges have V, of which Spike's log says nothing. Spike runs in debug mode then, where it says after each step what
comes next; since its clock goes on in another way there, the recording is made of the log of that run, and RECORDING is `-`.

In BTM and in HTM with implicit return, with timestamps: the same PCs, each with its privilege and contexts; the times of
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
from typing import NamedTuple

sys.path.append(str(Path(__file__).resolve().parent.parent / "sim"))
from compare_flow import compare_flow  # noqa: E402  pylint: disable=wrong-import-position

RETIRED = re.compile(r"core +0: (\d) 0x([0-9a-f]+) \(0x[0-9a-f]+\)(.*)")
TRAPPED = re.compile(r"core +0: exception ")
WRITTEN = re.compile(r" c(?:1448|1704)_([hs]context) 0x([0-9a-f]+)")
CODES = {"U": "0", "S": "1", "M": "3", "VU": "5", "VS": "6"}  # of the ingress port (NT:ING-18)
WITHOUT_V = {" 5 ": " 0 ", " 6 ": " 1 "}
STEPS = 400000  # of debug mode, more than the program has
PROCESS_NAMES = {"first_process", "draw", "sort", "second_process", "fib", "twice", "third"}  # of sim/programs/kernel/processes.c
PROCESS_CODE = 0x10000, 0x20000  # where sim/programs/kernel/link.ld and hypervisor/guest.ld have it
GUEST_KERNEL = 0xffffffc080000000, 0xffffffc080004000
OVERLAP = re.compile(r"^rvt decode: .*: \d+ bytes from 0x[0-9a-f]+ on are read from here", re.M)
WRONG_CODE = re.compile(r"^rvt decode: .*: pc (0x[0-9a-f]+): expected .* \(NT:(?:DEC|ICNT|HIST)-\d+\)$", re.M)
MODES = {"BTM": (["--mode", "btm"], 3000), "HTM": (["--mode", "htm", "--implicit-return"], 500)}  # options, least transfers
# By whether there is a hypervisor: instructions of the start and of the first time of the right process, or guest, at least.
LEAST_BEFORE = {False: 20000, True: 4000}
HYPERVISOR = ["--context-width", "46", "--hcontext-width", "14"]


def output_of(arguments):
    done = subprocess.run([str(a) for a in arguments], check=False, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"check_kernel: {' '.join(done.args)}: found status {done.returncode}: {done.stderr.strip()[:400]}")
    return done.stdout


def symbol(elf, name):
    for line in output_of(["riscv64-unknown-elf-nm", elf]).splitlines():
        address, _, found = line.split()
        if found == name:
            return int(address, 16)
    sys.exit(f"check_kernel: {elf}: expected a symbol {name}, found none")


def run_in_steps(spike, isa, elf, log):
    """Spike in debug mode: the privilege at the beginning, and after each instruction or trap, as the codes of the ingress port."""
    commands = log.with_name("commands")
    commands.write_text("run 1\npriv 0\n" * STEPS + "quit\n", encoding="utf-8")
    words = [spike, "-d", f"--debug-cmd={commands}", f"--isa={isa}", "-l", f"--log={log}", "--log-commits", elf]
    done = subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=True)
    return ["3", *(CODES[word] for word in done.stderr.split())]


def ran(log, begin, end, contexts, levels):
    """The instructions of Spike's log from the entry `begin` to the store to `end`, tohost: `0xPC PRIVILEGE` and the `contexts`, each 0xN. The
    privilege is that of the line, or with `levels` the one told before this instruction or trap."""
    begun, now = False, dict.fromkeys(contexts, 0)
    told = iter(levels)
    for line in log:
        match = RETIRED.match(line)
        if not match and not TRAPPED.match(line):
            continue
        level = next(told, None) if levels else match and match[1]
        if levels and not level:
            sys.exit(f"check_kernel: expected a privilege of debug mode before each step, found {len(levels)} of them for more steps")
        if not match:
            continue
        begun = begun or int(match[2], 16) == begin
        if begun:
            yield " ".join([f"0x{int(match[2], 16):x}", level, *map(hex, now.values())])
        if f" mem 0x{end:016x} 0x" in match[3]:
            return
        now.update((name, int(value, 16)) for name, value in WRITTEN.findall(match[3]) if name in now)
    sys.exit("check_kernel: expected a store to tohost in the log, found none")


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


class Part(NamedTuple):
    """A file, and the contexts in which it is there."""

    elf: str
    contexts: dict

    def __str__(self):
        return ",".join([self.elf, *(f"{name}={value}" for name, value in self.contexts.items())])


def part_of(place):
    elf, *contexts = place.split(",")
    return Part(elf, dict(context.split("=") for context in contexts))


def name_programs(sidecar, parts):
    """In the side-car, instead of the one program: each part by its contexts."""
    car = json.loads(sidecar.read_text(encoding="utf-8"))
    car["elf"] = [{"path": str(Path(part.elf).resolve()), "sha256": hashlib.sha256(Path(part.elf).read_bytes()).hexdigest(), **part.contexts}
                  for part in parts]
    sidecar.write_text(json.dumps(car), encoding="utf-8")


def mixed_up(parts):
    """Other selections: two values of a context exchanged, or the parts of one value alone, for every value."""
    for name in ("hcontext", "scontext"):
        values = sorted({part.contexts[name] for part in parts if name in part.contexts})
        other = dict(zip(values, values[::-1]))
        if values:
            yield [Part(elf, {key: other.get(value, value) if key == name else value for key, value in contexts.items()}) for elf, contexts in parts]
        for alone in values:
            yield [Part(elf, {key: value for key, value in contexts.items() if key != name})
                   for elf, contexts in parts if contexts.get(name, alone) == alone]


def failed_so(done, expected, least):
    """Whether decoding failed as it has to: the walk comes to code that did not run, in a process or a guest, behind instructions that
    did."""
    walk = WRONG_CODE.search(done.stderr)
    found = [line for line in done.stdout.splitlines() if line.startswith("0x")]
    return (done.returncode == 1 and walk and any(int(walk[1], 16) in range(*code) for code in (PROCESS_CODE, GUEST_KERNEL))
            and compare_flow(expected, done.stdout.splitlines()) and least < len(found) < len(expected))


def mixed_up_fails(rvt, capture, expected, parts, least):
    """Without a selection, and with other ones, decoding fails, and because of the code that is there; with the right one, given
    in the same way, it finds what ran."""
    car = json.loads(capture.with_suffix(".json").read_text(encoding="utf-8"))
    bare = capture.with_name("bare.json")
    bare.write_text(json.dumps({key: value for key, value in car.items() if key != "elf"}), encoding="utf-8")

    def decoded(parts):
        files = [word for part in parts for word in ("--elf", str(part))]
        return subprocess.run([rvt, "decode", capture, "--config", bare, *files], capture_output=True, text=True, check=False)

    def refuse(parts, done):
        sys.exit(f"check_kernel: {' '.join(map(str, parts))}: found status {done.returncode}: {done.stderr.strip()[:400]}")

    done = decoded(parts)
    if done.returncode != 0 or compare_flow(expected, done.stdout.splitlines()):
        refuse(parts, done)
    nowhere = [Part(part.elf, {}) for part in parts]
    done = decoded(nowhere)
    if done.returncode != 1 or not OVERLAP.search(done.stderr) or not WRONG_CODE.search(done.stderr):
        refuse(nowhere, done)
    for wrong in mixed_up(parts):
        done = decoded(wrong)
        if not failed_so(done, expected, least):
            refuse(wrong, done)


def main():
    rvt, spike, isa, elf, recording, *places = sys.argv[1:]
    parts = [part_of(place) for place in places]
    contexts = [name for name in ("hcontext", "scontext") if any(name in part.contexts for part in parts)]
    hypervisor = "hcontext" in contexts
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        levels = []
        if hypervisor:
            levels = run_in_steps(spike, isa, elf, folder / "log")
            recording = folder / "x.rvti"
            output_of([rvt, "record", "--isa", isa, "--log", folder / "log", elf, "-o", recording])
        else:
            output_of([spike, f"--isa={isa}", "-l", f"--log={folder}/log", "--log-commits", elf])
        with open(folder / "log", encoding="utf-8") as log:
            expected = list(ran(log, symbol(elf, "_start"), symbol(elf, "tohost"), contexts, levels))
        owners = {tuple(line.split()[1:]) for line in expected}
        privileges = {"1", "3", "5", "6"} if hypervisor else {"0", "1", "3"}
        if privileges != {level for level, *_ in owners} or any(len({owner[1 + n] for owner in owners}) < 3 for n in range(len(contexts))):
            sys.exit(f"check_kernel: expected the privileges {sorted(privileges)} and two of each context beside the start, found {sorted(owners)}")
        for mode, (options, least) in MODES.items():
            output_of([rvt, "encode", recording, "-o", folder / "x.nex", "--elf", elf, "--ownership", "context", "--ts",
                       *(HYPERVISOR if hypervisor else []), *options])
            name_programs(folder / "x.json", parts)
            lines = output_of([rvt, "decode", folder / "x.nex", "--times"]).splitlines()
            complaint = compare_flow(expected, lines)
            late, compared = times_differ(lines)
            if not (complaint or late) and compared < least:
                complaint = f"expected the times of {least} transfers or more, found {compared}"
            if not (complaint or late) and hypervisor and not compare_flow((re.sub(" [56] ", lambda v: WITHOUT_V[v[0]], line) for line in expected), lines):
                complaint = "expected privileges with V, found those without"
            if complaint or late:
                sys.exit(f"check_kernel: {mode}: {complaint or late}")
            names = {line.split()[1].split("+")[0] for line in lines if line.startswith("0x") and int(line.split()[0], 16) < PROCESS_CODE[1]}
            listed = {json.loads(line)["function"] for line in output_of([rvt, "decode", folder / "x.nex", "--functions", "--json"]).splitlines()}
            if names != PROCESS_NAMES or not names <= listed:
                sys.exit(f"check_kernel: {mode}: expected functions of both processes, found {sorted(names)}, and listed {sorted(listed)}")
            mixed_up_fails(rvt, folder / "x.nex", expected, parts, LEAST_BEFORE[hypervisor])
            print(f"check_kernel: {mode}: {len(expected)} instructions of {len(owners)} owners by privilege, {', '.join(contexts)}; times of {compared} transfers")


if __name__ == "__main__":
    main()
