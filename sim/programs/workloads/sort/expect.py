#!/usr/bin/env python3
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The checksum of the workload `sort`, with Python's own sort and search."""
import sys

state = 1


def draw():
    global state
    state = (state * 1103515245 + 12345) & 0xFFFFFFFF
    return state >> 16 & 0x7FFF


total = 2166136261
for _ in range(int(sys.argv[1])):
    values = sorted(draw() % 1000 for _ in range(200))
    words = []
    for _ in range(60):
        length = 1 + draw() % 9
        words.append("".join("abc"[draw() % 3] for _ in range(length)))
    text = "".join("abc"[draw() % 3] for _ in range(512))
    by_text = sorted(words)
    by_length = sorted(words, key=lambda w: (len(w), w))
    values += "".join(by_text + by_length).encode()
    values += [sum(text.startswith(w, i) for i in range(512)) for w in words[::4]]
    for value in values:
        total = (total ^ value) * 16777619 & 0xFFFFFFFF
print(f"0x{total:08x}u")
