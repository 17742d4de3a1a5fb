#!/usr/bin/env python3
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The checksum of the workload `nested`, as if nothing had interrupted it."""
import sys

M = 0xFFFFFFFF
total = 0
for seed in range(27, 27 + int(sys.argv[1])):
    x, part = seed, 0
    for i in range(4000):
        x = (3 * x + 1) & M if x % 2 else x // 2
        x = seed + i if x <= 1 else x
        part = (part * 31 + x) & M
    total = (total * 31 + part) & M
print(f"0x{total:08x}u")
