#!/usr/bin/env python3
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The checksum of the workload `traps`: what its handlers should have done."""
import sys

M = 0xFFFFFFFF
BYTES = bytes((1, 2, 3, 5, 8, 13, 21, 34))
scale = int(sys.argv[1])


def user(total):
    for i in range(200):
        total = (total + i, total ^ i << 3, total * i, total % i if i else 0)[i % 4] & M
        total += 3 * (i % 5 == 1) + 3 * (i % 7 == 2)
        if i % 9 == 5:
            total += int.from_bytes(BYTES[1 + i % 3:][:4], "little")
        total = (total + sum(range(i % 16))) & M
    return total


total = 0
for turn in range(scale):
    total = (total * 31 + user(turn)) & M
each = [200, sum((i % 5 == 1) + (i % 7 == 2) for i in range(200)),
        sum((i % 11 == 3) + (i % 13 == 4) for i in range(200)), 1]
for count in each:
    total = (total * 31 + scale * count) & M
print(f"0x{total:08x}u")
