#!/usr/bin/env python3
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The profiler on a core and on QEMU: one program, in S, by emulated CSRs there and real ones here; record for record the same.

    profile.py SIM ELF NAME
    profile.py --compare CORE.console QEMU.console

What each has printed is in NAME.console and NAME-qemu.console. All of a record has to be equal but its cycles, which QEMU does not count.

ELF takes its samples at basic blocks (PROFILE_BLOCKS), and both take them at the same instructions. Or, with a NAME that ends in -timer, by a
timer, which comes at other ones. There QEMU's is so fast that each sample has but some instructions of the program, and all that a sample
records begins where the one before has ended: they are its transfers, without a gap. Each sample of the core has to be a piece of them, behind
the sample before.
"""
import json
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
QEMU = ROOT / "build/qemu/qemu-system-riscv64"
CPU = "rv64,smctr=true,ssctr=true,smcsrind=true,sscsrind=true,smstateen=true"
SAMPLES, RECORDS, TYPES = 40, 500, 5  # at least
SHIFT, TIMER_SHIFT = 6, 8  # an instruction of QEMU takes 2^SHIFT ns
FULL = 14  # records of a sample at depth 16, where those before them may be lost


def is_timer(name):
    return name.removesuffix(".console").endswith("-timer")


def core(sim, elf, name):
    """The core's console. It writes a list of its own where it runs."""
    place = Path(name + ".run").resolve()
    place.mkdir(parents=True, exist_ok=True)
    dasm = place / "trace_hart_00.dasm"
    dasm.unlink(missing_ok=True)
    dasm.symlink_to("/dev/null")
    at = str(Path(name).resolve())
    subprocess.run(["riscv64-unknown-elf-objcopy", "-O", "verilog", "--change-addresses", "-0x80000000", "-R", ".tohost", elf, at + ".hex"], check=True)
    seconds = os.environ.get("RVT_SIM_SECONDS", "900")
    with open(at + ".out", "w", encoding="utf-8") as out:
        status = subprocess.run(["sh", "-c", f'ulimit -t {seconds} && exec "$0" "$@"', str(Path(sim).resolve()), f"+program={at}.hex", f"+uart={at}.console",
                                 "+log=/dev/null", f"+traps={at}.traps", "+pins=/dev/null"], cwd=place, stdout=out, stderr=out, check=False).returncode
    if status != 0 or subprocess.run(["bash", "-c", '. "$0" || exit 2; speaks "$1"', ROOT / "tb/soc/speaks.sh", at + ".out"], check=False).returncode != 1:
        said = Path(at + ".out").read_text(encoding="utf-8")
        sys.exit(f"{elf}: expected the program to end with 0, and no checker to speak; status {status}, found:\n{said[-2000:]}")
    return name + ".console"


def qemu(elf, name):
    console = name + "-qemu.console"
    shift = TIMER_SHIFT if is_timer(name) else SHIFT
    subprocess.run([QEMU, "-M", "virt", "-m", "256M", "-cpu", CPU, "-bios", "none", "-display", "none", "-monitor", "none", "-icount", f"shift={shift}",
                    "-serial", f"file:{console}", "-device", f"loader,file={elf},cpu-num=0"], check=True, timeout=300)
    return console


def samples(console):
    """Of each sample its PC, and type, source and target of its records."""
    text = subprocess.run([ROOT / "build/bin/rvt", "ctr", "--json", console], check=True, capture_output=True, text=True).stdout
    found = []
    for line in text.splitlines():
        sample = json.loads(line)
        for record in sample["records"]:
            record.pop("cycles", None)
        found.append((sample["pc"], sample["records"]))
    return found


def compare_pieces(here, there, mine, other):
    flow = []  # the oldest first
    for i, (_, records) in enumerate(other):
        if i > 0 and len(records) >= FULL:
            sys.exit(f"{there}: sample {i}: expected less than {FULL} records, so that none is lost, found {len(records)}")
        flow += reversed(records)
    at = 0  # how many of them there were at the last sample
    for i, (pc, records) in enumerate(mine):
        piece, at = records[::-1], at + 1
        if not piece:
            sys.exit(f"{here}: sample {i} at {pc}: expected records, found none")
        while at <= len(flow) and (piece != flow[max(at - len(piece), 0) : at] or not is_between(pc, flow[at - 1 : at + 1])):
            at += 1
        if at > len(flow):
            sys.exit(f"{here}: sample {i} at {pc}: expected its records to be successive ones of {there}, behind those of sample {i - 1}, found {records}")


def is_between(pc, transfers):
    return bool(transfers) and int(transfers[0]["target"], 16) <= int(pc, 16) and all(int(pc, 16) <= int(t["source"], 16) for t in transfers[1:])


def compare_samples(here, there, mine, other):
    for i, (a, b) in enumerate(zip(mine, other)):
        if a[0] != b[0]:
            sys.exit(f"{here}: sample {i}: expected it at {b[0]}, as {there} has it, found {a[0]}")
        for k, (found, expected) in enumerate(zip(a[1], b[1])):
            if found != expected:
                sys.exit(f"{here}: sample {i} at {a[0]}: expected record {k} to be {expected}, as {there} has it, found {found}")
        if len(a[1]) != len(b[1]):
            sys.exit(f"{here}: sample {i} at {a[0]}: expected {len(b[1])} records, as {there} has, found {len(a[1])}")
    if len(mine) != len(other):
        sys.exit(f"{here}: expected {len(other)} samples, as {there} has, found {len(mine)}")


def compare(here, there):
    mine, other = samples(here), samples(there)
    (compare_pieces if is_timer(here) else compare_samples)(here, there, mine, other)
    records = [record for _, some in mine for record in some]
    types = {record["type"] for record in records}
    if len(mine) < SAMPLES or len(records) < RECORDS or len(types) < TYPES:
        sys.exit(f"{here}: expected {SAMPLES} samples, {RECORDS} records of {TYPES} types, found {len(mine)}, {len(records)}, {sorted(types)}")
    print(f"{here}: {len(mine)} samples, {len(records)} records of {len(types)} types, are those of {there}")


def main():
    if sys.argv[1] == "--compare":
        compare(*sys.argv[2:])
    elif not QEMU.exists():
        print(f"{sys.argv[3]}: skipped: build/qemu is missing (make setup GROUPS=ctr)")
    else:
        sim, elf, name = sys.argv[1:]
        compare(core(sim, elf, name), qemu(elf, name))


if __name__ == "__main__":
    main()
