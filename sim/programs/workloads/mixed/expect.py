#!/usr/bin/env python3
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The checksum of the workload `mixed`: what its stretches of code add up to."""
import sys

M = 0xFFFFFFFF
total = 0
for turn in range(1, int(sys.argv[1]) + 1):
    total += turn + 3000
    for part in (3 * (turn % 100 + 1), turn + 40, turn + 0x3FF):
        total = (total * 31 + part) & M
print(f"0x{total:08x}u")
