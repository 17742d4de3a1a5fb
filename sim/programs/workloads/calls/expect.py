#!/usr/bin/env python3
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The checksum of the workload `calls`, by nested tuples instead of its tables."""
import sys

M = 0xFFFFFFFF


def tree(rng, depth):
    choice = rng()
    if depth == 0 or choice % 8 == 0:
        return rng()
    op = rng() % 12
    left = tree(rng, depth - 1)
    return op, left, tree(rng, depth - 1)


def apply(op, a, b):
    if op == 6:
        n = b % 32
        return (a << n | a >> (32 - n)) & M
    if op == 11:  # Ackermann's function in closed form: A(0, n) = n + 1, A(1, n) = n + 2
        return b % 16 + 1 + a % 2
    return (a + b, a - b, a * b, a ^ b, a & b, a | b, None, min(a, b), max(a, b),
            a // b if b else a, a % b if b else b)[op] & M


def value(t, increment):
    if isinstance(t, int):
        return (t + increment) & M
    op, left, right = t
    return apply(op, value(left, increment), value(right, increment))


def checksum(scale):
    total = 0
    for seed in range(scale):
        state = [seed]

        def rng():
            state[0] = (state[0] * 1664525 + 1013904223) & M
            return state[0] >> 8

        t = tree(rng, 8)
        half, rest = divmod(seed % 20, 2)  # even(n) and odd(n) in closed form
        even, odd = 15 ** half * (1, 6)[rest], 15 ** half * (2, 5)[rest]
        for part in (value(t, 0), value(t, 1), even + 2 * odd):
            total = (total * 31 + part) & M
    return total


print(f"0x{checksum(int(sys.argv[1])):08x}u")
