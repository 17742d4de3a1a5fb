#!/usr/bin/env python3
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The records of control transfers of a core that traces itself: at each stop the newest ones of what it has retired until then.

    records.py STOPS OUT LOG TRAPS TRACE.nex ISA --elf ELF...

STOPS is what the recorder held, with the number of instructions told until then (rvt_soc_ctr.sv); LOG what the core has retired. `rvt ctr
--from-trace` makes the records of the decoded trace before each of its instructions, which are those of LOG. What a trap has led to is
told by the next PC: until then its record may be missing. A trap is one of TRAPS, what the core has written to its CSRs, unless it is an
interrupt directly after a return, whose xepc RVFI does not say. OUT has what software has read after it froze them, the last stop, when all that
is older than the store which freezes was told, or with commit ports all but the instruction before it.
"""
import json
import re
import subprocess
import sys
from pathlib import Path

RVT = "build/bin/rvt"
DEPTH = 16
TYPES = {"exception": 1, "interrupt": 2, "trap-return": 3, "taken": 5, "indirect-call": 8, "call": 9, "indirect-jump": 10, "jump": 11,
         "co-routine-swap": 12, "return": 13, "indirect-jump-link": 14, "jump-link": 15}


def lines_of(*command):
    with subprocess.Popen([RVT, *command], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        yield from process.stdout


def place(log, pcs):
    """Where the traced instructions begin in the log."""
    for at in range(len(log) - len(pcs) + 1):
        if log[at : at + 64] == pcs[:64] and log[at : at + len(pcs)] == pcs:
            return at
    sys.exit("expected the traced instructions in the log")


def entries_of(numbers):
    """Source, target and type of the valid ones, the newest first."""
    entries = zip(numbers[::3], numbers[1::3], numbers[2::3])
    return [(source & ~1, target & ~1, data & 15) for source, target, data in entries if source & 1]


def is_same(entries, records):
    return all(e == r for e, r in zip(entries, records))


def is_store(elf, pc):
    text = subprocess.run(["riscv64-unknown-elf-objdump", "-d", f"--start-address={pc:#x}", f"--stop-address={pc + 4:#x}", elf],
                          capture_output=True, text=True, check=True).stdout
    return re.search(rf"^ *{pc:x}:\s+\w+\s+s[wd]\s", text, re.M) is not None


def main():
    stops_name, out, log_name, traps_name, trace, isa, *programs = sys.argv[1:]
    stops = []
    for line in Path(stops_name).read_text(encoding="utf-8").splitlines():
        count, entries = line.split(":")
        stops.append((int(count), entries_of([int(x, 16) for x in entries.split()])))
    read = [int(x, 16) for line in re.findall(r"^ctr (0x\w+ 0x\w+ 0x\w+)$", Path(out).read_text(encoding="utf-8"), re.M) for x in line.split()]
    if not stops or entries_of(read) != stops[-1][1]:
        sys.exit(f"{out}: expected software to read the entries of the last stop, found {len(read) // 3} others")
    log = [int(line.split(",")[0], 16) for line in Path(log_name).read_text(encoding="utf-8").splitlines()[1:]]
    pcs = [int(line, 16) for line in lines_of("decode", "--isa", isa, *programs, "--pcs", trace) if line[0] != "#"]
    if not any(is_store(programs[1], pc) for pc in log[stops[-1][0] :][:2]):
        sys.exit(f"{stops_name}: expected a store to freeze, found {log[stops[-1][0]]:#x}")
    first = place(log, pcs)
    # Sample i is before instruction i + 1.
    wanted = {}
    for count, entries in stops:
        wanted.setdefault(count - first - 1, []).append(entries)
    taken = {(int(epc, 16), 2 if interrupt == "1" else 1)
             for epc, interrupt, *_ in (line.split(",") for line in Path(traps_name).read_text(encoding="utf-8").splitlines())}
    compared = full = late = traps = 0
    seen, unsaid = set(), set()
    for i, line in enumerate(lines_of("ctr", "--from-trace", "--every=1", f"--depth={DEPTH}", "--json", "--isa", isa, *programs, trace)):
        if i not in wanted or i < len(pcs) // 100:
            continue
        records = [(int(r["source"], 16), int(r["target"], 16), TYPES[r["type"]]) for r in json.loads(line)["records"]]
        for entries in wanted[i]:
            same = is_same(entries, records)
            if not same and records and records[0][2] in (1, 2) and is_same(entries, records[1:]):
                same, late = True, late + 1
            if not same:
                at = next(k for k, (e, r) in enumerate(zip(entries, records)) if e != r)
                sys.exit(f"{stops_name}: after {first + i + 1} instructions, before {log[first + i + 1]:#x}: expected record {at} to be "
                         f"{[hex(x) for x in records[at]]}, found {[hex(x) for x in entries[at]]}")
            for entry, older in zip(entries, entries[1:] if taken else ()):
                if entry[2] not in (1, 2) or (entry[0], entry[2]) in taken:
                    traps += entry[2] in (1, 2)
                elif older[2] == 3 and older[1] == entry[0]:
                    unsaid.add(first + i)
                else:
                    sys.exit(f"{stops_name}: expected a trap of {traps_name}, found {[hex(x) for x in entry]}")
            compared += 1
            full += len(entries) >= DEPTH
            seen.update(e[2] for e in entries)
    if compared < 300 or full < compared * 9 // 10 or len(seen) < 5:
        sys.exit(f"{stops_name}: expected 300 stops within the trace, with all entries, of 5 types, found {compared}, {full}, types {seen}")
    print(f"{stops_name}: at {compared} stops the records, {len(seen)} types, are the newest transfers of {trace}; software has read the last "
          f"ones{late and f'; {late} before the target of a trap' or ''}{traps and f'; {traps} traps the core has taken' or ''}"
          f"{unsaid and f'; at {len(unsaid)} an interrupt directly after a return' or ''}")


if __name__ == "__main__":
    main()
