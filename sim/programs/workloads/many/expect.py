#!/usr/bin/env python3
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The checksum of the workload `many`; all 64 functions are one with a parameter."""
import sys

M = 0xFFFFFFFF


def call(n, x, depth):
    y = x * (2 * n + 3) + n & M
    for _ in range(y >> 5 & 3):
        y = y * 5 + n & M
    if y & 0x10:
        y ^= x >> 7
    if y % 3 == 0:
        y = y + 0x1234567 + n & M
    elif y & 0x80:
        y = (y << 9 | y >> 23) & M
    while y & 0x300 == 0x100:
        y = y + 0x55 * (n + 1) & M
    if y > 0x60000000 + n:
        y = y - x // 3 & M
    case = y >> 3 & 7
    if case == 0:
        y += x
    elif case == 1:
        y ^= 0x5A5A0000 + n
    elif case == 2:
        y = y // 7 + n
    elif case == 3:
        y = ~y
    elif case == 4:
        y -= x if y > x else 0
    elif case == 5:
        y *= 2 * n + 1
    elif case == 6:
        y = y >> 1 | y << 31
    else:
        y += n
    y &= M
    if depth:
        y ^= call(y >> 11 & 63, y + depth & M, depth - 1)
    return y + x & M if y & 0x4000 else y


total = 1
for turn in range(int(sys.argv[1])):
    total = call(total & 63, total + turn & M, 15)
print(f"0x{total:08x}u")
