#!/usr/bin/env python3
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The checksum of the workload `kernel`: what each process tells, whenever it is switched."""
import sys

M = 0xFFFFFFFF
rounds = int(sys.argv[1])


def fold(start, values):
    for value in values:
        start = (start * 31 + value) & M
    return start


def first():
    state, spare = 7, 0
    for _ in range(rounds):
        numbers = []
        for _ in range(24):
            state = (state * 1664525 + 1013904223) & M
            numbers.append(state >> 8)
        spare = (spare + fold(0, sorted(numbers))) & M
        yield spare


def second():
    fib = [0, 1]
    while len(fib) < 10:
        fib.append(fib[-1] + fib[-2])
    x = 99
    for n in range(rounds):
        x = ((x << 1 & M) ^ x >> 3 if x % 2 else x // 3 + 11) + fib[6 + n % 4] & M
        yield x


print(f"0x{fold(fold(1, first()), [fold(1, second())]):08x}u")
