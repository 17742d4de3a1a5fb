#!/usr/bin/env python3
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The checksum of the workload `hash`, with Python's own dictionaries."""
import sys

M = 0xFFFFFFFF
state = 3
total = 0


def draw():
    global state
    state = (state * 1103515245 + 12345) & M
    return state >> 16 & 0x7FFF


def mix(value):
    global total
    total = (total * 31 + value) & M


tables = {}, {}
for i in range(int(sys.argv[1]) * 1500):
    table = tables[i // 100 % 2]
    size = 2 + draw() % 3
    key = "".join("abcdef"[draw() % 6] for _ in range(size))
    if table is tables[1]:
        key = key[:2]
    what = draw() % 4
    if what < 2:
        if key in table or len(tables[0]) + len(tables[1]) < 256:
            table[key] = table.get(key, 0) + 1
    elif what == 2:
        mix(table.get(key, 0))
    elif key in table:
        mix(table.pop(key) * 7)
print(f"0x{total:08x}u")
