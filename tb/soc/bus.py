#!/usr/bin/env python3
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""
bus.py TEXT: lines of a tandem trace of PicoRV32 with its bus. Each load and store has its transaction, and each transaction of data
its instruction, in the same order: addresses, what is stored, what is loaded.
"""

import re
import sys
from collections import deque

BUS = re.compile(r"Group (load|store|fetch)(\d+)@0x(\w+)(?:=0x(\w+))? ok\2(?:=0x(\w+))?$")
WORD = 4
FAR = 4  # groups between an instruction and its transaction, at most


def differs(number, line, text):
    sys.exit(f"{sys.argv[1]}:{number}: expected {text}, found '{line}'")


def said_of(line):
    """The elements of a group by name."""
    return {name: int(value, 16) for name, value in re.findall(r"(\w+)=(0x\w+)", line)}


def size_of(said):
    """Bytes that a load of PicoRV32 gets: C.LW and C.LWSP, or the width of LB, LH, LW, LBU, LHU."""
    return WORD if "insn16" in said else 1 << (said["insn32"] >> 12 & 3)


def is_part(value, word, size):
    """Its RVFI has the address of the word, and not which part of it the instruction gets."""
    return any(not (value ^ word >> 8 * at) & ((1 << 8 * size) - 1) for at in range(0, WORD, size))


def main():
    waiting, done = deque(), {"load": 0, "store": 0, "fetch": 0}
    with open(sys.argv[1], encoding="utf-8") as text:
        for number, line in enumerate(map(str.rstrip, text), 1):
            bus = BUS.match(line)
            if bus and bus[1] == "fetch":
                done["fetch"] += 1
            elif bus:
                waiting.append((number, bus[1], int(bus[2]) // 8, int(bus[3], 16), int(bus[4] or bus[5], 16)))
            elif "eaddr=" in line:
                said = said_of(line)
                stored = next((name for name in said if name.startswith("store")), None)
                if not waiting or number - waiting[0][0] > FAR:
                    differs(number, line, f"its transaction in the {FAR} groups before it")
                _, kind, size, address, data = waiting.popleft()
                done[kind] += 1
                if stored:
                    if (kind, size, address, data) != ("store", int(stored[5:]) // 8, said["eaddr"], said[stored]):
                        differs(number, line, f"what the bus has stored: {data:#x} at {address:#x}")
                    continue
                if (kind, size, address) != ("load", WORD, said["eaddr"]):
                    differs(number, line, f"the address of a {kind} of the bus, {address:#x}")
                found = [value for name, value in said.items() if re.fullmatch(r"x\d+", name)]
                if found and not is_part(found[0], data, size_of(said)):
                    differs(number, line, f"what the bus has loaded, {data:#x} at {address:#x}")
            if waiting and number - waiting[0][0] > FAR:
                differs(number, line, f"the instruction of the transaction in line {waiting[0][0]} before it")
    if min(done.values()) < 1000:
        sys.exit(f"{sys.argv[1]}: expected at least 1000 transactions of each kind, found {done}")
    print("  the bus: " + ", ".join(f"{count} {kind}{'es' if kind == 'fetch' else 's'}" for kind, count in done.items()))


main()
